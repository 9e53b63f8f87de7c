import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Config } from '../../src/client/api'
import type { createService, ServiceOptions } from '../../src/server/index'
import { fakeBrowser } from '../support/fakeBrowser'
import { fakePage } from '../support/fakePage'
import { type StartOptions, startClient } from '../support/startClient'

/** No rate limit. */
const FREE = { rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e6 } }

function start(config: Partial<Config> = {}, options: StartOptions = {}) {
  const started = startClient({
    ...options,
    config: { capture_pageview: false, advanced_disable_flags: true, ...FREE, ...config },
  })
  return {
    ...started,
    requests: () => started.service.state.requests().map(({ path, status }) => [path, status]),
    names: async () => (await started.events()).map(({ event }) => event),
    /** What is stored of events: not what they share, nor what was handed over. */
    stored: () => [...started.browser.local.entries.keys()].filter(key => /_out_\w+_e\w+$/.test(key)),
    capture: (count: number, name = 'e') =>
      Array.from({ length: count }, (_, i) => started.client.capture(`${name}${i}`)!.uuid),
  }
}

afterEach(() => vi.unstubAllGlobals())

const numbered = (count: number, name = 'e') => Array.from({ length: count }, (_, i) => `${name}${i}`)

describe('outbox: one event', () => {
  it('is sent at once by a request of its own (interface 4.4)', async () => {
    const { client, page, settle, service } = start()
    client.capture('e', { a: 1 })
    await settle()
    const [request] = service.state.requests()
    expect(request).toMatchObject({
      method: 'POST',
      path: '/i/v0/e/',
      contentType: expect.stringContaining('text/plain'),
      query: { _: String(page.now()) },
      body: { api_key: 'phc_demo', event: 'e', properties: { a: 1 }, timestamp: page.isoTimestamp() },
    })
  })

  it.each([
    ['plain when it fits into one packet', '', undefined],
    ['compressed when it does not', 'x'.repeat(1_400), 'gzip-js'],
  ])('is sent %s (interface 4.4)', async (_, text, compression) => {
    const { client, settle, service } = start({ compression: 'gzip' })
    client.capture('e', { text })
    await vi.waitFor(async () => {
      await settle()
      expect(service.state.requests()).toHaveLength(1)
    }, 10_000)
    expect(service.state.requests()[0]!.query.compression).toBe(compression)
  })

  it('is sent plain when it fits into one packet, also once the encoders are loaded', async () => {
    const { client, settle, service } = start({ compression: 'lz64' })
    client.capture('long', { text: 'x'.repeat(1_400) })
    await settle()
    client.capture('short')
    await settle(1_000)
    const compressions = service.state.requests().map(({ query }) => query.compression)
    expect(compressions).toEqual(['lz64', undefined])
  })

  it('is sent a second after the event before it', async () => {
    const { client, settle, names } = start()
    client.capture('a')
    await settle()
    client.capture('b')
    await settle(999)
    expect(await names()).toEqual(['a'])
    await settle(1)
    expect(await names()).toEqual(['a', 'b'])
  })

  it('is sent a second after an event that was being sent when it was captured', async () => {
    const { client, settle, names } = start()
    client.capture('a')
    await Promise.resolve()
    client.capture('b')
    await settle()
    expect(await names()).toEqual(['a'])
    await settle(1_000)
    expect(await names()).toEqual(['a', 'b'])
  })

  const intervals: [given: number, expected: number][] = [
    [249, 250],
    [250, 250],
    [5_000, 5_000],
    [5_001, 5_000],
  ]
  it.each(intervals)(
    'is sent after flush_interval_ms, between 250 and 5,000 ms: %i as %i',
    async (flush_interval_ms, expected) => {
      const { client, settle, names } = start({ request_queue_config: { flush_interval_ms } })
      client.capture('a')
      await settle()
      client.capture('b')
      await settle(expected - 1)
      expect(await names()).toEqual(['a'])
      await settle(1)
      expect(await names()).toEqual(['a', 'b'])
    },
  )

  it('is stored before it is sent and removed when the service has answered', async () => {
    const { browser, client, settle, stored } = start()
    const { uuid } = client.capture('e')!
    expect(stored()).toHaveLength(1)
    expect(browser.local.entries.get(stored()[0]!)).toContain(uuid)
    await settle()
    expect(stored()).toEqual([])
  })
})

describe('outbox: several events', () => {
  it.each([
    [5, numbered(5).map(() => ['/i/v0/e/', 200])],
    [6, [['/batch/', 200]]],
    [500, [['/batch/', 200]]],
  ])('are sent one by one up to five and in one batch beyond: %i', async (count, expected) => {
    const { capture, settle, requests } = start()
    capture(count)
    await settle(5_000)
    expect(requests()).toEqual(expected)
  })

  it('arrive in the order of their capture, whatever their kind', async () => {
    const { client, settle, names } = start()
    client.capture('a')
    client.identify('u1')
    client.capture('b', {}, { uuid: '01890a5d-ac96-774b-bcce-b302099a8057' })
    client.capture('c', {}, { $set: { a: 1 } })
    await settle(1_000)
    expect(await names()).toEqual(['a', '$identify', 'b', 'c'])
  })

  it('carry the time of sending (interface 4.4)', async () => {
    const { capture, page, settle, service } = start()
    capture(6)
    await settle()
    expect(service.state.requests()[0]!.body).toMatchObject({
      api_key: 'phc_demo',
      sent_at: page.isoTimestamp(),
    })
  })

  it('are sent in bodies of bounded length', async () => {
    const { client, settle, service } = start({ properties_string_max_length: 200_000 })
    for (let i = 0; i < 12; i++) client.capture('big', { text: 'x'.repeat(150_000) })
    await settle(1_000)
    const sizes = service.state.requests().map(({ bytes }) => bytes)
    expect(sizes.length).toBeGreaterThan(1)
    for (const bytes of sizes) expect(bytes).toBeLessThan(1_010_000)
    expect(await service.state.events()).toHaveLength(12)
  })
})

describe('outbox: a failing service', () => {
  const failures: [name: string, failure: Parameters<ReturnType<typeof createService>['fail']>[0]][] = [
    ['an answer 500', { status: 500 }],
    ['an answer 502', { status: 502 }],
    ['an answer 429', { status: 429 }],
    ['an answer 408', { status: 408 }],
    ['a lost connection', { drop: true }],
  ]
  it.each(failures)('receives every event once after %s', async (_, failure) => {
    const { capture, settle, service, events, errors } = start()
    const end = service.fail(failure)
    const uuids = capture(50)
    await settle(60_000)
    await settle(60_000)
    expect(await events()).toEqual([])
    expect(errors.every(({ reason }) => reason === 'unreachable')).toBe(true)
    end()
    await settle(100)
    await settle(400_000)
    expect((await events()).map(({ uuid }) => uuid)).toEqual(uuids)
  })

  it('is retried after growing pauses', async () => {
    const { client, settle, service, requests } = start()
    service.fail({ status: 503 })
    client.capture('e')
    const counts: number[] = []
    for (const ms of [0, 1_300, 2_600, 5_100]) {
      await settle(ms)
      counts.push(requests().length)
    }
    expect(counts).toEqual([1, 2, 3, 4])
    await settle(7_000)
    expect(requests()).toHaveLength(4)
  })

  it('is reported with its status and the number of failures in a row', async () => {
    const { client, settle, service, errors } = start()
    const end = service.fail({ status: 503 })
    client.capture('a')
    await settle()
    await settle(1_300)
    end()
    await settle(2_600)
    service.fail({ status: 500, times: 1 })
    client.capture('b')
    await settle(1_000)
    const details = [
      { status: 503, failures: 1 },
      { status: 503, failures: 2 },
      { status: 500, failures: 1 },
    ]
    expect(errors).toEqual(details.map(detail => ({ reason: 'unreachable', detail })))
  })

  it('is tried without keepalive after a failure, which some service workers break', async () => {
    const { client, settle, service } = start()
    const keepalives: (boolean | undefined)[] = []
    const spy: typeof fetch = (input, init) => {
      keepalives.push(init?.keepalive)
      return service.fetch(input as string, init)
    }
    client.set_config({ fetch: spy })
    service.fail({ status: 503, times: 1 })
    client.capture('a')
    await settle()
    await settle(1_300)
    client.capture('b')
    await settle(1_000)
    expect(keepalives).toEqual([true, false, true])
  })

  it('is not retried before the time in Retry-After', async () => {
    const { client, settle, service, names } = start()
    service.fail({ status: 429, headers: { 'Retry-After': '30' }, times: 1 })
    client.capture('e')
    await settle(29_000)
    expect(await names()).toEqual([])
    await settle(1_500)
    expect(await names()).toEqual(['e'])
  })

  it('counts as answered where the headers cannot be read (R31)', async () => {
    const { client, settle, names, stored } = start()
    vi.spyOn(Headers.prototype, 'get').mockImplementation(() => {
      throw new Error('denied')
    })
    client.capture('e')
    await settle(1_000)
    vi.mocked(Headers.prototype.get).mockRestore()
    expect([await names(), stored()]).toEqual([['e'], []])
  })

  it('receives the events after a reload of the page', async () => {
    const first = start()
    first.service.fail({ drop: true, times: 1 })
    const uuids = first.capture(50)
    await first.settle(200)
    first.page.pagehide()
    first.tab.kill()
    const page = { seed: 2, now: first.page.now() + 3_600_000 }
    const next = start({}, { browser: first.browser, tab: first.tab, service: first.service, page })
    next.page.runIdle()
    await next.settle(2_000)
    expect((await next.events()).map(({ uuid }) => uuid)).toEqual(uuids)
    expect(next.stored()).toEqual([])
  })

  it('receives an event again with the same uuid when its answer was lost', async () => {
    const { client, settle, events, service } = start()
    service.fail({ truncate: true, times: 1 })
    client.capture('e')
    await settle(5_000)
    expect(await events()).toHaveLength(1)
  })
})

describe('outbox: offline', () => {
  it('makes no request and sends everything when the browser is online again', async () => {
    const { capture, page, settle, requests, names } = start()
    page.goOffline()
    capture(3)
    await settle(600_000)
    expect(requests()).toEqual([])
    page.goOnline()
    await settle(1_000)
    expect(await names()).toEqual(numbered(3))
  })

  it('ends the pause after a failure when the browser or the visitor comes back', async () => {
    for (const wake of ['goOnline', 'setVisible'] as const) {
      const { client, page, settle, service, names } = start()
      const end = service.fail({ status: 503 })
      client.capture('e')
      await settle(120_000)
      if (wake === 'setVisible') page.setVisible(false)
      await settle()
      end()
      page[wake](true)
      await settle(1_000)
      expect(await names(), wake).toEqual(['e'])
    }
  })
})

describe('outbox: a refusing service', () => {
  const sized = (maxBodyBytes: number): ServiceOptions => ({ maxBodyBytes })

  it('receives halves of a body that is too large, and a single event that is too large is dropped with an error', async () => {
    const { client, settle, names, errors, stored } = start({}, { service: sized(20_000) })
    for (let i = 0; i < 10; i++) client.capture(`five ${i}`, { text: 'x'.repeat(5_000) })
    client.capture('sixty', { text: 'x'.repeat(60_000) })
    client.capture('small 1')
    client.capture('small 2')
    await settle(5_000)
    const expected = [...Array.from({ length: 10 }, (_, i) => `five ${i}`), 'small 1', 'small 2']
    expect(await names()).toEqual(expected)
    expect(errors).toMatchObject([{ reason: 'refused', detail: { status: 413, events: 1 } }])
    expect(stored()).toEqual([])
  })

  it('drops only the invalid event of a rejected batch', async () => {
    const { client, settle, names, errors, service } = start()
    const refuse = service.fetch
    const picky: typeof fetch = async (input, init) =>
      String(init?.body).includes('"bad"')
        ? new Response('{}', { status: 400 })
        : refuse(input as string, init)
    client.set_config({ fetch: picky })
    for (const name of ['a', 'b', 'c', 'bad', 'd', 'e', 'f', 'g']) client.capture(name)
    await settle(2_000)
    expect(await names()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    expect(errors).toEqual([{ reason: 'refused', detail: { status: 400, events: 1, detail: {} } }])
  })

  it('receives whole backlogs again after a single event was too large', async () => {
    const { client, capture, settle, service } = start({}, { service: sized(30_000) })
    for (let i = 0; i < 6; i++) client.capture('long', { text: 'x'.repeat(25_000) })
    await settle(2_000)
    for (let i = 0; i < 40; i++) {
      capture(8)
      await settle(1_000)
    }
    expect(service.state.requests().at(-1)!.path).toBe('/batch/')
  })

  it('drops the events of a request when the key is refused, without a retry', async () => {
    const { client, settle, requests, errors } = start(
      {},
      { service: { strictTokens: true, projectKey: 'phc_other' } },
    )
    client.capture('e')
    await settle(600_000)
    expect(requests()).toHaveLength(1)
    expect(errors).toMatchObject([{ reason: 'refused', detail: { status: 401 } }])
  })

  it('pauses events alone for a minute when their quota is used up (interface 7)', async () => {
    const { client, capture, page, settle, service, errors, names } = start({ advanced_disable_flags: false })
    await settle(1_000)
    let asked = 0
    const limited: typeof fetch = async (input, init) => {
      if (String(input).includes('/flags')) return service.fetch(input as string, init)
      asked++
      return new Response('{"status":1,"quota_limited":["events"]}')
    }
    client.set_config({ fetch: limited })
    client.capture('dropped by the service')
    await settle(1_000)
    capture(3)
    client.reloadFeatureFlags()
    page.setVisible(false)
    page.setVisible(true)
    await settle(30_000)
    expect(asked).toBe(1)
    expect(service.state.requests().map(({ path }) => path)).toEqual(['/flags', '/flags'])
    expect(errors).toEqual([{ reason: 'quota_limited', detail: ['events'] }])
    client.set_config({ fetch: service.fetch as typeof fetch })
    await settle(31_000)
    expect(await names()).toEqual(numbered(3))
  })

  it('receives nothing of a backlog after it has said that the quota is used up (interface 7)', async () => {
    let asked = 0
    const limited: typeof fetch = async () => {
      asked++
      return new Response('{"status":1,"quota_limited":["events"]}')
    }
    const { capture, settle, stored } = start({ fetch: limited })
    capture(3)
    await settle(30_000)
    expect([asked, stored().length]).toEqual([1, 2])
  })

  it('sends events when another quota is used up (interface 7)', async () => {
    const { client, settle, service, names, errors } = start()
    service.state.setQuota({ recordings: true })
    client.capture('a')
    await settle()
    client.capture('b')
    await settle(1_000)
    expect([await names(), errors]).toEqual([['a', 'b'], []])
  })

  it.each(['', 'nonsense', '[]', 'null', '{"quota_limited":5}', '{"quota_limited":null}'])(
    'counts an event as accepted when the answer is 200 with the body %j',
    async body => {
      const asked: string[] = []
      const odd = (async (url: string) => asked.push(url) && new Response(body)) as unknown as typeof fetch
      const { client, capture, stored, errors } = start({ fetch: odd })
      capture(3)
      await client.flush()
      expect([asked.length, stored(), errors]).toEqual([3, [], []])
    },
  )

  it('counts an event as accepted when the service itself has answered after a redirect', async () => {
    const relay: typeof fetch = async () =>
      Object.defineProperty(new Response('{"status":"Ok"}'), 'redirected', { value: true })
    const { client, settle, stored, errors } = start({ fetch: relay })
    client.capture('e')
    await settle()
    expect([stored(), errors]).toEqual([[], []])
  })

  it('keeps the event when the request was redirected to another page', async () => {
    const { client, settle, service, names, errors } = start()
    const relay: typeof fetch = async () =>
      Object.defineProperty(new Response('<html>'), 'redirected', { value: true })
    client.set_config({ fetch: relay })
    client.capture('e')
    await settle()
    expect(errors).toEqual([{ reason: 'redirected', detail: { status: 200, failures: 1 } }])
    client.set_config({ fetch: service.fetch as typeof fetch })
    await settle(2_000)
    expect(await names()).toEqual(['e'])
  })
})

describe('outbox: unload', () => {
  it('sends all waiting events without waiting for anything', async () => {
    const { client, capture, page, settle, names } = start()
    client.capture('first')
    await settle()
    capture(5)
    page.setVisible(false)
    await settle()
    expect(await names()).toEqual(['first', ...numbered(5)])
  })

  it('sends nothing twice when the page is hidden and then left', async () => {
    const { client, capture, page, settle, requests } = start()
    client.capture('first')
    await settle()
    capture(3)
    page.setVisible(false)
    page.pagehide()
    await settle()
    expect(requests()).toEqual([
      ['/i/v0/e/', 200],
      ['/batch/', 200],
    ])
  })

  it('sends again what a page that is hidden could not send', async () => {
    const { client, page, service, settle, names } = start()
    service.fail({ status: 503, times: 1 })
    client.capture('e')
    page.setVisible(false)
    await settle()
    expect(await names()).toEqual([])
    await settle(1_300)
    expect(await names()).toEqual(['e'])
  })

  it('sends at once what is captured after pagehide, because no code may run later', () => {
    const sent: string[] = []
    const fetch: typeof globalThis.fetch = (_, init) => {
      sent.push(JSON.parse(String(init?.body)).event)
      return new Promise(() => {})
    }
    const { client, page } = start({ fetch })
    page.pagehide()
    client.capture('late')
    expect(sent).toEqual(['late'])
  })

  it('sends what is captured in a pagehide listener', async () => {
    const { client, page, names, settle } = start()
    page.on('pagehide', () => client.capture('last words'))
    page.pagehide()
    await settle()
    expect(await names()).toEqual(['last words'])
  })

  it('sends with keepalive after a failure too, because the browser ends other requests with the page', async () => {
    const { client, page, settle, service } = start()
    const keepalives: (boolean | undefined)[] = []
    const spy: typeof fetch = (input, init) => {
      keepalives.push(init?.keepalive)
      return service.fetch(input as string, init)
    }
    client.set_config({ fetch: spy })
    service.fail({ status: 503, times: 1 })
    client.capture('a')
    await settle()
    page.pagehide()
    await settle()
    expect(keepalives).toEqual([true, true])
  })

  it('sends with keepalive when the page is hidden after a failure, because it may be left without a word (D-781)', async () => {
    const { client, page, settle, service } = start()
    const keepalives: (boolean | undefined)[] = []
    client.set_config({
      fetch: (input, init) => {
        keepalives.push(init?.keepalive)
        return service.fetch(input as string, init)
      },
    })
    service.fail({ status: 503, times: 1 })
    client.capture('a')
    await settle()
    page.setVisible(false)
    await settle()
    expect(keepalives).toEqual([true, true])
  })

  it('sends in order what fits into the keepalive budget and keeps the rest for the next page', async () => {
    const first = start()
    first.client.capture('first')
    await first.settle()
    const bodies: number[] = []
    // The browser sends on what it has accepted; the page that is gone learns nothing of it.
    const unanswered: typeof fetch = (url, init) => {
      if (init?.keepalive) {
        bodies.push(String(init.body).length)
        void first.service.fetch(url as string, init)
      }
      return new Promise(() => {})
    }
    first.client.set_config({ fetch: unanswered })
    for (let i = 0; i < 100; i++) first.client.capture(`e${i}`, { text: 'x'.repeat(3_000) })
    first.client.capture('ninety', { text: 'x'.repeat(59_000) })
    first.page.pagehide()
    const sum = bodies.reduce((a, b) => a + b, 0)
    expect(sum).toBeGreaterThan(50_000)
    expect(sum).toBeLessThanOrEqual(60_000)
    expect(first.stored()).toHaveLength(101)
    first.tab.kill()
    const next = start(
      {},
      { browser: first.browser, service: first.service, page: { seed: 2, now: first.page.now() + 1 } },
    )
    next.page.runIdle()
    await next.settle(2_000)
    expect(await next.names()).toEqual(['first', ...numbered(100), 'ninety'])
    expect(next.stored()).toEqual([])
  })

  it('sends the events that are in memory alone first', async () => {
    const { client, browser, page, settle } = start()
    client.capture('first')
    await settle()
    const bodies: string[] = []
    const hanging: typeof fetch = (_, init) => {
      if (init?.keepalive) bodies.push(String(init.body))
      return new Promise(() => {})
    }
    client.set_config({ fetch: hanging })
    client.capture('stored', { text: 'x'.repeat(40_000) })
    browser.local.setCapacity([...browser.local.entries].flat().join('').length + 1_000)
    client.capture('in memory', { text: 'x'.repeat(40_000) })
    page.pagehide()
    expect(bodies.map(body => JSON.parse(body).event)).toEqual(['in memory'])
  })

  it('uses a beacon for what exceeds the keepalive budget, and sends it again when the page comes back', async () => {
    const beacons: unknown[] = []
    const page = fakePage()
    const started = start({ fetch: () => new Promise(() => {}) }, { page })
    const navigator = { sendBeacon: (...given: unknown[]) => beacons.push(given) }
    Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true })
    try {
      started.client.capture('e', { text: 'x'.repeat(61_000) })
      page.pagehide()
      expect(beacons).toHaveLength(1)
      expect(started.stored()).toHaveLength(1)
      started.client.set_config({ fetch: started.service.fetch as typeof fetch })
      page.restore()
      await started.settle(2_000)
      expect(await started.names()).toEqual(['e'])
      expect(started.stored()).toEqual([])
    } finally {
      Reflect.deleteProperty(globalThis, 'navigator')
    }
  })

  const compressions: Config['compression'][] = ['none', 'gzip']
  it.each(compressions)(
    'sends no more bytes than browsers allow when a page with much is left, with compression %s (R3F)',
    async compression => {
      const bodies: BlobPart[] = []
      const fetch: typeof globalThis.fetch = (_, init) => {
        if (init?.keepalive) bodies.push(init.body as BlobPart)
        return new Promise(() => {})
      }
      const beacons: Blob[] = []
      vi.stubGlobal('navigator', { sendBeacon: (_: string, body: Blob) => beacons.push(body) > 0 })
      const { client, page, settle } = start({ fetch, compression })
      await settle()
      // Random digits compress to less than a half.
      for (let i = 0; i < 30; i++)
        client.capture(`e${i}`, {
          text: Array.from({ length: 1_200 }, () => Math.random().toString(36).slice(2)).join(''),
        })
      page.pagehide()
      expect(beacons.length).toBeLessThanOrEqual(1)
      expect(bodies.length).toBeGreaterThan(0)
      const size = new Blob([...bodies, ...beacons]).size
      expect(size).toBeLessThanOrEqual(65_536)
      expect(size).toBeGreaterThan(40_000)
    },
  )

  it('sends nothing twice when events compress far better than expected', async () => {
    const counts: number[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      counts.push(JSON.parse(gunzipSync(init?.body as Uint8Array).toString()).batch.length)
      return new Response('{}')
    }
    const { client, browser, page, settle } = start({ fetch, compression: 'gzip' })
    // In memory alone, so that the encoders are loaded.
    browser.local.setFull(true)
    page.goOffline()
    for (let i = 0; i < 100; i++) client.capture('e', { text: 'x'.repeat(20_000) })
    await settle()
    page.pagehide()
    expect(counts.length).toBeGreaterThan(1)
    expect(counts.reduce((sum, count) => sum + count)).toBe(100)
  })

  it('does not wait for a running gzip, and sends nothing twice when it ends', async () => {
    let finish = () => {}
    const waiting = new Promise<void>(resolve => {
      finish = resolve
    })
    const slow = class extends TransformStream {
      constructor() {
        super({ flush: () => waiting })
      }
    }
    vi.stubGlobal('CompressionStream', slow)
    const { client, page, settle, names, requests } = start({ compression: 'gzip' })
    for (let i = 0; i < 8; i++) client.capture(`e${i}`, { text: 'again '.repeat(300) })
    await settle()
    expect(await names()).toEqual([])
    page.pagehide()
    await settle()
    expect(await names()).toEqual(numbered(8))
    finish()
    await settle(2_000)
    expect(requests()).toEqual([['/batch/', 200]])
  })

  it('sends nothing twice when a running gzip ends after a part of its events has left', async () => {
    let finish = () => {}
    const waiting = new Promise<void>(resolve => {
      finish = resolve
    })
    const slow = class extends TransformStream {
      constructor() {
        super({ flush: () => waiting })
      }
    }
    vi.stubGlobal('CompressionStream', slow)
    const sent: string[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const { event, batch = [{ event }] } = JSON.parse(String(init?.body))
      sent.push(...batch.map((captured: { event: string }) => captured.event))
      return new Response('{}')
    }
    const { client, page, settle } = start({ fetch, compression: 'gzip' })
    for (let i = 0; i < 30; i++) client.capture(`e${i}`, { text: 'x'.repeat(3_000) })
    await settle()
    page.setVisible(false)
    const { length } = sent
    expect(length).toBeGreaterThan(0)
    expect(length).toBeLessThan(30)
    finish()
    await settle(2_000)
    await settle(2_000)
    expect(sent.slice(0, length).filter(name => sent.lastIndexOf(name) >= length)).toEqual([])
  })

  it('packs a few bodies at most when none of many large events fits (R3F)', async () => {
    const { client, page, stored } = start({ fetch: () => new Promise(() => {}) })
    vi.stubGlobal('navigator', { sendBeacon: () => false })
    for (let i = 0; i < 200; i++) client.capture('e', { text: 'x'.repeat(62_000) })
    const stringified = vi.spyOn(JSON, 'stringify')
    page.pagehide()
    const bodies = stringified.mock.calls.filter(([value]) => (value as { api_key?: string })?.api_key)
    expect(bodies.length).toBeLessThan(30)
    expect(stored().length).toBeGreaterThan(0)
  })

  it('uses no beacon when nothing waits', () => {
    const beacons: unknown[] = []
    const { client, page } = start({ fetch: () => new Promise(() => {}) })
    vi.stubGlobal('navigator', { sendBeacon: (...given: unknown[]) => beacons.push(given) })
    client.capture('e')
    page.pagehide()
    expect(beacons).toEqual([])
  })

  it('leaves to the next page what the beacon does not carry', async () => {
    const first = start({ fetch: () => new Promise(() => {}) })
    vi.stubGlobal('navigator', { sendBeacon: () => true })
    for (const name of ['in the beacon', 'left']) first.client.capture(name, { text: 'x'.repeat(61_000) })
    first.page.pagehide()
    first.tab.kill()
    const { browser } = first
    const next = start({}, { browser, page: { seed: 2, now: first.page.now() + 1_000 } })
    next.page.runIdle()
    await next.settle()
    next.client.capture('next')
    await next.settle(2_000)
    expect((await next.names()).sort()).toEqual(['left', 'next'])
  })

  it('keeps for the next page what the beacon refuses', async () => {
    const tried: unknown[] = []
    const { client, page, stored } = start({ fetch: () => new Promise(() => {}) })
    const sendBeacon = (...given: unknown[]) => tried.push(given) < 0
    vi.stubGlobal('navigator', { sendBeacon })
    for (let i = 0; i < 8; i++) client.capture('e', { text: 'x'.repeat(61_000) })
    expect(() => page.pagehide()).not.toThrow()
    expect(tried).toHaveLength(1)
    expect(stored()).toHaveLength(8)
  })

  it('sends later events when the page comes back and a request was never answered', async () => {
    const { client, page, service, settle, names } = start()
    // Firefox sends it on, and drops the promise.
    const unanswered: typeof fetch = (url, init) => {
      void service.fetch(url as string, init)
      return new Promise(() => {})
    }
    client.set_config({ fetch: unanswered })
    client.capture('on its way')
    await settle()
    page.pagehide()
    client.set_config({ fetch: service.fetch as typeof fetch })
    page.restore()
    client.capture('back')
    await settle(2_000)
    expect(await names()).toEqual(['on its way', 'back'])
  })

  it('loses nothing when the page comes back and its last request fails while a later one succeeds', async () => {
    const { client, page, service, settle, names } = start()
    const ends: (() => void)[] = []
    const ended = () => new Promise<void>(resolve => ends.push(resolve))
    client.set_config({ fetch: () => ended().then(() => Promise.reject(new TypeError('Failed to fetch'))) })
    client.capture('leaving')
    await settle(1)
    page.pagehide()
    page.restore()
    client.set_config({ fetch: (url, init) => ended().then(() => service.fetch(url as string, init)) })
    client.capture('back')
    await settle(1_000)
    expect(ends).toHaveLength(2)
    client.set_config({ fetch: service.fetch as typeof fetch })
    for (const end of ends) end()
    await settle()
    await settle(1_000)
    await settle(10_000)
    expect(await names()).toEqual(['back', 'leaving'])
  })

  it('sends nothing again when the page comes back, no answer comes in time, and a later request succeeds (D-783)', async () => {
    const { client, page, service, settle, names, stored } = start()
    // Firefox sends it on, and drops the promise.
    const unanswered: typeof fetch = (url, init) => {
      void service.fetch(url as string, init)
      return new Promise(() => {})
    }
    client.set_config({ fetch: unanswered })
    client.capture('handed over')
    await settle(1)
    page.pagehide()
    client.set_config({ fetch: service.fetch as typeof fetch })
    page.restore()
    await settle(61_000)
    expect(stored()).toHaveLength(1)
    client.capture('later')
    await settle(2_000)
    expect(stored()).toEqual([])
    await settle(120_000)
    expect(await names()).toEqual(['handed over', 'later'])
    expect(service.state.requests()).toHaveLength(2)
  })

  it('loses nothing when the page comes back and only requests of other kinds succeed', async () => {
    const { client, page, service, settle, names } = start({ advanced_disable_flags: false })
    const send = service.fetch as typeof fetch
    await settle()
    client.set_config({
      fetch: (url, init) => (`${url}`.includes('/flags') ? send(url, init) : Promise.reject(1)),
    })
    client.capture('leaving')
    await settle(1)
    page.pagehide()
    page.restore()
    await settle(61_000)
    client.reloadFeatureFlags()
    await settle(1_000)
    client.set_config({ fetch: send })
    await settle(60_000)
    expect(await names()).toEqual(['leaving'])
  })

  it('loses nothing when the page comes back and another tab has adopted its events (D-692)', async () => {
    const first = start()
    first.client.set_config({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    first.client.capture('before')
    await first.settle(500)
    first.page.pagehide()
    await first.settle()
    const { browser, service } = first
    const second = start({}, { browser, service, page: { seed: 2, now: first.page.now() + 1_000 } })
    second.page.runIdle()
    await first.settle()
    first.page.restore()
    first.client.capture('after')
    await second.settle(10_000)
    expect(await second.names()).toEqual(['before'])
    for (const { tab } of [first, second]) tab.kill()
    const third = start({}, { browser, service, page: { seed: 3, now: first.page.now() + 20_000 } })
    third.page.runIdle()
    await third.settle(10_000)
    expect(await third.names()).toEqual(['before', 'after'])
  })

  it.each([false, true])(
    'keeps its events from other tabs when another tab has taken its lock meanwhile (D-683), without Web Locks: %s',
    async withoutLocks => {
      const browser = fakeBrowser({ withoutLocks })
      const first = start({}, { browser })
      first.client.set_config({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
      first.client.capture('before')
      await first.settle(500)
      first.page.pagehide()
      await first.settle()
      const { service } = first
      const open = (seed: number, seconds: number) =>
        start({}, { browser, service, page: { seed, now: first.page.now() + seconds * 1_000 } })
      const second = open(2, 1)
      second.page.runIdle()
      await second.settle(1_000)
      expect(await second.names()).toEqual(['before'])
      first.page.restore()
      first.client.capture('waits')
      await first.settle(500)
      second.page.pagehide()
      await second.settle()
      const third = open(3, 20)
      third.page.runIdle()
      await third.settle(10_000)
      expect(await third.names()).toEqual(['before'])
      first.client.capture('last')
      first.tab.kill()
      third.page.pagehide()
      await third.settle()
      const fourth = open(4, 600)
      fourth.page.runIdle()
      await fourth.settle(10_000)
      expect(await fourth.names()).toEqual(['before', 'waits', 'last'])
    },
  )

  it.each(['memory', 'cookie', 'sessionStorage'] as const)(
    'loses nothing when the page comes back after its store has become %s (D-693)',
    async persistence => {
      const { client, page, service, settle, names } = start()
      client.set_config({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
      client.capture('waits')
      await settle(500)
      client.set_config({ persistence })
      page.pagehide()
      await settle(500)
      client.set_config({ fetch: service.fetch as typeof fetch })
      page.restore()
      await settle(20_000)
      expect(await names()).toEqual(['waits'])
    },
  )

  it('captures the page view of a page that comes back as usual, not as by one that is left', async () => {
    const { client, page, service, settle } = start({ capture_pageview: true })
    await settle()
    page.pagehide()
    let count = 0
    const counting: typeof fetch = (url, init) => {
      count++
      return service.fetch(url as string, init)
    }
    client.set_config({ fetch: counting })
    page.restore()
    expect(count).toBe(0)
    await settle(1_000)
    expect(count).toBe(1)
  })

  it('stores as much as before when the page comes back and another tab has sent its events', async () => {
    const { browser, client, page, service, settle, stored } = start()
    const big = () => client.capture('big', { text: 'x'.repeat(1_500_000) }, { _noTruncate: true })
    page.goOffline()
    big()
    page.pagehide()
    await settle()
    const other = start({}, { browser, service, page: { seed: 2 } })
    other.page.runIdle()
    await other.settle(10_000)
    expect(await other.names()).toEqual(['big'])
    page.restore()
    big()
    expect(stored()).toHaveLength(1)
  })

  it('sends later events when the page comes back', async () => {
    const { client, page, settle, names } = start()
    page.pagehide()
    page.restore()
    client.capture('back')
    await settle(2_000)
    expect(await names()).toEqual(['back'])
  })
})

describe('outbox: handover to the next page', () => {
  /** A network in which a page that is left gets no answer; `deliver` sends on what the browser has accepted. */
  function leave({ deliver, healthy = true }: { deliver: boolean; healthy?: boolean }) {
    const first = start()
    const received: string[] = []
    const receive = (body: unknown) => {
      const { event, batch = [{ event }] } = JSON.parse(String(body)) as {
        event: string
        batch?: { event: string }[]
      }
      received.push(...batch.map(({ event }) => event))
    }
    if (!healthy) first.page.goOffline()
    const network: typeof fetch = (_, init) => {
      if (deliver) receive(init?.body)
      return new Promise(() => {})
    }
    first.client.set_config({ fetch: network })
    first.client.capture('last')
    first.page.pagehide()
    first.tab.kill()
    const { browser, service } = first
    /** The next page, whose own requests are answered with this status; 0 is no answer at all. */
    const openNext = async (status: number) => {
      let current = status
      const answer: typeof fetch = async (_, init) => {
        if (current === 0) throw new TypeError('Failed to fetch')
        if (current === 200) receive(init?.body)
        return new Response('{"status":1}', { status: current })
      }
      const page = { seed: 2, now: first.page.now() + 1_000 }
      const next = start({ fetch: answer }, { browser, service, page })
      next.page.runIdle()
      await next.settle()
      next.client.capture('next')
      await next.settle(1_000)
      return {
        ...next,
        recover: async () => {
          current = 200
          await next.settle(10_000)
        },
      }
    }
    return { first, received, openNext }
  }

  it('repeats nothing once a request of the next page has succeeded', async () => {
    const { received, openNext } = leave({ deliver: true })
    const next = await openNext(200)
    await next.settle(5_000)
    expect(received).toEqual(['last', 'next'])
    expect([...next.browser.local.entries.keys()].filter(key => /_(e\w+|handover)$/.test(key))).toEqual([])
  })

  it.each([0, 503])(
    'sends the events again when the first request of the next page fails with %i',
    async status => {
      const { received, openNext } = leave({ deliver: false })
      const next = await openNext(status)
      await next.recover()
      expect(received).toEqual(['last', 'next'])
    },
  )

  it('sends the events again when the page that was left was offline', async () => {
    const { received, openNext } = leave({ deliver: false, healthy: false })
    await openNext(200)
    expect(received).toEqual(['last', 'next'])
  })

  it('sends the events again when the last request of the page that was left had failed', async () => {
    const first = start()
    first.service.fail({ status: 503 })
    first.client.capture('last')
    await first.settle()
    first.page.pagehide()
    await first.settle()
    first.tab.kill()
    const { browser } = first
    const next = start({}, { browser, page: { seed: 2, now: first.page.now() + 1_000 } })
    next.page.runIdle()
    await next.settle(2_000)
    expect(await next.names()).toEqual(['last'])
  })

  /** Leaves a page with the event `last`, and returns the names that arrive from the next page, whose requests succeed. */
  async function namesAfter(first: ReturnType<typeof start>) {
    first.page.pagehide()
    await first.settle()
    first.tab.kill()
    const next = start({}, { browser: first.browser, page: { seed: 2, now: first.page.now() + 1_000 } })
    next.page.runIdle()
    await next.settle()
    next.client.capture('next')
    await next.settle(2_000)
    return (await next.names()).sort()
  }

  it.each([408, 429, 503])(
    'sends the event again when its answer after the page was left is %i',
    async status => {
      const first = start({ fetch: async () => new Response('', { status }) })
      first.client.capture('last')
      expect(await namesAfter(first)).toEqual(['last', 'next'])
    },
  )

  it('sends the event again when requests had failed before the page was left', async () => {
    const first = start({ fetch: async () => new Response('', { status: 503 }) })
    first.client.capture('last')
    await first.settle()
    first.client.set_config({ fetch: () => new Promise(() => {}) })
    expect(await namesAfter(first)).toEqual(['last', 'next'])
  })

  it('sends the event again when its request was too large to outlive the page', async () => {
    const first = start({ fetch: () => new Promise(() => {}) })
    first.client.capture('last', { text: 'x'.repeat(70_000) })
    await first.settle()
    expect(await namesAfter(first)).toEqual(['last', 'next'])
  })

  it('sends the events again when the browser refuses the request at once', async () => {
    const first = start()
    first.client.set_config({
      fetch: async () => {
        throw new TypeError('keepalive quota exceeded')
      },
    })
    first.client.capture('last')
    first.page.pagehide()
    await first.settle()
    first.tab.kill()
    const { browser } = first
    const next = start({}, { browser, page: { seed: 2, now: first.page.now() + 1_000 } })
    next.page.runIdle()
    await next.settle()
    next.client.capture('next')
    await next.settle(2_000)
    expect((await next.names()).sort()).toEqual(['last', 'next'])
  })

  it.each(['before', 'after'])(
    'repeats nothing when the browser rejects a request that it continues just %s the page is left',
    async order => {
      const first = start()
      const received: unknown[] = []
      const rejections: (() => void)[] = []
      const rejectAll = () => {
        for (const reject of rejections.splice(0)) reject()
      }
      first.client.set_config({
        fetch: (_, init) => {
          received.push(JSON.parse(String(init?.body)).event)
          return new Promise((_, reject) => rejections.push(() => reject(new TypeError('Failed to fetch'))))
        },
      })
      first.client.capture('last')
      await first.settle(50)
      if (order === 'before') rejectAll()
      await first.settle()
      first.page.pagehide()
      rejectAll()
      await first.settle()
      first.tab.kill()
      const page = { seed: 2, now: first.page.now() + 1_000 }
      const next = start({}, { browser: first.browser, page })
      next.page.runIdle()
      await next.settle()
      next.client.capture('next')
      await next.settle(2_000)
      expect(received).toEqual(['last'])
      expect(await next.names()).toEqual(['next'])
      expect(first.errors).toEqual([])
    },
  )

  /** Leaves a page whose last request is not answered, beside another tab. Returns the other tab. */
  async function leaveBesideAnother() {
    const first = start()
    const { browser, service } = first
    const other = start({}, { browser, service, page: { seed: 2 } })
    other.page.runIdle()
    first.client.set_config({ fetch: () => new Promise(() => {}) })
    first.client.capture('last')
    await first.settle(1)
    first.page.pagehide()
    first.tab.kill()
    return { other, browser, service }
  }

  it('sends the events again when another tab has seen the outage before it adopts them (D-691)', async () => {
    const { other: second, service } = await leaveBesideAnother()
    second.page.advance(10_000)
    second.client.set_config({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    second.client.capture('other')
    await second.settle(200)
    second.client.set_config({ fetch: service.fetch as typeof fetch })
    await second.settle(10_000)
    second.page.runIdle()
    await second.settle(10_000)
    expect(await second.names()).toEqual(['other', 'last'])
  })

  it('sends the events again when a tab that had adopted them is left without a request', async () => {
    const { other, browser, service } = await leaveBesideAnother()
    const now = () => other.page.now() + 100
    const adopting = start({}, { browser, service, page: { seed: 3, now: now() } })
    adopting.page.runIdle()
    await adopting.settle()
    other.client.set_config({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    other.client.capture('during the outage')
    await other.settle(2_000)
    other.page.pagehide()
    other.tab.kill()
    await other.settle()
    adopting.page.advance(10_000)
    adopting.page.pagehide()
    adopting.tab.kill()
    const next = start({}, { browser, service, page: { seed: 4, now: now() + 20_000 } })
    next.page.runIdle()
    await next.settle()
    next.client.capture('next')
    await next.settle(10_000)
    expect((await next.names()).sort()).toEqual(['during the outage', 'last', 'next'])
  })

  it('sends the events again when another tab has seen the outage after they were adopted (D-654)', async () => {
    const first = start()
    const { browser, service } = first
    const other = start({}, { browser, service, page: { seed: 2 } })
    other.page.runIdle()
    first.client.set_config({ fetch: () => new Promise(() => {}) })
    first.client.capture('last')
    await first.settle(1)
    first.page.pagehide()
    first.tab.kill()
    const page = { seed: 3, now: other.page.now() + 100 }
    const adopting = start({}, { browser, service, page })
    adopting.page.runIdle()
    await adopting.settle()
    other.client.set_config({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    other.client.capture('during the outage')
    await other.settle(200)
    adopting.client.capture('after the outage')
    await adopting.settle(10_000)
    expect(await adopting.names()).toEqual(['after the outage', 'last'])
  })

  it('repeats nothing when a tab that had adopted the events is left without a request (D-654)', async () => {
    const { first, received, openNext } = leave({ deliver: true })
    const { browser, service } = first
    const adopting = start({}, { browser, service, page: { seed: 3, now: first.page.now() + 100 } })
    adopting.page.runIdle()
    await adopting.settle()
    adopting.page.pagehide()
    adopting.tab.kill()
    await adopting.settle()
    await openNext(200)
    expect(received).toEqual(['last', 'next'])
  })

  it('removes the events from storage once they count as delivered', async () => {
    const { first, received, openNext } = leave({ deliver: true })
    const kept = () =>
      [...first.browser.local.entries.keys()].filter(key => /_out_\w+_(?:e|handover)/.test(key))
    expect(kept()).toHaveLength(2)
    await openNext(200)
    expect(received).toEqual(['last', 'next'])
    expect(kept()).toEqual([])
  })

  it('repeats nothing when the page comes back', async () => {
    const { client, page, service, settle, names } = start()
    client.capture('last')
    page.pagehide()
    page.restore()
    await settle(2_000)
    expect(await names()).toEqual(['last'])
    expect(service.state.requests()).toHaveLength(1)
  })
})

describe('outbox: events of a dead tab', () => {
  it('are sent when version 0.1.0 has stored them', async () => {
    const { browser, names, page, settle } = start()
    const event = {
      uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
      event: 'old',
      distinct_id: 'd1',
      properties: { token: 'phc_demo', distinct_id: 'd1', a: 1 },
      timestamp: '2026-01-01T00:00:00.000Z',
    }
    const key = `earshot_phc_demo_out_01890a5d-ac96-774b-bcce-b302099a8058_${event.uuid}`
    browser.local.entries.set(key, JSON.stringify(event))
    page.runIdle()
    await settle(2_000)
    expect(await names()).toEqual(['old'])
    expect(browser.local.entries.has(key)).toBe(false)
  })

  it('are removed when they cannot be read', async () => {
    const { browser, client, names, page, settle } = start()
    const keys = ['a_e0', 'a_s0', 'a_handover', 'b_e1'].map(name => `earshot_phc_demo_out_${name}`)
    for (const key of keys) browser.local.entries.set(key, '0 [nonsense')
    page.runIdle()
    await settle(1_000)
    client.capture('e')
    await settle(2_000)
    expect(await names()).toEqual(['e'])
    expect(keys.filter(key => browser.local.entries.has(key))).toEqual([])
  })

  const damages: [name: string, damage: (text: string) => string][] = [
    ['is empty', () => ''],
    ['is cut in the middle', text => text.slice(0, text.length / 2)],
    ['has the first field alone', text => `${text.split(',')[0]}]`],
    ['is an empty list', () => '0 []'],
    ['is an empty object', () => '{}'],
    ['is an object of another shape', () => '0 {"uuid":1}'],
    ['is a text', () => '0 "01890a5d-ac96-774b-bcce-b302099a8057"'],
  ]
  it.each(
    damages.flatMap(([name, damage]) => [
      [`an event ${name}`, /_e0$/, damage, ['second']] as const,
      [`what they share ${name}`, /_s0$/, damage, []] as const,
    ]),
  )('are sent as far as they are whole when %s (R3D)', async (_, key, damage, expected) => {
    const dead = start()
    dead.page.goOffline()
    dead.client.capture('first')
    dead.client.capture('second')
    dead.tab.kill()
    const { browser, service } = dead
    for (const [name, text] of browser.local.entries)
      if (key.test(name)) browser.local.entries.set(name, damage(text))
    const next = start({}, { browser, service, page: { seed: 2 } })
    next.page.runIdle()
    await next.settle(2_000)
    expect(await next.names()).toEqual(expected)
    expect(next.requests().filter(([, status]) => status !== 200)).toEqual([])
    expect(next.stored()).toEqual([])
  })

  it('are sent once by another tab', async () => {
    const first = start()
    const end = first.service.fail({ status: 503 })
    const uuids = first.capture(20)
    await first.settle()
    const other = start({}, { browser: first.browser, service: first.service, page: { seed: 2 } })
    other.page.runIdle()
    await other.settle(1_000)
    expect(await other.events()).toEqual([])
    first.tab.kill()
    end()
    other.page.advance(20_000)
    other.client.capture('mine')
    await other.settle()
    other.page.runIdle()
    await other.settle(2_000)
    const arrived = (await other.events()).map(({ uuid }) => uuid)
    expect(arrived.slice(1)).toEqual(uuids)
    expect(other.stored()).toEqual([])
  })

  it.each(['a timer runs', 'the page is left'])(
    'are not sent again by their own tab when it wakes up, another one has sent them and %s (D-698)',
    async event => {
      const browser = fakeBrowser({ withoutLocks: true })
      const sleeping = start({}, { browser })
      const { service } = sleeping
      sleeping.service.fail({ status: 503, times: 1 })
      sleeping.client.capture('waits')
      await sleeping.settle()
      // The timers of the first page stand still.
      const page = { seed: 2, now: sleeping.page.now() + 600_000 }
      const other = start({}, { browser, service, page })
      other.page.runIdle()
      await other.settle(10_000)
      expect(await other.names()).toEqual(['waits'])
      const { length } = service.state.requests()
      sleeping.page.setClock(other.page.now())
      if (event === 'the page is left') sleeping.page.pagehide()
      await sleeping.settle(10_000)
      expect(service.state.requests()).toHaveLength(length)
    },
  )

  it('are not sent by the tab that has adopted them when they have arrived in flight meanwhile (D-784)', async () => {
    const browser = fakeBrowser({ withoutLocks: true })
    const sleeping = start({}, { browser })
    const { service } = sleeping
    let answer = () => {}
    sleeping.client.set_config({
      fetch: async (input, init) => {
        await new Promise<void>(resolve => (answer = resolve))
        return service.fetch(input as string, init)
      },
    })
    sleeping.client.capture('in flight')
    await sleeping.settle()
    const page = { seed: 2, now: sleeping.page.now() + 600_000, online: false }
    const other = start({}, { browser, service, page })
    other.page.runIdle()
    await other.settle()
    answer()
    await sleeping.settle()
    const { length } = service.state.requests()
    other.page.goOnline()
    await other.settle(10_000)
    expect(await other.names()).toEqual(['in flight'])
    expect(service.state.requests()).toHaveLength(length)
  })

  it('are looked for at most every ten seconds', async () => {
    const { client, browser, page, settle, names } = start()
    page.runIdle()
    await settle()
    const dead = start({}, { browser, page: { seed: 2 } })
    dead.page.goOffline()
    dead.client.capture('left')
    dead.tab.kill()
    for (const [name, ms] of [
      ['a', 9_000],
      ['b', 1_000],
    ] as const) {
      client.capture(name)
      page.advance(ms)
      await settle()
      page.runIdle()
      await settle(1_000)
      expect((await names()).includes('left'), name).toBe(name === 'b')
    }
  })

  it('are left to other tabs by a tab whose requests fail', async () => {
    const failing = start({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    const { browser, page, service } = failing
    page.runIdle()
    await failing.settle()
    const dead = start({}, { browser, page: { seed: 2 } })
    dead.page.goOffline()
    dead.client.capture('left')
    dead.tab.kill()
    page.advance(10_000)
    failing.client.capture('mine')
    await failing.settle(200)
    page.runIdle()
    await failing.settle()
    const other = start({}, { browser, service, page: { seed: 3 } })
    other.page.runIdle()
    await other.settle(1_000)
    expect(await other.names()).toEqual(['left'])
  })

  it('are not sent by another tab while their tab is alive, with or without Web Locks', async () => {
    const browser = fakeBrowser({ withoutLocks: true })
    const first = start({}, { browser })
    const end = first.service.fail({ status: 503 })
    first.capture(6)
    await first.settle()
    const next = (seed: number, now: number) =>
      start({}, { browser, service: first.service, page: { seed, now } })
    const living = next(2, first.page.now())
    living.page.runIdle()
    end()
    await living.settle(3_000)
    expect(await living.events()).toEqual([])
    const later = next(3, first.page.now() + 200_000)
    later.page.runIdle()
    await later.settle(3_000)
    expect(await later.events()).toHaveLength(6)
    expect(later.stored().filter(key => !key.endsWith('lease'))).toEqual([])
  })
})

describe('outbox: timers', () => {
  it('sets one however many events wait, and none once they are sent', async () => {
    const { client, capture, page, settle } = start()
    client.capture('first')
    await settle(2_000)
    await settle(2_000)
    expect(page.timers()).toBe(0)
    capture(3)
    await settle()
    capture(3)
    expect(page.timers()).toBe(1)
    await settle(1_000)
    await settle(1_000)
    expect(page.timers()).toBe(0)
  })

  it('sets none while the browser is offline', async () => {
    const { capture, page, settle } = start()
    await settle(2_000)
    page.goOffline()
    capture(3)
    await settle(1_000)
    expect(page.timers()).toBe(0)
  })
})

describe('outbox: consent', () => {
  /** A page with a waiting event, in a browser in which another tab has just withdrawn consent. */
  function withdraw() {
    const started = start()
    started.page.goOffline()
    started.client.capture('waits', { text: 'x'.repeat(61_000) })
    started.browser.local.entries.set('__ph_opt_in_out_phc_demo', '0')
    return started
  }

  it('removes what waits instead of sending it when another tab has withdrawn consent', async () => {
    const { page, settle, requests, stored } = withdraw()
    page.goOnline()
    await settle(1_000)
    expect([requests(), stored()]).toEqual([[], []])
  })

  it('sends nothing from a page that is hidden when another tab has withdrawn consent', async () => {
    const beacons: unknown[] = []
    vi.stubGlobal('navigator', { sendBeacon: (...given: unknown[]) => beacons.push(given) })
    const { page, settle, requests } = withdraw()
    page.setVisible(false)
    await settle(1_000)
    expect([requests(), beacons]).toEqual([[], []])
  })
})

describe('outbox: storage', () => {
  it('holds all events that wait again after the page has emptied it (D-615, D-697)', async () => {
    const { client, page, browser, tab, service, settle } = start()
    page.goOffline()
    client.capture('before')
    await settle(1_000)
    browser.local.entries.clear()
    client.capture('after')
    tab.kill()
    const next = start({}, { browser, service, page: { seed: 2 } })
    next.page.runIdle()
    await next.settle(2_000)
    expect(await next.names()).toEqual(['before', 'after'])
  })

  it.each([
    ['nobody has', false],
    ['another tab has', true],
  ])(
    'loses no event when somebody empties it while the page is cached in an outage, and %s stored something since (D-697)',
    async (_, isUsed) => {
      const { client, page, browser, service, settle, names } = start()
      const other = start({}, { browser, service, page: { seed: 2, now: page.now() + 1 } })
      client.set_config({ fetch: () => new Promise(() => {}) })
      client.capture('in flight')
      await settle(1)
      client.capture('waits')
      page.pagehide()
      browser.local.entries.clear()
      if (isUsed) {
        other.client.capture('other')
        await other.settle(1_000)
      }
      client.set_config({ fetch: service.fetch as typeof fetch })
      page.restore()
      await settle(2_000)
      expect((await names()).filter(name => name !== 'other').sort()).toEqual(['in flight', 'waits'])
    },
  )

  it('loses no event that the page has adopted when somebody empties it (D-697)', async () => {
    const dead = start({ fetch: () => new Promise(() => {}) })
    dead.client.capture('handed over')
    await dead.settle(1)
    dead.page.pagehide()
    dead.tab.kill()
    const { browser, service } = dead
    const { client, page, settle, names } = start(
      {},
      { browser, service, page: { seed: 2, now: dead.page.now() + 1_000 } },
    )
    page.runIdle()
    await settle()
    client.capture('adopts')
    browser.local.entries.clear()
    await settle(2_000)
    client.capture('next')
    await settle(2_000)
    expect((await names()).sort()).toEqual(['adopts', 'handed over', 'next'])
  })

  it('does not keep events from being sent when it is full', async () => {
    const { client, browser, settle, names } = start()
    browser.local.setFull(true)
    client.capture('a')
    client.capture('b')
    await settle(1_000)
    expect(await names()).toEqual(['a', 'b'])
  })

  it('holds at most 2.5 million characters of events while the rest waits in memory', async () => {
    const { client, page, browser, settle, service, events } = start()
    page.goOffline()
    for (let i = 0; i < 3_000; i++) client.capture('e', { text: 'x'.repeat(1_000) })
    const size = [...browser.local.entries].flat().join('').length
    expect(size).toBeLessThan(2_520_000)
    expect(size).toBeGreaterThan(2_300_000)
    page.goOnline()
    await vi.waitFor(
      async () => {
        await settle(1_000)
        expect(await events()).toHaveLength(3_000)
      },
      { timeout: 30_000 },
    )
    expect(service.state.requests().length).toBeGreaterThan(1)
  })

  it('holds ten thousand events with memory, then drops the oldest and reports how many', async () => {
    const { capture, page, settle, events, errors } = start()
    page.goOffline()
    const uuids = capture(10_250)
    page.goOnline()
    // The service reads a long batch in turns, which the clock of the page does not wait for.
    await vi.waitFor(
      async () => {
        await settle(5_000)
        expect(await events()).toHaveLength(10_000)
      },
      { timeout: 30_000 },
    )
    expect((await events()).map(({ uuid }) => uuid)).toEqual(uuids.slice(250))
    expect(errors).toContainEqual({ reason: 'outbox_full', detail: { dropped: 250 } })
  }, 60_000)

  it('compresses what is in memory alone when the page is left, so that more of it leaves', async () => {
    const sent: (string | null)[] = []
    const fetch: typeof globalThis.fetch = async url => {
      sent.push(new URL(String(url)).searchParams.get('compression'))
      return new Response('{}')
    }
    const { capture, page, browser, settle } = start({ fetch, compression: 'gzip' })
    browser.local.setFull(true)
    page.goOffline()
    capture(100)
    await settle()
    page.pagehide()
    expect(sent).toEqual(['gzip-js'])
  })

  it('holds all events that it had room for after a hidden page has emptied it, also when the oldest is in memory alone (D-782)', async () => {
    const { client, page, browser, tab, service } = start({ fetch: () => new Promise(() => {}) })
    page.goOffline()
    browser.local.setCapacity([...browser.local.entries].flat().join('').length + 5_000)
    client.capture('in memory', { text: 'x'.repeat(5_000) })
    client.capture('before')
    page.setVisible(false)
    browser.local.entries.clear()
    client.capture('after')
    tab.kill()
    const next = start({}, { browser, service, page: { seed: 2 } })
    next.page.runIdle()
    await next.settle(2_000)
    expect(await next.names()).toEqual(['before', 'after'])
  })

  it('is read as little for an event of a page that was hidden or left as for any other, however many wait (D-782)', () => {
    const { capture, page, browser } = start()
    const read = vi.spyOn(browser.local.entries, 'get')
    const readsOfOne = () => {
      read.mockClear()
      capture(1)
      return read.mock.calls.length
    }
    page.goOffline()
    capture(200)
    const usual = readsOfOne()
    page.setVisible(false)
    page.setVisible(true)
    expect(readsOfOne()).toBeLessThan(usual + 10)
    page.pagehide()
    for (let i = 0; i < 3; i++) expect(readsOfOne()).toBeLessThan(usual + 10)
  })

  it('is read once per event when a page comes back from the back/forward cache (D-697)', () => {
    const { capture, page, browser } = start()
    page.goOffline()
    capture(200)
    page.pagehide()
    const read = vi.spyOn(browser.local.entries, 'get')
    page.restore()
    expect(read.mock.calls.length).toBeLessThan(220)
  })

  it('moves the newest few events to memory for a small value that it has no room for (D-036, D-820)', async () => {
    const { capture, client, page, browser, stored, settle } = start()
    page.goOffline()
    capture(500)
    const before = stored()
    browser.local.setCapacity([...browser.local.entries].flat().join('').length)
    client.register({ plan: 'x'.repeat(500) })
    await settle(1_000)
    expect([...browser.local.entries.values()].join('')).toContain('x'.repeat(500))
    expect(stored().length).toBeGreaterThanOrEqual(500 - 7)
    expect(stored()).toEqual(before.slice(0, stored().length))
  })

  it('moves all events to memory in few rounds for a value that has no room at all (D-820)', async () => {
    const { capture, client, page, tab, browser, stored, settle, answered, events } = start()
    page.goOffline()
    capture(2_000)
    browser.local.setFull(true)
    const write = vi.spyOn(tab.stores.local()!, 'write')
    client.register({ plan: 'x' })
    await settle(1_000)
    expect(stored()).toEqual([])
    expect(write.mock.calls.length).toBeLessThan(30)
    page.goOnline()
    await answered()
    await settle(1_000)
    await answered()
    expect(await events()).toHaveLength(2_000)
  })

  it.each([
    ['once per batch', false, 1],
    ['not at all for events in memory', true, 0],
  ])('is asked %s what other tabs have taken over (D-784)', async (_, isFull, expected) => {
    const { capture, page, browser, settle, events } = start()
    page.goOffline()
    browser.local.setFull(isFull)
    capture(50)
    await settle()
    const read = vi.spyOn(browser.local.entries, 'get')
    page.goOnline()
    await settle(1_000)
    expect(await events()).toHaveLength(50)
    expect(read.mock.calls.filter(([key]) => key.endsWith('taken'))).toHaveLength(expected)
  })

  it('is written once per event, however many wait', () => {
    const { client, page, browser } = start()
    page.goOffline()
    client.capture('first')
    for (const backlog of [0, 500]) {
      for (let i = 0; i < backlog; i++) client.capture('e')
      const before = browser.local.changes()
      client.capture('e')
      expect(browser.local.changes() - before).toBe(1)
    }
  })
})

describe('outbox: a prerendered page', () => {
  const prerendered = () => start({}, { page: { prerendering: true } })

  it('sends nothing before it is shown, and sets no timer, also with flush', async () => {
    const { client, page, settle, requests, names } = prerendered()
    await settle(5_000)
    client.capture('e')
    await settle(5_000)
    expect(page.timers()).toBe(0)
    await client.flush()
    await settle(5_000)
    expect(requests()).toEqual([])
    page.activate()
    await settle(1_000)
    expect(await names()).toEqual(['e'])
  })

  it('keeps no listener after shutdown', async () => {
    const { client, page, settle } = prerendered()
    const done = client.shutdown()
    await settle()
    await done
    expect(page.listeners()).toBe(0)
  })
})

describe('flush', () => {
  it('makes no request while the browser is offline', async () => {
    const { client, page, requests } = start()
    page.goOffline()
    client.capture('a')
    await client.flush()
    expect(requests()).toEqual([])
  })

  it('sends what follows an event that the service refuses', async () => {
    const { client, service, names } = start()
    const picky: typeof fetch = async (input, init) =>
      String(init?.body).includes('"bad"')
        ? new Response('{}', { status: 400 })
        : service.fetch(input as string, init)
    client.set_config({ fetch: picky })
    for (const name of ['bad', 'bad', 'good']) client.capture(name)
    await client.flush()
    expect(await names()).toEqual(['good'])
  })

  it('delays no event that follows when nothing waits', async () => {
    const { client, settle, names } = start()
    await client.flush()
    client.capture('a')
    await settle()
    expect(await names()).toEqual(['a'])
  })

  it('tries again what a request under way could not deliver', async () => {
    const { client, service, names } = start()
    service.fail({ status: 503, times: 1 })
    client.capture('a')
    const flushed = client.flush()
    await client.flush()
    await flushed
    expect(await names()).toEqual(['a'])
  })

  it('ends the pause after a failure', async () => {
    const { client, settle, service, names } = start()
    service.fail({ status: 503, times: 1 })
    client.capture('a')
    await settle()
    await client.flush()
    expect(await names()).toEqual(['a'])
  })

  it('resolves when everything is sent, without waiting for the flush interval', async () => {
    const { client, settle, names } = start()
    client.capture('a')
    await settle()
    client.capture('b')
    await client.flush()
    expect(await names()).toEqual(['a', 'b'])
  })

  it('resolves while the service is unavailable', async () => {
    const { client, service } = start()
    service.fail({ status: 503 })
    client.capture('a')
    await expect(client.flush()).resolves.toBeUndefined()
  })
})

describe('shutdown', () => {
  it('leaves no request, timer or listener, and what waits to the next tab', async () => {
    const first = start()
    const end = first.service.fail({ status: 503 })
    first.client.capture('a')
    await first.settle()
    await first.client.shutdown()
    const { length } = first.requests()
    end()
    first.page.goOnline()
    first.page.setVisible(false)
    first.page.pagehide()
    first.page.runIdle()
    await first.settle(600_000)
    expect([first.requests().length, first.page.timers(), first.page.listeners()]).toEqual([length, 0, 0])
    const page = { seed: 2, now: first.page.now() }
    const next = start({}, { browser: first.browser, service: first.service, page })
    next.page.runIdle()
    await next.settle(2_000)
    expect(await next.names()).toEqual(['a'])
  })
})

describe('rewriteRequestPath', () => {
  it('rewrites the URL, and a hook that throws changes nothing', async () => {
    const asked: string[] = []
    const spy: typeof fetch = async input => {
      asked.push(String(input))
      return new Response('{}')
    }
    const rewriteRequestPath = (url: string) => url.replace('/i/v0/e/', '/relay/')
    const { client, settle } = start({ fetch: spy, rewriteRequestPath })
    client.capture('a')
    await settle(1_000)
    client.set_config({
      rewriteRequestPath: () => {
        throw new Error('page')
      },
    })
    client.capture('b')
    await settle(1_000)
    expect(asked.map(url => new URL(url).pathname)).toEqual(['/relay/', '/i/v0/e/'])
  })
})
