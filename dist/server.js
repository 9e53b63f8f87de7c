import{p,q}from"./service-index.js";import{S}from"./service-tables.js";export{S as StoreUnavailableError,p as createMemoryStore,q as createService};
//# sourceMappingURL=server.js.map
