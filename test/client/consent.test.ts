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

describe('opt_out_capturing_by_default', () => {
  it('stores nothing and sends no request before consent', async () => {
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

  it('answers requests for surveys, features and payloads without a request before consent', async () => {
    const { client, settle, paths } = start({ opt_out_capturing_by_default: true })
    const received: unknown[] = []
    client.getSurveys((_, { isLoaded }) => received.push(isLoaded))
    client.getEarlyAccessFeatures(features => received.push(features))
    client.featureFlags.getRemoteConfigPayload('f', payload => received.push(payload))
    await settle(1_000)
    expect([paths(), received]).toEqual([[], [false, [], undefined]])
    client.opt_in_capturing()
    client.getSurveys((_, { isLoaded }) => received.push(isLoaded))
    await settle()
    expect(received.at(-1)).toBe(true)
  })

  it('keeps registered properties in memory until consent', async () => {
    const { client, settle, events } = start({ opt_out_capturing_by_default: true })
    client.register({ a: 1 })
    client.opt_in_capturing()
    await settle(2_000)
    expect((await events()).map(({ properties }) => properties.a)).toEqual([1, 1])
  })
})

describe('opt_in_capturing', () => {
  it('captures $opt_in and then the first page view, and starts to store and send', async () => {
    const { client, settle, names, paths, browser } = start({ opt_out_capturing_by_default: true })
    client.opt_in_capturing()
    client.opt_in_capturing({ captureEventName: false })
    await settle(3_000)
    expect(await names()).toEqual(['$opt_in', '$pageview'])
    expect(paths()).toContain('/flags')
    expect(browser.local.entries.get(CONSENT)).toBe('1')
    expect(browser.local.entries.has('ph_phc_demo_posthog')).toBe(true)
  })

  it.each([[null], [false], ['']])('captures no event with captureEventName %j', async captureEventName => {
    const { client, settle, names } = start({ opt_out_capturing_by_default: true, capture_pageview: false })
    client.opt_in_capturing({ captureEventName } as object)
    await settle(3_000)
    expect(await names()).toEqual([])
  })

  it('captures the event named by captureEventName', async () => {
    const { client, settle, events } = start({ opt_out_capturing_by_default: true, capture_pageview: false })
    client.opt_in_capturing({ captureEventName: 'agreed', captureProperties: { banner: 2 } })
    await settle(3_000)
    expect((await events())[0]).toMatchObject({ event: 'agreed', properties: { banner: 2 } })
  })

  it('captures the page view when a hidden page becomes visible', async () => {
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

describe('opt_out_capturing', () => {
  it('drops queued events, removes the stored visitor and stops all requests', async () => {
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

  it('captures no page view after opting in and out with capture_pageview false', async () => {
    const { client, settle, names } = start({ capture_pageview: false })
    client.opt_out_capturing()
    client.opt_in_capturing({ captureEventName: false })
    client.opt_out_capturing()
    await settle(3_000)
    expect(await names()).toEqual([])
  })

  it('applies to other tabs', async () => {
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

  it('is undone by clear_opt_in_out_capturing', () => {
    const { client } = start()
    client.opt_out_capturing()
    client.clear_opt_in_out_capturing()
    expect([client.get_explicit_consent_status(), client.is_capturing()]).toEqual(['pending', true])
  })

  it('applies to the next page, which sends no request', async () => {
    const first = start()
    first.client.opt_out_capturing()
    const next = start({}, { browser: first.browser, page: { seed: 2 } })
    await next.settle(5_000)
    expect([next.paths(), next.stored()]).toEqual([[], [CONSENT]])
  })
})

describe('get_explicit_consent_status', () => {
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
  it.each(values)('maps the stored value %j to %s', (value, expected) => {
    const { browser, client } = start({}, { init: false })
    browser.local.entries.set(CONSENT, value)
    client.init('phc_demo', { api_host: 'https://events.test' })
    expect(client.get_explicit_consent_status()).toBe(expected)
  })
})

describe('stored consent that is not understood', () => {
  it.each(['yesterday', '10', '1.5', 'truely', '"1', 'nobody', '01', '{"granted":true}'])(
    'is pending when %j is stored (R3D)',
    value => {
      const { browser, client } = start({}, { init: false })
      browser.local.entries.set(CONSENT, value)
      client.init('phc_demo', { api_host: 'https://events.test' })
      expect(client.get_explicit_consent_status()).toBe('pending')
    },
  )
})

describe('stored consent', () => {
  it('uses the store and the name of the configuration', () => {
    const { client, browser } = start({
      opt_out_capturing_persistence_type: 'cookie',
      consent_persistence_name: 'consent_',
    })
    client.opt_out_capturing()
    expect([...browser.cookies.entries]).toEqual([['consent_phc_demo', '0']])
  })

  it('is kept in memory when storage fails', () => {
    const { client, browser } = start()
    browser.local.setWorking(false)
    client.opt_out_capturing()
    expect(client.is_capturing()).toBe(false)
  })
})

describe('respect_dnt and respect_gpc', () => {
  const cases: [name: string, config: Partial<Config>, optIn: boolean, expected: boolean][] = [
    ['ignores both signals by default', {}, false, true],
    ['treats Do Not Track as an opt-out with respect_dnt', { respect_dnt: true }, false, false],
    ['prefers Do Not Track to an opt-in', { respect_dnt: true }, true, false],
    ['treats Global Privacy Control as an opt-out with respect_gpc', { respect_gpc: true }, false, false],
    ['prefers an opt-in to Global Privacy Control', { respect_gpc: true }, true, true],
  ]
  it.each(cases)('%s', (_, config, optIn, expected) => {
    const { client, page } = startClient({ init: false })
    page.setPrivacy({ doNotTrack: true, globalPrivacyControl: true })
    client.init('phc_demo', { api_host: 'https://events.test', ...config })
    if (optIn) client.opt_in_capturing()
    expect(client.is_capturing()).toBe(expected)
  })
})

describe('cookieless_mode', () => {
  it('uses one shared id and stores nothing, with always', async () => {
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

  it('captures nothing before a decision, anonymously after an opt-out and by id after an opt-in, with on_reject', async () => {
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
