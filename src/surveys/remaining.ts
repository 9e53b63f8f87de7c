import type { Survey } from '../wire/survey'
import type { Answer } from './answer'
import { passOver, possibleSteps } from './branching'

/**
 * How many questions can still follow the one at `index`, at most. Where branching can go in circles it is the number of
 * questions within reach: more than will be asked, but it never grows on the way.
 *
 * @param path Positions asked before it.
 */
export function mostQuestionsAfter(
  survey: Survey,
  index: number,
  path: readonly number[],
  answerOf: (index: number) => Answer,
): number {
  const longest = new Map<number, number>()
  const onTheWay = new Set<number>()
  let circular = false

  const visit = (at: number): number => {
    if (onTheWay.has(at)) circular = true
    const known = onTheWay.has(at) ? 0 : longest.get(at)
    if (known !== undefined) return known
    onTheWay.add(at)
    let most = 0
    for (const step of possibleSteps(survey, at)) {
      const next = passOver(survey, step, path, answerOf)
      if (next !== 'end') most = Math.max(most, 1 + visit(next))
    }
    onTheWay.delete(at)
    longest.set(at, most)
    return most
  }

  const most = visit(index)
  return circular ? longest.size - 1 : most
}
