import { describe, expect, it } from 'vitest'
import { classifyResponse, retryDelay } from '../../src/transport/retry'

describe('classifyResponse', () => {
  const cases: [status: number, count: number, expected: string][] = [
    [200, 1, 'done'],
    [202, 9, 'done'],
    [204, 1, 'done'],
    [0, 1, 'retry'],
    [408, 1, 'retry'],
    [425, 1, 'retry'],
    [429, 9, 'retry'],
    [500, 1, 'retry'],
    [503, 9, 'retry'],
    [413, 2, 'split'],
    [413, 1, 'drop'],
    [400, 2, 'split'],
    [400, 1, 'drop'],
    [401, 9, 'drop'],
    [404, 1, 'drop'],
    [302, 1, 'drop'],
  ]
  it.each(cases)('maps status %i for %i events to %s', (status, count, expected) => {
    expect(classifyResponse(status, count)).toBe(expected)
  })
})

describe('retryDelay', () => {
  const cases: [name: string, args: Parameters<typeof retryDelay>, expected: number][] = [
    ['starts at 750 ms with the least jitter', [1, 0], 750],
    ['starts at one second with average jitter', [1, 0.5], 1_000],
    ['doubles with each failure', [4, 0.5], 8_000],
    ['is at most five minutes', [40, 0.5], 300_000],
    ['is at least the Retry-After of the service', [1, 0.5, 120_000], 120_000],
    ['exceeds a shorter Retry-After', [9, 0.5, 1_000], 256_000],
  ]
  it.each(cases)('%s', (_, args, expected) => expect(retryDelay(...args)).toBe(expected))
})
