import type { PersonMove } from '../store'
import type { TableName, TableOfPersons } from '../tables'
import { withinBytes } from '../withinBytes'
import { columnValue } from './columns'
import { inStatements } from './inStatements'
import type { ReadDeps } from './readRows'

/** Rows that one statement moves or removes, during which SQLite answers no requests. */
const MAX_ROWS = 4096

/** Bytes of the rows that one statement moves, unless the first has more: SQLite reads them. */
const MAX_BYTES = 16 * 1024 * 1024

/** What statements have moved or removed. */
export interface ChangedRows {
  rows: number
  bytes: number
}

/**
 * Gives all rows of one person to another, and does not read them: a visitor may have thousands of answers. See D-847.
 *
 * @returns What it has moved, and by how many bytes each row has grown.
 */
export async function movePerson(
  { run, statements, rest }: ReadDeps,
  name: TableOfPersons,
  move: PersonMove,
): Promise<ChangedRows & { growth: number }> {
  const growth = JSON.stringify(move.to).length - JSON.stringify(move.from).length
  const moved = { rows: 0, bytes: 0, growth }
  for (;;) {
    const found = await run(...statements.sizesOfPerson(name, move, MAX_ROWS))
    const sizes = withinBytes(found, MAX_BYTES, ({ bytes }) => Number(bytes))
    if (sizes.length === 0) return moved
    await run(...statements.movePerson(name, move, { growth, limit: sizes.length }))
    for (const { bytes } of sizes) moved.bytes += Number(bytes)
    moved.rows += sizes.length
    if (found.length < MAX_ROWS && sizes.length === found.length) return moved
    await rest()
  }
}

/** Removes all rows that meet one of some conditions, and does not read them. */
export async function removeRows(
  { run, statements, rest }: ReadDeps,
  name: TableName,
  columns: string[],
  conditions: Record<string, unknown>[],
): Promise<ChangedRows> {
  const all = { rows: 0, bytes: 0 }
  const values = conditions.map(condition => columns.map(column => columnValue(condition[column])))
  for (const part of inStatements(values, valuesOf => valuesOf))
    for (;;) {
      const removed = await run(...statements.removeAll(name, columns, part, MAX_ROWS))
      all.rows += removed.length
      for (const { bytes } of removed) all.bytes += Number(bytes)
      if (removed.length < MAX_ROWS) break
      await rest()
    }
  return all
}
