import { type SelectQueryBuilder, sql } from 'kysely'
import type { TableName } from '../tables'
import {
  type ColumnValue,
  columnValue,
  SEQUENCE,
  type SqlTable,
  searchColumn,
  searchText,
  sqlTable,
} from './columns'
import type { SqlBuilder, SqlDialect } from './database'

/** The table with the number of rows and bytes of each project. */
export const COUNTS = 'earshot_counts'
/** The table with a number that changes when one of the cached tables does. */
export const VERSIONS = 'earshot_versions'

/** A statement with its parameters. */
export type Statement = [text: string, parameters: ColumnValue[]]

/** A `Query` of any table. */
export interface AnyQuery {
  where: Record<string, unknown>
  from?: number
  to?: number
  terms?: string[]
  order?: 'oldest' | 'newest'
  limit?: number
  offset?: number
  /** The `positionColumns` of a row. Only later rows are selected. */
  after?: ColumnValue[]
}

type Select = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, object>

/** What a query selects: the rows, with or without their position, their number, or the sum of their sizes. */
type Selection = 'rows' | 'positioned rows' | 'count' | 'bytes'

/**
 * Creates the statements of a database. The text of each is compiled once, because compiling takes longer than running it
 * in SQLite.
 */
export function createStatements(builder: SqlBuilder, dialect: SqlDialect) {
  const texts = new Map<string, string>()
  const compileOnce = (name: string, compile: () => { compile: () => { sql: string } }): string => {
    let text = texts.get(name)
    if (text === undefined) {
      text = compile().compile().sql
      texts.set(name, text)
    }
    return text
  }
  const tables = new Map<TableName, SqlTable>()
  const tableOf = (name: TableName): SqlTable => {
    const table = tables.get(name) ?? sqlTable(name)
    tables.set(name, table)
    return table
  }
  /** Selects or removes rows by their keys, which differ in the last column alone. */
  const byKey = (verb: 'get' | 'remove', name: TableName, keys: ColumnValue[][]): Statement => {
    const { name: table, key } = tableOf(name)
    // A power of two, so that there are few statements. The last value fills the rest.
    const size = 2 ** Math.ceil(Math.log2(keys.length))
    const values = Array.from({ length: size }, (_, index) => (keys[index] ?? keys.at(-1)!).at(-1)!)
    const text = compileOnce(`${verb} ${name} ${size}`, () => {
      const parents = key.slice(0, -1).map(column => sql`${sql.ref(column)} = ${0}`)
      const last = sql`${sql.ref(key.at(-1)!)} in (${sql.join(values)})`
      const isRow = sql<boolean>`${sql.join([...parents, last], sql` and `)}`
      return verb === 'get'
        ? builder.selectFrom(table).select(['bytes', 'row']).where(isRow)
        : builder.deleteFrom(table).where(isRow)
    })
    return [text, [...keys[0]!.slice(0, -1), ...values]]
  }

  return {
    tableOf,
    get: (name: TableName, keys: ColumnValue[][]): Statement => byKey('get', name, keys),
    remove: (name: TableName, keys: ColumnValue[][]): Statement => byKey('remove', name, keys),
    /** Selects the position of a row in the order of insertion. */
    position(name: TableName, key: ColumnValue[]): Statement {
      const table = tableOf(name)
      const text = compileOnce(`position ${name}`, () => {
        const equals = table.key.map(column => sql`${sql.ref(column)} = ${0}`)
        return builder
          .selectFrom(table.name)
          .select(SEQUENCE)
          .where(sql<boolean>`${sql.join(equals, sql` and `)}`)
      })
      return [text, key]
    },
    /** Inserts rows, or replaces the rows of the same keys. All have the same columns in the same order. */
    put(name: TableName, rows: Record<string, ColumnValue>[]): Statement {
      const table = tableOf(name)
      const text = compileOnce(`put ${name} ${rows.length}`, () =>
        builder
          .insertInto(table.name)
          .values(rows)
          .onConflict(conflict =>
            conflict
              .columns([...table.key])
              .doUpdateSet(eb =>
                Object.fromEntries(
                  Object.keys(rows[0]!).map(column => [column, eb.ref(`excluded.${column}`)]),
                ),
              ),
          ),
      )
      return [text, rows.flatMap(row => Object.values(row))]
    },
    select(name: TableName, query: AnyQuery, selection: Selection): Statement {
      const table = tableOf(name)
      const { parameters, shape } = queryParameters(name, table, query)
      const text = compileOnce(`${selection} ${name} ${shape}`, () =>
        selectRows(builder.selectFrom(table.name), { table, query, selection, dialect }),
      )
      return [text, parameters]
    },
    /** Selects the rows that follow one in the order of insertion. */
    page(name: TableName, after: number, limit: number): Statement {
      const text = compileOnce(`page ${name}`, () =>
        builder
          .selectFrom(tableOf(name).name)
          .select([SEQUENCE, 'row'])
          .where(SEQUENCE, '>', 0)
          .orderBy(SEQUENCE)
          .limit(0),
      )
      return [text, [after, limit]]
    },
    clear: (name: TableName): Statement => [
      compileOnce(`clear ${name}`, () => builder.deleteFrom(tableOf(name).name)),
      [],
    ],
    clearCounts: (): Statement => [compileOnce('clear counts', () => builder.deleteFrom(COUNTS)), []],
    addCounts(name: TableName, projectId: ColumnValue, rows: number, bytes: number): Statement {
      const values = {
        table_name: tableOf(name).name,
        project_id: projectId,
        row_count: rows,
        byte_count: bytes,
      }
      const sum = (column: string) =>
        sql`${sql.ref(`${COUNTS}.${column}`)} + ${sql.ref(`excluded.${column}`)}`
      const text = compileOnce('add counts', () =>
        builder
          .insertInto(COUNTS)
          .values(values)
          .onConflict(conflict =>
            conflict
              .columns(['table_name', 'project_id'])
              .doUpdateSet({ row_count: sum('row_count'), byte_count: sum('byte_count') }),
          ),
      )
      return [text, Object.values(values)]
    },
    counts(name: TableName, projectId: ColumnValue): Statement {
      const text = compileOnce('counts', () =>
        builder
          .selectFrom(COUNTS)
          .select(['row_count', 'byte_count'])
          .where('table_name', '=', '')
          .where('project_id', '=', 0),
      )
      return [text, [tableOf(name).name, projectId]]
    },
    versions: (): Statement => [
      compileOnce('versions', () => builder.selectFrom(VERSIONS).select(['table_name', 'version'])),
      [],
    ],
    addVersion(name: TableName): Statement {
      const text = compileOnce('add version', () =>
        builder
          .insertInto(VERSIONS)
          .values({ table_name: name, version: 1 })
          .onConflict(conflict =>
            conflict
              .column('table_name')
              .doUpdateSet({ version: sql`${sql.ref(`${VERSIONS}.version`)} + 1` }),
          ),
      )
      return [text, [name, 1]]
    },
  }
}

/** See `createStatements`. */
export type Statements = ReturnType<typeof createStatements>

/** Returns the parameters of a query in the order of its statement, and a key of the statement that they belong to. */
function queryParameters(
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
function selectRows(from: Select, { table, query, selection, dialect }: SelectOptions) {
  let select = from
  for (const [column, value] of Object.entries(query.where))
    select = columnValue(value) === null ? select.where(column, 'is', null) : select.where(column, '=', 0)
  if (query.from !== undefined) select = select.where(table.order, '>=', 0)
  if (query.to !== undefined) select = select.where(table.order, '<=', 0)
  for (const term of query.terms ?? []) select = select.where(containsTerm(table, term, dialect))
  const position = positionColumns(table)
  if (query.after)
    select = select.where(
      sql<boolean>`(${sql.join(position.map(column => sql.ref(column)))}) > (${sql.join(query.after)})`,
    )
  if (selection === 'count') return select.select(sql`count(*)`.as('result'))
  if (selection === 'bytes') return select.select(sql`coalesce(sum(bytes), 0)`.as('result'))
  const direction = query.order === 'newest' ? 'desc' : 'asc'
  for (const column of position) select = select.orderBy(column, direction)
  if (query.limit !== undefined || query.offset !== undefined) select = select.limit(0).offset(0)
  return select.select(['bytes', 'row', ...(selection === 'positioned rows' ? position : [])])
}

/** Returns the columns that order a table. */
export function positionColumns({ order }: SqlTable): string[] {
  return order === SEQUENCE ? [SEQUENCE] : [order, SEQUENCE]
}

function containsTerm({ text }: SqlTable, term: string, { positionOf }: SqlDialect) {
  const tests = text.map(column => sql`${sql.raw(positionOf)}(${sql.ref(searchColumn(column))}, ${term}) > 0`)
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}
