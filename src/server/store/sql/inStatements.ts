import type { ColumnValue } from './columns'

/** Rows of one statement. A power of two. */
export const MAX_ROWS = 128

/** Returns items in groups for one statement each: their keys differ in the last column alone. */
export function inStatements<I>(items: I[], keyOf: (item: I) => ColumnValue[]): I[][] {
  const groups = new Map<string, I[][]>()
  for (const item of items) {
    const parents = JSON.stringify(keyOf(item).slice(0, -1))
    const chunks = groups.get(parents) ?? [[]]
    groups.set(parents, chunks)
    if (chunks.at(-1)!.length === MAX_ROWS) chunks.push([])
    chunks.at(-1)!.push(item)
  }
  return [...groups.values()].flat()
}
