import type { Question, QuestionType, Survey, SurveyAppearance, SurveyConditions } from '../../wire/survey'

/** A survey in one shape, with nothing missing that deciding reads. What sessions read is the business of `readQuestions`. */
export interface ParsedSurvey extends Survey {
  conditions: SurveyConditions
  appearance: SurveyAppearance
}

type Raw = Record<string, unknown>

/** Flag keys of the browser form; the management form has a flag under the name without `_key`. */
const FLAG_KEY_FIELDS = ['linked_flag_key', 'targeting_flag_key', 'internal_targeting_flag_key'] as const

/** The object itself; all else is an empty one. */
const objectOf = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {}

const hasChoices = ({ choices }: Raw): boolean => Array.isArray(choices) && choices.length > 0

/** A missing scale is 10. */
function hasScale(question: Raw): boolean {
  const scale = Number(question.scale ?? 10)
  return Number.isInteger(scale) && scale >= 2 && scale <= 10
}

/** Whether a question has what its type cannot do without. */
const SHAPES: Record<QuestionType, (question: Raw) => boolean> = {
  open: () => true,
  link: () => true,
  rating: hasScale,
  single_choice: hasChoices,
  multiple_choice: hasChoices,
}

/** True: it can be asked. */
export const isQuestion = (raw: unknown): raw is Question => {
  const question = objectOf(raw)
  const type = String(question.type)
  return Object.keys(SHAPES).includes(type) && SHAPES[type as QuestionType](question)
}

/** The keys of a survey's flags, whichever form it has. */
function flagKeys(raw: Raw): Pick<Survey, (typeof FLAG_KEY_FIELDS)[number]> {
  const keys = FLAG_KEY_FIELDS.map(name => [name, raw[name] || objectOf(raw[name.slice(0, -4)]).key || null])
  return Object.fromEntries(keys)
}

/**
 * Reads one survey, in the form of browsers or of the management interface; the given object is not changed.
 *
 * @returns What is wrong, as a text, when it cannot be used. Interface 2.1; DECISIONS, "Malformed surveys".
 */
export function parseSurvey(given: unknown): ParsedSurvey | string {
  try {
    return parse(objectOf(given))
  } catch {
    // An object that refuses to become text or a number, where one of these belongs.
    return 'unreadable'
  }
}

function parse(raw: Raw): ParsedSurvey | string {
  if (!raw.id) return 'id'
  const questions = Array.isArray(raw.questions) ? raw.questions : []
  const invalidIndex = questions.findIndex(question => !isQuestion(question))
  if (invalidIndex >= 0 || questions.length === 0) return `questions[${Math.max(invalidIndex, 0)}]`
  return {
    ...(raw as unknown as Survey),
    id: String(raw.id),
    conditions: objectOf(raw.conditions),
    appearance: objectOf(raw.appearance),
    ...flagKeys(raw),
  }
}

/**
 * Reads a list of surveys. A broken one is left out and told to `onFault`, an archived one is left out; of two with the same
 * id the first counts.
 */
export function parseSurveys(
  list: readonly unknown[],
  onInvalid: (id: unknown, problem: string) => void,
): ParsedSurvey[] {
  const found = new Map<string, ParsedSurvey>()
  for (const raw of list) {
    const { archived, id } = objectOf(raw)
    if (archived) continue
    const definition = parseSurvey(raw)
    if (typeof definition === 'string') onInvalid(id, definition)
    else if (!found.has(definition.id)) found.set(definition.id, definition)
  }
  return [...found.values()]
}
