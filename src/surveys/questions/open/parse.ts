import type { OpenQuestion } from '../../../wire/survey'
import type { QuestionParser } from '../parse'

/** Open text: every field is optional. */
export const parseOpen: QuestionParser<OpenQuestion> = () => ({})
