import type { ChoiceResults, LinkResults, RatingResults, TextResults } from '../../../wire/console'
import type { Answer } from '../../../wire/survey'
import type { Submission } from './parseSubmission'

/** Counts the answers to one question, in memory that does not grow with their number. */
export interface QuestionTally {
  /** @param answer With choices in the base language. Oldest first. */
  add: (answer: NonNullable<Answer>, submission: Submission) => void
  results: () => RatingResults | ChoiceResults | TextResults | LinkResults
}
