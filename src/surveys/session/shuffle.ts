import type { Question, Survey } from '../../wire/survey'
import { hasBranching } from './branching'

/** Positions 0 to count - 1 in an order by chance: every order is as likely as any other. */
export function shuffledPositions(count: number, random: () => number): number[] {
  const order = [...Array(count).keys()]
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = order[last]!
    order[last] = order[other]!
    order[other] = moved
  }
  return order
}

/** The order to draw a question's choices in; the open choice stays last. Empty for a question without choices. */
export function orderOfChoices(question: Question, random: () => number): number[] {
  if (!('choices' in question)) return []
  const fixed = question.hasOpenChoice ? 1 : 0
  const count = question.choices.length
  if (!question.shuffleOptions) return question.choices.map((_, position) => position)
  const order = shuffledPositions(Math.max(count - fixed, 0), random)
  return fixed && count > 0 ? [...order, count - 1] : order
}

/**
 * The order to ask the questions in; `null` when it is that of the definition. Shuffling and branching exclude each other, and
 * branching wins; partial responses exclude it as well.
 *
 * @param ids Question ids in the order of an earlier part of the same run.
 */
export function orderOfQuestions(
  survey: Survey,
  random: () => number,
  ids?: readonly string[],
): number[] | null {
  const { questions } = survey
  if (!survey.appearance?.shuffleQuestions || survey.enable_partial_responses || questions.some(hasBranching))
    return null
  const kept = (Array.isArray(ids) ? ids : []).map(id => questions.findIndex(question => question.id === id))
  const complete =
    new Set(kept).size === questions.length && kept.length === questions.length && !kept.includes(-1)
  return complete ? kept : shuffledPositions(questions.length, random)
}
