import { describe, expect, it } from 'vitest'
import { createRateLimiter, type RateLimitConfig } from '../../src/capture/rateLimiter'

function limitOf(settings?: Partial<RateLimitConfig>) {
  let elapsed = 5_000
  const take = createRateLimiter(
    () => elapsed,
    () => settings,
  )
  return {
    take,
    wait: (ms: number) => {
      elapsed += ms
    },
    accepted: (tries: number) => Array.from({ length: tries }, take).filter(left => left >= 0).length,
  }
}

describe('the rate limit', () => {
  const bursts: [settings: Partial<RateLimitConfig> | undefined, expected: number][] = [
    [undefined, 100],
    [{ events_per_second: 20 }, 200],
    [{ events_per_second: 20, events_burst_limit: 50 }, 50],
    [{ events_per_second: 20, events_burst_limit: 5 }, 20],
  ]
  it.each(bursts)('%j takes %i at once', (settings, expected) => {
    expect(limitOf(settings).accepted(300)).toBe(expected)
  })

  it('tells how many are left', () => expect(limitOf().take()).toBe(99))

  it('takes ten more after a second, and never more than a burst', () => {
    const limit = limitOf()
    limit.accepted(200)
    limit.wait(1_000)
    expect(limit.accepted(200)).toBe(10)
    limit.wait(3_600_000)
    expect(limit.accepted(200)).toBe(100)
  })
})
