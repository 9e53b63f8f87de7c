import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createMessageQueue } from '../../../src/server/connections/createMessageQueue'
import { besideRequests, yieldToRequests } from '../../../src/server/lib/yieldToRequests'

/** A connection that keeps what is done to it. */
class Connection extends EventEmitter {
  writable = true
  destroyed = false
  written = ''
  write(text: string) {
    this.written += text
  }
  destroySoon() {
    this.destroy()
  }
  destroy() {
    this.writable = false
    this.destroyed = true
    this.emit('close')
  }
}

const settle = async () => {
  for (let turn = 0; turn < 50; turn++) await yieldToRequests()
}

/** A queue whose senders are named in the URL of a request. */
function createQueue() {
  const queue = createMessageQueue(({ url }) => url!.slice(1))
  const begun: { sender: string; end: () => void }[] = []
  const listener = queue.inTurn(
    ({ url }, outgoing) =>
      new Promise(resolve => {
        const end = () => {
          outgoing.emit('close')
          resolve()
        }
        begun.push({ sender: url!.slice(1), end })
      }),
  )
  const send = (sender: string, socket = new Connection(), headers: number | string[] = 10): boolean => {
    const rawHeaders = Array.isArray(headers) ? headers : Array.from({ length: 2 * headers }, () => 'a')
    const incoming = { url: `/${sender}`, rawHeaders, socket } as unknown as IncomingMessage
    const isAdmitted = queue.admit(incoming)
    if (isAdmitted) listener(incoming, new EventEmitter() as ServerResponse)
    return isAdmitted
  }
  return { queue, send, begun }
}

describe('createMessageQueue (R50, D-841, D-842)', () => {
  it('begins 32 requests in a turn of the event loop, those of several senders in turn', async () => {
    const { send, begun } = createQueue()
    for (let count = 0; count < 100; count++) expect(send('flood')).toBe(true)
    send('visitor')
    await yieldToRequests()
    expect(begun).toHaveLength(32)
    expect(begun.findIndex(({ sender }) => sender === 'visitor')).toBe(1)
    await settle()
    expect(begun).toHaveLength(101)
  })

  it('begins one request in a turn beside a transaction of a database (R50, D-844)', async () => {
    const { send, begun } = createQueue()
    await besideRequests(async () => {
      for (let count = 0; count < 100; count++) send('flood')
      for (let turn = 1; turn <= 5; turn++) {
        await yieldToRequests()
        expect(begun.length).toBeLessThanOrEqual(turn)
      }
    })
    for (let round = 0; round < 3; round++) await settle()
    expect(begun).toHaveLength(100)
  })

  it('has as much room left as the requests of a sender take, and room for few beside any (D-858)', async () => {
    const { send, begun } = createQueue()
    const countOf = (sender: string) => {
      let count = 0
      while (send(sender, new Connection(), 200)) count++
      return count
    }
    const bytes = 8 * 1024 + '/flood'.length + 400 + 100 * 201
    const first = countOf('flood')
    expect(first).toBe(Math.floor((14 * 1024 * 1024) / bytes))
    expect(countOf('other')).toBeCloseTo(first / 2, -1)
    expect(countOf('third')).toBeCloseTo(first / 4, -1)
    let count = 1.75 * first
    let senders = 0
    for (; send(`visitor ${senders}`, new Connection(), 200); senders++)
      count += 1 + countOf(`visitor ${senders}`)
    expect(senders).toBeGreaterThan(40)
    expect((count * bytes) / (32 * 1024 * 1024)).toBeCloseTo(1, 1)
    const refused = new Connection()
    expect(send('flood', refused)).toBe(false)
    expect(refused.written).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 2\r\n/s)
    await settle()
    expect(begun.length).toBeGreaterThan(1000)
    expect(send('flood')).toBe(true)
  })

  it.each([
    [['Content-Length', '0'], 1660],
    [['a', 'b', 'Content-Length', '20000'], 507],
    [['content-length', '10000000'], 197],
    [['Transfer-Encoding', 'chunked'], 197],
  ])('counts what may have arrived of a body, with the headers %j', (headers, expected) => {
    const { send } = createQueue()
    let count = 0
    while (send('flood', new Connection(), headers)) count++
    expect(count).toBeGreaterThan(expected)
    expect(count).toBeLessThan(1.1 * expected)
  })

  it('counts the requests of a closed connection until those before them are handled, which keep them', async () => {
    const { send, begun } = createQueue()
    const sockets: Connection[] = []
    const fill = () => {
      for (let isFull = false; !isFull; ) {
        const socket = new Connection()
        sockets.push(socket)
        for (let request = 0; request < 33 && !isFull; request++) isFull = !send('flood', socket, 0)
      }
      return sockets.length
    }
    const first = fill()
    expect(first).toBeGreaterThan(50)
    expect(sockets.at(-1)!.writable).toBe(false)
    await settle()
    expect(begun.length).toBeLessThan(first + 1)
    for (const socket of sockets.splice(0)) socket.destroy()
    expect(fill()).toBeLessThan(10)
    for (const { end } of begun) end()
    await settle()
    sockets.length = 0
    expect(fill()).toBeGreaterThan(first - 10)
  })

  it('closes a connection whose requests it does not begin, when they are too many', () => {
    const { queue } = createQueue()
    const socket = new Connection()
    const incoming = () => ({ url: '/a', rawHeaders: [], socket }) as unknown as IncomingMessage
    for (let request = 0; request < 32; request++) expect(queue.admit(incoming())).toBe(true)
    expect([queue.admit(incoming()), socket.writable]).toEqual([false, false])
  })

  it('begins the requests of a connection in order, each after the reply to the one before', async () => {
    const { send, begun } = createQueue()
    const socket = new Connection()
    for (const name of ['a', 'b', 'c']) send(name, socket)
    await settle()
    expect(begun).toHaveLength(1)
    begun[0]!.end()
    await settle()
    begun[1]!.end()
    await settle()
    expect(begun.map(({ sender }) => sender)).toEqual(['a', 'b', 'c'])
  })
})
