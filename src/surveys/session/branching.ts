import type { Answer, Question, Survey } from '../../wire/survey'
import { rulesOf } from '../questions/rules'

/** What follows a question: the position of another one, or the end. */
export type Step = number | 'end'

/** A position the survey does not have is the end: a dead end must not become an empty box. */
const toStep = ({ questions }: Survey, index: number): Step =>
  Number.isInteger(index) && index >= 0 && index < questions.length ? index : 'end'

/** What a value of `responseValues` means; `undefined` when it means nothing, which is "go on". */
function parseStep(survey: Survey, value: unknown): Step | undefined {
  if (value === 'end') return 'end'
  return Number.isInteger(value) ? toStep(survey, value as number) : undefined
}

/** Own properties alone, so that a choice called `constructor` finds nothing. */
const ownValue = (values: Record<string, unknown> | null | undefined, key: string | undefined): unknown =>
  Object.entries(values ?? {}).find(([name]) => name === key)?.[1]

/**
 * Chooses what follows an answered question.
 *
 * @param index Zero-based position of the question just answered.
 * @param answer What the person gave; `null` when they skipped.
 * @returns The position to show next, or `'end'`. A position the survey does not have counts as `'end'`.
 *
 * Never throws. Interface 2.4, branching.
 */
export function nextStep(survey: Survey, index: number, answer: Answer): Step {
  const question = survey.questions[index]
  const next = toStep(survey, index + 1)
  const branching = question?.branching
  switch (branching?.type) {
    case 'end':
      return 'end'
    case 'specific_question':
      return parseStep(survey, branching.index) ?? next
    case 'response_based': {
      const key = rulesOf(question!).branchKey(question!, answer)
      return parseStep(survey, ownValue(branching.responseValues, key)) ?? next
    }
    default:
      return next
  }
}

/**
 * Where a step leads a person who has been somewhere already: a question is asked once. A jump back to an answered question
 * passes it over as its answer says, and the survey ends where that comes round in a circle.
 *
 * @param visited Positions asked so far.
 * @param answerOf The answer to the question at a position.
 *
 * DECISIONS, "Branching in circles".
 */
export function skipAnswered(
  survey: Survey,
  step: Step,
  visited: readonly number[],
  answerOf: (index: number) => Answer,
): Step {
  let reached = step
  for (let passed = 0; reached !== 'end' && visited.includes(reached); passed++) {
    if (passed >= visited.length) return 'end'
    reached = nextStep(survey, reached, answerOf(reached))
  }
  return reached
}

/** True: the question leads elsewhere than to the one after it. */
export const hasBranching = ({ branching }: Question): boolean =>
  !!branching?.type && branching.type !== 'next_question'

/** Everything that can follow a question, whatever is answered. */
export function possibleSteps(survey: Survey, index: number): Step[] {
  const question = survey.questions[index]!
  const rules = rulesOf(question)
  const branching = question.branching
  if (branching?.type !== 'response_based') return [nextStep(survey, index, null)]
  const next = toStep(survey, index + 1)
  const steps = rules
    .branchKeys(question)
    .map(key => parseStep(survey, ownValue(branching.responseValues, key)) ?? next)
  if (question.optional || steps.length === 0) steps.push(next)
  return [...new Set(steps)]
}
