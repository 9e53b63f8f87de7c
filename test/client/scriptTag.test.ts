// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EarshotClient } from '../../src/client/api'
import type { ChunkLoader } from '../../src/client/chunkLoader'
import { installGlobal, type OwnScript, ownScript, readScriptConfig } from '../../src/client/scriptTag'

const URL_OF_SCRIPT = 'https://cdn.test/earshot@1/earshot.js'
const chunkLoader: ChunkLoader = {
  channel: 'cdn',
  load: () => Promise.reject(new Error('unused')),
}
const global = window as unknown as { earshot?: EarshotClient; earshotConfig?: unknown }
const tagOf = (attributes: Record<string, string>) => {
  const tag = document.createElement('script')
  for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value)
  return tag
}
const install = async (script: Partial<OwnScript>): Promise<EarshotClient> => {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  installGlobal(chunkLoader, { url: URL_OF_SCRIPT, tag: null, ...script })
  // The client starts before the next script of the page, but not within its own.
  await undefined
  return global.earshot!
}

const refuse = () => {
  throw new Error('refused')
}
const defineGlobal = (name: string, descriptor: PropertyDescriptor) =>
  Object.defineProperty(window, name, { configurable: true, ...descriptor })

beforeEach(() => {
  vi.unstubAllGlobals()
  for (const name of ['earshot', 'earshotConfig', 'earshotStart']) {
    const own = Object.getOwnPropertyDescriptor(window, name)
    if (own?.get || own?.writable === false) Reflect.deleteProperty(window, name)
  }
  void global.earshot?.shutdown()
  delete global.earshot
  delete global.earshotConfig
  vi.useFakeTimers()
})

describe('installGlobal', () => {
  it('starts with the key and the host of the URL of the script (R41)', async () => {
    const url = `${URL_OF_SCRIPT}?api_key=phc_url&api_host=https%3A%2F%2Fevents.test#x`
    const client = await install({ url, tag: tagOf({}) })
    expect(client.__loaded).toBe(true)
    expect(client.config.api_host).toBe('https://events.test')
  })

  it('starts with the default of a number that its tag has wrong (D-685)', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { config } = await install({
      tag: tagOf({
        'data-api-key': 'phc_tag',
        'data-api-host': '/relay',
        'data-session-idle-timeout-seconds': 'soon',
        'data-config': '{"cookie_expiration":"a year","survey_progress_ttl_minutes":"60"}',
      }),
    })
    expect([config.session_idle_timeout_seconds, config.cookie_expiration]).toEqual([1800, 365])
    expect(config.survey_progress_ttl_minutes).toBe('60')
    expect(error).toHaveBeenCalledTimes(2)
    error.mockRestore()
  })

  it.each([undefined, () => ({ get: undefined })])(
    'starts with the attributes of its tag when URLSearchParams is %s (R3E)',
    async broken => {
      vi.stubGlobal('URLSearchParams', broken)
      const client = await install({ tag: tagOf({ 'data-api-key': 'phc_tag', 'data-api-host': '/relay' }) })
      expect(client.__loaded).toBe(true)
    },
  )

  it.each<[string, () => unknown]>([
    ['queueMicrotask is missing', () => vi.stubGlobal('queueMicrotask', undefined)],
    ['earshotConfig throws', () => defineGlobal('earshotConfig', { get: refuse })],
    ['earshotStart throws', () => defineGlobal('earshotStart', { get: refuse })],
    ['earshotStart is read-only', () => defineGlobal('earshotStart', { value: Object.freeze({}) })],
  ])('starts when %s (R31, D-686)', async (_, breakPage) => {
    breakPage()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const client = await install({ tag: tagOf({ 'data-api-key': 'phc_tag', 'data-api-host': '/relay' }) })
    expect(client.__loaded).toBe(true)
    expect(log).not.toHaveBeenCalled()
  })

  it.each(['read-only', 'a getter that throws'])(
    'starts and captures when window.earshot is %s (R31, D-686)',
    async kind => {
      const fetched = vi.fn(async () => new Response('{}'))
      defineGlobal('earshot', kind === 'read-only' ? { value: [], writable: false } : { get: refuse })
      vi.stubGlobal('fetch', fetched)
      installGlobal(chunkLoader, {
        url: URL_OF_SCRIPT,
        tag: tagOf({
          'data-api-key': 'phc_tag',
          'data-api-host': 'https://events.test',
          'data-opt-out-useragent-filter': '',
        }),
      })
      await vi.advanceTimersByTimeAsync(5_000)
      expect(fetched).toHaveBeenCalled()
      Reflect.deleteProperty(window, 'earshot')
    },
  )

  it('starts and replays the calls of a frozen snippet (R31, D-686)', async () => {
    const captured = vi.fn(event => event)
    global.earshotConfig = { before_send: captured, opt_out_useragent_filter: true, persistence: 'memory' }
    global.earshot = Object.freeze([Object.freeze(['capture', 'queued'])]) as never
    const client = await install({ tag: tagOf({ 'data-api-key': 'phc_tag', 'data-api-host': '/relay' }) })
    expect(client.__loaded).toBe(true)
    expect(captured.mock.calls.map(([{ event }]) => event)).toContain('queued')
  })

  it('starts and captures what the page has queued beside what is no call (R31, D-669)', async () => {
    const captured = vi.fn(event => event)
    const config = JSON.stringify({ persistence: 'memory' })
    global.earshotConfig = { before_send: captured, opt_out_useragent_filter: true }
    const queue: unknown[] = [null, 5, { event: 'x' }, [Symbol('s')], [], ['capture', 'queued']]
    global.earshot = Object.assign(queue, { people: { set: 1 } }) as never
    const client = await install({
      tag: tagOf({ 'data-api-key': 'phc_tag', 'data-api-host': '/relay', 'data-config': config }),
    })
    expect(client.__loaded).toBe(true)
    expect(captured.mock.calls.map(([{ event }]) => event)).toContain('queued')
  })

  it('starts when a setting of window.earshotConfig cannot be read (R31)', async () => {
    global.earshotConfig = Object.defineProperty({ api_key: 'phc_object', api_host: '/relay' }, 'name', {
      enumerable: true,
      get() {
        throw new Error('page')
      },
    })
    expect((await install({})).__loaded).toBe(true)
  })

  it('starts with the settings of window.earshotConfig, functions included (R41)', async () => {
    const loaded = vi.fn()
    global.earshotConfig = { api_key: 'phc_object', api_host: 'https://events.test', loaded }
    expect((await install({})).__loaded).toBe(true)
    expect(loaded).toHaveBeenCalledTimes(1)
  })

  it('prefers attributes to the URL, and the URL to window.earshotConfig (R41)', () => {
    global.earshotConfig = { project_token: 'phc_3', api_host: 'https://3.test', person_profiles: 'always' }
    const url = `${URL_OF_SCRIPT}?v=7&api_key=phc_2&api_host=https://2.test`
    expect(readScriptConfig({ url: '', tag: null })).toEqual({
      token: 'phc_3',
      tagConfig: { api_host: 'https://3.test', person_profiles: 'always' },
      globalName: 'earshot',
    })
    expect(readScriptConfig({ url, tag: null })).toMatchObject({
      token: 'phc_2',
      tagConfig: { api_host: 'https://2.test', person_profiles: 'always' },
    })
    const tag = tagOf({ 'data-api-key': 'phc_1', 'data-api-host': 'https://1.test' })
    expect(readScriptConfig({ url, tag })).toMatchObject({
      token: 'phc_1',
      tagConfig: { api_host: 'https://1.test', person_profiles: 'always' },
    })
  })

  it.each([[null], ['text'], [[]], [document.createElement('p')]])(
    'does not throw when window.earshotConfig is %j (R41)',
    async value => {
      global.earshotConfig = value
      expect((await install({})).__loaded).toBe(false)
    },
  )

  it('logs one line when nothing names a project and the page does not call init (R41)', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await install({ tag: tagOf({}) })
    expect(warn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(60_000)
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^earshot: no project key yet\. Set /)]])
  })

  it('logs nothing when the page calls init itself (R41)', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const client = await install({})
    client.init('phc_page', { api_host: 'https://events.test' })
    vi.advanceTimersByTime(60_000)
    expect(warn).not.toHaveBeenCalled()
  })
})

/** Runs the snippet of posthog-js as sites have it, but for the tag that it inserts. Methods are those that the tests queue. */
function runPosthogSnippet(): void {
  const stub = (target: unknown[], names: string[]) =>
    Object.assign(
      target,
      Object.fromEntries(names.map(name => [name, (...args: unknown[]) => target.push([name, ...args])])),
    )
  const inits: unknown[] = []
  const snippet = Object.assign([], {
    __SV: 1,
    _i: inits,
    init(token: string, config: object, name?: string) {
      const target = name ? [] : snippet
      if (name) Object.assign(snippet, { [name]: target })
      stub(target, ['capture', 'identify', 'set_config', 'debug'])
      Object.assign(target, { people: stub([], ['set']) })
      inits.push([token, config, name ?? 'posthog'])
    },
  })
  Object.assign(window, { posthog: snippet })
}

describe('data-global', () => {
  const host = { api_host: 'https://events.test', capture_pageview: false, opt_out_useragent_filter: true }
  type Posthog = EarshotClient & { shop: EarshotClient }
  const posthog = () => (window as unknown as { posthog: Posthog }).posthog

  beforeEach(runPosthogSnippet)
  afterEach(() => void posthog().shutdown())

  it.each<[string, Partial<OwnScript>]>([
    ['phc_tag', { tag: tagOf({ 'data-global': 'posthog' }) }],
    ['phc_url', { url: `${URL_OF_SCRIPT}?global=posthog` }],
  ])('takes over the name and the queue of a snippet of posthog-js: %s', async (token, script) => {
    const before_send = vi.fn(event => event)
    posthog().init(token, { ...host, before_send })
    posthog().capture('queued', { plan: 'pro' })
    posthog().identify('ann')
    posthog().set_config({ mask_personal_data_properties: true })
    expect(await install(script)).toBeUndefined()
    expect(posthog().__loaded).toBe(true)
    expect(posthog().config).toMatchObject({ token, mask_personal_data_properties: true })
    expect(posthog().config).not.toHaveProperty('global')
    expect(posthog().get_distinct_id()).toBe('ann')
    const events = before_send.mock.calls.map(([{ event, properties }]) => [event, properties.$current_url])
    expect(events).toEqual([
      ['$identify', location.href],
      ['queued', location.href],
    ])
  })

  it('takes over the named clients of the snippet', async () => {
    const before_send = vi.fn(event => event)
    posthog().init('phc_theirs', host)
    posthog().init('phc_shop', { ...host, before_send }, 'shop')
    posthog().shop.capture('queued')
    await install({ tag: tagOf({ 'data-global': 'posthog' }) })
    expect(posthog().shop.config.token).toBe('phc_shop')
    expect(before_send.mock.calls.map(([{ event }]) => event)).toEqual(['queued'])
    void posthog().shop.shutdown()
  })

  it('leaves a client of posthog-js alone', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const theirs = { init: () => {}, shutdown: () => {} }
    Object.assign(window, { posthog: theirs })
    await install({ tag: tagOf({ 'data-global': 'posthog' }) })
    expect(posthog()).toBe(theirs)
    expect(warn).toHaveBeenCalledTimes(1)
  })
})

describe('ownScript', () => {
  const stacks: [browser: string, stack: string][] = [
    ['Chromium', `Error\n    at f (${URL_OF_SCRIPT}:1:20)\n    at ${URL_OF_SCRIPT}:1:99`],
    ['Firefox', `f@${URL_OF_SCRIPT}:1:20\n@${URL_OF_SCRIPT}:1:99\n`],
    ['WebKit', `global code@${URL_OF_SCRIPT}:1:20\nmodule code@https://shop.test/app.js:1:9`],
  ]
  it.each(stacks)('returns URL and tag of a module in %s, which has no current script (R41)', (_, stack) => {
    vi.stubGlobal(
      'Error',
      class {
        stack = stack
      },
    )
    expect(ownScript()).toEqual({ url: URL_OF_SCRIPT, tag: null })
    const tag = tagOf({ type: 'module', src: URL_OF_SCRIPT, 'data-api-key': 'phc_1' })
    vi.spyOn(document, 'scripts', 'get').mockReturnValue([tag] as never)
    expect(ownScript()).toEqual({ url: URL_OF_SCRIPT, tag })
  })

  it.each(['img', 'form'])('ignores the settings of an %s with the name currentScript (R31)', name => {
    const element = document.createElement(name)
    Object.assign(element.dataset, { apiKey: 'phc_evil', apiHost: 'https://evil.test' })
    element.setAttribute('src', 'https://evil.test/earshot.js')
    vi.stubGlobal('Error', class {})
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(element as never)
    vi.spyOn(document, 'scripts', 'get').mockReturnValue([] as never)
    expect(ownScript()).toEqual({ url: '', tag: null })
  })

  it('returns an empty URL when the browser gives no stack (R41)', () => {
    vi.stubGlobal('Error', class {})
    // An inline script has an empty `src` too.
    vi.spyOn(document, 'scripts', 'get').mockReturnValue([tagOf({})] as never)
    expect(ownScript()).toEqual({ url: '', tag: null })
  })
})
