import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../../src/server/http/decode/parseJson'

describe('parseJson', () => {
  it('returns what JSON.parse returns for JSON of a browser, with any number (D-759)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        for (const indent of [0, 1]) {
          const text = JSON.stringify(value, null, indent)
          expect(parseJson(text)).toEqual(JSON.parse(text))
        }
      }),
    )
  })

  it('returns the digits of an integer that no number holds, and other numbers as they are (D-759)', () => {
    const isHeld = (digits: string) => String(Number(digits)) === digits
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), big => {
        const digits = String(big)
        const expected = isHeld(digits) ? Number(digits) : digits
        expect(parseJson(digits)).toBe(expected)
        expect(parseJson(`{"a":${digits},"b":[ ${digits} , "${digits}"]}`)).toEqual({
          a: expected,
          b: [expected, digits],
        })
      }),
    )
  })

  it.each([
    ['9007199254740992', 9007199254740992],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['9007199254740993.0', 9007199254740992],
    ['36893488147419103232', '36893488147419103232'],
    ['36893488147419103000', 36893488147419103000],
    ['1000000000000000000000', '1000000000000000000000'],
    ['12345678901234567e3', 12345678901234567e3],
    ['0.12345678901234566', 0.12345678901234566],
    [`"\\"9007199254740993"`, '"9007199254740993'],
    ['9'.repeat(400), '9'.repeat(400)],
  ])('reads %s', (text, expected) => {
    expect(parseJson(text)).toEqual(expected)
  })

  it.each([
    '{9007199254740993:1}',
    '{9007199254740993 :1}',
    '09007199254740993',
    '--9007199254740993',
    'x9007199254740993',
    '9007199254740993 9007199254740993',
  ])('refuses %s, which is no JSON', text => {
    expect(() => parseJson(text)).toThrow()
  })
})
