import { type RawBuilder, sql } from 'kysely'
import type { PersonMove } from '../store'
import { TABLES, type TableName, type TableOfPersons } from '../tables'
import { type ColumnValue, columnValue, SEQUENCE, type SqlTable, sqlTable } from './columns'
import type { SqlBuilder, SqlDialect } from './database'
import {
  type AnyQuery,
  COUNT_ROWS,
  hasValue,
  orderColumns,
  personColumn,
  positionColumns,
  queryParameters,
  ROW_BEGINNING,
  type Selection,
  selectRows,
  sizeColumns,
} from './selectRows'

/** The table with the number of rows and bytes of each project. */
export const COUNTS = 'earshot_counts'
/** The table with a number that changes when one of the cached tables does. */
export const VERSIONS = 'earshot_versions'

/** A statement with its parameters. */
export type Statement = [text: string, parameters: ColumnValue[]]

/** The rows of a project with some values of columns. */
export interface Condition {
  columns: readonly string[]
  values: ColumnValue[]
}

/** What is selected of rows by their keys; `remove` selects nothing. */
const VERBS = {
  get: (table: SqlTable) => [SEQUENCE, 'bytes', 'row', ...personColumn(table)],
  sizes: (table: SqlTable) => [...sizeColumns(table), ...ownerColumns(table)],
  lengths: (table: SqlTable) => [SEQUENCE, 'bytes', ...personColumn(table), ...ownerColumns(table)],
  texts: () => [SEQUENCE, 'row'],
  beginnings: () => [SEQUENCE, ROW_BEGINNING],
  remove: () => [],
}

/** Returns the columns that tell rows of a statement apart, and whose they are. */
const ownerColumns = ({ key, types }: SqlTable): string[] => [
  ...new Set([key.at(-1)!, ...('project_id' in types ? ['project_id'] : [])]),
]

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
  /** Returns a statement about rows with some values of columns, which differ in the last column alone. */
  const byValues = (
    name: string,
    columns: readonly string[],
    rows: ColumnValue[][],
    compile: (isRow: RawBuilder<boolean>) => { compile: () => { sql: string } },
  ): Statement => {
    // A power of two, so that there are few statements. The last value fills the rest.
    const size = 2 ** Math.ceil(Math.log2(rows.length))
    const values = Array.from({ length: size }, (_, index) => (rows[index] ?? rows.at(-1)!).at(-1)!)
    const text = compileOnce(`${name} ${size}`, () => {
      const parents = columns.slice(0, -1).map(column => sql`${sql.ref(column)} = ${0}`)
      const last = sql`${sql.ref(columns.at(-1)!)} in (${sql.join(values)})`
      return compile(sql<boolean>`${sql.join([...parents, last], sql` and `)}`)
    })
    return [text, [...rows[0]!.slice(0, -1), ...values]]
  }
  /** Selects or removes rows by their keys, or by other columns. */
  const byKey = (
    verb: keyof typeof VERBS,
    name: TableName,
    keys: ColumnValue[][],
    columns: readonly string[] = tableOf(name).key,
  ): Statement => {
    const table = tableOf(name)
    return byValues(`${verb} ${name} ${columns}`, columns, keys, isRow =>
      verb === 'remove'
        ? builder.deleteFrom(table.name).where(isRow)
        : builder.selectFrom(table.name).select(VERBS[verb](table)).where(isRow),
    )
  }
  const bySequence =
    (verb: keyof typeof VERBS) =>
    (name: TableName, sequences: ColumnValue[]): Statement =>
      byKey(
        verb,
        name,
        sequences.map(sequence => [sequence]),
        [SEQUENCE],
      )

  /** Means the first rows with some values of columns. */
  const firstRows = (table: SqlTable, columns: readonly string[]) => {
    let rows = builder.selectFrom(table.name)
    for (const column of columns) rows = rows.where(hasValue(column, dialect))
    // In the order of an index, so that PostgreSQL does not look through the whole table for them.
    for (const column of orderColumns(table, columns, dialect)) rows = rows.orderBy(column)
    return rows.limit(0)
  }

  return {
    tableOf,
    get: (name: TableName, key: ColumnValue[]): Statement => byKey('get', name, [key]),
    /** Selects the sizes of rows, with the last column of their keys, and the JSON of small ones. */
    sizes: (name: TableName, keys: ColumnValue[][]): Statement => byKey('sizes', name, keys),
    /** Selects the same without the JSON. */
    lengths: (name: TableName, keys: ColumnValue[][]): Statement => byKey('lengths', name, keys),
    /** Selects the JSON of rows by their `SEQUENCE`. */
    texts: bySequence('texts'),
    /** Selects the first characters of the JSON of rows by their `SEQUENCE`. */
    beginnings: bySequence('beginnings'),
    /** Removes rows by their `SEQUENCE`. */
    removeFound: bySequence('remove'),
    remove: (name: TableName, keys: ColumnValue[][]): Statement => byKey('remove', name, keys),
    /** Selects those values of the last of some columns that rows have, each once. */
    lastValues: (name: TableName, columns: readonly string[], values: ColumnValue[][]): Statement =>
      byValues(`last ${name} ${columns}`, columns, values, isRow =>
        builder.selectFrom(tableOf(name).name).select(columns.at(-1)!).distinct().where(isRow),
      ),
    /** Selects the `positionColumns` of a row. */
    position(name: TableName, key: ColumnValue[]): Statement {
      const table = tableOf(name)
      const text = compileOnce(`position ${name}`, () => {
        const equals = table.key.map(column => sql`${sql.ref(column)} = ${0}`)
        return builder
          .selectFrom(table.name)
          .select(positionColumns(table))
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
    /** Gives the first rows of a person to another one. Each grows by a number of bytes. */
    movePerson(
      name: TableOfPersons,
      { project_id, from, to }: PersonMove,
      { growth, limit }: { growth: number; limit: number },
    ): Statement {
      const table = tableOf(name)
      const { person } = TABLES[name]
      const text = compileOnce(`move person ${name}`, () =>
        builder
          .updateTable(table.name)
          .set({ [person]: to, bytes: sql`${sql.ref('bytes')} + ${0}` })
          .where(SEQUENCE, 'in', firstRows(table, ['project_id', person]).select(SEQUENCE)),
      )
      return [text, [to, growth, project_id, columnValue(from), limit]]
    },
    /** Selects the sizes and sequences of the first rows that meet a condition, and the ids of persons. */
    first(name: TableName, { columns, values }: Condition, limit: number): Statement {
      const table = tableOf(name)
      const text = compileOnce(`first ${name} ${columns}`, () =>
        firstRows(table, columns).select([SEQUENCE, 'bytes', ...(name === 'persons' ? ['id'] : [])]),
      )
      return [text, [...values, limit]]
    },
    /** Removes some of the rows with some values of columns, which differ in the last column alone. Returns their sizes. */
    removeSome(
      name: TableName,
      columns: readonly string[],
      values: ColumnValue[][],
      limit: number,
    ): Statement {
      const table = tableOf(name)
      const remove = (rows: ReturnType<typeof firstRows>) =>
        builder.deleteFrom(table.name).where(SEQUENCE, 'in', rows.select(SEQUENCE)).returning('bytes')
      const [first, ...others] = values
      if (others.length === 0) {
        const text = compileOnce(`remove some of one ${name} ${columns}`, () =>
          remove(firstRows(table, columns)),
        )
        return [text, [...first!, limit]]
      }
      const [text, parameters] = byValues(`remove some ${name} ${columns}`, columns, values, isRow =>
        remove(builder.selectFrom(table.name).where(isRow).limit(0)),
      )
      return [text, [...parameters, limit]]
    },
    select(name: TableName, query: AnyQuery, selection: Selection): Statement {
      const table = tableOf(name)
      const { parameters, shape } = queryParameters(name, table, query)
      const text = compileOnce(`${selection} ${name} ${shape}`, () => {
        const rows = selectRows(builder.selectFrom(table.name), { table, query, selection, dialect })
        return selection === 'count' ? builder.selectFrom(rows.as('counted')).select(COUNT_ROWS) : rows
      })
      return [text, parameters]
    },
    /** Selects the sizes of the rows that follow one in the order of insertion. */
    page(name: TableName, after: number, limit: number): Statement {
      const text = compileOnce(`page ${name}`, () =>
        builder
          .selectFrom(tableOf(name).name)
          .select(sizeColumns(tableOf(name)))
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
