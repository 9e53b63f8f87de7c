const EXPORT_VERSION=1;async function*exportLines(store,now){const header={format:"earshot",version:EXPORT_VERSION,created_at:now};yield JSON.stringify(header);let rows=0;for await(const row of store.rows()){rows++;yield JSON.stringify(row)}const end={end:true,rows};yield JSON.stringify(end)}export{EXPORT_VERSION,exportLines};
//# sourceMappingURL=service-exportLines.js.map
