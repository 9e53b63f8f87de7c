import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startProcess } from '../support/serviceProcess'
import { runToEnd } from '../support/startCli'
import { createDatabase } from '../support/testStore'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-keys-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs `earshot keys …`, which must succeed. */
const keys = async (...argv: string[]) => {
  const { code, out, err } = await runToEnd(['keys', ...argv])
  expect([code, err.includes('earshot: ')]).toEqual([0, false])
  return { out: out.trimEnd(), err }
}

const BOTH: [string, () => Promise<string>][] = [
  ['SQLite', async () => join(folder, 'keys.db')],
  ['PostgreSQL', createDatabase],
]

describe('earshot keys, while a service runs on the same database (D-533)', () => {
  it.each(BOTH)('creates, lists and revokes keys that count within a second on %s', async (_, create) => {
    const data = await create()
    const { url, kill } = await startProcess('--data', data)
    onTestFinished(kill)
    const status = async (key: string, path = '') => {
      const headers = { Authorization: `Bearer ${key}` }
      return (await fetch(`${url}/api/projects/1/surveys/${path}`, { headers })).status
    }
    const becomes = (key: string, expected: number) =>
      vi.waitFor(async () => expect(await status(key)).toBe(expected), { timeout: 5000, interval: 50 })

    const options = ['--scope', 'survey:read', '--project', '1', '--label', 'Dashboard']
    const { out: key, err } = await keys('create', '--data', data, ...options)
    expect(key).toMatch(/^phx_\S{43}$/)
    await becomes(key, 200)
    expect(await status(key, 'activity')).toBe(403)

    const { out: list } = await keys('list', '--data', data)
    const row = list.split('\n').find(line => line.includes('Dashboard'))!
    const [id] = row.split(/\s+/)
    expect(err).toContain(`Created key ${id}.`)
    expect(row).toContain(`phx_...${key.slice(-4)}  Dashboard    owner@example.com  1         survey:read`)
    expect(list).not.toContain(key)

    await keys('revoke', id!, '--data', data)
    await becomes(key, 401)
    expect((await keys('list', '--data', data)).out).not.toContain('Dashboard')
  })
})
