import { FLAGS_PATH } from '../../wire/paths'
import type { Exchange, PublicRoute, Route } from './route'

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
    handle: route.path === FLAGS_PATH ? emptyAnswer : exchange => route.handle(withQueryBody(exchange)),
  }))
}

function withQueryBody(exchange: Exchange): Exchange {
  const data = exchange.query.get('data') ?? ''
  const body = new TextEncoder().encode(new URLSearchParams({ data }).toString())
  return { ...exchange, incoming: { ...exchange.incoming, body: data === '' ? new Uint8Array(0) : body } }
}

async function emptyAnswer() {
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
