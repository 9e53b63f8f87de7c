import{W,H}from"./service-index.js";import{S}from"./service-withinBytes.js";export{S as StoreUnavailableError,W as createMemoryStore,H as createService};
//# sourceMappingURL=server.js.map
