import { describe, expect, it, vi } from 'vitest'
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
    await transport.post('/e', BODY, { limitMs: 1 })
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
    await transport.get('/e', { limitMs: 1 })
    expect(requests[0]![1]).toMatchObject({ cache: 'no-store', headers: { 'X-Key': 'k' } })
  })

  it.each<[string, TransportConfig, string]>([
    ['mask_url', { mask_url: (url: string) => url }, 'strict-origin'],
    ['mask_personal_data_properties', { mask_personal_data_properties: true }, 'strict-origin'],
    ['mask_personal_data_properties: false', { mask_personal_data_properties: false }, ''],
    ['fetch_options', { mask_url: String, fetch_options: { referrerPolicy: 'no-referrer' } }, 'no-referrer'],
  ])(
    'sends no URL of the page as the referrer that %s is to mask (R3B, D-768)',
    async (_, config, expected) => {
      const { transport, requests } = transportOver(ok, config)
      await transport.post('/e', BODY, { limitMs: 1 })
      await transport.get('/e', { limitMs: 1 })
      expect(requests.map(([, { referrerPolicy }]) => referrerPolicy)).toEqual([expected, expected])
    },
  )

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
    const reply = transport.post('/e', BODY, { limitMs: 1_000 })
    await Promise.resolve()
    page.advance(100)
    expect(await reply).toMatchObject({ status: 0, timedOut: false })
  })

  it('reports a failure at once when the page has been left already', async () => {
    const { transport } = transportOver(() => Promise.reject(new TypeError('failed')))
    const reply = transport.post('/e', BODY, { limitMs: 1_000, isLeaving: true })
    expect(await reply).toMatchObject({ status: 0, timedOut: false })
  })

  it('aborts a request after its timeout', async () => {
    const abortable = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) =>
        signal!.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    const { transport, page } = transportOver(abortable)
    const reply = transport.post('/e', BODY, { limitMs: 500 })
    page.advance(500)
    expect(await reply).toMatchObject({ status: 0, timedOut: true })
  })

  it('returns the status when the response body is incomplete', async () => {
    const broken = new ReadableStream({ start: controller => controller.error(new Error('lost')) })
    const { transport, page } = transportOver(async () => new Response(broken))
    expect(await transport.post('/e', BODY, { limitMs: 1 })).toMatchObject({ status: 200, json: undefined })
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
    expect((await transport.post('/e', BODY, { limitMs: 1 })).retryAfterMs).toBe(expected)
  })
})

describe('fetchTransport: broken fetch', () => {
  const throwing = new Proxy(
    {},
    {
      get() {
        throw new Error('getter')
      },
    },
  )
  const responses: [name: string, response: unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['text', 'ok'],
    ['an empty object', {}],
    ['a response without headers', { status: 200, json: async () => ({}) }],
    ['a response with plain headers', { status: 200, headers: {}, json: async () => ({}) }],
    ['a response without json', { status: 200, headers: new Headers() }],
    [
      'a response whose json returns no promise',
      { status: 200, headers: new Headers(), json: () => ({ a: 1 }) },
    ],
    [
      'a response whose json throws',
      {
        status: 200,
        headers: new Headers(),
        json: () => {
          throw new Error('x')
        },
      },
    ],
    ['a response whose status is text', { status: '200', headers: new Headers(), json: async () => ({}) }],
    ['an object whose getters throw', throwing],
  ]
  const fetches: [name: string, fetch: unknown][] = [
    ...responses.map(([name, response]): [string, unknown] => [`resolves to ${name}`, async () => response]),
    ...responses.map(([name, response]): [string, unknown] => [`returns ${name}`, () => response]),
    ['rejects with undefined', () => Promise.reject()],
    ['is no function', 'fetch'],
    ['is null', null],
  ]
  it.each(fetches)('never rejects when fetch %s (R44)', async (_, fetch) => {
    const page = fakePage()
    const onRequest = vi.fn()
    const transport = fetchTransport(page, () => ({ fetch: fetch as typeof globalThis.fetch }), {
      canRequest: () => true,
      onRequest,
    })
    for (const reply of [
      await transport.post('/e', BODY, { limitMs: 1, keepalive: true, isLeaving: true }),
      await transport.get('/e', { limitMs: 1, isLeaving: true }),
    ])
      expect(typeof reply.status).toBe('number')
    expect(page.timers()).toBe(0)
    expect(transport.keepaliveBudget()).toBe(60_000)
    expect(onRequest).toHaveBeenCalledTimes(2)
  })

  it('returns status and body of a response that has no more than these (R44)', async () => {
    const { transport } = transportOver(
      async () => ({ status: 200, json: () => ({ a: 1 }) }) as unknown as Response,
    )
    expect(await transport.get('/e', { limitMs: 1 })).toMatchObject({ status: 200, json: { a: 1 } })
  })

  const globals = ['fetch', 'AbortController', 'TextEncoder'] as const
  it.each(globals)('never rejects without the global %s, as in jsdom (R44)', async name => {
    vi.stubGlobal(name, undefined)
    const page = fakePage()
    const host = { canRequest: () => true, onRequest: () => {} }
    const transport = fetchTransport(page, () => ({}), host)
    vi.stubGlobal('fetch', name === 'fetch' ? undefined : ok)
    const reply = await transport.post('/e', BODY, { limitMs: 1, keepalive: true, isLeaving: true })
    expect(reply.status).toBe(name === 'fetch' ? 0 : 200)
    vi.unstubAllGlobals()
  })
})

describe('fetchTransport: keepalive', () => {
  it('shares one budget among all requests in flight', () => {
    const { transport, requests } = transportOver(pending)
    const options = { limitMs: 1, keepalive: true }
    void transport.post('/1', { content: 'x'.repeat(40_000) }, options)
    expect(transport.keepaliveBudget()).toBe(20_000)
    void transport.post('/2', { content: 'x'.repeat(20_001) }, options)
    void transport.post('/3', { content: 'x'.repeat(20_000) }, options)
    expect(requests.map(([, init]) => init.keepalive)).toEqual([true, false, true])
    expect(transport.keepaliveBudget()).toBe(0)
  })

  it('returns the bytes of a request to the budget with its response', async () => {
    const { transport } = transportOver(ok)
    await transport.post('/1', { content: 'x'.repeat(40_000) }, { limitMs: 1, keepalive: true })
    expect(transport.keepaliveBudget()).toBe(60_000)
  })

  it('counts bytes, not characters', () => {
    const { transport } = transportOver(pending)
    void transport.post('/1', { content: '\u20ac'.repeat(10_000) }, { limitMs: 1, keepalive: true })
    expect(transport.keepaliveBudget()).toBe(30_000)
  })

  it('returns false for a beacon when the browser has no sendBeacon', () => {
    const { transport } = transportOver(ok)
    expect(transport.beacon('/1', BODY)).toBe(false)
  })
})
