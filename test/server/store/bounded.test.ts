import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../../src/server/index'
import { TABLES, type TableName } from '../../../src/server/store/tables'
import { callSurveys, createSurvey } from '../../interface/surveyApi'
import { startClient } from '../../support/startClient'
import { open } from '../../support/surveys'
import { createTestService, post } from '../testService'

/** The part of `maxBytes` that a project may fill with its public key in each table. See D-374, D-404, D-630. */
const SHARES: Partial<Record<TableName, number>> = {
  events: 12 / 32,
  surveyEvents: 8 / 32,
  persons: 5 / 32,
  distinctIds: 4 / 32,
  groups: 1 / 32,
  warnings: 1 / 32,
  surveyRespondents: 1 / 32,
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
          $survey_submission_id: `${round}-${i}-${'y'.repeat(180)}`,
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

describe('results of a survey', () => {
  it('have each of 10,000 answers within the default bytes (D-630)', async () => {
    const service = createTestService({ store: createMemoryStore() })
    const { body: survey } = await createSurvey(service, {
      start_date: '2025-09-01T00:00:00Z',
      questions: [open()],
    })
    for (let first = 0; first < 10_000; first += 1000) {
      const visitors = Array.from({ length: 1000 }, (_, i) => `visitor-${first + i}`)
      const batch = visitors.flatMap(distinct_id =>
        ['survey shown', 'survey sent'].map(event => ({
          event,
          distinct_id,
          properties: {
            $survey_id: survey.id,
            $survey_submission_id: `submission-of-${distinct_id}`,
            $survey_completed: true,
            $survey_response_why: 'because',
          },
        })),
      )
      expect((await post(service, '/batch/', { api_key: 'phc_demo', batch })).status).toBe(200)
    }
    const { body: results } = await callSurveys(service, 'GET', `${survey.id}/results`)
    expect(results).toMatchObject({
      totals: { shown: 10_000, sent: 10_000, sent_persons: 10_000 },
      started: 10_000,
      completed: 10_000,
    })
    expect(results.funnel[0]).toMatchObject({ reached: 10_000, answered: 10_000 })
  }, 60_000)
})

describe('docs/self-hosting.md', () => {
  it.each([
    [1, 4_000],
    [5, 1_100],
  ])(
    'states how many answers of browsers stay in memory when one of %i visitors answers',
    async (visitorsPerAnswer, stated) => {
      // A hundredth of the default bytes.
      const service = createTestService({ store: createMemoryStore(), maxBytes: (64 * 1024 * 1024) / 100 })
      const { body: survey } = await createSurvey(service, {
        start_date: '2025-09-01T00:00:00Z',
        questions: [open()],
      })
      const { client, settle, events } = startClient()
      client.capture('survey shown', { $survey_id: survey.id })
      client.capture('survey sent', {
        $survey_id: survey.id,
        $survey_completed: true,
        $survey_response_why: 'It is a good idea',
        $survey_questions: [{ id: 'why', question: 'Why do you think so?', response: 'It is a good idea' }],
      })
      await settle(5_000)
      const sent = await events()
      const visitorEvents = (visitor: number) =>
        sent
          .filter(({ event }) => event !== 'survey sent' || visitor % visitorsPerAnswer === 0)
          .map(event => ({ ...event, uuid: undefined, timestamp: undefined, distinct_id: `v${visitor}` }))
      const visitors = 100 * visitorsPerAnswer
      for (let first = 0; first < visitors; first += 20) {
        const batch = Array.from({ length: 20 }, (_, i) => visitorEvents(first + i)).flat()
        expect((await post(service, '/batch/', { api_key: 'phc_demo', batch })).status).toBe(200)
      }
      const { body: results } = await callSurveys(service, 'GET', `${survey.id}/results`)
      expect(results.totals).toMatchObject({ shown: visitors, sent: 100 })
      expect(Math.abs(results.completed * 100 - stated)).toBeLessThanOrEqual(stated * 0.2)
      const page = await readFile(join(import.meta.dirname, '../../../docs/self-hosting.md'), 'utf8')
      expect(page).toContain(`about ${stated.toLocaleString('en-US')}`)
    },
  )
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
