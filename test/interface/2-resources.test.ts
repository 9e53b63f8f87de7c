import { describe, expect, it } from 'vitest'
import { flagsReplyBody } from '../../src/server/flags/schema'
import { activityBody } from '../../src/server/surveys/activity/schema'
import { readSurveyBody, surveyListBody, writtenSurveyBody } from '../../src/server/surveys/schema'
import { allStatsBody, responsesCountBody, surveyStatsBody } from '../../src/server/surveys/stats/schema'
import tables from '../fixtures/interface-tables.json'
import { createTestService, fetchManagement, post } from '../server/testService'
import { callSurveys, createSurvey, sendSurveyEvent } from './surveyApi'

async function busyService() {
  const service = createTestService({
    flags: { linked: 'a' },
    users: [
      {
        email: 'ann@example.com',
        first_name: 'Ann',
        last_name: 'Lee',
        is_email_verified: true,
        hedgehog_config: { colour: 'green' },
        role_at_organization: 'product',
      },
    ],
  })
  const { body } = await createSurvey(service, {
    linked_flag_id: 1,
    targeting_flag_filters: { groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }] }] },
    questions: [{ type: 'rating', question: 'How?', display: 'emoji', scale: 5 }],
    start_date: '2025-09-01T00:00:00Z',
    iteration_count: 5,
    iteration_frequency_days: 30,
    response_sampling_start_date: '2025-10-05T00:00:00Z',
    response_sampling_interval: 1,
    response_sampling_limit: 10,
  })
  await sendSurveyEvent(service, 'shown', body.id, 'u')
  await sendSurveyEvent(service, 'sent', body.id, 'u')
  await callSurveys(service, 'PATCH', body.id, { description: 'new' })
  return { service, id: body.id, created: body }
}

const fieldsOf = (method: string, path: string) =>
  tables.endpoints.find(row => row.method === method && row.path.endsWith(path))!.answer

describe('2.1 survey', () => {
  it('has exactly the documented fields when it is listed or retrieved', async () => {
    const { service, id } = await busyService()
    const { body: one } = await callSurveys(service, 'GET', id)
    const { body: list } = await callSurveys(service, 'GET')
    const expected = [...fieldsOf('get', 'surveys/{id}')].sort()
    expect(Object.keys(one).sort()).toEqual(expected)
    expect(Object.keys(list.results[0]).sort()).toEqual(expected)
  })

  it('has exactly the documented fields when it is created or updated', async () => {
    const { service, id, created } = await busyService()
    const { body: changed } = await callSurveys(service, 'PATCH', id, {})
    expect(Object.keys(created).sort()).toEqual([...fieldsOf('post', '/surveys')].sort())
    expect(Object.keys(changed).sort()).toEqual([...fieldsOf('patch', 'surveys/{id}')].sort())
  })
})

describe('2.2 feature-flag object', () => {
  it('has exactly the documented fields in every survey field that embeds it', async () => {
    const { created } = await busyService()
    for (const { of, fields } of tables.embedded)
      expect(Object.keys(created[of]).sort()).toEqual([...fields].sort())
  })
})

describe('2.3 user summary', () => {
  it('describes the user who created the survey', async () => {
    const { created } = await busyService()
    expect(created.created_by).toMatchObject({
      id: 1,
      email: 'ann@example.com',
      first_name: 'Ann',
      last_name: 'Lee',
      is_email_verified: true,
      hedgehog_config: { colour: 'green' },
      role_at_organization: 'product',
    })
  })
})

describe('2 replies', () => {
  it('match the schemas of the OpenAPI document', async () => {
    const { service, id, created } = await busyService()
    const get = async (path: string) => (await callSurveys(service, 'GET', path)).body
    writtenSurveyBody.parse(created)
    readSurveyBody.parse(await get(id))
    surveyListBody.parse(await get(''))
    allStatsBody.parse(await get('stats'))
    surveyStatsBody.parse(await get(`${id}/stats`))
    responsesCountBody.parse(await get('responses_count'))
    activityBody.parse(await get('activity'))
    const flagsRequest = { api_key: 'phc_demo', distinct_id: 'u' }
    flagsReplyBody.parse(await (await post(service, '/flags?v=2&config=true', flagsRequest)).json())
    expect(() => readSurveyBody.parse({ ...created, id: 7 })).toThrow()
  })
})

describe('4.2 project_id', () => {
  it('is listed by /api/projects/', async () => {
    const service = createTestService({
      projects: [{ name: 'One' }, { name: 'Two', id: 7, projectKey: 'phc_two' }],
    })
    const response = await fetchManagement(service, 'GET', '/api/projects/')
    expect(await response.json()).toMatchObject({
      count: 2,
      results: [
        { id: 1, name: 'One', api_token: 'phc_demo' },
        { id: 7, name: 'Two', api_token: 'phc_two' },
      ],
    })
    expect((await service.fetch('/api/projects/')).status).toBe(401)
  })

  it('is left out when the key has no access to the project', async () => {
    const service = createTestService({
      projects: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
      personalKeys: [{ key: 'phx_demo', projects: [2, 3] }],
    })
    const response = await fetchManagement(service, 'GET', '/api/projects/?limit=1')
    const next = 'http://earshot.local/api/projects/?limit=1&offset=1'
    expect(await response.json()).toMatchObject({ count: 2, next, results: [{ id: 2 }] })
  })
})

describe('2 ids', () => {
  const id = 'D0000000-0000-4000-8000-00000000000A'

  it.each([id, id.toLowerCase()])(
    'find a survey and a user in any case when the id is stored as %s',
    async storedId => {
      const service = createTestService({
        users: [{ uuid: storedId, email: 'a@b.co' }],
        surveys: [{ id: storedId.toLowerCase() }, { id: 'NPS', name: 'NPS' }],
      })
      for (const requestedId of [id, id.toLowerCase()]) {
        expect(
          (await fetchManagement(service, 'GET', `/api/projects/1/surveys/${requestedId}/`)).status,
        ).toBe(200)
        expect(
          (await fetchManagement(service, 'GET', `/api/users/${requestedId}/two_factor_status`)).status,
        ).toBe(200)
      }
      expect((await fetchManagement(service, 'GET', '/api/projects/1/surveys/NPS/stats')).status).toBe(200)
    },
  )
})
