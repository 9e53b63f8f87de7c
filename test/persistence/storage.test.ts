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
    first.page.leave()
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
