import { describe, expect, it } from 'vitest'
import { propertyMatcher } from '../../../../src/server/flags/evaluation/propertyMatcher'
import {
  createPropertyReader,
  createTextBudget,
} from '../../../../src/server/flags/evaluation/propertyReader'
import { lookUpIn } from '../../../../src/server/lib/propertyLookup'
import type { PropertyFilter } from '../../../../src/wire/flagDefinition'

const clock = { now: Date.parse('2020-01-01T12:01:20Z'), timeZone: 'UTC' }
const matches = (filter: Partial<PropertyFilter>, ...property: unknown[]) =>
  propertyMatcher({ key: 'p', value: undefined, ...filter })!(
    createPropertyReader(lookUpIn(property.length > 0 ? { p: property[0] } : {}), createTextBudget()),
    clock,
  )

describe('propertyMatcher', () => {
  it('compares like `exact` without an operator', () => {
    expect([matches({ value: ['a', 'b'] }, 'b'), matches({ value: ['a', 'b'] }, 'c')]).toEqual([true, false])
  })

  it.each<[string, unknown]>([
    ['no value', undefined],
    ['null', null],
    ['a list', []],
    ['an object', {}],
  ])('tests presence with %s as value', (_, value) => {
    expect([matches({ operator: 'is_set', value }, 0), matches({ operator: 'is_set', value })]).toEqual([
      true,
      false,
    ])
    expect([
      matches({ operator: 'is_not_set', value }),
      matches({ operator: 'is_not_set', value }, 0),
    ]).toEqual([true, false])
  })

  it.each<[unknown, boolean, boolean]>([
    [[true, 'TRUE'], true, false],
    [['true', 'false'], false, true],
    [[], true, false],
    ['True', true, false],
    [1, false, true],
  ])('compares the property %j with true and false', (property, isTrue, isFalse) => {
    expect([matches({ value: true }, property), matches({ value: 'false' }, property)]).toEqual([
      isTrue,
      isFalse,
    ])
  })

  it.each<[unknown, unknown, between: boolean, notBetween: boolean]>([
    [[3, 5], 3, true, false],
    [[3, 5], '5', true, false],
    [[3, 5], 2, false, true],
    [[3, 5], 6, false, true],
    [[5, 5], 5, true, false],
    [[3, 5], 'x', false, false],
    [[3, 5], Number.NaN, false, false],
    [[1, 5, 9], 3, false, false],
    [['x', 5], 3, false, false],
    [[3, 'x'], 3, false, false],
    ['12', 1, false, false],
    ['5', 5, false, false],
  ])('compares with the bounds %j: %j', (value, property, isBetween, isNotBetween) => {
    expect(matches({ operator: 'between', value }, property)).toBe(isBetween)
    expect(matches({ operator: 'not_between', value }, property)).toBe(isNotBetween)
  })

  it.each([true, null, {}, [], 'soon', Number.POSITIVE_INFINITY])('matches no date by %j', property => {
    for (const operator of ['is_date_before', 'is_date_after', 'is_date_exact'])
      expect(matches({ operator, value: '2020-01-01' }, property)).toBe(false)
  })

  it.each(['semver_eq', 'semver_neq', 'semver_lt', 'semver_wildcard'])(
    'matches no missing property by %s',
    operator => {
      expect(matches({ operator, value: operator === 'semver_wildcard' ? '1.*' : '1.0.0' })).toBe(false)
    },
  )
})
