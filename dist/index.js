export{y as createClient,z as default,z as earshot,A as init}from"./chunk-index.js";
//# sourceMappingURL=index.js.map
