import type { CaptureOptions } from '../capture/capture'
import type { SessionReason } from '../capture/session'
import type { FeatureFlag, FlagReadOptions, Flags } from '../flags/flags'
import type { FlagsCallback } from '../flags/values'
import type { SurveySignal } from '../surveys/host'
import type { Surveys } from '../surveys/surveys'
import type { CapturedEvent, Properties } from '../wire/event'
import type { FlagValue } from '../wire/flag'
import type { Bootstrap, Config } from './config'
import type { ConsentStatus } from './consent'

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
export interface ClientSignals extends Record<SurveySignal, Properties> {
  /** The final event, after the hooks. */
  eventCaptured: CapturedEvent
  featureFlagsReloading: undefined
}

/** An early-access feature, as the service describes it. */
export interface EarlyAccessFeature {
  name: string
  description: string
  stage: string
  documentationUrl: string | null
  flagKey: string | null
  payload?: unknown
}

type Unsubscribe = () => void

/** What the page may ask of surveys. */
export type SurveysApi = Omit<
  Surveys,
  'receive' | 'failed' | 'onCaptured' | 'onFlags' | 'onSession' | 'reset' | 'stop'
>

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
  on<S extends keyof ClientSignals>(signal: S, run: (detail: ClientSignals[S]) => void): Unsubscribe
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
  alias(alias: string, original?: string): CapturedEvent | undefined
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

/** Flags in bulk. */
export interface FeatureFlagsApi extends Readonly<Flags['bulk']> {
  getRemoteConfigPayload(key: string, run: (payload: unknown) => void): void
}
