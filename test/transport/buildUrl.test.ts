import { describe, expect, it } from 'vitest'
import { buildUrl } from '../../src/transport/buildUrl'

describe('buildUrl', () => {
  it('replaces a lone surrogate in a query value', () =>
    expect(buildUrl('https://a.test', '/flags', { token: 'x\ud800' })).toBe(
      'https://a.test/flags?token=x%EF%BF%BD',
    ))
  const hosts: [host: string, expected: string][] = [
    ['https://i.test', 'https://i.test/i/v0/e/'],
    ['https://i.test/', 'https://i.test/i/v0/e/'],
    ['https://i.test//', 'https://i.test/i/v0/e/'],
    [' https://i.test ', 'https://i.test/i/v0/e/'],
    ['/relay', '/relay/i/v0/e/'],
    ['/relay/', '/relay/i/v0/e/'],
    ['https://i.test/base?x=1', 'https://i.test/base/i/v0/e/'],
    ['https://i.test/base/?x=1#y', 'https://i.test/base/i/v0/e/'],
  ]
  it.each(hosts)('joins %s and a path with one slash', (host, expected) => {
    expect(buildUrl(host, '/i/v0/e/')).toBe(expected)
  })

  it('encodes the query and leaves out undefined parameters', () => {
    const query = { v: 2, config: 'true', none: undefined, text: 'a b&c' }
    expect(buildUrl('https://i.test', '/flags', query)).toBe(
      'https://i.test/flags?v=2&config=true&text=a%20b%26c',
    )
  })
})
