import{Y,K}from"./service-index.js";import{S}from"./service-withinBytes.js";export{S as StoreUnavailableError,Y as createMemoryStore,K as createService};
//# sourceMappingURL=server.js.map
