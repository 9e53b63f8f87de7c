import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SqlDatabase } from '../../../src/server/store/sql/database'
import { openSqlite } from '../../../src/server/store/sql/sqlite'
import { createSqlStore } from '../../../src/server/store/sql/sqlStore'
import { createTestService, post } from '../testService'

/** Opens a store that counts the transactions of its database, and the statements in them. */
async function openCountingStore() {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-group-'))
  const database = await openSqlite({ path: join(folder, 'earshot.db'), synchronous: 'normal' })
  const counts = { transactions: 0, statements: 0 }
  const transaction: SqlDatabase['transaction'] = work => {
    counts.transactions++
    return database.transaction(run =>
      work((sql, parameters) => {
        counts.statements++
        return run(sql, parameters)
      }),
    )
  }
  const store = await createSqlStore({ ...database, transaction })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return { store, counts }
}

const row = (distinct_id: string, person_id = 'p') => ({ project_id: 1, distinct_id, person_id })

describe('concurrent transactions of an SQL store (D-489, D-546)', () => {
  it('share transactions of the database and the statements that write', async () => {
    const { store, counts } = await openCountingStore()
    const service = createTestService({ store })
    const send = (distinct_id: string) =>
      post(service, '/i/v0/e/', { api_key: 'phc_demo', event: 'a', distinct_id })
    await send('first')
    Object.assign(counts, { transactions: 0, statements: 0 })
    await Promise.all(Array.from({ length: 64 }, () => send('first')))
    expect(await store.count('events', { where: { project_id: 1 } })).toBe(65)
    expect(counts.transactions).toBeLessThanOrEqual(4)
    // Two reads, the rows and their number for each group.
    expect(counts.statements).toBeLessThanOrEqual(4 * 10)
  })

  it('wait for no more than one that is long, which shares its transaction with none (R50, D-497)', async () => {
    const { store, counts } = await openCountingStore()
    counts.transactions = 0
    const order: string[] = []
    const run = (name: string, isLong: boolean) =>
      store.transaction(async () => void order.push(name), {}, isLong)
    const calls = ['long 1', 'long 2', 'long 3', 'short 1', 'short 2']
    await Promise.all(calls.map(name => run(name, name.startsWith('long'))))
    expect(order).toEqual(['long 1', 'short 1', 'short 2', 'long 2', 'long 3'])
    expect(counts.transactions).toBe(4)
  })

  it('share one when they arrive in one turn of the event loop', async () => {
    const { store, counts } = await openCountingStore()
    counts.transactions = 0
    const arrivals = Array.from(
      { length: 10 },
      (_, index) =>
        new Promise((resolve, reject) => {
          setImmediate(() => {
            const put = store.transaction(transaction => transaction.put('distinctIds', row(`${index}`)))
            put.then(resolve, reject)
          })
        }),
    )
    await Promise.all(arrivals)
    expect(counts.transactions).toBe(1)
  })

  it('insert a batch with one statement for each power of two', async () => {
    const { store, counts } = await openCountingStore()
    const service = createTestService({ store })
    const batch = (length: number) =>
      post(service, '/batch/', {
        api_key: 'phc_demo',
        batch: Array.from({ length }, () => ({ event: 'a', distinct_id: 'u' })),
      })
    await batch(1)
    Object.assign(counts, { transactions: 0, statements: 0 })
    await batch(100)
    // 64, 32 and 4 rows, two reads and one count.
    expect(counts).toEqual({ transactions: 1, statements: 6 })
  })

  it('are those of several batches, too (D-549)', async () => {
    const { store, counts } = await openCountingStore()
    const service = createTestService({ store })
    const send = () =>
      post(service, '/batch/', {
        api_key: 'phc_demo',
        batch: Array.from({ length: 50 }, () => ({ event: 'a', distinct_id: 'u' })),
      })
    await send()
    counts.transactions = 0
    await Promise.all(Array.from({ length: 16 }, send))
    expect(await store.count('events', { where: { project_id: 1 } })).toBe(17 * 50)
    expect(counts.transactions).toBeLessThanOrEqual(4)
  })

  it('see what others of the group have written, and write a row once', async () => {
    const { store, counts } = await openCountingStore()
    const append = () =>
      store.transaction(async transaction => {
        const before = await transaction.get('distinctIds', row('a'))
        await transaction.put('distinctIds', row('a', `${before?.person_id ?? ''}x`))
      })
    await Promise.all([append(), append(), append(), append()])
    expect(await store.get('distinctIds', row('a'))).toEqual(row('a', 'xxxx'))
    expect(counts.transactions).toBeLessThanOrEqual(3)
  })

  it('undo a call that fails, and none of the others', async () => {
    const { store } = await openCountingStore()
    const results = await Promise.allSettled(
      ['a', 'b', 'fails', 'c'].map(id =>
        store.transaction(async transaction => {
          await transaction.put('distinctIds', row(id))
          if (id === 'fails') throw new Error('no')
          return id
        }),
      ),
    )
    expect(
      results.map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ).toEqual(['a', 'b', 'no', 'c'])
    const found = await store.find('distinctIds', { where: { project_id: 1 } })
    expect(found.map(({ distinct_id }) => distinct_id)).toEqual(['a', 'b', 'c'])
  })
})
