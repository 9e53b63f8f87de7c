import { browserPage } from '../page/browserPage'
import type { Page } from '../page/page'
import { DEBUG_KEY } from '../persistence/keys'
import { webStore } from '../persistence/webStore'
import type { EarshotClient } from './api'
import { type Config, type ConfigFault, DEFAULTS, withSettings } from './config'
import { createLive, type Live } from './live'
import { createFlagsApi, createMethods, createPeople } from './methods'
import type { Platform } from './platform'
import { type Call, inReplayOrder } from './replay'
import { VERSION } from './version'

/** Methods that can be called before `init`: they wait, or answer what is known then, which is nothing. */
const NAMES = (
  'capture register register_once register_for_session unregister unregister_for_session get_property getSessionProperty ' +
  'getPageViewId identify alias group getGroups resetGroups reset setPersonProperties unsetPersonProperties createPersonProfile ' +
  'setInternalOrTestUser get_distinct_id get_session_id getFeatureFlag isFeatureEnabled getFeatureFlagPayload ' +
  'getFeatureFlagResult getAllFeatureFlags reloadFeatureFlags updateFlags setPersonPropertiesForFlags ' +
  'resetPersonPropertiesForFlags setGroupPropertiesForFlags resetGroupPropertiesForFlags getEarlyAccessFeatures ' +
  'updateEarlyAccessFeatureEnrollment opt_in_capturing opt_out_capturing has_opted_in_capturing has_opted_out_capturing ' +
  'get_explicit_consent_status is_capturing clear_opt_in_out_capturing getSurveys getActiveMatchingSurveys renderSurvey ' +
  'displaySurvey cancelPendingSurvey canRenderSurvey canRenderSurveyAsync explainSurvey markSurveyAsSeen startSession ' +
  'on onSessionId onFeatureFlags onSurveysLoaded onActiveMatchingSurveysChanged flush ready get_session_replay_url ' +
  'startSessionRecording stopSessionRecording sessionRecordingStarted loadToolbar captureException startExceptionAutocapture ' +
  'stopExceptionAutocapture addExceptionStep setIdentity clearIdentity calculateEventProperties'
).split(' ')

/** What reads answer before `init`, and what an inert client answers for ever. */
const EMPTY: Record<string, (() => unknown) | undefined> = {
  getGroups: () => ({}),
  getAllFeatureFlags: () => [],
  get_distinct_id: () => '',
  get_session_id: () => '',
  get_session_replay_url: () => '',
  get_explicit_consent_status: () => 'pending',
  has_opted_in_capturing: () => false,
  has_opted_out_capturing: () => false,
  is_capturing: () => false,
  canRenderSurvey: () => ({ visible: false, disabledReason: 'not started' }),
  canRenderSurveyAsync: () => ({ visible: false, disabledReason: 'not started' }),
  explainSurvey: () => null,
  startSession: () => null,
}
const ASYNC = /^(flush|ready|startSession|canRenderSurveyAsync)$/
const WAITING = /^(capture$|register|unregister|identify|alias|group$|reset|set[PIG]|unset|createPerson|opt_|clear_|reload|update)/

const isFault = (config: Config | ConfigFault): config is ConfigFault => 'expected' in config

/** What tests replace. */
export interface ClientDoors {
  page?: Page
  platform: Platform
  /** Calls that the stub of the script tag has kept for the client of this name. */
  waiting?(name: string): Call[]
}

/**
 * Makes a client that waits for `init`. Its methods never throw: what goes wrong inside is told to `on_error`.
 * On a server, where there is no page, it stays inert and silent.
 */
export function createUnstarted(doors: ClientDoors): EarshotClient {
  let config = DEFAULTS
  let live: Live | undefined
  let methods: Record<string, unknown> = {}
  let token = ''
  let queue: Call[] = []
  let debugging = false

  const report = (reason: string, detail?: unknown) => {
    if (debugging) console.warn('[earshot]', reason, detail ?? '')
    try {
      config.on_error?.(reason, detail)
    } catch {
      // The hook of the page has thrown: there is nobody left to tell.
    }
  }
  const complain = (message: string) => {
    console.error(`[earshot] ${message}`)
    report('usage', message)
  }
  const page = doors.page ?? browserPage(error => report('callback', error))
  const call = (name: string, args: unknown[]): unknown => {
    try {
      const method = methods[name]
      if (typeof method === 'function') return method(...args)
      if (page && !live && WAITING.test(name)) queue.push({ name, args, at: page.now(), url: page.url() })
      if (/^on/.test(name)) return subscribeLater(name, args)
      if (ASYNC.test(name)) {
        if (!page) return Promise.resolve(EMPTY[name]?.())
        return new Promise(resolve => queue.push({ name, args, at: 0, url: '', done: resolve }))
      }
      return EMPTY[name]?.()
    } catch (error) {
      report('internal', error)
      return undefined
    }
  }
  /** A subscription made before `init`, and its end, which may also come before. */
  const subscribeLater = (name: string, args: unknown[]) => {
    let end: unknown
    let ended = false
    const entry: Call = { name, args, at: 0, url: '', done: result => (ended ? (result as () => void)() : (end = result)) }
    queue.push(entry)
    return () => {
      ended = true
      if (typeof end === 'function') end()
    }
  }
  const replay = () => {
    const calls = inReplayOrder(queue)
    queue = []
    for (const { name, args, at, url, run, done } of calls) {
      // An event belongs to the moment and the address of the call, not to those of our arrival.
      const moment = { _at: at, _url: url, ...(args[2] as object) }
      const given = name === 'capture' && at ? [args[0], args[1], moment] : args
      try {
        if (run) run.call(self)
        else if (name.startsWith('people.')) self.people[name.slice(7) as 'set'](...(given as [string]))
        else done ? done(call(name, given)) : call(name, given)
      } catch (error) {
        report('callback', error)
      }
    }
  }

  const client = {
    version: VERSION,
    toString: () => (config.name ? `earshot.${config.name}` : 'earshot'),
    get __loaded() {
      return live !== undefined
    },
    get config() {
      return config
    },
    get flagsEndpointWasHit() {
      return live?.flags.wasAnswered() ?? false
    },
    init(given: unknown, settings: Partial<Config> = {}, name?: string): EarshotClient {
      if (name && name !== config.name && name !== 'earshot') {
        const named = createUnstarted(doors)
        ;(client as Record<string, unknown>)[name] = named
        return named.init(given as string, { ...settings, name })
      }
      if (live) {
        console.warn('[earshot] init was called already; this call changes nothing')
        return self
      }
      if (!page) return self
      try {
        start(given, settings)
      } catch (error) {
        report('internal', error)
      }
      return self
    },
    set_config(settings: Partial<Config>) {
      const next = typeof settings === 'object' && settings ? withSettings(config, settings) : config
      if (isFault(next)) return complain(`set_config: ${next.field} should be ${next.expected}`)
      config = next
    },
    debug(on = true) {
      debugging = on
      const store = page && webStore('localStorage')
      if (on) store?.write(DEBUG_KEY, 'true')
      else store?.remove(DEBUG_KEY)
    },
    push(item: unknown[]) {
      if (!Array.isArray(item)) return
      const [name, ...args] = item
      const method = (client as Record<string, unknown>)[name as string]
      if (typeof method === 'function') method(...args)
      else complain(`push: there is no method "${String(name)}"`)
    },
    async shutdown() {
      await live?.outbox.flush()
      live?.stop()
      live = undefined
      makeInert()
    },
    people: createPeople(() => live),
    featureFlags: createFlagsApi(
      () => live,
      () => config,
    ),
    surveys: {},
  }

  /** Later calls do nothing, and do not wait for another start. */
  function makeInert(): void {
    methods = {}
    for (const name of NAMES) {
      const answer = EMPTY[name] ?? (/^on/.test(name) ? () => () => {} : () => undefined)
      methods[name] = ASYNC.test(name) ? async () => answer() : answer
    }
    replay()
  }

  function start(given: unknown, settings: Partial<Config>): void {
    const next = withSettings(DEFAULTS, settings)
    const fault =
      tokenFault(given) ??
      (isFault(next)
        ? `${next.field} should be ${next.expected}`
        : next.api_host
          ? undefined
          : 'api_host is missing; expected the address of the service')
    if (fault || isFault(next)) {
      complain(`init: ${fault}. Nothing will be captured`)
      return makeInert()
    }
    token = (given as string).trim()
    config = next
    debugging = config.debug || webStore('localStorage')?.read(DEBUG_KEY) === 'true'
    live = createLive({ page: page!, token, version: VERSION, platform: doors.platform, config: () => config, report, complain })
    methods = createMethods(live, () => config)
    try {
      config.loaded?.(self)
    } catch (error) {
      report('callback', error)
    }
    queue.push(...(doors.waiting?.(config.name) ?? []))
    replay()
    live.start()
  }

  const self = client as unknown as EarshotClient
  const surface = client as Record<string, unknown>
  for (const name of NAMES) surface[name] = (...args: unknown[]) => call(name, args)
  for (const name of NAMES) if (/urvey/.test(name)) (client.surveys as Record<string, unknown>)[name] = surface[name]
  return self
}

/** What is wrong with a project key. */
function tokenFault(token: unknown): string | undefined {
  if (typeof token !== 'string' || !token.trim()) return 'the project key is missing; expected text such as "phc_..."'
  return token.trim().startsWith('phx_') ? 'a personal key was given, which must never reach a browser; expected the project key' : undefined
}
