import { browserPage } from '../page/browserPage'
import type { Page } from '../page/page'
import { browserStores, type Stores } from '../persistence/browserStores'
import { DEBUG_KEY } from '../persistence/keys'
import type { Config, EarshotClient } from './api'
import type { ChunkLoader } from './chunkLoader'
import { DEFAULTS, mergeConfig } from './config'
import { type Core, createCore } from './core'
import { createMethods } from './methods'
import { inReplayOrder, type QueuedCall } from './queuedCalls'
import { VERSION } from './version'

/** What a name must begin with to be a method of ours, or one of another client of this protocol that snippets call. */
const METHOD =
  /^(add|alias|can|capture|cancel|clear|create|display|explain|flush|get|group|has_|identify|is[FU_]|is_|load|mark|on|opt_|re[gnls]|ready|session|set|start|stop|un[rs]|update)/

/** Methods that answer with a promise, and those that answer with the end of a subscription. */
const PROMISES = /^(flush|ready|startSession|canRenderSurveyAsync|explainSurvey)$/
const SUBSCRIBES = /^on([A-Z]|$)/

/** What a client that is not started knows; all else is `undefined`. */
const EMPTY: Record<string, unknown> = {
  getGroups: {},
  getAllFeatureFlags: [],
  getFlags: [],
  getFlagVariants: {},
  canRenderSurvey: { visible: false },
  get_distinct_id: '',
  get_session_id: '',
  get_session_replay_url: '',
  get_explicit_consent_status: 'pending',
  has_opted_in_capturing: false,
  has_opted_out_capturing: false,
  is_capturing: false,
}

/** Calls that are kept for an `init` that may never come. */
const MAX_QUEUED_CALLS = 10_000

type Methods = Record<string, unknown>

/** What tests replace. */
export interface ClientDeps {
  page?: Page
  stores?: Stores
  platform: ChunkLoader
  /** Calls that the stub of the script tag has kept for the client of this name. */
  queuedCalls?(name: string): QueuedCall[]
}

/**
 * Makes a client that waits for `init`. Its methods never throw: what goes wrong inside is told to `on_error`.
 * On a server, where there is no page, it stays inert and silent.
 */
export function createClientProxy(deps: ClientDeps): EarshotClient {
  let config = DEFAULTS
  let core: Core | undefined
  let methods: Methods = {}
  /** Calls that wait for `init`; `undefined` when they do nothing, and do not wait. */
  let queue: QueuedCall[] | undefined = []
  let debugging = false

  const emitError = (reason: string, detail?: unknown) => {
    if (debugging) console.warn('[earshot]', reason, detail ?? '')
    try {
      config.on_error?.(reason, detail)
    } catch {
      // The hook of the page has thrown: there is nobody left to tell.
    }
  }
  const logUsageError = (message: string) => {
    console.error(`[earshot] ${message}`)
    emitError('usage', message)
  }
  const attempt = <T>(run: () => T): T | undefined => {
    try {
      return run()
    } catch (error) {
      emitError('internal', error)
      return undefined
    }
  }
  const page = deps.page ?? browserPage(error => emitError('callback', error))
  const stores = page && (deps.stores ?? browserStores())
  if (!page) queue = undefined

  const call = (name: string, args: unknown[]): unknown =>
    attempt(() => {
      const method = name
        .split('.')
        .reduce<unknown>((at, part) => (at as Methods | undefined)?.[part], methods)
      return typeof method === 'function' ? method(...args) : queueCall(name, args)
    })
  const queueCall = (name: string, args: unknown[]): unknown => {
    const queuedCalls: QueuedCall = { name, args, at: page?.now() ?? 0, url: page?.url() ?? '' }
    const waits = !core && queue && queue.length < MAX_QUEUED_CALLS && queue.push(queuedCalls)
    const method = name.replace(/.*\./, '')
    if (PROMISES.test(method))
      return waits ? new Promise(resolve => (queuedCalls.onResult = resolve)) : Promise.resolve()
    if (method === 'isFeatureEnabled')
      return (args[1] as { defaultValue?: boolean } | undefined)?.defaultValue
    if (!SUBSCRIBES.test(method)) return EMPTY[method]
    let end: unknown
    let ended = false
    const stop = () => {
      ended = true
      if (typeof end === 'function') end()
    }
    queuedCalls.onResult = result => {
      end = result
      if (ended) stop()
    }
    return stop
  }
  const replay = ({ name, args, at, url, run, onResult: done }: QueuedCall) => {
    if (run) return attempt(() => run.call(self))
    const [event, properties, options] = args
    // An event belongs to the moment and the address of the call, not to those of our arrival.
    const isEvent = name === 'capture' && at
    const result = call(
      name,
      isEvent ? [event, properties, { _at: at, _url: url, ...(options as object) }] : args,
    )
    done?.(result)
  }
  /** Later calls do nothing; another `init` may follow. */
  const disable = () => {
    const calls = queue ?? []
    queue = undefined
    methods = {}
    for (const { onResult: done } of calls) done?.(undefined)
  }

  /** `client.people`, `client.featureFlags`, `client.surveys`: there from the beginning, like the client itself. */
  const group = (name: string) =>
    new Proxy({} as Methods, {
      get(target, key) {
        // What is asked of everything that is awaited or written as JSON.
        if (typeof key !== 'string' || /^(then|toJSON)$/.test(key)) return undefined
        if (key === 'hasLoadedFlags') return (methods[name] as Methods | undefined)?.[key] ?? false
        target[key] ??= (...args: unknown[]) => call(`${name}.${key}`, args)
        return target[key]
      },
    })
  const named: Record<string, EarshotClient> = Object.create(null)
  const own: Methods = {
    version: VERSION,
    people: group('people'),
    featureFlags: group('featureFlags'),
    surveys: group('surveys'),
    toString: () => (config.name ? `earshot.${config.name}` : 'earshot'),
    init(token: unknown, settings: Partial<Config> = {}, name?: string) {
      if (name && name !== config.name && name !== 'earshot') {
        if (!named[name] && self[name as keyof EarshotClient])
          logUsageError(`init: the name "${name}" is taken`)
        else own[name] = named[name] ??= createClientProxy(deps)
        return (named[name] ?? self).init(token as string, { ...settings, name })
      }
      if (core) console.warn('[earshot] init was called already; this call changes nothing')
      else if (page) attempt(() => start(token, settings ?? {}))
      return self
    },
    set_config(settings: Partial<Config>) {
      attempt(() => {
        const next = mergeConfig(config, settings ?? {})
        if (typeof next === 'string') return logUsageError(`set_config: ${next}`)
        config = next
        if (/persist|opt_out|cookieless|respect/.test(Object.keys(settings ?? {}).join()))
          core?.consentChanged()
        core?.surveys.onFlags()
      })
    },
    debug(on = true) {
      debugging = on
      const store = stores?.local()
      if (on) store?.write(DEBUG_KEY, 'true')
      else store?.remove(DEBUG_KEY)
    },
    push(item: [name: string, ...args: unknown[]]) {
      const method = Array.isArray(item) && self[item[0] as keyof EarshotClient]
      if (typeof method === 'function') (method as (...args: unknown[]) => unknown)(...item.slice(1))
      else logUsageError('push: expected the name of a method and its arguments')
    },
    async shutdown() {
      await core?.outbox.flush()
      attempt(() => core?.stop())
      core = undefined
      disable()
    },
  }

  function start(input: unknown, settings: Partial<Config>): void {
    const token = typeof input === 'string' ? input.trim() : ''
    const next = mergeConfig(DEFAULTS, settings)
    const error =
      (!token && 'the project key is missing; expected text such as "phc_..."') ||
      (token.startsWith('phx_') && 'this is a personal key, which must not reach a browser') ||
      (typeof next === 'string' && next) ||
      (!(next as Config).api_host && 'api_host is missing; expected the address of the service')
    if (error) {
      logUsageError(`init: ${error}. Nothing will be captured`)
      return disable()
    }
    config = next as Config
    debugging = config.debug || stores!.local()?.read(DEBUG_KEY) === 'true'
    const started = createCore({
      page: page!,
      stores: stores!,
      token,
      chunkLoader: deps.platform,
      config: () => config,
      emitError,
      logUsageError,
    })
    core = started
    methods = createMethods(started, () => config)
    const calls = [...inReplayOrder(deps.queuedCalls?.(config.name ?? '') ?? []), ...(queue ?? [])]
    queue = []
    if (config.loaded) attempt(() => config.loaded!(self))
    calls.forEach(replay)
    started.start()
  }

  const self = new Proxy(own, {
    get(target, name) {
      if (name in target || typeof name !== 'string') return target[name as string]
      if (name === '__loaded') return core !== undefined
      if (name === 'config') return config
      if (name === 'flagsEndpointWasHit') return core?.flags.isAnswered() ?? false
      if (!methods[name] && !METHOD.test(name)) return undefined
      // The same function at each reading, so that it can be compared and kept.
      target[name] = (...args: unknown[]) => call(name, args)
      return target[name]
    },
  }) as unknown as EarshotClient
  return self
}
