import type { Question, Survey } from 'earshot'
import { nextStep, type Step } from 'earshot/surveys'
import { responsesOf } from './responses'

/** A way from one question to another, or to the end. */
export interface Way {
  from: number
  to: Step
  /** The answers that take it; empty when every answer does. */
  answers: string[]
  /** Leads back to a question on the way to this one. */
  isBack: boolean
}

/** A survey as a graph. */
export interface Flow {
  ways: Way[]
  /** Positions that somebody can come to. */
  reached: ReadonlySet<number>
}

/** Everything that can follow each question, as the survey itself would decide. */
export function flowOf(survey: Survey): Flow {
  const ways = survey.questions.flatMap((question, index) => waysFrom(survey, question, index))
  const reached = reachedFrom(ways, survey.questions.length)
  const back = backWays(ways, survey.questions.length)
  return { ways: ways.map(way => ({ ...way, isBack: back.has(way) })), reached }
}

function waysFrom(survey: Survey, question: Question, from: number): Way[] {
  const way = (to: Step, answers: string[]): Way => ({ from, to, answers, isBack: false })
  if (question.branching?.type !== 'response_based') return [way(nextStep(survey, from, null), [])]
  const found = new Map<Step, string[]>()
  const add = (to: Step, label: string) => found.set(to, [...(found.get(to) ?? []), label])
  for (const { label, example } of responsesOf(question)) add(nextStep(survey, from, example), label)
  if (question.optional || found.size === 0) add(nextStep(survey, from, null), 'Skipped')
  return [...found].map(([to, answers]) => way(to, found.size === 1 ? [] : answers))
}

function reachedFrom(ways: readonly Way[], count: number): Set<number> {
  const reached = new Set(count > 0 ? [0] : [])
  for (const index of reached) {
    for (const { from, to } of ways) if (from === index && to !== 'end') reached.add(to)
  }
  return reached
}

/** The ways that close a circle, found by walking every way there is. */
function backWays(ways: readonly Way[], count: number): Set<Way> {
  const back = new Set<Way>()
  const done = new Set<number>()
  const visit = (index: number, trail: readonly number[]): void => {
    done.add(index)
    const here = [...trail, index]
    for (const way of ways.filter(({ from }) => from === index)) {
      if (way.to === 'end') continue
      if (here.includes(way.to)) back.add(way)
      else if (!done.has(way.to)) visit(way.to, here)
    }
  }
  for (let index = 0; index < count; index++) if (!done.has(index)) visit(index, [])
  return back
}
