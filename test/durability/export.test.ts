import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryStore, type Service, type Store } from '../../src/server/index'
import { openStore, type SqlStore } from '../../src/server/openStore'
import { exportLines } from '../../src/server/store/transfer/exportLines'
import { importLines } from '../../src/server/store/transfer/importLines'
import { createTestService, fetchManagement, post } from '../server/testService'
import { runToEnd } from '../support/startCli'
import { createDatabase } from '../support/testStore'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-export-'))
})
afterAll(() => rm(folder, { recursive: true }))

const USER = '00000000-0000-4000-8000-0000000000aa'
const SURVEYS = '/api/projects/1/surveys/'
const NOTHING = { projects: [], users: [], personalKeys: [] }
/** A text that each database has to escape, and one that is longer than its columns. */
const STRANGE = ['\u0000\ud800\\', 'ü'.repeat(300)]

/** Fills every table of a store. */
async function fill(store: Store): Promise<void> {
  const condition = { properties: [{ key: 'id', type: 'cohort', value: 1 }], rollout_percentage: 100 }
  const service = createTestService({
    store,
    projects: [
      {
        groupTypes: ['company'],
        cohorts: [{ id: 1, name: 'Beta', is_static: true, distinct_ids: ['ann'] }],
        flags: {
          half: {
            ensure_experience_continuity: true,
            filters: { groups: [{ properties: [], rollout_percentage: 50 }] },
          },
          beta: { filters: { groups: [condition] } },
          company: {
            filters: {
              aggregation_group_type_index: 0,
              groups: [{ properties: [{ key: 'size', type: 'group', value: 40, group_type_index: 0 }] }],
            },
          },
        },
        surveys: [{ id: 'seeded', questions: [{ type: 'open', question: 'Why?' }] }],
        persons: [{ distinct_ids: ['ann', 'ann-2'], properties: { plan: 'pro' } }],
        groups: [{ type: 'company', key: 'acme', properties: { size: 40 } }],
      },
      { projectKey: 'phc_other', flags: { other: true } },
    ],
    users: [{ uuid: USER, email: 'ann@example.com', is_staff: true }],
    personalKeys: [
      { key: 'phx_demo' },
      { key: 'phx_reader_of_surveys', scopes: ['survey:read'], projects: [1] },
    ],
  })
  const created = await fetchManagement(service, 'POST', SURVEYS, {
    name: 'NPS',
    type: 'popover',
    start_date: '2025-09-01T00:00:00Z',
    questions: [{ type: 'rating', question: 'How likely?', display: 'number', scale: 10 }],
    targeting_flag_filters: { groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }] }] },
  })
  const { id } = await created.json()
  await fetchManagement(service, 'PATCH', `${SURVEYS}${id}/`, { description: 'For everybody' })
  await fetchManagement(service, 'GET', `/api/users/${USER}/two_factor_start_setup`)
  await send(service, id, 300)
  // Survives the merge of two persons.
  await post(service, '/flags?v=2', {
    api_key: 'phc_demo',
    distinct_id: 'late',
    $anon_distinct_id: 'visitor-1',
  })
  await post(service, '/i/v0/e/', {
    api_key: 'phc_demo',
    event: '$identify',
    distinct_id: 'late',
    properties: { $anon_distinct_id: 'visitor-1', $set: { texts: STRANGE } },
  })
  await post(service, '/batch/', { api_key: 'phc_demo', batch: [{ event: 'no id' }] })
}

async function send(service: Service, surveyId: string, count: number): Promise<void> {
  const batch = Array.from({ length: count }, (_, i) => ({
    uuid: `00000000-0000-4000-9000-${String(count * 1000 + i).padStart(12, '0')}`,
    event: ['survey shown', 'survey sent', 'survey dismissed', STRANGE[i % 2]!][i % 4],
    distinct_id: [`visitor-${i % 7}`, ...STRANGE][i % 3],
    properties: { $survey_id: i % 5 === 0 ? 'seeded' : surveyId, $groups: { company: 'acme' } },
  }))
  const response = await post(service, '/batch/', { api_key: 'phc_demo', batch })
  expect(response.status).toBe(200)
}

/** Returns what a service says about the data of a store, before and after the same further requests. */
async function answers(store: Store): Promise<unknown[]> {
  const service = createTestService({ ...NOTHING, store, userBodies: true })
  const read = async () => {
    const management = [
      '/api/projects/',
      SURVEYS,
      `${SURVEYS}?search=nps`,
      `${SURVEYS}activity`,
      `${SURVEYS}stats`,
      `${SURVEYS}seeded/stats`,
      `${SURVEYS}responses_count`,
      `/api/users/@me/two_factor_status`,
      '/flags/definitions?token=phc_demo&send_cohorts',
    ].map(path => fetchManagement(service, 'GET', path))
    const flags = ['ann', 'late', 'visitor-1', 'unknown', ...STRANGE].map(distinct_id =>
      post(service, '/flags?v=2&config=true', {
        api_key: 'phc_demo',
        distinct_id,
        groups: { company: 'acme' },
      }),
    )
    const others = [
      post(service, '/flags?v=2', { api_key: 'phc_other', distinct_id: 'u' }),
      service.fetch('/api/surveys/?token=phc_demo'),
      fetchManagement(service, 'GET', SURVEYS, undefined, 'phx_reader_of_surveys'),
      fetchManagement(service, 'GET', `${SURVEYS}activity`, undefined, 'phx_reader_of_surveys'),
      fetchManagement(service, 'GET', '/api/projects/2/surveys/', undefined, 'phx_reader_of_surveys'),
    ]
    const responses = await Promise.all([...management, ...flags, ...others])
    return Promise.all(responses.map(async response => [response.status, withoutId(await response.json())]))
  }
  const before = await read()
  const events = await service.state.events(1)
  // The same events again, and later ones.
  await send(service, 'seeded', 300)
  await send(service, 'seeded', 20)
  await fetchManagement(service, 'POST', SURVEYS, {
    name: 'Next',
    type: 'popover',
    targeting_flag_filters: { groups: [{}] },
  })
  return [before, events, await read(), await service.state.flags(1), await service.state.persons(1)]
}

/** Requests run at once, so that their ids follow no order. */
function withoutId(body: Record<string, unknown>) {
  return { ...body, requestId: undefined }
}

function statusesOf(replies: unknown): unknown[] {
  return (replies as [status: number, body: unknown][]).map(([status]) => status)
}

async function linesOf(store: SqlStore | ReturnType<typeof createMemoryStore>): Promise<string[]> {
  const lines: string[] = []
  for await (const line of exportLines(store, '2025-10-01T12:00:00Z')) lines.push(line)
  return lines
}

async function* asInput(lines: string[]) {
  yield* lines
}

describe('earshot export and import (D-534)', () => {
  it('make SQLite and PostgreSQL answer as the store in memory does', async () => {
    const memory = createMemoryStore()
    await fill(memory)
    const exported = await linesOf(memory)
    const tables = new Set(exported.map(line => JSON.parse(line).table))
    expect(tables.size).toBe(19)

    const file = join(folder, 'imported.db')
    const sqlite = await openStore(file)
    expect(await importLines(sqlite, asInput(exported), { merge: false })).toEqual({
      added: exported.length - 2,
      kept: 0,
    })
    const { out, err, code } = await runToEnd(['export', '--data', file])
    expect([code, err]).toEqual([0, `Exported ${exported.length - 2} rows.\n`])
    const url = await createDatabase()
    const imported = await runToEnd(['import', '--data', url], { input: out.trimEnd().split('\n') })
    expect([imported.code, imported.err]).toEqual([0, `Imported ${exported.length - 2} rows.\n`])
    const postgres = await openStore(url)

    expect((await linesOf(sqlite)).slice(1)).toEqual(exported.slice(1))
    expect((await linesOf(postgres)).slice(1)).toEqual(exported.slice(1))
    const expected = await answers(memory)
    expect(statusesOf(expected[0])).toEqual([...Array(18).fill(200), 403, 403])
    expect(await answers(sqlite)).toEqual(expected)
    expect(await answers(postgres)).toEqual(expected)
    await sqlite.close()
    await postgres.close()
  })

  it.each<[string, () => Promise<string>]>([
    ['SQLite', async () => join(folder, 'snapshot.db')],
    ['PostgreSQL', createDatabase],
  ])('export %s as it is at one moment, while events arrive', async (_, create) => {
    const store = await openStore(await create())
    const service = createTestService({ store, surveys: [{ id: 'seeded' }] })
    await send(service, 'seeded', 300)
    const rows = store.rows()[Symbol.asyncIterator]()
    await rows.next()
    const sending = Promise.all([10, 20, 30].map(count => send(service, 'seeded', count)))
    await sending
    const found = { events: 0, surveyEvents: 0 }
    for (let next = await rows.next(); !next.done; next = await rows.next())
      if (next.value.table in found) found[next.value.table as keyof typeof found]++
    expect(found.events).toBe(300)
    expect(await store.count('events', { where: { project_id: 1 } })).toBe(360)
    await store.close()
  })

  it('contain no personal key', async () => {
    const memory = createMemoryStore()
    await fill(memory)
    const text = (await linesOf(memory)).join('\n')
    expect(text).toContain('sha256$')
    expect(text).not.toMatch(/phx_demo|phx_reader_of_surveys/)
  })
})
