/** What happens to the events of a request. See D-074, D-075. */
export type ResponseClass = 'done' | 'retry' | 'split' | 'drop'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 5 * 60_000

/**
 * Returns what happens to the events of a capture request. See D-074, D-075.
 *
 * @param status HTTP status; 0 when there was no response.
 * @param count Number of events in the request.
 */
export function classifyResponse(status: number, count: number): ResponseClass {
  if (status >= 200 && status < 300) return 'done'
  // Halving a rejected batch isolates the invalid event, so that only that event is lost.
  if (status === 413 || status === 400) return count > 1 ? 'split' : 'drop'
  if ([0, 408, 425, 429].includes(status) || status >= 500) return 'retry'
  return 'drop'
}

/**
 * Milliseconds until the next attempt. The delay doubles from one second to five minutes, with 25 percent jitter so that
 * clients that failed together do not retry together.
 *
 * @param failures Consecutive failed attempts; 1 after the first.
 * @param random A number from 0 (inclusive) to 1 (exclusive).
 * @param retryAfterMs Lower bound, from the `Retry-After` header.
 */
export function retryDelay(failures: number, random: number, retryAfterMs = 0): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS)
  return Math.max(retryAfterMs, delay * (0.75 + random / 2))
}
