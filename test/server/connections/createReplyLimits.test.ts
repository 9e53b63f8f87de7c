import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createReplyLimits, type ReplyLimits } from '../../../src/server/connections/createReplyLimits'
import { collectGarbage } from '../../support/collectGarbage'

/** Above all that operating systems keep for a connection, so that a part of it waits in the process. */
const LARGE = Buffer.alloc(32 * 1024 * 1024)
const TEXT = 'é'.repeat(LARGE.length / 2)

/** Serves with limits, and returns a function that sends a request and reads nothing of the reply. */
async function serveWith(limits: ReplyLimits, answer: (outgoing: ServerResponse) => void) {
  const server = createServer((_, outgoing) => {
    limits.watch(outgoing)
    answer(outgoing)
  }).listen(0)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return async (): Promise<{ client: Socket; connection: Socket }> => {
    const accepted = once(server, 'connection')
    const requested = once(server, 'request')
    const client = connect((server.address() as AddressInfo).port)
    client.on('error', () => undefined).pause()
    client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await requested
    return { client, connection: (await accepted)[0] as Socket }
  }
}

/** Serves a text with limits at a time that the test sets. */
async function serveText(options: Parameters<typeof createReplyLimits>[0]) {
  const clock = { now: 0 }
  const limits = createReplyLimits({ now: () => clock.now, stalledMs: 10, ...options })
  const request = await serveWith(limits, outgoing => {
    outgoing.setHeader('Content-Length', LARGE.length).end(TEXT)
  })
  return { clock, request, makeRoom: limits.makeRoom }
}

describe('createReplyLimits (R50, D-748, D-750)', () => {
  it('closes a connection whose client reads nothing of what waits', async () => {
    const request = await serveWith(createReplyLimits({ timeoutMs: 50 }), outgoing => outgoing.end(LARGE))
    const { client, connection } = await request()
    await once(connection, 'close')
    expect((await text(client).catch(() => '')).length).toBeLessThan(LARGE.length)
  })

  it('keeps a connection whose reply takes longer to compute', async () => {
    const request = await serveWith(createReplyLimits({ timeoutMs: 50 }), outgoing => {
      outgoing.once('timeout', () => outgoing.end('late'))
    })
    const { client } = await request()
    expect(await text(client)).toContain('late')
  })

  it('closes the connections without progress for the longest time while too much waits in all', async () => {
    const { clock, request, makeRoom } = await serveText({ maxStalledBytes: 1024 })
    const reads = await request()
    makeRoom()
    expect(reads.connection.destroyed).toBe(false)
    clock.now = 1
    const stalls = await request()
    clock.now = 2
    for (let bytes = 0; bytes < TEXT.length / 2; )
      bytes += (await once(reads.client.resume(), 'data'))[0].length
    reads.client.pause()
    clock.now = 20
    makeRoom()
    expect([reads, stalls].map(({ connection }) => connection.destroyed)).toEqual([false, true])
    expect((await text(reads.client)).length).toBeGreaterThan(TEXT.length / 4)
  })

  it('sees the progress of a stream, which is written in parts of its own', async () => {
    const clock = { now: 0 }
    const limits = createReplyLimits({ now: () => clock.now, stalledMs: 10, maxStalledBytes: 1024 })
    const part = Buffer.alloc(1024 * 1024)
    const request = await serveWith(limits, outgoing => {
      const write = () => {
        while (outgoing.write(part));
        outgoing.once('drain', write)
      }
      write()
    })
    const reads = await request()
    clock.now = 1
    const stalls = await request()
    clock.now = 2
    for (let bytes = 0; bytes < LARGE.length; ) bytes += (await once(reads.client.resume(), 'data'))[0].length
    reads.client.pause()
    clock.now = 20
    limits.makeRoom()
    expect([reads, stalls].map(({ connection }) => connection.destroyed)).toEqual([false, true])
  })

  it('keeps a connection whose reply is computed, so that nothing of it waits', async () => {
    const limits = createReplyLimits({ stalledMs: 0, maxStalledBytes: 1024 })
    const bodies = [undefined, TEXT, TEXT]
    const request = await serveWith(limits, outgoing => {
      const body = bodies.shift()
      if (body !== undefined) outgoing.end(body)
    })
    const replies = [await request(), await request(), await request()]
    limits.makeRoom()
    expect(replies.map(({ connection }) => connection.destroyed)).toEqual([false, true, false])
  })

  it('keeps the connections with progress in the last second until twice as much waits', async () => {
    const { clock, request, makeRoom } = await serveText({
      maxStalledBytes: 1024,
      maxBytes: 2.5 * LARGE.length,
    })
    const replies = [await request(), await request(), await request()]
    clock.now = 9
    makeRoom()
    const isClosed = () => replies.map(({ connection }) => connection.destroyed)
    expect(isClosed()).toEqual([true, false, false])
    clock.now = 10
    makeRoom()
    expect(isClosed()).toEqual([true, true, false])
    expect((await text(replies[2]!.client)).endsWith(`\r\n\r\n${TEXT}`)).toBe(true)
  })

  it.each([
    ['once when replies share them', () => LARGE, [false, false, false]],
    ['of each reply when they do not', () => Buffer.from(LARGE), [true, true, false]],
    ['of each reply when they are texts', () => TEXT, [true, true, false]],
  ])('counts the bytes that wait %s', async (_, body, isClosed) => {
    const limits = createReplyLimits({ stalledMs: 0, maxStalledBytes: 1.5 * LARGE.length })
    const request = await serveWith(limits, outgoing => outgoing.end(body()))
    const replies = [await request(), await request(), await request()]
    limits.makeRoom()
    expect(replies.map(({ connection }) => connection.destroyed)).toEqual(isClosed)
  })

  it('closes the connections of a shared reply until the last of them frees its memory', async () => {
    const limits = createReplyLimits({ stalledMs: 0, maxStalledBytes: 1.5 * LARGE.length })
    const bodies = [LARGE, LARGE, Buffer.from(LARGE)]
    const request = await serveWith(limits, outgoing => outgoing.end(bodies.shift()))
    const replies = [await request(), await request(), await request()]
    limits.makeRoom()
    expect(replies.map(({ connection }) => connection.destroyed)).toEqual([true, true, false])
  })

  it('keeps no reply in memory whose client has left before (D-842)', async () => {
    const limits = createReplyLimits()
    const watchOne = async () => {
      const socket = new Socket()
      await once(socket.destroy(), 'close')
      const outgoing = new ServerResponse(new IncomingMessage(socket))
      outgoing.assignSocket(socket)
      limits.watch(outgoing)
      return new WeakRef(outgoing)
    }
    const replies = await Promise.all(Array.from({ length: 20 }, watchOne))
    await vi.waitFor(() => {
      collectGarbage()
      expect(replies.filter(reply => reply.deref())).toEqual([])
    }, 10_000)
    limits.makeRoom()
  })
})
