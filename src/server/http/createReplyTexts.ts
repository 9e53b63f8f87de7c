import { yieldToRequests } from '../lib/yieldToRequests'

/** Shorter texts do not count. */
const SMALL_LENGTH = 16_000
/** Characters of replies that are made before those are written which are made already. */
const MAX_LENGTH = 1_000_000

/**
 * Creates a function that makes the texts of replies. Requests that have waited for the same row go on together, and the texts
 * of all would be in memory before the first is written and counts as waiting. See D-750, D-796.
 */
export function createReplyTexts(): (make: () => string) => Promise<string> {
  let length = 0
  let written: Promise<void> | undefined
  return async make => {
    while (length > MAX_LENGTH) await written
    const text = make()
    if (text.length < SMALL_LENGTH) return text
    length += text.length
    written ??= yieldToRequests().then(() => {
      length = 0
      written = undefined
    })
    return text
  }
}
