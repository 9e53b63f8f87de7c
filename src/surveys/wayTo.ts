import type { Survey } from '../wire/survey'
import { possibleSteps, type Step } from './branching'

/**
 * Positions that are asked on the shortest way to a page, in order: what lies behind a visitor who comes there.
 *
 * @param page Position of a question; their number is the end.
 * @returns Empty for the first question, and for one that no way leads to.
 */
export function wayTo(survey: Survey, page: number): readonly number[] {
  if (page <= 0) return []
  const ways = new Map<Step, readonly number[]>([[0, []]])
  // A map gives out what is added while it is walked through, so the shorter ways come first.
  for (const [at, way] of ways) {
    if (at === 'end') continue
    for (const step of possibleSteps(survey, at)) if (!ways.has(step)) ways.set(step, [...way, at])
  }
  return ways.get(page < survey.questions.length ? page : 'end') ?? []
}
