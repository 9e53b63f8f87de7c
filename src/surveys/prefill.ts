import type { Question, Survey } from '../wire/survey'
import type { Answer } from './answer'
import { rulesOf } from './questions'

/** Answers by position. */
export type GivenAnswers = ReadonlyMap<number, Answer>

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone percent sign: the pair is left out, the others count.
    return undefined
  }
}

/** The values of `q<position>` in an address; a position may come several times. */
function valuesInUrl(url: string): Map<number, string[]> {
  const query = url.split('#')[0]!.split('?').slice(1).join('?')
  const found = new Map<number, string[]>()
  for (const pair of query.split('&')) {
    const cut = pair.indexOf('=')
    const position = /^q(\d+)$/.exec(decoded(pair.slice(0, cut)) ?? '')?.[1]
    const value = decoded(pair.slice(cut + 1))
    if (cut < 0 || position === undefined || value === undefined) continue
    found.set(Number(position), [...(found.get(Number(position)) ?? []), value])
  }
  return found
}

/** Answers that the page's address brings: `?q0=9&q1=2` names positions of choices and values of ratings. */
export function answersInUrl(survey: Survey, url: string): GivenAnswers {
  const answers = new Map<number, Answer>()
  for (const [position, values] of valuesInUrl(url)) {
    const question = survey.questions[position]
    const answer = question && rulesOf(question).prefill(question, values)
    if (answer !== undefined) answers.set(position, answer)
  }
  return answers
}

/** What code gave for one question: the same as in an address, else the answer itself. */
function answerFromCode(question: Question, given: unknown): Answer | undefined {
  const values = (Array.isArray(given) ? given : [given])
    .filter(value => ['string', 'number'].includes(typeof value))
    .map(String)
  if (values.length === 0) return undefined
  const rules = rulesOf(question)
  const prefilled = rules.prefill(question, values)
  if (prefilled !== undefined) return prefilled
  const draft = rules.restore(question, Array.isArray(given) ? values : values[0]!)
  return rules.problem(question, draft) ? undefined : (rules.answer(question, draft) ?? undefined)
}

/** Answers that the caller gives, by position; what fits no question is left out. */
export function answersFromCode(survey: Survey, given: Record<number, unknown>): GivenAnswers {
  const answers = new Map<number, Answer>()
  survey.questions.forEach((question, position) => {
    const answer = answerFromCode(question, given[position])
    if (answer !== undefined) answers.set(position, answer)
  })
  return answers
}
