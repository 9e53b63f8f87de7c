import { createNestedIndex, type NestedIndex } from './nestedIndex'
import type { Query } from './store'
import { type Key, type Row, TABLES, type TableName } from './tables'

/** The rows of one table. Each write returns the function that undoes it. */
export interface MemoryTable<T extends TableName> {
  get: (key: Key<T>) => Row<T> | undefined
  find: (query: Query<T>) => Row<T>[]
  count: (query: Query<T>) => number
  /** Inserts a row, or replaces the row of the same key. */
  put: (row: Row<T>) => () => void
  /** Returns undefined when there is no such row. */
  remove: (key: Key<T>) => (() => void) | undefined
}

type Fields = Record<string, unknown>

/** A row with its sort key: `order`, then `sequence`. */
interface Entry {
  row: Fields
  order: number
  sequence: number
}

/** The entries of an index that have the same values, sorted. `from` is the first one: removing the oldest moves no others. */
interface EntryList {
  entries: Entry[]
  from: number
}

interface Index {
  columns: readonly string[]
  lists: NestedIndex<EntryList>
}

/** The parts of `TABLES` that this file reads, without their literal types. */
interface Shape {
  key: readonly string[]
  indexes: readonly (readonly string[])[]
  order?: string
  text?: readonly string[]
}

const EMPTY_LIST: EntryList = { entries: [], from: 0 }

/**
 * Creates an empty table.
 *
 * Rows are frozen when they are written, so they are returned without a copy. A query without a declared index throws,
 * because a database would have to read the whole table.
 */
export function createMemoryTable<T extends TableName>(name: T): MemoryTable<T> {
  const shape: Shape = TABLES[name]
  const byKey = createNestedIndex<Entry>(shape.key)
  const indexes = shape.indexes.map(columns => ({ columns, lists: createNestedIndex<EntryList>(columns) }))
  let nextSequence = 0

  const orderOf = (row: Fields, sequence: number) =>
    shape.order === undefined ? sequence : Number(row[shape.order])

  const add = (entry: Entry): void => {
    byKey.set(entry.row, entry)
    for (const index of indexes) insertIntoIndex(index, entry)
  }

  const remove = (entry: Entry): void => {
    byKey.delete(entry.row)
    for (const index of indexes) removeFromIndex(index, entry)
  }

  /** Touches only the indexes in which the entry moves. */
  const replaceRow = (entry: Entry, row: Fields): void => {
    const order = orderOf(row, entry.sequence)
    const affected = indexes.filter(
      index => order !== entry.order || index.columns.some(column => row[column] !== entry.row[column]),
    )
    for (const index of affected) removeFromIndex(index, entry)
    entry.row = row
    entry.order = order
    for (const index of affected) insertIntoIndex(index, entry)
  }

  /** Returns the entries that a query means, oldest first: the range [start, end) of a list. */
  const findRange = (query: Query<T>): { entries: Entry[]; start: number; end: number } => {
    const where = toFields(query.where)
    const columns = Object.keys(where)
    const index = indexes.find(
      candidate =>
        candidate.columns.length === columns.length && candidate.columns.every(column => column in where),
    )
    if (!index) throw new Error(`table ${name} has no index on ${columns.join(', ') || 'nothing'}`)
    const list = index.lists.get(where) ?? EMPTY_LIST
    const { entries } = list
    const start = query.from === undefined ? list.from : findPosition(list, query.from, -1)
    const end =
      query.to === undefined ? entries.length : findPosition(list, query.to, Number.POSITIVE_INFINITY)
    const { terms } = query
    if (!terms?.length) return { entries, start, end: Math.max(start, end) }
    const matching = entries
      .slice(start, end)
      .filter(entry => containsTerms(entry.row, shape.text ?? [], terms))
    return { entries: matching, start: 0, end: matching.length }
  }

  return {
    get: key => toRow<T>(byKey.get(toFields(key))?.row),
    find: query => {
      const { entries, start, end } = findRange(query)
      const offset = query.offset ?? 0
      const last = query.limit === undefined ? end - start : Math.min(end - start, offset + query.limit)
      const page =
        query.order === 'newest'
          ? entries.slice(Math.max(start, end - last), Math.max(start, end - offset)).reverse()
          : entries.slice(start + offset, start + last)
      return page.map(entry => toRow<T>(entry.row)!)
    },
    count: query => {
      const { start, end } = findRange(query)
      return end - start
    },
    put: input => {
      const row = toFields(deepFreeze(input))
      const existing = byKey.get(row)
      if (existing) {
        const before = existing.row
        replaceRow(existing, row)
        return () => replaceRow(existing, before)
      }
      const sequence = nextSequence++
      const entry = { row, order: orderOf(row, sequence), sequence }
      add(entry)
      return () => remove(entry)
    },
    remove: key => {
      const entry = byKey.get(toFields(key))
      if (!entry) return undefined
      remove(entry)
      return () => add(entry)
    },
  }
}

/** Returns the first position whose entry is not before (order, sequence). */
function findPosition({ entries, from }: EntryList, order: number, sequence: number): number {
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

function containsTerms(row: Fields, columns: readonly string[], terms: string[]): boolean {
  const texts = columns.map(column => String(row[column] ?? '').toLowerCase())
  return terms.every(term => texts.some(text => text.includes(term.toLowerCase())))
}

/** The only two casts of this file: inside, a row of any table is its fields. */
function toFields(row: object): Fields {
  return row as Fields
}

function toRow<T extends TableName>(fields: Fields | undefined): Row<T> | undefined {
  return fields as unknown as Row<T> | undefined
}

/** The depth of bodies is limited when they are read, so the recursion is too. */
function deepFreeze<V extends object>(value: V): V {
  if (Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const name in value) {
    const member = value[name]
    if (typeof member === 'object' && member !== null) deepFreeze(member)
  }
  return value
}
