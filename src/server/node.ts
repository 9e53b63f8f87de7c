import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { admitMessages } from './connections/admitMessages'
import { createMessageQueue } from './connections/createMessageQueue'
import { createReplyLimits } from './connections/createReplyLimits'
import { JoinedMessage } from './connections/joinedMessage'
import { limitConnections } from './connections/limitConnections'
import { discardBody, readIncoming } from './connections/readIncoming'
import { requestTimeouts } from './connections/requestTimeouts'
import type { StreamLimits } from './http/readStream'
import { senderNetwork } from './http/senderNetwork'
import type { ServedRequest } from './operations/accessLog'
import { forwardedAddress } from './operations/forwardedAddress'
import { READY_PATH } from './operations/healthRoutes'
import type { Service } from './service'
import { ConnectionLostError } from './testing/failures'

export type { ServedRequest } from './operations/accessLog'

/**
 * The address that a service listens on.
 *
 * @example
 * ```ts
 * await serve(createService(), { port: 8000, host: '0.0.0.0' })
 * ```
 */
export interface ServeOptions {
  /** Default: 0, any free port. */
  port?: number
  /** Default: `127.0.0.1`, which only this machine can reach. */
  host?: string
  /** Number of reverse proxies that a request passes. Each adds an address to `X-Forwarded-For`. Default: 0. */
  trustedProxies?: number
  /** Called when a response was sent, for logs. */
  onResponse?: (request: ServedRequest) => void
}

/**
 * A service that listens on a port.
 *
 * @example
 * ```ts
 * const server: RunningServer = await serve(createService())
 * await fetch(`${server.url}/flags`, { method: 'POST', body })
 * await server.close()
 * ```
 */
export interface RunningServer {
  /** Without a slash at the end. */
  url: string
  /** Stops listening and closes all connections. Resolves when the server has stopped. */
  close: () => Promise<void>
  /**
   * Stops listening, and closes each connection when its request is answered. `/readyz` answers 503 meanwhile.
   *
   * @param timeoutMs Time after which the remaining connections are closed. Default: 8 s, because containers are killed
   *   after 10.
   * @returns Whether every request was answered.
   */
  stop: (timeoutMs?: number) => Promise<boolean>
}

/** Browsers send up to 40, and proxies add some. Node would read 2000, of two bytes each. See D-836. */
const MAX_HEADERS = 200
const STOP_TIMEOUT_MS = 8000
/** A connection may become idle at any time after the server has stopped listening. */
const CLOSE_IDLE_MS = 50

/**
 * Serves a service over HTTP. Rejects when the port is not available.
 *
 * Serves the HTTP interface alone: an application has the browser scripts in its own bundle. `earshot serve` serves them
 * too. See D-405.
 *
 * @example
 * ```ts
 * const { url, close } = await serve(createService(), { port: 8000 })
 * ```
 */
export function serve(service: Pick<Service, 'fetch'>, options: ServeOptions = {}): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 0, trustedProxies = 0, onResponse } = options
  let isStopping = false
  const replies = createReplyLimits()
  let isRoomDue = false
  /** Once in a turn of the event loop, because it looks at all replies in progress. */
  const makeRoomForReplies = (): void => {
    if (isRoomDue) return
    isRoomDue = true
    setImmediate(() => {
      isRoomDue = false
      replies.makeRoom()
    })
  }
  const clientIp = (incoming: HttpBindings['incoming'] | Http2Bindings['incoming']): string =>
    forwardedAddress(
      // Reading a header makes an object of all of them, which a request that waits would keep.
      trustedProxies > 0 ? incoming.headers['x-forwarded-for']?.toString() : undefined,
      incoming.socket.remoteAddress ?? '',
      trustedProxies,
    )
  const respond = async (
    request: Request,
    { incoming, outgoing }: HttpBindings | Http2Bindings,
  ): Promise<Response> => {
    if (onResponse) reportResponse(incoming, outgoing, onResponse)
    if (isStopping && new URL(request.url).pathname === READY_PATH)
      return Response.json({ status: 'stopping' }, { status: 503 })
    const ip = clientIp(incoming)
    // This server speaks HTTP/1 alone, hence the cast.
    const readBody = (limits: StreamLimits) => readIncoming(incoming as IncomingMessage, limits)
    try {
      // Watching a signal takes longer than most responses. A client that has left shows on its socket anyway.
      return await service.fetch(request, { signal: null }, { ip, readBody })
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error
      incoming.socket.destroy()
      // The socket is closed, so this response is never sent.
      return new Response(null)
    } finally {
      makeRoomForReplies()
      // Node then sends `Connection: close`.
      if (isStopping && 'shouldKeepAlive' in outgoing) outgoing.shouldKeepAlive = false
    }
  }
  const answer = getRequestListener(respond, { hostname: host })
  const messages = createMessageQueue(incoming => senderNetwork(clientIp(incoming)))
  const listener = messages.inTurn(async (incoming, outgoing) => {
    if (incoming.rawHeaders.length > 2 * MAX_HEADERS) {
      outgoing.writeHead(431, { Connection: 'close' }).end()
      return
    }
    replies.watch(outgoing)
    if (hasNoBody(incoming) && announcesBody(incoming)) discardBody(incoming)
    await answer(incoming, outgoing)
  })
  const server = createServer({ ...requestTimeouts(), IncomingMessage: JoinedMessage }, listener)
  // Node would answer 417 itself, however many of them wait.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  admitMessages(server, messages.admit)
  // A client has reset it before it was accepted, and nobody knows whose requests are in it.
  server.on('connection', socket => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
  // Behind proxies, all visitors share an address.
  const maxOfSender = trustedProxies > 0 ? Number.POSITIVE_INFINITY : undefined
  limitConnections(server, ({ remoteAddress }) => senderNetwork(remoteAddress), { maxOfSender })
  server.maxHeadersCount = MAX_HEADERS + 1
  // Some clients end their side when they have sent a request, and are sent the rest of a large reply. See D-815.
  Object.assign(server, { httpAllowHalfOpen: true })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo
      resolve({
        url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
        close: () => closeServer(server),
        stop: timeoutMs => {
          isStopping = true
          return stopServer(server, timeoutMs)
        },
      })
    })
  })
}

/** Whether a request has no body by its method. */
const hasNoBody = ({ method }: { method?: string | undefined }): boolean =>
  method === 'GET' || method === 'HEAD'

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  'transfer-encoding' in headers || Number(headers['content-length']) > 0

/** Calls `onResponse` when a response was sent or its connection was closed. */
function reportResponse(
  { method = '', url = '', socket }: (HttpBindings | Http2Bindings)['incoming'],
  outgoing: (HttpBindings | Http2Bindings)['outgoing'],
  onResponse: (request: ServedRequest) => void,
): void {
  const [at, start, bytesBefore] = [Date.now(), performance.now(), socket.bytesWritten]
  outgoing.once('close', () => {
    const bytes = socket.bytesWritten - bytesBefore
    onResponse({
      at,
      method,
      path: url.replace(/[?#].*/s, ''),
      status: bytes === 0 ? 0 : outgoing.statusCode,
      ms: performance.now() - start,
      bytes,
    })
  })
}

async function stopServer(server: Server, timeoutMs = STOP_TIMEOUT_MS): Promise<boolean> {
  const closed = new Promise<true>(resolve => server.close(() => resolve(true)))
  const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS)
  const isClean = await Promise.race([closed, pause(timeoutMs, false, { ref: false })])
  clearInterval(timer)
  if (!isClean) server.closeAllConnections()
  return isClean
}

function closeServer(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
