import { gzipSync, strToU8 } from 'fflate'
import lz from 'lz-string'
import { describe, expect, it } from 'vitest'
import { post, steadyService } from '../server/support'

const event = { api_key: 'phc_demo', event: 'signup', distinct_id: 'u', properties: { plan: '💻 écrit' } }

describe('4.4 single event', () => {
  it.each(['/i/v0/e', '/i/v0/e/', '/batch', '/batch/', '/e/', '/capture/', '/track/'])(
    'is stored by %s',
    async path => {
      const service = steadyService()
      const response = await post(service, path, event)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: 'Ok' })
      expect(await service.state.events()).toMatchObject([
        {
          event: 'signup',
          distinct_id: 'u',
          properties: { plan: '💻 écrit' },
          timestamp: '2025-10-01T12:00:00.000Z',
        },
      ])
    },
  )

  it('is POST-only', async () => {
    const response = await steadyService().fetch('/i/v0/e/')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('POST')
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' })
  })
})

describe('4.4 encodings', () => {
  const json = JSON.stringify(event)
  const base64 = btoa(String.fromCharCode(...strToU8(json)))
  const form = (data: string) => new URLSearchParams({ data }).toString()
  const formType = 'application/x-www-form-urlencoded'
  it.each<
    [name: string, path: string, body: string | Uint8Array, headers: Record<string, string>, encoding: string]
  >([
    ['JSON', '/i/v0/e/', json, {}, 'plain'],
    ['JSON as text', '/i/v0/e/', json, { 'content-type': 'text/plain' }, 'plain'],
    [
      'gzip by its first bytes',
      '/i/v0/e/',
      gzipSync(strToU8(json)),
      { 'content-type': 'text/plain' },
      'gzip',
    ],
    [
      'gzip by the query',
      '/i/v0/e/?compression=gzip-js',
      gzipSync(strToU8(json)),
      { 'content-type': 'text/plain' },
      'gzip',
    ],
    ['gzip by the header', '/batch/', gzipSync(strToU8(json)), { 'content-encoding': 'gzip' }, 'gzip'],
    ['gzip in spite of another hint', '/i/v0/e/?compression=base64', gzipSync(strToU8(json)), {}, 'gzip'],
    [
      'lz64 in a form',
      '/i/v0/e/?compression=lz64',
      form(lz.compressToBase64(json)),
      { 'content-type': formType },
      'lz64',
    ],
    [
      'lz64 by itself',
      '/i/v0/e/?compression=lz64',
      lz.compressToBase64(json),
      { 'content-type': 'text/plain' },
      'lz64',
    ],
    ['base64 in a form', '/i/v0/e/', form(base64), { 'content-type': formType }, 'base64'],
    [
      'base64 by the query',
      '/i/v0/e/?compression=base64',
      base64,
      { 'content-type': 'text/plain' },
      'base64',
    ],
    ['JSON in a form', '/i/v0/e/', form(json), { 'content-type': formType }, 'plain'],
    ['base64 guessed on an older route', '/e/', base64, { 'content-type': 'text/plain' }, 'base64'],
  ])('reads %s', async (_, path, body, headers, encoding) => {
    const service = steadyService()
    expect((await post(service, path, body, headers)).status).toBe(200)
    expect(await service.state.events()).toMatchObject([
      { event: 'signup', properties: { plan: '💻 écrit' } },
    ])
    expect(service.state.requests()).toMatchObject([{ encoding, body: event, status: 200 }])
  })
})
