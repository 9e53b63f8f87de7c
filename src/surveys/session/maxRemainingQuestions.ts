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
  const answered = new Set(path)
  const reached = new Set([index])
  const followers = new Map<number, number[]>()
  /** Question index -> number of steps that lead to it, those of earlier layers excepted. */
  const incoming = new Map<number, number>()
  // Iterating a set includes the members added meanwhile.
  for (const current of reached) {
    const steps = possibleSteps(survey, current)
      .map(step => skipAnswered(survey, step, answered, answerOf))
      .filter(step => step !== 'end')
    followers.set(current, steps)
    for (const step of steps) {
      reached.add(step)
      incoming.set(step, (incoming.get(step) ?? 0) + 1)
    }
  }
  // A layer is the questions that only earlier layers lead to. Questions of a circle, and those behind it, are in no layer.
  let layers = 0
  let layered = 0
  let layer = incoming.has(index) ? [] : [index]
  while (layer.length > 0) {
    layers++
    layered += layer.length
    layer = layer
      .flatMap(current => followers.get(current)!)
      .filter(step => {
        const left = incoming.get(step)! - 1
        incoming.set(step, left)
        return left === 0
      })
  }
  return (layered < reached.size ? reached.size : layers) - 1
}
