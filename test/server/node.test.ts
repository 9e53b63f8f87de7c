import { gzipSync, strToU8 } from 'fflate'
import { afterEach, describe, expect, it } from 'vitest'
import { createService, type Service, type ServiceOptions } from '../../src/server/index'
import { serve } from '../../src/server/node'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function listening(options: ServiceOptions = {}): Promise<{ service: Service; url: string }> {
  const service = createService(options)
  const { url, close } = await serve(service)
  open.push(close)
  return { service, url }
}

const body = JSON.stringify({ api_key: 'phc_demo', event: 'a', distinct_id: 'u' })

describe('serve', () => {
  it('answers like the service itself', async () => {
    const { service, url } = await listening({ flags: { on: true } })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const stored = await fetch(`${url}/i/v0/e/`, {
      method: 'POST',
      body: gzipSync(strToU8(body)) as BodyInit,
    })
    expect([stored.status, await stored.json()]).toEqual([200, { status: 'Ok' }])
    expect(await service.state.events()).toHaveLength(1)
    const flags = await fetch(`${url}/flags?v=2`, {
      method: 'POST',
      body: JSON.stringify({ api_key: 'phc_demo', distinct_id: 'u' }),
    })
    expect((await flags.json()).flags.on.enabled).toBe(true)
  })

  it('sends Content-Length, to HEAD too', async () => {
    const { url } = await listening()
    const headers = { authorization: 'Bearer phx_demo' }
    const got = await fetch(`${url}/api/projects/`, { headers })
    const length = String((await got.arrayBuffer()).byteLength)
    const head = await fetch(`${url}/api/projects/`, { method: 'HEAD', headers })
    expect([got, head].map(response => response.headers.get('content-length'))).toEqual([length, length])
  })

  it('passes the address of the connection to geoip', async () => {
    const ips: string[] = []
    const { url } = await listening({
      flags: { on: true },
      geoip: ip => {
        ips.push(ip)
        return null
      },
    })
    await fetch(`${url}/flags`, {
      method: 'POST',
      body: JSON.stringify({ api_key: 'phc_demo', distinct_id: 'u' }),
    })
    expect(ips).toEqual(['127.0.0.1'])
  })

  it('refuses a body that is declared above the limit', async () => {
    const { url } = await listening({ maxBodyBytes: 1000 })
    const response = await fetch(`${url}/batch/`, { method: 'POST', body: 'x'.repeat(1001) })
    expect(response.status).toBe(413)
  })

  it('accepts a body without Content-Length up to the limit', async () => {
    const { service, url } = await listening({ maxBodyBytes: 1000 })
    const send = (text: string) =>
      fetch(`${url}/i/v0/e/`, {
        method: 'POST',
        body: new Blob([text]).stream(),
        duplex: 'half',
      } as RequestInit)
    expect((await send(body)).status).toBe(200)
    expect((await send(body.padEnd(1001))).status).toBe(413)
    expect(await service.state.events()).toHaveLength(1)
    const lengths = service.state.requests().map(({ headers }) => headers['content-length'])
    expect(lengths).toEqual([undefined, undefined])
  })

  it('closes the connection of a dropped request and serves the next one', async () => {
    const { service, url } = await listening()
    service.fail({ drop: true, times: 1 })
    await expect(fetch(`${url}/i/v0/e/`, { method: 'POST', body })).rejects.toThrow()
    expect((await fetch(`${url}/i/v0/e/`, { method: 'POST', body })).status).toBe(200)
  })

  it('rejects when the port is in use, and stops when it is closed', async () => {
    const service = createService()
    const first = await serve(service)
    const port = Number(new URL(first.url).port)
    await expect(serve(service, { port })).rejects.toThrow(/EADDRINUSE/)
    await first.close()
    await expect(fetch(first.url)).rejects.toThrow()
  })
})
