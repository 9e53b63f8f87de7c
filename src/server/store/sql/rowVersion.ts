import type { ColumnValue } from './columns'
import type { SqlRow } from './database'
import { parseRow } from './readRows'

type Fields = Record<string, unknown>

/** A state of a row in a transaction. */
export interface Version {
  projectId: ColumnValue
  bytes: number
  /** The row as JSON. Missing until a long row is read. */
  text?: string
  /** Parsed when it is read. */
  row?: Fields
  /** The columns, when the row must be written. */
  columns?: Record<string, ColumnValue>
}

/** Returns a version of which all is known. */
export function storedVersion(found: SqlRow): Version {
  const row = parseRow(found)
  const projectId = (row['project_id'] as ColumnValue) ?? null
  return { text: String(found['row']), row, bytes: Number(found['bytes']), projectId }
}

/** Returns a version of which the JSON is known when it was read. */
export function sizedVersion({ row = null, bytes, project_id }: SqlRow): Version {
  const projectId = project_id === undefined || project_id === null ? null : Number(project_id)
  return { bytes: Number(bytes), projectId, ...(row !== null && { text: String(row) }) }
}

/** Returns a version of which the first fields are known, and not its JSON. */
export function headVersion({ bytes }: SqlRow, fields: Fields): Version {
  return { bytes: Number(bytes), projectId: (fields['project_id'] as ColumnValue) ?? null }
}

/** Returns the row of a version whose JSON is known. */
export function readVersion(version: Version | undefined): Fields | undefined {
  if (version) version.row ??= parseRow({ row: version.text! })
  return version?.row
}
