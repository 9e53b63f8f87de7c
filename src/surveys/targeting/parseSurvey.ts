import { arrayOrEmpty } from '../../lib/arrayOrEmpty'
import { attempt } from '../../lib/attempt'
import { ownOptions } from '../../lib/nullProtoRecord'
import { objectOrEmpty } from '../../lib/objectOrEmpty'
import { isText } from '../../lib/typeGuards'
import type { Question, Survey, SurveyAppearance, SurveyConditions } from '../../wire/survey'
import { toText } from '../questions/parse'
import { parseQuestion } from '../questions/parsers'

/** A question whose fields have the types they should, with an id that no other question of the survey has. */
export type ParsedQuestion = Question & { id: string }

/** A survey in one shape, whichever form it arrived in. Everything after `parseSurvey` relies on it. */
export interface ParsedSurvey extends Survey {
  questions: ParsedQuestion[]
  conditions: SurveyConditions
  appearance: SurveyAppearance
}

/** Flag objects of the management form. The browser form has a flag key under the name with `_key`. */
export const FLAG_FIELDS = ['linked_flag', 'targeting_flag', 'internal_targeting_flag'] as const

/** Returns the keys of a survey's flags from either form. */
function flagKeys(raw: Record<string, unknown>): Pick<Survey, `${(typeof FLAG_FIELDS)[number]}_key`> {
  const keys = FLAG_FIELDS.map(name => [
    `${name}_key`,
    raw[`${name}_key`] || objectOrEmpty(raw[name]).key || null,
  ])
  return Object.fromEntries(keys)
}

/**
 * Gives each question an id of its own: a missing one, and the second of two equal ones, becomes `q<position>`. Otherwise one
 * answer would be reported in place of another. See D-157.
 */
function withUniqueIds(questions: readonly Question[]): ParsedQuestion[] {
  const ids = questions.map(({ id }) => toText(id))
  const used = new Set(ids)
  const seen = new Set([''])
  return questions.map((question, index) => {
    let id = ids[index]!
    if (seen.has(id)) {
      id = `q${index}`
      while (used.has(id)) id += '_'
      used.add(id)
    }
    seen.add(id)
    return { ...question, id }
  })
}

function parse(raw: Record<string, unknown>): ParsedSurvey | string {
  if (!raw.id) return 'id'
  const questions = arrayOrEmpty(raw.questions as unknown[]).map(parseQuestion)
  const invalidIndex = questions.indexOf(undefined)
  if (invalidIndex >= 0 || questions.length === 0) return `questions[${Math.max(invalidIndex, 0)}]`
  return {
    ...(raw as unknown as Survey),
    id: String(raw.id),
    questions: withUniqueIds(questions as Question[]),
    // One of a wrong shape stays as it is, so that it is reported. See D-363.
    conditions: raw.conditions ?? {},
    appearance: objectOrEmpty(raw.appearance),
    ...flagKeys(raw),
  }
}

/**
 * Reads one survey in the form of browsers or of the management interface. The given object is not changed.
 *
 * @returns The path of what makes it unusable, as a text, when it cannot be shown: `id`, `questions[1]`, or `unreadable`.
 *
 * Never throws. Interface 2.1; D-104.
 */
export const parseSurvey = (input: unknown): ParsedSurvey | string =>
  // An object may refuse to become text or a number, where one of these belongs.
  attempt(() => ownOptions(parse(objectOrEmpty(ownOptions(input)))), 'unreadable')

/**
 * Reads a list of surveys. Archived ones are left out, and of two with the same id the second.
 *
 * @param onInvalid Called for each survey that cannot be shown, with its id and the result of `parseSurvey`.
 */
export function parseSurveys(
  list: readonly unknown[],
  onInvalid: (id: unknown, problem: string) => void,
): ParsedSurvey[] {
  const surveys = new Map<string, ParsedSurvey>()
  for (const raw of list) {
    const { archived, id } = objectOrEmpty(raw)
    if (archived) continue
    const survey = parseSurvey(raw)
    if (isText(survey)) onInvalid(id, survey)
    else if (!surveys.has(survey.id)) surveys.set(survey.id, survey)
  }
  return [...surveys.values()]
}
