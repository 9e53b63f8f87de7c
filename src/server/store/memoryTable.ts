import { countValues } from '../lib/countValues'
import { approximateBytes } from './approximateBytes'
import { deepFreeze } from './deepFreeze'
import { type Entry, EntryList } from './entryList'
import { createNestedIndex, type NestedIndex } from './nestedIndex'
import type { PageQuery, Query, RowHead, RowLimits } from './store'
import { type Key, type Row, TABLES, type TableName } from './tables'
import type { UndoLog } from './undoLog'
import { withinBytes } from './withinBytes'

/** The rows of one table. */
export interface MemoryTable<T extends TableName> {
  get: (key: Key<T>) => Row<T> | undefined
  /** Returns the position of a row in the order of insertion. */
  position: (key: Key<T>) => number | undefined
  find: (query: Query<T>) => Row<T>[]
  /** Yields the rows of a query in pages, each as it is when its page is read. See D-746. */
  pages: (query: PageQuery<T>) => Iterable<Row<T>[]>
  /** Yields the heads of the rows of a query in pages, and parses no row. */
  heads: (query: PageQuery<T>) => Iterable<RowHead<T>[]>
  /** Yields the rows of keys in pages. */
  getPages: (keys: Key<T>[]) => Iterable<(Row<T> | undefined)[]>
  count: (query: Query<T>) => number
  /** Returns the approximate size of the rows of an index. */
  bytes: (where: Partial<Row<T>>) => number
  /** Returns all rows, as they are now, in the order of insertion. */
  all: () => Iterable<Row<T>>
  /** Inserts a row, or replaces the row of the same key. */
  put: (row: Row<T>) => void
  /** Changes columns of a row without parsing the others. Returns false when there is no such row. */
  update: (key: Key<T>, columns: Partial<Row<T>>) => boolean
  /** Returns false when there is no such row. */
  remove: (key: Key<T>) => boolean
  /** Removes the oldest rows of an index, up to the one with which they reach a limit. Returns them. */
  removeOldest: (where: Partial<Row<T>>, limits: RowLimits) => Row<T>[]
}

type Fields = Record<string, unknown>

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
  time?: string
}

/**
 * The column that a table keeps as JSON text. As values, the properties of an event take more memory, several times as much
 * where their sender chooses so, and the garbage collector visits each of them. See D-473.
 */
const JSON_COLUMNS: { [T in TableName]?: keyof Row<T> & string } = { events: 'properties' }

const LARGE_BYTES = 256 * 1024
const LONG_BYTES = 128

/**
 * Whether a large value has few members for its size. It takes about as much memory as its JSON, and writing that takes the same
 * twice again: an event may be as large as a body. See D-491.
 */
function hasLongTexts(value: unknown): boolean {
  if (approximateBytes(value, LARGE_BYTES) < LARGE_BYTES) return false
  const bytes = approximateBytes(value)
  return countValues(value, bytes / LONG_BYTES) < bytes / LONG_BYTES
}

/** A row takes about this much beside its columns: its entry, and a place in each index. */
const ROW_BYTES = 300

/**
 * Creates an empty table.
 *
 * Rows are frozen when they are written, so they are returned without a copy, except for the column that is kept as text. A
 * query without a declared index throws, because a database would have to read the whole table.
 */
export function createMemoryTable<T extends TableName>(name: T, undoLog: UndoLog): MemoryTable<T> {
  const shape: Shape = TABLES[name]
  const jsonColumn: string | undefined = JSON_COLUMNS[name]
  const byKey = createNestedIndex<Entry>(shape.key)
  const indexes = shape.indexes.map(columns => ({ columns, lists: createNestedIndex<EntryList>(columns) }))
  let nextSequence = 0

  const toStored = (row: Fields): Fields =>
    deepFreeze(
      jsonColumn === undefined || !(jsonColumn in row) || hasLongTexts(row[jsonColumn])
        ? row
        : { ...row, [jsonColumn]: JSON.stringify(row[jsonColumn]) },
    )

  /** The cast stands for the name of the table, which says what the fields are. */
  const toRow = (stored: Fields): Row<T> =>
    (jsonColumn === undefined || typeof stored[jsonColumn] !== 'string'
      ? stored
      : withParsedColumn(stored, jsonColumn)) as unknown as Row<T>

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

  /** Moves the entry only in the indexes in which its place changes. */
  const replaceRow = (entry: Entry, row: Fields): void => {
    const order = orderOf(row, entry.sequence)
    const bytes = rowBytes(row)
    const isMoved = ({ columns }: Index) =>
      order !== entry.order || columns.some(column => row[column] !== entry.row[column])
    const moved = indexes.filter(isMoved)
    for (const index of moved) removeFromIndex(index, entry)
    for (const index of indexes)
      if (!moved.includes(index)) index.lists.get(row)!.addBytes(bytes - entry.bytes)
    entry.row = row
    entry.order = order
    entry.bytes = bytes
    for (const index of moved) insertIntoIndex(index, entry)
  }

  const findList = (where: Fields): EntryList | undefined => {
    const columns = Object.keys(where)
    const index = indexes.find(
      candidate =>
        candidate.columns.length === columns.length && candidate.columns.every(column => column in where),
    )
    if (!index) throw new Error(`table ${name} has no index on ${columns.join(', ') || 'nothing'}`)
    return index.lists.get(where)
  }

  /** Returns the entries that a query means, oldest first: the range [start, end) of a list. */
  const findRange = (
    query: Query<T> & PageQuery<T>,
  ): { list: Pick<EntryList, 'slice'>; start: number; end: number } => {
    const list = findList(toFields(query.where))
    if (!list) return { list: EMPTY_LIST, start: 0, end: 0 }
    let start = query.from === undefined ? 0 : list.rank(query.from, -1)
    let end =
      query.to === undefined ? list.size() : Math.max(start, list.rank(query.to, Number.POSITIVE_INFINITY))
    if (query.after) {
      const last = byKey.get(toFields(query.after))
      if (!last) return { list: EMPTY_LIST, start: 0, end: 0 }
      if (query.order === 'newest') end = Math.max(start, Math.min(end, list.rank(last.order, last.sequence)))
      else start = Math.min(end, Math.max(start, list.rank(last.order, last.sequence + 1)))
    }
    const { terms } = query
    if (!terms?.length) return { list, start, end }
    const matching = list.slice(start, end).filter(entry => containsTerms(entry.row, shape.text ?? [], terms))
    return { list: matching, start: 0, end: matching.length }
  }

  /** Returns the entries that a query selects, in its order. */
  const select = (query: Query<T> & PageQuery<T>): Entry[] => {
    const { list, start, end } = findRange(query)
    const offset = query.offset ?? 0
    const last = query.limit === undefined ? end - start : Math.min(end - start, offset + query.limit)
    return query.order === 'newest'
      ? list.slice(Math.max(start, end - last), Math.max(start, end - offset)).reverse()
      : list.slice(start + offset, start + last)
  }

  const replace = (entry: Entry, row: Fields): void => {
    const before = entry.row
    replaceRow(entry, row)
    undoLog.addFirst(entry, () => replaceRow(entry, before))
  }

  /** Yields the entries that a query selects in pages, without those that were removed meanwhile. */
  function* entryPages(query: PageQuery<T>): Iterable<Entry[]> {
    const bytesOf = (entry: Entry) => entry.bytes
    const selected = withinBytes(select(query), query.maxBytes ?? Number.POSITIVE_INFINITY, bytesOf)
    for (const page of inPages(selected, bytesOf)) {
      const entries = page.filter(entry => byKey.get(entry.row) === entry)
      if (entries.length > 0) yield entries
    }
  }

  /** The casts stand for the name of the table, which says what is in its key. */
  const toHead = ({ row, sequence, bytes }: Entry): RowHead<T> => ({
    key: Object.fromEntries(shape.key.map(column => [column, row[column]])) as unknown as Key<T>,
    position: sequence,
    time: shape.time === undefined ? undefined : (row[shape.time] as string),
    bytes,
  })

  const removeEntry = (entry: Entry): void => {
    remove(entry)
    undoLog.add(() => add(entry))
  }

  const find = (key: object): Entry | undefined => byKey.get(toFields(key))

  return {
    get: key => {
      const entry = find(key)
      return entry && toRow(entry.row)
    },
    position: key => find(key)?.sequence,
    find: query => select(query).map(entry => toRow(entry.row)),
    *pages(query) {
      for (const entries of entryPages(query)) yield entries.map(entry => toRow(entry.row))
    },
    *heads(query) {
      for (const entries of entryPages(query)) yield entries.map(toHead)
    },
    *getPages(keys) {
      for (const page of inPages(keys, key => find(key)?.bytes ?? 0))
        yield page.map(key => {
          const entry = find(key)
          return entry && toRow(entry.row)
        })
    },
    count: query => {
      const { start, end } = findRange(query)
      return Math.min(end - start, query.limit ?? end - start)
    },
    bytes: where => findList(toFields(where))?.bytes() ?? 0,
    all: () => {
      const entries = [...byKey.values()].sort((a, b) => a.sequence - b.sequence)
      return converted(
        entries.map(entry => entry.row),
        toRow,
      )
    },
    put: input => {
      const row = toStored(toFields(input))
      const existing = byKey.get(row)
      if (existing) {
        replace(existing, row)
        return
      }
      const sequence = nextSequence++
      const entry = { row, order: orderOf(row, sequence), sequence, bytes: rowBytes(row) }
      add(entry)
      undoLog.addFirst(entry, () => remove(entry))
    },
    update: (key, columns) => {
      const entry = find(key)
      if (!entry) return false
      replace(entry, deepFreeze({ ...entry.row, ...toStored(toFields(columns)) }))
      return true
    },
    remove: key => {
      const entry = find(key)
      if (!entry) return false
      removeEntry(entry)
      return true
    },
    removeOldest: (where, { rows = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY }) => {
      const removed: Row<T>[] = []
      const list = findList(toFields(where)) ?? EMPTY_LIST
      let bytesLeft = bytes
      while (removed.length < rows && bytesLeft > 0) {
        const [oldest] = list.slice(0, 1)
        if (!oldest) break
        removeEntry(oldest)
        removed.push(toRow(oldest.row))
        bytesLeft -= oldest.bytes
      }
      return removed
    },
  }
}

/** A longer column is parsed each time that it is read, so that its value does not live as long as its row. */
const KEPT_LENGTH = 16 * 1024

/** Returns a copy whose column is parsed when it is read: most readers of many events need no properties. See D-491. */
function withParsedColumn(stored: Fields, column: string): Fields {
  const text = String(stored[column])
  let value: unknown
  const parse = () => JSON.parse(text)
  return Object.defineProperty({ ...stored }, column, {
    enumerable: true,
    get: text.length > KEPT_LENGTH ? parse : () => (value ??= parse()),
  })
}

/** Rows of a page. */
const PAGE_ROWS = 200
/** Bytes of a page, unless one row is larger. See D-725. */
const PAGE_BYTES = 1_000_000

function* converted<I, O>(items: I[], convert: (item: I) => O): Generator<O> {
  for (const item of items) yield convert(item)
}

function* inPages<I>(items: I[], bytesOf: (item: I) => number): Generator<I[]> {
  let start = 0
  let total = 0
  for (let index = 0; index < items.length; index++) {
    const bytes = bytesOf(items[index]!)
    if (index > start && (index - start === PAGE_ROWS || total + bytes > PAGE_BYTES)) {
      yield items.slice(start, index)
      start = index
      total = 0
    }
    total += bytes
  }
  if (start < items.length) yield items.slice(start)
}

const EMPTY_LIST: Pick<EntryList, 'slice'> = { slice: () => [] }

function rowBytes(row: Fields): number {
  return ROW_BYTES + approximateBytes(row)
}

function removeFromIndex(index: Index, entry: Entry): void {
  const list = index.lists.get(entry.row)!
  list.remove(entry)
  if (list.size() === 0) index.lists.delete(entry.row)
}

function insertIntoIndex(index: Index, entry: Entry): void {
  let list = index.lists.get(entry.row)
  if (!list) {
    list = new EntryList()
    index.lists.set(entry.row, list)
  }
  list.insert(entry)
}

function containsTerms(row: Fields, columns: readonly string[], terms: string[]): boolean {
  const texts = columns.map(column => String(row[column] ?? '').toLowerCase())
  return terms.every(term => texts.some(text => text.includes(term.toLowerCase())))
}

/** Inside of this file, a row of any table is its fields. */
function toFields(row: object): Fields {
  return row as Fields
}
