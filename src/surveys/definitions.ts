import type {
  EmbeddedFlag,
  Question,
  QuestionType,
  Survey,
  SurveyAppearance,
  SurveyConditions,
} from '../wire/survey'

/** A survey in one shape, with nothing missing that deciding reads. What sessions read is the business of `readQuestions`. */
export interface Definition extends Survey {
  conditions: SurveyConditions
  appearance: SurveyAppearance
}

type Raw = Record<string, unknown>

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

const isQuestion = (raw: unknown): raw is Question => {
  const question = objectOf(raw)
  const type = String(question.type)
  return Object.keys(SHAPES).includes(type) && SHAPES[type as QuestionType](question)
}

const flagKey = (key: unknown, flag: unknown): string | null =>
  (key as string) || (objectOf(flag) as Partial<EmbeddedFlag>).key || null

/**
 * Reads one survey, in the form of browsers or of the management interface; the given object is not changed.
 *
 * @returns What is wrong, as a text, when it cannot be used. Interface 2.1; DECISIONS, "Malformed surveys".
 */
export function readDefinition(given: unknown): Definition | string {
  const raw = objectOf(given)
  if (!raw.id) return 'id'
  const questions = Array.isArray(raw.questions) ? raw.questions : []
  const broken = questions.findIndex(question => !isQuestion(question))
  if (broken >= 0 || questions.length === 0) return `questions[${Math.max(broken, 0)}]`
  return {
    ...(raw as unknown as Survey),
    id: String(raw.id),
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
  onFault: (id: unknown, fault: string) => void,
): Definition[] {
  const found = new Map<string, Definition>()
  for (const raw of list) {
    const { archived, id } = objectOf(raw)
    if (archived) continue
    const definition = readDefinition(raw)
    if (typeof definition === 'string') onFault(id, definition)
    else if (!found.has(definition.id)) found.set(definition.id, definition)
  }
  return [...found.values()]
}
