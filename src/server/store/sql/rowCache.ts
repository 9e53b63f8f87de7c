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
/** Characters of JSON in the cached results of a table: a survey may have a megabyte, and lists have it once for each limit. See D-728. */
const MAX_LENGTH = 8_000_000

/** What was read, with the length of its rows as JSON. */
export interface Measured<V> {
  value: V
  length: number
}

/** The results of a table by id, oldest first. */
interface CachedTable {
  results: Map<string, Promise<Measured<unknown>>>
  length: number
}

interface RowCacheDeps {
  /** Returns the version of each table in the database. */
  readVersions: () => Promise<Map<string, number>>
  /** Milliseconds of a clock that never goes back. */
  now: () => number
}

/** Creates a cache of what was read from the tables of `CACHED_TABLES`. */
export function createRowCache({ readVersions, now }: RowCacheDeps) {
  const entries = new Map<TableName, CachedTable>()
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
    async read<V>(table: TableName, id: string, read: () => Promise<Measured<V>>): Promise<V> {
      if (!CACHED_TABLES.has(table) || id.length > MAX_ID_LENGTH) return (await read()).value
      await ensureFresh()
      let cached = entries.get(table)
      if (!cached || cached.results.size >= MAX_ENTRIES || cached.length > MAX_LENGTH) {
        cached = { results: new Map(), length: 0 }
        entries.set(table, cached)
      }
      const { results } = cached
      const known = results.get(id)
      // The id decides what was read, and so its type.
      if (known) return (await known).value as V
      const reading = read()
      results.set(id, reading)
      reading.catch(() => results.delete(id))
      const { value, length } = await reading
      cached.length += length
      return value
    },
    /** Forgets the rows of tables that this process has changed. */
    forget(tables: Iterable<TableName>): void {
      for (const table of tables) entries.delete(table)
    },
  }
}
