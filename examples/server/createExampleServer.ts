import { serve } from 'earshot/node'
import { createService, type Service } from 'earshot/server'
import { PROJECTS } from '../projects'
import { renderPage } from '../react/renderPage'
import { type Bundler, createBundler } from './bundler'
import { createPanelApi } from './panelApi'
import { createStaticFiles } from './staticFiles'

/** The example pages and the service that they use, on one port. */
export interface ExampleServer {
  /** Without a trailing slash. */
  url: string
  /** For tests: gives access to stored events and to failure injection. */
  service: Service
  close(): Promise<void>
}

/** Options of `createExampleServer`. */
export interface ExampleServerOptions {
  /** Path of the folder `examples`. */
  examples: string
  /** Path of the folder `dist`. */
  dist: string
  /** Bundles the scripts of the pages; by default, again on each request. */
  bundler?: Bundler
  /** 0 selects a free port. */
  port?: number
  host?: string
}

/**
 * Serves the examples, the files of `dist` and the reference service from one origin.
 *
 * Rejects when the port is in use.
 */
export async function createExampleServer({
  examples,
  dist,
  bundler = createBundler(examples, dist),
  port = 0,
  host,
}: ExampleServerOptions): Promise<ExampleServer> {
  const service = createService({ projects: PROJECTS })
  /** Pages that are rendered on the server, by path. Their requests to the service need no network. */
  const pages = { '/react/': (request: Request) => renderPage(request, service.fetch as typeof fetch) }
  const handlers = [createPanelApi(service), createStaticFiles({ examples, dist, bundler, pages })]

  const respond: Service['fetch'] = async (input, init, connection) => {
    const request = input instanceof Request ? input : new Request(input, init)
    for (const handle of handlers) {
      const response = await handle(request)
      if (response) return response
    }
    return service.fetch(request, undefined, connection)
  }
  const { url, close } = await serve({ fetch: respond }, { port, host })
  return { url, service, close }
}
