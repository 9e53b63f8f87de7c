import { describe, expect, it } from 'vitest'
import { createTestService, fetchManagement } from '../server/testService'
import { callSurveys, createSurvey, SURVEYS } from './surveyApi'

const EVERY_FIELD = {
  name: 'NPS',
  description: 'for colleagues',
  type: 'widget',
  schedule: 'recurring',
  linked_flag_id: 1,
  targeting_flag_id: null,
  targeting_flag_filters: { groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }] }] },
  remove_targeting_flag: false,
  questions: [{ id: 'q1', type: 'open', question: 'Why?' }],
  conditions: { url: 'https://a.test', linkedFlagVariant: 'any' },
  appearance: { backgroundColor: '#fff', custom: 1 },
  start_date: '2025-09-01T10:00:00Z',
  end_date: '2025-12-01T10:00:00+02:00',
  archived: false,
  responses_limit: 10,
  iteration_count: 2,
  iteration_frequency_days: 30,
  iteration_start_dates: [],
  current_iteration: 1,
  current_iteration_start_date: null,
  response_sampling_start_date: '2025-10-02T00:00:00Z',
  response_sampling_interval_type: 'day',
  response_sampling_interval: 2,
  response_sampling_limit: 10,
  response_sampling_daily_limits: null,
  enable_partial_responses: true,
  _create_in_folder: 'Surveys',
}

describe('4.2 create', () => {
  it('creates a survey with default values from name and type', async () => {
    const { status, body } = await createSurvey(createTestService())
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'NPS',
      description: '',
      type: 'popover',
      schedule: 'once',
      linked_flag: null,
      linked_flag_id: null,
      targeting_flag: null,
      internal_targeting_flag: expect.objectContaining({ active: false }),
      questions: [],
      conditions: null,
      appearance: null,
      created_at: '2025-10-01T12:00:00Z',
      created_by: {
        id: 1,
        uuid: expect.any(String),
        distinct_id: expect.any(String),
        first_name: 'Owner',
        last_name: '',
        email: 'owner@example.com',
        is_email_verified: false,
        hedgehog_config: null,
        role_at_organization: null,
      },
      start_date: null,
      end_date: null,
      archived: false,
      responses_limit: null,
      iteration_count: null,
      iteration_frequency_days: null,
      iteration_start_dates: [],
      current_iteration: null,
      current_iteration_start_date: null,
      response_sampling_start_date: null,
      response_sampling_interval_type: 'week',
      response_sampling_interval: null,
      response_sampling_limit: null,
      response_sampling_daily_limits: null,
      enable_partial_responses: false,
      targeting_flag_id: null,
      targeting_flag_filters: null,
      remove_targeting_flag: null,
      _create_in_folder: null,
    })
  })

  it('accepts every writable field', async () => {
    const service = createTestService({ flags: { linked: 'a' } })
    const { status, body } = await createSurvey(service, EVERY_FIELD)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...EVERY_FIELD,
      end_date: '2025-12-01T08:00:00Z',
      linked_flag: { id: 1, key: 'linked' },
      targeting_flag_id: expect.any(Number),
      targeting_flag: { filters: EVERY_FIELD.targeting_flag_filters },
      iteration_start_dates: ['2025-09-01T10:00:00Z', '2025-10-01T10:00:00Z'],
      current_iteration_start_date: '2025-09-01T10:00:00Z',
      response_sampling_daily_limits: [
        { date: '2025-10-02', daily_response_limit: 5, rollout_percentage: 50 },
        { date: '2025-10-03', daily_response_limit: 5, rollout_percentage: 100 },
      ],
    })
  })

  it('accepts every type, and ignores read-only fields', async () => {
    const service = createTestService()
    for (const type of ['popover', 'widget', 'external_survey', 'api']) {
      const { status, body } = await createSurvey(service, {
        name: type,
        type,
        id: 'mine',
        created_at: 'x',
      })
      expect([status, body.type]).toEqual([201, type])
      expect(body.id).not.toBe('mine')
    }
  })

  it('adds ids to questions that have none', async () => {
    const questions = [
      { type: 'open', question: 'a' },
      { id: 'kept', type: 'open', question: 'b' },
    ]
    const { body } = await createSurvey(createTestService(), { questions })
    expect(body.questions[0].id).toMatch(/^[0-9a-f-]{36}$/)
    expect(body.questions[1].id).toBe('kept')
  })

  it('cleans a description that is HTML, and keeps texts that only look like it (R60)', async () => {
    const evil = '<b onclick="x()">hi</b><script>alert(1)</script>'
    const { body } = await createSurvey(createTestService(), {
      name: 'a < b & c',
      questions: [
        { type: 'open', question: '<your name>, hi', description: evil },
        {
          type: 'open',
          question: 'q',
          description: evil,
          descriptionContentType: 'html',
          translations: { fr: { question: '<nom>', description: evil } },
        },
      ],
      appearance: {
        thankYouMessageHeader: '<your name>, hi',
        thankYouMessageDescription: evil,
        thankYouMessageDescriptionContentType: 'html',
        placeholder: 'a < b & c',
      },
    })
    expect(body.name).toBe('a < b & c')
    expect(body.questions[0]).toMatchObject({ question: '<your name>, hi', description: evil })
    expect(body.questions[1]).toMatchObject({
      description: '<b>hi</b>',
      translations: { fr: { question: '<nom>', description: '<b>hi</b>' } },
    })
    expect(body.appearance).toEqual({
      thankYouMessageHeader: '<your name>, hi',
      thankYouMessageDescription: '<b>hi</b>',
      thankYouMessageDescriptionContentType: 'html',
      placeholder: 'a < b & c',
    })
  })
})

describe('4.2 retrieve', () => {
  it('returns the keys of the flags and the access level of the caller', async () => {
    const service = createTestService({ flags: { linked: true } })
    const created = await createSurvey(service, { linked_flag_id: 1 })
    const { status, body } = await callSurveys(service, 'GET', `${created.body.id}/`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: created.body.id,
      linked_flag: {
        id: 1,
        team_id: 1,
        name: 'linked',
        key: 'linked',
        filters: expect.any(Object),
        deleted: false,
        active: true,
        ensure_experience_continuity: false,
        has_encrypted_payloads: false,
        version: 1,
        evaluation_runtime: 'all',
        evaluation_tags: [],
      },
      user_access_level: 'manager',
      feature_flag_keys: [
        { key: 'linked_flag_key', value: 'linked' },
        { key: 'targeting_flag_key', value: null },
        { key: 'internal_targeting_flag_key', value: created.body.internal_targeting_flag.key },
        { key: 'internal_response_sampling_flag_key', value: null },
      ],
    })
    for (const field of [
      'targeting_flag_id',
      'targeting_flag_filters',
      'remove_targeting_flag',
      '_create_in_folder',
    ]) {
      expect(body).not.toHaveProperty(field)
    }
  })

  it.each(['00000000-0000-4000-8000-00000000ffff', 'not-a-uuid'])(
    'replies 404 when the id is %s, as do update and delete',
    async id => {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const { status, body } = await callSurveys(
          createTestService(),
          method,
          `${id}/`,
          method === 'PATCH' ? {} : undefined,
        )
        expect(status).toBe(404)
        expect(body).toEqual({ type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null })
      }
    },
  )
})

describe('4.2 rule 1, update', () => {
  it('accepts any subset of the fields and leaves the others unchanged', async () => {
    const service = createTestService()
    const { body: created } = await createSurvey(service, { description: 'old', appearance: { zIndex: '5' } })
    const { status, body } = await callSurveys(service, 'PATCH', `${created.id}/`, { description: 'new' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...created, description: 'new' })
    expect((await callSurveys(service, 'PATCH', `${created.id}/`, {})).body).toEqual(body)
  })

  it('accepts every field, and null for fields that may be empty', async () => {
    const service = createTestService({ flags: { linked: 'a' } })
    const { body: created } = await createSurvey(service, { name: 'other' })
    expect((await callSurveys(service, 'PATCH', created.id, { ...EVERY_FIELD, name: 'new' })).status).toBe(
      200,
    )
    const emptyFields = {
      linked_flag_id: null,
      questions: null,
      conditions: null,
      appearance: null,
      start_date: null,
      end_date: null,
      responses_limit: null,
      response_sampling_start_date: null,
      response_sampling_interval: null,
      response_sampling_limit: null,
    }
    const { status, body } = await callSurveys(service, 'PATCH', created.id, emptyFields)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...emptyFields, linked_flag: null })
  })
})

describe('4.2 update of a survey with questions of any shape, from a row of another version (D-753)', () => {
  it.each([[[null, 'why']], [{ a: 1 }], ['abc'], [5]])('keeps %j', async questions => {
    const appearance = { shuffleQuestions: true }
    const surveys = [{ id: 's', questions: questions as never, appearance }]
    const service = createTestService({ surveys })
    for (const fields of [
      { name: 'Renamed' },
      { end_date: '2030-01-01T00:00:00Z' },
      { archived: true },
      { appearance: { shuffleQuestions: true, custom: 1 } },
    ]) {
      const { status, body } = await callSurveys(service, 'PATCH', 's', fields)
      expect([status, body]).toMatchObject([200, { ...fields, questions }])
    }
  })
})

describe('4.2 delete', () => {
  it('replies 204 without a body, then 404', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service)
    const first = await fetchManagement(service, 'DELETE', `${SURVEYS}${body.id}/`)
    expect([first.status, await first.text()]).toEqual([204, ''])
    expect((await fetchManagement(service, 'DELETE', `${SURVEYS}${body.id}/`)).status).toBe(404)
    expect((await callSurveys(service, 'GET')).body).toMatchObject({ count: 0, results: [] })
  })

  it('deletes the flags of the survey', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { start_date: '2025-09-01T00:00:00Z' })
    await fetchManagement(service, 'DELETE', `${SURVEYS}${body.id}/`)
    expect((await service.state.flags()).map(flag => flag.deleted)).toEqual([true])
  })
})

describe('4.2 list', () => {
  const createList = async (count: number) => {
    const service = createTestService()
    for (let i = 1; i <= count; i++)
      await createSurvey(service, { name: `Survey ${i}`, description: i % 2 ? 'odd one' : 'even one' })
    return async (query: string) => (await callSurveys(service, 'GET', query)).body
  }
  const names = (body: { results: { name: string }[] }) => body.results.map(survey => survey.name)

  it('returns 100 surveys by default, oldest first', async () => {
    const list = await createList(101)
    const body = await list('')
    expect(body).toMatchObject({ count: 101, previous: null })
    expect(names(body)).toHaveLength(100)
    expect(names(body)[0]).toBe('Survey 1')
    expect(body.next).toBe('http://earshot.local/api/projects/1/surveys/?limit=100&offset=100')
    expect(body.results[0]).toHaveProperty('user_access_level')
  })

  it.each(['?limit=0', '?limit=abc', '?limit=-1', '?offset=-2', '?offset=x'])(
    'ignores the invalid parameter %s',
    async query => {
      const body = await (await createList(3))(query)
      expect(names(body)).toHaveLength(3)
    },
  )

  it('links to the next and the previous page, keeping the other parameters', async () => {
    const list = await createList(7)
    const first = await list('?limit=2&search=odd')
    expect(first).toMatchObject({
      count: 4,
      previous: null,
      next: 'http://earshot.local/api/projects/1/surveys/?limit=2&search=odd&offset=2',
    })
    expect(names(first)).toEqual(['Survey 1', 'Survey 3'])
    const second = await list('?limit=2&search=odd&offset=2')
    expect(names(second)).toEqual(['Survey 5', 'Survey 7'])
    expect(second).toMatchObject({
      next: null,
      previous: 'http://earshot.local/api/projects/1/surveys/?limit=2&search=odd',
    })
    const middle = await list('?limit=2&offset=3')
    expect(middle.previous).toBe('http://earshot.local/api/projects/1/surveys/?limit=2&offset=1')
    expect(await list('?offset=50')).toMatchObject({ count: 7, results: [], next: null })
  })

  it.each<[string, string[]]>([
    ['survey', ['Survey 1', 'Survey 2']],
    ['EVEN', ['Survey 2']],
    ['survey,odd', ['Survey 1']],
    ['"odd one"', ['Survey 1']],
    ['"one odd"', []],
    ['survey 2 odd', []],
    ['', ['Survey 1', 'Survey 2']],
    // Terms after the 32nd are not searched.
    [`${'survey '.repeat(32)}${'nothing '.repeat(2000)}`, ['Survey 1', 'Survey 2']],
    [`${'survey '.repeat(31)}odd`, ['Survey 1']],
  ])('returns matching surveys for search=%s', async (search, expected) => {
    const list = await createList(2)
    expect(names(await list(`?search=${encodeURIComponent(search)}`))).toEqual(expected)
  })
})

describe('4.2 boundary cases', () => {
  it('links to the neighbouring pages', async () => {
    const service = createTestService()
    for (const name of ['a1', 'a2', 'b']) await createSurvey(service, { name })
    const page = async (query: string) => {
      const { body } = await callSurveys(service, 'GET', query)
      return [
        body.results.length,
        body.next && new URL(body.next).search,
        body.previous && new URL(body.previous).search,
      ]
    }
    expect(await page('?limit=0')).toEqual([3, null, null])
    expect(await page('?limit=abc')).toEqual([3, null, null])
    expect(await page('?offset=9')).toEqual([0, null, '?limit=100'])
    expect(await page('?limit=1&search=a')).toEqual([1, '?limit=1&search=a&offset=1', null])
    expect(await page('?limit=1&search=a&offset=1')).toEqual([1, null, '?limit=1&search=a'])
  })

  it('lists an ended survey for browsers, and an archived one not', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service)
    const change = async (fields: object) => {
      const { body: changed } = await callSurveys(service, 'PATCH', body.id, fields)
      const { surveys } = await (await service.fetch('/api/surveys/?token=phc_demo')).json()
      return [changed.internal_targeting_flag.active, surveys.length]
    }
    expect(await change({ start_date: '2025-09-01T00:00:00Z' })).toEqual([true, 1])
    expect(await change({ end_date: '2025-09-02T00:00:00Z' })).toEqual([false, 1])
    expect(await change({ end_date: null })).toEqual([true, 1])
    expect(await change({ archived: true })).toEqual([false, 0])
  })
})

describe('4.2 summarize_responses', () => {
  it('replies 200 without a body, and validates the request', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service)
    const response = await fetchManagement(service, 'POST', `${SURVEYS}${body.id}/summarize_responses/`, {
      name: 'x',
    })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(
      (await callSurveys(service, 'POST', `${body.id}/summarize_responses/`, { type: 'x' })).status,
    ).toBe(400)
    expect((await callSurveys(service, 'POST', 'none/summarize_responses/', {})).status).toBe(404)
  })
})

describe('4.2 activity', () => {
  it('lists what was done to one survey or to all, newest first', async () => {
    const service = createTestService()
    const { body: one } = await createSurvey(service, { name: 'one' })
    const { body: two } = await createSurvey(service, { name: 'two' })
    await callSurveys(service, 'PATCH', one.id, { description: 'new', archived: true })
    await callSurveys(service, 'PATCH', one.id, {})
    await callSurveys(service, 'DELETE', two.id)
    const { body } = await callSurveys(service, 'GET', 'activity')
    expect(body).toMatchObject({ total_count: 4, next: null, previous: null })
    expect(
      body.results.map((entry: { activity: string; detail: { name: string } }) => [
        entry.activity,
        entry.detail.name,
      ]),
    ).toEqual([
      ['deleted', 'two'],
      ['updated', 'one'],
      ['created', 'two'],
      ['created', 'one'],
    ])
    const { body: activityOfOne } = await callSurveys(service, 'GET', `${one.id}/activity`)
    expect(activityOfOne.results[0]).toEqual({
      id: expect.any(String),
      user: { first_name: 'Owner', email: 'owner@example.com' },
      activity: 'updated',
      scope: 'Survey',
      item_id: one.id,
      detail: {
        id: one.id,
        name: 'one',
        short_id: null,
        type: null,
        merge: null,
        trigger: null,
        changes: [
          { type: 'Survey', action: 'changed', field: 'description', before: '', after: 'new' },
          { type: 'Survey', action: 'changed', field: 'archived', before: false, after: true },
        ],
      },
      created_at: '2025-10-01T12:00:00Z',
    })
    expect(activityOfOne.total_count).toBe(2)
    expect((await callSurveys(service, 'GET', `${two.id}/activity`)).status).toBe(404)
  })

  it('lists changes of targeting', async () => {
    const service = createTestService()
    const { body: survey } = await createSurvey(service)
    const filters = { groups: [{ properties: [{ key: 'a', value: 'b', type: 'person' }] }] }
    await callSurveys(service, 'PATCH', survey.id, { targeting_flag_filters: filters })
    await callSurveys(service, 'PATCH', survey.id, { remove_targeting_flag: true })
    const { body } = await callSurveys(service, 'GET', `${survey.id}/activity`)
    expect(
      body.results.map((entry: { detail: { changes: { field: string; action: string }[] | null } }) =>
        entry.detail.changes?.map(change => `${change.action} ${change.field}`),
      ),
    ).toEqual([
      ['deleted targeting_flag_id', 'deleted targeting_flag_filters'],
      ['created targeting_flag_id', 'created targeting_flag_filters'],
      undefined,
    ])
  })

  it('has no entry for an update that writes the current values', async () => {
    const service = createTestService()
    const fields = {
      targeting_flag_filters: { groups: [{ properties: [{ key: 'a', value: 'b', type: 'person' }] }] },
      translations: { es: { name: 'Opinión' } },
    }
    const { body: survey } = await createSurvey(service, fields)
    await callSurveys(service, 'PATCH', survey.id, { ...fields, name: survey.name })
    expect((await callSurveys(service, 'GET', `${survey.id}/activity`)).body.results).toEqual([
      expect.objectContaining({ activity: 'created' }),
    ])
  })

  it('returns pages of 10 entries by default', async () => {
    const service = createTestService()
    for (let i = 0; i < 12; i++) await createSurvey(service, { name: `s${i}` })
    const first = (await callSurveys(service, 'GET', 'activity')).body
    expect(first.results).toHaveLength(10)
    expect(first.next).toBe('http://earshot.local/api/projects/1/surveys/activity?limit=10&page=2')
    const second = (await callSurveys(service, 'GET', 'activity?page=2&limit=10')).body
    expect(second.results).toHaveLength(2)
    expect(second).toMatchObject({ next: null, previous: expect.stringContaining('page=1') })
  })
})
