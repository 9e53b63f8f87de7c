import { describe, expect, it } from 'vitest'
import type { Service, ServiceOptions } from '../../src/server/index'
import type { FlagDefinition } from '../../src/wire/flagDefinition'
import { createTestService, fetchFlags, fetchManagement } from '../server/testService'

type Flags = NonNullable<ServiceOptions['flags']>

const everyone = { groups: [{ properties: [], rollout_percentage: 100 }] }
const withFilter = (filter: object) => ({ groups: [{ properties: [{ value: 'free', ...filter }] }] })
const needs = (id: number, value: boolean) => ({
  groups: [{ properties: [{ key: String(id), type: 'flag', operator: 'flag_evaluates_to', value }] }],
})

/** The cast stands for a seed file, a database or a test that is not typed. */
const createFlags = (flags: unknown) => createTestService({ flags: flags as Flags })

describe('4.3 a flag of a wrong shape', () => {
  it.each<[string, object]>([
    ['a filter with a negation', { filters: withFilter({ key: 'plan', operator: 'exact', negation: true }) }],
    [
      'a filter on no group type',
      { filters: withFilter({ key: 'plan', type: 'group', operator: 'is_not' }) },
    ],
    [
      'a filter on a group type of a negative index',
      { filters: withFilter({ key: 'plan', type: 'group', group_type_index: -1, operator: 'is_not' }) },
    ],
    [
      'a condition about a group type of a negative index',
      { filters: { ...everyone, aggregation_group_type_index: -1 } },
    ],
    ['a rollout above 100', { filters: { groups: [{ properties: [], rollout_percentage: 1000 }] } }],
    ['a rollout below 0', { filters: { groups: [{ properties: [], rollout_percentage: -1 }] } }],
    [
      'a variant above 100',
      { filters: { ...everyone, multivariate: { variants: [{ key: 'a', rollout_percentage: 1000 }] } } },
    ],
    ['a holdout above 100', { filters: { ...everyone, holdout: { id: 1, exclusion_percentage: 1000 } } }],
    [
      'an older holdout above 100',
      { filters: { ...everyone, holdout_groups: [{ rollout_percentage: 1000, variant: 'holdout-1' }] } },
    ],
    [
      'an older holdout with filters',
      {
        filters: {
          ...everyone,
          holdout_groups: [{ properties: [{ key: 'a' }], rollout_percentage: 100, variant: 'holdout-1' }],
        },
      },
    ],
    [
      'a variant without a key',
      { filters: { ...everyone, multivariate: { variants: [{ key: '', rollout_percentage: 100 }] } } },
    ],
    ['early access as a text', { filters: { ...everyone, feature_enrollment: 'false' } }],
    ['an early exit as a text', { filters: { ...everyone, early_exit: 'false' } }],
    ['an unknown runtime', { filters: everyone, evaluation_runtime: 'servr' }],
    ['an empty runtime', { filters: everyone, evaluation_runtime: '' }],
    ['a bucketing identifier in other letters', { filters: everyone, bucketing_identifier: 'Device_ID' }],
    ['an unknown bucketing identifier', { filters: everyone, bucketing_identifier: 'deviceId' }],
    ['a bucketing identifier that is a list', { filters: everyone, bucketing_identifier: ['device_id'] }],
    ['experience continuity as a text', { filters: everyone, ensure_experience_continuity: 'false' }],
    ['experience continuity as a number', { filters: everyone, ensure_experience_continuity: 1 }],
    ['a state as a text', { filters: everyone, active: '' }],
    ['a deletion as a text', { filters: everyone, deleted: 'false' }],
  ])('is off and reported for %s (D-493)', async (_, flag) => {
    const { flags, errorsWhileComputingFlags } = await fetchFlags(createFlags({ f: flag, plain: true }))
    expect(flags['f']).toMatchObject({ enabled: false, failed: true })
    expect(flags['plain']).toMatchObject({ enabled: true })
    expect(errorsWhileComputingFlags).toBe(true)
  })

  it.each(['SERVER', 'Client', 'all', null])('is none for the runtime %s', async evaluation_runtime => {
    const service = createFlags({ f: { filters: everyone, evaluation_runtime } })
    expect((await fetchFlags(service)).errorsWhileComputingFlags).toBe(false)
  })

  it('is not taken for off by the flags on it when it needs a flag that does not exist (D-493)', async () => {
    const service = createFlags([
      { key: 'a', id: 1, filters: needs(999, true) },
      { key: 'b', id: 2, filters: needs(1, false) },
      { key: 'c', id: 3, filters: needs(2, false) },
    ])
    const { flags, errorsWhileComputingFlags } = await fetchFlags(service)
    expect(Object.values(flags).map(({ enabled }) => enabled)).toEqual([false, false, false])
    expect(errorsWhileComputingFlags).toBe(true)
  })

  it.each<[string, object]>([
    ['active as a number', { active: 0 }],
    ['active as null', { active: null }],
    ['active as a text', { active: 'no' }],
    ['deleted as a text', { deleted: 'false' }],
    ['deleted as a number', { deleted: 1 }],
  ])('is not known to be off for the flags on it, which are reported: %s (D-731)', async (_, fields) => {
    const service = createFlags([
      { key: 'base', id: 1, filters: everyone, ...fields },
      { key: 'unless', id: 2, filters: needs(1, false) },
      { key: 'plain', id: 3, filters: everyone },
    ])
    const { flags, errorsWhileComputingFlags } = await fetchFlags(service)
    expect(flags['base']).toMatchObject({ enabled: false, failed: true })
    expect(flags['unless']).toMatchObject({ enabled: false, failed: true })
    expect([flags['plain']?.enabled, errorsWhileComputingFlags]).toEqual([true, true])
    const reasons = await fetchManagement(
      service,
      'GET',
      '/api/projects/1/feature_flags/evaluation_reasons?distinct_id=u',
    )
    expect(await reasons.json()).toMatchObject({ base: { evaluation: { reason: 'malformed_filters' } } })
  })

  it.each<[string, object]>([
    ['is_static as a text', { is_static: 'true' }],
    ['is_static as a number', { is_static: 1 }],
    ['deleted as a text', { deleted: 'false' }],
    ['a static one whose members are a text', { is_static: true, distinct_ids: 'u' }],
    ['a static one whose members are numbers', { is_static: true, distinct_ids: [5] }],
  ])('is off and reported for a cohort of a wrong shape: %s (D-731)', async (_, fields) => {
    const filters = { type: 'OR', values: [{ key: 'plan', type: 'person', value: 'pro' }] }
    const service = createTestService({
      cohorts: [{ id: 1, filters, ...fields } as never],
      flags: Object.fromEntries(
        ['in', 'not_in'].map(operator => [
          operator,
          { filters: withFilter({ key: 'id', type: 'cohort', operator, value: 1 }) as never },
        ]),
      ),
    })
    const { flags, errorsWhileComputingFlags } = await fetchFlags(service)
    for (const key of ['in', 'not_in']) expect(flags[key]).toMatchObject({ enabled: false, failed: true })
    expect(errorsWhileComputingFlags).toBe(true)
  })

  it('is off and reported for a cohort whose group has an operator (D-493)', async () => {
    const isUser = { key: 'distinct_id', type: 'person', value: 'u' }
    const service = createTestService({
      flags: { f: { filters: withFilter({ key: 'id', type: 'cohort', value: 1 }) as never } },
      cohorts: [{ id: 1, filters: { type: 'OR', operator: 'not_in', values: [isUser] } as never }],
    })
    expect((await fetchFlags(service)).flags['f']).toMatchObject({ enabled: false, failed: true })
  })
})

describe('4.3 a flag that means somebody else (D-622)', () => {
  const definitionsOf = async (service: Service): Promise<Record<string, FlagDefinition>> => {
    const response = await fetchManagement(service, 'GET', '/flags/definitions?token=phc_demo')
    const { flags } = (await response.json()) as { flags: FlagDefinition[] }
    return Object.fromEntries(flags.map(flag => [flag.key, flag]))
  }

  it.each<[string, object]>([
    ['is_not', { operator: 'is_not' }],
    ['not_icontains', { operator: 'not_icontains' }],
    ['not_regex', { operator: 'not_regex' }],
    ['is_not_set', { operator: 'is_not_set' }],
    ['is_not of an unknown group type', { operator: 'is_not', group_type_index: 4 }],
  ])('is off without the group that a filter is about: %s', async (_, filter) => {
    const filters = withFilter({ key: 'plan', type: 'group', group_type_index: 0, ...filter })
    const service = createTestService({ flags: { f: { filters } as never }, groupTypes: ['company'] })
    const isOn = async (groups: object) => (await fetchFlags(service, { groups })).flags['f']?.enabled
    for (const groups of [{}, { company: '' }, { company: null }, { team: 'a' }])
      expect([groups, await isOn(groups)]).toEqual([groups, false])
    // The filter of an unknown type has no group in any request.
    expect(await isOn({ company: 'acme' })).toBe(!('group_type_index' in filter))
  })

  it('is off when a condition about a group has a filter on the person', async () => {
    const filters = { ...withFilter({ key: 'plan', operator: 'is_not' }), aggregation_group_type_index: 0 }
    const service = createTestService({ flags: { f: { filters } as never }, groupTypes: ['company'] })
    expect((await fetchFlags(service, { groups: { company: 'acme' } })).flags['f']?.enabled).toBe(false)
  })

  it.each([false, true])('is off and reported for a deleted cohort (static: %s)', async is_static => {
    const service = createTestService({
      flags: {
        f: { filters: withFilter({ key: 'id', type: 'cohort', operator: 'not_in', value: 1 }) } as never,
      },
      cohorts: [{ id: 1, deleted: true, is_static, filters: { key: 'plan', type: 'person', value: 'pro' } }],
    })
    expect((await fetchFlags(service)).flags['f']).toMatchObject({ enabled: false, failed: true })
    const response = await fetchManagement(service, 'GET', '/flags/definitions?token=phc_demo')
    expect((await response.json()).cohorts).toEqual({})
  })

  it('is left to the service by the definitions for SDKs for a long chain of cohorts', async () => {
    const cohorts = Array.from({ length: 20_000 }, (_, index) => ({
      id: index + 1,
      filters: { type: 'OR' as const, values: [{ key: 'id', type: 'cohort', value: index + 2 }] },
    }))
    const service = createTestService({ cohorts })
    const response = await fetchManagement(service, 'GET', '/flags/definitions?token=phc_demo')
    expect([response.status, (await response.json()).cohorts]).toEqual([200, {}])
  })

  it('keeps the persons of an older holdout out, in the definitions for SDKs too', async () => {
    const holdout_groups = [{ properties: [], rollout_percentage: 100, variant: 'holdout-7' }]
    const service = createFlags({ f: { filters: { ...everyone, holdout_groups } } })
    expect((await fetchFlags(service)).flags['f']).toMatchObject({
      variant: 'holdout-7',
      reason: { code: 'holdout_condition_value' },
    })
    const { f } = await definitionsOf(service)
    expect(f?.filters.groups?.[0]?.properties).toMatchObject([{ type: 'cohort', value: -1 }])
  })

  it.each([
    ['gt', 'abc'],
    ['lt', 'zzz'],
    ['gte', ''],
    ['lte', true],
    ['not_between', [9, 1]],
    ['not_regex', '('],
    ['is_date_before', 'some day'],
    ['semver_neq', 'x'],
  ])('is left to the service by the definitions for SDKs for the value of %s %j', async (operator, value) => {
    const service = createFlags({ f: { filters: withFilter({ key: 'plan', operator, value }) } })
    const person_properties = { plan: 5 }
    expect((await fetchFlags(service, { person_properties })).flags['f']?.enabled).toBe(false)
    const { f } = await definitionsOf(service)
    expect(f?.filters.groups?.[0]?.properties).toMatchObject([{ type: 'cohort', value: -1 }])
  })
})
