import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text as replyOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { serve } from '../../../src/server/node'
import { createTestService } from '../testService'

const json = (distinct_id: string, properties: object = {}) =>
  JSON.stringify({ api_key: 'phc_demo', event: 'page', distinct_id, properties })
const post = (header: string) => `POST /i/v0/e/ HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`
const CHUNKED = post('Transfer-Encoding: chunked')
const chunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`
const END = '0\r\n\r\n'

async function serveBodies() {
  const service = createTestService({ maxBodyBytes: 100_000 })
  const { url, close } = await serve(service)
  const clients: Socket[] = []
  onTestFinished(async () => {
    for (const client of clients) client.destroy()
    await close()
  })
  const open = () => {
    const client = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
    client.on('error', () => undefined)
    clients.push(client)
    return client
  }
  const ids = async () => (await service.state.events()).map(event => event.distinct_id).sort()
  return { open, ids, service, url }
}

describe('readIncoming (R50, D-837)', () => {
  it('answers a body of thousands of single bytes with 400, and closes its connection', async () => {
    const { open, ids } = await serveBodies()
    const client = open()
    client.write(CHUNKED + chunk('x').repeat(20_000))
    expect(await replyOf(client)).toMatch(/^HTTP\/1.1 400 .*\r\nconnection: close\r\n/is)
    expect(await ids()).toEqual([])
  })

  it.each(['GET', 'HEAD'])('ends the connection of a %s request with such a body, too', async method => {
    const { open, url } = await serveBodies()
    const client = open()
    client.write(
      `${method} /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk('x').repeat(20_000)}`,
    )
    await replyOf(client)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it('answers a GET request with a short body', async () => {
    const { open } = await serveBodies()
    const client = open()
    client.write('GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\nabcde')
    expect(await replyOf(client)).toMatch(/^HTTP\/1.1 200 /)
  })

  it('reads a short body of single bytes, and a long one of small chunks', async () => {
    const { open, ids } = await serveBodies()
    const single = open()
    single.end(CHUNKED + [...json('single')].map(chunk).join('') + END)
    const long = json('long', { text: 'y'.repeat(60_000) })
    const small = open()
    small.end(CHUNKED + (long.match(/.{1,16}/g) ?? []).map(chunk).join('') + END)
    expect(await replyOf(single)).toMatch(/^HTTP\/1.1 200 /)
    expect(await replyOf(small)).toMatch(/^HTTP\/1.1 200 /)
    expect(await ids()).toEqual(['long', 'single'])
  })

  it('reads a body whose parts arrive one after another, above and below 64 kB', async () => {
    const { open, service } = await serveBodies()
    const texts = [10, 30_000, 90_000].map(length => 'é'.repeat(length / 2))
    for (const text of texts) {
      const bytes = Buffer.from(json('u', { text }))
      const client = open()
      client.write(post(`Content-Length: ${bytes.length}\r\nConnection: close`))
      for (let start = 0; start < bytes.length; start += 7000) {
        client.write(bytes.subarray(start, start + 7000))
        await pause(1)
      }
      expect(await replyOf(client)).toMatch(/^HTTP\/1.1 200 /)
    }
    expect((await service.state.events()).map(event => event.properties['text'])).toEqual(texts)
  })

  it('stores the event of a client that leaves when it has sent it', async () => {
    const { open, ids } = await serveBodies()
    const names = Array.from({ length: 40 }, (_, index) => `leaves ${String(index).padStart(2, '0')}`)
    await Promise.all(
      names.map(async name => {
        const client = open()
        await once(client, 'connect')
        const request = post(`Content-Length: ${json(name).length}`) + json(name)
        await new Promise<void>(resolve => client.write(request, () => resolve()))
        client.destroy()
      }),
    )
    await vi.waitFor(async () => expect(await ids()).toEqual(names), 10_000)
  })

  it('stores nothing of a client that leaves within its body, and goes on', async () => {
    const { open, ids, url } = await serveBodies()
    const client = open()
    await once(client, 'connect')
    client.write(post('Content-Length: 1000') + json('half'))
    await fetch(`${url}/healthz`)
    client.destroy()
    const response = await fetch(`${url}/i/v0/e/`, { method: 'POST', body: json('next') })
    expect(response.status).toBe(200)
    expect(await ids()).toEqual(['next'])
  })

  it('answers a body above the limit with 413 before its end', async () => {
    const { open } = await serveBodies()
    const client = open()
    client.write(CHUNKED + chunk('x'.repeat(60_000)) + chunk('x'.repeat(60_000)))
    const [reply] = await once(client, 'data')
    expect(reply).toMatch(/^HTTP\/1.1 413 /)
  })
})
