import { describe, expect, it } from 'vitest'
import {
  hash01,
  isWithinPercentage,
  rolloutHash,
  variantAt,
  variantHash,
} from '../../../../src/server/flags/evaluation/bucketing'
import { propertyMatcher } from '../../../../src/server/flags/evaluation/propertyMatcher'
import { createService } from '../../../../src/server/index'
import { relativeDate } from '../../../../src/server/lib/dates'
import type { FlagResult } from '../../../../src/wire/flag'
import type { FlagDefinition } from '../../../../src/wire/flagDefinition'
import vectors from '../../../fixtures/flag-vectors.json'

const clock = { now: Date.parse('2020-01-01T12:01:20Z'), timeZone: 'UTC' }

describe('flag hash', () => {
  it.each(vectors.hash_corpus)('of $preimage', ({ preimage, hash01: expected }) => {
    expect(hash01(preimage)).toBe(expected)
  })

  it.each(vectors.mixed_rollout)('puts $distinct_id in $flag_key at $rollout_percentage %', vector => {
    const hash = rolloutHash(vector.flag_key, vector.distinct_id)
    expect(hash).toBe(vector.hash01)
    expect(isWithinPercentage(hash, vector.rollout_percentage)).toBe(vector.enabled)
  })

  it.each(vectors.thresholds)('$hash01 within $rollout_percentage: $included', vector => {
    expect(isWithinPercentage(vector.hash01, vector.rollout_percentage)).toBe(vector.included)
  })
})

describe('variant choice', () => {
  it.each(vectors.variant_boundaries)('at $hash01 of $variant_percentages', vector => {
    const variants = vector.variant_percentages.map((rollout_percentage, index) => ({
      key: String(index),
      rollout_percentage,
    }))
    expect(variantAt(vector.hash01, variants)).toBe(
      vector.variant_index === null ? null : String(vector.variant_index),
    )
  })

  it.each(vectors.mixed_variant)('of $distinct_id in $flag_key', vector => {
    const names = ['control', 'compact', 'spacious']
    const variants = vector.variants
      .split('/')
      .map((part, index) => ({ key: names[index]!, rollout_percentage: Number(part) }))
    const hash = variantHash(vector.flag_key, vector.distinct_id)
    expect(hash).toBe(vector.variant_hash01)
    expect(variantAt(hash, variants)).toBe(vector.variant)
  })
})

describe('consistency over a thousand ids', () => {
  it('of a simple flag', () => {
    const { flag_key, rollout_percentage, results_bits } = vectors.consistency.simple
    const bits = Array.from({ length: 1000 }, (_, i) =>
      Number(isWithinPercentage(rolloutHash(flag_key, `distinct_id_${i}`), rollout_percentage)),
    )
    expect(bits.join('')).toBe(results_bits)
  })

  it('of a flag with five variants', () => {
    const { flag_key, rollout_percentage, variants, results_digits } = vectors.consistency.multivariate
    const declared = variants.map(([key, percentage]) => ({
      key: String(key),
      rollout_percentage: Number(percentage),
    }))
    const digits = Array.from({ length: 1000 }, (_, i) => {
      const id = `distinct_id_${i}`
      if (!isWithinPercentage(rolloutHash(flag_key, id), rollout_percentage)) return 0
      const variant = variantAt(variantHash(flag_key, id), declared)
      return declared.findIndex(one => one.key === variant) + 1
    })
    expect(digits.join('')).toBe(results_digits)
  })
})

describe('operators', () => {
  it.each(vectors.operators.map(vector => [JSON.stringify(vector), vector] as const))('%s', (_, vector) => {
    const test = propertyMatcher({ key: 'p', operator: vector.operator, value: vector.filter_value })
    const properties = 'property_absent' in vector ? {} : { p: vector.property_value }
    expect(test ? test(properties, clock) : false).toBe(vector.expected)
  })
})

describe('relative dates', () => {
  it.each(vectors.relative_dates)('$expr before $now', ({ now, expr, result }) => {
    expect(relativeDate(expr, Date.parse(now))).toBe(result === null ? undefined : Date.parse(result))
  })
})

describe('whole flags', () => {
  it.each(vectors.evaluation_cases.map(vector => [vector.id, vector] as const))('%s', async (_, vector) => {
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
    const { expect: wanted } = vector
    if ('absent_from_response' in wanted) {
      expect(flags).toEqual({})
      return
    }
    expect(result).toMatchObject({
      enabled: wanted.enabled,
      variant: wanted.variant ?? null,
      reason: { code: wanted.reason, condition_index: wanted.condition_index },
    })
    if (wanted.payload !== undefined) expect(result?.metadata?.payload).toBe(wanted.payload)
  })
})
