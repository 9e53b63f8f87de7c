import { describe, expect, it } from 'vitest'
import { compileMatcher } from '../../../src/surveys/targeting/match'
import type { MatchType } from '../../../src/wire/survey'

const matches = (type: MatchType | undefined, targets: string[], value: string) =>
  compileMatcher(targets, type)?.(value)

describe('compileMatcher', () => {
  it.each<[string, MatchType | undefined, string[], string, boolean]>([
    [
      'looks for the text when there is no type',
      undefined,
      ['example.com'],
      'https://example.com/path',
      true,
    ],
    [
      'ignores case when the type is icontains',
      'icontains',
      ['EXAMPLE.COM'],
      'https://example.com/path',
      true,
    ],
    [
      'matches any of the targets when the type is icontains',
      'icontains',
      ['nope', 'path'],
      'https://example.com/path',
      true,
    ],
    ['matches an equal value when the type is exact', 'exact', ['a'], 'a', true],
    ['compares case when the type is exact', 'exact', ['A'], 'a', false],
    [
      'rejects a longer value when the type is exact',
      'exact',
      ['https://example.com'],
      'https://example.com/path',
      false,
    ],
    [
      'matches another value when the type is is_not',
      'is_not',
      ['https://other.com'],
      'https://example.com',
      true,
    ],
    ['rejects an equal value when the type is is_not', 'is_not', ['a', 'b'], 'b', false],
    [
      'matches a value without the text when the type is not_icontains',
      'not_icontains',
      ['nonexistent.com'],
      'https://example.com',
      true,
    ],
    [
      'rejects a value with the text when the type is not_icontains',
      'not_icontains',
      ['/admin'],
      'https://a.test/ADMIN/users',
      false,
    ],
    [
      'finds a pattern anywhere when the type is regex',
      'regex',
      ['(\\?|\\&)(name.*)\\=([^&]+)'],
      'https://a.test/?name=something',
      true,
    ],
    ['compares case when the type is regex', 'regex', ['PATH'], 'https://a.test/path', false],
    [
      'matches a whole URL when the type is regex',
      'regex',
      ['^https://.*\\.com/.*$'],
      'https://example.com/path',
      true,
    ],
    [
      'rejects a matching value when the type is not_regex',
      'not_regex',
      ['^https://.*\\.com/.*$'],
      'https://example.com/path',
      false,
    ],
    ['compares numbers when the type is gt', 'gt', ['9'], '10', true],
    ['rejects an equal number when the type is gt', 'gt', ['10'], '10', false],
    ['compares numbers when the type is lt', 'lt', ['9.5'], '-3', true],
    ['rejects a value that is not a number when the type is gt', 'gt', ['1'], 'many', false],
    ['rejects an empty value, which is not 0, when the type is lt', 'lt', ['1'], '', false],
    ['ignores whitespace around a text', 'icontains', ['  /billing  '], 'https://shop.test/billing/42', true],
    [
      'ignores whitespace around a pattern',
      'regex',
      ['^https://shop\\.test/b.*$ '],
      'https://shop.test/billing/42',
      true,
    ],
  ])('%s', (_, type, targets, value, expected) => {
    expect(matches(type, targets, value)).toBe(expected)
  })

  it.each<[MatchType, string, string, boolean]>([
    ['gt', '4', '5', true],
    ['gt', '5', '5', false],
    ['lt', '6', '5', true],
    ['lt', '5', '5', false],
    ['gt', '-1', ' ', false],
    ['lt', '1', '', false],
  ])('compares numbers: %s %j with %j', (type, target, value, expected) => {
    expect(matches(type, [target], value)).toBe(expected)
  })

  it.each<[string, string, string]>([
    ['the type is unknown', 'starts_with', '/a'],
    ['the type is a property name of every object', 'constructor', '/a'],
    ['the pattern is invalid', 'regex', '(unclosed'],
    ['the negated pattern is invalid', 'not_regex', '(unclosed'],
  ])('returns undefined when %s', (_, type, target) => {
    expect(compileMatcher([target], type as MatchType)).toBeUndefined()
  })

  it.each<[string, string, boolean]>([
    ['https://example.com', 'https://example.com/', true],
    ['https://example.com', 'https://example.com', true],
    ['to https://example.com', 'to https://example.com/', false],
    ['https://example.com/', 'https://example.com/', true],
    ['https://example.com/a', 'https://example.com/a/', false],
    ['https://example.com?a', 'https://example.com?a/', false],
    ['/a', '/a/', false],
  ])('adds the slash only to a URL without a path: exact %s matches %s: %s', (target, value, expected) => {
    expect(matches('exact', [target], value)).toBe(expected)
    expect(matches('is_not', [target], value)).toBe(!expected)
  })

  it.each([
    ['^https://shop\\.test/', true],
    ['aab', false],
  ])('compares the first 2,000 characters of a text with the pattern %s (D-775)', (pattern, isMatch) => {
    const url = 'https://shop.test/'.padEnd(2000, 'a')
    expect(matches('regex', [pattern], `${url}b`)).toBe(isMatch)
    expect(matches('not_regex', [pattern], `${url}b`)).toBe(!isMatch)
    expect(matches('icontains', ['aab'], `${url}b`)).toBe(true)
  })
})
