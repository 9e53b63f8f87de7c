import { copyOf, readableCopy } from '../lib/json'
import { log } from '../lib/log'
import { nullProtoRecord, platformOptions } from '../lib/nullProtoRecord'
import { isFunction, isText } from '../lib/typeGuards'
import { VERSION } from '../lib/version'
import { browserPage } from '../page/browserPage'
import type { Page } from '../page/page'
import { browserStores, type Stores } from '../persistence/browserStores'
import { DEBUG_KEY } from '../persistence/keys'
import type { Config, EarshotClient } from './api'
import type { ChunkLoader } from './chunkLoader'
import { DEFAULTS, initError, mergeConfig } from './config'
import { type Core, createCore } from './core'
import type { EarlyRequest } from './earlyRequest'
import {
  type AnyFunction,
  createMethods,
  FLAG_METHODS,
  METHODS,
  type Methods,
  methodAt,
  NOTHING,
  PEOPLE_METHODS,
  STUBS,
  SUBSCRIPTION,
  SURVEY_METHODS,
} from './methods'
import { answerWithoutCall, createCallQueue, inReplayOrder, type QueuedCall } from './queuedCalls'
import { SentryIntegration } from './unsupported'

/** What a client is made of; tests replace page and stores. */
export interface ClientDeps {
  page?: Page
  stores?: Stores
  chunkLoader: ChunkLoader
  /** Nonce of the script tag, used where the configuration has none. */
  nonce?: string | undefined
  /** Creates the methods of a client on a server. A script tag never runs there. */
  createServerMethods?(config: Config): Partial<Methods>
  /** Takes the calls that the snippet of the script tag has queued for the client of this name. */
  takeSnippetCalls?(name: string): QueuedCall[]
  /** Takes the first request of a project that the page has sent before the client loaded. */
  takeEarlyRequest?(token: string): EarlyRequest | undefined
}

/** `queueing`: before `init`. `inert`: on a server, after a wrong configuration, after `shutdown`. */
type State =
  | { name: 'queueing' }
  | { name: 'started'; core: Core; methods: Methods }
  | { name: 'inert'; methods?: Partial<Methods> | undefined }

/**
 * Creates a client that waits for `init`. Until then calls are queued and answered as the tables of `methods.ts` say.
 *
 * No method throws: a failure inside is reported to `on_error`. On a server, where there is no page, the client stays inert and
 * silent.
 */
export function createUninitializedClient(given: ClientDeps): EarshotClient {
  const deps = nullProtoRecord(given as never) as unknown as ClientDeps
  // A page may change the object that `client.config` returns.
  const defaults = { ...DEFAULTS, nonce: deps.nonce }
  let config: Config = defaults
  let isDebugging = false

  // A survey that a broken page cannot draw would be missed by nobody. See D-704.
  const emitError = (reason: string, detail?: unknown, isLogged = reason === 'survey_failed') => {
    if (isDebugging || isLogged) log('warn', 'earshot:', reason, detail ?? '')
    try {
      config.on_error?.(reason, detail)
    } catch {
      // The page's own hook has thrown: no one is left to tell.
    }
  }
  const logUsageError = (message: string) => {
    log('error', `earshot.${message}`)
    emitError('usage', message)
  }
  /** Runs code of the client. `args`: those of the method `name`, whose first one the page may have made unreadable. See D-682. */
  const attempt = <T>(run: () => T, name?: string, args: unknown[] = []): T | undefined => {
    try {
      return run()
    } catch (error) {
      try {
        // Throws for a revoked proxy, and for what has no text.
        args.slice(0, 1).join()
        emitError('internal', error)
      } catch {
        logUsageError(`${name}: ignored. Expected arguments that can be read`)
      }
      return undefined
    }
  }

  const onThrow = (error: unknown) => emitError('callback', error)
  const page = deps.page ?? browserPage(onThrow)
  const stores = page && (deps.stores ?? browserStores(onThrow))
  const queue = page && createCallQueue(page)
  let state: State = { name: page ? 'queueing' : 'inert' }
  /** Methods that `on_error` has received, once each. */
  const unsupported = new Set<string>()
  const core = () => (state.name === 'started' ? state.core : undefined)

  function call(path: string, args: unknown[], answer?: unknown): unknown {
    // `on` and `getRemoteConfigPayload` have a name before it.
    const callback = args[/^on$|load$/.test(path) ? 1 : 0]
    if ((answer as number) >= SUBSCRIPTION && !isFunction(callback)) {
      logUsageError(`${path}: ignored. Expected a function`)
      return answerWithoutCall(answer)
    }
    const method = state.name !== 'queueing' && state.methods && methodAt(state.methods, path)
    if (method) return method(...args)
    if (state.name === 'started') {
      // The methods are complete but for the products that are missing.
      if (!unsupported.has(path)) emitError('unsupported', path)
      unsupported.add(path)
      return answerWithoutCall(answer)
    }
    // The page may change what it receives.
    if (typeof answer === 'object') answer = copyOf(answer!)
    if (path === 'isFeatureEnabled') answer = readableCopy(args[1]).defaultValue
    return state.name === 'queueing' ? queue!.add(path, args, answer) : answerWithoutCall(answer)
  }
  /** Creates the methods of a table; `path` leads to the object that has them. */
  const bind = (table: Record<string, unknown>, path = '') =>
    Object.fromEntries(
      Object.entries(table).map(([name, answer]) => [
        name,
        (...args: unknown[]) => attempt(() => call(path + name, args, answer), path + name, args),
      ]),
    )

  /** Adds a property that JSON leaves out, and that an assignment leaves as it is. */
  const withGetter = (methods: object, name: string, get: () => unknown) =>
    Object.defineProperty(methods, name, platformOptions({ get, set() {}, configurable: true }))

  function replay({ name, args, at, url, run, onResult }: QueuedCall): void {
    if (run) return attempt(() => run.call(client))
    const [event, properties, options] = args
    // An event keeps the time and the URL of its call.
    const isEvent = name === 'capture' && at
    const input = isEvent ? [event, properties, { _at: at, _url: url, ...readableCopy(options) }] : args
    // A snippet queues calls whose arguments nobody has checked.
    const result = attempt(() => call(name, input, METHODS[name as keyof typeof METHODS]), name, input)
    onResult?.(result)
  }
  /** Makes later calls do nothing; another `init` may follow. */
  function disable(): void {
    state = { name: 'inert' }
    for (const { onResult } of queue!.takeAll()) onResult?.(undefined)
  }
  function refuse(problem: unknown): void {
    logUsageError(`init: ${problem}. Nothing is captured`)
    disable()
  }
  function start(input: unknown, settings: Partial<Config>): void {
    const token = isText(input) ? input.trim() : ''
    const next = mergeConfig(defaults, { ...settings, token }, logUsageError)
    const error = initError(token, next)
    if (isText(next) || error) return refuse(error)
    config = next
    isDebugging = config.debug || stores!.local()?.read(DEBUG_KEY) === 'true'
    const started = createCore({
      page: page!,
      stores: stores!,
      token,
      chunkLoader: deps.chunkLoader,
      earlyRequest: attempt(() => deps.takeEarlyRequest?.(token)),
      config: () => config,
      emitError,
      onThrow,
      logUsageError,
    })
    const { set_config, debug } = client
    // A snippet of posthog-js queues these two as well.
    const methods = { ...createMethods(started, () => config), set_config, debug }
    state = { name: 'started', core: started, methods }
    const calls = [...inReplayOrder(deps.takeSnippetCalls?.(config.name ?? '') ?? []), ...queue!.takeAll()]
    if (config.loaded) attempt(() => config.loaded!(client))
    calls.forEach(replay)
    started.start()
  }

  const namedClients = nullProtoRecord<EarshotClient>()
  /** Starts another client under a name of its own, where the page finds it: `earshot.name`. */
  function initNamed(name: string, token: string, settings: Partial<Config>): EarshotClient {
    if (!namedClients[name] && name in client) {
      logUsageError(`init: the name "${name}" is taken`)
      return client
    }
    namedClients[name] ??= createUninitializedClient(deps)
    // The page may have frozen the client.
    attempt(() => Object.assign(client, { [name]: namedClients[name] }))
    return namedClients[name].init(token, { ...settings, name })
  }

  // The tables are complete: their types name each method of `EarshotClient`, which TypeScript cannot see through `bind`.
  const client = {
    ...bind(STUBS),
    ...bind(METHODS),
    people: bind(PEOPLE_METHODS, 'people.'),
    featureFlags: withGetter(
      bind(FLAG_METHODS, 'featureFlags.'),
      'hasLoadedFlags',
      () => core()?.flags.featureFlagsApi.hasLoadedFlags ?? false,
    ),
    surveys: bind(SURVEY_METHODS),
    persistence: withGetter(bind({ get_property: NOTHING }), 'props', () => core()?.identity.stored() ?? {}),
    SentryIntegration,
    sentryIntegration: SentryIntegration,
    version: VERSION,
    // The snippet of posthog-js has it too: it is not to run again.
    __SV: 1,
    // The setters do nothing: a merge into the client must not throw.
    get __loaded() {
      return state.name === 'started'
    },
    set __loaded(_) {},
    get config() {
      return config
    },
    set config(_) {},
    get flagsEndpointWasHit() {
      return core()?.flags.store.isAnswered() ?? false
    },
    set flagsEndpointWasHit(_) {},
    toString: () => (config.name ? `earshot.${config.name}` : 'earshot'),
    init(token: string, given?: Partial<Config>, name?: string) {
      const settings: Partial<Config> = readableCopy(given)
      if (isText(name) && name && name !== config.name && name !== 'earshot')
        return initNamed(name, token, settings)
      if (state.name === 'started') log('warn', 'earshot.init: started already')
      else if (page)
        try {
          start(token, settings)
        } catch (error) {
          attempt(() => core()?.stop())
          refuse(error)
        }
      else
        attempt(() => {
          config = { ...defaults, ...settings, token }
          state = { name: 'inert', methods: deps.createServerMethods?.(config) }
        })
      return client
    },
    set_config(given: Partial<Config>) {
      attempt(() => {
        const settings = readableCopy(given)
        const next = mergeConfig(config, settings, logUsageError)
        if (isText(next)) return logUsageError(`set_config: ${next}`)
        config = next
        const isConsent = /persist|opt_out|cookieless|respect/.test(Object.keys(settings).join())
        if (isConsent) core()?.onConsent()
        core()?.surveys.onFlags()
      })
    },
    get_config: (name: keyof Config) => attempt(() => config[name], 'get_config', [name]),
    debug(isOn = true) {
      isDebugging = isOn
      const store = stores?.local()
      if (isOn) store?.write(DEBUG_KEY, 'true')
      else store?.remove(DEBUG_KEY)
    },
    push(call: unknown[]) {
      attempt(
        () => {
          const method = Array.isArray(call) && client[call[0] as keyof EarshotClient]
          if (isFunction(method)) (method as AnyFunction)(...call.slice(1))
          else logUsageError('push: expected [method, ...args]')
        },
        'push',
        [call],
      )
    },
    async shutdown() {
      await core()?.outbox.flush()
      attempt(() => core()?.stop())
      if (page) disable()
    },
  } as unknown as EarshotClient
  return client
}
