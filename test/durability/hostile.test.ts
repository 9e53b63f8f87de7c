import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

describe('earshot serve in 256 MB', () => {
  it('survives hostile requests with the public key and stores an honest event afterwards (R50)', async () => {
    vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=256')
    const { url, kill } = await startProcess('--demo', '--seed', seedFile)
    vi.unstubAllEnvs()
    onTestFinished(kill)
    const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
      fetch(url + path, { method: 'POST', body, headers })
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
})
