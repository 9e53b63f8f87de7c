const METHODS = "GET, POST, OPTIONS, HEAD";
function corsHeaders(incoming) {
  const origin = incoming.header("origin");
  if (!origin) return {};
  const wanted = incoming.header("access-control-request-headers");
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Methods": METHODS,
    ...wanted ? { "Access-Control-Allow-Headers": wanted } : {},
    // Without this a page cannot see how long to wait.
    "Access-Control-Expose-Headers": "Retry-After",
    Vary: "Origin"
  };
}

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
async function withFailure(failure, incoming, answer) {
  if (failure.delayMs) await new Promise((resolve) => setTimeout(resolve, failure.delayMs));
  if (failure.drop) throw new ConnectionLost();
  if (failure.status !== void 0)
    return new Response(null, {
      status: failure.status,
      // Or a page of another origin would see no answer at all.
      headers: { ...corsHeaders(incoming), ...failure.headers }
    });
  const response = await answer();
  if (!failure.truncate) return response;
  const text = await response.text();
  response.headers.delete("content-length");
  return new Response(text.slice(0, text.length / 2), response);
}

export { ConnectionLost as C, createFailures as a, corsHeaders as c, withFailure as w };
//# sourceMappingURL=service-failures.js.map
