import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/server/openStore'
import { startLoad } from '../support/eventLoad'
import { startProcess } from '../support/serviceProcess'
import { createDatabase } from '../support/testStore'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-stop-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function uuidsOf(data: string): Promise<Set<string>> {
  const store = await openStore(data)
  const events = await store.find('events', { where: { project_id: 1 } })
  await store.close()
  return new Set(events.map(({ uuid }) => uuid))
}

/** Sends all of a request but its last byte. `finish` sends it, and resolves to all that was received. */
async function openRequest(url: string, body: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', text => {
    received += text
  })
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  const head = `POST /i/v0/e/ HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, -1))
  await pause(200)
  return {
    closed,
    finish: async () => {
      socket.write(body.slice(-1))
      await closed
      return received
    },
  }
}

describe('earshot serve at SIGTERM (D-540)', () => {
  it.each<[string, () => Promise<string>]>([
    ['SQLite', async () => join(folder, 'load.db')],
    ['PostgreSQL', createDatabase],
  ])('keeps every event that it has answered under load on %s, and exits with 0', async (_, create) => {
    const data = await create()
    const service = await startProcess('--demo', '--no-demo-data', '--data', data)
    let url: string | undefined = service.url
    const load = startLoad(() => (url ? [url] : []))
    await pause(700)
    const startedAt = performance.now()
    expect(await service.stop()).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(8000)
    const answered = new Set(load.answered)
    expect(answered.size).toBeGreaterThan(0)
    const stored = await uuidsOf(data)
    expect([...answered].filter(uuid => !stored.has(uuid))).toEqual([])
    // The rest is delivered to the next process, once.
    const next = await startProcess('--demo', '--no-demo-data', '--data', data)
    url = next.url
    await load.end()
    expect(await next.stop()).toBe(0)
    expect(await uuidsOf(data)).toEqual(load.sent)
  })

  it('answers a request in progress, and accepts no other', async () => {
    const data = join(folder, 'progress.db')
    const service = await startProcess('--demo', '--no-demo-data', '--data', data)
    const uuid = '00000000-0000-4000-8000-000000000001'
    const body = JSON.stringify({ api_key: 'phc_demo', event: 'a', distinct_id: 'u', uuid })
    const request = await openRequest(service.url, body)
    const exit = service.stop()
    await pause(200)
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow()
    const response = await request.finish()
    expect(response).toContain('HTTP/1.1 200 OK')
    expect(response.toLowerCase()).toContain('connection: close')
    expect(await exit).toBe(0)
    expect(await uuidsOf(data)).toEqual(new Set([uuid]))
  })

  it('exits at once at the second signal', async () => {
    const service = await startProcess('--demo', '--no-demo-data')
    onTestFinished(service.kill)
    await openRequest(service.url, 'never complete')
    const exit = service.stop()
    // `npx` passes on what the terminal has sent to both.
    service.signal('SIGTERM')
    await pause(500)
    service.signal('SIGINT')
    const startedAt = performance.now()
    expect(await exit).toBe(1)
    expect(performance.now() - startedAt).toBeLessThan(3000)
  })

  it('exits with 1 when a request is not complete in time', async () => {
    const service = await startProcess('--demo', '--no-demo-data')
    onTestFinished(service.kill)
    await openRequest(service.url, 'never complete')
    expect(await service.stop()).toBe(1)
  }, 20_000)
})
