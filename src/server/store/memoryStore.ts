import type { Query, Store, Transaction } from './store'
import { type Key, type Row, TABLES, type TableName } from './tables'

/** A row, and where it stands: by `at`, then by `place`. */
interface Entry {
  row: Record<string, unknown>
  at: number
  place: number
}

interface Index {
  columns: readonly string[]
  /** Values of the columns -> entries, sorted. */
  lists: Map<string, Entry[]>
}

interface Table {
  key: readonly string[]
  order: string | undefined
  text: readonly string[]
  entries: Map<string, Entry>
  indexes: Index[]
}

const NOTHING: Entry[] = []

/**
 * A `Store` in memory, gone with the process.
 *
 * Rows are frozen when they are written, so that handing them out needs no copy.
 * A query that no index answers throws: a database would have to read everything.
 */
export function createMemoryStore(): Store {
  let tables = new Map<string, Table>()
  let places = 0
  let undo: (() => void)[] = []
  let last: Promise<unknown> = Promise.resolve()

  const table = (name: TableName): Table => {
    const known = tables.get(name)
    if (known) return known
    const made = emptyTable(name)
    tables.set(name, made)
    return made
  }

  const write = (name: TableName, row: Record<string, unknown>): void => {
    const target = table(name)
    const key = textOf(row, target.key)
    const before = target.entries.get(key)
    const place = before?.place ?? places++
    const entry = { row: deepFreeze(row), at: orderOf(target, row, place), place }
    replace(target, key, before, entry)
    undo.push(() => replace(target, key, entry, before))
  }

  const transaction: Transaction = {
    get: async (name, key) => read(table(name), name, key),
    find: async (name, query) => select(table(name), name, query),
    count: async (name, query) => total(table(name), name, query),
    insert: async (name, row) => {
      const target = table(name)
      if (target.entries.has(textOf(columnsOf(row), target.key))) return false
      write(name, columnsOf(row))
      return true
    },
    put: async (name, row) => write(name, columnsOf(row)),
    remove: async (name, key) => {
      const target = table(name)
      const text = textOf(columnsOf(key), target.key)
      const before = target.entries.get(text)
      if (!before) return false
      replace(target, text, before, undefined)
      undo.push(() => replace(target, text, undefined, before))
      return true
    },
  }

  const run = async <R>(work: (transaction: Transaction) => Promise<R>): Promise<R> => {
    undo = []
    try {
      return await work(transaction)
    } catch (error) {
      for (const step of undo.reverse()) step()
      throw error
    } finally {
      undo = []
    }
  }

  const queue = <R>(work: () => Promise<R>): Promise<R> => {
    const result = last.then(work)
    // Whoever waits for this one must not fail with it.
    last = result.catch(() => undefined)
    return result
  }

  return {
    get: transaction.get,
    find: transaction.find,
    count: transaction.count,
    transaction: work => queue(() => run(work)),
    clear: () =>
      queue(async () => {
        tables = new Map()
      }),
  }
}

function emptyTable(name: TableName): Table {
  const shape: {
    key: readonly string[]
    indexes: readonly (readonly string[])[]
    order?: string
    text?: readonly string[]
  } = TABLES[name]
  const indexes = shape.indexes.map(columns => ({ columns, lists: new Map<string, Entry[]>() }))
  return { key: shape.key, order: shape.order, text: shape.text ?? [], entries: new Map(), indexes }
}

function read<T extends TableName>(table: Table, _name: T, key: Key<T>): Row<T> | undefined {
  return rowOf<T>(table.entries.get(textOf(columnsOf(key), table.key)))
}

function select<T extends TableName>(table: Table, name: T, query: Query<T>): Row<T>[] {
  const { list, start, end } = within(table, name, query)
  const skipped = query.offset ?? 0
  const last = query.limit === undefined ? end - start : Math.min(end - start, skipped + query.limit)
  const page =
    query.order === 'newest'
      ? list.slice(Math.max(start, end - last), Math.max(start, end - skipped)).reverse()
      : list.slice(start + skipped, start + last)
  return page.map(entry => rowOf<T>(entry)!)
}

function total<T extends TableName>(table: Table, name: T, query: Query<T>): number {
  const { start, end } = within(table, name, query)
  return end - start
}

/** A list of entries in their order, and the part of it that is meant. */
interface Part {
  list: Entry[]
  start: number
  end: number
}

/** The entries of one index list, between the bounds and with the words. */
function within<T extends TableName>(table: Table, name: T, query: Query<T>): Part {
  const where = columnsOf(query.where)
  const columns = Object.keys(where)
  const index = table.indexes.find(
    candidate =>
      candidate.columns.length === columns.length && candidate.columns.every(column => column in where),
  )
  if (!index) throw new Error(`table ${name} has no index on ${columns.join(', ') || 'nothing'}`)
  const list = index.lists.get(textOf(where, index.columns)) ?? NOTHING
  const start = query.from === undefined ? 0 : position(list, query.from, -1)
  const end = query.to === undefined ? list.length : position(list, query.to, Number.POSITIVE_INFINITY)
  const { words } = query
  if (!words?.length) return { list, start, end: Math.max(start, end) }
  const found = list.slice(start, end).filter(entry => hasWords(entry, table.text, words))
  return { list: found, start: 0, end: found.length }
}

/** The first position whose entry does not come before (at, place). */
function position(list: Entry[], at: number, place: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = list[middle]!
    if (entry.at < at || (entry.at === at && entry.place < place)) low = middle + 1
    else high = middle
  }
  return low
}

function replace(table: Table, key: string, before: Entry | undefined, after: Entry | undefined): void {
  if (after) table.entries.set(key, after)
  else table.entries.delete(key)
  for (const index of table.indexes) {
    if (before) takeOut(index, before)
    if (after) putIn(index, after)
  }
}

function takeOut(index: Index, entry: Entry): void {
  const text = textOf(entry.row, index.columns)
  const list = index.lists.get(text)!
  list.splice(position(list, entry.at, entry.place), 1)
  if (list.length === 0) index.lists.delete(text)
}

function putIn(index: Index, entry: Entry): void {
  const text = textOf(entry.row, index.columns)
  const list = index.lists.get(text)
  if (list) list.splice(position(list, entry.at, entry.place), 0, entry)
  else index.lists.set(text, [entry])
}

function orderOf(table: Table, row: Record<string, unknown>, place: number): number {
  return table.order === undefined ? place : Number(row[table.order])
}

function textOf(row: Record<string, unknown>, columns: readonly string[]): string {
  return columns.length === 1 ? String(row[columns[0]!]) : JSON.stringify(columns.map(column => row[column]))
}

function hasWords(entry: Entry, columns: readonly string[], words: string[]): boolean {
  const texts = columns.map(column => String(entry.row[column] ?? '').toLowerCase())
  return words.every(word => texts.some(text => text.includes(word.toLowerCase())))
}

/** Tables are kept by name, so that one row type is as good as another inside: the two casts of this file. */
function columnsOf(row: object): Record<string, unknown> {
  return row as Record<string, unknown>
}

function rowOf<T extends TableName>(entry: Entry | undefined): Row<T> | undefined {
  return entry?.row as unknown as Row<T> | undefined
}

/** Depth is bounded where bodies are read, so recursion is. */
function deepFreeze<V extends object>(value: V): V {
  if (Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return value
}
