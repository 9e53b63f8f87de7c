import type { CaptureConfig, CaptureOptions } from '../capture/capture'
import type { EventContextConfig } from '../capture/eventContext'
import type { PageviewConfig } from '../capture/pageviews'
import type { SessionReason } from '../capture/session'
import type { FlagsCallback } from '../flags/flagStore'
import type { FeatureFlag, FlagReadOptions, Flags } from '../flags/flags'
import type { FlagsConfig } from '../flags/flagsConfig'
import type { PersistenceMode } from '../persistence/browserStores'
import type { SurveyEventName, SurveysConfig } from '../surveys/host'
import type { SurveysApi } from '../surveys/surveys'
import type { CapturedEvent, Properties } from '../wire/event'
import type { EarlyAccessFeature, FlagValue } from '../wire/flag'
import type { Survey } from '../wire/survey'
import type { ConsentStatus } from './consent'

/** Who the visitor is and what their flags are, known before the service has answered. */
export interface Bootstrap {
  distinctID?: string
  /** True: `distinctID` is that of a person who is logged in. */
  isIdentifiedID?: boolean
  /** UUIDv7. */
  sessionID?: string
  featureFlags?: Record<string, FlagValue>
  featureFlagPayloads?: Record<string, unknown>
}

/** Everything that can be configured. Names are those that users of this protocol know; unknown ones are ignored. */
export interface Config
  extends CaptureConfig,
    EventContextConfig,
    PageviewConfig,
    Omit<FlagsConfig, 'bootstrap'>,
    Partial<Omit<SurveysConfig, 'surveys'>> {
  /** Address of the service, or a path on this site that is relayed to it. Required. */
  api_host: string
  /** Another address for flags alone. */
  flags_api_host?: string
  /** `auto` (default) uses what the service says it reads: gzip, else lz64. */
  compression: 'auto' | 'gzip' | 'lz64' | 'none'
  disable_compression?: boolean
  /** Replaces the browser's `fetch`; tests hand in that of the reference service. */
  fetch?: typeof fetch
  request_headers?: Record<string, string>
  fetch_options?: RequestInit
  disable_beacon?: boolean
  request_queue_config?: { flush_interval_ms?: number }
  /** Rewrites every address before it is asked. */
  rewriteRequestPath?: (url: string) => string

  persistence: PersistenceMode
  /** Names the stored keys, in place of the project key. */
  persistence_name?: string
  disable_persistence?: boolean
  /** True (default): one visitor for all subdomains of the site. */
  cross_subdomain_cookie: boolean
  secure_cookie: boolean
  /** Days. */
  cookie_expiration: number
  cookie_persisted_properties?: string[]
  bootstrap?: Bootstrap
  get_device_id?: (uuid: string) => string
  session_idle_timeout_seconds: number

  person_profiles: 'identified_only' | 'always' | 'never'
  opt_out_capturing_by_default?: boolean
  opt_out_capturing_persistence_type?: 'localStorage' | 'cookie'
  consent_persistence_name?: string
  respect_dnt?: boolean
  /** True: Global Privacy Control counts as an opt-out until the visitor says otherwise. */
  respect_gpc?: boolean
  cookieless_mode?: 'always' | 'on_reject'

  /** True: neither flags nor configuration are asked for. */
  advanced_disable_flags?: boolean
  /** Definitions from the host page, in place of those of the service; or settings of surveys. */
  surveys?: Survey[] | SurveysConfig['surveys']
  surveys_request_timeout_ms: number
  /** The address that URL conditions of surveys are compared with, in place of the page's. */
  get_current_url?: (url: string) => string
  /** Fetches the survey file beside the first flags request. */
  preload_surveys?: boolean
  /** Where the files beside `earshot.js` are fetched from; by default where it came from. */
  asset_host?: string

  debug?: boolean
  loaded?: (client: EarshotClient) => void
  /** Hears of what went wrong and of what was dropped. */
  on_error?: (reason: string, detail?: unknown) => void
  name?: string
}

/**
 * The flags of a site, for whoever wants them typed: key -> type of the payload. Narrow it by declaration merging.
 *
 * ```ts
 * declare module 'earshot' {
 *   interface FeatureFlags { 'new-checkout': { limit: number } }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by those who merge into it.
export interface FeatureFlags {}

/** The keys of `FeatureFlags`, and any other text. */
export type FlagKey = keyof FeatureFlags | (string & {})

export type PayloadOf<K extends FlagKey> = K extends keyof FeatureFlags ? FeatureFlags[K] : unknown

/** The events of a site, likewise: name -> its properties. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by those who merge into it.
export interface Events {}

export type EventName = keyof Events | (string & {})

export type PropertiesOf<N extends EventName> = N extends keyof Events ? Events[N] : Properties

/** What `on` listens to. */
export interface ClientEvents extends Record<SurveyEventName, Properties> {
  /** The final event, after the hooks. */
  eventCaptured: CapturedEvent
  featureFlagsReloading: undefined
}

type Unsubscribe = () => void

/** A flag's result with a typed payload. */
export type FlagResultOf<K extends FlagKey> = Omit<FeatureFlag, 'payload'> & { payload?: PayloadOf<K> }

/** The client. Nothing here throws: what is wrong is told on the console or to `on_error`. */
export interface EarshotClient extends SurveysApi {
  /** True once `init` was given a usable configuration. */
  readonly __loaded: boolean
  readonly config: Readonly<Config>
  readonly version: string

  /** Starts the client; with a name, makes another one, which is found under that name. */
  init(token: string, config?: Partial<Config>, name?: string): EarshotClient
  set_config(config: Partial<Config>): void
  /** Logs what happens to the console; remembered until it is turned off. */
  debug(on?: boolean): void
  /** Sends what waits; resolves when it is sent or cannot be now. */
  flush(): Promise<void>
  /** Sends what waits and stops: no timer, listener or element of ours is left. */
  shutdown(): Promise<void>
  /** Resolves when the first flags answer has come, or has failed. Never rejects. */
  ready(): Promise<void>
  on<S extends keyof ClientEvents>(signal: S, run: (detail: ClientEvents[S]) => void): Unsubscribe
  /** Calls a method by name, as the script tag's queue does. */
  push(call: unknown[]): void

  /** Captures an event. @returns What is sent; `undefined` when nothing is. */
  capture<N extends EventName>(
    event: N,
    properties?: PropertiesOf<N> | null,
    options?: CaptureOptions,
  ): CapturedEvent | undefined
  register(properties: Properties, days?: number): void
  register_once(properties: Properties, defaultValue?: unknown, days?: number): void
  register_for_session(properties: Properties): void
  unregister(name: string): void
  unregister_for_session(name: string): void
  get_property(name: string): unknown
  getSessionProperty(name: string): unknown
  getPageViewId(): string | undefined

  identify(id: string | number, set?: Properties, setOnce?: Properties): void
  /** @returns -1 when the two ids are one, so that this was an `identify`. */
  alias(alias: string, original?: string): CapturedEvent | -1 | undefined
  group(type: string, key: string | number, properties?: Properties): void
  getGroups(): Record<string, string>
  resetGroups(): void
  reset(options?: boolean | { resetDeviceID?: boolean; bootstrap?: Bootstrap }): void
  setPersonProperties(set?: Properties, setOnce?: Properties): void
  unsetPersonProperties(names: string | string[]): void
  createPersonProfile(): void
  setInternalOrTestUser(): void
  people: {
    set(name: string | Properties, value?: unknown): void
    set_once(name: string | Properties, value?: unknown): void
  }
  get_distinct_id(): string
  get_session_id(): string
  onSessionId(run: (sessionId: string, windowId: string, reason?: SessionReason) => void): Unsubscribe

  /** A variant, or whether the flag is on; `undefined` while it is not known. */
  getFeatureFlag(key: FlagKey, options?: FlagReadOptions): FlagValue | undefined
  isFeatureEnabled(key: FlagKey, options?: FlagReadOptions & { defaultValue?: boolean }): boolean | undefined
  getFeatureFlagPayload<K extends FlagKey>(key: K): PayloadOf<K> | undefined
  getFeatureFlagResult<K extends FlagKey>(key: K, options?: FlagReadOptions): FlagResultOf<K> | undefined
  getAllFeatureFlags(): FeatureFlag[]
  /** Calls back when flags are known, and after each change; also when they cannot be had, with `errorsLoading`. */
  onFeatureFlags(run: FlagsCallback): Unsubscribe
  reloadFeatureFlags(): void
  updateFlags(
    flags: Record<string, FlagValue>,
    payloads?: Record<string, unknown>,
    options?: { merge?: boolean },
  ): void
  setPersonPropertiesForFlags(properties: Properties, reload?: boolean): void
  resetPersonPropertiesForFlags(reload?: boolean): void
  setGroupPropertiesForFlags(properties: Record<string, Properties>, reload?: boolean): void
  resetGroupPropertiesForFlags(type?: string): void
  getEarlyAccessFeatures(
    run: (features: EarlyAccessFeature[]) => void,
    force?: boolean,
    stages?: string[],
  ): void
  updateEarlyAccessFeatureEnrollment(key: string, enrolled: boolean, stage?: string): void
  featureFlags: FeatureFlagsApi
  /** The surveys functions once more, where posthog-js has them as well. */
  surveys: SurveysApi
  flagsEndpointWasHit: boolean

  opt_in_capturing(options?: {
    captureEventName?: string | null | false
    captureProperties?: Properties
  }): void
  opt_out_capturing(): void
  has_opted_in_capturing(): boolean
  has_opted_out_capturing(): boolean
  get_explicit_consent_status(): ConsentStatus
  is_capturing(): boolean
  clear_opt_in_out_capturing(): void
}

/** Methods on all flags at once. */
export type FeatureFlagsApi = Readonly<Flags['featureFlagsApi']>
