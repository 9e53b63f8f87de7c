import { describe, expect, it } from 'vitest'
import type { Service } from '../../src/server/index'
import { createTestService, fetchFlags, post } from '../server/testService'
import { callConsole } from './consoleApi'
import { callSurveys, createSurvey } from './surveyApi'

/** Valid dates of ISO 8601 and RFC 3339, each with its time in UTC. */
const DATES = [
  ['2025-09-30T10:00:00+01', '2025-09-30T09:00:00.000Z'],
  ['2025-09-30T10:00:00.5-0330', '2025-09-30T13:30:00.500Z'],
  ['2025-09-30t10:00:00z', '2025-09-30T10:00:00.000Z'],
  ['2025-09-30T10:00:00,25Z', '2025-09-30T10:00:00.250Z'],
  ['2025-09-30T10:00:00,25', '2025-09-30T10:00:00.250Z'],
  ['2025-09-30 10:00', '2025-09-30T10:00:00.000Z'],
  ['2025-09-30 10:00+02', '2025-09-30T08:00:00.000Z'],
  ['2025-09-29T24:00:00Z', '2025-09-30T00:00:00.000Z'],
  ['2025-09-29T23:59:60Z', '2025-09-30T00:00:00.000Z'],
] as const

const INVALID = [
  '2025-09-32T10:00:00Z',
  '2025-09-30T24:00:01Z',
  '2025-09-30T25:00:00Z',
  '2025-09-30T10:60:00Z',
  '2025-09-30T10:00:00+24:00',
  '2025-09-30T10:00:00+01:60',
  '2025-09-30T10:00:00,Z',
]

const timeOf = (date: string) => Date.parse(date)
const event = { api_key: 'phc_demo', event: 'a', distinct_id: 'u' }

/** Whether a filter reads two dates as the same instant. */
const isSameInstant = async (filterDate: string, propertyDate: string) => {
  const filter = { key: 'at', type: 'person', operator: 'is_date_exact', value: filterDate }
  const service = createTestService({ flags: { f: { filters: { groups: [{ properties: [filter] }] } } } })
  const reply = await fetchFlags(service, { person_properties: { at: propertyDate } })
  return reply.flags['f']?.enabled
}

const countSince = async (service: Service, date: string) =>
  (await callSurveys(service, 'GET', `stats?date_from=${date}`)).body.stats['survey shown'].total_count

describe('2.1, 4.2, 4.3 and 4.4 dates of ISO 8601 and RFC 3339 (D-705)', () => {
  it.each(DATES)('reads %s in every date field of a survey', async (date, expected) => {
    const fields = ['start_date', 'end_date', 'response_sampling_start_date', 'current_iteration_start_date']
    const service = createTestService()
    const { status, body } = await createSurvey(service, {
      ...Object.fromEntries(fields.map(field => [field, date])),
      iteration_start_dates: [date],
    })
    expect(status).toBe(201)
    const read = [...fields.map(field => body[field]), ...body.iteration_start_dates]
    expect(read.map(timeOf)).toEqual(read.map(() => timeOf(expected)))
  })

  it.each(DATES)('reads %s as the timestamp of an event', async (timestamp, expected) => {
    const service = createTestService()
    await post(service, '/i/v0/e/', { ...event, timestamp })
    expect(await service.state.events()).toMatchObject([{ timestamp: expected }])
    expect(await service.state.warnings()).toEqual([])
  })

  it.each(DATES)('reads %s in filters, in properties and in queries', async (date, expected) => {
    expect(await isSameInstant(date, expected)).toBe(true)
    expect(await isSameInstant(expected, date)).toBe(true)
    const service = createTestService()
    const shown = { event: 'survey shown', properties: { $survey_id: (await createSurvey(service)).body.id } }
    await post(service, '/i/v0/e/', { ...event, ...shown, timestamp: expected })
    // With a plus sign that is not encoded, too.
    for (const text of [date, encodeURIComponent(date)]) {
      expect(await countSince(service, text)).toBe(1)
      expect((await callConsole(service, `events/?after=${text}`)).body.results).toHaveLength(1)
      expect((await callConsole(service, `events/?before=${text}`)).body.results).toHaveLength(0)
    }
  })

  it.each(INVALID)('refuses %s in a survey and in a query, and warns of it in an event', async date => {
    const service = createTestService()
    const { status, body } = await createSurvey(service, { start_date: date })
    expect([status, body.attr]).toEqual([400, 'start_date'])
    expect((await callSurveys(service, 'GET', `stats?date_from=${encodeURIComponent(date)}`)).status).toBe(
      400,
    )
    await post(service, '/i/v0/e/', { ...event, timestamp: date })
    expect(await service.state.warnings()).toMatchObject([{ type: 'invalid_timestamp' }])
  })
})
