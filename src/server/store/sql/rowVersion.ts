import type { ColumnValue, SqlTable } from './columns'
import type { SqlRow } from './database'
import { parseRow, parseText, personOf } from './readRows'

type Fields = Record<string, unknown>

/** A state of a row in a transaction. */
export interface Version {
  projectId: ColumnValue
  bytes: number
  /** The row as JSON. Missing until a long row is read. */
  text?: string
  /** The value of the column with the person, when the table has one. */
  person?: ColumnValue | undefined
  /** Parsed when it is read. */
  row?: Fields
  /** The columns, when the row must be written. */
  columns?: Record<string, ColumnValue>
}

/** Returns a version of which all is known. */
export function storedVersion(table: SqlTable, found: SqlRow): Version {
  const row = parseRow(table, found)
  const projectId = (row['project_id'] as ColumnValue) ?? null
  return { text: String(found['row']), row, bytes: Number(found['bytes']), projectId }
}

/** Returns a version of which the JSON is known when it was read. */
export function sizedVersion(table: SqlTable, found: SqlRow): Version {
  const { row = null, bytes, project_id } = found
  const projectId = project_id === undefined || project_id === null ? null : Number(project_id)
  const person = personOf(table, found)
  return { bytes: Number(bytes), projectId, person, ...(row !== null && { text: String(row) }) }
}

/** Returns a version of which the first fields are known, and not its JSON. */
export function headVersion(table: SqlTable, found: SqlRow, fields: Fields): Version {
  const projectId = (fields['project_id'] as ColumnValue) ?? null
  return { bytes: Number(found['bytes']), projectId, person: personOf(table, found) }
}

/** Returns the row of a version whose JSON is known. */
export function readVersion(table: SqlTable, version: Version | undefined): Fields | undefined {
  if (version) version.row ??= parseText(table, version.text!, version.person)
  return version?.row
}
