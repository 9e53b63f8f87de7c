import { describe, expect, it, vi } from 'vitest'
import { createMemoryStore, type ServiceOptions, type Store } from '../../src/server/index'
import { callSurveys, createSurvey } from '../interface/surveyApi'
import { openEmptyStore, STORE_KIND } from '../support/testStore'
import { createTestService, post } from './testService'

const DAY_MS = 86_400_000

/** Opens a store of this test alone: a service may still remove rows when its test has ended. */
const openOwnStore = async () => (await openEmptyStore[STORE_KIND]?.()) ?? createMemoryStore()
const createOwnService = async (options: ServiceOptions = {}) =>
  createTestService({ store: await openOwnStore(), ...options })
const keep = (service: ReturnType<typeof createTestService>, batch: object[]) =>
  post(service, '/batch/', { api_key: 'phc_demo', batch })
const names = async (service: ReturnType<typeof createTestService>) =>
  (await service.state.events()).map(({ event }) => event)

describe('keepMs (D-544)', () => {
  it('deletes events and warnings when they are older, and keeps persons', async () => {
    const service = await createOwnService({ keepMs: 365 * DAY_MS })
    await keep(service, [{ event: 'old', distinct_id: 'ann', timestamp: 'never' }])
    service.advance(100 * DAY_MS)
    await keep(service, [{ event: 'newer', distinct_id: 'bob', timestamp: 'never' }])
    service.advance(265 * DAY_MS)
    await service.fetch('/healthz')
    await service.fetch('/healthz')
    expect(await names(service)).toEqual(['old', 'newer'])
    service.advance(DAY_MS)
    await vi.waitFor(async () => {
      await service.fetch('/healthz')
      expect(await names(service)).toEqual(['newer'])
    }, 10_000)
    expect((await service.state.warnings()).map(({ event }) => event)).toEqual(['newer'])
    expect((await service.state.persons()).map(person => person.distinct_ids)).toEqual([['ann'], ['bob']])
  })

  it('deletes more rows than one step, and answers requests between two steps', async () => {
    const service = await createOwnService({ keepMs: DAY_MS })
    await keep(
      service,
      Array.from({ length: 1000 }, () => ({ event: 'old', distinct_id: 'ann' })),
    )
    service.advance(2 * DAY_MS)
    await service.fetch('/healthz')
    await keep(service, [{ event: 'new', distinct_id: 'ann' }])
    const left = await names(service)
    expect(left.length).toBeGreaterThan(1)
    expect(left.at(-1)).toBe('new')
    await vi.waitFor(async () => expect(await names(service)).toEqual(['new']), { timeout: 10_000 })
  })

  it('deletes survey answers and who gave them, and keeps the totals of the survey', async () => {
    const service = await createOwnService({ keepMs: 30 * DAY_MS })
    const { body: survey } = await createSurvey(service, { start_date: '2025-09-01T00:00:00Z' })
    const answer = (distinct_id: string) => ({
      event: 'survey sent',
      distinct_id,
      properties: { $survey_id: survey.id },
    })
    await keep(service, [answer('ann'), answer('bob')])
    service.advance(20 * DAY_MS)
    await keep(service, [answer('bob')])
    const stats = async (query = '') =>
      (await callSurveys(service, 'GET', `${survey.id}/stats${query}`)).body.stats['survey sent']
    const thisYear = () => stats('?date_from=2025-01-01')
    // The service has these statistics in its cache.
    expect(await thisYear()).toMatchObject({ total_count: 3, unique_persons: 2 })
    service.advance(20 * DAY_MS)
    await vi.waitFor(async () => {
      await service.fetch('/healthz')
      expect(await names(service)).toEqual(['survey sent'])
    }, 10_000)
    await vi.waitFor(async () =>
      expect(await thisYear()).toMatchObject({ total_count: 1, unique_persons: 1 }),
    )
    expect(await stats()).toMatchObject({ total_count: 3, unique_persons: 2 })
    const { body: counts } = await callSurveys(service, 'GET', 'responses_count')
    expect(counts).toEqual({ [survey.id]: 3 })
    // A respondent without events is forgotten, and counts again.
    await keep(service, [answer('ann'), answer('bob')])
    expect(await stats()).toMatchObject({ total_count: 5, unique_persons: 3 })
  })

  it('deletes events after one that came when the clock was ahead (D-791)', async () => {
    const store = await openOwnStore()
    const ahead = createTestService({ store, uuid: () => crypto.randomUUID() })
    ahead.advance(1000 * DAY_MS)
    await keep(ahead, [{ event: 'ahead', distinct_id: 'ann' }])
    const service = createTestService({ store, keepMs: 30 * DAY_MS })
    await keep(service, [{ event: 'old', distinct_id: 'ann' }])
    service.advance(31 * DAY_MS)
    await keep(service, [{ event: 'new', distinct_id: 'ann' }])
    await vi.waitFor(async () => {
      await service.fetch('/healthz')
      expect(await names(service)).toEqual(['ahead', 'new'])
    }, 10_000)
  })

  it('looks at one event and one warning when none has expired (D-791)', async () => {
    const store = await openOwnStore()
    const limits: [table: string, limit: number | undefined][] = []
    const counting: Store = {
      ...store,
      transaction: (work, ...announced) =>
        store.transaction(
          transaction => {
            const heads: typeof transaction.heads = (table, query) => {
              limits.push([table, query.limit])
              return transaction.heads(table, query)
            }
            return work({ ...transaction, heads })
          },
          ...announced,
        ),
    }
    const service = createTestService({ store: counting, keepMs: DAY_MS, maxBytes: Number.POSITIVE_INFINITY })
    for (let event = 0; event < 3; event++)
      await keep(service, [{ event: 'new', distinct_id: 'ann', timestamp: 'never' }])
    limits.length = 0
    service.advance(DAY_MS / 2)
    await service.fetch('/healthz')
    await vi.waitFor(() => expect(limits.map(([table]) => table)).toContain('warnings'), 10_000)
    expect(limits).toEqual([
      ['events', 1],
      ['warnings', 1],
    ])
  })

  it('keeps everything without it', async () => {
    const service = await createOwnService()
    await keep(service, [{ event: 'old', distinct_id: 'ann' }])
    service.advance(10_000 * DAY_MS)
    await keep(service, [{ event: 'new', distinct_id: 'ann' }])
    expect(await names(service)).toEqual(['old', 'new'])
  })
})

describe('maxEvents (D-253)', () => {
  it('removes at most a thousand events with each request when a store has more', async () => {
    const store = await openOwnStore()
    const batch = Array.from({ length: 1500 }, (_, index) => ({ event: `e${index}`, distinct_id: 'ann' }))
    await keep(createTestService({ store }), batch)
    const service = createTestService({ store, maxEvents: 100, uuid: () => crypto.randomUUID() })
    const counts: number[] = []
    for (let i = 0; i < 3; i++) {
      await keep(service, [{ event: 'new', distinct_id: 'ann' }])
      counts.push((await names(service)).length)
    }
    expect(counts).toEqual([501, 100, 100])
    expect((await names(service)).slice(-4)).toEqual(['e1499', 'new', 'new', 'new'])
  })
})
