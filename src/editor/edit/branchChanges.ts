import type { Survey } from 'earshot'
import { nextStep, type Step } from 'earshot/surveys'
import { answerGroupsOf, SKIPPED } from './branchKeys'
import type { IndexMap } from './indexMap'
import { hasBranching } from './rearrange'

/** Answers of a question that lead to another question than before an edit. Positions are those after the edit. */
export interface BranchChange {
  from: number
  /** Label of the answers; empty for all. */
  answers: string
  to: Step
}

const stepsAfter = (survey: Survey, index: number): Step[] => [
  ...new Set(answerGroupsOf(survey.questions[index]!).map(({ example }) => nextStep(survey, index, example))),
]

/** Whether the answers to a question decide what follows it. */
export const branchesByAnswer = (survey: Survey, index: number): boolean =>
  stepsAfter(survey, index).length > 1

/**
 * Returns what followed a question on its path: its only target, or what follows when it is skipped. A question that leads to
 * itself ends the survey (D-167). See D-606.
 */
export function stepAfterRemoved(survey: Survey, index: number): Step {
  const [only, ...others] = stepsAfter(survey, index)
  const step = others.length === 0 ? only! : nextStep(survey, index, null)
  return step === index ? 'end' : step
}

/**
 * Returns the branches that an edit led elsewhere. Questions that only follow the order of the list, before and after, are none.
 *
 * @param mapIndex New position of each question.
 */
export function branchChanges(before: Survey, after: Survey, mapIndex: IndexMap): BranchChange[] {
  return before.questions.flatMap((question, index) => {
    const from = mapIndex(index)
    const edited = from === undefined ? undefined : after.questions[from]
    if (from === undefined || !edited || !(hasBranching(question) || hasBranching(edited))) return []
    return answerGroupsOf(question).flatMap(({ label, example }) => {
      const old = nextStep(before, index, example)
      const to = nextStep(after, from, example)
      return to === (old === 'end' ? 'end' : mapIndex(old)) ? [] : [{ from, answers: label, to }]
    })
  })
}

/** Describes the branches that an edit led elsewhere, one sentence each; an empty string if there are none. */
export const describeBranchChanges = (before: Survey, after: Survey, mapIndex: IndexMap): string =>
  branchChanges(before, after, mapIndex).map(describeChange).join(' ')

function describeChange({ from, answers, to }: BranchChange): string {
  const target = to === 'end' ? 'the end' : `question ${to + 1}`
  if (answers === '') return `Question ${from + 1} now leads to ${target}.`
  if (answers === SKIPPED) return `Skipping question ${from + 1} now leads to ${target}.`
  return `Answers “${answers}” of question ${from + 1} now lead to ${target}.`
}
