import { createEmitter } from '../lib/emitter'
import { createUuid } from '../lib/uuid'
import { createExpiry } from './capture/createExpiry'
import { createAddressLimits } from './http/addressLimits'
import { createBodyBudget } from './http/createBodyBudget'
import { type Connection, type ParsedRequest, parseRequest } from './http/parseRequest'
import { createRouter } from './http/router'
import { senderNetwork } from './http/senderNetwork'
import { createThrottles } from './http/throttle'
import { createStepLimit } from './lib/createStepLimit'
import { raceAbort } from './lib/raceAbort'
import { MAX_BODY_BYTES, MAX_BYTES, MAX_EVENTS, type ServiceOptions } from './options'
import { createProjectSettings } from './projectSettings'
import { createRoutes, enabledRoutes } from './routes'
import type { ServiceContext } from './serviceContext'
import { createServiceState, type ServiceState } from './serviceState'
import { createMemoryStore } from './store/memoryStore'
import type { StoredEvent } from './store/rows'
import { expireSurveyEvents } from './surveys/stats/expireSurveyEvents'
import { createStatsCache } from './surveys/stats/statsCache'
import { createFailureInjector, type Failure, respondWithFailure } from './testing/failures'
import { createRequestLog } from './testing/requestLog'
import { keyWithoutOwner, repeatedId, requireFlagSeeds, requireTypes } from './testing/requireOptions'
import { resolveProjects, seed } from './testing/seed'
import { createTestMailer } from './testing/testMailer'

/**
 * A service in this process. `fetch` is its HTTP interface, and the other members are for tests.
 *
 * @example
 * ```ts
 * const service: Service = createService()
 * const response = await service.fetch('/api/surveys/?token=phc_demo')
 * ```
 */
export interface Service {
  /**
   * Answers a request like the global `fetch`, without a network. Works detached from the service.
   *
   * Rejects like `fetch` when the request is aborted, or when a failure drops the connection.
   *
   * @param connection The client's connection, where a server accepted one.
   */
  fetch: (input: RequestInfo | URL, init?: RequestInit, connection?: Connection) => Promise<Response>
  state: ServiceState
  /**
   * Adds a listener for stored events.
   *
   * @returns A function that removes the listener.
   * @example
   * ```ts
   * const unsubscribe = service.on('event', ({ event }) => console.log(event))
   * ```
   */
  on: (name: 'event', listener: (event: StoredEvent) => void) => () => void
  /**
   * Makes requests fail.
   *
   * @returns A function that ends the failure.
   * @example
   * ```ts
   * service.fail({ path: '/i/v0/e/', status: 503, times: 2 })
   * ```
   */
  fail: (failure: Failure) => () => void
}

const DEFAULT_LOG_SIZE = 1000
/** Steps of scans in one turn of the event loop: a scan that waits for its rows leaves room for another. */
const SCAN_STEPS = 2
const MAX_LOG_BYTES = 32 * 1024 * 1024

/**
 * Creates a service in this process: the whole HTTP interface, and the state behind it for tests.
 *
 * Services share no state unless they share a store.
 *
 * @throws Error for a personal key without its user, a flag without a value, and a switch that is no boolean. See D-733, D-757, D-762.
 *
 * @example
 * ```ts
 * const service = createService({ projectKey: 'phc_test', flags: { 'new-checkout': true } })
 * const client = createClient('phc_test', { api_host: 'https://events.test', fetch: service.fetch })
 * ...
 * expect(await service.state.events()).toHaveLength(1)
 * ```
 */
export function createService(options: ServiceOptions = {}): Service {
  const store = options.store ?? createMemoryStore()
  const projects = resolveProjects(options)
  const ownerless = keyWithoutOwner(options)
  if (ownerless >= 0)
    throw new Error(`createService: no user has the email address in personalKeys[${ownerless}].user`)
  requireTypes(options)
  projects.forEach(requireFlagSeeds)
  const [path, first] = repeatedId(options, projects)?.map(names => names.join('.')) ?? []
  if (path) throw new Error(`createService: ${path} is that of ${first}. Expected another one.`)
  const settings = createProjectSettings(projects)
  const storedEvents = createEmitter<StoredEvent>(throwUncaught)
  const mailer = createTestMailer()
  const context = createContext(options, {
    store,
    quota: settings.quota,
    config: settings.config,
    emitEvent: storedEvents.emit,
    sendMail: mailer.send,
  })
  const statsCache = createStatsCache()
  const log = createRequestLog(options.requestLogSize ?? DEFAULT_LOG_SIZE, MAX_LOG_BYTES)
  const failures = createFailureInjector()
  const reserveBody = createBodyBudget(context.maxBodyBytes)
  const removeExpired = createExpiry({ ...context, keepMs: options.keepMs, expireSurveyEvents })

  const seedDeps = () => ({ now: new Date(context.now()).toISOString(), uuid: context.uuid })
  const seedStore = () => store.transaction(transaction => seed(transaction, options, seedDeps()))
  let seeded: Promise<void> | undefined
  /** Seeds the store at the first use, so that creating a service is synchronous. */
  const ready = (): Promise<void> => {
    seeded ??= seedStore().catch(error => {
      // A database that is gone comes back: the next request seeds it.
      seeded = undefined
      throw error
    })
    return seeded
  }
  const router = createRouter(context, enabledRoutes(createRoutes(statsCache), options), ready)

  const respond = async (request: ParsedRequest): Promise<Response> => {
    const entry = log.add(request, context.now())
    const failure = failures.next(request)
    const route = () => router(request, entry)
    const response = failure ? await respondWithFailure(failure, request, route) : await route()
    entry.status = response.status
    log.complete(entry)
    return response
  }

  const reset = async (): Promise<void> => {
    await ready()
    await store.clear()
    for (const part of [log, failures, mailer, statsCache]) part.clear()
    settings.reset()
    seeded = seedStore()
    await seeded
  }

  return {
    fetch: async (input, init, connection = {}) => {
      removeExpired()
      const reservation = reserveBody(senderNetwork(connection.ip))
      const limits = { maxBytes: context.maxBodyBytes, reservation }
      try {
        const parsed = await parseRequest(input, init, connection, limits)
        return await raceAbort(parsed.signal, () => respond(parsed))
      } finally {
        reservation.release()
      }
    },
    state: createServiceState({
      store,
      ready,
      seedDeps,
      firstProject: projects[0]?.id ?? 1,
      settings,
      requests: log.all,
      mails: mailer.all,
      reset,
    }),
    on: (_name, listener) => storedEvents.on(listener),
    fail: failures.add,
  }
}

/** Completes the context of routes from the options and their defaults. */
function createContext(
  options: ServiceOptions,
  deps: Pick<ServiceContext, 'store' | 'quota' | 'config' | 'emitEvent' | 'sendMail'>,
): ServiceContext {
  const now = options.now ?? Date.now
  return {
    ...deps,
    options,
    now,
    uuid: options.uuid ?? createUuid(now, Math.random),
    randomBytes: options.randomBytes ?? (count => globalThis.crypto.getRandomValues(new Uint8Array(count))),
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    maxEvents: options.maxEvents ?? (deps.store.isPersistent ? Number.POSITIVE_INFINITY : MAX_EVENTS),
    maxBytes: options.maxBytes ?? (deps.store.isPersistent ? Number.POSITIVE_INFINITY : MAX_BYTES),
    limitSteps: createStepLimit(SCAN_STEPS),
    throttle: createThrottles(options.throttles, now).count,
    addressLimits: createAddressLimits(options.addressLimits, now),
  }
}

/** Throws a listener's error outside of the request, which does not fail for it. */
function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
