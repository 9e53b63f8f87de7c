import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import lz from 'lz-string'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryStore, createService, type Store } from '../../src/server/index'
import { openEmptyStore } from '../support/testStore'
import { createTestService, fetchFlags, fetchManagement, post } from './testService'

const event = { api_key: 'phc_demo', event: 'signup', distinct_id: 'u' }
const json = JSON.stringify(event)

describe('service.fetch', () => {
  it.each<[string, () => [RequestInfo | URL, RequestInit?]]>([
    ['a path', () => ['/i/v0/e/', { method: 'POST', body: json }]],
    ['a URL', () => [new URL('https://x.test/i/v0/e/'), { method: 'POST', body: json }]],
    ['a Request', () => [new Request('https://x.test/i/v0/e/', { method: 'POST', body: json })]],
    ['a Request and init', () => [new Request('https://x.test/i/v0/e/'), { method: 'POST', body: json }]],
    ['bytes', () => ['/i/v0/e/', { method: 'POST', body: new TextEncoder().encode(json) }]],
    ['a buffer', () => ['/i/v0/e/', { method: 'POST', body: new TextEncoder().encode(json).buffer }]],
    ['a blob', () => ['/i/v0/e/', { method: 'POST', body: new Blob([json]) }]],
    ['a form', () => ['/i/v0/e/', { method: 'POST', body: new URLSearchParams({ data: json }) }]],
    [
      'a stream',
      () => ['/i/v0/e/', { method: 'POST', body: new Blob([json]).stream(), duplex: 'half' } as RequestInit],
    ],
  ])('accepts %s', async (_, call) => {
    const service = createService()
    expect((await service.fetch(...call())).status).toBe(200)
    expect(await service.state.events()).toHaveLength(1)
  })

  it.each<[string, HeadersInit]>([
    ['an object', { 'X-Test': '1' }],
    ['a list', [['X-Test', '1']]],
    ['Headers', new Headers({ 'X-Test': '1' })],
  ])('accepts headers as %s', async (_, headers) => {
    const service = createService()
    await service.fetch('/i/v0/e/', { method: 'POST', body: json, headers })
    expect(service.state.requests()[0]?.headers).toMatchObject({ 'x-test': '1' })
  })

  it('works when it is detached from the service', async () => {
    const { fetch, state } = createService()
    await fetch('/i/v0/e/', { method: 'POST', body: json })
    expect(await state.events()).toHaveLength(1)
  })

  it('rejects when it is aborted, before and during the request', async () => {
    const service = createService()
    await expect(service.fetch('/flags', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
    service.fail({ delayMs: 60_000 })
    const controller = new AbortController()
    const waiting = service.fetch('/flags', { method: 'POST', signal: controller.signal })
    controller.abort()
    await expect(waiting).rejects.toThrow(/abort/i)
  })
})

describe('service.state', () => {
  it('lists requests, refused ones included', async () => {
    const service = createTestService()
    await post(service, '/flags?v=2', '{', { 'x-forwarded-for': '1.2.3.4' })
    expect(service.state.requests()).toMatchObject([
      {
        method: 'POST',
        path: '/flags',
        query: { v: '2' },
        headers: { 'x-forwarded-for': '1.2.3.4' },
        contentType: 'application/json',
        bytes: 1,
        status: 400,
      },
    ])
  })

  it('lists the latest requests up to requestLogSize', async () => {
    const service = createTestService({ requestLogSize: 2 })
    for (const name of ['a', 'b', 'c']) await post(service, '/i/v0/e/', { ...event, event: name })
    expect(service.state.requests().map(request => request.body)).toMatchObject([
      { event: 'b' },
      { event: 'c' },
    ])
  })

  it('keeps the latest events and warnings up to maxEvents, and all persons', async () => {
    const service = createTestService({ maxEvents: 2 })
    for (const name of ['a', 'b', 'c', 'd'])
      await post(service, '/batch/', {
        api_key: 'phc_demo',
        batch: [{ event: name, distinct_id: name, timestamp: 'never' }],
      })
    expect((await service.state.events()).map(({ event }) => event)).toEqual(['c', 'd'])
    expect((await service.state.warnings()).map(({ event }) => event)).toEqual(['c', 'd'])
    expect(await service.state.persons()).toHaveLength(4)
  })

  it('sets flags while the service runs and increments their versions', async () => {
    const service = createTestService({ flags: { nav: false } })
    const value = async () => {
      const response = await post(service, '/flags?v=2', { api_key: 'phc_demo', distinct_id: 'u' })
      return (await response.json()).flags.nav
    }
    expect(await value()).toMatchObject({ enabled: false })
    await service.state.setFlag('nav', 'new')
    expect(await value()).toMatchObject({ enabled: true, variant: 'new', metadata: { id: 1, version: 2 } })
    await service.state.setFlag('nav', { payload: { a: 1 } })
    expect(await value()).not.toHaveProperty('variant')
    expect(await value()).toMatchObject({
      enabled: true,
      metadata: { payload: '{"a":1}', version: 3 },
    })
    await service.state.setFlag('other', true)
    expect((await service.state.flags()).map(flag => [flag.key, flag.id])).toEqual([
      ['nav', 1],
      ['other', 2],
    ])
  })

  it('adds surveys while the service runs', async () => {
    const service = createTestService()
    await service.state.addSurvey({ id: 's', questions: [{ type: 'open', question: 'Why?' }] })
    const response = await service.fetch('/api/surveys/?token=phc_demo')
    expect(await response.json()).toMatchObject({
      surveys: [{ id: 's', start_date: '2025-10-01T12:00:00.000Z' }],
    })
  })

  it('restores the data of the options when it is reset', async () => {
    const service = createTestService({ flags: { nav: true } })
    await post(service, '/i/v0/e/', event)
    await service.state.setFlag('nav', false)
    service.state.setQuota({ flags: true })
    service.fail({ status: 503 })
    await service.state.reset()
    expect(await service.state.events()).toEqual([])
    expect(service.state.requests()).toEqual([])
    const response = await post(service, '/flags?v=2', { api_key: 'phc_demo', distinct_id: 'u' })
    expect(await response.json()).toMatchObject({ flags: { nav: { enabled: true } } })
  })

  it('does not read options that change later', async () => {
    const options = {
      persons: [{ distinct_ids: ['u'], properties: { plan: 'pro' } }],
      config: { heatmaps: true },
    }
    const service = createTestService(options)
    await service.state.persons()
    options.persons[0]!.properties.plan = 'changed'
    expect(await service.state.persons()).toMatchObject([{ properties: { plan: 'pro' } }])
  })

  it('separates projects', async () => {
    const service = createTestService({
      projects: [{ projectKey: 'phc_a' }, { projectKey: 'phc_b', flags: { b: true } }],
    })
    await post(service, '/i/v0/e/', { ...event, api_key: 'phc_b' })
    expect(await service.state.events()).toEqual([])
    expect(await service.state.events(2)).toHaveLength(1)
    expect(await service.state.flags(2)).toMatchObject([{ key: 'b' }])
  })
})

describe('createService with a store that has data', () => {
  it('keeps the data instead of the options', async () => {
    const store = createMemoryStore()
    const options = { store, flags: { nav: false } }
    const first = createService(options)
    await first.state.setFlag('nav', true)
    await post(first, '/i/v0/e/', event)
    const second = createService(options)
    expect(await second.state.events()).toHaveLength(1)
    const response = await post(second, '/flags?v=2', { api_key: 'phc_demo', distinct_id: 'u' })
    expect((await response.json()).flags.nav.enabled).toBe(true)
  })
})

describe('service.on', () => {
  it('calls the listener for stored events until it unsubscribes', async () => {
    const service = createTestService()
    const events: string[] = []
    const unsubscribe = service.on('event', stored => events.push(stored.event))
    await post(service, '/i/v0/e/', event)
    await post(service, '/i/v0/e/', { ...event, event: '' })
    unsubscribe()
    await post(service, '/i/v0/e/', event)
    expect(events).toEqual(['signup'])
  })
})

describe('service.fail', () => {
  it('answers with status and headers for a number of requests', async () => {
    const service = createTestService()
    service.fail({ path: '/i/v0/e', status: 429, headers: { 'Retry-After': '3' }, times: 1 })
    const failed = await post(service, '/i/v0/e/', event)
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([429, '3'])
    expect((await post(service, '/i/v0/e/', event)).status).toBe(200)
    expect(await service.state.events()).toHaveLength(1)
  })

  it('fails requests to its path until it is ended', async () => {
    const service = createTestService()
    const endFailure = service.fail({ path: '/flags', status: 503 })
    expect((await post(service, '/i/v0/e/', event)).status).toBe(200)
    expect((await post(service, '/flags', {})).status).toBe(503)
    endFailure()
    expect((await post(service, '/flags', {})).status).toBe(401)
  })

  it('drops the connection', async () => {
    const service = createTestService()
    service.fail({ drop: true })
    await expect(post(service, '/i/v0/e/', event)).rejects.toThrow(TypeError)
    expect(await service.state.events()).toEqual([])
    expect(service.state.requests()).toMatchObject([{ status: 0 }])
  })

  it('truncates the response', async () => {
    const service = createTestService()
    service.fail({ truncate: true })
    const response = await post(service, '/i/v0/e/', event)
    expect(response.status).toBe(200)
    await expect(response.json()).rejects.toThrow(SyntaxError)
    expect(await service.state.events()).toHaveLength(1)
  })

  it('lets pages of other origins read the response and Retry-After', async () => {
    const service = createTestService()
    service.fail({ status: 503, headers: { 'Retry-After': '5' }, times: 1 })
    service.fail({ truncate: true })
    for (const status of [503, 200]) {
      const response = await post(service, '/i/v0/e/', event, { origin: 'https://shop.test' })
      expect(response.status).toBe(status)
      expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.test')
      expect(response.headers.get('retry-after')).toBe(status === 503 ? '5' : null)
    }
  })

  it('delays the response', async () => {
    vi.useFakeTimers()
    const service = createTestService()
    service.fail({ delayMs: 1000 })
    let status = 0
    const answered = post(service, '/i/v0/e/', event).then(response => {
      status = response.status
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(status).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    await answered
    expect(status).toBe(200)
    vi.useRealTimers()
  })
})

describe('createService options', () => {
  it('throw for a personal key of a user who does not exist (5, D-733)', () => {
    const withOwner = (user: string) => () => createService({ personalKeys: [{ key: 'phx_a', user }] })
    expect(withOwner('nobody@example.com')).toThrow('personalKeys[0].user')
    expect(withOwner('owner@example.com')).not.toThrow()
  })

  it.each([undefined, null, 0, 1, '', [], () => true, 'false', 'true', ' False'])(
    'throws for a flag whose value is %j, which would be on for everyone (D-757, D-811)',
    async value => {
      const flags = { beta: value } as never
      expect(() => createTestService({ flags })).toThrow('The flag "beta"')
      expect(() => createTestService({ projects: [{}, { flags }] })).toThrow('The flag "beta"')
      await expect(createTestService().state.setFlag('beta', value as never)).rejects.toThrow(
        'The flag "beta"',
      )
    },
  )

  it.each<[string, object]>([
    ['users[0].is_staff', { users: [{ email: 'a@x.com', is_staff: 'false' }] }],
    ['users[0].is_email_verified', { users: [{ email: 'a@x.com', is_email_verified: 0 }] }],
    [
      'persons[1].is_identified',
      { persons: [{ distinct_ids: ['a'] }, { distinct_ids: ['b'], is_identified: 'no' }] },
    ],
    ['requireUserScopes', { requireUserScopes: 'false' }],
    ['publicGet', { publicGet: 'false' }],
    ['quota.events', { quota: { events: 'false' } }],
    ['projects[1].quota.flags', { projects: [{}, { quota: { flags: 'false' } }] }],
    ['projects[0].persons[0].is_identified', { projects: [{ persons: [{ is_identified: 1 }] }] }],
    ['surveys[0].archived', { surveys: [{ id: 'a', archived: 'false' }] }],
    ['surveys[0].enable_partial_responses', { surveys: [{ id: 'a', enable_partial_responses: 1 }] }],
  ])('throws for %s that is no boolean (D-762)', (path, options) => {
    expect(() => createTestService(options)).toThrow(`createService: ${path} is not a boolean`)
  })

  it.each([5, 'ann', {}, [5], null, undefined])(
    'throws for the distinct ids %j of a person, with which requests failed or found nobody (D-812)',
    distinct_ids => {
      const persons = [{ distinct_ids: ['a'] }, { distinct_ids }] as never
      const message = 'persons[1].distinct_ids is not a list of texts'
      expect(() => createTestService({ persons })).toThrow(`createService: ${message}`)
      expect(() => createTestService({ projects: [{ persons }] })).toThrow(`projects[0].${message}`)
    },
  )

  it.each<[string, string, object]>([
    ['users.1.email', 'users.0.email', { users: [{ email: 'a@x.com' }, { email: 'a@x.com' }] }],
    ['personalKeys.2.key', 'personalKeys.0.key', { personalKeys: ['a', 'b', 'a'].map(key => ({ key })) }],
    ['projects.1.id', 'projects.0.id', { projects: [{ id: 2 }, {}] }],
    ['projects.1.projectKey', 'projects.0.projectKey', { projects: [{}, { projectKey: 'phc_demo' }] }],
    ['flags.1.key', 'flags.0.key', { flags: [{ key: 'a' }, { key: 'a' }] }],
    ['flags.b.id', 'flags.a.id', { flags: { a: { id: 3 }, on: true, b: { id: 3 } } }],
    [
      'projects.1.surveys.1.id',
      'projects.1.surveys.0.id',
      { projects: [{}, { surveys: [{ id: 's' }, { id: 's' }] }] },
    ],
    ['cohorts.1.id', 'cohorts.0.id', { cohorts: [{ id: 1 }, { id: 1 }] }],
    [
      'persons.2.distinct_ids',
      'persons.0.distinct_ids',
      { persons: [{ distinct_ids: ['a', 'a'] }, { distinct_ids: ['b'] }, { distinct_ids: ['c', 'a'] }] },
    ],
  ])('throws for %s that is that of another entry, of which one was lost (D-839)', (path, first, options) => {
    expect(() => createTestService(options)).toThrow(`createService: ${path} is that of ${first}.`)
  })

  it('takes the same ids in several projects, and entries without one (D-839)', async () => {
    const project = {
      flags: [
        { key: 'a', id: 1 },
        { key: 'a', id: 2, deleted: true },
      ],
      surveys: [{ id: 's' }, {}, {}],
      persons: [{ distinct_ids: ['a', 'a'] }, { distinct_ids: [] }, { distinct_ids: [] }],
    }
    const service = createTestService({ projects: [project, project] as never })
    expect(await service.state.surveys()).toHaveLength(3)
  })

  it.each([5, 'ann', {}, [5], null])(
    'answers when the members of a static cohort are %j, and fails the flags that need it (D-731, D-812)',
    async distinct_ids => {
      const properties = [{ key: 'id', type: 'cohort' as const, value: 1 }]
      const service = createTestService({
        cohorts: [{ id: 1, is_static: true, distinct_ids } as never],
        flags: { beta: { filters: { groups: [{ properties }] } }, on: true },
      })
      const { flags } = await fetchFlags(service)
      expect(flags['beta']).toMatchObject({ enabled: false })
      expect(flags['on']?.enabled).toBe(true)
    },
  )

  it('take null for a list or a switch as missing (D-762)', async () => {
    const missing = { users: null, persons: null, surveys: null, quota: null } as never
    const service = createTestService({ ...(missing as object), publicGet: null as never })
    expect((await post(service, '/i/v0/e/', event)).status).toBe(200)
  })

  it('answers GET with publicGet: capture reads the query, flags evaluates no flag', async () => {
    const service = createTestService({ publicGet: true, flags: { on: true } })
    const data = encodeURIComponent(btoa(json))
    expect((await service.fetch(`/e/?data=${data}`)).status).toBe(200)
    expect(await service.state.events()).toHaveLength(1)
    expect((await service.fetch('/e/')).status).toBe(400)
    expect(await (await service.fetch('/flags')).json()).toMatchObject({ flags: {}, isAuthenticated: false })
  })

  it('serves the routes of the interface alone with legacyRoutes: false', async () => {
    const service = createTestService({ legacyRoutes: false })
    expect((await post(service, '/e/', event)).status).toBe(404)
    expect((await service.fetch('/array/phc_demo/config')).status).toBe(404)
    expect((await post(service, '/i/v0/e/', event)).status).toBe(200)
  })

  it('answers 429 with Retry-After above a throttle', async () => {
    const service = createTestService({ throttles: { capture: { requests: 2, perMs: 60_000 } } })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await post(service, '/i/v0/e/', event)).status)
    expect(statuses).toEqual([200, 200, 429])
    service.advance(45_000)
    const refused = await post(service, '/i/v0/e/', event)
    expect(refused.headers.get('retry-after')).toBe('15')
    expect(await refused.json()).toEqual({
      type: 'throttled_error',
      code: 'throttled',
      detail: 'Request was throttled. Expected available in 15 seconds.',
      attr: null,
    })
    service.advance(15_000)
    expect((await post(service, '/i/v0/e/', event)).status).toBe(200)
  })
})

describe('routes for older clients', () => {
  it('serve the configuration as JSON and as a script', async () => {
    const service = createTestService({ config: { heatmaps: true } })
    expect(await (await service.fetch('/array/phc_demo/config')).json()).toMatchObject({
      token: 'phc_demo',
      heatmaps: true,
    })
    const script = await service.fetch('/array/phc_demo/config.js')
    expect(script.headers.get('content-type')).toBe('application/javascript')
    expect(await script.text()).toContain('"phc_demo":{"config":{')
    expect((await service.fetch('/array/phc_other/config')).status).toBe(401)
  })

  it('list early-access features', async () => {
    const service = createTestService({
      flags: { beta: { name: 'Beta', filters: { feature_enrollment: true } }, on: true },
    })
    const response = await service.fetch('/api/early_access_features/?token=phc_demo')
    expect(await response.json()).toMatchObject({ earlyAccessFeatures: [{ flagKey: 'beta', name: 'Beta' }] })
  })

  it('list no early-access feature of another runtime, and those of all environments (4.3, D-756)', async () => {
    const filters = { feature_enrollment: true }
    const service = createTestService({
      strictTags: true,
      flags: [
        { key: 'open', filters },
        { key: 'browsers', evaluation_runtime: 'client', filters },
        { key: 'backends', evaluation_runtime: 'server', filters },
        { key: 'staging', evaluation_tags: ['staging'], filters },
      ],
    })
    const keysFor = async (headers: Record<string, string>) => {
      const response = await service.fetch('/api/early_access_features/?token=phc_demo', { headers })
      const { earlyAccessFeatures } = (await response.json()) as {
        earlyAccessFeatures: { flagKey: string }[]
      }
      return earlyAccessFeatures.map(({ flagKey }) => flagKey)
    }
    expect(await keysFor({ 'user-agent': 'Mozilla/5.0' })).toEqual(['open', 'browsers', 'staging'])
    expect(await keysFor({ 'user-agent': 'posthog-node/5.70.0' })).toEqual(['open', 'backends', 'staging'])
    expect(await keysFor({})).toEqual(['open', 'staging'])
  })

  it('serve flag definitions with a personal key, and 304 when they have not changed', async () => {
    const service = createTestService({
      flags: [
        {
          key: 'b',
          filters: { groups: [{ properties: [{ key: 'plan', type: 'person', value: 'pro' }] }] },
        },
      ],
      groupTypes: ['company'],
    })
    const get = (headers: Record<string, string>) =>
      service.fetch('/flags/definitions?token=phc_demo&send_cohorts', { headers })
    expect((await get({})).status).toBe(401)
    const auth = { Authorization: 'Bearer phx_demo' }
    const first = await get(auth)
    const definitions = await first.json()
    expect(definitions.group_type_mapping).toEqual({ 0: 'company' })
    expect(definitions.flags[0].filters.groups[0].properties).toEqual([
      { key: 'plan', type: 'person', value: 'pro' },
    ])
    expect((await get({ ...auth, 'if-none-match': first.headers.get('etag')! })).status).toBe(304)
  })
})

describe('a service in a test with fake timers (D-810)', () => {
  const openStore: Record<string, () => Promise<Store>> = {
    memory: async () => createMemoryStore(),
    sqlite: openEmptyStore['sqlite']!,
  }
  const description = 'd'.repeat(25_000)
  const surveys = [{ id: 's', questions: [{ type: 'open' as const, question: 'Why?', description }] }]
  const createWithFakeTimers = async (kind: string) => {
    const service = createTestService({ store: await openStore[kind]!(), surveys })
    vi.useFakeTimers()
    // As Sinon does. Modules of CommonJS see it at once, the others after this call.
    for (const name of ['setImmediate', 'setTimeout'] as const)
      vi.spyOn(timers, name).mockReturnValue(new Promise<never>(() => undefined))
    syncBuiltinESMExports()
    onTestFinished(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    })
    return service
  }

  it.each(Object.keys(openStore))('answers large replies, however many, from %s', async kind => {
    const service = await createWithFakeTimers(kind)
    for (let request = 0; request < 100; request++)
      expect((await service.fetch('/api/surveys/?token=phc_demo')).status).toBe(200)
  })

  it.each(Object.keys(openStore))('stores large batches, and deletes their person, in %s', async kind => {
    const service = await createWithFakeTimers(kind)
    const event = { event: 'a', distinct_id: 'u', properties: { text: 'y'.repeat(2000) } }
    const body = JSON.stringify({ api_key: 'phc_demo', batch: Array(600).fill(event) })
    for (const [path, packed] of [
      ['/batch/', body],
      ['/batch/?compression=lz64', lz.compressToBase64(body)],
    ] as const)
      expect((await post(service, path, packed, { 'content-type': 'text/plain' })).status).toBe(200)
    expect(await service.state.events()).toHaveLength(1200)
    const [person] = await service.state.persons()
    const path = `/api/projects/1/persons/${person?.id}/?delete_events=true`
    expect((await fetchManagement(service, 'DELETE', path)).status).toBe(204)
    expect(await service.state.events()).toEqual([])
  })
})
