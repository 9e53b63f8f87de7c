class ConnectionLost extends TypeError {
  constructor() {
    super("fetch failed: the connection was lost on purpose");
  }
}
function createFailures() {
  let active = [];
  return {
    /** @returns A function that switches it off. */
    add(failure) {
      const entry = { failure, left: failure.times ?? Number.POSITIVE_INFINITY };
      active.push(entry);
      return () => {
        active = active.filter((other) => other !== entry);
      };
    },
    /** The failure that meets a request, counted as used. */
    next(incoming) {
      const entry = active.find(({ failure }) => incoming.url.pathname.startsWith(failure.path ?? "/"));
      if (!entry) return void 0;
      entry.left--;
      if (entry.left <= 0) active = active.filter((other) => other !== entry);
      return entry.failure;
    },
    clear() {
      active = [];
    }
  };
}
async function withFailure(failure, answer) {
  if (failure.delayMs) await new Promise((resolve) => setTimeout(resolve, failure.delayMs));
  if (failure.drop) throw new ConnectionLost();
  if (failure.status !== void 0)
    return new Response(null, { status: failure.status, headers: failure.headers ?? {} });
  const response = await answer();
  if (!failure.truncate) return response;
  const text = await response.text();
  const type = response.headers.get("content-type");
  return new Response(text.slice(0, text.length / 2), {
    status: response.status,
    headers: type ? { "content-type": type } : {}
  });
}

export { ConnectionLost as C, createFailures as c, withFailure as w };
//# sourceMappingURL=service-failures.js.map
