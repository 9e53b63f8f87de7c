import type { Question, Survey } from 'earshot'
import { nextStep, type Step } from 'earshot/surveys'
import { answerGroupsOf } from '../edit/branchKeys'

/** A connection from one question to another, or to the end. */
export interface Edge {
  from: number
  to: Step
  /** Labels of the answers that follow this edge; empty when all answers do. */
  answers: string[]
  /** Whether the edge closes a loop. */
  isBackEdge: boolean
}

/** The questions of a survey as a directed graph. */
export interface SurveyGraph {
  edges: Edge[]
  /** Positions of the questions that a visitor can reach. */
  reachable: ReadonlySet<number>
}

/** Returns the graph of a survey. Edges follow the same rules as the survey itself. */
export function graphOf(survey: Survey): SurveyGraph {
  const count = survey.questions.length
  const edges = survey.questions.flatMap((question, index) => edgesFrom(survey, question, index))
  const backEdges = backEdgesOf(edges, count)
  return {
    edges: edges.map(edge => ({ ...edge, isBackEdge: backEdges.has(edge) })),
    reachable: reachableQuestions(edges, count),
  }
}

function edgesFrom(survey: Survey, question: Question, from: number): Edge[] {
  const answersByTarget = new Map<Step, string[]>()
  for (const { label, example } of answerGroupsOf(question)) {
    const to = nextStep(survey, from, example)
    answersByTarget.set(to, [...(answersByTarget.get(to) ?? []), label])
  }
  const edge = (to: Step, answers: string[]): Edge => ({ from, to, answers, isBackEdge: false })
  return [...answersByTarget].map(([to, answers]) => edge(to, answersByTarget.size === 1 ? [] : answers))
}

function reachableQuestions(edges: readonly Edge[], count: number): Set<number> {
  const reachable = new Set(count > 0 ? [0] : [])
  for (const index of reachable) {
    for (const { from, to } of edges) if (from === index && to !== 'end') reachable.add(to)
  }
  return reachable
}

/** Returns the edges that lead back to a question on the current path of a depth-first search. */
function backEdgesOf(edges: readonly Edge[], count: number): Set<Edge> {
  const backEdges = new Set<Edge>()
  const visited = new Set<number>()
  const visit = (index: number, ancestors: readonly number[]): void => {
    visited.add(index)
    const path = [...ancestors, index]
    for (const edge of edges.filter(({ from }) => from === index)) {
      if (edge.to === 'end') continue
      if (path.includes(edge.to)) backEdges.add(edge)
      else if (!visited.has(edge.to)) visit(edge.to, path)
    }
  }
  for (let index = 0; index < count; index++) if (!visited.has(index)) visit(index, [])
  return backEdges
}
