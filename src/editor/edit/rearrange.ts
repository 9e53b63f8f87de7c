import type { Branching, Question, Survey } from 'earshot'
import { nextStep, type Step } from 'earshot/surveys'
import { type AnswerGroup, answerGroupsOf } from './branchKeys'
import type { IndexMap } from './indexMap'

/** Whether a question leads elsewhere than to the next one by a rule of its own. */
export const hasBranching = ({ branching }: Question): boolean =>
  !!branching?.type && branching.type !== 'next_question'

/** Returns the questions that the branches of a question name. */
export function branchTargets({ branching }: Question): number[] {
  if (branching?.type === 'specific_question') return [branching.index]
  if (branching?.type !== 'response_based') return []
  return Object.values(branching.responseValues ?? {}).filter(target => typeof target === 'number')
}

const branchTo = (step: Step): Branching =>
  step === 'end' ? { type: 'end' } : { type: 'specific_question', index: step }

/** Returns a question with each target of its branches mapped. */
export function mapTargets(question: Question, mapTarget: (target: number) => Step): Question {
  const { branching } = question
  if (branching?.type === 'specific_question')
    return { ...question, branching: branchTo(mapTarget(branching.index)) }
  if (branching?.type !== 'response_based') return question
  const targets = Object.entries(branching.responseValues ?? {}).map(
    ([key, target]) => [key, typeof target === 'number' ? mapTarget(target) : target] as const,
  )
  return { ...question, branching: { ...branching, responseValues: Object.fromEntries(targets) } }
}

/** Returns a question with another step after a group of answers; the question itself when no branch can name the group. */
function leadTo(question: Question, { key, label }: AnswerGroup, step: Step): Question {
  if (label === '') return { ...question, branching: branchTo(step) }
  if (key === undefined || question.branching?.type !== 'response_based') return question
  const { branching } = question
  return {
    ...question,
    branching: { ...branching, responseValues: { ...branching.responseValues, [key]: step } },
  }
}

/**
 * Returns the survey with its questions at other positions, and each answer leading to the question that it led to. Branches are
 * added where the order of the list no longer gives that question.
 *
 * @param mapIndex New position of each question; `undefined` removes it.
 * @param afterRemoved Step in place of a removed question, as a position in the old list.
 */
export function rearrange(survey: Survey, mapIndex: IndexMap, afterRemoved: Step = 'end'): Survey {
  const kept = survey.questions
    .map((_, from) => ({ from, to: mapIndex(from) }))
    .filter((place): place is { from: number; to: number } => place.to !== undefined)
    .sort((a, b) => a.to - b.to)
  const mapStep = (step: Step): Step => {
    const target = step === 'end' ? undefined : mapIndex(step)
    return target ?? (afterRemoved === 'end' ? 'end' : mapIndex(afterRemoved)!)
  }
  const questions = kept.map(({ from, to }) =>
    mapTargets(survey.questions[from]!, target => notSelf(mapStep(target), to)),
  )
  const moved = { ...survey, questions }
  const withBranches = kept.map(({ from, to }) =>
    answerGroupsOf(survey.questions[from]!).reduce((question, group) => {
      const before = nextStep(survey, from, group.example)
      const step = before === 'end' ? 'end' : notSelf(mapStep(before), to)
      return nextStep(moved, to, group.example) === step ? question : leadTo(question, group, step)
    }, questions[to]!),
  )
  return { ...survey, questions: withBranches }
}

/** A question that leads to itself ends the survey, as a full circle does (D-167). The editor offers the end alone. */
const notSelf = (step: Step, index: number): Step => (step === index ? 'end' : step)
