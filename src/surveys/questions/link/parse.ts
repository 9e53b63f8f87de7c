import type { LinkQuestion } from '../../../wire/survey'
import type { QuestionParser } from '../parse'

/** Link: a question without a usable address is still a button that counts as an answer. */
export const parseLink: QuestionParser<LinkQuestion> = () => ({})
