import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/server/openStore'
import { createSchema, STORE_KIND } from '../../support/testStore'

const kind = STORE_KIND === 'postgres' ? 'postgres' : 'sqlite'

/** The statements that made a database of each earlier version, and of this one. Released files never change. */
const folder = join(import.meta.dirname, '../../fixtures/schema')
const versions = readdirSync(folder).filter(name => name.startsWith(kind))

type Run = (sql: string) => Promise<unknown[]>

/** Creates an empty database. `run` sends statements past the store. */
async function createEmpty(): Promise<{ url: string; run: Run }> {
  if (kind === 'postgres') {
    const url = await createSchema()
    const run: Run = async sql => {
      const client = new pg.Client(url)
      await client.connect()
      const { rows } = await client.query(sql)
      await client.end()
      return rows
    }
    return { url, run }
  }
  const url = join(await mkdtemp(join(tmpdir(), 'earshot-schema-')), 'earshot.db')
  const run: Run = async sql => {
    const database = new Database(url)
    const statement = sql.startsWith('SELECT') ? database.prepare(sql).all() : database.exec(sql)
    database.close()
    return Array.isArray(statement) ? statement : []
  }
  return { url, run }
}

/** Columns and indexes, without what a later `ALTER TABLE` makes different: the order of columns. */
const DESCRIPTIONS: Record<typeof kind, string[]> = {
  sqlite: [
    `SELECT t.name AS "table", c.name, c.type, c."notnull", c.pk FROM sqlite_master t
      JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY 1, 2`,
    `SELECT t.name AS "table", i.name, i."unique", c.seqno, c.name AS "column" FROM sqlite_master t
      JOIN pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c WHERE t.type = 'table' ORDER BY 1, 2, 4`,
  ],
  postgres: [
    `SELECT table_name, column_name, data_type, is_nullable, is_identity FROM information_schema.columns
      WHERE table_schema = current_schema() ORDER BY 1, 2`,
    `SELECT indexname, replace(indexdef, current_schema() || '.', '') AS definition FROM pg_indexes
      WHERE schemaname = current_schema() ORDER BY 1`,
  ],
}
const describeSchema = async (run: Run) => [
  await run(DESCRIPTIONS[kind][0]!),
  await run(DESCRIPTIONS[kind][1]!),
]

/** Opens a database once, which creates or updates its tables. */
async function migrated(statements?: string) {
  const { url, run } = await createEmpty()
  if (statements !== undefined) await run(statements)
  await (await openStore(url)).close()
  return describeSchema(run)
}

describe(`a database of an earlier version, ${kind} (D-545)`, () => {
  it.each(versions)('gets the tables and indexes of a new one: %s', async file => {
    const [fresh, updated] = [await migrated(), await migrated(readFileSync(join(folder, file), 'utf8'))]
    expect(fresh.flat().length).toBeGreaterThan(50)
    // A difference means that `TABLES` has changed: add the change to `UPGRADES` in migrations.ts.
    expect(updated).toEqual(fresh)
  })
})
