import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openStore, type SqlStore } from '../../src/server/openStore'
import { openPostgres } from '../../src/server/store/sql/postgres'
import { createSqlStore } from '../../src/server/store/sql/sqlStore'
import type { Store } from '../../src/server/store/store'

/** The kind of store that tests of the service use: `memory`, `sqlite` or `postgres`. */
export const STORE_KIND = process.env['EARSHOT_TEST_STORE'] ?? 'memory'

/** Kinds of database with a function that opens an empty one. */
export const openEmptyStore: Record<string, () => Promise<SqlStore>> = {
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-store-'))
    cleanups.push(() => rm(folder, { recursive: true }))
    return closeAtEnd(await openStore(`file:${join(folder, 'earshot.db')}`))
  },
  postgres: async () => closeAtEnd(await openStore(await createSchema())),
}

function closeAtEnd(store: SqlStore): SqlStore {
  cleanups.push(store.close)
  return store
}

/** Opens an empty store whose server seems to have no advisory locks, as CockroachDB and YugabyteDB. */
export async function openLocklessStore(url: string): Promise<SqlStore> {
  return closeAtEnd(await createSqlStore(await openPostgres(url, { hasLock: false })))
}

let names = 0
const newName = () => `test_${process.pid}_${++names}_${Date.now()}`

async function run(url: URL, statement: string): Promise<void> {
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Creates an empty database in the PostgreSQL of the tests. Returns its URL. */
export async function createDatabase(): Promise<string> {
  const url = new URL(process.env['EARSHOT_TEST_POSTGRES']!)
  const name = newName()
  await run(url, `CREATE DATABASE ${name}`)
  url.pathname = `/${name}`
  return url.href
}

/** The database with the schemas of this process: writers of one database wait for each other, and another may be busy for long. */
let shared: Promise<string> | undefined

/** Creates an empty schema, which takes far less than a database. Returns the URL of a database that seems to have no other. */
export async function createSchema(): Promise<string> {
  shared ??= createDatabase()
  const url = new URL(await shared)
  const name = newName()
  await run(url, `CREATE SCHEMA ${name}`)
  url.searchParams.set('options', `-c search_path=${name}`)
  return url.href
}

/** Empty stores of this test file: creating tables takes longer than deleting rows. */
const free: SqlStore[] = []
const cleanups: (() => Promise<unknown>)[] = []
let used: Promise<SqlStore>[] | undefined

/** Lends the stores that are requested from now on to a test. `storeHooks.ts` calls this, because test files share this module. */
export function startTest(): void {
  used = []
}

/** Takes back the stores of a test. */
export async function endTest(): Promise<void> {
  await returnStores()
  used = undefined
}

/** Empties the stores that a test has requested so far, for one that creates many services. It uses those no more. */
export async function returnStores(): Promise<void> {
  for (const store of await Promise.all(used?.splice(0) ?? [])) {
    await store.clear()
    free.push(store)
  }
}

/** Closes all stores of a file that has ended. */
export async function closeStores(): Promise<void> {
  free.length = 0
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

/**
 * Returns an empty store of `STORE_KIND`, or undefined for the one in memory. It is emptied when the test ends; one that is
 * requested outside of a test stays until the file ends.
 */
export function testStore(): Store | undefined {
  const open = openEmptyStore[STORE_KIND]
  if (!open) return undefined
  const opened = free.length > 0 ? Promise.resolve(free.pop()!) : open()
  if (used) used.push(opened)
  return deferredStore(opened)
}

/** Tests create a service at once, and a database takes time to open. */
function deferredStore(opened: Promise<SqlStore>): Store {
  return {
    isPersistent: true,
    kind: STORE_KIND as Store['kind'],
    position: async (...args) => (await opened).position(...args),
    get: async (...args) => (await opened).get(...args),
    find: async (...args) => (await opened).find(...args),
    count: async (...args) => (await opened).count(...args),
    bytes: async (...args) => (await opened).bytes(...args),
    transaction: async (...args) => (await opened).transaction(...args),
    async *pages(...args) {
      yield* (await opened).pages(...args)
    },
    async *heads(...args) {
      yield* (await opened).heads(...args)
    },
    async *getPages(...args) {
      yield* (await opened).getPages(...args)
    },
    clear: async () => (await opened).clear(),
  }
}
