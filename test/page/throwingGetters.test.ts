// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import { installGlobal, ownScript } from '../../src/client/scriptTag'
import { encoders } from '../../src/transport/encoders'
import { chunksOf } from '../support/chunksOf'
import { LANGUAGE_GLOBALS } from '../support/languageGlobals'

/** Sources of the client. What a test, a library or the fake browser reads is not replaced. */
const isReadByClient = () => {
  const frames = (new Error().stack ?? '').split('\n').slice(1)
  return /\/src\/(?!server)/.test(frames.find(frame => !frame.includes('throwingGetters')) ?? '')
}
const owners = { navigator, document, screen, location, history, performance, crypto, window } as Record<
  string,
  object
>
const NativeResponse = Response
const cleanups: (() => void)[] = []
const restore = () => {
  for (const cleanup of cleanups.splice(0)) cleanup()
  localStorage.clear()
}
// The script tag names no project.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(restore)

/** Replaces a property by a getter. Returns whether that was possible. */
function define(owner: object, name: string, get: (original: () => unknown) => unknown): boolean {
  const own = Object.getOwnPropertyDescriptor(owner, name)
  if (own && !own.configurable) return false
  const original = () =>
    own ? (own.get ? own.get.call(owner) : own.value) : Reflect.get(Object.getPrototypeOf(owner), name, owner)
  try {
    Object.defineProperty(owner, name, {
      configurable: true,
      get: () => (isReadByClient() ? get(original) : original()),
      set: value => Object.defineProperty(owner, name, { value, configurable: true, writable: true }),
    })
  } catch {
    return false
  }
  cleanups.push(() => {
    Reflect.deleteProperty(owner, name)
    if (own) Object.defineProperty(owner, name, own)
  })
  return true
}
const namesOf = (owner: object): string[] => {
  const names = new Set<string>()
  for (
    let level: object | null = owner;
    level && level !== Object.prototype;
    level = Object.getPrototypeOf(level)
  )
    for (const name of Object.getOwnPropertyNames(level)) names.add(name)
  return [...names].filter(name => name !== 'constructor' && !LANGUAGE_GLOBALS.includes(name))
}

/** Runs a client through a page view, events and an end. Returns what it sent and reported. */
async function run() {
  const bodies: string[] = []
  const errors: { reason: string; detail: unknown }[] = []
  const config: Partial<Config> = {
    api_host: 'https://events.test',
    compression: 'none',
    opt_out_useragent_filter: true,
    respect_dnt: true,
    respect_gpc: true,
    request_queue_config: { flush_interval_ms: 250 },
    fetch: async (_, init) => {
      bodies.push(String(init?.body))
      return new NativeResponse('{"surveys":false}')
    },
    on_error: (reason, detail) => errors.push({ reason, detail }),
  }
  const page = window as { earshot?: EarshotClient }
  installGlobal({ channel: 'cdn', load: chunksOf({ encoders }) }, ownScript())
  const client = page.earshot!
  delete page.earshot
  client.init('phc_demo', config)
  const captured = client.capture('e', { long: 'x'.repeat(70_000), list: ['a'] })
  const timeout = new Promise(resolve => setTimeout(resolve, 500))
  await Promise.race([client.flush(), timeout])
  await new Promise(resolve => setTimeout(resolve, 10))
  await Promise.race([client.shutdown(), timeout])
  return {
    isSent: bodies.some(body => /"event":"e"/.test(body) && /"list":\["a"\]/.test(body)),
    captured,
    errors,
  }
}

/** Runs a client, and returns the properties that it reads. */
async function readProperties(): Promise<[owner: string, name: string][]> {
  const read: [owner: string, name: string][] = []
  for (const [owner, object] of Object.entries(owners))
    for (const name of namesOf(object))
      define(object, name, original => {
        if (!read.some(([o, n]) => o === owner && n === name)) read.push([owner, name])
        const value = original()
        return typeof value === 'function' && owner !== 'window' ? value.bind(object) : value
      })
  await run()
  restore()
  return read
}

/** Runs a client for each property that it reads, while that property has another getter. Returns the runs that lost the event. */
async function failedRuns(getterOf: (path: string) => () => unknown) {
  const failed: unknown[] = []
  for (const [owner, name] of await readProperties()) {
    const isDefined = define(owners[owner]!, name, getterOf(`${owner}.${name}`))
    if (!isDefined) continue
    const { captured, isSent, errors } = await run().catch(error => ({
      captured: undefined,
      isSent: error,
      errors: [],
    }))
    restore()
    if (captured?.event !== 'e' || isSent !== true || errors.length > 1)
      failed.push([owner, name, isSent, errors])
  }
  return failed
}

describe('browser getters that throw', () => {
  it('captures and reports once when any property that the client reads throws (R31)', async () => {
    const found = (await readProperties()).map(path => path.join('.'))
    expect(found).toEqual(
      expect.arrayContaining([
        'navigator.userAgent',
        'document.referrer',
        'screen.width',
        'window.innerWidth',
        'window.TextEncoder',
        'window.Intl',
        'document.currentScript',
      ]),
    )
    const failed = await failedRuns(path => () => {
      throw new Error(path)
    })
    expect(failed).toEqual([])
  }, 60_000)
})

describe('browser getters with a value of another type', () => {
  it.each<[string, () => unknown]>([
    ['an object without a text', () => Object.create(null)],
    ['a symbol', () => Symbol('x')],
    ['a number', () => 7],
    // As for `<form name="title">`, which is then `document.title`.
    ['an element', () => document.createElement('form')],
  ])(
    'captures when any property that the client reads is %s (R31, D-504)',
    async (_, value) => {
      expect(await failedRuns(() => value)).toEqual([])
    },
    60_000,
  )
})
