import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** What Node's parser gets for an upgrade: the rest of what has arrived is no HTTP. */
const STOP = 2

/** Node's parser of a connection. It is not documented; Node has had it since its first versions. */
interface Parser {
  onIncoming?: ((incoming: IncomingMessage, shouldKeepAlive: boolean) => number) | null
}

/**
 * Makes a server read no more of a connection at the first head that is refused. Node hands over all requests that have arrived
 * together, 2000 in 64 kB and those of all connections, before it frees one that was closed. See D-842.
 *
 * @param admit Returns whether a request has room. It closes the connection otherwise.
 */
export function admitMessages(server: Server, admit: (incoming: IncomingMessage) => boolean): void {
  server.on('connection', (socket: Socket & { parser?: Parser | null }) => {
    const { parser } = socket
    const handle = parser?.onIncoming
    if (!parser || !handle) return
    parser.onIncoming = (incoming, shouldKeepAlive) =>
      socket.writable && admit(incoming) ? handle(incoming, shouldKeepAlive) : STOP
  })
}
