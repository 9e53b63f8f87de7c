import type { Survey } from 'earshot'
import type { Edge } from './graph'

/** A way in words: which answers take it, and where it leads. */
export function describeEdge(survey: Survey, { to, answers, isBackEdge: isBack }: Edge): string {
  const condition = answers.length === 0 ? 'Every answer' : answers.join(', ')
  if (to === 'end') return `${condition}: the end.`
  const title = survey.questions[to]?.question || 'a question without a text'
  return `${condition}: ${isBack ? 'back to ' : ''}question ${to + 1}, ${title}`
}
