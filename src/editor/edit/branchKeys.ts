import type { Question } from 'earshot'
import type { Answer } from 'earshot/surveys'
import { RATING_BUCKETS } from '../../wire/ratingBuckets'

/** A group of answers that leave a question together. */
export interface AnswerGroup {
  /** Key in `responseValues`; `undefined` when branching by answer cannot name the group, so that the next question follows. */
  key: string | undefined
  /** Empty for all answers. */
  label: string
  /** An answer of the group. Choices are named by position, because two can have one label. */
  example: Answer
}

/** A group of answers that can have a branch of its own. */
export type BranchKey = AnswerGroup & { key: string }

/** Label of the answer of a visitor who skips a question. */
export const SKIPPED = 'Skipped'

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the groups of a rating in the order of its scale. A key that is the number itself wins over the bucket. See D-168. */
function ratingGroups({ scale, branching }: Extract<Question, { type: 'rating' }>): AnswerGroup[] {
  const buckets = RATING_BUCKETS[scale] ?? []
  const first = scale === 10 ? 0 : 1
  const values = (branching?.type === 'response_based' && branching.responseValues) || {}
  const groupOf = (value: number): AnswerGroup => {
    if (Object.hasOwn(values, String(value)))
      return { key: String(value), label: String(value), example: value }
    const position = buckets.findIndex(([, upTo]) => value <= upTo)
    const bucket = buckets[position]
    if (!bucket) return { key: undefined, label: 'Other answers', example: value }
    const [key, upTo] = bucket
    const from = (buckets[position - 1]?.[1] ?? first - 1) + 1
    const range = from === upTo ? String(from) : `${from} to ${upTo}`
    const label =
      scale === 2 ? `Thumbs ${key === 'positive' ? 'up' : 'down'}` : `${capitalize(key)} (${range})`
    return { key, label, example: value }
  }
  const groups = new Map<string | undefined, AnswerGroup>()
  for (let value = first; value <= scale; value++) {
    const group = groupOf(value)
    if (!groups.has(group.key)) groups.set(group.key, group)
  }
  return [...groups.values()]
}

function namedGroups(question: Question): AnswerGroup[] {
  if (question.type === 'rating') return ratingGroups(question)
  if (question.type !== 'single_choice') return []
  return question.choices.map((label, index) => ({ key: String(index), label, example: index }))
}

/** Returns the branch keys of a question; an empty list for types that cannot branch by answer. */
export const branchKeysOf = (question: Question): BranchKey[] =>
  namedGroups(question).filter((group): group is BranchKey => group.key !== undefined)

/** Returns all groups of answers that a visitor can leave a question with: a single one when no branch depends on the answer. */
export function answerGroupsOf(question: Question): AnswerGroup[] {
  const groups = question.branching?.type === 'response_based' ? namedGroups(question) : []
  if (groups.length === 0) return [{ key: undefined, label: '', example: null }]
  return question.optional ? [...groups, { key: undefined, label: SKIPPED, example: null }] : groups
}
