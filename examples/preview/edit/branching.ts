import type { Branching, Question, Survey } from 'earshot'
import { branchKeysOf } from './branchKeys'
import { setAt } from './path'

/** Where an answer leads: on, to a question, or to the end. */
export type BranchTarget = 'next' | 'end' | number

/** The kinds of branching that a question can have. */
export const branchingKinds = (question: Question): Branching['type'][] =>
  branchKeysOf(question).length > 0
    ? ['next_question', 'specific_question', 'response_based', 'end']
    : ['next_question', 'specific_question', 'end']

/** Gives a question another kind of branching; it begins by leading where it led. */
export function setBranchingKind(survey: Survey, index: number, kind: Branching['type']): Survey {
  const path = ['questions', index, 'branching']
  if (kind === 'next_question') return setAt(survey, path, undefined)
  if (kind === 'end') return setAt(survey, path, { type: 'end' })
  if (kind === 'response_based') return setAt(survey, path, { type: 'response_based', responseValues: {} })
  const next = Math.min(index + 1, survey.questions.length - 1)
  return setAt(survey, path, { type: 'specific_question', index: next })
}

/** Sets where one answer leads. */
export function setBranchTarget(survey: Survey, index: number, key: string, target: BranchTarget): Survey {
  const value = target === 'next' ? undefined : target
  return setAt(survey, ['questions', index, 'branching', 'responseValues', key], value)
}

/** Where one answer leads, as it is written; `next` where nothing is. */
export function branchTarget(question: Question, key: string): BranchTarget {
  if (question.branching?.type !== 'response_based') return 'next'
  const target = question.branching.responseValues?.[key]
  return typeof target === 'number' || target === 'end' ? target : 'next'
}
