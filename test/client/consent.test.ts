import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import { type StartOptions, startClient } from '../support/startClient'

const CONSENT = '__ph_opt_in_out_phc_demo'

function start(config: Partial<Config> = {}, options: StartOptions = {}) {
  const started = startClient({ ...options, config })
  const { local, cookies } = started.browser
  return {
    ...started,
    paths: () => started.service.state.requests().map(({ path }) => path),
    stored: () => [...local.entries.keys(), ...cookies.entries.keys(), ...started.tab.session.entries.keys()],
    names: async () => (await started.events()).map(({ event }) => event),
  }
}

describe('before consent', () => {
  it('nothing is stored and nothing is sent, no flags request either', async () => {
    const { client, settle, paths, stored } = start({ opt_out_capturing_by_default: true })
    client.register({ a: 1 })
    expect(client.capture('e')).toBeUndefined()
    client.reloadFeatureFlags()
    await settle(60_000)
    expect([paths(), stored()]).toEqual([[], []])
    expect([
      client.is_capturing(),
      client.has_opted_out_capturing(),
      client.has_opted_in_capturing(),
    ]).toEqual([false, true, false])
    await client.ready()
  })

  it('nothing is asked, whatever the page wants to know', async () => {
    const { client, settle, paths } = start({ opt_out_capturing_by_default: true })
    const heard: unknown[] = []
    client.getSurveys((_, { isLoaded }) => heard.push(isLoaded))
    client.getEarlyAccessFeatures(features => heard.push(features))
    client.featureFlags.getRemoteConfigPayload('f', payload => heard.push(payload))
    await settle(1_000)
    expect([paths(), heard]).toEqual([[], [false, [], undefined]])
    client.opt_in_capturing()
    client.getSurveys((_, { isLoaded }) => heard.push(isLoaded))
    await settle()
    expect(heard.at(-1)).toBe(true)
  })

  it('what was registered waits, and goes along afterwards', async () => {
    const { client, settle, events } = start({ opt_out_capturing_by_default: true })
    client.register({ a: 1 })
    client.opt_in_capturing()
    await settle(2_000)
    expect((await events()).map(({ properties }) => properties.a)).toEqual([1, 1])
  })
})

describe('opting in', () => {
  it('is an event, then the first page view, then all the rest', async () => {
    const { client, settle, names, paths, browser } = start({ opt_out_capturing_by_default: true })
    client.opt_in_capturing()
    client.opt_in_capturing({ captureEventName: false })
    await settle(3_000)
    expect(await names()).toEqual(['$opt_in', '$pageview'])
    expect(paths()).toContain('/flags')
    expect(browser.local.entries.get(CONSENT)).toBe('1')
    expect(browser.local.entries.has('ph_phc_demo_posthog')).toBe(true)
  })

  it.each([[null], [false], ['']])('with captureEventName %j is no event', async captureEventName => {
    const { client, settle, names } = start({ opt_out_capturing_by_default: true, capture_pageview: false })
    client.opt_in_capturing({ captureEventName } as object)
    await settle(3_000)
    expect(await names()).toEqual([])
  })

  it('can be an event of the page', async () => {
    const { client, settle, events } = start({ opt_out_capturing_by_default: true, capture_pageview: false })
    client.opt_in_capturing({ captureEventName: 'agreed', captureProperties: { banner: 2 } })
    await settle(3_000)
    expect((await events())[0]).toMatchObject({ event: 'agreed', properties: { banner: 2 } })
  })

  it('while the page is hidden leaves the page view for later', async () => {
    const { client, page, settle, names } = start(
      { opt_out_capturing_by_default: true },
      { page: { visible: false } },
    )
    client.opt_in_capturing()
    await settle(2_000)
    expect(await names()).toEqual(['$opt_in'])
    page.setVisible(true)
    await settle(2_000)
    expect(await names()).toEqual(['$opt_in', '$pageview'])
  })
})

describe('opting out', () => {
  it('drops what waits, forgets the visitor, and sends nothing any more', async () => {
    const { client, settle, names, paths, stored, page } = start()
    await settle(2_000)
    client.capture('a')
    client.capture('b')
    client.opt_out_capturing()
    const before = paths().length
    client.capture('c')
    client.reloadFeatureFlags()
    page.pagehide()
    await settle(600_000)
    expect(await names()).toEqual(['$pageview'])
    expect(paths()).toHaveLength(before)
    expect(stored()).toEqual([CONSENT])
  })

  it('and in and out again captures no page view where there shall be none', async () => {
    const { client, settle, names } = start({ capture_pageview: false })
    client.opt_out_capturing()
    client.opt_in_capturing({ captureEventName: false })
    client.opt_out_capturing()
    await settle(3_000)
    expect(await names()).toEqual([])
  })

  it('in one tab holds in the others', async () => {
    const first = start({ capture_pageview: false })
    const other = start({ capture_pageview: false }, { browser: first.browser, page: { seed: 2 } })
    other.page.goOffline()
    other.client.capture('waits')
    first.client.opt_out_capturing()
    expect(other.client.capture('e')).toBeUndefined()
    other.page.goOnline()
    await other.settle(5_000)
    expect(await other.names()).toEqual([])
    expect([...first.browser.local.entries.keys()]).toEqual([CONSENT])
  })

  it('is taken back by clear_opt_in_out_capturing', () => {
    const { client } = start()
    client.opt_out_capturing()
    client.clear_opt_in_out_capturing()
    expect([client.get_explicit_consent_status(), client.is_capturing()]).toEqual(['pending', true])
  })

  it('holds on the next page, where nothing begins', async () => {
    const first = start()
    first.client.opt_out_capturing()
    const next = start({}, { browser: first.browser, page: { seed: 2 } })
    await next.settle(5_000)
    expect([next.paths(), next.stored()]).toEqual([[], [CONSENT]])
  })
})

describe('a stored decision', () => {
  const values: [value: string, expected: string][] = [
    ['1', 'granted'],
    ['yes', 'granted'],
    ['true', 'granted'],
    ['"yes"', 'granted'],
    ['0', 'denied'],
    ['no', 'denied'],
    ['false', 'denied'],
    ['maybe', 'pending'],
    ['', 'pending'],
  ]
  it.each(values)('%j is %s', (value, expected) => {
    const { browser, client } = start({}, { init: false })
    browser.local.entries.set(CONSENT, value)
    client.init('phc_demo', { api_host: 'https://events.test' })
    expect(client.get_explicit_consent_status()).toBe(expected)
  })

  it('lives in a cookie or under another name, where the configuration says so', () => {
    const { client, browser } = start({
      opt_out_capturing_persistence_type: 'cookie',
      consent_persistence_name: 'consent_',
    })
    client.opt_out_capturing()
    expect([...browser.cookies.entries]).toEqual([['consent_phc_demo', '0']])
  })

  it('holds for the page where it cannot be stored', () => {
    const { client, browser } = start()
    browser.local.setWorking(false)
    client.opt_out_capturing()
    expect(client.is_capturing()).toBe(false)
  })
})

describe('signals of the browser', () => {
  const cases: [name: string, config: Partial<Config>, optIn: boolean, expected: boolean][] = [
    ['are not heard by default', {}, false, true],
    ['Do Not Track, where it is respected', { respect_dnt: true }, false, false],
    ['Do Not Track stands over an opt-in', { respect_dnt: true }, true, false],
    ['Global Privacy Control, where it is respected', { respect_gpc: true }, false, false],
    ['Global Privacy Control yields to an opt-in here', { respect_gpc: true }, true, true],
  ]
  it.each(cases)('%s', (_, config, optIn, expected) => {
    const { client, page } = startClient({ init: false })
    page.setPrivacy({ doNotTrack: true, globalPrivacyControl: true })
    client.init('phc_demo', { api_host: 'https://events.test', ...config })
    if (optIn) client.opt_in_capturing()
    expect(client.is_capturing()).toBe(expected)
  })
})

describe('without knowing the visitor again', () => {
  it('always: one id for all, no session, nothing stored, no decision taken', async () => {
    const { client, settle, events, stored } = start({ cookieless_mode: 'always' })
    client.opt_out_capturing()
    client.identify('u1')
    client.capture('e')
    await settle(3_000)
    const [, event] = await events()
    expect(event).toMatchObject({
      distinct_id: '$posthog_cookieless',
      properties: { $cookieless_mode: true, $device_id: null, $process_person_profile: false },
    })
    for (const name of ['$session_id', '$window_id']) expect(event!.properties).not.toHaveProperty(name)
    expect(stored()).toEqual([])
    expect(client.get_distinct_id()).toBe('$posthog_cookieless')
  })

  it('on rejection: nothing while it is open, anonymous when denied, known when granted', async () => {
    const { client, settle, events, stored } = start({
      cookieless_mode: 'on_reject',
      capture_pageview: false,
    })
    expect(client.capture('open')).toBeUndefined()
    client.opt_out_capturing()
    client.capture('denied')
    await settle(2_000)
    expect(stored()).toEqual([CONSENT])
    client.opt_in_capturing({ captureEventName: false })
    client.capture('granted')
    await settle(2_000)
    const [denied, granted] = await events()
    expect([denied!.event, denied!.distinct_id]).toEqual(['denied', '$posthog_cookieless'])
    expect(granted!.distinct_id).toBe(client.get_distinct_id())
    expect(granted!.distinct_id).not.toBe('$posthog_cookieless')
  })
})
