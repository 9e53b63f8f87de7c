import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SurveySeed } from '../../../src/server/index'
import { createMemoryStore } from '../../../src/server/store/memoryStore'
import type { ExportableStore } from '../../../src/server/store/store'
import { createSchema, openEmptyStore, openLocklessStore, STORE_KIND } from '../../support/testStore'
import { createTestService, post } from '../testService'
import { storeContract } from './storeContract'

const kind = STORE_KIND === 'memory' ? 'sqlite' : STORE_KIND
const openEmpty = openEmptyStore[kind]!

storeContract(kind, openEmpty)
if (kind === 'postgres')
  storeContract('postgres without advisory locks', async () => openLocklessStore(await createSchema()))

describe(`transaction of ${kind}`, () => {
  it('shows nothing to readers before it is committed', async () => {
    const store = await openEmpty()
    const where = { project_id: 1, person_id: 'p' }
    const row = { ...where, distinct_id: 'a' }
    await store.transaction(async transaction => {
      await transaction.put('distinctIds', row)
      expect(await transaction.find('distinctIds', { where })).toEqual([row])
      expect(await store.find('distinctIds', { where })).toEqual([])
    })
    expect(await store.find('distinctIds', { where })).toEqual([row])
  })
})

describe(`batches in ${kind}`, () => {
  const question = { type: 'open' as const, id: 'q', question: 'q' }
  const surveys: SurveySeed[] = ['s1', 's2'].map(id => ({
    id,
    name: id,
    type: 'popover',
    questions: [question],
    archived: id === 's2',
  }))
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'é'.repeat(150))
  const set = fc.dictionary(fc.constantFrom('plan', 'seen'), fc.nat(2), { maxKeys: 2 })
  const named = <P>(name: string, properties: fc.Arbitrary<P>) =>
    fc.record({ event: fc.constant(name), distinct_id: id, properties })
  const answer = (name: string) =>
    named(
      name,
      fc.record(
        {
          $survey_id: fc.constantFrom('s1', 's2', 'none'),
          $survey_submission_id: fc.constantFrom('1', '2', '3'),
          $process_person_profile: fc.constant(false),
        },
        { requiredKeys: ['$survey_id'] },
      ),
    )
  const event = fc.oneof(
    named('a', fc.record({ $set: set, $set_once: set, $unset: fc.constant(['plan']) }, { requiredKeys: [] })),
    named('a', fc.constant({ $process_person_profile: false })),
    named(
      '$identify',
      fc.record({ $anon_distinct_id: id, $set: set }, { requiredKeys: ['$anon_distinct_id'] }),
    ),
    named('$create_alias', fc.record({ alias: id })),
    named('$merge_dangerously', fc.record({ alias: id })),
    named(
      '$groupidentify',
      fc.record({
        $group_type: fc.constantFrom('company', 'team', '1', '2', '3', '4'),
        $group_key: id,
        $group_set: set,
      }),
    ),
    answer('survey shown'),
    answer('survey sent'),
    answer('survey dismissed'),
    fc.record({ event: fc.constant('a'), distinct_id: id, timestamp: fc.constant('never') }),
    fc.record({
      event: fc.constant('a'),
      distinct_id: id,
      uuid: fc.constant('01890000-0000-7000-8000-000000000000'),
    }),
    fc.constant({ event: 'a' }),
  )

  const rowsAfter = async (store: ExportableStore, batches: object[][]) => {
    const service = createTestService({ store, surveys })
    for (const batch of batches) {
      service.advance(1000)
      await post(service, '/batch/', { api_key: 'phc_demo', batch })
    }
    const rows: unknown[] = []
    for await (const row of store.rows()) rows.push(row)
    return rows
  }

  it('leave the rows that they leave in memory, whatever their events (R50, D-488, D-499)', async () => {
    const store = await openEmpty()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(event, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        async batches => {
          await store.clear()
          expect(await rowsAfter(store, batches)).toEqual(await rowsAfter(createMemoryStore(), batches))
        },
      ),
      { numRuns: kind === 'postgres' ? 10 : 80 },
    )
  })

  /** Sends batches of different addresses at once. */
  const sendAtOnce = async (store: ExportableStore, batches: object[][]) => {
    const service = createTestService({ store, surveys })
    const send = (batch: object[], index: number) =>
      service.fetch(
        '/batch/',
        { method: 'POST', body: JSON.stringify({ api_key: 'phc_demo', batch }) },
        { ip: `10.0.0.${index}` },
      )
    await Promise.all(batches.map(send))
  }

  it('that arrive at once leave each event with its person, and each answer counted once (R50, D-499)', async () => {
    const store = await openEmpty()
    const where = { project_id: 1 }
    const check = async () => {
      const persons = new Set((await store.find('persons', { where })).map(({ id }) => id))
      const owners = await store.find('distinctIds', { where })
      expect(new Set(owners.map(({ person_id }) => person_id))).toEqual(persons)
      const known = new Set(owners.map(({ distinct_id }) => distinct_id))
      for (const { person_id, distinct_id, person_mode } of await store.find('events', { where })) {
        if (person_mode === 'full') expect(known).toContain(distinct_id)
        if (person_id !== null) expect(persons).toContain(person_id)
      }
      const counts = new Map<string, number>()
      for (const { survey_id, respondent, kind } of await store.find('surveyEvents', { where })) {
        // Who was asked before they were a person has become one.
        expect(known).not.toContain(respondent)
        for (const survey of survey_id === 's1' ? [survey_id, '*'] : [survey_id])
          for (const key of [`${survey} ${respondent} ${kind}`, `${survey} ${kind}`])
            counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      const stored = new Map<string, number>()
      const keep = (key: string, count: number) => count > 0 && stored.set(key, count)
      for (const kind of ['shown', 'dismissed', 'sent'] as const) {
        for (const { survey_id, respondent, [kind]: count } of await store.find('surveyRespondents', {
          where,
        }))
          keep(`${survey_id} ${respondent} ${kind}`, count)
        for (const { survey_id, [kind]: count } of await store.find('surveyTotals', { where }))
          keep(`${survey_id} ${kind}`, count)
      }
      expect(stored).toEqual(counts)
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(event, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 16 }),
        async batches => {
          await store.clear()
          await sendAtOnce(store, batches)
          await check()
        },
      ),
      { numRuns: kind === 'postgres' ? 10 : 80 },
    )
  })
})
