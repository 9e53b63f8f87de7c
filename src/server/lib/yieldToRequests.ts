/** The timer of the platform, as it is when this module is loaded: a test may replace it, and does not advance this one. See D-810. */
const { setTimeout } = globalThis

/** Resolves when the requests that wait have had their turn. */
export function yieldToRequests(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0))
}
