import fc from 'fast-check'
import type { PostHog } from 'posthog-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FlagResult } from '../../src/wire/flag'
import type { FlagFilters } from '../../src/wire/flagDefinition'
import vectors from '../fixtures/flag-vectors.json'
import { createTestService, fetchFlags } from '../server/testService'
import { createLocalClient } from '../support/createLocalClient'
import { returnStores } from '../support/testStore'

const matching = (property: object): FlagFilters => ({
  groups: [{ properties: [property as never], rollout_percentage: 100 }],
})

/** Operators that SDKs read differently. The definitions leave them to the service. See D-730, D-755. */
const LEFT_TO_SERVICE = /^(gt|gte|lt|lte|is_date_before|is_date_after|semver_.*|regex|not_regex)$/
/** Values that older SDKs read differently. See D-795. */
const LEFT_FILTERS = new Set([
  'exact []',
  'exact false',
  'exact "false"',
  'exact ["true","false"]',
  'icontains "É"',
])
const isLocal = ({ operator, filter_value }: { operator: string; filter_value?: unknown }) =>
  !LEFT_TO_SERVICE.test(operator) && !LEFT_FILTERS.has(`${operator} ${JSON.stringify(filter_value)}`)

describe('posthog-node and the service: operators', () => {
  const cases = vectors.operators.map((vector, index) => ({
    ...vector,
    flag: `case-${index}`,
    property: `p${index}`,
  }))
  const person = Object.fromEntries(
    cases.flatMap(vector => ('property_absent' in vector ? [] : [[vector.property, vector.property_value]])),
  )
  let client: PostHog
  let ours: Record<string, FlagResult>

  beforeAll(async () => {
    const service = createTestService({
      flags: cases.map(({ flag, property, operator, filter_value }) => ({
        key: flag,
        filters: matching({ key: property, operator, value: filter_value, type: 'person' }),
      })),
    })
    client = await createLocalClient(service)
    ours = (await fetchFlags(service, { person_properties: person })).flags
  })
  afterAll(() => client.shutdown())

  it.each(
    cases.map(vector => [vector.operator, JSON.stringify(vector.filter_value), vector.flag, vector] as const),
  )('evaluate %s %s as expected (%s)', async (_operator, _value, _flag, vector) => {
    const theirs = await client.getFeatureFlag(vector.flag, 'u', {
      personProperties: person as never,
      onlyEvaluateLocally: true,
      sendFeatureFlagEvents: false,
    })
    expect(ours[vector.flag]?.enabled).toBe(vector.expected)
    // The SDK returns undefined when it cannot evaluate the flag locally.
    expect(theirs ?? 'inconclusive').toBe(isLocal(vector) ? vector.posthog_node_local : 'inconclusive')
  })

  it('never differ where posthog-node evaluates locally (D-730)', () => {
    const local = cases.filter(vector => isLocal(vector) && vector.posthog_node_local !== 'inconclusive')
    expect(local).toHaveLength(47)
    expect(local.filter(vector => vector.posthog_node_local !== vector.expected)).toEqual([])
  })
})

describe('posthog-node and the service: rollout and variants', () => {
  it('return the same variant for the same persons', async () => {
    const { flag_key, rollout_percentage, variants } = vectors.consistency.multivariate
    const service = createTestService({
      flags: [
        {
          key: flag_key,
          filters: {
            groups: [{ properties: [], rollout_percentage }],
            multivariate: {
              variants: variants.map(([key, percentage]) => ({
                key: String(key),
                rollout_percentage: Number(percentage),
              })),
            },
          },
        },
      ],
    })
    const client = await createLocalClient(service)
    for (let i = 0; i < 1000; i += 7) {
      const distinct_id = `distinct_id_${i}`
      const theirs = await client.getFeatureFlag(flag_key, distinct_id, {
        onlyEvaluateLocally: true,
        sendFeatureFlagEvents: false,
      })
      const { flags } = await fetchFlags(service, { distinct_id })
      const result = flags[flag_key]
      expect(result?.enabled && (result.variant ?? true)).toBe(theirs)
    }
    await client.shutdown()
  })
})

describe('posthog-node and the service: whole flags', () => {
  /** Vectors for which the SDK is known to return another value, or none because the definitions leave the flag to the service. */
  const KNOWN_DIFFERENCES: Record<string, unknown> = {
    'empty-distinct-id-zero-rollout': false,
    'property-miss': undefined,
    inactive: false,
    'early-exit': undefined,
    'variant-override': undefined,
    'holdout-member': undefined,
    'holdout-non-member': undefined,
  }
  it.each(vectors.evaluation_cases.map(vector => [vector.id, vector] as const))(
    'evaluate the vector %s',
    async (_, vector) => {
      const service = createTestService({
        groupTypes: vector.group_type ? [vector.group_type] : [],
        flags: [
          {
            key: vector.flag_key,
            active: vector.active ?? true,
            filters: {
              groups: vector.conditions as never,
              multivariate: vector.variants && { variants: vector.variants },
              holdout: vector.holdout,
              early_exit: vector.early_exit,
              aggregation_group_type_index: vector.aggregation_group_type_index,
            },
          },
        ],
      })
      const client = await createLocalClient(service)
      const theirs = await client.getFeatureFlag(vector.flag_key, vector.distinct_id ?? 'u', {
        personProperties: vector.person_properties as never,
        groups: Object.fromEntries(
          Object.entries(vector.groups ?? {}).map(([type, key]) => [type, String(key)]),
        ),
        groupProperties: vector.group_properties as never,
        onlyEvaluateLocally: true,
        sendFeatureFlagEvents: false,
      })
      const { enabled, variant }: { enabled?: boolean; variant?: string } = vector.expect
      const ours = enabled ? (variant ?? true) : false
      expect(theirs).toBe(vector.id in KNOWN_DIFFERENCES ? KNOWN_DIFFERENCES[vector.id] : ours)
      await client.shutdown()
    },
  )
})

describe('posthog-node and the service: cohorts', () => {
  const filter = fc.record(
    {
      key: fc.constantFrom('plan', 'missing'),
      type: fc.constantFrom('person', 'behavioral', 'group'),
      operator: fc.constantFrom('exact', 'is_not', 'not_regex', 'like'),
      value: fc.constantFrom<unknown>('pro', 'free', [], null, '('),
      negation: fc.constantFrom<unknown>(true, false, null, 'yes'),
    },
    { requiredKeys: ['key', 'type'] },
  )
  const reference = fc.record({
    key: fc.constant('id'),
    type: fc.constant('cohort'),
    value: fc.constantFrom<unknown>(1, 2, 3, 9, null, '1'),
    operator: fc.constantFrom('in', 'not_in'),
  })
  const { node } = fc.letrec(tie => ({
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      filter,
      reference,
      fc.record(
        {
          type: fc.constantFrom('AND', 'OR', 'and', 'property'),
          values: fc.oneof(fc.array(tie('node'), { maxLength: 3 }), fc.constant(null)),
          negation: fc.constantFrom<unknown>(true, false),
        },
        { requiredKeys: ['type', 'values'] },
      ),
      fc.constantFrom<unknown>(null, {}, [], 'all', { negation: true }),
    ),
  }))
  const cohort = fc.record({ filters: node, is_static: fc.boolean() }, { requiredKeys: [] })
  const condition = fc.record({ properties: fc.array(fc.oneof(filter, reference), { maxLength: 2 }) })
  const groups = fc.oneof(
    { weight: 3, arbitrary: fc.array(condition, { maxLength: 2 }) },
    fc.constantFrom<unknown>([{ properties: {} }], {}),
  )
  // SDKs leave those with early access to the service.
  const withEarlyAccess = fc.record(
    {
      groups,
      super_groups: fc.array(condition, { minLength: 1, maxLength: 1 }),
      feature_enrollment: fc.constant(true),
    },
    { requiredKeys: ['groups'] },
  )
  const flag = fc.oneof({ weight: 3, arbitrary: fc.record({ groups }) }, withEarlyAccess)

  it('switches no flag on locally that is off at the service (R51)', async () => {
    let conclusive = 0
    await fc.assert(
      fc.asyncProperty(fc.array(cohort, { minLength: 3, maxLength: 3 }), flag, async (cohorts, filters) => {
        const service = createTestService({
          flags: [{ key: 'f', filters } as never],
          cohorts: cohorts.map((definition, index) => ({ id: index + 1, ...definition }) as never),
        })
        const client = await createLocalClient(service)
        const personProperties = { plan: 'pro' }
        const local = await client.getFeatureFlag('f', 'u', {
          personProperties,
          onlyEvaluateLocally: true,
          sendFeatureFlagEvents: false,
        })
        await client.shutdown()
        const { flags } = await fetchFlags(service, { person_properties: personProperties })
        await returnStores()
        if (local !== undefined) conclusive++
        if (local) expect(flags['f']?.enabled).toBe(true)
      }),
      { numRuns: 150 },
    )
    expect(conclusive).toBeGreaterThan(10)
  }, 60_000)

  it('leaves flags on static cohorts to the service, and asks it for them (R51)', async () => {
    const service = createTestService({
      cohorts: [{ id: 1, is_static: true, distinct_ids: ['member'] }],
      flags: {
        members: { filters: matching({ key: 'id', type: 'cohort', value: 1, operator: 'in' }) },
        others: { filters: matching({ key: 'id', type: 'cohort', value: 1, operator: 'not_in' }) },
      },
    })
    const client = await createLocalClient(service)
    const valueFor = (key: string, id: string) =>
      client.getFeatureFlag(key, id, { sendFeatureFlagEvents: false })
    expect([await valueFor('members', 'u'), await valueFor('members', 'member')]).toEqual([false, true])
    expect([await valueFor('others', 'u'), await valueFor('others', 'member')]).toEqual([true, false])
    await client.shutdown()
  })
})
