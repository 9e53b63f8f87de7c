/** Values of one column -> the same for the next column, or what is kept behind the last. */
type Level<V> = Map<unknown, Level<V> | V>

/**
 * Keeps things by the values of a row's columns.
 *
 * A map for each column: one text made of all values would have to be put together and hashed at every look, which
 * costs more than everything else that the store does.
 */
export function createNestedIndex<V extends object>(columns: readonly string[]) {
  // Without columns there is one thing, under the value of no column.
  const last = columns[columns.length - 1] ?? ''
  const before = columns.slice(0, -1)
  const root: Level<V> = new Map()

  /** All levels look alike from inside: the cast of this file. */
  const findLevel = (row: Record<string, unknown>): Map<unknown, V> | undefined => {
    let level: Level<V> | undefined = root
    for (const column of before) level = level?.get(row[column]) as Level<V> | undefined
    return level as Map<unknown, V> | undefined
  }

  const ensureLevel = (row: Record<string, unknown>): Map<unknown, V> => {
    let level: Level<V> = root
    for (const column of before) {
      const next: Level<V> = (level.get(row[column]) as Level<V> | undefined) ?? new Map()
      level.set(row[column], next)
      level = next
    }
    return level as Map<unknown, V>
  }

  return {
    get: (row: Record<string, unknown>): V | undefined => findLevel(row)?.get(row[last]),
    set(row: Record<string, unknown>, value: V): void {
      ;(findLevel(row) ?? ensureLevel(row)).set(row[last], value)
    },
    /** Maps of earlier columns stay, empty: there are as few as surveys, types and projects. */
    delete(row: Record<string, unknown>): void {
      findLevel(row)?.delete(row[last])
    },
  }
}

/** See `createByColumns`. */
export type NestedIndex<V extends object> = ReturnType<typeof createNestedIndex<V>>
