import type { Survey } from 'earshot'
import type { Edge } from './graph'

/** Describes an edge in words: the answers that follow it, and its target. */
export function describeEdge(survey: Survey, { to, answers, isBackEdge }: Edge): string {
  const condition = answers.length === 0 ? 'All answers' : answers.join(', ')
  if (to === 'end') return `${condition}: end of the survey.`
  const title = survey.questions[to]?.question || 'untitled question'
  return `${condition}: ${isBackEdge ? 'back to ' : ''}question ${to + 1}, ${title}`
}
