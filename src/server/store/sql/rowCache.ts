import type { TableName } from '../tables'

/**
 * The tables that most requests read and few change. Their rows keep their identity while they are cached, so that a
 * compiled flag is found again. See D-485.
 */
export const CACHED_TABLES: ReadonlySet<TableName> = new Set([
  'projects',
  'users',
  'personalKeys',
  'flags',
  'cohorts',
  'groupTypes',
  'surveys',
])

/** Changes of other processes are seen after this time. */
const MAX_AGE_MS = 500
/** Keys of requests may be anything, so that the number and the length of cached ones are limited. */
const MAX_ENTRIES = 1000
const MAX_ID_LENGTH = 500

interface RowCacheDeps {
  /** Returns the version of each table in the database. */
  readVersions: () => Promise<Map<string, number>>
  /** Milliseconds of a clock that never goes back. */
  now: () => number
}

/** Creates a cache of what was read from the tables of `CACHED_TABLES`. */
export function createRowCache({ readVersions, now }: RowCacheDeps) {
  const entries = new Map<TableName, Map<string, Promise<unknown>>>()
  let versions = new Map<string, number>()
  let checkedAt = Number.NEGATIVE_INFINITY
  let check: Promise<void> | undefined

  const checkVersions = async (): Promise<void> => {
    const startedAt = now()
    const latest = await readVersions()
    for (const table of entries.keys()) if (latest.get(table) !== versions.get(table)) entries.delete(table)
    versions = latest
    checkedAt = startedAt
  }

  const ensureFresh = (): Promise<void> | undefined => {
    if (now() - checkedAt < MAX_AGE_MS) return undefined
    check ??= checkVersions().finally(() => {
      check = undefined
    })
    return check
  }

  return {
    /** Returns what `read` returned for the same id, unless the table has changed since. */
    async read<V>(table: TableName, id: string, read: () => Promise<V>): Promise<V> {
      if (!CACHED_TABLES.has(table) || id.length > MAX_ID_LENGTH) return read()
      await ensureFresh()
      let cached = entries.get(table)
      if (!cached || cached.size >= MAX_ENTRIES) {
        cached = new Map()
        entries.set(table, cached)
      }
      const known = cached.get(id)
      // The id decides what was read, and so its type.
      if (known) return known as Promise<V>
      const reading = read()
      cached.set(id, reading)
      reading.catch(() => cached.delete(id))
      return reading
    },
    /** Forgets the rows of tables that this process has changed. */
    forget(tables: Iterable<TableName>): void {
      for (const table of tables) entries.delete(table)
    },
  }
}
