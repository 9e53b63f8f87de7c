import type { SingleChoiceQuestion } from '../../../wire/survey'
import type { QuestionLint } from '../../authoring/lint/finding'
import { choicesLint } from '../choicesLint'

/** Single choice: labels that are written, and that differ. */
export const singleChoiceLint: QuestionLint<SingleChoiceQuestion> = choicesLint
