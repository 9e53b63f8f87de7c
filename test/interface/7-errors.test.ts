import { gzipSync, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createTestService, fetchFlags, fetchManagement, post } from '../server/testService'

const key = { api_key: 'phc_demo' }
const good = { event: 'ok', distinct_id: 'u' }

describe('7 dropped events', () => {
  it.each<[string, Record<string, unknown>]>([
    ['no name', { distinct_id: 'u' }],
    ['an empty name', { event: '', distinct_id: 'u' }],
    ['a blank name', { event: ' ', distinct_id: 'u' }],
    ['no distinct_id', { event: 'a' }],
    ['an empty distinct_id', { event: 'a', distinct_id: '' }],
    ['a blank distinct_id', { event: 'a', distinct_id: '   ' }],
    ['a distinct_id of null', { event: 'a', distinct_id: null }],
  ])('answers 200 and stores nothing for an event with %s', async (_, fields) => {
    const service = createTestService()
    for (const response of [
      await post(service, '/i/v0/e/', { ...key, ...fields }),
      await post(service, '/batch/', { ...key, batch: [fields] }),
    ]) {
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: 'Ok' })
    }
    expect(await service.state.events()).toEqual([])
    expect(await service.state.persons()).toEqual([])
    expect(await service.state.warnings()).toHaveLength(2)
  })
})

describe('7 infinite numbers', () => {
  it('are not accepted as distinct_id', async () => {
    const service = createTestService()
    const batch =
      '[{"event":"a","distinct_id":1e400},{"event":"a","distinct_id":-1e400,"properties":{"distinct_id":"u"}}]'
    expect((await post(service, '/batch/', `{"api_key":"phc_demo","batch":${batch}}`)).status).toBe(200)
    expect((await service.state.events()).map(event => event.distinct_id)).toEqual(['u'])
    expect(await service.state.warnings()).toMatchObject([{ type: 'event_without_distinct_id' }])
    expect((await post(service, '/flags', '{"api_key":"phc_demo","distinct_id":1e400}')).status).toBe(400)
  })

  it('are not accepted as group keys', async () => {
    const service = createTestService({
      groupTypes: ['company'],
      flags: { team: { filters: { aggregation_group_type_index: 0, groups: [{}] } } },
    })
    const identified =
      '{"event":"$groupidentify","distinct_id":"u","properties":{"$group_type":"company","$group_key":1e400}}'
    const member = '{"event":"a","distinct_id":"u","properties":{"$groups":{"company":1e400,"team":5}}}'
    await post(service, '/batch/', `{"api_key":"phc_demo","batch":[${identified},${member}]}`)
    expect(await service.state.groups()).toEqual([])
    expect((await service.state.events()).map(event => event.groups)).toEqual([{}, { team: '5' }])
    const flagsRequest = '{"api_key":"phc_demo","distinct_id":"u","groups":{"company":1e400}}'
    const { flags } = await (await post(service, '/flags', flagsRequest)).json()
    expect(flags.team.reason.code).toBe('no_group_type')
  })
})

describe('7 payload', () => {
  it.each<[string, unknown, string | null]>([
    ['properties of text', { ...key, ...good, properties: 'x' }, 'properties'],
    ['properties of a list', { ...key, ...good, properties: [1] }, 'properties'],
    ['properties of a number', { ...key, ...good, properties: 5 }, 'properties'],
    ['an empty list', [], null],
    ['text', '"x"', null],
    ['a number', '1', null],
    ['nothing', '', null],
    ['invalid JSON', '{"event":', null],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), null],
    ['a batch that is an object', { ...key, batch: {} }, 'batch'],
    ['a batch of text', { ...key, batch: 'x' }, 'batch'],
    ['an empty batch', { ...key, batch: [] }, null],
    ['truncated gzip', gzipSync(strToU8(JSON.stringify({ ...key, ...good }))).subarray(0, 40), null],
  ])('answers 400 to %s', async (_, body, attr) => {
    const service = createTestService()
    for (const path of ['/i/v0/e/', '/batch/']) {
      const response = await post(service, path, body)
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({
        type: 'validation_error',
        code: 'invalid_payload',
        detail: expect.any(String),
        attr,
      })
    }
    expect(await service.state.events()).toEqual([])
  })

  it('counts properties of null as empty', async () => {
    const service = createTestService()
    expect((await post(service, '/i/v0/e/', { ...key, ...good, properties: null })).status).toBe(200)
    expect(await service.state.events()).toMatchObject([{ properties: {} }])
  })

  it('answers 400 to a compression of gzip-js without gzip, on capture and flags', async () => {
    for (const path of ['/i/v0/e/?compression=gzip-js', '/flags?compression=gzip-js']) {
      expect((await post(createTestService(), path, { ...key, ...good })).status).toBe(400)
    }
  })

  it('drops only the invalid items of a batch', async () => {
    const service = createTestService()
    const batch = [
      null,
      1,
      'x',
      { ...good, properties: 1 },
      { ...good, uuid: 'x' },
      { event: 'ok', properties: { distinct_id: 'u' } },
    ]
    expect((await post(service, '/batch/', { ...key, batch })).status).toBe(200)
    expect(await service.state.events()).toMatchObject([{ event: 'ok', distinct_id: 'u' }])
    expect(await service.state.warnings()).toHaveLength(5)
  })
})

describe('7 api_key', () => {
  it.each<[string, unknown, string]>([
    ['missing', good, 'missing_api_key'],
    ['empty', { ...good, api_key: '' }, 'invalid_api_key'],
    ['too long', { ...good, api_key: 'p'.repeat(65) }, 'invalid_api_key'],
    ['not ASCII', { ...good, api_key: 'phc_é' }, 'invalid_api_key'],
    ['one with a NUL', { ...good, api_key: 'phc\0' }, 'invalid_api_key'],
    ['a personal key', { ...good, api_key: 'phx_demo' }, 'invalid_api_key'],
    [
      'not the same for all events of a list',
      [
        { ...good, api_key: 'phc_a' },
        { ...good, api_key: 'phc_b' },
      ],
      'invalid_api_key',
    ],
  ])('answers 401 when the key is %s', async (_, body, code) => {
    const service = createTestService()
    const response = await post(service, '/i/v0/e/', body)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ type: 'authentication_error', code })
    expect(await service.state.events()).toEqual([])
  })

  it('is trimmed, and the key of a batch counts for all its events', async () => {
    const service = createTestService()
    const batch = [good, { ...good, api_key: 'phc_other' }]
    expect((await post(service, '/batch/', { api_key: ' phc_demo ', batch })).status).toBe(200)
    expect(await service.state.events()).toHaveLength(2)
  })

  it('drops events of an unknown key with 200, or answers 401 with strictTokens', async () => {
    const body = { ...good, api_key: 'phc_unknown' }
    const service = createTestService()
    expect((await post(service, '/i/v0/e/', body)).status).toBe(200)
    expect(await service.state.events()).toEqual([])
    expect((await post(createTestService({ strictTokens: true }), '/i/v0/e/', body)).status).toBe(401)
  })
})

describe('7 flag quota', () => {
  it('answers 200 with empty flags and names the exhausted quota', async () => {
    const service = createTestService({ flags: { on: true }, quota: { flags: true } })
    expect(await fetchFlags(service)).toEqual({
      flags: {},
      errorsWhileComputingFlags: false,
      quotaLimited: ['feature_flags'],
      requestId: expect.any(String),
      evaluatedAt: expect.any(Number),
    })
    service.state.setQuota({ flags: false })
    expect(await fetchFlags(service)).not.toHaveProperty('quotaLimited')
  })

  it('does not affect the configuration', async () => {
    const service = createTestService({ quota: { flags: true } })
    const response = await post(service, '/flags?v=2&config=true', { ...key, distinct_id: 'u' })
    expect(await response.json()).toMatchObject({
      flags: {},
      quotaLimited: ['feature_flags'],
      isAuthenticated: false,
    })
  })

  it('does not affect survey flags that are requested alone', async () => {
    const service = createTestService({ quota: { flags: true }, flags: { 'survey-targeting-a': true } })
    const path = '/flags?v=2&only_evaluate_survey_feature_flags=true'
    const reply = await (await post(service, path, { ...key, distinct_id: 'u' })).json()
    expect(Object.keys(reply.flags)).toEqual(['survey-targeting-a'])
    expect(reply).not.toHaveProperty('quotaLimited')
  })
})

describe('7 event and recording quotas', () => {
  it('drops events with 200 when the event quota is exhausted', async () => {
    const service = createTestService({ quota: { events: true } })
    const response = await post(service, '/i/v0/e/', { ...key, ...good })
    expect([response.status, await response.json()]).toEqual([200, { status: 'Ok' }])
    expect(await service.state.events()).toEqual([])
  })

  it('stores events and names the recording quota when it is exhausted', async () => {
    const service = createTestService({
      quota: { recordings: true },
      config: { sessionRecording: { endpoint: '/s/' } },
    })
    const response = await post(service, '/i/v0/e/', { ...key, ...good })
    expect(await response.json()).toEqual({ status: 'Ok', quota_limited: ['recordings'] })
    expect(await service.state.events()).toHaveLength(1)
    const flags = await post(service, '/flags?v=2&config=true', { ...key, distinct_id: 'u' })
    expect(await flags.json()).toMatchObject({ sessionRecording: false, quotaLimited: ['recordings'] })
  })
})

describe('7 error envelope', () => {
  it.each<[string, string, string, number, string]>([
    ['an unknown path', 'GET', '/nowhere', 404, 'not_found'],
    ['an unknown path below /api', 'POST', '/api/projects/1/nowhere/', 404, 'not_found'],
    ['a method that a list does not allow', 'PUT', '/api/projects/1/surveys/', 405, 'method_not_allowed'],
    [
      'a method that a single survey does not allow',
      'PUT',
      '/api/projects/1/surveys/x/',
      405,
      'method_not_allowed',
    ],
  ])('is the body of the reply to %s', async (_, method, path, status, code) => {
    const response = await fetchManagement(createTestService(), method, path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json')
    const body = await response.json()
    expect(body).toMatchObject({ type: 'invalid_request', code, attr: null })
    if (status === 405) expect(body.detail).toBe(`Method "${method}" not allowed.`)
  })

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'get'])('is sent with 405 for method %s', async method => {
    expect((await createTestService().fetch('/flags', { method })).status).toBe(405)
  })

  it.each(['/api/projects/%E0%A4%A/surveys/', '/api/projects/1/surveys/%00/', '/%'])(
    'is sent with 404 for path %s',
    async path => {
      expect((await fetchManagement(createTestService(), 'GET', path)).status).toBe(404)
    },
  )

  it.each(['/api/projects/1/surveys/', '/api/projects/2/surveys/', '/nowhere', '/flags'])(
    'gives HEAD %s the headers of GET, with the length of its body',
    async path => {
      const service = createTestService()
      const got = await fetchManagement(service, 'GET', path)
      const response = await fetchManagement(service, 'HEAD', path)
      expect([response.status, await response.text()]).toEqual([got.status, ''])
      const length = (await got.text()).replace('"GET', '"HEAD').length
      expect(response.headers.get('content-length')).toBe(String(length))
      expect(response.headers.get('content-type')).toBe('application/json')
    },
  )

  it('hides the message of an internal error', async () => {
    const service = createTestService({
      geoip: () => {
        throw new Error('secret')
      },
      flags: { on: true },
    })
    const response = await post(
      service,
      '/flags',
      { ...key, distinct_id: 'u' },
      { 'x-forwarded-for': '1.2.3.4' },
    )
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      type: 'server_error',
      code: 'error',
      detail: 'A server error occurred.',
      attr: null,
    })
  })
})
