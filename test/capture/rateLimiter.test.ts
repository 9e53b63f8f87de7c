import { describe, expect, it } from 'vitest'
import { createRateLimiter, type RateLimitConfig } from '../../src/capture/rateLimiter'

function createLimiter(config?: Partial<RateLimitConfig>) {
  let now = 5_000
  const take = createRateLimiter(
    () => now,
    () => config,
  )
  return {
    take,
    wait: (ms: number) => {
      now += ms
    },
    accepted: (attempts: number) => Array.from({ length: attempts }, take).filter(left => left >= 0).length,
  }
}

describe('createRateLimiter', () => {
  const bursts: [config: Partial<RateLimitConfig> | undefined, expected: number][] = [
    [undefined, 100],
    [{ events_per_second: 20 }, 200],
    [{ events_per_second: 20, events_burst_limit: 50 }, 50],
    [{ events_per_second: 20, events_burst_limit: 5 }, 20],
  ]
  it.each(bursts)('with %j, accepts %i events at once', (config, expected) => {
    expect(createLimiter(config).accepted(300)).toBe(expected)
  })

  it('returns the number of tokens left', () => expect(createLimiter().take()).toBe(99))

  it('refills ten tokens per second, up to the burst limit', () => {
    const limit = createLimiter()
    limit.accepted(200)
    limit.wait(1_000)
    expect(limit.accepted(200)).toBe(10)
    limit.wait(3_600_000)
    expect(limit.accepted(200)).toBe(100)
  })
})
