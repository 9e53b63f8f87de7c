import type { Survey } from 'earshot'
import { TYPE_NAMES } from '../edit/questions'

/** A survey that was read, or why there is none. */
export type ParseResult = { survey: Survey } | { error: string }

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isStringArray = (value: unknown): boolean =>
  Array.isArray(value) && value.every(item => typeof item === 'string')

/**
 * Reads a survey from text: one survey in the form of browsers or of the management interface, or an answer that holds just
 * one. Everything in it is kept, known or not.
 *
 * @param newId Gives the survey an id where it has none.
 */
export function parseSurvey(text: string, newId: () => string): ParseResult {
  if (text.trim() === '') return { error: 'There is nothing here yet. Paste a survey as JSON.' }
  try {
    return parseValue(JSON.parse(text), newId)
  } catch (error) {
    return { error: syntaxError(text, error) }
  }
}

function parseValue(value: unknown, newId: () => string): ParseResult {
  const list = isObject(value) ? (value.results ?? value.surveys) : value
  if (Array.isArray(list)) {
    if (list.length === 0) return { error: 'This is an empty list: there is no survey in it.' }
    if (list.length === 1) return parseValue(list[0], newId)
    return { error: `This is a list of ${list.length} surveys. Take one of them.` }
  }
  if (!isObject(value)) return { error: 'A survey is an object: { "name": ..., "questions": [...] }.' }
  const error = surveyError(value)
  if (error) return { error }
  const survey = { ...value, type: value.type ?? 'popover', id: value.id ? String(value.id) : newId() }
  // Everything that this page relies on has just been looked at.
  return { survey: survey as unknown as Survey }
}

/** What a form could not show; what is merely unwise is for the findings to tell. */
function surveyError(raw: JsonObject): string | undefined {
  if (!Array.isArray(raw.questions)) return '"questions" must be a list.'
  for (const name of ['name', 'type']) {
    if (raw[name] != null && typeof raw[name] !== 'string') return `"${name}" must be a text.`
  }
  for (const name of ['appearance', 'conditions', 'translations']) {
    if (raw[name] != null && !isObject(raw[name])) return `"${name}" must be an object.`
  }
  for (const [index, question] of raw.questions.entries()) {
    const error = questionError(question)
    if (error) return `questions[${index}]: ${error}`
  }
  return undefined
}

function questionError(question: unknown): string | undefined {
  if (!isObject(question)) return 'it must be an object.'
  if (!Object.hasOwn(TYPE_NAMES, String(question.type))) {
    return `"type" must be one of ${Object.keys(TYPE_NAMES).join(', ')}.`
  }
  if (typeof question.question !== 'string') return '"question" must be a text.'
  if (/choice/.test(String(question.type)) && !isStringArray(question.choices))
    return '"choices" must be a list of texts.'
  if (question.type === 'rating' && typeof question.scale !== 'number') return '"scale" must be a number.'
  for (const name of ['branching', 'translations']) {
    if (question[name] != null && !isObject(question[name])) return `"${name}" must be an object.`
  }
  return undefined
}

/** The browser's own words, and where it is: some browsers tell the place, others quote what stands there. */
function syntaxError(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const position = /position (\d+)/.exec(message)?.[1]
  const isCut = /unexpected end|unterminated/i.test(message)
  if (position === undefined && !isCut) return `This is not JSON: ${message}.`
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n')
  const short = message.replace(/ in JSON.*| \(line.*/s, '')
  return `This is not JSON, line ${before.length}, column ${before.at(-1)!.length + 1}: ${short}.`
}
