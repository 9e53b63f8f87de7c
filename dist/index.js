export{n as createClient,o as default,o as earshot,q as init}from"./chunk-index.js";
//# sourceMappingURL=index.js.map
