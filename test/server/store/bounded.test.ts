import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../../src/server/index'
import { TABLES, type TableName } from '../../../src/server/store/tables'
import { callSurveys, createSurvey } from '../../interface/surveyApi'
import { createTestService, post } from '../testService'

/** The part of `maxBytes` that a project may fill with its public key in each table. See D-374, D-404. */
const SHARES: Partial<Record<TableName, number>> = {
  events: 0.4375,
  persons: 0.1875,
  distinctIds: 0.1875,
  groups: 0.0625,
  warnings: 0.03125,
  surveyEvents: 0.0625,
  surveyRespondents: 0.03125,
}

/** Tables that only options and personal keys fill, that have at most a row for each row of another, or a fixed number. */
const NOT_FILLED_BY_THE_PUBLIC_KEY: TableName[] = [
  'projects',
  'users',
  'personalKeys',
  'hashOverrides',
  'groupTypes',
  'flags',
  'cohorts',
  'cohortMembers',
  'surveys',
  'activity',
  'surveyTotals',
]

describe('every store table', () => {
  it('is bounded by bytes, or cannot be filled with the public key', () => {
    expect(new Set([...Object.keys(SHARES), ...NOT_FILLED_BY_THE_PUBLIC_KEY])).toEqual(
      new Set(Object.keys(TABLES)),
    )
  })

  it('stays within its share of the bytes of a project when events of every kind fill it', async () => {
    const store = createMemoryStore()
    const maxBytes = 1024 * 1024
    const service = createTestService({ store, maxBytes })
    const { body: survey } = await createSurvey(service, { start_date: '2025-09-01T00:00:00Z' })
    for (let round = 0; round < 8; round++) {
      const event = (name: string, i: number, properties: object) => ({
        event: name,
        properties: { distinct_id: `${round}-${i}-${'x'.repeat(100)}`, ...properties },
      })
      const batch = Array.from({ length: 500 }, (_, i) => [
        event('survey sent', i, {
          $survey_id: survey.id,
          $survey_submission_id: `${round}-${i}-${'y'.repeat(900)}`,
        }),
        event('$groupidentify', i, {
          $group_type: 'a',
          $group_key: `${round}-${i}`,
          $group_set: { text: 'z'.repeat(200) },
        }),
        event('$identify', i, { $set: { text: 'z'.repeat(200) } }),
        { properties: { distinct_id: `${i}` } },
      ]).flat()
      expect((await post(service, '/batch/', { api_key: 'phc_demo', batch })).status).toBe(200)
    }
    for (const [table, share] of Object.entries(SHARES)) {
      const bytes = await store.bytes(table as TableName, { project_id: 1 })
      expect([table, bytes > maxBytes * share * 0.5, bytes <= maxBytes * share]).toEqual([table, true, true])
    }
  })
})

describe('the activity log', () => {
  it('forgets its oldest entries when changes of a survey fill its bytes (R50)', async () => {
    const store = createMemoryStore()
    const maxBytes = 1024 * 1024
    const service = createTestService({ store, maxBytes })
    const { body: survey } = await createSurvey(service)
    for (let i = 0; i < 20; i++)
      await callSurveys(service, 'PATCH', `${survey.id}/`, { description: `${i}${'x'.repeat(5000)}` })
    const bytes = await store.bytes('activity', { project_id: 1 })
    expect([bytes > maxBytes * 0.03, bytes <= maxBytes * 0.0625]).toEqual([true, true])
    const { body: log } = await callSurveys(service, 'GET', `${survey.id}/activity/`)
    expect(JSON.stringify(log.results[0])).toContain('19xxx')
  })
})

describe('throttles', () => {
  it('counts callers with long keys by their beginning', async () => {
    const service = createTestService({ throttles: { flags: { requests: 1, perMs: 60_000 } } })
    const request = (end: string) =>
      post(service, '/flags?v=2', { api_key: 'k'.repeat(1000) + end, distinct_id: 'u' })
    expect([(await request('a')).status, (await request('b')).status]).toEqual([401, 429])
  })
})
