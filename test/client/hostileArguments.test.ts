import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EarshotClient } from '../../src/client/api'
import { FLAG_METHODS, METHODS, PEOPLE_METHODS, STUBS, SURVEY_METHODS } from '../../src/client/methods'
import type { SurveySession } from '../../src/surveys/session/surveySession'
import { fakeRuntime } from '../support/fakeRuntime'
import { startClient } from '../support/startClient'
import { open, survey } from '../support/surveys'

const trap = () => {
  throw new Error('page')
}
const revoked = (target: object = {}) => {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}
const throwing = (...names: string[]) =>
  Object.defineProperties(
    {},
    Object.fromEntries(names.map(name => [name, { get: trap, enumerable: true, configurable: true }])),
  )
const cyclic = () => {
  const value: Record<string, unknown> = { list: [] }
  Object.assign(value, { self: value, list: [value] })
  return value
}

/** Arguments that throw when they are read, converted, copied or called. */
const HOSTILE: Record<string, () => unknown> = {
  'a revoked proxy': () => revoked(),
  'a revoked list': () => revoked([]),
  'a revoked function': () => revoked(() => {}),
  'an object whose getters throw': () =>
    throwing(
      ...['captureEventName', 'send_event', 'fresh', 'defaultValue', 'iteration', 'id', 'selector', 'merge'],
      ...[
        'properties',
        'initialResponses',
        'resetDeviceID',
        'bootstrap',
        'flags',
        'payloads',
        'uuid',
        'then',
      ],
      ...['api_host', 'persistence', 'length', 'text', 'picked', 'name', 'trim', 'split', 'call', '0'],
    ),
  'an object whose traps throw': () =>
    new Proxy(
      {},
      { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap },
    ),
  'a list whose traps throw': () => new Proxy([], { get: trap, ownKeys: trap }),
  'a toString that throws': () => ({ toString: trap, valueOf: trap, [Symbol.toPrimitive]: trap }),
  'a toJSON that throws': () => ({ toJSON: trap }),
  'a list with values that cannot be read': () => [revoked(), throwing('a'), cyclic(), Symbol('s'), 1n],
  'an iterator that throws': () => ({ [Symbol.iterator]: trap, length: 3 }),
  'a function that throws': () => trap,
  'a promise that rejects': () => {
    const promise = Promise.reject(new Error('page'))
    promise.catch(() => {})
    return promise
  },
  'an object without a prototype': () => Object.create(null),
  'a cycle': cyclic,
  'a symbol': () => Symbol('s'),
  'a BigInt': () => 10n,
  null: () => null,
  'a date that is none': () => new Date(Number.NaN),
  __proto__: () => '__proto__',
}

/** Those that have no text. */
const UNREADABLE = Object.entries(HOSTILE).filter(([, create]) => {
  try {
    return void `${create()}`
  } catch {
    return true
  }
})

const paths = (table: object, owner = '') => Object.keys(table).map(name => owner + name)
const METHOD_PATHS = [
  ...paths(METHODS),
  ...paths(STUBS),
  ...paths(SURVEY_METHODS, 'surveys.'),
  ...paths(PEOPLE_METHODS, 'people.'),
  ...paths(FLAG_METHODS, 'featureFlags.'),
  ...['persistence.get_property', 'init', 'set_config', 'get_config', 'debug', 'push'],
]

/** Names that other arguments of a call need, so that the hostile one is reached. */
const USUAL = ['e1', 's1', 'beta', {}]

/** Arguments that are hostile in one place, and in all. */
const placesOf = (create: () => unknown): unknown[][] => [
  [create()],
  ...[1, 2, 3].map(place => USUAL.slice(0, place).concat([create()] as never)),
  [() => {}, create(), create()],
  [create(), create(), create(), create()],
]

const UNLIMITED = { skip_client_rate_limiting: true }

const rejections: unknown[] = []
const onRejection = (error: unknown) => rejections.push(error)
beforeEach(() => {
  rejections.length = 0
  process.on('unhandledRejection', onRejection)
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => {})
})
afterEach(() => {
  process.off('unhandledRejection', onRejection)
  vi.restoreAllMocks()
})

function call(client: EarshotClient, path: string, args: unknown[]): unknown {
  const names = path.split('.')
  const owner = names.slice(0, -1).reduce<unknown>((value, name) => Reflect.get(Object(value), name), client)
  return Reflect.apply(Reflect.get(Object(owner), names.at(-1)!), owner, args)
}

const start = (options: Parameters<typeof startClient>[0] = {}) =>
  startClient({
    runtime: fakeRuntime().runtime,
    service: {
      surveys: [survey({ type: 'api', questions: [open({ id: 'q' })] as never })],
      flags: { beta: true },
    },
    ...options,
  })

describe('public methods with hostile arguments (R3A)', () => {
  it.each(METHOD_PATHS)(
    '%s neither throws nor rejects, and the next event is sent',
    async path => {
      const { client, settle, events } = start()
      await settle()
      for (const create of Object.values(HOSTILE)) {
        for (const args of placesOf(create)) {
          const answer = call(client, path, args)
          await Promise.race([answer, settle()])
          if (typeof answer === 'function') answer()
        }
      }
      client.opt_in_capturing()
      client.set_config({ persistence: 'memory', before_send: undefined })
      client.capture('after', { plan: 'pro' }, UNLIMITED)
      await settle(5_000)
      expect((await events()).find(({ event }) => event === 'after')?.properties.plan).toBe('pro')
      expect(rejections).toEqual([])
    },
    60_000,
  )

  it.each(METHOD_PATHS.filter(path => path !== 'init'))(
    '%s before init stops none of the calls after it',
    async path => {
      const { client, settle, events, service } = start({ init: false })
      for (const create of Object.values(HOSTILE))
        for (const args of placesOf(create)) void call(client, path, args)
      client.capture('after')
      client.init('phc_demo', {
        api_host: 'https://events.test',
        fetch: service.fetch as typeof fetch,
        compression: 'none',
        loaded: ({ opt_in_capturing }) => opt_in_capturing(),
      })
      client.opt_in_capturing()
      client.capture('later', null, UNLIMITED)
      await settle(5_000)
      expect((await events()).map(({ event }) => event)).toContain('later')
      expect(rejections).toEqual([])
    },
    60_000,
  )

  it.each(METHOD_PATHS)(
    '%s reports a first argument that cannot be read as a mistake of the page (D-682)',
    async path => {
      const { client, settle, errors } = start()
      await settle()
      for (const [name, create] of UNREADABLE) {
        errors.length = 0
        const answer = call(client, path, [create()])
        await Promise.race([answer, settle()])
        expect([name, errors.filter(({ reason }) => reason === 'internal')]).toEqual([name, []])
      }
    },
  )

  it('getFeatureFlag names itself when its key cannot be read (D-682)', () => {
    const { client, errors } = start()
    client.getFeatureFlag(revoked() as never)
    const message = 'getFeatureFlag: ignored. Expected arguments that can be read'
    expect(errors).toEqual([{ reason: 'usage', detail: message }])
    expect(console.error).toHaveBeenCalledWith(`earshot.${message}`)
  })

  it('init starts with the settings that can be read', async () => {
    const { client, settle, events, service } = start({ init: false })
    const settings = Object.assign(throwing('bootstrap'), {
      api_host: 'https://events.test',
      fetch: service.fetch,
      compression: 'none',
    })
    client.init('phc_demo', settings as never, revoked() as never)
    client.capture('e')
    await settle(5_000)
    expect((await events()).map(({ event }) => event)).toContain('e')
  })

  it.each(Object.entries(HOSTILE))('opt_in_capturing and reset take effect when they get %s', (_, create) => {
    const { client } = start({ config: { opt_out_capturing_by_default: true } })
    client.opt_in_capturing(create() as never)
    expect(client.has_opted_in_capturing()).toBe(true)
    client.identify('u1')
    client.reset(create() as never)
    expect(client.get_distinct_id()).not.toBe('u1')
  })

  it('opt_in_capturing captures no event that a library has put on Object.prototype', async () => {
    const { client, settle, events } = start({ config: { opt_out_capturing_by_default: true } })
    await settle()
    Object.defineProperty(Object.prototype, 'captureEventName', { value: 'foreign', configurable: true })
    client.opt_in_capturing({})
    Reflect.deleteProperty(Object.prototype, 'captureEventName')
    await settle(5_000)
    const names = (await events()).map(({ event }) => event)
    expect(names).toContain('$opt_in')
    expect(names).not.toContain('foreign')
  })
})

/** Arguments of a usual type in a wrong place. */
const WRONG: unknown[] = [
  ...[undefined, null, 5, Number.NaN, 'x', '', true, 10n, Symbol('s'), new Date(Number.NaN), () => {}],
  ...[[], ['x'], [null], {}, { x: null }, { flags: 5 }, { flags: null, payloads: 5 }, { bootstrap: 5 }],
  { properties: 5, initialResponses: 5, selector: 5 },
]

describe('public methods with arguments of a wrong type (D-457)', () => {
  it.each(METHOD_PATHS)(
    '%s reports none of them as a fault of the client',
    async path => {
      const { client, settle, errors } = start()
      await settle()
      for (const value of WRONG) {
        const places = [
          ...[[], ['e1'], ['s1'], [{}], [() => {}], ['e1', 'e2'], ['e1', {}], ['e1', 'e2', {}]].map(usual => [
            ...usual,
            value,
          ]),
          [value, () => {}],
        ]
        for (const args of places) {
          const answer = call(client, path, args)
          if (typeof answer === 'function') answer()
        }
      }
      await settle(1_000)
      expect(errors.filter(({ reason }) => /internal|callback/.test(reason))).toEqual([])
    },
    60_000,
  )

  it('take no letters of a text for properties', async () => {
    const { client, settle, events } = start()
    const text = 'plan' as never
    client.register(text)
    client.register_once(text)
    client.register_for_session(text)
    client.setPersonProperties(text)
    client.setGroupPropertiesForFlags(text)
    client.capture('e')
    await settle()
    const event = (await events()).find(({ event }) => event === 'e')!
    expect(Object.keys(event.properties).filter(name => /^\d+$/.test(name))).toEqual([])
    expect(client.getGroups()).toEqual({})
  })

  const CALLBACKS: [path: string, before: unknown[]][] = [
    ...['onFeatureFlags', 'onSessionId', 'onSurveysLoaded', 'onActiveMatchingSurveysChanged'].map(
      (path): [string, unknown[]] => [path, []],
    ),
    ...['getSurveys', 'getActiveMatchingSurveys', 'getEarlyAccessFeatures', 'surveys.getSurveys'].map(
      (path): [string, unknown[]] => [path, []],
    ),
    ['on', ['eventCaptured']],
    ['featureFlags.getRemoteConfigPayload', ['beta']],
  ]

  it.each(CALLBACKS)('%s names itself when its callback is no function', async (path, before) => {
    const { client, settle, errors, service } = start({ init: false })
    const values = WRONG.filter(value => typeof value !== 'function')
    const message = `${path.replace('surveys.', '')}: ignored. Expected a function`
    const callAll = () => {
      vi.mocked(console.error).mockClear()
      for (const value of values) {
        const answer = call(client, path, [...before, value])
        expect(typeof answer).toBe(path.startsWith('on') ? 'function' : 'undefined')
        if (typeof answer === 'function') answer()
      }
      return vi.mocked(console.error).mock.calls
    }
    const expected = values.map(() => [`earshot.${message}`])
    expect(callAll()).toEqual(expected)
    client.init('phc_demo', {
      api_host: 'https://events.test',
      fetch: service.fetch as typeof fetch,
      on_error: (reason, detail) => errors.push({ reason, detail }),
    })
    expect(callAll()).toEqual(expected)
    await settle(1_000)
    expect(errors).toEqual(values.map(() => ({ reason: 'usage', detail: message })))
  })

  it.each(CALLBACKS)('%s takes a function', async (path, before) => {
    const { client, settle } = start()
    await settle()
    const answer = call(client, path, [...before, () => {}])
    if (typeof answer === 'function') answer()
    expect(console.error).not.toHaveBeenCalled()
  })

  it('updateFlags replaces the flags when its options are null', async () => {
    const { client, settle } = start()
    await settle()
    client.updateFlags({ other: true }, undefined, null as never)
    expect(client.featureFlags.getFlags()).toEqual(['other'])
  })
})

describe('options of surveys with values that cannot be read', () => {
  const propertiesOfShown = async ({ settle, events }: ReturnType<typeof startClient>) => {
    await settle(5_000)
    return (await events()).find(({ event }) => event === 'survey shown')?.properties
  }

  it('startSession leaves out that property alone', async () => {
    const started = start()
    await started.settle(1_000)
    const properties = Object.assign(throwing('bad'), { plan: 'pro', list: revoked([]) })
    const session = await started.client.startSession('s1', { properties })
    session!.shown()
    const shown = await propertiesOfShown(started)
    expect(shown).toMatchObject({ plan: 'pro', $survey_id: 's1' })
    expect(shown).not.toHaveProperty('bad')
    expect(shown).not.toHaveProperty('list')
  })

  it('displaySurvey leaves out that property alone', async () => {
    const fake = fakeRuntime()
    const started = start({ runtime: fake.runtime })
    await started.settle(1_000)
    started.client.displaySurvey('s1', { properties: Object.assign(throwing('bad'), { plan: 'pro' }) })
    await started.settle(1_000)
    expect(fake.ids()).toEqual(['s1'])
    expect((await propertiesOfShown(started))?.plan).toBe('pro')
  })

  it.each([['a getter', () => throwing('0')] as const, ['a list', () => ({ 0: revoked([]) })] as const])(
    'startSession leaves out an initial response that is %s',
    async (_, create) => {
      const started = start()
      await started.settle(1_000)
      const initialResponses = Object.assign(create(), { 1: 'unused' })
      expect(await started.client.startSession('s1', { initialResponses })).not.toBeNull()
      expect(started.errors).toEqual([])
    },
  )
})

describe('what is no object in place of properties (R3A)', () => {
  it.each<[string, unknown]>([
    ['a text', 'secret'],
    ['a number', 5],
    ['bytes', new Uint8Array([1, 2])],
  ])('is none: %s', async (_, value) => {
    const { client, settle, events } = startClient({ config: { capture_pageview: false } })
    const given = value as object as Record<string, never>
    client.capture('e', given, { $set: given, $set_once: given })
    client.capture('groups', { $groups: given })
    client.identify('u1', given, given)
    client.group('company', 'c1', given)
    client.setPersonProperties(given)
    client.register(given)
    client.set_config(given)
    await settle(5_000)
    const sent = JSON.stringify(await events())
    expect(sent).toContain('"event":"$groupidentify"')
    expect(sent).not.toMatch(/secret|"\$(set|set_once|group_set)":("|\d)|"\d":/)
  })

  it('calls toJSON of a model first', async () => {
    class Model {
      attributes = { plan: 'pro' }
      toJSON() {
        return { ...this.attributes }
      }
    }
    const { client, settle, events } = startClient({ config: { capture_pageview: false } })
    client.identify('u1', new Model() as never)
    await settle(5_000)
    expect((await events())[0]!.properties.$set).toEqual({ plan: 'pro' })
  })

  it.each([Infinity, Number.NaN])('is no id: %s', id => {
    const { client } = startClient()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    client.identify(id as never)
    expect(client._isIdentified()).toBe(false)
  })

  it('drops an event whose hook returns one that inherits its fields, and says so', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { client } = startClient({ config: { before_send: event => Object.create(event) } })
    expect(client.capture('e')).toBeUndefined()
    expect(error).toHaveBeenCalledWith(expect.stringContaining('event "e" dropped'))
  })
})

describe('survey sessions with hostile arguments (R3A)', () => {
  const METHODS_OF_SESSION: (keyof SurveySession)[] = [
    ...(['state', 'subscribe', 'question', 'draft', 'choiceOrder', 'progress', 'canGoBack'] as const),
    ...(['shown', 'begin', 'submit', 'answer', 'back', 'dismiss', 'hide'] as const),
  ]
  const TYPES = ['open', 'rating', 'single_choice', 'multiple_choice', 'link'] as const

  it.each(METHODS_OF_SESSION)('%s does not throw for a question of any type', async method => {
    for (const type of TYPES) {
      const questions = [{ id: 'q', type, question: 'Why?', scale: 10, choices: ['Yes', 'No'], link: null }]
      const { client, settle } = start({
        service: { surveys: [survey({ type: 'api', questions: questions as never })] },
      })
      await settle(1_000)
      for (const [name, create] of Object.entries(HOSTILE)) {
        const session = (await client.startSession('s1'))!
        const answer = Reflect.apply(session[method], session, [create()])
        if (typeof answer === 'function') answer()
        expect([type, name, session.state().page]).toEqual([type, name, expect.any(String)])
      }
    }
    expect(rejections).toEqual([])
  })
})

describe('properties of a survey with names of the client (R3A, D-765)', () => {
  const properties = { token: 'ETH', distinct_id: '', plan: 'pro' }
  const expectAnswer = async ({ settle, events }: ReturnType<typeof start>) => {
    await settle(5_000)
    const stored = (await events()).filter(({ event }) => event !== '$pageview')
    expect(stored.map(({ event, properties: { plan } }) => [event, plan])).toEqual([
      ['survey shown', 'pro'],
      ['survey sent', 'pro'],
    ])
  }

  it('cost no answer of startSession', async () => {
    const started = start()
    await started.settle(1_000)
    const session = await started.client.startSession('s1', { properties })
    session!.shown()
    session!.answer('because')
    await expectAnswer(started)
  })

  it('cost no answer of displaySurvey', async () => {
    const { runtime, shown } = fakeRuntime()
    const started = start({ runtime })
    await started.settle(1_000)
    started.client.displaySurvey('s1', { properties })
    await started.settle(1_000)
    shown[0]!.session.answer('because')
    await expectAnswer(started)
  })
})
