import { stringifyStored } from '../lib/json'
import { isObject } from '../lib/typeGuards'
import type { Page } from '../page/page'
import type { Reply } from '../transport/transport'
import type { FlagsReply, FlagsRequest } from '../wire/flag'
import type { FlagsConfig } from './flagsConfig'

/** Dependencies of `createFlagLoader`. */
export interface LoaderDeps {
  page: Page
  config(): FlagsConfig
  /** Returns the current request body. Equal inputs give equal JSON. */
  requestBody(): FlagsRequest
  /** Sends a request. `withConfig`: whether the reply should contain the configuration. */
  request(body: FlagsRequest, withConfig: boolean): Promise<Reply>
  /** Whether requests are allowed now. */
  canRequest(): boolean
  onReply(reply: FlagsReply, request: AnsweredRequest): void
  /** `reason`: a value of `$feature_flag_error`. */
  onFailure(reason: string, detail?: unknown): void
  /** Requests are not allowed now. */
  onSkipped(): void
  /** Called before flags are loaded again. */
  onReloading(): void
}

/** The request that a reply answers. */
export interface AnsweredRequest {
  /** Whether the inputs have changed since the request was sent. Another request then follows. */
  isOutdated: boolean
  /** Whether the reply should contain the configuration. */
  withConfig: boolean
}

/**
 * - `idle`: no request until the next reload or refresh.
 * - `waiting`: a reload is scheduled, so that further calls are combined with it.
 * - `loading`: a request is in flight or waits to be retried.
 * - `stopped`: final.
 */
type LoaderState = 'idle' | 'waiting' | 'loading' | 'stopped'

const DEBOUNCE_MS = 5
const RETRY_MS = 500
/** Delay of the first refresh before any response. It quadruples up to the usual interval. */
const FIRST_REFRESH_MS = 5_000
/** Consecutive requests without a response after which the loader waits for the browser to be online. */
const MAX_SILENT_FAILURES = 3
/** Timers may fire a little early. */
const TIMER_TOLERANCE_MS = 1_000

/**
 * Creates the loader that decides when flags and configuration are requested. At most one request is in flight.
 * Interface 4.3; D-085, D-086, D-089.
 */
export function createFlagLoader(deps: LoaderDeps) {
  const { page, config, requestBody } = deps
  let state: LoaderState = 'idle'
  /** Whether `reload` was called since the latest request was sent. */
  let isOutdated = false
  let paused = false
  let silentFailures = 0
  let earlyRefreshes = 0
  /** JSON of the latest request with a response; `undefined` before the first response. */
  let answeredBody: string | undefined
  /** Monotonic time of the latest response to a request for the configuration. */
  let configuredAt = 0
  /** Monotonic time of the latest failure. */
  let failedAt = -Infinity
  let cancelReload: (() => void) | undefined
  let cancelRefresh: (() => void) | undefined

  const isStopped = () => state === 'stopped'
  const fail = (reason: string, detail?: unknown) => {
    failedAt = page.monotonicNow()
    deps.onFailure(reason, detail)
  }

  const send = async (attempt: number): Promise<void> => {
    const body = requestBody()
    const bodyText = stringifyStored(body)
    const { remote_config_refresh_interval_ms: interval, advanced_disable_feature_flags: isDisabled } =
      config()
    const age = page.monotonicNow() - configuredAt
    // The configuration is unknown, or as old as the interval of the refresh. See D-395.
    const withConfig = answeredBody === undefined || (interval > 0 && age >= interval - TIMER_TOLERANCE_MS)
    isOutdated = false
    const reply = await deps.request(isDisabled ? { ...body, disable_flags: true } : body, withConfig)
    if (isStopped()) return
    if (reply.status === 200 && isObject(reply.json)) {
      silentFailures = 0
      answeredBody = bodyText
      if (withConfig) configuredAt = page.monotonicNow()
      deps.onReply(reply.json, {
        isOutdated: isOutdated && bodyText !== stringifyStored(requestBody()),
        withConfig,
      })
      return
    }
    const isRetryable = reply.timedOut || reply.status === 502 || reply.status === 504
    if (isRetryable && attempt < config().feature_flag_request_max_retries) {
      cancelRefresh?.()
      await new Promise<void>(resolve => {
        cancelRefresh = page.setTimer(RETRY_MS, resolve)
      })
      return send(attempt + 1)
    }
    silentFailures = reply.status === 0 && page.isOnline() ? silentFailures + 1 : 0
    fail(failureReason(reply), reply.json)
  }
  const load = async () => {
    if (state === 'loading') return
    cancelReload?.()
    state = 'idle'
    if (!deps.canRequest()) return deps.onSkipped()
    // The browser says when it is online again.
    if (!page.isOnline()) silentFailures = MAX_SILENT_FAILURES
    if (silentFailures >= MAX_SILENT_FAILURES) {
      cancelRefresh?.()
      return fail('connection_error')
    }
    state = 'loading'
    // A reply that cannot be applied, and an error of a hook, count as a failed request.
    await send(0).catch((error: unknown) => fail('unknown_error', error))
    if (isStopped()) return
    state = 'idle'
    scheduleRefresh()
    if (isOutdated) reload()
  }
  const reload = () => {
    isOutdated = true
    if (paused || state !== 'idle') return
    state = 'waiting'
    deps.onReloading()
    cancelReload = page.setTimer(DEBOUNCE_MS, () => void load())
  }
  const scheduleRefresh = () => {
    cancelRefresh?.()
    const { remote_config_refresh_interval_ms: interval } = config()
    if (interval <= 0) return
    const delay = answeredBody ? interval : Math.min(interval, FIRST_REFRESH_MS * 4 ** earlyRefreshes++)
    cancelRefresh = page.setTimer(delay, () => {
      if (page.visible()) return reload()
      // A hidden page refreshes once it is visible again.
      cancelRefresh = page.on('visible', () => {
        cancelRefresh?.()
        reload()
      })
    })
  }
  const unsubscribe = page.on('online', () => {
    if (silentFailures < MAX_SILENT_FAILURES) return
    silentFailures = 0
    reload()
  })

  return {
    /** Sends the first request of the page without delay. Returns whether a request is in flight. */
    start(): boolean {
      if (config().advanced_disable_feature_flags_on_first_load) deps.onSkipped()
      else void load()
      return state === 'loading'
    },
    /** Requests the flags soon. Calls in quick succession are combined. */
    reload,
    /**
     * Requests the flags in place of expired ones. Not soon after a failure: a failure notifies the listeners, and each of them
     * reads expired flags again.
     */
    reloadExpired() {
      if (page.monotonicNow() - failedAt >= FIRST_REFRESH_MS) reload()
    },
    /** Requests the flags unless the request would equal the latest one that was answered. */
    inputsChanged() {
      // The body costs as much as it has properties: not for each of many calls before one request.
      if (paused || state !== 'idle' || stringifyStored(requestBody()) !== answeredBody) reload()
    },
    /** Ignores `reload` while paused. */
    setPaused(value: boolean) {
      paused = value
    },
    stop() {
      state = 'stopped'
      cancelReload?.()
      cancelRefresh?.()
      unsubscribe()
    },
  }
}

/** The loader of flags and configuration. */
export type FlagLoader = ReturnType<typeof createFlagLoader>

/** Returns a value of `$feature_flag_error`. Interface 6. */
function failureReason({ status, timedOut }: Reply): string {
  if (timedOut) return 'timeout'
  if (status === 0) return 'connection_error'
  return status === 200 ? 'unknown_error' : `api_error_${status}`
}
