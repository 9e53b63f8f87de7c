import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextBudget } from '../../../../src/server/flags/evaluation/propertyReader'
import { compilePattern } from '../../../../src/server/flags/pattern/compilePattern'
import { matchesPattern } from '../../../../src/server/flags/pattern/matchesPattern'

const matches = (pattern: string, text: string): boolean | undefined => {
  const program = compilePattern(pattern)
  return program && matchesPattern(program, text, createTextBudget())
}

describe('compilePattern', () => {
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
    '[[:toString:]]',
    '[[:valueOf:]]',
    'a++',
  ])('returns undefined for the invalid pattern %s', pattern => {
    expect(compilePattern(pattern)).toBeUndefined()
  })
})

describe('matchesPattern', () => {
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
    ['a(?=(?i)b)bc', 'abC', false],
    ['(?!(?i)x)hello', 'HELLO', false],
    ['^(?:){999999999}a$', 'a', true],
    ['(?P<year>\\d{4})', 'in 2025', true],
    ['a*?b', 'aaab', true],
    ['^.$', '💻', true],
    ['\\x41\\u0042', 'AB', true],
    ['[[:alpha:]]+', '123x', true],
    ['(a*)*b', 'aaaa', false],
    ['^(?:a?)*$', 'aaa', true],
  ])('matches %s in %j: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected)
  })

  it.each([
    ['(a+)+$', `${'a'.repeat(2000)}!`],
    ['(a|a)*$', `${'a'.repeat(2000)}!`],
    ['(.*a){20}$', 'a'.repeat(2000)],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(2000)],
    ['(?=(a+)+$)x', `${'a'.repeat(2000)}!`],
  ])('returns for %s and a text on which backtracking does not end', (pattern, text) => {
    expect(['boolean', 'undefined']).toContain(typeof matches(pattern, text))
  })

  it('returns undefined when pattern or text is too large', () => {
    expect(compilePattern('((a{100}){100}){100}')).toBeUndefined()
    expect(compilePattern('('.repeat(5000) + ')'.repeat(5000))).toBeUndefined()
    expect(matches('(ab|cd){50}', 'x'.repeat(100_000))).toBeUndefined()
  })

  it('counts the steps of look-aheads as its own (R50)', () => {
    expect(compilePattern('((?=a{1000})b){1000}')).toBeUndefined()
    expect(matches('^((?=a{2})a){3}', 'aaaa')).toBe(true)
  })

  it('returns undefined when nested loops need too many rounds for the text (R50)', () => {
    const loops = (depth: number) => `^b${'(x?'.repeat(depth)}${')*'.repeat(depth)}`
    expect(matches(loops(90), 'a'.repeat(9000))).toBeUndefined()
    expect(matches(loops(3), 'a'.repeat(9000))).toBe(false)
  })

  it('agrees with RegExp on patterns that both support', () => {
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
      .map(([atomText, times]) => (/^(\^|\$|\\b|\(\?[=!].*)$/.test(atomText) ? atomText : atomText + times))
    const pattern = fc.array(atom, { minLength: 1, maxLength: 6 }).map(parts => parts.join(''))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 8 })
    fc.assert(
      fc.property(pattern, text, (source, input) => {
        expect(matches(source, input)).toBe(new RegExp(source).test(input))
      }),
      { numRuns: 500 },
    )
  })

  it('never throws for any pattern and text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (pattern, text) => {
        expect([true, false, undefined]).toContain(matches(pattern, text))
      }),
      { numRuns: 500 },
    )
  })
})
