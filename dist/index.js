export{x as createClient,y as default,y as earshot,z as init}from"./chunk-index.js";
//# sourceMappingURL=index.js.map
