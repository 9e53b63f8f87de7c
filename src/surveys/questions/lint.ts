import type { Question, QuestionType } from '../../wire/survey'
import type { QuestionLint } from '../authoring/lint/finding'
import { linkLint } from './link/lint'
import { multipleChoiceLint } from './multiple_choice/lint'
import { openLint } from './open/lint'
import { ratingLint } from './rating/lint'
import { singleChoiceLint } from './single_choice/lint'

type LintTable = { [T in QuestionType]: QuestionLint<Extract<Question, { type: T }>> }

/** The checks of each question type, for authors alone: nothing that visitors load imports this. */
const LINTS: LintTable = {
  open: openLint,
  link: linkLint,
  rating: ratingLint,
  single_choice: singleChoiceLint,
  multiple_choice: multipleChoiceLint,
}

/** Returns the checks for a question type. */
export function lintOf(type: QuestionType): QuestionLint<Question> {
  // The row of a type takes exactly such questions; TypeScript cannot follow that from a lookup.
  return LINTS[type] as QuestionLint<Question>
}
