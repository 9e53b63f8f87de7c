import type { Question } from '../wire/survey'

/** A question whose id is there and belongs to it alone. */
export type IdentifiedQuestion = Question & { id: string }

/**
 * Gives each question an id of its own, so that no answer is reported under `undefined` or over another one: a missing id,
 * and the second of two equal ones, becomes `q<position>`. Questions that have ids keep them, so applying it twice is harmless.
 *
 * DECISIONS, "Question ids".
 */
export function withQuestionIds(questions: readonly Question[]): IdentifiedQuestion[] {
  const given = questions.map(question => (question.id == null ? '' : String(question.id)))
  const used = new Set(given)
  return questions.map((question, index) => {
    let id = given[index]!
    if (id === '' || given.indexOf(id) < index) {
      id = `q${index}`
      while (used.has(id)) id += '_'
      used.add(id)
    }
    return { ...question, id }
  })
}
