import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openSqlite } from '../../../src/server/store/sql/sqlite'
import { createSqlStore } from '../../../src/server/store/sql/sqlStore'

it('begins each page of a query where the last one ended, and nowhere before (D-547)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-pages-'))
  const database = await openSqlite({ path: join(folder, 'earshot.db'), synchronous: 'normal' })
  const statements: string[] = []
  const store = await createSqlStore({
    ...database,
    read: (sql, parameters) => {
      statements.push(sql)
      return database.read(sql, parameters)
    },
  })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const where = { project_id: 1, survey_id: 's', kind: 'sent' as const }
  await store.transaction(async transaction => {
    for (let at = 0; at < 2500; at++)
      await transaction.put('surveyEvents', { ...where, dedupe_key: `${at}`, respondent: 'u', at })
  })
  statements.length = 0
  for await (const page of store.pages('surveyEvents', { where, from: 0, to: 2499 }))
    expect(page.length).toBeGreaterThan(0)
  // SQLite uses one lower bound. With two, it reads all rows from the first one again for each page.
  expect(statements.map(sql => sql.match(/ >=? /g))).toEqual([[' >= '], ...Array(5).fill([' > '])])
})
