import type { CaptureSettings } from '../capture/capture'
import type { ContextSettings } from '../capture/context'
import type { PageviewSettings } from '../capture/pageviews'
import type { FlagSettings } from '../flags/settings'
import type { PersistenceMode } from '../persistence/openStore'
import type { SurveySettings } from '../surveys/host'
import type { FlagValue } from '../wire/flag'
import type { Survey } from '../wire/survey'
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
    Partial<Omit<SurveySettings, 'surveys'>> {
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
  surveys?: Survey[] | SurveySettings['surveys']
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

/** What holds where the page says nothing; a switch that is not here is off. */
export const DEFAULTS: Config = {
  api_host: '',
  compression: 'auto',
  persistence: 'localStorage+cookie',
  cross_subdomain_cookie: true,
  secure_cookie: true,
  cookie_expiration: 365,
  session_idle_timeout_seconds: 1800,
  person_profiles: 'identified_only',
  properties_string_max_length: 65_535,
  save_referrer: true,
  save_campaign_params: true,
  capture_pageview: 'history_change',
  capture_pageleave: 'if_capture_pageview',
  feature_flag_request_timeout_ms: 3_000,
  feature_flag_request_max_retries: 1,
  remote_config_refresh_interval_ms: 300_000,
  surveys_request_timeout_ms: 10_000,
  survey_progress_ttl_minutes: 7 * 24 * 60,
  survey_words: {},
  surveys: {},
}

/** Old name -> the name of today, which wins where both are given. */
const RENAMED = {
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

/** What a setting must be -> the settings that must, and how it is told. `null` is a setting that is not given. */
const RULES: [expected: string, names: string, fits: (value: unknown) => boolean][] = [
  ['an address or a path', 'api_host flags_api_host', isAddress],
  [
    'a function',
    'loaded on_error mask_url get_current_url get_device_id fetch rewriteRequestPath',
    isFunction,
  ],
  ['a function or a list of them', 'before_send', value => [value].flat().every(isFunction)],
  [
    'a list',
    'property_denylist custom_campaign_params custom_personal_data_properties custom_blocked_useragents evaluation_environments flag_keys cookie_persisted_properties',
    Array.isArray,
  ],
  [
    'localStorage+cookie, localStorage, cookie, sessionStorage or memory',
    'persistence',
    value => /^(localStorage(\+cookie)?|cookie|sessionStorage|memory)$/.test(String(value)),
  ],
  [
    'identified_only, always or never',
    'person_profiles',
    value => /^(identified_only|always|never)$/.test(String(value)),
  ],
  ['auto, gzip, lz64 or none', 'compression', value => /^(auto|gzip|lz64|none)$/.test(String(value))],
]

/**
 * Lays what the page gives over what is set. `undefined` leaves a setting as it is; unknown names are harmless.
 *
 * @returns The settings; or, as text, the first fault that makes them useless: the field, and what was expected.
 */
export function withSettings(before: Config, given: object): Config | string {
  const config: Record<string, unknown> = { ...before }
  const known = given as Record<string, unknown>
  for (const [old, name] of Object.entries(RENAMED)) if (old in known) config[name] = known[old]
  for (const [name, value] of Object.entries(known)) if (value !== undefined) config[name] = value
  for (const [expected, names, fits] of RULES) {
    for (const name of names.split(' ')) {
      const value = config[name]
      if (value !== undefined && value !== null && value !== '' && !fits(value))
        return `${name} should be ${expected}`
    }
  }
  return config as unknown as Config
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^(https?:\/\/[^/]|\/(?!\/))/.test(value.trim())
}
