import { describe, expect, it } from 'vitest'
import { forwardedAddress } from '../../../src/server/operations/forwardedAddress'

describe('forwardedAddress (D-542)', () => {
  it.each<[string | undefined, number, string]>([
    ['6.6.6.6, 1.1.1.1', 0, '9.9.9.9'],
    ['6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
    ['6.6.6.6,1.1.1.1, 10.0.0.1 ', 2, '1.1.1.1'],
    ['1.1.1.1', 2, '9.9.9.9'],
    ['1.1.1.1,', 1, '9.9.9.9'],
    ['6.6.6.6, 1.1.1.1:5678', 1, '1.1.1.1'],
    ['[2001:db8::1]:443', 1, '2001:db8::1'],
    ['2001:db8::1', 1, '2001:db8::1'],
    ['_hidden', 1, '_hidden'],
    [undefined, 1, '9.9.9.9'],
  ])('returns the address that %j has behind %i proxies', (header, proxies, address) => {
    expect(forwardedAddress(header, '9.9.9.9', proxies)).toBe(address)
  })
})
