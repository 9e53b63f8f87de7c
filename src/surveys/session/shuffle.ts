import { arrayOrEmpty } from '../../lib/arrayOrEmpty'
import type { Question, Survey } from '../../wire/survey'
import { hasBranching } from './branching'

/** Returns the indexes 0 to `count - 1` in random order. Every order is equally likely. See D-169. */
export function shuffledIndexes(count: number, random: () => number): number[] {
  const order = [...Array(count)].map((_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = order[last]!
    order[last] = order[other]!
    order[other] = moved
  }
  return order
}

/**
 * Returns the order to draw a question's choices in. The open choice stays last.
 *
 * @returns Empty for a question without choices.
 *
 * Interface 2.4.
 */
export function choiceOrder(question: Question, random: () => number): number[] {
  if (!('choices' in question)) return []
  const { choices, shuffleOptions, hasOpenChoice } = question
  const count = shuffleOptions ? choices.length - (hasOpenChoice ? 1 : 0) : 0
  const shuffled = shuffledIndexes(Math.max(count, 0), random)
  return choices.map((_, index) => shuffled[index] ?? index)
}

/**
 * Returns the order to ask the questions in; `null` for that of the definition. Branching and partial responses rule out
 * shuffling.
 *
 * @param savedIds Question ids in the order of the session to resume.
 *
 * See D-169.
 */
export function questionOrder(
  survey: Survey,
  random: () => number,
  savedIds?: readonly string[],
): number[] | null {
  const { questions, appearance } = survey
  if (!appearance?.shuffleQuestions || survey.enable_partial_responses || questions.some(hasBranching))
    return null
  const saved = arrayOrEmpty(savedIds).map(id => questions.findIndex(question => question.id === id))
  const isComplete =
    saved.length === questions.length && new Set(saved).size === saved.length && !saved.includes(-1)
  return isComplete ? saved : shuffledIndexes(questions.length, random)
}
