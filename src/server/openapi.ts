import { OpenAPIHono, z } from '@hono/zod-openapi'
import { OPENAPI_PATH } from '../wire/paths'
import type { PublicRoute, Route } from './http/route'
import { errorBody } from './http/schema'

const INFO = {
  title: 'Earshot reference service',
  version: '1',
  description: 'Event capture, flag evaluation, surveys and account settings.',
}

const SECURITY_SCHEME = 'personalKey'

/** Returns the route of the OpenAPI document. The first request creates its bytes, which all replies share. See D-234, D-750. */
export function openApiRoute(routes: Route[]): PublicRoute {
  let document: Uint8Array<ArrayBuffer> | undefined
  return {
    method: 'GET',
    path: OPENAPI_PATH,
    access: 'public',
    summary: 'Returns the OpenAPI document.',
    replies: { 200: { description: 'OpenAPI 3.1.' } },
    isHidden: true,
    handle: async () => {
      document ??= new TextEncoder().encode(JSON.stringify(openApiDocument(routes)))
      return { status: 200, body: document }
    },
  }
}

/** Returns the OpenAPI document of the routes, from the schemas that validate their bodies. */
export function openApiDocument(routes: Route[]): object {
  const app = new OpenAPIHono()
  const registry = app.openAPIRegistry
  registry.registerComponent('securitySchemes', SECURITY_SCHEME, { type: 'http', scheme: 'bearer' })
  for (const route of routes) if (!route.isHidden) registry.registerPath(pathConfig(route))
  return app.getOpenAPI31Document({ openapi: '3.1.0', info: INFO })
}

type PathConfig = Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0]

function pathConfig(route: Route): PathConfig {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(match => match[1]!)
  const params = z.object(Object.fromEntries(names.map(name => [name, z.string()])))
  const config: PathConfig = {
    method: METHODS[route.method],
    path: route.path.replace(/:(\w+)/g, '{$1}'),
    summary: route.summary,
    responses: responses(route),
    request: {
      ...(names.length > 0 ? { params } : {}),
      ...(route.query ? { query: route.query } : {}),
      ...(route.body ? { body: { content: { 'application/json': { schema: route.body } } } } : {}),
    },
  }
  if (route.access === 'public') return config
  const scopes = route.access === 'management' ? [route.scope] : []
  return { ...config, security: [{ [SECURITY_SCHEME]: scopes }] }
}

const METHODS = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const

function responses(route: Route): PathConfig['responses'] {
  const documented = Object.entries(route.replies).map(([status, { description, schema }]) => [
    status,
    schema ? { description, content: { 'application/json': { schema } } } : { description },
  ])
  const errorResponse = { description: 'An error.', content: { 'application/json': { schema: errorBody } } }
  return { ...Object.fromEntries(documented), default: errorResponse }
}
