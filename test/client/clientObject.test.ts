import fc from 'fast-check'
import { produce } from 'immer'
import { describe, expect, it, vi } from 'vitest'
import type { EarshotClient } from '../../src/client/api'
import { createUninitializedClient } from '../../src/client/client'
import { HOST, startClient, TOKEN } from '../support/startClient'

vi.mock('../../src/index')

type AnyObject = Record<PropertyKey, unknown>

const isObject = (value: unknown): value is AnyObject =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Freezes a value and all that it leads to. */
function deepFreeze<T>(value: T, seen = new Set<unknown>()): T {
  if (!isObject(value) || seen.has(value)) return value
  seen.add(value)
  Object.freeze(value)
  for (const key of Reflect.ownKeys(value)) deepFreeze((value as AnyObject)[key], seen)
  return value
}

/** Copies each own property of the source into the target, objects member by member, as lodash does. */
function deepMerge(target: AnyObject, source: AnyObject): AnyObject {
  for (const [key, value] of Object.entries(source)) {
    const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value)
    target[key] = isBranch ? deepMerge((target[key] as AnyObject) ?? {}, value as AnyObject) : value
  }
  return target
}

const SAMPLE = ['capture', 'identify', 'isFeatureEnabled', 'displaySurvey', 'init', 'set_config', 'shutdown']

const clients: [when: string, create: () => EarshotClient][] = [
  ['before init', () => startClient({ init: false }).client],
  ['after init', () => startClient().client],
  ['on a server', () => createUninitializedClient({ chunkLoader: {} as never })],
]

describe.each(clients)('the client %s', (_, create) => {
  it('has its methods as own, enumerable properties (R43)', () => {
    const client = create()
    expect(Object.getPrototypeOf(client)).toBe(Object.prototype)
    expect(Object.keys(client)).toEqual(expect.arrayContaining(SAMPLE))
    for (const name of SAMPLE) expect(name in client).toBe(true)
  })

  it('has nothing under an invented name (R43)', () => {
    const client = create() as unknown as AnyObject
    fc.assert(
      fc.property(fc.string(), name => {
        fc.pre(!Object.keys(client).includes(name) && !(name in Object.prototype))
        expect(name in client).toBe(false)
        expect(client[name]).toBeUndefined()
      }),
    )
  })

  it('lets every method and getter be replaced by a spy (R43)', () => {
    const client = create()
    for (const owner of [
      client,
      client.people,
      client.featureFlags,
      client.surveys,
      client.persistence,
    ] as unknown as AnyObject[])
      for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
        if (get) vi.spyOn(owner as { x: unknown }, name as 'x', 'get').mockReturnValue('spied')
        else if (typeof owner[name] === 'function')
          vi.spyOn(owner as { x(): unknown }, name as 'x').mockReturnValue('spied')
        else continue
        expect(get ? owner[name] : (owner[name] as () => unknown)()).toBe('spied')
      }
  })

  it('does not throw when it is merged, spread or frozen (R43)', () => {
    const client = create()
    const object = client as unknown as AnyObject
    expect(deepMerge({}, object).capture).toBe(client.capture)
    deepMerge(object, { ...object, config: { debug: false }, people: { set: client.people.set }, mine: 1 })
    Object.assign(object, { __loaded: true, flagsEndpointWasHit: true, version: '1' })
    expect(JSON.stringify(client)).toContain('"config"')
    deepFreeze(client)
    client.capture('frozen')
    client.set_config({ debug: false })
    client.init(TOKEN, { api_host: HOST }, 'second')
  })
})

describe('the client in a state of Immer', () => {
  it.each(clients)('is read, called and kept %s', (_, create) => {
    const client = create()
    const state = { client, clicks: 0 }
    const next = produce(state, draft => {
      draft.client.capture('from a draft')
      draft.client.people.set('plan', 'pro')
      expect(draft.client.__loaded).toBe(client.__loaded)
      expect('capture' in draft.client).toBe(true)
      draft.clicks += 1
    })
    expect(next).toEqual({ client, clicks: 1 })
    expect(next.client).toBe(client)
    expect(Object.isFrozen(next)).toBe(true)
    next.client.capture('from the state')
    next.client.set_config({ debug: false })
  })

  it.each(clients)('is copied when a draft of it is written to, %s', (_, create) => {
    const client = create()
    const next = produce({ client }, draft => {
      Object.assign(draft.client, { label: 'mine' })
      draft.client.config.debug = false
    })
    expect(next.client).toMatchObject({ label: 'mine' })
    expect(client).not.toHaveProperty('label')
    next.client.capture('from a copy')
    client.capture('from the client')
  })

  it('captures what a draft captures, and what the frozen state does', async () => {
    const { client, settle, events } = startClient()
    const next = produce({ client, clicks: 0 }, draft => {
      draft.client.capture('from a draft', { clicks: draft.clicks })
      draft.clicks += 1
    })
    next.client.capture('from the state', { clicks: next.clicks })
    await settle(2_000)
    const captured = (await events()).filter(({ event }) => event.startsWith('from'))
    expect(captured.map(({ event, properties }) => [event, properties.clicks])).toEqual([
      ['from a draft', 0],
      ['from the state', 1],
    ])
  })
})

describe('the client', () => {
  it('works after a deep freeze (R43)', async () => {
    const { client, service, settle, events } = startClient({ init: false })
    deepFreeze(client)
    client.init(TOKEN, { api_host: HOST, fetch: service.fetch as typeof fetch, compression: 'none' })
    client.capture('frozen')
    await settle(2_000)
    expect((await events()).map(({ event }) => event)).toContain('frozen')
    expect(client.__loaded).toBe(true)
  })

  it('keeps the defaults when the page changes the configuration of another client (R43)', () => {
    const first = startClient({ init: false }).client
    deepMerge(first.config as never, { debug: true, persistence: 'memory', survey_words: { submit: 'Go' } })
    const { config } = startClient({ init: false }).client
    expect([config.persistence, config.debug, config.survey_words]).toEqual([
      'localStorage+cookie',
      undefined,
      undefined,
    ])
  })

  it('does not throw for any name in push (R43)', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const names = [...Reflect.ownKeys(Object.prototype), 'people', 'config', '', null, {}, Symbol('name')]
    const { client } = startClient()
    for (const name of names) client.push([name])
  })

  it('is mocked by the automatic mocks of a test runner (R43)', async () => {
    const { earshot, init } = await import('../../src/index')
    expect(vi.isMockFunction(init)).toBe(true)
    expect(vi.isMockFunction(earshot.capture)).toBe(true)
    expect(vi.isMockFunction(earshot.people.set)).toBe(true)
    expect(vi.isMockFunction(earshot.featureFlags.getFlags)).toBe(true)
    vi.mocked(earshot.isFeatureEnabled).mockReturnValue(true)
    expect(earshot.isFeatureEnabled('flag' as never)).toBe(true)
  })
})
