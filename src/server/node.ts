import { type Http2Bindings, type HttpBindings, serve as listen, type ServerType } from '@hono/node-server'
import type { Service } from './service'
import { ConnectionLostError } from './testing/failures'

/** Where a service listens. */
export interface ServeOptions {
  /** 0, the default, takes any free port. */
  port?: number
  /** The default, `127.0.0.1`, is reachable from this machine alone. */
  host?: string
}

/** A service that listens. */
export interface RunningServer {
  /** Without a slash at the end. */
  url: string
  /** Stops listening and ends open connections; settles when it is done. */
  close: () => Promise<void>
}

/**
 * Puts a service on a port.
 *
 * ```ts
 * const { url, close } = await serve(createService(), { port: 8000 })
 * ```
 *
 * Rejects when the port cannot be had.
 */
export function serve(service: Pick<Service, 'fetch'>, options: ServeOptions = {}): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1'
  const respond = async (request: Request, { incoming }: HttpBindings | Http2Bindings): Promise<Response> => {
    try {
      // Without a signal: it would tell that the client has gone, which the socket shows, and costs more than most answers.
      return await service.fetch(request, { signal: null }, { ip: incoming.socket.remoteAddress ?? '' })
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error
      incoming.socket.destroy()
      // Nobody is left to read it.
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
    server.once('error', reject)
  })
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}
