import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../../src/server/flags/pattern/compilePattern'
import { matchesPattern } from '../../../../src/server/flags/pattern/matchesPattern'

const found = (pattern: string, text: string): boolean | undefined => {
  const program = compilePattern(pattern)
  return program && matchesPattern(program, text)
}

describe('patterns', () => {
  it.each<[pattern: string, text: string, expected: boolean]>([
    ['\\.com$', 'value.com', true],
    ['^a', 'ba', false],
    ['', 'anything', true],
    ['a|b|c', 'xxc', true],
    ['^(a|b)+$', 'abab', true],
    ['^(a|b)+$', 'abac', false],
    ['^a{2,3}$', 'aaaa', false],
    ['^a{2,3}$', 'aaa', true],
    ['^a{2}$', 'aa', true],
    ['^a{2,}$', 'aaaaa', true],
    ['^[^@]+@example\\.com$', 'me@example.com', true],
    ['^[^@]+@example\\.com$', 'me@other.com', false],
    ['[a-f0-9]{4}', 'zz12af', true],
    ['[]a]', ']', true],
    ['[\\w.-]+', '-', true],
    ['^\\d+$', '123', true],
    ['^\\D+$', '123', false],
    ['\\bcat\\b', 'a cat sat', true],
    ['\\bcat\\b', 'concat', false],
    ['\\Bcat', 'concat', true],
    ['(?i)HELLO', 'say hello', true],
    ['hello', 'HELLO', false],
    ['(?i:h)ello', 'HELLO', false],
    ['^b$', 'a\nb', false],
    ['(?m)^b$', 'a\nb', true],
    ['a.b', 'a\nb', false],
    ['(?s)a.b', 'a\nb', true],
    ['^(?!.*@test\\.com$).*$', 'me@test.com', false],
    ['^(?!.*@test\\.com$).*$', 'me@real.com', true],
    ['a(?=b)', 'ab', true],
    ['a(?=b)', 'ac', false],
    ['(?P<year>\\d{4})', 'in 2025', true],
    ['a*?b', 'aaab', true],
    ['^.$', '💻', true],
    ['\\x41\\u0042', 'AB', true],
    ['[[:alpha:]]+', '123x', true],
    ['(a*)*b', 'aaaa', false],
    ['^(?:a?)*$', 'aaa', true],
  ])('%s in %j: %s', (pattern, text, expected) => {
    expect(found(pattern, text)).toBe(expected)
  })

  it.each([
    '?*',
    '(',
    ')',
    '[a',
    'a**',
    'a{3,2}',
    '\\',
    '(?<=a)b',
    '(a)\\1',
    '[z-a]',
    '(?x)a',
    '[[:nope:]]',
    'a++',
  ])('%s is invalid', pattern => {
    expect(compilePattern(pattern)).toBeUndefined()
  })

  it.each([
    ['(a+)+$', `${'a'.repeat(2000)}!`],
    ['(a|a)*$', `${'a'.repeat(2000)}!`],
    ['(.*a){20}$', 'a'.repeat(2000)],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(2000)],
    ['(?=(a+)+$)x', `${'a'.repeat(2000)}!`],
  ])('%s answers on a text that would hang others', (pattern, text) => {
    expect(['boolean', 'undefined']).toContain(typeof found(pattern, text))
  })

  it('gives up on what is too large, and does not grow without bounds', () => {
    expect(compilePattern('((a{100}){100}){100}')).toBeUndefined()
    expect(compilePattern('('.repeat(5000) + ')'.repeat(5000))).toBeUndefined()
    expect(found('(ab|cd){50}', 'x'.repeat(100_000))).toBeUndefined()
  })

  it('agrees with the platform on patterns that both understand', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '(a|b)',
      '(ab)',
      '^',
      '$',
      '\\b',
      '(?=a)',
      '(?!b)',
    )
    const repeat = fc.constantFrom('', '', '*', '+', '?', '{1,2}')
    const atom = fc
      .tuple(piece, repeat)
      .map(([one, times]) => (/^(\^|\$|\\b|\(\?[=!].*)$/.test(one) ? one : one + times))
    const pattern = fc.array(atom, { minLength: 1, maxLength: 6 }).map(parts => parts.join(''))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 8 })
    fc.assert(
      fc.property(pattern, text, (source, input) => {
        expect(found(source, input)).toBe(new RegExp(source).test(input))
      }),
      { numRuns: 500 },
    )
  })

  it('never throws, whatever the pattern', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (pattern, text) => {
        expect([true, false, undefined]).toContain(found(pattern, text))
      }),
      { numRuns: 500 },
    )
  })
})
