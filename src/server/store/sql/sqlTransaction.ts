import { yieldInTransaction } from '../../lib/yieldToRequests'
import type { Announced, KnownRows, Transaction } from '../store'
import type { Row, TableName } from '../tables'
import { changeColumn } from './changeColumn'
import { type ColumnValue, columnValue, columnValues, keyValues } from './columns'
import type { RunStatement, SqlRow } from './database'
import { createEmptyConditions, type EmptyConditions } from './emptyConditions'
import { inStatements, MAX_ROWS } from './inStatements'
import {
  type AnyPageQuery,
  readBeginnings,
  readPages,
  readSizes,
  readTotal,
  rowText,
  type SqlAccess,
  toHead,
  toRow,
} from './readRows'
import { headVersion, readVersion, sizedVersion, storedVersion, type Version } from './rowVersion'
import type { AnyQuery } from './selectRows'

type Fields = Record<string, unknown>

/** A row that the transaction has read or written. */
interface Entry {
  key: ColumnValue[]
  /** The row in the database, if there is one. */
  stored?: Version
  /** The row as the transaction sees it, if there is one. */
  current?: Version
  /** Whether a call has announced the key. */
  isAnnounced: boolean
}

/** Where the entry of a key is. */
interface Place {
  key: ColumnValue[]
  id: string
}

interface TableEntries {
  byKey: Map<string, Entry>
  /** The entries to write, in the order in which they changed. */
  pending: Set<Entry>
  empty: EmptyConditions
}

/** Characters of rows that a transaction keeps. It then writes what waits, and forgets what it has read. See D-726. */
const MAX_KEPT_LENGTH = 4_000_000

/** Rows, keys without a row among them, that a transaction keeps, however short they are, beside those that were announced. */
const MAX_KEPT_ROWS = 10_000

/** No more are read before they are needed above this, so that they are not forgotten at once: a step may add two million. */
const MAX_PRELOADED_LENGTH = 1_000_000

/** Keys of such a step. */
const PRELOADED_ROWS = 512

/** A statement that changes more rows than this takes the time of several. */
const ROWS_PER_STATEMENT = 64

/**
 * Creates the operations of a transaction. Writes wait until a query needs them or the transaction ends, so that many take
 * one statement, and a row that changes often is written once.
 */
export function createSqlTransaction({ run: runStatement, statements }: SqlAccess) {
  let statementCount = 0
  const run: RunStatement = (...statement) => {
    statementCount++
    return runStatement(...statement)
  }
  const deps = { run, statements, rest: yieldInTransaction }
  const tables = new Map<TableName, TableEntries>()
  const written = new Set<TableName>()
  let keptLength = 0
  let keptRows = 0
  let pagesInUse = 0

  const entriesOf = (name: TableName): TableEntries => {
    const known = tables.get(name)
    if (known) return known
    const empty = createEmptyConditions(statements.tableOf(name))
    const entries = { byKey: new Map(), pending: new Set<Entry>(), empty }
    tables.set(name, entries)
    return entries
  }

  const findEntry = (name: TableName, row: object): Place & { known?: Entry } => {
    const key = keyValues(statements.tableOf(name), row)
    const id = JSON.stringify(key)
    return { key, id, known: entriesOf(name).byKey.get(id) }
  }

  const addStored = (
    name: TableName,
    { key, id }: Place,
    stored: Version | undefined,
    isAnnounced = false,
  ): Entry => {
    const entry = { key, stored, current: stored, isAnnounced }
    entriesOf(name).byKey.set(id, entry)
    keptLength += stored?.text?.length ?? 0
    if (!isAnnounced) keptRows++
    return entry
  }

  /** Writes what waits and forgets the rows that it has read, when they are long together or many. No entry may be in use. */
  const forgetMany = async (): Promise<void> => {
    // The rows of a page are changed one by one, and each would be read again.
    const maxLength = pagesInUse > 0 ? 2 * MAX_KEPT_LENGTH : MAX_KEPT_LENGTH
    if (keptLength < maxLength && keptRows < MAX_KEPT_ROWS) return
    await flush()
    // What is known of announced keys without a row, or of the sizes of rows, is short, and each would take a statement again.
    for (const { byKey } of tables.values())
      for (const [id, { current, isAnnounced }] of byKey)
        if (!isAnnounced || current?.text !== undefined) byKey.delete(id)
    keptLength = 0
    keptRows = 0
    // SQLite has not waited for anything.
    await yieldInTransaction()
  }

  const open = async (name: TableName, row: object): Promise<Entry> => {
    await forgetMany()
    const place = findEntry(name, row)
    if (place.known) return place.known
    if (entriesOf(name).empty.excludeKey(row as Fields)) return addStored(name, place, undefined)
    const [found] = await readSizes(deps, name, [place.key])
    return addStored(name, place, found && sizedVersion(found))
  }

  /** Reads the row of an entry, which is known by its size alone when it is long. */
  const load = async (name: TableName, { key, current }: Entry): Promise<Fields | undefined> => {
    if (current && current.text === undefined) {
      const [found] = await run(...statements.get(name, key))
      current.text = String(found?.['row'])
      keptLength += current.text.length
    }
    return readVersion(current)
  }

  const write = async (name: TableName, entry: Entry, row: object): Promise<void> => {
    // A row that was removed and comes back is a new row, with a new place in the order.
    if (entry.stored && !entry.current) await flushTable(name)
    const table = statements.tableOf(name)
    const text = rowText(table, row as Fields)
    const bytes = text.length
    const values = columnValues(table, row as Fields)
    const columns = { ...values, bytes, row: text }
    entry.current = { text, bytes, projectId: values['project_id'] ?? null, columns }
    keptLength += text.length
    const { pending, empty } = entriesOf(name)
    pending.add(entry)
    empty.forget(row as Fields)
  }

  const flushTable = async (name: TableName): Promise<void> => {
    const { pending } = entriesOf(name)
    if (pending.size === 0) return
    written.add(name)
    const entries = [...pending]
    pending.clear()
    const puts: Record<string, ColumnValue>[] = []
    const removed: ColumnValue[][] = []
    for (const { key, stored, current } of entries) {
      if (current) puts.push(current.columns!)
      else if (stored) removed.push(key)
    }
    for (const keys of inStatements(removed, key => key)) await run(...statements.remove(name, keys))
    for (const rows of inPowersOfTwo(puts)) await run(...statements.put(name, rows))
    if (statements.tableOf(name).isCounted)
      for (const [projectId, { rows, bytes }] of countChanges(entries))
        if (rows !== 0 || bytes !== 0) await run(...statements.addCounts(name, projectId, rows, bytes))
    for (const entry of entries) entry.stored = entry.current
  }

  const flush = async (): Promise<void> => {
    for (const name of tables.keys()) await flushTable(name)
  }

  /** Returns found rows as the transaction sees them. Their entries save reading them again, when they are changed. */
  const toRows = <T extends TableName>(name: T, found: SqlRow[]): Row<T>[] =>
    found.map(sqlRow => {
      const version = storedVersion(sqlRow)
      const place = findEntry(name, version.row!)
      const { current } = place.known ?? addStored(name, place, version)
      if (current) current.text ??= version.text
      return toRow<T>(readVersion(current))!
    })

  /** Whether the transaction knows that no row meets the condition of a query. */
  const isEmpty = (name: TableName, { where }: { where: object }): boolean =>
    entriesOf(name).empty.exclude(where as Fields)

  const preloadRows = async (name: TableName, keys: Fields[], verb: 'sizes' | 'lengths'): Promise<void> => {
    const places = new Map<string, Place>()
    for (const key of keys) {
      const { known, ...place } = findEntry(name, key)
      if (!known) places.set(place.id, place)
    }
    const unknown = [...places.values()]
    for (
      let start = 0;
      start < unknown.length && keptLength < MAX_PRELOADED_LENGTH;
      start += PRELOADED_ROWS
    ) {
      const part = unknown.slice(start, start + PRELOADED_ROWS)
      const found = await readSizes(
        deps,
        name,
        part.map(({ key }) => key),
        verb,
      )
      for (const [index, place] of part.entries())
        addStored(name, place, found[index] && sizedVersion(found[index]), true)
    }
  }

  const preloadConditions = async (name: TableName, conditions: Fields[]): Promise<void> => {
    if (conditions.length === 0) return
    const { empty } = entriesOf(name)
    const columns = empty.columnsOf(conditions[0]!)
    const last = columns.at(-1)!
    const valuesOf = (condition: Fields) => columns.map(column => columnValue(condition[column]))
    const distinct = new Map(conditions.map(condition => [JSON.stringify(valuesOf(condition)), condition]))
    for (const part of inStatements([...distinct.values()], valuesOf)) {
      const found = await run(...statements.lastValues(name, columns, part.map(valuesOf)))
      const met = new Set(found.map(row => String(row[last])))
      for (const condition of part) if (!met.has(String(columnValue(condition[last])))) empty.add(condition)
    }
  }

  const readNumber = async (name: TableName, query: AnyQuery, selection: 'count' | 'bytes') => {
    if (isEmpty(name, query)) return 0
    await flushTable(name)
    return readTotal(deps, { name, query, selection })
  }

  const transaction: Transaction = {
    get: async (name, key) => toRow(await load(name, await open(name, key))),
    has: async (name, key) => (await open(name, key)).current !== undefined,
    find: async (name, query) => {
      if (isEmpty(name, query)) return []
      await forgetMany()
      await flushTable(name)
      return toRows(name, await run(...statements.select(name, query as AnyQuery, 'rows')))
    },
    async *pages(name, query) {
      if (isEmpty(name, query)) return
      await flushTable(name)
      for await (const page of readPages(deps, name, query as AnyPageQuery)) {
        await forgetMany()
        pagesInUse++
        try {
          yield toRows(name, page)
        } finally {
          pagesInUse--
        }
        await flushTable(name)
      }
    },
    async *heads(name, query) {
      if (isEmpty(name, query)) return
      await flushTable(name)
      const table = statements.tableOf(name)
      for await (const page of readBeginnings(deps, name, query as AnyPageQuery)) {
        await forgetMany()
        yield page.map(({ found, fields }) => {
          const place = findEntry(name, fields)
          // The entry saves reading the size of the row, when it is removed.
          if (!place.known) addStored(name, place, headVersion(found, fields))
          return toHead<typeof name>(table, found, fields)
        })
        await flushTable(name)
      }
    },
    count: (name, query) => readNumber(name, query as AnyQuery, 'count'),
    bytes: (name, where) => readNumber(name, { where } as AnyQuery, 'bytes'),
    insert: async (name, row) => {
      const entry = await open(name, row)
      if (entry.current) return false
      await write(name, entry, row)
      return true
    },
    add: async (name, row) => {
      await forgetMany()
      const { known, ...place } = findEntry(name, row)
      await write(name, known ?? addStored(name, place, undefined), row)
    },
    put: async (name, row) => write(name, await open(name, row), row),
    update: async (name, key, columns) => {
      const entry = await open(name, key)
      const row = await load(name, entry)
      if (row) await write(name, entry, { ...row, ...columns })
      return row !== undefined
    },
    change: async (name, where, column, value) => {
      if (isEmpty(name, { where })) return
      await flushTable(name)
      const { rows, bytes } = await changeColumn(deps, { name, where, column, value })
      if (rows === 0) return
      statementCount += Math.floor(rows / ROWS_PER_STATEMENT)
      written.add(name)
      const projectId = columnValue((where as Fields)['project_id'])
      if (bytes !== 0) await run(...statements.addCounts(name, projectId, 0, rows * bytes))
      const { byKey, empty } = entriesOf(name)
      empty.forget({ ...where, [column]: value })
      for (const [id, entry] of byKey) {
        const { current } = entry
        if (!current) continue
        const row = current.text === undefined ? undefined : readVersion(current)!
        if (!row) byKey.delete(id)
        else if (meets(row, where)) {
          const text = rowText(statements.tableOf(name), { ...row, [column]: value })
          entry.stored = { text, bytes: text.length, projectId: current.projectId }
          entry.current = entry.stored
        }
      }
    },
    remove: async (name, key) => {
      const entry = await open(name, key)
      if (!entry.current) return false
      entry.current = undefined
      const { pending } = entriesOf(name)
      // Last in the order, in case that the row comes back.
      pending.delete(entry)
      if (entry.stored) pending.add(entry)
      return true
    },
    assumeNone: (name, where) => entriesOf(name).empty.add(where as Fields),
    statementCount: () => statementCount,
  }

  const known: KnownRows = {
    has: (name, key) => {
      const entry = findEntry(name, key).known
      return entry && entry.current !== undefined
    },
    get: (name, key) => {
      const { current } = findEntry(name, key).known ?? {}
      return toRow(current?.text === undefined ? undefined : readVersion(current))
    },
  }

  return {
    transaction,
    known,
    /** Reads what calls have announced. */
    async preload(announced: Announced[]): Promise<void> {
      for (const [name, keys] of joinByTable(announced.map(({ rows }) => rows)))
        await preloadRows(name, keys, 'sizes')
      for (const [name, keys] of joinByTable(announced.map(({ keys }) => keys)))
        await preloadRows(name, keys, 'lengths')
      for (const [name, conditions] of joinByTable(announced.map(({ conditions }) => conditions)))
        await preloadConditions(name, conditions)
    },
    /** Writes the waiting changes. Returns the names of the changed tables. */
    async flush(): Promise<ReadonlySet<TableName>> {
      await flush()
      return written
    },
  }
}

/** Returns all that is announced of each table. */
function joinByTable(announced: ({ [T in TableName]?: object[] } | undefined)[]): Map<TableName, Fields[]> {
  const joined = new Map<TableName, Fields[]>()
  for (const tables of announced)
    for (const [table, items] of Object.entries(tables ?? {})) {
      const all = joined.get(table as TableName) ?? []
      joined.set(table as TableName, all)
      for (const item of items) all.push(item as Fields)
    }
  return joined
}

/** Returns how the number of rows and bytes of each project changes. */
function countChanges(entries: Entry[]): Map<ColumnValue, { rows: number; bytes: number }> {
  const changes = new Map<ColumnValue, { rows: number; bytes: number }>()
  const add = (version: Version | undefined, sign: 1 | -1) => {
    if (!version) return
    const { rows, bytes } = changes.get(version.projectId) ?? { rows: 0, bytes: 0 }
    changes.set(version.projectId, { rows: rows + sign, bytes: bytes + sign * version.bytes })
  }
  for (const { stored, current } of entries) {
    add(stored, -1)
    add(current, 1)
  }
  return changes
}

/** Whether a row has the values of a condition. */
function meets(row: Fields, where: Fields): boolean {
  return Object.keys(where).every(column => row[column] === where[column])
}

/** Returns rows in parts whose sizes are powers of two, so that there are few statements. */
function* inPowersOfTwo<R>(rows: R[]): Generator<R[]> {
  let start = 0
  for (let size = MAX_ROWS; size >= 1; size /= 2)
    for (; start + size <= rows.length; start += size) yield rows.slice(start, start + size)
}
