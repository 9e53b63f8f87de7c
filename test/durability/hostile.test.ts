import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import lz from 'lz-string'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { HOSTILE_REQUESTS } from '../../scripts/hostileBodies.mjs'
import { startProcess } from '../support/serviceProcess'

/** Bodies are as large as in `scripts/hostileLoad.mjs` there, and a tenth here. */
const PART = 0.1
const ROUNDS = 3
const REQUESTS_AT_ONCE = 8

const ofPlan = (operator: string, value: string) => ({
  filters: { groups: [{ properties: [{ key: 'plan', type: 'person', operator, value }] }] },
})
const isHonest = [{ key: 'honest', type: 'person', operator: 'exact', value: ['true'] }]
const SEED = {
  flags: {
    'is-honest': { filters: { groups: [{ properties: isHonest }] } },
    'has-text': ofPlan('icontains', 'é'),
    'has-version': ofPlan('semver_gt', '1.2.3'),
    'has-pattern': ofPlan('regex', 'a+b'),
  },
}

const SURVEYS = {
  surveys: Array.from({ length: 20 }, (_, index) => ({
    id: `s${index}`,
    name: 's',
    questions: [{ type: 'open', question: 'Why?', description: 'd'.repeat(2600) }],
  })),
}

let folder: string
let seedFile: string
let surveysFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-hostile-'))
  seedFile = join(folder, 'seed.json')
  await writeFile(seedFile, JSON.stringify(SEED))
  surveysFile = join(folder, 'surveys.json')
  await writeFile(surveysFile, JSON.stringify(SURVEYS))
})
afterAll(() => rm(folder, { recursive: true }))

const createPost =
  (url: string) =>
  (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', body, headers })

/** Heap and allocator of D-677. */
const SMALL_PROCESS = {
  NODE_OPTIONS: '--max-old-space-size=128 --max-semi-space-size=4',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ADMIN = { Authorization: 'Bearer phx_demo', 'content-type': 'application/json' }

const MANY_HEADERS = Array.from({ length: 1900 }, (_, index) => `a${index.toString(36)}:\r\n`).join('')

/** Each is of a size that a service without a limit of parts does not survive, or answers with more than 256 MB. */
function bodiesOfManyParts(): Record<
  string,
  [path: string, body: BodyInit, headers?: Record<string, string>]
> {
  const event = (properties: string) =>
    `{"api_key":"phc_demo","event":"a","distinct_id":"u","properties":${properties}}`
  const inDepth = (text: string) => `${'['.repeat(255)}${text}1${']'.repeat(255)}`
  const flags = (text: string) =>
    JSON.stringify({ api_key: 'phc_demo', distinct_id: 'u', person_properties: { plan: text } })
  const survey = (fields: object) => JSON.stringify({ name: 's', type: 'popover', questions: [], ...fields })
  const surveys = '/api/projects/1/surveys/'
  return {
    'escapes beside NaN': ['/batch/', gzipSync(event(`{"n":NaN,"d":"${String.raw`\"`.repeat(9_900_000)}"}`))],
    'lists below the deepest level': ['/batch/', gzipSync(event(inDepth('[],'.repeat(6_000_000))))],
    'fields of a form': ['/e/', `data=x&${'a&'.repeat(9_500_000)}`, FORM],
    'blanks of a form': ['/e/', `data=A${'+'.repeat(15_000_000)}A`, FORM],
    'blanks in base64': ['/e/?compression=base64', `A${' '.repeat(15_000_000)}A`],
    'dots of a version': ['/flags?v=2', flags('.'.repeat(15_000_000))],
    'capitals of a text': ['/flags?v=2', flags(`É${'A.'.repeat(7_000_000)}`)],
    'wrong questions': [surveys, survey({ questions: Array(490_000).fill(1) }), ADMIN],
  }
}

describe('earshot serve with a small heap', () => {
  it('survives hostile requests with the public key in a heap of 128 MB, and stores an honest event afterwards (R50, D-491)', async () => {
    vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=128 --max-semi-space-size=4')
    const { url, kill } = await startProcess('--demo', '--seed', seedFile)
    vi.unstubAllEnvs()
    onTestFinished(kill)
    const post = createPost(url)
    const statuses = new Set<number>()
    const waiting = Array.from({ length: ROUNDS }, () => HOSTILE_REQUESTS).flat()
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { path, body, headers } = next(PART)
        const response = await post(path, body, headers)
        await response.text()
        statuses.add(response.status)
      }
    }
    await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work))
    // Stored, invalid, without a key, too large, with too long a query, or refused while too much is read.
    expect([...statuses].filter(status => ![200, 400, 401, 413, 414, 503].includes(status))).toEqual([])

    const uuid = crypto.randomUUID()
    const event = { api_key: 'phc_demo', event: '$set', distinct_id: uuid, $set: { honest: true } }
    expect((await post('/i/v0/e/', JSON.stringify(event))).status).toBe(200)
    const early = { api_key: 'phc_demo', distinct_id: uuid }
    const reply = await (await post('/flags?v=2', JSON.stringify(early))).json()
    expect(reply.flags['is-honest'].enabled).toBe(true)
  })

  it('survives bodies of many parts in a heap of 128 MB, and takes less than 256 MB for all (R50, D-720, D-723)', async () => {
    for (const [name, value] of Object.entries(SMALL_PROCESS)) vi.stubEnv(name, value)
    const { url, pid, kill } = await startProcess('--demo', '--seed', seedFile)
    vi.unstubAllEnvs()
    onTestFinished(kill)
    const post = createPost(url)
    for (const [name, [path, body, headers]] of Object.entries(bodiesOfManyParts())) {
      const { status } = await post(path, body, headers)
      expect([200, 400, 413], name).toContain(status)
    }
    // Linux alone shows it in a file.
    const memory = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'VmHWM: 0')
    expect(Number(/VmHWM:\s+(\d+)/.exec(memory)?.[1]) / 1024).toBeLessThan(256)
  }, 120_000)

  it.each([
    ['the API description', '/openapi.json'],
    ['surveys', '/api/surveys/?token=phc_demo'],
  ])('survives connections that ask 300 times for %s and read no reply (R50, D-750)', async (_, path) => {
    for (const [name, value] of Object.entries(SMALL_PROCESS)) vi.stubEnv(name, value)
    const { url, pid, kill } = await startProcess('--demo', '--seed', surveysFile)
    vi.unstubAllEnvs()
    onTestFinished(kill)
    const requests = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(300)
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      return socket.on('error', () => undefined).pause()
    })
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    await Promise.all(sockets.map(socket => new Promise(resolve => socket.write(requests, resolve))))
    // Those that arrived before it are answered by now, as far as they are.
    for (let request = 0; request < 3; request++) expect((await fetch(`${url}/healthz`)).status).toBe(200)
    // Linux alone shows it in a file.
    const memory = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'VmHWM: 0')
    expect(Number(/VmHWM:\s+(\d+)/.exec(memory)?.[1]) / 1024).toBeLessThan(160)
  })

  it.each([
    [
      'heads of 1900 headers',
      600,
      `POST /batch/ HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n${MANY_HEADERS}\r\n`,
    ],
    [
      'bodies of single bytes',
      40,
      `POST /batch/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(60_000)}`,
    ],
    ['2000 requests that are sent together', 60, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2000)],
    ['32 requests that are sent together', 2500, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(32)],
    ['2000 requests without a host', 60, 'GET /healthz HTTP/1.1\r\n\r\n'.repeat(2000)],
    ['heads that do not end', 5000, `GET / HTTP/1.1\r\nHost: a\r\na: ${'x'.repeat(15_000)}`],
  ])(
    'survives %s of %d connections that wait (R50, D-836, D-837, D-842, D-843)',
    async (_, connections, request) => {
      for (const [name, value] of Object.entries(SMALL_PROCESS)) vi.stubEnv(name, value)
      const { url, pid, kill } = await startProcess('--demo', '--no-demo-data')
      vi.unstubAllEnvs()
      onTestFinished(kill)
      const sockets = Array.from({ length: connections }, () => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1')
        return socket.on('error', () => undefined).resume()
      })
      onTestFinished(() => {
        for (const socket of sockets) socket.destroy()
      })
      await Promise.all(sockets.map(socket => new Promise(resolve => socket.write(request, resolve))))
      // A sender whose requests wait gets 503 meanwhile.
      const status = async () => (await fetch(`${url}/healthz`)).status
      for (let check = 0; check < 3; check++) await expect.poll(status, { timeout: 30_000 }).toBe(200)
      // Linux alone shows it in a file.
      const memory = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'VmHWM: 0')
      expect(Number(/VmHWM:\s+(\d+)/.exec(memory)?.[1]) / 1024).toBeLessThan(200)
    },
  )

  it('decodes long bodies in older encodings with a heap of 96 MB (D-474)', async () => {
    vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=96')
    const { url, kill } = await startProcess('--demo', '--no-demo-data')
    vi.unstubAllEnvs()
    onTestFinished(kill)
    const post = createPost(url)
    const json = (text: string) =>
      JSON.stringify({ api_key: 'phc_demo', event: 'a', distinct_id: 'u', properties: { text } })
    // Hardly compresses: two or three characters have a code of their own.
    const random = randomBytes(4_000_000).toString('base64')
    const bodies: [string, string][] = [
      ['/e/?compression=base64', Buffer.from(json('y'.repeat(10_000_000))).toString('base64')],
      ['/e/', Buffer.from(json('y'.repeat(10_000_000))).toString('base64')],
      ['/e/?compression=lz64', lz.compressToBase64(json(random))],
    ]
    for (const [path, body] of bodies) expect((await post(path, body)).status).toBe(200)
  }, 60_000)
})
