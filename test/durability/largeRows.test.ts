import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ServiceProcess, spawnCli, startProcess } from '../support/serviceProcess'

const MB = 1_000_000
const SURVEYS = '/api/projects/1/surveys/'
const ADMIN = { Authorization: 'Bearer phx_demo', 'Content-Type': 'application/json' }

/** Creates a folder with a database, which is removed after the test. */
async function newDatabase(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-large-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return `file:${join(folder, 'earshot.db')}`
}

/** Starts `earshot serve` with the memory of a small container. See D-677. */
async function startSmall(...args: string[]): Promise<ServiceProcess> {
  vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=128 --max-semi-space-size=4')
  vi.stubEnv('MALLOC_ARENA_MAX', '1')
  vi.stubEnv('MALLOC_MMAP_THRESHOLD_', '131072')
  const service = await startProcess('--demo', '--no-demo-data', ...args)
  vi.unstubAllEnvs()
  onTestFinished(service.kill)
  return service
}

/** Returns the requests of a test. A request that the service does not answer fails. */
function createRequests(url: string) {
  const capture = async (...batch: object[]) => {
    const response = await fetch(`${url}/batch/`, {
      method: 'POST',
      body: JSON.stringify({ api_key: 'phc_demo', batch }),
    })
    expect(response.status).toBe(200)
  }
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers: ADMIN })
    expect(response.status).toBe(200)
    return response.text()
  }
  const createSurvey = async (fields: object = {}): Promise<string> => {
    const survey = {
      name: 'Survey',
      type: 'popover',
      start_date: '2025-01-01T00:00:00Z',
      questions: [{ type: 'open', question: 'Why?', id: 'why' }],
      ...fields,
    }
    const response = await fetch(url + SURVEYS, {
      method: 'POST',
      body: JSON.stringify(survey),
      headers: ADMIN,
    })
    return (await response.json()).id
  }
  return { capture, get, createSurvey }
}

describe('earshot serve with a small heap and a database', () => {
  it('reads, merges, exports and removes events of 2 MB (R50, D-725)', async () => {
    const data = await newDatabase()
    const service = await startSmall('--data', data)
    const { capture, get, createSurvey } = createRequests(service.url)
    const id = await createSurvey()
    const answer = (i: number) => ({
      event: 'survey sent',
      distinct_id: i % 2 ? 'a' : 'b',
      uuid: `00000000-0000-4000-8000-${`${i}`.padStart(12, '0')}`,
      properties: { $survey_id: id, $survey_response_why: `${i}`.padEnd(2 * MB, 'y') },
    })
    for (let i = 0; i < 80; i++) await capture(answer(i))

    const page = JSON.parse(await get('/api/projects/1/events/?limit=200'))
    expect([page.results.length > 0, page.results.length < 10]).toEqual([true, true])
    expect(page.next).toContain('cursor=')
    expect(JSON.parse(await get(`${SURVEYS}${id}/results`)).started).toBe(80)
    const responses = JSON.parse(await get(`${SURVEYS}${id}/responses?limit=200`))
    expect([responses.results.length < 10, responses.next === null]).toEqual([true, false])
    // The uuids of all events again: they are known, and none of them is read.
    await capture(...Array.from({ length: 80 }, (_, i) => ({ ...answer(i), properties: {} })))

    await capture({ event: '$identify', distinct_id: 'b', properties: { $anon_distinct_id: 'a' } })
    const [{ person_id }] = JSON.parse(await get('/api/projects/1/events/?limit=1')).results
    const first = JSON.parse(await get(`/api/projects/1/events/?limit=200&person_id=${person_id}`))
    expect(first.results[0].person_id).toBe(person_id)
    expect(JSON.parse(await get(`${SURVEYS}${id}/results`)).totals.sent_persons).toBe(1)

    // Persons of half a megabyte, and then all of them in one small batch.
    const visitors = Array.from({ length: 120 }, (_, i) => `visitor-${i}`)
    for (const distinct_id of visitors)
      await capture({ event: '$set', distinct_id, $set: { text: 'y'.repeat(MB / 2) } })
    await capture(...visitors.map(distinct_id => ({ event: '$set', distinct_id, $set: { seen: true } })))
    const persons = JSON.parse(await get('/api/projects/1/persons/?limit=200'))
    expect(persons.results[0].properties).toMatchObject({ seen: true })
    expect([persons.results.length < 20, persons.next === null]).toEqual([true, false])
    await service.stop()

    vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=128')
    const exporting = await spawnCli(['export', '--data', data])
    const importing = await spawnCli(['import', '--data', await newDatabase()])
    vi.unstubAllEnvs()
    exporting.stdout!.pipe(importing.stdin!)
    expect(await Promise.all([once(exporting, 'exit'), once(importing, 'exit')])).toEqual([
      [0, null],
      [0, null],
    ])

    const keeping = await startSmall('--data', data, '--keep', '1d', '--max-events', '5')
    const requests = createRequests(keeping.url)
    // Some of them go with each of the first events (D-848).
    for (let i = 0; i < 20; i++) await requests.capture({ event: 'last', distinct_id: 'b' })
    const kept = JSON.parse(await requests.get('/api/projects/1/events/?limit=200')).results
    expect(kept.length).toBeLessThanOrEqual(5)
    expect(kept[0].event).toBe('last')
  }, 300_000)
})

describe('earshot serve with a small heap and no database', () => {
  it('reads and merges events of many values (R50, D-746, D-747)', async () => {
    const service = await startSmall()
    const { capture, get, createSurvey } = createRequests(service.url)
    const id = await createSurvey()
    const list = Array(99_000).fill({})
    for (let i = 0; i < 40; i++) {
      const properties = { $survey_id: id, list }
      await capture({ event: 'survey sent', distinct_id: i % 2 ? 'a' : 'b', properties })
    }
    expect(JSON.parse(await get(`${SURVEYS}${id}/results`)).started).toBe(40)
    expect(JSON.parse(await get(`${SURVEYS}${id}/responses?limit=200`)).results).toHaveLength(40)
    expect((await get(`${SURVEYS}${id}/responses?format=csv`)).split('\n').length).toBeGreaterThan(40)
    const page = JSON.parse(await get('/api/projects/1/events/?limit=200'))
    expect([page.results.length < 10, page.next === null]).toEqual([true, false])
    expect(JSON.parse(await get('/api/projects/1/events/?search=nothing')).results).toEqual([])
    await capture({ event: '$identify', distinct_id: 'b', properties: { $anon_distinct_id: 'a' } })
    expect(JSON.parse(await get(`${SURVEYS}${id}/results`)).totals.sent_persons).toBe(1)
  }, 120_000)

  it('stores small events about large persons (R50, D-745)', async () => {
    const service = await startSmall()
    const { capture, get } = createRequests(service.url)
    const visitors = Array.from({ length: 40 }, (_, i) => `visitor-${i}`)
    // More than a person has room for.
    const $set = Object.fromEntries(Array.from({ length: 14_000 }, (_, i) => [`p${i}`, i]))
    for (const distinct_id of visitors) await capture({ event: '$set', distinct_id, $set })
    await capture(
      ...Array.from({ length: 500 }, (_, i) => ({
        event: '$set',
        distinct_id: visitors[i % 40],
        $set: { p1: -i },
      })),
    )
    const persons = JSON.parse(await get('/api/projects/1/persons/?limit=1'))
    expect(persons.results[0].properties.p1).toBeLessThan(-400)
  }, 120_000)
})
