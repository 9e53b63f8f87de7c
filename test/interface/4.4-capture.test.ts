import { gzipSync, strToU8 } from 'fflate'
import lz from 'lz-string'
import { describe, expect, it } from 'vitest'
import type { Service } from '../../src/server/index'
import { parseSeedFile } from '../../src/server/testing/seedFile'
import { createTestService, fetchManagement, post } from '../server/testService'

const event = { api_key: 'phc_demo', event: 'signup', distinct_id: 'u', properties: { plan: '💻 écrit' } }

describe('4.4 single event', () => {
  it.each(['/i/v0/e', '/i/v0/e/', '/batch', '/batch/', '/e/', '/capture/', '/track/'])(
    'stores an event posted to %s',
    async path => {
      const service = createTestService()
      const response = await post(service, path, event)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: 'Ok' })
      expect(await service.state.events()).toMatchObject([
        {
          event: 'signup',
          distinct_id: 'u',
          properties: { plan: '💻 écrit' },
          timestamp: '2025-10-01T12:00:00.000Z',
        },
      ])
    },
  )

  it('takes distinct_id from the properties when the event has none', async () => {
    const service = createTestService()
    await post(service, '/i/v0/e/', { api_key: 'phc_demo', event: 'a', properties: { distinct_id: 'u' } })
    expect(await service.state.events()).toMatchObject([{ event: 'a', distinct_id: 'u' }])
  })

  it('answers GET with 405', async () => {
    const response = await createTestService().fetch('/i/v0/e/')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('POST')
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' })
  })
})

describe('4.4 encodings', () => {
  const json = JSON.stringify(event)
  const base64 = btoa(String.fromCharCode(...strToU8(json)))
  const form = (data: string) => new URLSearchParams({ data }).toString()
  const formType = 'application/x-www-form-urlencoded'
  it.each<
    [name: string, path: string, body: string | Uint8Array, headers: Record<string, string>, encoding: string]
  >([
    ['JSON', '/i/v0/e/', json, {}, 'plain'],
    ['JSON as text', '/i/v0/e/', json, { 'content-type': 'text/plain' }, 'plain'],
    [
      'gzip detected by its first bytes',
      '/i/v0/e/',
      gzipSync(strToU8(json)),
      { 'content-type': 'text/plain' },
      'gzip',
    ],
    [
      'gzip named in the query',
      '/i/v0/e/?compression=gzip-js',
      gzipSync(strToU8(json)),
      { 'content-type': 'text/plain' },
      'gzip',
    ],
    ['gzip named in the header', '/batch/', gzipSync(strToU8(json)), { 'content-encoding': 'gzip' }, 'gzip'],
    [
      'gzip whose query names another encoding',
      '/i/v0/e/?compression=base64',
      gzipSync(strToU8(json)),
      {},
      'gzip',
    ],
    [
      'lz64 in a form',
      '/i/v0/e/?compression=lz64',
      form(lz.compressToBase64(json)),
      { 'content-type': formType },
      'lz64',
    ],
    [
      'lz64 as text',
      '/i/v0/e/?compression=lz64',
      lz.compressToBase64(json),
      { 'content-type': 'text/plain' },
      'lz64',
    ],
    ['base64 in a form', '/i/v0/e/', form(base64), { 'content-type': formType }, 'base64'],
    [
      'base64 named in the query',
      '/i/v0/e/?compression=base64',
      base64,
      { 'content-type': 'text/plain' },
      'base64',
    ],
    ['JSON in a form', '/i/v0/e/', form(json), { 'content-type': formType }, 'plain'],
    ['base64 without a name on a legacy route', '/e/', base64, { 'content-type': 'text/plain' }, 'base64'],
  ])('reads %s', async (_, path, body, headers, encoding) => {
    const service = createTestService()
    expect((await post(service, path, body, headers)).status).toBe(200)
    expect(await service.state.events()).toMatchObject([
      { event: 'signup', properties: { plan: '💻 écrit' } },
    ])
    expect(service.state.requests()).toMatchObject([{ encoding, body: event, status: 200 }])
  })
})

describe('4.4 batch', () => {
  it('stores events with distinct_id in the event or its properties', async () => {
    const service = createTestService()
    await post(service, '/batch/', {
      api_key: 'phc_demo',
      batch: [
        { event: 'a', properties: { distinct_id: 'u1' } },
        { event: 'b', distinct_id: 'u2', properties: {} },
        { event: 'c', properties: {} },
        { event: 'd', distinct_id: 7 },
      ],
    })
    expect((await service.state.events()).map(one => [one.event, one.distinct_id])).toEqual([
      ['a', 'u1'],
      ['b', 'u2'],
      ['d', '7'],
    ])
  })

  it('stores whether the batch is a historical migration', async () => {
    const service = createTestService()
    const batch = [{ event: 'a', distinct_id: 'u', timestamp: '2019-05-01T00:00:00Z' }]
    await post(service, '/batch/', { api_key: 'phc_demo', historical_migration: true, batch })
    await post(service, '/batch/', { api_key: 'phc_demo', historical_migration: false, batch })
    expect(await service.state.events()).toMatchObject([
      { historical_migration: true, timestamp: '2019-05-01T00:00:00.000Z' },
      { historical_migration: false },
    ])
  })

  it.each(['/i/v0/e/', '/batch/'])('accepts a list of events with their own keys at %s', async path => {
    const service = createTestService()
    await post(service, path, [
      { event: 'a', distinct_id: 'u', token: 'phc_demo' },
      { event: 'b', distinct_id: 'u', properties: { token: 'phc_demo' } },
      { event: 'c', distinct_id: 'u', api_key: 'phc_demo' },
    ])
    expect(await service.state.events()).toHaveLength(3)
  })

  it('stores the valid events when others are invalid', async () => {
    const service = createTestService()
    const batch = [event, { event: 'b' }, { ...event, properties: 3 }, event]
    expect((await post(service, '/batch/', { api_key: 'phc_demo', batch })).status).toBe(200)
    expect(await service.state.events()).toHaveLength(2)
  })
})

describe('4.4 batch of which nothing is stored (D-808)', () => {
  const good = { event: 'a', distinct_id: 'u' }
  const withoutName = { distinct_id: 'u' }
  const longGroup = {
    event: '$groupidentify',
    distinct_id: 'u',
    properties: { $group_type: 'company', $group_key: 'k'.repeat(500) },
  }
  const capture = (service: Pick<Service, 'fetch'>, batch: unknown[]) =>
    post(service, '/batch/', { api_key: 'phc_demo', batch })

  it.each<[string, unknown[], string | null]>([
    [
      'a malformed uuid',
      [
        { ...good, uuid: 'order-1' },
        { ...good, uuid: 'order-2' },
      ],
      'uuid',
    ],
    ['properties that are text', [{ ...good, properties: '{}' }], 'properties'],
    ['properties that are a list', [{ ...good, properties: ['a'] }], 'properties'],
    ['no shape of an event', ['a', 1], null],
    [
      'a malformed uuid, beside one without a name and one of a group that is too long',
      [withoutName, { ...good, uuid: 'x' }, longGroup],
      'uuid',
    ],
    ['no shape, 2000 times', [...Array(1999).fill(withoutName), 'a'], null],
  ])('gets 400 with the first refusal when its events have %s', async (_, batch, attr) => {
    const service = createTestService()
    const response = await capture(service, batch)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_payload', attr })
    expect(await service.state.events()).toEqual([])
    // The owner of the service sees them on the status page.
    expect((await service.state.warnings()).length).toBeGreaterThan(0)
  })

  it('gets 200 when its events are dropped as section 7 says', async () => {
    const service = createTestService()
    const batch = [withoutName, { event: 'a' }, { event: 'a', distinct_id: '' }]
    expect((await capture(service, batch)).status).toBe(200)
    expect(await service.state.events()).toEqual([])
  })

  it('gets 200 when it is sent again and its one event is stored', async () => {
    const service = createTestService()
    const uuid = '01890a5d-ac96-774b-bcce-b302099a8057'
    const batch = [
      { ...good, uuid: 'mine' },
      { ...good, uuid },
    ]
    for (let time = 0; time < 2; time++) expect((await capture(service, batch)).status).toBe(200)
    expect(await service.state.events()).toMatchObject([{ uuid }])
  })

  it('gets 200 when the only event that is stored is in an earlier transaction', async () => {
    const service = createTestService()
    expect((await capture(service, [good, ...Array(600).fill('a')])).status).toBe(200)
    expect(await service.state.events()).toHaveLength(1)
  })

  it('takes empty lists for empty objects, as PHP writes them', async () => {
    const service = createTestService()
    const event = { ...good, properties: [], $set: [], $set_once: [] }
    const inProperties = { ...good, properties: { $set: [], $groups: [] } }
    expect((await capture(service, [event, inProperties])).status).toBe(200)
    expect((await post(service, '/i/v0/e/', { api_key: 'phc_demo', ...event })).status).toBe(200)
    expect((await service.state.events()).map(({ properties }) => properties)).toEqual([
      {},
      { $set: [], $groups: [] },
      {},
    ])
    expect(await service.state.warnings()).toEqual([])
  })
})

describe('4.4 timestamp', () => {
  const storedTimestamp = async (item: object, body: object = {}, query = '') => {
    const service = createTestService()
    const batch = [{ event: 'a', distinct_id: 'u', ...item }]
    await post(service, `/batch/${query}`, { api_key: 'phc_demo', batch, ...body })
    return (await service.state.events())[0]?.timestamp
  }
  // The service's clock shows 2025-10-01T12:00:00Z.
  it.each<[string, object, object, string, string]>([
    ['the current time for a missing timestamp', {}, {}, '', '2025-10-01T12:00:00.000Z'],
    ['the timestamp of the event', { timestamp: '2025-09-30T10:00:00Z' }, {}, '', '2025-09-30T10:00:00.000Z'],
    [
      'the UTC time of a timestamp with an offset',
      { timestamp: '2025-09-30T10:00:00+02:00' },
      {},
      '',
      '2025-09-30T08:00:00.000Z',
    ],
    [
      'the UTC time of a timestamp with an offset of hours',
      { timestamp: '2025-09-30T10:00:00+02' },
      {},
      '',
      '2025-09-30T08:00:00.000Z',
    ],
    [
      'a timestamp without an offset, read as UTC',
      { timestamp: '2025-09-30 10:00:00' },
      {},
      '',
      '2025-09-30T10:00:00.000Z',
    ],
    ['midnight for a date without a time', { timestamp: '2025-09-30' }, {}, '', '2025-09-30T00:00:00.000Z'],
    ['a timestamp in seconds', { timestamp: 1759312800 }, {}, '', '2025-10-01T10:00:00.000Z'],
    [
      'a timestamp in milliseconds as text',
      { timestamp: '1759312800000' },
      {},
      '',
      '2025-10-01T10:00:00.000Z',
    ],
    [
      'the corrected time of a client clock that is ahead',
      { timestamp: '2025-10-01T12:30:00Z' },
      { sent_at: '2025-10-01T13:00:00Z' },
      '',
      '2025-10-01T11:30:00.000Z',
    ],
    [
      'the corrected time of a client clock that is behind',
      { timestamp: '2025-10-01T10:30:00Z' },
      { sent_at: '2025-10-01T11:00:00Z' },
      '',
      '2025-10-01T11:30:00.000Z',
    ],
    [
      'the time corrected by the clock in the query',
      { timestamp: '2025-10-01T12:30:00Z' },
      {},
      '?_=1759323600000',
      '2025-10-01T11:30:00.000Z',
    ],
    [
      'the timestamp of the event when the clock in the query is invalid',
      { timestamp: '2025-10-01T11:00:00Z' },
      {},
      '?_=12',
      '2025-10-01T11:00:00.000Z',
    ],
    [
      'the timestamp of the event with $ignore_sent_at',
      { timestamp: '2025-10-01T11:00:00Z', properties: { $ignore_sent_at: true } },
      { sent_at: '2025-10-01T13:00:00Z' },
      '',
      '2025-10-01T11:00:00.000Z',
    ],
    ['the current time less an offset', { offset: 5000 }, {}, '', '2025-10-01T11:59:55.000Z'],
    ['the epoch for an offset outside the calendar', { offset: -9e15 }, {}, '', '1970-01-01T00:00:00.000Z'],
    ['the current time for an offset far ahead', { offset: -90_000_000 }, {}, '', '2025-10-01T12:00:00.000Z'],
    [
      'the epoch for a time that the correction moves outside the calendar',
      { timestamp: -8.64e15 },
      { sent_at: '2025-10-01T13:00:00Z' },
      '',
      '1970-01-01T00:00:00.000Z',
    ],
    [
      'the current time for a timestamp more than 23 hours ahead',
      { timestamp: '2025-10-02T13:00:00Z' },
      {},
      '',
      '2025-10-01T12:00:00.000Z',
    ],
    [
      'a timestamp less than 23 hours ahead',
      { timestamp: '2025-10-02T10:00:00Z' },
      {},
      '',
      '2025-10-02T10:00:00.000Z',
    ],
    [
      'the current time for an unreadable timestamp of a million digits',
      { timestamp: `${'1'.repeat(1_000_000)}x` },
      {},
      '',
      '2025-10-01T12:00:00.000Z',
    ],
    [
      'the current time for an unreadable timestamp',
      { timestamp: 'yesterday-ish' },
      {},
      '',
      '2025-10-01T12:00:00.000Z',
    ],
    [
      'the epoch for a year after 9999',
      { timestamp: '10000-01-01T00:00:00Z' },
      {},
      '',
      '1970-01-01T00:00:00.000Z',
    ],
  ])('stores %s', async (_, item, body, query, expected) => {
    expect(await storedTimestamp(item, body, query)).toBe(expected)
  })

  it('corrects a single event by its own sent_at', async () => {
    const service = createTestService()
    const times = { timestamp: '2025-10-01T12:50:00Z', sent_at: '2025-10-01T13:00:00Z' }
    await post(service, '/i/v0/e/', { ...event, ...times })
    expect(await service.state.events()).toMatchObject([{ timestamp: '2025-10-01T11:50:00.000Z' }])
  })
})

describe('4.4 fields of a request that have no effect (D-708)', () => {
  const event = { event: 'a', distinct_id: 'u' }
  const warningsOf = async (path: string, body: object) => {
    const service = createTestService()
    expect((await post(service, path, { api_key: 'phc_demo', ...body })).status).toBe(200)
    const warnings = await service.state.warnings()
    return {
      events: await service.state.events(),
      warnings: warnings.map(({ type, detail }) => [type, detail]),
    }
  }
  const sentAt = ['invalid_sent_at', expect.stringContaining('sent_at')]

  it.each<[string, object, unknown[]]>([
    [
      'an offset that is no number',
      { ...event, offset: 'soon' },
      ['invalid_timestamp', expect.stringContaining('offset')],
    ],
    [
      'an offset that is a list',
      { ...event, offset: [5] },
      ['invalid_timestamp', expect.stringContaining('offset')],
    ],
    ['a sent_at that is no time', { ...event, sent_at: 'soon' }, sentAt],
    ['a sent_at that is an object', { ...event, sent_at: {} }, sentAt],
  ])('stores an event and warns once of %s', async (_, item, warning) => {
    for (const [path, body] of [
      ['/i/v0/e/', item],
      ['/batch/', { batch: [item] }],
    ] as const) {
      const { events, warnings } = await warningsOf(path, body)
      expect(events).toMatchObject([{ timestamp: '2025-10-01T12:00:00.000Z' }])
      expect(warnings).toEqual([warning])
    }
  })

  it('warns once for a batch whose sent_at is no time', async () => {
    const { events, warnings } = await warningsOf('/batch/', { batch: [event, event], sent_at: 'soon' })
    expect(events).toHaveLength(2)
    expect(warnings).toEqual([sentAt])
  })

  it.each(['historicalMigration', 'HistoricalMigration', 'historical-migration', 'historicalmigration'])(
    'warns of %s, and stores the events as new ones',
    async field => {
      for (const [path, body] of [
        ['/batch/', { batch: [event] }],
        ['/i/v0/e/', event],
      ] as const) {
        const { events, warnings } = await warningsOf(path, { ...body, [field]: true })
        expect(events).toMatchObject([{ historical_migration: false }])
        expect(warnings).toEqual([['unknown_field', expect.stringContaining('historical_migration')]])
      }
    },
  )

  it.each(['propertes', 'property', 'props'])('warns of properties under the name %s', async field => {
    for (const [path, body] of [
      ['/batch/', { batch: [{ ...event, [field]: { plan: 'pro' } }] }],
      ['/i/v0/e/', { ...event, [field]: { plan: 'pro' } }],
    ] as const)
      expect((await warningsOf(path, body)).warnings).toEqual([
        ['unknown_field', `${field} has no effect. Expected properties`],
      ])
    const both = { ...event, properties: {}, context: { a: 1 }, $set: { a: 1 } }
    expect((await warningsOf('/i/v0/e/', both)).warnings).toEqual([])
    for (const fields of [{ $set: { a: 1 } }, { distinct_id: { a: 1 } }])
      expect((await warningsOf('/i/v0/e/', { ...event, ...fields })).warnings).toEqual([])
  })

  it('warns of no field that is right, empty or missing', async () => {
    const times = { timestamp: '', offset: null, sent_at: '' }
    const body = {
      historical_migration: true,
      sent_at: '1759312800000',
      batch: [{ ...event, ...times }, event],
    }
    expect((await warningsOf('/batch/', body)).warnings).toEqual([])
  })
})

describe('4.4 uuid', () => {
  const uuid = '01890a5d-ac96-774b-bcce-b302099a8057'
  it('stores one event when its uuid is repeated with or without hyphens (D-252)', async () => {
    const service = createTestService()
    const forms = [uuid.replaceAll('-', ''), uuid, uuid.replace('-', '')]
    await post(service, '/batch/', {
      api_key: 'phc_demo',
      batch: forms.map(one => ({ ...event, uuid: one })),
    })
    expect(await service.state.events()).toMatchObject([{ uuid }])
  })

  it('stores one event when its uuid is repeated in any case', async () => {
    const service = createTestService()
    for (let i = 0; i < 3; i++) expect((await post(service, '/i/v0/e/', { ...event, uuid })).status).toBe(200)
    await post(service, '/batch/', { api_key: 'phc_demo', batch: [{ ...event, uuid: uuid.toUpperCase() }] })
    expect(await service.state.events()).toMatchObject([{ uuid }])
  })

  it('generates a uuid when it is empty or null', async () => {
    const service = createTestService()
    await post(service, '/i/v0/e/', { ...event, uuid: '' })
    await post(service, '/i/v0/e/', { ...event, uuid: null })
    expect(new Set((await service.state.events()).map(one => one.uuid)).size).toBe(2)
  })

  it('refuses a single event with a malformed uuid', async () => {
    const service = createTestService()
    const response = await post(service, '/i/v0/e/', { ...event, uuid: 'mine' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ attr: 'uuid' })
    expect(await service.state.events()).toEqual([])
  })
})

describe('4.4 beacon', () => {
  it('answers a beacon with 204 and no body', async () => {
    const service = createTestService()
    const response = await post(service, '/i/v0/e/?beacon=1', event)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(await service.state.events()).toHaveLength(1)
  })
})

describe('4.4 body of /batch/', () => {
  const event = { event: 'a', distinct_id: 'u' }

  it.each<[string, object, string]>([
    ['a missing list', {}, 'batch'],
    ['a misspelt list', { Batch: [event] }, 'batch'],
    ['the list under another name', { events: [event] }, 'batch'],
    ['a list that is null', { batch: null }, 'batch'],
    ['a list that is one event', { batch: event }, 'batch'],
    ['a list of batches (D-494)', { batch: [{ batch: [event] }, { batch: [event, event] }] }, 'batch'],
    ['an event beside its list (D-708)', { ...event, batch: [event] }, 'event'],
    [
      'an event beside a list of more than a million characters (D-708)',
      { ...event, batch: [{ ...event, properties: { text: 'y'.repeat(1_100_000) } }] },
      'event',
    ],
    ['a list of lists (D-494)', { batch: [[event, event]] }, 'batch'],
    [
      'a list of batches of more than a million characters (D-494)',
      { batch: [{ batch: [{ ...event, properties: { text: 'y'.repeat(1_100_000) } }] }] },
      'batch',
    ],
    [
      'historical_migration as text',
      { batch: [event], historical_migration: 'true' },
      'historical_migration',
    ],
    ['historical_migration as number', { batch: [event], historical_migration: 1 }, 'historical_migration'],
  ])('answers 400 that names the field when it has %s (R55)', async (_, body, attr) => {
    const service = createTestService()
    const response = await post(service, '/batch/', { api_key: 'phc_demo', ...body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ attr, detail: expect.stringContaining(attr) })
  })

  it('answers 400 when it is a list of batches (D-494)', async () => {
    const service = createTestService()
    const body = [{ api_key: 'phc_demo', batch: [event] }]
    for (const path of ['/batch/', '/i/v0/e/', '/e/'])
      expect((await post(service, path, body)).status).toBe(400)
  })

  it('keeps the events beside a batch within a batch (D-239, D-494)', async () => {
    const service = createTestService()
    const batch = [{ batch: [event] }, event]
    expect((await post(service, '/batch/', { api_key: 'phc_demo', batch })).status).toBe(200)
    expect(await service.state.events()).toHaveLength(1)
    expect((await service.state.warnings()).map(({ type }) => type)).toEqual(['event_without_name'])
  })

  it('keeps the times of a historical migration when the clock of the sender is wrong (R55)', async () => {
    const service = createTestService()
    const timestamp = '2024-02-03T04:05:06.000Z'
    const body = {
      historical_migration: true,
      sent_at: '2025-09-30T00:00:00Z',
      batch: [{ ...event, timestamp }],
    }
    await post(service, '/batch/', { api_key: 'phc_demo', ...body })
    expect(await service.state.events()).toMatchObject([{ timestamp, historical_migration: true }])
  })
})

describe('ids of 64 bits that are sent as numbers (D-759)', () => {
  const ANN = '9007199254740992'
  const BOB = '9007199254740993'
  const at = (path: string, body: string) => (service: Service) => post(service, path, body)
  const eventOf = (id: string, more = '') => `{"event":"a","distinct_id":${id}${more}}`
  const batchOf = (...events: string[]) => `{"api_key":"phc_demo","batch":[${events.join()}]}`
  const idsOf = async (service: Service) => (await service.state.persons()).map(person => person.distinct_ids)

  it.each([
    ['a batch', at('/batch/', batchOf(eventOf(ANN), eventOf(BOB)))],
    [
      'a batch that is split',
      at('/batch/', batchOf(eventOf(ANN), eventOf(BOB, `,"properties":{"a":"${'x'.repeat(1_000_001)}"}`))),
    ],
    [
      'properties',
      at('/batch/', batchOf(...[ANN, BOB].map(id => `{"event":"a","properties":{"distinct_id": ${id} }}`))),
    ],
  ])('are two persons in %s', async (_, send) => {
    const service = createTestService()
    expect((await send(service)).status).toBe(200)
    expect(await idsOf(service)).toEqual([[ANN], [BOB]])
  })

  it('are two groups, which flags requests find', async () => {
    const service = createTestService({
      groupTypes: ['company'],
      flags: {
        f: {
          filters: {
            groups: [{ properties: [{ key: 'plan', type: 'group', group_type_index: 0, value: 'pro' }] }],
            aggregation_group_type_index: 0,
          },
        },
      },
    })
    for (const [key, plan] of [
      [ANN, 'free'],
      [BOB, 'pro'],
    ])
      await post(
        service,
        '/e/',
        `{"api_key":"phc_demo","event":"$groupidentify","distinct_id":"u","properties":{"$group_type":"company","$group_key":${key},"$group_set":{"plan":"${plan}"},"$groups":{"company":${key}}}}`,
      )
    expect((await service.state.groups()).map(({ key }) => key)).toEqual([ANN, BOB])
    expect((await service.state.events()).map(({ groups }) => groups['company'])).toEqual([ANN, BOB])
    const isOnFor = async (key: string) => {
      const body = `{"api_key":"phc_demo","distinct_id":"u","groups":{"company":${key}}}`
      const { flags } = await (await post(service, '/flags/?v=2', body)).json()
      return flags.f.enabled
    }
    expect([await isOnFor(ANN), await isOnFor(BOB)]).toEqual([false, true])
    const reasons = async (key: string) => {
      const groups = encodeURIComponent(`{"company":${key}}`)
      const path = `/api/projects/1/feature_flags/evaluation_reasons/?distinct_id=u&groups=${groups}`
      return (await (await fetchManagement(service, 'GET', path)).json()).f.value
    }
    expect([await reasons(ANN), await reasons(BOB)]).toEqual([false, true])
  })

  it('are two values of a property, in filters of flags too', async () => {
    const service = createTestService({ flags: { f: false } })
    const filters = `{"groups":[{"properties":[{"key":"user_id","type":"person","value":${BOB}}]}]}`
    await fetchManagement(service, 'PATCH', '/api/projects/1/feature_flags/1/', `{"filters":${filters}}`)
    const body = (id: string, name: string) =>
      `{"api_key":"phc_demo","event":"a","distinct_id":"${name}","$set":{"user_id":${id}}}`
    await post(service, '/e/', body(ANN, 'ann'))
    await post(service, '/e/', body(BOB, 'bob'))
    const isOnFor = async (fields: string) => {
      const { flags } = await (await post(service, '/flags/?v=2', `{"api_key":"phc_demo",${fields}}`)).json()
      return flags.f.enabled
    }
    expect([await isOnFor('"distinct_id":"ann"'), await isOnFor('"distinct_id":"bob"')]).toEqual([
      false,
      true,
    ])
    const sent = (id: string) => isOnFor(`"distinct_id":"u","person_properties":{"user_id":${id}}`)
    expect([await sent(ANN), await sent(BOB)]).toEqual([false, true])
    const seed = parseSeedFile(`{"flags":{"f":{"filters":${filters}}}}`)
    const seeded = createTestService(seed)
    const { flags } = await (
      await post(
        seeded,
        '/flags/?v=2',
        `{"api_key":"phc_demo","distinct_id":"u","person_properties":{"user_id":${BOB}}}`,
      )
    ).json()
    expect(flags.f.enabled).toBe(true)
  })

  it('are two identifiers of rollouts by device and by an anonymous id', async () => {
    const service = createTestService({
      flags: {
        device: { bucketing_identifier: 'device_id', filters: { groups: [{ rollout_percentage: 50 }] } },
        kept: { ensure_experience_continuity: true, filters: { groups: [{ rollout_percentage: 50 }] } },
      },
    })
    const valuesFor = async (id: string) => {
      const body = `{"api_key":"phc_demo","distinct_id":"u","$device_id":${id},"$anon_distinct_id":${id}}`
      const { flags } = await (await post(service, '/flags/?v=2', body)).json()
      return [flags.device.enabled, flags.kept.enabled]
    }
    const ids = Array.from({ length: 20 }, (_, index) => String(9007199254740993n + BigInt(index)))
    for (const id of ids) expect(await valuesFor(id)).toEqual(await valuesFor(`"${id}"`))
  })
})
