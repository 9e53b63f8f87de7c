import type { Question, QuestionType } from '../wire/survey'

/** A question that can be relied on: an id of its own, its texts texts, its numbers numbers. */
export type ReadQuestion = Question & { id: string }

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const choicesOf = ({ choices }: { choices: readonly unknown[] }) => ({ choices: choices.map(textOf) })

/** What each type makes usable of its own fields; a missing scale is that of "how likely are you to recommend us". */
const OWN: { [T in QuestionType]: (question: Extract<Question, { type: T }>) => object } = {
  open: () => ({}),
  link: () => ({}),
  rating: ({ scale, display }) => ({
    scale: Number(scale ?? 10),
    display: display === 'emoji' ? 'emoji' : 'number',
  }),
  single_choice: choicesOf,
  multiple_choice: choicesOf,
}

/** A missing id, and the second of two equal ones, becomes `q<position>`: no answer is reported over another one. */
function idsOf(questions: readonly Question[]): string[] {
  const given = questions.map(({ id }) => textOf(id))
  const used = new Set(given)
  return given.map((id, index) => {
    if (id !== '' && given.indexOf(id) === index) return id
    let own = `q${index}`
    while (used.has(own)) own += '_'
    used.add(own)
    return own
  })
}

/**
 * Makes the questions of a survey usable. Applying it twice is harmless; the given objects are not changed.
 *
 * DECISIONS, "Question ids".
 */
export function readQuestions(questions: readonly Question[]): ReadQuestion[] {
  const ids = idsOf(questions)
  return questions.map((question, index) => {
    // The row of `question.type` takes exactly such questions; TypeScript cannot follow that from a lookup.
    const own = OWN[question.type] as (question: Question) => object
    return { ...question, ...own(question), question: textOf(question.question), id: ids[index]! }
  })
}
