import { describe, expect, it, vi } from 'vitest'
import type { BeforeSend } from '../../src/capture/capture'
import type { Config } from '../../src/client/api'
import type { CapturedEvent } from '../../src/wire/event'
import { fakeBrowser } from '../support/fakeBrowser'
import { type StartOptions, startClient } from '../support/startClient'
import { open, survey } from '../support/surveys'

const silenced = () => vi.spyOn(console, 'error').mockImplementation(() => {})

/** Starts a client without page views, and collects the events that it captures. */
function start(config: Partial<Config> = {}, options: StartOptions = {}) {
  const captured: CapturedEvent[] = []
  const started = startClient({ ...options, config: { capture_pageview: false, ...config } })
  started.client.on('eventCaptured', event => captured.push(event))
  return { ...started, captured, last: () => captured.at(-1)!.properties }
}

describe('capture: invalid events (interface 7)', () => {
  const names: unknown[] = [undefined, null, '', '  ', {}, 5, ['a']]
  it.each(names.map(name => [name]))('drops an event named %j with an error', name => {
    const console = silenced()
    const { client, captured } = start()
    expect(client.capture(name as string)).toBeUndefined()
    expect(captured).toEqual([])
    expect(console).toHaveBeenCalledTimes(1)
  })

  const edits: [name: string, edit: (event: CapturedEvent) => unknown, word: string][] = [
    ['no distinct_id', event => delete (event as Partial<CapturedEvent>).distinct_id, 'distinct_id'],
    ['a long distinct_id', event => (event.distinct_id = 'x'.repeat(201)), '200'],
    ['no token', event => delete event.properties.token, 'token'],
    ['another token', event => (event.properties.token = 'phc_other'), 'token'],
    ['no properties', event => delete (event as Partial<CapturedEvent>).properties, 'token'],
    ['no name', event => (event.event = ' '), '`event`'],
    ['an invalid uuid', event => (event.uuid = 'first'), 'uuid'],
    ['a number as timestamp', event => (event.timestamp = 5 as never), 'timestamp'],
    ['an invalid timestamp', event => (event.timestamp = 'soon'), 'timestamp'],
  ]
  it.each(edits)('drops an event with %s after before_send, with an error', async (_, edit, word) => {
    const console = silenced()
    const hook: BeforeSend = event => {
      edit(event)
      return event
    }
    const { client, settle, service } = start({ before_send: hook })
    expect(client.capture('e')).toBeUndefined()
    await settle(1_000)
    expect(console.mock.calls[0]![0]).toContain(word)
    expect(service.state.requests().filter(({ path }) => path !== '/flags')).toEqual([])
  })

  it('drops a group with a long type, with an error', () => {
    const console = silenced()
    const { client } = start()
    client.capture('$groupidentify', { $group_type: 'x'.repeat(401), $group_key: 'k' })
    expect(console.mock.calls[0]![0]).toContain('400')
  })
})

describe('mask_personal_data_properties', () => {
  it('masks URLs that are names of events and properties, of the person too (R3B)', async () => {
    const link = 'https://app.test/?gclid=SECRET'
    const { client, captured, settle, service } = start({ mask_personal_data_properties: true })
    client.capture(link, { [link]: 1 }, { $set: { [link]: 1 }, $set_once: { [link]: 1 }, $unset: [link] })
    client.register({ [link]: { [link]: link } })
    client.setPersonProperties({ [link]: link })
    client.unsetPersonProperties(link)
    client.group('company', 'acme', { [link]: link })
    client.capture('e')
    expect(captured[0]!.event).toBe('https://app.test/?gclid=<masked>')
    await settle(10_000)
    const bodies = JSON.stringify(service.state.requests().map(({ body }) => body))
    expect(bodies).toContain('<masked>')
    expect(bodies).not.toContain('SECRET')
  })
})

describe('values without a bound', () => {
  it('loses no event to a property that is nested deeper than any service reads (R3A)', async () => {
    let deep: object = {}
    for (let level = 0; level < 3_000; level++) deep = level % 2 ? { deep } : [deep]
    const { client, settle, events, service, errors } = start()
    client.capture('a', { deep, name: 'x' })
    client.register({ deep })
    client.register_for_session({ deep })
    client.setPersonProperties({ deep })
    client.group('company', 'acme', { deep })
    client.setGroupPropertiesForFlags({ company: { deep } })
    client.capture('b', null, { $set: { deep }, $set_once: { deep } })
    client.capture('c', { deep }, { _noTruncate: true })
    client.reloadFeatureFlags()
    await settle(10_000)
    const stored = await events()
    expect(stored.map(({ event }) => event)).toEqual(['a', '$set', '$groupidentify', 'b', 'c'])
    expect(stored[0]!.properties).toMatchObject({ name: 'x', deep: {} })
    expect(errors).toEqual([])
    const depth = (body: unknown) => JSON.stringify(body)?.split(/[[{]/).length ?? 0
    const flags = service.state.requests().filter(({ path }) => path === '/flags')
    expect(flags.map(({ status }) => status)).not.toContain(400)
    expect(Math.max(...flags.map(({ body }) => depth(body)))).toBeGreaterThan(60)
  })
})

describe('values that are larger than the service takes', () => {
  const many = (id: number) => Array.from({ length: 60_000 }, () => ({ id }))
  const LARGE: [name: string, large: unknown][] = [
    ['the bytes of a file', new Uint8Array(150_000)],
    ['a list of 200,000 numbers', Array.from({ length: 200_000 }, (_, index) => index)],
    ['an object with 150,000 names', Object.fromEntries(many(1).map((_, index) => [`n${index}`, index]))],
    ['60,000 objects', many(1)],
    ['texts in the longest encoding', Array(60).fill('\0'.repeat(65_000))],
  ]

  it.each(LARGE.slice(0, -1))(
    'sends an event with %s without a part of it, and reports it once (R3A)',
    async (_, large) => {
      const { client, settle, answered, events, errors } = start()
      client.capture('uploaded', { large, name: 'a.png' })
      client.capture('again', { large }, { $set: { large }, $set_once: { large } })
      client.capture('after')
      await settle(5_000)
      await answered()
      await settle(60_000)
      await vi.waitFor(async () =>
        expect((await events()).map(({ event, properties }) => [event, properties.name])).toEqual([
          ['uploaded', 'a.png'],
          ['again', undefined],
          ['after', undefined],
        ]),
      )
      expect(errors).toEqual([{ reason: 'event_cut', detail: 'uploaded' }])
    },
  )

  it.each(LARGE)('sends all events after register with %s (R3A)', async (_, large) => {
    const { client, settle, answered, events } = start({ mask_url: url => url })
    client.register({ large, plan: 'pro' })
    client.register_for_session({ large })
    client.capture('a')
    client.capture('b', { large: [large], other: large }, { _noTruncate: true })
    await settle(5_000)
    await answered()
    await settle(60_000)
    // The service reads large bodies in turns of the event loop of their own.
    await vi.waitFor(async () =>
      expect((await events()).map(({ event, properties }) => [event, properties.plan])).toEqual([
        ['a', 'pro'],
        ['b', 'pro'],
      ]),
    )
  })

  it('evaluates flags after many large properties of a person (R3A)', async () => {
    const { client, settle, answered, service } = start()
    for (let call = 0; call < 3; call++) client.setPersonPropertiesForFlags({ [`large${call}`]: many(call) })
    client.reloadFeatureFlags()
    await settle(1_000)
    await answered()
    await settle(10_000)
    await answered()
    const flags = service.state.requests().filter(({ path }) => path === '/flags')
    expect(new Set(flags.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('before_send', () => {
  const hooks: [name: string, hook: BeforeSend | BeforeSend[], expected: unknown[]][] = [
    ['drops an event by returning null', () => null, []],
    ['drops an event by returning nothing', () => undefined, []],
    ['changes an event', event => ({ ...event, properties: { ...event.properties, a: 2 } }), [2]],
    [
      'runs a chain of hooks in order',
      [
        event => ({ ...event, properties: { ...event.properties, a: 5 } }),
        event => ({ ...event, properties: { ...event.properties, a: Number(event.properties.a) + 1 } }),
      ],
      [6],
    ],
    [
      'stops a chain when an event is dropped',
      [
        () => null,
        () => {
          throw new Error('not reached')
        },
      ],
      [],
    ],
  ]
  it.each(hooks)('%s', (_, before_send, expected) => {
    const { client, captured, errors } = start({ before_send })
    client.capture('e', { a: 1 })
    expect(captured.map(({ properties }) => properties.a)).toEqual(expected)
    expect(errors).toEqual([])
  })

  it('drops the event and reports to on_error when a hook throws', () => {
    const hook = () => {
      throw new Error('page')
    }
    const { client, captured, errors } = start({ before_send: hook })
    expect(client.capture('e')).toBeUndefined()
    expect(captured).toEqual([])
    expect(errors.map(({ reason }) => reason)).toEqual(['before_send'])
  })
})

describe('sanitize_properties', () => {
  it('changes the properties of each event before before_send, and those of the first touch', () => {
    const names: string[] = []
    const { client, captured } = start({
      person_profiles: 'always',
      sanitize_properties(properties, event) {
        names.push(event)
        return { ...properties, plan: 'hidden' }
      },
      before_send: event =>
        event && { ...event, properties: { ...event.properties, seen: event.properties.plan } },
    })
    client.capture('e', { plan: 'pro' })
    expect(names).toEqual(['e', '$set_once'])
    expect(captured[0]!.properties).toMatchObject({ plan: 'hidden', seen: 'hidden' })
    expect(captured[0]!.$set_once).toMatchObject({ plan: 'hidden' })
  })

  it('drops the event when it throws, since the event may hold what was to be removed', () => {
    const sanitize_properties = () => {
      throw new Error('page')
    }
    const { client, captured, errors } = start({ sanitize_properties })
    expect(client.capture('e')).toBeUndefined()
    expect(captured).toEqual([])
    expect(errors.map(({ reason }) => reason)).toEqual(['before_send'])
  })

  it('keeps a client from starting when it is no function', () => {
    const console = silenced()
    const { client } = start({ sanitize_properties: 'mask' as never })
    expect(client.__loaded).toBe(false)
    expect(console.mock.calls[0]![0]).toContain('sanitize_properties is wrong. Expected a function')
  })
})

describe('capture: properties (interface 4.4)', () => {
  it('describe the page, the browser and the session', () => {
    const { client, last } = start(
      {},
      { page: { url: 'https://shop.test:81/a?utm_source=n#h', referrer: 'https://www.google.com/?q=shoes' } },
    )
    client.capture('e')
    expect(last()).toMatchObject({
      token: 'phc_demo',
      $current_url: 'https://shop.test:81/a?utm_source=n#h',
      $host: 'shop.test:81',
      $pathname: '/a',
      $referrer: 'https://www.google.com/?q=shoes',
      $referring_domain: 'www.google.com',
      $search_engine: 'google',
      ph_keyword: 'shoes',
      utm_source: 'n',
      $browser: 'Chrome',
      $browser_version: 130,
      $browser_language: 'en-US',
      $browser_language_prefix: 'en',
      $os: 'Linux',
      $device_type: 'Desktop',
      $screen_width: 1920,
      $screen_height: 1080,
      $viewport_width: 1280,
      $viewport_height: 720,
      $timezone: 'Europe/Berlin',
      $timezone_offset: -60,
      $lib: 'web',
      $sdk_dist_channel: 'npm',
      $lib_rate_limit_remaining_tokens: 99,
      $is_identified: false,
      $process_person_profile: false,
    })
    for (const name of [
      'distinct_id',
      '$device_id',
      '$session_id',
      '$window_id',
      '$lib_version',
      '$raw_user_agent',
    ])
      expect(last()[name], name).toBeTypeOf('string')
  })

  it('take less than 1.5 kB of JSON with any number of flags', () => {
    const flags = Array.from({ length: 1_000 }, (_, i) => [`feature-${i}`, i % 2 ? 'variant' : true] as const)
    const { client, last } = start()
    client.updateFlags(Object.fromEntries(flags))
    for (const [name] of flags.slice(0, 10)) client.getFeatureFlag(name, { send_event: false })
    client.capture('e')
    expect(Object.keys(last()).filter(name => name.startsWith('$feature/'))).toHaveLength(10)
    expect(JSON.stringify(last()).length).toBeLessThan(1_536)
  })

  it('contain no campaign parameters when the URL has none', () => {
    const { client, last } = start()
    client.capture('e')
    expect(last()).toMatchObject({ $referrer: '$direct', $referring_domain: '$direct' })
    expect(JSON.parse(JSON.stringify(last()))).not.toHaveProperty('utm_source')
  })

  it('contain the first referrer of the tab and only parameters of the latest campaign', () => {
    const first = start(
      {},
      { page: { url: 'https://shop.test/?utm_source=a&utm_medium=mail', referrer: 'https://one.test/' } },
    )
    first.client.capture('e')
    first.page.navigate('/b?utm_source=b')
    first.client.capture('e')
    expect(first.last()).toMatchObject({ utm_source: 'b', $referring_domain: 'one.test' })
    expect(first.last().utm_medium).toBeUndefined()
    first.page.pagehide()
    const next = start(
      {},
      { browser: first.browser, tab: first.tab, page: { referrer: 'https://two.test/', seed: 2 } },
    )
    next.client.capture('e')
    expect(next.last()).toMatchObject({ utm_source: 'b', $referring_domain: 'one.test' })
  })

  it('prefer those of the event, except $process_person_profile and $is_identified', () => {
    const { client, last } = start()
    client.register({ a: 1, b: 1 })
    client.capture('e', { b: 2, $browser: 'mine', $process_person_profile: true, $is_identified: true })
    expect(last()).toMatchObject({
      a: 1,
      b: 2,
      $browser: 'mine',
      $process_person_profile: false,
      $is_identified: false,
    })
  })

  it.each<[string, Record<string, unknown>, Partial<Config>]>([
    ['a property named token', { token: 'ETH', plan: 'pro' }, {}],
    ['token in property_denylist', { plan: 'pro' }, { property_denylist: ['token'] }],
    ['an empty distinct_id', { distinct_id: '', plan: 'pro' }, {}],
    ['a blank distinct_id', { distinct_id: ' ', plan: 'pro' }, {}],
  ])(
    'cost no event with %s, also where the page registers it (R3A, D-765)',
    async (_, properties, config) => {
      silenced()
      const { client, settle, events, captured } = start(config)
      client.capture('e', properties)
      client.register(properties)
      client.register_for_session(properties)
      client.capture('e', properties)
      await settle(5_000)
      const distinct_id = client.get_distinct_id()
      const expected = { event: 'e', distinct_id, properties: { token: 'phc_demo', plan: 'pro' } }
      expect(captured).toMatchObject([expected, expected])
      expect(await events()).toMatchObject([expected, expected])
    },
  )

  it('do not modify the object of the caller', () => {
    const input = Object.freeze({ a: 1, $groups: Object.freeze({ g: 'x' }) })
    const { client, captured } = start()
    client.capture('e', input)
    expect(captured).toHaveLength(1)
  })

  it('leave out those of property_denylist, except $process_person_profile', () => {
    const { client, last } = start({
      property_denylist: ['$current_url', 'email', '$process_person_profile'],
    })
    client.capture('e', { email: 'a@b.test' })
    expect(last()).not.toHaveProperty('$current_url')
    expect(last()).not.toHaveProperty('email')
    expect(last().$process_person_profile).toBe(false)
  })

  it('leave out referrer and campaign with save_referrer and save_campaign_params false', () => {
    const { client, last } = start(
      { save_referrer: false, save_campaign_params: false },
      { page: { url: 'https://shop.test/?utm_source=a', referrer: 'https://one.test/' } },
    )
    client.capture('e')
    expect(last()).not.toHaveProperty('$referrer')
    expect(last()).not.toHaveProperty('utm_source')
  })
})

describe('mask_url', () => {
  const SECRET = 'https://app.test/reset/s3cr3t-1/x?code=s3cr3t-2&email=s3cr3t-3%40b.test#token=s3cr3t-4'
  const mask_url = (url: string) => url.replaceAll(/s3cr3t-\d/g, '***')

  it('masks the URLs of all events and flags requests', async () => {
    const { client, page, settle, service } = start(
      { mask_url, capture_pageview: 'history_change' },
      { page: { url: SECRET, referrer: SECRET } },
    )
    client.capture('$pageview', { $current_url: SECRET })
    client.identify('u1')
    client.capture('survey shown', { $survey_id: 's' })
    page.navigate('/reset/s3cr3t-5')
    await settle(1_000)
    page.navigate('/elsewhere')
    await settle(1_000)
    page.pagehide()
    await settle(1_000)
    const bodies = JSON.stringify(service.state.requests().map(({ body }) => body))
    expect(bodies).toContain('***')
    expect(bodies).not.toMatch(/s3cr3t/)
    expect(bodies).toContain('$prev_pageview_pathname')
  })

  const SCHEMES = ['capacitor:', 'file:', 'wss:', 'blob:https:', 'android-app:']

  it('masks URLs that the page gives, at any depth (R3B)', async () => {
    const { client, settle, service } = start({ mask_url })
    const link = {
      link: { href: SECRET },
      list: [[new URL(SECRET)]],
      relative: '//app.test/s3cr3t-6',
      apps: SCHEMES.map(scheme => `${scheme}//app.test/s3cr3t-7`),
    }
    client.register({ landing: SECRET })
    client.register_once({ first_landing: SECRET })
    client.register_for_session({ session_landing: SECRET })
    client.capture('opened', link, { $set: link, $set_once: link })
    client.setPersonProperties({ first_page: SECRET }, { first_link: link })
    client.people.set('last_page', SECRET)
    client.group('company', 'acme', { site: SECRET })
    client.setPersonPropertiesForFlags(link)
    client.setGroupPropertiesForFlags({ company: link })
    client.identify('u1', { page: SECRET })
    client.alias('u2')
    await settle(2_000)
    const bodies = JSON.stringify(service.state.requests().map(({ body }) => body))
    expect(bodies).toMatch(/landing.*first_landing.*session_landing/)
    expect(bodies).not.toMatch(/s3cr3t/)
  })

  it('sends ids that are URLs as they are (R3B)', async () => {
    const { client, settle, last } = start({ mask_url: () => 'masked' })
    client.identify('https://id.test/ada')
    client.group('site', 'https://acme.test/')
    client.capture('e', { site: 'https://acme.test/' })
    await settle(1_000)
    expect(last()).toMatchObject({
      distinct_id: 'https://id.test/ada',
      $groups: { site: 'https://acme.test/' },
      site: 'masked',
    })
  })

  const URL_ID = 'https://id.test/s3cr3t-1'
  const ID_NAMES = ['distinct_id', '$device_id', '$user_id', 'alias', '$anon_distinct_id', '$group_key']
  const IDS_OF: Record<string, string[]> = {
    e: ['distinct_id', '$device_id', '$user_id'],
    $identify: ['distinct_id', '$device_id', '$user_id', '$anon_distinct_id'],
    $create_alias: ['distinct_id', '$device_id', '$user_id', 'alias'],
    $merge_dangerously: ['distinct_id', '$device_id', '$user_id', 'alias'],
    $groupidentify: ['distinct_id', '$device_id', '$user_id', '$group_key'],
  }
  it.each(Object.entries(IDS_OF))('keeps of the names of ids those of %s alone (R3B)', (event, kept) => {
    const { client } = start({ mask_url })
    const given = Object.fromEntries(ID_NAMES.map(name => [name, URL_ID]))
    const { properties } = client.capture(event, given)!
    expect(ID_NAMES.filter(name => properties[name] === URL_ID)).toEqual(
      ID_NAMES.filter(name => kept.includes(name)),
    )
    const nested = Object.fromEntries(ID_NAMES.map(name => [name, { href: URL_ID }]))
    expect(JSON.stringify(client.capture(event, nested)!.properties)).not.toMatch(/s3cr3t/)
  })

  it('masks an alias that is registered, and an object in place of a group key (R3B)', async () => {
    const { client, settle, service } = start({ mask_url })
    client.register({ alias: SECRET, $anon_distinct_id: SECRET, $group_key: SECRET })
    client.register_for_session({ alias: SECRET })
    client.capture('e', { $groups: { site: { href: SECRET }, company: 'https://acme.test/' } })
    await settle(1_000)
    const bodies = JSON.stringify(service.state.requests().map(({ body }) => body))
    expect(bodies).not.toMatch(/s3cr3t/)
    expect(bodies).toContain('https://acme.test/')
  })

  it('masks URLs in a text that is JSON, and keeps the spelling of other JSON (R3B)', () => {
    const { client } = start({ mask_url })
    const json = [
      JSON.stringify(SECRET),
      JSON.stringify({ a: [SECRET] }),
      JSON.stringify(JSON.stringify({ SECRET })),
    ]
    const deep = `${'['.repeat(50_000)}"${SECRET}"${']'.repeat(50_000)}`
    const other = '{ "id": 12345678901234567890, "site": "https://app.test/" }'
    const { properties } = client.capture('e', { json, deep, other, open: '{"a', quote: '"a" is a letter' })!
    expect(JSON.stringify(properties)).not.toMatch(/s3cr3t/)
    expect(properties).toMatchObject({ other, open: '{"a', quote: '"a" is a letter' })
  })

  it('masks the URL of the page in every property that the client adds (R3B)', async () => {
    const surveys = [survey({ questions: [open({ id: 'a', question: SECRET }), open({ id: 'b' })] })]
    const flags = { defaultFeatureFlags: { old: SECRET }, featureFlags: { beta: SECRET } }
    const { client, page, settle, service, events } = startClient({
      page: { url: SECRET, referrer: SECRET, title: SECRET },
      service: { surveys },
      config: {
        mask_url,
        person_profiles: 'always',
        custom_campaign_params: ['code'],
        bootstrap: { ...flags, featureFlagPayloads: { beta: SECRET } },
      },
    })
    client.featureFlags.overrideFeatureFlags({ flags: { beta: 'on' }, payloads: { beta: { go: [SECRET] } } })
    client.getFeatureFlag('beta')
    client.updateFlags({ gamma: SECRET }, { gamma: SECRET })
    client.getFeatureFlag('gamma')
    client.updateEarlyAccessFeatureEnrollment('beta', true, SECRET)
    await settle(1_000)
    page.navigate('/reset/s3cr3t-5')
    await settle(1_000)
    client.capture('$pageview')
    client.identify('u1')
    page.pagehide()
    await settle(5_000)
    const sent = await events()
    const names = new Set(sent.flatMap(({ properties }) => Object.keys(properties)))
    expect([...names]).toEqual(
      expect.arrayContaining([
        ...['$current_url', '$pathname', '$referrer', '$host', 'title', 'code', '$prev_pageview_pathname'],
        ...['$feature/beta', '$feature/gamma', '$override_feature_flags', '$feature_flag_response'],
        ...['$feature_flag_payload', '$feature_flag_original_response', '$feature_flag_original_payload'],
        ...['$feature_flag_bootstrapped_response', '$feature_flag_bootstrapped_payload', '$set_once'],
      ]),
    )
    const bodies = JSON.stringify(service.state.requests().map(({ body }) => body))
    expect(bodies).not.toMatch(/s3cr3t/)
  })

  it('derives each property of an earlier page of the tab from its masked URL (R3B)', async () => {
    const browser = fakeBrowser()
    const tab = browser.tab()
    const first = startClient({
      browser,
      tab,
      page: { url: SECRET, referrer: 'https://s3cr3t-8.test/' },
    })
    await first.settle(1_000)
    await first.client.shutdown()
    const config: Partial<Config> = { mask_url, person_profiles: 'always', capture_pageview: false }
    const { client, settle, events } = startClient({ browser, tab, page: { seed: 2 }, config })
    client.capture('e')
    await settle(1_000)
    const event = (await events()).find(({ event }) => event === 'e')!
    expect(JSON.stringify(event)).not.toMatch(/s3cr3t/)
    expect(event.properties).toMatchObject({
      $referring_domain: '***.test',
      $set_once: {
        $session_entry_pathname: '/reset/***/x',
        $session_entry_host: 'app.test',
        $session_entry_referring_domain: '***.test',
        $initial_pathname: '/reset/***/x',
      },
    })
  })

  it('masks properties of a person that have the name of an id, whichever method sets them (D-690)', async () => {
    const { client, captured, settle, service } = start({ mask_url: () => 'masked' })
    const url = 'https://id.test/ada'
    const properties = { alias: url, distinct_id: url, site: url, inner: { alias: url } }
    client.capture('e', {}, { $set: properties, $set_once: properties })
    const inner = { alias: 'masked' }
    const expected = { alias: 'masked', distinct_id: 'masked', site: 'masked', inner }
    expect(captured[0]).toMatchObject({ $set: expected })
    client.identify('ada', properties)
    expect(captured.at(-1)!.properties.$set ?? captured.at(-1)!.$set).toMatchObject(expected)
    client.capture('e', {}, { $set_once: properties })
    expect(captured.at(-1)).toMatchObject({ $set_once: expected })
    await settle(1_000)
    const requests = service.state.requests().filter(({ path }) => path === '/flags')
    expect(requests.at(-1)!.body).toMatchObject({ person_properties: expected })
  })

  it('masks URLs that an earlier client has stored', async () => {
    const { browser } = start({}, { init: false })
    browser.local.entries.set(
      'ph_phc_demo_posthog',
      JSON.stringify({ distinct_id: 'a', $initial_person_info: { r: SECRET, u: SECRET } }),
    )
    const { client, settle, service } = start({ mask_url }, { browser })
    client.identify('u1')
    await settle(1_000)
    expect(JSON.stringify(service.state.requests().map(({ body }) => body))).not.toMatch(/s3cr3t/)
  })
})

describe('capture: options', () => {
  const UUID = '01890a5d-ac96-774b-bcce-b302099a8057'
  it('set the uuid, unless it is invalid', () => {
    const { client } = start()
    expect(client.capture('e', {}, { uuid: UUID })!.uuid).toBe(UUID)
    expect(client.capture('e', {}, { uuid: 'mine' })!.uuid).not.toBe('mine')
  })

  const times: [name: string, timestamp: unknown, expected: string][] = [
    ['a date', new Date('2020-02-02T02:02:02Z'), '2020-02-02T02:02:02.000Z'],
    ['text', '2020-02-02', '2020-02-02T00:00:00.000Z'],
    ['milliseconds', 1_000, '1970-01-01T00:00:01.000Z'],
    ['an invalid date, as the current time', 'soon', '2026-01-05T12:00:00.000Z'],
  ]
  it.each(times)('set the timestamp from %s', (_, timestamp, expected) => {
    const { client, last } = start()
    expect(client.capture('e', {}, { timestamp: timestamp as Date })!.timestamp).toBe(expected)
    expect(last()).toMatchObject({
      $event_time_override_provided: true,
      $event_time_override_system_time: '2026-01-05T12:00:00.000Z',
    })
  })

  it.each([{}, 5, true, ['/x'], new URL('https://shop.test/other')])(
    'keep the URL of the page when _url is no text: %j (R3A)',
    _url => {
      const { client, last } = start()
      client.capture('e', { plan: 'pro' }, { _url: _url as never })
      expect(last()).toMatchObject({ plan: 'pro', $current_url: 'https://shop.test/', $pathname: '/' })
    },
  )

  it('set person properties, which the next flags request contains', async () => {
    const { client, settle, service } = start()
    await settle(1_000)
    client.capture('e', {}, { $set: { plan: 'pro' }, $set_once: { first: 1 }, $unset: ['old'] })
    await settle(1_000)
    const [event] = await service.state.events()
    expect(event).toMatchObject({ event: 'e' })
    const flags = service.state.requests().filter(({ path }) => path === '/flags')
    expect(flags.at(-1)!.body).toMatchObject({ person_properties: { plan: 'pro' } })
  })

  it('keep long text in full with _noTruncate', async () => {
    const text = 'x'.repeat(70_000)
    const { client, settle, events } = start()
    client.capture('cut', { text })
    client.capture('uncut', { text }, { _noTruncate: true })
    await settle(2_000)
    const lengths = (await events()).map(({ properties }) => String(properties.text).length)
    expect(lengths).toEqual([65_535, 70_000])
  })
})

describe('capture: values without a JSON form', () => {
  it('are replaced without an error', async () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const shared = { k: 1 }
    const { client, settle, events } = start()
    const node = Object.create({ nodeName: 'BODY' })
    client.capture('e', { cycle, big: 10n, node, server: { nodeName: 'worker-1' } })
    client.capture('e2', { a: shared, b: shared })
    client.capture('e3', {
      get bad() {
        return Object.defineProperty({ kept: 1 }, 'x', {
          enumerable: true,
          get: () => {
            throw new Error('page')
          },
        })
      },
    })
    await settle(2_000)
    const [e, e2, e3] = await events()
    expect(e!.properties).toMatchObject({ cycle: { self: '[Circular]' }, big: '10', node: '[body]' })
    expect(e!.properties).toMatchObject({ server: { nodeName: 'worker-1' } })
    expect(e2!.properties).toMatchObject({ a: { k: 1 }, b: { k: 1 } })
    expect(e3!.properties).toMatchObject({ bad: { kept: 1 } })
  })
})

describe('capture: bots', () => {
  it('are not captured, and reported once to on_error and the console', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const { client, captured, errors } = start({}, { page: { browserInfo: { webdriver: true } } })
    expect(client.capture('a')).toBeUndefined()
    client.capture('b')
    expect(captured).toEqual([])
    expect(errors.map(({ reason }) => reason)).toEqual(['bot'])
    expect(warn.mock.calls).toEqual([[expect.stringContaining('opt_out_useragent_filter')]])
  })

  it.each([
    [true, 'bot'],
    [false, 'browser'],
  ])('are captured with opt_out_useragent_filter: webdriver %j as %s', (webdriver, expected) => {
    const { client, last } = start(
      { opt_out_useragent_filter: true },
      { page: { browserInfo: { webdriver } } },
    )
    client.capture('a')
    expect(last().$browser_type).toBe(expected)
  })
})

describe('rate_limiting', () => {
  it('drops events after the first hundred, with one warning event, and reports their number to on_error', () => {
    const { client, page, captured, errors } = start()
    const results = Array.from({ length: 200 }, (_, i) => client.capture(`e${i}`))
    expect(results.filter(Boolean)).toHaveLength(100)
    expect(captured.filter(({ event }) => event === '$$client_ingestion_warning')).toHaveLength(1)
    page.advance(1_000)
    expect(Array.from({ length: 20 }, () => client.capture('again')).filter(Boolean)).toHaveLength(10)
    expect(errors.filter(({ reason }) => reason === 'rate_limited')).toEqual([
      { reason: 'rate_limited', detail: { dropped: 100 } },
    ])
  })

  it('exempts events with skip_client_rate_limiting', () => {
    const { client, captured } = start({ rate_limiting: { events_per_second: 1, events_burst_limit: 1 } })
    client.capture('a')
    client.capture('b', {}, { skip_client_rate_limiting: true })
    expect(captured.map(({ event }) => event)).toEqual(['a', 'b'])
  })
})
