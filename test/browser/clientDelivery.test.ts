import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installClock, type TestClock } from '../support/testClock'
import { type ClientSite, openPage, openSite, pageOf, waitUntil } from '../support/testSite'

let site: ClientSite
let visitor: BrowserContext
let clock: TestClock
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.stop())
beforeEach(async () => {
  // A page of the previous test may still send while it closes. D-658
  await visitor?.close()
  await site.renewService()
  visitor = await site.visitor()
  clock = await installClock(visitor)
  site.setPage('/', { html: pageOf(site.host, { capture_pageview: false }) })
})

type Window = { earshot: { capture(event: string, properties?: object): { uuid: string } | undefined } }

/** Captures events in the browser, and returns their uuids. */
const captureMany = (count: number) => {
  const { earshot } = window as unknown as Window
  return Array.from({ length: count }, (_, i) => earshot.capture(`e${i}`, { i })!.uuid)
}
const uuids = async () => (await site.service.state.events()).map(({ uuid }) => uuid)
/** Every event that has reached the service, repeated ones included. */
const received = () =>
  site.service.state
    .requests()
    .filter(({ path, status }) => /^\/(i\/v0\/e|batch)\/$/.test(path) && status === 200)
    .flatMap(({ body }) => {
      const { uuid, batch = [{ uuid }] } = body as { uuid: string; batch?: { uuid: string }[] }
      return batch.map(({ uuid }) => uuid)
    })
const distinct = () => new Set(received()).size
/** What the service has answered to each request with events, to tell where some were lost. */
const replies = () =>
  site.service.state
    .requests()
    .filter(({ path }) => /^\/(i\/v0\/e|batch)\/$/.test(path))
    .map(
      ({ body, status }) => `${(body as { batch?: unknown[] } | undefined)?.batch?.length ?? 1}: ${status}`,
    )
    .join(', ')
/** Longer than a client waits before it sends the events of a tab that is gone. */
const LONG_MS = 15_000
/** Waits until so many distinct events have arrived, and none follows. */
const settled = async (count: number) => {
  await waitUntil(clock.moving(distinct), found => found >= count, 20_000)
  for (let before = -1; before !== received().length; ) {
    before = received().length
    await clock.pass(LONG_MS)
  }
}
const UNLIMITED = { rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e6 } }

describe('an ordinary visit', () => {
  it('of seven pages with a click each delivers every event exactly once', async () => {
    for (const path of ['/', ...[1, 2, 3, 4, 5, 6].map(i => `/page-${i}`)])
      site.setPage(path, { html: pageOf(site.host) })
    const { page, errors } = await openPage(visitor, site.url)
    for (let i = 1; i <= 7; i++) {
      await page.evaluate(captureMany, 1)
      await clock.pass(300)
      if (i < 7) await page.goto(`${site.url}/page-${i}`)
    }
    await page.close()
    // The next tab sends what the closed one has left.
    await openPage(visitor, site.url)
    // Eight views, seven clicks, and a `$pageleave` of each page but perhaps the last, whose tab is closed.
    await settled(21)
    expect(received()).toHaveLength(distinct())
    expect(errors).toEqual([])
  })
})

describe('a burst of events just before the page is gone', () => {
  const leave: [how: string, leave: (page: Page) => Promise<unknown>][] = [
    ['a navigation', page => page.goto(`${site.url}/elsewhere`)],
    ['the tab being closed', page => page.close()],
    [
      'a crash of the renderer',
      async page => {
        const session = await page.context().newCDPSession(page)
        const crashed = new Promise(resolve => page.once('crash', resolve))
        void session.send('Page.crash').catch(() => {})
        await crashed
        // The page has no clock any more.
        await page.close()
      },
    ],
  ]
  beforeEach(() => site.setPage('/', { html: pageOf(site.host, { capture_pageview: false, ...UNLIMITED }) }))

  it('of 1,000 arrives after a navigation with at most 60 repeated', async () => {
    const { page } = await openPage(visitor, site.url)
    await page.evaluate(captureMany, 1_000)
    await page.goto(`${site.url}/elsewhere`)
    await page.goto(site.url)
    await settled(1_000)
    expect(distinct(), replies()).toBe(1_000)
    expect(received().length).toBeLessThanOrEqual(1_060)
  })

  const bursts = [3_000, 10_000].flatMap(count => leave.map(([how, run]) => [count, how, run] as const))
  it.each(bursts)(
    'of %i arrives whole after %s, once the site is opened again',
    async (count, _, leave) => {
      const { page } = await openPage(visitor, site.url)
      await page.evaluate(captureMany, count)
      await leave(page)
      await openPage(visitor, site.url)
      await settled(count)
      expect(distinct(), replies()).toBe(count)
    },
    60_000,
  )
})

describe('events captured just before the page is gone', () => {
  it('need no preflight, even after a failed flags request', async () => {
    site.service.fail({ path: '/flags', status: 500 })
    const { page } = await openPage(visitor, site.url)
    await page.evaluate(captureMany, 3)
    await page.goto(`${site.url}/elsewhere`)
    await waitUntil(clock.moving(uuids), found => found.length >= 3)
    expect(await uuids()).toHaveLength(3)
    expect(site.service.state.requests().filter(({ method }) => method === 'OPTIONS')).toEqual([])
  })

  it('arrive once by uuid when they exceed the keepalive limit, as many as possible at once', async () => {
    const { page, errors } = await openPage(visitor, site.url)
    const captured = await page.evaluate(() => {
      const { earshot } = window as unknown as Window
      const random = (length: number) => Array.from({ length }, () => Math.random().toString(36)[2]).join('')
      const made = Array.from({ length: 30 }, () => earshot.capture('three', { text: random(3_000) })!.uuid)
      return [...made, earshot.capture('ninety', { text: random(65_000) })!.uuid]
    })
    await page.goto(`${site.url}/elsewhere`)
    const early = await waitUntil(clock.moving(uuids), found => found.length >= 10, 3_000)
    expect(early.length).toBeGreaterThan(9)
    await page.goto(site.url)
    const arrived = await waitUntil(clock.moving(uuids), found => found.length >= 31)
    expect([...arrived].sort()).toEqual([...captured].sort())
    expect(errors).toEqual([])
  })
})

describe('outage', () => {
  it('loses none of 200 events to refused connections, errors, status 429 and a reload', async () => {
    const { page } = await openPage(visitor, site.url)
    await site.disconnect()
    const first = await page.evaluate(captureMany, 100)
    await page.reload()
    await site.reconnect()
    const endErrors = site.service.fail({ status: 500 })
    const second = await page.evaluate(captureMany, 100)
    await waitUntil(
      () => site.service.state.requests().length,
      count => count > 1,
    )
    endErrors()
    const endBusy = site.service.fail({ status: 429, headers: { 'Retry-After': '1' } })
    await waitUntil(
      () => site.service.state.requests().filter(({ status }) => status === 429).length,
      count => count > 0,
    )
    endBusy()
    const arrived = await waitUntil(clock.moving(uuids), found => found.length >= 200, 25_000)
    expect([...arrived].sort()).toEqual([...first, ...second].sort())
  }, 60_000)

  it('sends the events of a crashed tab from another tab, once by uuid', async () => {
    const { page: crashing } = await openPage(visitor, site.url)
    const { page: surviving } = await openPage(visitor, site.url)
    const end = site.service.fail({ path: '/i/', status: 503 })
    const endBatch = site.service.fail({ path: '/batch/', status: 503 })
    const captured = await crashing.evaluate(captureMany, 20)
    const crash = await visitor.newCDPSession(crashing)
    void crash.send('Page.crash').catch(() => {})
    await new Promise(resolve => crashing.once('crash', resolve))
    end()
    endBatch()
    await crashing.close()
    await clock.pass(11_000)
    await surviving.evaluate(captureMany, 1)
    const arrived = await waitUntil(clock.moving(uuids), found => found.length >= 21)
    expect(arrived).toHaveLength(21)
    expect(arrived).toEqual(expect.arrayContaining(captured))
  }, 60_000)
})

describe('full storage', () => {
  it('does not stop events or change the visitor', async () => {
    const { page, errors } = await openPage(visitor, `${site.url}/elsewhere`)
    await page.evaluate(() => {
      for (let size = 1 << 20; size >= 1; size >>= 1)
        for (let i = 0; ; i++)
          try {
            localStorage.setItem(`fill_${size}_${i}`, 'x'.repeat(size))
          } catch {
            break
          }
    })
    await page.goto(site.url)
    const result = await page.evaluate(async () => {
      const { earshot } = window as unknown as Window & { earshot: { get_distinct_id(): string } }
      const before = earshot.get_distinct_id()
      earshot.capture('a')
      earshot.capture('b')
      return [before === earshot.get_distinct_id(), before !== '']
    })
    expect(result).toEqual([true, true])
    await waitUntil(clock.moving(uuids), found => found.length >= 2)
    expect(await uuids()).toHaveLength(2)
    expect(errors).toEqual([])
  })

  it('is not caused by us: the website can still write during an outage', async () => {
    const { page } = await openPage(visitor, site.url)
    await site.disconnect()
    const used = await page.evaluate(() => {
      const { earshot } = window as unknown as Window
      for (let i = 0; i < 5_000; i++) earshot.capture('e', { text: 'x'.repeat(1_000) })
      localStorage.setItem('app', '1'.repeat(1_000_000))
      return Object.keys(localStorage)
        .filter(key => key.includes('_out_'))
        .reduce((sum, key) => sum + localStorage[key].length, 0)
    })
    await site.reconnect()
    expect(used).toBeGreaterThan(1_000_000)
    expect(used).toBeLessThanOrEqual(2_500_000)
  })
})

describe('broken CompressionStream', () => {
  const implementations: [name: string, replacement: string][] = [
    ['throws', 'class { constructor() { throw new TypeError("no") } }'],
    ['returns nothing', 'class { constructor() { return new TransformStream({ transform() {} }) } }'],
    [
      'returns a part',
      'class { constructor() { return new TransformStream({ transform() {}, flush(c) { c.enqueue(new Uint8Array([31,139,8,0,0,0,0,0,0,3,1,2,3,4,5,6,7,8,9])) } }) } }',
    ],
    [
      'never ends',
      'class { constructor() { return new TransformStream({ flush: () => new Promise(() => {}) }) } }',
    ],
  ]
  it.each(implementations)('sends events uncompressed when it %s', async (_, replacement) => {
    await visitor.addInitScript(`window.CompressionStream = ${replacement}`)
    const { page, errors } = await openPage(visitor, site.url)
    await page.evaluate(captureMany, 2)
    await waitUntil(clock.moving(uuids), found => found.length >= 2)
    expect(await uuids()).toHaveLength(2)
    expect(site.service.state.requests().every(({ status }) => status === 200)).toBe(true)
    expect(errors).toEqual([])
  })
})

describe('service worker with a fetch listener', () => {
  const workers: [name: string, script: string][] = [
    ['forwards requests', 'self.addEventListener("fetch", event => event.respondWith(fetch(event.request)))'],
    ['returns early', 'self.addEventListener("fetch", () => {})'],
  ]
  it.each(workers)('lets flags and events succeed when it %s', async (_, script) => {
    const claim = ';self.addEventListener("activate", event => event.waitUntil(self.clients.claim()))'
    site.setPage('/sw.js', { script: script + claim })
    const { page, errors } = await openPage(visitor, `${site.url}/elsewhere`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js')
      await navigator.serviceWorker.ready
    })
    await page.goto(site.url)
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.evaluate(captureMany, 2)
    await waitUntil(clock.moving(uuids), found => found.length >= 2)
    expect(await uuids()).toHaveLength(2)
    expect(site.service.state.requests().map(({ path }) => path)).toContain('/flags')
    expect(errors).toEqual([])
  })
})
