import { describe, expect, it, vi } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import { normalizeDistinctId } from '../../src/client/identity'
import type { CapturedEvent, Properties } from '../../src/wire/event'
import { type StartOptions, startClient } from '../support/startClient'

const silenced = () => vi.spyOn(console, 'error').mockImplementation(() => {})

/** Starts a client without page views, and collects the events that it captures. */
function start(options: StartOptions = {}) {
  const captured: CapturedEvent[] = []
  const config: Partial<Config> = { capture_pageview: false, ...options.config }
  const started = startClient({ ...options, config })
  started.client.on('eventCaptured', event => captured.push(event))
  const flagRequests = () =>
    started.service.state
      .requests()
      .filter(({ path }) => path === '/flags')
      .map(({ body }) => body as Record<string, unknown>)
  return { ...started, captured, names: () => captured.map(({ event }) => event), flagRequests }
}

describe('illegal ids', () => {
  const illegal: unknown[] = [
    ...['', '  ', null, undefined, 'undefined', 'NULL', 'distinct_id', 'DistinctId', 'anonymous', 'guest'],
    ...[0, '0', Number.NaN, 'NaN', true, 'true', {}, '[object Object]', [], '"null"', '$posthog_cookieless'],
    'x'.repeat(201),
  ]
  it.each(illegal.map(id => [id]))('are rejected with an error: %j', id => {
    const console = silenced()
    const { client, names } = start()
    const before = client.get_distinct_id()
    client.identify(id as string)
    client.alias(id as string)
    expect(client.get_distinct_id()).toBe(before)
    expect(names()).toEqual([])
    expect(console).toHaveBeenCalledTimes(2)
  })
})

describe('normalizeDistinctId', () => {
  const legal: [id: unknown, expected: string][] = [
    [42, '42'],
    ['u1', 'u1'],
    ['a@b.test', 'a@b.test'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['null island', 'null island'],
  ]
  it.each(legal)('accepts %j as %s', (id, expected) => expect(normalizeDistinctId(id)).toBe(expected))
})

describe('identify (interface 6)', () => {
  it('captures $identify with the previous and the new id', () => {
    const { client, captured } = start()
    const anonymous = client.get_distinct_id()
    client.identify('u1', { plan: 'pro' }, { first: 'x' })
    expect(captured).toHaveLength(1)
    expect(captured[0]).toMatchObject({
      event: '$identify',
      distinct_id: 'u1',
      properties: {
        distinct_id: 'u1',
        $user_id: 'u1',
        $anon_distinct_id: anonymous,
        $device_id: anonymous,
        $is_identified: true,
        $process_person_profile: true,
        $set: { plan: 'pro' },
        $set_once: { first: 'x' },
      },
    })
    expect(client.get_distinct_id()).toBe('u1')
  })

  it('merges both ids into one person', async () => {
    const { client, settle, service } = start()
    const anonymous = client.get_distinct_id()
    client.identify('u1', { plan: 'pro' })
    await settle(1_000)
    const [person, ...others] = await service.state.persons()
    expect(others).toEqual([])
    expect([...person!.distinct_ids].sort()).toEqual([anonymous, 'u1'].sort())
    expect(person!.properties).toMatchObject({ plan: 'pro' })
  })

  const repeats: [name: string, again: [object?, object?], expected: string[]][] = [
    ['no event without properties', [], []],
    ['no event for the same properties', [{ plan: 'pro' }], []],
    ['one $set for other properties', [{ plan: 'free' }], ['$set']],
    ['one $set for properties to set once', [undefined, { first: 1 }], ['$set']],
  ]
  it.each(repeats)('captures for the same person %s', (_, again, expected) => {
    const { client, names } = start()
    client.identify('u1', { plan: 'pro' })
    client.identify('u1', ...(again as []))
    expect(names().slice(1)).toEqual(expected)
  })

  it('changes the id of an identified person without an event, and reloads the flags', async () => {
    const { client, names, settle, flagRequests } = start()
    client.identify('u1', { plan: 'pro' })
    await settle(1_000)
    const before = flagRequests().length
    client.identify('u2')
    await settle(1_000)
    expect(names()).toEqual(['$identify'])
    expect(client.get_distinct_id()).toBe('u2')
    expect(flagRequests()).toHaveLength(before + 1)
    expect(flagRequests().at(-1)).toMatchObject({ distinct_id: 'u2' })
    expect(flagRequests().at(-1)!.person_properties).not.toHaveProperty('plan')
  })

  it('captures one $set for the bootstrapped id of an anonymous visitor', () => {
    const { client, captured } = start({ config: { bootstrap: { distinctID: 'x1' } } })
    client.identify('x1')
    expect(captured.map(({ event, distinct_id }) => [event, distinct_id])).toEqual([['$set', 'x1']])
    expect(captured[0]!.properties.$is_identified).toBe(true)
  })

  it('applies to the next page', () => {
    const { client, browser, tab } = start()
    client.identify('u1')
    const next = start({ browser, tab, page: { seed: 2 } })
    expect(next.client.get_distinct_id()).toBe('u1')
    next.client.capture('e')
    expect(next.captured[0]!.properties.$is_identified).toBe(true)
  })

  it('changes the id before consent, without an event', () => {
    const { client, names } = start({ config: { opt_out_capturing_by_default: true } })
    client.identify('u1')
    expect(client.get_distinct_id()).toBe('u1')
    expect(names()).toEqual([])
    client.opt_in_capturing({ captureEventName: false })
    client.capture('e')
    expect(client.get_distinct_id()).toBe('u1')
  })

  it('accepts properties without a JSON form', async () => {
    const { client, settle, events } = start()
    const cycle: Record<string, unknown> = { n: 10n }
    cycle.self = cycle
    client.identify('u1', { cycle })
    client.identify('u1', { cycle, more: 1 })
    await settle(2_000)
    expect((await events()).map(({ event }) => event)).toEqual(['$identify', '$set'])
    expect((await events())[0]!.properties.$set).toEqual({ cycle: { n: '10', self: '[Circular]' } })
  })
})

describe('bootstrap.distinctID', () => {
  type Row = [
    name: string,
    before: { id?: string; identified?: boolean },
    bootstrap: object,
    expected: [id: string, identified: boolean],
    events: string[],
  ]
  const rows: Row[] = [
    ['sets an anonymous id on the first page', {}, { distinctID: 'x' }, ['x', false], []],
    [
      'sets an identified id on the first page',
      {},
      { distinctID: 'x', isIdentifiedID: true },
      ['x', true],
      [],
    ],
    [
      'identifies an anonymous visitor',
      { id: 'a' },
      { distinctID: 'x', isIdentifiedID: true },
      ['x', true],
      ['$identify'],
    ],
    [
      'does not replace an identified person',
      { id: 'p', identified: true },
      { distinctID: 'x', isIdentifiedID: true },
      ['p', true],
      [],
    ],
    [
      'does not replace an identified person by an anonymous id (R30)',
      { id: 'p', identified: true },
      { distinctID: 'x' },
      ['p', true],
      [],
    ],
    ['replaces an anonymous id', { id: 'a' }, { distinctID: 'x' }, ['x', false], []],
    ['ignores an illegal id', { id: 'a' }, { distinctID: 'undefined' }, ['a', false], []],
  ]
  it.each(rows)('%s', async (_, { id, identified }, bootstrap, [expectedId, isIdentified], expected) => {
    silenced()
    const first = start({
      init: id !== undefined,
      config: { bootstrap: { distinctID: id, isIdentifiedID: identified } },
    })
    first.page.advance(1_000)
    const { client, captured, settle, events } = start({
      browser: first.browser,
      page: { seed: 2 },
      config: { bootstrap },
    })
    client.capture('e')
    expect(client.get_distinct_id()).toBe(expectedId)
    expect(captured[0]!.properties.$is_identified).toBe(isIdentified)
    await settle(2_000)
    expect((await events()).map(({ event }) => event)).toEqual([...expected, 'e'])
  })
})

describe('alias (interface 6)', () => {
  it('captures $create_alias for the current id', () => {
    const { client, captured } = start()
    const id = client.get_distinct_id()
    expect(client.alias('u1')).toBe(captured[0])
    expect(captured[0]).toMatchObject({
      event: '$create_alias',
      distinct_id: id,
      properties: { alias: 'u1' },
    })
  })

  it('captures $create_alias for the given original id', () => {
    const { client, captured } = start()
    client.alias('u1', 'old')
    expect(captured[0]).toMatchObject({ distinct_id: 'old', properties: { distinct_id: 'old', alias: 'u1' } })
  })

  it('identifies the visitor when the alias is the current id', () => {
    const { client, names } = start()
    expect(client.alias(client.get_distinct_id())).toBe(-1)
    expect(names()).toEqual(['$set'])
  })
})

describe('group (interface 6)', () => {
  it('captures $groupidentify once, and adds $groups to every event', () => {
    const { client, captured } = start()
    client.group('company', 'acme', { size: 5 })
    client.group('company', 'acme')
    client.capture('e')
    expect(captured.map(({ event }) => event)).toEqual(['$groupidentify', 'e'])
    expect(captured[0]!.properties).toMatchObject({
      $group_type: 'company',
      $group_key: 'acme',
      $group_set: { size: 5 },
    })
    expect(captured[1]!.properties).toMatchObject({
      $groups: { company: 'acme' },
      $process_person_profile: true,
    })
    expect(client.getGroups()).toEqual({ company: 'acme' })
  })

  it('captures one $groupidentify for equal calls, and another one after a change or a reset (R35)', () => {
    const { client, captured } = start()
    const sizes = () => captured.map(({ properties }) => (properties.$group_set as { size: number }).size)
    for (const size of [5, 5, 6, 5, 5]) {
      client.group('company', 'acme', { size })
      client.group('team', 'blue', { size: 1 })
    }
    expect(sizes()).toEqual([5, 1, 6, 5])
    client.reset()
    client.group('company', 'acme', { size: 5 })
    expect(sizes()).toEqual([5, 1, 6, 5, 5])
  })

  it('merges $groups of an event into those of the visitor', () => {
    const { client, captured } = start()
    client.group('company', 'acme')
    client.capture('e', { $groups: { team: 7 } })
    expect(captured[1]!.properties.$groups).toEqual({ company: 'acme', team: 7 })
  })

  it('removes the properties of the previous group', async () => {
    const { client, settle, flagRequests } = start()
    client.group('company', 'acme', { size: 5 })
    client.group('company', 'other', { city: 'x' })
    await settle(1_000)
    expect(flagRequests().at(-1)).toMatchObject({
      groups: { company: 'other' },
      group_properties: { company: { city: 'x' } },
    })
    expect(flagRequests().at(-1)!.group_properties).not.toHaveProperty('company.size')
  })

  it('is undone by resetGroups', () => {
    const { client, captured } = start()
    client.group('company', 'acme')
    client.resetGroups()
    client.capture('e')
    expect(client.getGroups()).toEqual({})
    expect(captured[1]!.properties).not.toHaveProperty('$groups')
  })

  const wrong: [type: unknown, key: unknown][] = [
    ['', 'a'],
    ['company', ''],
    [null, 'a'],
    ['company', undefined],
    ['x'.repeat(401), 'a'],
    ['company', 'x'.repeat(401)],
  ]
  it.each(wrong)('rejects type %j and key %j with an error (interface 8)', (type, key) => {
    const console = silenced()
    const { client, names } = start()
    client.group(type as string, key as string)
    expect([names(), client.getGroups()]).toEqual([[], {}])
    expect(console).toHaveBeenCalledTimes(1)
  })
})

describe('person_profiles', () => {
  it('processes a person after identify, with identified_only', () => {
    const { client, captured } = start()
    client.capture('a')
    client.identify('u1')
    client.capture('b')
    expect(captured.map(({ properties }) => properties.$process_person_profile)).toEqual([false, true, true])
    expect(captured[0]).not.toHaveProperty('$set_once')
  })

  it('processes a person for every visitor, with always', () => {
    const { client, captured } = start({ config: { person_profiles: 'always' } })
    client.capture('a')
    expect(captured[0]!.properties.$process_person_profile).toBe(true)
    expect(captured[0]!.$set_once).toMatchObject({ $initial_current_url: 'https://shop.test/' })
  })

  it('processes no person, but sends groups, with never', () => {
    const console = silenced()
    const { client, captured } = start({ config: { person_profiles: 'never' } })
    client.identify('u1')
    client.setPersonProperties({ a: 1 })
    client.alias('u2')
    client.createPersonProfile()
    client.unsetPersonProperties('a')
    client.group('company', 'acme')
    client.capture('e')
    expect(captured.map(({ event }) => event)).toEqual(['e'])
    expect(captured[0]!.properties).toMatchObject({
      $process_person_profile: false,
      $groups: { company: 'acme' },
    })
    expect(console).toHaveBeenCalledTimes(5)
  })

  it('processes a person after createPersonProfile', () => {
    const { client, captured } = start()
    client.createPersonProfile()
    client.createPersonProfile()
    client.capture('e')
    expect(captured.map(({ event }) => event)).toEqual(['$set', 'e'])
    expect(captured[1]!.properties.$process_person_profile).toBe(true)
  })
})

describe('$set_once', () => {
  it('contains the first touch, once per page and with each $identify', () => {
    const { client, captured } = start({
      page: { referrer: 'https://news.test/x', url: 'https://shop.test/a?utm_source=n' },
    })
    client.identify('u1')
    client.capture('e')
    expect(captured[0]!.$set_once).toMatchObject({
      $initial_utm_source: 'n',
      $initial_referring_domain: 'news.test',
      $initial_pathname: '/a',
      $session_entry_pathname: '/a',
    })
    expect(captured[1]).not.toHaveProperty('$set_once')
  })

  it.each<[string, (client: EarshotClient) => void]>([
    ['capture', client => client.capture('invited', { distinct_id: 'friend' })],
    ['alias', client => client.alias('friend@shop.test', 'friend')],
  ])('contains no first touch of the visitor when %s names somebody else (R03, D-766)', (_, act) => {
    const { client, captured } = start({
      config: { person_profiles: 'always' },
      page: { referrer: 'https://news.test/x', url: 'https://shop.test/a?utm_source=n' },
    })
    act(client)
    client.capture('e')
    expect(captured.map(({ distinct_id }) => distinct_id)).toEqual(['friend', client.get_distinct_id()])
    expect(captured[0]).not.toHaveProperty('$set_once')
    expect(captured[1]!.$set_once).toMatchObject({ $initial_pathname: '/a' })
  })

  it('contains the first page of the visitor on a later page', () => {
    const first = start({ page: { url: 'https://shop.test/first' } })
    first.client.capture('e')
    first.page.advance(1_000)
    const { client, captured } = start({
      browser: first.browser,
      page: { url: 'https://shop.test/later', seed: 2 },
    })
    client.identify('u1')
    expect(captured[0]!.$set_once).toMatchObject({ $initial_pathname: '/first' })
  })
})

describe('identity in another tab', () => {
  const twoTabs = async () => {
    const first = start({ service: { flags: { f: true } } })
    const second = start({ service: first.service, browser: first.browser, page: { seed: 2 } })
    await second.settle(1_000)
    first.client.identify('u1')
    return [first, second] as const
  }

  it('keeps the flags after a log-in until the next response', async () => {
    const [, { client }] = await twoTabs()
    expect([client.get_distinct_id(), client.getFeatureFlag('f')]).toEqual(['u1', true])
  })

  it('removes the flags after a log-out until the next response', async () => {
    const [first, { client, settle }] = await twoTabs()
    first.client.reset()
    expect(client.get_distinct_id()).toBe(first.client.get_distinct_id())
    expect(client.getFeatureFlag('f')).toBeUndefined()
    await settle(1_000)
    expect(client.getFeatureFlag('f')).toBe(true)
  })
})

describe('setPersonProperties (interface 6)', () => {
  it('captures equal properties once', () => {
    const { client, names } = start()
    client.setPersonProperties({ a: 1 })
    client.setPersonProperties({ a: 1 })
    client.setPersonProperties({ a: 2 })
    client.setPersonProperties()
    expect(names()).toEqual(['$set', '$set'])
  })
})

describe('unsetPersonProperties (interface 6)', () => {
  it('captures $unset and removes the properties from flags requests', async () => {
    const { client, captured, settle, service, flagRequests } = start()
    client.identify('u1', { a: 1, b: 2 })
    client.unsetPersonProperties(['a'])
    await settle(2_000)
    expect(captured[1]!.properties.$unset).toEqual(['a'])
    const [person] = await service.state.persons()
    expect(person!.properties).not.toHaveProperty('a')
    expect(flagRequests().at(-1)!.person_properties).toMatchObject({ b: 2 })
    expect(flagRequests().at(-1)!.person_properties).not.toHaveProperty('a')
  })
})

describe('people and setInternalOrTestUser', () => {
  it('capture $set', () => {
    const { client, captured } = start()
    client.people.set('a', 1)
    client.people.set_once({ b: 2 })
    client.setInternalOrTestUser()
    expect(captured.map(({ properties: { $set, $set_once } }) => [$set, $set_once])).toEqual([
      [{ a: 1 }, {}],
      [{}, { b: 2 }],
      [{ $internal_or_test_user: true }, {}],
    ])
  })

  it('lose no property of a person to the rate limit (D-773)', async () => {
    const { client, settle, service } = start()
    client.identify('u1')
    const names = Array.from({ length: 150 }, (_, i) => `p${i}`)
    for (const name of names) client.people.set(name, 1)
    client.unsetPersonProperties('p0')
    await settle(10_000)
    const [person] = await service.state.persons()
    expect(Object.keys(person!.properties)).toEqual(expect.arrayContaining(names.slice(1)))
    expect(person!.properties).not.toHaveProperty('p0')
  })

  it.each([false, true])(
    'read each property a few times when many are set one by one, reloading paused: %s (R01)',
    async isPaused => {
      let urls = 0
      const mask_url = (url: string) => {
        urls++
        return url
      }
      const { client, settle } = start({ config: { mask_url } })
      client.identify('u1')
      await settle(5_000)
      client.featureFlags.setReloadingPaused(isPaused)
      const before = urls
      for (let i = 0; i < 100; i++) client.people.set(`p${i}`, `https://shop.test/${i}`)
      await settle(5_000)
      expect(urls - before).toBeLessThan(1_000)
    },
  )
})

describe('reset', () => {
  it('starts an anonymous visitor with the same device id, a new session and no registered properties', async () => {
    const { client, captured, settle, flagRequests } = start()
    client.identify('u1')
    client.register({ a: 1 })
    client.register_for_session({ b: 1 })
    client.group('company', 'acme')
    await settle(1_000)
    const requests = flagRequests().length
    const before = captured.at(-1)!.properties
    client.reset()
    client.capture('e')
    await settle(1_000)
    const after = captured.at(-1)!.properties
    expect(after.$device_id).toBe(before.$device_id)
    expect(after.$is_identified).toBe(false)
    for (const name of ['distinct_id', '$session_id', '$window_id'])
      expect([name, after[name] === before[name], typeof after[name]]).toEqual([name, false, 'string'])
    for (const name of ['a', 'b', '$groups', '$user_id']) expect(after).not.toHaveProperty(name)
    expect(flagRequests()).toHaveLength(requests + 1)
  })

  it.each([false, 'false', 'False', '0'])('keeps the device id with resetDeviceID: %j (D-801)', value => {
    const { client, captured } = start()
    client.capture('a')
    client.reset({ resetDeviceID: value as boolean })
    client.capture('b')
    expect(captured[1]!.properties.$device_id).toBe(captured[0]!.properties.$device_id)
  })

  it.each([[true], [{ resetDeviceID: true }]])('creates a new device id with %j', options => {
    const { client, captured } = start()
    client.capture('a')
    client.reset(options)
    client.capture('b')
    expect(captured[1]!.properties.$device_id).not.toBe(captured[0]!.properties.$device_id)
  })

  it('keeps queued events', async () => {
    const { client, settle, events } = start()
    client.capture('a')
    client.reset()
    await settle(1_000)
    expect((await events()).map(({ event }) => event)).toEqual(['a'])
  })

  it('discards properties that are not stored yet', () => {
    const { client, page, browser } = start()
    client.register({ a: 1 })
    client.reset()
    page.advance(1_000)
    expect(JSON.parse(browser.local.entries.get('ph_phc_demo_posthog')!)).not.toHaveProperty('a')
  })
})

describe('register', () => {
  it('adds properties to every event, also on later pages', () => {
    const { client, page, browser, tab } = start()
    client.register({ a: 1, when: new Date(0) })
    page.advance(1_000)
    const next = start({ browser, tab, page: { seed: 2 } })
    next.client.capture('e')
    expect(next.captured[0]!.properties).toMatchObject({ a: 1, when: '1970-01-01T00:00:00.000Z' })
  })

  it('yields to properties of the event', () => {
    const { client, captured } = start()
    client.register({ a: 1 })
    client.capture('e', { a: 2 })
    expect(captured[0]!.properties.a).toBe(2)
  })

  it('overrides the referrer of the tab', () => {
    const { client, captured } = start({ page: { referrer: 'https://news.test/' } })
    client.register({ $referrer: 'x' })
    client.capture('e')
    expect(captured[0]!.properties).toMatchObject({ $referrer: 'x', $referring_domain: 'news.test' })
  })

  it('is undone by unregister', () => {
    const { client, captured } = start()
    client.register({ a: 1 })
    client.unregister('a')
    client.capture('e')
    expect(captured[0]!.properties).not.toHaveProperty('a')
  })
})

describe('register_once', () => {
  it('keeps an existing value unless it is the default value', () => {
    const { client } = start()
    client.register({ a: 1, b: 'None' })
    client.register_once({ a: 2, b: 2, c: 2 })
    expect(['a', 'b', 'c'].map(client.get_property)).toEqual([1, 2, 2])
  })
})

describe('register_for_session', () => {
  it('adds properties until the session expires', () => {
    const { client, page, captured } = start()
    client.register_for_session({ s: 1 })
    client.capture('a')
    expect(client.getSessionProperty('s')).toBe(1)
    page.advance(31 * 60_000)
    client.capture('b')
    client.capture('c')
    expect(captured.map(({ properties }) => properties.s)).toEqual([1, undefined, undefined])
  })

  it('is undone by unregister_for_session', () => {
    const { client, captured } = start()
    client.register_for_session({ s: 1, t: 2 })
    client.register_for_session({ $referrer: 'mine' })
    client.unregister_for_session('s')
    client.unregister_for_session('$referrer')
    client.capture('a')
    // The automatic value of the session is visible again.
    expect(captured[0]!.properties).toMatchObject({ t: 2, $referrer: '$direct' })
    expect(captured[0]!.properties.s).toBeUndefined()
  })
})

describe('properties from the page', () => {
  it.each([
    ['capture', (client: EarshotClient, input: object) => client.capture('e', input as Properties)],
    ['register', (client: EarshotClient, input: object) => client.register(input as Properties)],
    ['register_once', (client: EarshotClient, input: object) => client.register_once(input as Properties)],
    [
      'register_for_session',
      (client: EarshotClient, input: object) => client.register_for_session(input as Properties),
    ],
    [
      'setPersonProperties',
      (client: EarshotClient, input: object) => client.setPersonProperties(input as Properties),
    ],
    [
      'setPersonPropertiesForFlags',
      (client: EarshotClient, input: object) => client.setPersonPropertiesForFlags(input as Properties),
    ],
    ['group', (client: EarshotClient, input: object) => client.group('__proto__', 'g', input as Properties)],
    [
      'updateFlags',
      (client: EarshotClient, input: object) => client.updateFlags(input as Record<string, boolean>),
    ],
  ])('with a __proto__ key change no prototype and are sent: %s', async (_, call) => {
    const { client, settle, service } = start()
    call(client, JSON.parse('{"__proto__":{"polluted":1},"own":true}'))
    client.capture('e')
    await settle(1_000)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    const bodies = service.state.requests().map(({ body }) => body)
    expect(JSON.stringify(bodies)).toContain('"own"')
  })

  it('without a JSON form do not prevent storing the rest', () => {
    const { client, page, browser } = start()
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    client.register({ cycle, n: 1n })
    client.register({ a: 1 })
    page.advance(1_000)
    expect(JSON.parse(browser.local.entries.get('ph_phc_demo_posthog')!)).toMatchObject({ a: 1, n: '1' })
  })
})
