import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import type { FlagsRequest } from '../../src/wire/flag'
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
/** A fetch whose flags answers a test writes; `undefined` leaves the request without one. */
const scripted = (...answers: (object | number | 'fail' | 'never')[]) => {
  const asked: Body[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    if (!String(url).includes('/flags')) return new Response('{"status":"Ok"}')
    asked.push(JSON.parse(String(init?.body)) as Body)
    const answer = answers[Math.min(asked.length, answers.length) - 1]!
    if (answer === 'fail') throw new TypeError('no network')
    if (answer === 'never') {
      return new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    }
    if (typeof answer === 'number') return new Response('oops', { status: answer })
    return new Response(JSON.stringify(answer))
  }
  const config: Partial<Config> = { fetch: fetch as typeof globalThis.fetch, compression: 'none' }
  return { asked, config }
}
const flag = (key: string, value: boolean | string, more: object = {}) => ({
  key,
  enabled: value !== false,
  variant: typeof value === 'string' ? value : null,
  ...more,
})
const answerOf = (values: Record<string, boolean | string>, more: object = {}) => ({
  flags: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, flag(key, value)])),
  errorsWhileComputingFlags: false,
  requestId: '0190a0a0-0000-4000-8000-000000000000',
  ...more,
})

describe('interface 4.3: the flags request', () => {
  it('is one, with key, person, groups and their properties', async () => {
    const started = startClient({ init: false, service: { flags: { on: true } } })
    started.client.init('phc_demo', {
      api_host: 'https://events.test',
      fetch: started.service.fetch as typeof fetch,
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

  it('tells the time zone, from the first request on', async () => {
    const started = await start()
    expect((await bodies(started)).map(({ timezone }) => timezone)).toEqual(['Europe/Berlin'])
  })

  it('asks for the configuration once, not at each reload', async () => {
    const started = await start()
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect((await flagsRequests(started)).map(({ query }) => query.config)).toEqual(['true', undefined])
  })

  it('makes one request of three reloads in a row', async () => {
    const started = await start()
    for (let i = 0; i < 3; i++) started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(await flagsRequests(started)).toHaveLength(2)
  })

  it('asks again after a group that came while a request was in flight, and ignores the outdated answer', async () => {
    const { asked, config } = scripted(answerOf({ x: false }), answerOf({ x: true }))
    const started = startClient({ config })
    const seen: unknown[] = []
    started.client.onFeatureFlags(() => seen.push(started.client.getFeatureFlag('x', { send_event: false })))
    started.client.group('org', 'o1')
    await started.settle(100)
    expect(asked.map(({ groups }) => groups)).toEqual([undefined, { org: 'o1' }])
    expect(seen).toEqual([true])
  })

  it('tells the anonymous id after identify, until an answer for the person has come', async () => {
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

  it('makes at most one request of a burst of identities, and none of what changes nothing', async () => {
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

  it('sends no blank environment', async () => {
    const started = await start({ config: { evaluation_environments: ['web', '', ' '] } })
    expect((await bodies(started))[0]!.evaluation_environments).toEqual(['web'])
  })

  it('evaluates nothing, but still asks for the configuration, with advanced_disable_feature_flags; what the page brings along stays', async () => {
    const started = await start({
      config: { advanced_disable_feature_flags: true, bootstrap: { featureFlags: { mine: 'a' } } },
    })
    expect((await bodies(started))[0]!.disable_flags).toBe(true)
    expect(started.client.featureFlags.getFlagVariants()).toEqual({ mine: 'a' })
  })

  it.each<[string, Partial<Config>]>([
    ['never', { advanced_disable_flags: true }],
    ['when the page says so', { advanced_disable_feature_flags_on_first_load: true }],
    ['once there is consent', { opt_out_capturing_by_default: true }],
  ])('that is to be made %s keeps nobody waiting, and no flag counts as known', async (_, config) => {
    const started = await start({ config })
    const heard: unknown[] = []
    started.client.onFeatureFlags((keys, _values, { errorsLoading }) => heard.push([keys, errorsLoading]))
    await started.client.ready()
    expect(started.client.getFeatureFlag('on')).toBeUndefined()
    expect([heard, await calls(started)]).toEqual([[[[], true]], []])
    expect(await flagsRequests(started)).toEqual([])
    started.client.opt_in_capturing({ captureEventName: false })
    started.client.reloadFeatureFlags()
    await started.settle(100)
    if (!config.advanced_disable_flags) expect(heard.at(-1)).toEqual([['on', 'price'], false])
  })

  it('asks nothing at all with advanced_disable_flags, and ready() settles all the same', async () => {
    const started = await start({ config: { advanced_disable_flags: true } })
    await started.client.ready()
    expect(await flagsRequests(started)).toEqual([])
  })

  it('asks again every five minutes, while somebody looks', async () => {
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

describe('interface 4.3: the answer', () => {
  it('replaces all flags', async () => {
    const { config } = scripted(answerOf({ a: true, b: 'v2' }), answerOf({ a: true }))
    const started = await start({ config })
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(started.client.getAllFeatureFlags().map(({ key }) => key)).toEqual(['a'])
  })

  it('is laid over what was known when some flags could not be computed', async () => {
    const partial = {
      flags: { a: flag('a', true), b: flag('b', false, { failed: true }), c: flag('c', true) },
      errorsWhileComputingFlags: true,
    }
    const { config } = scripted(answerOf({ a: false, b: 'v2', d: true }), partial)
    const started = await start({ config })
    started.client.reloadFeatureFlags()
    await started.settle(100)
    const values = ['a', 'b', 'c', 'd'].map(key => started.client.getFeatureFlag(key, { send_event: false }))
    expect(values).toEqual([true, 'v2', true, true])
  })

  it.each([
    ['a text', 'none'],
    ['null', null],
  ])('leaves the flags alone when they come as %s', async (_, flags) => {
    const { config } = scripted(answerOf({ a: true }), { flags })
    const started = await start({ config })
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(started.client.isFeatureEnabled('a', { send_event: false })).toBe(true)
  })

  it('skips a flag that comes as a text', async () => {
    const { config } = scripted({ flags: { a: 'b' } })
    const started = await start({ config })
    expect(started.client.getFeatureFlag('a', { send_event: false })).toBeUndefined()
  })

  it('leaves the flags alone when the quota is used up, and tells who waits', async () => {
    const limited = {
      flags: {},
      quotaLimited: ['feature_flags'],
      errorsWhileComputingFlags: false,
      surveys: [{ id: 's', type: 'api', questions: [{ type: 'open', question: '?' }] }],
    }
    const { config } = scripted(answerOf({ a: true }), limited)
    const started = await start({ config })
    const heard: boolean[] = []
    started.client.onFeatureFlags((_, __, { errorsLoading }) => heard.push(errorsLoading))
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(started.client.isFeatureEnabled('a', { send_event: false })).toBe(true)
    expect(heard).toEqual([false, true])
    // The rest of the answer counts.
    const loaded: string[] = []
    started.client.getSurveys(surveys => loaded.push(...surveys.map(({ id }) => id)))
    expect(loaded).toEqual(['s'])
  })

  it.each([
    ['no network', 'fail'],
    ['status 500', 500],
    ['status 200 with a page of HTML', 200],
    ['no answer', 'never'],
    ['a quota used up from the beginning', { flags: {}, quotaLimited: ['feature_flags'] }],
  ] as const)('tells who waits, once, when there is %s', async (_, answer) => {
    const { config } = scripted(answer)
    const started = startClient({ config: { ...config, remote_config_refresh_interval_ms: 0 } })
    const heard: boolean[] = []
    started.client.onFeatureFlags((_keys, _values, { errorsLoading }) => heard.push(errorsLoading))
    const ready = started.client.ready()
    await started.settle(3000)
    await started.settle(500)
    await started.settle(3000)
    await ready
    expect(heard).toEqual([true])
    expect(started.client.getFeatureFlag('a')).toBeUndefined()
    expect(started.errors.map(({ reason }) => reason)).toContain(
      typeof answer === 'object' ? 'quota_limited' : 'flags',
    )
  })

  it('keeps the flags of before when a request fails', async () => {
    const { config } = scripted(answerOf({ a: 'x' }), 500)
    const started = await start({ config })
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(started.client.getFeatureFlag('a')).toBe('x')
  })

  it.each([502, 504])('repeats a request that met %i, once', async status => {
    const { asked, config } = scripted(status, answerOf({ a: true }))
    const started = startClient({ config })
    await started.settle(500)
    expect(asked).toHaveLength(2)
    expect(started.client.isFeatureEnabled('a')).toBe(true)
  })

  it('is soon asked for again while the page knows nothing, and then as usual', async () => {
    const { asked, config } = scripted(500, 500, answerOf({ a: true }))
    const started = startClient({ config })
    const counts: number[] = []
    for (const ms of [4_000, 2_000, 18_000, 4_000, 200_000, 150_000]) {
      await started.settle(ms)
      counts.push(asked.length)
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4])
    expect(started.client.isFeatureEnabled('a')).toBe(true)
  })

  it('asks no more after three silent failures, until the browser is online', async () => {
    const { asked, config } = scripted('fail')
    const started = startClient({ config })
    for (let i = 0; i < 5; i++) {
      started.client.reloadFeatureFlags()
      await started.settle(100)
    }
    expect(asked).toHaveLength(3)
    started.page.goOnline()
    await started.settle(100)
    expect(asked).toHaveLength(4)
  })

  it('belongs to its person: one for the person before a reset is ignored', async () => {
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

  it('cannot reach the prototype of objects', async () => {
    const hostile = JSON.parse(
      '{"flags":{"__proto__":{"enabled":true},"ok":{"key":"ok","enabled":true}},"config":{"constructor":{"prototype":{"p":1}}}}',
    )
    const { config } = scripted(hostile as object)
    const started = await start({ config })
    expect(({} as Record<string, unknown>).enabled).toBeUndefined()
    expect(({} as Record<string, unknown>).p).toBeUndefined()
    expect(started.client.getFeatureFlag('ok')).toBe(true)
  })

  it('is not listened to after shutdown: no refresh, no second try', async () => {
    for (const status of [200, 502]) {
      let answer = () => {}
      let asked = 0
      const fetch = async (url: string | URL | Request) => {
        if (!String(url).includes('/flags')) return new Response('{"status":"Ok"}')
        asked++
        await new Promise<void>(resolve => {
          answer = resolve
        })
        return new Response('{"flags":{}}', { status })
      }
      const started = await start({ config: { fetch: fetch as typeof globalThis.fetch } })
      const done = started.client.shutdown()
      await started.settle()
      await done
      answer()
      await started.settle(1000)
      expect([asked, started.page.timers(), started.page.listeners()]).toEqual([1, 0, 0])
    }
  })

  it('is shut down also while it waits for its second try', async () => {
    const { asked, config } = scripted(502)
    const started = await start({ config: { ...config, feature_flag_request_max_retries: 9 } })
    const done = started.client.shutdown()
    await started.settle()
    await done
    const before = asked.length
    await started.settle(1000)
    expect([asked.length - before, started.page.timers()]).toEqual([0, 0])
  })
})

describe('reading a flag', () => {
  it.each(['constructor', 'toString', '__proto__'])('may be called %s', async name => {
    const started = await start({ config: { bootstrap: { featureFlags: { other: true } } } })
    started.client.featureFlags.overrideFeatureFlags({ flags: { forced: true }, payloads: { forced: 1 } })
    expect(started.client.getFeatureFlagResult(name)).toBeUndefined()
    started.client.featureFlags.overrideFeatureFlags(false)
    started.client.updateFlags(Object.fromEntries([[name, 'b']]))
    expect(started.client.getFeatureFlagResult(name)).toEqual({ key: name, enabled: true, variant: 'b' })
    expect((await calls(started)).map(({ $feature_flag_response: value }) => value)).toEqual([undefined, 'b'])
    expect(started.errors).toEqual([])
  })

  it('after reset answers undefined until the next answer, and reports nothing', async () => {
    const started = await start()
    started.client.reset()
    expect(started.client.getFeatureFlag('on')).toBeUndefined()
    expect(await calls(started)).toEqual([])
    expect(started.client.getFeatureFlag('on')).toBe(true)
  })

  it('takes null for no options', async () => {
    const { client } = await start()
    expect([client.getFeatureFlag('on', null!), client.isFeatureEnabled('on', null!)]).toEqual([true, true])
  })

  it('answers undefined before anything is known, and reports nothing', async () => {
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
  ] as const)('%s is %s', async (key, value, enabled) => {
    const { client } = await start()
    expect(client.getFeatureFlag(key)).toBe(value)
    expect(client.isFeatureEnabled(key)).toBe(enabled)
  })

  it.each([
    ['an object', '{"limit":3}', { limit: 3 }],
    ['no JSON', '[1, 2', '[1, 2'],
    ['text', '"plain"', 'plain'],
    ['empty', '', undefined],
    ['absent', undefined, undefined],
  ])('gives a payload that is %s', async (_, payload, expected) => {
    const { config } = scripted({
      flags: { a: flag('a', true, { metadata: { id: 1, version: 2, payload } }) },
    })
    const { client } = await start({ config })
    expect(client.getFeatureFlagPayload('a')).toEqual(expected)
    expect(client.getFeatureFlagResult('a', { send_event: false })?.payload).toEqual(expected)
  })

  it('gives no payload for a flag that is off', async () => {
    const { config } = scripted({ flags: { a: flag('a', false, { metadata: { payload: '{"x":1}' } }) } })
    const { client } = await start({ config })
    expect(client.getFeatureFlagPayload('a')).toBeUndefined()
  })

  it('with fresh, answers only from an answer of this page', async () => {
    const started = await start({
      config: { bootstrap: { featureFlags: { on: true } }, advanced_disable_flags: true },
    })
    expect(started.client.getFeatureFlag('on', { send_event: false })).toBe(true)
    expect(started.client.getFeatureFlag('on', { fresh: true })).toBeUndefined()
  })

  it('with a cache age, does not answer from what is older, and asks again', async () => {
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

describe('interface 6: $feature_flag_called', () => {
  it('is reported once for a value', async () => {
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

  it('is reported again for another value, and for another person', async () => {
    const { config } = scripted(answerOf({ p: 'a' }), answerOf({ p: 'b' }), answerOf({ p: 'b' }))
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

  it('names a flag that is missing, and what went wrong before', async () => {
    const { config } = scripted({ ...answerOf({ a: true }), errorsWhileComputingFlags: true })
    const started = await start({ config })
    const errors: unknown[] = []
    started.client.on('eventCaptured', ({ properties }) => errors.push(properties.$feature_flag_error))
    started.client.getFeatureFlag('nowhere')
    expect(errors).toEqual(['errors_while_computing_flags,flag_missing'])
  })

  it.each([
    ['send_event: false', (client: Started['client']) => client.getFeatureFlag('on', { send_event: false })],
    ['the payload', (client: Started['client']) => client.getFeatureFlagPayload('on')],
    ['all flags', (client: Started['client']) => client.getAllFeatureFlags()],
  ])('is not reported by reading %s', async (_, read) => {
    const started = await start()
    read(started.client)
    expect(await calls(started)).toEqual([])
  })

  it('is not taken for reported while nothing may be captured', async () => {
    const started = await start()
    started.client.opt_out_capturing()
    started.client.getFeatureFlag('on')
    started.client.opt_in_capturing({ captureEventName: false })
    started.client.getFeatureFlag('on')
    expect(await calls(started)).toHaveLength(1)
  })
})

describe('values that the page brings along', () => {
  it('are there at once, are told as such, and are replaced by the answer', async () => {
    const started = startClient({ init: false, service: { flags: { f: 'network' } } })
    let early: unknown
    const reported: unknown[] = []
    started.client.init('phc_demo', {
      api_host: 'https://events.test',
      fetch: started.service.fetch as typeof fetch,
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

  it('can be forced, and let go again', async () => {
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

  it('can be put in without a request, beside the others or in their place', async () => {
    const { client } = await start()
    client.updateFlags({ a: true }, {}, { merge: true })
    expect(client.featureFlags.getFlags().sort()).toEqual(['a', 'on', 'price'])
    client.updateFlags({ b: 'v' }, { b: 7 })
    expect(client.featureFlags.getFlagVariants()).toEqual({ b: 'v' })
    expect(client.featureFlags.getFlagPayloads()).toEqual({ b: 7 })
  })

  it('enrol in an early-access feature: the flag, the event, the person', async () => {
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

  it('ask for the early-access features again after a failure', async () => {
    let answer = new Response('oops', { status: 503 })
    const started = await start({ config: { fetch: async () => answer } })
    const counts: number[] = []
    const count = (features: unknown[]) => counts.push(features.length)
    started.client.getEarlyAccessFeatures(count)
    await started.settle()
    answer = new Response('{"earlyAccessFeatures":[{"name":"Beta"}]}')
    started.client.getEarlyAccessFeatures(count)
    await started.settle()
    expect(counts).toEqual([0, 1])
  })
})

describe('onFeatureFlags', () => {
  it('calls back at once when flags are known, stops when told to, and is not stopped by others that throw', async () => {
    const { client, settle, errors } = await start()
    const heard: string[][] = []
    client.onFeatureFlags(() => {
      throw new Error('mine')
    })
    const end = client.onFeatureFlags(keys => heard.push(keys.sort()))
    expect(heard).toEqual([['on', 'price']])
    client.reloadFeatureFlags()
    await settle(100)
    expect(heard).toHaveLength(2)
    end()
    client.reloadFeatureFlags()
    await settle(100)
    expect(heard).toHaveLength(2)
    expect(errors.map(({ reason }) => reason)).toContain('callback')
  })
})

describe('flags on events', () => {
  it('are all there while they are few', async () => {
    const started = await start()
    const event = started.client.capture('x')
    expect(event?.properties).toMatchObject({
      '$feature/on': true,
      '$feature/off': false,
      '$feature/price': 'b',
      $active_feature_flags: ['on', 'price'],
    })
  })

  it('are those that the page has read when they are many, so that an event stays small', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`flag-${i}-of-many`, true]))
    const started = await start({ service: { flags: { ...many, price: 'b' } } })
    started.client.getFeatureFlag('price')
    const { properties } = started.client.capture('x')!
    expect(Object.keys(properties).filter(name => name.startsWith('$feature/'))).toEqual(['$feature/price'])
    expect(properties.$active_feature_flags).toEqual(['price'])
    expect(JSON.stringify(properties).length).toBeLessThan(1500)
  })
})
