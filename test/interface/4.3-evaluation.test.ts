import { describe, expect, it } from 'vitest'
import { clientAddress } from '../../src/server/http/clientAddress'
import type { ServiceOptions } from '../../src/server/index'
import type { FlagCondition, FlagFilters, PropertyFilter } from '../../src/wire/flagDefinition'
import { createTestService, fetchFlags, fetchManagement, post } from '../server/testService'

const filter = (fields: Partial<PropertyFilter>): PropertyFilter => ({
  key: 'plan',
  value: 'pro',
  type: 'person',
  ...fields,
})
/** The filters of a flag that is on for everyone who matches. */
const matching = (...properties: PropertyFilter[]): FlagFilters => ({
  groups: [{ properties, rollout_percentage: 100 }],
})
const rollout = (rollout_percentage: number): FlagFilters => ({
  groups: [{ properties: [], rollout_percentage }],
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
    ['a match of the second condition', [miss, hit], 'condition_match', 1],
    ['two conditions whose properties fail', [miss, miss], 'no_condition_match', 1],
    ['a rollout of 0, then a property that fails', [out, miss], 'out_of_rollout_bound', 0],
    ['a property that fails, then a rollout of 0', [miss, out], 'out_of_rollout_bound', 1],
    ['no conditions', [], 'no_group_type', null],
  ])('names the condition that decides for %s', async (_, groups, code, condition_index) => {
    expect(await resultOf({ groups })).toMatchObject({ reason: { code, condition_index } })
  })

  it('has a description', async () => {
    expect(await resultOf({ groups: [out] })).toMatchObject({
      enabled: false,
      reason: { description: 'Out of rollout bound' },
    })
    expect(await resultOf({ groups: [miss] })).toMatchObject({
      reason: { description: 'No matching condition set' },
    })
    expect(await resultOf({ groups: [] })).toMatchObject({ reason: { description: 'No group type' } })
    expect(await resultOf({ groups: [miss, hit] })).toMatchObject({
      reason: { description: 'Matched condition set 2' },
    })
    const everyone = { id: 1, exclusion_percentage: 100 }
    expect(await resultOf({ groups: [hit], holdout: everyone })).toMatchObject({
      variant: 'holdout-1',
      reason: { code: 'holdout_condition_value', description: 'Holdout condition value' },
    })
    const enrolled = { person_properties: { '$feature_enrollment/f': true } }
    expect(await resultOf({ groups: [hit], feature_enrollment: true }, enrolled)).toMatchObject({
      reason: { description: 'Super condition value' },
    })
    expect(await resultOf(matching(filter({ key: 'id', type: 'cohort', value: 9 })))).toMatchObject({
      reason: { description: 'Cohort dependency not found' },
    })
    expect(await resultOf(matching(filter({ key: '9', type: 'flag', value: true })))).toMatchObject({
      reason: { description: 'Flag cannot be evaluated due to missing dependency' },
    })
    expect(await resultOf(null as never)).toMatchObject({
      reason: { description: 'Flag definition is malformed' },
    })
  })

  it('is about the first condition out of the rollout when early_exit is set, and about no other failure', async () => {
    expect(await resultOf({ groups: [out, hit], early_exit: true })).toMatchObject({ enabled: false })
    expect(await resultOf({ groups: [miss, hit], early_exit: true })).toMatchObject({ enabled: true })
  })
})

describe('4.3 conditions', () => {
  it.each<[string, object, boolean]>([
    ['filters without conditions', {}, false],
    ['a condition without properties', { groups: [{ rollout_percentage: 100 }] }, true],
    ['a filter without type', { groups: [{ properties: [{ key: 'plan', value: 'pro' }] }] }, true],
  ])('evaluates %s', async (_, filters, enabled) => {
    expect(await resultOf(filters, { person_properties: { plan: 'pro' } })).toMatchObject({ enabled })
  })

  it.each<[string, Partial<PropertyFilter>]>([
    ['an unknown type', { type: 'behavioral' as never }],
    ['an unknown operator on a group', { type: 'group', group_type_index: 0, operator: 'sounds_like' }],
    ['an unknown operator next to one that matches', { operator: 'sounds_like' }],
  ])('fails a flag with %s', async (_, fields) => {
    const result = await resultOf(matching(filter({}), filter(fields)), {
      person_properties: { plan: 'pro' },
    })
    expect(result).toMatchObject({ enabled: false, failed: true, reason: { code: 'no_condition_match' } })
  })

  it('has the version of the flag, and the payload of its value as text', async () => {
    const service = createTestService({
      flags: [{ key: 'f', version: 7, filters: { groups: [{}], payloads: { true: { n: 1 } as never } } }],
    })
    expect((await fetchFlags(service)).flags['f']?.metadata).toMatchObject({ version: 7, payload: '{"n":1}' })
  })
})

describe('4.3 distinct_id', () => {
  it('evaluates a number like its text', async () => {
    const half = rollout(50)
    expect(await resultOf(half, { distinct_id: 42 })).toEqual(await resultOf(half, { distinct_id: '42' }))
  })

  it.each([true, {}, ['u']])(
    'refuses %j as distinct id, which an event stores as text (R61, D-409)',
    async id => {
      const service = createTestService()
      const body = { api_key: 'phc_demo', event: 'a', distinct_id: id }
      expect((await post(service, '/flags?v=2', body)).status).toBe(400)
      expect((await post(service, '/i/v0/e/', body)).status).toBe(200)
      expect(await service.state.events()).toMatchObject([{ distinct_id: JSON.stringify(id) }])
    },
  )

  it.each([
    ['201 characters', 'a'.repeat(200), 'a'],
    ['201 characters with an emoji among the first 200', `${'a'.repeat(199)}😀`, 'b'],
  ])('evaluates the first 200 characters of %s', async (_, id, rest) => {
    for (const percentage of [10, 30, 50, 70, 90]) {
      const flag = rollout(percentage)
      expect(await resultOf(flag, { distinct_id: id + rest })).toEqual(
        await resultOf(flag, { distinct_id: id }),
      )
    }
  })
})

describe('4.3 rollout_percentage', () => {
  it('may be a fraction', async () => {
    const ids = Array.from({ length: 300 }, (_, i) => `u${i}`)
    const enabledCount = async (percentage: number) => {
      const service = createTestService({ flags: { f: { filters: rollout(percentage) } } })
      const replies = await Promise.all(ids.map(distinct_id => fetchFlags(service, { distinct_id })))
      return replies.filter(reply => reply.flags['f']?.enabled).length
    }
    expect(await enabledCount(33.34)).toBeGreaterThan(await enabledCount(20.5))
    expect(await enabledCount(33.34)).toBeLessThan(await enabledCount(50.25))
  })
})

describe('4.3 groups', () => {
  const filters: FlagFilters = {
    aggregation_group_type_index: 0,
    groups: [{ properties: [], rollout_percentage: 100 }],
  }
  const options = { groupTypes: ['company'] }
  it.each<[string, object, string]>([
    ['no groups', {}, 'no_group_type'],
    ['empty groups', { groups: {} }, 'no_group_type'],
    ['a group of another type', { groups: { team: 'a' } }, 'no_group_type'],
    ['a group with an empty key', { groups: { company: '' } }, 'no_group_type'],
    ['a group with an object as key', { groups: { company: {} } }, 'no_group_type'],
    ['a group with null as key', { groups: { company: null } }, 'no_group_type'],
    ['a group with a list as key', { groups: { company: [1] } }, 'no_group_type'],
    ['a group with a key', { groups: { company: 'acme' } }, 'condition_match'],
    ['a group with a number as key', { groups: { company: 42 } }, 'condition_match'],
  ])('evaluates a flag on groups for %s', async (_, body, code) => {
    expect(await resultOf(filters, body, options)).toMatchObject({ reason: { code } })
  })

  it('evaluates flags and filters on the second group type', async () => {
    const options = { groupTypes: ['company', 'team'] }
    const byTeam = { aggregation_group_type_index: 1, groups: [{}] }
    expect(await resultOf(byTeam, { groups: { team: 'a' } }, options)).toMatchObject({ enabled: true })
    expect(await resultOf(byTeam, { groups: { company: 'a' } }, options)).toMatchObject({ enabled: false })
    const ofTeam = matching(filter({ type: 'group', group_type_index: 1, key: '$group_key', value: 'a' }))
    expect(await resultOf(ofTeam, { groups: { team: 'a' } }, options)).toMatchObject({ enabled: true })
    expect(await resultOf(ofTeam, { groups: { company: 'a' } }, options)).toMatchObject({ enabled: false })
    expect(await resultOf(ofTeam, {}, options)).toMatchObject({ enabled: false, errors: false })
  })

  it('does not read the person in a condition about a group', async () => {
    const byPerson = { ...filters, groups: [{ properties: [filter({})], rollout_percentage: 100 }] }
    const body = { groups: { company: 'acme' }, person_properties: { plan: 'pro' } }
    expect(await resultOf(byPerson, body, options)).toMatchObject({ enabled: false })
  })

  it('reads the group key as the property $group_key', async () => {
    const byKey = {
      ...filters,
      groups: [{ properties: [filter({ type: 'group', key: '$group_key', value: 'acme' })] }],
    }
    expect(await resultOf(byKey, { groups: { company: 'acme' } }, options)).toMatchObject({ enabled: true })
  })

  it('reads the person in a condition about persons of a flag on groups', async () => {
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
  it('leaves some persons without a variant when the percentages add up to less than 100', async () => {
    const service = createTestService({
      flags: { f: { filters: { groups: [{ properties: [] }], multivariate: { variants } } } },
    })
    const variantKeys = new Set<unknown>()
    for (let i = 0; i < 40; i++) {
      const { flags } = await fetchFlags(service, { distinct_id: `user-${i}` })
      expect(flags['f']?.enabled).toBe(true)
      variantKeys.add(flags['f']?.variant)
    }
    expect(variantKeys).toEqual(new Set(['a', 'b', undefined]))
  })

  it('returns the payload of the variant', async () => {
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
    ['a person who enrolled', { '$feature_enrollment/f': true }, true, 'super_condition_value'],
    ['a person who enrolled, as text', { '$feature_enrollment/f': 'true' }, true, 'super_condition_value'],
    ['a person who opted out', { '$feature_enrollment/f': false }, false, 'super_condition_value'],
    ['a person without the property', {}, false, 'out_of_rollout_bound'],
  ])('evaluates feature_enrollment for %s', async (_, person_properties, enabled, code) => {
    expect(await resultOf(filters, { person_properties })).toMatchObject({ enabled, reason: { code } })
  })

  it('evaluates super_groups for persons with its property alone', async () => {
    const enrolled = filter({ key: '$feature_enrollment/f', value: ['true'], operator: 'exact' })
    const filters: FlagFilters = {
      groups: [{ properties: [], rollout_percentage: 100 }],
      super_groups: [{ properties: [enrolled], rollout_percentage: 100 }],
    }
    const resultFor = (value: unknown) =>
      resultOf(filters, { person_properties: value === undefined ? {} : { '$feature_enrollment/f': value } })
    expect(await resultFor('true')).toMatchObject({
      enabled: true,
      reason: { code: 'super_condition_value', condition_index: 0 },
    })
    expect(await resultFor('false')).toMatchObject({
      enabled: false,
      reason: { code: 'super_condition_value' },
    })
    expect(await resultFor(undefined)).toMatchObject({ enabled: true, reason: { code: 'condition_match' } })
  })
})

describe('4.3 super_groups', () => {
  const released = [{ properties: [], rollout_percentage: 100 }]

  it('decide for a person with one of their properties', async () => {
    const both = [{ properties: [filter({}), filter({ key: 'country', value: 'NZ' })] }]
    const body = { person_properties: { plan: 'pro' } }
    expect(await resultOf({ groups: released, super_groups: both }, body)).toMatchObject({
      enabled: false,
      reason: { code: 'super_condition_value' },
    })
  })

  it('fail a flag when they refer to a cohort that does not exist', async () => {
    const missing = [{ properties: [filter({}), filter({ key: 'id', type: 'cohort', value: 9 })] }]
    const body = { person_properties: { plan: 'pro' } }
    expect(await resultOf({ groups: released, super_groups: missing }, body)).toMatchObject({
      enabled: false,
      failed: true,
      reason: { code: 'dependency_not_found_cohort' },
    })
  })

  it('may depend on a flag', async () => {
    const dependent = [{ properties: [filter({}), filter({ key: '2', type: 'flag', value: true })] }]
    const service = createTestService({
      flags: [
        { key: 'f', id: 1, filters: { groups: [], super_groups: dependent } },
        { key: 'g', id: 2 },
      ],
    })
    const { flags } = await fetchFlags(service, { person_properties: { plan: 'pro' } })
    expect(flags['f']).toMatchObject({ enabled: true, reason: { code: 'super_condition_value' } })
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
    {
      id: 6,
      filters: {
        type: 'AND' as const,
        values: [
          { key: 'plan', value: 'pro', operator: 'exact' },
          filter({ key: 'id', type: 'cohort', value: 2, operator: 'not_in' }),
        ],
      },
    },
    {
      id: 7,
      filters: {
        type: 'OR' as const,
        values: [
          filter({}),
          { type: 'AND' as const, negation: true, values: [filter({ key: 'id', type: 'cohort', value: 9 })] },
        ],
      },
    },
  ]
  const inCohort = (value: number, operator?: string) =>
    matching(filter({ key: 'id', type: 'cohort', value, operator }))
  const both = { plan: 'pro', country: 'NZ' }
  it.each<[string, FlagFilters, object, boolean]>([
    ['a cohort with filters and a person who matches', inCohort(1, 'in'), { person_properties: both }, true],
    [
      'a cohort with filters and a person who does not match',
      inCohort(1),
      { person_properties: { plan: 'pro' } },
      false,
    ],
    [
      'not_in and a person who does not match',
      inCohort(1, 'not_in'),
      { person_properties: { plan: 'pro' } },
      true,
    ],
    ['a static cohort and a member', inCohort(2), { distinct_id: 'member' }, true],
    ['a static cohort and another person', inCohort(2), {}, false],
    [
      'a cohort that includes another cohort',
      inCohort(3),
      { distinct_id: 'member', person_properties: { plan: 'pro' } },
      true,
    ],
    ['a cohort with a negated filter', inCohort(3), { person_properties: { plan: 'free' } }, true],
    ['a cohort without another cohort and a person outside of both', inCohort(6), {}, false],
    [
      'a cohort without another cohort and a person of the first alone',
      inCohort(6),
      { person_properties: { plan: 'pro' } },
      true,
    ],
    [
      'a cohort without another cohort and a person of both',
      inCohort(6),
      { distinct_id: 'member', person_properties: { plan: 'pro' } },
      false,
    ],
    ['a cohort of which no part matches', inCohort(3), { person_properties: { plan: 'pro' } }, false],
  ])('evaluates %s', async (_, filters, body, enabled) => {
    expect(await resultOf(filters, body, { cohorts })).toMatchObject({ enabled, errors: false })
  })

  it.each([
    ['does not exist', 9],
    ['includes itself', 5],
    ['has an empty group', 4],
    ['excludes one that does not exist', 7],
  ])('fails only the flag on a cohort that %s', async (_, id) => {
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

describe('4.3 depth of cohorts', () => {
  const nested = (depth: number): object =>
    depth === 0 ? filter({}) : { type: 'AND', values: [nested(depth - 1)] }
  const person = { person_properties: { plan: 'pro' } }
  const inCohort = matching(filter({ key: 'id', type: 'cohort', value: 1 }))

  it.each([
    [200, { enabled: true }],
    [201, { enabled: false, failed: true }],
  ])('is evaluated for %i groups inside each other as %j', async (depth, expected) => {
    const cohorts = [{ id: 1, filters: nested(depth) as never }]
    expect(await resultOf(inCohort, person, { cohorts })).toMatchObject(expected)
  })

  it.each([
    [201, { enabled: true }],
    [202, { enabled: false, failed: true }],
  ])('is evaluated for %i cohorts that include each other as %j', async (count, expected) => {
    const cohorts = Array.from({ length: count }, (_, i) => ({
      id: i + 1,
      filters: {
        type: 'AND' as const,
        values: [i + 1 < count ? filter({ key: 'id', type: 'cohort', value: i + 2 }) : filter({})],
      },
    }))
    expect(await resultOf(inCohort, person, { cohorts })).toMatchObject(expected)
  })
})

describe('4.3 definitions of a wrong shape', () => {
  const member = { key: 'plan', type: 'person', value: 'pro' }
  const everyone: [string, unknown][] = [
    ['no filters', undefined],
    ['filters that are null', null],
    ['negation alone', { negation: true }],
    ['negation of an unknown group type', { type: 'and', values: [member], negation: true }],
    ['values that are null', { type: 'AND', values: null }],
    ['an empty group that is negated', { type: 'OR', values: [], negation: true }],
    ['an empty group inside', { type: 'AND', values: [member, { type: 'AND', values: [] }] }],
    ['a text as negation', { ...member, negation: 'false' }],
    ['a number as key', { key: 5, value: 'pro' }],
    ['an empty key', { key: '', value: 'pro', negation: true }],
    ['an operator that cohorts do not have', { key: 'id', type: 'cohort', value: 2, operator: 'is_not' }],
    ['a number as operator', { ...member, type: 'cohort', value: 2, operator: 5 }],
    ['a negated filter of an unknown type', { ...member, type: 'behavioral', negation: true }],
    ['a negated filter with an unknown operator', { ...member, operator: 'like', negation: true }],
    ['a negated filter without value', { key: 'plan', type: 'person', negation: true }],
    ['a negated number that is none', { ...member, operator: 'gt', value: 'x', negation: true }],
    ['a negated date that is none', { ...member, operator: 'is_date_after', value: 'x', negation: true }],
    ['a negated version that is none', { ...member, operator: 'semver_gt', value: 'x', negation: true }],
    ['a negated pattern that is invalid', { ...member, operator: 'regex', value: '(', negation: true }],
    ['a list of filters', [member]],
    ['a text', 'everyone'],
  ]
  it.each(everyone)('includes nobody in a cohort with %s, nor outside of it (R51)', async (_, filters) => {
    const flag = (operator: string) => ({
      filters: { groups: [{ properties: [{ key: 'id', type: 'cohort', value: 1, operator }] }] },
    })
    const service = createTestService({
      cohorts: [{ id: 1, filters } as never, { id: 2, is_static: true, distinct_ids: ['u'] }],
      flags: { inside: flag('in'), outside: flag('not_in'), fine: true },
    })
    for (const person_properties of [{}, { plan: 'pro' }, { plan: 'free' }]) {
      const { flags } = await fetchFlags(service, { person_properties })
      expect(flags['inside']).toMatchObject({ enabled: false, failed: true })
      expect(flags['outside']).toMatchObject({ enabled: false, failed: true })
      expect(flags['fine']?.enabled).toBe(true)
    }
  })

  it.each<[string, object]>([
    ['is_not an empty list', { operator: 'is_not', value: [] }],
    ['is_not null', { operator: 'is_not', value: null }],
    ['is_not an object', { operator: 'is_not', value: {} }],
    ['is_not a list of an object', { operator: 'is_not', value: [{}] }],
    ['is_not a list with null', { operator: 'is_not', value: ['free', null] }],
    ['is_not a list of lists', { operator: 'is_not', value: [['free']] }],
    ['not_icontains_multi a list of null', { operator: 'not_icontains_multi', value: [null] }],
    ['not_icontains a list', { operator: 'not_icontains', value: ['x'] }],
    ['not_icontains_multi an empty list', { operator: 'not_icontains_multi', value: [] }],
    ['not_between bounds in the wrong order', { operator: 'not_between', value: [5, 1] }],
    ['not_regex an invalid pattern', { operator: 'not_regex', value: '(' }],
    ['not_starts_with null', { operator: 'not_starts_with', value: null }],
  ])('matches nobody by %s (R51)', async (_, operation) => {
    const filters = { groups: [{ properties: [{ key: 'plan', type: 'person', ...operation }] }] }
    const service = createTestService({ flags: { f: { filters } as never } })
    for (const person_properties of [{}, { plan: 'pro' }]) {
      expect((await fetchFlags(service, { person_properties })).flags['f']?.enabled).toBe(false)
    }
  })

  it.each<[string, object]>([
    ['tags that are a text', { evaluation_tags: 'prod' }],
    ['tags that are an object', { evaluation_tags: { prod: true } }],
    ['a runtime that is a number', { evaluation_runtime: 5 }],
  ])('fails a flag with %s (R51)', async (_, fields) => {
    const service = createTestService({ flags: [{ key: 'f', ...fields } as never] })
    for (const evaluation_contexts of [[], ['prod']]) {
      const { flags } = await fetchFlags(service, { evaluation_contexts })
      expect(flags['f']).toMatchObject({ enabled: false, failed: true })
    }
  })

  it.each<[string, object]>([
    ['null as key', { key: null, operator: 'is_not' }],
    ['an object as key', { key: {}, operator: 'is_not_set' }],
    ['a list as key', { key: [], operator: 'not_icontains' }],
    ['a boolean as key', { key: true, operator: 'is_not' }],
    ['an empty key', { key: '', operator: 'is_not' }],
    ['an operator that cohorts do not have', { key: 'id', type: 'cohort', value: 2, operator: 'is_not' }],
    ['an operator of cohorts in capitals', { key: 'id', type: 'cohort', value: 2, operator: 'NOT_IN' }],
    ['an operator that flags do not have', { key: '9', type: 'flag', value: false, operator: 'is_not' }],
  ])('fails a flag with %s, and SDKs ask about it (D-478)', async (_, filter) => {
    const filters = { groups: [{ properties: [{ value: 'x', ...filter }] }] }
    const service = createTestService({
      cohorts: [{ id: 2, is_static: true, distinct_ids: ['member'] } as never],
      flags: [
        { key: 'f', id: 1, filters } as never,
        { key: 'unless', id: 2, filters: dependsOn(1, false) },
        { key: 'off', id: 9, active: false },
      ],
    })
    for (const distinct_id of ['member', 'u']) {
      const { flags, errorsWhileComputingFlags } = await fetchFlags(service, { distinct_id })
      expect(errorsWhileComputingFlags).toBe(true)
      // A flag that cannot be computed is not known to be off.
      for (const key of ['f', 'unless']) expect(flags[key]).toMatchObject({ enabled: false, failed: true })
    }
    const definitions = await fetchManagement(service, 'GET', '/flags/definitions?token=phc_demo')
    const { flags, cohorts } = await definitions.json()
    const { properties } = flags.find(({ key }: { key: string }) => key === 'f').filters.groups[0]
    expect(properties).toMatchObject([{ type: 'cohort', value: -1 }])
    expect(cohorts).toEqual({})
  })

  it('fails a flag whose active is a text (D-478)', async () => {
    const service = createTestService({ flags: [{ key: 'f', active: 'false' } as never] })
    expect((await fetchFlags(service)).flags['f']).toMatchObject({ enabled: false, failed: true })
  })

  it('serves a flag whose tags are null to everyone (R51)', async () => {
    const service = createTestService({ flags: [{ key: 'f', evaluation_tags: null } as never] })
    const { flags } = await fetchFlags(service, { evaluation_contexts: ['prod'] })
    expect(flags['f']?.enabled).toBe(true)
  })

  it('reads the headers when evaluation_runtime of the body is unknown (R51)', async () => {
    const service = createTestService({ flags: [{ key: 'secret', evaluation_runtime: 'server' }] })
    const agent = { 'user-agent': 'Mozilla/5.0' }
    expect((await fetchFlags(service, { evaluation_runtime: 'any' }, agent)).flags).toEqual({})
  })
})

const dependsOn = (id: number, value: unknown): FlagFilters =>
  matching(filter({ key: String(id), type: 'flag', operator: 'flag_evaluates_to', value }))

describe('4.3 flags that depend on flags', () => {
  const flags = [
    { key: 'last', id: 4, filters: dependsOn(3, true) },
    { key: 'base', id: 1 },
    {
      key: 'shape',
      id: 2,
      filters: {
        groups: [{ properties: [] }],
        multivariate: { variants: [{ key: 'round', rollout_percentage: 100 }] },
      },
    },
    { key: 'first', id: 3, filters: dependsOn(1, true) },
    { key: 'if-round', id: 5, filters: dependsOn(2, 'round') },
    { key: 'if-square', id: 6, filters: dependsOn(2, 'square') },
    { key: 'if-any', id: 7, filters: dependsOn(2, true) },
    { key: 'if-off', id: 8, filters: dependsOn(2, false) },
    { key: 'inactive', id: 9, active: false },
    { key: 'if-inactive', id: 10, filters: dependsOn(9, true) },
    { key: 'if-not-inactive', id: 11, filters: dependsOn(9, false) },
    { key: 'server', id: 12, evaluation_runtime: 'server' as const },
    { key: 'if-not-server', id: 13, filters: dependsOn(12, false) },
    { key: 'odd', id: 14, filters: dependsOn(1, 7) },
    { key: 'without value', id: 15, filters: dependsOn(1, undefined) },
    { key: 'if-inactive-round', id: 16, filters: dependsOn(9, 'round') },
    {
      key: 'if-not-inactive-and-later',
      id: 17,
      filters: {
        groups: [
          {
            properties: [
              ...dependsOn(9, false).groups![0]!.properties!,
              ...dependsOn(18, true).groups![0]!.properties!,
            ],
          },
        ],
      },
    },
    { key: 'later', id: 18 },
  ]

  it('evaluates dependencies first, in any order of creation', async () => {
    const { flags: results, errorsWhileComputingFlags } = await fetchFlags(createTestService({ flags }))
    const enabled = Object.values(results).filter(flag => flag.enabled)
    expect(enabled.map(flag => flag.key).sort()).toEqual(
      [
        ...['last', 'base', 'shape', 'first', 'if-round', 'if-any', 'if-not-inactive', 'if-not-server'],
        ...['if-not-inactive-and-later', 'later'],
      ].sort(),
    )
    expect(errorsWhileComputingFlags).toBe(false)
  })

  it('turns off only the flags with a missing or circular dependency', async () => {
    const service = createTestService({
      flags: [
        { key: 'missing', id: 1, filters: dependsOn(99, true) },
        { key: 'chicken', id: 2, filters: dependsOn(3, true) },
        { key: 'egg', id: 3, filters: dependsOn(2, true) },
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

  it('evaluates a long chain of dependencies', async () => {
    const chain = Array.from({ length: 3000 }, (_, index) => ({
      key: `f${index}`,
      id: index + 1,
      ...(index === 0 ? {} : { filters: dependsOn(index, true) }),
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

  it('keeps the value of the anonymous id, in the request and after $identify', async () => {
    const service = createTestService({ flags })
    const value = async (body: Record<string, unknown>) =>
      (await fetchFlags(service, body)).flags[key]?.enabled
    // One id inside the rollout and one outside.
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
  it('evaluates the device id, and turns the flag off without one', async () => {
    const service = createTestService({ flags })
    expect((await fetchFlags(service)).flags['f']?.reason?.code).toBe('out_of_rollout_bound')
    expect((await fetchFlags(service, { $device_id: 'd' })).flags['f']?.enabled).toBe(true)
  })

  it('puts no request without a device id into a holdout', async () => {
    const filters = { groups: [{}], holdout: { id: 1, exclusion_percentage: 100 } }
    const service = createTestService({ flags: { f: { bucketing_identifier: 'device_id', filters } } })
    expect((await fetchFlags(service)).flags['f']?.reason?.code).toBe('out_of_rollout_bound')
    expect((await fetchFlags(service, { $device_id: 'd' })).flags['f']?.variant).toBe('holdout-1')
  })
})

describe('4.3 flags that cannot be computed', () => {
  const broken = (filters: unknown) => ({ filters: filters as FlagFilters })

  it.each<[string, unknown]>([
    ['filters of null', null],
    ['groups that are no list', { groups: 'x' }],
    ['a condition that is no object', { groups: [1] }],
    ['properties that are no list', { groups: [{ properties: 1 }] }],
    ['variants without keys', { multivariate: { variants: [{}] } }],
    ['a rollout of text', { groups: [{ rollout_percentage: 'all' }] }],
    ['a number as operator', { groups: [{ properties: [{ key: 'plan', operator: 5 }] }] }],
    ['a number as type', { groups: [{ properties: [{ key: 'plan', type: 5 }] }] }],
    ['a holdout of text', { holdout: { id: 1, exclusion_percentage: 'all' } }],
  ])('fails only the flag with %s', async (_, filters) => {
    const service = createTestService({ flags: { broken: broken(filters), fine: true } })
    expect(await fetchFlags(service)).toMatchObject({
      errorsWhileComputingFlags: true,
      flags: {
        broken: { enabled: false, failed: true, reason: { code: 'malformed_filters' } },
        fine: { enabled: true },
      },
    })
  })

  it('fails a flag with an unknown operator when no condition matches', async () => {
    const result = await resultOf(matching(filter({ operator: 'sounds_like' })), {
      person_properties: { plan: 'pro' },
    })
    expect(result).toMatchObject({ enabled: false, failed: true, errors: true })
  })

  it('ignores an unknown operator when another condition matches', async () => {
    const filters = { groups: [{ properties: [filter({ operator: 'sounds_like' })] }, { properties: [] }] }
    expect(await resultOf(filters)).toMatchObject({ enabled: true, errors: false })
  })

  it.each([
    ['an invalid pattern', '?*'],
    ['a catastrophic pattern', '(a+)+$'],
  ])('does not match %s, without failing the flag', async (_, value) => {
    const person_properties = { plan: `${'a'.repeat(5000)}!` }
    const result = await resultOf(matching(filter({ operator: 'regex', value })), { person_properties })
    expect(result).toMatchObject({ enabled: false, errors: false })
  })
})

describe('4.3 dates and time zones', () => {
  it('reads a date without an offset in the time zone of the project', async () => {
    const filters = matching(filter({ key: 'at', operator: 'is_date_after', value: '2025-07-01 10:00' }))
    const body = { person_properties: { at: '2025-07-01T08:30:00Z' } }
    expect(await resultOf(filters, body)).toMatchObject({ enabled: false })
    expect(await resultOf(filters, body, { timeZone: 'Europe/Berlin' })).toMatchObject({ enabled: true })
    expect(await resultOf(filters, body, { timeZone: 'No/Zone' })).toMatchObject({ enabled: false })
  })

  it('reads relative dates by the clock of the service', async () => {
    const filters = matching(filter({ key: 'at', operator: 'is_date_before', value: '-7d' }))
    expect(await resultOf(filters, { person_properties: { at: '2025-09-20' } })).toMatchObject({
      enabled: true,
    })
    expect(await resultOf(filters, { person_properties: { at: '2025-09-30' } })).toMatchObject({
      enabled: false,
    })
  })
})

describe('4.3 properties of a person', () => {
  it('includes the distinct id and the $initial_ values of requested properties', async () => {
    expect(await resultOf(matching(filter({ key: 'distinct_id', value: 'u' })))).toMatchObject({
      enabled: true,
    })
    const initial = matching(filter({ key: '$initial_utm_source', value: 'ad' }))
    expect(await resultOf(initial, { person_properties: { utm_source: 'ad' } })).toMatchObject({
      enabled: true,
    })
  })
})

describe('4.3 errorsWhileComputingFlags', () => {
  const malformed: [string, unknown][] = [
    ['no filters', null],
    ['a condition of null', { groups: [null] }],
    [
      'a cohort that is an object',
      { groups: [{ properties: [{ key: 'id', type: 'cohort', value: { toString: 1 } }] }] },
    ],
  ]

  it.each(malformed)('is true for a flag with %s, which fails alone', async (_, filters) => {
    const service = createTestService({
      flags: [{ key: 'malformed', filters: filters as never }, { key: 'on' }],
    })
    const { flags, errorsWhileComputingFlags } = await fetchFlags(service)
    expect(errorsWhileComputingFlags).toBe(true)
    expect(flags['malformed']).toMatchObject({ enabled: false, failed: true })
    expect(flags['on']?.enabled).toBe(true)
    const definitions = await fetchManagement(service, 'GET', '/flags/definitions?token=phc_demo')
    expect((await definitions.json()).flags).toHaveLength(2)
    const features = await service.fetch('/api/early_access_features/?token=phc_demo')
    expect(await features.json()).toEqual({ earlyAccessFeatures: [] })
  })

  it('is true for a survey that targets such a cohort, whose flag fails alone', async () => {
    const service = createTestService({ flags: { on: true } })
    const groups = [{ properties: [{ key: 'id', type: 'cohort', value: { toString: 1 } }] }]
    const fields = { name: 'A', type: 'popover', targeting_flag_filters: { groups } }
    const created = await fetchManagement(service, 'POST', '/api/projects/1/surveys/', fields)
    const { id } = await created.json()
    await fetchManagement(service, 'PATCH', `/api/projects/1/surveys/${id}/`, {
      start_date: '2025-10-01T00:00:00Z',
    })
    const { flags, errorsWhileComputingFlags } = await fetchFlags(service)
    expect([flags['on']?.enabled, errorsWhileComputingFlags]).toEqual([true, true])
  })
})

describe('4.3 runtime filter', () => {
  it('leaves client flags out of the definitions for server SDKs, as out of their requests (R51)', async () => {
    const runtimes = ['client', 'server', 'all', null] as const
    const service = createTestService({
      flags: runtimes.map(runtime => ({ key: `for ${runtime}`, evaluation_runtime: runtime as never })),
    })
    const definitions = await fetchManagement(service, 'GET', '/flags/definitions?token=phc_demo')
    const { flags } = (await definitions.json()) as { flags: { key: string }[] }
    expect(flags.map(({ key }) => key)).toEqual(['for server', 'for all', 'for null'])
  })
})

describe('4.3 a request that asks for no flags', () => {
  it('is not quota-limited (R61)', async () => {
    const service = createTestService({ flags: { on: true }, quota: { flags: true } })
    expect(await fetchFlags(service, { disable_flags: true })).not.toHaveProperty('quotaLimited')
    expect((await fetchFlags(service)).quotaLimited).toEqual(['feature_flags'])
  })
})

describe('4.3 HTTP_X_FORWARDED_FOR', () => {
  it('wins over the header of a proxy (R58)', () => {
    const headers: Record<string, string> = {
      http_x_forwarded_for: '81.2.69.142',
      'x-forwarded-for': '10.0.0.1',
    }
    expect(clientAddress(name => headers[name], undefined).ip).toBe('81.2.69.142')
  })
})
