import { inParts } from '../../lib/inParts'
import { besideRequests, yieldToRequests, yieldToTransactions } from '../../lib/yieldToRequests'
import { type ExportableStore, MAX_STATEMENTS, type StoreReader, type TransactionEnd } from '../store'
import { TABLE_NAMES, type TableName, type TableRow } from '../tables'
import { keyValues, SEQUENCE } from './columns'
import type { RunStatement, SqlDatabase } from './database'
import { type Call, createGroupCommit, type Outcome } from './groupCommit'
import { migrate } from './migrations'
import {
  type AnyPageQuery,
  parseRow,
  readBeginnings,
  readPages,
  readSizes,
  readTable,
  readTexts,
  readTotal,
  toHead,
  toRow,
} from './readRows'
import { CACHED_TABLES, createRowCache } from './rowCache'
import type { AnyQuery } from './selectRows'
import { createSqlTransaction } from './sqlTransaction'
import { createStatements } from './statements'

/** A row of this size takes some milliseconds. */
const LONG_ROW_BYTES = 64 * 1024

/** Keys of which the rows are sought at once. */
const MAX_KEYS = 500

/** A `Store` in a database. */
export interface SqlStore extends ExportableStore {
  isPersistent: true
  /** Waits for the transactions in progress, then closes the connections. */
  close(): Promise<void>
}

/**
 * Creates a `Store` from an open database, whose tables it creates or updates.
 *
 * @throws Error when the data is damaged, or was written by a newer version.
 */
export async function createSqlStore(database: SqlDatabase): Promise<SqlStore> {
  await database.check()
  await migrate(database)
  const { builder, dialect, kind, read: run } = database
  const statements = createStatements(builder, dialect)
  const deps = { run, statements, rest: yieldToRequests }
  const cache = createRowCache({
    now: () => performance.now(),
    readVersions: async () => {
      const rows = await run(...statements.versions())
      return new Map(rows.map(row => [String(row['table_name']), Number(row['version'])]))
    },
  })

  const reader: StoreReader = {
    get: (name, key) => {
      const [text, parameters] = statements.get(name, keyValues(statements.tableOf(name), key))
      return cache.read(name, `get ${JSON.stringify(parameters)}`, async () => {
        const [found] = await run(text, parameters)
        const length = Number(found?.['bytes'] ?? 0)
        // Several reads may end in one turn, and those of SQLite wait for nothing.
        if (length > LONG_ROW_BYTES) await yieldToTransactions()
        return { value: toRow<typeof name>(found && parseRow(statements.tableOf(name), found)), length }
      })
    },
    find: async (name, query) => {
      const [text, parameters] = statements.select(name, query as AnyQuery, 'rows')
      return cache.read(name, JSON.stringify(query), async () => {
        const found = await run(text, parameters)
        const length = found.reduce((sum, { bytes }) => sum + Number(bytes), 0)
        const table = statements.tableOf(name)
        return { value: found.map(row => toRow<typeof name>(parseRow(table, row))!), length }
      })
    },
    count: (name, query) => readTotal(deps, { name, query: query as AnyQuery, selection: 'count' }),
    bytes: (name, where) => readTotal(deps, { name, query: { where } as AnyQuery, selection: 'bytes' }),
    async *pages(name, query) {
      const table = statements.tableOf(name)
      for await (const page of readPages(deps, name, query as AnyPageQuery))
        yield page.map(row => toRow<typeof name>(parseRow(table, row))!)
    },
    async *heads(name, query) {
      const table = statements.tableOf(name)
      for await (const page of readBeginnings(deps, name, query as AnyPageQuery))
        yield page.map(({ found, fields }) => toHead<typeof name>(table, found, fields))
    },
  }

  let closed: Promise<void> | undefined

  /** Runs `work`, and makes every process forget the rows of the cached tables that it changed. */
  const change = async <R>(
    work: (run: RunStatement) => Promise<{ result: R; changed: ReadonlySet<TableName> }>,
  ): Promise<R> => {
    const { result, cached } = await database.transaction(async run => {
      const { result, changed } = await work(run)
      const cached = [...changed].filter(name => CACHED_TABLES.has(name))
      for (const name of cached) await run(...statements.addVersion(name))
      return { result, cached }
    })
    cache.forget(cached)
    return result
  }

  return {
    ...reader,
    kind,
    isPersistent: true,
    transaction: createGroupCommit(calls =>
      change(run =>
        besideRequests(async onStatement => {
          const runCounted: RunStatement = (...statement) => run(...statement).finally(onStatement)
          const { transaction, known, preload, flush } = createSqlTransaction({ run: runCounted, statements })
          const steps = Math.max(...calls.map(({ announce }) => announce.length))
          for (let step = 0; step < steps; step++)
            await preload(calls.map(({ announce }) => announce[step]?.(known) ?? {}))
          const result: Outcome[] = []
          const preloaded = transaction.statementCount()
          for (const { work } of calls) {
            const before = transaction.statementCount()
            const value = await work(transaction)
            const after = transaction.statementCount()
            result.push({ value, statements: after - before })
            if (after - preloaded > MAX_STATEMENTS) break
          }
          for (const { work, rows } of endsByName(calls.slice(0, result.length)))
            await work(transaction, rows)
          return { result, changed: await flush() }
        }),
      ),
    ),
    clear: () =>
      change(async run => {
        for (const name of TABLE_NAMES) await run(...statements.clear(name))
        await run(...statements.clearCounts())
        return { result: undefined, changed: new Set(TABLE_NAMES) }
      }),
    async *rows() {
      const snapshot = await database.openSnapshot()
      try {
        // The name of a table decides the type of its rows, hence the cast.
        for (const table of TABLE_NAMES)
          for await (const row of readTable({ ...deps, run: snapshot.run }, table))
            yield { table, row: toRow(row)! } as TableRow
      } finally {
        await snapshot.close()
      }
    },
    async *getPages(name, keys) {
      const table = statements.tableOf(name)
      for (const part of inParts(keys, MAX_KEYS)) {
        const values = part.map(key => keyValues(table, key))
        const sized = await readSizes(deps, name, values)
        for await (const page of readTexts(deps, name, sized))
          yield page.map(row => toRow<typeof name>(row && parseRow(table, row)))
      }
    },
    position: async (name, key) => {
      const [found] = await run(...statements.position(name, keyValues(statements.tableOf(name), key)))
      return found && Number(found[SEQUENCE])
    },
    requireWritable: database.requireWritable,
    close: () => {
      closed ??= database.close()
      return closed
    },
  }
}

/** Returns the ends of calls, those of one name together. */
function endsByName(calls: Call[]): Iterable<TransactionEnd> {
  const ends = new Map<string, TransactionEnd>()
  for (const { end } of calls)
    if (end) ends.set(end.name, { ...end, rows: end.rows + (ends.get(end.name)?.rows ?? 0) })
  return ends.values()
}
