/** Maps a position in a list to its new position; `undefined` when the item was removed. */
export type IndexMap = (index: number) => number | undefined

/** Returns a list with one item moved. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}

/** Returns the map of positions for a moved item. */
export function indexAfterMove(from: number, to: number): (index: number) => number {
  return index => {
    if (index === from) return to
    if (from < index && index <= to) return index - 1
    return to <= index && index < from ? index + 1 : index
  }
}

/** Returns the map of positions for an inserted item. */
export const indexAfterInsert = (at: number) => (index: number) => (index >= at ? index + 1 : index)

/** Returns the map of positions for a removed item. */
export const indexAfterRemove =
  (at: number): IndexMap =>
  index => {
    if (index === at) return undefined
    return index > at ? index - 1 : index
  }
