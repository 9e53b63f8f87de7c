import { describe, expect, it } from 'vitest'
import type { FlagEvaluation } from '../../src/wire/console'
import { createTestService, fetchFlags } from '../server/testService'
import { callConsole, capture } from './consoleApi'

const plan = (value: string) => ({ key: 'plan', type: 'person', operator: 'exact', value })

const createFlagService = () =>
  createTestService({
    strictTags: true,
    flags: [
      { key: 'nav', filters: { groups: [{ properties: [plan('pro')], rollout_percentage: 100 }] } },
      {
        key: 'color',
        version: null,
        filters: {
          groups: [{}, { rollout_percentage: 0 }],
          multivariate: { variants: [{ key: 'red', rollout_percentage: 100 }] },
          payloads: { red: '{"hex":"f00"}' },
        },
      },
      { key: 'off', active: false, filters: {} },
      { key: 'tagged', evaluation_tags: ['beta'], evaluation_runtime: 'server', filters: { groups: [] } },
      { key: 'gone', deleted: true, filters: {} },
      {
        key: 'dependent',
        filters: {
          groups: [{ properties: [{ key: '1', type: 'flag', operator: 'flag_evaluates_to', value: true }] }],
        },
      },
    ],
    persons: [{ distinct_ids: ['ann'], properties: { plan: 'pro' } }],
  })

const patch = (service: ReturnType<typeof createFlagService>, id: number | string, body: unknown) =>
  callConsole(service, `feature_flags/${id}/`, 'PATCH', body)

describe('changing a flag (D-593)', () => {
  it('switches a flag off and on, each time with the next version', async () => {
    const service = createFlagService()
    const isOn = async () => (await fetchFlags(service, { distinct_id: 'ann' })).flags['nav']?.enabled
    expect(await isOn()).toBe(true)
    const { status, body } = await patch(service, 1, { active: false })
    expect([status, body.key, body.active, body.version]).toEqual([200, 'nav', false, 2])
    expect(body).not.toHaveProperty('project_id')
    expect(await isOn()).toBeUndefined()
    expect((await patch(service, 1, { active: true })).body.version).toBe(3)
    expect(await isOn()).toBe(true)
    const { results } = (await callConsole(service, 'feature_flags/')).body
    expect(results[0]).toEqual({ ...body, active: true, version: 3 })
  })

  it('keeps the version of a flag that does not change, and counts from 0 without one', async () => {
    const service = createFlagService()
    expect((await patch(service, 1, { active: true })).body.version).toBe(1)
    expect((await patch(service, 1, {})).body.version).toBe(1)
    expect((await patch(service, 2, { active: false })).body.version).toBe(1)
  })

  it('sets the rollout of the only release condition, and refuses it for several', async () => {
    const service = createFlagService()
    const { body } = await patch(service, 1, { rollout_percentage: 12.5 })
    expect(body.filters.groups).toEqual([{ properties: [plan('pro')], rollout_percentage: 12.5 }])
    expect((await patch(service, 3, { rollout_percentage: 5 })).body.filters.groups).toEqual([
      { rollout_percentage: 5 },
    ])
    const several = await patch(service, 2, { rollout_percentage: 50 })
    expect([several.status, several.body.attr]).toEqual([400, 'rollout_percentage'])
  })

  it('replaces the filters, and takes back the whole flag that it returned', async () => {
    const service = createFlagService()
    const filters = { groups: [{ properties: [plan('free')], rollout_percentage: 50 }] }
    const { status, body } = await patch(service, 1, { filters })
    expect([status, body.filters]).toEqual([200, filters])
    expect(await patch(service, 1, body)).toEqual({ status: 200, body })
    expect(await patch(service, 1, { ...body, version: 1, bucketing_identifier: null })).toEqual({
      status: 200,
      body,
    })
  })

  it.each([
    ['name', 'Navigation'],
    ['key', 'other'],
    ['id', 2],
    ['deleted', true],
    ['ensure_experience_continuity', true],
    ['evaluation_runtime', 'server'],
    ['evaluation_tags', ['beta']],
    ['bucketing_identifier', 'device_id'],
  ])('refuses another %s, which it would not change (D-706)', async (field, value) => {
    const service = createFlagService()
    const { status, body } = await patch(service, 1, { active: false, [field]: value })
    expect([status, body.attr]).toEqual([400, field])
    expect((await service.state.flags())[0]).toMatchObject({ version: 1, active: true })
  })

  it('refuses a misspelt field of the filters, and takes back one that the flag has (D-706)', async () => {
    const group = { properties: [plan('pro')], rollout_percentage: 50, ramp: 1 }
    const service = createTestService({ flags: { f: { filters: { groups: [group] } as never } } })
    const isTaken = { groups: [{ ...group, description: 'Half', sort_key: 'a', users_affected: 3 }] }
    expect((await patch(service, 1, { filters: isTaken })).status).toBe(200)
    expect((await patch(service, 1, { rollout_percentage: 10 })).status).toBe(200)
    const misspelt: [string, object][] = [
      ['filters__group', { group: [] }],
      ['filters__groups__0__propertes', { groups: [{ propertes: [plan('pro')] }] }],
      ['filters__groups__1__rollout_percentge', { groups: [group, { rollout_percentge: 0 }] }],
      ['filters__super_groups__0__varient', { super_groups: [{ varient: 'a' }] }],
      [
        'filters__multivariate__variants__0__rollout',
        { multivariate: { variants: [{ key: 'a', rollout: 5, rollout_percentage: 100 }] } },
      ],
      [
        'filters__groups__0__properties__1__operater',
        { groups: [{ properties: [plan('pro'), { key: 'a', operater: 'is_not', value: 1 }] }] },
      ],
    ]
    for (const [attr, filters] of misspelt) {
      const { status, body } = await patch(service, 1, { filters })
      expect([status, body.attr]).toEqual([400, attr])
    }
  })

  it('refuses a variant that the flag does not have (D-706)', async () => {
    const service = createFlagService()
    const filters = (variant: string | null) => ({
      groups: [{ variant }],
      multivariate: { variants: [{ key: 'red', rollout_percentage: 100 }] },
    })
    const { status, body } = await patch(service, 2, { filters: filters('rde') })
    expect([status, body.attr, body.detail]).toEqual([400, 'filters', expect.stringContaining('variant')])
    for (const variant of ['red', '', null])
      expect((await patch(service, 2, { filters: filters(variant) })).status).toBe(200)
  })

  it('takes back filters that it would refuse from others, to switch the flag off', async () => {
    const filters = { groups: [{ properties: [{ key: 'id', type: 'cohort', value: 9 }], variant: 'gone' }] }
    const service = createTestService({ flags: { f: { filters } } })
    const { status, body } = await patch(service, 1, { filters, active: false })
    expect([status, body.active]).toEqual([200, false])
  })

  it('refuses values and cohorts that would match nobody (D-706)', async () => {
    const cohorts = [{ id: 1, is_static: true }]
    const service = createTestService({ flags: { f: true, other: true }, cohorts })
    const statusOf = async (filter: object) =>
      (await patch(service, 1, { filters: { groups: [{ properties: [filter] }] } })).status
    const person = { key: 'a', type: 'person' }
    const flag = { key: '2', type: 'flag', operator: 'flag_evaluates_to' }
    expect(await statusOf({ ...person, operator: 'is_date_before', value: 'soon' })).toBe(400)
    expect(await statusOf({ ...person, operator: 'gt', value: 'many' })).toBe(400)
    expect(await statusOf({ ...person, operator: 'regex', value: '(' })).toBe(400)
    expect(await statusOf({ ...person, operator: 'exact' })).toBe(400)
    expect(await statusOf({ ...flag, value: 1 })).toBe(400)
    expect(await statusOf({ ...flag, value: true })).toBe(200)
    expect(await statusOf({ key: 'id', type: 'cohort', value: 2 })).toBe(400)
    expect(await statusOf({ key: 'id', type: 'cohort', value: 'many' })).toBe(400)
    expect(await statusOf({ key: 'id', type: 'cohort', value: 1 })).toBe(200)
  })

  it.each([
    ['active', { active: 'yes' }],
    ['rollout_percentage', { rollout_percentage: 101 }],
    ['rollout_percentage', { rollout_percentage: '5' }],
    ['filters', { filters: null }],
    ['filters__groups', { filters: { groups: {} } }],
    ['filters__groups__0__rollout_percentage', { filters: { groups: [{ rollout_percentage: -1 }] } }],
    ['filters__groups__0__properties', { filters: { groups: [{ properties: 'plan' }] } }],
    [
      'filters__multivariate__variants__0__key',
      { filters: { multivariate: { variants: [{ key: '', rollout_percentage: 100 }] } } },
    ],
    ['filters', { filters: { multivariate: { variants: [{ key: 'a', rollout_percentage: 60 }] } } }],
    ['filters', { filters: { groups: [{ properties: [{ key: 'a', operator: 'sounds_like', value: 1 }] }] } }],
    ['filters', { filters: { groups: [{ properties: [{ key: '99', type: 'flag', value: true }] }] } }],
    ['filters', { filters: { groups: [{ properties: [{ key: '6', type: 'flag', value: true }] }] } }],
    ['actve', { actve: true }],
  ])('refuses a wrong %s and changes nothing: %j', async (attr, body) => {
    const service = createFlagService()
    const refused = await patch(service, 1, body)
    expect([refused.status, refused.body.attr]).toEqual([400, attr])
    expect((await service.state.flags())[0]).toMatchObject({ version: 1, active: true })
  })

  it('refuses a flag that does not exist, is deleted or is of another project', async () => {
    const service = createFlagService()
    for (const id of [99, 5, 'nav', '1e0', '-1'])
      expect([id, (await patch(service, id, { active: false })).status]).toEqual([id, 404])
    const other = createTestService({
      projects: [{ id: 1 }, { id: 2, projectKey: 'phc_2', flags: { a: true } }],
    })
    expect((await callConsole(other, 'feature_flags/1/', 'PATCH', { active: false })).status).toBe(404)
    expect((await callConsole(service, 'feature_flags/1/')).status).toBe(405)
  })
})

const reasons = async (
  service: ReturnType<typeof createFlagService>,
  query: string,
): Promise<Record<string, FlagEvaluation>> =>
  (await callConsole(service, `feature_flags/evaluation_reasons/?${query}`)).body

describe('evaluation of flags with reasons (D-593)', () => {
  it('returns the value of every flag for a person, whatever its tags and runtime', async () => {
    expect(await reasons(createFlagService(), 'distinct_id=ann')).toEqual({
      nav: {
        value: true,
        evaluation: { reason: 'condition_match', condition_index: 0, description: 'Matched condition set 1' },
      },
      color: {
        value: 'red',
        payload: { hex: 'f00' },
        evaluation: { reason: 'condition_match', condition_index: 0, description: 'Matched condition set 1' },
      },
      tagged: {
        value: false,
        evaluation: { reason: 'no_group_type', condition_index: null, description: 'No group type' },
      },
      dependent: {
        value: true,
        evaluation: { reason: 'condition_match', condition_index: 0, description: 'Matched condition set 1' },
      },
      off: {
        value: false,
        evaluation: { reason: 'disabled', condition_index: null, description: 'Flag is disabled' },
      },
    })
  })

  it('tells why a flag is off, and creates no person', async () => {
    const service = createFlagService()
    expect((await reasons(service, 'distinct_id=bob'))['nav']).toEqual({
      value: false,
      evaluation: {
        reason: 'no_condition_match',
        condition_index: 0,
        description: 'No matching condition set',
      },
    })
    expect(await service.state.persons()).toHaveLength(1)
  })

  it('agrees with what the client of the person receives', async () => {
    const service = createFlagService()
    await capture(service, [{ event: '$set', distinct_id: 'bob', properties: { $set: { plan: 'pro' } } }])
    for (const distinct_id of ['ann', 'bob', 'eve']) {
      const explained = await reasons(service, `distinct_id=${distinct_id}`)
      const { flags } = await fetchFlags(service, {
        distinct_id,
        evaluation_environments: ['beta'],
        evaluation_runtime: 'all',
      })
      for (const [key, { enabled, variant, reason }] of Object.entries(flags))
        expect(explained[key]).toMatchObject({
          value: enabled && (variant ?? true),
          evaluation: { reason: reason!.code },
        })
    }
  })

  it('reads groups, and refuses a request without a distinct id or with groups that are no object', async () => {
    const service = createTestService({
      groupTypes: ['company'],
      flags: [{ key: 'big', filters: { aggregation_group_type_index: 0, groups: [{}] } }],
    })
    const groups = encodeURIComponent(JSON.stringify({ company: 'acme' }))
    expect((await reasons(service, `distinct_id=u&groups=${groups}`))['big']!.value).toBe(true)
    expect((await reasons(service, 'distinct_id=u'))['big']!.evaluation.reason).toBe('no_group_type')
    for (const query of ['', '?distinct_id=', '?distinct_id=u&groups=acme', '?distinct_id=u&groups=[]']) {
      const { status } = await callConsole(service, `feature_flags/evaluation_reasons/${query}`)
      expect([query, status]).toEqual([query, 400])
    }
  })
})
