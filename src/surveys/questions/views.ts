import type { Question, QuestionType } from '../../wire/survey'
import type { View } from '../ui/view'
import { linkView } from './link/View'
import { multipleChoiceView } from './multiple_choice/View'
import { openView } from './open/View'
import { ratingView } from './rating/View'
import { singleChoiceView } from './single_choice/View'

type ViewTable = { [T in QuestionType]: View<Extract<Question, { type: T }>> }

/** The view of each question type. */
const VIEWS: ViewTable = {
  open: openView,
  link: linkView,
  rating: ratingView,
  single_choice: singleChoiceView,
  multiple_choice: multipleChoiceView,
}

/** Returns the view for a question's type. */
export function viewOf<Q extends Question>(question: Q): View<Q> {
  // The row of `question.type` takes exactly such questions; TypeScript cannot follow that from a lookup.
  return VIEWS[question.type] as unknown as View<Q>
}
