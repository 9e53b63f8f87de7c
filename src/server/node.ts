import { type Http2Bindings, type HttpBindings, serve as listen, type ServerType } from '@hono/node-server'
import type { Service } from './service'
import { ConnectionLostError } from './testing/failures'

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
}

const REQUEST_TIMEOUT_MS = 30_000

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
  const host = options.host ?? '127.0.0.1'
  const respond = async (request: Request, { incoming }: HttpBindings | Http2Bindings): Promise<Response> => {
    try {
      // Watching a signal takes longer than most responses. A client that has left shows on its socket anyway.
      return await service.fetch(request, { signal: null }, { ip: incoming.socket.remoteAddress ?? '' })
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error
      incoming.socket.destroy()
      // The socket is closed, so this response is never sent.
      return new Response(null)
    }
  }
  return new Promise((resolve, reject) => {
    const server = listen({ fetch: respond, port: options.port ?? 0, hostname: host }, info => {
      resolve({
        url: `http://${host.includes(':') ? `[${host}]` : host}:${info.port}`,
        close: () => closeServer(server),
      })
    })
    // A body that arrives byte by byte would hold its connection for five minutes.
    if ('requestTimeout' in server) server.requestTimeout = REQUEST_TIMEOUT_MS
    server.once('error', reject)
  })
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}
