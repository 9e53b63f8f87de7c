import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Config } from '../../src/client/api'
import { DEFAULTS } from '../../src/client/config'
import type { IgnoredConfig } from '../../src/client/unsupported'
import { startClient } from '../support/startClient'

const errorsOf = () => vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => vi.restoreAllMocks())

const NUMBERS: (keyof Config)[] = [
  'session_idle_timeout_seconds',
  'cookie_expiration',
  'properties_string_max_length',
  'feature_flag_request_timeout_ms',
  'feature_flag_request_max_retries',
  'feature_flag_cache_ttl_ms',
  'remote_config_refresh_interval_ms',
  'surveys_request_timeout_ms',
  'survey_progress_ttl_minutes',
  'max_surveys_per_session',
]

/** Values that are no number of at least 0. Symbols and objects without a prototype throw where a number is computed. */
const WRONG: Record<string, unknown> = {
  NaN,
  Infinity,
  'a negative number': -5,
  'a text': 'soon',
  'an empty text': '',
  null: null,
  true: true,
  'an object': {},
  'an object without a prototype': Object.create(null),
  'an empty list': [],
  'a list': [5, 6],
  'a function': () => 5,
  'a symbol': Symbol('5'),
  'a BigInt': 5n,
}

const sentNames = async ({ events }: Pick<ReturnType<typeof startClient>, 'events'>) =>
  (await events()).map(({ event }) => event)

describe('settings that are numbers', () => {
  it.each(NUMBERS)(
    '%s has its default and is named in the console when it is no number (D-685)',
    async name => {
      const error = errorsOf()
      for (const [kind, value] of Object.entries(WRONG)) {
        error.mockClear()
        const started = startClient({ config: { [name]: value } })
        started.client.capture('e')
        await started.settle(5_000)
        expect([kind, await sentNames(started)]).toEqual([kind, ['$pageview', 'e']])
        expect([kind, started.client.config[name]]).toEqual([kind, DEFAULTS[name]])
        expect([kind, error.mock.calls]).toEqual([
          kind,
          [[`earshot.config: ${name} is wrong. Expected a number of at least 0`]],
        ])
        expect([kind, started.errors]).toEqual([kind, []])
      }
    },
  )

  it.each(NUMBERS)('%s keeps its value when set_config gets no number (D-685)', async name => {
    const error = errorsOf()
    const started = startClient({ config: { [name]: 700 } })
    const { client, settle, errors } = started
    await settle()
    for (const [kind, value] of Object.entries(WRONG)) {
      client.set_config({ [name]: value })
      client.capture(kind)
    }
    await settle(6_000)
    expect(client.config[name]).toBe(700)
    expect(await sentNames(started)).toEqual(['$pageview', ...Object.keys(WRONG)])
    expect(error).toHaveBeenCalledTimes(Object.keys(WRONG).length)
    expect(new Set(errors.map(({ reason }) => reason))).toEqual(new Set(['usage']))
  })

  it.each(NUMBERS)('%s may be a text', async name => {
    const error = errorsOf()
    const started = startClient({ config: { [name]: '1800' } })
    await started.settle(5_000)
    expect(await sentNames(started)).toEqual(['$pageview'])
    expect(error).not.toHaveBeenCalled()
  })

  it.each([
    ['request_queue_config', 'flush_interval_ms'],
    ['rate_limiting', 'events_per_second'],
    ['rate_limiting', 'events_burst_limit'],
  ] as const)('%s has no effect when %s is no number (D-685)', async (group, name) => {
    const error = errorsOf()
    for (const [kind, value] of Object.entries(WRONG)) {
      error.mockClear()
      const started = startClient({ config: { [group]: { [name]: value } } })
      for (const event of ['a', 'b', 'c']) started.client.capture(event)
      await started.settle(1_000)
      expect([kind, await sentNames(started)]).toEqual([kind, ['$pageview', 'a', 'b', 'c']])
      expect([kind, error.mock.calls]).toEqual([
        kind,
        [[`earshot.config: ${group} is wrong. Expected numbers of at least 0`]],
      ])
    }
    error.mockClear()
    expect(startClient({ config: { [group]: { [name]: undefined } } }).client.__loaded).toBe(true)
    expect(error).not.toHaveBeenCalled()
  })
})

describe('settings that are lists or functions', () => {
  it.each(['custom_blocked_useragents', 'custom_campaign_params', 'property_denylist', 'flag_keys'] as const)(
    '%s may be null or empty text',
    async name => {
      for (const value of [null, '']) {
        const started = startClient({ config: { [name]: value as never } })
        await started.settle(5_000)
        expect(await sentNames(started)).toEqual(['$pageview'])
        expect(started.errors).toEqual([])
      }
    },
  )

  it('custom_personal_data_properties may be null where personal data is masked', async () => {
    const started = startClient({
      config: { mask_personal_data_properties: true, custom_personal_data_properties: null as never },
    })
    await started.settle(5_000)
    expect(await sentNames(started)).toEqual(['$pageview'])
  })

  it.each(['sanitize_properties', 'mask_url', 'get_device_id', 'loaded'] as const)(
    '%s is refused when it is a list, since only before_send may be a chain',
    name => {
      const error = errorsOf()
      const { client } = startClient({ config: { [name]: [] as never } })
      expect(client.__loaded).toBe(false)
      expect(error.mock.calls).toEqual([
        [`earshot.init: ${name} is wrong. Expected a function. Nothing is captured`],
      ])
    },
  )

  it('set_config removes a hook that is null', async () => {
    const started = startClient({ config: { before_send: () => null } })
    started.client.set_config({ before_send: null as never })
    started.client.capture('e')
    await started.settle(5_000)
    expect(await sentNames(started)).toEqual(['$pageview', 'e'])
  })

  it('a host that cannot be read as text is named', () => {
    const error = errorsOf()
    const { client } = startClient({ config: { flags_api_host: Object.create(null) } })
    expect(client.__loaded).toBe(false)
    expect(error.mock.calls).toEqual([
      ['earshot.init: flags_api_host is wrong. Expected a URL or a path. Nothing is captured'],
    ])
  })
})

type Kind =
  | 'host'
  | 'text'
  | 'function'
  | 'functions'
  | 'list'
  | 'number'
  | 'numbers'
  | 'object'
  | 'any'
  | string[]

/** Every setting, and what it may be; texts are a choice. `any`: each value counts as true or false, or as missing. */
const SETTINGS: Record<Exclude<keyof Config, keyof IgnoredConfig | 'token'>, Kind> = {
  api_host: 'host',
  flags_api_host: 'host',
  asset_host: 'text',
  name: 'text',
  nonce: 'text',
  persistence_name: 'text',
  consent_persistence_name: 'text',
  fetch: 'function',
  loaded: 'function',
  on_error: 'function',
  mask_url: 'function',
  get_device_id: 'function',
  get_current_url: 'function',
  rewriteRequestPath: 'function',
  sanitize_properties: 'function',
  before_send: 'functions',
  property_denylist: 'list',
  custom_blocked_useragents: 'list',
  custom_campaign_params: 'list',
  custom_personal_data_properties: 'list',
  evaluation_environments: 'list',
  flag_keys: 'list',
  cookie_persisted_properties: 'list',
  persistence: ['localStorage+cookie', 'localStorage', 'cookie', 'sessionStorage', 'memory'],
  person_profiles: ['identified_only', 'always', 'never'],
  compression: ['auto', 'gzip', 'lz64', 'none'],
  cookieless_mode: ['always', 'on_reject', ''],
  opt_out_capturing_persistence_type: ['localStorage', 'cookie', ''],
  cookie_expiration: 'number',
  feature_flag_cache_ttl_ms: 'number',
  feature_flag_request_max_retries: 'number',
  feature_flag_request_timeout_ms: 'number',
  max_surveys_per_session: 'number',
  properties_string_max_length: 'number',
  remote_config_refresh_interval_ms: 'number',
  session_idle_timeout_seconds: 'number',
  survey_progress_ttl_minutes: 'number',
  surveys_request_timeout_ms: 'number',
  rate_limiting: 'numbers',
  request_queue_config: 'numbers',
  bootstrap: 'object',
  fetch_options: 'object',
  request_headers: 'object',
  survey_words: 'object',
  surveys: 'object',
  advanced_disable_feature_flags: 'any',
  advanced_disable_feature_flags_on_first_load: 'any',
  advanced_disable_flags: 'any',
  advanced_feature_flags_dedup_per_session: 'any',
  advanced_only_evaluate_survey_feature_flags: 'any',
  capture_pageleave: 'any',
  capture_pageview: 'any',
  capture_survey_abandoned: 'any',
  cross_subdomain_cookie: 'any',
  debug: 'any',
  disable_beacon: 'any',
  disable_capture_url_hashes: 'any',
  disable_compression: 'any',
  disable_persistence: 'any',
  disable_scroll_properties: 'any',
  disable_surveys: 'any',
  disable_surveys_automatic_display: 'any',
  mask_personal_data_properties: 'any',
  opt_out_capturing_by_default: 'any',
  opt_out_useragent_filter: 'any',
  override_display_language: 'any',
  preload_surveys: 'any',
  respect_dnt: 'any',
  respect_gpc: 'any',
  save_campaign_params: 'any',
  save_referrer: 'any',
  scroll_root_selector: 'any',
  secure_cookie: 'any',
  survey_color_scheme: 'any',
}

const VALUES: Record<string, unknown> = {
  null: null,
  false: false,
  'a number': 5,
  NaN,
  'a text': 'soon',
  'an empty text': '',
  'a list': ['soon'],
  'an object': { soon: 'soon' },
  'an object without a prototype': Object.create(null),
  'a function': <T>(value: T) => value,
  'a symbol': Symbol('soon'),
}

/** Whether docs/troubleshooting.md says that a value may be given. */
function isDocumented(kind: Kind, value: unknown): boolean {
  const isFunction = typeof value === 'function'
  if (kind === 'any') return true
  if (Array.isArray(kind)) return kind.includes((value || '') as string)
  if (kind === 'number') return value === 5
  if (kind === 'numbers') return typeof value === 'object' && value !== null && !Object.values(value)[0]
  if (kind === 'object') return typeof value === 'object'
  if (!value || kind === 'host') return !value
  if (kind === 'text') return typeof value === 'string' || typeof value === 'number'
  return kind === 'list' ? Array.isArray(value) : isFunction
}

describe('settings of a wrong type (D-456)', () => {
  const all = Object.entries(SETTINGS) as [keyof Config, Kind][]

  it.each(all.filter(([name]) => name !== 'api_host'))(
    '%s (%s) is named when it is wrong',
    async (name, kind) => {
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      const error = errorsOf()
      for (const [label, value] of Object.entries(VALUES)) {
        error.mockClear()
        const { client, errors, settle, page } = startClient({ config: { [name]: value } })
        client.identify('u1')
        client.capture('e')
        if (client.__loaded) await settle()
        page.emit('hidden')
        const messages = error.mock.calls.map(([message]) => String(message))
        if (isDocumented(kind, value)) expect([label, client.__loaded, messages]).toEqual([label, true, []])
        else {
          const message = expect.stringMatching(
            new RegExp(`^earshot\\.(init|config): ${name} is wrong\\. Expected `),
          )
          expect([label, messages]).toEqual([label, [message]])
        }
        expect([label, errors.filter(({ reason }) => reason === 'internal')]).toEqual([label, []])
        // A `fetch` that answers with something else never ends.
        void client.shutdown()
      }
    },
  )

  it.each(Object.entries(VALUES).filter(([label]) => label !== 'a text'))(
    'api_host is named when it is %s',
    (_, value) => {
      const error = errorsOf()
      const { client } = startClient({ config: { api_host: value as never } })
      expect(client.__loaded).toBe(false)
      expect(error.mock.calls).toEqual([
        [expect.stringMatching(/^earshot\.init: api_host is (wrong|missing)\. Expected /)],
      ])
    },
  )

  it.each(all)('%s (%s) stays as it is when set_config gets a wrong value', async (name, kind) => {
    const error = errorsOf()
    const { client, settle, errors } = startClient()
    const former = client.config[name]
    for (const [label, value] of Object.entries(VALUES)) {
      if (isDocumented(kind, value) || (name === 'api_host' && !value)) continue
      client.set_config({ [name]: value })
      expect([label, client.config[name]]).toEqual([label, former])
      expect([label, error.mock.lastCall]).toEqual([
        label,
        [expect.stringContaining(`${name} is wrong. Expected `)],
      ])
    }
    client.capture('e')
    await settle(1_000)
    expect(errors.filter(({ reason }) => reason !== 'usage')).toEqual([])
  })

  it.each(['bootstrap', 'survey_words', 'surveys', 'request_headers'] as const)(
    '%s may be null',
    async name => {
      const started = startClient({ config: { [name]: null } })
      await started.settle(5_000)
      expect(await sentNames(started)).toEqual(['$pageview'])
      expect(started.errors).toEqual([])
    },
  )
})
