/** One event that waits, as JSON: made once, at capture. */
export interface QueuedEvent {
  uuid: string
  text: string
}

/** So many waiting events travel one by one; more travel together. */
const MAX_SINGLE_EVENTS = 5

/** Largest body before it is encoded, in characters. */
export const MAX_BATCH_LENGTH = 1_000_000

/**
 * How many of the waiting events fit into one batch, from the oldest on; at least one.
 *
 * @param limit At most so many.
 * @param maxLength In characters.
 */
export function batchSize(
  queue: readonly QueuedEvent[],
  limit: number,
  maxLength = MAX_BATCH_LENGTH,
): number {
  let count = 0
  let length = 0
  for (const { text } of queue) {
    length += text.length + 1
    if (count > 0 && (length > maxLength || count >= limit)) break
    count++
  }
  return count
}

/** How many go in the next request: a few one by one, a backlog in batches. `limit`: after the service refused more. */
export const nextBatchSize = (queue: readonly QueuedEvent[], limit: number): number =>
  batchSize(queue, queue.length <= MAX_SINGLE_EVENTS ? 1 : limit)

/** Body of `POST /i/v0/e/` for one event, of `POST /batch/` for more. Interface 4.4. */
export function captureBody(token: string, events: readonly QueuedEvent[], sentAt: string): string {
  const key = `{"api_key":${JSON.stringify(token)},`
  if (events.length === 1) return key + events[0]!.text.slice(1)
  return `${key}"batch":[${events.map(({ text }) => text).join()}],"sent_at":"${sentAt}"}`
}
