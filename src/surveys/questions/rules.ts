import type { Question, QuestionType } from '../../wire/survey'
import type { AnswerRules } from '../session/answer'
import { linkRules } from './link/answer'
import { multipleChoiceRules } from './multiple_choice/answer'
import { openRules } from './open/answer'
import { ratingRules } from './rating/answer'
import { singleChoiceRules } from './single_choice/answer'

type RulesTable = { [T in QuestionType]: AnswerRules<Extract<Question, { type: T }>> }

/** The rules of each question type: one row a type. */
const RULES: RulesTable = {
  open: openRules,
  link: linkRules,
  rating: ratingRules,
  single_choice: singleChoiceRules,
  multiple_choice: multipleChoiceRules,
}

/** The rules of a question's own type. */
export function rulesOf<Q extends Question>(question: Q): AnswerRules<Q> {
  // The row of `question.type` takes exactly such questions; TypeScript cannot follow that from a lookup.
  return RULES[question.type] as unknown as AnswerRules<Q>
}
