import type { Throttle } from '../options'
import { tooManyRequests } from './reply'

/** Above this number of callers, the older half of the windows is removed. */
const MAX_CALLERS = 10_000

/** A caller sends its key itself, before it is checked. Keys that exist are shorter. See D-404. */
const MAX_KEY_LENGTH = 200

interface ThrottleWindow {
  startedAt: number
  requests: number
}

/**
 * Counts the requests of callers in fixed windows, per group of requests.
 *
 * @template G The groups.
 */
export interface Throttles<G extends string> {
  /** @throws HttpError 429, with the time until the window ends, when the caller has reached the limit. */
  check: (group: G, caller: string) => void
  /** Checks, then counts a request. */
  count: (group: G, caller: string) => void
}

/** Creates the throttles of groups of requests. A group without a limit has none. */
export function createThrottles<G extends string>(
  limits: Partial<Record<G, Throttle>> | undefined,
  now: () => number,
): Throttles<G> {
  let windows = new Map<string, ThrottleWindow>()
  const checkWindow = (group: G, caller: string): ThrottleWindow | undefined => {
    const limit = limits?.[group]
    if (!limit) return undefined
    const time = now()
    const key = `${group} ${copyStart(caller)}`
    const window = currentWindow(windows.get(key), limit, time)
    if (windows.size > MAX_CALLERS) windows = new Map([...windows].slice(-MAX_CALLERS / 2))
    windows.set(key, window)
    if (window.requests >= limit.requests) throw tooManyRequests(window.startedAt + limit.perMs - time)
    return window
  }
  return {
    check: checkWindow,
    count: (group, caller) => {
      const window = checkWindow(group, caller)
      if (window) window.requests++
    },
  }
}

/** A part of a text keeps the whole text in memory: a key may be as long as a body, an address is a part of its header. */
const copyStart = (caller: string): string => Array.from(caller.slice(0, MAX_KEY_LENGTH)).join('')

function currentWindow(window: ThrottleWindow | undefined, limit: Throttle, time: number): ThrottleWindow {
  return window && time - window.startedAt < limit.perMs ? window : { startedAt: time, requests: 0 }
}
