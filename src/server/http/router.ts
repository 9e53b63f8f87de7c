import { type Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ServiceContext } from '../serviceContext'
import { authenticateWithinLimit } from './addressLimits'
import { requireProject, requireScope } from './auth'
import { corsHeaders } from './cors'
import { SMALL_BODY_BYTES, TINY_BODY_BYTES } from './createBodyBudget'
import { createReplyTexts } from './createReplyTexts'
import { createTurns, type Turn } from './createTurns'
import type { LoggedRequest } from './loggedRequest'
import { requireKnownParameters } from './paging'
import type { ParsedRequest } from './parseRequest'
import {
  busy,
  errorReply,
  methodNotAllowed,
  notFound,
  type Reply,
  unsupportedMediaType,
  uriTooLong,
} from './reply'
import type { RequestContext } from './requestContext'
import type { Route } from './route'
import { senderNetwork } from './senderNetwork'

/** A request is parsed before it is routed, so Hono carries the result. */
interface Env {
  Bindings: { request: ParsedRequest; log: LoggedRequest }
}

/** Answers a parsed request. Never rejects: errors become responses. */
type Router = (request: ParsedRequest, log: LoggedRequest) => Promise<Response>

/**
 * Creates a router for a table of routes.
 *
 * Each path is served with and without a slash at its end. `OPTIONS` and the
 * methods that a path does not have are answered here.
 *
 * @param ready Resolves when the service can answer. A request fails with its error.
 */
export function createRouter(service: ServiceContext, routes: Route[], ready: () => Promise<void>): Router {
  const withTurn = createTurns()
  const makeText = createReplyTexts()
  const handle = async (route: Route, c: Context<Env>, turn: Turn): Promise<Reply> => {
    const { request } = c.env
    if (request.isBodyRefused) throw busy()
    requireFewParameters(request.url)
    if (route.access !== 'public' || !route.needsNoStore) await ready()
    const { length } = request.body
    if (length > (route.access === 'public' ? TINY_BODY_BYTES : SMALL_BODY_BYTES)) await turn.take(length)
    return handleRoute(route, { ...requestContext(c, service), turn })
  }
  // The default one tries another router first, which refuses a name beside a parameter, as in surveys/stats and surveys/:id.
  const app = new Hono<Env>({ strict: false, router: new TrieRouter() })
  for (const [path, group] of groupByPath(routes)) {
    const methods = [...group.keys(), 'OPTIONS']
    const isPublic = [...group.values()][0]!.access === 'public'
    app.all(path, async c => {
      const { method } = c.req
      const route = group.get(method === 'HEAD' ? 'GET' : method)
      if (isPublic) addCorsHeaders(c)
      if (method === 'OPTIONS') return respond(c, { status: 204, headers: { Allow: methods.join(', ') } })
      if (!route) return respond(c, methodNotAllowed(method, methods))
      const sender = senderNetwork(c.env.request.ip)
      const reply = await withTurn(sender, turn => handle(route, c, turn))
      return respond(
        c,
        isSentAsIs(reply.body) ? reply : { ...reply, body: await makeText(sender, () => toText(reply.body)) },
      )
    })
  }
  app.notFound(c => respond(c, notFound('Endpoint not found.')))
  app.onError((error, c) => respond(c, errorReply(error)))

  return async (request, log) => {
    // Hono reads these two alone. The platform's Request refuses some methods, and takes longer than most responses.
    const routingRequest = { url: request.url.href, method: request.method } as Request
    return app.fetch(routingRequest, { request, log })
  }
}

/** Returns the routes of each path by their methods. */
function groupByPath(routes: Route[]): Map<string, Map<string, Route>> {
  const groups = new Map<string, Map<string, Route>>()
  for (const route of routes) {
    const path = route.path.replace(/\/$/, '')
    const group = groups.get(path) ?? new Map<string, Route>()
    groups.set(path, group.set(route.method, route))
  }
  return groups
}

function addCorsHeaders(c: Context<Env>): void {
  for (const [name, value] of Object.entries(corsHeaders(c.env.request))) c.header(name, value)
}

function requestContext(c: Context<Env>, service: ServiceContext): Omit<RequestContext, 'turn'> {
  const { request, log } = c.env
  return {
    service,
    request,
    params: c.req.param(),
    query: request.url.searchParams,
    log,
  }
}

/** A browser that opens an address of the service shows, runs and tells other sites nothing. See D-543. */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Turns a reply into a response. The response to `HEAD` has the length that the one to `GET` would have. */
function respond(c: Context<Env>, { status, body, headers }: Reply): Response {
  if (body === undefined) {
    const length: Record<string, string> = status === 204 || status === 304 ? {} : { 'Content-Length': '0' }
    return c.body(null, status as ContentfulStatusCode, { ...SECURITY_HEADERS, ...length, ...headers })
  }
  if (body instanceof ReadableStream)
    return c.body(body, status as ContentfulStatusCode, { ...SECURITY_HEADERS, ...headers })
  const content = isSentAsIs(body) ? (body as Uint8Array<ArrayBuffer> | string) : toText(body)
  if (c.req.method === 'HEAD') {
    const { length } = typeof content === 'string' ? new TextEncoder().encode(content) : content
    c.header('Content-Length', String(length))
  }
  return c.body(content, status as ContentfulStatusCode, {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json',
    ...headers,
  })
}

function isSentAsIs(body: unknown): boolean {
  return (
    ['undefined', 'string'].includes(typeof body) ||
    body instanceof Uint8Array ||
    body instanceof ReadableStream
  )
}

function toText(body: unknown): string {
  return typeof body === 'function' ? body() : JSON.stringify(body)
}

async function handleRoute(route: Route, context: RequestContext): Promise<Reply> {
  const { service, request, params } = context
  switch (route.access) {
    case 'public':
      return route.handle(context)
    case 'user': {
      const isAnonymous = route.allowsAnonymous && !request.header('authorization')
      const caller = isAnonymous ? undefined : await authenticateWithinLimit(service, request)
      service.throttle('users', caller?.key.id ?? request.ip ?? '')
      if (caller && service.options.requireUserScopes && !route.needsNoScope) {
        requireScope(caller.key, route.method === 'GET' ? 'user:read' : 'user:write')
      }
      if (route.body) requireJson(request)
      return route.handle({ ...context, user: caller?.user, key: caller?.key })
    }
    case 'management': {
      const { key, user } = await authenticateWithinLimit(service, request)
      service.throttle('management', key.id)
      requireScope(key, route.scope)
      const project = await requireProject(service, key, params['project_id'] ?? '')
      if (route.method === 'GET' && route.isHidden && route.query)
        requireKnownParameters(context.query, route.query)
      if (route.body) requireJson(request)
      return route.handle({ ...context, project, user, key })
    }
  }
}

/** No client sends more. Each takes as much memory as a header. See D-836. */
const MAX_PARAMETERS = 200

function requireFewParameters({ search }: URL): void {
  if (search.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS) throw uriTooLong(MAX_PARAMETERS)
}

/** Management bodies are JSON. Interface section 4. */
function requireJson(request: ParsedRequest): void {
  const type = request.header('content-type')
  if (request.body.length === 0 || type === undefined || /^application\/([\w.-]+\+)?json\b/i.test(type))
    return
  throw unsupportedMediaType(type)
}
