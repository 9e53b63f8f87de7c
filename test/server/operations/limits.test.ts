import { describe, expect, it } from 'vitest'
import { createTestService } from '../testService'

const MINUTE = { requests: 2, perMs: 60_000 }

describe('addressLimits.capture (D-542)', () => {
  const body = JSON.stringify({ api_key: 'phc_demo', event: 'a', distinct_id: 'u' })
  const create = () => {
    const service = createTestService({ addressLimits: { capture: MINUTE } })
    const send = async (ip?: string) => {
      const response = await service.fetch('/i/v0/e/', { method: 'POST', body }, { ip })
      return [response.status, response.headers.get('retry-after')]
    }
    return { service, send }
  }

  it('answers 429 with the time until an address may send again', async () => {
    const { service, send } = create()
    expect([await send('1.1.1.1'), await send('1.1.1.1')]).toEqual([
      [200, null],
      [200, null],
    ])
    service.advance(20_000)
    expect(await send('1.1.1.1')).toEqual([429, '40'])
    expect(await send('2.2.2.2')).toEqual([200, null])
    service.advance(40_000)
    expect(await send('1.1.1.1')).toEqual([200, null])
    expect(await service.state.events()).toHaveLength(4)
  })

  it('takes the addresses of a network of IPv6 as one, and mapped ones as IPv4', async () => {
    const { send } = create()
    for (const ip of ['2001:db8::1', '2001:DB8:0:0:ffff::2']) expect(await send(ip)).toEqual([200, null])
    expect(await send('2001:db8:0:0:1:2:3:4')).toEqual([429, '60'])
    expect(await send('2001:db8:0:1::1')).toEqual([200, null])
    for (const ip of ['1.1.1.1', '::ffff:1.1.1.1']) expect(await send(ip)).toEqual([200, null])
    expect(await send('1.1.1.1')).toEqual([429, '60'])
    expect(await send('fe80::1%eth0')).toEqual([200, null])
  })

  it('limits no request of the same process', async () => {
    const { send } = create()
    for (let i = 0; i < 4; i++) expect(await send()).toEqual([200, null])
  })
})

describe('addressLimits.failedAuthentication (D-542)', () => {
  const create = () => {
    const service = createTestService({ addressLimits: { failedAuthentication: MINUTE } })
    return async (key: string | undefined, ip = '1.1.1.1', path = '/api/projects/1/surveys/') => {
      const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` }
      return (await service.fetch(path, { headers }, { ip })).status
    }
  }

  it('answers 429 to an address that has sent wrong keys, even with a valid one', async () => {
    const status = create()
    expect(await status('phx_guess')).toBe(401)
    expect(await status('phx_guess', '1.1.1.1', '/api/users/@me/two_factor_status')).toBe(401)
    expect([await status('phx_guess'), await status('phx_demo')]).toEqual([429, 429])
    expect(await status('phx_guess', '1.1.1.1', '/flags/definitions?token=phc_demo')).toBe(429)
    expect(await status('phx_demo', '2.2.2.2')).toBe(200)
  })

  it('counts neither valid keys nor missing ones', async () => {
    const status = create()
    for (let i = 0; i < 4; i++) expect(await status('phx_demo')).toBe(200)
    for (let i = 0; i < 4; i++) expect(await status(undefined)).toBe(401)
  })
})

describe('security headers (D-543)', () => {
  const headersOf = async (path: string, init: RequestInit = {}) =>
    (await createTestService().fetch(path, init)).headers

  it.each([
    ['/flags', { method: 'POST', body: '{}' }],
    ['/api/projects/', { headers: { Authorization: 'Bearer phx_demo' } }],
    ['/nowhere', {}],
    ['/api/users/verify_email', { method: 'OPTIONS' }],
  ])('are part of the response to %s', async (path, init) => {
    const headers = await headersOf(path, init)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  it.each(['GET', 'OPTIONS'])(
    'let no page of another origin read the management interface: %s',
    async method => {
      const headers = await headersOf('/api/projects/1/surveys/', {
        method,
        headers: { Origin: 'https://other.test', Authorization: 'Bearer phx_demo' },
      })
      expect([...headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
    },
  )
})
