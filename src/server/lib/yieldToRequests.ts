/**
 * The platform's, as it is when this module is loaded: a test may replace it, and does not advance this one (D-810). Node runs the timers
 * of several waits one after another before it looks at its connections (D-798). Browsers have timers alone.
 */
const { setImmediate: afterRequests = setTimeout } = globalThis

let last: Promise<void> = Promise.resolve()

/**
 * Resolves when the requests that wait have had their turn. Work of several requests goes on one after another, each in a turn of the
 * event loop of its own: Node runs all immediates that wait before it looks at its connections. See D-838.
 */
export function yieldToRequests(): Promise<void> {
  last = last.then(() => new Promise(resolve => afterRequests(resolve)))
  return last
}
