import { RATING_BUCKETS } from '../../../wire/ratingBuckets'
import type { Answer, Question } from '../../../wire/survey'

/** What follows a question: the zero-based index of another one, or the end. Interface 2.4, branching. */
type Step = number | 'end'

/** Returns the step after a question, by its branching. The client decides in the same way. Interface 2.4. */
export function nextStep(questions: readonly Question[], index: number, answer: Answer): Step {
  const branching = questions[index]?.branching
  switch (branching?.type) {
    case 'end':
      return 'end'
    case 'specific_question':
      return stepOf(questions, index, branching.index)
    case 'response_based': {
      const key = branchKey(questions[index]!, answer, Object.keys(branching.responseValues ?? {}))
      return stepOf(questions, index, key === undefined ? undefined : branching.responseValues[key])
    }
    default:
      return following(questions, index)
  }
}

/** A value that names no question is no branch, so the next question follows. See D-362. */
function stepOf(questions: readonly Question[], index: number, value: unknown): Step {
  if (value === 'end') return 'end'
  return typeof value === 'number' && questions[value] ? value : following(questions, index)
}

function following(questions: readonly Question[], index: number): Step {
  return index + 1 < questions.length ? index + 1 : 'end'
}

/** Returns the key of `responseValues` that an answer stands for, if there is one. */
function branchKey(question: Question, answer: Answer, keys: string[]): string | undefined {
  const key = answer === null ? undefined : answerKey(question, answer, keys)
  return key !== undefined && keys.includes(key) ? key : undefined
}

function answerKey(question: Question, answer: NonNullable<Answer>, keys: string[]): string | undefined {
  switch (question.type) {
    case 'rating': {
      const value = ratingOf(question, answer)
      if (value === null || keys.includes(String(value))) return value === null ? undefined : String(value)
      return RATING_BUCKETS[question.scale]?.find(([, upTo]) => value <= upTo)?.[0]
    }
    case 'single_choice': {
      const position = question.choices.indexOf(String(answer))
      if (position >= 0) return String(position)
      return question.hasOpenChoice && question.choices.length > 0
        ? String(question.choices.length - 1)
        : undefined
    }
    default:
      return undefined
  }
}

/** Results list no more values than this. A scale may be any number. See D-729. */
const MAX_SCALE = 100

/** The scale of 10 begins at 0, all others at 1. Interface 2.4. */
const firstValue = (scale: number) => (scale === 10 ? 0 : 1)

/** Returns the values of a scale in order, at most 100. */
export function scaleValues(scale: number): number[] {
  const first = firstValue(scale)
  const last = Math.min(scale, MAX_SCALE)
  return Array.from({ length: last - first + 1 }, (_, step) => first + step)
}

/** Returns an answer as a value of the scale, also one that was sent as text or as a list of one. */
export function ratingOf({ scale }: { scale: number }, answer: NonNullable<Answer>): number | null {
  const single = Array.isArray(answer) ? (answer.length === 1 ? answer[0]! : '') : answer
  const value = single === '' ? Number.NaN : Number(single)
  return Number.isInteger(value) && value >= firstValue(scale) && value <= scale ? value : null
}
