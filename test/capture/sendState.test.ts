import { describe, expect, it } from 'vitest'
import {
  afterAccepted,
  afterFailure,
  afterOverQuota,
  afterRefused,
  afterTooLarge,
  afterWakeUp,
  initialSendState,
  isOverQuota,
  type SendState,
} from '../../src/capture/sendState'

const initial = initialSendState(10_000)
const fail = (state: SendState, now: number, retryAfterMs?: number) =>
  afterFailure(state, now, 0.5, retryAfterMs)
const failed = fail(initial, 0)

describe('afterFailure', () => {
  it('pauses longer after each failure in a row', () => {
    expect(failed.pausedUntil).toBe(1_000)
    expect(fail(failed, 1_000).pausedUntil).toBe(3_000)
  })

  it('waits at least as long as the service asks', () => {
    expect(fail(initial, 0, 30_000).pausedUntil).toBe(30_000)
  })
})

describe('afterAccepted, afterRefused, afterTooLarge', () => {
  it('forget failures', () => {
    for (const state of [afterAccepted(failed, 1), afterRefused(failed), afterTooLarge(failed, 8)])
      expect(state.failures).toBe(0)
  })

  it('halve batches that are too large, and double the bound when a whole batch is accepted', () => {
    const halved = afterTooLarge(initial, 9)
    expect(halved.maxBatchEvents).toBe(5)
    expect(afterAccepted(halved, 5).maxBatchEvents).toBe(10)
    expect(afterAccepted(halved, 4).maxBatchEvents).toBe(5)
  })
})

describe('afterWakeUp', () => {
  it('ends the pause after a failure, but not the pause of a quota', () => {
    expect(afterWakeUp(failed).pausedUntil).toBe(0)
    expect(afterWakeUp(afterOverQuota(initial, 0)).pausedUntil).toBe(60_000)
  })
})

describe('isOverQuota', () => {
  it('is true for a minute after the quota was used up, and never because of a failure', () => {
    const state = afterOverQuota(initial, 0)
    expect([isOverQuota(state, 59_999), isOverQuota(state, 60_000)]).toEqual([true, false])
    expect(isOverQuota(failed, 0)).toBe(false)
  })
})
