import type { Page } from '../page/page'
import type { Reply } from '../transport/transport'
import type { FlagsReply, FlagsRequest } from '../wire/flag'
import type { FlagsConfig } from './flagsConfig'

export interface LoaderDeps {
  page: Page
  config(): FlagsConfig
  /** Body of a request as of now; the same text for the same person. */
  requestBody(): FlagsRequest
  /** Posts it. `config`: with the configuration. */
  request(requestBody: FlagsRequest, config: boolean): Promise<Reply>
  /** Whether the service may be asked now. */
  canRequest(): boolean
  /** `outdated`: the person has changed since it was asked, and the next request is on its way. */
  onReply(reply: FlagsReply, isOutdated: boolean): void
  onFailure(error: string, reply: Reply): void
  onReloading(): void
}

export interface FlagLoader {
  /** Asks at once: the first request of the page. @returns Whether it may, and shall. */
  start(): boolean
  /** Asks soon: calls in quick succession are one request, and there is one at a time. */
  reload(): void
  /** Asks again, unless nothing that the answer depends on has changed. */
  inputsChanged(): void
  setPaused(paused: boolean): void
  stop(): void
}

const DEBOUNCE_MS = 5
const RETRY_MS = 500
/** A page that knows nothing yet asks again after this, and then after four times as long, up to the usual interval. */
const FIRST_RETRY_MS = 5_000
/** After so many silent failures in a row nothing is asked until the browser says it is online. */
const MAX_SILENT_FAILURES = 3

export function createFlagLoader(deps: LoaderDeps): FlagLoader {
  const { page, config, requestBody } = deps
  let inFlight = false
  let requestAgain = false
  let paused = false
  let stopped = false
  let silentFailures = 0
  let answeredBody = ''
  let configured = false
  let refreshes = 0
  let cancelTimer: (() => void) | undefined
  let cancelRefresh: (() => void) | undefined

  const send = async (attempt: number): Promise<void> => {
    const request = requestBody()
    const sent = JSON.stringify(request)
    requestAgain = false
    const reply = await deps.request(
      config().advanced_disable_feature_flags ? { ...request, disable_flags: true } : request,
      !configured,
    )
    if (stopped) return
    if (reply.status === 200 && reply.json && typeof reply.json === 'object') {
      silentFailures = 0
      configured = true
      answeredBody = sent
      deps.onReply(reply.json, requestAgain && sent !== JSON.stringify(requestBody()))
      return
    }
    const repeatable = reply.timedOut || reply.status === 502 || reply.status === 504
    if (repeatable && attempt < config().feature_flag_request_max_retries) {
      cancelRefresh?.()
      await new Promise<void>(resolve => {
        cancelRefresh = page.setTimer(RETRY_MS, resolve)
      })
      return send(attempt + 1)
    }
    silentFailures = reply.status === 0 && page.online() ? silentFailures + 1 : 0
    deps.onFailure(errorReason(reply), reply)
  }
  const request = async () => {
    cancelTimer?.()
    cancelTimer = undefined
    if (inFlight || !deps.canRequest() || silentFailures >= MAX_SILENT_FAILURES) return
    inFlight = true
    await send(0)
    inFlight = false
    refreshLater()
    if (requestAgain) reload()
  }
  const reload = () => {
    if (paused) return
    if (inFlight) requestAgain = true
    if (inFlight || cancelTimer) return
    deps.onReloading()
    cancelTimer = page.setTimer(DEBOUNCE_MS, () => void request())
  }
  const refreshLater = () => {
    cancelRefresh?.()
    const { remote_config_refresh_interval_ms: interval } = config()
    if (stopped || interval <= 0) return
    const pause = configured ? interval : Math.min(interval, FIRST_RETRY_MS * 4 ** refreshes++)
    cancelRefresh = page.setTimer(pause, () => {
      if (page.visible()) return reload()
      // Nobody looks at a hidden page; flags are asked for when somebody does.
      cancelRefresh = page.on('visible', () => {
        cancelRefresh?.()
        reload()
      })
    })
  }
  const endOnline = page.on('online', () => {
    if (silentFailures < MAX_SILENT_FAILURES) return
    silentFailures = 0
    reload()
  })

  return {
    start() {
      if (config().advanced_disable_feature_flags_on_first_load) return false
      void request()
      return inFlight
    },
    reload,
    inputsChanged() {
      if (inFlight || JSON.stringify(requestBody()) !== answeredBody) reload()
    },
    setPaused(next) {
      paused = next
    },
    stop() {
      paused = stopped = true
      cancelTimer?.()
      cancelRefresh?.()
      endOnline()
    },
  }
}

/** The words of `$feature_flag_error`. */
function errorReason({ status, timedOut }: Reply): string {
  if (timedOut) return 'timeout'
  if (status === 0) return 'connection_error'
  return status === 200 ? 'unknown_error' : `api_error_${status}`
}
