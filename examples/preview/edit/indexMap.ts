import type { Branching, Question } from 'earshot'

/** Where a position has gone; `undefined` for one that is no more. */
export type IndexMap = (index: number) => number | undefined

/** The list with one item taken to another place. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}

/** Where each position goes when one item is taken to another place. */
export function indexAfterMove(from: number, to: number): IndexMap {
  return index => {
    if (index === from) return to
    if (from < index && index <= to) return index - 1
    return to <= index && index < from ? index + 1 : index
  }
}

/** Where each position goes when an item is put in. */
export const indexAfterInsert =
  (at: number): IndexMap =>
  index =>
    index >= at ? index + 1 : index

/** Where each position goes when an item is taken out. */
export const indexAfterRemove =
  (at: number): IndexMap =>
  index => {
    if (index === at) return undefined
    return index > at ? index - 1 : index
  }

/**
 * The questions with every branch leading to the same question as before, wherever that is now. A branch to a question that
 * is no more goes on with the next one.
 */
export const remapBranches = (questions: readonly Question[], mapIndex: IndexMap): Question[] =>
  questions.map(question =>
    question.branching ? { ...question, branching: remapBranching(question.branching, mapIndex) } : question,
  )

function remapBranching(branching: Branching, mapIndex: IndexMap): Branching {
  if (branching.type === 'specific_question') {
    const index = mapIndex(branching.index)
    return index === undefined ? { type: 'next_question' } : { ...branching, index }
  }
  if (branching.type !== 'response_based') return branching
  const targets = Object.entries(branching.responseValues ?? {})
    .map(([key, target]) => [key, typeof target === 'number' ? mapIndex(target) : target] as const)
    .filter((entry): entry is readonly [string, number | string] => entry[1] !== undefined)
  return { ...branching, responseValues: Object.fromEntries(targets) }
}
