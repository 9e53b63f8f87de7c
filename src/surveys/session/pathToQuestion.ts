import type { Survey } from '../../wire/survey'
import { possibleSteps, type Step } from './branching'

/**
 * Returns the indexes of the questions on the shortest path to a page, in order.
 *
 * @param page Zero-based index of a question; the number of questions stands for the end.
 * @returns Empty for the first question, and for one that no path leads to.
 *
 * Interface 2.4, branching.
 */
export function pathToQuestion(survey: Survey, page: number): readonly number[] {
  const paths = new Map<Step, readonly number[]>([[0, []]])
  // Iterating a map includes the entries added meanwhile. This is a breadth-first search, which finds the shortest path first.
  for (const [reached, path] of paths) {
    if (reached === 'end') continue
    for (const step of possibleSteps(survey, reached))
      if (!paths.has(step)) paths.set(step, [...path, reached])
  }
  return paths.get(page < survey.questions.length ? page : 'end') ?? []
}
