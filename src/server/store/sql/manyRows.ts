import type { FlatTable, TableName } from '../tables'
import { type ColumnValue, columnValue } from './columns'
import type { ReadDeps } from './readRows'
import type { Change } from './statements'

type Fields = Record<string, unknown>

/** Rows that one statement changes or removes, during which SQLite answers no requests. */
const MAX_ROWS = 4096

/** A change of all rows that meet a condition. */
export interface ColumnChange {
  name: FlatTable
  where: Fields
  column: string
  value: string
}

/**
 * Changes a column of all rows that meet a condition, and the same in their JSON, without reading them: a visitor may have thousands
 * of answers. See D-847.
 *
 * @returns The number of changed rows, and by how many bytes each has grown.
 */
export async function changeColumn(
  { run, statements, rest }: ReadDeps,
  { name, where, column, value }: ColumnChange,
): Promise<{ rows: number; bytes: number }> {
  const [from, to] = [jsonField(column, where[column]), jsonField(column, value)]
  const change: Change = {
    where: columnsOf(where),
    column,
    value: columnValue(value),
    from,
    to,
    limit: MAX_ROWS,
  }
  const bytes = to.length - from.length
  let rows = 0
  for (;;) {
    const changed = await run(...statements.change(name, change))
    rows += changed.length
    if (changed.length < MAX_ROWS) return { rows, bytes }
    await rest()
  }
}

/**
 * Removes all rows that meet a condition, without reading them.
 *
 * @returns The number of removed rows, and their bytes.
 */
export async function removeRows(
  { run, statements, rest }: ReadDeps,
  name: TableName,
  where: Fields,
): Promise<{ rows: number; bytes: number }> {
  let [rows, bytes] = [0, 0]
  for (;;) {
    const removed = await run(...statements.removeAll(name, columnsOf(where), MAX_ROWS))
    rows += removed.length
    for (const row of removed) bytes += Number(row['bytes'])
    if (removed.length < MAX_ROWS) return { rows, bytes }
    await rest()
  }
}

const columnsOf = (where: Fields): Record<string, ColumnValue> =>
  Object.fromEntries(Object.entries(where).map(([column, value]) => [column, columnValue(value)]))

/** Returns a field as it stands in the JSON of a row. No text in there looks like it, because its quotes are escaped. */
function jsonField(column: string, value: unknown): string {
  return `${JSON.stringify(column)}:${JSON.stringify(value)}`
}
