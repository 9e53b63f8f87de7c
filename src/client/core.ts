import { createCapturePipeline } from '../capture/pipeline'
import { createFlags } from '../flags/flags'
import { ownOptions } from '../lib/nullProtoRecord'
import { VERSION } from '../lib/version'
import type { Page } from '../page/page'
import type { Stores } from '../persistence/browserStores'
import { createLocks } from '../persistence/locks'
import { createRecord } from '../persistence/record'
import { createSurveys } from '../surveys/surveys'
import { createEncoder } from '../transport/encode'
import { fetchTransport } from '../transport/fetchTransport'
import type { Config } from './api'
import { createApiUrl } from './apiUrl'
import { createBootRequest } from './bootRequest'
import { type Changes, createChanges } from './changes'
import type { ChunkLoader } from './chunkLoader'
import { createClientEvents } from './clientEvents'
import { flushIntervalMs, idleTimeoutMs } from './config'
import type { EarlyRequest } from './earlyRequest'
import { createFlagRequests } from './flagRequests'
import { createIdentity } from './identity'
import { createLifecycle } from './lifecycle'
import { COOKIE_KEYS } from './registeredProperties'
import { createRemoteConfig } from './remoteConfig'
import { createStoragePolicy } from './storagePolicy'
import { isStoredField } from './storedFields'
import { createSurveyHost } from './surveyHost'
import { createSurveyLoader } from './surveyLoader'

export interface CoreDeps {
  page: Page
  token: string
  chunkLoader: ChunkLoader
  stores: Stores
  earlyRequest: EarlyRequest | undefined
  config(): Config
  /** Reports a failure to `on_error`. */
  emitError(reason: string, detail?: unknown, isLogged?: boolean): void
  /** Reports the error of a callback that threw. */
  onThrow(error: unknown): void
  /** Reports a mistake of the page, always on the console too. */
  logUsageError(message: string): void
}

export type Core = ReturnType<typeof createCore>

/** Creates a started client: wires the rooms, handing to each as functions what it needs of the others. */
export function createCore(coreDeps: CoreDeps) {
  const { page, chunkLoader, stores, config, emitError } = coreDeps

  const storage = createStoragePolicy({
    ...coreDeps,
    evictEvents: count => outbox.evictNewest(count),
    ownOutboxKeys: from => outbox.tabKeys(from),
    onConsentChange: () => changes.onExternalConsent(),
  })
  const { keys, consent, store } = storage
  const remoteConfig = createRemoteConfig({ page, store, key: keys.config, config })
  const surveyLoader = createSurveyLoader(chunkLoader, config, page, remoteConfig.hasSurveys())
  const events = createClientEvents(coreDeps.onThrow)
  const onPerson: Changes['onPerson'] = forgets => changes.onPerson(forgets)
  const record = createRecord({
    page,
    key: keys.main,
    main: store,
    cookie: storage.cookie,
    fits: isStoredField,
    cookieKeys: [...COOKIE_KEYS, ...(config().cookie_persisted_properties ?? [])],
    activityKey: '$sesid',
    onPerson,
  })
  const tab = createRecord(ownOptions({ page, key: keys.tab, main: storage.tabStore, fits: isStoredField }))
  const shared = {
    ...coreDeps,
    ...storage,
    record,
    tab,
    apiUrl: createApiUrl(config),
    transport: fetchTransport(page, config, {
      canRequest: consent.canCapture,
      onRequest: (...args) => outbox.onRequest(...args),
    }),
    encoder: createEncoder(
      page,
      () => chunkLoader.load('encoders', config(), page),
      error => emitError('encoders_failed', error),
    ),
  }

  const pipeline = createCapturePipeline({
    ...shared,
    store: storage.outboxStore,
    library: { $lib: 'web', $lib_version: VERSION, $sdk_dist_channel: chunkLoader.channel },
    locks: createLocks(page, storage.outboxStore, stores.locks),
    compression: remoteConfig.compression,
    flushIntervalMs: () => flushIntervalMs(config()),
    idleTimeoutMs: () => idleTimeoutMs(config()),
    sessionId: config().bootstrap?.sessionID,
    host: {
      ...shared,
      ...consent,
      canCapture() {
        storage.refresh()
        return consent.canCapture()
      },
      identity: () => identity.eventProperties(),
      flags: about => flags.store.eventProperties(about),
      shouldProcessPerson: () => identity.shouldProcessPerson(),
      isIdentified: () => !consent.isCookieless() && identity.isIdentified(),
      onCaptured: (event, isFormer) => changes.onCaptured(event, isFormer),
    },
  })
  const { capture, outbox, pageviews, sessions } = pipeline
  const identity = createIdentity({
    ...shared,
    sessions,
    newVisitorId: coreDeps.earlyRequest?.id,
    host: {
      ...shared,
      ...consent,
      capture,
      onFlagInputs: () => lifecycle.isStarted() && boot.inputsChanged(),
      onPerson,
    },
  })

  const boot = createBootRequest({
    ...shared,
    ...pipeline,
    remoteConfig,
    identity,
    canRequest: () => lifecycle.isStarted() && consent.canCapture() && !config().advanced_disable_flags,
    onSkipped: () => flags.store.skipRequest(),
    onReloading: () => events.emit('featureFlagsReloading', undefined),
    onSent: pageviews.captureFirstView,
    onFlags: (...args) => flags.store.receive(...args),
    onSurveys: (...args) => surveys.receive(...args),
    onConfigMissing: () => emitError('config_missing'),
    onFailure(reason, detail) {
      emitError('flags', { error: reason, detail })
      surveys.failed(reason)
      flags.store.fail(reason)
    },
  })
  const flags = createFlags({
    ...shared,
    key: keys.flags,
    identityKey: identity.flagsKey,
    isBootstrapRefused: identity.isBootstrapRefused,
    reportedValues: () => record.get('$flag_call_reported'),
    setReportedValues: reported => record.set({ $flag_call_reported: reported }),
    capture,
    loader: boot,
    ...createFlagRequests({ ...shared, identity }),
    onReceived: identity.forgetAnonymousId,
  })
  const parts = { ...shared, ...pipeline, remoteConfig, surveyLoader, storage, events, identity, boot, flags }
  const surveys = createSurveys(createSurveyHost(parts))
  const changes = createChanges({ ...parts, surveys, isStarted: () => lifecycle.isStarted() })
  const lifecycle = createLifecycle({ ...parts, surveys, changes })
  lifecycle.load()
  const { on } = events
  return { ...pipeline, ...lifecycle, consent, identity, flags, surveys, on, onConsent: changes.onConsent }
}
