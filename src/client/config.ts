import type { ContextSettings } from '../capture/context'
import type { CaptureSettings } from '../capture/capture'
import type { PageviewSettings } from '../capture/pageviews'
import type { FlagSettings } from '../flags/settings'
import { PERSISTENCE_MODES, type PersistenceMode } from '../persistence/openStore'
import type { SurveySettings } from '../surveys/host'
import type { Survey } from '../wire/survey'
import type { FlagValue } from '../wire/flag'
import type { EarshotClient } from './api'

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
  extends CaptureSettings,
    ContextSettings,
    PageviewSettings,
    Omit<FlagSettings, 'bootstrap'>,
    Omit<SurveySettings, 'surveys'> {
  /** Address of the service, or a path on this site that is relayed to it. Required. */
  api_host: string
  /** Another address for flags alone. */
  flags_api_host: string | undefined
  /** `auto` (default) uses what the service says it reads: gzip, else lz64. */
  compression: 'auto' | 'gzip' | 'lz64' | 'none'
  disable_compression: boolean
  /** Replaces the browser's `fetch`; tests hand in that of the reference service. */
  fetch: typeof fetch | undefined
  request_headers: Record<string, string>
  fetch_options: RequestInit
  disable_beacon: boolean
  request_queue_config: { flush_interval_ms?: number }
  /** Rewrites every address before it is asked. */
  rewriteRequestPath: ((url: string) => string) | undefined

  persistence: PersistenceMode
  persistence_name: string
  disable_persistence: boolean
  cross_subdomain_cookie: boolean
  secure_cookie: boolean
  cookie_expiration: number
  cookie_persisted_properties: string[]
  bootstrap: Bootstrap
  get_device_id: ((uuid: string) => string) | undefined
  session_idle_timeout_seconds: number

  person_profiles: 'identified_only' | 'always' | 'never'
  opt_out_capturing_by_default: boolean
  opt_out_capturing_persistence_type: 'localStorage' | 'cookie'
  consent_persistence_name: string
  respect_dnt: boolean
  /** True: Global Privacy Control counts as an opt-out. */
  respect_gpc: boolean
  cookieless_mode: 'always' | 'on_reject' | undefined

  /** True: neither flags nor configuration are asked for. */
  advanced_disable_flags: boolean
  /** Definitions from the host page, in place of those of the service; or settings of surveys. */
  surveys: Survey[] | SurveySettings['surveys']
  surveys_request_timeout_ms: number
  /** The address that URL conditions of surveys are compared with, in place of the page's. */
  get_current_url: ((url: string) => string) | undefined
  /** Fetches the looks of surveys beside the first flags request. */
  preload_surveys: boolean
  /** Where the files beside `earshot.js` are fetched from; by default where it came from. */
  asset_host: string | undefined

  debug: boolean
  loaded: ((client: EarshotClient) => void) | undefined
  /** Hears of what went wrong and of what was dropped. */
  on_error: ((reason: string, detail?: unknown) => void) | undefined
  name: string
}

export const DEFAULTS: Config = {
  api_host: '',
  flags_api_host: undefined,
  compression: 'auto',
  disable_compression: false,
  fetch: undefined,
  request_headers: {},
  fetch_options: {},
  disable_beacon: false,
  request_queue_config: {},
  rewriteRequestPath: undefined,
  persistence: 'localStorage+cookie',
  persistence_name: '',
  disable_persistence: false,
  cross_subdomain_cookie: true,
  secure_cookie: true,
  cookie_expiration: 365,
  cookie_persisted_properties: [],
  bootstrap: {},
  get_device_id: undefined,
  session_idle_timeout_seconds: 1800,
  person_profiles: 'identified_only',
  opt_out_capturing_by_default: false,
  opt_out_capturing_persistence_type: 'localStorage',
  consent_persistence_name: '',
  respect_dnt: false,
  respect_gpc: false,
  cookieless_mode: undefined,
  before_send: undefined,
  property_denylist: [],
  properties_string_max_length: 65_535,
  rate_limiting: {},
  opt_out_useragent_filter: false,
  custom_blocked_useragents: [],
  disable_capture_url_hashes: false,
  mask_personal_data_properties: false,
  custom_personal_data_properties: [],
  mask_url: undefined,
  custom_campaign_params: [],
  save_referrer: true,
  save_campaign_params: true,
  capture_pageview: 'history_change',
  capture_pageleave: 'if_capture_pageview',
  disable_scroll_properties: false,
  scroll_root_selector: undefined,
  advanced_disable_flags: false,
  advanced_disable_feature_flags: false,
  advanced_disable_feature_flags_on_first_load: false,
  advanced_only_evaluate_survey_feature_flags: false,
  advanced_feature_flags_dedup_per_session: false,
  feature_flag_request_timeout_ms: 3_000,
  feature_flag_request_max_retries: 1,
  feature_flag_cache_ttl_ms: 0,
  remote_config_refresh_interval_ms: 300_000,
  evaluation_environments: [],
  flag_keys: undefined,
  surveys: {},
  get_current_url: undefined,
  preload_surveys: false,
  asset_host: undefined,
  disable_surveys: false,
  disable_surveys_automatic_display: false,
  survey_progress_ttl_minutes: 7 * 24 * 60,
  max_surveys_per_session: 0,
  capture_survey_abandoned: false,
  override_display_language: null,
  survey_words: {},
  nonce: undefined,
  survey_color_scheme: 'light',
  surveys_request_timeout_ms: 10_000,
  debug: false,
  loaded: undefined,
  on_error: undefined,
  name: '',
}

/** Old name -> the name of today, which wins where both are given. */
const RENAMED: Record<string, keyof Config> = {
  cookie_name: 'persistence_name',
  disable_cookie: 'disable_persistence',
  process_person: 'person_profiles',
  property_blacklist: 'property_denylist',
  store_google: 'save_campaign_params',
  xhr_headers: 'request_headers',
  verbose: 'debug',
  advanced_disable_decide: 'advanced_disable_flags',
  evaluation_contexts: 'evaluation_environments',
  opt_out_capturing_cookie_prefix: 'consent_persistence_name',
}

/** A setting that cannot be used. */
export interface ConfigFault {
  field: string
  expected: string
}

/**
 * Lays what the page gives over what is set. `undefined` leaves a setting as it is; unknown names are ignored.
 *
 * @returns The settings, or the first fault that makes them useless.
 */
export function withSettings(before: Config, given: Record<string, unknown>): Config | ConfigFault {
  const config = { ...before }
  const named: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) if (RENAMED[name] && given[RENAMED[name]] === undefined) named[RENAMED[name]] = value
  Object.assign(named, given)
  for (const name of Object.keys(DEFAULTS) as (keyof Config)[]) {
    const value = named[name]
    if (value === undefined) continue
    const fault = faultOf(name, value)
    if (fault) return { field: name, expected: fault }
    ;(config as Record<string, unknown>)[name] = value
  }
  return config
}

/** Settings whose type does not follow from their default. */
const EXPECTED: Partial<Record<keyof Config, [expected: string, fits: (value: unknown) => boolean]>> = {
  api_host: ['an address such as "https://events.example.com", or a path such as "/relay"', isAddress],
  flags_api_host: ['an address, or a path', isAddress],
  compression: ['"auto", "gzip", "lz64" or "none"', value => ['auto', 'gzip', 'lz64', 'none'].includes(value as string)],
  persistence: [PERSISTENCE_MODES.map(mode => `"${mode}"`).join(', '), value => PERSISTENCE_MODES.includes(value as PersistenceMode)],
  person_profiles: ['"identified_only", "always" or "never"', value => ['identified_only', 'always', 'never'].includes(value as string)],
  capture_pageview: ['true, false or "history_change"', value => typeof value === 'boolean' || value === 'history_change'],
  capture_pageleave: ['true, false or "if_capture_pageview"', value => typeof value === 'boolean' || value === 'if_capture_pageview'],
  before_send: ['a function, or a list of functions', value => [value].flat().every(hook => typeof hook === 'function')],
  surveys: ['a list of surveys, or an object', value => typeof value === 'object'],
  override_display_language: ['a language code, or null', value => value === null || typeof value === 'string'],
}

const FUNCTIONS = ['fetch', 'rewriteRequestPath', 'get_device_id', 'mask_url', 'get_current_url', 'loaded', 'on_error']

function faultOf(name: keyof Config, value: unknown): string | undefined {
  const rule = EXPECTED[name]
  if (rule) return rule[1](value) ? undefined : rule[0]
  // A hook given as null is a hook not given.
  if (FUNCTIONS.includes(name)) return value === null || typeof value === 'function' ? undefined : 'a function'
  const standard = DEFAULTS[name]
  if (standard === undefined || value === null) return undefined
  if (Array.isArray(standard)) return Array.isArray(value) ? undefined : 'a list'
  return typeof value === typeof standard ? undefined : `a ${typeof standard}`
}

function isAddress(value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (/^\/(?!\/)/.test(value.trim())) return true
  try {
    return /^https?:$/.test(new URL(value).protocol)
  } catch {
    return false
  }
}
