import type { Transaction } from '../store'
import type { TableName } from '../tables'
import { type ColumnValue, columnValues, keyValues } from './columns'
import type { RunStatement, SqlRow } from './database'
import { parseRow, readTotal, toRow } from './readRows'
import type { AnyQuery, Statements } from './statements'

type Fields = Record<string, unknown>

/** A state of a row. */
interface Version {
  projectId: ColumnValue
  bytes: number
  /** The row as JSON. */
  text: string
  /** Parsed when it is read. */
  row?: Fields
  /** The columns, when the row must be written. */
  columns?: Record<string, ColumnValue>
}

/** A row that the transaction has read or written. */
interface Entry {
  key: ColumnValue[]
  /** The row in the database, if there is one. */
  stored?: Version
  /** The row as the transaction sees it, if there is one. */
  current?: Version
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
}

/** Rows of one statement. A power of two. */
const MAX_ROWS = 128

interface SqlTransactionDeps {
  run: RunStatement
  statements: Statements
}

/**
 * Creates the operations of a transaction. Writes wait until a query needs them or the transaction ends, so that many take
 * one statement, and a row that changes often is written once.
 */
export function createSqlTransaction({ run, statements }: SqlTransactionDeps) {
  const tables = new Map<TableName, TableEntries>()
  const written = new Set<TableName>()

  const entriesOf = (name: TableName): TableEntries => {
    const entries = tables.get(name) ?? { byKey: new Map(), pending: new Set() }
    tables.set(name, entries)
    return entries
  }

  const findEntry = (name: TableName, row: object): Place & { known?: Entry } => {
    const key = keyValues(statements.tableOf(name), row)
    const id = JSON.stringify(key)
    return { key, id, known: entriesOf(name).byKey.get(id) }
  }

  const addStored = (name: TableName, { key, id }: Place, found?: SqlRow): Entry => {
    const stored = found && storedVersion(found)
    const entry = { key, stored, current: stored }
    entriesOf(name).byKey.set(id, entry)
    return entry
  }

  const open = async (name: TableName, row: object): Promise<Entry> => {
    const place = findEntry(name, row)
    if (place.known) return place.known
    const [found] = await run(...statements.get(name, [place.key]))
    return addStored(name, place, found)
  }

  /** Reads rows whose keys differ in the last column alone. */
  const readMany = async (name: TableName, places: Place[]): Promise<void> => {
    const found = await run(
      ...statements.get(
        name,
        places.map(({ key }) => key),
      ),
    )
    for (const place of places) addStored(name, place)
    for (const sqlRow of found) addStored(name, findEntry(name, parseRow(sqlRow)), sqlRow)
  }

  const write = async (name: TableName, entry: Entry, row: object): Promise<void> => {
    // A row that was removed and comes back is a new row, with a new place in the order.
    if (entry.stored && !entry.current) await flushTable(name)
    const text = JSON.stringify(row)
    const columns = columnValues(statements.tableOf(name), row as Fields)
    entry.current = { text, bytes: text.length, projectId: columns['project_id'] ?? null, columns }
    entriesOf(name).pending.add(entry)
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
      if (current) puts.push({ ...current.columns, bytes: current.bytes, row: current.text })
      else if (stored) removed.push(key)
    }
    for (const keys of inStatements(removed, key => key)) await run(...statements.remove(name, keys))
    for (const rows of inPowersOfTwo(puts)) await run(...statements.put(name, rows))
    if (statements.tableOf(name).isCounted)
      for (const [projectId, { rows, bytes }] of countChanges(entries))
        if (rows !== 0 || bytes !== 0) await run(...statements.addCounts(name, projectId, rows, bytes))
    for (const entry of entries) entry.stored = entry.current
  }

  const readNumber = async (name: TableName, query: AnyQuery, selection: 'count' | 'bytes') => {
    await flushTable(name)
    return readTotal({ run, statements }, { name, query, selection })
  }

  const transaction: Transaction = {
    get: async (name, key) => toRow(readVersion((await open(name, key)).current)),
    find: async (name, query) => {
      await flushTable(name)
      const found = await run(...statements.select(name, query as AnyQuery, 'rows'))
      return found.map(sqlRow => {
        const version = storedVersion(sqlRow)
        const place = findEntry(name, version.row!)
        // The entry saves reading the row again, when it is changed or removed.
        return toRow(readVersion((place.known ?? addStored(name, place, sqlRow)).current))!
      })
    },
    preload: async (name, keys) => {
      const unknown = keys.map(key => findEntry(name, key)).filter(({ known }) => !known)
      for (const places of inStatements(unknown, ({ key }) => key)) await readMany(name, places)
    },
    count: (name, query) => readNumber(name, query as AnyQuery, 'count'),
    bytes: (name, where) => readNumber(name, { where } as AnyQuery, 'bytes'),
    insert: async (name, row) => {
      const entry = await open(name, row)
      if (entry.current) return false
      await write(name, entry, row)
      return true
    },
    put: async (name, row) => write(name, await open(name, row), row),
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
  }

  return {
    transaction,
    /** Writes the waiting changes. Returns the names of the changed tables. */
    async flush(): Promise<ReadonlySet<TableName>> {
      for (const name of tables.keys()) await flushTable(name)
      return written
    },
  }
}

function storedVersion(found: SqlRow): Version {
  const text = String(found['row'])
  const row = parseRow(found)
  return { text, row, bytes: Number(found['bytes']), projectId: (row['project_id'] as ColumnValue) ?? null }
}

function readVersion(version: Version | undefined): Fields | undefined {
  if (version) version.row ??= parseRow({ row: version.text })
  return version?.row
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

/** Returns items in groups for one statement each: their keys differ in the last column alone. */
export function inStatements<I>(items: I[], keyOf: (item: I) => ColumnValue[]): I[][] {
  const groups = new Map<string, I[][]>()
  for (const item of items) {
    const parents = JSON.stringify(keyOf(item).slice(0, -1))
    const chunks = groups.get(parents) ?? [[]]
    groups.set(parents, chunks)
    if (chunks.at(-1)!.length === MAX_ROWS) chunks.push([])
    chunks.at(-1)!.push(item)
  }
  return [...groups.values()].flat()
}

/** Returns rows in parts whose sizes are powers of two, so that there are few statements. */
function* inPowersOfTwo<R>(rows: R[]): Generator<R[]> {
  let start = 0
  for (let size = MAX_ROWS; size >= 1; size /= 2)
    for (; start + size <= rows.length; start += size) yield rows.slice(start, start + size)
}
