import { inParts } from '../../lib/inParts'
import type { PersonMove, RowLimits } from '../store'
import { ABOUT_PERSONS, TABLES, type TableName, type TableOfPersons } from '../tables'
import { withinBytes } from '../withinBytes'
import { type ColumnValue, columnValue, SEQUENCE } from './columns'
import type { SqlRow } from './database'
import { inStatements } from './inStatements'
import type { ReadDeps } from './readRows'
import { readVersion } from './rowVersion'
import type { Entry, TransactionRows } from './transactionRows'

type Fields = Record<string, unknown>

/** Rows that one statement moves or removes, during which SQLite answers no requests. */
const MAX_ROWS = 4096

/** Bytes of the rows that one statement moves, or removes as the oldest, unless the first has more: SQLite reads them. */
const MAX_BYTES = 16 * 1024 * 1024

/** The first step in which the oldest rows are removed: a new event mostly removes one. Each further step is four times as large. */
const FIRST_STEP = 10

/** The oldest rows that one statement removes, and persons about whom it removes rows. */
const ROWS_AT_ONCE = 512

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
  const countRemoved = async (
    name: TableName,
    projectId: ColumnValue,
    removed: SqlRow[],
  ): Promise<ChangedRows> => {
    const change = { rows: removed.length, bytes: removed.reduce((sum, row) => sum + sizeOf(row), 0) }
    if (change.rows === 0) return change
    noteChange(name, change)
    if (statements.tableOf(name).isCounted)
      await run(...statements.addCounts(name, projectId, -change.rows, -change.bytes))
    return change
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
      const found = await run(...statements.first(name, condition, MAX_ROWS))
      const sizes = withinBytes(found, MAX_BYTES, sizeOf)
      if (sizes.length === 0) break
      await run(...statements.movePerson(name, move, { growth, limit: sizes.length }))
      moved.rows += sizes.length
      for (const size of sizes) moved.bytes += sizeOf(size)
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
        const removed = await run(...statements.removeSome(name, columns, part, MAX_ROWS))
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
   * Removes rows about persons, as many as one statement removes.
   *
   * @returns The number of the first persons about whom no row is left.
   */
  const removeAboutPersons = async (
    projectId: ColumnValue,
    ids: ColumnValue[],
    note: (change: ChangedRows) => void,
  ): Promise<number> => {
    const columns = ['project_id', 'person_id']
    let done = 0
    for (const part of inParts(ids, ROWS_AT_ONCE)) {
      const values = part.map(id => [projectId, id])
      for (const table of ABOUT_PERSONS) {
        const removed = await run(...statements.removeSome(table, columns, values, MAX_ROWS))
        note(await countRemoved(table, projectId, removed))
        await rest()
        if (removed.length === MAX_ROWS) return done
      }
      done += part.length
    }
    return done
  }

  /**
   * Removes the oldest rows that meet a condition, up to the one with which they reach a limit. Many or long rows, those about persons
   * included, are left when no room is needed for others. See D-848.
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
    const condition = { columns, values: columns.map(column => columnValue(where[column])) }
    const projectId = columnValue(where['project_id'])
    const removed = { rows: 0, bytes: 0 }
    const all = { rows: 0, bytes: 0 }
    const note = (change: ChangedRows) => {
      all.rows += change.rows
      all.bytes += change.bytes
    }
    const isEnough = () =>
      removed.rows >= rows ||
      removed.bytes >= bytes ||
      (all.bytes >= leastBytes && (all.rows >= MAX_ROWS || all.bytes >= MAX_REMOVED_BYTES))
    for (let step = FIRST_STEP; !isEnough(); step = Math.min(4 * step, MAX_ROWS)) {
      const found = await run(...statements.first(name, condition, Math.min(step, rows - removed.rows)))
      let oldest = withinBytes(found, Math.min(MAX_BYTES, bytes - removed.bytes), sizeOf)
      if (oldest.length === 0) break
      if (name === 'persons') {
        const ids = oldest.map(({ id }) => id!)
        oldest = oldest.slice(0, await removeAboutPersons(projectId, ids, note))
      }
      for (const part of inParts(oldest, ROWS_AT_ONCE)) {
        const sequences = part.map(row => row[SEQUENCE]!)
        await run(...statements.removeFound(name, sequences))
        await rest()
      }
      const change = await countRemoved(name, projectId, oldest)
      note(change)
      removed.rows += change.rows
      removed.bytes += change.bytes
    }
    for (const table of withDependents(name)) entriesOf(table).byKey.clear()
    return removed.rows
  }

  return { movePerson, removeAll, removeOldest }
}

/** Returns a table, with those of which rows go with its oldest ones. */
export const withDependents = (name: TableName): TableName[] =>
  name === 'persons' ? [name, ...ABOUT_PERSONS] : [name]

const sizeOf = ({ bytes }: SqlRow): number => Number(bytes)
