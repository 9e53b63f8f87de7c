import { createFairQueue } from '../lib/createFairQueue'
import { yieldToRequests } from '../lib/yieldToRequests'
import { createMemoryTable, type MemoryTable } from './memoryTable'
import type { ExportableStore, Transaction, TransactionOptions } from './store'
import { type Row, TABLE_NAMES, TABLES, type TableName, type TableRow } from './tables'
import { createUndoLog, type UndoLog } from './undoLog'

type MemoryTables = { [T in TableName]: MemoryTable<T> }

/** Creates a `Store` in memory. Its rows are gone when the process ends. */
export function createMemoryStore(): ExportableStore {
  const undoLog = createUndoLog()
  let tables = createTables(undoLog)
  const enqueue = createFairQueue()
  let unfinished = 0

  const removeAboutPersons = (persons: Row<'persons'>[]): void => {
    for (const { project_id, id } of persons) {
      const where = { project_id, person_id: id }
      tables.hashOverrides.remove(where)
      for (const row of tables.distinctIds.find({ where })) tables.distinctIds.remove(row)
    }
  }

  const transaction: Transaction = {
    get: async (name, key) => tables[name].get(key),
    getMany: async (name, keys) => keys.map(key => tables[name].get(key)),
    find: async (name, query) => tables[name].find(query),
    count: async (name, query) => tables[name].count(query),
    bytes: async (name, where) => tables[name].bytes(where),
    // Other requests would see half of the transaction.
    async *pages(name, query) {
      yield* tables[name].pages(query)
    },
    async *heads(name, query) {
      yield* tables[name].heads(query)
    },
    has: async (name, key) => tables[name].position(key) !== undefined,
    insert: async (name, row) => {
      if (tables[name].position(row) !== undefined) return false
      tables[name].put(row)
      return true
    },
    add: async (name, row) => tables[name].put(row),
    put: async (name, row) => tables[name].put(row),
    update: async (name, key, columns) => tables[name].update(key, columns),
    movePerson: async (name, { project_id, from, to }) => {
      const { person } = TABLES[name]
      // The name of the table decides the type of its rows, hence the cast.
      const table = tables[name] as MemoryTable<typeof name>
      for (const row of table.find({ where: { project_id, [person]: from } }))
        table.update(row as never, { [person]: to })
    },
    remove: async (name, key) => tables[name].remove(key),
    removeMany: async (name, keys) => {
      for (const key of keys) tables[name].remove(key)
    },
    removeAll: async (name, conditions) => {
      for (const where of conditions) for (const row of tables[name].find({ where })) tables[name].remove(row)
    },
    removeOldest: async (name, where, limits) => {
      const removed = tables[name].removeOldest(where, limits)
      // The name of the table decides the type of its rows, hence the cast.
      if (name === 'persons') removeAboutPersons(removed as Row<'persons'>[])
      return removed.length
    },
    assumeNone: () => {},
    statementCount: () => 0,
  }

  const runTransaction = async <R>(work: (transaction: Transaction) => Promise<R>): Promise<R> => {
    try {
      return await work(transaction)
    } catch (error) {
      undoLog.undo()
      throw error
    } finally {
      undoLog.clear()
    }
  }

  /** Answers other requests before a transaction that had to wait, because nothing in here waits for the platform. */
  const enqueueTransaction = async <R>(
    work: (transaction: Transaction) => Promise<R>,
    { sender = '', end }: TransactionOptions = {},
  ): Promise<R> => {
    const waits = unfinished++ > 0
    try {
      return await enqueue(sender, 0, async () => {
        if (waits) await yieldToRequests()
        return runTransaction(async transaction => {
          const result = await work(transaction)
          await end?.work(transaction, end.rows)
          return result
        })
      })
    } finally {
      unfinished--
    }
  }

  return {
    get: transaction.get,
    find: transaction.find,
    count: transaction.count,
    bytes: transaction.bytes,
    transaction: enqueueTransaction,
    kind: 'memory',
    getPages: (name, keys) => withTurns(tables[name].getPages(keys)),
    position: async (name, key) => tables[name].position(key),
    pages: (name, query) => withTurns(tables[name].pages(query)),
    heads: (name, query) => withTurns(tables[name].heads(query)),
    clear: () =>
      enqueue('', 0, async () => {
        tables = createTables(undoLog)
      }),
    async *rows() {
      // Between transactions, and not while one runs.
      const all = await enqueue('', 0, async () =>
        TABLE_NAMES.map(table => ({ table, rows: tables[table].all() })),
      )
      // The name of a table decides the type of its rows, hence the cast.
      for (const { table, rows } of all) for (const row of rows) yield { table, row } as TableRow
    },
  }
}

/** Answers other requests after each page. */
async function* withTurns<P>(pages: Iterable<P>): AsyncIterable<P> {
  for (const page of pages) {
    yield page
    await yieldToRequests()
  }
}

/** `Object.fromEntries` loses the relation of name and table, hence the cast. */
function createTables(undoLog: UndoLog): MemoryTables {
  return Object.fromEntries(
    TABLE_NAMES.map(name => [name, createMemoryTable(name, undoLog)]),
  ) as unknown as MemoryTables
}
