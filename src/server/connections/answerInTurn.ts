import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Answers a request of a server. */
export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** No browser has ever sent more requests ahead than Firefox: 32. Each takes some kilobytes. */
const MAX_WAITING = 32

/**
 * Answers the requests of a connection one after another, each when the reply to the one before has been sent. Node hands over
 * all requests that arrive together, and their replies would wait in memory for a client that does not read them.
 *
 * A connection on which more than 32 requests wait is closed. Clients send again what has no reply. RFC 9112, 9.3.2; D-750.
 */
export function answerInTurn(answer: RequestListener): RequestListener {
  /** Connection with a request in progress -> those that wait. */
  const waiting = new WeakMap<Socket, (() => void)[]>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    if (socket.destroyed) return
    const start = () => {
      outgoing.once('close', () => {
        const next = socket.writable ? waiting.get(socket)?.shift() : undefined
        if (next) next()
        else waiting.delete(socket)
      })
      answer(incoming, outgoing)
    }
    const queue = waiting.get(socket)
    if (!queue) {
      waiting.set(socket, [])
      start()
    } else if (queue.push(start) > MAX_WAITING) {
      socket.destroy()
    }
  }
}
