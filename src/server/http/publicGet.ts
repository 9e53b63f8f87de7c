import { FLAGS_PATH } from '../../wire/paths'
import type { Reply } from './reply'
import type { RequestContext } from './requestContext'
import type { PublicRoute, Route } from './route'

/**
 * Returns GET routes for the public POST routes, for the option `publicGet`.
 *
 * Capture reads `data` of the query. Flags answers without evaluating any flag. See D-231.
 */
export function publicGetRoutes(routes: Route[]): PublicRoute[] {
  const posts = routes.filter(route => route.access === 'public').filter(route => route.method === 'POST')
  return posts.map(route => ({
    method: 'GET',
    path: route.path,
    access: 'public',
    summary: route.summary,
    replies: route.replies,
    isHidden: true,
    handle: route.path === FLAGS_PATH ? emptyFlagsReply : context => route.handle(withQueryBody(context)),
  }))
}

function withQueryBody(context: RequestContext): RequestContext {
  const data = context.query.get('data')
  const form = data ? new URLSearchParams({ data }).toString() : ''
  return { ...context, request: { ...context.request, body: new TextEncoder().encode(form) } }
}

async function emptyFlagsReply(): Promise<Reply> {
  const body = {
    flags: {},
    supportedCompression: ['gzip', 'gzip-js', 'lz64'],
    config: { enable_collect_everything: true },
    toolbarParams: {},
    isAuthenticated: false,
    sessionRecording: false,
  }
  return { status: 200, body }
}
