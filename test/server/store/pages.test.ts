import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { RunStatement } from '../../../src/server/store/sql/database'
import { openSqlite } from '../../../src/server/store/sql/sqlite'
import { createSqlStore } from '../../../src/server/store/sql/sqlStore'

async function openObserved() {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-pages-'))
  const database = await openSqlite({ path: join(folder, 'earshot.db'), synchronous: 'normal' })
  const statements: string[] = []
  /** Characters of JSON that the longest result of one statement had. */
  const longest = { length: 0 }
  const observe: RunStatement = async (sql, parameters) => {
    statements.push(sql)
    const rows = await database.read(sql, parameters)
    const lengths = rows.map(({ row }) => String(row ?? '').length)
    longest.length = Math.max(
      longest.length,
      lengths.reduce((sum, length) => sum + length, 0),
    )
    return rows
  }
  const store = await createSqlStore({
    ...database,
    read: observe,
    openSnapshot: async () => ({ run: observe, close: async () => undefined }),
  })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return { store, statements, longest }
}

it('reads long rows a few at a time, by query, by key and for an export (R50, D-725)', async () => {
  const { store, longest } = await openObserved()
  const keys = Array.from({ length: 40 }, (_, i) => ({ id: `w${i}` }))
  const row = { project_id: 1, type: 't', distinct_id: null, event: null, at: '2025-10-01T12:00:00Z' }
  await store.transaction(async transaction => {
    for (const { id } of keys) await transaction.put('warnings', { ...row, id, detail: 'x'.repeat(200_000) })
  })
  let read = 0
  for await (const page of store.pages('warnings', { where: { project_id: 1 } })) read += page.length
  for await (const page of store.getPages('warnings', keys)) read += page.length
  for await (const _ of store.rows()) read++
  expect(read).toBe(3 * keys.length)
  expect(longest.length).toBeGreaterThan(200_000)
  expect(longest.length).toBeLessThan(1_300_000)
})

it('begins each page of a query where the last one ended, and nowhere before (D-547)', async () => {
  const { store, statements } = await openObserved()
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

it('answers other requests whenever a transaction forgets the rows that it has read (R50, D-726)', async () => {
  const { store } = await openObserved()
  const keys = Array.from({ length: 60 }, (_, i) => ({ id: `w${i}` }))
  const row = { project_id: 1, type: 't', distinct_id: null, event: null, at: '2025-10-01T12:00:00Z' }
  await store.transaction(async transaction => {
    for (const { id } of keys) await transaction.put('warnings', { ...row, id, detail: 'x'.repeat(200_000) })
  })
  let [turns, isDone] = [0, false]
  const countTurns = () => {
    turns++
    if (!isDone) setImmediate(countTurns)
  }
  await store.transaction(async transaction => {
    countTurns()
    for (const key of keys) await transaction.get('warnings', key)
    isDone = true
  })
  // 12 MB are forgotten twice.
  expect(turns).toBeGreaterThanOrEqual(3)
})
