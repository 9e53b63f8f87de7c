import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { fillDemo } from '../../../src/server/cli/fillDemo'
import {
  createService,
  type Service,
  type Store,
  type StoredEvent,
  StoreUnavailableError,
} from '../../../src/server/index'
import { createMemoryStore } from '../../../src/server/store/memoryStore'
import { createDemo } from '../../../src/server/testing/demo/createDemo'
import { startCli, stopCli, urlOf } from '../../support/startCli'

/** A month takes half a second, and a busy machine much longer. */
const TIMEOUT_MS = 60_000

const NOW = Date.UTC(2025, 5, 11, 15, 30)
const HEADERS = { Authorization: 'Bearer phx_demo' }

/** A service with the month before a time. */
async function demoService(now = NOW) {
  const demo = createDemo(now)
  const service = createService({ ...demo.options, store: createMemoryStore(), now: () => now })
  const store = createMemoryStore()
  const filled = createService({ ...demo.options, store, now: () => now })
  await filled.state.events()
  await fillDemo(store, demo)
  return { service: filled, isEmptyAlone: (await service.state.events()).length === 0 }
}

const get = async (service: { fetch: typeof fetch }, path: string) =>
  (await service.fetch(`http://service.test/api/projects/1/${path}`, { headers: HEADERS })).json()

const named = (events: StoredEvent[], name: string, surveyId: string) =>
  events.filter(({ event, properties }) => event === name && properties['$survey_id'] === surveyId)

const distinct = (events: StoredEvent[], key: (event: StoredEvent) => unknown) =>
  new Set(events.map(key)).size

describe('fillDemo', () => {
  it('throws an error with the reason and the remedy when the disk becomes full (D-763)', async () => {
    const demo = createDemo(NOW)
    const store = createMemoryStore()
    await createService({ ...demo.options, store, now: () => NOW }).state.events()
    let left = 3
    const transaction: Store['transaction'] = (work, announced) => {
      if (left-- > 0) return store.transaction(work, announced)
      return Promise.reject(new StoreUnavailableError('SQLite: database or disk is full'))
    }
    await expect(fillDemo({ ...store, transaction }, demo)).rejects.toThrow(
      'cannot write the data of the demo: SQLite: database or disk is full. The database has a part of it. Delete it before',
    )
  })
})

describe('the example data of earshot serve --demo (D-602)', () => {
  let service: Service
  let isEmptyAlone: boolean
  beforeAll(async () => {
    ;({ service, isEmptyAlone } = await demoService())
  }, TIMEOUT_MS)

  it('has statistics that agree with the events of the store', async () => {
    const events = await service.state.events()
    const { results } = await get(service, 'surveys/')
    expect(results).toHaveLength(5)
    let answered = 0
    for (const { id } of results) {
      const { stats } = await get(service, `surveys/${id}/stats/`)
      const shown = named(events, 'survey shown', id)
      const sent = named(events, 'survey sent', id)
      const dismissed = named(events, 'survey dismissed', id).filter(
        ({ properties }) => properties['$survey_partially_completed'] === false,
      )
      const respondent = ({ person_id, distinct_id }: StoredEvent) => person_id ?? distinct_id
      const submission = ({ properties }: StoredEvent) => properties['$survey_submission_id']
      expect({
        shown: [stats['survey shown'].total_count, stats['survey shown'].unique_persons],
        sent: [stats['survey sent'].total_count, stats['survey sent'].unique_persons],
        dismissed: stats['survey dismissed'].total_count,
      }).toEqual({
        shown: [shown.length, distinct(shown, respondent)],
        sent: [distinct(sent, submission), distinct(sent, respondent)],
        dismissed: dismissed.length,
      })
      answered += stats['survey sent'].total_count
    }
    expect(answered).toBeGreaterThan(100)
  })

  it(
    'is the same month for the same time',
    async () => {
      const { service: second } = await demoService()
      expect(await service.state.events()).toEqual(await second.state.events())
      expect(await service.state.persons()).toEqual(await second.state.persons())
      expect(await service.state.surveys()).toEqual(await second.state.surveys())
    },
    TIMEOUT_MS,
  )

  it(
    'ends now, and received each event when it occurred',
    async () => {
      const now = NOW + 3 * 86_400_000 + 12_345
      const later = await demoService(now)
      const events = await later.service.state.events()
      const age = ({ timestamp }: StoredEvent) => now - Date.parse(timestamp)
      expect(Math.min(...events.map(age))).toBeGreaterThanOrEqual(0)
      expect(Math.max(...events.map(age))).toBeLessThan(31 * 86_400_000)
      expect(events.filter(event => age(event) < 3_600_000).length).toBeGreaterThan(20)
      for (const { timestamp, received_at } of events) {
        const delay = Date.parse(received_at) - Date.parse(timestamp)
        // Unreadable timestamps become the time of arrival.
        expect(delay).toBeGreaterThanOrEqual(0)
        expect(delay).toBeLessThan(3_600_000)
      }
    },
    TIMEOUT_MS,
  )

  it('has people of each kind, flag calls with the values of the service, and dropped events', async () => {
    const persons = await service.state.persons()
    expect(persons.length).toBeGreaterThan(60)
    expect(persons.length).toBeLessThan(120)
    const emails = persons.map(({ properties }) => properties['email'])
    expect(new Set(emails).size).toBe(emails.length)
    for (const email of emails) expect(email).toMatch(/^[a-z]+\.[a-z]+@example\.com$/)
    const events = await service.state.events()
    expect(events.some(({ person_id }) => person_id === null)).toBe(true)
    const calls = events.filter(({ event }) => event === '$feature_flag_called').slice(-40)
    for (const { distinct_id, properties } of calls) {
      const reply = await service.fetch('/flags?v=2', {
        method: 'POST',
        body: JSON.stringify({ api_key: 'phc_demo', distinct_id }),
      })
      const { enabled, variant } = (await reply.json()).flags[String(properties['$feature_flag'])]
      expect(properties['$feature_flag_response']).toBe(variant ?? enabled)
    }
    const types = (await service.state.warnings()).map(({ type }) => type)
    expect(new Set(types).size).toBeGreaterThan(3)
  })

  it('has answers in two languages, partial ones, and each text once', async () => {
    const sent = (await service.state.events()).filter(({ event }) => event === 'survey sent')
    expect(distinct(sent, ({ properties }) => properties['$survey_language'])).toBe(2)
    const complete = sent.filter(({ properties }) => properties['$survey_completed'] === true)
    const texts = complete.flatMap(({ properties }) =>
      ['disappointed', 'missing', 'like', 'feedback', 'right'].flatMap(
        id => (properties[`$survey_response_${id}`] as string | null | undefined) ?? [],
      ),
    )
    expect(texts.length).toBeGreaterThan(50)
    expect(new Set(texts).size).toBe(texts.length)
    const submissions = new Set(complete.map(({ properties }) => properties['$survey_submission_id']))
    expect(sent.some(({ properties }) => !submissions.has(properties['$survey_submission_id']))).toBe(true)
  })

  it('is nothing that a service has by itself', () => {
    expect(isEmptyAlone).toBe(true)
  })
})

describe('earshot serve --demo', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-demo-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** Starts the service, and stops it after a look. Returns the totals of all surveys. */
  async function shownAfter(...argv: string[]): Promise<number> {
    const command = startCli(['serve', '--port=0', '--demo', ...argv])
    onTestFinished(() => stopCli(command))
    const url = await urlOf(command)
    const response = await fetch(`${url}/api/projects/@current/surveys/stats/`, { headers: HEADERS })
    return (await response.json()).stats['survey shown']?.total_count ?? 0
  }

  it(
    'starts with example data, once for a database',
    async () => {
      const data = join(folder, 'once.db')
      const shown = await shownAfter('--data', data)
      expect(shown).toBeGreaterThan(100)
      expect(await shownAfter('--data', data)).toBe(shown)
    },
    TIMEOUT_MS,
  )

  it(
    'adds none with --no-demo-data, with a seed, and to a database that is in use',
    async () => {
      const seed = join(folder, 'seed.json')
      await writeFile(seed, '{"surveys":[{"id":"mine","questions":[]}]}')
      const data = join(folder, 'used.db')
      expect(await shownAfter('--no-demo-data', '--data', data)).toBe(0)
      expect(await shownAfter('--data', data)).toBe(0)
      expect(await shownAfter('--seed', seed)).toBe(0)
    },
    TIMEOUT_MS,
  )
})
