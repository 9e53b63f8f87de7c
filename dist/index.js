export{l as createClient,n as default,n as earshot,o as init}from"./chunk-index.js";
//# sourceMappingURL=index.js.map
