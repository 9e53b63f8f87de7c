import { describe, expect, it } from 'vitest'
import type { Service } from '../../src/server/index'
import type { FlagResult } from '../../src/wire/flag'
import { createTestService, fetchFlags, fetchManagement, post } from '../server/testService'
import { callSurveys, createSurvey, sendSurveyEvent } from './surveyApi'

const STARTED = '2025-09-01T00:00:00Z'
const DAY_MS = 86_400_000
const targeting = (value: string) => ({
  groups: [{ properties: [{ key: 'plan', value, type: 'person' }], rollout_percentage: 100 }],
})

/** Whether the targeting flag and the internal targeting flag of a survey are active. */
const flagActivity = async (service: Service, id: string) => {
  const { body } = await callSurveys(service, 'GET', id)
  return [body.targeting_flag?.active, body.internal_targeting_flag?.active]
}

const publicIds = async (service: Service) => {
  const response = await service.fetch('/api/surveys/?token=phc_demo')
  return (await response.json()).surveys.map((survey: { id: string }) => survey.id)
}

describe('4.2 flags of a survey', () => {
  it('creates an internal targeting flag for persons who have neither answered nor dismissed', async () => {
    const { body } = await createSurvey(createTestService(), { start_date: STARTED })
    const flag = body.internal_targeting_flag
    expect(flag).toMatchObject({
      name: 'Targeting flag for survey NPS',
      active: true,
      evaluation_runtime: 'all',
    })
    expect(flag.key).toMatch(/^survey-targeting-[0-9a-f]{10}-custom$/)
    expect(flag.filters).toEqual({
      groups: [
        {
          variant: '',
          rollout_percentage: 100,
          properties: [
            {
              key: `$survey_dismissed/${body.id}`,
              type: 'person',
              operator: 'is_not_set',
              value: 'is_not_set',
            },
            {
              key: `$survey_responded/${body.id}`,
              type: 'person',
              operator: 'is_not_set',
              value: 'is_not_set',
            },
          ],
        },
      ],
    })
  })

  it('adds the waiting period to the internal targeting flag when the survey has one', async () => {
    const { body } = await createSurvey(createTestService(), {
      conditions: { seenSurveyWaitPeriodInDays: 7 },
    })
    const [neverSeen, seenLongAgo] = body.internal_targeting_flag.filters.groups
    expect(neverSeen.properties[2]).toMatchObject({ key: '$survey_last_seen_date', operator: 'is_not_set' })
    expect(seenLongAgo.properties[2]).toEqual({
      key: '$survey_last_seen_date',
      type: 'person',
      operator: 'is_date_before',
      value: '7d',
    })
  })

  it.each<[unknown, string | undefined]>([
    ['30', '30d'],
    [' 7 ', '7d'],
    [1.5, '2d'],
    [1e6, '9999d'],
    ['1e6', '9999d'],
    [0, undefined],
    ['0', undefined],
    ['', undefined],
    [null, undefined],
    [-1, undefined],
  ])('waits for seenSurveyWaitPeriodInDays %j as browsers do (D-400)', async (days, expected) => {
    const service = createTestService()
    const conditions = { seenSurveyWaitPeriodInDays: days }
    const { body } = await createSurvey(service, { start_date: STARTED, conditions })
    const { key, filters } = body.internal_targeting_flag
    expect(filters.groups.at(-1).properties[2]?.value).toBe(expected)
    const isOn = async (lastSeen: string) => {
      const person_properties = { $survey_last_seen_date: lastSeen }
      const { flags, errorsWhileComputingFlags } = await fetchFlags(service, { person_properties })
      return [flags[key]?.enabled, errorsWhileComputingFlags]
    }
    expect(await isOn('2025-10-01T11:00:00Z')).toEqual([expected === undefined, false])
    expect(await isOn('1990-01-01T00:00:00Z')).toEqual([true, false])
  })

  it.each<[unknown]>([['a week'], [{}], [[7]], ['7 days'], ['NaN']])(
    'shows a survey to nobody when its waiting period is %j, which browsers cannot read either (D-400)',
    async days => {
      const service = createTestService()
      const conditions = { seenSurveyWaitPeriodInDays: days }
      const { status, body } = await createSurvey(service, { start_date: STARTED, conditions })
      expect([status, body.conditions]).toEqual([201, conditions])
      expect((await fetchFlags(service)).flags[body.internal_targeting_flag.key]?.enabled).toBe(false)
    },
  )

  it('disables the internal targeting flag for a person who has answered', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { start_date: STARTED })
    const { key } = body.internal_targeting_flag
    expect((await fetchFlags(service)).flags[key]?.enabled).toBe(true)
    await sendSurveyEvent(service, 'sent', body.id, 'u', { $set: { [`$survey_responded/${body.id}`]: true } })
    expect((await fetchFlags(service)).flags[key]?.enabled).toBe(false)
    expect((await fetchFlags(service, { distinct_id: 'other' })).flags[key]?.enabled).toBe(true)
  })

  it('creates a targeting flag from the filters, merges changed filters and deletes the flag on request', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { targeting_flag_filters: targeting('pro') })
    expect(body.targeting_flag).toMatchObject({
      filters: targeting('pro'),
      name: 'Targeting flag for survey NPS',
    })
    expect(body.targeting_flag.key).toMatch(/^survey-targeting-[0-9a-f]{10}$/)
    const patch = { targeting_flag_filters: { ...targeting('free'), payloads: { true: '1' } } }
    const changed = (await callSurveys(service, 'PATCH', body.id, patch)).body
    expect(changed.targeting_flag).toMatchObject({
      id: body.targeting_flag.id,
      filters: { ...targeting('free'), payloads: { true: '1' } },
      version: 2,
    })
    const unchanged = (await callSurveys(service, 'PATCH', body.id, { targeting_flag_filters: null })).body
    expect(unchanged.targeting_flag.filters).toEqual(changed.targeting_flag.filters)
    const removed = (await callSurveys(service, 'PATCH', body.id, { remove_targeting_flag: true })).body
    expect(removed).toMatchObject({
      targeting_flag: null,
      targeting_flag_id: null,
      remove_targeting_flag: true,
    })
    expect((await fetchFlags(service)).flags).not.toHaveProperty(body.targeting_flag.key)
  })

  it('refuses to remove targeting and to set other targeting at once (4.2, D-732)', async () => {
    const both = (value: string) => ({
      remove_targeting_flag: true,
      targeting_flag_filters: targeting(value),
    })
    const refused = { type: 'validation_error', attr: 'targeting_flag_filters' }
    const service = createTestService()
    expect(await createSurvey(service, both('pro'))).toMatchObject({ status: 400, body: refused })
    const { body } = await createSurvey(service, { targeting_flag_filters: targeting('pro') })
    const patch = (fields: object) => callSurveys(service, 'PATCH', body.id, fields)
    expect(await patch(both('free'))).toMatchObject({ status: 400, body: refused })
    expect((await callSurveys(service, 'GET', body.id)).body.targeting_flag.filters).toEqual(targeting('pro'))
    // A client that sends back what it has read.
    expect(await patch(both('pro'))).toMatchObject({ status: 200, body: { targeting_flag: null } })
  })

  it('unlinks flags when their ids are set to null', async () => {
    const service = createTestService({ flags: { linked: true } })
    const { body } = await createSurvey(service, {
      linked_flag_id: 1,
      targeting_flag_filters: targeting('pro'),
    })
    const changed = (
      await callSurveys(service, 'PATCH', body.id, { linked_flag_id: null, targeting_flag_id: null })
    ).body
    expect(changed).toMatchObject({ linked_flag: null, targeting_flag: null })
    expect((await service.state.flags()).find(flag => flag.key === 'linked')).toMatchObject({
      active: true,
      deleted: false,
    })
  })

  it.each<[string, object, (service: Service, id: string) => Promise<unknown>]>([
    ['deleted', {}, (service, id) => callSurveys(service, 'DELETE', id)],
    ['stopped', {}, (service, id) => callSurveys(service, 'PATCH', id, { end_date: STARTED })],
    [
      'given filters of its own',
      {},
      (service, id) => callSurveys(service, 'PATCH', id, { targeting_flag_filters: targeting('pro') }),
    ],
    [
      'given no targeting',
      {},
      (service, id) => callSurveys(service, 'PATCH', id, { remove_targeting_flag: true }),
    ],
    ['full', { responses_limit: 1 }, (service, id) => sendSurveyEvent(service, 'sent', id, 'u')],
    ['created with filters of its own', { targeting_flag_filters: targeting('pro') }, async () => undefined],
  ])(
    'leaves a flag of the site as it is when a survey that names it is %s (D-623)',
    async (_, fields, act) => {
      const service = createTestService({ flags: { site: true } })
      const [site] = await service.state.flags()
      const { body } = await createSurvey(service, { targeting_flag_id: 1, start_date: STARTED, ...fields })
      await act(service, body.id)
      expect((await service.state.flags()).find(flag => flag.key === 'site')).toEqual(site)
    },
  )

  it('creates a flag for the filters of a survey that names a flag of the site (D-623)', async () => {
    const service = createTestService({ flags: { site: true } })
    const { body } = await createSurvey(service, { targeting_flag_id: 1 })
    const patch = { targeting_flag_filters: targeting('pro') }
    const changed = (await callSurveys(service, 'PATCH', body.id, patch)).body
    expect(changed.targeting_flag).toMatchObject({ filters: targeting('pro') })
    expect(changed.targeting_flag.id).not.toBe(1)
  })

  it('deletes the targeting flag with the last survey that names it (D-623)', async () => {
    const service = createTestService()
    const first = (await createSurvey(service, { targeting_flag_filters: targeting('pro') })).body
    const { targeting_flag_id } = first
    const second = (await createSurvey(service, { name: 'Second', targeting_flag_id })).body
    const isDeleted = async () =>
      (await service.state.flags()).find(flag => flag.id === targeting_flag_id)?.deleted
    await callSurveys(service, 'DELETE', first.id)
    expect(await isDeleted()).toBe(false)
    await callSurveys(service, 'DELETE', second.id)
    expect(await isDeleted()).toBe(true)
  })
})

describe('4.2 a targeting flag of several surveys, or of none (D-707)', () => {
  /** Two surveys that name one targeting flag, which the service has created for the first. */
  const createShared = async () => {
    const service = createTestService()
    const first = (await createSurvey(service, { targeting_flag_filters: targeting('pro') })).body
    const { targeting_flag_id } = first
    const second = (await createSurvey(service, { name: 'Second', targeting_flag_id })).body
    const isActive = async () =>
      (await service.state.flags()).find(flag => flag.id === targeting_flag_id)?.active
    const change = (survey: { id: string }, body: object) => callSurveys(service, 'PATCH', survey.id, body)
    return { service, first, second, isActive, change }
  }

  it('is active while one of the surveys runs', async () => {
    const { service, first, second, isActive, change } = await createShared()
    expect(await isActive()).toBe(false)
    await change(first, { start_date: STARTED })
    expect(await isActive()).toBe(true)
    await change(second, { start_date: STARTED })
    await change(first, { end_date: STARTED })
    expect(await isActive()).toBe(true)
    await change(second, { archived: true })
    expect(await isActive()).toBe(false)
    await change(first, { end_date: null })
    expect(await isActive()).toBe(true)
    await callSurveys(service, 'DELETE', first.id)
    expect(await isActive()).toBe(false)
  })

  it('is active for a running survey that is created with it, and ends with its last answer', async () => {
    const { service, first, isActive } = await createShared()
    const fields = {
      name: 'Third',
      start_date: STARTED,
      responses_limit: 1,
      targeting_flag_id: first.targeting_flag_id,
    }
    const { body } = await createSurvey(service, fields)
    expect(await isActive()).toBe(true)
    await sendSurveyEvent(service, 'sent', body.id, 'u')
    expect(await isActive()).toBe(false)
  })

  it('keeps its filters when one of the surveys gets filters of its own, and is active for the other', async () => {
    const { service, first, second, isActive, change } = await createShared()
    await change(first, { start_date: STARTED })
    await change(second, { start_date: STARTED })
    const changed = (await change(first, { targeting_flag_filters: targeting('free') })).body
    expect(changed.targeting_flag).toMatchObject({ filters: targeting('free'), active: true })
    expect((await callSurveys(service, 'GET', second.id)).body.targeting_flag.filters).toEqual(
      targeting('pro'),
    )
    expect(await isActive()).toBe(true)
    await change(second, { end_date: STARTED })
    expect(await isActive()).toBe(false)
  })

  it.each<[string, object]>([
    ['another flag', { targeting_flag_id: 1 }],
    ['none', { targeting_flag_id: null }],
    ['none, and gets new filters', { targeting_flag_id: null, targeting_flag_filters: targeting('free') }],
  ])('is inactive when its survey names %s, and active when it is named again', async (_, patch) => {
    const service = createTestService({ flags: { site: true } })
    const { body } = await createSurvey(service, { targeting_flag_filters: targeting('pro') })
    const { key, id } = body.targeting_flag
    const change = async (fields: object) => (await callSurveys(service, 'PATCH', body.id, fields)).body
    await change({ start_date: STARTED })
    expect((await fetchFlags(service)).flags).toHaveProperty(key)
    const changed = await change(patch)
    expect(changed.targeting_flag?.id).not.toBe(id)
    expect(changed.targeting_flag_filters).toEqual(
      'targeting_flag_filters' in patch ? targeting('free') : null,
    )
    expect((await fetchFlags(service)).flags).not.toHaveProperty(key)
    expect((await change({ targeting_flag_id: id })).targeting_flag).toMatchObject({ id, active: true })
  })
})

describe('4.2 start, stop, resume, archive', () => {
  it('activates flags while the survey runs, and lists it for browsers unless it is archived', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { targeting_flag_filters: targeting('pro') })
    const { id } = body
    expect(await flagActivity(service, id)).toEqual([false, false])
    await callSurveys(service, 'PATCH', id, { start_date: STARTED })
    expect(await flagActivity(service, id)).toEqual([true, true])
    await callSurveys(service, 'PATCH', id, { end_date: '2025-09-30T00:00:00Z' })
    expect(await flagActivity(service, id)).toEqual([false, false])
    await callSurveys(service, 'PATCH', id, { name: 'renamed' })
    expect(await flagActivity(service, id)).toEqual([false, false])
    await callSurveys(service, 'PATCH', id, { end_date: null })
    expect(await flagActivity(service, id)).toEqual([true, true])
    expect(await publicIds(service)).toEqual([id])
    await callSurveys(service, 'PATCH', id, { archived: true })
    expect(await flagActivity(service, id)).toEqual([false, false])
    expect(await publicIds(service)).toEqual([])
    await callSurveys(service, 'PATCH', id, { archived: false })
    expect(await publicIds(service)).toEqual([id])
  })

  it('keeps a new targeting flag inactive until the first update', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, {
      start_date: STARTED,
      targeting_flag_filters: targeting('pro'),
    })
    expect(await flagActivity(service, body.id)).toEqual([false, true])
    await callSurveys(service, 'PATCH', body.id, { name: 'renamed' })
    expect(await flagActivity(service, body.id)).toEqual([true, true])
  })
})

describe('4.2 the form of a survey for browsers', () => {
  it('contains flag keys, and no field that was written for colleagues', async () => {
    const service = createTestService({ flags: { linked: true } })
    const { body } = await createSurvey(service, {
      description: 'ask churn-risk accounts',
      linked_flag_id: 1,
      targeting_flag_filters: targeting('pro'),
      responses_limit: 9,
      start_date: STARTED,
    })
    const response = await post(service, '/flags?v=2&config=true', { api_key: 'phc_demo', distinct_id: 'u' })
    const texts = [await response.text()]
    const [survey] = JSON.parse(texts[0]!).surveys
    expect(survey).toMatchObject({
      id: body.id,
      linked_flag_key: 'linked',
      targeting_flag_key: body.targeting_flag.key,
      internal_targeting_flag_key: body.internal_targeting_flag.key,
      start_date: STARTED,
    })
    for (const field of [
      'description',
      'created_by',
      'created_at',
      'responses_limit',
      'targeting_flag',
      'archived',
    ]) {
      expect(survey).not.toHaveProperty(field)
    }
    for (const path of [
      '/api/surveys/?token=phc_demo',
      '/array/phc_demo/config',
      '/array/phc_demo/config.js',
    ])
      texts.push(await (await service.fetch(path)).text())
    for (const text of texts) {
      expect(text).toContain(body.id)
      expect(text).not.toMatch(/churn-risk|responses_limit|created_|targeting_flag_filters/)
    }
  })
})

describe('4.2 iterations', () => {
  it('advances iterations with time, and ends the survey after the last one', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, {
      start_date: '2025-10-01T00:00:00Z',
      iteration_count: 2,
      iteration_frequency_days: 10,
    })
    expect(body).toMatchObject({
      iteration_start_dates: ['2025-10-01T00:00:00Z', '2025-10-11T00:00:00Z'],
      current_iteration: 1,
      current_iteration_start_date: '2025-10-01T00:00:00Z',
    })
    const keysOf = async () => {
      const { body: read } = await callSurveys(service, 'GET', body.id)
      const [group] = read.internal_targeting_flag.filters.groups
      return [read.current_iteration, group.properties.map((property: { key: string }) => property.key)]
    }
    const keys = (iteration: number) => [
      `$survey_dismissed/${body.id}/${iteration}`,
      `$survey_responded/${body.id}/${iteration}`,
    ]
    expect(await keysOf()).toEqual([1, keys(1)])
    service.advance(10 * DAY_MS)
    expect(await keysOf()).toEqual([2, keys(2)])
    service.advance(10 * DAY_MS)
    const { body: ended } = await callSurveys(service, 'GET', body.id)
    expect(ended).toMatchObject({
      end_date: '2025-10-21T12:00:00Z',
      internal_targeting_flag: { active: false },
    })
  })

  it.each([[[]], [null]])(
    'computes the dates of a count beside iteration_start_dates %j (4.2, D-732)',
    async none => {
      const service = createTestService()
      const fields = { start_date: STARTED, iteration_count: 1, iteration_frequency_days: 10 }
      const dates = [STARTED, '2025-09-11T00:00:00Z']
      const { body } = await createSurvey(service, { ...fields, iteration_start_dates: none })
      expect(body.iteration_start_dates).toEqual(dates.slice(0, 1))
      const more = { iteration_count: 2, iteration_start_dates: none, current_iteration_start_date: null }
      const { body: changed } = await callSurveys(service, 'PATCH', body.id, more)
      expect(changed).toMatchObject({ iteration_start_dates: dates, current_iteration_start_date: STARTED })
    },
  )

  it('returns no iteration dates while the survey has no start', async () => {
    const { body } = await createSurvey(createTestService(), {
      iteration_count: 2,
      iteration_frequency_days: 10,
    })
    expect(body).toMatchObject({
      iteration_start_dates: null,
      current_iteration: null,
      current_iteration_start_date: null,
    })
  })
})

describe('4.2 response sampling', () => {
  it('admits more persons each day', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, {
      start_date: STARTED,
      response_sampling_start_date: '2025-10-02T00:00:00Z',
      response_sampling_interval_type: 'day',
      response_sampling_interval: 4,
      response_sampling_limit: 100,
    })
    const { body: read } = await callSurveys(service, 'GET', body.id)
    const key = read.feature_flag_keys[3].value
    expect(key).toMatch(/^survey-targeting-[0-9a-f]{10}-sampling$/)
    const rollout = async () => {
      await fetchFlags(service)
      const samplingFlag = (await service.state.flags()).find(flag => flag.key === key)
      return samplingFlag?.filters.groups?.[0]?.rollout_percentage
    }
    expect(await rollout()).toBe(100)
    const rollouts = []
    for (let day = 0; day < 5; day++) {
      service.advance(DAY_MS)
      rollouts.push(await rollout())
    }
    expect(rollouts).toEqual([25, 50, 75, 100, 100])
    const surveys = await (await service.fetch('/api/surveys/?token=phc_demo')).json()
    expect(surveys.surveys[0].feature_flag_keys).toEqual([
      { key: 'internal_response_sampling_flag_key', value: key },
    ])
  })

  it('admits everyone again when sampling is removed', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, {
      start_date: STARTED,
      response_sampling_start_date: '2025-10-01T00:00:00Z',
      response_sampling_interval: 10,
      response_sampling_interval_type: 'day',
      response_sampling_limit: 50,
    })
    const rollout = async () =>
      (await service.state.flags()).find(({ key }) => key.endsWith('-sampling'))?.filters.groups?.[0]
        ?.rollout_percentage
    await fetchFlags(service)
    expect(await rollout()).toBe(10)
    await callSurveys(service, 'PATCH', body.id, { response_sampling_limit: null })
    await fetchFlags(service)
    expect(await rollout()).toBe(100)
  })

  it('counts 7 days a week and 30 days a month', async () => {
    for (const [type, days] of [
      ['week', 7],
      ['month', 30],
    ] as const) {
      const { body } = await createSurvey(createTestService(), {
        response_sampling_start_date: '2025-10-02T00:00:00Z',
        response_sampling_interval_type: type,
        response_sampling_interval: 1,
        response_sampling_limit: 100,
      })
      expect(body.response_sampling_daily_limits).toHaveLength(days)
    }
  })

  it('accepts daily limits as a list, as its JSON text or as any other value', async () => {
    const limits = [{ date: '2025-10-02', daily_response_limit: 1, rollout_percentage: 10 }]
    for (const input of [limits, JSON.stringify(limits), 'x']) {
      const service = createTestService()
      const { body } = await createSurvey(service, { response_sampling_daily_limits: input })
      expect(body.response_sampling_daily_limits).toEqual(input)
      // The internal flag and the sampling flag.
      expect(await service.state.flags()).toHaveLength(2)
    }
  })
})

describe('2.1 integers of 32 bits', () => {
  const MAX_INTEGER = 2147483647

  it('allows any sampling interval, and limits the daily limits to ten years', async () => {
    for (const response_sampling_interval_type of ['day', 'week', 'month']) {
      const service = createTestService()
      const { status, body } = await createSurvey(service, {
        response_sampling_start_date: '2025-10-02T00:00:00Z',
        response_sampling_interval_type,
        response_sampling_interval: MAX_INTEGER,
        response_sampling_limit: MAX_INTEGER,
      })
      expect([status, body.response_sampling_interval]).toEqual([201, MAX_INTEGER])
      expect(body.response_sampling_daily_limits).toHaveLength(3650)
      expect(body.response_sampling_daily_limits[3649].date).toBe('2035-09-29')
    }
  })

  it('allows any iteration frequency, and leaves out iterations after the year 9999', async () => {
    const iterations = async (iteration_frequency_days: number, start_date: string) => {
      const { body } = await createSurvey(createTestService(), {
        iteration_count: 500,
        iteration_frequency_days,
        start_date,
      })
      return body.iteration_start_dates
    }
    expect(await iterations(MAX_INTEGER, STARTED)).toEqual([STARTED])
    expect(await iterations(365, '9998-12-31T00:00:00Z')).toEqual([
      '9998-12-31T00:00:00Z',
      '9999-12-31T00:00:00Z',
    ])
  })
})

/** The result of the flag whose key ends with `-sampling`. */
async function samplingFlag(service: Service): Promise<FlagResult | undefined> {
  const { flags } = await fetchFlags(service)
  return Object.values(flags).find(({ key }) => key.endsWith('-sampling'))
}

describe('2.1 response_sampling_daily_limits', () => {
  it('stores a JSON text of more than a million characters, and does not parse it (D-688)', async () => {
    const text = JSON.stringify([{ date: '2025-01-01', rollout_percentage: 10 }])
    for (const [length, failed] of [
      [1_000_000, undefined],
      [1_000_001, true],
    ] as const) {
      const service = createTestService()
      const input = text.padEnd(length)
      const fields = { start_date: STARTED, response_sampling_daily_limits: input }
      const { status, body } = await createSurvey(service, fields)
      expect([status, body.response_sampling_daily_limits === input]).toEqual([201, true])
      expect((await samplingFlag(service))?.failed).toBe(failed)
    }
  })

  it.each<[string, unknown]>([
    ['a list without objects', [null, 1, 'x', []]],
    ['the JSON text of such a list', '[null]'],
    [
      'limits without a date or a percentage',
      [{}, { date: 5 }, { date: '2025-01-01', rollout_percentage: 'x' }],
    ],
    ['an object', { a: 1 }],
    ['a number', 5],
  ])('accepts %s, and still serves surveys and flags', async (_, input) => {
    const service = createTestService({ flags: { on: true } })
    const { status, body } = await createSurvey(service, { response_sampling_daily_limits: input })
    expect([status, body.response_sampling_daily_limits]).toEqual([201, input])
    expect((await callSurveys(service, 'GET')).status).toBe(200)
    expect((await fetchFlags(service)).flags['on']?.enabled).toBe(true)
  })

  const limit = (date: unknown, rollout_percentage: unknown = 100) => ({ date, rollout_percentage })

  it.each<[string, unknown]>([
    ['dates of another form', [limit('10/01/2025', 1), limit('10/30/2025')]],
    ['dates with a time', [limit('2025-10-01T00:00:00Z', 1)]],
    ['words for dates', [limit('today', 1), limit('tomorrow', 1)]],
    ['months that do not exist', [limit('2025-13-01')]],
    ['percentages as texts', [limit('2025-10-01', '1')]],
    ['a percentage above 100', [limit('2025-10-01', 1000)]],
    ['one limit without a date beside another', [limit('2025-10-01'), { rollout_percentage: 1 }]],
    ['the JSON text of such a list', JSON.stringify([limit('today')])],
    ['an object', { '2025-10-01': 1 }],
    ['a text', 'x'],
    ['an empty text', ''],
    ['false', false],
  ])('admits nobody, and says so, with %s (D-313)', async (_, response_sampling_daily_limits) => {
    const service = createTestService()
    const { status } = await createSurvey(service, { start_date: STARTED, response_sampling_daily_limits })
    expect(status).toBe(201)
    expect(await samplingFlag(service)).toMatchObject({ enabled: false, failed: true })
    expect((await fetchFlags(service)).errorsWhileComputingFlags).toBe(true)
  })

  it('admits the percentage of the latest limit that has begun, in any order (D-313)', async () => {
    const service = createTestService()
    await createSurvey(service, {
      start_date: STARTED,
      response_sampling_daily_limits: [
        limit('2025-10-01', 0),
        limit('2025-10-03', 100),
        limit('2025-09-01', 100),
      ],
    })
    expect(await samplingFlag(service)).toMatchObject({ enabled: false })
    service.advance(2 * 86_400_000)
    expect(await samplingFlag(service)).toMatchObject({ enabled: true })
  })

  it.each([[null], [[]]])('admits everybody again when they become %j (D-313)', async removed => {
    const service = createTestService()
    const { body } = await createSurvey(service, {
      start_date: STARTED,
      response_sampling_daily_limits: [limit('2025-10-01', 0)],
    })
    expect((await samplingFlag(service))?.enabled).toBe(false)
    await callSurveys(service, 'PATCH', body.id, { response_sampling_daily_limits: removed })
    expect((await samplingFlag(service))?.enabled).toBe(true)
  })
})

describe('4.2 responses_limit', () => {
  it('ends the survey when the limit is reached, counting each submission once', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { start_date: STARTED, responses_limit: 2 })
    const hasEnded = async () => (await callSurveys(service, 'GET', body.id)).body.end_date !== null
    for (let i = 0; i < 3; i++)
      await sendSurveyEvent(service, 'sent', body.id, 'a', { $survey_submission_id: 'one' })
    expect(await hasEnded()).toBe(false)
    await sendSurveyEvent(service, 'sent', body.id, 'b', { $survey_submission_id: 'two' })
    const { body: ended } = await callSurveys(service, 'GET', body.id)
    expect(ended).toMatchObject({
      end_date: '2025-10-01T12:00:00Z',
      responses_limit: 2,
      internal_targeting_flag: { active: false },
    })
  })
})

describe('4.2 flags that a request names in read-only fields (D-758)', () => {
  const pro = targeting('pro')
  const linkedTo = (survey: { linked_flag?: { key: string }; targeting_flag?: { key: string } }) => [
    survey.linked_flag?.key,
    survey.targeting_flag?.key,
  ]
  const createService = () =>
    createTestService({ flags: { beta: false, vips: { filters: pro }, other: true } })

  /** Creates a survey, and returns it as list and retrieve reply it. */
  const read = async (service: Service, fields: object) => {
    const { body } = await createSurvey(service, fields)
    return (await callSurveys(service, 'GET', body.id)).body
  }
  /** Whether a person with a plan receives each of the flags of a survey. */
  const isFor = async (service: Service, survey: { id: string }, plan: string) => {
    const { body } = await callSurveys(service, 'GET', survey.id)
    const { flags } = await fetchFlags(service, { person_properties: { plan } })
    const keys: string[] = body.feature_flag_keys.map(({ value }: { value: string | null }) => value)
    return keys.filter(Boolean).every(key => flags[key]?.enabled)
  }

  it.each([
    ['a flag of the site', { linked_flag_id: 1, targeting_flag_id: 2 }, ['beta', 'vips']],
    [
      'filters of its own',
      { targeting_flag_filters: pro },
      [undefined, expect.stringMatching(/^survey-targeting-\w+$/)],
    ],
  ])('are those of a copy with another name, when the survey has %s', async (_, fields, keys) => {
    const service = createService()
    const original = await read(service, { start_date: STARTED, ...fields })
    for (const survey of [
      original,
      // A reply of an update has the writable fields too.
      (await callSurveys(service, 'PATCH', original.id, { description: 'Ours' })).body,
    ]) {
      const { status, body } = await createSurvey(service, {
        ...survey,
        name: `Copy of ${survey.description}`,
      })
      expect([status, linkedTo(body)]).toEqual([201, keys])
      await callSurveys(service, 'PATCH', body.id, { description: 'Theirs' })
      expect(body.targeting_flag.filters).toEqual(original.targeting_flag.filters)
      expect(await isFor(service, body, 'free')).toBe(false)
    }
  })

  it('lose no filters that were changed after the survey had been read, nor those of another project', async () => {
    const service = createService()
    const original = await read(service, { start_date: STARTED, targeting_flag_filters: targeting('free') })
    const changed = { ...original.targeting_flag, filters: pro }
    const copies = [
      await createSurvey(service, { ...original, name: 'A', targeting_flag: changed }),
      await createSurvey(createService(), { ...original, name: 'B', targeting_flag: changed }),
      await createSurvey(service, { name: 'C', type: 'popover', targeting_flag: { filters: pro } }),
    ]
    for (const { status, body } of copies) {
      expect([status, body.targeting_flag.filters]).toEqual([201, pro])
      expect(body.targeting_flag.key).not.toBe(original.targeting_flag.key)
    }
    expect((await callSurveys(service, 'GET', original.id)).body.targeting_flag.filters).toEqual(
      targeting('free'),
    )
  })

  it.each([
    [{ linked_flag: { id: 1 } }, ['beta', undefined]],
    [{ linked_flag: { key: 'beta' } }, ['beta', undefined]],
    [{ linked_flag_id: 3, linked_flag: { id: 1, key: 'beta' } }, ['other', undefined]],
    [{ targeting_flag: { id: 2 } }, [undefined, 'vips']],
    [{ targeting_flag_id: 3, targeting_flag: { key: 'vips' } }, [undefined, 'other']],
    [
      {
        linked_flag_id: null,
        linked_flag: null,
        feature_flag_keys: [
          { key: 'linked_flag_key', value: 'beta' },
          { key: 'targeting_flag_key', value: 'vips' },
          { key: 'internal_targeting_flag_key', value: null },
        ],
      },
      ['beta', 'vips'],
    ],
    [{ linked_flag: null, targeting_flag: null, feature_flag_keys: [] }, [undefined, undefined]],
  ])('are those of a survey that is created with %j', async (fields, keys) => {
    const { status, body } = await createSurvey(createService(), fields)
    expect([status, linkedTo(body)]).toEqual([201, keys])
  })

  it.each([
    [{ linked_flag: { id: 9 } }, 'linked_flag'],
    [{ linked_flag: { id: 1, key: 'other' } }, 'linked_flag'],
    [{ linked_flag_id: 1, linked_flag: { id: 1, key: 'other' } }, 'linked_flag'],
    [{ linked_flag: {} }, 'linked_flag'],
    [{ linked_flag: 'beta' }, 'linked_flag'],
    [{ targeting_flag: { id: 9 } }, 'targeting_flag'],
    [{ targeting_flag: { filters: {} } }, 'targeting_flag'],
    [{ targeting_flag: { filters: { groups: [{ properties: [] }] } } }, 'targeting_flag_filters'],
    [{ internal_targeting_flag: { key: 'beta' } }, 'internal_targeting_flag'],
    [{ feature_flag_keys: [{ key: 'linked_flag_key', value: 'missing' }] }, 'feature_flag_keys'],
    [{ feature_flag_keys: [{ key: 'linked_flag', value: 'beta' }] }, 'feature_flag_keys__0__key'],
    [{ feature_flag_keys: 'beta' }, 'feature_flag_keys'],
  ])(
    'get 400 when the survey is created with %j, in place of a survey for everyone',
    async (fields, attr) => {
      const { status, body } = await createSurvey(createService(), fields)
      expect([status, body.attr]).toEqual([400, attr])
    },
  )

  it.each([
    [{ linked_flag: { id: 3 } }, 'linked_flag'],
    [{ targeting_flag: { id: 3 } }, 'targeting_flag'],
    [{ targeting_flag: { filters: targeting('free') } }, 'targeting_flag'],
    [{ linked_flag: {} }, 'linked_flag'],
    [{ targeting_flag: { name: 'Ours' } }, 'targeting_flag'],
    [{ internal_targeting_flag: {} }, 'internal_targeting_flag'],
    [{ internal_targeting_flag: { id: 3 } }, 'internal_targeting_flag'],
    [{ feature_flag_keys: [{ key: 'linked_flag_key', value: 'other' }] }, 'feature_flag_keys'],
  ])(
    'get 400 in an update with %j, which names another flag than the survey has, or none',
    async (fields, attr) => {
      const service = createService()
      const { id } = await read(service, { linked_flag_id: 1, targeting_flag_filters: pro })
      const { status, body } = await callSurveys(service, 'PATCH', id, fields)
      expect([status, body.attr]).toEqual([400, attr])
    },
  )

  it.each([
    { linked_flag: {}, linked_flag_id: 3 },
    { linked_flag: {}, linked_flag_id: null },
    { targeting_flag: {}, targeting_flag_id: 2 },
    { targeting_flag: {}, targeting_flag_id: null },
    { targeting_flag: { name: 'Ours' }, targeting_flag_filters: targeting('free') },
    { targeting_flag: {}, remove_targeting_flag: true },
  ])('are ignored when they name no flag beside a writable field, as in %j (D-749)', async fields => {
    const service = createService()
    const { id } = await read(service, { linked_flag_id: 1, targeting_flag_filters: pro })
    expect((await callSurveys(service, 'PATCH', id, fields)).status).toBe(200)
    const isNone = Object.values(fields).includes(null)
    expect((await createSurvey(service, { ...fields, name: 'Copy' })).status).toBe(isNone ? 400 : 201)
  })

  it.each(['1', 1.5, null])('may have the version %j (D-749)', async version => {
    const service = createService()
    const original = await read(service, { linked_flag_id: 1, targeting_flag_filters: pro })
    const { status } = await callSurveys(service, 'PATCH', original.id, {
      linked_flag: { ...original.linked_flag, version },
      targeting_flag: { ...original.targeting_flag, version },
    })
    expect(status).toBe(200)
  })

  it('are ignored in an update that sends back what was read, or names other flags in writable fields', async () => {
    const service = createService()
    const original = await read(service, { linked_flag_id: 1, targeting_flag_filters: pro })
    const sorted = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_, item) =>
        typeof item === 'object' && item !== null && !Array.isArray(item)
          ? Object.fromEntries(Object.entries(item).sort())
          : item,
      )
    const { internal_targeting_flag: internal } = original
    for (const fields of [
      original,
      sorted(original) as object,
      { ...original, internal_targeting_flag: { ...internal, filters: { groups: [] } } },
    ]) {
      const { status, body } = await callSurveys(service, 'PATCH', original.id, fields)
      expect([status, linkedTo(body)]).toEqual([200, linkedTo(original)])
    }
    const others = { linked_flag_id: null, targeting_flag_id: 2 }
    const { status, body } = await callSurveys(service, 'PATCH', original.id, { ...original, ...others })
    expect([status, linkedTo(body)]).toEqual([200, [undefined, 'vips']])
  })

  it('are ignored in an update with filters that were read before somebody else changed the flag (D-749)', async () => {
    const service = createService()
    const original = await read(service, { targeting_flag_filters: targeting('free') })
    await callSurveys(service, 'PATCH', original.id, { targeting_flag_filters: pro })
    const { status, body } = await callSurveys(service, 'PATCH', original.id, {
      ...original,
      name: 'Renamed',
    })
    expect([status, body.name, body.targeting_flag.filters]).toEqual([200, 'Renamed', pro])
    const edited = { ...body.targeting_flag, filters: targeting('free') }
    const refused = await callSurveys(service, 'PATCH', original.id, { targeting_flag: edited })
    expect([refused.status, refused.body.attr]).toEqual([400, 'targeting_flag'])
    const last = targeting('last')
    await callSurveys(service, 'PATCH', original.id, { targeting_flag_filters: last })
    for (const { targeting_flag } of [original, body]) {
      const sentBack = await callSurveys(service, 'PATCH', original.id, { targeting_flag })
      expect([sentBack.status, sentBack.body.targeting_flag.filters]).toEqual([200, last])
    }
  })

  it('are ignored in an update with filters that were read before the flag was changed by itself (D-749)', async () => {
    const service = createService()
    const original = await read(service, { targeting_flag_filters: targeting('free') })
    const flagPath = `/api/projects/1/feature_flags/${original.targeting_flag.id}/`
    expect((await fetchManagement(service, 'PATCH', flagPath, { filters: pro })).status).toBe(200)
    const renamed = await callSurveys(service, 'PATCH', original.id, { ...original, name: 'Renamed' })
    expect([renamed.status, renamed.body.targeting_flag.filters]).toEqual([200, pro])
  })

  it.each([
    ['of an older version', 1],
    ['of a newer version', 999],
    ['of version 0', 0],
    ['of a version below 0', -5],
    ['of a version that is no number', '1'],
  ])('get 400 with edited filters %s, which no reply would keep (D-749)', async (_, version) => {
    const service = createService()
    const original = await read(service, { targeting_flag_filters: targeting('free') })
    await callSurveys(service, 'PATCH', original.id, { targeting_flag_filters: pro })
    const edited = { ...original.targeting_flag, version, filters: targeting('mine') }
    const { status, body } = await callSurveys(service, 'PATCH', original.id, { targeting_flag: edited })
    expect([status, body.attr]).toEqual([400, 'targeting_flag'])
  })

  it('get 400 with filters of before, and a version that the flag never had (D-749)', async () => {
    const service = createService()
    const original = await read(service, { targeting_flag_filters: targeting('free') })
    await callSurveys(service, 'PATCH', original.id, { targeting_flag_filters: pro })
    for (const version of [0, -5, 999]) {
      const targeting_flag = { ...original.targeting_flag, version }
      const { status } = await callSurveys(service, 'PATCH', original.id, { targeting_flag })
      expect(status).toBe(400)
    }
  })

  it('are those of a seeded survey, whose copy gets 400 when the flag does not exist', async () => {
    const surveys = [
      { id: 'a', name: 'A', linked_flag_key: 'beta' },
      { id: 'b', name: 'B', targeting_flag_key: 'missing' },
    ] as never
    const service = createTestService({ flags: { beta: false }, surveys })
    const [a, b] = (await callSurveys(service, 'GET')).body.results
    const copy = await createSurvey(service, { ...a, name: 'Copy' })
    expect([copy.status, linkedTo(copy.body)]).toEqual([201, ['beta', undefined]])
    expect((await createSurvey(service, { ...b, name: 'Copy 2' })).status).toBe(400)
    expect((await callSurveys(service, 'PATCH', 'b', b)).status).toBe(200)
  })
})
