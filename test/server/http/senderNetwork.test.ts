import { describe, expect, it } from 'vitest'
import { senderNetwork } from '../../../src/server/http/senderNetwork'

describe('senderNetwork (D-835)', () => {
  it.each([
    [undefined, ''],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown:1', 'unknown:1'],
  ])('is an IPv4 address, or the first half of another: %s', (ip, network) => {
    expect(senderNetwork(ip)).toBe(network)
  })

  it.each([
    '::ffff:192.0.2.7',
    '::ffff:c000:207',
    '0:0:0:0:0:FFFF:C000:0207',
    '64:ff9b::192.0.2.7',
    '64:ff9b::c000:207',
  ])('is the IPv4 address that %s stands for', ip => expect(senderNetwork(ip)).toBe('192.0.2.7'))
})
