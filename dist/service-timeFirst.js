const timeFirst=(time,row)=>time===void 0?row:{[time]:row[time],...row};export{timeFirst as t};
//# sourceMappingURL=service-timeFirst.js.map
