import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import { fakeBrowser } from '../support/fakeBrowser'
import { type StartOptions, startClient } from '../support/startClient'
import { survey } from '../support/surveys'

const start = (config: Partial<Config> = {}, options: StartOptions = {}) =>
  startClient({ ...options, config: { capture_pageview: false, ...config } })

describe('persistence', () => {
  type Row = [mode: Config['persistence'], local: boolean, cookie: boolean, session: boolean]
  const modes: Row[] = [
    ['localStorage+cookie', true, true, true],
    ['localStorage', true, false, true],
    ['cookie', false, true, true],
    ['sessionStorage', false, false, true],
    ['memory', false, false, false],
  ]
  it.each(modes)(
    'with %s, uses localStorage: %j, cookie: %j, sessionStorage: %j',
    (persistence, local, cookie, session) => {
      const { client, page, browser, tab } = start({ persistence })
      client.capture('e')
      page.advance(1_000)
      page.runIdle()
      const used = [browser.local, browser.cookies, tab.session].map(({ entries }) => entries.size > 0)
      expect(used).toEqual([local, cookie, session])
    },
  )

  it.each(modes.filter(([mode]) => mode !== 'memory'))(
    'with %s, identifies the visitor on the next page',
    persistence => {
      const first = start({ persistence })
      first.client.identify('u1')
      first.page.pagehide()
      const next = start({ persistence }, { browser: first.browser, tab: first.tab, page: { seed: 2 } })
      expect(next.client.get_distinct_id()).toBe('u1')
    },
  )

  it.each<[string, Config['persistence'], boolean]>([
    ['with cookie', 'cookie', false],
    ['without localStorage, with localStorage+cookie', 'localStorage+cookie', true],
    ['without localStorage, with localStorage', 'localStorage', true],
  ])(
    '%s, keeps for the visit what the next pages of the tab need (D-826)',
    async (_, persistence, isRefused) => {
      const browser = fakeBrowser()
      const tab = browser.tab()
      if (isRefused) tab.stores.local = () => undefined
      const service = { surveys: [survey({ id: 'done', type: 'api' })] }
      const first = start({ persistence }, { browser, tab, service })
      await first.settle(1_000)
      first.client.register({ plan: 'pro' })
      first.client.markSurveyAsSeen('done')
      await first.settle(1_000)
      first.page.pagehide()
      const next = start({ persistence }, { browser, tab, service: first.service, page: { seed: 2 } })
      await next.settle(1_000)
      expect(next.client.canRenderSurvey('done').disabledReason).toBe('already seen')
      expect(next.client.get_property('plan')).toBe('pro')
      expect(next.client.get_distinct_id()).toBe(first.client.get_distinct_id())
    },
  )

  it('stores nothing, and removes stored values, with disable_persistence', () => {
    const first = start()
    first.client.capture('e')
    first.page.advance(1_000)
    const { client, browser, tab, page } = start(
      { disable_persistence: true },
      { browser: first.browser, tab: first.tab, page: { seed: 2 } },
    )
    client.capture('e')
    client.register({ a: 1 })
    page.advance(1_000)
    expect(client.get_property('a')).toBe(1)
    expect([browser.local, browser.cookies, tab.session].map(({ entries }) => [...entries.keys()])).toEqual([
      [],
      [],
      [],
    ])
  })

  it('moves values from memory to storage when set_config changes the mode', () => {
    const { client, page, browser } = start({ persistence: 'memory' })
    client.identify('u1')
    client.set_config({ persistence: 'localStorage+cookie' })
    page.advance(1_000)
    expect(JSON.parse(browser.local.entries.get('ph_phc_demo_posthog')!)).toMatchObject({ distinct_id: 'u1' })
  })

  it('names the stored key after persistence_name', () => {
    const { client, page, browser } = start({ persistence_name: 'shop' })
    client.capture('e')
    page.advance(1_000)
    expect(browser.local.entries.has('ph_shop')).toBe(true)
  })
})

describe('persistence of a known visitor', () => {
  it('identifies the visitor by a cookie when storage is empty', () => {
    const browser = fakeBrowser()
    browser.cookies.entries.set(
      'ph_phc_demo_posthog',
      JSON.stringify({ distinct_id: 'old', $device_id: 'd' }),
    )
    expect(start({}, { browser }).client.get_distinct_id()).toBe('old')
  })

  it('identifies the visitor by storage when there is no cookie', () => {
    const browser = fakeBrowser()
    browser.local.entries.set(
      'ph_phc_demo_posthog',
      JSON.stringify({ distinct_id: 'old', $user_state: 'identified' }),
    )
    const { client } = start({}, { browser })
    expect(client.get_distinct_id()).toBe('old')
    expect(client.capture('e')!.properties.$is_identified).toBe(true)
  })
})

describe('persistence with failing storage', () => {
  it.each(['setFull', 'setWorking'] as const)('keeps the visitor in memory after %s', method => {
    const browser = fakeBrowser()
    browser.local[method](method === 'setFull')
    const { client, page } = start({}, { browser })
    const id = client.get_distinct_id()
    client.capture('e')
    page.advance(5_000)
    expect(client.get_distinct_id()).toBe(id)
    client.identify('u1')
    expect(client.get_distinct_id()).toBe('u1')
  })

  it('stores the visitor once storage has space again', () => {
    const browser = fakeBrowser()
    browser.local.setFull(true)
    const { client, page } = start({}, { browser })
    client.identify('u1')
    browser.local.setFull(false)
    client.register({ a: 1 })
    page.advance(1_000)
    expect(JSON.parse(browser.local.entries.get('ph_phc_demo_posthog')!)).toMatchObject({ distinct_id: 'u1' })
  })
})

describe('persistence with full storage', () => {
  const KEYS = { flags: 'earshot_phc_demo_flags', config: 'earshot_phc_demo_config' }
  const flags = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`flag-${i}`, true]))

  /** Starts a client and fills the storage: with flags, configuration and events, and the rest with data of the page. */
  async function startFull(events: number) {
    const started = start({ persistence: 'localStorage' }, { service: { flags } })
    await started.settle(1_000)
    const { client, page, browser } = started
    page.goOffline()
    const uuids = Array.from({ length: events }, (_, i) => client.capture(`e${i}`)!.uuid)
    page.advance(1_000)
    const { entries } = browser.local
    entries.set('host', 'untouched')
    browser.local.setCapacity([...entries].flat().join('').length)
    return {
      ...started,
      uuids,
      has: (key: string) => entries.has(key),
      visitor: () => JSON.parse(entries.get('ph_phc_demo_posthog')!),
      queued: () => uuids.filter(uuid => [...entries.values()].some(value => value.includes(`"${uuid}"`))),
    }
  }

  it('removes stored flags to store the visitor', async () => {
    const { client, browser, tab, has, uuids, visitor, queued } = await startFull(3)
    client.register({ plan: 'pro' })
    client.identify('u1')
    expect(visitor()).toMatchObject({ distinct_id: 'u1', plan: 'pro' })
    expect([has(KEYS.flags), has(KEYS.config)]).toEqual([false, true])
    expect(queued()).toEqual(uuids)
    const next = start({ persistence: 'localStorage' }, { browser, tab, page: { seed: 2 } })
    expect(next.client.get_distinct_id()).toBe('u1')
  })

  it('removes stored configuration and then the newest events, which are still sent', async () => {
    const { client, page, has, uuids, visitor, queued, settle, events, browser } = await startFull(40)
    client.register({ long: 'x'.repeat(browser.local.entries.get(KEYS.flags)!.length + 3_000) })
    page.advance(1_000)
    expect(visitor().long).toBeDefined()
    expect([has(KEYS.flags), has(KEYS.config)]).toEqual([false, false])
    expect(queued().length).toBeGreaterThan(0)
    expect(queued().length).toBeLessThan(40)
    expect(queued()).toEqual(uuids.slice(0, queued().length))
    page.pagehide()
    page.restore()
    page.goOnline()
    await settle(5_000)
    expect((await events()).map(({ uuid }) => uuid).sort()).toEqual([...uuids].sort())
  })

  it('removes flags and configuration, but no other event, to store an event', async () => {
    const { client, page, browser, has, queued, uuids } = await startFull(3)
    page.goOffline()
    while (has(KEYS.config)) uuids.push(client.capture('more')!.uuid)
    const kept = queued()
    for (let i = 0; i < 50; i++) client.capture('beyond')
    expect(has(KEYS.flags)).toBe(false)
    expect(queued()).toEqual(kept)
    expect(kept.length).toBeGreaterThan(3)
    expect(browser.local.entries.get('host')).toBe('untouched')
  })

  it('removes nothing to store flags', async () => {
    const { client, page, has, queued, uuids } = await startFull(3)
    client.updateFlags(Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`more-${i}`, true])))
    page.advance(1_000)
    expect(client.isFeatureEnabled('more-7', { send_event: false })).toBe(true)
    expect(has(KEYS.config)).toBe(true)
    expect(queued()).toEqual(uuids)
  })

  it('stores the consent of the visitor', async () => {
    const { client, browser, tab } = await startFull(3)
    client.opt_out_capturing()
    const next = start({ persistence: 'localStorage' }, { browser, tab, page: { seed: 2 } })
    expect(next.client.has_opted_out_capturing()).toBe(true)
  })
})

describe('init', () => {
  it('writes at most three times before the first event, and then the event and its session', async () => {
    const { client, page, browser, tab } = startClient({ init: false })
    const writes = () => browser.local.changes() + browser.cookies.changes() + tab.session.changes()
    client.init('phc_demo', { api_host: 'https://events.test', fetch: () => new Promise(() => {}) })
    expect(writes()).toBeLessThanOrEqual(3)
    client.capture('e')
    page.advance(1_000)
    expect(browser.local.changes()).toBeLessThanOrEqual(5)
    expect(browser.cookies.changes()).toBeLessThanOrEqual(2)
  })

  it('writes once for each later event', () => {
    const { client, page, browser } = start()
    client.capture('first')
    page.advance(1_000)
    page.goOffline()
    const before = [browser.local.changes(), browser.cookies.changes()]
    for (let i = 0; i < 10; i++) client.capture('e')
    expect([browser.local.changes() - before[0]!, browser.cookies.changes() - before[1]!]).toEqual([10, 0])
  })
})

describe('storage that accepts and keeps nothing (R31)', () => {
  it('loses no event of two minutes offline, and is written once for each of them at most', async () => {
    const browser = fakeBrowser()
    const tab = browser.tab()
    let writes = 0
    const write = () => {
      writes++
      return true
    }
    const none = () => ({ ...tab.stores.local()!, read: () => null, keys: () => [], write })
    const { client, page, settle, events } = start(
      {},
      {
        browser,
        tab: { ...tab, stores: { ...tab.stores, local: none, session: none } },
        page: { online: false },
      },
    )
    await settle(1_000)
    client.capture('first')
    writes = 0
    for (let count = 0; count < 50; count++) client.capture('later')
    expect(writes).toBeLessThanOrEqual(50)
    await settle(130_000)
    page.goOnline()
    await settle(5_000)
    expect(await events()).toHaveLength(51)
  })
})
