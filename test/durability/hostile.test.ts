import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lz from 'lz-string'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { HOSTILE_REQUESTS } from '../../scripts/hostileBodies.mjs'
import { startProcess } from '../support/serviceProcess'

/** Bodies are as large as in `scripts/hostileLoad.mjs` there, and a tenth here. */
const PART = 0.1
const ROUNDS = 3
const REQUESTS_AT_ONCE = 8

const isHonest = [{ key: 'honest', type: 'person', operator: 'exact', value: ['true'] }]
const SEED = { flags: { 'is-honest': { filters: { groups: [{ properties: isHonest }] } } } }

let folder: string
let seedFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-hostile-'))
  seedFile = join(folder, 'seed.json')
  await writeFile(seedFile, JSON.stringify(SEED))
})
afterAll(() => rm(folder, { recursive: true }))

const createPost =
  (url: string) =>
  (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', body, headers })

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
    // Stored, invalid, without a key, too large, or refused while too much is read.
    expect([...statuses].filter(status => ![200, 400, 401, 413, 503].includes(status))).toEqual([])

    const uuid = crypto.randomUUID()
    const event = { api_key: 'phc_demo', event: '$set', distinct_id: uuid, $set: { honest: true } }
    expect((await post('/i/v0/e/', JSON.stringify(event))).status).toBe(200)
    const early = { api_key: 'phc_demo', distinct_id: uuid }
    const reply = await (await post('/flags?v=2', JSON.stringify(early))).json()
    expect(reply.flags['is-honest'].enabled).toBe(true)
  })

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
