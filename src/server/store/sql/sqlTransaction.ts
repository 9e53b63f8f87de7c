import { inParts } from '../../lib/inParts'
import { yieldInTransaction } from '../../lib/yieldToRequests'
import type { Transaction } from '../store'
import { type Row, TABLES, type TableName, type TableOfPersons } from '../tables'
import { type ColumnValue, columnValue, columnValues } from './columns'
import type { RunStatement, SqlRow } from './database'
import { inStatements, MAX_ROWS } from './inStatements'
import { type ChangedRows, createManyRows, withDependents } from './manyRows'
import { createReadAhead, ROWS_AT_ONCE } from './readAhead'
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
import { createTransactionRows, type Entry } from './transactionRows'

type Fields = Record<string, unknown>

/** A statement that moves or removes more rows than this takes the time of several. */
const ROWS_PER_STATEMENT = 64

/** So does one about longer rows: a database reads them to remove them. */
const BYTES_PER_STATEMENT = 1024 * 1024

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
  const rows = createTransactionRows(statements)
  const { entriesOf } = rows
  const { known, preload, readKeys } = createReadAhead(deps, rows)
  const manyRows = createManyRows({ ...deps, rows, noteChange })
  const written = new Set<TableName>()
  /** Bytes of rows that were moved or removed. */
  let changedBytes = 0
  /** By how many bytes rows of each table have grown. */
  const addedBytes = new Map<TableName, number>()
  let pagesInUse = 0

  /** Notes that statements have moved or removed rows. */
  function noteChange(name: TableName, { rows, bytes }: ChangedRows): void {
    written.add(name)
    statementCount += Math.floor(rows / ROWS_PER_STATEMENT)
    changedBytes += bytes
  }

  /** Writes what waits and forgets the rows that it has read, when they are many, or with others will be. No entry may be in use. */
  const forgetMany = async (others = 0): Promise<void> => {
    // The rows of a page are changed one by one, and each would be read again.
    if (!rows.areMany(pagesInUse > 0, others)) return
    await flush()
    rows.forget()
    // SQLite has not waited for anything.
    await yieldInTransaction()
  }

  const open = async (name: TableName, row: object): Promise<Entry> => {
    await forgetMany()
    const place = rows.find(name, row)
    if (place.known) return place.known
    if (entriesOf(name).empty.excludeKey(row as Fields)) return rows.add(name, place, undefined)
    const [found] = await readSizes(deps, name, [place.key])
    return rows.add(name, place, found && sizedVersion(statements.tableOf(name), found))
  }

  /** Reads the row of an entry, which is known by its size alone when it is long. */
  const load = async (name: TableName, { key, current }: Entry): Promise<Fields | undefined> => {
    if (current && current.text === undefined) {
      const [found] = await run(...statements.get(name, key))
      current.text = String(found?.['row'])
      rows.countKept(current.text)
    }
    return readVersion(statements.tableOf(name), current)
  }

  const write = async (name: TableName, entry: Entry, row: object): Promise<void> => {
    // A row that was removed and comes back is a new row, with a new place in the order.
    if (entry.stored && !entry.current) await flushTable(name)
    const table = statements.tableOf(name)
    const text = rowText(table, row as Fields)
    const bytes = text.length
    const growth = Math.max(0, bytes - (entry.current?.bytes ?? 0))
    addedBytes.set(name, growth + (addedBytes.get(name) ?? 0))
    const values = columnValues(table, row as Fields)
    const columns = { ...values, bytes, row: text }
    const person = table.person === undefined ? undefined : values[table.person]
    entry.current = { text, bytes, projectId: values['project_id'] ?? null, person, columns }
    rows.countKept(text)
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
    for (const name of rows.tableNames()) await flushTable(name)
  }

  /** Returns found rows as the transaction sees them. Their entries save reading them again, when they are changed. */
  const toRows = <T extends TableName>(name: T, found: SqlRow[]): Row<T>[] => {
    const table = statements.tableOf(name)
    return found.map(sqlRow => {
      const version = storedVersion(table, sqlRow)
      const place = rows.find(name, version.row!)
      const { current } = place.known ?? rows.add(name, place, version)
      if (current) current.text ??= version.text
      return toRow<T>(readVersion(table, current))!
    })
  }

  /** Whether the transaction knows that no row meets the condition of a query. */
  const isEmpty = (name: TableName, { where }: { where: object }): boolean =>
    entriesOf(name).empty.exclude(where as Fields)

  const readNumber = async (name: TableName, query: AnyQuery, selection: 'count' | 'bytes') => {
    if (isEmpty(name, query)) return 0
    await flushTable(name)
    return readTotal(deps, { name, query, selection })
  }

  const moveOneByOne = async (name: TableOfPersons, where: Fields, columns: Fields): Promise<void> => {
    for await (const page of transaction.pages(name, { where }))
      for (const row of page) await transaction.update(name as TableName, row, columns)
  }

  const transaction: Transaction = {
    get: async (name, key) => toRow(await load(name, await open(name, key))),
    getMany: async (name, keys) => {
      await forgetMany(keys.length)
      await readKeys(name, keys)
      const found: (Row<typeof name> | undefined)[] = []
      for (const key of keys) found.push(toRow(await load(name, await open(name, key))))
      return found
    },
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
          const place = rows.find(name, fields)
          // The entry saves reading the size of the row, when it is removed.
          if (!place.known) rows.add(name, place, headVersion(table, found, fields))
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
      const { known, ...place } = rows.find(name, row)
      await write(name, known ?? rows.add(name, place, undefined), row)
    },
    put: async (name, row) => write(name, await open(name, row), row),
    update: async (name, key, columns) => {
      const entry = await open(name, key)
      const row = await load(name, entry)
      if (row) await write(name, entry, { ...row, ...columns })
      return row !== undefined
    },
    movePerson: async (name, move) => {
      const { person } = TABLES[name]
      const { project_id, from, to } = move
      const where = { project_id, [person]: from }
      // Rows that keep their person would be moved for ever.
      if (from === to || isEmpty(name, { where })) return
      // The column holds an id in another form, from which it could not be read.
      if (columnValue(to) !== to) return moveOneByOne(name, where, { [person]: to })
      await flushTable(name)
      await manyRows.movePerson(name, move)
    },
    removeAll: async (name, all) => {
      const conditions = all.filter(where => !isEmpty(name, { where }))
      if (conditions.length === 0) return
      await flushTable(name)
      await manyRows.removeAll(name, conditions)
    },
    removeOldest: async (
      name,
      where,
      { rows = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY },
    ) => {
      if (isEmpty(name, { where })) return 0
      await flush()
      let leastBytes = 0
      for (const table of withDependents(name)) leastBytes += addedBytes.get(table) ?? 0
      return manyRows.removeOldest(name, where, { rows, bytes, leastBytes })
    },
    remove: async (name, key) => {
      const entry = await open(name, key)
      if (!entry.current) return false
      changedBytes += entry.current.bytes
      entry.current = undefined
      const { pending } = entriesOf(name)
      // Last in the order, in case that the row comes back.
      pending.delete(entry)
      if (entry.stored) pending.add(entry)
      return true
    },
    removeMany: async (name, keys) => {
      for (const part of inParts(keys, ROWS_AT_ONCE)) {
        await forgetMany(part.length)
        await readKeys(name, part, { verb: 'lengths' })
        for (const key of part) await transaction.remove(name, key)
      }
    },
    assumeNone: (name, where) => entriesOf(name).empty.add(where as Fields),
    statementCount: () => statementCount + Math.floor(changedBytes / BYTES_PER_STATEMENT),
  }

  return {
    transaction,
    known,
    /** Reads what calls have announced. */
    preload,
    /** Writes the waiting changes. Returns the names of the changed tables. */
    async flush(): Promise<ReadonlySet<TableName>> {
      await flush()
      return written
    },
  }
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

/** Returns rows in parts whose sizes are powers of two, so that there are few statements. */
function* inPowersOfTwo<R>(rows: R[]): Generator<R[]> {
  let start = 0
  for (let size = MAX_ROWS; size >= 1; size /= 2)
    for (; start + size <= rows.length; start += size) yield rows.slice(start, start + size)
}
