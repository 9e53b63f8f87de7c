/**
 * The platform's, as it is when this module is loaded: a test may replace it, and does not advance this one (D-810). Node runs the timers
 * of several waits one after another before it looks at its connections (D-798). Browsers have timers alone.
 */
const { setImmediate: afterRequests = setTimeout } = globalThis

/** Resolves when the requests that wait have had their turn. */
export function yieldToRequests(): Promise<void> {
  return new Promise(resolve => afterRequests(resolve))
}
