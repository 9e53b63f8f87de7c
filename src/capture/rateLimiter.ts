import { ownOptions } from '../lib/nullProtoRecord'

/** Limits of the token bucket. */
export interface RateLimitConfig {
  /** Sustained rate. Default: 10. */
  events_per_second: number
  /** Size of the bucket, at least `events_per_second`. Default: ten times the rate. */
  events_burst_limit: number
}

/**
 * Creates a token bucket in memory, so that other tabs do not count. See D-049.
 *
 * @param monotonicNow Returns milliseconds that never decrease.
 * @returns A function that takes one token. It returns the number of tokens left, or -1 if the bucket was empty.
 */
export function createRateLimiter(
  monotonicNow: () => number,
  config: () => Partial<RateLimitConfig> | undefined,
): () => number {
  let tokens = Infinity
  let lastRefill = monotonicNow()
  return () => {
    const { events_per_second: rate = 10, events_burst_limit: burst = rate * 10 }: Partial<RateLimitConfig> =
      ownOptions({ ...config() })
    const now = monotonicNow()
    tokens = Math.min(Math.max(rate, burst), tokens + ((now - lastRefill) / 1000) * rate)
    lastRefill = now
    return tokens < 1 ? -1 : Math.floor(--tokens)
  }
}
