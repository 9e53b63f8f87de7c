import type { PersonMove, RowLimits } from '../store'
import { ABOUT_PERSONS, TABLES, type TableName, type TableOfPersons } from '../tables'
import { withinBytes } from '../withinBytes'
import { type ColumnValue, columnValue } from './columns'
import type { SqlRow } from './database'
import { inStatements } from './inStatements'
import type { ReadDeps } from './readRows'
import { readVersion } from './rowVersion'
import type { Entry, TransactionRows } from './transactionRows'

type Fields = Record<string, unknown>

/** Rows that one statement moves or removes, during which SQLite answers no requests. */
const MAX_ROWS = 4096

/** Bytes of the rows that one statement moves or removes, unless the first has more: SQLite reads them. */
const MAX_BYTES = 16 * 1024 * 1024

/** The first step in which the oldest rows are removed: a new event mostly removes one. Each further step is four times as large. */
const FIRST_STEP = 10

/** Bytes of the oldest rows that one call removes when no more room is needed. */
const MAX_REMOVED_BYTES = 64 * 1024 * 1024

/** What statements have moved or removed. */
export interface ChangedRows {
  rows: number
  bytes: number
}

/** What the changes need of their transaction. Nothing of a table may be pending when its rows are changed. */
interface ManyRowsDeps extends ReadDeps {
  rows: TransactionRows
  noteChange: (name: TableName, change: ChangedRows) => void
}

/** Creates what moves and removes rows that it does not read: a visitor may have thousands of answers. See D-847. */
export function createManyRows({ run, statements, rest, rows: { entriesOf }, noteChange }: ManyRowsDeps) {
  /** Counts rows of a project that a statement has removed. */
  const countRemoved = async (name: TableName, projectId: ColumnValue, removed: SqlRow[]): Promise<void> => {
    if (removed.length === 0) return
    const bytes = bytesOf(removed)
    noteChange(name, { rows: removed.length, bytes })
    if (statements.tableOf(name).isCounted)
      await run(...statements.addCounts(name, projectId, -removed.length, -bytes))
  }

  /** Handles each known row that meets a condition, and forgets those of which that is not known. */
  const forEachMeeting = (
    name: TableName,
    meets: (row: Fields) => boolean,
    handle: (entry: Entry, row: Fields) => void,
  ): void => {
    const { byKey } = entriesOf(name)
    for (const [id, entry] of byKey) {
      if (!entry.current) continue
      const isRead = entry.current.row !== undefined || entry.current.text !== undefined
      const row = isRead ? readVersion(statements.tableOf(name), entry.current)! : undefined
      if (!row) byKey.delete(id)
      else if (meets(row)) handle(entry, row)
    }
  }

  /** Gives all rows of one person to another. */
  const movePerson = async (name: TableOfPersons, move: PersonMove): Promise<void> => {
    const { person } = TABLES[name]
    const { project_id, from, to } = move
    const growth = JSON.stringify(to).length - JSON.stringify(from).length
    const condition = { columns: ['project_id', person], values: [project_id, columnValue(from)] }
    const moved = { rows: 0, bytes: 0 }
    for (let isMore = true; isMore; ) {
      const found = await run(...statements.firstSizes(name, condition, MAX_ROWS))
      const sizes = withinBytes(found, MAX_BYTES, sizeOf)
      if (sizes.length === 0) break
      await run(...statements.movePerson(name, move, { growth, limit: sizes.length }))
      moved.rows += sizes.length
      moved.bytes += bytesOf(sizes)
      isMore = found.length === MAX_ROWS || sizes.length < found.length
      if (isMore) await rest()
    }
    if (moved.rows > 0) {
      noteChange(name, moved)
      if (growth !== 0 && statements.tableOf(name).isCounted)
        await run(...statements.addCounts(name, project_id, 0, moved.rows * growth))
    }
    entriesOf(name).empty.forget({ project_id, [person]: to })
    forEachMeeting(
      name,
      row => row['project_id'] === project_id && row[person] === from,
      (entry, row) => {
        const { columns: _, ...known } = entry.current!
        entry.stored = { ...known, bytes: known.bytes + growth, person: to, row: { ...row, [person]: to } }
        entry.current = entry.stored
      },
    )
  }

  /** Removes all rows that meet one of some conditions, which have the same columns. */
  const removeAll = async (name: TableName, conditions: Fields[]): Promise<void> => {
    const columns = [...entriesOf(name).empty.columnsOf(conditions[0]!)]
    const valuesOf = (fields: Fields) => columns.map(column => columnValue(fields[column]))
    const projectId = columnValue(conditions[0]!['project_id'])
    for (const part of inStatements(conditions.map(valuesOf), values => values))
      for (let isMore = true; isMore; ) {
        const removed = await run(...statements.removeFirst(name, columns, part, MAX_ROWS))
        await countRemoved(name, projectId, removed)
        isMore = removed.length === MAX_ROWS
        if (isMore) await rest()
      }
    const idOf = (fields: Fields) => JSON.stringify(valuesOf(fields))
    const ids = new Set(conditions.map(idOf))
    forEachMeeting(
      name,
      row => ids.has(idOf(row)),
      entry => {
        entry.stored = undefined
        entry.current = undefined
      },
    )
  }

  /**
   * Removes the oldest rows that meet a condition, up to the one with which they reach a limit. Many or long rows are left when no room is
   * needed for others. See D-848.
   *
   * @param leastBytes The room that is needed.
   * @returns The number of removed rows.
   */
  const removeOldest = async (
    name: TableName,
    where: Fields,
    { rows, bytes, leastBytes }: Required<RowLimits> & { leastBytes: number },
  ): Promise<number> => {
    const columns = [...entriesOf(name).empty.columnsOf(where)]
    const values = columns.map(column => columnValue(where[column]))
    const projectId = columnValue(where['project_id'])
    const all = { rows: 0, bytes: 0 }
    const isEnough = () =>
      all.rows >= rows ||
      all.bytes >= bytes ||
      (all.bytes >= leastBytes && (all.rows >= MAX_ROWS || all.bytes >= MAX_REMOVED_BYTES))
    for (let step = FIRST_STEP; !isEnough(); step = Math.min(4 * step, MAX_ROWS)) {
      const limit = Math.min(step, rows - all.rows)
      const found = await run(...statements.firstSizes(name, { columns, values }, limit))
      const { length } = withinBytes(found, Math.min(MAX_BYTES, bytes - all.bytes), sizeOf)
      if (length === 0) break
      if (name === 'persons')
        for (const table of ABOUT_PERSONS)
          await countRemoved(
            table,
            projectId,
            await run(...statements.removeAboutFirst(table, projectId, length)),
          )
      const removed = await run(...statements.removeFirst(name, columns, [values], length))
      await countRemoved(name, projectId, removed)
      all.rows += removed.length
      all.bytes += bytesOf(removed)
      await rest()
    }
    for (const table of name === 'persons' ? [name, ...ABOUT_PERSONS] : [name]) entriesOf(table).byKey.clear()
    return all.rows
  }

  return { movePerson, removeAll, removeOldest }
}

const sizeOf = ({ bytes }: SqlRow): number => Number(bytes)

const bytesOf = (rows: SqlRow[]): number => rows.reduce((sum, row) => sum + sizeOf(row), 0)
