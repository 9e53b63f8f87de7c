import { attempt } from '../../lib/attempt'
import type { Answer, Question, Survey } from '../../wire/survey'
import { rulesOf } from '../questions/rules'

/** Prefilled answers by question index; `undefined` for questions without one. See D-184. */
export type PrefilledAnswers = readonly (Answer | undefined)[]

/**
 * Returns the answers in a URL. In `?q0=9&q1=2`, values are those of ratings or indexes of choices.
 *
 * See D-184.
 */
export function answersInUrl({ questions }: Survey, url: string): PrefilledAnswers {
  // The page may have no `URLSearchParams`. See D-556.
  const valuesOf = (name: string) => attempt(() => new URL(url).searchParams.getAll(name), [])
  return questions.map((question, index) => rulesOf(question).prefill(question, valuesOf(`q${index}`)))
}

/** Reads a value as it would stand in a URL, and else as the answer itself. */
function answerFromCode(question: Question, input: unknown): Answer | undefined {
  const values = [input]
    .flat()
    .filter(value => ['string', 'number'].includes(typeof value))
    .map(String)
  const rules = rulesOf(question)
  const prefilled = rules.prefill(question, values)
  if (prefilled !== undefined) return prefilled
  const draft = rules.restore(question, Array.isArray(input) ? values : values[0]!)
  return rules.problem(question, draft) ? undefined : (rules.answer(question, draft) ?? undefined)
}

/**
 * Returns the answers that the caller passed, by question index. Ignores a value that does not fit its question, or cannot be read.
 *
 * See D-184.
 */
export const answersFromCode = ({ questions }: Survey, input: Record<number, unknown>): PrefilledAnswers =>
  questions.map((question, index) => attempt(() => answerFromCode(question, input[index])))
