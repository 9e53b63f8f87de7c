import type { Answer, Survey } from '../../wire/survey'
import { possibleSteps, skipAnswered } from './branching'

/**
 * Returns the most questions that can follow the one at `index`. With circular branching, this is the number of questions
 * within reach, which may be more than will be asked. The result never grows from one step to the next.
 *
 * @param path Indexes of the questions answered before it.
 *
 * See D-171.
 */
export function maxRemainingQuestions(
  survey: Survey,
  index: number,
  path: readonly number[],
  answerOf: (index: number) => Answer,
): number {
  /** Question index -> questions that can follow it, at most. */
  const longest = new Map<number, number>()
  const visiting = new Set<number>()
  let hasCycle = false

  function visit(current: number): number {
    if (visiting.has(current)) {
      hasCycle = true
      return 0
    }
    const known = longest.get(current)
    if (known !== undefined) return known
    visiting.add(current)
    let max = 0
    for (const step of possibleSteps(survey, current)) {
      const next = skipAnswered(survey, step, path, answerOf)
      if (next !== 'end') max = Math.max(max, 1 + visit(next))
    }
    visiting.delete(current)
    longest.set(current, max)
    return max
  }

  const max = visit(index)
  return hasCycle ? longest.size - 1 : max
}
