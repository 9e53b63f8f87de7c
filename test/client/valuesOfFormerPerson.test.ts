import { describe, expect, it, vi } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import { fakeBrowser } from '../support/fakeBrowser'
import { fakePage } from '../support/fakePage'
import { bodiesOf, eventsOf, type PersonVisit, visit } from '../support/personVisit'
import { rating, survey } from '../support/surveys'

const MAIN = 'ph_phc_demo_posthog'
const LOGGED_IN: Partial<Config> = { bootstrap: { distinctID: 'a', isIdentifiedID: true } }

/** Opens a page whose visitor another subdomain has stored in the cookie. */
function visitWithCookie(stored: object, config: Partial<Config> = {}) {
  const browser = fakeBrowser()
  browser.cookies.entries.set(MAIN, JSON.stringify({ $epp: true, ...stored }))
  return visit({ browser, config })
}

describe('a cookie of an older posthog-js, which has no state (D-770)', () => {
  it.each([
    ['an email', 'ann@shop.test'],
    ['a number', '4711'],
    ['a UUIDv4', '1b4e28ba-2fa1-41d2-883f-0016d3cca427'],
  ])('is of a person who is logged in when its id is %s (R30)', async (_, distinct_id) => {
    const page = await visitWithCookie({ distinct_id })
    expect(page.client._isIdentified()).toBe(true)
    page.client.identify('bob')
    page.client.capture('e')
    await page.settle(5_000)
    expect((await page.events()).map(({ event }) => event)).not.toContain('$identify')
    expect(await eventsOf(page, 'bob')).toContain('"e"')
  })

  it.each([true, false])(
    'keeps its person when bootstrap names another id, isIdentifiedID: %s (R30)',
    async isIdentifiedID => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => {})
      const page = await visitWithCookie(
        { distinct_id: 'ann@shop.test' },
        { bootstrap: { distinctID: 'bob', isIdentifiedID } },
      )
      expect(page.client.get_distinct_id()).toBe('ann@shop.test')
      expect(error.mock.lastCall).toEqual(['earshot.init: bootstrap.distinctID ignored. Call reset() first'])
      error.mockRestore()
    },
  )

  it.each([
    ['a UUIDv7', '0192f0c5-1c5b-7a32-9d4e-0016d3cca427'],
    ['that of an older version', '18c5a1b2c3d1f-0a1b2c3d4e5f6-1a2b3c4d-1fa400-18c5a1b2c3e20'],
  ])('is of an anonymous visitor when its id is %s', async (_, distinct_id) => {
    const page = await visitWithCookie({ distinct_id })
    page.client.identify('bob')
    await page.settle(5_000)
    const merges = (await page.events()).filter(({ event }) => event === '$identify')
    expect(merges.map(({ properties }) => properties.$anon_distinct_id)).toEqual([distinct_id])
  })

  it('does not log in a visitor whom this host has stored as anonymous', async () => {
    const browser = fakeBrowser()
    browser.local.entries.set(MAIN, JSON.stringify({ distinct_id: 'x', $user_state: 'anonymous' }))
    browser.cookies.entries.set(MAIN, JSON.stringify({ distinct_id: 'x' }))
    const page = await visit({ browser })
    expect(page.client._isIdentified()).toBe(false)
  })
})

describe('an anonymous visitor whom another tab has reset (D-771)', () => {
  it.each([false, true])(
    'leaves no properties of the session to the next one, resetDeviceID: %s (R03)',
    async resetDeviceID => {
      const first = await visit()
      const { browser, service, client } = first
      client.register_for_session({ coupon: 'of x' })
      client.capture('before')
      await first.settle(2_000)
      const second = await visit({ browser, service, page: { seed: 2 } })
      second.client.reset(resetDeviceID)
      await second.settle(2_000)
      await first.settle(2_000)
      client.capture('after')
      await first.settle(5_000)
      const id = second.client.get_distinct_id()
      expect(await eventsOf(first, id)).toContain('"after"')
      expect(bodiesOf(first, id)).not.toContain('of x')
    },
  )

  it('leaves none to a tab that the browser has discarded (R03)', async () => {
    const first = await visit()
    const { browser, service, tab } = first
    first.client.register_for_session({ coupon: 'of x' })
    await first.client.shutdown()
    const second = await visit({ browser, service, page: { seed: 2 } })
    second.client.reset()
    await second.settle(2_000)
    const again = await visit({ browser, service, tab, page: { seed: 3 } })
    again.client.capture('after')
    await again.settle(5_000)
    const id = second.client.get_distinct_id()
    expect(await eventsOf(again, id)).toContain('"after"')
    expect(bodiesOf(again, id)).not.toContain('of x')
  })

  it('keeps the properties of the session when two tabs start together', async () => {
    const browser = fakeBrowser()
    const first = await visit({ browser })
    const second = await visit({ browser, service: first.service, page: { seed: 2 } })
    second.client.register_for_session({ coupon: 'of x' })
    await first.settle(2_000)
    await second.settle(2_000)
    expect(second.client.get_distinct_id()).toBe(first.client.get_distinct_id())
    expect(second.client.capture('e')!.properties.coupon).toBe('of x')
  })

  it.each([true, false])('keeps them when the visitor logs in, with a device id: %s', async hasDeviceId => {
    const browser = fakeBrowser()
    const distinct_id = '0192f0c5-1c5b-7a32-9d4e-0016d3cca427'
    const $device_id = hasDeviceId ? distinct_id : undefined
    browser.local.entries.set(MAIN, JSON.stringify({ distinct_id, $device_id }))
    const { client } = await visit({ browser })
    client.register_for_session({ coupon: 'of x' })
    client.identify('b')
    expect(client.capture('e')!.properties.coupon).toBe('of x')
  })
})

describe('another person on the same page (D-771)', () => {
  const identify = (client: EarshotClient) => client.identify('b')

  it('has no former page view (R03)', async () => {
    const page = await visit({ config: LOGGED_IN, page: { url: 'https://shop.test/users/of-a' } })
    identify(page.client)
    page.page.navigate('https://shop.test/users/b')
    await page.settle(5_000)
    const sent = await eventsOf(page, 'b')
    expect(sent).toContain('$pageview')
    expect(sent).not.toContain('of-a')
  })

  it('has no campaign of the former visit (R03)', async () => {
    const page = await visit({ config: LOGGED_IN, page: { url: 'https://shop.test/?utm_source=of-a' } })
    page.page.navigate('https://shop.test/login')
    identify(page.client)
    page.client.capture('e')
    await page.settle(5_000)
    expect(bodiesOf(page, 'b')).toContain('"event":"e"')
    expect(bodiesOf(page, 'b')).not.toContain('of-a')
  })

  it.each([
    ['refuses to be identified', async ({ client }: PersonVisit) => client.opt_out_capturing()],
    [
      'is another one in another tab',
      async ({ browser, service, settle }: PersonVisit) => {
        const second = await visit({ browser, service, page: { seed: 2 } })
        second.client.identify('b')
        second.client.capture('elsewhere')
        await second.settle(2_000)
        await settle(2_000)
      },
    ],
  ])('has referrer and campaign of the page as soon as the person %s (R32, D-738)', async (_, change) => {
    const page = await visit({
      config: {
        ...LOGGED_IN,
        cookieless_mode: 'on_reject',
        loaded: ({ opt_in_capturing }) => opt_in_capturing(),
      },
      page: { url: 'https://shop.test/?utm_source=news', referrer: 'https://mail.test/inbox' },
    })
    page.client.capture('before')
    await page.settle(2_000)
    await change(page)
    expect(page.client.capture('after')!.properties).toMatchObject({
      $referrer: 'https://mail.test/inbox',
      $referring_domain: 'mail.test',
      utm_source: 'news',
    })
  })

  it('keeps the campaign of the tab on a page that comes back, without referrers (D-738)', async () => {
    const config: Partial<Config> = { save_referrer: false }
    const first = await visit({ config, page: { url: 'https://shop.test/?utm_source=news' } })
    const { browser, service, tab } = first
    first.client.capture('before')
    await first.settle(2_000)
    first.page.pagehide()
    const page = { seed: 2, url: 'https://shop.test/?utm_source=other' }
    const next = await visit({ browser, service, tab, config, page })
    next.client.capture('between')
    await next.settle(2_000)
    next.page.pagehide()
    first.page.restore()
    expect(first.client.capture('after')!.properties).toMatchObject({ utm_source: 'other' })
  })

  it('has no bootstrapped flag of the former one (R03)', async () => {
    const bootstrap = { distinctID: 'a', isIdentifiedID: true, featureFlags: { tier: 'of-a' } }
    const page = await visit({ config: { bootstrap } })
    page.client.getFeatureFlag('tier')
    identify(page.client)
    await page.settle(5_000)
    page.client.getFeatureFlag('tier')
    await page.settle(5_000)
    expect(await eventsOf(page, 'a')).toContain('"$feature_flag_bootstrapped_response":"of-a"')
    const sent = await eventsOf(page, 'b')
    expect(sent).toContain('$feature_flag_called')
    expect(sent).not.toContain('of-a')
  })

  it('has no time of the evaluation of the former flags (R03)', async () => {
    const page = await visit({ service: { flags: { beta: true } }, config: LOGGED_IN })
    page.service.fail({ path: '/flags', status: 500 })
    identify(page.client)
    await page.settle(5_000)
    page.client.getFeatureFlag('beta')
    await page.settle(5_000)
    const calls = (await page.events()).filter(({ event }) => event === '$feature_flag_called')
    expect(calls.map(({ properties }) => properties.$feature_flag_evaluated_at)).toEqual([undefined])
  })

  it('has the surveys of a session of their own (R03)', async () => {
    const page = await visit({
      service: { surveys: [survey(), survey({ id: 's2' })] },
      config: {
        bootstrap: {
          distinctID: 'a',
          isIdentifiedID: true,
          sessionID: '019b8e07-4600-7000-8000-0000000000ff',
        },
        max_surveys_per_session: 1,
      },
    })
    page.shown[0]!.session.dismiss()
    await page.settle(1_000)
    expect(page.ids()).toEqual([])
    identify(page.client)
    await page.settle(2_000)
    expect(page.ids()).toEqual(['s1'])
  })

  it.each(['https://shop.test/?q0=4#/feedback', 'https://shop.test/feedback?q0=4&tab=2'])(
    'has no answer of a URL that has changed elsewhere: %s (R03)',
    async url => {
      const base = fakePage({ url: 'https://shop.test/?q0=4#/home' })
      const page = await visit({
        service: {
          surveys: ['s1', 's2', 's3'].map(id => survey({ id, type: 'api', questions: [rating()] })),
        },
        config: { ...LOGGED_IN, surveys: { prefillFromUrl: true } },
        page: { ...base, matchesSelector: () => true },
      })
      page.client.renderSurvey('s2', '#here')
      await page.settle(1_000)
      expect(page.shown[0]!.session.draft()).toBe(4)
      identify(page.client)
      base.navigate(url)
      page.client.renderSurvey('s1', '#here')
      await page.settle(1_000)
      const own = await page.client.startSession('s3', { prefillFromUrl: true })
      expect([page.shown[0]!.session.draft(), own!.draft()]).toEqual([null, null])
    },
  )
})

describe('answers in the URL of a former person', () => {
  const URL_OF_A = 'https://shop.test/?q0=4'
  const OPTIONS = {
    service: { surveys: [survey({ type: 'api', questions: [rating()] })] },
    config: LOGGED_IN,
  }
  const draftOf = async ({ client }: Pick<PersonVisit, 'client'>) =>
    (await client.startSession('s1', { prefillFromUrl: true }))!.draft()

  it.each<[string, (client: EarshotClient) => void]>([
    ['identify', client => client.identify('b')],
    [
      'a log-out',
      client => {
        client.reset()
        client.identify('b')
      },
    ],
  ])('are not those of the next one before the display has loaded: %s (R03, D-771)', async (_, change) => {
    const page = await visit({ ...OPTIONS, page: { url: URL_OF_A } })
    change(page.client)
    expect(await draftOf(page)).toBeNull()
    page.page.navigate('https://shop.test/?q0=5')
    expect(await draftOf(page)).toBe(5)
  })

  it('stay with a visitor who is reset while the page loads (D-428)', async () => {
    const page = await visit({ ...OPTIONS, config: {}, page: { url: URL_OF_A } })
    page.client.reset()
    expect(await draftOf(page)).toBe(4)
  })

  const LINK = { page: { seed: 3, url: URL_OF_A } }
  const CALLS: [name: string, calls: (client: EarshotClient) => void][] = [
    ['logs them out', ({ reset }) => reset()],
    [
      'logs them in again',
      ({ reset, identify }) => {
        reset()
        identify('a')
      },
    ],
  ]
  const MOMENTS: [name: string, loadedFor: (calls: (client: EarshotClient) => void) => Config['loaded']][] = [
    ['in `loaded`', calls => calls],
    ['after `init`', calls => client => queueMicrotask(() => calls(client as EarshotClient))],
  ]
  const ON_LOAD = CALLS.flatMap(([name, calls]) =>
    MOMENTS.map(([moment, loadedFor]) => [name, moment, loadedFor(calls)] as const),
  )
  it.each(ON_LOAD)(
    'stay with who has opened the link in a tab of its own when the page %s while it loads, %s (D-822)',
    async (_name, _moment, loaded) => {
      const { browser, service, client } = await visit(OPTIONS)
      await client.shutdown()
      const page = await visit({ ...LINK, browser, service, config: { loaded } })
      expect(await draftOf(page)).toBe(4)
    },
  )

  it.each(ON_LOAD)(
    'stay with who has opened the link in the tab of a former person when the page %s while it loads, %s (D-822)',
    async (_name, _moment, loaded) => {
      const { browser, service, tab, client } = await visit(OPTIONS)
      await client.shutdown()
      const page = await visit({ ...LINK, browser, service, tab, config: { loaded } })
      expect(await draftOf(page)).toBe(4)
    },
  )

  it('stay with who has opened the link in the tab of a person who was replaced elsewhere (D-822)', async () => {
    const { browser, service, tab, client } = await visit(OPTIONS)
    await client.shutdown()
    const other = await visit({ browser, service, page: { seed: 2 } })
    other.client.identify('b')
    await other.settle(1_000)
    const page = await visit({ ...LINK, browser, service, tab })
    expect([page.client.get_distinct_id(), await draftOf(page)]).toEqual(['b', 4])
  })

  it.each(ON_LOAD)(
    'are not those of the next one when their page is loaded again, and %s %s (R03, D-771)',
    async (_name, _moment, loaded) => {
      const { browser, service, tab, client } = await visit({ ...OPTIONS, page: { url: URL_OF_A } })
      await client.shutdown()
      const page = { ...LINK.page, opened: false }
      expect(await draftOf(await visit({ page, browser, service, tab, config: { loaded } }))).toBeNull()
    },
  )

  it('are not those of the next one on a page that requests no flags (R03, D-771)', async () => {
    const config = { ...LOGGED_IN, advanced_disable_flags: true, surveys: OPTIONS.service.surveys as never }
    const page = await visit({ ...LINK, config })
    page.client.identify('b')
    expect(await draftOf(page)).toBeNull()
  })

  it('are not those of the next one when the hash of the URL has changed (R03, D-771)', async () => {
    const { browser, service, tab, client } = await visit({ ...OPTIONS, page: { url: URL_OF_A } })
    await client.shutdown()
    const other = await visit({ browser, service, page: { seed: 2 } })
    other.client.identify('b')
    await other.settle(1_000)
    const again = await visit({
      browser,
      service,
      tab,
      page: { seed: 3, url: `${URL_OF_A}#/home`, opened: false },
    })
    expect(await draftOf(again)).toBeNull()
  })

  it('stay with who has opened the link and refuses an identity (D-418, D-428)', async () => {
    const page = await visit({
      ...OPTIONS,
      ...LINK,
      config: { cookieless_mode: 'on_reject', loaded: client => client.register_for_session({ plan: 1 }) },
    })
    page.client.opt_out_capturing()
    expect(await draftOf(page)).toBe(4)
    expect(page.client.capture('e')?.properties.plan).toBe(1)
  })

  it('are not those of the next one when the tab was discarded meanwhile (R03, D-771)', async () => {
    const { browser, service, tab, client } = await visit({ ...OPTIONS, page: { url: URL_OF_A } })
    await client.shutdown()
    const other = await visit({ browser, service, page: { seed: 2 } })
    other.client.identify('b')
    await other.settle(1_000)
    const again = await visit({ browser, service, tab, page: { seed: 3, url: URL_OF_A, opened: false } })
    expect(again.client.get_distinct_id()).toBe('b')
    expect(await draftOf(again)).toBeNull()
    const link = await visit({ browser, service, page: { seed: 4, url: URL_OF_A } })
    expect(await draftOf(link)).toBe(4)
  })
})

describe('properties of the session of a visitor who takes back their consent', () => {
  it('are in no event without an identity (D-418)', async () => {
    const { client } = await visit({ config: { cookieless_mode: 'on_reject' } })
    client.opt_in_capturing()
    client.register_for_session({ email: 'of a' })
    client.clear_opt_in_out_capturing()
    client.opt_out_capturing()
    expect(client.capture('e')?.properties).not.toHaveProperty('email')
  })
})

describe('the first page of a former person (D-772)', () => {
  it('is not that of the next one (R03)', async () => {
    const first = await visit({
      config: LOGGED_IN,
      page: { url: 'https://shop.test/invite/of-a?utm_source=of-a' },
    })
    first.page.navigate('https://shop.test/login')
    first.client.identify('b')
    await first.settle(2_000)
    const { browser, service, tab } = first
    expect(bodiesOf(first, 'b')).not.toContain('of-a')
    await first.client.shutdown()
    const next = await visit({ browser, service, tab, page: { seed: 2, url: 'https://shop.test/' } })
    await next.settle(5_000)
    const persons = await service.state.persons()
    const b = persons.find(person => person.main_distinct_id === 'b')!
    expect(b.properties).toMatchObject({ $initial_pathname: '/login', $session_entry_pathname: '/login' })
    expect(JSON.stringify(b)).not.toContain('of-a')
  })

  it('stays with groups and registered properties when an anonymous visitor logs in', async () => {
    const page = await visit({ page: { url: 'https://shop.test/first' } })
    page.page.navigate('https://shop.test/login')
    page.client.identify('b')
    await page.settle(5_000)
    const [person] = await page.service.state.persons()
    expect(person!.properties).toMatchObject({ $initial_pathname: '/first' })
  })
})

describe('a bootstrapped id of another anonymous visitor (D-772)', () => {
  it('keeps groups and registered properties, and neither first page nor reported flags', async () => {
    const first = await visit({ service: { flags: { beta: true } }, page: { url: 'https://shop.test/of-x' } })
    const { browser, service } = first
    first.client.group('company', 'acme')
    first.client.register({ plan: 'pro' })
    await first.settle(2_000)
    first.client.getFeatureFlag('beta')
    await first.client.shutdown()
    const next = await visit({
      browser,
      service,
      page: { seed: 2 },
      config: { bootstrap: { distinctID: 'y' } },
    })
    next.client.getFeatureFlag('beta')
    await next.settle(5_000)
    const sent = await eventsOf(next, 'y')
    for (const part of ['$feature_flag_called', '"company":"acme"', '"plan":"pro"'])
      expect(sent).toContain(part)
    expect(bodiesOf(next, 'y')).not.toContain('of-x')
  })

  it.each([
    ...['false', 'False', '0', 'no', 'Off', 'None', 'null', '', 'undefined', 'NaN', ' false '].map(
      text => ['text', text, false] as const,
    ),
    ...['true', 'True', '1', 'yes'].map(text => ['text', text, true] as const),
    ['a switch', true, true],
    ['a number', 1, true],
    ['a number', 0, false],
    ['a value', null, false],
    ['a value', {}, true],
  ] as [string, unknown, boolean][])(
    'is not logged in unless isIdentifiedID says so: %s %s (R30, D-801)',
    async (_, isIdentifiedID, expected) => {
      const bootstrap = { distinctID: 'y', isIdentifiedID: isIdentifiedID as boolean }
      expect((await visit({ config: { bootstrap } })).client._isIdentified()).toBe(expected)
    },
  )
})
