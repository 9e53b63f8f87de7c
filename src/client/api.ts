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
import type { IgnoredConfig, SentryIntegration, UnsupportedMethods } from './unsupported'

/** Identity and flags that the page knows before the service has answered. */
export interface Bootstrap {
  distinctID?: string
  /** Whether `distinctID` is that of a person who is logged in. */
  isIdentifiedID?: boolean
  /** UUIDv7. */
  sessionID?: string
  /** Flags that the service has evaluated for this page. They win over stored ones. */
  featureFlags?: Record<string, FlagValue>
  /** The same values on every page, for flags that are not known. Stored ones win over them. */
  defaultFeatureFlags?: Record<string, FlagValue>
  featureFlagPayloads?: Record<string, unknown>
}

/** The configuration. Names are those of posthog-js; unknown names are ignored. */
export interface Config
  extends CaptureConfig,
    EventContextConfig,
    PageviewConfig,
    Omit<FlagsConfig, 'bootstrap'>,
    Partial<Omit<SurveysConfig, 'surveys'>>,
    IgnoredConfig {
  /** URL of the service, or a path on this site that is proxied to it. Required. */
  api_host: string
  /** URL for flags requests, when it differs. */
  flags_api_host?: string
  /** `auto` (default) uses what the service supports: gzip, else lz64. */
  compression: 'auto' | 'gzip' | 'lz64' | 'none'
  disable_compression?: boolean
  /** Replaces the browser's `fetch`. Tests pass `service.fetch`. */
  fetch?: typeof fetch
  request_headers?: Record<string, string>
  fetch_options?: RequestInit
  disable_beacon?: boolean
  request_queue_config?: { flush_interval_ms?: number }
  /** Rewrites the URL of every request. */
  rewriteRequestPath?: (url: string) => string

  persistence: PersistenceMode
  /** Replaces the project key in the names of stored keys. */
  persistence_name?: string
  disable_persistence?: boolean
  /** Whether all subdomains of the site share one visitor. Default: true. */
  cross_subdomain_cookie: boolean
  secure_cookie: boolean
  /** Days; 0 until the browser closes. */
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
  /** Whether Global Privacy Control counts as an opt-out, until the visitor decides here. */
  respect_gpc?: boolean
  cookieless_mode?: 'always' | 'on_reject'

  /** Makes no flags request: no flags, no remote configuration. */
  advanced_disable_flags?: boolean
  /** Definitions of the page in place of those of the service, or settings of surveys. */
  surveys?: Survey[] | SurveysConfig['surveys']
  surveys_request_timeout_ms: number
  /** Returns the URL that URL conditions of surveys are compared with. */
  get_current_url?: (url: string) => string
  /** Loads the survey file in parallel with the first flags request. */
  preload_surveys?: boolean
  /** Base URL of the other files of `dist/`. Default: that of `earshot.js`. */
  asset_host?: string

  debug?: boolean
  loaded?: (client: EarshotClient) => void
  /** Called for each failure and for whatever is dropped. */
  on_error?: (reason: string, detail?: unknown) => void
  name?: string
  /** The project key: `init` sets it. */
  token?: string
}

/**
 * Flag keys of a site and the types of their payloads. Extend it by declaration merging.
 *
 * ```ts
 * declare module 'earshot' {
 *   interface FeatureFlags { 'new-checkout': { limit: number } }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: sites add their own members.
export interface FeatureFlags {}

/**
 * Flag keys of a site and the values that they have: `'control' | 'test' | false`. Extend it by declaration merging, or let
 * `npx earshot types` write it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: sites add their own members.
export interface FlagVariants {}

/** A key of `FeatureFlags` or `FlagVariants`, or any other text. */
export type FlagKey = keyof FeatureFlags | keyof FlagVariants | (string & {})

export type FlagValueOf<K extends FlagKey> = K extends keyof FlagVariants ? FlagVariants[K] : FlagValue

export type PayloadOf<K extends FlagKey> = K extends keyof FeatureFlags ? FeatureFlags[K] : unknown

/** Event names of a site and the types of their properties. Extend it likewise. */
// biome-ignore lint/suspicious/noEmptyInterface: sites add their own members.
export interface Events {}

export type EventName = keyof Events | (string & {})

export type PropertiesOf<N extends EventName> = N extends keyof Events ? Events[N] : Properties

/** The events of `client.on`, and what their listeners receive. */
export interface ClientEvents extends Record<SurveyEventName, Properties> {
  /** The event as it is sent, after `before_send`. */
  eventCaptured: CapturedEvent
  featureFlagsReloading: undefined
}

type Unsubscribe = () => void

/** The result of a flag with the type of its payload. */
export type FlagResultOf<K extends FlagKey> = Omit<FeatureFlag, 'payload'> & { payload?: PayloadOf<K> }

/** The client. No method throws: failures go to `on_error`, mistakes of the page to the console too. */
export interface EarshotClient extends SurveysApi, UnsupportedMethods {
  /** Whether `init` has started the client. */
  readonly __loaded: boolean
  readonly config: Readonly<Config>
  readonly version: string

  /** Starts the client. With a name, starts another client, which becomes `client[name]`. */
  init(token: string, config?: Partial<Config>, name?: string): EarshotClient
  set_config(config: Partial<Config>): void
  get_config<K extends keyof Config>(name: K): Config[K]
  /** Logs failures to the console, on later pages too, until it is turned off. */
  debug(on?: boolean): void
  /** Sends waiting events. Resolves when they are sent, or when they cannot be sent now. */
  flush(): Promise<void>
  /** Sends waiting events and stops: leaves no timer, listener or element. */
  shutdown(): Promise<void>
  /** Resolves when the first flags request has succeeded or failed. Never rejects. */
  ready(): Promise<void>
  /** Subscribes to an event of the client. */
  on<E extends keyof ClientEvents>(event: E, listener: (detail: ClientEvents[E]) => void): Unsubscribe
  /** Calls a method by name: `['capture', 'signed up']`. */
  push(call: unknown[]): void

  /** Captures an event. Returns the event as it is sent, and `undefined` when it is dropped. */
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
  /** What is stored about the visitor: ids and registered properties. */
  persistence: {
    get_property(name: string): unknown
    /** A copy. */
    readonly props: Properties
  }

  identify(id: string | number, set?: Properties, setOnce?: Properties): void
  /** Returns -1 when both ids are the same, which is an `identify`. */
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
  /** Whether the visitor is a person whom the page has identified. */
  _isIdentified(): boolean
  get_session_id(): string
  onSessionId(callback: (sessionId: string, windowId: string, reason?: SessionReason) => void): Unsubscribe

  /** Returns the variant, or whether the flag is on; `undefined` while that is unknown. */
  getFeatureFlag<K extends FlagKey>(key: K, options?: FlagReadOptions): FlagValueOf<K> | undefined
  isFeatureEnabled(key: FlagKey, options?: FlagReadOptions & { defaultValue?: boolean }): boolean | undefined
  getFeatureFlagPayload<K extends FlagKey>(key: K): PayloadOf<K> | undefined
  getFeatureFlagResult<K extends FlagKey>(key: K, options?: FlagReadOptions): FlagResultOf<K> | undefined
  getAllFeatureFlags(): FeatureFlag[]
  /** Calls back when flags are known, after each change, and with `errorsLoading` when a request has failed. */
  onFeatureFlags(callback: FlagsCallback): Unsubscribe
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
    callback: (features: EarlyAccessFeature[]) => void,
    force?: boolean,
    stages?: string[],
  ): void
  updateEarlyAccessFeatureEnrollment(key: string, enrolled: boolean, stage?: string): void
  featureFlags: FeatureFlagsApi
  /** The methods of surveys, where posthog-js has them too. */
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

  /** Returns an integration that does nothing, so that Sentry starts. */
  sentryIntegration(options?: unknown): SentryIntegration
  SentryIntegration: new (...args: unknown[]) => SentryIntegration
}

/** Methods on all flags at once. */
export type FeatureFlagsApi = Readonly<Flags['featureFlagsApi']>
