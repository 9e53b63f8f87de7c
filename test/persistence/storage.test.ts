import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import { fakeBrowser } from '../support/fakeBrowser'
import { type StartOptions, startClient } from '../support/startClient'

const start = (config: Partial<Config> = {}, options: StartOptions = {}) =>
  startClient({ ...options, config: { capture_pageview: false, ...config } })

describe('the places of a visitor', () => {
  type Row = [mode: Config['persistence'], local: boolean, cookie: boolean, session: boolean]
  const modes: Row[] = [
    ['localStorage+cookie', true, true, true],
    ['localStorage', true, false, true],
    ['cookie', false, true, true],
    ['sessionStorage', false, false, true],
    ['memory', false, false, false],
  ]
  it.each(modes)(
    '%s: localStorage %j, cookie %j, sessionStorage %j',
    (persistence, local, cookie, session) => {
      const { client, page, browser, tab } = start({ persistence })
      client.capture('e')
      page.advance(1_000)
      const used = [browser.local, browser.cookies, tab.session].map(({ entries }) => entries.size > 0)
      expect(used).toEqual([local, cookie, session])
    },
  )

  it.each(modes.filter(([mode]) => mode !== 'memory'))('%s: the next page knows the visitor', persistence => {
    const first = start({ persistence })
    first.client.identify('u1')
    first.page.pagehide()
    const next = start({ persistence }, { browser: first.browser, tab: first.tab, page: { seed: 2 } })
    expect(next.client.get_distinct_id()).toBe('u1')
  })

  it('none, with disable_persistence; what was there is removed', () => {
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

  it('can be chosen later, when the page knows more', () => {
    const { client, page, browser } = start({ persistence: 'memory' })
    client.identify('u1')
    client.set_config({ persistence: 'localStorage+cookie' })
    page.advance(1_000)
    expect(JSON.parse(browser.local.entries.get('ph_phc_demo_posthog')!)).toMatchObject({ distinct_id: 'u1' })
  })

  it('have names of their own, where the configuration gives one', () => {
    const { client, page, browser } = start({ persistence_name: 'shop' })
    client.capture('e')
    page.advance(1_000)
    expect(browser.local.entries.has('ph_shop')).toBe(true)
  })
})

describe('a visitor who was known before', () => {
  it('by a cookie alone stays the same with storage beside it', () => {
    const browser = fakeBrowser()
    browser.cookies.entries.set(
      'ph_phc_demo_posthog',
      JSON.stringify({ distinct_id: 'old', $device_id: 'd' }),
    )
    expect(start({}, { browser }).client.get_distinct_id()).toBe('old')
  })

  it('by storage alone, likewise', () => {
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

describe('storage that fails', () => {
  it.each(['setFull', 'setWorking'] as const)(
    '%s: the visitor stays the same for as long as the page lives',
    how => {
      const browser = fakeBrowser()
      browser.local[how](how === 'setFull')
      const { client, page } = start({}, { browser })
      const id = client.get_distinct_id()
      client.capture('e')
      page.advance(5_000)
      expect(client.get_distinct_id()).toBe(id)
      client.identify('u1')
      expect(client.get_distinct_id()).toBe('u1')
    },
  )

  it('is written to again as soon as it can be', () => {
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

describe('storage that has no room left', () => {
  const KEYS = { flags: 'earshot_phc_demo_flags', config: 'earshot_phc_demo_config' }
  const flags = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`flag-${i}`, true]))

  /** A client with flags, configuration and events in storage, of which the rest is filled by the host. */
  async function crowded(events: number) {
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
      waiting: () => uuids.filter(uuid => [...entries.keys()].some(key => key.endsWith(uuid))),
    }
  }

  it('gives up what can be asked for again, to know the visitor on the next page', async () => {
    const { client, browser, tab, has, uuids, visitor, waiting } = await crowded(3)
    client.register({ plan: 'pro' })
    client.identify('u1')
    expect(visitor()).toMatchObject({ distinct_id: 'u1', plan: 'pro' })
    expect([has(KEYS.flags), has(KEYS.config)]).toEqual([false, true])
    expect(waiting()).toEqual(uuids)
    const next = start({ persistence: 'localStorage' }, { browser, tab, page: { seed: 2 } })
    expect(next.client.get_distinct_id()).toBe('u1')
  })

  it('then events, the newest first; they are sent all the same', async () => {
    const { client, page, has, uuids, visitor, waiting, settle, events, browser } = await crowded(12)
    client.register({ long: 'x'.repeat(browser.local.entries.get(KEYS.flags)!.length + 3_000) })
    page.advance(1_000)
    expect(visitor().long).toBeDefined()
    expect([has(KEYS.flags), has(KEYS.config)]).toEqual([false, false])
    expect(waiting().length).toBeGreaterThan(0)
    expect(waiting().length).toBeLessThan(12)
    expect(waiting()).toEqual(uuids.slice(0, waiting().length))
    page.pagehide()
    page.restore()
    page.goOnline()
    await settle(5_000)
    expect((await events()).map(({ uuid }) => uuid).sort()).toEqual([...uuids].sort())
  })

  it('gives up flags and configuration to keep an event, but no event for another', async () => {
    const { client, page, browser, has, waiting, uuids } = await crowded(3)
    page.goOffline()
    while (has(KEYS.config)) uuids.push(client.capture('more')!.uuid)
    const kept = waiting()
    for (let i = 0; i < 50; i++) client.capture('beyond')
    expect(has(KEYS.flags)).toBe(false)
    expect(waiting()).toEqual(kept)
    expect(kept.length).toBeGreaterThan(3)
    expect(browser.local.entries.get('host')).toBe('untouched')
  })

  it('gives up nothing for what can be asked for again', async () => {
    const { client, page, has, waiting, uuids } = await crowded(3)
    client.updateFlags(Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`more-${i}`, true])))
    page.advance(1_000)
    expect(client.isFeatureEnabled('more-7', { send_event: false })).toBe(true)
    expect(has(KEYS.config)).toBe(true)
    expect(waiting()).toEqual(uuids)
  })

  it('keeps what the visitor has decided', async () => {
    const { client, browser, tab } = await crowded(3)
    client.opt_out_capturing()
    const next = start({ persistence: 'localStorage' }, { browser, tab, page: { seed: 2 } })
    expect(next.client.has_opted_out_capturing()).toBe(true)
  })
})

describe('a start', () => {
  it('writes little: at most three times before the first event, the event and its visit after it', async () => {
    const { client, page, browser, tab } = startClient({ init: false })
    const writes = () => browser.local.changes() + browser.cookies.changes() + tab.session.changes()
    client.init('phc_demo', { api_host: 'https://events.test', fetch: () => new Promise(() => {}) })
    expect(writes()).toBeLessThanOrEqual(3)
    client.capture('e')
    page.advance(1_000)
    expect(browser.local.changes()).toBeLessThanOrEqual(5)
    expect(browser.cookies.changes()).toBeLessThanOrEqual(2)
  })

  it('is followed by one write for each event', () => {
    const { client, page, browser } = start()
    client.capture('first')
    page.advance(1_000)
    page.goOffline()
    const before = [browser.local.changes(), browser.cookies.changes()]
    for (let i = 0; i < 10; i++) client.capture('e')
    expect([browser.local.changes() - before[0]!, browser.cookies.changes() - before[1]!]).toEqual([10, 0])
  })
})
