import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64 } from '../../../../src/server/http/decode/decodeBase64'
import { decodeFormValue } from '../../../../src/server/http/decode/decodeFormValue'

const textOf = (...pieces: string[]) =>
  fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 }))).map(parts => parts.join(''))

describe('decodeFormValue', () => {
  it('returns what URLSearchParams returns (D-720)', () => {
    const values = textOf('%', '+', '%4', '%41', '%zz', '%e2%82%ac', '%ff', '%EF%BB%BF', '%25').filter(
      value => !value.includes('&'),
    )
    fc.assert(
      fc.property(values, value => {
        expect(decodeFormValue(value)).toBe(new URLSearchParams(`data=${value}`).get('data'))
      }),
    )
    expect(decodeFormValue('€ %é')).toBe('€ %é')
  })
})

describe('decodeBase64', () => {
  const decodeWithAtob = (text: string): Uint8Array | undefined => {
    const standard = text.trim().replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/')
    if (!/^[A-Za-z0-9+/\r\n]*={0,2}$/.test(standard)) return undefined
    try {
      return Uint8Array.from(atob(standard), character => character.charCodeAt(0))
    } catch {
      return undefined
    }
  }

  it('returns what atob returns, in either alphabet (D-720)', () => {
    fc.assert(
      fc.property(textOf('QUJD', 'A', 'b9', '+', '/', '-', '_', ' ', '\n', '\r', '=', '==', '*'), text => {
        expect(decodeBase64(text)).toEqual(decodeWithAtob(text))
      }),
    )
  })
})
