import{K,z}from"./service-index.js";import{S}from"./service-tables.js";export{S as StoreUnavailableError,K as createMemoryStore,z as createService};
//# sourceMappingURL=server.js.map
