import type { PublicRoute } from '../http/route'

/** The path of the readiness probe. */
export const READY_PATH = '/readyz'

/** The probes of containers, load balancers and test runners. See D-540. */
export const healthRoutes: PublicRoute[] = [
  {
    method: 'GET',
    path: '/healthz',
    access: 'public',
    summary: 'Whether the service answers.',
    replies: { 200: { description: 'It does.' } },
    isHidden: true,
    needsNoStore: true,
    handle: async () => ({ status: 200, body: { status: 'ok' } }),
  },
  {
    method: 'GET',
    path: READY_PATH,
    access: 'public',
    summary: 'Whether the service and its store answer, and the store takes rows.',
    replies: { 200: { description: 'They do.' }, 503: { description: 'The store does not.' } },
    isHidden: true,
    handle: async ({ service }) => {
      // Any row of a table that is not cached: its absence is an answer too.
      await service.store.get('persons', { project_id: 0, id: '' })
      await service.store.requireWritable?.()
      return { status: 200, body: { status: 'ready' } }
    },
  },
]
