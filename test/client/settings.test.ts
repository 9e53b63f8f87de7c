import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Config } from '../../src/client/api'
import { DEFAULTS } from '../../src/client/config'
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
