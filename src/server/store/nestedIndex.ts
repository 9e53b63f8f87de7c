/** Value of one column -> the level of the next column, or the entry of the last one. */
type Level<V> = Map<unknown, Level<V> | V>

/**
 * Creates an index from the values of several columns to one entry.
 *
 * It has a map per column. A single map would need a text of all values at every access, and building and hashing that
 * text costs more than everything else that the store does.
 */
export function createNestedIndex<V extends object>(columns: readonly string[]) {
  // Without columns there is one entry, under `row['']`, which is undefined.
  const last = columns[columns.length - 1] ?? ''
  const parents = columns.slice(0, -1)
  const root: Level<V> = new Map()

  /** The type does not know how deep a level is, hence the casts. */
  const findLevel = (row: Record<string, unknown>): Map<unknown, V> | undefined => {
    let level: Level<V> | undefined = root
    for (const column of parents) level = level?.get(row[column]) as Level<V> | undefined
    return level as Map<unknown, V> | undefined
  }

  const ensureLevel = (row: Record<string, unknown>): Map<unknown, V> => {
    let level: Level<V> = root
    for (const column of parents) {
      const next: Level<V> = (level.get(row[column]) as Level<V> | undefined) ?? new Map()
      level.set(row[column], next)
      level = next
    }
    return level as Map<unknown, V>
  }

  /** The depth of a level tells whether it has levels or entries, hence the casts. */
  function* walk(level: Level<V>, depth: number): Iterable<V> {
    for (const next of level.values())
      if (depth === 0) yield next as V
      else yield* walk(next as Level<V>, depth - 1)
  }

  return {
    values: (): Iterable<V> => walk(root, parents.length),
    get: (row: Record<string, unknown>): V | undefined => findLevel(row)?.get(row[last]),
    set(row: Record<string, unknown>, value: V): void {
      ;(findLevel(row) ?? ensureLevel(row)).set(row[last], value)
    },
    /** Leaves the maps of the parent columns, even when they are empty: there are few projects, surveys and group types. */
    delete(row: Record<string, unknown>): void {
      findLevel(row)?.delete(row[last])
    },
  }
}

/** See `createNestedIndex`. */
export type NestedIndex<V extends object> = ReturnType<typeof createNestedIndex<V>>
