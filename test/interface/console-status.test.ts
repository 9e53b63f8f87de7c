import { describe, expect, it } from 'vitest'
import { createMemoryStore, type Store } from '../../src/server/index'
import type { ServiceStatus } from '../../src/wire/console'
import { createTestService } from '../server/testService'
import { STORE_KIND } from '../support/testStore'
import { callConsole, capture } from './consoleApi'

type TestService = ReturnType<typeof createTestService>

const status = async (service: TestService): Promise<ServiceStatus> =>
  (await callConsole(service, 'status/')).body

const events = (count: number, event = 'a') =>
  Array.from({ length: count }, (_, index) => ({ event, distinct_id: `u${index}` }))

describe('status of a project (D-594)', () => {
  it('returns the version, and what is stored where', async () => {
    const service = createTestService()
    const empty = await status(service)
    expect(empty).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      storage: { kind: STORE_KIND, bytes: 0, events: 0, persons: 0 },
      warnings: [],
    })
    await capture(service, events(3))
    const { storage } = await status(service)
    expect(storage).toMatchObject({ events: 3, persons: 3 })
    expect(storage.bytes).toBeGreaterThan(300)
  })

  it('counts what its project stores, and nothing of another one', async () => {
    const service = createTestService({ projects: [{ id: 1 }, { id: 2, projectKey: 'phc_2' }] })
    await capture(service, events(3))
    const before = await status(service)
    const batch = [
      ...events(50, 'of another project'),
      { event: '$groupidentify', distinct_id: 'u', properties: { $group_type: 'company', $group_key: 'a' } },
      { event: 'survey shown', distinct_id: 'u', properties: { $survey_id: 's' } },
      { event: '' },
    ]
    await service.fetch('/batch/', { method: 'POST', body: JSON.stringify({ api_key: 'phc_2', batch }) })
    expect(await status(service)).toEqual(before)
    const other: ServiceStatus = (await callConsole(service, 'http://localhost/api/projects/2/status/')).body
    expect(other.storage).toMatchObject({ events: 52, persons: 51 })
    expect(other.storage.bytes).toBeGreaterThan(5 * (before.storage.bytes ?? 0))
    expect(other.warnings).toHaveLength(1)
  })

  it('calls a store of the application by no kind', async () => {
    const { kind, ...store } = createMemoryStore()
    expect((await status(createTestService({ store }))).storage.kind).toBe('other')
  })

  it('counts the events of each of the last 60 minutes by their arrival', async () => {
    const service = createTestService({ projects: [{ id: 1 }, { id: 2, projectKey: 'phc_2' }] })
    expect((await status(service)).events_per_minute.map(({ count }) => count)).toEqual(Array(60).fill(0))
    await capture(service, events(7, 'too old'))
    service.advance(60 * 60_000)
    await capture(service, [{ event: 'sent late', distinct_id: 'u', timestamp: '2020-01-01T00:00:00Z' }])
    service.advance(30_000)
    await capture(service, events(4))
    await service.fetch('/batch/', {
      method: 'POST',
      body: JSON.stringify({ api_key: 'phc_2', batch: events(9, 'of another project') }),
    })
    service.advance(10 * 60_000)
    await capture(service, events(2))
    const perMinute = (await status(service)).events_per_minute
    expect(perMinute).toHaveLength(60)
    expect(perMinute[0]).toEqual({ minute: '2025-10-01T12:11:00Z', count: 0 })
    expect(perMinute.filter(({ count }) => count > 0)).toEqual([
      { minute: '2025-10-01T13:00:00Z', count: 5 },
      { minute: '2025-10-01T13:10:00Z', count: 2 },
    ])
  })

  it('reads few events of many to count them', async () => {
    const store = createMemoryStore()
    let rows = 0
    const observed: Store = {
      ...store,
      async *heads(table, query) {
        for await (const heads of store.heads(table, query)) {
          if (table === 'events') rows += heads.length
          yield heads
        }
      },
    }
    const service = createTestService({ store: observed })
    const readFor = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        await capture(service, events(100))
        service.advance(60_000)
      }
      rows = 0
      const { events_per_minute } = await status(service)
      expect(events_per_minute.reduce((sum, { count }) => sum + count, 0)).toBe(100 * Math.min(59, minutes))
      return rows
    }
    expect(await readFor(3)).toBeLessThan(200)
    expect(await readFor(60)).toBeLessThan(1000)
  })

  it('groups warnings by type, newest first, with the newest details', async () => {
    const service = createTestService()
    const invalid = (event: string) => ({ event, distinct_id: 'ann', timestamp: 'never' })
    await capture(service, [invalid('a'), { distinct_id: 'ann' }])
    service.advance(1000)
    await capture(service, ['b', 'c', 'd'].map(invalid))
    expect((await status(service)).warnings).toEqual([
      {
        type: 'invalid_timestamp',
        count: 4,
        last_at: '2025-10-01T12:00:01.000Z',
        examples: ['d', 'c', 'b'].map(event => ({
          detail: `${event} has an unreadable timestamp`,
          distinct_id: 'ann',
          event,
          at: '2025-10-01T12:00:01.000Z',
        })),
      },
      expect.objectContaining({ type: 'event_without_name', count: 1, last_at: '2025-10-01T12:00:00.000Z' }),
    ])
  })
})
