import { setImmediate } from 'node:timers/promises'
import { deepFreeze } from '../deepFreeze'
import type { Row, TableName } from '../tables'
import { type ColumnValue, columnValue, SEQUENCE } from './columns'
import type { RunStatement, SqlRow } from './database'
import { type AnyQuery, positionColumns, type Statements } from './statements'

/** Returns the row that a database holds as JSON, frozen, because rows are values. */
export function parseRow(found: SqlRow): Record<string, unknown> {
  return deepFreeze(JSON.parse(String(found['row'])) as Record<string, unknown>)
}

/** The only cast from fields to the row of a table: its JSON was written from one. */
export function toRow<T extends TableName>(fields: Record<string, unknown> | undefined): Row<T> | undefined {
  return fields as Row<T> | undefined
}

/** Returns the number of rows that a query means, or their size in bytes. */
export async function readTotal(
  { run, statements }: { run: RunStatement; statements: Statements },
  { name, query, selection }: { name: TableName; query: AnyQuery; selection: 'count' | 'bytes' },
): Promise<number> {
  const { where, from, to, terms } = query
  const isOfProject =
    Object.keys(where).join() === 'project_id' && [from, to, terms?.length || undefined].every(isMissing)
  if (statements.tableOf(name).isCounted && isOfProject) {
    const [counts] = await run(...statements.counts(name, columnValue(where['project_id'])))
    return Number(counts?.[selection === 'count' ? 'row_count' : 'byte_count'] ?? 0)
  }
  // A count has no page.
  const [total] = await run(...statements.select(name, { where, from, to, terms }, selection))
  return Number(total?.['result'])
}

/** Rows of a table that are read at once. */
const PAGE_ROWS = 200

/** Yields the rows of a table in the order of insertion. */
export async function* readTable(
  name: TableName,
  statements: Statements,
  run: RunStatement,
): AsyncIterable<Record<string, unknown>> {
  let found: SqlRow[] = []
  do {
    const after = Number(found.at(-1)?.[SEQUENCE] ?? 0)
    found = await run(...statements.page(name, after, PAGE_ROWS))
    for (const row of found) yield parseRow(row)
  } while (found.length === PAGE_ROWS)
}

/** Rows of a query that are in memory at once. */
const QUERY_PAGE_ROWS = 1000

/** Yields the rows of a query, oldest first. Other requests are answered between two pages. */
export async function* readPages(
  { run, statements }: { run: RunStatement; statements: Statements },
  name: TableName,
  query: AnyQuery,
): AsyncIterable<Record<string, unknown>[]> {
  const position = positionColumns(statements.tableOf(name))
  let after: ColumnValue[] | undefined
  for (;;) {
    // SQLite would begin each page at `from` rather than at the last row.
    const from = after ? undefined : query.from
    const page = { ...query, from, after, limit: QUERY_PAGE_ROWS }
    const found = await run(...statements.select(name, page, 'positioned rows'))
    yield found.map(parseRow)
    if (found.length < QUERY_PAGE_ROWS) return
    after = position.map(column => found.at(-1)![column]!)
    // SQLite has not waited for anything.
    await setImmediate()
  }
}

function isMissing(value: unknown): boolean {
  return value === undefined
}
