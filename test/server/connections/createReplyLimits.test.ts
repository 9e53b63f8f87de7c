import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createReplyLimits, type ReplyLimits } from '../../../src/server/connections/createReplyLimits'

/** Above all that operating systems keep for a connection, so that a part of it waits in the process. */
const LARGE = Buffer.alloc(32 * 1024 * 1024)

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

describe('createReplyLimits (R50, D-750)', () => {
  it('closes a connection whose client reads nothing of what waits', async () => {
    const request = await serveWith(createReplyLimits(50), outgoing => outgoing.end(LARGE))
    const { client, connection } = await request()
    await once(connection, 'close')
    expect((await text(client).catch(() => '')).length).toBeLessThan(LARGE.length)
  })

  it('keeps a connection whose reply takes longer to compute', async () => {
    const request = await serveWith(createReplyLimits(50), outgoing => {
      outgoing.once('timeout', () => outgoing.end('late'))
    })
    const { client } = await request()
    expect(await text(client)).toContain('late')
  })

  it('closes the connections that have waited longest while too much waits in all', async () => {
    const limits = createReplyLimits(60_000, 1024)
    const request = await serveWith(limits, outgoing => outgoing.end(LARGE))
    const first = await request()
    limits.makeRoom()
    expect(first.connection.destroyed).toBe(false)
    const second = await request()
    limits.makeRoom()
    expect([first, second].map(({ connection }) => connection.destroyed)).toEqual([true, false])
    expect((await text(second.client)).length).toBeGreaterThan(LARGE.length)
  })
})
