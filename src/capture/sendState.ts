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

export type SendEvent =
  | { type: 'accepted'; count: number }
  | { type: 'dropped' }
  | { type: 'tooLarge'; count: number }
  | { type: 'overQuota'; now: number }
  /** `random`: 0 <= n < 1. */
  | { type: 'failed'; now: number; random: number; retryAfterMs: number | undefined }
  /** The browser is online again, or the visitor is back. */
  | { type: 'wakeUp' }

const QUOTA_PAUSE_MS = 60_000

export const initialSendState = (maxBatchEvents: number): SendState => ({
  failures: 0,
  pausedUntil: 0,
  maxBatchEvents,
})

/** Returns the state after a response, or after the end of an outage. */
export function nextSendState(state: SendState, event: SendEvent): SendState {
  const { maxBatchEvents } = state
  switch (event.type) {
    case 'accepted':
      // A whole batch went through: a longer one may too.
      return {
        ...state,
        failures: 0,
        maxBatchEvents: event.count < maxBatchEvents ? maxBatchEvents : 2 * maxBatchEvents,
      }
    case 'dropped':
      return { ...state, failures: 0 }
    case 'tooLarge':
      return { ...state, failures: 0, maxBatchEvents: Math.ceil(event.count / 2) }
    case 'overQuota':
      return { ...state, pausedUntil: event.now + QUOTA_PAUSE_MS }
    case 'failed': {
      const failures = state.failures + 1
      return {
        ...state,
        failures,
        pausedUntil: event.now + retryDelay(failures, event.random, event.retryAfterMs),
      }
    }
    case 'wakeUp':
      return state.failures > 0 ? { ...state, pausedUntil: 0 } : state
  }
}

/** Whether the quota is used up: whatever arrived now would be dropped. */
export const isOverQuota = ({ failures, pausedUntil }: SendState, now: number): boolean =>
  failures === 0 && pausedUntil > now
