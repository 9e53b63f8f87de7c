import { deepFreeze } from '../deepFreeze'
import type { RowHead } from '../store'
import type { Key, Row, TableName } from '../tables'
import { timeFirst } from '../timeFirst'
import { withinBytes } from '../withinBytes'
import { type ColumnValue, columnValue, keyValues, SEQUENCE, type SqlTable } from './columns'
import type { RunStatement, SqlRow } from './database'
import { inStatements } from './inStatements'
import { type AnyQuery, positionColumns } from './selectRows'
import type { Statements } from './statements'

/** A connection and the statements for it. */
export interface SqlAccess {
  run: RunStatement
  statements: Statements
}

/** What reads many or long rows. */
export interface ReadDeps extends SqlAccess {
  /** Resolves when other requests have had their turn. */
  rest: () => Promise<void>
}

/** Returns the row that was found. */
export function parseRow(table: SqlTable, found: SqlRow): Record<string, unknown> {
  return parseText(table, String(found['row']), personOf(table, found))
}

/** Returns the row that a database holds as JSON, frozen, because rows are values. Its person is that of the column. See D-847. */
export function parseText(
  table: SqlTable,
  text: string,
  person: ColumnValue | undefined,
): Record<string, unknown> {
  const row = JSON.parse(text) as Record<string, unknown>
  if (table.person !== undefined && columnValue(row[table.person]) !== person) row[table.person] = person
  return deepFreeze(row)
}

/** Returns the person of a row that was found, when its table has persons. */
export function personOf({ person }: SqlTable, found: SqlRow): ColumnValue | undefined {
  return person === undefined ? undefined : found[person]
}

/** The only cast from fields to the row of a table: its JSON was written from one. */
export function toRow<T extends TableName>(fields: Record<string, unknown> | undefined): Row<T> | undefined {
  return fields as Row<T> | undefined
}

/** Returns the number of rows that a query means, or their size in bytes. */
export async function readTotal(
  { run, statements }: SqlAccess,
  { name, query, selection }: { name: TableName; query: AnyQuery; selection: 'count' | 'bytes' },
): Promise<number> {
  const { where, from, to, terms, limit } = query
  const isOfProject =
    Object.keys(where).join() === 'project_id' &&
    [from, to, limit, terms?.length || undefined].every(isMissing)
  if (statements.tableOf(name).isCounted && isOfProject) {
    const [counts] = await run(...statements.counts(name, columnValue(where['project_id'])))
    return Number(counts?.[selection === 'count' ? 'row_count' : 'byte_count'] ?? 0)
  }
  // A count has no order and no offset.
  const [total] = await run(...statements.select(name, { where, from, to, terms, limit }, selection))
  return Number(total?.['result'])
}

/** Rows whose sizes are read at once. */
const PAGE_ROWS = 500
/** Characters of JSON that are in memory at once, unless one row is longer. See D-725. */
const PAGE_LENGTH = 1_000_000

/** A page of any table, whose rows follow that of the key `after`. */
export type AnyPageQuery = Omit<AnyQuery, 'after' | 'offset' | 'terms'> & {
  after?: object
  maxBytes?: number
}

/** How much is read of a row that is too long to be selected with its size. */
type LongRows = 'texts' | 'beginnings'

/** Yields the rows of a query in pages. Other requests are answered between two pages. */
export async function* readPages(
  deps: ReadDeps,
  name: TableName,
  {
    after: key,
    limit = Number.POSITIVE_INFINITY,
    maxBytes = Number.POSITIVE_INFINITY,
    ...query
  }: AnyPageQuery,
  longRows: LongRows = 'texts',
): AsyncIterable<SqlRow[]> {
  const { run, statements } = deps
  const columns = positionColumns(statements.tableOf(name))
  const positionOf = (row: SqlRow) => columns.map(column => row[column]!)
  let after: ColumnValue[] | undefined
  if (key) {
    const [row] = await run(...statements.position(name, keyValues(statements.tableOf(name), key)))
    if (!row) return
    after = positionOf(row)
  }
  let bytesLeft = maxBytes
  for (let left = limit; left > 0 && bytesLeft > 0; left -= PAGE_ROWS) {
    // SQLite would begin each page at the bound rather than at the last row.
    const begin = query.order === 'newest' ? 'to' : 'from'
    const page = { ...query, ...(after && { [begin]: undefined }), after, limit: Math.min(left, PAGE_ROWS) }
    const found = await run(...statements.select(name, page, 'sizes'))
    const within = withinBytes(found, bytesLeft, bytesOf)
    for await (const texts of readTexts(deps, name, within, longRows))
      yield texts.filter(row => row !== undefined)
    bytesLeft -= within.reduce((sum, row) => sum + bytesOf(row), 0)
    if (found.length < page.limit) return
    after = positionOf(found.at(-1)!)
  }
}

/** Yields the first fields of the rows of a query, among them those of a head, in pages as those of `readPages`. */
export async function* readBeginnings(
  deps: ReadDeps,
  name: TableName,
  query: AnyPageQuery,
): AsyncIterable<{ found: SqlRow; fields: Record<string, unknown> }[]> {
  const { key, time, types } = deps.statements.tableOf(name)
  const needed = [key, time ?? [], 'project_id' in types ? 'project_id' : []].flat()
  for await (const page of readPages(deps, name, query, 'beginnings')) {
    const beginnings: { found: SqlRow; fields: Record<string, unknown> }[] = []
    for (const found of page) {
      const fields = firstFields(String(found['row']))
      if (needed.every(field => field in fields)) beginnings.push({ found, fields })
      // Earlier versions wrote the time of an event behind its properties.
      else
        for await (const [row] of readTexts(deps, name, [{ ...found, row: null }]))
          if (row) beginnings.push({ found, fields: JSON.parse(String(row['row'])) })
    }
    // SQLite reads a long row as a whole, and who needs one row alone does not come back for the turn after the page.
    if (page.some(found => bytesOf(found) > String(found['row']).length)) await deps.rest()
    yield beginnings
  }
}

/** Returns the fields of a JSON object before the first one that is an object or a list, or is cut off. */
function firstFields(text: string): Record<string, unknown> {
  const [beginning] = /^\{(?:"\w+":(?:"(?:[^"\\]|\\.)*"|[-\w.]+)(?:,|\}$))*/.exec(text)!
  return JSON.parse(`${beginning.replace(/[,}]$/, '')}}`)
}

/** The casts stand for the name of the table, which says what is in its key. */
export function toHead<T extends TableName>(
  { key, time }: SqlTable,
  found: SqlRow,
  fields: Record<string, unknown>,
): RowHead<T> {
  return {
    key: Object.fromEntries(key.map(column => [column, fields[column]])) as unknown as Key<T>,
    position: Number(found[SEQUENCE]),
    time: time === undefined ? undefined : (fields[time] as string),
    bytes: Number(found['bytes']),
  }
}

/**
 * Returns the JSON of a row. Its time comes first and its other fields follow in their order, so that `readBeginnings` finds it
 * before properties of any length. See D-790.
 */
export function rowText({ time }: SqlTable, row: Record<string, unknown>): string {
  return JSON.stringify(timeFirst(time, row))
}

/** Yields the rows of a table in the order of insertion. */
export async function* readTable(deps: ReadDeps, name: TableName): AsyncIterable<Record<string, unknown>> {
  const { run, statements } = deps
  let found: SqlRow[] = []
  do {
    const after = Number(found.at(-1)?.[SEQUENCE] ?? 0)
    found = await run(...statements.page(name, after, PAGE_ROWS))
    for await (const page of readTexts(deps, name, found))
      for (const row of page) if (row) yield parseRow(statements.tableOf(name), row)
  } while (found.length === PAGE_ROWS)
}

/** Reads the sizes of the rows of keys, in their order, and with `sizes` the JSON of small rows. */
export async function readSizes(
  { run, statements }: SqlAccess,
  name: TableName,
  keys: ColumnValue[][],
  verb: 'sizes' | 'lengths' = 'sizes',
): Promise<(SqlRow | undefined)[]> {
  const lastColumn = statements.tableOf(name).key.at(-1)!
  // PostgreSQL returns numbers as text.
  const idOf = (parents: ColumnValue[], last?: ColumnValue) => JSON.stringify([parents, String(last)])
  const found = new Map<string, SqlRow>()
  for (const part of inStatements(keys, key => key))
    for (const row of await run(...statements[verb](name, part)))
      found.set(idOf(part[0]!.slice(0, -1), row[lastColumn]), row)
  return keys.map(key => found.get(idOf(key.slice(0, -1), key.at(-1))))
}

/**
 * Yields rows of which the sizes are known, in pages of a limited length and in their order. A row that is missing, or was
 * removed meanwhile, is undefined.
 */
export async function* readTexts(
  { run, statements, rest }: ReadDeps,
  name: TableName,
  sized: (SqlRow | undefined)[],
  longRows: LongRows = 'texts',
): AsyncIterable<(SqlRow | undefined)[]> {
  for (const page of inPages(sized)) {
    const long = page.flatMap(row => (row?.['row'] === null ? [row[SEQUENCE]!] : []))
    const found = long.length > 0 ? await run(...statements[longRows](name, long)) : []
    const texts = new Map(found.map(({ [SEQUENCE]: sequence, row }) => [sequence, row]))
    yield page.map(sizes => {
      const row = sizes && (sizes['row'] ?? texts.get(sizes[SEQUENCE]!))
      return row === undefined ? undefined : { ...sizes, row }
    })
    // SQLite has not waited for anything.
    await rest()
  }
}

function* inPages(sized: (SqlRow | undefined)[]): Generator<(SqlRow | undefined)[]> {
  let start = 0
  let length = 0
  for (const [index, row] of sized.entries()) {
    const bytes = bytesOf(row)
    length += bytes
    if (length <= PAGE_LENGTH || index === start) continue
    yield sized.slice(start, index)
    start = index
    length = bytes
  }
  if (start < sized.length) yield sized.slice(start)
}

function bytesOf(row: SqlRow | undefined): number {
  return Number(row?.['bytes'] ?? 0)
}

function isMissing(value: unknown): boolean {
  return value === undefined
}
