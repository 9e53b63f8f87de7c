import { type Compilable, sql } from 'kysely'
import { hashAndMask, personalKeyRow } from '../personalKeys'
import { TABLE_NAMES, type TableName } from '../tables'
import { SEQUENCE, searchColumn, sqlTable } from './columns'
import type { RunStatement, SqlBuilder, SqlDatabase, SqlDialect } from './database'
import { createSqlTransaction } from './sqlTransaction'
import { COUNTS, createStatements, VERSIONS } from './statements'

const MIGRATIONS_TABLE = 'earshot_migrations'

interface MigrationDeps extends Pick<SqlDatabase, 'builder' | 'dialect'> {
  run: RunStatement
}

type Migration = (deps: MigrationDeps) => Promise<void>

/**
 * The migrations, oldest first; their number is the version of a database. A change of `TABLES` needs one, or
 * `test/server/store/migrations.test.ts` fails. It can be made from the rows, because each column but that of a `person` is
 * computed from its row. The first one makes a new database, which has the tables of this code at once. See D-545.
 */
const MIGRATIONS: Migration[] = [createTables, hashPersonalKeys, keepFormerPersons]

/**
 * Brings a database to the version of this code.
 *
 * @throws Error when a newer version of Earshot has written it.
 */
export async function migrate({ builder, dialect, transaction }: SqlDatabase): Promise<void> {
  await transaction(async run => {
    await runAll(run, [
      builder.schema
        .createTable(MIGRATIONS_TABLE)
        .ifNotExists()
        .addColumn('version', 'integer', column => column.primaryKey()),
    ])
    const version = await readVersion(run, builder)
    if (version > MIGRATIONS.length)
      throw new Error(
        `earshot.openStore: the database has version ${version}, and this Earshot knows versions up to ${MIGRATIONS.length}. Update Earshot, or open another database.`,
      )
    for (const [index, migration] of MIGRATIONS.entries()) {
      if (index < version) continue
      if (index === 0 || version > 0) await migration({ run, builder, dialect })
      await runAll(run, [builder.insertInto(MIGRATIONS_TABLE).values({ version: index + 1 })])
    }
  })
}

async function readVersion(run: RunStatement, builder: SqlBuilder): Promise<number> {
  const query = builder.selectFrom(MIGRATIONS_TABLE).select('version').orderBy('version', 'desc').limit(1)
  const [row] = await runCompiled(run, query)
  return Number(row?.['version'] ?? 0)
}

async function runAll(run: RunStatement, statements: Compilable[]): Promise<void> {
  for (const statement of statements) await runCompiled(run, statement)
}

function runCompiled(run: RunStatement, statement: Compilable): ReturnType<RunStatement> {
  const { sql: text, parameters } = statement.compile()
  return run(text, parameters as never)
}

/** Version 1. The tables have the columns of this code, also when later migrations follow. */
async function createTables({ run, builder, dialect }: MigrationDeps): Promise<void> {
  const { schema } = builder
  const tables = TABLE_NAMES.flatMap(table => createTable(table, builder, dialect))
  await runAll(run, [
    ...tables,
    schema
      .createTable(COUNTS)
      .addColumn('table_name', 'text', column => column.notNull())
      .addColumn('project_id', dialect.numberType, column => column.notNull())
      .addColumn('row_count', dialect.numberType, column => column.notNull())
      .addColumn('byte_count', dialect.numberType, column => column.notNull())
      .addPrimaryKeyConstraint(`${COUNTS}_key`, ['table_name', 'project_id']),
    schema
      .createTable(VERSIONS)
      .addColumn('table_name', 'text', column => column.primaryKey())
      .addColumn('version', dialect.numberType, column => column.notNull()),
  ])
}

/** Version 2. Rows of personal keys have the hash of the key in place of the key. See D-530. */
async function hashPersonalKeys({ run, builder, dialect }: MigrationDeps): Promise<void> {
  const { name } = sqlTable('personalKeys')
  const found = await runCompiled(run, builder.selectFrom(name).select('row').orderBy(SEQUENCE))
  if (dialect.eraseDeleted) await run(dialect.eraseDeleted)
  await runAll(run, [builder.schema.dropTable(name), ...createTable('personalKeys', builder, dialect)])
  const statements = createStatements(builder, dialect)
  const { transaction, flush } = createSqlTransaction({ run, statements })
  for (const { row } of found) {
    const { key, ...fields } = JSON.parse(String(row))
    await transaction.put(
      'personalKeys',
      personalKeyRow({ ...fields, ...hashAndMask(key), label: '', created_at: new Date().toISOString() }),
    )
  }
  await flush()
}

/** Version 3. The JSON of a row may name a former person (D-847), whom an earlier Earshot would take for the person of the row. */
async function keepFormerPersons(): Promise<void> {}

/** A table has the row as JSON, and a column for each part of a key, an index, the order and the text to search. */
function createTable(table: TableName, { schema }: SqlBuilder, dialect: SqlDialect): Compilable[] {
  const { name, key, indexes, types, order, text } = sqlTable(table)
  let create = schema.createTable(name).addColumn(SEQUENCE, sql.raw(dialect.sequenceType))
  for (const [column, type] of Object.entries(types))
    create = create.addColumn(column, type === 'number' ? dialect.numberType : 'text')
  for (const column of text)
    create = create.addColumn(searchColumn(column), 'text', column => column.notNull())
  // Text rather than `json`: some databases reorder the members of JSON, and refuse U+0000 in it.
  create = create
    .addColumn('bytes', dialect.numberType, column => column.notNull())
    .addColumn('row', 'text', column => column.notNull())
  const sequence = dialect.isSequenceInIndexes ? [] : [SEQUENCE]
  // All rows in the order of insertion need no index: the sequence is the primary key.
  const ordered = indexes
    .filter(columns => columns.length > 0)
    .map(columns => [...new Set([...columns, ...(order === SEQUENCE ? sequence : [order, ...sequence])])])
  return [
    create,
    schema
      .createIndex(`${name}_key`)
      .on(name)
      .columns([...key])
      .unique(),
    ...ordered.map((columns, index) => schema.createIndex(`${name}_${index}`).on(name).columns(columns)),
  ]
}
