import { PostHog } from 'posthog-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../src/server/index'
import type { FlagResult } from '../../src/wire/flag'
import type { FlagFilters } from '../../src/wire/flagDefinition'
import vectors from '../fixtures/flag-vectors.json'
import { createTestService, fetchFlags } from '../server/testService'

/** posthog-node decides by itself, from the definitions that our service serves. */
async function localClient(service: Service): Promise<PostHog> {
  const client = new PostHog('phc_demo', {
    host: 'http://service.test',
    fetch: service.fetch as never,
    personalApiKey: 'phx_demo',
    featureFlagsPollingInterval: 3_600_000,
  })
  await client.reloadFeatureFlags()
  return client
}

const everyone = (properties: object[] = []): FlagFilters => ({
  groups: [{ properties: properties as never, rollout_percentage: 100 }],
})

describe('operators, the same filter on both sides', () => {
  const cases = vectors.operators.map((vector, index) => ({
    ...vector,
    flag: `case-${index}`,
    property: `p${index}`,
  }))
  const person = Object.fromEntries(
    cases.flatMap(one => ('property_absent' in one ? [] : [[one.property, one.property_value]])),
  )
  let client: PostHog
  let ours: Record<string, FlagResult>

  beforeAll(async () => {
    const service = createTestService({
      flags: cases.map(one => ({
        key: one.flag,
        filters: everyone([
          { key: one.property, operator: one.operator, value: one.filter_value, type: 'person' },
        ]),
      })),
    })
    client = await localClient(service)
    ours = (await fetchFlags(service, { person_properties: person })).flags
  })
  afterAll(() => client.shutdown())

  it.each(
    cases.map(one => [`${one.operator} ${JSON.stringify(one.filter_value)}, case ${one.flag}`, one] as const),
  )('%s', async (_, one) => {
    const theirs = await client.getFeatureFlag(one.flag, 'u', {
      personProperties: person as never,
      onlyEvaluateLocally: true,
      sendFeatureFlagEvents: false,
    })
    expect(ours[one.flag]?.enabled).toBe(one.expected)
    // Undefined: the SDK leaves the decision to the service.
    expect(theirs ?? 'inconclusive').toBe(one.posthog_node_local)
  })

  it('differ in what is known to differ, and nowhere else', () => {
    const differing = cases.filter(
      one => one.posthog_node_local !== 'inconclusive' && one.posthog_node_local !== one.expected,
    )
    expect(differing.map(one => [one.operator, one.filter_value, one.property_value])).toEqual([
      ['gt', 1, 'abc'],
      ['gt', '123aloha', 129],
      ['gt', 1, ' 2'],
      ['is_date_before', '2022-05-01', 1672531200],
      ['semver_eq', '1.2.3', '1.2.3.4'],
      ['semver_gt', '1.2.3-alpha', '1.2.3'],
      ['semver_lt', '1.2.3', '1.2.3-rc.1'],
      ['semver_caret', '1.2.3', '1.3.0-beta.1'],
    ])
  })
})

describe('rollout and variants, the same thousand persons on both sides', () => {
  it('fall on the same side and get the same variant', async () => {
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
    const client = await localClient(service)
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

describe('whole flags on both sides', () => {
  /** Where the SDK is known to answer otherwise. */
  const KNOWN: Record<string, unknown> = {
    'empty-distinct-id-zero-rollout': false,
    'property-miss': undefined,
    inactive: false,
  }
  it.each(vectors.evaluation_cases.map(vector => [vector.id, vector] as const))('%s', async (_, vector) => {
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
    const client = await localClient(service)
    const theirs = await client.getFeatureFlag(vector.flag_key, vector.distinct_id ?? 'u', {
      personProperties: vector.person_properties as never,
      groups: Object.fromEntries(
        Object.entries(vector.groups ?? {}).map(([type, key]) => [type, String(key)]),
      ),
      groupProperties: vector.group_properties as never,
      onlyEvaluateLocally: true,
      sendFeatureFlagEvents: false,
    })
    const wanted: { enabled?: boolean; variant?: string } = vector.expect
    const ours = wanted.enabled && (wanted.variant ?? true)
    expect(theirs).toBe(vector.id in KNOWN ? KNOWN[vector.id] : (ours ?? false))
    await client.shutdown()
  })
})
