import type { SingleChoiceQuestion } from '../../../wire/survey'
import { parseChoices, type QuestionParser } from '../parse'

/** Single choice: a list of labels. */
export const parseSingleChoice: QuestionParser<SingleChoiceQuestion> = parseChoices
