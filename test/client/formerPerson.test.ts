import { describe, expect, it, vi } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import type { Store } from '../../src/persistence/store'
import type { Survey } from '../../src/wire/survey'
import { type FakeBrowser, type FakeTab, fakeBrowser } from '../support/fakeBrowser'
import { fakePage } from '../support/fakePage'
import { bodiesOf, eventsOf, finish, type PersonVisit, visit } from '../support/personVisit'
import type { StartOptions } from '../support/startClient'
import { open, survey } from '../support/surveys'

const MAIN = 'ph_phc_demo_posthog'
const LOGGED_IN: Partial<Config> = { bootstrap: { distinctID: 'a', isIdentifiedID: true } }
const twoQuestions = survey({
  questions: [open({ id: 'first' }), open({ id: 'second' })] as Survey['questions'],
})

/** Starts a page whose visitor, `a` by default, has answered the first of two questions. */
async function unfinishedSurvey(options: StartOptions = {}) {
  const page = await visit({ service: { surveys: [twoQuestions] }, config: LOGGED_IN, ...options })
  page.shown[0]!.session.answer('text of a')
  await page.settle(1_000)
  return page
}
/** Leaves a page for the back/forward cache, acts on the next page of the tab, and comes back. Returns the next page. */
async function comeBackAfter(first: PersonVisit, act: (client: EarshotClient) => void): Promise<PersonVisit> {
  const { browser, service, tab } = first
  first.page.pagehide()
  const next = await visit({ browser, service, tab, page: { seed: 2 } })
  act(next.client)
  await next.settle(2_000)
  next.page.pagehide()
  first.page.restore()
  return next
}
/** Finishes the survey of a page, and returns what the service has stored of its visitor. */
async function finished(page: PersonVisit) {
  await page.settle(5_000)
  finish(page)
  await page.settle(5_000)
  return eventsOf(page, page.client.get_distinct_id())
}

describe('an anonymous visitor who has logged in and out elsewhere (D-413)', () => {
  function logInAndOut(client: EarshotClient) {
    client.identify('a')
    client.reset()
  }

  it('leaves no unfinished survey and no flag to a page of the back/forward cache', async () => {
    const first = await unfinishedSurvey({ config: {} })
    first.client.updateFlags({ beta: 'of a' })
    const second = await comeBackAfter(first, logInAndOut)
    expect(first.client.get_distinct_id()).toBe(second.client.get_distinct_id())
    expect(first.client.getFeatureFlag('beta')).toBeUndefined()
    const sent = await finished(first)
    expect(sent).toContain('text of b')
    expect(sent).not.toContain('of a')
  })

  it('leaves no unfinished survey to a page of this host after another subdomain', async () => {
    const { browser, service, client } = await unfinishedSurvey({ config: {} })
    const $device_id = client.get_property('$device_id')
    await client.shutdown()
    browser.cookies.entries.set(
      MAIN,
      JSON.stringify({ distinct_id: 'y', $device_id, $user_state: 'anonymous' }),
    )
    const next = await visit({ browser, service, page: { seed: 2 } })
    expect(next.client.get_distinct_id()).toBe('y')
    expect(await finished(next)).not.toContain('of a')
  })

  it('keeps the unfinished survey of the stored visitor when a page starts to store', async () => {
    const { browser, service, client } = await unfinishedSurvey({ config: {} })
    const id = client.get_distinct_id()
    await client.shutdown()
    const next = await visit({ browser, service, page: { seed: 2 }, config: { persistence: 'memory' } })
    next.client.set_config({ persistence: 'localStorage+cookie' })
    await next.settle(1_000)
    expect(next.client.get_distinct_id()).toBe(id)
    expect(JSON.stringify([...browser.local.entries])).toContain('text of a')
  })
})

describe('an anonymous visitor after whom others have logged in, unseen by a page (D-785)', () => {
  const another = ({ identify, reset }: EarshotClient) => {
    identify('a')
    reset()
    identify('b')
  }
  const bootstrapped = ({ reset }: EarshotClient) =>
    reset({ bootstrap: { distinctID: 'b', isIdentifiedID: true } })
  const switched = ({ identify }: EarshotClient) => {
    identify('a')
    identify('b')
  }
  const same = ({ identify }: EarshotClient) => identify('b')

  /** Ways in which a page learns who the visitor is, without having learnt it before. */
  const pages: Record<
    string,
    (first: PersonVisit, act: (client: EarshotClient) => void) => Promise<PersonVisit>
  > = {
    async 'a page of the back/forward cache, which gets no events'(first, act) {
      first.page.pagehide()
      const { browser, service } = first
      const next = await visit({ browser, service, page: { seed: 2 } })
      act(next.client)
      await next.settle(2_000)
      first.page.restore()
      return first
    },
    async 'a page of this host after another subdomain'(first, act) {
      await first.client.shutdown()
      const { browser, service, tab } = first
      const host = fakeBrowser()
      host.cookies.entries.set(MAIN, browser.cookies.entries.get(MAIN)!)
      const next = await visit({ browser: host, service, page: { seed: 2 } })
      act(next.client)
      await next.client.shutdown()
      browser.cookies.entries.set(MAIN, host.cookies.entries.get(MAIN)!)
      return visit({ browser, service, tab, page: { seed: 3 } })
    },
    async 'a tab that loads again'(first, act) {
      await first.client.shutdown()
      const { browser, service, tab } = first
      const next = await visit({ browser, service, page: { seed: 2 } })
      act(next.client)
      await next.client.shutdown()
      return visit({ browser, service, tab, page: { seed: 3 } })
    },
  }
  /** Returns a tab without storage events. */
  function deafTab(browser: FakeBrowser): FakeTab {
    const tab = browser.tab()
    const deaf = (store: Store | undefined) => store && { ...store, onExternalChange: () => () => {} }
    const { local, session } = tab.stores
    return { ...tab, stores: { ...tab.stores, local: () => deaf(local()), session: () => deaf(session()) } }
  }
  const learn = async (way: string, act: (client: EarshotClient) => void) => {
    const browser = fakeBrowser()
    const first = await unfinishedSurvey({ browser, tab: deafTab(browser), config: {} })
    first.client.register_for_session({ coupon: 'of a' })
    await first.settle(1_000)
    first.page.runIdle()
    const page = await pages[way]!(first, act)
    await page.settle(2_000)
    expect(page.client.get_distinct_id()).toBe('b')
    page.client.capture('e')
    return finished(page)
  }

  describe.each(Object.keys(pages))('%s', way => {
    it.each([
      ['logs in and out, and somebody else logs in', another],
      ['logs out to a bootstrapped person', bootstrapped],
      ['logs in, and somebody else in their place', switched],
    ])('has nothing of the visitor who %s', async (_, act) => {
      const sent = await learn(way, act)
      expect(sent).toContain('"e"')
      expect(sent).not.toContain('of a')
    })

    it('keeps everything when the visitor alone has logged in', async () => {
      const sent = await learn(way, same)
      expect(sent).toContain('"e"')
      expect(sent).toContain('"coupon":"of a"')
      expect(sent).toContain('text of a')
    })
  })
})

describe('a cookie without room for all that the page shares (D-786)', () => {
  it.each<[string, Partial<Config>, (client: EarshotClient) => void, string | undefined]>([
    ['a logged-in person has been replaced', LOGGED_IN, ({ identify }) => identify('b'), 'b'],
    ['a visitor has logged in', {}, ({ identify }) => identify('b'), 'b'],
    ['a person has logged out', LOGGED_IN, ({ reset }) => reset(), undefined],
  ])('still names the visitor on the next page and on other subdomains: %s', async (_, config, act, id) => {
    const shared = { cookie_persisted_properties: ['theme', 'bio'] }
    const first = await visit({ config: { ...config, ...shared } })
    first.page.runIdle()
    first.browser.cookies.setCapacity(3_800)
    act(first.client)
    first.client.register({ theme: 'dark', bio: 'long '.repeat(1_000) })
    const { browser, service, tab } = first
    const current = id ?? first.client.get_distinct_id()
    await first.client.shutdown()
    const cookie = JSON.parse(browser.cookies.entries.get(MAIN)!)
    expect(cookie).toMatchObject({ distinct_id: current, theme: 'dark' })
    const next = await visit({ browser, service, tab, page: { seed: 2 }, config: shared })
    expect(next.client.get_distinct_id()).toBe(current)
    expect(next.client.get_property('bio')).toContain('long')
  })
})

describe('an unfinished survey in the back/forward cache (D-433)', () => {
  it.each<[string, (client: EarshotClient) => void]>([
    [
      'logs in and out, and somebody else logs in',
      client => {
        client.identify('a')
        client.reset()
        client.identify('b')
      },
    ],
    ['becomes another device', ({ reset }) => reset(true)],
  ])('is not continued when its visitor %s on the page between', async (_, act) => {
    const first = await unfinishedSurvey({ config: {} })
    const second = await comeBackAfter(first, act)
    expect(first.client.get_distinct_id()).toBe(second.client.get_distinct_id())
    expect(await finished(first)).not.toContain('of a')
  })

  it('is continued when nothing has happened on the page between', async () => {
    const first = await unfinishedSurvey({ config: {} })
    first.page.pagehide()
    first.page.restore()
    expect(await finished(first)).toContain('text of a')
  })
})

describe('an unfinished survey whose visitor is gone (D-414)', () => {
  const cookieConsent: Partial<Config> = { opt_out_capturing_persistence_type: 'cookie' }

  it.each<[string, Partial<Config>, (page: PersonVisit) => void]>([
    [
      'the record was removed',
      {},
      ({ browser }) => {
        browser.local.entries.delete(MAIN)
        browser.cookies.entries.clear()
      },
    ],
    ['persistence_name has changed', { persistence_name: 'other' }, () => {}],
    ['disable_persistence is on', { disable_persistence: true }, () => {}],
    [
      'the visitor has refused on another subdomain',
      { ...cookieConsent, loaded: ({ opt_in_capturing }) => opt_in_capturing() },
      ({ browser }) => browser.cookies.entries.set('__ph_opt_in_out_phc_demo', '0'),
    ],
  ])('is not continued by the next visitor when %s', async (_, config, lose) => {
    const first = await unfinishedSurvey({ config: { ...LOGGED_IN, ...cookieConsent } })
    const { browser, service } = first
    await first.client.shutdown()
    lose(first)
    const next = await visit({ browser, service, page: { seed: 2 }, config })
    expect(next.client.get_distinct_id()).not.toBe('a')
    const sent = await finished(next)
    expect(sent).toContain('text of b')
    expect(sent).not.toContain('of a')
  })

  it('is not continued without an identity when the browser has begun to send Do Not Track', async () => {
    const { browser, service, client } = await unfinishedSurvey()
    await client.shutdown()
    const page = fakePage({ seed: 2 })
    page.setPrivacy({ doNotTrack: true })
    const config: Partial<Config> = { respect_dnt: true, cookieless_mode: 'on_reject' }
    const sent = await finished(await visit({ browser, service, page, config }))
    expect(sent).toContain('text of b')
    expect(sent).not.toContain('of a')
  })

  it('is not continued by who agrees after a refusal on a page that was opened before any decision', async () => {
    const first = await unfinishedSurvey({ config: { ...LOGGED_IN, ...cookieConsent } })
    const { browser, service } = first
    await first.client.shutdown()
    const config = { ...cookieConsent, opt_out_capturing_by_default: true }
    const next = await visit({ browser, service, page: { seed: 2 }, config })
    next.client.opt_out_capturing()
    next.client.opt_in_capturing()
    expect(next.client.get_distinct_id()).not.toBe('a')
    expect(await finished(next)).not.toContain('of a')
  })
})

describe('the id that a visitor had before a log-in, after the log-out (D-821)', () => {
  const ROWS: [name: string, config: Partial<Config>][] = [
    ['as a bootstrapped id that the site keeps', { bootstrap: { distinctID: 'x' } }],
    ['as the answer of get_device_id', { get_device_id: () => 'x' }],
  ]
  it.each(ROWS)('names nobody %s', async (_, config) => {
    const first = await visit({ config })
    expect(first.client.get_distinct_id()).toBe('x')
    first.client.identify('a')
    first.client.reset()
    const afterReset = first.client.get_distinct_id()
    await first.settle(2_000)
    const { browser, service } = first
    const next = await visit({ browser, service, config, page: { seed: 2 } })
    expect(next.client.get_distinct_id()).toBe(afterReset)
    next.client.identify('b')
    await next.settle(2_000)
    const ofB = (await service.state.persons()).find(({ distinct_ids }) => distinct_ids.includes('b'))
    expect(ofB?.distinct_ids.sort()).toEqual([afterReset, 'b'])
  })

  it('brings no bootstrapped flags, neither to the person nor after the log-out (D-445)', async () => {
    const config: Partial<Config> = { bootstrap: { distinctID: 'x', featureFlags: { beta: 'of x' } } }
    const first = await visit({ config })
    first.client.identify('u1')
    await first.settle(1_000)
    const { browser, service } = first
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const next = await visit({ browser, service, config, page: { seed: 2 } })
    expect(next.client.getFeatureFlag('beta')).toBeUndefined()
    expect(error).toHaveBeenCalledWith(expect.stringContaining('bootstrap.distinctID ignored'))
    next.client.reset()
    await next.settle(1_000)
    const last = await visit({ browser, service, config, page: { seed: 3 } })
    expect(last.client.getFeatureFlag('beta')).toBeUndefined()
  })

  it('is bootstrapped again after a reset of a visitor who has not logged in, as in posthog-js (D-828)', async () => {
    const config: Partial<Config> = { bootstrap: { distinctID: 'x', featureFlags: { beta: 'of x' } } }
    const first = await visit({ config })
    first.client.reset()
    const afterReset = first.client.get_distinct_id()
    await first.settle(2_000)
    const { browser, service } = first
    const next = await visit({ browser, service, config, page: { seed: 2, online: false } })
    expect([afterReset === 'x', next.client.get_distinct_id()]).toEqual([false, 'x'])
    expect(next.client.getFeatureFlag('beta')).toBe('of x')
  })

  it('names nobody after a log-out, however often the page is reset then (D-828)', async () => {
    const config: Partial<Config> = { bootstrap: { distinctID: 'x' } }
    const first = await visit({ config })
    first.client.identify('a')
    first.client.reset()
    first.client.reset()
    await first.settle(2_000)
    const { browser, service } = first
    const second = await visit({ browser, service, config, page: { seed: 2 } })
    second.client.reset()
    await second.settle(2_000)
    const last = await visit({ browser, service, config, page: { seed: 3 } })
    expect(last.client.get_distinct_id()).toBe(second.client.get_distinct_id())
  })

  it('names a person again whom the site names', async () => {
    const { client } = await visit({ config: { bootstrap: { distinctID: 'x' } } })
    client.identify('a')
    client.reset({ bootstrap: { distinctID: 'x', isIdentifiedID: true } })
    expect([client.get_distinct_id(), client._isIdentified()]).toEqual(['x', true])
  })

  it('still names the device, as the answer of get_device_id', async () => {
    const { client } = await visit({ config: { get_device_id: () => 'machine' } })
    client.identify('a')
    client.reset(true)
    expect(client.capture('e')?.properties.$device_id).toBe('machine')
    expect(client.get_distinct_id()).not.toBe('machine')
  })

  it.each(ROWS)('names nobody %s when the device is forgotten too', async (_, config) => {
    const { client } = await visit({ config })
    client.identify('a')
    client.reset({ resetDeviceID: true, ...config })
    expect(client.get_distinct_id()).not.toBe('x')
  })
})

describe('a bootstrapped anonymous id in place of the stored one (D-621)', () => {
  it('leaves nothing but the marks of finished surveys to the next visitor', async () => {
    const done = survey({ id: 'done', type: 'api' })
    const first = await unfinishedSurvey({ service: { surveys: [twoQuestions, done] }, config: {} })
    first.client.setPersonPropertiesForFlags({ plan: 'of a' })
    first.client.setGroupPropertiesForFlags({ company: { plan: 'of a' } })
    first.client.register_for_session({ plan: 'of a' })
    first.client.markSurveyAsSeen('done')
    const { browser, service, tab } = first
    await first.client.shutdown()
    const config = { bootstrap: { distinctID: 'x' } }
    const next = await visit({ browser, service, tab, page: { seed: 2 }, config })
    expect(next.client.canRenderSurvey('done').disabledReason).toBe('already seen')
    const sent = await finished(next)
    expect(sent).toContain('text of b')
    expect(sent + bodiesOf(next, 'x')).not.toContain('of a')
  })

  it('leaves everything to the visitor who has it already', async () => {
    const config = { bootstrap: { distinctID: 'x' } }
    const { browser, service, client } = await unfinishedSurvey({ config })
    await client.shutdown()
    const next = await visit({ browser, service, page: { seed: 2 }, config })
    expect(await finished(next)).toContain('text of a')
  })
})

describe('a change of person while storage is full (D-415)', () => {
  it.each<[string, (client: EarshotClient) => void]>([
    ['b logs in', ({ identify }) => identify('b')],
    ['a logs out', ({ reset }) => reset()],
  ])('leaves the former person to no page: %s', async (_, change) => {
    const config: Partial<Config> = { persistence: 'localStorage' }
    const first = await visit({ config: { ...LOGGED_IN, ...config } })
    first.client.setPersonProperties({ secret: 'of a' })
    await first.settle(3_000)
    const { browser, service } = first
    browser.local.setFull(true)
    change(first.client)
    await first.client.shutdown()
    browser.local.setFull(false)
    const next = await visit({ browser, service, page: { seed: 2 }, config })
    next.client.capture('e')
    await next.settle(1_000)
    expect(await eventsOf(next, 'a')).not.toContain('"e"')
  })
})

describe('identify where no person may be known (D-416)', () => {
  it.each<[string, Partial<Config>, (client: EarshotClient) => void]>([
    [
      'cookieless_mode, until the visitor agrees',
      { cookieless_mode: 'on_reject', loaded: ({ opt_in_capturing }) => opt_in_capturing() },
      ({ opt_out_capturing }) => opt_out_capturing(),
    ],
    ['person_profiles "never"', {}, ({ set_config }) => set_config({ person_profiles: 'never' })],
  ])('logs out who was logged in: %s', async (_, config, restrict) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const page = await visit({ config: { ...LOGGED_IN, ...config } })
    restrict(page.client)
    page.client.identify('b')
    page.client.opt_in_capturing()
    page.client.capture('e')
    await page.settle(5_000)
    expect(await eventsOf(page, page.client.get_distinct_id())).toContain('"e"')
    expect(await eventsOf(page, 'a')).not.toContain('"e"')
    error.mockRestore()
  })
})

describe('a visitor who is counted without an identity (D-418)', () => {
  it.each<[string, Partial<Config>, (client: EarshotClient) => void]>([
    ['a person who was logged in', LOGGED_IN, ({ opt_out_capturing }) => opt_out_capturing()],
    ['an anonymous visitor', {}, ({ opt_out_capturing }) => opt_out_capturing()],
    [
      'an anonymous visitor, by set_config',
      {},
      ({ set_config }) => set_config({ cookieless_mode: 'always' }),
    ],
  ])('carries neither groups, properties nor state of %s', async (_, config, refuse) => {
    const page = await visit({
      config: {
        ...config,
        cookieless_mode: 'on_reject',
        loaded: ({ opt_in_capturing }) => opt_in_capturing(),
      },
    })
    page.client.group('company', 'group of a')
    page.client.setPersonProperties({ email: 'of a' })
    page.client.register_for_session({ page: 'of a' })
    await page.settle(1_000)
    refuse(page.client)
    page.client.capture('e')
    await page.settle(5_000)
    const sent = bodiesOf(page, '$posthog_cookieless')
    expect(sent).toContain('"event":"e"')
    expect(sent).toContain('"timezone"')
    expect(sent).not.toContain('of a')
    expect(sent).not.toContain('"a"')
    expect(sent).not.toContain('"$is_identified":true')
  })
})

describe('properties of an event for somebody else (D-419)', () => {
  it.each<[string, (page: PersonVisit) => void]>([
    [
      'capture names',
      ({ client }) => client.capture('e', { distinct_id: 'other', $set: { plan: 'of other' } }),
    ],
    [
      'a hook logs in',
      ({ client }) => {
        client.set_config({
          before_send(event) {
            if (event?.event === 'e') client.identify('b')
            return event
          },
        })
        client.capture('e', {}, { $set: { plan: 'of other' } })
      },
    ],
  ])('are not sent in flags requests: a person whom %s', async (_, act) => {
    const page = await visit({ config: LOGGED_IN })
    act(page)
    page.client.reloadFeatureFlags()
    await page.settle(5_000)
    const requests = bodiesOf(page, page.client.get_distinct_id()).split('},{').join()
    expect(requests).toContain('"timezone"')
    expect(requests).not.toContain('"plan":"of other","')
    expect(requests).not.toMatch(/"person_properties":\{[^}]*of other/)
  })
})

describe('a trigger', () => {
  it('does not fire for a person whom a listener of its event logs in', async () => {
    const surveys = [survey({ conditions: { events: { values: [{ name: 'paid' }] } } })]
    const { client, shown, settle } = await visit({ service: { surveys }, config: LOGGED_IN })
    client.on('eventCaptured', ({ event }) => {
      if (event === 'paid') client.identify('b')
    })
    client.capture('paid')
    await settle(5_000)
    expect(shown).toEqual([])
    client.capture('paid')
    await settle(5_000)
    expect(shown).toHaveLength(1)
  })
})

describe('setPersonProperties', () => {
  it('is sent again in flags requests when its person logs in again', async () => {
    const page = await visit({ config: LOGGED_IN })
    page.client.setPersonProperties({ plan: 'of a' })
    page.client.identify('b')
    page.client.identify('a')
    await page.settle(2_000)
    const before = bodiesOf(page, 'a').length
    page.client.setPersonProperties({ plan: 'of a' })
    await page.settle(2_000)
    expect(bodiesOf(page, 'a').slice(before)).toMatch(/"person_properties":\{[^}]*of a/)
  })
})
