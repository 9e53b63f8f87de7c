import { gzipSync, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { ServiceOptions } from '../../src/server/index'
import type { FlagCondition, FlagFilters, PropertyFilter } from '../../src/wire/flagDefinition'
import { createTestService, fetchFlags, fetchManagement, post } from '../server/testService'
import { callSurveys, createSurvey, SURVEYS, sendSurveyEvent } from './surveyApi'

const KEY = { api_key: 'phc_demo' }
const ASK = { ...KEY, distinct_id: 'u' }
const EVENT = { ...KEY, event: 'a', distinct_id: 'u' }
const asText = { 'content-type': 'text/plain' }
const packed = (body: object) => gzipSync(strToU8(JSON.stringify(body)))

const filters = (...groups: FlagCondition[]): FlagFilters => ({ groups })
const having = (given: Partial<PropertyFilter>): FlagCondition => ({
  properties: [{ key: 'p', value: 'x', type: 'person', ...given }],
  rollout_percentage: 100,
})

/** What one flag comes to. */
const result = async (given: FlagFilters, body: object = {}, options: ServiceOptions = {}) => {
  const service = createTestService({ flags: { f: { filters: given } }, ...options })
  return (await fetchFlags(service, body as Record<string, unknown>)).flags['f']!
}
/** Whether a person with a property `p` gets a flag that filters by it. */
const matches = async (given: Partial<PropertyFilter>, p: unknown) =>
  (await result(filters(having(given)), { person_properties: { p } })).enabled

/** What is stored of one body. */
const stored = async (body: unknown, path = '/i/v0/e/', options: ServiceOptions = {}) => {
  const service = createTestService(options)
  const { status } = await post(service, path, body)
  return { status, events: await service.state.events(), service }
}

describe('edge cases of flags', () => {
  it('text/plain and gzip bytes, nobody says so', async () => {
    expect((await post(createTestService(), '/flags', packed(ASK), asText)).status).toBe(200)
  })
  it('a hint of gzip that is wrong', async () => {
    expect((await post(createTestService(), '/flags?compression=gzip-js', ASK)).status).toBe(400)
  })
  it('gzip bytes win over a hint of base64 on capture', async () => {
    expect(await stored(packed(EVENT), '/i/v0/e/?compression=base64')).toMatchObject({
      status: 200,
      events: [{ event: 'a' }],
    })
  })
  it('the number 42 is the text 42', async () => {
    const half = filters({ properties: [], rollout_percentage: 50 })
    expect(await result(half, { distinct_id: 42 })).toEqual(await result(half, { distinct_id: '42' }))
  })
  it.each([
    ['of 201 characters the first 200 count', 'a'.repeat(200), 'a'],
    ['so do those of an emoji', `${'a'.repeat(199)}😀`, 'b'],
  ])('%s', async (_, id, more) => {
    for (const rollout_percentage of [10, 30, 50, 70, 90]) {
      const some = filters({ properties: [], rollout_percentage })
      expect(await result(some, { distinct_id: id + more })).toEqual(await result(some, { distinct_id: id }))
    }
  })
  it('an empty id is inside any rollout', async () => {
    expect(
      (await result(filters({ properties: [], rollout_percentage: 0 }), { distinct_id: '' })).enabled,
    ).toBe(true)
  })
  it('rollout, then a property: index 0', async () => {
    const reason = (await result(filters({ properties: [], rollout_percentage: 0 }, having({})))).reason
    expect(reason).toMatchObject({ code: 'out_of_rollout_bound', condition_index: 0 })
  })
  it('two properties: index 1', async () => {
    expect((await result(filters(having({}), having({})))).reason).toMatchObject({
      code: 'no_condition_match',
      condition_index: 1,
    })
  })
  it('no conditions', async () => {
    expect((await result(filters())).reason).toMatchObject({ code: 'no_group_type', condition_index: null })
  })
  it.each([undefined, {}, { company: '' }, { company: {} }, { company: null }, { company: [1] }])(
    'groups %j',
    async groups => {
      const given = { ...filters({ properties: [] }), aggregation_group_type_index: 0 }
      expect((await result(given, { groups }, { groupTypes: ['company'] })).reason?.code).toBe(
        'no_group_type',
      )
    },
  )
  it('a forced variant that is not declared', async () => {
    const variants = [{ key: 'a', rollout_percentage: 100 }]
    const given = { ...filters({ properties: [], variant: 'zzz' }), multivariate: { variants } }
    expect((await result(given)).variant).toBe('a')
  })
  it('percentages that add up to 40 leave some without a variant', async () => {
    const variants = [{ key: 'a', rollout_percentage: 40 }]
    const given = { ...filters({ properties: [] }), multivariate: { variants } }
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, i) => result(given, { distinct_id: `u${i}` })),
    )
    expect(new Set(seen.map(one => `${one.enabled} ${one.variant}`))).toEqual(
      new Set(['true a', 'true null']),
    )
  })
  it('rollout 0 lets nobody in', async () => {
    expect((await result(filters({ properties: [], rollout_percentage: 0 }))).enabled).toBe(false)
  })
  it('a fraction of a percent', async () => {
    const ids = Array.from({ length: 300 }, (_, i) => `u${i}`)
    const share = async (rollout_percentage: number) => {
      const service = createTestService({
        flags: { f: { filters: filters({ properties: [], rollout_percentage }) } },
      })
      const all = await Promise.all(ids.map(distinct_id => fetchFlags(service, { distinct_id })))
      return all.filter(one => one.flags['f']?.enabled).length
    }
    expect(await share(33.34)).toBeGreaterThan(await share(20.5))
    expect(await share(33.34)).toBeLessThan(await share(50.25))
  })
  it('exact "false" against ordinary text', async () => {
    expect(await matches({ operator: 'exact', value: 'false' }, 'banana')).toBe(true)
  })
  it('is_set with null', async () => {
    expect(await matches({ operator: 'is_set' }, null)).toBe(true)
  })
  it('not_regex with an invalid pattern', async () => {
    expect(await matches({ operator: 'not_regex', value: '?*' }, 'banana')).toBe(false)
  })
  it('gt with text', async () => {
    expect(await matches({ operator: 'gt', value: 1 }, 'abc')).toBe(false)
  })
  it('semver_neq with no version', async () => {
    expect(await matches({ operator: 'semver_neq', value: '1.2.3' }, 'abc')).toBe(false)
  })

  const flags = {
    client: { evaluation_runtime: 'client' as const },
    server: { evaluation_runtime: 'server' as const },
    all: { evaluation_runtime: 'all' as const },
    none: { evaluation_runtime: null },
  }
  it.each<[string, Record<string, string>, string[]]>([
    ['an agent of both kinds', { 'user-agent': 'posthog-node/1 Mozilla/5' }, ['client', 'all', 'none']],
    ['curl with an Origin', { 'user-agent': 'curl/8', origin: 'https://a.test' }, ['server', 'all', 'none']],
    ['no agent, a Referer', { referer: 'https://a.test/' }, ['client', 'all', 'none']],
    ['the agent node', { 'user-agent': 'node' }, ['all', 'none']],
  ])('%s', async (_, headers, keys) => {
    expect(Object.keys((await fetchFlags(createTestService({ flags }), {}, headers)).flags)).toEqual(keys)
  })

  const tagged = { plain: true, prod: { evaluation_tags: ['prod'] } }
  it.each<[string, string[] | undefined, string[]]>([
    ['absent', undefined, ['plain', 'prod']],
    ['empty', [], ['plain', 'prod']],
    ['matching', ['prod'], ['plain', 'prod']],
    ['not matching', ['dev'], ['plain']],
  ])('environments %s', async (_, evaluation_environments, keys) => {
    const { flags: served } = await fetchFlags(createTestService({ flags: tagged }), {
      evaluation_environments,
    })
    expect(Object.keys(served)).toEqual(keys)
  })
  it('tag and runtime are both needed', async () => {
    const both = { f: { evaluation_tags: ['prod'], evaluation_runtime: 'server' as const } }
    const served = async (environment: string, agent: string) => {
      const body = { evaluation_environments: [environment] }
      return Object.keys(
        (await fetchFlags(createTestService({ flags: both }), body, { 'user-agent': agent })).flags,
      )
    }
    expect(await served('prod', 'curl/8')).toEqual(['f'])
    expect(await served('dev', 'curl/8')).toEqual([])
    expect(await served('prod', 'Mozilla/5')).toEqual([])
  })
  it.each([
    ['', { flags: {}, quotaLimited: ['feature_flags'] }],
    ['&config=true', { flags: {}, quotaLimited: ['feature_flags'], toolbarParams: {} }],
    ['&only_evaluate_survey_feature_flags=true', { flags: { 'survey-targeting-x': { enabled: true } } }],
  ])('quota with %j', async (query, expected) => {
    const service = createTestService({ quota: { flags: true }, flags: { 'survey-targeting-x': true } })
    expect(await (await post(service, `/flags?v=2${query}`, ASK)).json()).toMatchObject(expected)
  })
})

describe('edge cases of capture', () => {
  it.each<[string, object, number]>([
    ['no name', { distinct_id: 'u' }, 0],
    ['no id', { event: 'a' }, 0],
    ['an empty id', { event: 'a', distinct_id: '' }, 0],
    ['a blank id', { event: 'a', distinct_id: ' ' }, 0],
    ['an id of null', { event: 'a', distinct_id: null }, 0],
    ['an id in its properties alone', { event: 'a', properties: { distinct_id: 'u' } }, 1],
  ])('%s', async (_, item, count) => {
    const { status, events } = await stored({ ...KEY, ...item })
    expect([status, events.length]).toEqual([200, count])
  })
  it('one bad event in a good batch', async () => {
    const batch = [EVENT, { event: 'b' }, { ...EVENT, properties: 3 }, EVENT]
    const { status, events } = await stored({ ...KEY, batch }, '/batch/')
    expect([status, events.length]).toEqual([200, 2])
  })
  it.each<[string, unknown, number, number]>([
    ['empty', { ...KEY, batch: [] }, 400, 0],
    ['not a list', { ...KEY, batch: 'x' }, 400, 0],
    ['a bare list', [EVENT], 200, 1],
  ])('a batch that is %s', async (_, body, status, count) => {
    const result = await stored(body, '/batch/')
    expect([result.status, result.events.length]).toEqual([status, count])
  })
  it.each<[string, unknown, number, number]>([
    ['in the batch alone', { ...KEY, batch: [{ event: 'a', distinct_id: 'u' }] }, 200, 1],
    ['differing in a list', [EVENT, { ...EVENT, api_key: 'phc_other' }], 401, 0],
    ['of a person', { ...EVENT, api_key: 'phx_x' }, 401, 0],
    ['of 65 characters', { ...EVENT, api_key: 'x'.repeat(65) }, 401, 0],
    ['with blanks around it', { ...EVENT, api_key: '  phc_demo ' }, 200, 1],
  ])('a key %s', async (_, body, status, count) => {
    const result = await stored(body, '/batch/')
    expect([result.status, result.events.length]).toEqual([status, count])
  })
  it('beacon=1', async () => {
    const result = await stored(EVENT, '/i/v0/e/?beacon=1')
    expect([result.status, result.events.length]).toEqual([204, 1])
  })
  it.each<[string, (body: object) => string | Uint8Array]>([
    ['plain', body => JSON.stringify(body)],
    ['packed', packed],
  ])('just under and just over the limit, %s', async (_, pack) => {
    const maxBodyBytes = JSON.stringify({ ...EVENT, properties: { p: 'x'.repeat(500) } }).length
    const status = async (length: number) =>
      (await stored(pack({ ...EVENT, properties: { p: 'x'.repeat(length) } }), '/batch/', { maxBodyBytes }))
        .status
    expect([await status(500), await status(501)]).toEqual([200, 413])
  })
  it.each<[string, object, string]>([
    [
      'a clock that is an hour ahead',
      { timestamp: '2025-10-01T12:50:00Z', sent_at: '2025-10-01T13:00:00Z' },
      '2025-10-01T11:50:00.000Z',
    ],
    ['an offset of 5000', { offset: 5000 }, '2025-10-01T11:59:55.000Z'],
    ['25 hours ahead', { timestamp: '2025-10-02T13:00:00Z' }, '2025-10-01T12:00:00.000Z'],
    ['no timestamp at all', { timestamp: 'x' }, '2025-10-01T12:00:00.000Z'],
    ['the year 10000', { timestamp: '10000-01-01T00:00:00Z' }, '1970-01-01T00:00:00.000Z'],
  ])('%s', async (_, item, timestamp) => {
    expect((await stored({ ...EVENT, ...item })).events).toMatchObject([{ timestamp }])
  })
  it.each<[string, string, number, number]>([
    ['twice', '01890a5d-ac96-774b-bcce-b302099a8057', 200, 1],
    ['empty', '', 200, 2],
    ['malformed', 'abc', 400, 0],
  ])('a uuid %s', async (_, uuid, status, count) => {
    const service = createTestService()
    for (let i = 0; i < 2; i++)
      expect((await post(service, '/i/v0/e/', { ...EVENT, uuid })).status).toBe(status)
    expect(await service.state.events()).toHaveLength(count)
  })
  it('identities and groups at their borders', async () => {
    const service = createTestService()
    const send = (event: string, distinct_id: string, properties: object) =>
      post(service, '/i/v0/e/', { ...KEY, event, distinct_id, properties })
    await send('$identify', 'null', { $anon_distinct_id: 'anon' })
    await send('$create_alias', 'u', { alias: 'u' })
    await send('a', 'x', {})
    await send('a', 'y', {})
    await send('$create_alias', 'x', { alias: 'y' })
    for (const length of [400, 401])
      await send('$groupidentify', 'u', { $group_type: 't0', $group_key: 'k'.repeat(length) })
    for (let type = 1; type <= 5; type++)
      await send('$groupidentify', 'u', { $group_type: `t${type}`, $group_key: 'k' })
    expect((await service.state.warnings()).map(warning => warning.type)).toEqual([
      'cannot_merge_with_illegal_distinct_id',
      'group_key_too_long',
      'group_type_limit_exceeded',
    ])
    expect((await service.state.groups()).map(group => group.type)).toEqual(['t0', 't1', 't2', 't3', 't4'])
    expect((await service.state.persons()).map(person => person.distinct_ids.sort().join())).toEqual([
      'null',
      'u',
      'x,y',
    ])
  })
  it('an anonymous $identify', async () => {
    const body = { ...EVENT, event: '$identify', properties: { $process_person_profile: false } }
    const { status, events, service } = await stored(body)
    expect([status, events.length, (await service.state.persons()).length]).toEqual([200, 0, 0])
  })
})

describe('edge cases of surveys', () => {
  it.each<[object, string]>([
    [{ name: undefined }, 'name'],
    [{ type: undefined }, 'type'],
    [{ name: undefined, type: undefined }, 'name'],
  ])('created with %j', async (fields, attr) => {
    expect(await createSurvey(createTestService(), fields)).toMatchObject({
      status: 400,
      body: { code: 'required', attr },
    })
  })
  it('a name that is taken', async () => {
    const service = createTestService()
    await createSurvey(service)
    expect((await createSurvey(service)).status).toBe(400)
    const { body } = await createSurvey(service, { name: 'B' })
    expect((await callSurveys(service, 'PATCH', body.id, { name: 'NPS' })).status).toBe(400)
    expect((await callSurveys(service, 'PATCH', body.id, { archived: true })).status).toBe(200)
  })
  it('a script in a question, and a plain <', async () => {
    const questions = ['<script>x</script>y', 'a < b'].map(question => ({ type: 'open', question }))
    const { body } = await createSurvey(createTestService(), { questions })
    expect(body.questions.map((one: { question: string }) => one.question)).toEqual(['y', 'a < b'])
  })
  it.each(['javascript:alert(1)', 'http://a.test', 'mailto:'])('a link to %s', async link => {
    const questions = [{ type: 'link', question: 'q', link }]
    expect(await createSurvey(createTestService(), { questions })).toMatchObject({
      status: 400,
      body: { attr: 'questions' },
    })
  })
  it('start, stop, resume, archive', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service)
    const step = async (fields: object) => {
      const { body: changed } = await callSurveys(service, 'PATCH', body.id, fields)
      const { surveys } = await (await service.fetch('/api/surveys/?token=phc_demo')).json()
      return [changed.internal_targeting_flag.active, surveys.length]
    }
    expect(await step({ start_date: '2025-09-01T00:00:00Z' })).toEqual([true, 1])
    expect(await step({ end_date: '2025-09-02T00:00:00Z' })).toEqual([false, 1])
    expect(await step({ end_date: null })).toEqual([true, 1])
    expect(await step({ archived: true })).toEqual([true, 0])
  })
  it('pages', async () => {
    const service = createTestService()
    for (const name of ['a1', 'a2', 'b']) await createSurvey(service, { name })
    const page = async (query: string) => {
      const { body } = await callSurveys(service, 'GET', query)
      return [
        body.results.length,
        body.next && new URL(body.next).search,
        body.previous && new URL(body.previous).search,
      ]
    }
    expect(await page('?limit=0')).toEqual([3, null, null])
    expect(await page('?limit=abc')).toEqual([3, null, null])
    expect(await page('?offset=9')).toEqual([0, null, '?limit=100'])
    expect(await page('?limit=1&search=a')).toEqual([1, '?limit=1&search=a&offset=1', null])
    expect(await page('?limit=1&search=a&offset=1')).toEqual([1, null, '?limit=1&search=a'])
  })
  it.each<[string, number]>([
    ['date_from=2025-09-02T00:00:00Z&date_to=2025-09-01T00:00:00Z', 400],
    ['date_from=2025-09-01T00:00:00Z&date_to=2025-09-01T00:00:00Z', 200],
    ['date_from=2025-09-01T00:00:00', 200],
  ])('stats with %s', async (query, status) => {
    const service = createTestService()
    const { body } = await createSurvey(service)
    expect((await callSurveys(service, 'GET', `${body.id}/stats?${query}`)).status).toBe(status)
    expect((await callSurveys(service, 'GET', `stats?${query}`)).status).toBe(status)
  })
  it('deleted twice', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service)
    expect((await callSurveys(service, 'DELETE', body.id)).status).toBe(204)
    expect((await callSurveys(service, 'DELETE', body.id)).status).toBe(404)
  })
  it.each<[string, object, number]>([
    ['no scope', { scopes: [] }, 403],
    ['writing alone, which covers reading', { scopes: ['survey:write'] }, 200],
    ['everything', { scopes: ['*'] }, 200],
    ['another project', { projects: [2] }, 403],
  ])('a key for %s', async (_, given, status) => {
    const service = createTestService({ personalKeys: [{ key: 'phx_k', ...given }] })
    expect((await fetchManagement(service, 'GET', SURVEYS, undefined, 'phx_k')).status).toBe(status)
  })
  it('with a slash at the end, and without', async () => {
    for (const path of ['/api/projects/1/surveys', '/api/projects/1/surveys/']) {
      expect((await fetchManagement(createTestService(), 'GET', path)).status).toBe(200)
    }
  })
  it('the limit counts submissions, not parts of one', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { start_date: '2025-09-01T00:00:00Z', responses_limit: 2 })
    const ended = async () => (await callSurveys(service, 'GET', body.id)).body.end_date !== null
    for (let part = 0; part < 3; part++)
      await sendSurveyEvent(service, 'sent', body.id, 'u', { $survey_submission_id: 'one' })
    expect(await ended()).toBe(false)
    await sendSurveyEvent(service, 'sent', body.id, 'u', { $survey_submission_id: 'two' })
    expect(await ended()).toBe(true)
  })
})
