import { describe, expect, it } from 'vitest'
import {
  describeCondition,
  describeReason,
  describeValue,
  describeVariants,
} from '../../src/console/flags/describeFlag'

describe('describeCondition', () => {
  it.each([
    ['Everyone', {}],
    ['Everyone', { properties: [] }],
    ['plan is plus or team', { properties: [{ key: 'plan', value: ['plus', 'team'], operator: 'exact' }] }],
    [
      'plan is pro and age is at least 18',
      {
        properties: [
          { key: 'plan', value: 'pro' },
          { key: 'age', value: 18, operator: 'gte' },
        ],
      },
    ],
    ['email is set', { properties: [{ key: 'email', operator: 'is_set' }] }],
    ['version semver gt 2.0.0', { properties: [{ key: 'version', value: '2.0.0', operator: 'semver_gt' }] }],
    ['cohort id is in cohort 7', { properties: [{ key: 'id', value: 7, operator: 'in', type: 'cohort' }] }],
  ])('returns %s', (text, condition) => {
    expect(describeCondition(condition)).toBe(text)
  })
})

describe('describeReason', () => {
  const sentence = (reason: string, condition_index: number | null = null) =>
    describeReason({
      value: false,
      evaluation: { reason, condition_index, description: 'as the service says' },
    })

  it('counts conditions from one', () => {
    expect(sentence('condition_match', 0)).toBe('condition 1 applies')
    expect(sentence('out_of_rollout_bound', 1)).toBe(
      'condition 2 applies, and its rollout leaves this id out',
    )
  })

  it('has words for a missing condition and for a flag that is off', () => {
    expect(sentence('no_condition_match')).toBe('no condition applies')
    expect(sentence('disabled')).toBe('the flag is switched off')
  })

  it('repeats the description of a reason that is new', () => {
    expect(sentence('moon_phase')).toBe('as the service says')
  })
})

describe('describeValue and describeVariants', () => {
  it('return words', () => {
    expect([true, false, 'yearly-first'].map(describeValue)).toEqual(['on', 'off', 'yearly-first'])
    expect(
      describeVariants([
        { key: 'control', rollout_percentage: 50 },
        { key: 'b', rollout_percentage: 50 },
      ]),
    ).toBe('control 50%, b 50%')
  })
})
