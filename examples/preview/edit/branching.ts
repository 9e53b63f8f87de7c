import type { Branching, Question, Survey } from 'earshot'
import { responsesOf } from '../flow/responses'
import { setAt } from './at'

/** Where an answer leads: on, to a question, or to the end. */
export type Target = 'next' | 'end' | number

/** The kinds of branching that a question can have. */
export const branchingKinds = (question: Question): Branching['type'][] =>
  responsesOf(question).length > 0
    ? ['next_question', 'specific_question', 'response_based', 'end']
    : ['next_question', 'specific_question', 'end']

/** Gives a question another kind of branching; it begins by leading where it led. */
export function setBranchingKind(survey: Survey, at: number, kind: Branching['type']): Survey {
  const path = ['questions', at, 'branching']
  if (kind === 'next_question') return setAt(survey, path, undefined)
  if (kind === 'end') return setAt(survey, path, { type: 'end' })
  if (kind === 'response_based') return setAt(survey, path, { type: 'response_based', responseValues: {} })
  const next = Math.min(at + 1, survey.questions.length - 1)
  return setAt(survey, path, { type: 'specific_question', index: next })
}

/** Sets where one answer leads. */
export function setResponse(survey: Survey, at: number, key: string, target: Target): Survey {
  const value = target === 'next' ? undefined : target
  return setAt(survey, ['questions', at, 'branching', 'responseValues', key], value)
}

/** Where one answer leads, as it is written; `next` where nothing is. */
export function responseTarget(question: Question, key: string): Target {
  if (question.branching?.type !== 'response_based') return 'next'
  const target = question.branching.responseValues?.[key]
  return typeof target === 'number' || target === 'end' ? target : 'next'
}
