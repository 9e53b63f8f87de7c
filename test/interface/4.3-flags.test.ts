import { gzipSync, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { ServiceOptions } from '../../src/server/index'
import type { FlagFilters, PropertyFilter } from '../../src/wire/flagDefinition'
import { createTestService, fetchFlags, post } from '../server/testService'

const person = (filter: Partial<PropertyFilter>): FlagFilters => ({
  groups: [
    { properties: [{ key: 'plan', value: 'pro', type: 'person', ...filter }], rollout_percentage: 100 },
  ],
})

const flagValues = async (
  options: ServiceOptions,
  body: object = {},
  headers: Record<string, string> = {},
) => {
  const { flags } = await fetchFlags(createTestService(options), body as Record<string, unknown>, headers)
  return Object.fromEntries(
    Object.entries(flags).map(([key, flag]) => [key, flag.enabled && (flag.variant ?? true)]),
  )
}

describe('4.3 request', () => {
  it('answers other methods with 405', async () => {
    const service = createTestService()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await service.fetch('/flags', { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    }
  })

  it.each(['/flags?v=2', '/flags/?v=2'])('answers at %s', async path => {
    const response = await post(createTestService(), path, { api_key: 'phc_demo', distinct_id: 'u' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  it('reads gzip sent as text/plain without a name', async () => {
    const body = gzipSync(strToU8(JSON.stringify({ api_key: 'phc_demo', distinct_id: 'u' })))
    const response = await post(createTestService(), '/flags', body, { 'content-type': 'text/plain' })
    expect(response.status).toBe(200)
  })

  it.each<[string, object, number, string]>([
    ['no fields', {}, 401, 'not_authenticated'],
    ['an empty key', { api_key: '', distinct_id: 'u' }, 401, 'not_authenticated'],
    ['an unknown key', { api_key: 'phc_other', distinct_id: 'u' }, 401, 'authentication_failed'],
    ['no distinct_id', { api_key: 'phc_demo' }, 400, 'required'],
    [
      'person_properties of the wrong type',
      { api_key: 'phc_demo', distinct_id: 'u', person_properties: 1 },
      400,
      'not_a_dict',
    ],
    [
      'environments of the wrong type',
      { api_key: 'phc_demo', distinct_id: 'u', evaluation_environments: 'prod' },
      400,
      'not_a_list',
    ],
    ['a list instead of an object', [], 400, 'invalid_input'],
  ])('refuses a body with %s', async (_, body, status, code) => {
    const response = await post(createTestService(), '/flags?v=2', body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      code,
      type: expect.any(String),
      detail: expect.any(String),
    })
  })

  it('accepts an empty distinct_id', async () => {
    expect(await flagValues({ flags: { on: true } }, { distinct_id: '' })).toEqual({ on: true })
  })

  it('needs no distinct_id when flags are disabled', async () => {
    const response = await post(createTestService({ flags: { on: true } }), '/flags?v=2&config=true', {
      api_key: 'phc_demo',
      disable_flags: true,
    })
    expect(await response.json()).toMatchObject({ flags: {}, isAuthenticated: false })
  })

  it('accepts the aliases of other clients', async () => {
    const options = { flags: { plan: { filters: person({}) } } }
    const body = {
      api_key: undefined,
      token: 'phc_demo',
      distinct_id: undefined,
      $distinct_id: 'u',
      $properties: { plan: 'pro' },
    }
    expect(await flagValues(options, body)).toEqual({ plan: true })
  })

  it.each<[string, object]>([
    ['another key in `token`', { token: 'phc_other' }],
    ['a `token` that is no text', { token: true, $token: {} }],
    ['a device id that is a number', { $device_id: 5 }],
    ['an anonymous id that is a number', { $anon_distinct_id: 5 }],
    ['a time zone of any shape', { timezone: 5 }],
  ])('reads the fields of the interface beside %s (D-625)', async (_, fields) => {
    expect(await flagValues({ flags: { plain: true } }, fields)).toEqual({ plain: true })
  })

  it.each(['application/vnd.api+json', 'application/problem+json; charset=utf-8'])(
    'reads JSON of the content type %s (D-625)',
    async type => {
      const service = createTestService({ flags: { plain: true } })
      const { flags } = await fetchFlags(service, {}, { 'content-type': type })
      expect(flags['plain']?.enabled).toBe(true)
    },
  )

  it('refuses an unknown content type', async () => {
    const response = await post(createTestService(), '/flags', '<a/>', { 'content-type': 'text/xml' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('unsupported content type: text/xml'),
    })
  })
})

describe('4.3 request of PHP (D-808)', () => {
  it('has empty lists for empty objects, and other lists are refused', async () => {
    const service = createTestService({ flags: { on: true } })
    const request = (body: object) =>
      post(service, '/flags?v=2', { api_key: 'phc_demo', distinct_id: 'u', ...body })
    for (const name of ['groups', 'person_properties', 'group_properties', '$groups', '$properties']) {
      expect([name, (await request({ [name]: [] })).status]).toEqual([name, 200])
      expect([name, (await request({ [name]: ['pro'] })).status]).toEqual([name, 400])
    }
    const all = { groups: [], person_properties: [], group_properties: { company: [] } }
    expect((await (await request(all)).json()).flags.on.enabled).toBe(true)
  })
})

describe('4.3 rule 1, environments', () => {
  const flags = {
    none: true,
    prod: { evaluation_tags: ['prod'] },
    both: { evaluation_tags: ['dev', 'prod'] },
  }
  it.each<[string, object, object, string[]]>([
    ['no environments', {}, {}, ['none', 'prod', 'both']],
    ['an empty list', { evaluation_environments: [] }, {}, ['none', 'prod', 'both']],
    ['no environments and strictTags', {}, { strictTags: true }, ['none']],
    ['an empty list and strictTags', { evaluation_environments: [] }, { strictTags: true }, ['none']],
    ['prod', { evaluation_environments: ['prod'] }, {}, ['none', 'prod', 'both']],
    ['dev', { evaluation_environments: ['dev'] }, {}, ['none', 'both']],
    ['unknown environments', { evaluation_environments: ['Prod', 'test'] }, {}, ['none']],
    ['dev in evaluation_contexts', { evaluation_contexts: ['dev'] }, {}, ['none', 'both']],
  ])('returns the flags for %s', async (_, body, options, keys) => {
    expect(Object.keys(await flagValues({ flags, ...options }, body))).toEqual(keys)
  })
})

describe('4.3 rules 2 and 3, runtime', () => {
  const flags = {
    client: { evaluation_runtime: 'client' as const },
    server: { evaluation_runtime: 'server' as const },
    all: { evaluation_runtime: 'all' as const },
    none: { evaluation_runtime: null },
  }
  const CLIENT = ['client', 'all', 'none']
  const SERVER = ['server', 'all', 'none']
  const UNKNOWN = ['all', 'none']
  type Row = [name: string, headers: Record<string, string>, keys: string[]]
  it.each<Row>([
    ['a user agent with Mozilla/', { 'user-agent': 'Mozilla/5.0 (X11)' }, CLIENT],
    ['a user agent with Chrome/', { 'user-agent': 'x Chrome/99' }, CLIENT],
    ['a user agent with Safari/', { 'user-agent': 'x Safari/99' }, CLIENT],
    ['a user agent with Firefox/', { 'user-agent': 'x Firefox/99' }, CLIENT],
    ['a user agent with Edge/', { 'user-agent': 'x Edge/99' }, CLIENT],
    ...['android', 'ios', 'react-native', 'flutter'].map(
      (name): Row => [`an SDK for ${name}`, { 'user-agent': `posthog-${name}/1.0` }, CLIENT],
    ),
    ...['python', 'ruby', 'php', 'java', 'go', 'node', 'dotnet', 'elixir'].map(
      (name): Row => [`an SDK for ${name}`, { 'user-agent': `x-${name}/1.0` }, SERVER],
    ),
    ['python-requests', { 'user-agent': 'python-requests/2' }, SERVER],
    ['curl', { 'user-agent': 'curl/8' }, SERVER],
    ['an Origin', { origin: 'https://a.test' }, CLIENT],
    ['a Referer', { referer: 'https://a.test/' }, CLIENT],
    ['Sec-Fetch-Mode', { 'sec-fetch-mode': 'cors' }, CLIENT],
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }, CLIENT],
    ['an empty Origin', { origin: '' }, CLIENT],
    ['no headers', {}, UNKNOWN],
    ['an unknown user agent', { 'user-agent': 'okhttp/4' }, UNKNOWN],
    ['the user agent node', { 'user-agent': 'node' }, UNKNOWN],
    ['a user agent in another case', { 'user-agent': 'CURL/8 mozilla/5' }, UNKNOWN],
    ['an SDK that the user agent does not begin with', { 'user-agent': 'via posthog-node/1' }, UNKNOWN],
    ['a browser and an SDK', { 'user-agent': 'posthog-node/1 Mozilla/5.0' }, CLIENT],
    ['a tool and an Origin', { 'user-agent': 'curl/8', origin: 'https://a.test' }, SERVER],
    ['an unknown user agent and an Origin', { 'user-agent': 'Foo/1', origin: 'https://a.test' }, CLIENT],
  ])('returns the flags for a request with %s', async (_, headers, keys) => {
    expect(Object.keys(await flagValues({ flags }, {}, headers))).toEqual(keys)
  })

  it('prefers evaluation_runtime of the body to the headers', async () => {
    const agent = { 'user-agent': 'curl/8' }
    expect(Object.keys(await flagValues({ flags }, { evaluation_runtime: 'client' }, agent))).toEqual(CLIENT)
    expect(Object.keys(await flagValues({ flags }, { evaluation_runtime: 'all' }, agent))).toEqual(
      Object.keys(flags),
    )
  })
})

describe('4.3 rule 4, both rules', () => {
  const runtimes = { c: 'client', s: 'server', a: 'all', n: null } as const
  const flags = Object.fromEntries(
    Object.entries(runtimes).flatMap(([key, evaluation_runtime]) => [
      [key, { evaluation_runtime }],
      [`${key}-prod`, { evaluation_runtime, evaluation_tags: ['prod'] }],
    ]),
  )
  it.each<[string, Record<string, string>, string[], string[]]>([
    [
      'a browser in prod',
      { 'user-agent': 'x Chrome/1' },
      ['prod'],
      ['c', 'c-prod', 'a', 'a-prod', 'n', 'n-prod'],
    ],
    ['a browser in dev', { 'user-agent': 'x Chrome/1' }, ['dev'], ['c', 'a', 'n']],
    [
      'a server in prod',
      { 'user-agent': 'x-python/1.0' },
      ['prod'],
      ['s', 's-prod', 'a', 'a-prod', 'n', 'n-prod'],
    ],
    ['a server in dev', { 'user-agent': 'x-python/1.0' }, ['dev'], ['s', 'a', 'n']],
    ['an unknown client in prod', { 'user-agent': 'Foo/1' }, ['prod'], ['a', 'a-prod', 'n', 'n-prod']],
  ])('returns the flags for %s', async (_, headers, evaluation_environments, keys) => {
    expect(Object.keys(await flagValues({ flags }, { evaluation_environments }, headers))).toEqual(keys)
  })
})

describe('4.3 rule 5, values of the request', () => {
  const options: ServiceOptions = {
    flags: {
      person: { filters: person({}) },
      group: {
        filters: {
          aggregation_group_type_index: 0,
          groups: [{ properties: [{ key: 'tier', value: 'gold', type: 'group', group_type_index: 0 }] }],
        },
      },
    },
    groupTypes: ['company'],
    persons: [{ distinct_ids: ['stored'], properties: { plan: 'pro' } }],
    groups: [{ type: 'company', key: 'acme', properties: { tier: 'gold' } }],
  }
  it.each<[string, object, object]>([
    [
      'uses stored properties when the request has none',
      { distinct_id: 'stored', groups: { company: 'acme' } },
      { person: true, group: true },
    ],
    [
      'prefers requested properties to those of a stored person',
      { distinct_id: 'stored', person_properties: { plan: 'free' } },
      { person: false, group: false },
    ],
    [
      'uses requested properties when the person is not stored',
      { person_properties: { plan: 'pro' } },
      { person: true, group: false },
    ],
    [
      'prefers requested properties to those of a stored group',
      { groups: { company: 'acme' }, group_properties: { company: { tier: 'tin' } } },
      { person: false, group: false },
    ],
    [
      'uses requested properties when the group is not stored',
      { groups: { company: 'new' }, group_properties: { company: { tier: 'gold' } } },
      { person: false, group: true },
    ],
  ])('%s', async (_, body, expected) => {
    expect(await flagValues(options, body)).toEqual(expected)
  })
})

describe('4.3 GeoIP', () => {
  const geoip = (ip: string) => ({
    $geoip_country_code: ip === '1.2.3.4' || ip === '2001:db8::1' ? 'NZ' : 'DE',
  })
  const flags = { nz: { filters: person({ key: '$geoip_country_code', value: 'NZ' }) } }
  it.each<[string, Record<string, string>, object, boolean]>([
    ['x-forwarded-for', { 'x-forwarded-for': '1.2.3.4' }, {}, true],
    ['HTTP_X_FORWARDED_FOR, the spelling of the interface', { http_x_forwarded_for: '1.2.3.4' }, {}, true],
    [
      'the first of several addresses, without its port',
      { 'x-forwarded-for': '1.2.3.4:8080, 9.9.9.9' },
      {},
      true,
    ],
    ['an address in brackets', { 'x-forwarded-for': '[2001:db8::1]:443' }, {}, true],
    ['a bare IPv6 address', { 'x-forwarded-for': '2001:db8::1' }, {}, true],
    ['no address', {}, {}, false],
    ['an invalid address', { 'x-forwarded-for': 'unknown' }, {}, false],
    [
      'a header and a request with another country',
      { 'x-forwarded-for': '1.2.3.4' },
      { person_properties: { $geoip_country_code: 'DE' } },
      true,
    ],
    ['a request with geoip_disable', { 'x-forwarded-for': '1.2.3.4' }, { geoip_disable: true }, false],
  ])('evaluates a flag on the country for %s', async (_, headers, body, expected) => {
    expect(await flagValues({ flags, geoip }, body, headers)).toEqual({ nz: expected })
  })

  it('prefers the country of the request to that of the connection', async () => {
    const service = createTestService({ flags, geoip })
    const isEnabled = async (properties: object) => {
      const body = JSON.stringify({ api_key: 'phc_demo', distinct_id: 'u', person_properties: properties })
      const response = await service.fetch('/flags?v=2', { method: 'POST', body }, { ip: '1.2.3.4' })
      return (await response.json()).flags.nz.enabled
    }
    expect(await isEnabled({})).toBe(true)
    expect(await isEnabled({ $geoip_country_code: 'DE' })).toBe(false)
  })
})

describe('4.3 response', () => {
  it('has one result per active flag, and a request id', async () => {
    const service = createTestService({
      flags: {
        on: { id: 5, version: 3, payload: { a: 1 } },
        off: false,
        shape: 'round',
        inactive: { active: false },
        deleted: { deleted: true },
        unversioned: { version: null },
      },
    })
    const reply = await fetchFlags(service)
    expect(reply).toEqual({
      flags: {
        off: {
          key: 'off',
          enabled: false,
          reason: expect.objectContaining({ code: 'out_of_rollout_bound' }),
          metadata: { id: expect.any(Number), version: 1 },
        },
        shape: expect.objectContaining({ enabled: true, variant: 'round' }),
        on: {
          key: 'on',
          enabled: true,
          reason: { code: 'condition_match', condition_index: 0, description: 'Matched condition set 1' },
          metadata: { id: 5, version: 3, payload: '{"a":1}' },
        },
        unversioned: expect.objectContaining({ metadata: expect.objectContaining({ version: 0 }) }),
      },
      errorsWhileComputingFlags: false,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      evaluatedAt: expect.any(Number),
    })
  })

  it('returns the x-request-id when it is a UUID', async () => {
    const id = 'ffffffff-1111-4111-8111-222222222222'
    expect((await fetchFlags(createTestService(), {}, { 'x-request-id': id })).requestId).toBe(id)
    expect((await fetchFlags(createTestService(), {}, { 'x-request-id': 'mine' })).requestId).not.toBe('mine')
  })

  it('accepts flag keys that every object inherits', async () => {
    const flags = { constructor: true, toString: false }
    const service = createTestService({
      flags: [{ key: '__proto__' }, ...Object.keys(flags).map(key => ({ key }))],
    })
    const text = await (await post(service, '/flags?v=2', { api_key: 'phc_demo', distinct_id: 'u' })).text()
    expect(text).toContain('"__proto__":{"key":"__proto__","enabled":true')
    expect(text).toContain('"constructor":{"key":"constructor","enabled":true')
  })

  it('does not read inherited properties of a person', async () => {
    const flags = { a: { filters: person({ key: 'constructor', operator: 'is_set' }) } }
    expect(await flagValues({ flags })).toEqual({ a: false })
  })
})

describe('4.3 config', () => {
  const survey = { id: 's', name: 'S', description: 'internal note', responses_limit: 5, questions: [] }
  const fetchReply = async (query: string, options: ServiceOptions = {}) => {
    const response = await post(createTestService(options), `/flags?${query}`, {
      api_key: 'phc_demo',
      distinct_id: 'u',
    })
    return response.json()
  }

  it('adds every field of the configuration for config=true', async () => {
    expect(await fetchReply('v=2&config=true', { flags: { on: true } })).toEqual({
      flags: expect.any(Object),
      errorsWhileComputingFlags: false,
      requestId: expect.any(String),
      evaluatedAt: expect.any(Number),
      config: { enable_collect_everything: true },
      toolbarParams: {},
      isAuthenticated: false,
      supportedCompression: ['gzip', 'gzip-js', 'lz64'],
      hasFeatureFlags: true,
      sessionRecording: false,
      capturePerformance: { network_timing: true, web_vitals: false, web_vitals_allowed_metrics: null },
      captureDeadClicks: false,
      autocapture_opt_out: false,
      autocaptureExceptions: false,
      errorTracking: { autocaptureExceptions: false, suppressionRules: [] },
      analytics: { endpoint: '/i/v0/e/' },
      elementsChainAsString: true,
      surveys: [],
      heatmaps: false,
      flagsPersistenceDefault: false,
      defaultIdentifiedOnly: true,
      siteApps: [],
    })
  })

  it.each(['', 'config=false', 'config=1', 'config=TRUE', 'config='])(
    'does not add the configuration for %j',
    async query => {
      expect(await fetchReply(`v=2&${query}`)).not.toHaveProperty('config')
    },
  )

  it('has survey definitions without notes for colleagues', async () => {
    const { surveys } = await fetchReply('v=2&config=true', {
      surveys: [survey, { ...survey, id: 'old', archived: true }],
    })
    expect(surveys).toMatchObject([{ id: 's', name: 'S' }])
    expect(Object.keys(surveys[0]).sort()).toEqual([
      'appearance',
      'conditions',
      'current_iteration',
      'current_iteration_start_date',
      'enable_partial_responses',
      'end_date',
      'id',
      'internal_targeting_flag_key',
      'linked_flag_key',
      'name',
      'questions',
      'schedule',
      'start_date',
      'targeting_flag_key',
      'type',
    ])
    expect(JSON.stringify(surveys)).not.toContain('internal note')
  })

  it('has the flag keys of a survey seeded in either form', async () => {
    const surveys = [
      { id: 'browser', linked_flag_key: 'a', internal_targeting_flag_key: 'b' },
      { id: 'managed', linked_flag: { key: 'a' }, internal_targeting_flag: { key: 'b' } },
    ]
    const reply = await fetchReply('v=2&config=true', { surveys })
    for (const one of reply.surveys) {
      expect(one).toMatchObject({
        linked_flag_key: 'a',
        targeting_flag_key: null,
        internal_targeting_flag_key: 'b',
      })
    }
  })

  it('is overridden by the option config and by setConfig', async () => {
    const service = createTestService({ config: { surveys: true, heatmaps: true } })
    service.state.setConfig({ heatmaps: false })
    const response = await post(service, '/flags?v=2&config=true', { api_key: 'phc_demo', distinct_id: 'u' })
    expect(await response.json()).toMatchObject({ surveys: true, heatmaps: false })
  })
})

describe('4.3 flag_keys and only_evaluate_survey_feature_flags', () => {
  it('returns the flags of flag_keys alone, and evaluates their dependencies', async () => {
    const flags = [
      { key: 'base', id: 1 },
      {
        key: 'top',
        id: 2,
        filters: person({ key: '1', type: 'flag', operator: 'flag_evaluates_to', value: true }),
      },
      { key: 'other', id: 3 },
    ]
    expect(await flagValues({ flags }, { flag_keys: ['top'] })).toEqual({ top: true })
    expect(await flagValues({ flags }, { flag_keys_to_evaluate: ['other', 'unknown'] })).toEqual({
      other: true,
    })
    expect(await flagValues({ flags }, { flag_keys: [] })).toEqual({})
  })

  it('returns the flags of surveys for only_evaluate_survey_feature_flags', async () => {
    const service = createTestService({ flags: { 'survey-targeting-abc-custom': true, on: true } })
    const response = await post(service, '/flags?v=2&only_evaluate_survey_feature_flags=true', {
      api_key: 'phc_demo',
      distinct_id: 'u',
    })
    expect(Object.keys((await response.json()).flags)).toEqual(['survey-targeting-abc-custom'])
  })
})

describe('4.3 cross-origin', () => {
  it('answers a preflight with the requested origin and headers, and never *', async () => {
    for (const path of ['/flags', '/i/v0/e/', '/batch/']) {
      const response = await createTestService().fetch(path, {
        method: 'OPTIONS',
        headers: [
          ['Origin', 'https://site.test'],
          ['Access-Control-Request-Headers', 'content-type'],
        ],
      })
      expect(response.status).toBe(204)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': 'https://site.test',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-allow-headers': 'content-type',
        vary: 'Origin',
      })
    }
  })

  it('lets the page read the survey list, which needs no preflight', async () => {
    const response = await createTestService().fetch('/api/surveys/?token=phc_demo', {
      headers: [['Origin', 'https://site.test']],
    })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://site.test',
    ])
  })

  it('lets the page read error replies', async () => {
    const response = await post(createTestService(), '/flags', '{', { origin: 'https://site.test' })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      400,
      'https://site.test',
    ])
  })

  it('is not allowed on management endpoints', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const response = await createTestService().fetch('/api/projects/1/surveys/', {
        method,
        headers: [['Origin', 'https://site.test']],
      })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})
