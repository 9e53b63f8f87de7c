import { describe, expect, it, vi } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import { createService, type ServiceOptions } from '../../src/server/index'
import type { Survey } from '../../src/wire/survey'
import { fakeBrowser } from '../support/fakeBrowser'
import { bodiesOf, eventsOf, finish, visit } from '../support/personVisit'
import { type StartOptions, startClient } from '../support/startClient'
import { open, survey } from '../support/surveys'

const twoQuestions: Partial<Survey> = {
  questions: [open({ id: 'first' }), open({ id: 'second' })] as Survey['questions'],
}
const mainKey = 'ph_phc_demo_posthog'

const revokedProxy = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

/** Starts a page on which `a` is logged in and has answered the first of two questions. */
async function unfinishedSurvey(options: StartOptions = {}) {
  const page = await visit({
    service: { surveys: [survey(twoQuestions)] },
    config: { bootstrap: { distinctID: 'a', isIdentifiedID: true } },
    ...options,
  })
  page.client.setPersonProperties({ secret: 'of a' })
  page.shown[0]!.session.answer('text of a')
  await page.settle(1_000)
  return page
}

describe('change of person', () => {
  const identify = (client: EarshotClient) => client.identify('b', { plan: 'pro' })
  it.each([
    ['identify', identify],
    ['alias of the id of another person', (client: EarshotClient) => client.alias('b', 'b')],
    [
      'reset and identify',
      (client: EarshotClient) => {
        client.reset()
        identify(client)
      },
    ],
  ])('sends nothing that a has answered under b after %s (R03)', async (_, change) => {
    const page = await unfinishedSurvey()
    const { session } = page.shown[0]!
    change(page.client)
    expect(session.state().page).toBe('closed')
    expect([...page.browser.local.entries.keys()].filter(key => key.startsWith('inProgress'))).toEqual([])
    await page.settle(10_000)
    expect(page.ids()).toEqual(['s1'])
    finish(page)
    await page.settle(10_000)
    const sent = await eventsOf(page, 'b')
    expect(sent).toContain('text of b')
    expect(sent).not.toContain('of a')
    expect(page.browser.local.entries.get(mainKey)).not.toContain('of a')
    expect(page.errors).toEqual([])
  })

  it('starts no session with the answers of a when b logs in while it loads (R03)', async () => {
    const page = await visit({
      service: { surveys: [survey({ ...twoQuestions, type: 'api' })] },
      config: { bootstrap: { distinctID: 'a', isIdentifiedID: true } },
    })
    const session = page.client.startSession('s1', { initialResponses: { 0: 'text of a' } })
    page.client.identify('b')
    expect(await session).toBeNull()
    expect(await page.client.startSession('s1')).not.toBeNull()
  })

  it.each<[string, () => unknown]>([
    ['null', () => null],
    ['a revoked proxy', revokedProxy],
    ['a bootstrap that is a revoked proxy', () => ({ bootstrap: revokedProxy() })],
    [
      'a bootstrap with a getter that throws',
      () => ({
        bootstrap: {
          get distinctID() {
            throw new Error('page')
          },
        },
      }),
    ],
  ])('logs a out when reset() gets %s (R3A)', async (_, options) => {
    const page = await unfinishedSurvey()
    const { session } = page.shown[0]!
    page.client.reset(options() as boolean)
    expect(page.client.get_distinct_id()).toMatch(/^\w{8}-/)
    expect(session.state().page).toBe('closed')
    expect(page.errors).toEqual([])
  })

  it('keeps the unfinished survey when an anonymous visitor logs in (R03)', async () => {
    const page = await unfinishedSurvey({ config: {} })
    page.client.identify('b')
    await page.settle(1_000)
    expect(page.shown[0]!.session.state().index).toBe(1)
  })

  it('ends the unfinished survey when the person changes in another tab (R03)', async () => {
    const first = await unfinishedSurvey()
    const { browser, service } = first
    const second = await visit({ browser, service, page: { seed: 2 } })
    second.client.identify('b')
    await second.settle(2_000)
    await first.settle(2_000)
    expect(first.client.get_distinct_id()).toBe('b')
    for (const page of [second, first]) if (page.shown[0]) finish(page)
    await first.settle(10_000)
    await second.settle(10_000)
    expect(await eventsOf(first, 'b')).not.toContain('of a')
  })

  it('ends the unfinished survey when the person has changed on another subdomain (R03)', async () => {
    const first = await unfinishedSurvey()
    const { browser, service, client } = first
    await client.shutdown()
    browser.cookies.entries.set(mainKey, JSON.stringify({ distinct_id: 'b', $user_state: 'identified' }))
    const next = await visit({ browser, service, page: { seed: 2 } })
    expect(next.shown[0]!.session.state().index).toBe(0)
    finish(next)
    await next.settle(10_000)
    const sent = await eventsOf(next, 'b')
    expect(sent).toContain('text of b')
    expect(sent).not.toContain('of a')
  })

  it('ends triggers and delayed surveys of the former person (R03)', async () => {
    const delayed: Partial<Survey> = {
      conditions: { events: { values: [{ name: 'paid' }] } },
      appearance: { surveyPopupDelaySeconds: 20 },
    }
    const page = await visit({
      service: { surveys: [survey(delayed)] },
      config: { bootstrap: { distinctID: 'a', isIdentifiedID: true } },
    })
    page.client.capture('paid')
    await page.settle(1_000)
    page.client.identify('b')
    await page.settle(60_000)
    expect(page.ids()).toEqual([])
    expect([...page.browser.local.entries.keys()].filter(key => key.startsWith('surveyTrigger'))).toEqual([])
  })

  it('removes flags and the anonymous id of the former person at once (R03)', async () => {
    const page = await visit({ config: { bootstrap: { distinctID: 'x', featureFlags: { beta: true } } } })
    page.client.identify('a')
    page.client.updateFlags({ beta: true })
    page.client.identify('b')
    expect(page.client.getFeatureFlag('beta')).toBeUndefined()
    await page.settle(10_000)
    const bodies = page.service.state.requests().map(({ body }) => JSON.stringify(body))
    const forB = bodies.filter(
      body => body?.includes('"distinct_id":"b"') && body.includes('person_properties'),
    )
    expect(forB.join()).not.toContain('$anon_distinct_id')
  })

  it('sends no group properties of the former person in flags requests, and those of the same group() again (R03)', async () => {
    const page = await visit({ config: { bootstrap: { distinctID: 'a', isIdentifiedID: true } } })
    page.client.group('company', 'acme', { plan: 'of a' })
    page.client.setGroupPropertiesForFlags({ company: { seats: 'of a' } })
    await page.settle(1_000)
    const groupsOfLast = async () => {
      await page.settle(10_000)
      const bodies = page.service.state.requests().map(({ body }) => body as { group_properties?: object })
      return bodies
        .filter(body => JSON.stringify(body)?.includes('"distinct_id":"b"') && 'timezone' in body)
        .at(-1)
    }
    page.client.identify('b')
    expect(await groupsOfLast()).not.toHaveProperty('group_properties')
    page.client.group('company', 'acme', { plan: 'of a' })
    expect(await groupsOfLast()).toHaveProperty('group_properties', { company: { plan: 'of a' } })
  })

  it('forgets the anonymous id of the former person when the person changes in another tab (R03)', async () => {
    const bodies: string[] = []
    const config: Partial<Config> = {
      // The service never evaluates flags, so that the client keeps the id.
      fetch: async (_, init) => {
        bodies.push(String(init?.body))
        return new Response(null, { status: 503 })
      },
    }
    const first = await visit({ config })
    first.client.identify('a')
    await first.settle(1_000)
    const { browser } = first
    const second = await visit({ browser, config, page: { seed: 2 } })
    second.client.identify('b')
    await second.settle(2_000)
    await first.settle(20_000)
    expect(first.client.get_distinct_id()).toBe('b')
    const requestsFor = (id: string) =>
      bodies.filter(body => body.includes(`"distinct_id":"${id}"`) && body.includes('"person_properties"'))
    expect(requestsFor('a').join()).toContain('$anon_distinct_id')
    expect(requestsFor('b').length).toBeGreaterThan(1)
    expect(requestsFor('b').join()).not.toContain('$anon_distinct_id')
  })

  it('applies no reply with the flags of the former person while reloading is paused (R03)', async () => {
    const service = createService({ flags: { 'of a': true } })
    const page = startClient({ service, config: { bootstrap: { distinctID: 'a', isIdentifiedID: true } } })
    // The first request is on its way.
    page.client.featureFlags.setReloadingPaused(true)
    page.client.identify('b')
    await page.settle(5_000)
    expect(page.client.getFeatureFlag('of a')).toBeUndefined()
    expect(JSON.stringify([...page.browser.local.entries])).not.toContain('of a')
  })

  it.each(['survey:answered', 'survey:sent'] as const)(
    'continues no survey of the former person when a listener of %s logs in another one (R03)',
    async event => {
      const partial = survey({ ...twoQuestions, enable_partial_responses: true })
      const page = await visit({
        service: { surveys: [partial] },
        config: { bootstrap: { distinctID: 'a', isIdentifiedID: true } },
      })
      const { session } = page.shown[0]!
      page.client.on(event, () => page.client.identify('b'))
      session.answer('text of a')
      expect(session.state().page).toBe('closed')
      await page.settle(10_000)
      expect(page.shown[0]!.session.state()).toMatchObject({ index: 0, answers: {} })
      expect(await eventsOf(page, 'b')).not.toContain('of a')
    },
  )

  it('stores no progress of the former person when going back logs in another one (R03)', async () => {
    const back = survey({ ...twoQuestions, type: 'api', appearance: { allowGoBack: true } })
    const page = await visit({
      service: { surveys: [back] },
      config: { bootstrap: { distinctID: 'a', isIdentifiedID: true } },
    })
    const session = (await page.client.startSession('s1'))!
    session.answer('text of a')
    session.subscribe(() => page.client.identify('b'))
    session.back()
    expect(JSON.stringify([...page.browser.local.entries])).not.toContain('of a')
  })

  it.each([
    ['refuses and is counted without an identity', true],
    ['agrees after having been counted without an identity', false],
  ])('continues no survey when the visitor %s (R03)', async (_, isGranted) => {
    const page = await visit({
      service: { surveys: [survey(twoQuestions)] },
      config: {
        cookieless_mode: 'on_reject',
        loaded: ({ opt_in_capturing, opt_out_capturing }) =>
          isGranted ? opt_in_capturing() : opt_out_capturing(),
      },
    })
    const { session } = page.shown[0]!
    session.answer('text of a')
    if (isGranted) page.client.opt_out_capturing()
    else page.client.opt_in_capturing()
    expect(session.state().page).toBe('closed')
    await page.settle(10_000)
    if (page.shown[0]) finish(page)
    await page.settle(10_000)
    const sent = (await page.events()).filter(({ event }) => event === 'survey sent')
    expect(JSON.stringify(sent)).not.toContain('of a')
  })

  it.each([
    ['consent is given', {}, ({ opt_in_capturing }: EarshotClient) => opt_in_capturing()],
    [
      'events may be stored again',
      { persistence: 'memory', opt_out_capturing_by_default: false },
      ({ set_config }: EarshotClient) => set_config({ persistence: 'localStorage+cookie' }),
    ],
  ] satisfies [string, Partial<Config>, unknown][])(
    'keeps the person who has logged in before %s, and nothing of the stored one (R03)',
    async (_, config, open) => {
      const first = await unfinishedSurvey()
      first.client.register({ registered: 'of a' })
      await first.client.shutdown()
      const { browser, service } = first
      const second = await visit({
        browser,
        service,
        page: { seed: 2 },
        config: { opt_out_capturing_by_default: true, ...config },
      })
      second.client.identify('b')
      await second.settle(1_000)
      open(second.client)
      second.client.capture('e')
      await second.settle(10_000)
      expect(second.client.get_distinct_id()).toBe('b')
      if (second.shown[0]) finish(second)
      await second.client.shutdown()
      expect(await eventsOf(second, 'b')).toContain('"e"')
      expect(await eventsOf(second, 'b')).not.toContain('of a')
      expect(JSON.stringify([...browser.local.entries])).not.toContain('of a')
      const third = await visit({ browser, service, page: { seed: 3 } })
      expect(third.client.get_distinct_id()).toBe('b')
    },
  )

  it('keeps a log-out that precedes consent (R03)', async () => {
    const first = await unfinishedSurvey()
    await first.client.shutdown()
    const { browser, service } = first
    const second = await visit({
      browser,
      service,
      page: { seed: 2 },
      config: { opt_out_capturing_by_default: true },
    })
    second.client.reset()
    second.client.opt_in_capturing()
    await second.settle(10_000)
    expect(second.client.get_distinct_id()).toMatch(/^\w{8}-/)
    expect(JSON.stringify([...browser.local.entries])).not.toContain('of a')
  })

  it('keeps the stored person when the page names nobody before consent (R03)', async () => {
    const first = await unfinishedSurvey()
    await first.client.shutdown()
    const { browser, service } = first
    const second = await visit({
      browser,
      service,
      page: { seed: 2 },
      config: { opt_out_capturing_by_default: true },
    })
    second.client.opt_in_capturing()
    await second.settle(10_000)
    expect(second.client.get_distinct_id()).toBe('a')
  })

  it('hands over the payload of the person who is there when the reply comes (R03)', async () => {
    const filters = {
      groups: [{ properties: [{ key: 'distinct_id', value: 'a', type: 'person', operator: 'exact' }] }],
      payloads: { true: '"of a"' },
    }
    const service = createService({ flags: [{ key: 'beta', filters }] as ServiceOptions['flags'] })
    const page = await visit({ service, config: LOGGED_IN })
    const payloads: unknown[] = []
    page.client.featureFlags.getRemoteConfigPayload('beta', payload => payloads.push(payload))
    page.client.identify('b')
    await page.settle(5_000)
    expect(payloads).toEqual([undefined])
    page.client.identify('a')
    page.client.featureFlags.getRemoteConfigPayload('beta', payload => payloads.push(payload))
    await page.settle(5_000)
    expect(payloads).toEqual([undefined, 'of a'])
  })

  it.each([
    ['logs out', (client: EarshotClient) => client.reset()],
    ['is replaced', (client: EarshotClient) => client.identify('b')],
  ])(
    'forgets the session properties of a tab that the browser has discarded before its person %s (R03)',
    async (_, change) => {
      const first = await visit({ config: LOGGED_IN })
      const { browser, service, tab } = first
      first.client.register_for_session({ page: 'of a' })
      await first.settle(1_000)
      tab.kill()
      const session = new Map(tab.session.entries)
      const second = await visit({ browser, service, page: { seed: 2 } })
      change(second.client)
      await second.settle(2_000)
      const discarded = browser.tab()
      for (const [key, text] of session) discarded.session.entries.set(key, text)
      const next = await visit({ browser, service, tab: discarded, page: { seed: 3 } })
      next.client.capture('e')
      await next.settle(5_000)
      const id = second.client.get_distinct_id()
      expect(next.client.get_distinct_id()).toBe(id)
      expect(await eventsOf(next, id)).toContain('"e"')
      expect(await eventsOf(next, id)).not.toContain('of a')
    },
  )

  it('keeps the session properties of a tab when its page loads again (R03)', async () => {
    const first = await visit({ config: LOGGED_IN })
    const { browser, service, tab } = first
    first.client.register_for_session({ page: 'of a' })
    await first.client.shutdown()
    const next = await visit({ browser, service, tab, page: { seed: 2 } })
    const event = next.client.capture('e')!
    expect(event.properties).toMatchObject({ page: 'of a' })
    expect(Object.keys(event.properties)).not.toContain('$person')
  })

  it.each<[string, object]>([
    ['text', { distinct_id: 'a', $user_id: 'a' }],
    ['a number', { distinct_id: '7', $user_id: 7 }],
    ['with a state of another type', { distinct_id: 'a', $user_id: 'a', $user_state: true }],
  ])(
    'merges no one with a person whom an older version has stored as $user_id: %s (R03)',
    async (_, stored) => {
      const browser = fakeBrowser()
      browser.local.entries.set(mainKey, JSON.stringify(stored))
      const page = await visit({ browser })
      expect(page.client._isIdentified()).toBe(true)
      page.client.identify('b')
      page.client.capture('e')
      await page.settle(5_000)
      const names = (await page.events()).map(({ event }) => event)
      expect(names).toContain('e')
      expect(names).not.toContain('$identify')
    },
  )

  const LOGGED_IN: Partial<Config> = { bootstrap: { distinctID: 'a', isIdentifiedID: true } }

  it.each([
    ['logs b in', (client: EarshotClient) => client.identify('b')],
    ['logs a out', (client: EarshotClient) => client.reset()],
  ])('sends nothing that a tab has set for a just before another tab %s (R03)', async (_, change) => {
    const first = await visit({ config: LOGGED_IN })
    const { browser, service, client } = first
    const second = await visit({ browser, service, page: { seed: 2 } })
    client.register_for_session({ page: 'of a' })
    client.setPersonPropertiesForFlags({ plan: 'of a' })
    client.setGroupPropertiesForFlags({ company: { plan: 'of a' } })
    change(second.client)
    await second.settle(2_000)
    await first.settle(2_000)
    client.capture('e')
    await first.settle(5_000)
    expect(client.get_distinct_id()).toBe(second.client.get_distinct_id())
    const sent = bodiesOf(first, client.get_distinct_id())
    expect(sent).toContain('"event":"e"')
    expect(sent).not.toContain('of a')
  })

  it.each([
    ['a person', 'a', true],
    ['an anonymous visitor', 'x', false],
  ])(
    'keeps a log-out when consent is given later and bootstrap names %s (R30)',
    async (_, distinctID, isIdentifiedID) => {
      const { client, settle } = await visit({ config: { bootstrap: { distinctID, isIdentifiedID } } })
      client.identify('a')
      client.reset()
      const id = client.get_distinct_id()
      client.opt_in_capturing()
      client.capture('e')
      await settle(1_000)
      expect(client.get_distinct_id()).toBe(id)
    },
  )

  it('shows and sends no bootstrapped flag of a person who is not logged in (R30)', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const first = await visit({ service: createService({ flags: { beta: true } }), config: LOGGED_IN })
    const { browser, service } = first
    const bootstrap = {
      distinctID: 'b',
      featureFlags: { beta: 'of b' },
      defaultFeatureFlags: { standard: true },
      featureFlagPayloads: { beta: 'of b', standard: 'of b' },
    }
    const next = startClient({ browser, service, config: { bootstrap } })
    expect(next.client.getFeatureFlag('standard')).toBe(true)
    expect(next.client.getFeatureFlagPayload('standard')).toBeUndefined()
    await next.settle(1_000)
    expect(next.client.getFeatureFlag('beta')).toBe(true)
    await next.settle(5_000)
    expect(bodiesOf(first, 'a')).toContain('$feature_flag_called')
    expect(bodiesOf(first, 'a')).not.toContain('of b')
    error.mockRestore()
  })

  it('sends and shows nothing of a when a refuses to be identified (R03)', async () => {
    const page = await visit({
      service: createService({ flags: { beta: true } }),
      config: {
        ...LOGGED_IN,
        cookieless_mode: 'on_reject',
        loaded: ({ opt_in_capturing }) => opt_in_capturing(),
      },
    })
    page.client.setPersonProperties({ plan: 'of a' })
    page.client.setGroupPropertiesForFlags({ company: { plan: 'of a' } })
    page.client.updateFlags({ 'of a': true })
    await page.settle(1_000)
    page.client.opt_out_capturing()
    expect(page.client.getFeatureFlag('of a')).toBeUndefined()
    page.client.capture('e')
    await page.settle(5_000)
    const sent = bodiesOf(page, '$posthog_cookieless')
    expect(sent).toContain('person_properties')
    expect(sent).not.toContain('of a')
  })

  it('shows no survey again that was answered before the visitor refuses (R03)', async () => {
    const page = await visit({
      service: { surveys: [survey()] },
      config: { cookieless_mode: 'on_reject', loaded: ({ opt_in_capturing }) => opt_in_capturing() },
    })
    finish(page)
    page.client.opt_out_capturing()
    await page.settle(10_000)
    expect(page.ids()).toEqual([])
  })

  it.each([true, false, undefined])(
    'keeps the logged-in person with one console error when bootstrap names another one, isIdentifiedID %s (R30)',
    async isIdentifiedID => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => {})
      const first = await visit({ config: { bootstrap: { distinctID: 'a', isIdentifiedID: true } } })
      first.client.setPersonProperties({ secret: 'of a' })
      await first.settle(1_000)
      const { browser, service } = first
      const next = await visit({
        browser,
        service,
        config: { bootstrap: { distinctID: 'b', isIdentifiedID } },
      })
      next.client.opt_in_capturing()
      next.client.capture('e')
      await next.settle(1_000)
      expect(next.client.get_distinct_id()).toBe('a')
      expect(error).toHaveBeenCalledTimes(1)
      expect(await eventsOf(next, 'b')).toBe('[]')
      error.mockRestore()
    },
  )
})
