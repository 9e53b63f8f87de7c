import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { announceRows } from '../../../src/server/capture/announceRows'
import type { ServiceOptions, SurveySeed } from '../../../src/server/index'
import type { PersonRow } from '../../../src/server/store/rows'
import type { SqlDatabase } from '../../../src/server/store/sql/database'
import { openSqlite } from '../../../src/server/store/sql/sqlite'
import { createSqlStore } from '../../../src/server/store/sql/sqlStore'
import type { Store, Transaction } from '../../../src/server/store/store'
import type { Key } from '../../../src/server/store/tables'
import { createTestService, fetchManagement, post } from '../testService'

/** Opens a store that counts the transactions of its database, and the statements in all of them and in each. */
async function openCountingStore() {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-group-'))
  const database = await openSqlite({ path: join(folder, 'earshot.db'), synchronous: 'normal' })
  const counts = { transactions: 0, statements: 0 }
  const statements: number[] = []
  const transaction: SqlDatabase['transaction'] = work => {
    counts.transactions++
    const index = statements.push(0) - 1
    return database.transaction(run =>
      work((sql, parameters) => {
        counts.statements++
        statements[index]!++
        return run(sql, parameters)
      }),
    )
  }
  const store = await createSqlStore({ ...database, transaction })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return { store, counts, statements }
}

const row = (distinct_id: string, person_id = 'p') => ({ project_id: 1, distinct_id, person_id })
const person = (id: string): PersonRow => ({
  project_id: 1,
  id,
  properties: {},
  is_identified: false,
  main_distinct_id: id,
  created_at: '2025-10-01T12:00:00.000Z',
})

describe('concurrent transactions of an SQL store (D-489, D-546)', () => {
  it('share transactions of the database and the statements that write', async () => {
    const { store, counts } = await openCountingStore()
    const service = createTestService({ store })
    const send = (distinct_id: string) =>
      post(service, '/i/v0/e/', { api_key: 'phc_demo', event: 'a', distinct_id })
    await send('first')
    Object.assign(counts, { transactions: 0, statements: 0 })
    await Promise.all(Array.from({ length: 64 }, () => send('first')))
    expect(await store.count('events', { where: { project_id: 1 } })).toBe(65)
    expect(counts.transactions).toBeLessThanOrEqual(4)
    // Two reads, the rows and their number for each group.
    expect(counts.statements).toBeLessThanOrEqual(4 * 10)
  })

  it('wait for no more than one that is long, which shares its transaction with none (R50, D-497)', async () => {
    const { store, counts } = await openCountingStore()
    counts.transactions = 0
    const order: string[] = []
    const run = (name: string, isLong: boolean) =>
      store.transaction(async () => void order.push(name), { isLong })
    const calls = ['long 1', 'long 2', 'long 3', 'short 1', 'short 2']
    await Promise.all(calls.map(name => run(name, name.startsWith('long'))))
    expect(order).toEqual(['long 1', 'short 1', 'short 2', 'long 2', 'long 3'])
    expect(counts.transactions).toBe(4)
  })

  it('share one when they arrive in one turn of the event loop', async () => {
    const { store, counts } = await openCountingStore()
    counts.transactions = 0
    const arrivals = Array.from(
      { length: 10 },
      (_, index) =>
        new Promise((resolve, reject) => {
          setImmediate(() => {
            const put = store.transaction(transaction => transaction.put('distinctIds', row(`${index}`)))
            put.then(resolve, reject)
          })
        }),
    )
    await Promise.all(arrivals)
    expect(counts.transactions).toBe(1)
  })

  it('insert a batch with one statement for each power of two', async () => {
    const { store, counts } = await openCountingStore()
    const service = createTestService({ store })
    const batch = (length: number) =>
      post(service, '/batch/', {
        api_key: 'phc_demo',
        batch: Array.from({ length }, () => ({ event: 'a', distinct_id: 'u' })),
      })
    await batch(1)
    Object.assign(counts, { transactions: 0, statements: 0 })
    await batch(100)
    // 64, 32 and 4 rows, two reads and one count.
    expect(counts).toEqual({ transactions: 1, statements: 6 })
  })

  it('are those of several batches, too (D-549)', async () => {
    const { store, counts } = await openCountingStore()
    const service = createTestService({ store })
    const send = () =>
      post(service, '/batch/', {
        api_key: 'phc_demo',
        batch: Array.from({ length: 50 }, () => ({ event: 'a', distinct_id: 'u' })),
      })
    await send()
    counts.transactions = 0
    await Promise.all(Array.from({ length: 16 }, send))
    expect(await store.count('events', { where: { project_id: 1 } })).toBe(17 * 50)
    expect(counts.transactions).toBeLessThanOrEqual(4)
  })

  it('see what others of the group have written, and write a row once', async () => {
    const { store, counts } = await openCountingStore()
    const append = () =>
      store.transaction(async transaction => {
        const before = await transaction.get('distinctIds', row('a'))
        await transaction.put('distinctIds', row('a', `${before?.person_id ?? ''}x`))
      })
    await Promise.all([append(), append(), append(), append()])
    expect(await store.get('distinctIds', row('a'))).toEqual(row('a', 'xxxx'))
    expect(counts.transactions).toBeLessThanOrEqual(3)
  })

  it('undo a call that fails, and none of the others', async () => {
    const { store } = await openCountingStore()
    const results = await Promise.allSettled(
      ['a', 'b', 'fails', 'c'].map(id =>
        store.transaction(async transaction => {
          await transaction.put('distinctIds', row(id))
          if (id === 'fails') throw new Error('no')
          return id
        }),
      ),
    )
    expect(
      results.map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ).toEqual(['a', 'b', 'no', 'c'])
    const found = await store.find('distinctIds', { where: { project_id: 1 } })
    expect(found.map(({ distinct_id }) => distinct_id)).toEqual(['a', 'b', 'c'])
  })
})

describe('the statements of a transaction of an SQL store (R50, D-499)', () => {
  const range = <T>(count: number, item: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => item(index))
  const survey: SurveySeed = {
    id: 's',
    name: 's',
    type: 'popover',
    questions: [{ type: 'open', id: 'q', question: 'q' }],
  }

  async function openService(options: ServiceOptions = {}) {
    const { store, counts, statements } = await openCountingStore()
    const service = createTestService({ store, surveys: [survey], ...options })
    const send = async (batch: object[]) => {
      const { status } = await post(service, '/batch/', { api_key: 'phc_demo', batch })
      expect(status).toBe(200)
    }
    await send([{ event: 'a', distinct_id: 'first', properties: { $groups: {} } }, group('first')])
    const reset = () => {
      Object.assign(counts, { transactions: 0, statements: 0 })
      statements.length = 0
    }
    return { service, store, send, counts, statements, reset }
  }

  const group = ($group_key: string) => ({
    event: '$groupidentify',
    distinct_id: 'first',
    properties: { $group_type: 'company', $group_key, $group_set: { plan: 'free' } },
  })
  const answer = (distinct_id: string, id: string) => ({
    event: 'survey sent',
    distinct_id,
    properties: { $survey_id: 's', $survey_submission_id: id, $survey_response_q: 'yes' },
  })

  it.each<[string, number, (i: number) => object]>([
    ['views of a new person each', 30, i => ({ event: 'a', distinct_id: `new ${i}` })],
    [
      'changes of a known person each',
      30,
      i => ({ event: 'a', distinct_id: `known ${i}`, $set: { seen: i } }),
    ],
    ['groups', 30, i => group(`g${i}`)],
    ['answers of a known person each', 30, i => answer(`known ${i}`, `submission ${i}`)],
    ['answers of one person', 30, i => answer('first', `submission ${i}`)],
    ['events with a warning', 30, () => ({ event: 'a', distinct_id: 'first', timestamp: 'never' })],
    [
      'identities of new persons',
      30,
      i => ({ event: '$identify', distinct_id: `user ${i}`, properties: { $anon_distinct_id: `new ${i}` } }),
    ],
    ['answers of a new person each', 35, i => answer(`new ${i}`, `submission ${i}`)],
  ])('are few for a hundred %s', async (_, most, event) => {
    const { send, counts, reset } = await openService()
    await send(range(100, i => ({ event: 'a', distinct_id: `known ${i}` })))
    reset()
    await send(range(100, event))
    expect(counts.transactions).toBe(1)
    expect(counts.statements).toBeLessThanOrEqual(most)
  })

  it.each<[string, number, ServiceOptions]>([
    ['without a limit of events', 20, {}],
    ['below it (D-848)', 25, { maxEvents: 1000 }],
    ['above it (D-848)', 30, { maxEvents: 20 }],
  ])('are few for a group of requests of new visitors, %s', async (_, most, options) => {
    const { service, store, counts, reset } = await openService(options)
    reset()
    const send = (distinct_id: string) =>
      post(service, '/i/v0/e/', { api_key: 'phc_demo', event: 'a', distinct_id })
    await Promise.all(range(32, i => send(`new ${i}`)))
    expect(counts.statements).toBeLessThanOrEqual(counts.transactions * most)
    const kept = Math.min(options.maxEvents ?? Number.POSITIVE_INFINITY, 34)
    expect(await store.count('events', { where: { project_id: 1 } })).toBe(kept)
  })

  it('are few for an event that takes the room of many smaller ones (R50, D-848)', async () => {
    const maxBytes = 1_000_000
    const { store, send, statements, reset } = await openService({ maxBytes })
    for (let i = 0; i < 4; i++) await send(range(400, () => ({ event: 'a', distinct_id: 'first' })))
    const kept = await store.count('events', { where: { project_id: 1 } })
    reset()
    await send([{ event: 'a', distinct_id: 'first', properties: { text: 'x'.repeat(150_000) } }])
    expect(kept - (await store.count('events', { where: { project_id: 1 } }))).toBeGreaterThan(300)
    expect(await store.bytes('events', { project_id: 1 })).toBeLessThanOrEqual((maxBytes * 12) / 32)
    for (const number of statements) expect(number).toBeLessThan(60)
  })

  it('remove a thousand events at a time when a group of requests comes to a store with more (R50, D-848)', async () => {
    const { store, send, counts, reset } = await openService()
    for (let i = 0; i < 5; i++) await send(range(1000, () => ({ event: 'a', distinct_id: 'first' })))
    const service = createTestService({ store, surveys: [survey], maxEvents: 100 })
    const count = () => store.count('events', { where: { project_id: 1 } })
    const before = await count()
    reset()
    const event = (i: number) => ({ event: 'a', distinct_id: `new ${i}`, uuid: crypto.randomUUID() })
    await Promise.all(range(32, i => post(service, '/i/v0/e/', { api_key: 'phc_demo', ...event(i) })))
    expect(counts.transactions).toBeLessThan(5)
    const removed = before + 32 - (await count())
    expect([removed >= 1000, removed <= 1000 * counts.transactions]).toEqual([true, true])
  })

  it('end it, and the rest of a batch follows in others', async () => {
    const { service, send, statements, reset } = await openService()
    await send(range(200, i => ({ event: 'a', distinct_id: `anonymous ${i}` })))
    await send(range(200, i => ({ event: 'a', distinct_id: `user ${i}` })))
    reset()
    await send(
      range(200, i => ({
        event: '$identify',
        distinct_id: `user ${i}`,
        properties: { $anon_distinct_id: `anonymous ${i}` },
      })),
    )
    expect(await service.state.persons()).toHaveLength(201)
    expect(statements.length).toBeGreaterThan(20)
    for (const number of statements) expect(number).toBeLessThan(100)
  })

  it('end that of a group, and other calls share the next one', async () => {
    const { store, counts, reset } = await openService()
    reset()
    const order: string[] = []
    const read = (name: string, rows: number) =>
      store.transaction(async transaction => {
        for (let i = 0; i < rows; i++) await transaction.get('distinctIds', row(`${name} ${i}`))
        order.push(name)
      })
    await Promise.all([read('a', 10), read('b', 300), read('c', 10), read('d', 10)])
    expect(order).toEqual(['a', 'b', 'c', 'd'])
    expect(counts.transactions).toBe(2)
  })

  it('are few for a group of calls about long events that are stored, and surveys that there are not', async () => {
    const { service, store, send, statements, reset } = await openService()
    const properties = { text: 'y'.repeat(3400) }
    await send(range(1200, () => ({ event: 'a', distinct_id: 'first', properties })))
    const stored = await service.state.events()
    reset()
    const repeat = async (k: number) => {
      const events = range(140, i => ({
        ...stored[(k * 140 + i) % 1200]!,
        ...answer('first', 'x'),
        properties: { $survey_id: `${k} ${i}` },
      }))
      return store.transaction(
        async transaction => {
          const found = await Promise.all(events.map(event => transaction.has('events', event)))
          return found.filter(Boolean).length
        },
        { announce: announceRows(events) },
      )
    }
    expect(await Promise.all(range(16, repeat))).toEqual(range(16, () => 140))
    for (const number of statements) expect(number).toBeLessThan(60)
  })

  it('are bounded for answers about many surveys, of which each kind has a statement of its own', async () => {
    const { service, send, statements, reset } = await openService()
    for (let i = 0; i < 100; i++) await service.state.addSurvey({ ...survey, id: `s${i}` })
    reset()
    await send(
      range(300, i => ({
        event: ['survey shown', 'survey sent', 'survey dismissed'][i % 3],
        distinct_id: 'new',
        properties: { $survey_id: `s${Math.floor(i / 3)}` },
      })),
    )
    expect(await service.state.events()).toHaveLength(302)
    for (const number of statements) expect(number).toBeLessThan(400)
  })

  it('with many answers of a sender are long, and two wait at a time (D-497, D-840)', async () => {
    const { store } = await openCountingStore()
    let running = 0
    const calls: { atOnce: number; isLong: boolean | undefined }[] = []
    const transaction: Store['transaction'] = async (work, options) => {
      calls.push({ atOnce: ++running, isLong: options?.isLong })
      return store.transaction(work, options).finally(() => running--)
    }
    const service = createTestService({ store: { ...store, transaction } })
    const send = () =>
      post(service, '/batch/', { api_key: 'phc_demo', batch: range(60, i => answer('u', `${i}`)) })
    await service.state.events()
    calls.length = 0
    await Promise.all(range(16, send))
    expect(calls.map(({ isLong }) => isLong)).toEqual(range(16, () => true))
    expect(Math.max(...calls.map(({ atOnce }) => atOnce))).toBe(2)
  })

  it.each<[string, number, string[]]>([
    // The group ends after the second call of a.
    ['many together', 60, ['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3', 'a4', 'a5']],
    // The calls of a are long then, and the others share a transaction.
    ['many each', 300, ['a0', 'b0', 'c0', 'b1', 'a1', 'a2', 'a3', 'a4', 'a5']],
  ])('of the calls of a sender, %s, let those of others go between (D-569)', async (_, rows, expected) => {
    const { store } = await openCountingStore()
    const order: string[] = []
    const call = (sender: string, name: string, rows: number) =>
      store.transaction(
        async transaction => {
          for (let i = 0; i < rows; i++) await transaction.get('distinctIds', row(`${name} ${i}`))
          order.push(name)
        },
        { sender },
      )
    await Promise.all([
      ...range(6, i => call('a', `a${i}`, rows)),
      call('b', 'b0', 1),
      call('b', 'b1', 1),
      call('c', 'c0', 1),
    ])
    expect(order).toEqual(expected)
  })

  it.each([false, true])(
    'that are long let all that waited for the latest one go first; it fails: %s (R50, D-497)',
    async fails => {
      const { store } = await openCountingStore()
      const order: string[] = []
      const call = (name: string, isLong: boolean) =>
        store.transaction(
          async () => {
            order.push(name)
            if (fails && name === 'a') throw new Error('fails')
          },
          { sender: name, isLong },
        )
      // More than a group takes.
      await Promise.allSettled([
        call('a', true),
        call('b', true),
        ...range(100, i => call(`visitor ${i}`, false)),
      ])
      expect([order.indexOf('a'), order.indexOf('b')]).toEqual([0, 101])
    },
  )

  it('of a sender with many long calls let a long call of another go between (R50, D-569)', async () => {
    const { store } = await openCountingStore()
    const order: string[] = []
    const call = (sender: string, isLong: boolean) =>
      store.transaction(async () => void order.push(sender), { sender, isLong })
    const visit = async (): Promise<void> => {
      await call('visitor', false)
      if (order.length < 40) await visit()
    }
    const waiting = [...range(20, () => call('a', true)), visit()]
    // Some of them have run, beside short calls, before the other one arrives.
    for (let ran = 0; ran < 8; ran++) await waiting[ran]
    const before = order.filter(sender => sender === 'a').length
    await call('b', true)
    expect(order.filter(sender => sender === 'a').length - before).toBeLessThan(4)
    await Promise.all(waiting)
  })

  it('of many new senders do not keep the calls of an earlier sender waiting (R50, D-569)', async () => {
    const { store } = await openCountingStore()
    const order: string[] = []
    let visitors = 0
    const visit = (): Promise<void> =>
      store.transaction(
        async () => {
          order.push('new')
          if (visitors < 2000) void visit()
        },
        { sender: `visitor ${visitors++}` },
      )
    const callAgain = () => store.transaction(async () => void order.push('earlier'), { sender: 'earlier' })
    await callAgain()
    await Promise.all([...range(200, visit), ...range(4, callAgain)])
    // Behind those that came before, and then one in each group.
    expect(order.lastIndexOf('earlier')).toBeLessThan(400)
  })

  it('are few for an id with many answers that becomes a person (D-726)', async () => {
    const { store, send, statements, reset } = await openService()
    const long = 'é'.repeat(190)
    const anonymous = (i: number) => {
      const { properties, ...event } = answer(long, `${i}${long}`)
      return { ...event, properties: { ...properties, $process_person_profile: false } }
    }
    for (let i = 0; i < 6000; i += 500) await send(range(500, k => anonymous(i + k)))
    reset()
    await send([{ event: 'a', distinct_id: long }])
    const [person] = await store.find('persons', { where: { project_id: 1 }, order: 'newest', limit: 1 })
    expect(await store.count('surveyEvents', { where: { project_id: 1, respondent: person!.id } })).toBe(6000)
    expect(Math.max(...statements)).toBeLessThan(30)
  })

  it('count as several when they change many rows, so that they end a group (R50, D-847)', async () => {
    const { store, counts, reset } = await openService()
    const persons = range(3, i => `person ${i}`)
    await store.transaction(async transaction => {
      for (const person of persons)
        for (let i = 0; i < 6000; i++) await transaction.put('distinctIds', row(`${person} has ${i}`, person))
    })
    reset()
    const move = (person_id: string) =>
      store.transaction(transaction =>
        transaction.movePerson('distinctIds', { project_id: 1, from: person_id, to: `${person_id} again` }),
      )
    await Promise.all(persons.map(move))
    expect(counts.transactions).toBe(3)
  })

  it('are few for a batch of small events about a few large persons (D-726)', async () => {
    const { send, statements, reset } = await openService()
    const ids = range(10, i => `large ${i}`)
    for (const distinct_id of ids)
      await send([{ event: 'a', distinct_id, $set: { text: 'y'.repeat(440_000) } }])
    reset()
    await send([
      ...ids.map(distinct_id => ({ event: 'a', distinct_id, $set: { seen: true } })),
      ...range(240, () => ({ event: 'a', distinct_id: 'large 0' })),
    ])
    for (const number of statements) expect(number).toBeLessThan(60)
  })

  it.each<[string, (transaction: Transaction, key: object) => Promise<unknown>]>([
    ['has removed', (transaction, key) => transaction.remove('distinctIds', key as Key<'distinctIds'>)],
    [
      'has not found',
      (transaction, key) =>
        transaction.has('distinctIds', {
          ...(key as Key<'distinctIds'>),
          distinct_id: `${JSON.stringify(key)} absent`,
        }),
    ],
  ])('show that it forgets the rows that it %s (R50, D-726)', async (_, handle) => {
    const { store } = await openCountingStore()
    const rows = range(12_000, i => row(`${i}`))
    await store.transaction(async transaction => {
      for (const each of rows) await transaction.put('distinctIds', each)
    })
    const counts = await store.transaction(async transaction => {
      const takes = async (key: object) => {
        const before = transaction.statementCount()
        await handle(transaction, key)
        return transaction.statementCount() - before
      }
      const [first, ...others] = rows
      const once = [await takes(first!), await takes(first!)]
      for (const other of others) await handle(transaction, other)
      return [...once, await takes(first!)]
    })
    expect(counts).toEqual([1, 0, 1])
  })

  it('are few when a survey with many respondents is archived, comes back and is deleted', async () => {
    const { service, store, send, statements, reset } = await openService()
    await send(range(2000, i => answer(`p${i}`, `submission ${i}`)))
    const total = async () =>
      (await store.get('surveyTotals', { project_id: 1, survey_id: '*' }))?.sent_persons
    expect(await total()).toBe(2000)
    const calls: [method: string, body: object | undefined, left: number][] = [
      ['PATCH', { archived: true }, 0],
      ['PATCH', { archived: false }, 2000],
      ['DELETE', undefined, 0],
    ]
    for (const [method, body, left] of calls) {
      reset()
      const { ok } = await fetchManagement(service, method, '/api/projects/1/surveys/s/', body)
      expect([ok, await total()]).toEqual([true, left])
      expect(Math.max(...statements)).toBeLessThan(100)
    }
  })

  it('are few when a person in many cohorts is deleted, with answers of many events (D-592)', async () => {
    const cohort = (id: number) => ({ id, is_static: true, distinct_ids: ['visitor 1', 'visitor 99'] })
    const { service, store, send, statements, reset } = await openService({ cohorts: range(20, cohort) })
    // Anonymous answers, whose events name no person.
    const { properties, ...event } = answer('visitor 1', 'one')
    const anonymous = (i: number) => ({
      ...event,
      properties: {
        ...properties,
        $survey_submission_id: `submission ${i % 5}`,
        $process_person_profile: false,
      },
    })
    await send(range(400, anonymous))
    const known = (i: number) => ({ event: 'a', distinct_id: `visitor ${i}`, $set: { seen: true } })
    const anonymousIds = range(99, i => ({
      event: '$identify',
      distinct_id: 'visitor 1',
      properties: { $anon_distinct_id: `visitor ${i + 2}` },
    }))
    await send([known(1), ...anonymousIds])
    const [person] = (await service.state.persons()).filter(({ distinct_ids }) =>
      distinct_ids.includes('visitor 1'),
    )
    reset()
    const path = `/api/projects/1/persons/${person!.id}/?delete_events=true`
    expect((await fetchManagement(service, 'DELETE', path)).ok).toBe(true)
    expect(await store.count('surveyEvents', { where: { project_id: 1 } })).toBe(0)
    for (const { id, distinct_ids } of range(20, cohort))
      for (const distinct_id of distinct_ids)
        expect(
          await store.get('cohortMembers', { project_id: 1, cohort_id: id, distinct_id }),
        ).toBeUndefined()
    expect((await service.state.events()).map(({ event }) => event)).toEqual(['a', '$groupidentify'])
    expect(Math.max(...statements)).toBeLessThan(100)
  })

  it('are bounded when a few large persons push out many small ones (R50, D-848)', async () => {
    const { store, send, statements, reset } = await openService({ maxBytes: 3_200_000 })
    const persons = async () => store.bytes('persons', { project_id: 1 })
    const limit = 500_000
    for (let batch = 0; batch < 3; batch++)
      await send(range(1000, i => ({ event: 'a', distinct_id: `small ${batch} ${i}` })))
    expect(await persons()).toBeGreaterThan(limit - 1000)
    reset()
    const large = (i: number) => ({
      event: 'a',
      distinct_id: `large ${i}`,
      $set: { text: 'y'.repeat(450_000) },
    })
    await send([large(1)])
    expect(Math.max(...statements)).toBeLessThan(200)
    // The rest goes with later events.
    for (let i = 0; i < 4; i++) await send([{ event: 'a', distinct_id: 'large 1' }])
    expect(Math.max(...statements)).toBeLessThan(200)
    expect(await persons()).toBeLessThanOrEqual(limit)
    // So do the ids of persons that are gone.
    const ids = await store.count('distinctIds', { where: { project_id: 1 } })
    expect(ids).toBe(await store.count('persons', { where: { project_id: 1 } }))
  })

  it('leave many rows to later transactions, but remove as much as this one has added (R50, D-848)', async () => {
    const { store } = await openCountingStore()
    const where = { project_id: 1 }
    const ids = range(24_000, i => row(`${i}`))
    await store.transaction(async transaction => {
      for (const each of ids) await transaction.add('distinctIds', each)
    })
    const bytes = () => store.bytes('distinctIds', where)
    const full = await bytes()
    const remove = () =>
      store.transaction(transaction => transaction.removeOldest('distinctIds', where, { bytes: full }))
    const removed = await remove()
    expect([removed > 4000, removed < 8000]).toEqual([true, true])
    const added = Math.round(ids.length / 2)
    await store.transaction(async transaction => {
      for (let i = 0; i < added; i++) await transaction.add('distinctIds', row(`later ${i}`))
      await transaction.removeOldest('distinctIds', where, { bytes: full })
    })
    const left = (await bytes()) / full
    expect([left > 0, left < 1.05 - removed / ids.length]).toEqual([true, true])
  })

  it('remove a person with many ids when few are left (R50, D-848)', async () => {
    const { store } = await openCountingStore()
    const where = { project_id: 1 }
    const persons = ['first', 'hub', 'last'].map(id => person(id))
    await store.transaction(async transaction => {
      for (const each of persons) {
        await transaction.add('persons', each)
        for (let i = 0; i < (each.id === 'hub' ? 10_000 : 3); i++)
          await transaction.add('distinctIds', row(`${each.id} has ${i}`, each.id))
      }
    })
    const bytes = await store.bytes('persons', where)
    const remove = () =>
      store.transaction(transaction => transaction.removeOldest('persons', where, { bytes: bytes / 2 }))
    const left = async () =>
      [await store.count('persons', { where }), await store.count('distinctIds', { where })] as const
    const [, before] = await left()
    await remove()
    const [personsAfter, after] = await left()
    expect(personsAfter).toBeGreaterThan(1)
    expect([before - after > 1000, before - after < 5000]).toEqual([true, true])
    for (let i = 0; i < 9 && (await left())[0] > 1; i++) await remove()
    expect(await store.find('persons', { where })).toEqual(persons.slice(2))
    expect(await left()).toEqual([1, 3])
  })

  it('count the bytes of long rows that are moved or removed (R50, D-848)', async () => {
    const { store, send } = await openService()
    const text = 'y'.repeat(3_000_000)
    for (let i = 0; i < 6; i++) await send([{ event: 'a', distinct_id: 'long', properties: { text } }])
    const [{ id: from } = { id: '' }] = (await store.find('persons', { where: { project_id: 1 } })).slice(-1)
    const counts = await store.transaction(async transaction => {
      const takes = async (work: () => Promise<unknown>) => {
        const before = transaction.statementCount()
        await work()
        return transaction.statementCount() - before
      }
      const query = { where: { project_id: 1, person_id: 'other' } }
      return [
        await takes(() => transaction.movePerson('events', { project_id: 1, from, to: 'other' })),
        await takes(async () => {
          for await (const heads of transaction.heads('events', query))
            for (const { key } of heads) await transaction.remove('events', key)
        }),
      ]
    })
    for (const count of counts) expect([count >= 18, count < 60]).toEqual([true, true])
    expect(await store.count('events', { where: { project_id: 1, person_id: 'other' } })).toBe(0)
  })

  it('are bounded for a group of calls that read more than is kept', async () => {
    const { store, send, statements, reset } = await openService()
    const text = 'y'.repeat(3400)
    await send(range(1200, i => ({ event: 'a', distinct_id: `p${i}`, $set: { text } })))
    const where = { project_id: 1 }
    const keys = (await store.find('persons', { where })).map(({ id }) => ({ ...where, id }))
    reset()
    const read = (k: number) =>
      store.transaction(
        async transaction => {
          for (const key of keys.slice(k * 60, k * 60 + 60)) await transaction.get('persons', key)
        },
        { announce: [() => ({ rows: { persons: keys.slice(k * 60, k * 60 + 60) } })] },
      )
    await Promise.all(range(20, read))
    for (const number of statements) expect(number).toBeLessThan(400)
    expect(statements.length).toBeGreaterThan(1)
  })

  it('find answers that a visitor gave before there was a person', async () => {
    const { service, store, send } = await openService()
    const anonymous = (id: string) => {
      const { properties, ...event } = answer(id, id)
      return { ...event, properties: { ...properties, $process_person_profile: false } }
    }
    await send(range(3, i => anonymous(`visitor ${i}`)))
    // The last one answers in the batch that makes it a person.
    await send([
      anonymous('visitor 3'),
      ...range(5, i => ({ event: 'a', distinct_id: `visitor ${i}`, $set: { seen: true } })),
    ])
    const persons = await service.state.persons()
    const respondents = (await store.find('surveyEvents', { where: { project_id: 1 } })).map(
      ({ respondent }) => respondent,
    )
    expect(new Set(respondents).size).toBe(4)
    expect(respondents.every(respondent => persons.some(({ id }) => id === respondent))).toBe(true)
  })
})
