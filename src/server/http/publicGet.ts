import { FLAGS_PATH } from '../../wire/paths'
import type { RequestContext } from './requestContext'
import type { PublicRoute, Route } from './route'

/**
 * The same endpoints by GET, as the option `publicGet` has them: capture reads
 * the query's `data`; flags answers without evaluating anything. DECISIONS, "GET on public endpoints".
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
  const data = context.query.get('data') ?? ''
  const body = new TextEncoder().encode(new URLSearchParams({ data }).toString())
  return { ...context, request: { ...context.request, body: data === '' ? new Uint8Array(0) : body } }
}

async function emptyFlagsReply() {
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
