import { createBotTest } from '../capture/bots'
import { createCapture } from '../capture/capture'
import { createContext, REGISTERED } from '../capture/context'
import { createOutbox } from '../capture/outbox'
import { createPageviews } from '../capture/pageviews'
import { createSessions } from '../capture/session'
import { createFlags } from '../flags/flags'
import { flagsBody } from '../flags/request'
import { createEmitter, type Emitter } from '../lib/emitter'
import type { Page } from '../page/page'
import { gatedStore } from '../persistence/gatedStore'
import { storedKeys } from '../persistence/keys'
import { createLocks } from '../persistence/lock'
import { openStores, type Stores } from '../persistence/openStore'
import { createRecord } from '../persistence/record'
import type { Store } from '../persistence/store'
import type { SurveyRuntime, SurveySettings } from '../surveys/host'
import { IN_PROGRESS } from '../surveys/seen'
import { createSurveys } from '../surveys/surveys'
import { address } from '../transport/address'
import { createEncoder } from '../transport/encode'
import { fetchTransport } from '../transport/fetchTransport'
import type { CapturedEvent, Properties } from '../wire/event'
import type { FlagsRequest } from '../wire/flag'
import { FLAGS_PATH, SURVEY_LIST_PATH } from '../wire/paths'
import type { SurveyListReply } from '../wire/survey'
import type { ClientSignals, Config } from './api'
import { createConsent } from './consent'
import { COOKIE_KEYS, createIdentity } from './identity'
import type { Platform } from './platform'
import { createRemoteConfig } from './remoteConfig'
import { VERSION } from './version'

export interface LiveParts {
  page: Page
  token: string
  platform: Platform
  stores: Stores
  config(): Config
  /** Something went wrong that the page may want to know of. */
  report(reason: string, detail?: unknown): void
  /** A mistake of the page: always visible. */
  complain(message: string): void
}

/** The started client: where the parts meet. What one needs of another is handed over here, as a function. */
export function createLive({ page, token, platform, stores, config, report, complain }: LiveParts) {
  const onThrow = (error: unknown) => report('callback', error)
  const keys = storedKeys(token, config().persistence_name ?? '')
  const signals = new Map<string, Emitter<unknown>>()
  let started = false
  let endSeeing: (() => void) | undefined
  const signal = (name: string) => {
    const found = signals.get(name) ?? createEmitter<unknown>(onThrow)
    signals.set(name, found)
    return found
  }

  // Remembering
  const { consent_persistence_name, opt_out_capturing_persistence_type: consentPlace } = config()
  const consentKey = consent_persistence_name ? consent_persistence_name + token : keys.consent
  const consentStore = gatedStore(
    consentPlace === 'cookie' ? stores.cookie(config()) : stores.local(),
    makeRoom,
  )
  const consent = createConsent({ page, store: consentStore, key: consentKey, settings: config })
  const store = gatedStore(undefined, makeRoom)
  const tabStore = gatedStore()
  let cookie: Store | undefined
  /** What may be remembered, and where, follows consent and configuration. */
  const follow = () => {
    const isOff = config().disable_persistence
    const mayRemember = consent.allows() && !consent.cookieless() && !isOff
    const opened = openStores(config().persistence, stores, config())
    store.use(mayRemember ? opened.main : undefined)
    tabStore.use(mayRemember ? opened.tab : undefined)
    cookie = mayRemember ? opened.cookie : undefined
    if (mayRemember || !(isOff || consent.status() !== 'pending')) return
    const gone = [keys.main, keys.flags, keys.config, keys.window, keys.primaryWindow]
    for (const real of [opened.main, opened.cookie, opened.tab]) {
      const begun = real?.keys(IN_PROGRESS) ?? []
      // Answers go from the device; the page remembers them, for who changes their mind at once.
      for (const key of begun) store.write(key, real!.read(key)!)
      for (const key of [...gone, ...begun, ...(real?.keys(keys.outbox) ?? [])])
        if (real?.read(key) != null) real.remove(key)
    }
  }
  follow()

  // What a survey will need is fetched beside all that follows, where it can be foreseen
  const remote = createRemoteConfig({ page, store, key: keys.config, config })
  let runtime: Promise<SurveyRuntime> | undefined
  const loadRuntime = () => {
    runtime ??= platform.loadSurveys(config()).catch((error: unknown) => {
      runtime = undefined
      throw error
    })
    return runtime
  }
  const { surveys: ownSurveys, preload_surveys: preload, disable_surveys: noSurveys } = config()
  if (!noSurveys && (preload || remote.hasSurveys() || Array.isArray(ownSurveys)))
    void loadRuntime().catch(() => {})

  // Knowing the visitor
  const record = createRecord({
    page,
    key: keys.main,
    main: store,
    cookie: () => cookie,
    cookieKeys: [...COOKIE_KEYS, ...(config().cookie_persisted_properties ?? [])],
    // Somebody who was logged in is gone; all else is the same visitor.
    onForeign: ({ $user_state, distinct_id }) =>
      personChanged(
        $user_state === 'identified' && distinct_id !== identity.distinctId() ? 'forget' : 'keep',
      ),
  })
  const tab = createRecord({ page, key: keys.main, main: tabStore })

  // Sending
  const transport = fetchTransport(page, config, consent.allows)
  const encoder = createEncoder(page, () => platform.loadEncoders(config()))
  const to = (host: string, path: string, query?: Record<string, string | number | undefined>) =>
    hooked(config().rewriteRequestPath, address(host, path, query))
  let endWarming: (() => void) | undefined
  const outbox = createOutbox({
    page,
    token,
    store,
    locks: createLocks(page, store, stores.locks),
    transport,
    encoder,
    compression: remote.compression,
    prefix: keys.outbox,
    maySend: consent.allows,
    to: (path, query) => to(config().api_host, path, query),
    flushIntervalMs: () =>
      Math.min(5000, Math.max(250, config().request_queue_config?.flush_interval_ms ?? 1000)),
    onSent: () => {
      // What a visitor waits for comes first.
      endWarming ??= page.idle(() => void Promise.resolve(runtime).then(encoder.warm, encoder.warm))
    },
    report,
  })

  // Capturing
  const sessions = createSessions({
    page,
    record,
    tab: tabStore,
    keys,
    idleMs: () => Math.min(36_000, Math.max(60, config().session_idle_timeout_seconds)) * 1000,
    bootstrapId: config().bootstrap?.sessionID,
    onThrow,
  })
  const context = createContext({ page, record, tab, settings: config })
  const pageviews = createPageviews(page, config, consent.allows, (event, properties, _url) =>
    capture(event, properties, _url === undefined ? {} : { _url }),
  )
  const identity = createIdentity({
    page,
    record,
    tab,
    sessions,
    settings: config,
    host: {
      capture: (...call) => capture(...call),
      cookieless: consent.cookieless,
      flagInputsChanged: () => started && flags.inputsChanged(),
      personChanged,
      complain,
    },
  })
  const isBot = createBotTest(page, config)
  const capture = createCapture({
    page,
    isBot,
    token,
    library: { $lib: 'web', $lib_version: VERSION, $sdk_dist_channel: platform.channel },
    settings: config,
    context,
    sessions,
    pageviews,
    outbox,
    host: {
      mayCapture: consent.allows,
      cookieless: consent.cookieless,
      distinctId: identity.distinctId,
      identity: identity.eventProperties,
      flags: () => flags.values.eventProperties(),
      processPerson: identity.processes,
      isIdentified: identity.isIdentified,
      captured,
      report,
      complain,
    },
  })

  // Flags
  const ask = async (body: FlagsRequest, withConfig: boolean) => {
    const encoded = await encoder.encode(JSON.stringify(body), remote.compression())
    const query = {
      v: 2,
      config: withConfig ? 'true' : undefined,
      only_evaluate_survey_feature_flags: config().advanced_only_evaluate_survey_feature_flags
        ? 'true'
        : undefined,
      compression: encoded.compression,
    }
    const url = to(config().flags_api_host || config().api_host, FLAGS_PATH, query)
    const reply = transport.post(url, encoded, { timeoutMs: config().feature_flag_request_timeout_ms })
    // What costs the page time waits until the first request is out, and is a task by itself.
    page.after(0, pageviews.begin)
    return reply
  }
  const flags = createFlags({
    page,
    store,
    key: keys.flags,
    settings: config,
    owner: () => JSON.stringify([identity.distinctId(), identity.groups()]),
    onThrow,
    capture: (event, properties) => capture(event, properties) !== undefined,
    reported: () => record.get('$flag_call_reported') ?? {},
    setReported: reported => record.set({ $flag_call_reported: reported }),
    body: () =>
      flagsBody(
        {
          api_key: token,
          distinct_id: identity.distinctId(),
          $anon_distinct_id: identity.anonymousId(),
          $device_id: identity.deviceId(),
          groups: identity.groups(),
          person_properties: { ...context.initial(), ...identity.personProperties() },
          group_properties: identity.groupProperties(),
          timezone: page.timezone(),
          evaluation_environments: (config().evaluation_environments ?? []).filter(
            name => typeof name === 'string' && name.trim(),
          ),
        },
        config().flag_keys,
      ),
    ask,
    mayAsk: () => started && consent.allows() && !config().advanced_disable_flags,
    onReloading: () => signal('featureFlagsReloading').emit(undefined),
    onConfig: (reply, error) => {
      if (!reply) return surveys.failed(error ?? 'unknown_error')
      remote.receive(reply)
      if (Array.isArray(config().surveys)) return
      surveys.receive(remote.surveys(), remote.surveyConfig())
    },
    onSettled: () => identity.forgetAnonymousId(),
    report,
  })

  // Surveys
  const surveys = createSurveys({
    page,
    store,
    // A switch that the page has not touched is `undefined` here, which is off as well.
    settings: config as () => SurveySettings,
    capture: (event, properties, set) =>
      capture(
        event,
        { ...properties, ...(set && { $set: set }) },
        // The visitor answers once: a storm of the page's own events must not take it along.
        { skip_client_rate_limiting: true, ...(set && { $set: set }) },
      ) !== undefined,
    // A survey that nobody sees must not count as shown.
    canCapture: () => consent.allows() && (!!config().opt_out_useragent_filter || !isBot()),
    flag: (key, quiet) => (quiet ? flags.peek(key) : flags.methods.getFeatureFlag(key)),
    flagsLoaded: () => flags.values.source() === 'loaded',
    reloadFlags: () => flags.reload(),
    deviceType: () => {
      const facts = page.facts()
      return facts.userAgent ? context.device(facts).$device_type : undefined
    },
    personLanguage: () => {
      const { language } = identity.personProperties()
      return typeof language === 'string' ? language : undefined
    },
    sessionId: () => sessions.peek()?.sessionId,
    conditionUrl: () => hooked(config().get_current_url, page.url()),
    fetchSurveys: async () => {
      const url = to(config().api_host, SURVEY_LIST_PATH, { token })
      const { status, json } = await transport.get(url, { timeoutMs: config().surveys_request_timeout_ms })
      if (status !== 200 || typeof json !== 'object' || !json)
        throw new Error(`surveys could not be loaded: status ${status}`)
      return json as SurveyListReply
    },
    loadRuntime,
    signal: (name, detail) => signal(name).emit(detail),
    report,
  })

  /** Storage is full. What can be asked for again yields to all else; events yield to who the visitor is and has decided. */
  function makeRoom(key: string): boolean {
    const caches = [keys.flags, keys.config]
    if (caches.includes(key)) return false
    const cache = caches.find(store.read)
    if (!cache) return !key.startsWith(keys.outbox) && outbox.makeRoom()
    store.remove(cache)
    return true
  }
  function captured(event: CapturedEvent): void {
    const set = { ...(event.properties.$set as Properties | undefined), ...event.$set }
    // What surveys note about themselves is known here already; a completed one asks for the flags by itself.
    const reload = !event.event.startsWith('survey ')
    if (Object.keys(set).length > 0) identity.methods.setPersonPropertiesForFlags(set, reload)
    signal('eventCaptured').emit(event)
    surveys.onCaptured(event)
  }
  function personChanged(values: 'keep' | 'forget'): void {
    record.set({ $flag_call_reported: undefined })
    if (values === 'forget') {
      flags.values.forget()
      surveys.reset()
    }
    if (started) flags.inputsChanged()
  }
  /** The visitor has decided, here or in another tab, or the configuration has changed. */
  const consentChanged = () => {
    if (!consent.allows()) outbox.clear()
    follow()
    surveys.onFlags()
    if (!consent.allows()) return
    record.sync()
    tab.sync()
    identity.begin()
    if (started) flags.reload()
  }
  const endConsent = consentStore.onForeignChange(consentKey, () => {
    consentChanged()
    pageviews.begin()
  })
  const endSession = sessions.on((ids, reason) => {
    if (!reason) return
    pageviews.reset()
    // The first session has what was registered before it; the next ones begin without.
    if (reason !== 'noSessionId') tab.set({ [REGISTERED]: undefined })
    if (config().advanced_feature_flags_dedup_per_session) record.set({ $flag_call_reported: undefined })
    surveys.onSession(ids.sessionId)
  })

  identity.begin()
  flags.values.load()

  return {
    token,
    capture,
    consent,
    flags,
    identity,
    outbox,
    pageviews,
    report,
    sessions,
    surveys,
    transport,
    to,
    on: <S extends keyof ClientSignals>(name: S, run: (detail: ClientSignals[S]) => void) =>
      signal(name).on(run as (detail: unknown) => void),
    /** Begins to ask, to send and to count page views. */
    start() {
      started = true
      const { surveys: own } = config()
      if (Array.isArray(own)) surveys.receive(own)
      else if (remote.fresh()) surveys.receive(remote.fresh(), remote.surveyConfig())
      flags.values.on(() => surveys.onFlags())
      // A page that nobody has seen yet asks nothing: it may never be shown.
      endSeeing = whenSeen(page, () => {
        pageviews.start()
        // After it, so that it hears last of a page that leaves.
        outbox.start()
        if (!flags.start()) pageviews.begin()
      })
    },
    consentChanged,
    stop() {
      started = false
      endSeeing?.()
      endWarming?.()
      endSession()
      endConsent()
      surveys.stop()
      flags.stop()
      pageviews.stop()
      sessions.stop()
      outbox.stop()
      record.stop()
      tab.stop()
    },
  }
}

export type Live = ReturnType<typeof createLive>

function hooked(hook: ((url: string) => string) | undefined, url: string): string {
  try {
    return hook?.(url) || url
  } catch {
    return url
  }
}

/** A prerendered page is not seen; one that was opened in the background is, for all that the browser says. */
function whenSeen(page: Page, run: () => void): (() => void) | undefined {
  if (!page.prerendering()) return void run()
  const end = page.on('visible', () => {
    end()
    run()
  })
  return end
}
