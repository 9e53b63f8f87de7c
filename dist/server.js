import{U,E}from"./service-index.js";import{S}from"./service-withinBytes.js";export{S as StoreUnavailableError,U as createMemoryStore,E as createService};
//# sourceMappingURL=server.js.map
