import { inParts } from '../../lib/inParts'
import type { Announced, KnownRows } from '../store'
import type { TableName } from '../tables'
import { type ColumnValue, columnValue } from './columns'
import { inStatements } from './inStatements'
import { type ReadDeps, readSizes, toRow } from './readRows'
import { readVersion, sizedVersion } from './rowVersion'
import type { Place, TransactionRows } from './transactionRows'

type Fields = Record<string, unknown>

/** No more are read before they are needed above this, so that they are not forgotten at once: a step may add two million. */
const MAX_PRELOADED_LENGTH = 1_000_000

/** Keys that are looked for at once. */
export const ROWS_AT_ONCE = 512

/** How rows are read by their keys. */
interface KeyReading {
  /** Without the JSON of small rows: `lengths`. */
  verb?: 'sizes' | 'lengths'
  isAnnounced?: boolean
  /** No more are read when the transaction keeps as many characters. */
  maxKept?: number
}

/** Creates what reads rows before they are needed, several at once: those that calls have announced above all. See D-488, D-499. */
export function createReadAhead(deps: ReadDeps, rows: TransactionRows) {
  const { run, statements } = deps

  const readKeys = async (
    name: TableName,
    keys: object[],
    { verb = 'sizes', isAnnounced = false, maxKept = Number.POSITIVE_INFINITY }: KeyReading = {},
  ): Promise<void> => {
    const places = new Map<string, Place>()
    const { empty } = rows.entriesOf(name)
    const table = statements.tableOf(name)
    for (const key of keys) {
      const { known, ...place } = rows.find(name, key)
      if (!known && !empty.excludeKey(key as Fields)) places.set(place.id, place)
    }
    for (const part of inParts([...places.values()], ROWS_AT_ONCE)) {
      if (rows.keptLength() >= maxKept) return
      const keys = part.map(({ key }) => key)
      const found = await readSizes(deps, name, keys, verb)
      for (const [index, place] of part.entries())
        rows.add(name, place, found[index] && sizedVersion(table, found[index]), isAnnounced)
    }
  }

  const readConditions = async (name: TableName, conditions: Fields[]): Promise<void> => {
    if (conditions.length === 0) return
    const { empty } = rows.entriesOf(name)
    const columns = empty.columnsOf(conditions[0]!)
    const last = columns.at(-1)!
    const valuesOf = (condition: Fields): ColumnValue[] =>
      columns.map(column => columnValue(condition[column]))
    const distinct = new Map(conditions.map(condition => [JSON.stringify(valuesOf(condition)), condition]))
    for (const part of inStatements([...distinct.values()], valuesOf)) {
      const found = await run(...statements.lastValues(name, columns, part.map(valuesOf)))
      const met = new Set(found.map(row => String(row[last])))
      for (const condition of part) if (!met.has(String(columnValue(condition[last])))) empty.add(condition)
    }
  }

  const known: KnownRows = {
    has: (name, key) => {
      const entry = rows.find(name, key).known
      return entry && entry.current !== undefined
    },
    get: (name, key) => {
      const { current } = rows.find(name, key).known ?? {}
      return toRow(current?.text === undefined ? undefined : readVersion(statements.tableOf(name), current))
    },
  }

  return {
    known,
    readKeys,
    async preload(announced: Announced[]): Promise<void> {
      const reading = { isAnnounced: true, maxKept: MAX_PRELOADED_LENGTH }
      for (const [name, keys] of joinByTable(announced.map(({ rows }) => rows)))
        await readKeys(name, keys, reading)
      for (const [name, keys] of joinByTable(announced.map(({ keys }) => keys)))
        await readKeys(name, keys, { ...reading, verb: 'lengths' })
      for (const [name, conditions] of joinByTable(announced.map(({ conditions }) => conditions)))
        await readConditions(name, conditions)
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
