import { describe, expect, it, vi } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import { createUninitializedClient } from '../../src/client/client'
import { fakeBrowser } from '../support/fakeBrowser'
import { fakePage } from '../support/fakePage'
import { HOST, startClient, TOKEN } from '../support/startClient'

const errorsOf = () => vi.spyOn(console, 'error').mockImplementation(() => {})

describe('init: wrong configuration', () => {
  const cases: [name: string, token: unknown, config: object, field: string][] = [
    ['an empty key', '', {}, 'project key'],
    ['a key of spaces', '  ', {}, 'project key'],
    ['a missing key', null, {}, 'project key'],
    ['an object as key', { key: 1 }, {}, 'project key'],
    ['a personal key', 'phx_1', {}, 'personal key'],
    ['no host', TOKEN, { api_host: undefined }, 'api_host'],
    ['a host without a protocol', TOKEN, { api_host: 'events.test' }, 'api_host'],
    ['a protocol-relative host', TOKEN, { api_host: '//events.test' }, 'api_host'],
    ['a host with another protocol', TOKEN, { api_host: 'javascript:1' }, 'api_host'],
    ['a hook that is not a function', TOKEN, { before_send: 'yes' }, 'before_send'],
    ['a hook in a chain that is not a function', TOKEN, { before_send: [() => null, 1] }, 'before_send'],
    ['text in place of a list', TOKEN, { property_denylist: 'email' }, 'property_denylist'],
    ['an unknown persistence', TOKEN, { persistence: 'disk' }, 'persistence'],
    ['unknown person_profiles', TOKEN, { person_profiles: 'sometimes' }, 'person_profiles'],
    ['a wrong value under an old name', TOKEN, { property_blacklist: 'email' }, 'property_denylist'],
  ]
  it.each(cases)('logs one error and does nothing for %s', async (_, token, config, field) => {
    const console = errorsOf()
    const { client, service, settle, browser } = startClient({ init: false })
    const settings = {
      api_host: HOST,
      fetch: service.fetch as typeof fetch,
      compression: 'none',
      ...config,
    } as Partial<Config>
    expect(client.init(token as string, settings)).toBe(client)
    client.capture('e')
    await settle(2_000)
    expect(console).toHaveBeenCalledTimes(1)
    expect(console.mock.calls[0]![0]).toContain(field)
    expect(client.__loaded).toBe(false)
    expect(service.state.requests()).toEqual([])
    expect(browser.local.entries.size).toBe(0)
  })

  it('can be followed by a valid init', async () => {
    errorsOf()
    const { client, service, settle, events } = startClient({ init: false })
    client.init('', {})
    client.init(TOKEN, { api_host: HOST, fetch: service.fetch as typeof fetch, compression: 'none' })
    await settle(1_000)
    expect((await events()).map(({ event }) => event)).toEqual(['$pageview'])
  })

  it('leaves a running client unchanged in set_config', () => {
    const console = errorsOf()
    const { client } = startClient()
    client.set_config({ property_denylist: 'email' as never })
    expect(client.config.property_denylist).toBeUndefined()
    expect(console.mock.calls[0]![0]).toContain('property_denylist')
  })

  it('ignores unknown options', () => {
    const console = errorsOf()
    expect(startClient({ config: { autocapture: true } as object }).client.__loaded).toBe(true)
    expect(console).not.toHaveBeenCalled()
  })
})

describe('config aliases', () => {
  const names: [old: string, value: unknown, today: keyof Config][] = [
    ['property_blacklist', ['a'], 'property_denylist'],
    ['cookie_name', 'n', 'persistence_name'],
    ['process_person', 'always', 'person_profiles'],
    ['xhr_headers', { a: 'b' }, 'request_headers'],
    ['evaluation_contexts', ['web'], 'evaluation_environments'],
  ]
  it.each(names)('accept %s', (old, value, today) => {
    expect(startClient({ config: { [old]: value } }).client.config[today]).toEqual(value)
  })

  it('yield to the current name', () => {
    const config = { property_denylist: ['new'], property_blacklist: ['old'] } as object
    expect(startClient({ config }).client.config.property_denylist).toEqual(['new'])
  })
})

describe('init', () => {
  it.each([
    ['https://i.test', 'https://i.test'],
    ['https://i.test/', 'https://i.test'],
    ['/relay', '/relay'],
    ['/relay/', '/relay'],
    ['https://i.test/base?x=1', 'https://i.test/base'],
  ])('with api_host %s, sends requests below %s', async (api_host, base) => {
    const urls: string[] = []
    const spy = async (input: RequestInfo | URL) => {
      urls.push(String(input).replace(/&_=\d+|\?_=\d+/, ''))
      return new Response('{"surveys":false}')
    }
    const { settle } = startClient({ config: { api_host, fetch: spy as typeof fetch } })
    await settle(1_000)
    expect(urls).toEqual([`${base}/flags?v=2&config=true`, `${base}/i/v0/e/`])
  })

  it('trims the key', async () => {
    const { client, service, settle, events } = startClient({ init: false })
    client.init(` ${TOKEN} `, { api_host: HOST, fetch: service.fetch as typeof fetch, compression: 'none' })
    await settle(1_000)
    expect((await events())[0]!.properties.token).toBe(TOKEN)
  })

  it('logs one warning and changes nothing when called again', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { client, settle, events } = startClient()
    expect(client.init(TOKEN, { api_host: HOST })).toBe(client)
    expect(client.init('phc_other', { api_host: HOST })).toBe(client)
    await settle(2_000)
    expect(warn).toHaveBeenCalledTimes(2)
    expect((await events()).map(({ event }) => event)).toEqual(['$pageview'])
  })

  it('calls `loaded` before the first event, so that it can identify the visitor', async () => {
    const loaded = vi.fn((client: EarshotClient) => client.identify('u1'))
    const { settle, events } = startClient({ config: { loaded } })
    await settle(2_000)
    const views = (await events()).filter(({ event }) => event === '$pageview')
    expect(views.map(event => event.distinct_id)).toEqual(['u1'])
    expect(loaded).toHaveBeenCalledTimes(1)
  })

  it('continues when `loaded` throws', async () => {
    const loaded = () => {
      throw new Error('page')
    }
    const { client, settle, events, errors } = startClient({ config: { loaded } })
    await settle(1_000)
    expect(client.__loaded).toBe(true)
    expect(await events()).toHaveLength(1)
    expect(errors.map(({ reason }) => reason)).toEqual(['internal'])
  })

  it('creates one separate client per name', async () => {
    const { client, service, settle } = startClient({ init: false })
    const config = {
      api_host: HOST,
      fetch: service.fetch as typeof fetch,
      compression: 'none' as const,
      capture_pageview: false,
    }
    const named = client.init(TOKEN, config, 'b')
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(client.init(TOKEN, config, 'b')).toBe(named)
    expect((client as unknown as { b: EarshotClient }).b).toBe(named)
    expect([client.__loaded, named.__loaded]).toEqual([false, true])
    expect([String(client), String(named)]).toEqual(['earshot', 'earshot.b'])
    named.capture('from b')
    await settle(1_000)
    expect((await service.state.events()).map(({ event }) => event)).toEqual(['from b'])
  })

  it('rejects the name of a method', () => {
    const console = errorsOf()
    const { client } = startClient()
    client.init(TOKEN, { api_host: HOST }, 'capture')
    expect(typeof client.capture).toBe('function')
    expect(client.capture('e')).toBeDefined()
    expect(console).toHaveBeenCalledTimes(1)
  })

  it.each(['constructor', '__proto__', 'toString'])('rejects the name %s', name => {
    const console = errorsOf()
    const { client } = startClient({ init: false })
    expect(client.init(TOKEN, { api_host: HOST, fetch: async () => new Response('{}') }, name)).toBe(client)
    expect(console).toHaveBeenCalledTimes(1)
  })
})

describe('set_config', () => {
  it('never throws', () => {
    const { client, errors } = startClient()
    client.set_config({ persistence: Object.create(null) })
    expect(errors).toEqual([
      { reason: 'usage', detail: expect.stringMatching(/^set_config: persistence is wrong/) },
    ])
  })
})

describe('calls before init', () => {
  it('are replayed in call order with the time and URL of the call', async () => {
    const { client, page, service, settle, events } = startClient({ init: false })
    client.capture('early')
    client.identify('u1')
    client.capture('late')
    const called = page.now()
    page.advance(5_000)
    page.navigate('/later')
    client.init(TOKEN, { api_host: HOST, fetch: service.fetch as typeof fetch, compression: 'none' })
    await settle(2_000)
    const stored = await events()
    expect(stored.map(({ event }) => event)).toEqual(['early', '$identify', 'late', '$pageview'])
    const [early, , late] = stored
    expect(Date.parse(early!.timestamp)).toBe(called)
    expect(early!.properties).toMatchObject({ $current_url: 'https://shop.test/', $pathname: '/' })
    expect([early!.distinct_id === 'u1', late!.distinct_id]).toEqual([false, 'u1'])
  })

  it('never throw with any argument, nor does their replay', async () => {
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {})
    const { client, service, settle, events } = startClient({ init: false })
    const methods = Object.keys(startClient().client) as (keyof EarshotClient)[]
    const names = [
      ...methods,
      'capture',
      'identify',
      'alias',
      'group',
      'reset',
      'register',
      'getFeatureFlag',
      'onFeatureFlags',
      'displaySurvey',
      'getSurveys',
      'setPersonProperties',
      'opt_in_capturing',
      'set_config',
    ] as const
    const values = [[], [null], [5], [{}], ['x', null], [() => {}], [[]], [Symbol('s')], [10n]]
    for (const name of names) {
      const method = client[name] as unknown
      if (typeof method !== 'function' || name === 'init' || name === 'shutdown') continue
      for (const args of values) expect(() => method(...args), name).not.toThrow()
    }
    client.init(TOKEN, { api_host: HOST, fetch: service.fetch as typeof fetch, compression: 'none' })
    client.reset()
    client.capture('after')
    await settle(2_000)
    expect((await events()).map(({ event }) => event)).toContain('after')
  })

  it('are queued up to a limit, so that a page without init does not fill its memory', async () => {
    const { client } = startClient({ init: false })
    let isKept = true
    for (let calls = 0; calls < 10_000; calls++) client.capture('early')
    void client.ready().then(() => {
      isKept = false
    })
    await Promise.resolve()
    await Promise.resolve()
    expect(isKept).toBe(false)
  })

  it('return unknown values', () => {
    const { client } = startClient({ init: false })
    expect(client.getFeatureFlag('f')).toBeUndefined()
    expect(client.get_distinct_id()).toBe('')
    expect(client.get_explicit_consent_status()).toBe('pending')
    expect(client.featureFlags.hasLoadedFlags).toBe(false)
    expect(client.featureFlags.getFlags()).toEqual([])
    expect(client.featureFlags.getFlagVariants()).toEqual({})
    expect(client.isFeatureEnabled('f', { defaultValue: true })).toBe(true)
    expect([client.canRenderSurvey('s'), client.surveys.canRenderSurvey('s')]).toEqual([
      { visible: false },
      { visible: false },
    ])
  })

  it('return promises and unsubscribe functions on `surveys` as well', async () => {
    const { client, service, settle } = startClient({ init: false })
    const result = client.surveys.canRenderSurveyAsync('s')
    const unsubscribe = client.surveys.onSurveysLoaded(() => {})
    client.init(TOKEN, { api_host: HOST, fetch: service.fetch as typeof fetch, compression: 'none' })
    await settle(1_000)
    expect(await result).toEqual({ visible: false, disabledReason: 'unknown survey' })
    expect(unsubscribe()).toBeUndefined()
  })

  it('leave the groups of methods safe to await and to serialize', async () => {
    const { client } = startClient({ init: false })
    for (const group of [client.people, client.featureFlags, client.surveys]) {
      expect(await (async () => group)()).toBe(group)
      expect(JSON.stringify({ group })).toBe('{"group":{}}')
    }
  })

  it('return unsubscribe functions that work before and after init', async () => {
    const { client, service, settle } = startClient({ init: false })
    const received: string[] = []
    const unsubscribeFirst = client.on('eventCaptured', ({ event }) => received.push(`first ${event}`))
    const unsubscribeSecond = client.on('eventCaptured', ({ event }) => received.push(`second ${event}`))
    unsubscribeFirst()
    client.init(TOKEN, { api_host: HOST, fetch: service.fetch as typeof fetch, compression: 'none' })
    client.capture('e')
    unsubscribeSecond()
    client.capture('late')
    await settle()
    expect(received).toEqual(['second $pageview', 'second e'])
  })

  it('return promises that settle after init', async () => {
    const { client, service, settle } = startClient({ init: false })
    const ready = client.ready()
    client.init(TOKEN, { api_host: HOST, fetch: service.fetch as typeof fetch, compression: 'none' })
    await settle()
    await expect(ready).resolves.toBeUndefined()
  })

  it('return promises that settle after a failed init', async () => {
    errorsOf()
    const { client } = startClient({ init: false })
    const ready = client.ready()
    client.init('', {})
    await expect(ready).resolves.toBeUndefined()
  })
})

describe('push', () => {
  it('calls a method by name', async () => {
    const { client, settle, events } = startClient({ config: { capture_pageview: false } })
    client.push(['capture', 'e', { a: 1 }])
    await settle(1_000)
    expect((await events())[0]).toMatchObject({ event: 'e', properties: { a: 1 } })
  })

  it.each([[undefined], [[]], [['nonsense']], ['capture'], [[null]]])('logs an error for %j', call => {
    const console = errorsOf()
    startClient().client.push(call as unknown[])
    expect(console).toHaveBeenCalledTimes(1)
  })

  it('does not recurse when a page turns each call of the global into a push', async () => {
    const { client, settle, events } = startClient({ config: { capture_pageview: false } })
    const wrapped = new Proxy(client, {
      get: (target, name) =>
        name === 'push' ? target.push : (...args: unknown[]) => target.push([name, ...args]),
    })
    wrapped.capture('once')
    wrapped.push(['capture', 'twice'])
    await settle(1_000)
    expect((await events()).map(({ event }) => event)).toEqual(['once', 'twice'])
  })
})

describe('shutdown', () => {
  it('sends queued events and removes all timers and listeners', async () => {
    const { client, page, settle, events } = startClient()
    client.capture('last')
    const done = client.shutdown()
    await settle()
    await done
    expect((await events()).map(({ event }) => event)).toEqual(['$pageview', 'last'])
    expect([page.timers(), page.listeners()]).toEqual([0, 0])
  })

  it('removes all timers and listeners of a prerendered page', async () => {
    const { client, page, settle } = startClient({ page: { prerendering: true } })
    await client.shutdown()
    expect([page.timers(), page.listeners()]).toEqual([0, 0])
    page.activate()
    await settle()
    expect([page.timers(), page.listeners()]).toEqual([0, 0])
  })

  it('removes all timers and listeners when the service is not available', async () => {
    const { client, page, service, settle } = startClient()
    service.fail({ status: 503 })
    client.capture('kept')
    const done = client.shutdown()
    await settle()
    await done
    expect([page.timers(), page.listeners()]).toEqual([0, 0])
  })

  it('turns later calls into no-ops', async () => {
    const { client, service, settle } = startClient()
    await settle(1_000)
    await client.shutdown()
    const before = service.state.requests().length
    expect(client.capture('e')).toBeUndefined()
    client.identify('u1')
    client.reloadFeatureFlags()
    await settle(5_000)
    expect(service.state.requests()).toHaveLength(before)
  })

  it('can be followed by another init', async () => {
    const { client, service, settle, events } = startClient()
    await settle(1_000)
    const id = client.get_distinct_id()
    await client.shutdown()
    client.capture('lost')
    client.init(TOKEN, { api_host: HOST, fetch: service.fetch as typeof fetch, compression: 'none' })
    client.capture('found')
    await settle(2_000)
    expect((await events()).map(({ event }) => event)).toEqual(['$pageview', '$pageview', 'found'])
    expect(client.get_distinct_id()).toBe(id)
  })
})

describe('a client without a DOM', () => {
  it('logs nothing and does nothing', async () => {
    const console = errorsOf()
    const client = createUninitializedClient({
      chunkLoader: {
        channel: 'npm',
        load: () => Promise.reject(new Error('no')),
      },
    })
    client.init(TOKEN, { api_host: HOST })
    expect(client.capture('e')).toBeUndefined()
    expect(client.isFeatureEnabled('f')).toBeUndefined()
    client.onFeatureFlags(() => {})()
    await client.ready()
    await client.shutdown()
    expect(console).not.toHaveBeenCalled()
  })
})

describe('debug', () => {
  it('logs errors to the console and is stored for the next page', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { client, browser, service, settle } = startClient()
    client.debug()
    service.fail({ status: 400 })
    client.capture('e')
    await settle(2_000)
    expect(warn.mock.calls.some(call => call.includes('refused'))).toBe(true)
    expect(browser.local.entries.get('earshot_debug')).toBe('true')
    client.debug(false)
    expect(browser.local.entries.has('earshot_debug')).toBe(false)
  })
})

describe('init: nonce', () => {
  it.each([
    [{}, 'of-tag'],
    [{ nonce: undefined }, 'of-tag'],
    [{ nonce: 'of-page' }, 'of-page'],
  ])('uses the nonce of the script tag when the configuration is %j (R18)', (config, expected) => {
    const none = () => Promise.reject(new Error('no'))
    const client = createUninitializedClient({
      page: fakePage(),
      stores: fakeBrowser().tab().stores,
      chunkLoader: { channel: 'cdn', load: none },
      nonce: 'of-tag',
    })
    client.init(TOKEN, { api_host: HOST, fetch: none, ...config } as Partial<Config>)
    expect(client.config.nonce).toBe(expected)
    client.shutdown()
  })
})
