import { Hono } from 'hono'
import type { Parts } from '../serviceContext'
import type { LoggedRequest } from '../testing/requestLog'
import { authenticate, projectOf, requireScope } from './auth'
import { corsHeaders } from './cors'
import type { Incoming } from './parseRequest'
import { errorReply, methodNotAllowed, notFound, type Reply, toResponse, unsupportedMediaType } from './reply'
import type { Exchange, Route } from './route'

/** What travels beside a request: it is read before it is routed. */
interface Bindings {
  incoming: Incoming
  log: LoggedRequest
}

/** Answers one request. */
type Router = (incoming: Incoming, log: LoggedRequest) => Promise<Response>

/** Makes one function of a table of routes: both spellings of each path, 404, 405 and errors included. */
export function createRouter(parts: Parts, routes: Route[]): Router {
  const app = new Hono<{ Bindings: Bindings }>({ strict: false })
  const paths = new Map<string, Route[]>()
  for (const route of routes) {
    const path = route.path.replace(/\/$/, '')
    paths.set(path, [...(paths.get(path) ?? []), route])
  }
  for (const [path, rows] of paths) {
    app.all(path, async context => {
      const { incoming, log } = context.env
      const params: Record<string, string> = context.req.param()
      const exchange: Exchange = { parts, incoming, params, query: incoming.url.searchParams, log }
      return answer(rows, exchange)
    })
  }
  app.notFound(() => toResponse(errorReply(notFound('Endpoint not found.'))))
  // Routing asks for the address alone; the platform's Request would refuse some methods, and costs more than most answers.
  return async (incoming, log) => {
    const address = { url: incoming.url.href, method: 'GET' } as Request
    const response = await app.fetch(address, { incoming, log })
    return incoming.method === 'HEAD' ? withoutBody(response) : response
  }
}

/** What HEAD is answered: the headers of the answer to GET, its length among them. */
async function withoutBody(response: Response): Promise<Response> {
  if (response.body) {
    const { byteLength } = await response.arrayBuffer()
    response.headers.set('Content-Length', String(byteLength))
  }
  return new Response(null, response)
}

async function answer(rows: Route[], exchange: Exchange): Promise<Response> {
  const { incoming } = exchange
  const cors = rows[0]?.access === 'public' ? corsHeaders(incoming) : {}
  const reply = await replyOf(rows, exchange).catch(errorReply)
  return toResponse({ ...reply, headers: { ...reply.headers, ...cors } })
}

async function replyOf(rows: Route[], exchange: Exchange): Promise<Reply> {
  const { method } = exchange.incoming
  const allowed = [...rows.map(row => row.method), 'OPTIONS']
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: allowed.join(', ') } }
  const wanted = method === 'HEAD' ? 'GET' : method
  const route = rows.find(row => row.method === wanted)
  if (!route) throw methodNotAllowed(method, allowed)
  return run(route, exchange)
}

async function run(route: Route, exchange: Exchange): Promise<Reply> {
  const { parts, incoming, params } = exchange
  switch (route.access) {
    case 'public':
      return route.handle(exchange)
    case 'user': {
      const caller =
        route.isOpen && !incoming.header('authorization') ? undefined : await authenticate(parts, incoming)
      parts.throttle('users', caller?.key.key ?? incoming.ip ?? '')
      if (caller && parts.options.requireUserScopes) {
        requireScope(caller.key, route.method === 'GET' ? 'user:read' : 'user:write')
      }
      if (route.body) refuseOtherTypes(incoming)
      return route.handle({ ...exchange, user: caller?.user, key: caller?.key })
    }
    case 'management': {
      const { key, user } = await authenticate(parts, incoming)
      parts.throttle('management', key.key)
      requireScope(key, route.scope)
      const project = await projectOf(parts, key, params['project_id'] ?? '')
      if (route.body) refuseOtherTypes(incoming)
      return route.handle({ ...exchange, project, user })
    }
  }
}

/** Management bodies are JSON. Interface section 4. */
function refuseOtherTypes(incoming: Incoming): void {
  const type = incoming.header('content-type')
  if (incoming.body.length === 0 || type === undefined || /^application\/([\w.-]+\+)?json\b/i.test(type))
    return
  throw unsupportedMediaType(type)
}
