import { createFairQueue } from '../lib/createFairQueue'
import { yieldToRequests } from '../lib/yieldToRequests'

/** Shorter texts do not count. */
const SMALL_LENGTH = 16_000
/** Characters of replies that are made before those are written which are made already. */
const MAX_LENGTH = 1_000_000

/**
 * Creates a function that makes the texts of replies. Requests that have waited for the same row go on together, and the texts
 * of all would be in memory before the first is written and counts as waiting. Those of several senders are made in turn. See D-750,
 * D-796, D-855.
 */
export function createReplyTexts(): (sender: string, make: () => string) => Promise<string> {
  const inTurn = createFairQueue()
  let length = 0
  let written: Promise<void> | undefined
  const makeText = async (make: () => string): Promise<string> => {
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
  return (sender, make) => inTurn(sender, 0, () => makeText(make))
}
