import { describe, expect, it } from 'vitest'
import { createTestService, post } from '../server/testService'
import { callSurveys, createSurvey, sendSurveyEvent } from './surveyApi'

const STARTED = '2025-09-01T00:00:00Z'
const onDay = (day: number) => ({ timestamp: `2025-09-${String(day).padStart(2, '0')}T10:00:00Z` })

const noEvents = {
  first_seen: null,
  last_seen: null,
  total_count: 0,
  unique_persons: 0,
  total_count_only_seen: 0,
  unique_persons_only_seen: 0,
}

async function answeredSurvey() {
  const service = createTestService()
  const { body } = await createSurvey(service, { start_date: STARTED })
  const id: string = body.id
  await sendSurveyEvent(service, 'shown', id, 'a', {}, onDay(1))
  await sendSurveyEvent(service, 'shown', id, 'a', {}, onDay(2))
  await sendSurveyEvent(service, 'shown', id, 'b', {}, onDay(3))
  await sendSurveyEvent(service, 'shown', id, 'c', {}, onDay(4))
  await sendSurveyEvent(service, 'sent', id, 'a', { $survey_submission_id: 's1' }, onDay(5))
  await sendSurveyEvent(service, 'sent', id, 'a', { $survey_submission_id: 's1' }, onDay(6))
  await sendSurveyEvent(service, 'dismissed', id, 'a', {}, onDay(6))
  await sendSurveyEvent(service, 'dismissed', id, 'b', {}, onDay(7))
  await sendSurveyEvent(service, 'dismissed', id, 'c', { $survey_partially_completed: true }, onDay(8))
  return { service, id }
}

describe('4.2 rule 5, statistics of one survey', () => {
  it('counts each event of a submission whose id is longer than 200 characters (R50, D-729)', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { start_date: STARTED })
    for (const length of [200, 200, 201, 201, 2_000_000])
      await sendSurveyEvent(service, 'sent', body.id, 'a', { $survey_submission_id: 'x'.repeat(length) })
    const { body: stats } = await callSurveys(service, 'GET', `${body.id}/stats/`)
    expect(stats.stats['survey sent'].total_count).toBe(4)
  })

  it('returns event counts, unique persons and rates', async () => {
    const { service, id } = await answeredSurvey()
    const { status, body } = await callSurveys(service, 'GET', `${id}/stats/`)
    expect(status).toBe(200)
    expect(body).toEqual({
      survey_id: id,
      start_date: STARTED,
      end_date: null,
      stats: {
        'survey shown': {
          total_count: 4,
          unique_persons: 3,
          first_seen: '2025-09-01T10:00:00Z',
          last_seen: '2025-09-04T10:00:00Z',
          unique_persons_only_seen: 1,
          total_count_only_seen: 1,
        },
        // Person a has answered as well, and does not count as dismissed.
        'survey dismissed': {
          ...noEvents,
          total_count: 2,
          unique_persons: 1,
          first_seen: '2025-09-06T10:00:00Z',
          last_seen: '2025-09-07T10:00:00Z',
        },
        // The later event of the submission replaces the earlier one.
        'survey sent': {
          ...noEvents,
          total_count: 1,
          unique_persons: 1,
          first_seen: '2025-09-06T10:00:00Z',
          last_seen: '2025-09-06T10:00:00Z',
        },
      },
      rates: {
        response_rate: 25,
        dismissal_rate: 50,
        unique_users_response_rate: 33.33,
        unique_users_dismissal_rate: 33.33,
      },
    })
  })

  it('returns zeros for a survey without events', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service)
    const { body: stats } = await callSurveys(service, 'GET', `${body.id}/stats`)
    expect(stats.stats).toEqual({
      'survey shown': noEvents,
      'survey dismissed': noEvents,
      'survey sent': noEvents,
    })
    expect(stats.rates.response_rate).toBe(0)
    expect((await callSurveys(service, 'GET', 'none/stats')).status).toBe(404)
  })

  it('counts two ids as one person once they are merged', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { start_date: STARTED })
    const shown = async () => {
      const stats = (await callSurveys(service, 'GET', `${body.id}/stats`)).body.stats['survey shown']
      return [stats.total_count, stats.unique_persons, stats.unique_persons_only_seen]
    }
    await sendSurveyEvent(service, 'shown', body.id, 'anon', { $process_person_profile: false })
    await sendSurveyEvent(service, 'shown', body.id, 'u')
    expect(await shown()).toEqual([2, 2, 2])
    const identify = {
      api_key: 'phc_demo',
      event: '$identify',
      distinct_id: 'u',
      properties: { $anon_distinct_id: 'anon' },
    }
    await post(service, '/i/v0/e/', identify)
    expect(await shown()).toEqual([2, 1, 1])
    await sendSurveyEvent(service, 'sent', body.id, 'anon')
    expect(await shown()).toEqual([2, 1, 0])
    const bounded = (await callSurveys(service, 'GET', `${body.id}/stats?date_from=2025-01-01T00:00:00Z`))
      .body
    expect(bounded.stats['survey shown'].unique_persons).toBe(1)
  })

  it('ignores repeated events and events of unknown surveys', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service)
    const uuid = '01890a5d-ac96-774b-bcce-b302099a8057'
    for (let i = 0; i < 2; i++) await sendSurveyEvent(service, 'shown', body.id, 'a', {}, { uuid })
    await sendSurveyEvent(service, 'shown', 'nobody', 'a')
    const { body: all } = await callSurveys(service, 'GET', 'stats')
    expect(all.stats['survey shown'].total_count).toBe(1)
  })
})

describe('4.2 rule 4, date_from and date_to', () => {
  it.each<[string, string, [number, number, number]]>([
    ['both dates, inclusive', '?date_from=2025-09-02T10:00:00Z&date_to=2025-09-06T10:00:00Z', [3, 1, 1]],
    ['date_from alone', '?date_from=2025-09-06T10:00:01Z', [0, 1, 0]],
    ['date_to alone', '?date_to=2025-09-01T23:00:00%2B02:00', [1, 0, 0]],
    ['a date with a plus sign that was not encoded', '?date_to=2025-09-01T23:00:00+02:00', [1, 0, 0]],
    ['equal dates', '?date_from=2025-09-03T10:00:00Z&date_to=2025-09-03T10:00:00Z', [1, 0, 0]],
    ['dates without an offset', '?date_from=2025-09-04T10:00:00&date_to=2025-09-05T00:00:00', [1, 0, 0]],
  ])('counts the events within %s', async (_, query, expected) => {
    const { service, id } = await answeredSurvey()
    for (const path of [`${id}/stats${query}`, `stats${query}`]) {
      const { body } = await callSurveys(service, 'GET', path)
      const counts = ['shown', 'dismissed', 'sent'].map(kind => body.stats[`survey ${kind}`].total_count)
      expect(counts).toEqual(expected)
    }
  })

  it('counts the same events without bounds as with wide bounds', async () => {
    const { service, id } = await answeredSurvey()
    const wide = '?date_from=2020-01-01T00:00:00Z&date_to=2030-01-01T00:00:00Z'
    for (const path of [`${id}/stats`, 'stats']) {
      expect((await callSurveys(service, 'GET', path)).body).toEqual(
        (await callSurveys(service, 'GET', path + wide)).body,
      )
    }
  })

  it('returns current counts after new events and after a reset', async () => {
    const { service, id } = await answeredSurvey()
    const shown = async () => {
      const { body } = await callSurveys(service, 'GET', `${id}/stats?date_from=2025-09-01T00:00:00Z`)
      return body.stats['survey shown'].total_count
    }
    expect([await shown(), await shown()]).toEqual([4, 4])
    await sendSurveyEvent(service, 'shown', id, 'late', {}, onDay(9))
    expect(await shown()).toBe(5)
    await service.state.reset()
    await createSurvey(service)
    expect(
      (await callSurveys(service, 'GET', 'stats?date_from=2025-09-01T00:00:00Z')).body.stats['survey shown']
        .total_count,
    ).toBe(0)
  })

  it.each<[string, string]>([
    ['?date_from=soon', 'Invalid date format.'],
    ['?date_to=2025-13-01', 'Invalid date format.'],
    ['?date_from=2025-09-02T00:00:00Z&date_to=2025-09-01T00:00:00Z', 'date_from must be before date_to'],
  ])('replies 400 to %s', async (query, detail) => {
    const { service, id } = await answeredSurvey()
    for (const path of [`${id}/stats${query}`, `stats${query}`]) {
      const { status, body } = await callSurveys(service, 'GET', path)
      expect(status).toBe(400)
      expect(body).toMatchObject({
        code: 'invalid_input',
        attr: null,
        detail: expect.stringContaining(detail),
      })
    }
  })
})

describe('4.2 rule 5, statistics over all surveys', () => {
  it('counts a person once, and leaves out archived and deleted surveys', async () => {
    const service = createTestService()
    const { body: one } = await createSurvey(service, { name: 'one', start_date: STARTED })
    const { body: two } = await createSurvey(service, { name: 'two', start_date: STARTED })
    for (const id of [one.id, two.id]) {
      await sendSurveyEvent(service, 'shown', id, 'a')
      await sendSurveyEvent(service, 'shown', id, id)
    }
    await sendSurveyEvent(service, 'sent', two.id, 'a')
    const totals = async () => {
      const { body } = await callSurveys(service, 'GET', 'stats')
      const shown = body.stats['survey shown']
      return [
        shown?.total_count,
        shown?.unique_persons,
        shown?.unique_persons_only_seen,
        body.rates.response_rate,
      ]
    }
    expect(await totals()).toEqual([4, 3, 2, 25])
    await callSurveys(service, 'PATCH', two.id, { archived: true })
    expect(await totals()).toEqual([2, 2, 2, 0])
    await sendSurveyEvent(service, 'shown', two.id, 'late')
    expect(await totals()).toEqual([2, 2, 2, 0])
    await callSurveys(service, 'PATCH', two.id, { archived: false })
    expect(await totals()).toEqual([5, 4, 3, 20])
    await callSurveys(service, 'DELETE', one.id)
    expect(await totals()).toEqual([3, 3, 2, 33.33])
    await callSurveys(service, 'DELETE', two.id)
    expect((await callSurveys(service, 'GET', 'stats')).body).toEqual({
      stats: {},
      rates: {
        response_rate: 0,
        dismissal_rate: 0,
        unique_users_response_rate: 0,
        unique_users_dismissal_rate: 0,
      },
    })
  })
})

describe('4.2 responses_count', () => {
  it('counts submissions, and leaves out surveys without one', async () => {
    const { service, id } = await answeredSurvey()
    const { body: silent } = await createSurvey(service, { name: 'silent', start_date: STARTED })
    await sendSurveyEvent(service, 'sent', id, 'b', {}, onDay(9))
    expect((await callSurveys(service, 'GET', 'responses_count')).body).toEqual({ [id]: 2 })
    expect((await callSurveys(service, 'GET', `responses_count?survey_ids=${silent.id}`)).body).toEqual({})
    await callSurveys(service, 'PATCH', id, { archived: true })
    expect((await callSurveys(service, 'GET', 'responses_count')).body).toEqual({ [id]: 2 })
    expect((await callSurveys(service, 'GET', 'responses_count?exclude_archived=true')).body).toEqual({})
  })

  it('agrees with the statistics about answers before the start (R56)', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { start_date: STARTED })
    const timestamp = '2025-08-01T00:00:00Z'
    await sendSurveyEvent(service, 'sent', body.id, 'a', {}, { timestamp })
    const { body: statistics } = await callSurveys(service, 'GET', `${body.id}/stats`)
    const { body: counts } = await callSurveys(service, 'GET', 'responses_count')
    expect([counts[body.id], statistics.stats['survey sent'].total_count]).toEqual([1, 1])
  })
})
