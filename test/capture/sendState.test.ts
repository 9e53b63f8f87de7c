import { describe, expect, it } from 'vitest'
import {
  initialSendState,
  isOverQuota,
  nextSendState,
  type SendEvent,
  type SendState,
} from '../../src/capture/sendState'

const stateAfter = (...events: SendEvent[]): SendState =>
  events.reduce(nextSendState, initialSendState(10_000))
const failed = (now: number, retryAfterMs?: number): SendEvent => ({
  type: 'failed',
  now,
  random: 0.5,
  retryAfterMs,
})

describe('nextSendState', () => {
  it('pauses longer after each failure in a row', () => {
    expect(stateAfter(failed(0)).pausedUntil).toBe(1_000)
    expect(stateAfter(failed(0), failed(1_000)).pausedUntil).toBe(3_000)
  })

  it('waits at least as long as the service asks', () => {
    expect(stateAfter(failed(0, 30_000)).pausedUntil).toBe(30_000)
  })

  it('forgets failures after a response of any other kind', () => {
    for (const event of [
      { type: 'accepted', count: 1 },
      { type: 'dropped' },
      { type: 'tooLarge', count: 8 },
    ] as const)
      expect(stateAfter(failed(0), event).failures).toBe(0)
  })

  it('halves batches that are too large, and doubles the bound when a whole batch is accepted', () => {
    expect(stateAfter({ type: 'tooLarge', count: 9 }).maxBatchEvents).toBe(5)
    expect(stateAfter({ type: 'tooLarge', count: 9 }, { type: 'accepted', count: 5 }).maxBatchEvents).toBe(10)
    expect(stateAfter({ type: 'tooLarge', count: 9 }, { type: 'accepted', count: 4 }).maxBatchEvents).toBe(5)
  })

  it('ends the pause after a failure when the browser wakes up, but not the pause of a quota', () => {
    expect(stateAfter(failed(0), { type: 'wakeUp' }).pausedUntil).toBe(0)
    expect(stateAfter({ type: 'overQuota', now: 0 }, { type: 'wakeUp' }).pausedUntil).toBe(60_000)
  })
})

describe('isOverQuota', () => {
  it('is true for a minute after the quota was used up, and never because of a failure', () => {
    const state = stateAfter({ type: 'overQuota', now: 0 })
    expect([isOverQuota(state, 59_999), isOverQuota(state, 60_000)]).toEqual([true, false])
    expect(isOverQuota(stateAfter(failed(0)), 0)).toBe(false)
  })
})
