import type { Answer, Question, Survey } from '../../wire/survey'
import { rulesOf } from '../questions/rules'

/** Answers by position. */
export type PrefilledAnswers = ReadonlyMap<number, Answer>

/** The answers there are; `answerOf` has one for a question, or `undefined`. */
function collectAnswers(
  survey: Survey,
  answerOf: (question: Question, position: number) => Answer | undefined,
): PrefilledAnswers {
  const answers = new Map<number, Answer>()
  survey.questions.forEach((question, position) => {
    const answer = answerOf(question, position)
    if (answer !== undefined) answers.set(position, answer)
  })
  return answers
}

/** Answers that the page's address brings: `?q0=9&q1=2` names positions of choices and values of ratings. */
export function answersInUrl(survey: Survey, url: string): PrefilledAnswers {
  const query = new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url)?.[1])
  return collectAnswers(survey, (question, position) =>
    rulesOf(question).prefill(question, query.getAll(`q${position}`)),
  )
}

/** What code gave for one question: the same as in an address, else the answer itself. */
function answerFromCode(question: Question, input: unknown): Answer | undefined {
  const values = (Array.isArray(input) ? input : [input])
    .filter(value => ['string', 'number'].includes(typeof value))
    .map(String)
  if (values.length === 0) return undefined
  const rules = rulesOf(question)
  const prefilled = rules.prefill(question, values)
  if (prefilled !== undefined) return prefilled
  const draft = rules.restore(question, Array.isArray(input) ? values : values[0]!)
  return rules.problem(question, draft) ? undefined : (rules.answer(question, draft) ?? undefined)
}

/** Answers that the caller gives, by position; what fits no question is left out. */
export const answersFromCode = (survey: Survey, input: Record<number, unknown>): PrefilledAnswers =>
  collectAnswers(survey, (question, position) => answerFromCode(question, input[position]))
