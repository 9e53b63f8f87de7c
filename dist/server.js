import{T,E}from"./service-index.js";import{S}from"./service-tables.js";export{S as StoreUnavailableError,T as createMemoryStore,E as createService};
//# sourceMappingURL=server.js.map
