/** So many events at once, and so many a second after that. */
export interface RateLimitSettings {
  events_per_second: number
  /** At least `events_per_second`. */
  events_burst_limit: number
}

/** A bucket of tokens, in this page's memory: another tab's storm is not ours. */
export interface RateLimit {
  /** Takes a token. @returns How many are left; -1 when there was none. */
  take(): number
  /** How many were refused since the last call of this; begins again at 0. */
  refused(): number
}

/** @param elapsed Milliseconds, never going back. */
export function createRateLimit(elapsed: () => number, settings: () => RateLimitSettings): RateLimit {
  let tokens = Number.NaN
  let last = elapsed()
  let refused = 0
  return {
    take() {
      const { events_per_second: rate, events_burst_limit: burst } = settings()
      const size = Math.max(rate, burst)
      const now = elapsed()
      tokens = Math.min(size, (Number.isNaN(tokens) ? size : tokens) + ((now - last) / 1000) * rate)
      last = now
      if (tokens < 1) {
        refused++
        return -1
      }
      return Math.floor(--tokens)
    },
    refused() {
      const count = refused
      refused = 0
      return count
    },
  }
}
