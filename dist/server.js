import{Q,D}from"./service-index.js";import{S}from"./service-tables.js";export{S as StoreUnavailableError,Q as createMemoryStore,D as createService};
//# sourceMappingURL=server.js.map
