import { createEmitter } from '../lib/emitter'
import { type ParsedRequest, parseRequest } from './http/parseRequest'
import { publicGetRoutes } from './http/publicGet'
import type { Route } from './http/route'
import { createRouter } from './http/router'
import { createThrottle } from './http/throttle'
import { openApiRoute } from './openapi'
import { MAX_BODY_BYTES, MAX_EVENTS, type Quota, type ServiceOptions } from './options'
import { createRoutes } from './routes'
import type { ServiceContext } from './serviceContext'
import { createServiceState, type ServiceState } from './serviceState'
import { createMemoryStore } from './store/memoryStore'
import type { StoredEvent } from './store/rows'
import { createStatsCache } from './surveys/stats/statsCache'
import { createFailureInjector, type Failure, respondWithFailure } from './testing/failures'
import { createRequestLog } from './testing/requestLog'
import { resolveProjects, seed } from './testing/seed'
import { createTestMailer } from './testing/testMailer'

/** A running service: `fetch` is its wire, the rest is for those who test with it. */
export interface Service {
  /**
   * Answers like the global `fetch` would, without a network. Can be taken off
   * the service and handed on. Rejects as `fetch` does: when aborted, and when
   * a failure drops the connection.
   *
   * @param connection What a server knows about where the request came from.
   */
  fetch: (input: RequestInfo | URL, init?: RequestInit, connection?: { ip?: string }) => Promise<Response>
  state: ServiceState
  /** Calls back with each event as it is stored. @returns A function that ends it. */
  on: (what: 'event', listener: (event: StoredEvent) => void) => () => void
  /** Makes requests fail on purpose. @returns A function that ends it. */
  fail: (failure: Failure) => () => void
}

const DEFAULT_LOG_SIZE = 1000

/**
 * Makes a whole service inside this process: the interface, and what tests need to see behind it.
 *
 * ```ts
 * const service = createService({ flags: { 'new-nav': true } })
 * const client = createClient('phc_demo', { fetch: service.fetch })
 * ...
 * expect(await service.state.events()).toHaveLength(1)
 * ```
 *
 * Never throws; two services share nothing.
 */
export function createService(options: ServiceOptions = {}): Service {
  const store = options.store ?? createMemoryStore()
  const projects = resolveProjects(options)
  const now = options.now ?? Date.now
  const uuid = options.uuid ?? (() => globalThis.crypto.randomUUID())
  const maxBodyBytes = options.maxBodyBytes ?? MAX_BODY_BYTES
  const quotas = new Map<number, Quota>()
  const configs = new Map<number, Record<string, unknown>>()
  const storedEvents = createEmitter<StoredEvent>(throwUncaught)
  const log = createRequestLog(options.requestLogSize ?? DEFAULT_LOG_SIZE)
  const failureInjector = createFailureInjector()
  const mailer = createTestMailer()
  const statsCache = createStatsCache()
  const seedDeps = () => ({ now: new Date(now()).toISOString(), uuid })

  const resetOverrides = (): void => {
    for (const { id, quota, config } of projects) {
      quotas.set(id, quota ?? {})
      configs.set(id, config ?? {})
    }
  }
  resetOverrides()
  const writeSeed = () => store.transaction(transaction => seed(transaction, options, seedDeps()))
  let started: Promise<void> | undefined
  const ready = (): Promise<void> => {
    started ??= writeSeed()
    return started
  }

  const context: ServiceContext = {
    options,
    store,
    now,
    uuid,
    randomBytes: options.randomBytes ?? (count => globalThis.crypto.getRandomValues(new Uint8Array(count))),
    maxBodyBytes,
    maxEvents: options.maxEvents ?? MAX_EVENTS,
    quota: projectId => quotas.get(projectId) ?? {},
    config: projectId => configs.get(projectId) ?? {},
    emitEvent: storedEvents.emit,
    sendMail: mailer.send,
    throttle: createThrottle(options.throttles, now),
  }
  const router = createRouter(context, servedRoutes(createRoutes(statsCache), options))

  const respond = async (request: ParsedRequest): Promise<Response> => {
    const entry = log.add(request, now())
    const failure = failureInjector.next(request)
    const route = () => router(request, entry)
    const response = failure ? await respondWithFailure(failure, request, route) : await route()
    entry.status = response.status
    return response
  }

  return {
    fetch: async (input, init, connection) => {
      await ready()
      const request = { ...(await parseRequest(input, init, maxBodyBytes)), ip: connection?.ip }
      return raceAbort(request.signal, () => respond(request))
    },
    state: createServiceState({
      store,
      ready,
      seedDeps,
      firstProject: projects[0]?.id ?? 1,
      quotas,
      configs,
      requests: log.all,
      mailer,
      reset: async () => {
        await ready()
        await store.clear()
        log.clear()
        failureInjector.clear()
        mailer.clear()
        statsCache.clear()
        resetOverrides()
        started = writeSeed()
        await started
      },
    }),
    on: (_what, listener) => storedEvents.on(listener),
    fail: failureInjector.add,
  }
}

function servedRoutes(routes: Route[], { legacyRoutes, publicGet }: ServiceOptions): Route[] {
  const served = routes.filter(
    route => legacyRoutes !== false || !(route.access === 'public' && route.isLegacy),
  )
  const all = publicGet ? [...served, ...publicGetRoutes(served)] : served
  return [...all, openApiRoute(routes)]
}

/** An error of a listener does not fail the request: it surfaces by itself, as any error that is not caught. */
function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}

/** Settles as `respond` does, or rejects as soon as the caller gives up. */
async function raceAbort(
  signal: AbortSignal | undefined,
  respond: () => Promise<Response>,
): Promise<Response> {
  if (!signal) return respond()
  if (signal.aborted) throw signal.reason
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([respond(), aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
