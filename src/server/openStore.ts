import { existsSync } from 'node:fs'
import type { SqlDatabase } from './store/sql/database'
import { openPostgres } from './store/sql/postgres'
import { openSqlite } from './store/sql/sqlite'
import { createSqlStore, type SqlStore } from './store/sql/sqlStore'

export type { SqlStore } from './store/sql/sqlStore'

/** Settings of `openStore`. */
export interface OpenStoreOptions {
  /** Refuses a SQLite file that does not exist. By default it is created. */
  mustExist?: boolean
}

/**
 * Opens a store that keeps its rows in a database, and creates the tables that it lacks.
 *
 * SQLite needs Node 22.13 or newer, or the package `libsql`. PostgreSQL needs the package `pg`.
 *
 * @param url `file:earshot.db` or a path for SQLite. `file:earshot.db?synchronous=full` also keeps what was committed just
 *   before a power failure. `postgres://…` for PostgreSQL 14 or newer, and for servers that speak its protocol.
 * @throws Error when a driver is missing, or when the database cannot be opened, is damaged, or is of a newer version.
 * @example
 * ```ts
 * const service = createService({ store: await openStore('file:earshot.db') })
 * ```
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<SqlStore> {
  const database = await openDatabase(url, options)
  try {
    return await createSqlStore(database)
  } catch (error) {
    await database.close()
    throw error
  }
}

function openDatabase(url: string, { mustExist = false }: OpenStoreOptions): Promise<SqlDatabase> {
  if (/^postgres(ql)?:/.test(url)) return openPostgres(url)
  // A letter before a colon is a drive of Windows.
  const scheme = /^([a-z][\w+.-]+):/i.exec(url)?.[1]
  if (scheme !== undefined && scheme !== 'file')
    throw new Error(`earshot.openStore: unknown database "${scheme}:". Expected file:… or postgres://…`)
  const [path = '', query] = url.replace(/^file:(\/\/(?=\/))?/, '').split('?')
  const { synchronous = 'normal', ...unknown } = Object.fromEntries(new URLSearchParams(query))
  if (synchronous !== 'normal' && synchronous !== 'full')
    throw new Error(`earshot.openStore: unknown synchronous "${synchronous}". Expected normal or full.`)
  const [parameter] = Object.keys(unknown)
  if (parameter !== undefined)
    throw new Error(`earshot.openStore: unknown parameter "${parameter}". Expected synchronous.`)
  if (path === '') throw new Error('earshot.openStore: no file. Expected file:earshot.db')
  if (mustExist && !existsSync(path))
    throw new Error(`earshot.openStore: there is no file ${path}. Expected the database of a service.`)
  return openSqlite({ path, synchronous })
}
