import type { Survey } from 'earshot'
import { TYPE_NAMES } from '../edit/questions'

/** The parsed survey, or why the text contains none: one line for each fault. */
export type ParseResult = { survey: Survey } | { error: string }

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isStringArray = (value: unknown): boolean =>
  Array.isArray(value) && value.every(item => typeof item === 'string')

/**
 * Parses a survey from JSON: a survey in the format of browsers or of the management API, or a response with exactly one.
 * Unknown fields are kept.
 *
 * @param newId Creates the id of a survey that has none.
 */
export function parseSurvey(text: string, newId: () => string): ParseResult {
  if (text.trim() === '') return { error: 'The text is empty. Paste a survey as JSON.' }
  try {
    return parseValue(JSON.parse(text), newId)
  } catch (error) {
    return { error: syntaxError(text, error) }
  }
}

function parseValue(value: unknown, newId: () => string): ParseResult {
  const list = isObject(value) ? (value.results ?? value.surveys) : value
  if (Array.isArray(list)) {
    if (list.length === 0) return { error: 'The list is empty. Expected one survey.' }
    if (list.length === 1) return parseValue(list[0], newId)
    return { error: `The list contains ${list.length} surveys. Import one survey at a time.` }
  }
  if (!isObject(value)) return { error: 'A survey must be an object: { "name": ..., "questions": [...] }.' }
  const errors = [...surveyErrors(value)]
  if (errors.length > 0) return { error: errors.join('\n') }
  const survey = { ...value, type: value.type ?? 'popover', id: value.id ? String(value.id) : newId() }
  // `surveyErrors` has checked all fields that the editor relies on.
  return { survey: survey as unknown as Survey }
}

/** Yields the errors that the editor could not display. All other problems are reported as findings. */
function* surveyErrors(raw: JsonObject): Generator<string> {
  for (const name of ['name', 'type']) {
    if (raw[name] != null && typeof raw[name] !== 'string') yield `"${name}" must be a string.`
  }
  yield* objectErrors(raw, ['appearance', 'conditions', 'translations'])
  if (!Array.isArray(raw.questions)) return yield '"questions" must be a list.'
  for (const [index, question] of raw.questions.entries()) {
    for (const error of questionErrors(question)) yield `questions[${index}]: ${error}`
  }
}

function* questionErrors(question: unknown): Generator<string> {
  if (!isObject(question)) return yield 'must be an object.'
  if (!Object.hasOwn(TYPE_NAMES, String(question.type))) {
    yield `"type" must be one of ${Object.keys(TYPE_NAMES).join(', ')}.`
  }
  if (typeof question.question !== 'string') yield '"question" must be a string.'
  if (/choice/.test(String(question.type)) && !isStringArray(question.choices))
    yield '"choices" must be a list of strings.'
  if (question.type === 'rating' && typeof question.scale !== 'number') yield '"scale" must be a number.'
  yield* objectErrors(question, ['branching', 'translations'])
}

function* objectErrors(raw: JsonObject, names: readonly string[]): Generator<string> {
  for (const name of names) {
    if (raw[name] != null && !isObject(raw[name])) yield `"${name}" must be an object.`
  }
}

/** Returns the browser's error message with line and column, if the message contains a position. */
function syntaxError(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const position = /position (\d+)/.exec(message)?.[1]
  // The message for truncated JSON may have no position. The error is at the end then.
  const isTruncated = /unexpected end|unterminated/i.test(message)
  if (position === undefined && !isTruncated) return `Invalid JSON: ${message}.`
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n')
  const reason = message.replace(/ in JSON.*| \(line.*/s, '')
  return `Invalid JSON, line ${before.length}, column ${before.at(-1)!.length + 1}: ${reason}.`
}
