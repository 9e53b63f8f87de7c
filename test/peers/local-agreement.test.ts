import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Service, ServiceOptions } from '../../src/server/index'
import { createTestService, fetchFlags, fetchManagement } from '../server/testService'
import { createLocalClient } from '../support/createLocalClient'
import { returnStores } from '../support/testStore'

/** The parts of a request that flags are evaluated with. */
interface Subject {
  distinctId: string
  groups: Record<string, string>
  personProperties: Record<string, unknown>
  groupProperties: Record<string, Record<string, unknown>>
}

type Values = Record<string, unknown>

/** Evaluates the definitions of a service with posthog-node. Flags that it leaves to the service are missing. */
async function evaluateLocally(service: Service, subjects: Subject[]): Promise<Values[]> {
  const client = await createLocalClient(service)
  const values: Values[] = []
  for (const { distinctId, ...context } of subjects)
    values.push(await client.getAllFlags(distinctId, { ...(context as object), onlyEvaluateLocally: true }))
  await client.shutdown()
  return values
}

/** Evaluates flags with the service, as a request of posthog-node does. A flag that is not in the reply is off. */
async function evaluateRemotely(service: Service, subject: Subject): Promise<(key: string) => unknown> {
  const { flags } = await fetchFlags(
    service,
    {
      distinct_id: subject.distinctId,
      groups: subject.groups,
      person_properties: subject.personProperties,
      group_properties: subject.groupProperties,
      geoip_disable: true,
    },
    { 'user-agent': 'posthog-node/5.70.0' },
  )
  return key => (flags[key]?.enabled ? (flags[key].variant ?? true) : false)
}

/** Compares the two, and returns the number of values that posthog-node found by itself. */
async function compare(options: ServiceOptions, subjects: Subject[]): Promise<number> {
  const service = createTestService(options)
  const local = await evaluateLocally(service, subjects)
  for (const [index, values] of local.entries()) {
    const remoteValue = await evaluateRemotely(service, subjects[index]!)
    const remote = Object.fromEntries(Object.keys(values).map(key => [key, remoteValue(key)]))
    expect(values).toEqual(remote)
  }
  return local.reduce((count, values) => count + Object.keys(values).length, 0)
}

// posthog-node warns of each flag that it leaves to the service.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

const everyone = { properties: [], rollout_percentage: 100 }
const allOf = (properties: object[], fields: object = {}) => ({
  groups: [{ properties, rollout_percentage: 100 }],
  ...fields,
})
const memberOf = (value: number) => ({ key: 'id', type: 'cohort', value })
const needs = (id: number, value: unknown) => ({
  key: String(id),
  type: 'flag',
  operator: 'flag_evaluates_to',
  value,
})
const notBlocked = { key: 'status', operator: 'is_not', value: 'blocked' }
const aboutCompany = { aggregation_group_type_index: 0 }
const dynamic = { id: 1, filters: { type: 'OR', values: [{ ...notBlocked, type: 'person' }] } }

/** Flags `f` that SDKs would take for on, or would evaluate for ever. */
const LEFT: Record<string, object> = {
  'a filter on another group type than that of the condition': {
    flags: [
      { key: 'f', filters: allOf([{ ...notBlocked, type: 'group', group_type_index: 1 }], aboutCompany) },
    ],
  },
  'a cohort of persons in a condition about a group': {
    cohorts: [dynamic],
    flags: [{ key: 'f', filters: allOf([memberOf(1)], aboutCompany) }],
  },
  'a condition about the person in a flag about a group': {
    flags: [
      {
        key: 'f',
        filters: {
          groups: [{ properties: [notBlocked], aggregation_group_type_index: null }],
          ...aboutCompany,
        },
      },
    ],
  },
  'a tagged flag with strictTags': {
    strictTags: true,
    flags: [{ key: 'f', evaluation_tags: ['staging'], filters: { groups: [everyone] } }],
  },
  'a date in the time zone of the project': {
    timeZone: 'America/Los_Angeles',
    flags: [
      { key: 'f', filters: allOf([{ key: 'joined', operator: 'is_date_after', value: '2025-10-01' }]) },
    ],
  },
  'a number that is compared with a text': {
    flags: [{ key: 'f', filters: allOf([{ key: 'seats', operator: 'gt', value: 5 }]) }],
  },
  'a cohort with a date': {
    cohorts: [
      {
        id: 1,
        filters: { type: 'OR', values: [{ key: 'joined', operator: 'is_date_after', value: '2025-10-01' }] },
      },
    ],
    timeZone: 'America/Los_Angeles',
    flags: [{ key: 'f', filters: allOf([memberOf(1)]) }],
  },
  'early access that the person has left, before a holdout': {
    flags: [
      {
        key: 'f',
        filters: {
          groups: [everyone],
          feature_enrollment: true,
          holdout: { id: 1, exclusion_percentage: 100 },
        },
      },
    ],
  },
  'an early exit at a condition whose property the SDK does not have': {
    flags: [
      {
        key: 'f',
        filters: {
          groups: [
            { properties: [{ key: 'x', operator: 'is_not', value: 1 }], rollout_percentage: 0 },
            everyone,
          ],
          early_exit: true,
        },
      },
    ],
  },
  'a condition for everyone beside one that needs a missing flag': {
    flags: [{ key: 'f', filters: { groups: [{ properties: [needs(9, true)] }, everyone] } }],
  },
  'a condition for everyone beside one on a missing cohort and another cohort': {
    cohorts: [dynamic],
    flags: [{ key: 'f', filters: { groups: [{ properties: [memberOf(9), memberOf(1)] }, everyone] } }],
  },
  'flags that need each other': {
    flags: [
      { id: 1, key: 'f', filters: { groups: [{ properties: [needs(2, true)] }] } },
      { id: 2, key: 'g', filters: { groups: [{ properties: [needs(1, true)] }] } },
    ],
  },
  'a need for a deleted flag whose key another flag has': {
    flags: [
      { id: 1, key: 'old', deleted: true, filters: { groups: [everyone] } },
      { id: 2, key: 'old', filters: { groups: [everyone] } },
      { id: 3, key: 'f', filters: { groups: [{ properties: [needs(1, true)] }] } },
    ],
  },
  'a used-up quota': { quota: { flags: true }, flags: [{ key: 'f', filters: { groups: [everyone] } }] },
}

describe('posthog-node and the service: flags that are left to the service', () => {
  it.each(Object.entries(LEFT))(
    'evaluate to off, in the service alone: %s (4.3, R51, D-730)',
    async (_, options) => {
      const service = createTestService({ groupTypes: ['company', 'team'], ...options } as ServiceOptions)
      const subject = {
        distinctId: 'u1',
        groups: { company: 'acme' },
        personProperties: { ...PERSON, status: 'blocked' },
        groupProperties: { company: { status: 'fine' } },
      }
      const [values] = await evaluateLocally(service, [subject])
      const remoteValue = await evaluateRemotely(service, subject)
      expect([values!['f'], remoteValue('f')]).toEqual([undefined, false])
    },
  )
})

describe('the definitions for SDKs', () => {
  it('end a survey that is due before they are sent, as a flags request does (4.3, R51, D-730)', async () => {
    const service = createTestService()
    await fetchManagement(service, 'POST', '/api/projects/1/surveys/', {
      name: 'Iterations',
      type: 'popover',
      start_date: '2025-10-01T00:00:00Z',
      iteration_count: 1,
      iteration_frequency_days: 1,
    })
    const isActive = async () => {
      const response = await fetchManagement(service, 'GET', '/flags/definitions?token=phc_demo')
      const { flags } = (await response.json()) as { flags: { active: boolean }[] }
      return flags[0]!.active
    }
    expect(await isActive()).toBe(true)
    service.advance(2 * 86_400_000)
    expect(await isActive()).toBe(false)
  })
})

const PERSON = { joined: '2025-10-01T03:00:00Z', seats: 'N/A', '$feature_enrollment/f': false }

const OPERATORS = [
  ...['exact', 'is_not', 'icontains', 'not_icontains', 'icontains_multi', 'not_icontains_multi'],
  ...['starts_with', 'not_starts_with', 'ends_with', 'not_ends_with', 'regex', 'not_regex'],
  ...['gt', 'gte', 'lt', 'lte', 'between', 'not_between', 'is_set', 'is_not_set'],
  ...[
    'is_date_before',
    'is_date_after',
    'is_date_exact',
    'semver_eq',
    'semver_neq',
    'semver_gt',
    'semver_lt',
  ],
  ...['semver_caret', 'semver_tilde', 'semver_wildcard', 'like'],
]
const TEXTS = [
  'pro',
  'free',
  '',
  'true',
  'N/A',
  ' 5',
  '9',
  '2025-10-01',
  '2025-10-01T03:00:00Z',
  '1.2.3-beta.1',
]
const VALUES = [...TEXTS, true, 5, 1.5, null, ['pro', 'free'], [], '7d', '1.2.3', '^p', '?*']

/** A value that is seldom another one, so that most flags can be evaluated by SDKs. */
const mostly = (usual: unknown, ...others: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, fc.constantFrom(...others))

const operator = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('exact', 'is_not', 'icontains', 'is_set') },
  fc.constantFrom(...OPERATORS),
)
const propertyFilter = fc.record({
  key: fc.constantFrom('plan', 'size'),
  type: mostly('person', 'group', 'behavioral'),
  group_type_index: fc.constantFrom(0, 1, 2, null),
  operator,
  value: fc.constantFrom(...VALUES),
})
const groupFilter = fc.record({
  key: fc.constantFrom('plan', 'size'),
  type: fc.constant('group'),
  group_type_index: fc.constantFrom(0, 0, 1, null),
  operator: fc.constantFrom('exact', 'is_not', 'is_set'),
  value: fc.constantFrom('pro', 'free'),
})
/** On a list, which operators on text read as JSON in the service, and joined by commas in SDKs. See D-730. */
const listFilter = fc.record({
  key: fc.constant('roles'),
  operator: fc.constantFrom('exact', 'is_not', 'is_set', 'is_not_set'),
  value: fc.constantFrom<unknown>('["admin"]', 'admin', ['admin'], 'true', false),
})
const cohortFilter = fc.record({
  key: fc.constant('id'),
  type: fc.constant('cohort'),
  value: mostly(1, 2, 3, 9, '1', [1]),
  operator: fc.constantFrom('in', 'in', 'not_in', 'not_in', 'exact', 'is_not'),
})
const flagFilter = fc.record({
  key: fc.constantFrom('1', '2', '3', '4', '9'),
  type: fc.constant('flag'),
  value: fc.constantFrom<unknown>(true, true, false, false, 'a', 'holdout-1', 'true', null),
  operator: mostly('flag_evaluates_to', 'is_not', 'exact'),
})
const condition = fc.record({
  properties: fc.array(
    fc.oneof(
      { weight: 2, arbitrary: propertyFilter },
      { weight: 2, arbitrary: groupFilter },
      { weight: 2, arbitrary: cohortFilter },
      { weight: 2, arbitrary: flagFilter },
      listFilter,
    ),
    { maxLength: 2 },
  ),
  rollout_percentage: fc.constantFrom(0, 40, 100, 100, null),
  variant: mostly(undefined, 'a', 'b', 'other', '', null),
  aggregation_group_type_index: mostly(undefined, 0, 1, 2, null, null, null),
})
const variants = ['a', 'b'].map(key => ({ key, rollout_percentage: 40 }))
const flag = fc.record({
  filters: fc.record({
    groups: fc.array(condition, { maxLength: 2 }),
    multivariate: fc.constantFrom(undefined, { variants }),
    aggregation_group_type_index: fc.constantFrom(undefined, undefined, 0, 0, 1, 2, null),
    early_exit: mostly(undefined, true, false, 'true'),
    feature_enrollment: mostly(undefined, true),
    super_groups: mostly(undefined, [{ properties: [{ key: 'plan', operator: 'exact', value: 'pro' }] }]),
    holdout: mostly(undefined, { id: 1, exclusion_percentage: 60 }),
    holdout_groups: mostly(undefined, [{ rollout_percentage: 60, variant: 'holdout-1' }]),
  }),
  active: mostly(true, false, false, 'false', 0, null),
  deleted: mostly(false, true, true, 'false', 0),
  evaluation_runtime: mostly('all', 'client', 'server', 'servr'),
  evaluation_tags: mostly([], ['staging'], 'staging'),
  bucketing_identifier: mostly(null, 'device_id', 'distinct_id'),
  ensure_experience_continuity: mostly(false, true),
})

const cohortLeaf = fc.record({
  key: fc.constantFrom('plan', 'size'),
  type: fc.constant('person'),
  operator,
  value: fc.constantFrom(...VALUES),
  negation: mostly(null, true, false),
})
const groupOf = (part: fc.Arbitrary<unknown>) =>
  fc.record({
    type: fc.constantFrom('AND', 'OR'),
    values: fc.array(part, { minLength: 1, maxLength: 2 }),
    negation: mostly(false, true),
  })
const simpleLeaf = fc.record({
  key: fc.constantFrom('plan', 'size'),
  operator: fc.constantFrom('exact', 'is_not'),
  value: fc.constantFrom('pro', 'free'),
})
const cohort = fc.record({
  filters: fc.oneof(
    { weight: 3, arbitrary: groupOf(simpleLeaf) },
    groupOf(fc.oneof(cohortLeaf, cohortFilter)),
    groupOf(groupOf(cohortLeaf)),
  ),
  is_static: mostly(false, true, 'true', 1),
  deleted: mostly(false, true, 'false'),
  distinct_ids: fc.constant(['u1']),
})

const propertyValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>('pro', 'free') },
  fc.constantFrom<unknown>(...TEXTS, true, false, 5, 1.5, 1_672_531_200, null),
)
const properties = {
  plan: propertyValue,
  size: propertyValue,
  roles: fc.constantFrom(['admin'], ['true'], [['true']], []),
}
const some = <T extends object>(arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(arbitraries, { requiredKeys: [] }) as fc.Arbitrary<never>
const BOTH = { company: 'acme', team: 'red' }
const subject = fc.record<Subject>({
  distinctId: fc.constantFrom('u1', 'u2', 'u3'),
  groups: fc.constantFrom<Record<string, string>>(
    BOTH,
    BOTH,
    BOTH,
    { company: 'umbrella' },
    { team: 'red' },
    {},
  ),
  personProperties: some({
    ...properties,
    $device_id: fc.constantFrom('d1', 'd2'),
    '$feature_enrollment/f1': fc.boolean(),
  }),
  groupProperties: fc.record({ company: some(properties), team: some(properties) }),
})

describe('posthog-node and the service: generated projects', () => {
  it('return the same value wherever posthog-node evaluates locally (4.3, R51, D-730)', async () => {
    let conclusive = 0
    const project = fc.record({
      flags: fc.array(flag, { minLength: 4, maxLength: 4 }),
      cohorts: fc.array(cohort, { minLength: 3, maxLength: 3 }),
      stored: some(properties),
      strictTags: fc.boolean(),
      timeZone: fc.constantFrom('UTC', 'America/Los_Angeles'),
    })
    const subjects = fc.array(subject, { minLength: 3, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(project, subjects, async ({ flags, cohorts, stored, ...settings }, people) => {
        const options = {
          ...settings,
          groupTypes: ['company', 'team'],
          persons: [{ distinct_ids: ['u1'], properties: stored }],
          groups: [{ type: 'company', key: 'acme', properties: stored }],
          flags: flags.map((definition, index) => ({ id: index + 1, key: `f${index + 1}`, ...definition })),
          cohorts: cohorts.map((definition, index) => ({ id: index + 1, ...definition })),
        }
        conclusive += await compare(options as unknown as ServiceOptions, people)
        await returnStores()
      }),
      { numRuns: 400 },
    )
    expect(conclusive).toBeGreaterThan(500)
  }, 120_000)
})
