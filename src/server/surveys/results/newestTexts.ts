import type { TextAnswer } from '../../../wire/console'
import { truncate } from '../../lib/truncate'
import type { Submission } from './parseSubmission'

const MAX_TEXTS = 50

/** Results have the beginning of a longer answer, and `responses` has all of it. See D-727. */
export const MAX_TEXT_LENGTH = 5000

/** Creates a list of the newest texts. Submissions are added oldest first. */
export function createNewestTexts() {
  const texts: TextAnswer[] = []
  return {
    add(text: string, { row, event }: Submission): void {
      texts.push({ text: truncate(text, MAX_TEXT_LENGTH), response_id: row.dedupe_key, at: event.timestamp })
      if (texts.length > MAX_TEXTS) texts.shift()
    },
    newest: (): TextAnswer[] => texts.toReversed(),
  }
}
