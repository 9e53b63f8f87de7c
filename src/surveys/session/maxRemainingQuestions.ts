import type { Answer, Survey } from '../../wire/survey'
import { possibleSteps, skipAnswered } from './branching'

/**
 * How many questions can still follow the one at `index`, at most. Where branching can go in circles it is the number of
 * questions within reach: more than will be asked, but it never grows on the way.
 *
 * @param path Positions asked before it.
 */
export function maxRemainingQuestions(
  survey: Survey,
  index: number,
  path: readonly number[],
  answerOf: (index: number) => Answer,
): number {
  const longest = new Map<number, number>()
  const visiting = new Set<number>()
  let hasCycle = false

  const visit = (at: number): number => {
    if (visiting.has(at)) hasCycle = true
    const known = visiting.has(at) ? 0 : longest.get(at)
    if (known !== undefined) return known
    visiting.add(at)
    let max = 0
    for (const step of possibleSteps(survey, at)) {
      const next = skipAnswered(survey, step, path, answerOf)
      if (next !== 'end') max = Math.max(max, 1 + visit(next))
    }
    visiting.delete(at)
    longest.set(at, max)
    return max
  }

  const max = visit(index)
  return hasCycle ? longest.size - 1 : max
}
