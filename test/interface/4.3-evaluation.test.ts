import { describe, expect, it } from 'vitest'
import type { ServiceOptions } from '../../src/server/index'
import type { FlagCondition, FlagFilters, PropertyFilter } from '../../src/wire/flagDefinition'
import { createTestService, fetchFlags, fetchManagement, post } from '../server/testService'

const filter = (given: Partial<PropertyFilter>): PropertyFilter => ({
  key: 'plan',
  value: 'pro',
  type: 'person',
  ...given,
})
const only = (...properties: PropertyFilter[]): FlagFilters => ({
  groups: [{ properties, rollout_percentage: 100 }],
})

const resultOf = async (filters: FlagFilters, body: object = {}, options: ServiceOptions = {}) => {
  const reply = await fetchFlags(
    createTestService({ flags: { f: { filters } }, ...options }),
    body as Record<string, unknown>,
  )
  return { ...reply.flags['f'], errors: reply.errorsWhileComputingFlags }
}

describe('4.3 reason of a result', () => {
  const miss = { properties: [filter({})], rollout_percentage: 100 }
  const out = { properties: [], rollout_percentage: 0 }
  const hit = { properties: [], rollout_percentage: 100 }
  it.each<[string, FlagCondition[], string, number | null]>([
    ['the second condition', [miss, hit], 'condition_match', 1],
    ['two property misses', [miss, miss], 'no_condition_match', 1],
    ['rollout, then a property', [out, miss], 'out_of_rollout_bound', 0],
    ['a property, then rollout', [miss, out], 'out_of_rollout_bound', 1],
    ['no conditions', [], 'no_group_type', null],
  ])('%s', async (_, groups, code, condition_index) => {
    expect(await resultOf({ groups })).toMatchObject({ reason: { code, condition_index } })
  })

  it('is said in words', async () => {
    expect(await resultOf({ groups: [out] })).toMatchObject({
      reason: { description: 'Out of rollout bound' },
    })
    expect(await resultOf({ groups: [miss] })).toMatchObject({
      reason: { description: 'No matching condition set' },
    })
    expect(await resultOf({ groups: [] })).toMatchObject({ reason: { description: 'No group type' } })
  })
})

describe('4.3 groups', () => {
  const filters: FlagFilters = {
    aggregation_group_type_index: 0,
    groups: [{ properties: [], rollout_percentage: 100 }],
  }
  const options = { groupTypes: ['company'] }
  it.each<[string, object, string]>([
    ['absent', {}, 'no_group_type'],
    ['of another type', { groups: { team: 'a' } }, 'no_group_type'],
    ['with an empty key', { groups: { company: '' } }, 'no_group_type'],
    ['with an object as key', { groups: { company: {} } }, 'no_group_type'],
    ['with a key', { groups: { company: 'acme' } }, 'condition_match'],
    ['with a number as key', { groups: { company: 42 } }, 'condition_match'],
  ])('%s', async (_, body, code) => {
    expect(await resultOf(filters, body, options)).toMatchObject({ reason: { code } })
  })

  it('a condition about a group never sees the person', async () => {
    const byPerson = { ...filters, groups: [{ properties: [filter({})], rollout_percentage: 100 }] }
    const body = { groups: { company: 'acme' }, person_properties: { plan: 'pro' } }
    expect(await resultOf(byPerson, body, options)).toMatchObject({ enabled: false })
  })

  it('the key is a property of the group', async () => {
    const byKey = {
      ...filters,
      groups: [{ properties: [filter({ type: 'group', key: '$group_key', value: 'acme' })] }],
    }
    expect(await resultOf(byKey, { groups: { company: 'acme' } }, options)).toMatchObject({ enabled: true })
  })

  it('a condition may be about the person in a flag of groups', async () => {
    const mixed: FlagFilters = {
      aggregation_group_type_index: 0,
      groups: [{ properties: [filter({})], aggregation_group_type_index: null, rollout_percentage: 100 }],
    }
    expect(await resultOf(mixed, { person_properties: { plan: 'pro' } }, options)).toMatchObject({
      enabled: true,
    })
  })
})

describe('4.3 variants', () => {
  const variants = [
    { key: 'a', rollout_percentage: 20 },
    { key: 'b', rollout_percentage: 20 },
  ]
  it('of percentages below 100 leave some enabled without one', async () => {
    const service = createTestService({
      flags: { f: { filters: { groups: [{ properties: [] }], multivariate: { variants } } } },
    })
    const seen = new Set<string | null | undefined>()
    for (let i = 0; i < 40; i++) {
      const { flags } = await fetchFlags(service, { distinct_id: `user-${i}` })
      expect(flags['f']?.enabled).toBe(true)
      seen.add(flags['f']?.variant)
    }
    expect(seen).toEqual(new Set(['a', 'b', null]))
  })

  it('bring their payload', async () => {
    const filters: FlagFilters = {
      groups: [{ properties: [], variant: 'b' }],
      multivariate: { variants },
      payloads: { b: '{"n":1}', true: '{"n":2}' },
    }
    expect(await resultOf(filters)).toMatchObject({ variant: 'b', metadata: { payload: '{"n":1}' } })
  })
})

describe('4.3 early access', () => {
  const filters: FlagFilters = {
    groups: [{ properties: [], rollout_percentage: 0 }],
    feature_enrollment: true,
  }
  it.each<[string, object, boolean, string]>([
    ['who enrolled', { '$feature_enrollment/f': true }, true, 'super_condition_value'],
    ['who enrolled, as text', { '$feature_enrollment/f': 'true' }, true, 'super_condition_value'],
    ['who opted out', { '$feature_enrollment/f': false }, false, 'super_condition_value'],
    ['who never said', {}, false, 'out_of_rollout_bound'],
  ])('%s', async (_, person_properties, enabled, code) => {
    expect(await resultOf(filters, { person_properties })).toMatchObject({ enabled, reason: { code } })
  })

  it('by condition decides both ways', async () => {
    const enrolled = filter({ key: '$feature_enrollment/f', value: ['true'], operator: 'exact' })
    const older: FlagFilters = {
      groups: [{ properties: [], rollout_percentage: 100 }],
      super_groups: [{ properties: [enrolled], rollout_percentage: 100 }],
    }
    const ask = (value: unknown) =>
      resultOf(older, { person_properties: value === undefined ? {} : { '$feature_enrollment/f': value } })
    expect(await ask('true')).toMatchObject({
      enabled: true,
      reason: { code: 'super_condition_value', condition_index: 0 },
    })
    expect(await ask('false')).toMatchObject({ enabled: false, reason: { code: 'super_condition_value' } })
    expect(await ask(undefined)).toMatchObject({ enabled: true, reason: { code: 'condition_match' } })
  })
})

describe('4.3 cohorts', () => {
  const cohorts = [
    {
      id: 1,
      filters: { type: 'AND' as const, values: [filter({}), filter({ key: 'country', value: 'NZ' })] },
    },
    { id: 2, is_static: true, distinct_ids: ['member'] },
    {
      id: 3,
      filters: {
        type: 'OR' as const,
        values: [filter({ key: 'id', type: 'cohort', value: 2 }), filter({ negation: true })],
      },
    },
    { id: 4, filters: { type: 'AND' as const, values: [] } },
    { id: 5, filters: { type: 'AND' as const, values: [filter({ key: 'id', type: 'cohort', value: 5 })] } },
  ]
  const inCohort = (value: number, operator?: string) =>
    only(filter({ key: 'id', type: 'cohort', value, operator }))
  const both = { plan: 'pro', country: 'NZ' }
  it.each<[string, FlagFilters, object, boolean]>([
    ['by filters, who meets them', inCohort(1, 'in'), { person_properties: both }, true],
    ['by filters, who does not', inCohort(1), { person_properties: { plan: 'pro' } }, false],
    ['not in', inCohort(1, 'not_in'), { person_properties: { plan: 'pro' } }, true],
    ['by list, a member', inCohort(2), { distinct_id: 'member' }, true],
    ['by list, another', inCohort(2), {}, false],
    ['inside a cohort', inCohort(3), { distinct_id: 'member', person_properties: { plan: 'pro' } }, true],
    ['negated inside', inCohort(3), { person_properties: { plan: 'free' } }, true],
    ['neither', inCohort(3), { person_properties: { plan: 'pro' } }, false],
    ['an empty group', inCohort(4), {}, true],
  ])('%s', async (_, filters, body, enabled) => {
    expect(await resultOf(filters, body, { cohorts })).toMatchObject({ enabled, errors: false })
  })

  it.each([9, 5])('one that cannot be found, or contains itself (%i), fails its flag alone', async id => {
    const service = createTestService({ cohorts, flags: { broken: { filters: inCohort(id) }, fine: true } })
    expect(await fetchFlags(service)).toMatchObject({
      errorsWhileComputingFlags: true,
      flags: {
        broken: { enabled: false, failed: true, reason: { code: 'dependency_not_found_cohort' } },
        fine: { enabled: true },
      },
    })
  })
})

describe('4.3 flags that depend on flags', () => {
  const on = (id: number, value: unknown): FlagFilters =>
    only(filter({ key: String(id), type: 'flag', operator: 'flag_evaluates_to', value }))
  const flags = [
    { key: 'last', id: 4, filters: on(3, true) },
    { key: 'base', id: 1 },
    {
      key: 'shape',
      id: 2,
      filters: {
        groups: [{ properties: [] }],
        multivariate: { variants: [{ key: 'round', rollout_percentage: 100 }] },
      },
    },
    { key: 'first', id: 3, filters: on(1, true) },
    { key: 'if-round', id: 5, filters: on(2, 'round') },
    { key: 'if-square', id: 6, filters: on(2, 'square') },
    { key: 'if-any', id: 7, filters: on(2, true) },
    { key: 'if-off', id: 8, filters: on(2, false) },
    { key: 'inactive', id: 9, active: false },
    { key: 'if-inactive', id: 10, filters: on(9, true) },
    { key: 'if-not-inactive', id: 11, filters: on(9, false) },
    { key: 'server', id: 12, evaluation_runtime: 'server' as const },
    { key: 'if-not-server', id: 13, filters: on(12, false) },
    { key: 'odd', id: 14, filters: on(1, 7) },
  ]

  it('are evaluated after them, in whatever order they were made', async () => {
    const { flags: results, errorsWhileComputingFlags } = await fetchFlags(createTestService({ flags }))
    const enabled = Object.values(results).filter(flag => flag.enabled)
    expect(enabled.map(flag => flag.key).sort()).toEqual(
      ['last', 'base', 'shape', 'first', 'if-round', 'if-any', 'if-not-inactive', 'if-not-server'].sort(),
    )
    expect(errorsWhileComputingFlags).toBe(false)
  })

  it('are off when one is missing, or depends on them in turn; others are not harmed', async () => {
    const service = createTestService({
      flags: [
        { key: 'missing', id: 1, filters: on(99, true) },
        { key: 'chicken', id: 2, filters: on(3, true) },
        { key: 'egg', id: 3, filters: on(2, true) },
        { key: 'fine', id: 4 },
      ],
    })
    const off = { enabled: false, reason: { code: 'missing_dependency', condition_index: null } }
    const reply = await fetchFlags(service)
    expect(reply).toMatchObject({
      errorsWhileComputingFlags: true,
      flags: {
        missing: off,
        chicken: { ...off, failed: true },
        egg: { ...off, failed: true },
        fine: { enabled: true },
      },
    })
    expect(reply.flags['missing']).not.toHaveProperty('failed')
  })

  it('may form a long chain', async () => {
    const chain = Array.from({ length: 3000 }, (_, index) => ({
      key: `f${index}`,
      id: index + 1,
      ...(index === 0 ? {} : { filters: on(index, true) }),
    }))
    const { flags: results } = await fetchFlags(createTestService({ flags: chain.reverse() }), {
      flag_keys: ['f2999'],
    })
    expect(results['f2999']?.enabled).toBe(true)
  })
})

describe('4.3 experience continuity', () => {
  const key = 'f'
  const flags = {
    [key]: {
      ensure_experience_continuity: true,
      filters: { groups: [{ properties: [], rollout_percentage: 50 }] },
    },
  }

  it('keeps the value of the id before identify, during the request and ever after', async () => {
    const service = createTestService({ flags })
    const value = async (body: Record<string, unknown>) =>
      (await fetchFlags(service, body)).flags[key]?.enabled
    // One id on each side of the rollout.
    const ids = Array.from({ length: 20 }, (_, i) => `id-${i}`)
    const values = await Promise.all(ids.map(id => value({ distinct_id: id })))
    const inside = ids[values.indexOf(true)]!
    const outside = ids[values.indexOf(false)]!
    expect(await value({ distinct_id: outside, $anon_distinct_id: inside })).toBe(true)
    await post(service, '/i/v0/e/', {
      api_key: 'phc_demo',
      event: '$identify',
      distinct_id: outside,
      properties: { $anon_distinct_id: inside },
    })
    expect(await value({ distinct_id: outside })).toBe(true)
  })
})

describe('4.3 bucketing by device', () => {
  const flags = { f: { bucketing_identifier: 'device_id' as const } }
  it('counts on the device, and is out without one', async () => {
    const service = createTestService({ flags })
    expect((await fetchFlags(service)).flags['f']?.reason?.code).toBe('out_of_rollout_bound')
    expect((await fetchFlags(service, { $device_id: 'd' })).flags['f']?.enabled).toBe(true)
  })
})

describe('4.3 what cannot be computed', () => {
  const broken = (filters: unknown) => ({ filters: filters as FlagFilters })

  it.each<[string, unknown]>([
    ['null', null],
    ['groups that are no list', { groups: 'x' }],
    ['a condition that is no object', { groups: [1] }],
    ['properties that are no list', { groups: [{ properties: 1 }] }],
    ['variants without keys', { multivariate: { variants: [{}] } }],
    ['a rollout of text', { groups: [{ rollout_percentage: 'all' }] }],
  ])('filters: %s', async (_, filters) => {
    const service = createTestService({ flags: { broken: broken(filters), fine: true } })
    expect(await fetchFlags(service)).toMatchObject({
      errorsWhileComputingFlags: true,
      flags: {
        broken: { enabled: false, failed: true, reason: { code: 'malformed_filters' } },
        fine: { enabled: true },
      },
    })
  })

  it('an unknown operator never matches, and says so', async () => {
    const result = await resultOf(only(filter({ operator: 'sounds_like' })), {
      person_properties: { plan: 'pro' },
    })
    expect(result).toMatchObject({ enabled: false, failed: true, errors: true })
  })

  it('an unknown operator does no harm when another condition matches', async () => {
    const filters = { groups: [{ properties: [filter({ operator: 'sounds_like' })] }, { properties: [] }] }
    expect(await resultOf(filters)).toMatchObject({ enabled: true, errors: false })
  })

  it.each<[string, string, boolean]>([
    ['an invalid pattern', '?*', false],
    ['a catastrophic pattern', '(a+)+$', false],
  ])('%s is no error, and matches for neither form of the operator', async (_, value, expected) => {
    const person_properties = { plan: `${'a'.repeat(5000)}!` }
    const ask = (operator: string) => resultOf(only(filter({ operator, value })), { person_properties })
    expect(await ask('regex')).toMatchObject({ enabled: expected, errors: false })
  })
})

describe('4.3 dates and time zones', () => {
  it('reads dates without an offset in the zone of the project', async () => {
    const filters = only(filter({ key: 'at', operator: 'is_date_after', value: '2025-07-01 10:00' }))
    const body = { person_properties: { at: '2025-07-01T08:30:00Z' } }
    expect(await resultOf(filters, body)).toMatchObject({ enabled: false })
    expect(await resultOf(filters, body, { timeZone: 'Europe/Berlin' })).toMatchObject({ enabled: true })
    expect(await resultOf(filters, body, { timeZone: 'No/Zone' })).toMatchObject({ enabled: false })
  })

  it('counts relative dates from the clock of the service', async () => {
    const filters = only(filter({ key: 'at', operator: 'is_date_before', value: '-7d' }))
    expect(await resultOf(filters, { person_properties: { at: '2025-09-20' } })).toMatchObject({
      enabled: true,
    })
    expect(await resultOf(filters, { person_properties: { at: '2025-09-30' } })).toMatchObject({
      enabled: false,
    })
  })
})

describe('4.3 properties of a person', () => {
  it('include the distinct id, and first values of what the request has', async () => {
    expect(await resultOf(only(filter({ key: 'distinct_id', value: 'u' })))).toMatchObject({ enabled: true })
    const initial = only(filter({ key: '$initial_utm_source', value: 'ad' }))
    expect(await resultOf(initial, { person_properties: { utm_source: 'ad' } })).toMatchObject({
      enabled: true,
    })
  })
})

describe('4.3 errorsWhileComputingFlags', () => {
  const senseless: [string, unknown][] = [
    ['no filters', null],
    ['a condition of null', { groups: [null] }],
    [
      'a cohort that is an object',
      { groups: [{ properties: [{ key: 'id', type: 'cohort', value: { toString: 1 } }] }] },
    ],
  ]

  it.each(senseless)('a flag with %s is failed, and takes no other along', async (_, filters) => {
    const service = createTestService({
      flags: [{ key: 'senseless', filters: filters as never }, { key: 'on' }],
    })
    const { flags, errorsWhileComputingFlags } = await fetchFlags(service)
    expect(errorsWhileComputingFlags).toBe(true)
    expect(flags['senseless']).toMatchObject({ enabled: false, failed: true })
    expect(flags['on']?.enabled).toBe(true)
    const feed = await fetchManagement(service, 'GET', '/flags/definitions?token=phc_demo')
    expect((await feed.json()).flags).toHaveLength(2)
    const features = await service.fetch('/api/early_access_features/?token=phc_demo')
    expect(await features.json()).toEqual({ earlyAccessFeatures: [] })
  })

  it('of a survey that targets such a cohort concern its own flag alone', async () => {
    const service = createTestService({ flags: { on: true } })
    const groups = [{ properties: [{ key: 'id', type: 'cohort', value: { toString: 1 } }] }]
    const fields = { name: 'A', type: 'popover', targeting_flag_filters: { groups } }
    const made = await fetchManagement(service, 'POST', '/api/projects/1/surveys/', fields)
    const { id } = await made.json()
    await fetchManagement(service, 'PATCH', `/api/projects/1/surveys/${id}/`, {
      start_date: '2025-10-01T00:00:00Z',
    })
    const { flags, errorsWhileComputingFlags } = await fetchFlags(service)
    expect([flags['on']?.enabled, errorsWhileComputingFlags]).toEqual([true, true])
  })
})
