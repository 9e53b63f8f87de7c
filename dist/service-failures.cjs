'use strict';

const METHODS = "GET, POST, OPTIONS, HEAD";
function corsHeaders(request) {
  const origin = request.header("origin");
  if (!origin) return {};
  const requestedHeaders = request.header("access-control-request-headers");
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Methods": METHODS,
    ...requestedHeaders ? { "Access-Control-Allow-Headers": requestedHeaders } : {},
    // Lets a page see when to try again.
    "Access-Control-Expose-Headers": "Retry-After",
    Vary: "Origin"
  };
}

class ConnectionLostError extends TypeError {
  constructor() {
    super("fetch failed: service.fail dropped the connection");
  }
}
function createFailureInjector() {
  let active = [];
  return {
    /** Activates a failure. @returns A function that ends it. */
    add(failure) {
      const entry = { failure, remaining: failure.times ?? Number.POSITIVE_INFINITY };
      active.push(entry);
      return () => {
        active = active.filter((other) => other !== entry);
      };
    },
    /** Returns the failure of a request, and counts the request. */
    next(request) {
      const entry = active.find(({ failure }) => request.url.pathname.startsWith(failure.path ?? "/"));
      if (!entry) return void 0;
      entry.remaining--;
      if (entry.remaining <= 0) active = active.filter((other) => other !== entry);
      return entry.failure;
    },
    clear() {
      active = [];
    }
  };
}
async function respondWithFailure(failure, request, respond) {
  if (failure.delayMs) await new Promise((resolve) => setTimeout(resolve, failure.delayMs));
  if (failure.drop) throw new ConnectionLostError();
  if (failure.status !== void 0)
    return new Response(null, {
      status: failure.status,
      // Pages of other origins can read the status too.
      headers: { ...corsHeaders(request), ...failure.headers }
    });
  const response = await respond();
  if (!failure.truncate) return response;
  const text = await response.text();
  response.headers.delete("content-length");
  return new Response(text.slice(0, text.length / 2), response);
}

exports.ConnectionLostError = ConnectionLostError;
exports.corsHeaders = corsHeaders;
exports.createFailureInjector = createFailureInjector;
exports.respondWithFailure = respondWithFailure;
