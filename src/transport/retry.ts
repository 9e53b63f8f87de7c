/** What to do with what was sent. */
export type ResponseClass = 'done' | 'retry' | 'split' | 'drop'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 5 * 60_000

/** Judges an answer to a capture request of so many events. */
export function classifyResponse(status: number, count: number): ResponseClass {
  if (status >= 200 && status < 300) return 'done'
  // One bad event must not take its neighbours along, so a refused batch is sent in halves.
  if (status === 413 || status === 400) return count > 1 ? 'split' : 'drop'
  if ([0, 408, 425, 429].includes(status) || status >= 500) return 'retry'
  return 'drop'
}

/**
 * Milliseconds until the next try: doubling from a second to five minutes, a quarter up or down by chance, so that pages
 * which failed together do not come back together. What the service asked for with `Retry-After` is the least.
 *
 * @param failures Tries that have failed in a row; 1 after the first.
 * @param random 0 <= n < 1.
 */
export function retryDelay(failures: number, random: number, retryAfterMs = 0): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS)
  return Math.max(retryAfterMs, delay * (0.75 + random / 2))
}
