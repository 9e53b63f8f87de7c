import { describe, expect, it } from 'vitest'
import { fetchTransport, type TransportConfig } from '../../src/transport/fetchTransport'
import { fakePage } from '../support/fakePage'

type FetchArgs = [url: string, init: RequestInit]

function transportOver(respond: (...args: FetchArgs) => Promise<Response>, config: TransportConfig = {}) {
  const requests: FetchArgs[] = []
  const page = fakePage()
  const fetch = ((...args: FetchArgs) => {
    requests.push(args)
    return respond(...args)
  }) as typeof globalThis.fetch
  return {
    page,
    requests,
    transport: fetchTransport(page, () => ({ fetch, ...config }), {
      canRequest: () => true,
      onRequest: () => {},
    }),
  }
}
const ok = async () => new Response('{"status":1}')
const pending = () => new Promise<Response>(() => {})
const BODY = { content: '{}' }

describe('fetchTransport', () => {
  it('sends text without cookies, so that browsers send no preflight', async () => {
    const { transport, requests } = transportOver(ok)
    await transport.post('/e', BODY, { timeoutMs: 1 })
    expect(requests[0]![1]).toMatchObject({
      method: 'POST',
      body: '{}',
      credentials: 'omit',
      headers: { 'Content-Type': 'text/plain' },
    })
  })

  it('adds the headers and options of the configuration', async () => {
    const config = { request_headers: { 'X-Key': 'k' }, fetch_options: { cache: 'no-store' as const } }
    const { transport, requests } = transportOver(ok, config)
    await transport.get('/e', { timeoutMs: 1 })
    expect(requests[0]![1]).toMatchObject({ cache: 'no-store', headers: { 'X-Key': 'k' } })
  })

  const failures: [name: string, respond: () => Promise<Response>][] = [
    ['the network fails', () => Promise.reject(new TypeError('failed'))],
    [
      'a patched fetch throws synchronously',
      () => {
        throw new Error('blocked')
      },
    ],
    ['a patched fetch resolves to no response', async () => undefined as unknown as Response],
  ]
  it.each(failures)('returns status 0 when %s', async (_, respond) => {
    const { transport, page } = transportOver(respond)
    const reply = transport.post('/e', BODY, { timeoutMs: 1_000 })
    await Promise.resolve()
    page.advance(100)
    expect(await reply).toMatchObject({ status: 0, timedOut: false })
  })

  it('reports a failure at once when the page has been left already', async () => {
    const { transport } = transportOver(() => Promise.reject(new TypeError('failed')))
    const reply = transport.post('/e', BODY, { timeoutMs: 1_000, isLeaving: true })
    expect(await reply).toMatchObject({ status: 0, timedOut: false })
  })

  it('aborts a request after its timeout', async () => {
    const abortable = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) =>
        signal!.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    const { transport, page } = transportOver(abortable)
    const reply = transport.post('/e', BODY, { timeoutMs: 500 })
    page.advance(500)
    expect(await reply).toMatchObject({ status: 0, timedOut: true })
  })

  it('returns the status when the response body is incomplete', async () => {
    const broken = new ReadableStream({ start: controller => controller.error(new Error('lost')) })
    const { transport, page } = transportOver(async () => new Response(broken))
    expect(await transport.post('/e', BODY, { timeoutMs: 1 })).toMatchObject({ status: 200, json: undefined })
    expect(page.timers()).toBe(0)
  })

  const waits: [header: string | null, expected: number | undefined][] = [
    [null, undefined],
    ['2', 2_000],
    ['0', undefined],
    ['-1', undefined],
    ['999999', 3_600_000],
    ['Mon, 05 Jan 2026 12:00:30 GMT', 30_000],
    ['Mon, 05 Jan 2026 11:00:00 GMT', undefined],
    ['soon', undefined],
  ]
  it.each(waits)('parses the Retry-After header %j as %j ms', async (header, expected) => {
    const headers: HeadersInit = header === null ? {} : { 'Retry-After': header }
    const { transport } = transportOver(async () => new Response('', { status: 429, headers }))
    expect((await transport.post('/e', BODY, { timeoutMs: 1 })).retryAfterMs).toBe(expected)
  })
})

describe('fetchTransport: keepalive', () => {
  it('shares one budget among all requests in flight', () => {
    const { transport, requests } = transportOver(pending)
    const options = { timeoutMs: 1, keepalive: true }
    void transport.post('/1', { content: 'x'.repeat(40_000) }, options)
    expect(transport.keepaliveBudget()).toBe(20_000)
    void transport.post('/2', { content: 'x'.repeat(20_001) }, options)
    void transport.post('/3', { content: 'x'.repeat(20_000) }, options)
    expect(requests.map(([, init]) => init.keepalive)).toEqual([true, false, true])
    expect(transport.keepaliveBudget()).toBe(0)
  })

  it('returns the bytes of a request to the budget with its response', async () => {
    const { transport } = transportOver(ok)
    await transport.post('/1', { content: 'x'.repeat(40_000) }, { timeoutMs: 1, keepalive: true })
    expect(transport.keepaliveBudget()).toBe(60_000)
  })

  it('counts bytes, not characters', () => {
    const { transport } = transportOver(pending)
    void transport.post('/1', { content: '\u20ac'.repeat(10_000) }, { timeoutMs: 1, keepalive: true })
    expect(transport.keepaliveBudget()).toBe(30_000)
  })

  it('returns false for a beacon when the browser has no sendBeacon', () => {
    const { transport } = transportOver(ok)
    expect(transport.beacon('/1', BODY)).toBe(false)
  })
})
