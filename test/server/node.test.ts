import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync, strToU8 } from 'fflate'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  createMemoryStore,
  createService,
  type Service,
  type ServiceOptions,
  StoreUnavailableError,
} from '../../src/server/index'
import { serve } from '../../src/server/node'
import type { ServedRequest } from '../../src/server/operations/accessLog'

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

  it('sends the whole of a large reply to a client that has ended its side, and then closes (D-815)', async () => {
    const large = Buffer.alloc(32 * 1024 * 1024)
    const { url, close } = await serve({ fetch: () => Promise.resolve(new Response(large)) })
    open.push(close)
    const client = connect({ port: Number(new URL(url).port), allowHalfOpen: true })
    client.end('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const reply = await text(client)
    expect(reply.length - reply.indexOf('\r\n\r\n') - 4).toBe(large.length)
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

describe('/readyz (D-540)', () => {
  const failingStore = () => {
    const store = createMemoryStore()
    const state = { isGone: true }
    const unlessGone =
      <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        if (state.isGone) throw new StoreUnavailableError('gone')
        return call(...args)
      }
    // Generic methods lose their type parameters here.
    const get = unlessGone(store.get) as typeof store.get
    const transaction = unlessGone(store.transaction) as typeof store.transaction
    return { state, store: { ...store, get, transaction } }
  }

  it('answers 503 with Retry-After while the store does not answer, and /healthz 200', async () => {
    const { state, store } = failingStore()
    const { url } = await listening({ store })
    const statuses = async () =>
      Promise.all(['/healthz', '/readyz'].map(async path => (await fetch(url + path)).status))
    expect(await statuses()).toEqual([200, 503])
    expect((await fetch(`${url}/readyz`)).headers.get('retry-after')).toBe('2')
    state.isGone = false
    expect(await statuses()).toEqual([200, 200])
    state.isGone = true
    expect(await statuses()).toEqual([200, 503])
  })

  it('answers 503 as soon as the service stops, and then closes the connection', async () => {
    const { url, stop } = await serve(createService())
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('GET /readyz HTTP/1.1\r\n')
    // Not idle any more.
    await vi.waitFor(() => expect(socket.bytesWritten).toBeGreaterThan(0), 10_000)
    await fetch(`${url}/healthz`)
    const stopped = stop()
    socket.write('host: a\r\n\r\n')
    const response = await text(socket)
    expect(response).toContain('HTTP/1.1 503 ')
    expect(response).toContain('{"status":"stopping"}')
    expect(await stopped).toBe(true)
  })
})

describe('serve with onResponse', () => {
  it('reports each response with its status and size, without the query', async () => {
    const served: ServedRequest[] = []
    const { url, close } = await serve(createService(), { onResponse: request => served.push(request) })
    open.push(close)
    const response = await fetch(`${url}/i/v0/e/?ip=1&_=2`, { method: 'POST', body })
    const { byteLength } = await response.arrayBuffer()
    await fetch(`${url}/nowhere`)
    await vi.waitFor(() => expect(served).toHaveLength(2), 10_000)
    expect(served).toMatchObject([
      { method: 'POST', path: '/i/v0/e/', status: 200 },
      { method: 'GET', path: '/nowhere', status: 404 },
    ])
    expect(served[0]!.bytes).toBeGreaterThan(byteLength)
    expect(Math.abs(served[0]!.at - Date.now())).toBeLessThan(10_000)
  })

  it('reports the status 0 when the connection is closed before the response', async () => {
    const served: ServedRequest[] = []
    const service = createService()
    service.fail({ drop: true })
    const { url, close } = await serve(service, { onResponse: request => served.push(request) })
    open.push(close)
    await expect(fetch(url)).rejects.toThrow()
    await vi.waitFor(() => expect(served).toMatchObject([{ status: 0 }]), 10_000)
  })
})

describe('serve with trustedProxies (D-542)', () => {
  it.each([
    [0, [200, 429]],
    [1, [200, 200]],
  ])('limits the addresses that it sees behind %i proxies', async (trustedProxies, expected) => {
    const addressLimits = { capture: { requests: 1, perMs: 60_000 } }
    const { url, close } = await serve(createService({ addressLimits }), { trustedProxies })
    open.push(close)
    const status = async (address: string) => {
      const headers = { 'x-forwarded-for': `6.6.6.6, ${address}` }
      return (await fetch(`${url}/i/v0/e/`, { method: 'POST', body, headers })).status
    }
    expect([await status('1.1.1.1'), await status('2.2.2.2')]).toEqual(expected)
  })
})

describe('requests that are sent before the reply to an earlier one (RFC 9112, 9.3.2; R50, D-750)', () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  /** Above all that operating systems keep for a connection. */
  const large = new Uint8Array(32 * 1024 * 1024)
  /** Records the requests in the order in which it begins to answer them. */
  const serveReplies = async () => {
    const begun: string[] = []
    const { url, close } = await serve({
      fetch: async input => {
        const { pathname } = new URL((input as Request).url)
        begun.push(pathname)
        return new Response(pathname === '/large' ? large : pathname)
      },
    })
    open.push(close)
    const send = (requests: string) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.on('error', () => undefined).pause()
      socket.write(requests)
      return socket
    }
    return { begun, send, url }
  }

  it('are answered when the client has read the reply before, in their order', async () => {
    const { begun, send, url } = await serveReplies()
    const socket = send(`${get('/large')}${get('/2')}GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    await vi.waitFor(() => expect(begun).toEqual(['/large']), 10_000)
    await fetch(`${url}/other`)
    expect(begun).toEqual(['/large', '/other'])
    const replies = await text(socket)
    expect(begun).toEqual(['/large', '/other', '/2', '/3'])
    expect(replies.slice(0, 500).toLowerCase()).toContain(`content-length: ${large.length}\r\n`)
    expect(replies.length).toBeGreaterThan(large.length)
    expect(replies.slice(-500)).toMatch(/\/2HTTP.*\/3$/s)
  })

  it('are all answered, with bodies and without', async () => {
    const service = createService()
    const { url, close } = await serve(service)
    open.push(close)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const post = `POST /i/v0/e/ HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    socket.write((post + get('/healthz')).repeat(10) + get('/readyz'))
    let replies = ''
    socket.setEncoding('utf8').on('data', part => {
      replies += part
    })
    await vi.waitFor(() => expect(replies.match(/HTTP\/1.1 200 /g)).toHaveLength(21), 10_000)
    socket.destroy()
    expect(await service.state.events()).toHaveLength(10)
  })

  it('close the connection when more than 32 wait, and no other', async () => {
    const { begun, send, url } = await serveReplies()
    const kept = send(get('/large') + get('/kept').repeat(32))
    const closed = send(get('/large') + get('/closed').repeat(33))
    await once(closed.resume(), 'close')
    expect(await (await fetch(`${url}/other`)).text()).toBe('/other')
    expect(begun).toEqual(['/large', '/large', '/other'])
    kept.resume()
    await vi.waitFor(() => expect(begun.filter(path => path === '/kept')).toHaveLength(32), 10_000)
    kept.destroy()
  })

  it('are not parsed beyond those that may wait (D-842)', async () => {
    const { send } = await serveReplies()
    let parsed = 0
    const count = () => parsed++
    subscribe('http.server.request.start', count)
    onTestFinished(() => void unsubscribe('http.server.request.start', count))
    const socket = send(get('/large') + get('/closed').repeat(2000)).resume()
    await new Promise(resolve => socket.on('close', resolve))
    expect(parsed).toBe(33)
  })

  it('are answered when they expect what no server has to know (RFC 9110, 10.1.1)', async () => {
    const { send } = await serveReplies()
    const request = get('/a').replace('\r\n\r\n', '\r\nExpect: more\r\nConnection: close\r\n\r\n')
    expect(await text(send(request).resume())).toMatch(/^HTTP\/1.1 200 /)
  })

  it('close the connection when more than 16 kB of their heads wait (D-836)', async () => {
    const { begun, send, url } = await serveReplies()
    const withHeaders = (path: string, count: number) =>
      get(path).replace('\r\n\r\n', `${'\r\na:'.repeat(count)}\r\n\r\n`)
    const kept = send(get('/large') + withHeaders('/kept', 50).repeat(3))
    const closed = send(get('/large') + withHeaders('/closed', 50).repeat(4))
    await once(closed.resume(), 'close')
    expect(await (await fetch(`${url}/other`)).text()).toBe('/other')
    expect(begun).toEqual(['/large', '/large', '/other'])
    kept.resume()
    await vi.waitFor(() => expect(begun.filter(path => path === '/kept')).toHaveLength(3), 10_000)
    kept.destroy()
  })
})

describe('heads of many parts (R50, D-836)', () => {
  it('get 431 above 200 headers, and 414 above 200 parameters', async () => {
    const { service, url } = await listening()
    const statusOf = async (headers: number, parameters: number) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      const query = 'a&'.repeat(parameters - 1)
      // With `Host`, `Content-Length` and `Connection`.
      const lines = `Host: a\r\nContent-Length: ${body.length}\r\nConnection: close\r\n${'x:\r\n'.repeat(headers - 3)}`
      socket.end(`POST /i/v0/e/?${query} HTTP/1.1\r\n${lines}\r\n${body}`)
      return (await text(socket)).slice(9, 12)
    }
    const expected = {
      few: '200',
      headers: '431',
      manyHeaders: '431',
      parameters: '414',
      manyParameters: '414',
    }
    expect({
      few: await statusOf(200, 200),
      headers: await statusOf(201, 1),
      manyHeaders: await statusOf(1900, 1),
      parameters: await statusOf(10, 201),
      manyParameters: await statusOf(10, 7000),
    }).toEqual(expected)
    expect(await service.state.events()).toHaveLength(1)
  })
})
