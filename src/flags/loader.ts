import type { Page } from '../page/page'
import type { Reply } from '../transport/transport'
import type { FlagsReply, FlagsRequest } from '../wire/flag'
import type { FlagSettings } from './settings'

export interface LoaderParts {
  page: Page
  settings(): FlagSettings
  /** Body of a request as of now; the same text for the same person. */
  body(): FlagsRequest
  /** Posts it. `config`: with the configuration. */
  ask(body: FlagsRequest, config: boolean): Promise<Reply>
  /** Whether the service may be asked now. */
  mayAsk(): boolean
  /** `outdated`: the person has changed since it was asked, and the next request is on its way. */
  onReply(reply: FlagsReply, outdated: boolean): void
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
const FIRST_PAUSE_MS = 5_000
/** After so many silent failures in a row nothing is asked until the browser says it is online. */
const MAX_SILENT_FAILURES = 3

export function createFlagLoader(parts: LoaderParts): FlagLoader {
  const { page, settings, body } = parts
  let inFlight = false
  let again = false
  let paused = false
  let stopped = false
  let silentFailures = 0
  let answeredBody = ''
  let configured = false
  let refreshes = 0
  let cancelTimer: (() => void) | undefined
  let cancelRefresh: (() => void) | undefined

  const send = async (attempt: number): Promise<void> => {
    const request = body()
    const sent = JSON.stringify(request)
    again = false
    const reply = await parts.ask(
      settings().advanced_disable_feature_flags ? { ...request, disable_flags: true } : request,
      !configured,
    )
    if (stopped) return
    if (reply.status === 200 && reply.json && typeof reply.json === 'object') {
      silentFailures = 0
      configured = true
      answeredBody = sent
      parts.onReply(reply.json, again && sent !== JSON.stringify(body()))
      return
    }
    const repeatable = reply.timedOut || reply.status === 502 || reply.status === 504
    if (repeatable && attempt < settings().feature_flag_request_max_retries) {
      cancelRefresh?.()
      await new Promise<void>(resolve => {
        cancelRefresh = page.after(RETRY_MS, resolve)
      })
      return send(attempt + 1)
    }
    silentFailures = reply.status === 0 && page.online() ? silentFailures + 1 : 0
    parts.onFailure(errorOf(reply), reply)
  }
  const ask = async () => {
    cancelTimer?.()
    cancelTimer = undefined
    if (inFlight || !parts.mayAsk() || silentFailures >= MAX_SILENT_FAILURES) return
    inFlight = true
    await send(0)
    inFlight = false
    refreshLater()
    if (again) reload()
  }
  const reload = () => {
    if (paused) return
    if (inFlight) again = true
    if (inFlight || cancelTimer) return
    parts.onReloading()
    cancelTimer = page.after(DEBOUNCE_MS, () => void ask())
  }
  const refreshLater = () => {
    cancelRefresh?.()
    const { remote_config_refresh_interval_ms: interval } = settings()
    if (stopped || interval <= 0) return
    const pause = configured ? interval : Math.min(interval, FIRST_PAUSE_MS * 4 ** refreshes++)
    cancelRefresh = page.after(pause, () => {
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
      if (settings().advanced_disable_feature_flags_on_first_load) return false
      void ask()
      return inFlight
    },
    reload,
    inputsChanged() {
      if (inFlight || JSON.stringify(body()) !== answeredBody) reload()
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
function errorOf({ status, timedOut }: Reply): string {
  if (timedOut) return 'timeout'
  if (status === 0) return 'connection_error'
  return status === 200 ? 'unknown_error' : `api_error_${status}`
}
