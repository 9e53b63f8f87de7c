import type { Branching, Question, Survey } from 'earshot'
import { branchKeysOf } from './branchKeys'
import { setAt } from './path'

/** Target of a branch: the next question, the end, or the position of a question. */
export type BranchTarget = 'next' | 'end' | number

/** Returns the kinds of branching that a question can have. */
export const branchingKinds = (question: Question): Branching['type'][] =>
  branchKeysOf(question).length > 0
    ? ['next_question', 'specific_question', 'response_based', 'end']
    : ['next_question', 'specific_question', 'end']

/** Sets the kind of branching of a question. Targets start at the next question. */
export function setBranchingKind(survey: Survey, index: number, kind: Branching['type']): Survey {
  const path = ['questions', index, 'branching']
  if (kind === 'next_question') return setAt(survey, path, undefined)
  if (kind === 'end') return setAt(survey, path, { type: 'end' })
  if (kind === 'response_based') return setAt(survey, path, { type: 'response_based', responseValues: {} })
  const next = Math.min(index + 1, survey.questions.length - 1)
  return setAt(survey, path, { type: 'specific_question', index: next })
}

/** Sets the target of one branch key. */
export function setBranchTarget(survey: Survey, index: number, key: string, target: BranchTarget): Survey {
  const value = target === 'next' ? undefined : target
  return setAt(survey, ['questions', index, 'branching', 'responseValues', key], value)
}

/** Returns the target of one branch key; `next` when the survey has none. */
export function branchTarget(question: Question, key: string): BranchTarget {
  if (question.branching?.type !== 'response_based') return 'next'
  const target = question.branching.responseValues?.[key]
  return typeof target === 'number' || target === 'end' ? target : 'next'
}
