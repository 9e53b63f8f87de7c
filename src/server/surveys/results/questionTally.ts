import type { Question } from '../../../wire/survey'
import { createChoiceTally } from './choiceResults'
import { createNewestTexts } from './newestTexts'
import { createRatingTally } from './ratingResults'
import type { QuestionTally } from './tally'

/**
 * Creates the tally of a question.
 *
 * @param dateOf Returns the date of a time, in the time zone of the project.
 */
export function createQuestionTally(question: Question, dateOf: (ms: number) => string): QuestionTally {
  switch (question.type) {
    case 'rating':
      return createRatingTally(question, dateOf)
    case 'single_choice':
    case 'multiple_choice':
      return createChoiceTally(question)
    case 'open':
      return createTextTally()
    case 'link':
      return { add: () => undefined, results: () => ({ type: 'link' }) }
  }
}

function createTextTally(): QuestionTally {
  const texts = createNewestTexts()
  return {
    add: (answer, submission) => texts.add([answer].flat().join(', '), submission),
    results: () => ({ type: 'open', texts: texts.newest() }),
  }
}
