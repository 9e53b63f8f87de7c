import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../src/server/index'
import { openStore } from '../../src/server/openStore'
import type { SqlDatabase } from '../../src/server/store/sql/database'
import { openPostgres } from '../../src/server/store/sql/postgres'
import { openSqlite } from '../../src/server/store/sql/sqlite'
import { createDatabase } from '../support/testStore'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-migrations-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What version 1 wrote of personal keys. */
const VERSION_1 = (sequence: string) => [
  'DELETE FROM earshot_migrations WHERE version > 1',
  'DROP TABLE earshot_personal_keys',
  `CREATE TABLE earshot_personal_keys (sequence ${sequence}, key text, bytes integer NOT NULL, row text NOT NULL)`,
  'CREATE UNIQUE INDEX earshot_personal_keys_key ON earshot_personal_keys (key)',
  ...[
    { key: 'phx_all_of_version_1', user_id: 1, scopes: ['*'], project_ids: null },
    { key: 'phx_two_of_version_1', user_id: 1, scopes: ['survey:read'], project_ids: [2] },
    // More than one page of a file.
    ...Array.from({ length: 200 }, (_, i) => ({
      key: `phx_${i}_of_version_1`,
      user_id: 1,
      scopes: [],
      project_ids: null,
    })),
  ].map(
    row =>
      `INSERT INTO earshot_personal_keys (key, bytes, row) VALUES ('${row.key}', 99, '${JSON.stringify(row)}')`,
  ),
]

describe('openStore of a database of version 1', () => {
  it.each<[string, string, () => Promise<[url: string, SqlDatabase]>]>([
    [
      'SQLite',
      'integer primary key',
      async () => {
        const path = join(folder, 'version1.db')
        await (await openStore(path)).close()
        return [path, await openSqlite({ path, synchronous: 'normal' })]
      },
    ],
    [
      'PostgreSQL',
      'bigint generated always as identity primary key',
      async () => {
        const url = await createDatabase()
        await (await openStore(url)).close()
        return [url, await openPostgres(url)]
      },
    ],
  ])(
    'accepts its personal keys, and stores their hashes alone, on %s (D-530)',
    async (_, sequence, create) => {
      const [url, database] = await create()
      await database.transaction(async run => {
        for (const statement of VERSION_1(sequence)) await run(statement)
      })
      await database.close()
      const store = await openStore(url)
      const service = createService({ store, projects: [{ id: 1 }, { id: 2 }], personalKeys: [] })
      const status = async (key: string, project: number) => {
        const headers = { Authorization: `Bearer ${key}` }
        return (await service.fetch(`/api/projects/${project}/surveys/`, { headers })).status
      }
      expect(await status('phx_all_of_version_1', 1)).toBe(200)
      expect(await status('phx_two_of_version_1', 2)).toBe(200)
      expect(await status('phx_two_of_version_1', 1)).toBe(403)
      const rows = await store.find('personalKeys', { where: {} })
      expect(rows.slice(0, 2).map(({ mask, scopes }) => [mask, scopes])).toEqual([
        ['phx_...on_1', ['*']],
        ['phx_...on_1', ['survey:read']],
      ])
      expect(JSON.stringify(rows)).not.toContain('of_version')
      // The old table must not stay in the free pages of the file.
      await store.close()
      if (existsSync(url)) expect(await readFile(url, 'latin1')).not.toContain('of_version')
    },
  )
})
