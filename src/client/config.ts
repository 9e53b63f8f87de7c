import { attempt } from '../lib/attempt'
import { readableCopy } from '../lib/json'
import { nullProtoRecord, ownOptions } from '../lib/nullProtoRecord'
import { isFunction, isText } from '../lib/typeGuards'
import type { Config } from './api'

/** The defaults. A switch that is missing here is off. */
export const DEFAULTS = nullProtoRecord<unknown>({
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
} satisfies Config) as unknown as Config

/** Old names of settings. The current name wins when both are given. */
export const CONFIG_ALIASES = nullProtoRecord<string>({
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
})

/** `isIgnored`: a wrong value is reported and has no effect. Without it, the configuration is refused. See D-003, D-685. */
type Rule = [names: RegExp, expected: string, fits: (value: unknown) => boolean, isIgnored?: true]

const oneOf = (name: string, ...values: string[]): Rule => [
  new RegExp(`^${name}$`),
  `one of ${values.join(', ')}`,
  value => values.includes(String(value)),
]

/** `null` stands for none. */
const isObjectOrNull = (value: unknown) => typeof value === 'object'

/** Whether a value is a finite number of at least 0, or its text. Throws for what cannot be converted. */
const isAmount = (value: unknown) => parseFloat(value as string) >= 0 && (value as number) - 1 < Infinity

/** What the values of some settings must be. */
const RULES: Rule[] = [
  [/^(flags_)?api_host$/, 'a URL or a path', value => /^\s*(https?:\/\/[^/]|\/(?!\/))/.test(String(value))],
  [
    /^(sanitize_properties|loaded|on_error|mask_url|get_\w+|fetch|rewriteRequestPath)$/,
    'a function',
    isFunction,
  ],
  // It may be a chain.
  [/^before_send$/, 'a function', value => [value].flat().every(isFunction)],
  [
    /^(property_denylist|custom_\w+|evaluation_environments|flag_keys|cookie_persisted_properties)$/,
    'an array',
    Array.isArray,
  ],
  [/(^|_)name$|^(asset_host|nonce)$/, 'text', value => /string|number/.test(typeof value)],
  oneOf('persistence', 'localStorage+cookie', 'localStorage', 'cookie', 'sessionStorage', 'memory'),
  oneOf('person_profiles', 'identified_only', 'always', 'never'),
  oneOf('compression', 'auto', 'gzip', 'lz64', 'none'),
  oneOf('cookieless_mode', 'always', 'on_reject'),
  oneOf('opt_out_capturing_persistence_type', 'localStorage', 'cookie'),
  [/_(seconds|minutes|ms|length|retries|expiration)$|^max_/, 'a number of at least 0', isAmount, true],
  [
    /^(rate_limiting|request_queue_config)$/,
    'numbers of at least 0',
    value =>
      isObjectOrNull(value) &&
      Object.values(value as object).every(one => one === undefined || isAmount(one)),
    true,
  ],
  [/^(bootstrap|request_headers|fetch_options|surveys|survey_words)$/, 'an object', isObjectOrNull, true],
]

/**
 * Merges new settings into the current ones. `undefined` leaves a setting as it is; unknown names have no effect.
 *
 * @param report Receives a text for each wrong setting that has no effect.
 * @returns The merged configuration, or a text that names the first refused setting and the value that was expected.
 */
export function mergeConfig(base: Config, input: object, report: (problem: string) => void): Config | string {
  const config = nullProtoRecord<unknown>(base as unknown as Record<string, unknown>)
  const given = readableCopy(input)
  for (const [name, value] of Object.entries(given)) {
    const current = CONFIG_ALIASES[name] ?? name
    if (value !== undefined && (current === name || !(current in given))) config[current] = ownOptions(value)
  }
  for (const [name, value] of Object.entries(config)) {
    for (const [names, expected, fits, isIgnored] of RULES) {
      if (!names.test(name) || attempt(() => fits(value))) continue
      const problem = `${name} is wrong. Expected ${expected}`
      if (isIgnored) {
        report(`config: ${problem}`)
        config[name] = base[name as keyof Config]
      } else if (value || DEFAULTS[name as keyof Config]) return problem
      // What counts as false stands for no hook, no list and no name.
      else config[name] = DEFAULTS[name as keyof Config]
    }
  }
  return config as unknown as Config
}

/** Returns why a client cannot start, or `undefined`: the field, and the value that was expected. */
export function initError(token: string, config: Config | string): string | undefined {
  if (!token) return 'the project key is missing. Expected text such as "phc_..."'
  if (token.startsWith('phx_')) return 'the key is a personal key. Expected the project key'
  if (isText(config)) return config
  return config.api_host ? undefined : 'api_host is missing. Expected the URL of the service'
}

/** Milliseconds without activity after which a session ends: one minute to ten hours. */
export const idleTimeoutMs = ({ session_idle_timeout_seconds: seconds }: Config): number =>
  Math.min(36_000, Math.max(60, seconds)) * 1000

/** Milliseconds between two flushes of the outbox: a quarter of a second to five seconds. */
export const flushIntervalMs = ({ request_queue_config }: Config): number =>
  Math.min(5000, Math.max(250, request_queue_config?.flush_interval_ms ?? 1000))
