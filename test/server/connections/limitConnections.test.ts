import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ConnectionLimits, limitConnections } from '../../../src/server/connections/limitConnections'

/** Serves with limits; a client sends from the address that stands for its sender. */
async function serveWith(limits: ConnectionLimits) {
  const replies: ServerResponse[] = []
  const server = createServer((_, outgoing) => replies.push(outgoing))
  limitConnections(server, ({ remoteAddress }) => remoteAddress!, limits)
  server.listen(0)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const open = async (localAddress = '127.0.0.1') => {
    const accepted = once(server, 'connection')
    const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
    client.on('error', () => undefined).resume()
    const [socket] = (await accepted) as [Socket]
    return { client, isOpen: () => !socket.destroyed }
  }
  /** Sends a request, and returns a function that answers it. */
  const request = async ({ client }: Awaited<ReturnType<typeof open>>) => {
    const count = replies.length
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await vi.waitFor(() => expect(replies.length).toBe(count + 1), 10_000)
    return async () => {
      replies[count]!.end()
      await once(client, 'data')
    }
  }
  return { open, request }
}
const openOf = (connections: { isOpen: () => boolean }[]) => connections.map(({ isOpen }) => isOpen())

describe('limitConnections (R50, D-843)', () => {
  it('gives a new connection the place of the one of its sender that is idle for the longest time', async () => {
    const { open, request } = await serveWith({ max: 100, maxOfSender: 3 })
    const clients = [await open(), await open(), await open()]
    const other = await open('127.0.0.2')
    const answer = await request(clients[0]!)
    clients.push(await open())
    expect(openOf([...clients, other])).toEqual([true, false, true, true, true])
    await answer()
    clients.push(await open())
    expect(openOf([...clients, other])).toEqual([true, false, false, true, true, true])
  })

  it('closes a new connection while all others of its sender have requests', async () => {
    const { open, request } = await serveWith({ max: 100, maxOfSender: 2 })
    const clients = [await open(), await open()]
    for (const client of clients) await request(client)
    clients.push(await open(), await open('127.0.0.2'))
    expect(openOf(clients)).toEqual([true, true, false, true])
  })

  it('keeps a connection until all of its requests are answered', async () => {
    const { open, request } = await serveWith({ max: 100, maxOfSender: 1 })
    const client = await open()
    const answers = [await request(client), await request(client)]
    await answers[0]!()
    expect(openOf([client, await open()])).toEqual([true, false])
    await answers[1]!()
    expect(openOf([client, await open()])).toEqual([false, true])
  })

  it('limits the connections of all senders, half of them of one', async () => {
    const { open } = await serveWith({ max: 4 })
    const clients = [
      await open(),
      await open(),
      await open(),
      await open('127.0.0.2'),
      await open('127.0.0.3'),
    ]
    expect(openOf(clients)).toEqual([false, true, true, true, true])
    clients.push(await open('127.0.0.4'))
    expect(openOf(clients)).toEqual([false, false, true, true, true, true])
  })
})
