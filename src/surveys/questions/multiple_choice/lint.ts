import type { MultipleChoiceQuestion } from '../../../wire/survey'
import type { QuestionLint } from '../../authoring/lint/finding'
import { choicesLint } from '../choicesLint'

/** Multiple choice: labels that are written, and that differ. */
export const multipleChoiceLint: QuestionLint<MultipleChoiceQuestion> = choicesLint
