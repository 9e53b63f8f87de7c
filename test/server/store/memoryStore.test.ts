import { describe, expect, it, vi } from 'vitest'
import { createMemoryStore } from '../../../src/server/index'
import { collectGarbage } from '../../support/collectGarbage'
import { createTestService, post } from '../testService'
import { storeContract } from './storeContract'

storeContract('memory', createMemoryStore)

describe('a transaction in memory', () => {
  it('keeps the first earlier version of a row that changes often, and no other (R50, D-745)', async () => {
    const store = createMemoryStore()
    const versions: WeakRef<object>[] = []
    const createRow = (value: number) => {
      const properties = { value }
      versions.push(new WeakRef(properties))
      return {
        project_id: 1,
        id: 'p',
        properties,
        is_identified: false,
        main_distinct_id: 'u',
        created_at: '2025-10-01T12:00:00Z',
      }
    }
    await store.transaction(transaction => transaction.put('persons', createRow(0)))
    const failing = store.transaction(async transaction => {
      for (let value = 1; value <= 20; value++) await transaction.put('persons', createRow(value))
      // A weak reference holds what it was created for until the job ends.
      await new Promise(resolve => setImmediate(resolve))
      collectGarbage()
      expect(versions.filter(version => version.deref()).length).toBe(2)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await store.get('persons', { project_id: 1, id: 'p' }))?.properties).toEqual({ value: 0 })
  })
})

describe('transactions in memory', () => {
  it('of several senders have their turn one after another (R50, D-854)', async () => {
    const { transaction } = createMemoryStore()
    const done: string[] = []
    const run = (sender: string) => transaction(async () => done.push(sender), { sender })
    await Promise.all([...Array(50).fill('flood'), 'visitor'].map(run))
    expect(done).toHaveLength(51)
    expect(done.indexOf('visitor')).toBeLessThan(3)
  })
})

describe('events of many values in memory', () => {
  const list = `[${Array(99_000).fill('{}').join()}]`
  const send = (service: ReturnType<typeof createTestService>, events: string[]) =>
    post(service, '/batch/', `{"api_key":"phc_demo","batch":[${events.join()}]}`)
  const event = (distinctId: string) =>
    `{"event":"a","distinct_id":"${distinctId}","properties":{"list":${list}}}`

  it('have their values as long as these are used, and not as long as the row (R50, D-746)', async () => {
    const store = createMemoryStore()
    await send(createTestService({ store }), [event('u')])
    const readRow = async () => (await store.find('events', { where: { project_id: 1 } }))[0]!
    const row = await readRow()
    const value = new WeakRef(row.properties)
    await new Promise(resolve => setImmediate(resolve))
    collectGarbage()
    expect(value.deref()).toBeUndefined()
    expect(row.properties['list']).toHaveLength(99_000)
  })

  it('are moved to another person without parsing them (R50, D-747)', async () => {
    const store = createMemoryStore()
    const service = createTestService({ store })
    for (const id of ['a', 'b', 'a', 'b']) await send(service, [event(id)])
    const parse = vi.spyOn(JSON, 'parse')
    await send(service, ['{"event":"$merge_dangerously","distinct_id":"a","properties":{"alias":"b"}}'])
    const lengths = parse.mock.calls.map(([text]) => text.length)
    expect([lengths.length > 0, Math.max(...lengths) < 1000]).toEqual([true, true])
    const events = await store.find('events', { where: { project_id: 1 } })
    expect(new Set(events.map(({ person_id }) => person_id)).size).toBe(1)
  })
})

describe('the bytes of a store in memory (D-473)', () => {
  const heapUsed = () => {
    // V8 keeps the shapes of objects for two more collections.
    for (let i = 0; i < 3; i++) collectGarbage()
    return process.memoryUsage().heapUsed
  }

  it.each<[string, number, (index: number) => object]>([
    ['names of properties that occur once', 100, i => ({ [`name${i}`]: 1, [`other${i}`]: 2 })],
    ['names of many properties that occur once', 80, i => record(50, index => [`p${i}-${index}`, index])],
    ['wide characters', 20, () => ({ text: '語'.repeat(5_000) })],
    ['lists of empty objects', 100, () => ({ list: Array(200).fill({}) })],
    ['person properties', 100, i => ({ $set: { [`name${i}`]: 'y'.repeat(100) } })],
  ])('are about what the heap holds for %s', async (_, thousandths, properties) => {
    const store = createMemoryStore()
    const service = createTestService({ store, requestLogSize: 0 })
    const send = async (from: number) => {
      const response = await post(service, '/batch/', {
        api_key: 'phc_demo',
        batch: Array.from({ length: 500 }, (_, i) => ({
          event: 'a',
          distinct_id: `u${from + i}`,
          properties: properties(from + i),
        })),
      })
      expect(response.status).toBe(200)
      expect(await store.count('events', { where: { project_id: 1 } })).toBe(from + 500)
    }
    await send(0)
    const countedBytes = async () =>
      (
        await Promise.all(
          (['events', 'persons', 'distinctIds'] as const).map(table => store.bytes(table, { project_id: 1 })),
        )
      ).reduce((sum, bytes) => sum + bytes)
    const before = { heap: heapUsed(), counted: await countedBytes() }
    for (let batch = 1; batch <= thousandths / 10; batch++) await send(batch * 500)
    const counted = (await countedBytes()) - before.counted
    const ratio = (heapUsed() - before.heap) / counted
    expect(ratio).toBeLessThan(1.5)
  })
})

const record = <V>(count: number, entry: (index: number) => [string, V]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)))
