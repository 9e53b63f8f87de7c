export { m as createMemoryStore, p as createService } from './service-index.js';
export { S as StoreUnavailableError } from './service-tables.js';
//# sourceMappingURL=server.js.map
