import type { Answer, Question, Survey } from '../../wire/survey'
import { rulesOf } from '../questions/rules'

/** What follows a question: the zero-based index of another one, or the end. Interface 2.4, branching. */
export type Step = number | 'end'

/** Returns the question after `index`, or the end. */
const following = ({ questions }: Survey, index: number): Step =>
  index + 1 < questions.length ? index + 1 : 'end'

/** Reads a value of `branching`. One that names no question is no branch, so the next question follows. See D-362. */
const parseStep = (survey: Survey, index: number, value: unknown): Step =>
  value === 'end' || (Number.isInteger(value) && survey.questions[value as number])
    ? (value as Step)
    : following(survey, index)

/** Returns an own property, so that a choice called `constructor` has no value. An answer without a key has none. See D-674. */
const ownValue = (values: Record<string, unknown> | null | undefined, key: string | undefined): unknown =>
  key && Object.getOwnPropertyDescriptor(values ?? {}, key)?.value

/**
 * Returns the step after an answered question.
 *
 * @param index Zero-based index of the answered question.
 * @param answer `null` when the question was skipped.
 * @returns The index of a question that exists, or `'end'`.
 *
 * Never throws. Interface 2.4, branching.
 */
export function nextStep(survey: Survey, index: number, answer: Answer): Step {
  const question = survey.questions[index]
  const branching = question?.branching
  switch (branching?.type) {
    case 'end':
      return 'end'
    case 'specific_question':
      return parseStep(survey, index, branching.index)
    case 'response_based': {
      const key = rulesOf(question!).branchKey(question!, answer)
      return parseStep(survey, index, ownValue(branching.responseValues, key))
    }
    default:
      return following(survey, index)
  }
}

/**
 * Returns a step that leads to no answered question: branching to one follows that question's own branch. Ends the survey when
 * this leads around in a circle.
 *
 * @param answered Indexes of the answered questions.
 * @param answerOf Returns the answer to the question at an index.
 *
 * See D-167.
 */
export function skipAnswered(
  survey: Survey,
  step: Step,
  answered: ReadonlySet<number>,
  answerOf: (index: number) => Answer,
): Step {
  let reached = step
  for (let skipped = 0; reached !== 'end' && answered.has(reached); skipped++) {
    if (skipped >= answered.size) return 'end'
    reached = nextStep(survey, reached, answerOf(reached))
  }
  return reached
}

/** Whether a question can lead to another one than the next. Interface 2.4, branching. */
export const hasBranching = ({ branching }: Question): boolean =>
  !!branching?.type && branching.type !== 'next_question'

/** Returns every step that can follow a question, whatever the answer. Interface 2.4, branching. */
export function possibleSteps(survey: Survey, index: number): Step[] {
  const question = survey.questions[index]!
  const { branching, optional } = question
  if (branching?.type !== 'response_based') return [nextStep(survey, index, null)]
  const steps = rulesOf(question)
    .branchKeys(question)
    .map(key => parseStep(survey, index, ownValue(branching.responseValues, key)))
  if (optional || steps.length === 0) steps.push(following(survey, index))
  return [...new Set(steps)]
}
