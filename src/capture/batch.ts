import { stringifyStored } from '../lib/json'
import type { CapturedEvent } from '../wire/event'
import { BATCH_PATH, CAPTURE_PATH } from '../wire/paths'

/** Up to this many waiting events are sent one by one; more are sent together. */
const MAX_SINGLE_EVENTS = 5

/**
 * Largest body before it is encoded, in characters. Compressed, it fits into what browsers still send for a page that is left,
 * so that a batch in flight is not lost with its page.
 */
export const MAX_BATCH_LENGTH = 500_000

/** Whether a body is sent as it is: it fits into one packet, and compressing it would only cost the page time. See D-346. */
export const isSmall = (json: string): boolean => json.length < 1_400

/**
 * Returns how many of the events fit into one batch, from the oldest on; at least one if there is one.
 *
 * @param limit The most events.
 * @param maxLength Characters of the body.
 */
export function batchSize(
  events: readonly { length: number }[],
  limit: number,
  maxLength = MAX_BATCH_LENGTH,
): number {
  let count = 0
  let total = 0
  for (const { length } of events) {
    total += length + 1
    if (count > 0 && (total > maxLength || count >= limit)) break
    count++
  }
  return count
}

/** Returns how many events the next request carries: a few waiting events go one by one, a backlog in batches. */
export const nextBatchSize = (events: readonly { length: number }[], limit: number): number =>
  batchSize(events, events.length <= MAX_SINGLE_EVENTS ? 1 : limit)

/** Returns the body of `POST /i/v0/e/` for one event and of `POST /batch/` for more. Interface 4.4. */
export function captureBody(token: string, events: readonly CapturedEvent[], sentAt: string): string {
  return stringifyStored(
    events.length === 1
      ? { api_key: token, ...events[0] }
      : { api_key: token, batch: events, sent_at: sentAt },
  )
}

/**
 * Returns path and query for so many events. The flat body has no room for `sent_at`, so its time is in the query.
 *
 * @param now Epoch ms.
 */
export const captureEndpoint = (count: number, now: number): [path: string, query: { _?: number }] =>
  count === 1 ? [CAPTURE_PATH, { _: now }] : [BATCH_PATH, {}]
