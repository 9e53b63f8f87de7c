import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { memoryOfHead } from '../http/memoryOfHead'

/** Answers a request of a server. */
export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** No browser has ever sent more requests ahead than Firefox: 32. */
const MAX_WAITING = 32
/** A connection takes about as much memory itself. */
const MAX_WAITING_BYTES = 16 * 1024

/** A request that waits for the reply to an earlier one. */
interface Waiting {
  start: () => void
  /** Approximate memory of its head. */
  bytes: number
}

/**
 * Answers the requests of a connection one after another, each when the reply to the one before has been sent. Node hands over
 * all requests that arrive together, and their replies would wait in memory for a client that does not read them.
 *
 * A connection on which more than 32 requests or 16 kB of heads wait is closed. Clients send again what has no reply. RFC 9112,
 * 9.3.2; D-750, D-836.
 */
export function answerInTurn(answer: RequestListener): RequestListener {
  /** Connection with a request in progress -> those that wait. */
  const waiting = new WeakMap<Socket, Waiting[]>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    if (socket.destroyed) return
    const start = () => {
      outgoing.once('close', () => {
        const next = socket.writable ? waiting.get(socket)?.shift() : undefined
        if (next) next.start()
        else waiting.delete(socket)
      })
      answer(incoming, outgoing)
    }
    const queue = waiting.get(socket)
    if (!queue) {
      waiting.set(socket, [])
      start()
      return
    }
    queue.push({ start, bytes: memoryOfHead(incoming.url ?? '', incoming.rawHeaders) })
    const bytes = queue.reduce((sum, request) => sum + request.bytes, 0)
    if (queue.length > MAX_WAITING || bytes > MAX_WAITING_BYTES) socket.destroy()
  }
}
