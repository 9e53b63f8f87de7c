import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { TableName } from '../tables'
import { type ColumnValue, columnValue, SEQUENCE, type SqlTable, searchColumn, searchText } from './columns'
import type { SqlDialect } from './database'

/** A `Query` of any table. */
export interface AnyQuery {
  where: Record<string, unknown>
  from?: number
  to?: number
  terms?: string[]
  order?: 'oldest' | 'newest'
  limit?: number
  offset?: number
  /** The `positionColumns` of a row. Only the rows that follow it in the order are selected. */
  after?: ColumnValue[]
}

type Select = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, object>

/** What a query selects: the rows, their positions and sizes, their number, or the sum of their sizes. */
export type Selection = 'rows' | 'sizes' | 'count' | 'bytes'

/** Counts what `selectRows` selects for a count. */
export const COUNT_ROWS = sql<number>`count(*)`.as('result')

/** The JSON of a row is selected together with its size up to this many characters. See D-725. */
const SMALL_ROW = 4096

const SMALL_JSON = sql<
  string | null
>`case when ${sql.ref('bytes')} <= ${sql.lit(SMALL_ROW)} then ${sql.ref('row')} end`.as('row')

/** Selects the size of each row, and its JSON where it is small: a longer one is read when it is needed. */
export const sizeColumns = (table: SqlTable) => [SEQUENCE, 'bytes', SMALL_JSON, ...personColumn(table)]

/** Selects what the JSON of a row does not say. */
export const personColumn = ({ person }: SqlTable): string[] => (person === undefined ? [] : [person])

/** Selects the beginning of the JSON of a long row. */
export const ROW_BEGINNING = sql<string>`substr(${sql.ref('row')}, 1, ${sql.lit(SMALL_ROW)})`.as('row')

/** Returns the parameters of a query in the order of its statement, and a key of the statement that they belong to. */
export function queryParameters(
  name: TableName,
  table: SqlTable,
  { where, from, to, terms = [], order, limit, offset, after }: AnyQuery,
): { parameters: ColumnValue[]; shape: string } {
  const columns = Object.keys(where)
  const isDeclared = table.indexes.some(
    index => index.length === columns.length && index.every(column => column in where),
  )
  if (!isDeclared) throw new Error(`table ${name} has no index on ${columns.join(', ') || 'nothing'}`)
  const values = columns.map(column => columnValue(where[column]))
  const parameters: ColumnValue[] = values.filter(value => value !== null)
  for (const bound of [from, to]) if (bound !== undefined) parameters.push(bound)
  for (const term of terms) for (const _ of table.text) parameters.push(searchText(term))
  if (after) parameters.push(...after)
  const isPage = limit !== undefined || offset !== undefined
  if (isPage) parameters.push(limit ?? Number.MAX_SAFE_INTEGER, offset ?? 0)
  const shape = JSON.stringify([
    columns.map((column, index) => [column, values[index] === null]),
    [from, to].map(bound => bound !== undefined),
    terms.length,
    after !== undefined,
    order,
    isPage,
  ])
  return { parameters, shape }
}

interface SelectOptions {
  table: SqlTable
  query: AnyQuery
  selection: Selection
  dialect: SqlDialect
}

/** The values of the statement do not matter: `queryParameters` gives those of each query. */
export function selectRows(from: Select, { table, query, selection, dialect }: SelectOptions) {
  let select = from
  const given = Object.keys(query.where).filter(column => columnValue(query.where[column]) !== null)
  for (const column in query.where)
    select = given.includes(column)
      ? select.where(hasValue(column, dialect))
      : select.where(column, 'is', null)
  if (query.from !== undefined) select = select.where(table.order, '>=', 0)
  if (query.to !== undefined) select = select.where(table.order, '<=', 0)
  for (const term of query.terms ?? []) select = select.where(containsTerm(table, term, dialect))
  const position = positionColumns(table)
  const isNewest = query.order === 'newest'
  if (query.after)
    select = select.where(
      sql<boolean>`(${sql.join(position.map(column => sql.ref(column)))}) ${sql.raw(isNewest ? '<' : '>')} (${sql.join(query.after)})`,
    )
  if (selection === 'bytes') return select.select(sql`coalesce(sum(bytes), 0)`.as('result'))
  // Sorting rows to count them would take longer. The first ones are those of an index, which PostgreSQL reads no further (D-850).
  if (selection !== 'count' || (query.limit ?? query.offset) !== undefined)
    for (const column of orderColumns(table, given, dialect))
      select = select.orderBy(column, isNewest ? 'desc' : 'asc')
  if (query.limit !== undefined || query.offset !== undefined) select = select.limit(0).offset(0)
  if (selection === 'count') return select.select(SEQUENCE)
  return selection === 'rows'
    ? select.select(['bytes', 'row', ...personColumn(table)])
    : select.select([...sizeColumns(table), ...position.filter(column => column !== SEQUENCE)])
}

/** Means the rows with a value in a column. The one of the project is given in a way that leaves it in the order of rows. */
export function hasValue(column: string, { ignoresKnownOrder }: SqlDialect): RawBuilder<boolean> {
  return ignoresKnownOrder && column === 'project_id'
    ? sql`${sql.ref(column)} = any(array[${0}::double precision])`
    : sql`${sql.ref(column)} = ${0}`
}

/** Returns the columns that order rows of which some columns are given. */
export function orderColumns(
  table: SqlTable,
  given: readonly string[],
  { ignoresKnownOrder }: SqlDialect,
): string[] {
  const isOfProject = ignoresKnownOrder && given.includes('project_id')
  return [...(isOfProject ? ['project_id'] : []), ...positionColumns(table)]
}

/** Returns the columns that order a table. */
export function positionColumns({ order }: SqlTable): string[] {
  return order === SEQUENCE ? [SEQUENCE] : [order, SEQUENCE]
}

function containsTerm({ text }: SqlTable, term: string, { positionOf }: SqlDialect) {
  const tests = text.map(column => sql`${sql.raw(positionOf)}(${sql.ref(searchColumn(column))}, ${term}) > 0`)
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}
