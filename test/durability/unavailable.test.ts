import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startPostgres } from '../../scripts/postgres.mjs'
import { createService, type Service } from '../../src/server/index'
import { openStore, type SqlStore } from '../../src/server/openStore'
import type { RunStatement } from '../../src/server/store/sql/database'
import { openPostgres } from '../../src/server/store/sql/postgres'
import { StoreUnavailableError } from '../../src/server/store/store'
import { spawnCli, startProcess, startWithFileLimit } from '../support/serviceProcess'
import { createDatabase, openLocklessStore } from '../support/testStore'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-unavailable-'))
})
afterAll(() => rm(folder, { recursive: true }))

const event = (uuid: number, properties: object = {}) =>
  JSON.stringify({
    api_key: 'phc_demo',
    distinct_id: 'u',
    event: 'e',
    uuid: `00000000-0000-4000-8000-${String(uuid).padStart(12, '0')}`,
    properties,
  })

/** Sends events until one is refused, and returns the response to it. */
async function sendUntilRefused(
  send: (body: string) => Promise<Response>,
  properties: object,
): Promise<Response> {
  for (let i = 0; i < 1000; i++) {
    const response = await send(event(i, properties))
    if (response.status !== 200) return response
  }
  throw new Error('No event was refused.')
}

describe('earshot serve on a full disk', () => {
  it('answers 503 with Retry-After, and stores events again when there is room', async () => {
    const file = join(folder, 'full.db')
    const { url, pid, kill } = await startProcess('--demo', '--no-demo-data', '--data', file)
    onTestFinished(kill)
    const send = (body: string) => fetch(`${url}/i/v0/e/`, { method: 'POST', body })
    const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}`])
    expect((await send(event(5000))).status).toBe(200)
    // A file that may not grow is what a full disk is to the process.
    limit('1000000:')
    const refused = await sendUntilRefused(send, { text: 'x'.repeat(50_000) })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ code: 'unavailable' })
    expect((await fetch(`${url}/flags`, { method: 'POST', body: event(1) })).status).toBe(200)
    // The room for a page may be left.
    limit('100000:')
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    limit('unlimited:')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await send(event(5001))).status).toBe(200)
    await kill()
    const store = await openStore(file)
    const uuids = (await store.find('events', { where: { project_id: 1 } })).map(({ uuid }) => uuid.slice(-4))
    expect(uuids).toEqual(expect.arrayContaining(['5000', '5001']))
    expect(new Set(uuids).size).toBe(uuids.length)
    await store.close()
  })
})

describe('earshot serve when the disk is full at its start (D-709)', () => {
  it('says so, answers /readyz with 503 and goes on with flags', async () => {
    const file = join(folder, 'full-at-start.db')
    const first = await startProcess('--data', file)
    onTestFinished(first.kill)
    expect(first.output()).not.toContain('takes no rows')
    const key = /phc_[\w-]+/.exec(first.output())![0]
    const bodyOf = (uuid: number, properties?: object) => event(uuid, properties).replace('phc_demo', key)
    const body = bodyOf(1, { text: 'x'.repeat(500_000) })
    expect((await fetch(`${first.url}/i/v0/e/`, { method: 'POST', body })).status).toBe(200)
    await first.kill()
    // The journal is longer than that.
    const second = await startWithFileLimit(100_000, '--data', file)
    onTestFinished(second.kill)
    await vi.waitFor(() => expect(second.output()).toContain('takes no rows, and events get 503'), 5000)
    expect((await fetch(`${second.url}/readyz`)).status).toBe(503)
    const statusOf = async (path: string) =>
      (await fetch(second.url + path, { method: 'POST', body: bodyOf(2) })).status
    expect([await statusOf('/i/v0/e/'), await statusOf('/flags')]).toEqual([503, 200])
  })
})

describe('a service whose PostgreSQL is read-only', () => {
  it('answers /readyz with 503 until rows can be written, and flags with 200 (D-495)', async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.remove)
    const store = await openStore(postgres.url)
    const admin = await openPostgres(postgres.url)
    const service = createService({ store, flags: { on: true } })
    const setReadOnly = async (value: 'on' | 'off') => {
      await admin.read(`ALTER SYSTEM SET default_transaction_read_only = '${value}'`)
      await admin.read('SELECT pg_reload_conf()')
    }
    const statusOf = async (path: string, init?: RequestInit) => (await service.fetch(path, init)).status
    let uuid = 0
    const sendEvent = () => statusOf('/i/v0/e/', { method: 'POST', body: event(uuid++) })
    expect([await sendEvent(), await statusOf('/readyz')]).toEqual([200, 200])
    await setReadOnly('on')
    await vi.waitFor(async () => expect(await sendEvent()).toBe(503), 10_000)
    expect(await statusOf('/readyz')).toBe(503)
    expect(await statusOf('/flags', { method: 'POST', body: event(1) })).toBe(200)
    // The session itself can write then, unlike its default.
    await admin.read('SET default_transaction_read_only = off')
    await setReadOnly('off')
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), 10_000)
    expect(await sendEvent()).toBe(200)
    await Promise.all([admin.close(), store.close()])
  })
})

describe('a service whose PostgreSQL is gone', () => {
  it('answers 503 with Retry-After, and recovers by itself', async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.remove)
    const store = await openStore(postgres.url)
    const service = createService({ store, flags: { on: true } })
    const send = (uuid: number) => service.fetch('/i/v0/e/', { method: 'POST', body: event(uuid) })
    expect((await send(1)).status).toBe(200)
    await postgres.stop()
    const refused = await send(2)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    await postgres.start()
    await vi.waitFor(async () => expect((await send(2)).status).toBe(200), { timeout: 10_000 })
    expect((await send(2)).status).toBe(200)
    expect(await service.state.events()).toHaveLength(2)
    await store.close()
  })

  it('seeds its data when the database comes back, if it was gone at the first request', async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.remove)
    const store = await openStore(postgres.url)
    const service = createService({ store, flags: { on: true } })
    const flags = () => service.fetch('/flags?v=2', { method: 'POST', body: event(1) })
    await postgres.stop()
    expect((await flags()).status).toBe(503)
    await postgres.start()
    await vi.waitFor(async () => expect((await flags()).status).toBe(200), { timeout: 10_000 })
    expect((await (await flags()).json()).flags.on.enabled).toBe(true)
    await store.close()
  })
})

describe('openPostgres whose connection is lost', () => {
  const query = async (statement: string) => {
    const { default: pg } = await import('pg')
    const client = new pg.Client(process.env['EARSHOT_TEST_POSTGRES'])
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const loseConnection = async (run: RunStatement) => {
    const [row] = await run('SELECT pg_backend_pid() AS pid')
    const left = run('SELECT 1 FROM pg_sleep(20)').catch(error => error)
    await query(`SELECT pg_terminate_backend(${row!['pid']})`)
    await left
  }

  it('fails a transaction as unavailable, and goes on (D-694)', async () => {
    const database = await openPostgres(await createDatabase())
    await expect(database.transaction(loseConnection)).rejects.toThrow(StoreUnavailableError)
    expect(await database.transaction(run => run('SELECT 1 AS one'))).toEqual([{ one: '1' }])
    await database.close()
  })

  it('fails a snapshot as unavailable, and goes on (D-694)', async () => {
    const database = await openPostgres(await createDatabase())
    const { run, close } = await database.openSnapshot()
    await loseConnection(run)
    await expect(run('SELECT 1')).rejects.toThrow(StoreUnavailableError)
    await close()
    expect(await database.read('SELECT 1 AS one')).toEqual([{ one: '1' }])
    await database.close()
  })
})

describe('several services on one database', () => {
  it.each<[string, () => Promise<string>]>([
    ['SQLite', async () => join(folder, 'shared.db')],
    ['PostgreSQL', createDatabase],
  ])('see changes of each other on %s (D-485)', async (_, create) => {
    const data = await create()
    const stores = await Promise.all([openStore(data), openStore(data)])
    const [first, second] = stores.map(store => createService({ store })) as [Service, Service]
    const isOn = async (service: Service) => {
      const response = await service.fetch('/flags?v=2', { method: 'POST', body: event(1) })
      return (await response.json()).flags['new-nav']?.enabled
    }
    expect(await isOn(second)).toBeUndefined()
    for (const value of [true, false, true]) {
      await first.state.setFlag('new-nav', value)
      expect(await isOn(first)).toBe(value)
      await vi.waitFor(async () => expect(await isOn(second)).toBe(value), { timeout: 10_000, interval: 50 })
    }
    await first.state.addSurvey({ id: 's' })
    const surveys = async () =>
      (await (await second.fetch('/api/surveys/?token=phc_demo')).json()).surveys.length
    await vi.waitFor(async () => expect(await surveys()).toBe(1), { timeout: 10_000, interval: 50 })
    for (const store of stores) await store.close()
  })

  it.each<[string, () => Promise<string>, (url: string) => Promise<SqlStore>]>([
    ['SQLite', async () => join(folder, 'ids.db'), openStore],
    ['PostgreSQL', createDatabase, openStore],
    ['a server without advisory locks', createDatabase, openLocklessStore],
  ])('give no id twice on %s', async (_, create, openShared) => {
    const data = await create()
    const stores = [await openShared(data), await openShared(data)]
    const services = stores.map(store => createService({ store }))
    const created = Array.from({ length: 20 }, (_, i) => services[i % 2]!.state.setFlag(`flag-${i}`, true))
    const ids = (await Promise.all(created)).map(({ id }) => id)
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    for (const store of stores) await store.close()
  })
})

describe('openStore of a database that it must not use', () => {
  it.each<[string, () => Promise<string>]>([
    ['SQLite', async () => join(folder, 'newer.db')],
    ['PostgreSQL', createDatabase],
  ])('refuses a newer version on %s', async (_, create) => {
    const data = await create()
    await (await openStore(data)).close()
    await addVersion(data, 99)
    await expect(openStore(data)).rejects.toThrow(
      'earshot.openStore: the database has version 99, and this Earshot knows versions up to 3. Update Earshot, or open another database.',
    )
  })

  const fill = async (file: string) => {
    const store = await openStore(file)
    const service = createService({ store })
    for (let i = 0; i < 200; i++)
      await service.fetch('/i/v0/e/', { method: 'POST', body: event(i, { text: 'x'.repeat(500) }) })
    await store.close()
    return (await readFile(file)).length
  }

  it('refuses a file with damaged pages', async () => {
    const file = join(folder, 'damaged.db')
    const size = await fill(file)
    const handle = await open(file, 'r+')
    await handle.write(Buffer.alloc(40_000, 'damage'), 0, 40_000, size - 80_000)
    await handle.close()
    await expect(openStore(file)).rejects.toThrow(
      /^earshot\.openStore: .*damaged\.db is damaged: .*Restore it from a backup\.$/s,
    )
  })

  it('refuses a file that was copied in part', async () => {
    const file = join(folder, 'partial.db')
    await truncate(file, (await fill(file)) - 50_000)
    await expect(openStore(file)).rejects.toThrow(/^earshot\.openStore: .*partial\.db is damaged: /)
  })

  it.each([
    ['mysql://localhost/x', 'unknown database "mysql:". Expected file:… or postgres://…'],
    ['file:', 'no file. Expected file:earshot.db'],
    ['file:a.db?synchronous=off', 'unknown synchronous "off". Expected normal or full.'],
    ['file:a.db?mode=ro', 'unknown parameter "mode". Expected synchronous.'],
    ['/nowhere/a.db', '/nowhere/a.db cannot be opened as a SQLite database: '],
    [
      'postgres://u:secret@127.0.0.1:1/earshot',
      'the database earshot at 127.0.0.1:1 cannot be opened: connect ECONNREFUSED 127.0.0.1:1.',
    ],
  ])('refuses %s and says why', async (url, detail) => {
    const error = await openStore(url).catch((thrown: Error) => thrown)
    expect(String(error)).toContain(`earshot.openStore: ${detail}`)
    expect(String(error)).not.toContain('secret')
  })

  it('names the command that installs a missing driver', async () => {
    const child = await spawnCli(['serve', '--port=0', '--data', 'postgres://127.0.0.1/earshot'], folder)
    const [output, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
    expect([code, output.trim()]).toEqual([
      1,
      'earshot: earshot.openStore: PostgreSQL needs the package pg. Run: npm install pg',
    ])
  })
})

/** Pretends that a later Earshot has migrated the database. */
async function addVersion(data: string, version: number): Promise<void> {
  const statement = `INSERT INTO earshot_migrations (version) VALUES (${version})`
  if (!data.startsWith('postgres:')) {
    const { default: Database } = await import('libsql')
    const database = new Database(data)
    database.exec(statement)
    database.close()
    return
  }
  const { default: pg } = await import('pg')
  const client = new pg.Client(data)
  await client.connect()
  await client.query(statement)
  await client.end()
}
