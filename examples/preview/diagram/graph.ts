import type { Question, Survey } from 'earshot'
import { nextStep, type Step } from 'earshot/surveys'
import { branchKeysOf } from '../edit/branchKeys'

/** A way from one question to another, or to the end. */
export interface Edge {
  from: number
  to: Step
  /** The answers that take it; empty when every answer does. */
  answers: string[]
  /** Leads back to a question on the way to this one. */
  isBackEdge: boolean
}

/** A survey as a graph. */
export interface SurveyGraph {
  edges: Edge[]
  /** Positions that somebody can come to. */
  reachable: ReadonlySet<number>
}

/** Everything that can follow each question, as the survey itself would decide. */
export function graphOf(survey: Survey): SurveyGraph {
  const edges = survey.questions.flatMap((question, index) => edgesFrom(survey, question, index))
  const reachable = reachableQuestions(edges, survey.questions.length)
  const backEdgeSet = backEdges(edges, survey.questions.length)
  return { edges: edges.map(edge => ({ ...edge, isBackEdge: backEdgeSet.has(edge) })), reachable }
}

function edgesFrom(survey: Survey, question: Question, from: number): Edge[] {
  const edge = (to: Step, answers: string[]): Edge => ({ from, to, answers, isBackEdge: false })
  if (question.branching?.type !== 'response_based') return [edge(nextStep(survey, from, null), [])]
  const answersByTarget = new Map<Step, string[]>()
  const add = (to: Step, label: string) =>
    answersByTarget.set(to, [...(answersByTarget.get(to) ?? []), label])
  for (const { label, example } of branchKeysOf(question)) add(nextStep(survey, from, example), label)
  if (question.optional || answersByTarget.size === 0) add(nextStep(survey, from, null), 'Skipped')
  return [...answersByTarget].map(([to, answers]) => edge(to, answersByTarget.size === 1 ? [] : answers))
}

function reachableQuestions(edges: readonly Edge[], count: number): Set<number> {
  const reachable = new Set(count > 0 ? [0] : [])
  for (const index of reachable) {
    for (const { from, to } of edges) if (from === index && to !== 'end') reachable.add(to)
  }
  return reachable
}

/** The ways that close a circle, found by walking every way there is. */
function backEdges(edges: readonly Edge[], count: number): Set<Edge> {
  const backEdgeSet = new Set<Edge>()
  const visited = new Set<number>()
  const visit = (index: number, path: readonly number[]): void => {
    visited.add(index)
    const visiting = [...path, index]
    for (const edge of edges.filter(({ from }) => from === index)) {
      if (edge.to === 'end') continue
      if (visiting.includes(edge.to)) backEdgeSet.add(edge)
      else if (!visited.has(edge.to)) visit(edge.to, visiting)
    }
  }
  for (let index = 0; index < count; index++) if (!visited.has(index)) visit(index, [])
  return backEdgeSet
}
