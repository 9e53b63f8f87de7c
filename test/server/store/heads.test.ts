import { describe, expect, it, vi } from 'vitest'
import type { ServiceOptions } from '../../../src/server/index'
import type { SqlStore } from '../../../src/server/store/sql/sqlStore'
import type { ServiceStatus } from '../../../src/wire/console'
import { callConsole } from '../../interface/consoleApi'
import { createTestService, post } from '../testService'
import { openCounting } from './countingStore'

const DAY_MS = 86_400_000
const LONG = 500_000
/** What is read of all events of a test, each of which is longer. */
const FEW = 400_000

const createOwn = (store: SqlStore, options: ServiceOptions = {}) => createTestService({ store, ...options })
type TestService = ReturnType<typeof createOwn>

const uuid = (i: number) => `01990000-0000-7000-8000-${`${i}`.padStart(12, '0')}`
const capture = (service: TestService, first: number, count: number, length = LONG) =>
  post(service, '/batch/', {
    api_key: 'phc_demo',
    batch: Array.from({ length: count }, (_, i) => ({
      event: 'a',
      distinct_id: 'ann',
      uuid: uuid(first + i),
      properties: { t: 'x'.repeat(length) },
    })),
  })
const uuids = async (service: TestService) => (await service.state.events()).map(event => event.uuid)

describe('large events of a database', () => {
  it('are not read for the events per minute and for bounds of dates (R50, D-790)', async () => {
    const { store, read, reset } = await openCounting()
    const service = createOwn(store)
    for (let i = 0; i < 20; i++) {
      await capture(service, i, 1)
      service.advance(4 * 60_000)
    }
    const { body } = await callConsole(service, 'events/?limit=1')
    const { received_at } = body.results[0]
    reset()
    const status: ServiceStatus = (await callConsole(service, 'status/')).body
    expect(status.events_per_minute.filter(({ count }) => count > 0)).toHaveLength(14)
    expect(read.characters).toBeLessThan(FEW)
    const later = new Date(Date.parse(received_at) + 1).toISOString()
    const between = await callConsole(service, `events/?after=${later}&before=2030-01-01T00:00:00Z`)
    expect(between.body.results).toEqual([])
    expect(read.characters).toBeLessThan(FEW)
  })

  it('are looked at one after another, and other requests are answered between two (R50, D-790)', async () => {
    const { store, read, reset } = await openCounting()
    const service = createOwn(store)
    for (let i = 0; i < 20; i++) {
      await capture(service, i, 1)
      service.advance(4 * 60_000)
    }
    reset()
    let [turns, isDone] = [0, false]
    const countTurns = () => {
      turns++
      if (!isDone) setImmediate(countTurns)
    }
    countTurns()
    await callConsole(service, 'status/')
    isDone = true
    // Of the rows, a few are those of the key and the project.
    expect(read.rows).toBeGreaterThan(15)
    expect(turns).toBeGreaterThan(15)
  })

  it('are read once for the times of one request (R50, D-790)', async () => {
    const { store, read, reset } = await openCounting()
    const service = createOwn(store)
    for (let i = 0; i < 5; i++) {
      await capture(service, i, 1, 10_000)
      service.advance(10 * 60_000)
    }
    reset()
    await callConsole(service, 'status/')
    expect(read.rows).toBeLessThan(15)
  })

  it('are not read by the expiry, which ends at the first that has not expired (R50, D-791)', async () => {
    const { store, read, reset } = await openCounting()
    const service = createOwn(store, { keepMs: 30 * DAY_MS })
    const expire = async () => {
      service.advance(2 * 60_000)
      await service.fetch('/healthz')
      await vi.waitFor(async () => expect(read.rows).toBeGreaterThan(0), 10_000)
      // A transaction waits for the one that expires.
      await store.transaction(async () => undefined)
    }
    await capture(service, 0, 3)
    service.advance(20 * DAY_MS)
    await capture(service, 3, 3)
    reset()
    await expire()
    expect([await store.count('events', { where: { project_id: 1 } }), read.characters < 10_000]).toEqual([
      6,
      true,
    ])
    service.advance(15 * DAY_MS)
    reset()
    await vi.waitFor(async () => {
      await expire()
      expect(await store.count('events', { where: { project_id: 1 } })).toBe(3)
    }, 10_000)
    expect(read.characters).toBeLessThan(FEW)
    expect(await uuids(service)).toEqual([3, 4, 5].map(uuid))
  })

  it('are not read by the retention, which removes the oldest (R50, D-792)', async () => {
    const { store, read, reset } = await openCounting()
    const maxBytes = Math.ceil((20.5 * LONG * 32) / 12)
    const service = createOwn(store, { maxBytes })
    await capture(service, 0, 20)
    reset()
    await capture(service, 20, 3)
    expect(read.characters).toBeLessThan(FEW)
    expect(await uuids(service)).toEqual(Array.from({ length: 20 }, (_, i) => uuid(i + 3)))
    const limited = createOwn(store, { maxEvents: 10 })
    reset()
    await capture(limited, 23, 1)
    expect(read.characters).toBeLessThan(FEW)
    expect(await uuids(service)).toEqual(Array.from({ length: 10 }, (_, i) => uuid(i + 14)))
  })

  it('are not read for the removal of their person (R50, D-792)', async () => {
    const { store, read, reset } = await openCounting()
    const service = createOwn(store)
    await capture(service, 0, 20)
    const [person] = await service.state.persons()
    reset()
    const { status } = await callConsole(service, `persons/${person!.id}/?delete_events=true`, 'DELETE')
    expect([status, read.characters < FEW]).toEqual([204, true])
    expect([await uuids(service), await service.state.persons()]).toEqual([[], []])
  })

  it('have their time also in rows of earlier versions (D-790)', async () => {
    const { store, run } = await openCounting()
    const service = createOwn(store)
    await capture(service, 0, 2)
    await capture(service, 2, 2, 1)
    // Rows of earlier versions have the time behind the properties.
    await run(async run => {
      for (const { sequence, row } of await run('SELECT sequence, row FROM earshot_events')) {
        const { received_at, ...event } = JSON.parse(String(row))
        expect(String(row).startsWith('{"received_at":')).toBe(true)
        await run('UPDATE earshot_events SET row = ? WHERE sequence = ?', [
          JSON.stringify({ ...event, received_at }),
          sequence!,
        ])
      }
    })
    service.advance(60_000)
    await capture(service, 4, 1)
    const heads = []
    for await (const page of store.heads('events', { where: { project_id: 1 } })) heads.push(...page)
    expect(heads.map(({ key, time }) => [key.uuid, time])).toEqual(
      (await service.state.events()).map(event => [event.uuid, event.received_at]),
    )
    const status: ServiceStatus = (await callConsole(service, 'status/')).body
    expect(status.events_per_minute.map(({ count }) => count).slice(-2)).toEqual([4, 1])
  })
})
