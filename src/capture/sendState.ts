import { retryDelay } from '../transport/retry'

/** What earlier responses mean for the next request. */
export interface SendState {
  /** Failed requests in a row. */
  readonly failures: number
  /** Nothing is sent before this moment, in ms of the monotonic clock. */
  readonly pausedUntil: number
  /** Most events in a batch. The service has refused longer ones. */
  readonly maxBatchEvents: number
}

const QUOTA_PAUSE_MS = 60_000

export const initialSendState = (maxBatchEvents: number): SendState => ({
  failures: 0,
  pausedUntil: 0,
  maxBatchEvents,
})

/** A batch of so many events was accepted. */
export const afterAccepted = (state: SendState, count: number): SendState => ({
  ...state,
  failures: 0,
  // A whole batch went through: a longer one may too.
  maxBatchEvents: state.maxBatchEvents * (count < state.maxBatchEvents ? 1 : 2),
})

/** The service has read the events, and will never accept them. */
export const afterRefused = (state: SendState): SendState => ({ ...state, failures: 0 })

/** A batch of so many events was too large. */
export const afterTooLarge = (state: SendState, count: number): SendState => ({
  ...state,
  failures: 0,
  maxBatchEvents: Math.ceil(count / 2),
})

/** `now`: ms of the monotonic clock. */
export const afterOverQuota = (state: SendState, now: number): SendState => ({
  ...state,
  pausedUntil: now + QUOTA_PAUSE_MS,
})

/** `now`: ms of the monotonic clock. `random`: 0 <= n < 1. */
export function afterFailure(
  state: SendState,
  now: number,
  random: number,
  retryAfterMs: number | undefined,
): SendState {
  const failures = state.failures + 1
  return { ...state, failures, pausedUntil: now + retryDelay(failures, random, retryAfterMs) }
}

/** The browser is online again, or the visitor is back. */
export const afterWakeUp = (state: SendState): SendState =>
  state.failures > 0 ? { ...state, pausedUntil: 0 } : state

/** Whether the quota is used up: whatever arrived now would be dropped. */
export const isOverQuota = ({ failures, pausedUntil }: SendState, now: number): boolean =>
  failures === 0 && pausedUntil > now
