import fc from 'fast-check'
import { gzipSync, strToU8 } from 'fflate'
import lz from 'lz-string'
import { describe, expect, it } from 'vitest'
import type { ServiceOptions } from '../../src/server/index'
import { createTestService, fetchManagement, post } from './testService'

/** Any JSON, with frequent names of the interface. */
const words = fc.constantFrom(
  'api_key',
  'batch',
  'event',
  'distinct_id',
  'properties',
  'timestamp',
  'uuid',
  '$set',
  '$identify',
  '$create_alias',
  '$groupidentify',
  'alias',
  'phc_demo',
  '__proto__',
  'survey sent',
  '$survey_id',
  'groups',
  'person_properties',
)
const anyText = fc.oneof(words, fc.string({ unit: 'binary', maxLength: 8 }))
const anyJson = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -1, 1e308, ''),
    anyText,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyText, tie('value'), { maxKeys: 5 }),
  ),
})).value

/** A capture body in which any part may be wrong. */
const mostly = <T>(valid: T) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(valid as unknown) }, { weight: 1, arbitrary: anyJson })
const event = fc.record(
  {
    event: mostly('a'),
    distinct_id: mostly('u'),
    properties: mostly({}),
    timestamp: mostly('2025-10-01T00:00:00Z'),
    uuid: mostly(''),
  },
  { requiredKeys: [] },
)
const single = fc.tuple(event, mostly('phc_demo')).map(([one, api_key]) => ({ ...one, api_key }))
const batch = fc.record({
  api_key: mostly('phc_demo'),
  batch: fc.oneof(fc.array(fc.oneof(event, anyJson), { maxLength: 4 }), anyJson),
})

const pack = fc.constantFrom<[string, (text: string) => string | Uint8Array][]>(
  ['', text => text],
  ['?compression=gzip-js', text => gzipSync(strToU8(text))],
  ['?compression=lz64', text => lz.compressToBase64(text)],
  ['?compression=base64', text => btoa(unescape(encodeURIComponent(text)))],
  ['?compression=lz64', text => new URLSearchParams({ data: lz.compressToBase64(text) }).toString()],
  ['?compression=nonsense', text => text],
)

/** Expects a reply below 500. An error has the envelope and stores nothing. */
async function expectValidReply(
  service: ReturnType<typeof createTestService>,
  response: Response,
): Promise<void> {
  expect(response.status).toBeLessThan(500)
  if (response.status < 400) return
  expect(await response.json()).toEqual({
    type: expect.any(String),
    code: expect.any(String),
    detail: expect.any(String),
    attr: expect.toSatisfy(attr => attr === null || typeof attr === 'string'),
  })
  expect(await service.state.events()).toEqual([])
  expect(await service.state.persons()).toEqual([])
  expect(await service.state.groups()).toEqual([])
}

describe('capture with any input', () => {
  it('stores nothing of a refused body', async () => {
    const path = fc.constantFrom('/i/v0/e/', '/batch/', '/e/')
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(single, batch, anyJson),
        path,
        pack,
        async (body, address, [query, packed]) => {
          const service = createTestService({ surveys: [{ id: 's' }] })
          const response = await post(service, address + query, packed(JSON.stringify(body)), {
            'content-type': 'text/plain',
          })
          await expectValidReply(service, response)
          for (const stored of await service.state.events()) {
            expect(stored.event).not.toBe('')
            expect(stored.distinct_id.trim()).not.toBe('')
            expect(Number.isNaN(Date.parse(stored.timestamp))).toBe(false)
          }
        },
      ),
      { numRuns: 250 },
    )
  })

  it('answers below 500 to any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.boolean(),
        pack,
        async (bytes, isGzip, [query]) => {
          const service = createTestService()
          const body = isGzip ? new Uint8Array([0x1f, 0x8b, 8, 0, ...bytes]) : bytes
          await expectValidReply(
            service,
            await post(service, `/batch/${query}`, body, { 'content-type': 'text/plain' }),
          )
        },
      ),
      { numRuns: 120 },
    )
  })

  it('stores all events in any encoding', async () => {
    const valid = fc.array(fc.record({ event: fc.constant('a'), distinct_id: fc.constantFrom('u', 'v') }), {
      minLength: 1,
      maxLength: 20,
    })
    const known = pack.filter(([query]) => query !== '?compression=nonsense')
    await fc.assert(
      fc.asyncProperty(valid, known, async (events, [query, packed]) => {
        const service = createTestService()
        const body = packed(JSON.stringify({ api_key: 'phc_demo', batch: events }))
        expect((await post(service, `/batch/${query}`, body, { 'content-type': 'text/plain' })).status).toBe(
          200,
        )
        expect(await service.state.events()).toHaveLength(events.length)
      }),
      { numRuns: 100 },
    )
  })
})

describe('flags with any definition and request', () => {
  const operator = fc.constantFrom(
    'exact',
    'is_not',
    'icontains',
    'regex',
    'not_regex',
    'gt',
    'between',
    'is_set',
    'is_date_before',
    'semver_gt',
    'in',
    'flag_evaluates_to',
    'nonsense',
  )
  const filter = fc.record({
    key: fc.constantFrom('a', '__proto__', '1', '2'),
    type: fc.constantFrom('person', 'group', 'cohort', 'flag', 'odd'),
    operator,
    value: anyJson,
    group_type_index: fc.constantFrom(0, 1, 9),
  })
  const condition = fc.record({
    properties: fc.oneof(fc.array(filter, { maxLength: 3 }), anyJson),
    rollout_percentage: mostly(50),
    variant: mostly('v'),
  })
  const filters = fc.record(
    {
      groups: fc.oneof(fc.array(condition, { maxLength: 3 }), anyJson),
      multivariate: anyJson,
      payloads: anyJson,
      super_groups: anyJson,
      holdout: anyJson,
    },
    { requiredKeys: ['groups'] },
  )

  it('returns every flag, and evaluates a valid one next to invalid ones', async () => {
    await fc.assert(
      fc.asyncProperty(filters, filters, anyJson, anyJson, async (one, two, properties, groups) => {
        const flags = [
          { key: 'one', filters: one },
          { key: 'two', filters: two },
          { key: 'valid' },
        ] as NonNullable<ServiceOptions['flags']>
        const service = createTestService({ flags, groupTypes: ['company'] })
        const body = { api_key: 'phc_demo', distinct_id: 'u', person_properties: properties, groups }
        const response = await post(service, '/flags?v=2', body)
        expect(response.status).toBeLessThan(500)
        if (response.status !== 200) return
        const reply = await response.json()
        expect(Object.keys(reply.flags)).toEqual(['one', 'two', 'valid'])
        expect(reply.flags.valid.enabled).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

/** The parts of the OpenAPI document that the test below reads. */
interface Operation {
  requestBody?: { content: { 'application/json': { schema: { $ref?: string; properties?: object } } } }
}

describe('every field of every body', () => {
  const oddObject = fc.oneof(
    ...['toString', 'valueOf', 'toJSON', 'constructor', 'length', 'hasOwnProperty', 'then'].map(name =>
      anyJson.map(value => ({ [name]: value })),
    ),
    fc.constant(JSON.parse('{"__proto__":{"toString":1}}')),
  )
  const oddValue = fc.oneof(oddObject, fc.array(oddObject, { minLength: 1, maxLength: 2 }), anyJson)
  const fieldsOf = (schema: { properties?: object } | undefined) => Object.keys(schema?.properties ?? {})

  it('may hold any value and gets a reply below 500 (R53)', async () => {
    const document = await (await createTestService().fetch('/openapi.json')).json()
    const { schemas } = document.components
    const nameOf = ($ref: string) => $ref.split('/').at(-1)!
    const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const schema = requestBody?.content['application/json'].schema
        const fields = fieldsOf(schema?.$ref ? schemas[nameOf(schema.$ref)] : schema)
        return fields.map(field => ({ method: method.toUpperCase(), path, field }))
      }),
    )
    expect(operations.length).toBeGreaterThan(100)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...operations), oddValue, async ({ method, path, field }, value) => {
        const service = createTestService({ surveys: [{ id: 's' }] })
        const [user] = await service.state.users()
        const url = path.replace('{project_id}', '1').replace('{id}', 's').replace('{uuid}', user!.uuid)
        const valid = { api_key: 'phc_demo', event: 'a', distinct_id: 'u', name: 'A', type: 'api' }
        const response = await fetchManagement(service, method, url, { ...valid, [field]: value })
        expect([url, field, response.status < 500]).toEqual([url, field, true])
      }),
      { numRuns: 1000 },
    )
  })
})

describe('surveys with any fields', () => {
  const fields = fc.dictionary(
    fc.constantFrom(
      'name',
      'type',
      'questions',
      'conditions',
      'appearance',
      'start_date',
      'targeting_flag_filters',
      'iteration_count',
      'iteration_frequency_days',
      'response_sampling_start_date',
      'response_sampling_daily_limits',
      'archived',
    ),
    fc.oneof(
      anyJson,
      fc.constantFrom('2025-10-02T00:00:00Z', 5, [{ type: 'open', question: 'Why?' }], {
        groups: [{ properties: [{ key: 'a', type: 'person' }] }],
      }),
    ),
    { maxKeys: 6 },
  )
  it('creates a survey that can be read and shown, or answers with an error', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async input => {
        const service = createTestService()
        const response = await fetchManagement(service, 'POST', '/api/projects/1/surveys/', {
          name: 'A',
          type: 'popover',
          ...input,
        })
        await expectValidReply(service, response)
        expect(await service.state.surveys()).toHaveLength(response.status === 201 ? 1 : 0)
        expect((await fetchManagement(service, 'GET', '/api/projects/1/surveys/')).status).toBe(200)
        expect(
          (await post(service, '/flags?v=2&config=true', { api_key: 'phc_demo', distinct_id: 'u' })).status,
        ).toBe(200)
      }),
      { numRuns: 120 },
    )
  })
})
