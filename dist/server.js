export { g as createMemoryStore, e as createService } from './service-index.js';
//# sourceMappingURL=server.js.map
