import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/server/openStore'
import { runToEnd, startCli, stopCli, urlOf } from '../../support/startCli'

let folder: string
let data: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-keys-'))
  data = join(folder, 'earshot.db')
  const service = startCli(['serve', '--port=0', '--data', data])
  await urlOf(service)
  await stopCli(service)
})
afterAll(() => rm(folder, { recursive: true }))

describe('earshot keys', () => {
  it.each<[string, string[], string]>([
    [
      'an unknown scope',
      ['create', '--scope', 'survey'],
      "unknown scope 'survey'. Expected one of *, survey:read",
    ],
    [
      'a project that is no number',
      ['create', '--project', 'shop'],
      "--project must be the id of a project, not 'shop'",
    ],
    ['no id', ['revoke'], 'no id. Expected an id that earshot keys list prints'],
    ['an unexpected argument', ['list', 'all'], "Unexpected argument 'all'"],
  ])('exits with 2 for %s', async (_, argv, detail) => {
    const { code, err } = await runToEnd(['keys', ...argv, '--data', data])
    expect([code, err]).toEqual([2, expect.stringContaining(detail)])
  })

  it.each<[string, string[], string]>([
    ['an unknown project', ['create', '--project', '7'], '--project: there is no project 7'],
    [
      'an unknown user',
      ['create', '--user', 'bob@example.com'],
      '--user: no user has this email address. Expected owner@',
    ],
    ['an unknown id', ['revoke', 'abc'], 'there is no key with the id abc, and none is revoked.'],
  ])('exits with 1 for %s', async (_, argv, detail) => {
    const { code, err } = await runToEnd(['keys', ...argv, '--data', data])
    expect([code, err]).toEqual([1, expect.stringContaining(detail)])
  })

  it('revokes no key when one of the ids is unknown', async () => {
    const list = async () => (await runToEnd(['keys', 'list', '--data', data])).out
    const before = await list()
    const [, row] = before.split('\n')
    const [id] = row!.split(' ')
    expect((await runToEnd(['keys', 'revoke', id!, 'abc', '--data', data])).code).toBe(1)
    expect(await list()).toBe(before)
  })

  it('needs a database', async () => {
    const { code, err } = await runToEnd(['keys', 'list'])
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('--data is missing. Expected a SQLite file or a PostgreSQL URL'),
    ])
  })

  it('refuses a file that does not exist, and creates none', async () => {
    const missing = join(folder, 'missing.db')
    const { code, err } = await runToEnd(['keys', 'list'], { env: { EARSHOT_DATA: missing } })
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`there is no file ${missing}. Expected the database`),
    ])
    expect(existsSync(missing)).toBe(false)
  })

  it('stores the hash of a key in place of the key (D-530)', async () => {
    const { out } = await runToEnd(['keys', 'create', '--data', data, '--label', 'Stored'])
    const store = await openStore(data)
    const rows = await store.find('personalKeys', { where: {} })
    await store.close()
    expect(rows.find(({ label }) => label === 'Stored')).toMatchObject({
      hash: expect.stringMatching(/^sha256\$[0-9a-f]{64}$/),
      mask: `phx_...${out.trim().slice(-4)}`,
      scopes: ['*'],
      project_ids: null,
    })
    expect(JSON.stringify(rows)).not.toContain(out.trim())
  })
})
