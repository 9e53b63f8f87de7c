import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { serve } from '../../../src/server/node'
import { createTestService } from '../testService'

const SMALL = 64 * 1024
const MAX_BODY_BYTES = 1_000_000
const UPLOAD_PATH = '/batch/?upload'
/** That of `createBodyBudget`, for small bodies. */
const BUDGET = 2 * MAX_BODY_BYTES + 100 * (SMALL + 32 * 1024)
/** What the request of an upload takes beside its body, about. */
const REQUEST = 590 + 32 * 1024

const json = (properties: object) =>
  JSON.stringify({ api_key: 'phc_demo', batch: [{ event: 'page', distinct_id: 'u', properties }] })

/** Serves a service whose budget of bodies a test can fill over sockets. */
async function serveUploads() {
  const service = createTestService({ maxBodyBytes: MAX_BODY_BYTES })
  const { url, close } = await serve(service, { trustedProxies: 1 })
  const sockets = new Set<Socket>()
  const onRequest = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    if (request.url === UPLOAD_PATH) sockets.add(request.socket)
  }
  subscribe('http.server.request.start', onRequest)
  const clients: Socket[] = []
  onTestFinished(async () => {
    unsubscribe('http.server.request.start', onRequest)
    for (const client of clients) client.destroy()
    await close()
  })
  let sent = 0
  const send = (client: Socket, data: string) => {
    client.write(data)
    sent += data.length
  }
  /** Sends the first bytes of a body that is longer. Each upload is of a sender of its own. */
  const startUpload = (length: number, bytes: string) => {
    const client = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
    client.on('error', () => undefined)
    clients.push(client)
    const sender = `X-Forwarded-For: 10.0.0.${clients.length}\r\n`
    const headers = `Host: a\r\nConnection: close\r\nContent-Length: ${length}\r\n${sender}`
    send(client, `POST ${UPLOAD_PATH} HTTP/1.1\r\n${headers}\r\n`)
    send(client, bytes)
    return client
  }
  /** Waits until the service has read all that the uploads have sent. */
  const areRead = async () => {
    await vi.waitFor(() => {
      const read = [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0)
      expect(read).toBe(sent)
    }, 10_000)
    await fetch(`${url}/healthz`)
  }
  /** Starts uploads of so many bytes in all, and sends nothing more. */
  const stall = (bytes: number) => {
    const uploads: Socket[] = []
    for (let left = bytes; left > REQUEST; left -= REQUEST + SMALL - 1)
      uploads.push(startUpload(SMALL, 'x'.repeat(Math.min(left - REQUEST, SMALL - 1))))
    return uploads
  }
  const page = async (length: number) => {
    const body = json({ text: 'y'.repeat(length) })
    return (await fetch(`${url}/batch/`, { method: 'POST', body })).status
  }
  return { service, send, startUpload, stall, areRead, page }
}

const statuses = (status: number, count: number) => Array.from({ length: count }, () => status)

describe('uploads that stall while there is no room for bodies (R50, D-816)', () => {
  it('are ended for the page views of others, which are all stored', async () => {
    const { service, stall, areRead, page } = await serveUploads()
    const stalled = stall(BUDGET)
    await areRead()
    const pages = Array.from({ length: 40 }, () => page(1500))
    expect(await Promise.all(pages)).toEqual(statuses(200, 40))
    expect(await page(12_000)).toBe(200)
    expect(await service.state.events()).toHaveLength(41)
    expect(await text(stalled[0]!)).toMatch(/^HTTP\/1.1 503 .*retry-after: 2\r\n/is)
    expect(stalled.filter(({ readableEnded }) => readableEnded).length).toBeLessThan(stalled.length / 2)
  })

  it('are ended before an upload that makes progress, and one is kept while there is room', async () => {
    const { service, send, startUpload, stall, areRead, page } = await serveUploads()
    const body = json({ text: 'y'.repeat(60_000) })
    const slow = startUpload(body.length, body.slice(0, 20_000))
    await areRead()
    stall(BUDGET - REQUEST - 40_000)
    await areRead()
    send(slow, body.slice(20_000, 40_000))
    await areRead()
    expect(await Promise.all(Array.from({ length: 40 }, () => page(1500)))).toEqual(statuses(200, 40))
    send(slow, body.slice(40_000))
    expect(await text(slow)).toMatch(/^HTTP\/1.1 200 /)
    expect(await service.state.events()).toHaveLength(41)
  })

  it('are kept while there is room, and stored when they go on', async () => {
    const { service, send, startUpload, stall, areRead, page } = await serveUploads()
    const body = json({ text: 'y'.repeat(60_000) })
    const slow = startUpload(body.length, body.slice(0, -1))
    stall(BUDGET - 200_000)
    await areRead()
    expect(await page(1500)).toBe(200)
    send(slow, body.slice(-1))
    expect(await text(slow)).toMatch(/^HTTP\/1.1 200 /)
    expect(await service.state.events()).toHaveLength(2)
  })
})
