import { RATING_BUCKETS } from '../../../wire/ratingBuckets'
import type { Answer, RatingQuestion } from '../../../wire/survey'
import type { AnswerRules } from '../answerRules'

/** Returns the values of a scale in order. The scale of 10 begins at 0, all others at 1. */
export function ratingValues(question: Pick<RatingQuestion, 'scale'>): number[] {
  const first = question.scale === 10 ? 0 : 1
  return [...Array(question.scale - first + 1)].map((_, step) => first + step)
}

/** Returns an answer as a value of the scale, also one stored as text or as a list of one; `null` when it is outside. */
function ratingOf(question: RatingQuestion, answer: Answer): number | null {
  const single = Array.isArray(answer) ? (answer.length === 1 ? answer[0]! : '') : answer
  if (single === null || single === '') return null
  const value = Number(single)
  return ratingValues(question).includes(value) ? value : null
}

const literalKeys = ({ branching }: RatingQuestion): string[] =>
  branching?.type === 'response_based' ? Object.keys(branching.responseValues ?? {}) : []

const bucketOf = (scale: number, value: number) =>
  RATING_BUCKETS[scale]?.find(([, upTo]) => value <= upTo)?.[0]

/** Rating: a number. Branches by its part of the scale, or by the number itself when `responseValues` names it. */
export const ratingRules: AnswerRules<RatingQuestion, number | null> = {
  empty: () => null,
  restore: ratingOf,
  answer: ratingOf,
  problem: (question, draft) =>
    ratingOf(question, draft) !== null || question.optional ? null : { code: 'required' },
  branchKey(question, answer) {
    const value = ratingOf(question, answer)
    if (value === null) return undefined
    const literal = String(value)
    return literalKeys(question).includes(literal) ? literal : bucketOf(question.scale, value)
  },
  branchKeys: question => [
    ...new Set(ratingValues(question).map(value => ratingRules.branchKey(question, value))),
  ],
  prefill: (question, values) => ratingOf(question, values[0] ?? null) ?? undefined,
  submitsAtOnce: question => question.skipSubmitButton === true,
}
