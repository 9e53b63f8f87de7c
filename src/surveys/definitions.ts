import type {
  EmbeddedFlag,
  Question,
  QuestionType,
  Survey,
  SurveyAppearance,
  SurveyConditions,
} from '../wire/survey'
import { type IdentifiedQuestion, withQuestionIds } from './questionIds'

/** A survey that can be relied on: one shape, nothing missing that a part of Earshot reads. */
export interface Definition extends Survey {
  questions: IdentifiedQuestion[]
  conditions: SurveyConditions
  appearance: SurveyAppearance
}

type Raw = Record<string, unknown>

const isObject = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const objectOf = (value: unknown): Raw => (isObject(value) ? value : {})

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** A missing scale is that of the usual question, how likely somebody is to recommend. */
function readScale(question: Raw): Raw | string {
  const scale = Number(question.scale ?? 10)
  const usable = Number.isInteger(scale) && scale >= 2 && scale <= 10
  return usable
    ? { scale, display: question.display === 'emoji' ? 'emoji' : 'number' }
    : 'its scale is not 2 to 10'
}

function readChoices({ choices }: Raw): Raw | string {
  return Array.isArray(choices) && choices.length > 0 ? { choices: choices.map(textOf) } : 'it has no choices'
}

/** What a type cannot do without, made usable; a text says what is wrong. */
const SHAPES: Record<QuestionType, (question: Raw) => Raw | string> = {
  open: () => ({}),
  link: () => ({}),
  rating: readScale,
  single_choice: readChoices,
  multiple_choice: readChoices,
}

function readQuestion(raw: unknown, index: number): Question | string {
  const question = objectOf(raw)
  const type = textOf(question.type)
  if (!Object.keys(SHAPES).includes(type))
    return `question ${index}: unknown type ${JSON.stringify(question.type)}`
  const shape = SHAPES[type as QuestionType](question)
  if (typeof shape === 'string') return `question ${index}: ${shape}`
  // `type` is known, and its shape has just been given what it needs.
  return { ...question, ...shape, question: textOf(question.question) } as unknown as Question
}

/** The key of a flag in either form of a survey. */
const flagKey = (key: unknown, flag: unknown): string | null =>
  textOf(key) || textOf((objectOf(flag) as Partial<EmbeddedFlag>).key) || null

/**
 * Reads one survey, in the form of browsers or of the management interface; the given object is not changed.
 *
 * @returns What is wrong, as a text, when it cannot be used. Interface 2.1; DECISIONS, "Malformed surveys".
 */
export function readDefinition(raw: unknown): Definition | string {
  if (!isObject(raw)) return 'it is not an object'
  const id = textOf(raw.id)
  if (!id) return 'it has no id'
  const questions = (Array.isArray(raw.questions) ? raw.questions : []).map(readQuestion)
  const fault = questions.find(question => typeof question === 'string')
  if (fault !== undefined) return fault
  if (questions.length === 0) return 'it has no questions'
  return {
    ...(raw as unknown as Survey),
    id,
    name: textOf(raw.name),
    questions: withQuestionIds(questions as Question[]),
    conditions: objectOf(raw.conditions),
    appearance: objectOf(raw.appearance),
    linked_flag_key: flagKey(raw.linked_flag_key, raw.linked_flag),
    targeting_flag_key: flagKey(raw.targeting_flag_key, raw.targeting_flag),
    internal_targeting_flag_key: flagKey(raw.internal_targeting_flag_key, raw.internal_targeting_flag),
  }
}

/**
 * Reads a list of surveys. A broken one is left out and told to `onFault`, an archived one is left out; of two with the same
 * id the first counts.
 */
export function readDefinitions(
  list: readonly unknown[],
  onFault: (survey: unknown, fault: string) => void,
): Definition[] {
  const found = new Map<string, Definition>()
  for (const raw of list) {
    if (objectOf(raw).archived === true) continue
    const definition = readDefinition(raw)
    if (typeof definition === 'string') onFault(objectOf(raw).id, definition)
    else if (!found.has(definition.id)) found.set(definition.id, definition)
  }
  return [...found.values()]
}
