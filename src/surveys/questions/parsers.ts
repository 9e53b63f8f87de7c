import { objectOrEmpty } from '../../lib/objectOrEmpty'
import type { Question, QuestionType } from '../../wire/survey'
import { parseLink } from './link/parse'
import { parseMultipleChoice } from './multiple_choice/parse'
import { parseOpen } from './open/parse'
import { type QuestionParser, toText } from './parse'
import { parseRating } from './rating/parse'
import { parseSingleChoice } from './single_choice/parse'

type ParserTable = { [T in QuestionType]: QuestionParser<Extract<Question, { type: T }>> }

/** The parser of each question type. Loaded at start, so that definitions are normalised once, on arrival. */
const PARSERS: ParserTable = {
  open: parseOpen,
  link: parseLink,
  rating: parseRating,
  single_choice: parseSingleChoice,
  multiple_choice: parseMultipleChoice,
}

/** The names of all question types. */
export const QUESTION_TYPES = Object.keys(PARSERS)

/**
 * Reads one question, all but its id. The given object is not changed.
 *
 * @returns A question whose texts are texts and whose numbers are numbers; `undefined` when its type is unknown or visitors could
 *   not answer it.
 */
export function parseQuestion(input: unknown): Question | undefined {
  const raw = objectOrEmpty(input)
  const type = String(raw.type)
  // Not `in`: a type may be called `constructor`.
  if (!QUESTION_TYPES.includes(type)) return undefined
  const fields = PARSERS[type as QuestionType](raw)
  return fields && ({ ...raw, ...fields, type, question: toText(raw.question) } as Question)
}
