import { describe, expect, it } from 'vitest'
import { fetchTransport, type TransportConfig } from '../../src/transport/fetchTransport'
import { fakePage } from '../support/fakePage'

type Asked = [url: string, init: RequestInit]

function transportOver(answer: (...asked: Asked) => Promise<Response>, settings: TransportConfig = {}) {
  const asked: Asked[] = []
  const page = fakePage()
  const fetch = ((...call: Asked) => {
    asked.push(call)
    return answer(...call)
  }) as typeof globalThis.fetch
  return {
    page,
    asked,
    transport: fetchTransport(
      page,
      () => ({ fetch, ...settings }),
      () => true,
    ),
  }
}
const ok = async () => new Response('{"status":1}')
const waiting = () => new Promise<Response>(() => {})
const BODY = { content: '{}' }

describe('a request', () => {
  it('is text without cookies, so that browsers ask for no preflight', async () => {
    const { transport, asked } = transportOver(ok)
    await transport.post('/e', BODY, { timeoutMs: 1 })
    expect(asked[0]![1]).toMatchObject({
      method: 'POST',
      body: '{}',
      credentials: 'omit',
      headers: { 'Content-Type': 'text/plain' },
    })
  })

  it('carries the headers and options of the configuration', async () => {
    const settings = { request_headers: { 'X-Key': 'k' }, fetch_options: { cache: 'no-store' as const } }
    const { transport, asked } = transportOver(ok, settings)
    await transport.get('/e', { timeoutMs: 1 })
    expect(asked[0]![1]).toMatchObject({ cache: 'no-store', headers: { 'X-Key': 'k' } })
  })

  const failures: [name: string, answer: () => Promise<Response>][] = [
    ['a network that fails', () => Promise.reject(new TypeError('failed'))],
    [
      'a patched fetch that throws at once',
      () => {
        throw new Error('blocked')
      },
    ],
    ['a patched fetch that answers nonsense', async () => undefined as unknown as Response],
  ]
  it.each(failures)('becomes status 0 with %s', async (_, answer) => {
    const { transport } = transportOver(answer)
    expect(await transport.post('/e', BODY, { timeoutMs: 1 })).toMatchObject({ status: 0, timedOut: false })
  })

  it('is given up after its time', async () => {
    const abortable = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) =>
        signal!.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    const { transport, page } = transportOver(abortable)
    const reply = transport.post('/e', BODY, { timeoutMs: 500 })
    page.advance(500)
    expect(await reply).toMatchObject({ status: 0, timedOut: true })
  })

  it('whose answer breaks off has been answered', async () => {
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
  it.each(waits)('tells Retry-After %j as %j ms', async (header, expected) => {
    const headers: HeadersInit = header === null ? {} : { 'Retry-After': header }
    const { transport } = transportOver(async () => new Response('', { status: 429, headers }))
    expect((await transport.post('/e', BODY, { timeoutMs: 1 })).retryAfterMs).toBe(expected)
  })
})

describe('what browsers carry past the end of a page', () => {
  it('is one budget for all requests in flight', () => {
    const { transport, asked } = transportOver(waiting)
    const options = { timeoutMs: 1, keepalive: true }
    void transport.post('/1', { content: 'x'.repeat(40_000) }, options)
    expect(transport.keepaliveBudget()).toBe(20_000)
    void transport.post('/2', { content: 'x'.repeat(20_001) }, options)
    void transport.post('/3', { content: 'x'.repeat(20_000) }, options)
    expect(asked.map(([, init]) => init.keepalive)).toEqual([true, false, true])
    expect(transport.keepaliveBudget()).toBe(0)
  })

  it('is given back by the answer', async () => {
    const { transport } = transportOver(ok)
    await transport.post('/1', { content: 'x'.repeat(40_000) }, { timeoutMs: 1, keepalive: true })
    expect(transport.keepaliveBudget()).toBe(60_000)
  })

  it('counts bytes, not characters', () => {
    const { transport } = transportOver(waiting)
    void transport.post('/1', { content: '\u20ac'.repeat(10_000) }, { timeoutMs: 1, keepalive: true })
    expect(transport.keepaliveBudget()).toBe(30_000)
  })

  it('has no beacon where the browser has none', () => {
    const { transport } = transportOver(ok)
    expect(transport.beacon('/1', BODY)).toBe(false)
  })
})
