import { describe, expect, it } from 'vitest'
import { createRowCache } from '../../../src/server/store/sql/rowCache'

/** Creates a cache of a database whose flags are a number. */
function startCache() {
  const database = { flags: 1, version: 1, reads: 0, checks: 0 }
  let time = 0
  const cache = createRowCache({
    now: () => time,
    readVersions: async () => {
      database.checks++
      return new Map([['flags', database.version]])
    },
  })
  return {
    cache,
    database,
    advance: (ms: number) => {
      time += ms
    },
    changeElsewhere: () => {
      database.flags++
      database.version++
    },
    read: (id = 'all', length = 1) =>
      cache.read('flags', id, async () => {
        database.reads++
        return { value: { flags: database.flags }, length }
      }),
  }
}

describe('createRowCache (D-485)', () => {
  it('reads once, and returns the same rows, while nothing changes', async () => {
    const { read, database, advance } = startCache()
    const first = await read()
    for (let i = 0; i < 10; i++) {
      advance(300)
      expect(await read()).toBe(first)
    }
    expect(database.reads).toBe(1)
  })

  it('reads a change of another process within half a second', async () => {
    const { read, changeElsewhere, advance } = startCache()
    await read()
    changeElsewhere()
    advance(499)
    expect(await read()).toEqual({ flags: 1 })
    advance(1)
    expect(await read()).toEqual({ flags: 2 })
  })

  it('reads a change of its own process at once', async () => {
    const { read, cache, changeElsewhere } = startCache()
    await read()
    changeElsewhere()
    cache.forget(['flags'])
    expect(await read()).toEqual({ flags: 2 })
  })

  it('keeps no result that was read while the table changed', async () => {
    const { read, cache, database } = startCache()
    const before = read()
    database.flags = 2
    cache.forget(['flags'])
    await before
    expect(await read()).toEqual({ flags: 2 })
  })

  it('reads again after a failure', async () => {
    const { cache } = startCache()
    await expect(cache.read('flags', 'all', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(await cache.read('flags', 'all', async () => ({ value: 1, length: 1 }))).toBe(1)
  })

  it('checks the versions once for requests of the same time', async () => {
    const { read, database } = startCache()
    await Promise.all(Array.from({ length: 20 }, () => read()))
    expect([database.checks, database.reads]).toEqual([1, 1])
  })

  it('reads tables of many rows each time, and keeps no long or countless ids', async () => {
    const { cache, read, database } = startCache()
    let reads = 0
    const readEvents = () => cache.read('events', 'all', async () => ({ value: ++reads, length: 1 }))
    expect([await readEvents(), await readEvents()]).toEqual([1, 2])
    await read('x'.repeat(501))
    await read('x'.repeat(501))
    expect(database.reads).toBe(2)
    await read('first')
    for (let i = 0; i < 1000; i++) await read(String(i))
    const before = database.reads
    await read('first')
    expect(database.reads).toBe(before + 1)
  })

  it('keeps no more than some megabytes of a table (R50)', async () => {
    const { read, database } = startCache()
    const megabytes = (count: number) => count * 1_000_000
    for (let i = 0; i < 20; i++) await read(`${i}`, megabytes(1))
    const before = database.reads
    await read('19', megabytes(1))
    expect(database.reads).toBe(before)
    for (let i = 0; i < 19; i++) await read(`${i}`, megabytes(1))
    expect(database.reads).toBeGreaterThan(before + 9)
  })
})
