import { serve } from 'earshot/node'
import { createService, type Service } from 'earshot/server'
import { PROJECTS } from '../projects'
import { createBundles } from './bundles'
import { createFiles } from './files'
import { createLive } from './live'

/** The example pages and the service they talk to, on one port. */
export interface ExampleServer {
  /** Without a slash at the end. */
  url: string
  /** To look into, and to make fail. */
  service: Service
  close(): Promise<void>
}

/** Where the server finds what it serves, and where it listens. */
export interface ExampleServerOptions {
  /** The folder `examples`. */
  examples: string
  /** The folder `dist`. */
  dist: string
  /** 0 takes any free port. */
  port?: number
  host?: string
}

/**
 * Serves the examples, what they load from `dist`, and the reference service, all from one origin.
 *
 * Rejects when the port cannot be had.
 */
export async function createExampleServer({
  examples,
  dist,
  port = 0,
  host,
}: ExampleServerOptions): Promise<ExampleServer> {
  const service = createService({ projects: PROJECTS })
  const live = createLive(service)
  const answers = [live.answer, createFiles({ examples, dist, bundle: createBundles(examples, dist) })]

  const fetch: Service['fetch'] = async (input, init, connection) => {
    const request = input instanceof Request ? input : new Request(input, init)
    for (const answer of answers) {
      const response = await answer(request)
      if (response) return response
    }
    return service.fetch(request, undefined, connection)
  }
  const { url, close } = await serve({ fetch }, { port, host })
  return { url, service, close }
}
