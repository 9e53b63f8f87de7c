import type { Question, QuestionType } from '../../wire/survey'
import { linkView } from '../questions/link/View'
import { multipleChoiceView } from '../questions/multiple_choice/View'
import { openView } from '../questions/open/View'
import { ratingView } from '../questions/rating/View'
import { singleChoiceView } from '../questions/single_choice/View'
import type { View } from './view'

type ViewTable = { [T in QuestionType]: View<Extract<Question, { type: T }>> }

/** The looks of each question type: one row a type. */
const VIEWS: ViewTable = {
  open: openView,
  link: linkView,
  rating: ratingView,
  single_choice: singleChoiceView,
  multiple_choice: multipleChoiceView,
}

/** The looks of a question's own type. */
export function viewOf<Q extends Question>(question: Q): View<Q> {
  // The row of `question.type` takes exactly such questions; TypeScript cannot follow that from a lookup.
  return VIEWS[question.type] as unknown as View<Q>
}
