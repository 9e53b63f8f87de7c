import { describe, expect, it } from 'vitest'
import {
  hash01,
  isWithinPercentage,
  rolloutHash,
  variantAt,
  variantHash,
} from '../../../../src/server/flags/evaluation/bucketing'
import { propertyMatcher } from '../../../../src/server/flags/evaluation/propertyMatcher'
import {
  createPropertyReader,
  createTextBudget,
} from '../../../../src/server/flags/evaluation/propertyReader'
import { createService } from '../../../../src/server/index'
import { relativeDate } from '../../../../src/server/lib/dates'
import { lookUpIn } from '../../../../src/server/lib/propertyLookup'
import type { FlagResult } from '../../../../src/wire/flag'
import type { FlagDefinition } from '../../../../src/wire/flagDefinition'
import vectors from '../../../fixtures/flag-vectors.json'

const clock = { now: Date.parse('2020-01-01T12:01:20Z'), timeZone: 'UTC' }

describe('hash01, rolloutHash and isWithinPercentage', () => {
  it.each(vectors.hash_corpus)('hash $preimage', ({ preimage, hash01: expected }) => {
    expect(hash01(preimage)).toBe(expected)
  })

  it.each(vectors.mixed_rollout)(
    'decide whether $distinct_id gets $flag_key at $rollout_percentage %',
    vector => {
      const hash = rolloutHash(vector.flag_key, vector.distinct_id)
      expect(hash).toBe(vector.hash01)
      expect(isWithinPercentage(hash, vector.rollout_percentage)).toBe(vector.enabled)
    },
  )

  it.each(vectors.thresholds)('decide whether $hash01 is within $rollout_percentage %: $included', vector => {
    expect(isWithinPercentage(vector.hash01, vector.rollout_percentage)).toBe(vector.included)
  })
})

describe('variantAt', () => {
  it.each(vectors.variant_boundaries)('returns the variant at $hash01 of $variant_percentages', vector => {
    const variants = vector.variant_percentages.map((rollout_percentage, index) => ({
      key: String(index),
      rollout_percentage,
    }))
    expect(variantAt(vector.hash01, variants)).toBe(
      vector.variant_index === null ? null : String(vector.variant_index),
    )
  })

  it.each(vectors.mixed_variant)('returns the variant of $distinct_id for $flag_key', vector => {
    const names = ['control', 'compact', 'spacious']
    const variants = vector.variants
      .split('/')
      .map((part, index) => ({ key: names[index]!, rollout_percentage: Number(part) }))
    const hash = variantHash(vector.flag_key, vector.distinct_id)
    expect(hash).toBe(vector.variant_hash01)
    expect(variantAt(hash, variants)).toBe(vector.variant)
  })
})

describe('results for a thousand ids', () => {
  it('equal the vectors for a flag without variants', () => {
    const { flag_key, rollout_percentage, results_bits } = vectors.consistency.simple
    const bits = Array.from({ length: 1000 }, (_, i) =>
      Number(isWithinPercentage(rolloutHash(flag_key, `distinct_id_${i}`), rollout_percentage)),
    )
    expect(bits.join('')).toBe(results_bits)
  })

  it('equal the vectors for a flag with five variants', () => {
    const { flag_key, rollout_percentage, variants, results_digits } = vectors.consistency.multivariate
    const declared = variants.map(([key, percentage]) => ({
      key: String(key),
      rollout_percentage: Number(percentage),
    }))
    const digits = Array.from({ length: 1000 }, (_, i) => {
      const id = `distinct_id_${i}`
      if (!isWithinPercentage(rolloutHash(flag_key, id), rollout_percentage)) return 0
      const variant = variantAt(variantHash(flag_key, id), declared)
      return declared.findIndex(({ key }) => key === variant) + 1
    })
    expect(digits.join('')).toBe(results_digits)
  })
})

describe('propertyMatcher', () => {
  it.each(vectors.operators.map(vector => [JSON.stringify(vector), vector] as const))(
    'compares as in the vector %s',
    (_, vector) => {
      const matches = propertyMatcher({ key: 'p', operator: vector.operator, value: vector.filter_value })
      const properties = 'property_absent' in vector ? {} : { p: vector.property_value }
      const reader = createPropertyReader(lookUpIn(properties), createTextBudget())
      expect(matches ? matches(reader, clock) : false).toBe(vector.expected)
    },
  )
})

describe('relativeDate', () => {
  it.each(vectors.relative_dates)('returns the time of $expr before $now', ({ now, expr, result }) => {
    expect(relativeDate(expr, Date.parse(now))).toBe(result === null ? undefined : Date.parse(result))
  })
})

describe('/flags', () => {
  it.each(vectors.evaluation_cases.map(vector => [vector.id, vector] as const))(
    'evaluates the vector %s',
    async (_, vector) => {
      const definition = {
        key: vector.flag_key,
        active: vector.active ?? true,
        filters: {
          groups: vector.conditions,
          multivariate: vector.variants && { variants: vector.variants },
          payloads: vector.payloads,
          holdout: vector.holdout,
          early_exit: vector.early_exit,
          aggregation_group_type_index: vector.aggregation_group_type_index,
        },
      } as Partial<FlagDefinition> & { key: string }
      const service = createService({
        flags: [definition],
        groupTypes: vector.group_type ? [vector.group_type] : [],
      })
      const response = await service.fetch('/flags/?v=2', {
        method: 'POST',
        body: JSON.stringify({
          api_key: 'phc_demo',
          distinct_id: vector.distinct_id ?? 'u',
          person_properties: vector.person_properties,
          groups: vector.groups,
          group_properties: vector.group_properties,
        }),
      })
      const { flags } = (await response.json()) as { flags: Record<string, FlagResult> }
      const result = flags[vector.flag_key]
      const { expect: expected } = vector
      if ('absent_from_response' in expected) {
        expect(flags).toEqual({})
        return
      }
      expect(result?.variant).toBe(expected.variant ?? undefined)
      expect(result).toMatchObject({
        enabled: expected.enabled,
        reason: { code: expected.reason, condition_index: expected.condition_index },
      })
      if (expected.payload !== undefined) expect(result?.metadata?.payload ?? null).toBe(expected.payload)
    },
  )
})
