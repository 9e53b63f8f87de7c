import type { ChoiceResults } from '../../../wire/console'
import type { MultipleChoiceQuestion, SingleChoiceQuestion } from '../../../wire/survey'
import { truncate } from '../../lib/truncate'
import { createNewestTexts, MAX_TEXT_LENGTH } from './newestTexts'
import type { QuestionTally } from './tally'

/** Answers that are no choice (any more) get this many rows. A client may send any text. */
const MAX_UNKNOWN = 100

/** Creates the tally of choices. A text that is no choice counts for the open choice, or has a row when there is none. */
export function createChoiceTally(question: SingleChoiceQuestion | MultipleChoiceQuestion): QuestionTally {
  const { type, choices } = question
  const openChoice = question.hasOpenChoice ? choices.at(-1) : undefined
  const counts = new Map(choices.map(choice => [choice, 0]))
  const texts = createNewestTexts()
  const beginning = (text: string) => (counts.has(text) ? text : truncate(text, MAX_TEXT_LENGTH))
  const rowOf = (text: string): string | undefined => {
    if (counts.has(text)) return text
    return openChoice ?? (counts.size < choices.length + MAX_UNKNOWN ? text : undefined)
  }
  return {
    add(answer, submission) {
      const sent = [answer].flat().map(value => beginning(String(value)))
      for (const choice of new Set(sent.map(rowOf)))
        if (choice !== undefined) counts.set(choice, (counts.get(choice) ?? 0) + 1)
      for (const text of sent) if (openChoice !== undefined && !counts.has(text)) texts.add(text, submission)
    },
    results: (): ChoiceResults => ({
      type,
      choices: [...counts]
        .map(([choice, count]) => ({ choice, count, is_open: choice === openChoice }))
        .sort((a, b) => b.count - a.count),
      open_texts: texts.newest(),
    }),
  }
}
