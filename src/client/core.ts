import { createBotDetector } from '../capture/bots'
import { createCapture } from '../capture/capture'
import { createEventContext, SESSION_PROPERTIES } from '../capture/eventContext'
import { createOutbox } from '../capture/outbox'
import { createPageviews } from '../capture/pageviews'
import { createSessions } from '../capture/session'
import { createFlags } from '../flags/flags'
import { flagsRequestBody } from '../flags/request'
import { createEmitter, type Emitter } from '../lib/emitter'
import type { Page } from '../page/page'
import { openStores, type Stores } from '../persistence/browserStores'
import { storedKeys } from '../persistence/keys'
import { createLocks } from '../persistence/locks'
import { createRecord } from '../persistence/record'
import type { Store } from '../persistence/store'
import { switchableStore } from '../persistence/switchableStore'
import type { SurveyRuntime, SurveysConfig } from '../surveys/host'
import { PROGRESS_PREFIX } from '../surveys/storage/storageKeys'
import { createSurveys } from '../surveys/surveys'
import { buildUrl } from '../transport/buildUrl'
import { createEncoder } from '../transport/encode'
import { fetchTransport } from '../transport/fetchTransport'
import type { CapturedEvent, Properties } from '../wire/event'
import type { FlagsRequest } from '../wire/flag'
import { FLAGS_PATH, SURVEY_LIST_PATH } from '../wire/paths'
import type { SurveyListReply } from '../wire/survey'
import type { ClientEvents, Config } from './api'
import type { ChunkLoader } from './chunkLoader'
import { createConsent } from './consent'
import { COOKIE_KEYS, createIdentity } from './identity'
import { createRemoteConfig } from './remoteConfig'
import { VERSION } from './version'

export interface CoreDeps {
  page: Page
  token: string
  chunkLoader: ChunkLoader
  stores: Stores
  config(): Config
  /** Something went wrong that the page may want to know of. */
  emitError(reason: string, detail?: unknown): void
  /** A mistake of the page: always visible. */
  logUsageError(message: string): void
}

/** The started client: where the parts meet. What one needs of another is handed over here, as a function. */
export function createCore({ page, token, chunkLoader, stores, config, emitError, logUsageError }: CoreDeps) {
  const onThrow = (error: unknown) => emitError('callback', error)
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
  const consentStore = switchableStore(
    consentPlace === 'cookie' ? stores.cookie(config()) : stores.local(),
    evict,
  )
  const consent = createConsent({ page, store: consentStore, key: consentKey, config })
  const store = switchableStore(undefined, evict)
  const tabStore = switchableStore()
  let cookie: Store | undefined
  /** What may be remembered, and where, follows consent and configuration. */
  const syncStores = () => {
    const isOff = config().disable_persistence
    const mayRemember = consent.canCapture() && !consent.isCookieless() && !isOff
    const opened = openStores(config().persistence, stores, config())
    store.setBackend(mayRemember ? opened.main : undefined)
    tabStore.setBackend(mayRemember ? opened.tab : undefined)
    cookie = mayRemember ? opened.cookie : undefined
    if (mayRemember || !(isOff || consent.status() !== 'pending')) return
    const gone = [keys.main, keys.flags, keys.config, keys.window, keys.primaryWindow]
    for (const real of [opened.main, opened.cookie, opened.tab]) {
      const begun = real?.keys(PROGRESS_PREFIX) ?? []
      // Answers go from the device; the page remembers them, for who changes their mind at once.
      for (const key of begun) store.write(key, real!.read(key)!)
      for (const key of [...gone, ...begun, ...(real?.keys(keys.outbox) ?? [])])
        if (real?.read(key) != null) real.remove(key)
    }
  }
  syncStores()

  // What a survey will need is fetched beside all that follows, where it can be foreseen
  const remote = createRemoteConfig({ page, store, key: keys.config, config })
  let runtime: Promise<SurveyRuntime> | undefined
  const loadRuntime = () => {
    runtime ??= chunkLoader.loadSurveys(config()).catch((error: unknown) => {
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
    onExternalChange: ({ $user_state, distinct_id }) =>
      personChanged(
        $user_state === 'identified' && distinct_id !== identity.distinctId() ? 'forget' : 'keep',
      ),
  })
  const tab = createRecord({ page, key: keys.main, main: tabStore })

  // Sending
  const transport = fetchTransport(page, config, consent.canCapture)
  const encoder = createEncoder(page, () => chunkLoader.loadEncoders(config()))
  const buildApiUrl = (host: string, path: string, query?: Record<string, string | number | undefined>) =>
    applyUrlHook(config().rewriteRequestPath, buildUrl(host, path, query))
  let cancelPreload: (() => void) | undefined
  const outbox = createOutbox({
    page,
    token,
    store,
    locks: createLocks(page, store, stores.locks),
    transport,
    encoder,
    compression: remote.compression,
    prefix: keys.outbox,
    canSend: consent.canCapture,
    buildUrl: (path, query) => buildApiUrl(config().api_host, path, query),
    flushIntervalMs: () =>
      Math.min(5000, Math.max(250, config().request_queue_config?.flush_interval_ms ?? 1000)),
    onSent: () => {
      // What a visitor waits for comes first.
      cancelPreload ??= page.whenIdle(
        () => void Promise.resolve(runtime).then(encoder.preload, encoder.preload),
      )
    },
    emitError,
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
  const context = createEventContext({ page, record, tab, config })
  const pageviews = createPageviews(page, config, consent.canCapture, (event, properties, _url) =>
    capture(event, properties, _url === undefined ? {} : { _url }),
  )
  const identity = createIdentity({
    page,
    record,
    tab,
    sessions,
    config,
    host: {
      capture: (...call) => capture(...call),
      cookieless: consent.isCookieless,
      flagInputsChanged: () => started && flags.inputsChanged(),
      personChanged,
      logUsageError,
    },
  })
  const isBot = createBotDetector(page, config)
  const capture = createCapture({
    page,
    isBot,
    token,
    library: { $lib: 'web', $lib_version: VERSION, $sdk_dist_channel: chunkLoader.channel },
    config,
    context,
    sessions,
    pageviews,
    outbox,
    host: {
      canCapture: consent.canCapture,
      cookieless: consent.isCookieless,
      distinctId: identity.distinctId,
      identity: identity.eventProperties,
      flags: () => flags.flagStore.eventProperties(),
      shouldProcessPerson: identity.shouldProcessPerson,
      isIdentified: identity.isIdentified,
      onCaptured,
      emitError,
      logUsageError,
    },
  })

  // Flags
  const requestFlags = async (body: FlagsRequest, withConfig: boolean) => {
    const encoded = await encoder.encode(JSON.stringify(body), remote.compression())
    const query = {
      v: 2,
      config: withConfig ? 'true' : undefined,
      only_evaluate_survey_feature_flags: config().advanced_only_evaluate_survey_feature_flags
        ? 'true'
        : undefined,
      compression: encoded.compression,
    }
    const url = buildApiUrl(config().flags_api_host || config().api_host, FLAGS_PATH, query)
    const reply = transport.post(url, encoded, { timeoutMs: config().feature_flag_request_timeout_ms })
    // What costs the page time waits until the first request is out, and is a task by itself.
    page.setTimer(0, pageviews.captureFirstView)
    return reply
  }
  const flags = createFlags({
    page,
    store,
    key: keys.flags,
    config,
    owner: () => JSON.stringify([identity.distinctId(), identity.groups()]),
    onThrow,
    capture: (event, properties) => capture(event, properties) !== undefined,
    reportedValues: () => record.get('$flag_call_reported') ?? {},
    setReportedValues: reported => record.set({ $flag_call_reported: reported }),
    requestBody: () =>
      flagsRequestBody(
        {
          api_key: token,
          distinct_id: identity.distinctId(),
          $anon_distinct_id: identity.anonymousId(),
          $device_id: identity.deviceId(),
          groups: identity.groups(),
          person_properties: { ...context.initialProperties(), ...identity.personProperties() },
          group_properties: identity.groupProperties(),
          timezone: page.timezone(),
          evaluation_environments: (config().evaluation_environments ?? []).filter(
            name => typeof name === 'string' && name.trim(),
          ),
        },
        config().flag_keys,
      ),
    request: requestFlags,
    canRequest: () => started && consent.canCapture() && !config().advanced_disable_flags,
    onReloading: () => signal('featureFlagsReloading').emit(undefined),
    onConfig: (reply, error) => {
      if (!reply) return surveys.failed(error ?? 'unknown_error')
      remote.receive(reply)
      if (Array.isArray(config().surveys)) return
      surveys.receive(remote.surveys(), remote.surveyConfig())
    },
    onSettled: () => identity.forgetAnonymousId(),
    emitError,
  })

  // Surveys
  const surveys = createSurveys({
    page,
    store,
    // A switch that the page has not touched is `undefined` here, which is off as well.
    config: config as () => SurveysConfig,
    capture: (event, properties, set) =>
      capture(
        event,
        { ...properties, ...(set && { $set: set }) },
        // The visitor answers once: a storm of the page's own events must not take it along.
        { skip_client_rate_limiting: true, ...(set && { $set: set }) },
      ) !== undefined,
    // A survey that nobody sees must not count as shown.
    canCapture: () => consent.canCapture() && (!!config().opt_out_useragent_filter || !isBot()),
    flag: (key, quiet) => (quiet ? flags.peek(key) : flags.methods.getFeatureFlag(key)),
    flagsLoaded: () => flags.flagStore.source() === 'loaded',
    reloadFlags: () => flags.reload(),
    deviceType: () => {
      const browser = page.browserInfo()
      return browser.userAgent ? context.device(browser).$device_type : undefined
    },
    personLanguage: () => {
      const { language } = identity.personProperties()
      return typeof language === 'string' ? language : undefined
    },
    sessionId: () => sessions.current()?.sessionId,
    conditionUrl: () => applyUrlHook(config().get_current_url, page.url()),
    fetchSurveys: async () => {
      const url = buildApiUrl(config().api_host, SURVEY_LIST_PATH, { token })
      const { status, json } = await transport.get(url, { timeoutMs: config().surveys_request_timeout_ms })
      if (status !== 200 || typeof json !== 'object' || !json)
        throw new Error(`surveys could not be loaded: status ${status}`)
      return json as SurveyListReply
    },
    loadRuntime,
    emit: (name, detail) => signal(name).emit(detail),
    emitError,
  })

  /** Storage is full. What can be asked for again yields to all else; events yield to who the visitor is and has decided. */
  function evict(key: string): boolean {
    const caches = [keys.flags, keys.config]
    if (caches.includes(key)) return false
    const cache = caches.find(store.read)
    if (!cache) return !key.startsWith(keys.outbox) && outbox.evictNewest()
    store.remove(cache)
    return true
  }
  function onCaptured(event: CapturedEvent): void {
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
      flags.flagStore.clear()
      surveys.reset()
    }
    if (started) flags.inputsChanged()
  }
  /** The visitor has decided, here or in another tab, or the configuration has changed. */
  const consentChanged = () => {
    if (!consent.canCapture()) outbox.clear()
    syncStores()
    surveys.onFlags()
    if (!consent.canCapture()) return
    record.sync()
    tab.sync()
    identity.begin()
    if (started) flags.reload()
  }
  const endConsent = consentStore.onExternalChange(consentKey, () => {
    consentChanged()
    pageviews.captureFirstView()
  })
  const endSession = sessions.on((ids, reason) => {
    if (!reason) return
    pageviews.reset()
    // The first session has what was registered before it; the next ones begin without.
    if (reason !== 'noSessionId') tab.set({ [SESSION_PROPERTIES]: undefined })
    if (config().advanced_feature_flags_dedup_per_session) record.set({ $flag_call_reported: undefined })
    surveys.onSession(ids.sessionId)
  })

  identity.begin()
  flags.flagStore.load()

  return {
    token,
    capture,
    consent,
    flags,
    identity,
    outbox,
    pageviews,
    emitError,
    sessions,
    surveys,
    transport,
    buildApiUrl,
    on: <S extends keyof ClientEvents>(name: S, run: (detail: ClientEvents[S]) => void) =>
      signal(name).on(run as (detail: unknown) => void),
    /** Begins to ask, to send and to count page views. */
    start() {
      started = true
      const { surveys: own } = config()
      if (Array.isArray(own)) surveys.receive(own)
      else if (remote.cachedSurveys()) surveys.receive(remote.cachedSurveys(), remote.surveyConfig())
      flags.flagStore.on(() => surveys.onFlags())
      // A page that nobody has seen yet asks nothing: it may never be shown.
      endSeeing = whenActivated(page, () => {
        pageviews.start()
        // After it, so that it hears last of a page that leaves.
        outbox.start()
        if (!flags.start()) pageviews.captureFirstView()
      })
    },
    consentChanged,
    stop() {
      started = false
      endSeeing?.()
      cancelPreload?.()
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

export type Core = ReturnType<typeof createCore>

function applyUrlHook(hook: ((url: string) => string) | undefined, url: string): string {
  try {
    return hook?.(url) || url
  } catch {
    return url
  }
}

/** A prerendered page is not seen; one that was opened in the background is, for all that the browser says. */
function whenActivated(page: Page, run: () => void): (() => void) | undefined {
  if (!page.prerendering()) return void run()
  const end = page.on('visible', () => {
    end()
    run()
  })
  return end
}
