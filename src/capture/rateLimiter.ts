/** So many events at once, and so many a second after that. */
export interface RateLimitConfig {
  events_per_second: number
  /** At least `events_per_second`. */
  events_burst_limit: number
}

/**
 * A bucket of tokens, in this page's memory: another tab's storm is not ours.
 *
 * @param monotonicNow Milliseconds, never going back.
 * @returns Takes a token: how many are left; -1 when there was none.
 */
export function createRateLimiter(
  monotonicNow: () => number,
  config: () => Partial<RateLimitConfig> | undefined,
): () => number {
  let tokens = Number.POSITIVE_INFINITY
  let last = monotonicNow()
  return () => {
    const { events_per_second: rate = 10, events_burst_limit: burst = rate * 10 } = config() ?? {}
    const now = monotonicNow()
    tokens = Math.min(Math.max(rate, burst), tokens + ((now - last) / 1000) * rate)
    last = now
    return tokens < 1 ? -1 : Math.floor(--tokens)
  }
}
