import { PostHog } from 'posthog-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../src/server/index'
import type { FlagResult } from '../../src/wire/flag'
import type { FlagFilters } from '../../src/wire/flagDefinition'
import vectors from '../fixtures/flag-vectors.json'
import { createTestService, fetchFlags } from '../server/testService'

/** Creates a posthog-node client that evaluates flags locally, from the definitions of our service. */
async function createLocalClient(service: Service): Promise<PostHog> {
  const client = new PostHog('phc_demo', {
    host: 'http://service.test',
    fetch: service.fetch as never,
    personalApiKey: 'phx_demo',
    featureFlagsPollingInterval: 3_600_000,
  })
  await client.reloadFeatureFlags()
  return client
}

const matching = (property: object): FlagFilters => ({
  groups: [{ properties: [property as never], rollout_percentage: 100 }],
})

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
    expect(theirs ?? 'inconclusive').toBe(vector.posthog_node_local)
  })

  it('differ only in the known cases', () => {
    const differing = cases.filter(
      ({ posthog_node_local: local, expected }) => local !== 'inconclusive' && local !== expected,
    )
    expect(
      differing.map(({ operator, filter_value, property_value }) => [operator, filter_value, property_value]),
    ).toEqual([
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
  /** Vectors for which the SDK is known to return another value. */
  const KNOWN_DIFFERENCES: Record<string, unknown> = {
    'empty-distinct-id-zero-rollout': false,
    'property-miss': undefined,
    inactive: false,
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
