import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { RunStatement } from '../../../src/server/store/sql/database'
import { openSqlite } from '../../../src/server/store/sql/sqlite'
import { createSqlStore } from '../../../src/server/store/sql/sqlStore'

/** Opens a database that counts the characters of JSON which statements return. */
export async function openCounting() {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-heads-'))
  const database = await openSqlite({ path: join(folder, 'earshot.db'), synchronous: 'normal' })
  const read = { characters: 0, rows: 0 }
  const counting =
    (run: RunStatement): RunStatement =>
    async (sql, parameters) => {
      const found = await run(sql, parameters)
      for (const { row } of found) {
        if (typeof row !== 'string') continue
        read.rows++
        read.characters += row.length
      }
      return found
    }
  const store = await createSqlStore({
    ...database,
    read: counting(database.read),
    transaction: work => database.transaction(run => work(counting(run))),
  })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const reset = () => Object.assign(read, { characters: 0, rows: 0 })
  return { store, run: database.transaction, read, reset }
}
