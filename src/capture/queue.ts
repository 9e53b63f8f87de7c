/** One event that waits, as JSON: made once, at capture. */
export interface Waiting {
  uuid: string
  text: string
}

/** From so many waiting events on, they travel together. */
const SINGLES = 5

/** Largest body before it is encoded, in characters. */
export const MAX_BATCH_LENGTH = 1_000_000

/** How many of the waiting events fit into one batch, from the oldest on; at least one, at most `limit`. */
export function batchCount(waiting: readonly Waiting[], limit: number): number {
  let length = 0
  let count = 0
  for (const { text } of waiting) {
    length += text.length + 1
    if (count > 0 && (length > MAX_BATCH_LENGTH || count >= limit)) break
    count++
  }
  return count
}

/** How many go in the next request: a few one by one, a backlog in batches. `limit`: after the service refused more. */
export const nextCount = (waiting: readonly Waiting[], limit: number): number =>
  batchCount(waiting, waiting.length <= SINGLES ? 1 : limit)

/** Body of `POST /i/v0/e/`. Interface 4.4. */
export const singleBody = (token: string, event: Waiting): string =>
  `{"api_key":${JSON.stringify(token)},${event.text.slice(1)}`

/** Body of `POST /batch/`. Interface 4.4. */
export const batchBody = (token: string, events: readonly Waiting[], sentAt: string): string =>
  `{"api_key":${JSON.stringify(token)},"batch":[${events.map(event => event.text).join(',')}],"sent_at":"${sentAt}"}`
