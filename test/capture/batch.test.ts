import { describe, expect, it } from 'vitest'
import { batchSize, captureBody, MAX_BATCH_LENGTH, nextBatchSize } from '../../src/capture/batch'
import type { CapturedEvent } from '../../src/wire/event'

const events = (count: number, length = 10) => Array.from({ length: count }, () => ({ length }))

const captured = (count: number): CapturedEvent[] =>
  Array.from({ length: count }, (_, i) => ({
    uuid: `u${i}`,
    event: 'e',
    distinct_id: 'd',
    properties: {},
    timestamp: 'then',
  }))

describe('how many events travel together', () => {
  const cases: [name: string, waiting: number, limit: number, expected: number][] = [
    ['one alone', 1, Infinity, 1],
    ['five one by one', 5, Infinity, 1],
    ['six together', 6, Infinity, 6],
    ['a backlog together', 1_000, Infinity, 1_000],
    ['no more than the service has taken', 1_000, 30, 30],
    ['none when none wait', 0, Infinity, 0],
  ]
  it.each(cases)('%s', (_, waiting, limit, expected) =>
    expect(nextBatchSize(events(waiting), limit)).toBe(expected),
  )

  it('is bounded by the length of a body', () => {
    expect(batchSize(events(100, MAX_BATCH_LENGTH / 20), Infinity)).toBe(19)
  })

  it('is at least one, however long', () => expect(batchSize(events(2, 2_000_000), Infinity)).toBe(1))
})

describe('interface 4.4: a body', () => {
  it('of one event is flat', () => {
    expect(JSON.parse(captureBody('phc_"x"', captured(1), 'now'))).toEqual({
      api_key: 'phc_"x"',
      ...captured(1)[0],
    })
  })

  it('of more has a list and the moment of sending', () => {
    expect(JSON.parse(captureBody('t', captured(2), 'now'))).toEqual({
      api_key: 't',
      batch: captured(2),
      sent_at: 'now',
    })
  })
})
