import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import type { CapturedEvent } from '../../src/wire/event'
import { type StartOptions, startClient } from '../support/startClient'

const QUIET: Partial<Config> = { capture_pageview: false }
const start = (config: Partial<Config> = {}, options: StartOptions = {}) =>
  startClient({ ...options, config: { ...QUIET, ...config } })
const flagKey = 'earshot_phc_demo_flags'
const mainKey = 'ph_phc_demo_posthog'

describe('delivery', () => {
  it('sends events of a closed offline tab from the next page', async () => {
    const first = start()
    first.page.goOffline()
    const comeOnline = first.service.fail({ drop: true })
    const uuids = [1, 2, 3].map(() => first.client.capture('e')!.uuid)
    first.page.pagehide()
    await first.settle()
    first.tab.kill()
    comeOnline()
    const { browser, service } = first
    const next = start({}, { browser, service, page: { seed: 2, now: first.page.now() + 86_400_000 } })
    next.page.runIdle()
    await next.settle(2_000)
    expect((await next.events()).map(({ uuid }) => uuid)).toEqual(uuids)
  })

  it('keeps the timestamp of an event that is sent again, with a new sent_at', async () => {
    const bodies: { batch: CapturedEvent[]; sent_at: string }[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      bodies.push(JSON.parse(String(init!.body)))
      return new Response('{}', { status: bodies.length === 1 ? 503 : 200 })
    }
    const { client, page, settle } = start({ fetch, advanced_disable_flags: true })
    const captured = page.isoTimestamp()
    for (let i = 0; i < 6; i++) client.capture('e')
    await settle(10_000)
    const [first, second] = bodies
    expect(bodies).toHaveLength(2)
    expect(Date.parse(second!.sent_at)).toBeGreaterThan(Date.parse(first!.sent_at))
    expect(second!.batch.map(({ timestamp }) => timestamp)).toEqual(Array(6).fill(captured))
  })

  it('sends request_headers with the events of a page that unloads', async () => {
    const sent: (RequestInit | undefined)[] = []
    const fetch = async (_: unknown, init?: RequestInit) => {
      sent.push(init)
      return new Response('{}')
    }
    const request_headers = { 'X-Gate': 'open' }
    const { client, page } = start({ fetch, request_headers, advanced_disable_flags: true })
    client.capture('e')
    page.pagehide()
    expect(sent).toMatchObject([{ keepalive: true, headers: request_headers }])
  })

  it('applies the rate limit of one page to no other', () => {
    const loud = start()
    for (let i = 0; i < 300; i++) loud.client.capture('e')
    expect(loud.client.capture('e')).toBeUndefined()
    const { browser, tab } = loud
    for (const where of [{ browser }, { browser, tab }])
      expect(start({}, { ...where, page: { seed: 2 } }).client.capture('e')).toBeDefined()
  })
})

describe('init', () => {
  it('does not wait for the body of the document', async () => {
    const { service, settle } = start()
    expect(typeof document).toBe('undefined')
    await settle()
    expect(service.state.requests().map(({ path }) => path)).toEqual(['/flags'])
  })

  it('keeps the negotiated compression when the first request fails', async () => {
    const compressions: (string | null)[] = []
    let answer = () => new Response('{"flags":{},"surveys":false,"supportedCompression":[]}')
    const fetch: typeof globalThis.fetch = async input => {
      const { pathname, searchParams } = new URL(String(input))
      if (pathname === '/flags') return answer()
      compressions.push(searchParams.get('compression'))
      return new Response('{}')
    }
    const first = start({ fetch, compression: 'auto' })
    await first.settle(1_000)
    answer = () => new Response('', { status: 500 })
    const { browser, tab } = first
    const next = start({ fetch, compression: 'auto' }, { browser, tab, page: { seed: 2 } })
    await next.settle(1_000)
    next.client.capture('e', { text: 'x'.repeat(2_000) })
    await next.settle(1_000)
    expect(compressions).toEqual([null])
  })

  it('changes no option of the page, whatever the service responds', async () => {
    const config = { person_profiles: 'never', capture_pageview: true, defaultIdentifiedOnly: true }
    const fetch = async () => new Response(JSON.stringify({ flags: {}, ...config, config }))
    const { client, settle } = start({ fetch })
    client.set_config({ person_profiles: 'always' })
    const before = { ...client.config }
    await settle(1_000)
    expect(client.config).toEqual(before)
    expect(client.config.person_profiles).toBe('always')
  })

  it('writes and removes nothing when the visitor is known', () => {
    const first = start()
    first.client.identify('u1')
    first.page.pagehide()
    const { browser, tab } = first
    const before = [browser.local.changes(), browser.cookies.changes()]
    const fetch = () => new Promise<Response>(() => {})
    const next = start({ fetch }, { browser, tab, page: { seed: 2 } })
    next.page.advance(1_000)
    expect(next.client.get_distinct_id()).toBe('u1')
    expect([browser.local.changes(), browser.cookies.changes()]).toEqual(before)
  })
})

describe('feature flags', () => {
  const service = { flags: { on: true, price: 'b' } }

  it('return the payload of a remote configuration', async () => {
    const metadata = { id: 1, version: 1, payload: '{"limit":3}' }
    const answer = { flags: { remote: { key: 'remote', enabled: true, metadata } } }
    const { client, settle } = start({ fetch: async () => new Response(JSON.stringify(answer)) })
    const received: unknown[] = []
    client.featureFlags.getRemoteConfigPayload('remote', payload => received.push(payload))
    await settle(1_000)
    expect(received).toEqual([{ limit: 3 }])
  })

  it('prefer bootstrapped values to stored ones, also after a failed request (R22)', async () => {
    const first = start({}, { service })
    await first.settle(1_000)
    const { browser, tab } = first
    const bootstrap = { featureFlags: { on: false } }
    const fetch = async () => new Response('', { status: 500 })
    const next = start({ bootstrap, fetch }, { browser, tab, page: { seed: 2 } })
    const used: unknown[] = []
    next.client.on('eventCaptured', ({ properties }) => used.push(properties.$used_bootstrap_value))
    expect(next.client.getFeatureFlag('on')).toBe(false)
    await next.settle(2_000)
    expect(next.client.getFeatureFlag('price')).toBe('b')
    expect(used).toEqual([true, false])
  })

  it('store the reported values of the latest 200 flags', () => {
    const names = Array.from({ length: 250 }, (_, i) => `f${i}`)
    const { client, page, browser } = start({ rate_limiting: { events_per_second: 1e6 } })
    client.updateFlags(Object.fromEntries(names.map(name => [name, true])))
    for (const name of names) client.getFeatureFlag(name)
    page.advance(1_000)
    const { $flag_call_reported } = JSON.parse(browser.local.entries.get(mainKey)!)
    expect(Object.keys($flag_call_reported)).toEqual(names.slice(50))
  })

  it('are stored once, in less than 150 characters each', async () => {
    const flags = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`flag-${i}`, true]))
    const { client, browser, settle } = start({}, { service: { flags } })
    await settle(1_000)
    client.capture('e')
    await settle(1_000)
    const entries = [...browser.local.entries].filter(([, text]) => text.includes('flag-59'))
    expect(entries.map(([key]) => key)).toEqual([flagKey])
    expect(entries[0]![1].length / 60).toBeLessThan(150)
  })

  it('ignore values that are stored for another person', async () => {
    const first = start({}, { service })
    await first.settle(1_000)
    const { browser, tab } = first
    expect(browser.local.entries.has(flagKey)).toBe(true)
    browser.cookies.entries.set(mainKey, JSON.stringify({ distinct_id: 'other', $device_id: 'd' }))
    const fetch = async () => new Response('', { status: 500 })
    const next = start({ fetch }, { browser, tab, page: { seed: 2 } })
    expect(next.client.getFeatureFlag('on')).toBeUndefined()
  })

  it('are read without a write, except for the exposure event', async () => {
    const { client, page, browser, settle } = start({}, { service })
    client.capture('first')
    await settle(2_000)
    page.goOffline()
    client.getFeatureFlag('on')
    page.advance(1_000)
    const before = [browser.local.changes(), browser.cookies.changes()]
    for (let i = 0; i < 10; i++) client.getFeatureFlag('on')
    page.advance(1_000)
    expect([browser.local.changes(), browser.cookies.changes()]).toEqual(before)
  })
})

describe('persistence without localStorage', () => {
  it('identifies the visitor by a cookie below 1 kB, whatever the page registers', () => {
    const first = start()
    const { browser } = first
    browser.local.setWorking(false)
    first.client.identify('u1')
    first.client.register({ long: 'x'.repeat(30_000) })
    first.page.pagehide()
    expect(browser.cookies.entries.get(mainKey)!.length).toBeLessThan(1_000)
    expect(start({}, { browser, page: { seed: 2 } }).client.get_distinct_id()).toBe('u1')
  })
})
