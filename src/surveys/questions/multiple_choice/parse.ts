import type { MultipleChoiceQuestion } from '../../../wire/survey'
import { parseChoices, type QuestionParser } from '../parse'

/** Multiple choice: a list of labels. */
export const parseMultipleChoice: QuestionParser<MultipleChoiceQuestion> = parseChoices
