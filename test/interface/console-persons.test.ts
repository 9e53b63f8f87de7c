import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../src/server/index'
import type { EventItem, PersonItem } from '../../src/wire/console'
import { createTestService, fetchFlags } from '../server/testService'
import { callConsole, capture, readAllPages } from './consoleApi'
import { callSurveys } from './surveyApi'

type TestService = ReturnType<typeof createTestService>

const persons = async (service: TestService, query = ''): Promise<PersonItem[]> =>
  (await readAllPages<PersonItem>(service, `persons/${query}`)).flat()
const mainIds = async (service: TestService, query = '') =>
  (await persons(service, query)).map(({ distinct_ids }) => distinct_ids[0])
const personOf = async (service: TestService, distinctId: string): Promise<PersonItem> =>
  (await persons(service, `?search=${distinctId}`))[0]!

const identify = (distinct_id: string, $anon_distinct_id: string, $set: object = {}) => ({
  event: '$identify',
  distinct_id,
  properties: { $anon_distinct_id, $set },
})

describe('list of persons (D-592)', () => {
  it('returns persons with their distinct ids, newest first and the main id first', async () => {
    const service = createTestService()
    await capture(service, [
      { event: 'a', distinct_id: 'device-1' },
      { event: 'a', distinct_id: 'bob' },
      identify('ann', 'device-1', { plan: 'pro' }),
    ])
    expect(await persons(service)).toEqual([
      expect.objectContaining({ distinct_ids: ['bob'], is_identified: false, properties: {} }),
      {
        id: expect.any(String),
        distinct_ids: ['ann', 'device-1'],
        properties: { plan: 'pro' },
        is_identified: true,
        created_at: '2025-10-01T12:00:00.000Z',
      },
    ])
    const [bob] = await persons(service)
    expect((await callConsole(service, `persons/${bob!.id}/`)).body).toEqual(bob)
    expect((await callConsole(service, 'persons/nobody/')).status).toBe(404)
  })

  it('finds a distinct id, and a part of an email or a name', async () => {
    const service = createTestService({
      persons: [
        { distinct_ids: ['a', 'a-2'], properties: { email: 'Ann@example.com' } },
        { distinct_ids: ['b'], properties: { name: 'Bob a-2', other: 'ann@' } },
        { distinct_ids: ['c'], properties: { email: ['ann@'], name: null } },
      ],
    })
    expect(await mainIds(service, '?search=ann%40')).toEqual(['a'])
    expect(await mainIds(service, '?search=BOB')).toEqual(['b'])
    expect(await mainIds(service, '?search=a-2')).toEqual(['a', 'b'])
    expect(await mainIds(service, '?search=c')).toEqual(['c', 'a'])
    expect(await mainIds(service, '?search=A-3')).toEqual([])
    expect(await mainIds(service, '?search=__proto__')).toEqual([])
  })

  it('filters by a distinct id, and by a whole email (D-761)', async () => {
    const email = 'ann@example.com'
    const service = createTestService({
      persons: [
        { distinct_ids: ['a', 'a-2'], properties: { email } },
        { distinct_ids: ['b'], properties: { email: `not-${email}` } },
        { distinct_ids: ['c'], properties: { email, name: 'Cy' } },
        { distinct_ids: ['d'], properties: { email: [email] } },
      ],
    })
    expect(await mainIds(service, '?distinct_id=a-2')).toEqual(['a'])
    expect(await mainIds(service, '?distinct_id=nobody')).toEqual([])
    expect(await mainIds(service, `?email=${email}`)).toEqual(['c', 'a'])
    expect(await mainIds(service, '?email=ANN%40example.com')).toEqual([])
    expect(await mainIds(service, `?email=${email}&limit=1`)).toEqual(['c', 'a'])
    // Each filter narrows the list.
    expect(await mainIds(service, `?email=${email}&distinct_id=a-2`)).toEqual(['a'])
    expect(await mainIds(service, `?email=${email}&distinct_id=b`)).toEqual([])
    expect(await mainIds(service, `?email=${email}&search=cy`)).toEqual(['c'])
    expect(await mainIds(service, `?email=${email}&search=b`)).toEqual([])
    expect(await mainIds(service, '?distinct_id=c&search=cy')).toEqual(['c'])
    expect(await mainIds(service, '?distinct_id=a&search=cy')).toEqual([])
    for (const filter of ['distinct_id', 'email']) {
      const { status, body } = await callConsole(service, `persons/?${filter}=`)
      expect([status, body.attr]).toEqual([400, filter])
    }
  })

  it('has pages, and ends one whose search matches nothing', async () => {
    const many = Array.from({ length: 2100 }, (_, index) => ({
      distinct_ids: [`p${index}`],
      properties: { name: index === 0 ? 'needle' : 'hay' },
    }))
    // In memory: databases take long to store so many.
    const service = createTestService({ store: createMemoryStore(), persons: many })
    const { body } = await callConsole(service, 'persons/?search=needle')
    expect(body).toMatchObject({ results: [], next: expect.any(String) })
    expect(await mainIds(service, '?search=needle')).toEqual(['p0'])
    expect(await mainIds(service, '?limit=150')).toEqual(
      many.map(({ distinct_ids: [id] }) => id).toReversed(),
    )
    expect((await callConsole(service, 'persons/?cursor=x')).status).toBe(400)
  })
})

const surveyEvent = (event: string, distinct_id: string, properties: object = {}) => ({
  event: `survey ${event}`,
  distinct_id,
  timestamp: '2025-09-01T10:00:00Z',
  properties: { $survey_id: 's', ...properties },
})

/** Ann with two ids, and Bob; both have seen and answered the survey. */
async function answeredService() {
  const service = createTestService({
    surveys: [{ id: 's', questions: [{ id: 'why', type: 'open', question: 'Why?' }] }],
    cohorts: [{ id: 1, is_static: true, distinct_ids: ['ann', 'bob'] }],
  })
  await capture(service, [
    // Without a person at first: the event has none, and its row moves to Ann.
    surveyEvent('sent', 'device-1', { $process_person_profile: false, $survey_submission_id: 's0' }),
    surveyEvent('shown', 'device-1'),
    identify('ann', 'device-1'),
    surveyEvent('sent', 'ann', { $survey_submission_id: 's1', $survey_response_why: 'secret of ann' }),
    surveyEvent('shown', 'bob'),
    surveyEvent('sent', 'bob', { $survey_submission_id: 's2', $survey_response_why: 'x' }),
  ])
  return service
}

const eventIds = async (service: TestService) =>
  (await readAllPages<EventItem>(service, 'events/')).flat().map(({ distinct_id }) => distinct_id)

describe('deleting a person (D-592)', () => {
  it('removes the person and its ids, and keeps events and statistics', async () => {
    const service = await answeredService()
    const before = (await callSurveys(service, 'GET', 's/stats')).body
    const ann = await personOf(service, 'ann')
    expect((await callConsole(service, `persons/${ann.id}/`, 'DELETE')).status).toBe(204)
    expect((await callConsole(service, `persons/${ann.id}/`)).status).toBe(404)
    expect((await callConsole(service, `persons/${ann.id}/`, 'DELETE')).status).toBe(404)
    expect(await mainIds(service)).toEqual(['bob'])
    expect(await eventIds(service)).toHaveLength(6)
    expect((await callSurveys(service, 'GET', 's/stats')).body).toEqual(before)
    expect((await callConsole(service, 'surveys/s/results')).body.started).toBe(3)
    // A person who returns is a new one.
    await capture(service, [{ event: 'back', distinct_id: 'device-1' }])
    expect((await personOf(service, 'device-1')).id).not.toBe(ann.id)
  })

  it('removes events and answers as well, so that all statistics agree', async () => {
    const service = await answeredService()
    const dates = '?date_from=2025-01-01T00:00:00Z'
    // In the cache of statistics before the deletion.
    expect((await callSurveys(service, 'GET', `s/stats${dates}`)).body.stats['survey sent'].total_count).toBe(
      3,
    )
    const ann = await personOf(service, 'ann')
    expect((await callConsole(service, `persons/${ann.id}/?delete_events=true`, 'DELETE')).status).toBe(204)
    expect(await eventIds(service)).toEqual(['bob', 'bob'])
    for (const path of ['s/stats', `s/stats${dates}`, 'stats', `stats${dates}`]) {
      const { stats } = (await callSurveys(service, 'GET', path)).body
      expect([path, stats['survey shown'].total_count, stats['survey shown'].unique_persons]).toEqual([
        path,
        1,
        1,
      ])
      expect([path, stats['survey sent'].total_count, stats['survey sent'].unique_persons]).toEqual([
        path,
        1,
        1,
      ])
    }
    expect((await callSurveys(service, 'GET', 'responses_count')).body).toEqual({ s: 1 })
    const results = (await callConsole(service, 'surveys/s/results')).body
    expect([results.started, results.totals.sent, results.totals.shown_persons]).toEqual([1, 1, 1])
    const { body } = await callConsole(service, 'surveys/s/responses')
    expect(JSON.stringify(body)).not.toContain('ann')
  })

  it('removes partial answers from before the log-in, in whatever order they arrived, and those of nobody else (D-634)', async () => {
    const service = createTestService({ surveys: [{ id: 's' }] })
    const answer = (distinct_id: string, text: string, minute: number, more: object = {}) => ({
      event: 'survey sent',
      distinct_id,
      timestamp: `2025-09-01T10:0${minute}:00Z`,
      properties: {
        $survey_id: 's',
        $survey_submission_id: 'submission',
        $survey_response: text,
        $process_person_profile: false,
        ...more,
      },
    })
    await capture(service, [answer('other', 'not hers', 0)])
    for (const minute of [2, 1, 4, 3]) await capture(service, [answer('visitor', `hers ${minute}`, minute)])
    await capture(service, [
      { event: '$identify', distinct_id: 'ann', properties: { $anon_distinct_id: 'visitor' } },
      answer('ann', 'hers 5', 5, { $process_person_profile: true }),
    ])
    const ann = await personOf(service, 'ann')
    await callConsole(service, `persons/${ann.id}/?delete_events=true`, 'DELETE')
    const texts = (await service.state.events()).map(({ properties }) => properties['$survey_response'])
    expect(texts).toEqual(['not hers'])
  })

  it('removes answers from statistics between dates, although retention has forgotten the respondent', async () => {
    const store = createMemoryStore()
    const service = createTestService({ store, surveys: [{ id: 's' }] })
    await capture(service, [surveyEvent('sent', 'ann')])
    const countSent = async () => {
      const path = 's/stats?date_from=2025-01-01T00:00:00Z'
      return (await callSurveys(service, 'GET', path)).body.stats['survey sent'].total_count
    }
    await store.transaction(async transaction => {
      for (const row of await transaction.find('surveyRespondents', { where: { project_id: 1 } }))
        await transaction.remove('surveyRespondents', row)
    })
    expect(await countSent()).toBe(1)
    const ann = await personOf(service, 'ann')
    await callConsole(service, `persons/${ann.id}/?delete_events=true`, 'DELETE')
    expect(await countSent()).toBe(0)
  })

  it('removes the places of the person in static cohorts', async () => {
    const service = await answeredService()
    await service.state.setFlag('member', {
      filters: { groups: [{ properties: [{ key: 'id', type: 'cohort', value: 1 }] }] },
    })
    const isMember = async (distinct_id: string) =>
      (await fetchFlags(service, { distinct_id })).flags['member']!.enabled
    expect([await isMember('ann'), await isMember('bob')]).toEqual([true, true])
    await callConsole(service, `persons/${(await personOf(service, 'ann')).id}/`, 'DELETE')
    expect([await isMember('ann'), await isMember('bob')]).toEqual([false, true])
  })

  it('removes more rows than one step', async () => {
    const service = createTestService({ surveys: [{ id: 's' }] })
    await capture(
      service,
      Array.from({ length: 450 }, () => surveyEvent('sent', 'ann')),
    )
    const ann = await personOf(service, 'ann')
    await callConsole(service, `persons/${ann.id}/?delete_events=true`, 'DELETE')
    expect(await eventIds(service)).toEqual([])
    expect((await callSurveys(service, 'GET', 's/stats')).body.stats['survey sent'].total_count).toBe(0)
  })

  it('refuses another value or spelling of delete_events, and persons of other projects', async () => {
    const service = createTestService({
      projects: [
        { id: 1, persons: [{ distinct_ids: ['ann'] }] },
        { id: 2, projectKey: 'phc_2' },
      ],
    })
    const ann = await personOf(service, 'ann')
    for (const query of ['delete_events=1', 'delete_event=true', 'deleteEvents=true']) {
      const { status, body } = await callConsole(service, `persons/${ann.id}/?${query}`, 'DELETE')
      expect([status, body.attr]).toEqual([400, query.split('=')[0]])
    }
    const other = `http://localhost/api/projects/2/persons/${ann.id}/`
    expect((await callConsole(service, other)).status).toBe(404)
    expect((await callConsole(service, other, 'DELETE')).status).toBe(404)
    expect(await mainIds(service)).toEqual(['ann'])
  })
})
