import type { Question, QuestionType } from '../../wire/survey'

/** A question that can be relied on: an id of its own, its texts texts, its numbers numbers. */
export type NormalizedQuestion = Question & { id: string }

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const choicesOf = ({ choices }: { choices: readonly unknown[] }) => ({ choices: choices.map(toText) })

/** What each type makes usable of its own fields; a missing scale is that of "how likely are you to recommend us". */
const NORMALIZERS: { [T in QuestionType]: (question: Extract<Question, { type: T }>) => object } = {
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
function uniqueIds(questions: readonly Question[]): string[] {
  const ids = questions.map(({ id }) => toText(id))
  const used = new Set(ids)
  return ids.map((id, index) => {
    if (id !== '' && ids.indexOf(id) === index) return id
    let normalize = `q${index}`
    while (used.has(normalize)) normalize += '_'
    used.add(normalize)
    return normalize
  })
}

/**
 * Makes the questions of a survey usable. Applying it twice is harmless; the given objects are not changed.
 *
 * DECISIONS, "Question ids".
 */
export function normalizeQuestions(questions: readonly Question[]): NormalizedQuestion[] {
  const ids = uniqueIds(questions)
  return questions.map((question, index) => {
    // The row of `question.type` takes exactly such questions; TypeScript cannot follow that from a lookup.
    const normalize = NORMALIZERS[question.type] as (question: Question) => object
    return { ...question, ...normalize(question), question: toText(question.question), id: ids[index]! }
  })
}
