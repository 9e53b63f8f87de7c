import type { Branching, Question } from 'earshot'

/** Maps a position in a list to its new position; `undefined` when the item was removed. */
export type IndexMap = (index: number) => number | undefined

/** Returns a list with one item moved. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}

/** Returns the map of positions for a moved item. */
export function indexAfterMove(from: number, to: number): IndexMap {
  return index => {
    if (index === from) return to
    if (from < index && index <= to) return index - 1
    return to <= index && index < from ? index + 1 : index
  }
}

/** Returns the map of positions for an inserted item. */
export const indexAfterInsert =
  (at: number): IndexMap =>
  index =>
    index >= at ? index + 1 : index

/** Returns the map of positions for a removed item. */
export const indexAfterRemove =
  (at: number): IndexMap =>
  index => {
    if (index === at) return undefined
    return index > at ? index - 1 : index
  }

/**
 * Returns the questions with every branch target mapped to its new position. Branches to a removed question lead to the next
 * question instead.
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
