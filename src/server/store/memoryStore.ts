import { type ByColumns, createByColumns } from './nestedIndex'
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
  /** Entries with the same values, sorted. */
  lists: ByColumns<List>
}

/** The first entries may be gone: then `from` is where it starts, so that forgetting the oldest moves no other. */
interface List {
  entries: Entry[]
  from: number
}

interface Table {
  order: string | undefined
  text: readonly string[]
  /** By the key. */
  entries: ByColumns<Entry>
  indexes: Index[]
}

const NOTHING: List = { entries: [], from: 0 }

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
    const entry = target.entries.get(row)
    deepFreeze(row)
    if (entry) {
      const before = entry.row
      change(target, entry, row)
      undo.push(() => change(target, entry, before))
    } else {
      const place = places++
      const added = { row, at: orderOf(target, row, place), place }
      add(target, added)
      undo.push(() => drop(target, added))
    }
  }

  const transaction: Transaction = {
    get: async (name, key) => read(table(name), name, key),
    find: async (name, query) => select(table(name), name, query),
    count: async (name, query) => total(table(name), name, query),
    insert: async (name, row) => {
      if (table(name).entries.get(columnsOf(row))) return false
      write(name, columnsOf(row))
      return true
    },
    put: async (name, row) => write(name, columnsOf(row)),
    remove: async (name, key) => {
      const target = table(name)
      const entry = target.entries.get(columnsOf(key))
      if (!entry) return false
      drop(target, entry)
      undo.push(() => add(target, entry))
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
  const indexes = shape.indexes.map(columns => ({ columns, lists: createByColumns<List>(columns) }))
  return { order: shape.order, text: shape.text ?? [], entries: createByColumns(shape.key), indexes }
}

function read<T extends TableName>(table: Table, _name: T, key: Key<T>): Row<T> | undefined {
  return rowOf<T>(table.entries.get(columnsOf(key)))
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
  const list = index.lists.get(where) ?? NOTHING
  const { entries } = list
  const start = query.from === undefined ? list.from : position(list, query.from, -1)
  const end = query.to === undefined ? entries.length : position(list, query.to, Number.POSITIVE_INFINITY)
  const { words } = query
  if (!words?.length) return { list: entries, start, end: Math.max(start, end) }
  const found = entries.slice(start, end).filter(entry => hasWords(entry, table.text, words))
  return { list: found, start: 0, end: found.length }
}

/** The first position whose entry does not come before (at, place). */
function position({ entries, from }: List, at: number, place: number): number {
  let low = from
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(entries[middle]!, at, place)) low = middle + 1
    else high = middle
  }
  return low
}

function isBefore(entry: Entry, at: number, place: number): boolean {
  return entry.at < at || (entry.at === at && entry.place < place)
}

function add(table: Table, entry: Entry): void {
  table.entries.set(entry.row, entry)
  for (const index of table.indexes) putIn(index, entry)
}

function drop(table: Table, entry: Entry): void {
  table.entries.delete(entry.row)
  for (const index of table.indexes) takeOut(index, entry)
}

/** Gives an entry another row of the same key; only the indexes that see a difference are touched. */
function change(table: Table, entry: Entry, row: Record<string, unknown>): void {
  const at = orderOf(table, row, entry.place)
  const concerned = table.indexes.filter(
    index => at !== entry.at || index.columns.some(column => row[column] !== entry.row[column]),
  )
  for (const index of concerned) takeOut(index, entry)
  entry.row = row
  entry.at = at
  for (const index of concerned) putIn(index, entry)
}

function takeOut(index: Index, entry: Entry): void {
  const list = index.lists.get(entry.row)!
  const at = position(list, entry.at, entry.place)
  if (at === list.from) list.from++
  else list.entries.splice(at, 1)
  if (list.from === list.entries.length) index.lists.delete(entry.row)
  else if (list.from > list.entries.length / 2) {
    list.entries = list.entries.slice(list.from)
    list.from = 0
  }
}

function putIn(index: Index, entry: Entry): void {
  const list = index.lists.get(entry.row)
  if (!list) index.lists.set(entry.row, { entries: [entry], from: 0 })
  else if (isBefore(list.entries[list.entries.length - 1]!, entry.at, entry.place)) list.entries.push(entry)
  else list.entries.splice(position(list, entry.at, entry.place), 0, entry)
}

function orderOf(table: Table, row: Record<string, unknown>, place: number): number {
  return table.order === undefined ? place : Number(row[table.order])
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
  for (const name in value) {
    const part = value[name]
    if (typeof part === 'object' && part !== null) deepFreeze(part)
  }
  return value
}
