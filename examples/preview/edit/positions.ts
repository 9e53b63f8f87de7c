import type { Branching, Question } from 'earshot'

/** Where a position has gone; `undefined` for one that is no more. */
export type Moved = (position: number) => number | undefined

/** The list with one item taken to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}

/** Where each position goes when one item is taken to another place. */
export function afterMove(from: number, to: number): Moved {
  return position => {
    if (position === from) return to
    if (from < position && position <= to) return position - 1
    return to <= position && position < from ? position + 1 : position
  }
}

/** Where each position goes when an item is put in. */
export const afterInsert =
  (at: number): Moved =>
  position =>
    position >= at ? position + 1 : position

/** Where each position goes when an item is taken out. */
export const afterRemove =
  (at: number): Moved =>
  position => {
    if (position === at) return undefined
    return position > at ? position - 1 : position
  }

/**
 * The questions with every branch leading to the same question as before, wherever that is now. A branch to a question that
 * is no more goes on with the next one.
 */
export const remapped = (questions: readonly Question[], where: Moved): Question[] =>
  questions.map(question =>
    question.branching ? { ...question, branching: remappedBranching(question.branching, where) } : question,
  )

function remappedBranching(branching: Branching, where: Moved): Branching {
  if (branching.type === 'specific_question') {
    const index = where(branching.index)
    return index === undefined ? { type: 'next_question' } : { ...branching, index }
  }
  if (branching.type !== 'response_based') return branching
  const targets = Object.entries(branching.responseValues ?? {})
    .map(([key, target]) => [key, typeof target === 'number' ? where(target) : target] as const)
    .filter((entry): entry is readonly [string, number | string] => entry[1] !== undefined)
  return { ...branching, responseValues: Object.fromEntries(targets) }
}
