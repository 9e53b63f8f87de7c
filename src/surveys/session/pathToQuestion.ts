import type { Survey } from '../../wire/survey'
import { possibleSteps, type Step } from './branching'

/**
 * Positions that are asked on the shortest way to a page, in order: what lies behind a visitor who comes there.
 *
 * @param page Position of a question; their number is the end.
 * @returns Empty for the first question, and for one that no way leads to.
 */
export function pathToQuestion(survey: Survey, page: number): readonly number[] {
  if (page <= 0) return []
  const paths = new Map<Step, readonly number[]>([[0, []]])
  // A map gives out what is added while it is walked through, so the shorter ways come first.
  for (const [at, way] of paths) {
    if (at === 'end') continue
    for (const step of possibleSteps(survey, at)) if (!paths.has(step)) paths.set(step, [...way, at])
  }
  return paths.get(page < survey.questions.length ? page : 'end') ?? []
}
