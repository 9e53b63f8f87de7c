import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import type { FlagsRequest } from '../../src/wire/flag'
import { flag, replyOf, scripted } from '../support/flagReplies'
import { type Started, type StartOptions, startClient } from '../support/startClient'

type Body = FlagsRequest & Record<string, unknown>

const flagsRequests = async ({ service }: Started) =>
  (await service.state.requests()).filter(request => request.path.startsWith('/flags'))
const bodies = async (started: Started) => (await flagsRequests(started)).map(request => request.body as Body)
const calls = async (started: Started) => {
  await started.settle(2000)
  return (await started.events())
    .filter(event => event.event === '$feature_flag_called')
    .map(event => event.properties)
}
const start = async (options: StartOptions = {}) => {
  const started = startClient({ service: { flags: { on: true, off: false, price: 'b' } }, ...options })
  await started.settle(1000)
  return started
}
describe('flags request (interface 4.3)', () => {
  it('is sent once, with key, person, groups and their properties', async () => {
    const started = startClient({ init: false, service: { flags: { on: true } } })
    started.client.init('phc_demo', {
      api_host: 'https://events.test',
      fetch: started.service.fetch as typeof fetch,
      compression: 'none',
      evaluation_environments: ['web'],
      loaded: client => {
        client.group('company', 'acme', { seats: 5 })
        client.setPersonPropertiesForFlags({ plan: 'pro' }, false)
      },
    })
    await started.settle(1000)
    const sent = await bodies(started)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      api_key: 'phc_demo',
      distinct_id: started.client.get_distinct_id(),
      groups: { company: 'acme' },
      group_properties: { company: { seats: 5 } },
      person_properties: { plan: 'pro', $initial_host: 'shop.test' },
      evaluation_environments: ['web'],
    })
    expect((await flagsRequests(started))[0]!.query).toMatchObject({ v: '2', config: 'true' })
  })

  it('contains the time zone', async () => {
    const started = await start()
    expect((await bodies(started)).map(({ timezone }) => timezone)).toEqual(['Europe/Berlin'])
  })

  it('asks for the configuration only in the first request', async () => {
    const started = await start()
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect((await flagsRequests(started)).map(({ query }) => query.config)).toEqual(['true', undefined])
  })

  it('is sent once for three reloads in a row', async () => {
    const started = await start()
    for (let i = 0; i < 3; i++) started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(await flagsRequests(started)).toHaveLength(2)
  })

  it('is sent again when the group changes in flight, and the outdated flags are ignored', async () => {
    const { sent, config } = scripted(replyOf({ x: false }), replyOf({ x: true }))
    const started = startClient({ config })
    const seen: unknown[] = []
    started.client.onFeatureFlags(() => seen.push(started.client.getFeatureFlag('x', { send_event: false })))
    started.client.group('org', 'o1')
    await started.settle(100)
    expect(sent.map(({ groups }) => groups)).toEqual([undefined, { org: 'o1' }])
    expect(seen).toEqual([true])
  })

  it('contains the anonymous id after identify, until the first response for the person', async () => {
    const started = await start()
    const before = started.client.get_distinct_id()
    started.client.identify('u1')
    await started.settle(100)
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect((await bodies(started)).map(body => [body.distinct_id, body.$anon_distinct_id])).toEqual([
      [before, undefined],
      ['u1', before],
      ['u1', undefined],
    ])
  })

  it('is sent once for a burst of identity changes, and not for calls that change nothing', async () => {
    const started = await start()
    let loops = 0
    started.client.onFeatureFlags(() => {
      loops++
      started.client.group('org', 'o1')
    })
    await started.settle(100)
    const before = (await flagsRequests(started)).length
    started.client.identify('u1', { plan: 'pro' })
    started.client.identify('u1')
    started.client.group('org', 'o1')
    started.client.group('org', 'o1')
    await started.settle(500)
    expect((await flagsRequests(started)).length - before).toBe(1)
    expect(loops).toBeLessThan(5)
  })

  it('restricts the evaluation to flag_keys, also to none', async () => {
    for (const flag_keys of [['on'], [], undefined]) {
      const [body] = await bodies(await start({ config: { flag_keys: flag_keys as string[] } }))
      expect(body!.flag_keys).toEqual(flag_keys)
    }
  })

  it('leaves out empty environments', async () => {
    const started = await start({ config: { evaluation_environments: ['web', '', ' '] } })
    expect((await bodies(started))[0]!.evaluation_environments).toEqual(['web'])
  })

  it('evaluates no flags and keeps bootstrapped ones with advanced_disable_feature_flags', async () => {
    const started = await start({
      config: { advanced_disable_feature_flags: true, bootstrap: { featureFlags: { mine: 'a' } } },
    })
    expect((await bodies(started))[0]!.disable_flags).toBe(true)
    expect(started.client.featureFlags.getFlagVariants()).toEqual({ mine: 'a' })
  })

  it.each<[string, Partial<Config>]>([
    ['advanced_disable_flags', { advanced_disable_flags: true }],
    ['advanced_disable_feature_flags_on_first_load', { advanced_disable_feature_flags_on_first_load: true }],
    ['opt_out_capturing_by_default', { opt_out_capturing_by_default: true }],
  ])('is not sent with %s: callbacks run, and flags stay unknown', async (_, config) => {
    const started = await start({ config })
    const received: unknown[] = []
    started.client.onFeatureFlags((keys, _values, { errorsLoading }) => received.push([keys, errorsLoading]))
    await started.client.ready()
    expect(started.client.getFeatureFlag('on')).toBeUndefined()
    expect([received, await calls(started)]).toEqual([[[[], true]], []])
    expect(await flagsRequests(started)).toEqual([])
    started.client.opt_in_capturing({ captureEventName: false })
    started.client.reloadFeatureFlags()
    await started.settle(100)
    if (!config.advanced_disable_flags) expect(received.at(-1)).toEqual([['on', 'price'], false])
  })

  it('is not sent with advanced_disable_flags, and ready() resolves', async () => {
    const started = await start({ config: { advanced_disable_flags: true } })
    await started.client.ready()
    expect(await flagsRequests(started)).toEqual([])
  })

  it('is repeated every five minutes while the page is visible', async () => {
    const started = await start()
    await started.settle(300_000)
    expect(await flagsRequests(started)).toHaveLength(2)
    started.page.setVisible(false)
    await started.settle(600_000)
    expect(await flagsRequests(started)).toHaveLength(2)
    started.page.setVisible(true)
    await started.settle(100)
    expect(await flagsRequests(started)).toHaveLength(3)
  })
})

describe('flags response (interface 4.3)', () => {
  it('replaces all flags', async () => {
    const { config } = scripted(replyOf({ a: true, b: 'v2' }), replyOf({ a: true }))
    const started = await start({ config })
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(started.client.getAllFeatureFlags().map(({ key }) => key)).toEqual(['a'])
  })

  it('is merged into the known flags when the service could not compute some', async () => {
    const partial = {
      flags: { a: flag('a', true), b: flag('b', false, { failed: true }), c: flag('c', true) },
      errorsWhileComputingFlags: true,
    }
    const { config } = scripted(replyOf({ a: false, b: 'v2', d: true }), partial)
    const started = await start({ config })
    started.client.reloadFeatureFlags()
    await started.settle(100)
    const values = ['a', 'b', 'c', 'd'].map(key => started.client.getFeatureFlag(key, { send_event: false }))
    expect(values).toEqual([true, 'v2', true, true])
  })

  it.each([
    ['text', 'none'],
    ['null', null],
  ])('changes no flags when they are %s', async (_, flags) => {
    const { config } = scripted(replyOf({ a: true }), { flags })
    const started = await start({ config })
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(started.client.isFeatureEnabled('a', { send_event: false })).toBe(true)
  })

  it('ignores a flag that is text', async () => {
    const { config } = scripted({ flags: { a: 'b' } })
    const started = await start({ config })
    expect(started.client.getFeatureFlag('a', { send_event: false })).toBeUndefined()
  })

  it('changes no flags when the quota is exceeded, and calls back with errorsLoading', async () => {
    const limited = {
      flags: {},
      quotaLimited: ['feature_flags'],
      errorsWhileComputingFlags: false,
      surveys: [{ id: 's', type: 'api', questions: [{ type: 'open', question: '?' }] }],
    }
    const { config } = scripted(replyOf({ a: true }), limited)
    const started = await start({ config })
    const received: boolean[] = []
    started.client.onFeatureFlags((_, __, { errorsLoading }) => received.push(errorsLoading))
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(started.client.isFeatureEnabled('a', { send_event: false })).toBe(true)
    expect(received).toEqual([false, true])
    // The other parts of the reply are applied.
    const loaded: string[] = []
    started.client.getSurveys(surveys => loaded.push(...surveys.map(({ id }) => id)))
    expect(loaded).toEqual(['s'])
  })

  it.each([
    ['a network failure', 'fail'],
    ['status 500', 500],
    ['status 200 without JSON', 200],
    ['a timeout', 'never'],
    ['an exceeded quota', { flags: {}, quotaLimited: ['feature_flags'] }],
  ] as const)('calls back once with errorsLoading after %s', async (_, response) => {
    const { config } = scripted(response)
    const started = startClient({ config: { ...config, remote_config_refresh_interval_ms: 0 } })
    const received: boolean[] = []
    started.client.onFeatureFlags((_keys, _values, { errorsLoading }) => received.push(errorsLoading))
    const ready = started.client.ready()
    await started.settle(3000)
    await started.settle(500)
    await started.settle(3000)
    await ready
    expect(received).toEqual([true])
    expect(started.client.getFeatureFlag('a')).toBeUndefined()
    expect(started.errors.map(({ reason }) => reason)).toContain(
      typeof response === 'object' ? 'quota_limited' : 'flags',
    )
  })

  it('keeps the flags when a request fails', async () => {
    const { config } = scripted(replyOf({ a: 'x' }), 500)
    const started = await start({ config })
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(started.client.getFeatureFlag('a')).toBe('x')
  })

  it.each([502, 504])('is requested again once after status %i', async status => {
    const { sent, config } = scripted(status, replyOf({ a: true }))
    const started = startClient({ config })
    await started.settle(500)
    expect(sent).toHaveLength(2)
    expect(started.client.isFeatureEnabled('a')).toBe(true)
  })

  it('is requested again with growing delays until the first response', async () => {
    const { sent, config } = scripted(500, 500, replyOf({ a: true }))
    const started = startClient({ config })
    const counts: number[] = []
    for (const ms of [4_000, 2_000, 18_000, 4_000, 200_000, 150_000]) {
      await started.settle(ms)
      counts.push(sent.length)
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4])
    expect(started.client.isFeatureEnabled('a')).toBe(true)
  })

  it('is not requested after three failures without a response, until the browser is online', async () => {
    const { sent, config } = scripted('fail')
    const started = startClient({ config })
    for (let i = 0; i < 5; i++) {
      started.client.reloadFeatureFlags()
      await started.settle(100)
    }
    expect(sent).toHaveLength(3)
    started.page.goOnline()
    await started.settle(100)
    expect(sent).toHaveLength(4)
  })

  it('is ignored when it is for the person before a reset', async () => {
    const started = await start()
    started.client.identify('u1')
    await started.settle(100)
    started.client.reloadFeatureFlags()
    started.page.advance(5)
    started.client.reset()
    expect(started.client.getFeatureFlag('on')).toBeUndefined()
    await started.settle(100)
    expect((await bodies(started)).at(-1)!.distinct_id).toBe(started.client.get_distinct_id())
    expect(started.client.getFeatureFlag('on')).toBe(true)
  })

  it('cannot change the prototype of objects', async () => {
    const hostile = JSON.parse(
      '{"flags":{"__proto__":{"enabled":true},"ok":{"key":"ok","enabled":true}},"config":{"constructor":{"prototype":{"p":1}}}}',
    )
    const { config } = scripted(hostile as object)
    const started = await start({ config })
    expect(({} as Record<string, unknown>).enabled).toBeUndefined()
    expect(({} as Record<string, unknown>).p).toBeUndefined()
    expect(started.client.getFeatureFlag('ok')).toBe(true)
  })

  it('is ignored after shutdown, without a refresh or a retry', async () => {
    for (const status of [200, 502]) {
      let respond = () => {}
      let requests = 0
      const fetch = async (url: string | URL | Request) => {
        if (!String(url).includes('/flags')) return new Response('{"status":"Ok"}')
        requests++
        await new Promise<void>(resolve => {
          respond = resolve
        })
        return new Response('{"flags":{}}', { status })
      }
      const started = await start({ config: { fetch: fetch as typeof globalThis.fetch } })
      const done = started.client.shutdown()
      await started.settle()
      await done
      respond()
      await started.settle(1000)
      expect([requests, started.page.timers(), started.page.listeners()]).toEqual([1, 0, 0])
    }
  })

  it('is not requested again when shutdown comes before the retry', async () => {
    const { sent, config } = scripted(502)
    const started = await start({ config: { ...config, feature_flag_request_max_retries: 9 } })
    const done = started.client.shutdown()
    await started.settle()
    await done
    const before = sent.length
    await started.settle(1000)
    expect([sent.length - before, started.page.timers()]).toEqual([0, 0])
  })
})

describe('getFeatureFlag', () => {
  it.each(['constructor', 'toString', '__proto__'])('reads a flag named %s', async name => {
    const started = await start({ config: { bootstrap: { featureFlags: { other: true } } } })
    started.client.featureFlags.overrideFeatureFlags({ flags: { forced: true }, payloads: { forced: 1 } })
    expect(started.client.getFeatureFlagResult(name)).toBeUndefined()
    started.client.featureFlags.overrideFeatureFlags(false)
    started.client.updateFlags(Object.fromEntries([[name, 'b']]))
    expect(started.client.getFeatureFlagResult(name)).toEqual({ key: name, enabled: true, variant: 'b' })
    expect((await calls(started)).map(({ $feature_flag_response: value }) => value)).toEqual([undefined, 'b'])
    expect(started.errors).toEqual([])
  })

  it('returns undefined and reports nothing after reset, until the next response', async () => {
    const started = await start()
    started.client.reset()
    expect(started.client.getFeatureFlag('on')).toBeUndefined()
    expect(await calls(started)).toEqual([])
    expect(started.client.getFeatureFlag('on')).toBe(true)
  })

  it('accepts null as options', async () => {
    const { client } = await start()
    expect([client.getFeatureFlag('on', null!), client.isFeatureEnabled('on', null!)]).toEqual([true, true])
  })

  it('returns undefined and reports nothing before flags are known', async () => {
    const started = startClient({ service: { flags: { on: true } } })
    expect(started.client.getFeatureFlag('on')).toBeUndefined()
    expect(started.client.isFeatureEnabled('on')).toBeUndefined()
    expect(started.client.isFeatureEnabled('on', { defaultValue: true })).toBe(true)
    expect(await calls(started)).toEqual([])
  })

  it.each([
    ['on', true, true],
    ['off', false, false],
    ['price', 'b', true],
    ['missing', undefined, undefined],
  ] as const)('returns for the flag %s: %s, enabled %s', async (key, value, enabled) => {
    const { client } = await start()
    expect(client.getFeatureFlag(key)).toBe(value)
    expect(client.isFeatureEnabled(key)).toBe(enabled)
  })

  it.each([
    ['JSON', '{"limit":3}', { limit: 3 }],
    ['invalid JSON', '[1, 2', '[1, 2'],
    ['JSON text', '"plain"', 'plain'],
    ['absent', undefined, undefined],
    ['null', null, undefined],
    // R26: some services send values in place of their text.
    ['an empty text', '', ''],
    ['the text 0', '0', 0],
    ['the number 0', 0, 0],
    ['false', false, false],
    ['an object', { limit: 3 }, { limit: 3 }],
  ])('returns a payload that is %s', async (_, payload, expected) => {
    const { config } = scripted({
      flags: { a: flag('a', true, { metadata: { id: 1, version: 2, payload } }) },
    })
    const { client, browser, service } = await start({ config })
    expect(client.getFeatureFlagPayload('a')).toEqual(expected)
    expect(client.featureFlags.getFlagPayloads()).toEqual(expected === undefined ? {} : { a: expected })
    const next = startClient({ browser, service, page: { seed: 2, online: false } })
    expect(next.client.getFeatureFlagPayload('a')).toEqual(expected)
    expect(client.getFeatureFlagResult('a', { send_event: false })?.payload).toEqual(expected)
  })

  it('returns no payload of a disabled flag', async () => {
    const { config } = scripted({ flags: { a: flag('a', false, { metadata: { payload: '{"x":1}' } }) } })
    const { client } = await start({ config })
    expect(client.getFeatureFlagPayload('a')).toBeUndefined()
  })

  it('returns only values of a response to this page, with fresh', async () => {
    const started = await start({
      config: { bootstrap: { featureFlags: { on: true } }, advanced_disable_flags: true },
    })
    expect(started.client.getFeatureFlag('on', { send_event: false })).toBe(true)
    expect(started.client.getFeatureFlag('on', { fresh: true })).toBeUndefined()
  })

  it('returns undefined and reloads when flags are older than feature_flag_cache_ttl_ms', async () => {
    const started = await start({
      config: { feature_flag_cache_ttl_ms: 10_000, remote_config_refresh_interval_ms: 0 },
    })
    expect(started.client.getFeatureFlag('on')).toBe(true)
    await started.settle(10_000)
    expect(started.client.getFeatureFlag('on')).toBeUndefined()
    await started.settle(100)
    expect(started.client.getFeatureFlag('on')).toBe(true)
  })
})

describe('expired flags', () => {
  const TTL_MS = 10_000
  const expire = async () => {
    const started = await start({
      service: { flags: { on: true, price: { payload: { a: 1 } } } },
      config: { feature_flag_cache_ttl_ms: TTL_MS, remote_config_refresh_interval_ms: 0 },
    })
    started.page.advance(TTL_MS + 1)
    return started
  }
  const reads: [name: string, read: (client: Started['client']) => unknown, nothing: unknown][] = [
    ['getFeatureFlag', client => client.getFeatureFlag('price'), undefined],
    ['isFeatureEnabled', client => client.isFeatureEnabled('on'), undefined],
    ['getFeatureFlagPayload', client => client.getFeatureFlagPayload('price'), undefined],
    ['getFeatureFlagResult', client => client.getFeatureFlagResult('price'), undefined],
    ['getAllFeatureFlags', client => client.getAllFeatureFlags(), []],
    ['featureFlags.getFlags', client => client.featureFlags.getFlags(), []],
    ['featureFlags.getFlagVariants', client => client.featureFlags.getFlagVariants(), {}],
    ['featureFlags.getFlagPayloads', client => client.featureFlags.getFlagPayloads(), {}],
    ['featureFlags.getFlagsWithDetails', client => client.featureFlags.getFlagsWithDetails(), {}],
    [
      'onFeatureFlags',
      client => {
        const calls: unknown[] = []
        client.onFeatureFlags(keys => calls.push(...keys))()
        return calls
      },
      [],
    ],
  ]
  it.each(reads)('are left out of %s, which requests them again (R21)', async (_, read, nothing) => {
    const started = await expire()
    const requests = () => started.service.state.requests().filter(({ path }) => path === '/flags').length
    const before = requests()
    expect(read(started.client)).toEqual(nothing)
    await started.settle(100)
    expect(requests()).toBe(before + 1)
    expect(read(started.client)).not.toEqual(nothing)
  })

  it('are left out of events, subscribers and later values of the page (R21)', async () => {
    const started = await expire()
    expect(started.client.capture('e')!.properties).not.toHaveProperty('$active_feature_flags')
    const seen: string[][] = []
    started.client.onFeatureFlags(keys => seen.push(keys))
    started.client.updateFlags({ mine: true }, {}, { merge: true })
    expect(seen.at(-1)).toEqual(['mine'])
  })

  it('call no subscriber of the next page before the response (R21)', async () => {
    const first = await expire()
    const fetch = (() => new Promise(() => {})) as unknown as typeof globalThis.fetch
    const next = startClient({
      browser: first.browser,
      page: { now: first.page.now() },
      config: { feature_flag_cache_ttl_ms: TTL_MS, fetch },
    })
    const seen: string[][] = []
    next.client.onFeatureFlags(keys => seen.push(keys))
    expect([seen, next.client.featureFlags.hasLoadedFlags]).toEqual([[], false])
  })

  it('are requested a few times a minute while a listener reads them and requests fail (R21)', async () => {
    const { sent, config } = scripted(replyOf({ on: true }), 500)
    const started = await start({
      config: { ...config, feature_flag_cache_ttl_ms: TTL_MS, remote_config_refresh_interval_ms: 0 },
    })
    started.client.onFeatureFlags(() => started.client.isFeatureEnabled('on'))
    await started.settle(TTL_MS)
    started.client.isFeatureEnabled('on')
    for (let second = 0; second < 60; second++) await started.settle(1_000)
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.length).toBeLessThan(15)
  })

  const expiring: Partial<Config> = {
    feature_flag_cache_ttl_ms: TTL_MS,
    remote_config_refresh_interval_ms: 0,
  }

  it.each<[string, (started: Started) => void]>([
    ['an incomplete response', ({ client }) => client.reloadFeatureFlags()],
    ['a value of the page', ({ client }) => client.updateFlags({ mine: true }, {}, { merge: true })],
  ])('are not as new as %s without them (D-614)', async (_, addOthers) => {
    const { config } = scripted(
      replyOf({ old: true, other: true }),
      replyOf({ other: true }, { errorsWhileComputingFlags: true }),
    )
    const started = await start({ config: { ...config, ...expiring } })
    await started.settle(TTL_MS / 2)
    addOthers(started)
    await started.settle(TTL_MS / 4)
    expect(started.client.getFeatureFlag('old')).toBe(true)
    await started.settle(TTL_MS / 2)
    expect(started.client.getFeatureFlag('old')).toBeUndefined()
    await started.settle(1_000)
    expect(started.client.getFeatureFlag('other')).toBe(true)
  })

  it('are requested once when the clock of the visitor is ahead of that of the service (D-614)', async () => {
    const { sent, config } = scripted(replyOf({ on: true }, { evaluatedAt: Date.UTC(2026, 0, 1) }))
    const started = await start({ config: { ...config, ...expiring } })
    started.client.onFeatureFlags(() => void started.client.isFeatureEnabled('on'))
    for (let step = 0; step < 5; step++) await started.settle(100)
    expect([sent.length, started.client.getFeatureFlag('on')]).toEqual([1, true])
  })

  it('are those of a date that is far ahead too (D-614)', async () => {
    const first = await start({ page: { now: Date.UTC(2036, 0, 1) }, config: expiring })
    expect(first.client.getFeatureFlag('on')).toBe(true)
    const { config } = scripted('never')
    const next = await start({
      browser: first.browser,
      page: { seed: 2 },
      config: { ...config, ...expiring },
    })
    expect(next.client.getFeatureFlag('on')).toBeUndefined()
  })

  it('are not the bootstrapped ones that an incomplete response leaves (D-614)', async () => {
    const { config } = scripted(replyOf({ other: true }, { errorsWhileComputingFlags: true }))
    const bootstrap = { featureFlags: { mine: true } }
    const { client } = await start({ config: { ...config, ...expiring, bootstrap } })
    expect([client.getFeatureFlag('mine'), client.getFeatureFlag('other')]).toEqual([true, true])
  })

  it('do not end the overrides of the page (R21)', async () => {
    const started = await expire()
    started.client.featureFlags.overrideFeatureFlags({ on: 'mine' })
    expect(started.client.getFeatureFlag('on')).toBe('mine')
    expect(started.client.featureFlags.getFlags()).toEqual(['on'])
  })
})

describe('$feature_flag_called (interface 6)', () => {
  it('is captured once per value', async () => {
    const started = await start()
    for (let i = 0; i < 3; i++) started.client.getFeatureFlag('price')
    const reported = await calls(started)
    expect(reported).toHaveLength(1)
    expect(reported[0]).toMatchObject({
      $feature_flag: 'price',
      $feature_flag_response: 'b',
      $feature_flag_reason: 'Matched condition set 1',
      $used_bootstrap_value: false,
      '$feature/price': 'b',
    })
    expect(reported[0]).toHaveProperty('$feature_flag_request_id')
    expect(reported[0]).toHaveProperty('$feature_flag_id')
    expect(reported[0]).not.toHaveProperty('$feature_flag_error')
  })

  it('is captured again for another value and for another person', async () => {
    const { config } = scripted(replyOf({ p: 'a' }), replyOf({ p: 'b' }), replyOf({ p: 'b' }))
    const captured: unknown[] = []
    const started = await start({ config })
    started.client.on('eventCaptured', event => {
      if (event.event === '$feature_flag_called')
        captured.push([event.distinct_id === 'u1', event.properties.$feature_flag_response])
    })
    started.client.getFeatureFlag('p')
    started.client.reloadFeatureFlags()
    await started.settle(100)
    started.client.getFeatureFlag('p')
    started.client.identify('u1')
    await started.settle(100)
    started.client.getFeatureFlag('p')
    started.client.getFeatureFlag('p')
    expect(captured).toEqual([
      [false, 'a'],
      [false, 'b'],
      [true, 'b'],
    ])
  })

  it('contains the errors of a missing flag and of the latest response', async () => {
    const { config } = scripted({ ...replyOf({ a: true }), errorsWhileComputingFlags: true })
    const started = await start({ config })
    const errors: unknown[] = []
    started.client.on('eventCaptured', ({ properties }) => errors.push(properties.$feature_flag_error))
    started.client.getFeatureFlag('nowhere')
    expect(errors).toEqual(['errors_while_computing_flags,flag_missing'])
  })

  it.each([
    ['send_event: false', (client: Started['client']) => client.getFeatureFlag('on', { send_event: false })],
    ['getFeatureFlagPayload', (client: Started['client']) => client.getFeatureFlagPayload('on')],
    ['getAllFeatureFlags', (client: Started['client']) => client.getAllFeatureFlags()],
  ])('is not captured by %s', async (_, read) => {
    const started = await start()
    read(started.client)
    expect(await calls(started)).toEqual([])
  })

  it('is captured at a later read when consent was missing', async () => {
    const started = await start()
    started.client.opt_out_capturing()
    started.client.getFeatureFlag('on')
    started.client.opt_in_capturing({ captureEventName: false })
    started.client.getFeatureFlag('on')
    expect(await calls(started)).toHaveLength(1)
  })
})

describe('bootstrap.featureFlags', () => {
  it('are known at once, reported as bootstrapped, and replaced by the response', async () => {
    const started = startClient({ init: false, service: { flags: { f: 'network' } } })
    let early: unknown
    const reported: unknown[] = []
    started.client.init('phc_demo', {
      api_host: 'https://events.test',
      fetch: started.service.fetch as typeof fetch,
      compression: 'none',
      bootstrap: { featureFlags: { f: 'v', off: false }, featureFlagPayloads: { f: { a: 1 } } },
      loaded: client => {
        client.on('eventCaptured', ({ event, properties }) => {
          if (event === '$feature_flag_called') {
            reported.push([
              properties.$feature_flag_response,
              properties.$used_bootstrap_value,
              properties.$feature_flag_bootstrapped_response,
            ])
          }
        })
        early = [
          client.getFeatureFlag('f'),
          client.getFeatureFlagPayload('f'),
          client.getFeatureFlag('off', { send_event: false }),
        ]
      },
    })
    expect(early).toEqual(['v', { a: 1 }, false])
    await started.settle(100)
    expect(started.client.getFeatureFlag('f')).toBe('network')
    expect(reported).toEqual([
      ['v', true, 'v'],
      ['network', false, 'v'],
    ])
  })

  it('win over the flags that an earlier page has stored, false included (R22)', async () => {
    const first = await start({ service: { flags: { a: 'old', b: true, c: 'kept' } } })
    const next = startClient({
      browser: first.browser,
      page: { seed: 2, now: first.page.now() },
      config: {
        fetch: (() => new Promise(() => {})) as unknown as typeof globalThis.fetch,
        bootstrap: { featureFlags: { a: 'fresh', b: false } },
      },
    })
    const read = (key: string) => next.client.getFeatureFlag(key, { send_event: false })
    expect([read('a'), read('b'), read('c')]).toEqual(['fresh', false, 'kept'])
    expect(next.client.featureFlags.getFlags()).toEqual(['a', 'c'])
    const used: unknown[] = []
    next.client.on('eventCaptured', ({ event, properties }) => {
      if (event === '$feature_flag_called') used.push(properties.$used_bootstrap_value)
    })
    next.client.getFeatureFlag('b')
    next.client.getFeatureFlag('c')
    expect(used).toEqual([true, false])
  })
})

describe('bootstrap.defaultFeatureFlags', () => {
  const bootstrap = {
    defaultFeatureFlags: { a: 'default', b: true, d: 'default' },
    featureFlags: { d: 'fresh' },
    featureFlagPayloads: { b: { limit: 3 } },
  }
  const values = ({ client }: Started) =>
    ['a', 'b', 'c', 'd'].map(key => client.getFeatureFlag(key, { send_event: false }))

  it('are used for flags that are not stored, and yield to evaluated ones', async () => {
    const fresh = startClient({ config: { bootstrap }, page: { online: false } })
    expect(values(fresh)).toEqual(['default', true, undefined, 'fresh'])
    expect(fresh.client.getFeatureFlagPayload('b')).toEqual({ limit: 3 })
    const { browser } = await start({ service: { flags: { a: 'stored', c: true } } })
    const next = startClient({ browser, config: { bootstrap }, page: { seed: 2, online: false } })
    expect(values(next)).toEqual(['stored', true, true, 'fresh'])
  })
})

describe('bootstrap.featureFlags of another person', () => {
  it('are not used while a person is logged in', async () => {
    const first = await start()
    first.client.identify('a')
    await first.settle(1_000)
    const next = startClient({
      browser: first.browser,
      page: { seed: 2, online: false },
      config: { bootstrap: { distinctID: 'b', featureFlags: { price: 'of b' } } },
    })
    expect(next.client.getFeatureFlag('price')).toBe('b')
  })
})

describe('reloadFeatureFlags', () => {
  it.each([
    ['before consent', { opt_out_capturing_by_default: true }],
    ['with advanced_disable_flags', { advanced_disable_flags: true }],
  ])('calls back with what is known when no request may be made: %s (R24)', async (_, config) => {
    const { client, settle } = await start({ config: { ...config, bootstrap: { featureFlags: { f: 'v' } } } })
    const received: unknown[] = []
    client.onFeatureFlags((_keys, values) => received.push(values))
    received.length = 0
    client.reloadFeatureFlags()
    await settle(10)
    expect(received).toEqual([{ f: 'v' }])
  })

  it('waits while the browser is offline, calls back, and requests when it is online (R25)', async () => {
    const started = await start()
    const count = (await flagsRequests(started)).length
    started.page.goOffline()
    const received: boolean[] = []
    started.client.onFeatureFlags((_keys, _values, { errorsLoading }) => received.push(errorsLoading))
    started.client.reloadFeatureFlags()
    await started.settle(600_000)
    expect(received).toEqual([false, true])
    expect(await flagsRequests(started)).toHaveLength(count)
    started.page.goOnline()
    await started.settle(1_000)
    expect(await flagsRequests(started)).toHaveLength(count + 1)
    expect(received.at(-1)).toBe(false)
  })

  it('sends no first request while the browser is offline (R25)', async () => {
    const started = await start({ page: { online: false } })
    await started.settle(600_000)
    await started.client.ready()
    expect(await flagsRequests(started)).toEqual([])
    started.page.goOnline()
    await started.settle(1_000)
    expect(started.client.getFeatureFlag('price')).toBe('b')
  })
})

describe('overrideFeatureFlags', () => {
  it('overrides values until it is called with false', async () => {
    const started = await start()
    const seen: unknown[] = []
    started.client.on('eventCaptured', ({ properties }) =>
      seen.push([properties.$feature_flag_response, properties.$feature_flag_original_response]),
    )
    started.client.featureFlags.overrideFeatureFlags({ price: 'x' })
    expect(started.client.getFeatureFlag('price')).toBe('x')
    started.client.featureFlags.overrideFeatureFlags(false)
    expect(started.client.getFeatureFlag('price')).toBe('b')
    expect(seen).toEqual([
      ['x', 'b'],
      ['b', undefined],
    ])
    started.client.featureFlags.overrideFeatureFlags(['beta'])
    expect(started.client.isFeatureEnabled('beta')).toBe(true)
    started.client.featureFlags.overrideFeatureFlags({ flags: { price: 'y' }, payloads: { price: { p: 1 } } })
    expect(started.client.getFeatureFlagResult('price', { send_event: false })).toEqual({
      key: 'price',
      enabled: true,
      variant: 'y',
      payload: { p: 1 },
    })
  })
})

describe('updateFlags', () => {
  it('merges or replaces flags without a request', async () => {
    const { client } = await start()
    client.updateFlags({ a: true }, {}, { merge: true })
    expect(client.featureFlags.getFlags().sort()).toEqual(['a', 'on', 'price'])
    client.updateFlags({ b: 'v' }, { b: 7 })
    expect(client.featureFlags.getFlagVariants()).toEqual({ b: 'v' })
    expect(client.featureFlags.getFlagPayloads()).toEqual({ b: 7 })
  })
})

describe('early access', () => {
  it('sets flag, event and person property when the visitor enrolls', async () => {
    const started = await start()
    started.client.identify('u1')
    started.client.updateEarlyAccessFeatureEnrollment('beta', true, 'beta')
    expect(started.client.isFeatureEnabled('beta', { send_event: false })).toBe(true)
    await started.settle(2000)
    const event = (await started.events()).find(({ event }) => event === '$feature_enrollment_update')
    expect(event?.properties).toMatchObject({
      $feature_flag: 'beta',
      $feature_enrollment: true,
      $feature_enrollment_stage: 'beta',
      $set: { '$feature_enrollment/beta': true },
    })
    expect((await bodies(started)).at(-1)!.person_properties).toMatchObject({
      '$feature_enrollment/beta': true,
    })
  })

  it('requests the features again after a failure', async () => {
    let response = new Response('oops', { status: 503 })
    const started = await start({ config: { fetch: async () => response } })
    const counts: number[] = []
    const count = (features: unknown[]) => counts.push(features.length)
    started.client.getEarlyAccessFeatures(count)
    await started.settle()
    response = new Response('{"earlyAccessFeatures":[{"name":"Beta"}]}')
    started.client.getEarlyAccessFeatures(count)
    await started.settle()
    expect(counts).toEqual([0, 1])
  })
})

describe('onFeatureFlags', () => {
  it('calls back at once when flags are known, and after each change, also when another listener throws', async () => {
    const { client, settle, errors } = await start()
    const received: string[][] = []
    client.onFeatureFlags(() => {
      throw new Error('mine')
    })
    const unsubscribe = client.onFeatureFlags(keys => received.push(keys.sort()))
    expect(received).toEqual([['on', 'price']])
    client.reloadFeatureFlags()
    await settle(100)
    expect(received).toHaveLength(2)
    unsubscribe()
    client.reloadFeatureFlags()
    await settle(100)
    expect(received).toHaveLength(2)
    expect(errors.map(({ reason }) => reason)).toContain('callback')
  })
})

describe('$feature properties of events', () => {
  it('contain all flags while they are few', async () => {
    const started = await start()
    const event = started.client.capture('x')
    expect(event?.properties).toMatchObject({
      '$feature/on': true,
      '$feature/off': false,
      '$feature/price': 'b',
      $active_feature_flags: ['on', 'price'],
    })
  })

  it('contain only the flags that the page has read when there are many', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`flag-${i}-of-many`, true]))
    const started = await start({ service: { flags: { ...many, price: 'b' } } })
    started.client.getFeatureFlag('price')
    const { properties } = started.client.capture('x')!
    expect(Object.keys(properties).filter(name => name.startsWith('$feature/'))).toEqual(['$feature/price'])
    expect(properties.$active_feature_flags).toEqual(['price'])
    expect(JSON.stringify(properties).length).toBeLessThan(1500)
  })
})
