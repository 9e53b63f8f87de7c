import { isObject } from '../../lib/values'
import { sqlTable } from '../sql/columns'
import { TABLE_NAMES, type TableName, type TableRow } from '../tables'
import { EXPORT_VERSION, type ExportEnd, type ExportHeader } from './exportLines'

/** A row of an export, with the number of its line. */
export interface NumberedRow {
  line: number
  entry: TableRow
}

/** Returns an error that names a line. */
export function lineError(line: number, detail: string): Error {
  return new Error(`line ${line}: ${detail}`)
}

/**
 * Yields the rows of an export.
 *
 * @throws Error with the number of the first wrong line, and without its content. An incomplete export is an error too.
 */
export async function* parseRows(lines: AsyncIterable<string>): AsyncIterable<NumberedRow> {
  let line = 0
  let rows = 0
  let isComplete = false
  for await (const text of lines) {
    line++
    if (text.trim() === '') continue
    const value = parseLine(text, line)
    if (line === 1) checkHeader(value)
    else if (isComplete) throw lineError(line, 'expected nothing below the last line of an export')
    else if ('end' in value) {
      checkEnd(value, rows, line)
      isComplete = true
    } else {
      rows++
      yield { line, entry: parseRow(value, line) }
    }
  }
  if (line === 0) throw lineError(1, 'expected the first line of an export, and there is no input')
  if (!isComplete) throw lineError(line + 1, 'expected the last line of an export. The input is incomplete')
}

type Fields = Record<string, unknown>

function parseLine(text: string, line: number): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The message of the parser would repeat a part of the data.
    throw lineError(line, 'expected JSON')
  }
  if (!isObject(value)) throw lineError(line, 'expected a JSON object')
  return value
}

function checkHeader({ format, version }: Fields & Partial<ExportHeader>): void {
  if (format !== 'earshot' || typeof version !== 'number')
    throw lineError(1, 'expected the first line of an export of Earshot')
  if (version > EXPORT_VERSION)
    throw lineError(
      1,
      `the export has version ${version}, and this Earshot knows versions up to ${EXPORT_VERSION}. Update Earshot`,
    )
}

function checkEnd({ rows }: Fields & Partial<ExportEnd>, found: number, line: number): void {
  if (rows !== found)
    throw lineError(line, `the export has ${rows} rows, and ${found} are above. The input is incomplete`)
}

function parseRow({ table, row }: Fields, line: number): TableRow {
  const name = TABLE_NAMES.find(known => known === table)
  if (!name) throw lineError(line, `expected the name of a table, one of ${TABLE_NAMES.join(', ')}`)
  if (!isObject(row)) throw lineError(line, 'expected a row, which is a JSON object')
  checkColumns(name, row, line)
  // The fields that keys and queries use are checked. The others are written by the service itself.
  return { table: name, row } as unknown as TableRow
}

function checkColumns(table: TableName, row: Fields, line: number): void {
  const { key, types } = sqlTable(table)
  for (const [column, type] of Object.entries(types)) {
    const value = row[column]
    const isMissing = value === null && !key.includes(column)
    const isNumber = typeof value === 'number' || typeof value === 'boolean'
    if (!isMissing && (type === 'text' ? typeof value !== 'string' : !isNumber))
      throw lineError(line, `expected a ${type} in ${column} of ${table}`)
  }
}
