import { describe, expect, it } from 'vitest'
import { ratingRules, ratingValues } from '../../../src/surveys/questions/rating/answer'
import type { Answer, Branching } from '../../../src/wire/survey'
import { rating } from '../../support/surveys'

const branch = (responseValues: Record<string, number | string>): Branching => ({
  type: 'response_based',
  responseValues,
})

describe('ratingRules', () => {
  it.each([
    [2, [1, 2]],
    [3, [1, 2, 3]],
    [5, [1, 2, 3, 4, 5]],
    [7, [1, 2, 3, 4, 5, 6, 7]],
    [10, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [4, [1, 2, 3, 4]],
  ])('has the values of a scale of %i', (scale, values) => {
    expect(ratingValues({ scale })).toEqual(values)
  })

  it.each<[number, string]>([
    [2, 'positive negative'],
    [3, 'negative neutral positive'],
    [5, 'negative negative neutral positive positive'],
    [7, 'negative negative negative neutral positive positive positive'],
    [10, `${'detractors '.repeat(7)}passives passives promoters promoters`],
  ])('branches a scale of %i by its parts', (scale, keys) => {
    const question = rating({ scale })
    expect(ratingValues(question).map(value => ratingRules.branchKey(question, value))).toEqual(
      keys.split(' '),
    )
    expect(ratingRules.branchKeys(question)).toEqual([...new Set(keys.split(' '))])
  })

  it.each<[string, Answer]>([
    ['no answer', null],
    ['a value above the scale', 11],
    ['a value below the scale', -1],
    ['a fraction', 2.5],
    ['a text', 'many'],
    ['an empty text', ''],
    ['two values', ['1', '2']],
  ])('has no branch key for %s', (_, answer) => {
    expect(ratingRules.branchKey(rating(), answer)).toBeUndefined()
  })

  it('has no branch keys for a scale without parts', () => {
    expect(ratingRules.branchKey(rating({ scale: 4 }), 4)).toBeUndefined()
    expect(ratingRules.branchKeys(rating({ scale: 4 }))).toEqual([undefined])
  })

  it.each<[string, Answer, string]>([
    ['a number as text', '7', 'passives'],
    ['a list of one value', ['10'], 'promoters'],
    ['zero', 0, 'detractors'],
  ])('branches by %s', (_, answer, key) => {
    expect(ratingRules.branchKey(rating(), answer)).toBe(key)
  })

  it('prefers the number as branch key when `responseValues` has it', () => {
    const question = rating({ scale: 7, branching: branch({ negative: 1, '4': 2 }) })
    expect(ratingRules.branchKey(question, 4)).toBe('4')
    expect(ratingRules.branchKey(question, 1)).toBe('negative')
  })

  it.each<[string, boolean, number | null, string | undefined]>([
    ['refuses no value when required', false, null, 'required'],
    ['accepts no value when optional', true, null, undefined],
    ['accepts zero', false, 0, undefined],
    ['refuses a value outside of the scale', false, 11, 'required'],
  ])('%s', (_, optional, draft, code) => {
    expect(ratingRules.problem(rating({ optional }), draft)?.code).toBe(code)
  })

  it.each<[string, number, string[], Answer | undefined]>([
    ['a value', 10, ['9'], 9],
    ['0 on the scale of 10', 10, ['0'], 0],
    ['nothing for 0 on another scale', 5, ['0'], undefined],
    ['nothing for a value above the scale', 10, ['11'], undefined],
    ['nothing for a text', 10, ['x'], undefined],
    ['nothing for an empty text', 10, [''], undefined],
  ])('prefills %s', (_, scale, values, expected) => {
    expect(ratingRules.prefill(rating({ scale }), values)).toBe(expected)
  })

  it('reports the number, or null without one', () => {
    expect(ratingRules.answer(rating(), 4)).toBe(4)
    expect(ratingRules.answer(rating(), null)).toBeNull()
  })
})
