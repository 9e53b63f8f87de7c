import { describe, expect, it } from 'vitest'
import { classifyResponse, retryDelay } from '../../src/transport/retry'

describe('what becomes of events after an answer', () => {
  const answers: [status: number, count: number, expected: string][] = [
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
  it.each(answers)('status %i for %i: %s', (status, count, expected) => {
    expect(classifyResponse(status, count)).toBe(expected)
  })
})

describe('the wait before the next try', () => {
  const waits: [name: string, given: [number, number, number?], expected: number][] = [
    ['after the first failure, at the least', [1, 0], 750],
    ['after the first failure, in the middle', [1, 0.5], 1_000],
    ['doubles', [4, 0.5], 8_000],
    ['ends at five minutes', [40, 0.5], 300_000],
    ['is at least what the service asked for', [1, 0.5, 120_000], 120_000],
    ['is longer than what the service asked for', [9, 0.5, 1_000], 256_000],
  ]
  it.each(waits)('%s', (_, given, expected) => expect(retryDelay(...given)).toBe(expected))
})
