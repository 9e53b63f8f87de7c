import { describe, expect, it } from 'vitest'
import { compileMatcher } from '../../../src/surveys/targeting/match'
import type { MatchType } from '../../../src/wire/survey'

const meets = (type: MatchType | undefined, targets: string[], value: string) =>
  compileMatcher(targets, type)?.(value)

describe('match types', () => {
  it.each<[string, MatchType | undefined, string[], string, boolean]>([
    ['a missing type is icontains', undefined, ['example.com'], 'https://example.com/path', true],
    ['icontains does not care for case', 'icontains', ['EXAMPLE.COM'], 'https://example.com/path', true],
    ['icontains looks for any target', 'icontains', ['nope', 'path'], 'https://example.com/path', true],
    ['exact is equality', 'exact', ['a'], 'a', true],
    ['exact cares for case', 'exact', ['A'], 'a', false],
    ['exact is not a beginning', 'exact', ['https://example.com'], 'https://example.com/path', false],
    ['is_not holds for another value', 'is_not', ['https://other.com'], 'https://example.com', true],
    ['is_not fails for the value', 'is_not', ['a', 'b'], 'b', false],
    [
      'not_icontains holds without the text',
      'not_icontains',
      ['nonexistent.com'],
      'https://example.com',
      true,
    ],
    ['not_icontains fails with the text', 'not_icontains', ['/admin'], 'https://a.test/ADMIN/users', false],
    [
      'regex finds anywhere',
      'regex',
      ['(\\?|\\&)(name.*)\\=([^&]+)'],
      'https://a.test/?name=something',
      true,
    ],
    ['regex cares for case', 'regex', ['PATH'], 'https://a.test/path', false],
    ['regex matches a whole address', 'regex', ['^https://.*\\.com/.*$'], 'https://example.com/path', true],
    ['not_regex is the denial', 'not_regex', ['^https://.*\\.com/.*$'], 'https://example.com/path', false],
    ['gt compares numbers', 'gt', ['9'], '10', true],
    ['gt is strict', 'gt', ['10'], '10', false],
    ['lt compares numbers', 'lt', ['9.5'], '-3', true],
    ['gt fails for what is no number', 'gt', ['1'], 'many', false],
    ['gt fails for an empty text, which is not 0', 'lt', ['1'], '', false],
    ['targets are trimmed', 'icontains', ['  /billing  '], 'https://shop.test/billing/42', true],
    ['patterns are trimmed', 'regex', ['^https://shop\\.test/b.*$ '], 'https://shop.test/billing/42', true],
  ])('%s', (_, type, targets, value, expected) => {
    expect(meets(type, targets, value)).toBe(expected)
  })

  it.each<[string, string, string]>([
    ['an unknown type', 'starts_with', '/a'],
    ['a type that is a name of every object', 'constructor', '/a'],
    ['a pattern that cannot be read', 'regex', '(unclosed'],
    ['the denial of a pattern that cannot be read', 'not_regex', '(unclosed'],
  ])('%s gives no test, so that it can mean never', (_, type, target) => {
    expect(compileMatcher([target], type as MatchType)).toBeUndefined()
  })

  it.each<[string, string, boolean]>([
    ['https://example.com', 'https://example.com/', true],
    ['https://example.com/', 'https://example.com/', true],
    ['https://example.com/a', 'https://example.com/a/', false],
    ['https://example.com?a', 'https://example.com?a/', false],
    ['/a', '/a/', false],
  ])('an address without a path is exact with its slash: %s is %s: %s', (target, value, expected) => {
    expect(meets('exact', [target], value)).toBe(expected)
    expect(meets('is_not', [target], value)).toBe(!expected)
  })
})
