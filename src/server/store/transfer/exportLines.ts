import type { ExportableStore } from '../store'
import { TABLES, type TableShape } from '../tables'
import { timeFirst } from '../timeFirst'

/** The version of the format: importing refuses a newer one. */
export const EXPORT_VERSION = 1

/** The first line of an export. */
export interface ExportHeader {
  format: 'earshot'
  version: number
  created_at: string
}

/** The last line of an export: an export without it is incomplete. */
export interface ExportEnd {
  end: true
  /** Number of rows above. */
  rows: number
}

/**
 * Yields everything that a store holds as lines of JSON, without line breaks. Personal keys are hashes. See D-534.
 *
 * @param now ISO 8601.
 */
export async function* exportLines(store: ExportableStore, now: string): AsyncIterable<string> {
  const header: ExportHeader = { format: 'earshot', version: EXPORT_VERSION, created_at: now }
  yield JSON.stringify(header)
  let rows = 0
  for await (const { table, row } of store.rows()) {
    rows++
    const { time }: TableShape = TABLES[table]
    yield JSON.stringify({ table, row: timeFirst(time, row) })
  }
  const end: ExportEnd = { end: true, rows }
  yield JSON.stringify(end)
}
