import { Hono } from 'hono'
import type { ServiceContext } from '../serviceContext'
import { authenticate, requireProject, requireScope } from './auth'
import { corsHeaders } from './cors'
import type { LoggedRequest } from './loggedRequest'
import type { ParsedRequest } from './parseRequest'
import { errorReply, methodNotAllowed, notFound, type Reply, toResponse, unsupportedMediaType } from './reply'
import type { RequestContext } from './requestContext'
import type { Route } from './route'

/** What travels beside a request: it is read before it is routed. */
interface Bindings {
  request: ParsedRequest
  log: LoggedRequest
}

/** Answers one request. */
type Router = (request: ParsedRequest, log: LoggedRequest) => Promise<Response>

/** Makes one function of a table of routes: both spellings of each path, 404, 405 and errors included. */
export function createRouter(service: ServiceContext, routes: Route[]): Router {
  const app = new Hono<{ Bindings: Bindings }>({ strict: false })
  const paths = new Map<string, Route[]>()
  for (const route of routes) {
    const path = route.path.replace(/\/$/, '')
    paths.set(path, [...(paths.get(path) ?? []), route])
  }
  for (const [path, rows] of paths) {
    app.all(path, async c => {
      const { request, log } = c.env
      const params: Record<string, string> = c.req.param()
      const context: RequestContext = { service, request, params, query: request.url.searchParams, log }
      return respond(rows, context)
    })
  }
  app.notFound(() => toResponse(errorReply(notFound('Endpoint not found.'))))
  // Routing asks for the address alone; the platform's Request would refuse some methods, and costs more than most answers.
  return async (request, log) => {
    const routingRequest = { url: request.url.href, method: 'GET' } as Request
    const response = await app.fetch(routingRequest, { request, log })
    return request.method === 'HEAD' ? headResponse(response) : response
  }
}

/** What HEAD is answered: the headers of the answer to GET, its length among them. */
async function headResponse(response: Response): Promise<Response> {
  if (response.body) {
    const { byteLength } = await response.arrayBuffer()
    response.headers.set('Content-Length', String(byteLength))
  }
  return new Response(null, response)
}

async function respond(candidates: Route[], context: RequestContext): Promise<Response> {
  const { request } = context
  const cors = candidates[0]?.access === 'public' ? corsHeaders(request) : {}
  const reply = await dispatch(candidates, context).catch(errorReply)
  return toResponse({ ...reply, headers: { ...reply.headers, ...cors } })
}

async function dispatch(candidates: Route[], context: RequestContext): Promise<Reply> {
  const { method } = context.request
  const allowed = [...candidates.map(candidate => candidate.method), 'OPTIONS']
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: allowed.join(', ') } }
  const routeMethod = method === 'HEAD' ? 'GET' : method
  const route = candidates.find(candidate => candidate.method === routeMethod)
  if (!route) throw methodNotAllowed(method, allowed)
  return handleRoute(route, context)
}

async function handleRoute(route: Route, context: RequestContext): Promise<Reply> {
  const { service, request, params } = context
  switch (route.access) {
    case 'public':
      return route.handle(context)
    case 'user': {
      const caller =
        route.allowsAnonymous && !request.header('authorization')
          ? undefined
          : await authenticate(service, request)
      service.throttle('users', caller?.key.key ?? request.ip ?? '')
      if (caller && service.options.requireUserScopes) {
        requireScope(caller.key, route.method === 'GET' ? 'user:read' : 'user:write')
      }
      if (route.body) requireJson(request)
      return route.handle({ ...context, user: caller?.user, key: caller?.key })
    }
    case 'management': {
      const { key, user } = await authenticate(service, request)
      service.throttle('management', key.key)
      requireScope(key, route.scope)
      const project = await requireProject(service, key, params['project_id'] ?? '')
      if (route.body) requireJson(request)
      return route.handle({ ...context, project, user })
    }
  }
}

/** Management bodies are JSON. Interface section 4. */
function requireJson(request: ParsedRequest): void {
  const type = request.header('content-type')
  if (request.body.length === 0 || type === undefined || /^application\/([\w.-]+\+)?json\b/i.test(type))
    return
  throw unsupportedMediaType(type)
}
