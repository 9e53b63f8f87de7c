import { createHash } from 'node:crypto'
import { replaceMatches } from '../../lib/replaceMatches'
import type { Rows } from '../tables'
import { TABLES, type TableName, type TableShape } from '../tables'

/** A value that both databases store in a column. */
export type ColumnValue = string | number | null

/** The name of the column for the order of insertion. */
export const SEQUENCE = 'sequence'

type Shape = (typeof TABLES)[TableName]
type NamedColumn<S extends Shape> = S['key'][number] | S['indexes'][number][number]

type ColumnType<V> = [V] extends [string | null] ? 'text' : 'number'

/** The type of each column of a key or an index. The compiler names a column that is missing here. */
const COLUMN_TYPES: {
  [T in TableName]: {
    [C in NamedColumn<(typeof TABLES)[T]> & keyof Rows[T]]: ColumnType<Rows[T][C]>
  }
} = {
  projects: { id: 'number', token: 'text' },
  users: { id: 'number', uuid: 'text' },
  personalKeys: { id: 'text' },
  persons: { project_id: 'number', id: 'text' },
  distinctIds: { project_id: 'number', distinct_id: 'text', person_id: 'text' },
  hashOverrides: { project_id: 'number', person_id: 'text' },
  groupTypes: { project_id: 'number', type: 'text' },
  groups: { project_id: 'number', type: 'text', key: 'text' },
  events: { project_id: 'number', uuid: 'text', person_id: 'text' },
  warnings: { id: 'text', project_id: 'number' },
  flags: { project_id: 'number', id: 'number', key: 'text' },
  cohorts: { project_id: 'number', id: 'number' },
  cohortMembers: { project_id: 'number', cohort_id: 'number', distinct_id: 'text' },
  surveys: { project_id: 'number', id: 'text', name: 'text', archived: 'number' },
  activity: { id: 'text', project_id: 'number', item_id: 'text' },
  surveyEvents: {
    project_id: 'number',
    survey_id: 'text',
    kind: 'text',
    dedupe_key: 'text',
    respondent: 'text',
  },
  surveyRespondents: { project_id: 'number', survey_id: 'text', respondent: 'text' },
  surveyTotals: { project_id: 'number', survey_id: 'text' },
}

/** A table as the databases see it. */
export interface SqlTable {
  /** Snake case with a prefix: the tables may stand among others in one database. */
  name: string
  key: readonly string[]
  indexes: readonly (readonly string[])[]
  /** The columns of keys, indexes and order, with their types. */
  types: Record<string, 'text' | 'number'>
  /** The column for order and bounds. */
  order: string
  /** Columns of the row that `terms` are searched in; `searchColumn` names their columns in the table. */
  text: readonly string[]
  /** The column with the time at which a row was added. */
  time: string | undefined
  /** The column with the person. A move changes it alone: what the JSON of the row says of it is out of date then. See D-847. */
  person: string | undefined
  /** Whether the rows and bytes of each project are counted, because they are read at each request. See D-486. */
  isCounted: boolean
}

/** Returns the layout of a table, from `TABLES`. */
export function sqlTable(table: TableName): SqlTable {
  const { key, indexes, order, text, time, person }: TableShape = TABLES[table]
  return {
    name: `earshot_${table.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`,
    key,
    indexes,
    types: { ...COLUMN_TYPES[table], ...(order === undefined ? {} : { [order]: 'number' }) },
    order: order ?? SEQUENCE,
    text: text ?? [],
    time,
    person,
    isCounted: indexes.some(columns => columns.join() === 'project_id'),
  }
}

/** Returns the name of the column with the text to search. */
export function searchColumn(column: string): string {
  return `search_${column}`
}

/** Returns the values of all columns of a row, apart from the row itself. */
export function columnValues(table: SqlTable, row: Record<string, unknown>): Record<string, ColumnValue> {
  const values: Record<string, ColumnValue> = {}
  for (const column in table.types) values[column] = columnValue(row[column])
  for (const column of table.text) values[searchColumn(column)] = searchText(String(row[column] ?? ''))
  return values
}

/** Returns the values of the columns of a key, from a row or its key. */
export function keyValues({ key }: SqlTable, row: object): ColumnValue[] {
  return key.map(column => columnValue((row as Record<string, unknown>)[column]))
}

/** Returns a value for a column: different values stay different. */
export function columnValue(value: unknown): ColumnValue {
  if (typeof value === 'string') return indexableText(value)
  if (typeof value === 'number') return value
  return typeof value === 'boolean' ? Number(value) : null
}

/** PostgreSQL stores no NUL, UTF-8 has no lone surrogates, and case is ignored as in JavaScript. */
export function searchText(text: string): string {
  return replaceMatches(text.toLowerCase(), /\0|\p{Surrogate}/gu, () => '\u{fffd}')
}

/** An index entry of PostgreSQL has 2704 bytes at most, and a key has up to four columns. */
const MAX_INDEXED_LENGTH = 128
/** No text that is stored in a key is longer. A request may look for one that is, which would take long to escape. */
const MAX_ESCAPED_LENGTH = 1000

function indexableText(text: string): string {
  if (text.length > MAX_ESCAPED_LENGTH) return `\\#${hashOf(text, 'utf16le')}`
  const escaped = /[\\\0\ud800-\udfff]/.test(text) ? escapeText(text) : text
  if (escaped.length <= MAX_INDEXED_LENGTH) return escaped
  return `${escaped.slice(0, MAX_INDEXED_LENGTH / 4).replace(/[\ud800-\udbff]$/, '')}\\#${hashOf(escaped)}`
}

const hashOf = (text: string, encoding: 'utf8' | 'utf16le' = 'utf8'): string =>
  createHash('sha256').update(text, encoding).digest('hex')

/** A backslash begins an escape, so that an escaped text is no other text. A loop, because a key is escaped many times. */
function escapeText(text: string): string {
  let escaped = ''
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const isPair = isBetween(code, 0xd800, 0xdbff) && isBetween(text.charCodeAt(index + 1), 0xdc00, 0xdfff)
    if (isPair) index++
    else if (code === 0 || code === BACKSLASH || isBetween(code, 0xd800, 0xdfff)) {
      escaped += `${text.slice(start, index)}\\${code === BACKSLASH ? '\\' : code.toString(16)}`
      start = index + 1
    }
  }
  return escaped + text.slice(start)
}

const BACKSLASH = 0x5c

const isBetween = (code: number, first: number, last: number): boolean => code >= first && code <= last
