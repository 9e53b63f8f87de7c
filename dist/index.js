export{z as createClient,A as default,A as earshot,B as init}from"./chunk-index.js";
//# sourceMappingURL=index.js.map
