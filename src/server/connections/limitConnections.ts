import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getHeapStatistics } from 'node:v8'

/** Memory for each connection. One whose head does not end takes twenty kilobytes. */
const HEAP_BYTES_PER_CONNECTION = 32 * 1024

/** The connections of a sender. */
interface Sender {
  count: number
  /** Those without a request, the one that has had none for the longest time first. */
  idle: Set<Socket>
}

/** Limits of the connections of a server. */
export interface ConnectionLimits {
  /** Connections in all. Default: one for each 32 kB of the heap. */
  max?: number
  /** Connections of one sender. Default: half of all. */
  maxOfSender?: number
}

/**
 * Limits the connections of a server. A new one above the limit takes the place of one without a request, or is closed when there
 * is none. See D-843.
 *
 * @param senderOf Returns the sender of a connection.
 */
export function limitConnections(
  server: Server,
  senderOf: (socket: Socket) => string,
  limits: ConnectionLimits = {},
): void {
  const { max = Math.floor(getHeapStatistics().heap_size_limit / HEAP_BYTES_PER_CONNECTION) } = limits
  const { maxOfSender = Math.floor(max / 2) } = limits
  const senders = new Map<string, Sender>()
  const all: Sender = { count: 0, idle: new Set() }
  /** Connection -> its sender, and how many requests have come and are not answered. */
  const states = new WeakMap<Socket, { sender: Sender; requests: number }>()

  const setIdle = (socket: Socket, { idle }: Sender, isIdle: boolean): void => {
    for (const sockets of [idle, all.idle]) isIdle ? sockets.add(socket) : sockets.delete(socket)
  }
  const makeRoom = ({ count, idle }: Sender, limit: number, added: Socket): void => {
    if (count <= limit) return
    const [longestIdle = added] = idle
    setIdle(longestIdle, states.get(longestIdle)!.sender, false)
    longestIdle.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const id = senderOf(socket)
    const sender = senders.get(id) ?? { count: 0, idle: new Set() }
    senders.set(id, sender)
    states.set(socket, { sender, requests: 0 })
    for (const group of [sender, all]) group.count++
    socket.once('close', () => {
      for (const group of [sender, all]) group.count--
      setIdle(socket, sender, false)
      if (sender.count === 0) senders.delete(id)
    })
    makeRoom(sender, maxOfSender, socket)
    makeRoom(all, max, socket)
    if (!socket.destroyed) setIdle(socket, sender, true)
  })

  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    const state = states.get(socket)
    if (!state) return
    state.requests++
    setIdle(socket, state.sender, false)
    outgoing.once('close', () => {
      if (--state.requests === 0 && !socket.destroyed) setIdle(socket, state.sender, true)
    })
  })
}
