import { describe, expect, it } from 'vitest'
import { batchSize, captureBody, MAX_BATCH_LENGTH, nextBatchSize } from '../../src/capture/batch'

const events = (count: number, length = 10) =>
  Array.from({ length: count }, (_, i) => ({ uuid: String(i), text: `{"n":"${'x'.repeat(length)}"}` }))

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
    const count = batchSize(events(100, 50_000), Infinity)
    expect(count).toBe(19)
    expect(captureBody('t', events(count, 50_000), '').length).toBeLessThan(MAX_BATCH_LENGTH + 100)
  })

  it('is at least one, however long', () => expect(batchSize(events(2, 2_000_000), Infinity)).toBe(1))
})

describe('interface 4.4: a body', () => {
  it('of one event is flat', () => {
    expect(JSON.parse(captureBody('phc_"x"', events(1, 1), 'now'))).toEqual({ api_key: 'phc_"x"', n: 'x' })
  })

  it('of more has a list and the moment of sending', () => {
    expect(JSON.parse(captureBody('t', events(2, 1), 'now'))).toEqual({
      api_key: 't',
      batch: [{ n: 'x' }, { n: 'x' }],
      sent_at: 'now',
    })
  })
})
