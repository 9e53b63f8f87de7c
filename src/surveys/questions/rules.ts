import type { Question, QuestionType } from '../../wire/survey'
import type { AnswerRules } from './answerRules'
import { linkRules } from './link/answer'
import { multipleChoiceRules } from './multiple_choice/answer'
import { openRules } from './open/answer'
import { ratingRules } from './rating/answer'
import { singleChoiceRules } from './single_choice/answer'

/** The rules of each question type. */
const RULES = {
  open: openRules,
  link: linkRules,
  rating: ratingRules,
  single_choice: singleChoiceRules,
  multiple_choice: multipleChoiceRules,
} satisfies { [T in QuestionType]: AnswerRules<Extract<Question, { type: T }>, unknown> }

/** What the control of a question holds until the visitor submits. */
export type Draft<Q extends Question = Question> = ReturnType<(typeof RULES)[Q['type']]['empty']>

/** Returns the rules for a question's type. */
export function rulesOf<Q extends Question>(question: Q): AnswerRules<Q, Draft<Q>> {
  // The row of `question.type` takes exactly such questions; TypeScript cannot follow that from a lookup.
  return RULES[question.type] as unknown as AnswerRules<Q, Draft<Q>>
}
