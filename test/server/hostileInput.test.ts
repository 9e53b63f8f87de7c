import lz from 'lz-string'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryStore } from '../../src/server/store/memoryStore'
import type { Store, Transaction } from '../../src/server/store/store'
import type { TableName } from '../../src/server/store/tables'
import type { CohortDefinition } from '../../src/wire/flagDefinition'
import { createTestService, fetchFlags, post } from './testService'

type TestService = ReturnType<typeof createTestService>

const sendBatch = (service: TestService, batch: unknown[]) =>
  post(service, '/batch/', { api_key: 'phc_demo', batch })

/** Creates a store that counts transactions, the rows that they read by key and write, and those that queries have counted. */
function createCountingStore() {
  const store = createMemoryStore()
  const reads = new Map<TableName, number>()
  const writes = new Map<TableName, number>()
  const counted = { rows: 0, transactions: 0 }
  const add = (counts: Map<TableName, number>, table: TableName) =>
    counts.set(table, (counts.get(table) ?? 0) + 1)
  const counting: Store = {
    ...store,
    transaction: work =>
      store.transaction(transaction => {
        counted.transactions++
        const get: Transaction['get'] = (table, key) => {
          add(reads, table)
          return transaction.get(table, key)
        }
        const put: Transaction['put'] = (table, row) => {
          add(writes, table)
          return transaction.put(table, row)
        }
        const count: Transaction['count'] = async (table, query) => {
          const rows = await transaction.count(table, query)
          // The rows of a project are counted already (D-486).
          if ('person_id' in query.where) counted.rows += rows
          return rows
        }
        return work({ ...transaction, get, put, count })
      }),
  }
  const reset = () => {
    reads.clear()
    writes.clear()
    counted.transactions = 0
  }
  return { store: counting, reads, writes, counted, reset }
}

const sendFrom = (service: TestService, ip: string, batch: object[]) =>
  service.fetch('/batch/', { method: 'POST', body: JSON.stringify({ api_key: 'phc_demo', batch }) }, { ip })

/** Returns a promise that waits for `release`. */
function createGate() {
  let release = () => {}
  const gate = new Promise<void>(resolve => {
    release = resolve
  })
  return { gate, release }
}

const range = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => item(i))

describe('merges into a person with many events', () => {
  it('count the rows of the person who is merged, and not all of the other (R50, D-406)', async () => {
    const { store, counted } = createCountingStore()
    const service = createTestService({ store })
    await sendBatch(
      service,
      range(3000, () => ({ event: 'a', distinct_id: 'u' })),
    )
    const merge = (i: number) => [
      { event: 'a', distinct_id: `anon${i}` },
      { event: '$identify', distinct_id: 'u', properties: { $anon_distinct_id: `anon${i}` } },
    ]
    await sendBatch(service, range(50, merge).flat())
    expect(counted.rows).toBeGreaterThan(50)
    expect(counted.rows).toBeLessThan(50 * 250)
    expect(new Set((await service.state.events()).map(({ person_id }) => person_id)).size).toBe(1)
  })
})

describe('a batch of small events about large persons or groups', () => {
  const LARGE = { text: 'y'.repeat(300_000), plan: 'free' }
  const company = (i: number, $group_set: object) => ({
    event: '$groupidentify',
    distinct_id: 'u',
    properties: { $group_type: 'company', $group_key: `g${i}`, $group_set },
  })
  const visitor = (i: number, $set: object) => ({ event: 'a', distinct_id: `u${i}`, $set })
  const identity = (i: number, properties: object) => ({
    event: '$identify',
    distinct_id: `u${i}`,
    properties: { $anon_distinct_id: `a${i}`, ...properties },
  })

  it.each<[string, TableName, number, (i: number, fields: object) => object, (i: number) => object]>([
    ['changes of persons', 'persons', 1, visitor, i => visitor(i % 20, { seen: i })],
    ['changes of groups', 'groups', 1, company, i => company(i % 5, { seen: i })],
    ['identities', 'persons', 0, (i, $set) => identity(i, { $set }), i => identity(i % 20, {})],
    ['the same values again', 'persons', 0, visitor, i => visitor(i % 20, { plan: 'free' })],
    ['names without a value', 'persons', 0, visitor, i => ({ ...visitor(i % 20, {}), $unset: ['none'] })],
  ])('reads each of them once, and writes it once if it changes: %s (R50, D-745)', async (...args) => {
    const [, table, writesOfEach, fill, event] = args
    const { store, reads, writes, reset } = createCountingStore()
    const service = createTestService({ store })
    const many = table === 'groups' ? 5 : 20
    for (const i of range(many, i => i)) await sendBatch(service, [fill(i, LARGE)])
    reset()
    await sendBatch(service, range(500, event))
    expect([reads.get(table), writes.get(table) ?? 0]).toEqual([many, many * writesOfEach])
    const rows = table === 'groups' ? await service.state.groups() : await service.state.persons()
    const large = rows.filter(({ properties }) => properties['text'] === LARGE.text)
    expect(large).toHaveLength(many)
    expect(large.filter(({ properties }) => Number(properties['seen']) >= 500 - many)).toHaveLength(
      many * writesOfEach,
    )
  })

  it.each([
    ['persons', visitor],
    ['groups', company],
  ] as const)(
    'reads at most 12 MB of %s in a transaction, and stores all events (R50, D-745)',
    async (table, event) => {
      const { store, reads, counted, reset } = createCountingStore()
      const service = createTestService({ store, maxBytes: 1024 ** 3 })
      for (const i of range(100, i => i)) await sendBatch(service, [event(i, LARGE)])
      reset()
      await sendBatch(
        service,
        range(100, i => event(i, { seen: i })),
      )
      expect([counted.transactions, reads.get(table)]).toEqual([3, 100])
      expect(await service.state.events()).toHaveLength(200)
      const rows = table === 'groups' ? await service.state.groups() : await service.state.persons()
      expect(rows.map(({ properties }) => properties['seen'])).toEqual(range(100, i => i))
    },
  )

  it('takes a merge of two of them for the work of twenty-five in a transaction (R50, D-745)', async () => {
    const { store, counted, reset } = createCountingStore()
    const service = createTestService({ store, maxBytes: 1024 ** 3 })
    const ids = range(12, i => [`u${i}`, `a${i}`]).flat()
    for (const distinct_id of ids) await sendBatch(service, [{ event: 'a', distinct_id, $set: LARGE }])
    reset()
    await sendBatch(
      service,
      range(12, i => identity(i, {})),
    )
    expect(counted.transactions).toBe(6)
    expect(await service.state.persons()).toHaveLength(12)
  })
})

describe('small bodies that take long (R50)', () => {
  const pageView = { event: '$pageview', distinct_id: 'visitor', properties: { text: 'y'.repeat(1500) } }
  /** Sends requests in order, and returns their names in the order in which they are answered. */
  const order = async (requests: [name: string, send: () => Promise<Response>][]) => {
    const answered: string[] = []
    const send = async ([name, request]: (typeof requests)[number]) => {
      expect((await request()).status).toBe(200)
      answered.push(name)
    }
    await Promise.all(requests.map(send))
    return answered
  }

  it('about large persons let a page view go first between two of their transactions (D-745)', async () => {
    const service = createTestService({ maxBytes: 1024 ** 3 })
    const ids = range(80, index => `large person ${index}`)
    for (const distinct_id of ids)
      await sendBatch(service, [{ event: 'a', distinct_id, $set: { text: 'x'.repeat(400_000) } }])
    const batch = range(8, () => ids)
      .flat()
      .map(distinct_id => ({ event: 'a', distinct_id, $set: { seen: true } }))
    expect(JSON.stringify(batch).length).toBeLessThan(64 * 1024)
    const answered = await order([
      ['batch', () => sendBatch(service, batch)],
      ['page view', () => sendBatch(service, [pageView])],
    ])
    expect(answered).toEqual(['page view', 'batch'])
    const persons = await service.state.persons()
    expect(persons.filter(({ properties }) => properties['seen'] === true)).toHaveLength(80)
  })

  const many = JSON.stringify({
    api_key: 'phc_demo',
    batch: range(450, () => ({ event: 'a', distinct_id: 'u', properties: { text: 'y'.repeat(80) } })),
  })
  const long = { api_key: 'phc_demo', event: 'a', distinct_id: 'u', properties: { text: 'y'.repeat(60_000) } }

  it.each([
    ['as text', '/batch/', many],
    ['packed below 1 kB', '/e/?compression=lz64', lz.compressToBase64(JSON.stringify(long))],
  ])(
    'and arrive together, sent %s, are answered in a turn of the event loop each (D-807, D-838)',
    async (_, path, body) => {
      const service = createTestService()
      let turn = 0
      const countTurns = () => {
        turn++
        counting = setImmediate(countTurns)
      }
      let counting = setImmediate(countTurns)
      onTestFinished(() => clearImmediate(counting))
      const turns = range(10, async () => {
        const { status } = await service.fetch(path, { method: 'POST', body })
        return [status, turn]
      })
      const answered = await Promise.all(turns)
      expect(answered.map(([status]) => status)).toEqual(range(10, () => 200))
      expect(new Set(answered.map(([, turn]) => turn)).size).toBe(10)
    },
  )

  it.each(['capture', 'flags'])(
    'leave %s of somebody else its turn when they are below 1 kB, and about many persons (D-840)',
    async kind => {
      const service = createTestService({ flags: { on: true } })
      const send = (path: string, ip: string, body: object) =>
        service.fetch(
          path,
          { method: 'POST', body: JSON.stringify({ api_key: 'phc_demo', ...body }) },
          { ip },
        )
      const batch = range(15, index => ({ event: '$set', distinct_id: `u${index}`, $set: { a: 1 } }))
      const groups = Object.fromEntries(range(15, index => [`type${index}`, 'a']))
      const flood = () =>
        kind === 'capture'
          ? send('/batch/', '10.0.0.1', { batch })
          : send('/flags?v=2', '10.0.0.1', { distinct_id: 'u', groups })
      const visit = () =>
        kind === 'capture'
          ? send('/i/v0/e/', '10.0.0.2', { event: 'page', distinct_id: 'visitor' })
          : send('/flags?v=2', '10.0.0.2', { distinct_id: 'visitor' })
      const answered = await order([
        ...range(20, () => ['flood', flood] as [string, () => Promise<Response>]),
        ['visit', visit],
      ])
      expect(answered.indexOf('visit')).toBeLessThan(4)
    },
  )

  it('of a sender whose tiny requests wait let a page view of somebody else go first (D-840)', async () => {
    const service = createTestService()
    const tiny = range(15, index => ({ event: '$set', distinct_id: `u${index}`, $set: { a: 1 } }))
    const answered = await order([
      ...range(
        20,
        () => ['tiny', () => sendFrom(service, '10.0.0.1', tiny)] as [string, () => Promise<Response>],
      ),
      ['above 1 kB', () => sendFrom(service, '10.0.0.1', [pageView])],
      ['page view', () => sendFrom(service, '10.0.0.2', [pageView])],
    ])
    expect(answered.indexOf('page view')).toBeLessThan(6)
  })

  it.each([
    ['a page view before the rest of a small batch (D-496)', 1600, 1],
    ['an outbox before the rest of a larger batch (D-496)', 6000, 45],
    ['an outbox before the rest of an import (D-459)', 20_000, 45],
  ])('leave %s', async (_, events, pageViews) => {
    const service = createTestService()
    const firstEvent = new Promise<unknown>(resolve => onTestFinished(service.on('event', resolve)))
    const flood = sendFrom(
      service,
      '10.0.0.1',
      range(events, () => ({ event: 'a', distinct_id: 'u' })),
    )
    await firstEvent
    const answered = await order([
      ['flood', () => flood],
      ['visit', () => sendFrom(service, '10.0.0.2', Array(pageViews).fill(pageView))],
    ])
    expect(answered).toEqual(['visit', 'flood'])
  })

  it('of many senders about persons leave the flags of somebody else their turn (D-859)', async () => {
    const store = createMemoryStore()
    const { get } = store
    store.get = async (table, key) => {
      if (table === 'persons') await new Promise(setImmediate)
      return get(table, key)
    }
    const service = createTestService({ store, flags: { on: true } })
    await sendFrom(service, '10.0.0.1', [{ event: '$set', distinct_id: 'u', $set: { a: 1 } }])
    const readFrom = (ip: string) => {
      const body = JSON.stringify({ api_key: 'phc_demo', distinct_id: 'u' })
      return () => service.fetch('/flags?v=2', { method: 'POST', body }, { ip })
    }
    const answered = await order([
      ...range(
        600,
        index => ['flood', readFrom(`10.0.1.${index % 20}`)] as [string, () => Promise<Response>],
      ),
      ['visitor', readFrom('10.0.2.1')],
    ])
    expect(answered.indexOf('visitor')).toBeLessThan(60)
  })

  it('leave a page view of somebody else its turn (D-835)', async () => {
    const service = createTestService()
    const batch = range(1600, () => ({ event: 'a', distinct_id: 'u' }))
    const answered = await order([
      ...range(
        10,
        () => ['batch', () => sendFrom(service, '10.0.0.1', batch)] as [string, () => Promise<Response>],
      ),
      ['page view', () => sendFrom(service, '10.0.0.2', [pageView])],
    ])
    expect(answered.indexOf('page view')).toBeLessThan(3)
    expect(await service.state.events()).toHaveLength(16_001)
  })
})

describe('ids as long as a body (R50, D-729)', () => {
  const LONG = '\\'.repeat(1_000_000)

  it('of a survey are those of none, and are not looked for', async () => {
    const { store, reads } = createCountingStore()
    const service = createTestService({ store })
    await sendBatch(service, [{ event: 'survey sent', distinct_id: 'u', properties: { $survey_id: LONG } }])
    expect(reads.get('surveys')).toBeUndefined()
    expect(await service.state.events()).toHaveLength(1)
  })

  it.each(['/batch/', '/flags?v=2'])('of a project are unknown to %s, and are not looked for', async path => {
    const store = createMemoryStore()
    let asked = 0
    const find: Store['find'] = (...query) => {
      asked++
      return store.find(...query)
    }
    const service = createTestService({ store: { ...store, find } })
    await service.state.events()
    asked = 0
    const { status } = await post(service, path, { api_key: LONG, distinct_id: 'u', event: 'a' })
    expect([status, asked]).toEqual([401, 0])
  })
})

describe('a batch of the same person or group', () => {
  it.each<[string, TableName, (i: number) => object]>([
    ['$set', 'persons', i => ({ event: 'a', distinct_id: 'u', $set: { [`p${i}`]: i } })],
    ['$set_once', 'persons', i => ({ event: 'a', distinct_id: 'u', $set_once: { [`p${i}`]: i } })],
    [
      '$groupidentify',
      'groups',
      i => ({
        event: '$groupidentify',
        distinct_id: 'u',
        properties: { $group_type: 'company', $group_key: 'a', $group_set: { [`p${i}`]: i } },
      }),
    ],
    [
      '$identify',
      'persons',
      i => ({
        event: '$identify',
        distinct_id: 'u',
        properties: { $anon_distinct_id: `anon${i}`, $set: { [`p${i}`]: i } },
      }),
    ],
  ])('writes the row once a transaction, not once an event, for %s (R50)', async (_, table, event) => {
    const { store, writes, counted } = createCountingStore()
    const service = createTestService({ store })
    await sendBatch(service, range(1000, event))
    expect(writes.get(table)).toBeLessThanOrEqual(counted.transactions)
    expect(counted.transactions).toBe(3)
    const [row] = table === 'groups' ? await service.state.groups() : await service.state.persons()
    expect(Object.keys(row!.properties)).toHaveLength(1000)
  })

  it('keeps the order of changes and merges inside of a batch', async () => {
    const service = createTestService()
    await sendBatch(service, [
      { event: 'a', distinct_id: 'anon', $set: { a: 1, b: 1, ['__proto__']: 1 } },
      { event: 'a', distinct_id: 'user', $set: { b: 2, c: 2 } },
      { event: '$identify', distinct_id: 'user', properties: { $anon_distinct_id: 'anon' } },
      { event: 'a', distinct_id: 'anon', $set_once: { a: 3, d: 3 }, $unset: ['c'] },
    ])
    expect(await service.state.persons()).toMatchObject([
      { is_identified: true, distinct_ids: ['anon', 'user'], properties: { a: 1, b: 2, d: 3 } },
    ])
  })
})

describe('memory', () => {
  const big = 'x'.repeat(1000)

  it.each<[string, TableName, (i: number) => object]>([
    ['events', 'events', i => ({ event: 'a', distinct_id: 'u', properties: { big, i } })],
    ['persons', 'persons', i => ({ event: 'a', distinct_id: `u${i}`, $set: { big } })],
    [
      'distinct ids',
      'distinctIds',
      i => ({ event: '$identify', distinct_id: 'u', properties: { $anon_distinct_id: `${i}${big}` } }),
    ],
    [
      'groups',
      'groups',
      i => ({
        event: '$groupidentify',
        distinct_id: 'u',
        properties: { $group_type: 'a', $group_key: `g${i}`, $group_set: { big } },
      }),
    ],
    ['warnings', 'warnings', i => ({ event: `${i}${big}`, distinct_id: 'u', timestamp: big })],
    ['invalid events', 'warnings', () => ({})],
    [
      'refused merges',
      'warnings',
      i => ({ event: '$identify', distinct_id: `${i}${big}`, properties: { $anon_distinct_id: 'null' } }),
    ],
  ])('is bounded by bytes for %s (R50)', async (_, table, event) => {
    const store = createMemoryStore()
    const maxBytes = 400_000
    const service = createTestService({ store, maxBytes })
    for (let round = 0; round < 3; round++)
      await sendBatch(
        service,
        range(1000, index => event(round * 1000 + index)),
      )
    expect(await store.bytes(table, { project_id: 1 })).toBeLessThanOrEqual(maxBytes / 2)
    // What was sent last is kept.
    expect(await store.count(table, { where: { project_id: 1 } })).toBeGreaterThan(0)
  })

  it('forgets the distinct ids and the kept id of a forgotten person (R50)', async () => {
    const store = createMemoryStore()
    const service = createTestService({ store, maxBytes: 100_000 })
    await sendBatch(service, [
      { event: '$identify', distinct_id: 'u', properties: { $anon_distinct_id: 'anon' } },
    ])
    const [person] = await service.state.persons()
    await sendBatch(
      service,
      range(1000, i => ({ event: 'a', distinct_id: `u${i}` })),
    )
    const key = { project_id: 1, person_id: person!.id }
    expect(await store.count('distinctIds', { where: key })).toBe(0)
    expect(await store.get('hashOverrides', key)).toBeUndefined()
  })

  it('bounds the properties of one person, with a warning (R50)', async () => {
    const service = createTestService()
    await sendBatch(
      service,
      range(600, i => ({ event: 'a', distinct_id: 'u', $set: { [`p${i}`]: big } })),
    )
    const [person] = await service.state.persons()
    expect(JSON.stringify(person!.properties).length).toBeLessThan(512 * 1024)
    expect((await service.state.warnings()).at(-1)).toMatchObject({ type: 'person_properties_too_large' })
  })

  it('bounds the request log by bytes (R50)', async () => {
    const service = createTestService()
    const body = { api_key: 'phc_demo', distinct_id: 'u', person_properties: { big: 'x'.repeat(900_000) } }
    for (let i = 0; i < 60; i++) await post(service, '/flags', body)
    const length = JSON.stringify(service.state.requests()).length
    expect(length).toBeLessThan(33 * 1024 * 1024)
    expect(length).toBeGreaterThan(20 * 1024 * 1024)
  })
})

describe('a large batch', () => {
  it('lets other requests be answered before it is stored (R50)', async () => {
    const service = createTestService()
    const order: string[] = []
    const large = sendBatch(
      service,
      range(5000, () => ({})),
    ).then(() => order.push('large'))
    await new Promise(resolve => setTimeout(resolve, 0))
    const small = fetchFlags(service).then(() => order.push('flags'))
    const capture = post(service, '/i/v0/e/', { api_key: 'phc_demo', event: 'a', distinct_id: 'u' })
    await Promise.all([large, small, capture.then(() => order.push('capture'))])
    expect(order).toEqual(['flags', 'capture', 'large'])
  })
})

describe('ids that are too long', () => {
  it.each(['$identify', '$create_alias'])('name the same person in %s and in events (R50)', async name => {
    const service = createTestService()
    const long = 'l'.repeat(300)
    await sendBatch(service, [
      { event: 'a', distinct_id: long },
      { event: name, distinct_id: 'u', properties: { $anon_distinct_id: long, alias: long } },
      { event: 'a', distinct_id: long },
    ])
    expect(await service.state.persons()).toHaveLength(1)
  })

  it('are cut before flags hash them (R50)', async () => {
    const filters = { groups: [{ rollout_percentage: 50 }] }
    const flags = range(20, i => ({ key: `f${i}`, filters, bucketing_identifier: 'device_id' as const }))
    const service = createTestService({ flags })
    const long = 'l'.repeat(200)
    const values = async ($device_id: string) => {
      const reply = await fetchFlags(service, { $device_id })
      return Object.values(reply.flags).map(flag => flag.enabled)
    }
    expect(await values(`${long}a`)).toEqual(await values(`${long}b`))
  })
})

describe('a flags request (R50)', () => {
  const entries = Object.fromEntries(range(10_001, index => [`p${index}`, 5]))
  it.each([
    ['person_properties', entries],
    ['group_properties', entries],
    ['groups', entries],
    ['flag_keys', range(10_001, () => 5)],
    ['evaluation_environments', range(10_001, () => 'a')],
  ])('gets 400 for more than 10,000 entries of %s, before the schema reads them', async (field, value) => {
    const service = createTestService({ flags: { on: true } })
    const response = await post(service, '/flags?v=2', {
      api_key: 'phc_demo',
      distinct_id: 'u',
      [field]: value,
    })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { attr: field, detail: 'Ensure this field has no more than 10000 elements.' },
    ])
  })
})

describe('long properties of a flags request (R50, D-751)', () => {
  const flagOn = (operator: string, value: unknown, fields: object = {}) => ({
    filters: { groups: [{ properties: [{ key: 'bio', type: 'person', operator, value, ...fields }] }] },
  })
  /** Returns which flags are on for a person, and whether some could not be computed. */
  const evaluate = async (
    flags: Record<string, ReturnType<typeof flagOn>>,
    person_properties: object,
    cohorts: CohortDefinition[] = [],
  ) => {
    const reply = await fetchFlags(createTestService({ flags, cohorts }), { person_properties })
    const on = Object.values(reply.flags).filter(({ enabled }) => enabled)
    return { on: on.map(({ key }) => key), errors: reply.errorsWhileComputingFlags }
  }
  const numbered = (count: number, flag: ReturnType<typeof flagOn>) =>
    Object.fromEntries(range(count, index => [`f${index}`, flag]))
  const LONGEST = 512 * 1024
  const OPERATORS: [operator: string, value: unknown][] = [
    ['exact', 'b'],
    ['icontains', 'b'],
    ['icontains_multi', ['b', 'c']],
    ['starts_with', 'b'],
    ['ends_with', 'b'],
    ['regex', 'b'],
  ]

  it('are converted once, and not once for each flag', async () => {
    const length = 100_000
    const converted = vi.spyOn(String.prototype, 'toLowerCase')
    const written = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => void vi.restoreAllMocks())
    const bio = { of: 'a'.repeat(length) }
    const flags = OPERATORS.flatMap(([operator, value]) =>
      range(10, index => [`${operator}-${index}`, flagOn(operator, value)] as const),
    )
    await evaluate(Object.fromEntries(flags), { bio })
    const isLong = (text: unknown) => String(text).length >= length
    // In full case folding and in that of A to Z.
    expect(converted.mock.contexts.filter(isLong)).toHaveLength(2)
    expect(written.mock.calls.filter(([value]) => isLong(value?.of))).toHaveLength(1)
  })

  it.each(OPERATORS)('match nobody above 512 kB for %s, whatever its form', async (operator, value) => {
    const negated = operator === 'exact' ? 'is_not' : `not_${operator}`
    const flags = { is: flagOn(operator, value), not: flagOn(negated, value) }
    expect((await evaluate(flags, { bio: 'a'.repeat(LONGEST) })).on).toEqual(['not'])
    expect(await evaluate(flags, { bio: 'a'.repeat(LONGEST + 1) })).toEqual({ on: [], errors: false })
    expect((await evaluate(flags, { bio: 'b' })).on).toEqual(['is'])
  })

  it('fail the flags on a cohort that reads them, for its members and for everyone else', async () => {
    const values = [{ key: 'bio', type: 'person', operator: 'not_icontains', value: 'b' }]
    const cohorts = [{ id: 1, filters: { type: 'AND', values } }] as CohortDefinition[]
    const flags = {
      in: flagOn('in', 1, { key: 'id', type: 'cohort' }),
      not: flagOn('not_in', 1, { key: 'id', type: 'cohort' }),
    }
    expect((await evaluate(flags, { bio: 'a' }, cohorts)).on).toEqual(['in'])
    expect(await evaluate(flags, { bio: 'a'.repeat(LONGEST + 1) }, cohorts)).toEqual({ on: [], errors: true })
  })

  it('are compared up to 32 million characters in all, and short ones after that too', async () => {
    const plan = flagOn('icontains', 'pro', { key: 'plan' })
    const flags = { ...numbered(100, flagOn('not_icontains', 'b')), plan }
    const { on } = await evaluate(flags, { bio: 'a'.repeat(490_000), plan: 'pro' })
    expect(on).toHaveLength(65 + 1)
    expect(on).toContain('plan')
    expect((await evaluate(flags, { bio: 'a', plan: 'pro' })).on).toHaveLength(101)
  })

  it('are matched with patterns up to 32 million steps in all', async () => {
    const flags = numbered(60, flagOn('not_regex', '^[\\w.+-]+@example\\.com$'))
    const { on } = await evaluate(flags, { bio: 'A@b.c'.repeat(40_000) })
    expect(on.length).toBeGreaterThan(1)
    expect(on.length).toBeLessThan(10)
    expect((await evaluate(flags, { bio: 'A@b.c' })).on).toHaveLength(60)
  })
})

describe('requests of anybody who has the public key, or none', () => {
  const createSpied = (options: Parameters<typeof createTestService>[0] = {}) => {
    const store = createMemoryStore()
    const service = createTestService({ store, ...options })
    return { service, transaction: vi.spyOn(store, 'transaction') }
  }

  it('that read flags take no transaction while the sampling of a survey is up to date (R50, D-851)', async () => {
    const { service, transaction } = createSpied()
    const survey = {
      name: 'Sampled',
      type: 'popover',
      questions: [{ type: 'open', question: 'Why?' }],
      start_date: '2025-10-01T00:00:00Z',
      response_sampling_start_date: '2025-10-01T00:00:00Z',
      response_sampling_interval_type: 'day',
      response_sampling_interval: 4,
      response_sampling_limit: 100,
    }
    const created = await post(service, '/api/projects/1/surveys/', survey, {
      authorization: 'Bearer phx_demo',
    })
    expect(created.status).toBe(201)
    const read = () => post(service, '/flags?v=2&config=true', { api_key: 'phc_demo', distinct_id: 'u' })
    await read()
    transaction.mockClear()
    for (let request = 0; request < 3; request++) await read()
    expect(transaction).toHaveBeenCalledTimes(0)
    service.advance(86_400_000)
    for (let request = 0; request < 3; request++) await read()
    expect(transaction).toHaveBeenCalledTimes(1)
  })

  it.each(['verify_email', 'request_email_verification'])(
    'to %s of nobody take no transaction (R50, D-852)',
    async path => {
      const { service, transaction } = createSpied()
      await post(service, '/flags', { api_key: 'phc_demo', distinct_id: 'u' })
      transaction.mockClear()
      const { status } = await post(service, `/api/users/${path}`, { uuid: crypto.randomUUID(), token: 'a' })
      expect(status).toBe(path === 'verify_email' ? 400 : 200)
      expect(transaction).toHaveBeenCalledTimes(0)
    },
  )

  it('with nothing but warnings are stored a few at a time (R50, D-853)', async () => {
    const store = createMemoryStore()
    const { transaction } = store
    let open = 0
    let most = 0
    store.transaction = async (work, options) => {
      most = Math.max(most, ++open)
      try {
        return await transaction(work, options)
      } finally {
        open--
      }
    }
    const service = createTestService({ store })
    const empty = range(310, () => ({}))
    const replies = await Promise.all(range(40, () => sendFrom(service, '10.0.0.1', empty)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    // 32 in weight, of which each has 5, and the one whose turn others wait for.
    expect([most > 1, most <= 7]).toEqual([true, true])
  })

  it.each([
    ['many values', range(300, () => ({})), 18],
    ['few', range(10, () => ({ event: 'page', distinct_id: 'u' })), 100],
  ])(
    'with %s in a body below 1 kB wait for their turn before they are read (R50, D-857)',
    async (_, batch, expected) => {
      const store = createMemoryStore()
      const service = createTestService({ store })
      await service.state.events()
      const { find, transaction } = store
      const { gate, release } = createGate()
      store.transaction = async (...args) => {
        await gate
        return transaction(...args)
      }
      let read = 0
      store.find = (table, query) => {
        if (table === 'projects') read++
        return find(table, query)
      }
      const replies = range(100, index => sendFrom(service, `10.0.${index}.1`, batch))
      for (let turn = 0; turn < 500; turn++) await new Promise(setImmediate)
      expect(read).toBe(expected)
      release()
      for (const reply of await Promise.all(replies)) expect(reply.status).toBe(200)
    },
  )

  it('that have no body are refused above the limit of their sender, and others are answered (R50, D-857)', async () => {
    const store = createMemoryStore()
    const service = createTestService({ store })
    await service.state.events()
    const { find } = store
    const { gate, release } = createGate()
    store.find = async (table, query) => {
      await gate
      return find(table, query)
    }
    const read = async (ip: string) => {
      const request = new Request('http://a/api/surveys/?token=phc_demo')
      return (await service.fetch(request, undefined, { ip })).status
    }
    const flood = range(1200, () => read('10.0.0.1'))
    const visitors = range(20, index => read(`10.0.1.${index}`))
    release()
    const statuses = await Promise.all(flood)
    const answered = statuses.filter(status => status === 200).length
    expect([answered > 1000, answered < 1150]).toEqual([true, true])
    expect(statuses.filter(status => status === 503).length).toBe(1200 - answered)
    expect(new Set(await Promise.all(visitors))).toEqual(new Set([200]))
  })
})
