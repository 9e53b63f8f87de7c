export { a as createMemoryStore, c as createService } from './service-index.js';
//# sourceMappingURL=server.js.map
