import { describe, expect, it } from 'vitest'
import type { EventItem } from '../../src/wire/console'
import { createTestService } from '../server/testService'
import { callConsole, capture, readAllPages } from './consoleApi'
import { callSurveys, createSurvey } from './surveyApi'

type TestService = ReturnType<typeof createTestService>

const names = async (service: TestService, query = ''): Promise<string[]> =>
  (await readAllPages<EventItem>(service, `events/${query}`)).flat().map(({ event }) => event)

const numbered = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ event: `e${index}`, distinct_id: 'u', ...more }))

describe('list of events of one person', () => {
  it.each(['person_id', 'distinct_id'])('answers 400 to an empty %s, which would be everyone', async name => {
    const service = createTestService()
    const { status, body } = await callConsole(service, `events/?${name}=`)
    expect([status, body.attr, body.code]).toEqual([400, name, 'blank'])
    const survey = (await createSurvey(service)).body
    expect((await callSurveys(service, 'GET', `${survey.id}/responses/?person_id=`)).status).toBe(400)
  })
})

describe('list of events (D-591)', () => {
  it('returns events as they were received, newest arrival first', async () => {
    const service = createTestService()
    await capture(service, [
      { event: 'first', distinct_id: 'ann', properties: { $set: { plan: 'pro' }, page: 1 } },
      { event: 'old', distinct_id: 'bob', timestamp: '2020-01-01T00:00:00Z' },
    ])
    const { status, body } = await callConsole(service, 'events/')
    expect(status).toBe(200)
    expect(body.next).toBeNull()
    expect(body.results).toEqual([
      expect.objectContaining({ event: 'old', timestamp: '2020-01-01T00:00:00.000Z' }),
      {
        uuid: expect.any(String),
        event: 'first',
        distinct_id: 'ann',
        person_id: expect.any(String),
        timestamp: '2025-10-01T12:00:00.000Z',
        received_at: '2025-10-01T12:00:00.000Z',
        properties: { $set: { plan: 'pro' }, page: 1 },
      },
    ])
  })

  it('filters by name, distinct id, person and text', async () => {
    const service = createTestService()
    await capture(service, [
      { event: 'a', distinct_id: 'ann' },
      { event: 'b', distinct_id: 'ann', properties: { deep: [{ name: 'Needle' }] } },
      { event: 'a', distinct_id: 'bob' },
      { event: '$identify', distinct_id: 'bob', properties: { $anon_distinct_id: 'bob-2' } },
      { event: 'c', distinct_id: 'bob-2' },
      { event: 'd', distinct_id: 'cookieless', properties: { $process_person_profile: false } },
    ])
    expect(await names(service, '?event=a')).toEqual(['a', 'a'])
    expect(await names(service, '?distinct_id=ann')).toEqual(['b', 'a'])
    expect(await names(service, '?distinct_id=bob')).toEqual(['$identify', 'a'])
    expect(await names(service, '?distinct_id=cookieless')).toEqual(['d'])
    expect(await names(service, '?search=NEEDLE')).toEqual(['b'])
    expect(await names(service, '?search=ANN&event=a')).toEqual(['a'])
    expect(await names(service, '?event=nothing')).toEqual([])
    const { results } = (await callConsole(service, 'events/?event=c')).body
    expect(await names(service, `?person_id=${results[0].person_id}`)).toEqual(['c', '$identify', 'a'])
  })

  it('has pages without repeats or gaps while events arrive', async () => {
    const service = createTestService()
    await capture(service, numbered(25))
    const seen: string[] = []
    for (let next: string | null = 'events/?limit=10'; next !== null; ) {
      const { body }: { body: { results: EventItem[]; next: string | null } } = await callConsole(
        service,
        next,
      )
      seen.push(...body.results.map(({ event }) => event))
      await capture(service, [{ event: 'new', distinct_id: 'u' }])
      next = body.next
    }
    expect(seen).toEqual(
      numbered(25)
        .map(({ event }) => event)
        .toReversed(),
    )
  })

  it('returns after an event all that arrived later, whatever their time, in pages', async () => {
    const service = createTestService()
    await capture(service, numbered(3))
    const [newest] = (await callConsole(service, 'events/')).body.results
    expect(await names(service, `?after=${newest.uuid}`)).toEqual([])
    await capture(service, [
      { event: 'late', distinct_id: 'u', timestamp: '2020-01-01T00:00:00Z' },
      ...numbered(5),
    ])
    const expected = ['e4', 'e3', 'e2', 'e1', 'e0', 'late']
    expect(await names(service, `?after=${newest.uuid}&limit=2`)).toEqual(expected)
    expect(await names(service, `?after=${newest.uuid.toUpperCase()}`)).toEqual(expected)
    expect(await names(service, `?before=${newest.uuid}`)).toEqual(['e1', 'e0'])
  })

  it('misses and repeats no event when it is polled while others write', async () => {
    const service = createTestService()
    await capture(service, [{ event: 'start', distinct_id: 'u' }])
    let after: string = (await callConsole(service, 'events/')).body.results[0].uuid
    const seen: string[] = []
    const poll = async () => {
      const fresh = (await readAllPages<EventItem>(service, `events/?after=${after}&limit=3`)).flat()
      after = fresh[0]?.uuid ?? after
      seen.unshift(...fresh.map(({ event }) => event))
    }
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let count = 0; count < 10; count++)
        await capture(service, [{ event: `${writer}.${count}`, distinct_id: `u${writer}` }])
    })
    for (let polls = 0; polls < 10; polls++) await poll()
    await Promise.all(writers)
    await poll()
    expect(seen).toHaveLength(40)
    expect(new Set(seen).size).toBe(40)
  })

  it('takes times of arrival as bounds', async () => {
    const service = createTestService()
    for (const event of ['a', 'b', 'c']) {
      await capture(service, [{ event, distinct_id: 'u' }])
      service.advance(60_000)
    }
    expect(await names(service, '?after=2025-10-01T12:01:00Z')).toEqual(['c', 'b'])
    expect(await names(service, '?before=2025-10-01T12:01:00Z')).toEqual(['a'])
    expect(await names(service, '?after=2025-10-01T12:00:30Z&before=2025-10-01T12:01:30Z')).toEqual(['b'])
    expect(await names(service, '?after=2026-01-01')).toEqual([])
    expect(await names(service, '?before=2026-01-01')).toEqual(['c', 'b', 'a'])
    expect(await names(createTestService(), '?after=2025-10-01T12:01:00Z')).toEqual([])
  })

  it('ends a page whose filter matches nothing, with a next one', async () => {
    const service = createTestService()
    await capture(service, [{ event: 'needle', distinct_id: 'u' }, ...numbered(2100)])
    const { body } = await callConsole(service, 'events/?event=needle')
    expect(body).toMatchObject({ results: [], next: expect.stringContaining('event=needle') })
    expect(await names(service, '?event=needle')).toEqual(['needle'])
  })

  it('has at most 200 events on a page', async () => {
    const service = createTestService()
    await capture(service, numbered(201))
    const sizes = async (query: string) =>
      (await readAllPages(service, `events/${query}`)).map(page => page.length)
    expect(await sizes('?limit=1000')).toEqual([200, 1])
    expect(await sizes('?limit=x')).toEqual([100, 100, 1])
  })

  it('refuses a bound that is neither an event nor a date, and events of other projects', async () => {
    const service = createTestService({ projects: [{ id: 1 }, { id: 2, projectKey: 'phc_2' }] })
    await capture(service, [{ event: 'a', distinct_id: 'u' }])
    const [{ uuid }] = (await callConsole(service, 'events/')).body.results
    const { status, body } = await callConsole(service, 'events/?after=yesterday')
    expect([status, body.attr]).toEqual([400, 'after'])
    const other = await callConsole(service, `http://localhost/api/projects/2/events/?before=${uuid}`)
    expect([other.status, other.body.attr]).toEqual([400, 'before'])
    expect((await callConsole(service, 'http://localhost/api/projects/2/events/')).body.results).toEqual([])
  })
})
