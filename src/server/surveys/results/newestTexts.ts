import type { TextAnswer } from '../../../wire/console'
import type { Submission } from './parseSubmission'

const MAX_TEXTS = 50

/** Creates a list of the newest texts. Submissions are added oldest first. */
export function createNewestTexts() {
  const texts: TextAnswer[] = []
  return {
    add(text: string, { row, event }: Submission): void {
      texts.push({ text, response_id: row.dedupe_key, at: event.timestamp })
      if (texts.length > MAX_TEXTS) texts.shift()
    },
    newest: (): TextAnswer[] => texts.toReversed(),
  }
}
