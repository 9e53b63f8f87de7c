import type { Survey } from 'earshot'
import type { Way } from '../flow/flow'

/** A way in words: which answers take it, and where it leads. */
export function describeWay(survey: Survey, { to, answers, isBack }: Way): string {
  const who = answers.length === 0 ? 'Every answer' : answers.join(', ')
  if (to === 'end') return `${who}: the end.`
  const title = survey.questions[to]?.question || 'a question without a text'
  return `${who}: ${isBack ? 'back to ' : ''}question ${to + 1}, ${title}`
}
