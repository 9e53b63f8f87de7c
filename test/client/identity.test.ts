import { describe, expect, it, vi } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import { normalizeDistinctId } from '../../src/client/identity'
import type { CapturedEvent, Properties } from '../../src/wire/event'
import { type StartOptions, startClient } from '../support/startClient'

const silenced = () => vi.spyOn(console, 'error').mockImplementation(() => {})

/** A client without page views, and the events it makes. */
function start(options: StartOptions = {}) {
  const made: CapturedEvent[] = []
  const config: Partial<Config> = { capture_pageview: false, ...options.config }
  const started = startClient({ ...options, config })
  started.client.on('eventCaptured', event => made.push(event))
  const flagRequests = () =>
    started.service.state
      .requests()
      .filter(({ path }) => path === '/flags')
      .map(({ body }) => body as Record<string, unknown>)
  return { ...started, made, names: () => made.map(({ event }) => event), flagRequests }
}

describe('an id that names nobody', () => {
  const worthless: unknown[] = [
    ...['', '  ', null, undefined, 'undefined', 'NULL', 'distinct_id', 'DistinctId', 'anonymous', 'guest'],
    ...[0, '0', Number.NaN, 'NaN', true, 'true', {}, '[object Object]', [], '"null"', '$posthog_cookieless'],
    'x'.repeat(201),
  ]
  it.each(worthless.map(id => [id]))('%j is refused with an error, and nothing changes', id => {
    const console = silenced()
    const { client, names } = start()
    const before = client.get_distinct_id()
    client.identify(id as string)
    client.alias(id as string)
    expect(client.get_distinct_id()).toBe(before)
    expect(names()).toEqual([])
    expect(console).toHaveBeenCalledTimes(2)
  })

  const usable: [given: unknown, expected: string][] = [
    [42, '42'],
    ['u1', 'u1'],
    ['a@b.test', 'a@b.test'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['null island', 'null island'],
  ]
  it.each(usable)('%j is none of them', (given, expected) =>
    expect(normalizeDistinctId(given)).toBe(expected),
  )
})

describe('identify', () => {
  it('interface 6: tells the id before and the id from now on', () => {
    const { client, made } = start()
    const anonymous = client.get_distinct_id()
    client.identify('u1', { plan: 'pro' }, { first: 'x' })
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({
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

  it('interface 6: makes one person of two ids', async () => {
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
    ['with nothing is nothing', [], []],
    ['with the same properties is nothing', [{ plan: 'pro' }], []],
    ['with other properties is one $set', [{ plan: 'free' }], ['$set']],
    ['with properties to set once is one $set', [undefined, { first: 1 }], ['$set']],
  ]
  it.each(repeats)('again as the same person, %s', (_, again, expected) => {
    const { client, names } = start()
    client.identify('u1', { plan: 'pro' })
    client.identify('u1', ...(again as []))
    expect(names().slice(1)).toEqual(expected)
  })

  it('as another person changes the id without an event, and asks for the flags', async () => {
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

  it('as the id that was bootstrapped for somebody unknown is one $set', () => {
    const { client, made } = start({ config: { bootstrap: { distinctID: 'x1' } } })
    client.identify('x1')
    expect(made.map(({ event, distinct_id }) => [event, distinct_id])).toEqual([['$set', 'x1']])
    expect(made[0]!.properties.$is_identified).toBe(true)
  })

  it('outlives the page', () => {
    const { client, browser, tab } = start()
    client.identify('u1')
    const next = start({ browser, tab, page: { seed: 2 } })
    expect(next.client.get_distinct_id()).toBe('u1')
    next.client.capture('e')
    expect(next.made[0]!.properties.$is_identified).toBe(true)
  })

  it('works while nothing may be captured', () => {
    const { client, names } = start({ config: { opt_out_capturing_by_default: true } })
    client.identify('u1')
    expect(client.get_distinct_id()).toBe('u1')
    expect(names()).toEqual([])
    client.opt_in_capturing({ captureEventName: false })
    client.capture('e')
    expect(client.get_distinct_id()).toBe('u1')
  })

  it('takes properties that are no JSON', async () => {
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
    given: object,
    expected: [id: string, identified: boolean],
    events: string[],
  ]
  const rows: Row[] = [
    ['nobody known, a visitor', {}, { distinctID: 'x' }, ['x', false], []],
    ['nobody known, a person', {}, { distinctID: 'x', isIdentifiedID: true }, ['x', true], []],
    [
      'a visitor known, a person',
      { id: 'a' },
      { distinctID: 'x', isIdentifiedID: true },
      ['x', true],
      ['$identify'],
    ],
    [
      'a person known, another person',
      { id: 'p', identified: true },
      { distinctID: 'x', isIdentifiedID: true },
      ['p', true],
      [],
    ],
    ['a visitor known, another visitor', { id: 'a' }, { distinctID: 'x' }, ['x', false], []],
    ['somebody known, nobody', { id: 'a' }, { distinctID: 'undefined' }, ['a', false], []],
  ]
  it.each(rows)('%s', async (_, { id, identified }, given, [expectedId, isIdentified], expected) => {
    silenced()
    const first = start({
      init: id !== undefined,
      config: { bootstrap: { distinctID: id, isIdentifiedID: identified } },
    })
    first.page.advance(1_000)
    const { client, made, settle, events } = start({
      browser: first.browser,
      page: { seed: 2 },
      config: { bootstrap: given },
    })
    client.capture('e')
    expect(client.get_distinct_id()).toBe(expectedId)
    expect(made[0]!.properties.$is_identified).toBe(isIdentified)
    await settle(2_000)
    expect((await events()).map(({ event }) => event)).toEqual([...expected, 'e'])
  })
})

describe('alias', () => {
  it('interface 6: the id of the event is merged into the alias', () => {
    const { client, made } = start()
    const id = client.get_distinct_id()
    expect(client.alias('u1')).toBe(made[0])
    expect(made[0]).toMatchObject({ event: '$create_alias', distinct_id: id, properties: { alias: 'u1' } })
  })

  it('of another id than the own one is an event of that id', () => {
    const { client, made } = start()
    client.alias('u1', 'old')
    expect(made[0]).toMatchObject({ distinct_id: 'old', properties: { distinct_id: 'old', alias: 'u1' } })
  })

  it('of the id itself is an identify', () => {
    const { client, names } = start()
    expect(client.alias(client.get_distinct_id())).toBe(-1)
    expect(names()).toEqual(['$set'])
  })
})

describe('groups', () => {
  it('interface 6: are told once, and go along with every event', () => {
    const { client, made } = start()
    client.group('company', 'acme', { size: 5 })
    client.group('company', 'acme')
    client.capture('e')
    expect(made.map(({ event }) => event)).toEqual(['$groupidentify', 'e'])
    expect(made[0]!.properties).toMatchObject({
      $group_type: 'company',
      $group_key: 'acme',
      $group_set: { size: 5 },
    })
    expect(made[1]!.properties).toMatchObject({ $groups: { company: 'acme' }, $process_person_profile: true })
    expect(client.getGroups()).toEqual({ company: 'acme' })
  })

  it('of one event are laid over those of the visitor', () => {
    const { client, made } = start()
    client.group('company', 'acme')
    client.capture('e', { $groups: { team: 7 } })
    expect(made[1]!.properties.$groups).toEqual({ company: 'acme', team: 7 })
  })

  it('forget the properties of the group before', async () => {
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

  it('end with resetGroups', () => {
    const { client, made } = start()
    client.group('company', 'acme')
    client.resetGroups()
    client.capture('e')
    expect(client.getGroups()).toEqual({})
    expect(made[1]!.properties).not.toHaveProperty('$groups')
  })

  const wrong: [type: unknown, key: unknown][] = [
    ['', 'a'],
    ['company', ''],
    [null, 'a'],
    ['company', undefined],
    ['x'.repeat(401), 'a'],
    ['company', 'x'.repeat(401)],
  ]
  it.each(wrong)('interface 8: %j, %j is refused with an error', (type, key) => {
    const console = silenced()
    const { client, names } = start()
    client.group(type as string, key as string)
    expect([names(), client.getGroups()]).toEqual([[], {}])
    expect(console).toHaveBeenCalledTimes(1)
  })
})

describe('who becomes a person', () => {
  it('nobody, until somebody is identified', () => {
    const { client, made } = start()
    client.capture('a')
    client.identify('u1')
    client.capture('b')
    expect(made.map(({ properties }) => properties.$process_person_profile)).toEqual([false, true, true])
    expect(made[0]).not.toHaveProperty('$set_once')
  })

  it('everybody, where the configuration says `always`', () => {
    const { client, made } = start({ config: { person_profiles: 'always' } })
    client.capture('a')
    expect(made[0]!.properties.$process_person_profile).toBe(true)
    expect(made[0]!.$set_once).toMatchObject({ $initial_current_url: 'https://shop.test/' })
  })

  it('nobody at all, where it says `never`; groups still go along', () => {
    const console = silenced()
    const { client, made } = start({ config: { person_profiles: 'never' } })
    client.identify('u1')
    client.setPersonProperties({ a: 1 })
    client.alias('u2')
    client.createPersonProfile()
    client.unsetPersonProperties('a')
    client.group('company', 'acme')
    client.capture('e')
    expect(made.map(({ event }) => event)).toEqual(['e'])
    expect(made[0]!.properties).toMatchObject({
      $process_person_profile: false,
      $groups: { company: 'acme' },
    })
    expect(console).toHaveBeenCalledTimes(5)
  })

  it('whoever asks to be one', () => {
    const { client, made } = start()
    client.createPersonProfile()
    client.createPersonProfile()
    client.capture('e')
    expect(made.map(({ event }) => event)).toEqual(['$set', 'e'])
    expect(made[1]!.properties.$process_person_profile).toBe(true)
  })

  it('tells where the visitor came from once a page, and with each $identify', () => {
    const { client, made } = start({
      page: { referrer: 'https://news.test/x', url: 'https://shop.test/a?utm_source=n' },
    })
    client.identify('u1')
    client.capture('e')
    expect(made[0]!.$set_once).toMatchObject({
      $initial_utm_source: 'n',
      $initial_referring_domain: 'news.test',
      $initial_pathname: '/a',
      $session_entry_pathname: '/a',
    })
    expect(made[1]).not.toHaveProperty('$set_once')
  })

  it('of their very first page, many pages later', () => {
    const first = start({ page: { url: 'https://shop.test/first' } })
    first.client.capture('e')
    first.page.advance(1_000)
    const { client, made } = start({
      browser: first.browser,
      page: { url: 'https://shop.test/later', seed: 2 },
    })
    client.identify('u1')
    expect(made[0]!.$set_once).toMatchObject({ $initial_pathname: '/first' })
  })
})

describe('in another tab', () => {
  const twoTabs = async () => {
    const first = start({ service: { flags: { f: true } } })
    const second = start({ service: first.service, browser: first.browser, page: { seed: 2 } })
    await second.settle(1_000)
    first.client.identify('u1')
    return [first, second] as const
  }

  it('a log-in is of the same visitor, whose flags stay until they are answered anew', async () => {
    const [, { client }] = await twoTabs()
    expect([client.get_distinct_id(), client.getFeatureFlag('f')]).toEqual(['u1', true])
  })

  it('a log-out makes flags of who was logged in unknown here too, until they are answered anew', async () => {
    const [first, { client, settle }] = await twoTabs()
    first.client.reset()
    expect(client.get_distinct_id()).toBe(first.client.get_distinct_id())
    expect(client.getFeatureFlag('f')).toBeUndefined()
    await settle(1_000)
    expect(client.getFeatureFlag('f')).toBe(true)
  })
})

describe('person properties', () => {
  it('are sent once when they are set twice', () => {
    const { client, names } = start()
    client.setPersonProperties({ a: 1 })
    client.setPersonProperties({ a: 1 })
    client.setPersonProperties({ a: 2 })
    client.setPersonProperties()
    expect(names()).toEqual(['$set', '$set'])
  })

  it('interface 6: are taken away with $unset', async () => {
    const { client, made, settle, service, flagRequests } = start()
    client.identify('u1', { a: 1, b: 2 })
    client.unsetPersonProperties(['a'])
    await settle(2_000)
    expect(made[1]!.properties.$unset).toEqual(['a'])
    const [person] = await service.state.persons()
    expect(person!.properties).not.toHaveProperty('a')
    expect(flagRequests().at(-1)!.person_properties).toMatchObject({ b: 2 })
    expect(flagRequests().at(-1)!.person_properties).not.toHaveProperty('a')
  })

  it('have short words too', () => {
    const { client, made } = start()
    client.people.set('a', 1)
    client.people.set_once({ b: 2 })
    client.setInternalOrTestUser()
    expect(made.map(({ properties: { $set, $set_once } }) => [$set, $set_once])).toEqual([
      [{ a: 1 }, {}],
      [{}, { b: 2 }],
      [{ $internal_or_test_user: true }, {}],
    ])
  })
})

describe('reset', () => {
  it('makes an unknown visitor on the same device, in a new session, with nothing registered', async () => {
    const { client, made, settle, flagRequests } = start()
    client.identify('u1')
    client.register({ a: 1 })
    client.register_for_session({ b: 1 })
    client.group('company', 'acme')
    await settle(1_000)
    const requests = flagRequests().length
    const before = made.at(-1)!.properties
    client.reset()
    client.capture('e')
    await settle(1_000)
    const after = made.at(-1)!.properties
    expect(after.$device_id).toBe(before.$device_id)
    expect(after.$is_identified).toBe(false)
    for (const name of ['distinct_id', '$session_id', '$window_id'])
      expect([name, after[name] === before[name], typeof after[name]]).toEqual([name, false, 'string'])
    for (const name of ['a', 'b', '$groups', '$user_id']) expect(after).not.toHaveProperty(name)
    expect(flagRequests()).toHaveLength(requests + 1)
  })

  it.each([[true], [{ resetDeviceID: true }]])('with %j makes the device a new one', options => {
    const { client, made } = start()
    client.capture('a')
    client.reset(options)
    client.capture('b')
    expect(made[1]!.properties.$device_id).not.toBe(made[0]!.properties.$device_id)
  })

  it('keeps what waits to be sent', async () => {
    const { client, settle, events } = start()
    client.capture('a')
    client.reset()
    await settle(1_000)
    expect((await events()).map(({ event }) => event)).toEqual(['a'])
  })

  it('is not undone by what was about to be stored', () => {
    const { client, page, browser } = start()
    client.register({ a: 1 })
    client.reset()
    page.advance(1_000)
    expect(JSON.parse(browser.local.entries.get('ph_phc_demo_posthog')!)).not.toHaveProperty('a')
  })
})

describe('what is registered', () => {
  it('goes along with every event, on later pages too', () => {
    const { client, page, browser, tab } = start()
    client.register({ a: 1, when: new Date(0) })
    page.advance(1_000)
    const next = start({ browser, tab, page: { seed: 2 } })
    next.client.capture('e')
    expect(next.made[0]!.properties).toMatchObject({ a: 1, when: '1970-01-01T00:00:00.000Z' })
  })

  it('loses against the properties of an event', () => {
    const { client, made } = start()
    client.register({ a: 1 })
    client.capture('e', { a: 2 })
    expect(made[0]!.properties.a).toBe(2)
  })

  it('wins against the referrer of the tab', () => {
    const { client, made } = start({ page: { referrer: 'https://news.test/' } })
    client.register({ $referrer: 'x' })
    client.capture('e')
    expect(made[0]!.properties).toMatchObject({ $referrer: 'x', $referring_domain: 'news.test' })
  })

  it('once, is not replaced, unless it has the standard value', () => {
    const { client } = start()
    client.register({ a: 1, b: 'None' })
    client.register_once({ a: 2, b: 2, c: 2 })
    expect(['a', 'b', 'c'].map(client.get_property)).toEqual([1, 2, 2])
  })

  it('ends with unregister', () => {
    const { client, made } = start()
    client.register({ a: 1 })
    client.unregister('a')
    client.capture('e')
    expect(made[0]!.properties).not.toHaveProperty('a')
  })

  it('for the session, ends with it', () => {
    const { client, page, made } = start()
    client.register_for_session({ s: 1 })
    client.capture('a')
    expect(client.getSessionProperty('s')).toBe(1)
    page.advance(31 * 60_000)
    client.capture('b')
    client.capture('c')
    expect(made.map(({ properties }) => properties.s)).toEqual([1, undefined, undefined])
  })

  it('for the session, ends with unregister_for_session', () => {
    const { client, made } = start()
    client.register_for_session({ s: 1, t: 2 })
    client.register_for_session({ $referrer: 'mine' })
    client.unregister_for_session('s')
    client.unregister_for_session('$referrer')
    client.capture('a')
    // What is known of the session without the page comes back.
    expect(made[0]!.properties).toMatchObject({ t: 2, $referrer: '$direct' })
    expect(made[0]!.properties.s).toBeUndefined()
  })

  it.each([
    ['capture', (client: EarshotClient, given: object) => client.capture('e', given as Properties)],
    ['register', (client: EarshotClient, given: object) => client.register(given as Properties)],
    ['register_once', (client: EarshotClient, given: object) => client.register_once(given as Properties)],
    [
      'register_for_session',
      (client: EarshotClient, given: object) => client.register_for_session(given as Properties),
    ],
    [
      'setPersonProperties',
      (client: EarshotClient, given: object) => client.setPersonProperties(given as Properties),
    ],
    [
      'setPersonPropertiesForFlags',
      (client: EarshotClient, given: object) => client.setPersonPropertiesForFlags(given as Properties),
    ],
    ['group', (client: EarshotClient, given: object) => client.group('__proto__', 'g', given as Properties)],
    [
      'updateFlags',
      (client: EarshotClient, given: object) => client.updateFlags(given as Record<string, boolean>),
    ],
  ])('a bag with __proto__ in it reaches no other object by %s, and the rest counts', async (_, put) => {
    const { client, settle, service } = start()
    put(client, JSON.parse('{"__proto__":{"polluted":1},"own":true}'))
    client.capture('e')
    await settle(1_000)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    const bodies = service.state.requests().map(({ body }) => body)
    expect(JSON.stringify(bodies)).toContain('"own"')
  })

  it('that is no JSON does not keep the rest from being stored', () => {
    const { client, page, browser } = start()
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    client.register({ cycle, n: 1n })
    client.register({ a: 1 })
    page.advance(1_000)
    expect(JSON.parse(browser.local.entries.get('ph_phc_demo_posthog')!)).toMatchObject({ a: 1, n: '1' })
  })
})
