import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { memoryOfHead } from '../http/memoryOfHead'
import { BYTES_PER_TURN, createFairQueue } from '../lib/createFairQueue'
import { createSenderSums } from '../lib/createSenderSums'
import { isBesideTransaction } from '../lib/yieldToRequests'

/** No browser has ever sent more requests ahead than Firefox: 32. */
const MAX_AHEAD = 32
/** A connection takes about as much memory itself. */
const MAX_AHEAD_BYTES = 16 * 1024

/** Of `createFairQueue`: 32 requests begin in a turn of the event loop. */
const BYTES_OF_REQUEST = 2048
/** What a request takes until it begins, beside its head and body. */
const MESSAGE_BYTES = 8 * 1024
/** Node reads no more of a connection at a time. */
const READ_BYTES = 64 * 1024
/** Requests that wait to begin take no more memory than this. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024
/** Room for senders with few requests alone. */
const FEW_ROOM_BYTES = 4 * 1024 * 1024
/** Those of a sender that has no others, or some short ones. */
const FEW_BYTES = 96 * 1024

const NO_ROOM =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n'

/** A listener for the requests of a server. */
export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Begins a request. Resolves when it has been handled. */
export type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/** A request that has not begun. */
interface Message {
  sender: string
  /** Approximate memory of its head. */
  headBytes: number
  /** What may have arrived of its body. */
  bodyBytes: number
}

/** A connection with requests. */
interface Connection {
  /** Whether a request is in progress, or waits for its sender's turn to begin. */
  isBusy: boolean
  /** Requests that wait for that turn or are handled, also when the connection is closed: they keep all others in memory. */
  handled: number
  /** Requests that are not in progress. */
  ahead: Map<IncomingMessage, Message>
  /** Each makes one of them the request in progress. In order. */
  next: (() => void)[]
}

/** The requests of a server, from their head until they begin. */
export interface MessageQueue {
  /** Returns whether a request has room to wait. Closes its connection otherwise, with 503 when no reply is in progress. */
  admit: (incoming: IncomingMessage) => boolean
  /** Returns a listener for requests that begins each in its turn. */
  inTurn: (handle: RequestHandler) => RequestListener
}

/**
 * Creates the queue of a server. The requests of a connection begin one after another, each when the reply to the one before has
 * been sent: replies would wait in memory for a client that does not read them. Those of several senders begin in turn, and few in
 * a turn of the event loop. A sender with many leaves as much room as its own take.
 *
 * A connection on which more than 32 requests or 16 kB of heads wait behind another is closed. Clients send again what has no
 * reply. RFC 9112, 9.3.2; D-750, D-836, D-841, D-842, D-858.
 */
export function createMessageQueue(senderOf: (incoming: IncomingMessage) => string): MessageQueue {
  const enqueue = createFairQueue()
  const connections = new WeakMap<Socket, Connection>()
  /** The memory of requests that wait. */
  const sums = createSenderSums()

  const bytesOf = ({ headBytes, bodyBytes }: Message) => MESSAGE_BYTES + headBytes + bodyBytes
  const hasRoom = (message: Message): boolean => {
    const bytes = bytesOf(message)
    const ofSender = sums.of(message.sender) + bytes
    const left = MAX_WAITING_BYTES - sums.total() - bytes
    return ofSender <= FEW_BYTES ? left >= 0 : left >= FEW_ROOM_BYTES + ofSender
  }
  const free = (message: Message): void => sums.add(message.sender, -bytesOf(message))

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known) return known
    const connection: Connection = { isBusy: false, handled: 0, ahead: new Map(), next: [] }
    connections.set(socket, connection)
    socket.once('close', () => {
      connection.next.length = 0
      freeClosed(socket, connection)
    })
    return connection
  }

  const freeClosed = ({ destroyed }: Socket, { handled, ahead }: Connection): void => {
    if (!destroyed || handled > 0) return
    for (const message of ahead.values()) free(message)
    ahead.clear()
  }

  const isTooFarAhead = ({ ahead }: Connection, { headBytes }: Message): boolean => {
    const bytes = [...ahead.values()].reduce((sum, message) => sum + message.headBytes, headBytes)
    return ahead.size === MAX_AHEAD || bytes > MAX_AHEAD_BYTES
  }

  const admit = (incoming: IncomingMessage): boolean => {
    const { socket, url = '', rawHeaders } = incoming
    const connection = connectionOf(socket)
    const message = {
      sender: senderOf(incoming),
      headBytes: memoryOfHead(url, rawHeaders),
      bodyBytes: Math.min(announcedBytes(rawHeaders), READ_BYTES),
    }
    const isAhead = connection.isBusy || connection.ahead.size > 0
    if (hasRoom(message) && !(isAhead && isTooFarAhead(connection, message))) {
      connection.ahead.set(incoming, message)
      sums.add(message.sender, bytesOf(message))
      return true
    }
    if (isAhead) socket.destroy()
    else {
      socket.write(NO_ROOM)
      socket.destroySoon()
    }
    return false
  }

  return {
    admit,
    inTurn: handle => (incoming, outgoing) => {
      const { socket } = incoming
      const connection = connectionOf(socket)
      const { ahead, next } = connection
      if (!socket.writable || !(ahead.has(incoming) || admit(incoming))) return
      const start = () => {
        const message = ahead.get(incoming)!
        ahead.delete(incoming)
        connection.isBusy = true
        connection.handled++
        outgoing.once('close', () => {
          connection.isBusy = false
          if (socket.writable) next.shift()?.()
        })
        // Beside a transaction, one request begins in a turn. See D-844.
        const bytes = isBesideTransaction() ? BYTES_PER_TURN : BYTES_OF_REQUEST
        void enqueue(message.sender, bytes, async () => {
          free(message)
          void handle(incoming, outgoing).finally(() => {
            connection.handled--
            freeClosed(socket, connection)
          })
        })
      }
      if (connection.isBusy) next.push(start)
      else start()
    },
  }
}

/** Returns the length that a head announces for its body. Reading `headers` would make an object of them, which waits too. */
function announcedBytes(rawHeaders: string[]): number {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    if (name === 'content-length') return Number(rawHeaders[index + 1])
    if (name === 'transfer-encoding') return Number.POSITIVE_INFINITY
  }
  return 0
}
