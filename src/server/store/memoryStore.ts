import { createNestedIndex, type NestedIndex } from './nestedIndex'
import type { Query, Store, Transaction } from './store'
import { type Key, type Row, TABLES, type TableName } from './tables'

/** A row, and where it stands: by `order`, then by `sequence`. */
interface Entry {
  row: Record<string, unknown>
  order: number
  sequence: number
}

interface Index {
  columns: readonly string[]
  /** Entries with the same values, sorted. */
  lists: NestedIndex<List>
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
  entries: NestedIndex<Entry>
  indexes: Index[]
}

const EMPTY_LIST: List = { entries: [], from: 0 }

/**
 * A `Store` in memory, gone with the process.
 *
 * Rows are frozen when they are written, so that handing them out needs no copy.
 * A query that no index answers throws: a database would have to read everything.
 */
export function createMemoryStore(): Store {
  let tables = new Map<string, Table>()
  let nextSequence = 0
  let undo: (() => void)[] = []
  let last: Promise<unknown> = Promise.resolve()

  const table = (name: TableName): Table => {
    const existing = tables.get(name)
    if (existing) return existing
    const created = createTable(name)
    tables.set(name, created)
    return created
  }

  const write = (name: TableName, row: Record<string, unknown>): void => {
    const target = table(name)
    const entry = target.entries.get(row)
    deepFreeze(row)
    if (entry) {
      const before = entry.row
      replaceRow(target, entry, row)
      undo.push(() => replaceRow(target, entry, before))
    } else {
      const sequence = nextSequence++
      const entry = { row, order: orderValue(target, row, sequence), sequence }
      addEntry(target, entry)
      undo.push(() => removeEntry(target, entry))
    }
  }

  const transaction: Transaction = {
    get: async (name, key) => getRow(table(name), name, key),
    find: async (name, query) => findRows(table(name), name, query),
    count: async (name, query) => countRows(table(name), name, query),
    insert: async (name, row) => {
      if (table(name).entries.get(toRecord(row))) return false
      write(name, toRecord(row))
      return true
    },
    put: async (name, row) => write(name, toRecord(row)),
    remove: async (name, key) => {
      const target = table(name)
      const entry = target.entries.get(toRecord(key))
      if (!entry) return false
      removeEntry(target, entry)
      undo.push(() => addEntry(target, entry))
      return true
    },
  }

  const runTransaction = async <R>(work: (transaction: Transaction) => Promise<R>): Promise<R> => {
    undo = []
    try {
      return await work(transaction)
    } catch (error) {
      for (const undoStep of undo.reverse()) undoStep()
      throw error
    } finally {
      undo = []
    }
  }

  const enqueue = <R>(work: () => Promise<R>): Promise<R> => {
    const result = last.then(work)
    // Whoever waits for this one must not fail with it.
    last = result.catch(() => undefined)
    return result
  }

  return {
    get: transaction.get,
    find: transaction.find,
    count: transaction.count,
    transaction: work => enqueue(() => runTransaction(work)),
    clear: () =>
      enqueue(async () => {
        tables = new Map()
      }),
  }
}

function createTable(name: TableName): Table {
  const shape: {
    key: readonly string[]
    indexes: readonly (readonly string[])[]
    order?: string
    text?: readonly string[]
  } = TABLES[name]
  const indexes = shape.indexes.map(columns => ({ columns, lists: createNestedIndex<List>(columns) }))
  return { order: shape.order, text: shape.text ?? [], entries: createNestedIndex(shape.key), indexes }
}

function getRow<T extends TableName>(table: Table, _name: T, key: Key<T>): Row<T> | undefined {
  return toRow<T>(table.entries.get(toRecord(key)))
}

function findRows<T extends TableName>(table: Table, name: T, query: Query<T>): Row<T>[] {
  const { list, start, end } = findRange(table, name, query)
  const skipped = query.offset ?? 0
  const last = query.limit === undefined ? end - start : Math.min(end - start, skipped + query.limit)
  const page =
    query.order === 'newest'
      ? list.slice(Math.max(start, end - last), Math.max(start, end - skipped)).reverse()
      : list.slice(start + skipped, start + last)
  return page.map(entry => toRow<T>(entry)!)
}

function countRows<T extends TableName>(table: Table, name: T, query: Query<T>): number {
  const { start, end } = findRange(table, name, query)
  return end - start
}

/** A list of entries in their order, and the part of it that is meant. */
interface IndexRange {
  list: Entry[]
  start: number
  end: number
}

/** The entries of one index list, between the bounds and with the words. */
function findRange<T extends TableName>(table: Table, name: T, query: Query<T>): IndexRange {
  const where = toRecord(query.where)
  const columns = Object.keys(where)
  const index = table.indexes.find(
    candidate =>
      candidate.columns.length === columns.length && candidate.columns.every(column => column in where),
  )
  if (!index) throw new Error(`table ${name} has no index on ${columns.join(', ') || 'nothing'}`)
  const list = index.lists.get(where) ?? EMPTY_LIST
  const { entries } = list
  const start = query.from === undefined ? list.from : findPosition(list, query.from, -1)
  const end = query.to === undefined ? entries.length : findPosition(list, query.to, Number.POSITIVE_INFINITY)
  const { terms } = query
  if (!terms?.length) return { list: entries, start, end: Math.max(start, end) }
  const found = entries.slice(start, end).filter(entry => containsTerms(entry, table.text, terms))
  return { list: found, start: 0, end: found.length }
}

/** The first position whose entry does not come before (order, sequence). */
function findPosition({ entries, from }: List, order: number, sequence: number): number {
  let low = from
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(entries[middle]!, order, sequence)) low = middle + 1
    else high = middle
  }
  return low
}

function isBefore(entry: Entry, order: number, sequence: number): boolean {
  return entry.order < order || (entry.order === order && entry.sequence < sequence)
}

function addEntry(table: Table, entry: Entry): void {
  table.entries.set(entry.row, entry)
  for (const index of table.indexes) insertIntoIndex(index, entry)
}

function removeEntry(table: Table, entry: Entry): void {
  table.entries.delete(entry.row)
  for (const index of table.indexes) removeFromIndex(index, entry)
}

/** Gives an entry another row of the same key; only the indexes that see a difference are touched. */
function replaceRow(table: Table, entry: Entry, row: Record<string, unknown>): void {
  const order = orderValue(table, row, entry.sequence)
  const affected = table.indexes.filter(
    index => order !== entry.order || index.columns.some(column => row[column] !== entry.row[column]),
  )
  for (const index of affected) removeFromIndex(index, entry)
  entry.row = row
  entry.order = order
  for (const index of affected) insertIntoIndex(index, entry)
}

function removeFromIndex(index: Index, entry: Entry): void {
  const list = index.lists.get(entry.row)!
  const position = findPosition(list, entry.order, entry.sequence)
  if (position === list.from) list.from++
  else list.entries.splice(position, 1)
  if (list.from === list.entries.length) index.lists.delete(entry.row)
  else if (list.from > list.entries.length / 2) {
    list.entries = list.entries.slice(list.from)
    list.from = 0
  }
}

function insertIntoIndex(index: Index, entry: Entry): void {
  const list = index.lists.get(entry.row)
  if (!list) index.lists.set(entry.row, { entries: [entry], from: 0 })
  else if (isBefore(list.entries[list.entries.length - 1]!, entry.order, entry.sequence))
    list.entries.push(entry)
  else list.entries.splice(findPosition(list, entry.order, entry.sequence), 0, entry)
}

function orderValue(table: Table, row: Record<string, unknown>, sequence: number): number {
  return table.order === undefined ? sequence : Number(row[table.order])
}

function containsTerms(entry: Entry, columns: readonly string[], terms: string[]): boolean {
  const texts = columns.map(column => String(entry.row[column] ?? '').toLowerCase())
  return terms.every(term => texts.some(text => text.includes(term.toLowerCase())))
}

/** Tables are kept by name, so that one row type is as good as another inside: the two casts of this file. */
function toRecord(row: object): Record<string, unknown> {
  return row as Record<string, unknown>
}

function toRow<T extends TableName>(entry: Entry | undefined): Row<T> | undefined {
  return entry?.row as unknown as Row<T> | undefined
}

/** Depth is bounded where bodies are read, so recursion is. */
function deepFreeze<V extends object>(value: V): V {
  if (Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const name in value) {
    const member = value[name]
    if (typeof member === 'object' && member !== null) deepFreeze(member)
  }
  return value
}
