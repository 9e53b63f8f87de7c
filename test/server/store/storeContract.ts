import { beforeEach, describe, expect, it } from 'vitest'
import type {
  PersonRow,
  StoredEvent,
  SurveyEventRow,
  SurveyTotalsRow,
  WarningRow,
} from '../../../src/server/store/rows'
import type { ExportableStore, StoreReader } from '../../../src/server/store/store'
import type { Key } from '../../../src/server/store/tables'

const warning = (id: string, project_id = 1): WarningRow => ({
  id,
  project_id,
  type: 'test',
  detail: id,
  distinct_id: null,
  event: null,
  at: '2025-10-01T12:00:00Z',
})

const surveyEvent = (dedupe_key: string, at: number, respondent = 'u'): SurveyEventRow => ({
  project_id: 1,
  survey_id: 's',
  kind: 'sent',
  dedupe_key,
  respondent,
  at,
})

const totals = (sent: number): SurveyTotalsRow => ({
  project_id: 1,
  survey_id: 's',
  shown: 0,
  dismissed: 0,
  sent,
  shown_persons: 0,
  dismissed_persons: 0,
  sent_persons: 0,
  only_shown_persons: 0,
  changes: 0,
})

const storedEvent = (uuid: string, fields: Partial<StoredEvent> = {}): StoredEvent => ({
  project_id: 1,
  uuid,
  event: 'a',
  distinct_id: 'u',
  properties: {},
  timestamp: '2025-10-01T12:00:00.000Z',
  received_at: '2025-10-01T12:00:00.000Z',
  person_id: null,
  person_mode: 'full',
  historical_migration: false,
  groups: {},
  ...fields,
})

async function all<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

/** Tests that every store must pass. `create` makes an empty one. */
export function storeContract(name: string, create: () => ExportableStore | Promise<ExportableStore>): void {
  describe(`store contract, ${name}`, () => {
    let store: ExportableStore
    beforeEach(async () => {
      store = await create()
    })
    const put = (...rows: WarningRow[]) =>
      store.transaction(async transaction => {
        for (const row of rows) await transaction.put('warnings', row)
      })
    const ids = async (query: object = {}) =>
      (await store.find('warnings', { where: { project_id: 1 }, ...query })).map(row => row.id)

    it('returns a row by its key, and undefined for an unknown key', async () => {
      await put(warning('a'))
      expect(await store.get('warnings', { id: 'a' })).toEqual(warning('a'))
      expect(await store.get('warnings', { id: 'b' })).toBeUndefined()
    })

    it('returns the rows of many keys in their order', async () => {
      const row = (dedupe_key: string, survey_id: string) => ({ ...surveyEvent(dedupe_key, 1), survey_id })
      const rows = ['s', 't'].flatMap(id => Array.from({ length: 150 }, (_, index) => row(`${index}`, id)))
      await store.transaction(async transaction => {
        for (const row of rows) await transaction.put('surveyEvents', row)
      })
      const asked = [...rows.toReversed(), row('0', 'u'), rows[0]!]
      expect(await all(store.getPages('surveyEvents', asked))).toEqual([
        ...rows.toReversed(),
        undefined,
        rows[0],
      ])
      expect(await all(store.getPages('surveyEvents', []))).toEqual([])
    })

    it('returns the rows of many keys as a transaction sees them', async () => {
      const rows = Array.from({ length: 700 }, (_, i) => surveyEvent(`key ${i}`, 1))
      const [first, second, third] = rows
      await store.transaction(async transaction => {
        for (const row of rows) await transaction.put('surveyEvents', row)
      })
      const missing = surveyEvent('missing', 1)
      const added = surveyEvent('added', 1)
      await store.transaction(async transaction => {
        await transaction.remove('surveyEvents', first!)
        await transaction.put('surveyEvents', { ...second!, at: 2 })
        await transaction.add('surveyEvents', added)
        const asked = [missing, ...rows.toReversed(), added, third!]
        const expected = rows.toReversed().slice(0, -2)
        expect(await transaction.getMany('surveyEvents', asked)).toEqual([
          undefined,
          ...expected,
          { ...second!, at: 2 },
          undefined,
          added,
          third,
        ])
        expect(await transaction.getMany('surveyEvents', [])).toEqual([])
      })
    })

    it('removes the rows of many keys, more than a transaction keeps', async () => {
      const ids = Array.from({ length: 12_000 }, (_, i) => ({ project_id: 1, distinct_id: `id ${i}` }))
      const row = (key: Key<'distinctIds'>) => ({ ...key, person_id: 'p' })
      await store.transaction(async transaction => {
        for (const id of ids) await transaction.add('distinctIds', row(id))
      })
      const added = { project_id: 1, distinct_id: 'added' }
      const missing = { project_id: 1, distinct_id: 'missing' }
      await store.transaction(async transaction => {
        await transaction.add('distinctIds', row(added))
        await transaction.removeMany('distinctIds', [missing, ...ids.slice(1), added])
        await transaction.put('distinctIds', row(ids.at(-1)!))
      })
      const left = await store.find('distinctIds', { where: { project_id: 1, person_id: 'p' } })
      expect(left).toEqual([row(ids[0]!), row(ids.at(-1)!)])
      expect(await store.count('distinctIds', { where: { project_id: 1 } })).toBe(2)
    })

    it('counts the bytes of an index up and down to zero (R50)', async () => {
      const bytes = (project_id: number) => store.bytes('warnings', { project_id })
      await put(warning('a'), warning('b'), warning('c', 2))
      const two = await bytes(1)
      expect(await bytes(2)).toBe(two / 2)
      await put({ ...warning('a'), detail: 'x'.repeat(10_000) })
      expect(await bytes(1)).toBeGreaterThan(two + 9_000)
      await put(warning('a'), { ...warning('b'), project_id: 2 })
      expect([await bytes(1), await bytes(2)]).toEqual([two / 2, two])
      await store.transaction(async transaction => {
        for (const id of ['a', 'b', 'c']) await transaction.remove('warnings', { id })
      })
      expect([await bytes(1), await bytes(2)]).toEqual([0, 0])
    })

    it('counts the bytes of rows that were found and then changed or removed (D-486)', async () => {
      const where = { project_id: 1 }
      await put(warning('a'), warning('b'), warning('c'))
      const three = await store.bytes('warnings', where)
      await store.transaction(async transaction => {
        const [first, second] = await transaction.find('warnings', { where })
        await transaction.remove('warnings', first!)
        await transaction.put('warnings', { ...second!, detail: 'x'.repeat(5000) })
        expect(await transaction.count('warnings', { where })).toBe(2)
        expect(await transaction.bytes('warnings', where)).toBeGreaterThan(5000)
        await transaction.put('warnings', second!)
      })
      expect(await store.count('warnings', { where })).toBe(2)
      expect(await store.bytes('warnings', where)).toBe((three / 3) * 2)
    })

    it('yields all rows of a query in its order and within its bounds, a part at a time', async () => {
      const times = Array.from({ length: 2500 }, (_, index) => (index * 7) % 50)
      await store.transaction(async transaction => {
        for (const [index, at] of times.entries())
          await transaction.put('surveyEvents', surveyEvent(`${index}`, at))
        await transaction.put('surveyEvents', { ...surveyEvent('other', 20), survey_id: 'other' })
        for (let index = 0; index < 1001; index++)
          await transaction.put('warnings', warning(`${index}`.padStart(4, '0')))
      })
      const query = { where: { project_id: 1, survey_id: 's', kind: 'sent' as const }, from: 10, to: 39 }
      const rows = await all(store.pages('surveyEvents', query))
      expect(rows).toEqual(await store.find('surveyEvents', query))
      expect(rows).toHaveLength(1500)
      const warnings = await all(store.pages('warnings', { where: { project_id: 1 } }))
      expect(warnings).toEqual(await store.find('warnings', { where: { project_id: 1 } }))
      expect(await all(store.pages('warnings', { where: { project_id: 2 } }))).toEqual([])
    })

    it('counts no more rows than a limit, if there is one', async () => {
      await put(...['a', 'b', 'c', 'd'].map(id => warning(id)), warning('x', 2))
      const count = (limit?: number) => store.count('warnings', { where: { project_id: 1 }, limit })
      expect(await Promise.all([undefined, 1, 4, 5].map(count))).toEqual([4, 1, 4, 4])
      const within = await store.transaction(transaction =>
        transaction.count('warnings', { where: { project_id: 1 }, limit: 3 }),
      )
      expect(within).toBe(3)
    })

    it('yields pages from either end, below a row, and up to a limit (D-725)', async () => {
      const rows = Array.from({ length: 12 }, (_, index) => surveyEvent(`${index}`, (index * 7) % 5))
      await store.transaction(async transaction => {
        for (const row of rows) await transaction.put('surveyEvents', row)
      })
      const where = { project_id: 1, survey_id: 's', kind: 'sent' as const }
      const oldest = await store.find('surveyEvents', { where })
      const newest = oldest.toReversed()
      const read = (query: object) => all(store.pages('surveyEvents', { where, ...query }))
      expect(await read({ order: 'newest' })).toEqual(newest)
      expect(await read({ order: 'newest', limit: 5 })).toEqual(newest.slice(0, 5))
      expect(await read({ order: 'newest', after: newest[4], limit: 3 })).toEqual(newest.slice(5, 8))
      expect(await read({ after: oldest[4] })).toEqual(oldest.slice(5))
      expect(await read({ after: oldest[4], to: 3 })).toEqual(oldest.slice(5).filter(({ at }) => at <= 3))
      const below = newest.slice(5).filter(({ at }) => at >= 1)
      expect(await read({ order: 'newest', after: newest[4], from: 1 })).toEqual(below)
      expect(await read({ after: surveyEvent('unknown', 1) })).toEqual([])
      expect(await read({ after: oldest.at(-1) })).toEqual([])
    })

    it('yields pages of at most a megabyte of long rows, also in a transaction (R50, D-725, D-746)', async () => {
      const keys = Array.from({ length: 40 }, (_, i) => ({ id: `w${i}` }))
      await put(...keys.map(({ id }) => ({ ...warning(id), detail: 'x'.repeat(300_000) })))
      const query = { where: { project_id: 1 } }
      const sizes: number[][] = []
      const read = async (pages: AsyncIterable<unknown[]>) => {
        const ofPages: number[] = []
        for await (const page of pages) ofPages.push(page.length)
        sizes.push(ofPages)
      }
      await read(store.pages('warnings', query))
      await read(store.getPages('warnings', keys))
      await store.transaction(transaction => read(transaction.pages('warnings', query)))
      for (const ofPages of sizes) {
        expect(ofPages.reduce((sum, rows) => sum + rows)).toBe(40)
        expect(Math.max(...ofPages)).toBeLessThanOrEqual(3)
      }
    })

    it('yields rows up to the one with which they reach a size (D-793)', async () => {
      const names = Array.from({ length: 700 }, (_, i) => `w${i}`)
      await put(...names.map(id => ({ ...warning(id), detail: 'x'.repeat(4000) })), warning('last'))
      const where = { project_id: 1 }
      const one = (await store.bytes('warnings', where)) / 700
      const idsWithin = async (rows: number, query: object = {}) =>
        (await all(store.pages('warnings', { where, maxBytes: (rows - 0.5) * one, ...query }))).map(
          ({ id }) => id,
        )
      expect(await idsWithin(1)).toEqual(['w0'])
      expect(await idsWithin(3, { after: { id: 'w5' } })).toEqual(['w6', 'w7', 'w8'])
      expect(await idsWithin(600)).toEqual(names.slice(0, 600))
      expect(await idsWithin(600, { limit: 2 })).toEqual(['w0', 'w1'])
      expect(await idsWithin(2, { order: 'newest' })).toEqual(['last', 'w699', 'w698'])
      expect(await all(store.heads('warnings', { where, maxBytes: 1 }))).toHaveLength(1)
    })

    it('yields heads from either end, within bounds, below a row, and up to a limit (D-790)', async () => {
      const names = Array.from({ length: 1200 }, (_, i) => `w${i}`)
      await put(...names.map((id, i) => ({ ...warning(id), at: `time ${i}` })), warning('x', 2))
      const where = { project_id: 1 }
      const heads = (query: object = {}) => all(store.heads('warnings', { where, ...query }))
      const idsOf = async (query: object = {}) => (await heads(query)).map(({ key }) => key.id)
      const [first, second] = await heads({ limit: 2 })
      const sizes = (await heads()).map(({ bytes }) => bytes)
      expect(sizes.reduce((sum, bytes) => sum + bytes)).toBe(await store.bytes('warnings', where))
      expect(first).toEqual({
        key: { id: 'w0' },
        position: await store.position('warnings', { id: 'w0' }),
        time: 'time 0',
        bytes: sizes[0],
      })
      expect(await idsOf()).toEqual(names)
      expect(await idsOf({ order: 'newest' })).toEqual(names.toReversed())
      expect(await idsOf({ order: 'newest', limit: 700 })).toEqual(names.toReversed().slice(0, 700))
      expect(await idsOf({ from: second!.position, limit: 2 })).toEqual(['w1', 'w2'])
      expect(await idsOf({ after: { id: 'w3' }, limit: 2 })).toEqual(['w4', 'w5'])
      expect(await heads({ where: { project_id: 3 } })).toEqual([])
    })

    it('yields heads of rows with any text in their key and any length (D-790)', async () => {
      const texts = ['', '\\', '"},{', '\0', '\ud800', '\u2028', 'É', "'", '{"key":"a"', 'x'.repeat(200)]
      const properties = [{}, { received_at: 'none', text: 'é'.repeat(50_000) }]
      const groups = texts.flatMap(type =>
        properties.map((properties, i) => ({
          project_id: 1,
          type,
          key: `${type}${i}`,
          properties,
          created_at: '',
        })),
      )
      const event = (i: number, received_at: string) => ({
        project_id: 1,
        uuid: `01990000-0000-7000-8000-00000000000${i}`,
        event: 'a',
        distinct_id: 'u',
        properties: properties[i % 2]!,
        timestamp: 'never',
        received_at,
        person_id: null,
        person_mode: 'full' as const,
        historical_migration: false,
        groups: { received_at: 'none' },
      })
      await store.transaction(async transaction => {
        for (const row of groups) await transaction.put('groups', row)
        for (const i of [0, 1, 2, 3]) await transaction.put('events', event(i, `time ${i}`))
      })
      await store.transaction(transaction => transaction.update('events', event(1, ''), { person_id: 'p' }))
      const where = { project_id: 1 }
      expect((await all(store.heads('groups', { where }))).map(({ key, time }) => [key, time])).toEqual(
        groups.map(({ project_id, type, key }) => [{ project_id, type, key }, undefined]),
      )
      expect((await all(store.heads('events', { where }))).map(({ time }) => time)).toEqual(
        [0, 1, 2, 3].map(i => `time ${i}`),
      )
      expect(
        (await all(store.heads('events', { where: { project_id: 1, person_id: 'p' } })))[0]!.key,
      ).toEqual({
        project_id: 1,
        uuid: event(1, '').uuid,
      })
    })

    it('removes and changes rows by their heads in a transaction, also long ones (D-790)', async () => {
      const keys = Array.from({ length: 20 }, (_, i) => ({ id: `w${i}` }))
      const row = (id: string, i: number) => ({ ...warning(id), detail: 'x'.repeat(i % 2 ? 50_000 : 1) })
      await put(...keys.map(({ id }, i) => row(id, i)))
      const where = { project_id: 1 }
      const bytes = await store.bytes('warnings', where)
      const ofLast = await store.transaction(async transaction => {
        await transaction.put('warnings', row('added', 1))
        await transaction.remove('warnings', { id: 'w1' })
        const heads = await all(transaction.heads('warnings', { where }))
        expect(heads.map(({ key }) => key.id)).toEqual([
          ...keys.map(({ id }) => id).filter(id => id !== 'w1'),
          'added',
        ])
        for (const { key } of heads.slice(0, -2)) await transaction.remove('warnings', key)
        expect(await transaction.get('warnings', { id: 'w19' })).toEqual(row('w19', 19))
        await transaction.update('warnings', { id: 'w19' }, { type: 'next' })
        await transaction.remove('warnings', { id: 'added' })
        return transaction.bytes('warnings', where)
      })
      expect(await ids()).toEqual(['w19'])
      expect(await store.bytes('warnings', where)).toBe(ofLast)
      expect(ofLast).toBeLessThan(bytes / 9)
      expect(await store.count('warnings', { where })).toBe(1)
    })

    it('changes columns of a row, and moves it to where it then belongs (D-747)', async () => {
      const changed = { ...warning('a'), project_id: 2, detail: 'changed' }
      await put(warning('a'), warning('b'))
      const one = (await store.bytes('warnings', { project_id: 1 })) / 2
      const update = (id: string, detail: string) =>
        store.transaction(async transaction => {
          const found = await transaction.update('warnings', { id }, { project_id: 2, detail })
          if (detail === 'fails') throw new Error(detail)
          return [found, await transaction.get('warnings', { id })]
        })
      await expect(update('a', 'fails')).rejects.toThrow('fails')
      expect(await ids()).toEqual(['a', 'b'])
      expect(await update('a', 'changed')).toEqual([true, changed])
      expect(await update('none', 'changed')).toEqual([false, undefined])
      expect(await ids()).toEqual(['b'])
      expect(await store.find('warnings', { where: { project_id: 2 } })).toEqual([changed])
      expect(await store.bytes('warnings', { project_id: 1 })).toBe(one)
    })

    it('changes columns of an event, and keeps its properties (D-747)', async () => {
      const event = {
        project_id: 1,
        uuid: '01990000-0000-7000-8000-000000000000',
        event: 'a',
        distinct_id: 'u',
        properties: { text: 'x'.repeat(50_000), list: [{}], ['__proto__']: 1 },
        timestamp: '2025-10-01T12:00:00Z',
        received_at: '2025-10-01T12:00:00Z',
        person_id: 'p',
        person_mode: 'full' as const,
        historical_migration: false,
        groups: {},
      }
      await store.transaction(transaction => transaction.put('events', event))
      await store.transaction(transaction => transaction.update('events', event, { person_id: 'q' }))
      const find = (person_id: string) => store.find('events', { where: { project_id: 1, person_id } })
      expect(await find('p')).toEqual([])
      expect(await find('q')).toEqual([{ ...event, person_id: 'q' }])
      await store.transaction(transaction => transaction.update('events', event, { properties: { a: 1 } }))
      expect(await find('q')).toEqual([{ ...event, person_id: 'q', properties: { a: 1 } }])
    })

    const ODD_TEXTS = [
      'u',
      '',
      'a"b\\c',
      '\0',
      '\ud83c',
      '🎈'.repeat(90),
      "$& it's 100%_",
      '{"respondent":"u"}',
      'é'.repeat(199),
      'x'.repeat(2000),
    ]
    it.each(ODD_TEXTS.map((from, i) => [from, ODD_TEXTS[(i + 3) % ODD_TEXTS.length]!]))(
      'gives the answers of one respondent to another, and none of others: %j to %j (D-847)',
      async (from, to) => {
        const where = { project_id: 1, respondent: from }
        const keys = ['respondent', `"respondent":${JSON.stringify(from)}`, `{${JSON.stringify(where)}}`, 'k']
        const row = (key: string, respondent: string) => ({
          ...surveyEvent(key, 5, respondent),
          event_uuid: 'respondent',
          other_uuids: [respondent, 'respondent', from],
        })
        const others = [row('other', `${from}x`), { ...row('project', from), project_id: 2 }]
        await store.transaction(async transaction => {
          for (const each of [...others, ...keys.map(key => row(key, from))])
            await transaction.put('surveyEvents', each)
        })
        const moved = (key: string) => ({ ...row(key, from), respondent: to })
        await store.transaction(async transaction => {
          await transaction.remove('surveyEvents', row('k', from))
          await transaction.put('surveyEvents', row('pending', from))
          await transaction.get('surveyEvents', row('respondent', from))
          expect(await transaction.count('surveyEvents', { where: { project_id: 1, respondent: to } })).toBe(
            0,
          )
          await transaction.movePerson('surveyEvents', { project_id: 1, from, to })
          expect(await transaction.get('surveyEvents', row('respondent', from))).toEqual(moved('respondent'))
          expect(await transaction.find('surveyEvents', { where })).toEqual([])
          await transaction.put('surveyEvents', { ...moved('pending'), at: 7 })
        })
        const found = await store.find('surveyEvents', { where: { project_id: 1, respondent: to } })
        expect(found).toEqual([...keys.slice(0, 3).map(moved), { ...moved('pending'), at: 7 }])
        const bytes = await store.bytes('surveyEvents', { project_id: 1 })
        await store.transaction(async transaction => {
          for (const each of found) await transaction.remove('surveyEvents', each)
        })
        await store.transaction(async transaction => {
          for (const each of found) await transaction.put('surveyEvents', each)
        })
        expect(await store.bytes('surveyEvents', { project_id: 1 })).toBe(bytes)
        expect(
          await store.find('surveyEvents', { where: { project_id: 1, respondent: `${from}x` } }),
        ).toEqual(others.slice(0, 1))
        expect(await store.find('surveyEvents', { where: { project_id: 2, respondent: from } })).toEqual(
          others.slice(1),
        )
      },
    )

    it('gives thousands of ids to another person, or none when the transaction fails (D-847)', async () => {
      const ids = Array.from({ length: 9000 }, (_, i) => `id ${i}`)
      const where = (person_id: string) => ({ project_id: 1, person_id })
      await store.transaction(async transaction => {
        for (const distinct_id of ids) await transaction.put('distinctIds', { distinct_id, ...where('a') })
        await transaction.put('distinctIds', { distinct_id: 'other', ...where('b') })
      })
      const change = (fails: boolean) =>
        store.transaction(async transaction => {
          await transaction.movePerson('distinctIds', { project_id: 1, from: 'a', to: 'c' })
          if (fails) throw new Error('fails')
        })
      await expect(change(true)).rejects.toThrow('fails')
      await store.transaction(transaction =>
        transaction.movePerson('distinctIds', { project_id: 1, from: 'a', to: 'a' }),
      )
      expect(await store.count('distinctIds', { where: where('a') })).toBe(9000)
      await change(false)
      const found = await store.find('distinctIds', { where: where('c') })
      expect(found).toEqual(ids.map(distinct_id => ({ distinct_id, ...where('c') })))
      expect(await store.count('distinctIds', { where: { project_id: 1 } })).toBe(9001)
    })

    it.each(['another', 'with a "quote", a \\ and \ud83c', 'long '.repeat(40)])(
      'gives events to another person, whatever they hold and however long they are: %s (R50, D-764)',
      async to => {
        const from = 'former'
        const event = (uuid: string, size = 1) => {
          const properties = { person_id: from, text: `"person_id":"${from}",`.repeat(size) }
          return storedEvent(uuid, { person_id: from, properties })
        }
        const events = [event('a'), event('b', 50_000), event('c', 50_000), event('d', 500)]
        const others = [
          { ...event('e'), person_id: null },
          { ...event('f'), person_id: 'other' },
          { ...event('a'), project_id: 2 },
        ]
        await store.transaction(async transaction => {
          for (const each of [...others, ...events.slice(0, 3)]) await transaction.put('events', each)
        })
        const moved = events.map(each => ({ ...each, person_id: to }))
        const ofPerson = (person_id: string) => ({ where: { project_id: 1, person_id } })
        await store.transaction(async transaction => {
          await transaction.get('events', events[0]!)
          for await (const _ of transaction.heads('events', ofPerson(from))) break
          await transaction.put('events', events[3]!)
          await transaction.movePerson('events', { project_id: 1, from, to })
          expect(await transaction.get('events', events[0]!)).toEqual(moved[0])
          expect(await transaction.getMany('events', events)).toEqual(moved)
          expect(await transaction.count('events', ofPerson(from))).toBe(0)
          await transaction.update('events', events[3]!, { event: 'changed' })
        })
        const expected = [...moved.slice(0, 3), { ...moved[3]!, event: 'changed' }]
        expect(await store.find('events', ofPerson(to))).toEqual(expected)
        expect(await store.get('events', events[2]!)).toEqual(moved[2])
        expect((await all(store.getPages('events', events))).flat()).toEqual(expected)
        const exported: StoredEvent[] = []
        for await (const { table, row } of store.rows()) if (table === 'events') exported.push(row)
        expect(exported.filter(({ person_id }) => person_id === to)).toHaveLength(4)
        const left = [await store.find('events', { where: { project_id: 2 } }), others.slice(0, 2)].flat()
        expect(exported).toEqual(expect.arrayContaining(left))
        const bytes = await store.bytes('events', { project_id: 1 })
        await store.transaction(async transaction => {
          for (const each of expected) await transaction.put('events', each)
        })
        expect(await store.bytes('events', { project_id: 1 })).toBe(bytes)
        await store.transaction(transaction =>
          transaction.movePerson('events', { project_id: 1, from: to, to: from }),
        )
        expect(await store.get('events', events[0]!)).toEqual(events[0])
      },
    )

    it('removes the rows that meet one of many conditions (R50, D-848)', async () => {
      const row = (person: number, i: number) => ({
        project_id: 1,
        distinct_id: `${person} has ${i}`,
        person_id: `person ${person}`,
      })
      const persons = Array.from({ length: 300 }, (_, person) => person)
      const rows = persons.flatMap(person =>
        Array.from({ length: person === 5 ? 5000 : 3 }, (_, i) => row(person, i)),
      )
      await store.transaction(async transaction => {
        for (const each of rows) await transaction.add('distinctIds', each)
        await transaction.add('distinctIds', { ...row(1, 1), project_id: 2 })
      })
      const condition = (person: number) => ({ project_id: 1, person_id: `person ${person}` })
      const removed = persons.slice(0, 298)
      await store.transaction(async transaction => {
        await transaction.get('distinctIds', row(3, 1))
        await transaction.get('distinctIds', row(299, 1))
        await transaction.removeAll('distinctIds', [...removed, 1000].map(condition))
        expect(await transaction.has('distinctIds', row(3, 1))).toBe(false)
        expect(await transaction.has('distinctIds', row(299, 1))).toBe(true)
        await transaction.removeAll('distinctIds', [])
      })
      const left = await store.find('distinctIds', { where: { project_id: 1 } })
      expect(left).toEqual([298, 299].flatMap(person => [0, 1, 2].map(i => row(person, i))))
      expect(await store.count('distinctIds', { where: { project_id: 1 } })).toBe(6)
      expect(await store.count('distinctIds', { where: { project_id: 2 } })).toBe(1)
    })

    it('removes all rows that meet a condition, or none when the transaction fails (D-847)', async () => {
      const where = { project_id: 1, survey_id: 's' }
      const rows = Array.from({ length: 9000 }, (_, i) => surveyEvent(`key ${i}`, i % 100))
      const others = [
        { ...surveyEvent('shown', 1), kind: 'shown' as const },
        { ...surveyEvent('key 1', 1), survey_id: 'other' },
        { ...surveyEvent('key 1', 1), project_id: 2 },
      ]
      await store.transaction(async transaction => {
        for (const row of others) await transaction.put('surveyEvents', row)
      })
      const bytes = await store.bytes('surveyEvents', { project_id: 1 })
      await store.transaction(async transaction => {
        for (const row of rows) await transaction.put('surveyEvents', row)
      })
      const remove = (fails: boolean) =>
        store.transaction(async transaction => {
          await transaction.get('surveyEvents', rows[0]!)
          await transaction.put('surveyEvents', surveyEvent('pending', 5))
          await transaction.removeAll('surveyEvents', [{ ...where, kind: 'sent' }])
          expect(await transaction.get('surveyEvents', rows[0]!)).toBeUndefined()
          expect(await transaction.has('surveyEvents', surveyEvent('pending', 5))).toBe(false)
          expect(await transaction.count('surveyEvents', { where: { ...where, kind: 'sent' } })).toBe(0)
          await transaction.put('surveyEvents', surveyEvent('later', 5))
          if (fails) throw new Error('fails')
          await transaction.removeAll('surveyEvents', [{ ...where, kind: 'sent' }])
        })
      await expect(remove(true)).rejects.toThrow('fails')
      expect(await store.count('surveyEvents', { where: { project_id: 1 } })).toBe(9002)
      await remove(false)
      const left = [1, 2].map(project_id => store.find('surveyEvents', { where: { project_id } }))
      expect((await Promise.all(left)).flat()).toEqual(others)
      expect(await store.count('surveyEvents', { where: { project_id: 1 } })).toBe(2)
      expect(await store.bytes('surveyEvents', { project_id: 1 })).toBe(bytes)
    })

    it('removes the oldest rows up to a number or a size, in the order of the table (R50, D-848)', async () => {
      const where = { project_id: 1 }
      const rows = Array.from({ length: 6000 }, (_, i) => surveyEvent(`key ${i}`, 6000 - i))
      const other = { ...surveyEvent('key 1', 1), project_id: 2 }
      await store.transaction(async transaction => {
        for (const row of [other, ...rows]) await transaction.add('surveyEvents', row)
      })
      const bytes = await store.bytes('surveyEvents', where)
      const oldestFirst = rows.toReversed()
      await store.transaction(async transaction => {
        const [first, second] = oldestFirst
        // One is known and one is changed, so that it is no longer among the oldest.
        await transaction.get('surveyEvents', first!)
        await transaction.put('surveyEvents', { ...second!, at: 9000 })
        await transaction.add('surveyEvents', surveyEvent('pending', 0))
        expect(await transaction.removeOldest('surveyEvents', where, { rows: 3 })).toBe(3)
        for (const gone of [first!, surveyEvent('pending', 0), oldestFirst[2]!])
          expect(await transaction.has('surveyEvents', gone)).toBe(false)
        expect(await transaction.get('surveyEvents', second!)).toEqual({ ...second!, at: 9000 })
        expect(await transaction.count('surveyEvents', { where })).toBe(5998)
        await transaction.put('surveyEvents', first!)
        await transaction.put('surveyEvents', { ...second!, at: second!.at })
      })
      const left = [oldestFirst[0]!, oldestFirst[1]!, ...oldestFirst.slice(3)]
      expect(await store.find('surveyEvents', { where })).toEqual(left)
      // Up to the row with which the size is reached.
      await store.transaction(async transaction => {
        expect(await transaction.removeOldest('surveyEvents', where, { bytes: 1 })).toBe(1)
        expect(await transaction.removeOldest('surveyEvents', where, { bytes: 0 })).toBe(0)
        expect(await transaction.removeOldest('surveyEvents', where, { rows: 0 })).toBe(0)
        expect(await transaction.removeOldest('surveyEvents', { project_id: 3 }, { rows: 5 })).toBe(0)
      })
      const removeMany = (fails: boolean) =>
        store.transaction(async transaction => {
          const removed = await transaction.removeOldest('surveyEvents', where, { bytes: bytes / 2 })
          expect(Math.abs(removed - 3000)).toBeLessThan(20)
          if (fails) throw new Error('fails')
          return removed
        })
      await expect(removeMany(true)).rejects.toThrow('fails')
      expect(await store.find('surveyEvents', { where })).toEqual(left.slice(1))
      const removed = await removeMany(false)
      expect(await store.find('surveyEvents', { where })).toEqual(left.slice(1 + removed))
      expect(await store.count('surveyEvents', { where })).toBe(5998 - removed)
      expect(Math.abs((await store.bytes('surveyEvents', where)) - bytes / 2)).toBeLessThan(bytes / 100)
      expect(await store.find('surveyEvents', { where: { project_id: 2 } })).toEqual([other])
    })

    it('removes the ids and overrides of the oldest persons, and no others (D-374)', async () => {
      const person = (id: string, project_id = 1): PersonRow => ({
        id,
        project_id,
        properties: {},
        is_identified: false,
        main_distinct_id: id,
        created_at: '2025-10-01T12:00:00.000Z',
      })
      const ids = Array.from({ length: 30 }, (_, i) => `person ${i}`)
      const all = [...ids.map(id => person(id)), person('person 1', 2)]
      const distinctIds = all.flatMap(({ project_id, id }) =>
        [1, 2].map(i => ({ project_id, distinct_id: `${id} has ${i}`, person_id: id })),
      )
      const override = ({ project_id, id }: PersonRow) => ({ project_id, person_id: id, hash_id: id })
      await store.transaction(async transaction => {
        for (const row of all) await transaction.add('persons', row)
        for (const row of distinctIds) await transaction.add('distinctIds', row)
        for (const row of all) await transaction.add('hashOverrides', override(row))
      })
      const bytes = await store.bytes('distinctIds', { project_id: 1 })
      await store.transaction(async transaction => {
        await transaction.get('distinctIds', distinctIds[0]!)
        await transaction.put('distinctIds', { ...distinctIds[0]!, person_id: 'person 29' })
        expect(await transaction.removeOldest('persons', { project_id: 1 }, { rows: 20 })).toBe(20)
        expect(await transaction.has('distinctIds', distinctIds[1]!)).toBe(false)
        expect(await transaction.has('hashOverrides', override(all[1]!))).toBe(false)
      })
      const left = await store.find('distinctIds', { where: { project_id: 1 } })
      expect(left).toEqual([{ ...distinctIds[0]!, person_id: 'person 29' }, ...distinctIds.slice(40, 60)])
      expect(await store.count('distinctIds', { where: { project_id: 1 } })).toBe(21)
      expect(await store.bytes('distinctIds', { project_id: 1 })).toBeLessThan(bytes / 2)
      const overrides = all.map(row => store.get('hashOverrides', override(row)))
      expect((await Promise.all(overrides)).map(found => found !== undefined)).toEqual(
        all.map((_, i) => i >= 20),
      )
      expect(await store.find('persons', { where: { project_id: 1 } })).toEqual(all.slice(20, 30))
    })

    it('changes and removes the rows of the pages of a transaction, also long ones (D-725, D-726)', async () => {
      const detail = 'x'.repeat(300_000)
      const where = { project_id: 1 }
      const names = Array.from({ length: 40 }, (_, i) => `w${i}`)
      await put(...names.map(id => ({ ...warning(id), detail })), ...[1, 2].map(i => warning(`small-${i}`)))
      await store.transaction(async transaction => {
        await transaction.put('warnings', warning('new'))
        for await (const page of transaction.pages('warnings', { where }))
          for (const row of page)
            if (row.id === 'w1' || row.id === 'small-1') await transaction.remove('warnings', row)
            else await transaction.put('warnings', { ...row, type: 'changed' })
        expect(await transaction.has('warnings', { id: 'w1' })).toBe(false)
        expect(await transaction.has('warnings', { id: 'w2' })).toBe(true)
        expect(await transaction.get('warnings', { id: 'w2' })).toMatchObject({ type: 'changed', detail })
      })
      expect(await ids()).toEqual([...names.filter(id => id !== 'w1'), 'small-2', 'new'])
      expect((await store.find('warnings', { where })).every(({ type }) => type === 'changed')).toBe(true)
      expect(await store.count('warnings', { where })).toBe(41)
      const [longRow] = await all(store.getPages('warnings', [{ id: 'w3' }, { id: 'w1' }]))
      expect(longRow).toMatchObject({ id: 'w3', detail })
      await store.transaction(
        async transaction => {
          for (const id of [...names, 'small-2', 'new']) await transaction.remove('warnings', { id })
        },
        {
          announce: [
            () => ({
              rows: { warnings: [{ id: 'w4' }, { id: 'none' }] },
              keys: { warnings: [{ id: 'w5' }] },
            }),
          ],
        },
      )
      expect([await store.count('warnings', { where }), await store.bytes('warnings', where)]).toEqual([0, 0])
    })

    it.each(['rows', 'keys'])('reads announced %s as others (D-488)', async kind => {
      const ids = Array.from({ length: 300 }, (_, i) => `id-${i}`)
      const row = (distinct_id: string, project_id = 1) => ({
        project_id,
        distinct_id,
        person_id: `p-${distinct_id}`,
      })
      const stored = ids.filter((_, i) => i % 3 !== 0)
      await store.transaction(async transaction => {
        for (const id of stored) await transaction.put('distinctIds', row(id))
        await transaction.put('distinctIds', row('id-0', 2))
      })
      const announced = [...ids.map(id => row(id)), row('id-0', 2), row('id-0', 2)]
      await store.transaction(
        async transaction => {
          const expected = ids.map(id => (stored.includes(id) ? `p-${id}` : undefined))
          const found = await Promise.all(ids.map(id => transaction.get('distinctIds', row(id))))
          expect(found.map(found => found?.person_id)).toEqual(expected)
          expect(await transaction.get('distinctIds', row('id-0', 2))).toEqual(row('id-0', 2))
          expect(await transaction.insert('distinctIds', row('id-3'))).toBe(true)
          expect(await transaction.insert('distinctIds', row('id-4'))).toBe(false)
        },
        { announce: [() => ({ [kind]: { distinctIds: announced } })] },
      )
      expect(await store.count('distinctIds', { where: { project_id: 1 } })).toBe(201)
    })

    it('reads announced rows as others, with what earlier transactions have changed (D-488)', async () => {
      const row = (person_id: string) => ({ project_id: 1, distinct_id: 'a', person_id })
      const append = () =>
        store.transaction(
          async transaction => {
            const before = await transaction.get('distinctIds', row(''))
            await transaction.put('distinctIds', row(`${before?.person_id ?? ''}x`))
          },
          {
            announce: [
              () => ({
                rows: { distinctIds: [row(''), { project_id: 1, distinct_id: 'unknown' }], events: [] },
              }),
              known => {
                const found = known.get('distinctIds', row(''))
                expect(known.has('distinctIds', { project_id: 1, distinct_id: 'unknown' })).toBe(false)
                expect(known.has('events', { project_id: 1, uuid: 'not announced' })).toBeUndefined()
                return { rows: { persons: found ? [{ project_id: 1, id: found.person_id }] : [] } }
              },
            ],
          },
        )
      await append()
      await Promise.all([append(), append(), append()])
      expect(await store.find('distinctIds', { where: { project_id: 1 } })).toEqual([row('xxxx')])
    })

    it('answers queries of announced conditions as others, with what the transaction has changed (D-499)', async () => {
      const row = (distinct_id: string, person_id: string, project_id = 1) => ({
        project_id,
        distinct_id,
        person_id,
      })
      const long = 'long'.repeat(100)
      await store.transaction(async transaction => {
        for (const stored of [
          row('a', 'ann'),
          row('b', 'ann'),
          row('l', `${long}1`),
          row('z', '\0'),
          row('o', 'bob', 2),
        ])
          await transaction.put('distinctIds', stored)
      })
      const names = ['ann', 'bob', 'carl', `${long}1`, `${long}2`, '\0', '\\0']
      const conditions = names.map(person_id => ({ person_id, project_id: 1 }))
      const found = async (reader: StoreReader) => {
        const results: string[] = []
        for (const where of conditions) {
          const rows = await reader.find('distinctIds', { where })
          const paged: string[] = []
          for await (const page of reader.pages('distinctIds', { where }))
            paged.push(...page.map(({ distinct_id }) => distinct_id))
          const heads: string[] = []
          for await (const page of reader.heads('distinctIds', { where }))
            heads.push(...page.map(({ key }) => key.distinct_id))
          const ids = rows.map(({ distinct_id }) => distinct_id)
          expect([paged, heads, await reader.count('distinctIds', { where })]).toEqual([ids, ids, ids.length])
          results.push(ids.join(' '))
        }
        return results
      }
      const before = ['a b', '', '', 'l', '', 'z', '']
      await store.transaction(
        async transaction => {
          expect(await found(transaction)).toEqual(before)
          await transaction.put('distinctIds', row('c', 'carl'))
          await transaction.add('distinctIds', row('d', 'bob'))
          await transaction.update(
            'distinctIds',
            { project_id: 1, distinct_id: 'l' },
            { person_id: `${long}2` },
          )
          expect(await found(transaction)).toEqual(['a b', 'd', 'c', '', 'l', 'z', ''])
        },
        { announce: [() => ({ conditions: { distinctIds: conditions } }), () => ({})] },
      )
      expect(await found(store)).toEqual(['a b', 'd', 'c', '', 'l', 'z', ''])
    })

    it('finds the row of a key that is put with another value of an announced condition (D-499)', async () => {
      const row = (person_id: string) => ({ project_id: 1, distinct_id: 'a', person_id })
      const where = { project_id: 1 }
      await store.transaction(transaction => transaction.put('distinctIds', row('ann')))
      await store.transaction(transaction => transaction.put('distinctIds', row('bob')), {
        announce: [() => ({ conditions: { distinctIds: [{ project_id: 1, person_id: 'bob' }] } })],
      })
      expect(await store.find('distinctIds', { where })).toEqual([row('bob')])
      expect(await store.count('distinctIds', { where })).toBe(1)
    })

    it('adds rows of new keys (D-499)', async () => {
      await store.transaction(async transaction => {
        await transaction.add('warnings', warning('a'))
        expect(await transaction.get('warnings', { id: 'a' })).toEqual(warning('a'))
        await transaction.add('warnings', warning('b'))
        await transaction.remove('warnings', { id: 'a' })
        await transaction.add('warnings', warning('a'))
      })
      expect(await ids()).toEqual(['b', 'a'])
      const where = { project_id: 1 }
      expect(await store.count('warnings', { where })).toBe(2)
      const rows = await store.find('warnings', { where })
      await store.transaction(async transaction => {
        for (const row of rows) await transaction.remove('warnings', row)
      })
      expect([await store.count('warnings', { where }), await store.bytes('warnings', where)]).toEqual([0, 0])
    })

    it('puts a row that was removed and comes back at the end of the order', async () => {
      await put(warning('a'), warning('b'))
      await store.transaction(async transaction => {
        await transaction.remove('warnings', { id: 'a' })
        await transaction.put('warnings', warning('a'))
      })
      expect(await ids()).toEqual(['b', 'a'])
    })

    it('keeps any text in keys, rows and terms, and distinguishes all of them (D-487)', async () => {
      const texts = [
        '',
        '\\',
        '\\0',
        '\0',
        '\ud800',
        '\udfff',
        '\ufffd',
        'É',
        '👩‍🚀',
        "'",
        '%',
        'x'.repeat(3000),
        ...['\\', '\0', '\ud800', '\udfff', '👩'].flatMap(piece =>
          [100, 1000, 1001].map(length => piece.repeat(length)),
        ),
      ]
      const rows = texts.map(text => ({ project_id: 1, distinct_id: text, person_id: text }))
      await store.transaction(async transaction => {
        for (const row of rows) await transaction.put('distinctIds', row)
      })
      expect(await store.find('distinctIds', { where: { project_id: 1 } })).toEqual(rows)
      for (const row of rows) {
        expect(await store.get('distinctIds', row)).toEqual(row)
        expect(
          await store.find('distinctIds', { where: { project_id: 1, person_id: row.person_id } }),
        ).toEqual([row])
      }
    })

    it('distinguishes keys of several columns with any text', async () => {
      const id = (project_id: number, distinct_id: string, person_id: string) => ({
        project_id,
        distinct_id,
        person_id,
      })
      await store.transaction(async transaction => {
        await transaction.put('distinctIds', id(1, '1","', 'a'))
        await transaction.put('distinctIds', id(11, '","', 'b'))
      })
      expect(await store.get('distinctIds', { project_id: 1, distinct_id: '1","' })).toMatchObject({
        person_id: 'a',
      })
      expect(await store.get('distinctIds', { project_id: 11, distinct_id: '","' })).toMatchObject({
        person_id: 'b',
      })
    })

    it('distinguishes keys whose texts are equal when joined', async () => {
      const group = (type: string, key: string) => ({
        project_id: 1,
        type,
        key,
        properties: {},
        created_at: '',
      })
      const keys = [group('a', 'b1:c'), group('a1:b', 'c'), group('a;', 'b'), group('a', ';b')]
      await store.transaction(async transaction => {
        for (const row of keys) await transaction.put('groups', row)
      })
      expect(await store.find('groups', { where: { project_id: 1 } })).toEqual(keys)
    })

    it('inserts a row once per key', async () => {
      const insert = (detail: string) =>
        store.transaction(transaction => transaction.insert('warnings', { ...warning('a'), detail }))
      expect(await insert('first')).toBe(true)
      expect(await insert('second')).toBe(false)
      expect(await store.get('warnings', { id: 'a' })).toMatchObject({ detail: 'first' })
    })

    it('keeps the position of a row that is replaced', async () => {
      await put(warning('a'), warning('b'), { ...warning('a'), detail: 'new' })
      expect(await ids()).toEqual(['a', 'b'])
      expect(await store.get('warnings', { id: 'a' })).toMatchObject({ detail: 'new' })
    })

    it('moves a replaced row to the index entry of its new values', async () => {
      await put(warning('a'), warning('a', 2))
      expect(await ids()).toEqual([])
      expect(await store.count('warnings', { where: { project_id: 2 } })).toBe(1)
    })

    it('removes a row, and returns whether it existed', async () => {
      await put(warning('a'))
      const remove = () => store.transaction(transaction => transaction.remove('warnings', { id: 'a' }))
      expect(await remove()).toBe(true)
      expect(await remove()).toBe(false)
      expect(await ids()).toEqual([])
    })

    it('removes the oldest rows, and restores them when the transaction fails', async () => {
      await put(...['a', 'b', 'c', 'd', 'e'].map(id => warning(id)))
      const remove = (id: string) => store.transaction(transaction => transaction.remove('warnings', { id }))
      await remove('a')
      await remove('b')
      const failing = store.transaction(async transaction => {
        for (const id of ['c', 'd', 'e']) await transaction.remove('warnings', { id })
        await transaction.put('warnings', warning('f'))
        throw new Error('stop')
      })
      await expect(failing).rejects.toThrow('stop')
      expect(await ids()).toEqual(['c', 'd', 'e'])
      await put(warning('g'))
      expect(await ids({ offset: 1, limit: 2 })).toEqual(['d', 'e'])
      expect(await ids({ order: 'newest', limit: 2 })).toEqual(['g', 'e'])
      expect(await store.count('warnings', { where: { project_id: 1 } })).toBe(4)
    })

    it('finds rows oldest first, newest first, and by page', async () => {
      await put(...['a', 'b', 'c', 'd'].map(id => warning(id)), warning('x', 2))
      expect(await ids()).toEqual(['a', 'b', 'c', 'd'])
      expect(await ids({ order: 'newest' })).toEqual(['d', 'c', 'b', 'a'])
      expect(await ids({ limit: 2, offset: 1 })).toEqual(['b', 'c'])
      expect(await ids({ order: 'newest', limit: 1 })).toEqual(['d'])
      expect(await ids({ offset: 9 })).toEqual([])
      expect(await store.count('warnings', { where: { project_id: 1 } })).toBe(4)
    })

    it('orders by the column of the table, with inclusive bounds', async () => {
      await store.transaction(async transaction => {
        for (const row of [
          surveyEvent('c', 30),
          surveyEvent('a', 10),
          surveyEvent('b', 20),
          surveyEvent('b2', 20),
        ]) {
          await transaction.put('surveyEvents', row)
        }
      })
      const where = { project_id: 1, survey_id: 's', kind: 'sent' as const }
      const keysBetween = async (bounds: object) =>
        (await store.find('surveyEvents', { where, ...bounds })).map(row => row.dedupe_key)
      expect(await keysBetween({})).toEqual(['a', 'b', 'b2', 'c'])
      expect(await keysBetween({ from: 20 })).toEqual(['b', 'b2', 'c'])
      expect(await keysBetween({ to: 20 })).toEqual(['a', 'b', 'b2'])
      expect(await keysBetween({ from: 20, to: 20, order: 'newest' })).toEqual(['b2', 'b'])
      expect(await keysBetween({ from: 40, to: 20 })).toEqual([])
      expect(await store.count('surveyEvents', { where, from: 11 })).toBe(3)
    })

    it('moves a row whose ordering column changes', async () => {
      await store.transaction(async transaction => {
        for (const row of [surveyEvent('a', 10), surveyEvent('b', 20), surveyEvent('a', 30)])
          await transaction.put('surveyEvents', row)
      })
      const where = { project_id: 1, respondent: 'u' }
      expect((await store.find('surveyEvents', { where })).map(row => row.dedupe_key)).toEqual(['b', 'a'])
    })

    it('bounds a query by the positions of rows, which they keep when they change', async () => {
      await put(warning('a'), warning('b', 2), warning('c'), warning('d'))
      await store.transaction(async transaction => {
        await transaction.put('warnings', { ...warning('c'), type: 'changed' })
        await transaction.remove('warnings', { id: 'd' })
      })
      await put(warning('e'))
      const position = (id: string) => store.position('warnings', { id })
      const [a, c] = [(await position('a'))!, (await position('c'))!]
      expect(await ids({ from: c })).toEqual(['c', 'e'])
      expect(await ids({ to: c - 1 })).toEqual(['a'])
      expect(await ids({ to: c, order: 'newest', limit: 1 })).toEqual(['c'])
      expect(await ids({ from: a + 1, to: c - 1 })).toEqual([])
      expect(await store.count('warnings', { where: { project_id: 1 }, from: a + 1 })).toBe(2)
      expect(await position('d')).toBeUndefined()
    })

    it('finds rows that contain all terms, in any case', async () => {
      const row = (id: string, name: string, description: string) =>
        ({ project_id: 1, id, name, description, archived: false }) as never
      await store.transaction(async transaction => {
        await transaction.put('surveys', row('1', 'Onboarding NPS', 'for new people'))
        await transaction.put('surveys', row('2', 'Churn', 'people who leave'))
      })
      const idsWith = async (terms: string[]) =>
        (await store.find('surveys', { where: { project_id: 1 }, terms })).map(survey => survey.id)
      expect(await idsWith(['PEOPLE'])).toEqual(['1', '2'])
      expect(await idsWith(['people', 'nps'])).toEqual(['1'])
      expect(await idsWith(['people', 'nothing'])).toEqual([])
      expect(await store.count('surveys', { where: { project_id: 1 }, terms: ['churn'] })).toBe(1)
    })

    it('rejects a query without an index', async () => {
      await put(warning('a'))
      await expect(store.find('warnings', { where: { detail: 'a' } })).rejects.toThrow('no index')
    })

    it('undoes a transaction that fails', async () => {
      await put(warning('a'))
      const failing = store.transaction(async transaction => {
        await transaction.put('warnings', warning('b'))
        await transaction.put('warnings', { ...warning('a'), detail: 'changed' })
        await transaction.remove('warnings', { id: 'a' })
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await ids()).toEqual(['a'])
      expect(await store.get('warnings', { id: 'a' })).toEqual(warning('a'))
    })

    it('undoes all changes of a row that was changed, removed and put again', async () => {
      await put(warning('a'), warning('b'))
      const bytes = await store.bytes('warnings', { project_id: 1 })
      const failing = store.transaction(async transaction => {
        const change = (type: string) => transaction.put('warnings', { ...warning('a'), type })
        await change('first')
        await change('second')
        await transaction.remove('warnings', { id: 'a' })
        await change('third')
        await change('fourth')
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await store.find('warnings', { where: { project_id: 1 } })).toEqual([warning('a'), warning('b')])
      expect(await store.bytes('warnings', { project_id: 1 })).toBe(bytes)
    })

    it('undoes only the one that fails of many transactions at once (D-489)', async () => {
      const add = (id: string) =>
        store.transaction(async transaction => {
          await transaction.put('warnings', warning(id))
          await transaction.count('warnings', { where: { project_id: 1 } })
          if (id.startsWith('bad')) throw new Error(id)
          return id
        })
      const names = Array.from({ length: 100 }, (_, i) => (i % 7 === 3 ? `bad-${i}` : `id-${i}`))
      const results = await Promise.allSettled(names.map(add))
      const good = names.filter(name => name.startsWith('id'))
      expect(results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))).toEqual(good)
      expect(await ids()).toEqual(good)
      expect(await store.count('warnings', { where: { project_id: 1 } })).toBe(good.length)
    })

    it('runs one transaction at a time', async () => {
      const addOne = () =>
        store.transaction(async transaction => {
          const row = await transaction.get('surveyTotals', { project_id: 1, survey_id: 's' })
          await Promise.resolve()
          await transaction.put('surveyTotals', totals((row?.sent ?? 0) + 1))
        })
      await Promise.all(Array.from({ length: 20 }, addOne))
      expect(await store.get('surveyTotals', { project_id: 1, survey_id: 's' })).toMatchObject({ sent: 20 })
    })

    it('keeps a row unchanged when its reader changes it', async () => {
      await put(warning('a'))
      const row = await store.get('warnings', { id: 'a' })
      expect(() => Object.assign(row as object, { detail: 'changed' })).toThrow()
      expect(await store.get('warnings', { id: 'a' })).toMatchObject({ detail: 'a' })
    })

    it('yields the rows of all tables, each in the order of insertion (D-534)', async () => {
      const names = Array.from({ length: 500 }, (_, i) => `w${(i * 7) % 500}`)
      await put(...names.map(id => warning(id, Number(id.slice(1)) % 3)))
      await store.transaction(async transaction => {
        await transaction.put('surveyEvents', surveyEvent('late', 20))
        await transaction.put('surveyEvents', surveyEvent('early', 10))
        await transaction.remove('warnings', { id: 'w7' })
        await transaction.put('warnings', { ...warning('w14'), detail: 'changed' })
      })
      await put(warning('w7'))
      const found: Record<string, unknown[]> = {}
      for await (const { table, row } of store.rows()) {
        found[table] ??= []
        found[table].push(table === 'warnings' ? row.id : table === 'surveyEvents' ? row.dedupe_key : row)
      }
      expect(found).toEqual({
        warnings: [...names.filter(id => id !== 'w7'), 'w7'],
        surveyEvents: ['late', 'early'],
      })
    })

    it('removes all rows when it is cleared', async () => {
      await put(warning('a'))
      await store.clear()
      expect(await ids()).toEqual([])
    })
  })
}
