import type { Answer, RatingQuestion } from '../../../wire/survey'
import type { AnswerRules } from '../../session/answer'

/** Names of the parts of a scale, and the highest value of each. Interface 2.4, `responseValues`. */
const BUCKETS: Record<number, readonly (readonly [name: string, upTo: number])[]> = {
  2: [
    ['positive', 1],
    ['negative', 2],
  ],
  3: [
    ['negative', 1],
    ['neutral', 2],
    ['positive', 3],
  ],
  5: [
    ['negative', 2],
    ['neutral', 3],
    ['positive', 5],
  ],
  7: [
    ['negative', 3],
    ['neutral', 4],
    ['positive', 7],
  ],
  10: [
    ['detractors', 6],
    ['passives', 8],
    ['promoters', 10],
  ],
}

/** The values a scale offers, in order: from 0 on the scale of 10, from 1 on all others. */
export function ratingValues(question: Pick<RatingQuestion, 'scale'>): number[] {
  const first = question.scale === 10 ? 0 : 1
  return [...Array(question.scale - first + 1).keys()].map(step => first + step)
}

/** The value of an answer, also of one that was stored as text or as a list of one; `null` when the scale has no such value. */
function ratingOf(question: RatingQuestion, answer: Answer): number | null {
  const single = Array.isArray(answer) ? (answer.length === 1 ? answer[0]! : '') : answer
  if (single === null || single === '') return null
  const value = Number(single)
  return ratingValues(question).includes(value) ? value : null
}

const literalKeys = ({ branching }: RatingQuestion): string[] =>
  branching?.type === 'response_based' ? Object.keys(branching.responseValues ?? {}) : []

const bucketOf = (scale: number, value: number) => BUCKETS[scale]?.find(([, upTo]) => value <= upTo)?.[0]

/** Rating: a number of its scale. Branches by part of the scale; the number itself, where `responseValues` has it, wins. */
export const ratingRules: AnswerRules<RatingQuestion> = {
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
  branchKeys(question) {
    const keys = ratingValues(question).map(value => ratingRules.branchKey(question, value))
    return [...new Set(keys)].filter(key => key !== undefined)
  },
  prefill: (question, values) => ratingOf(question, values[0] ?? null) ?? undefined,
  submitsAtOnce: question => question.skipSubmitButton === true,
}
