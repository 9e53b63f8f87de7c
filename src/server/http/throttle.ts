import type { ServiceOptions, Throttle, ThrottleGroup } from '../options'
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
 * Creates a function that counts the requests of a caller in fixed windows, per group of endpoints.
 *
 * The function throws HttpError 429, with the time until the window ends, above the limit.
 */
export function createThrottle(limits: ServiceOptions['throttles'], now: () => number) {
  let windows = new Map<string, ThrottleWindow>()
  return (group: ThrottleGroup, caller: string): void => {
    const limit = limits?.[group]
    if (!limit) return
    const time = now()
    const key = `${group} ${caller.slice(0, MAX_KEY_LENGTH)}`
    const window = currentWindow(windows.get(key), limit, time)
    if (windows.size > MAX_CALLERS) windows = new Map([...windows].slice(-MAX_CALLERS / 2))
    windows.set(key, window)
    window.requests++
    if (window.requests > limit.requests) throw tooManyRequests(window.startedAt + limit.perMs - time)
  }
}

function currentWindow(window: ThrottleWindow | undefined, limit: Throttle, time: number): ThrottleWindow {
  return window && time - window.startedAt < limit.perMs ? window : { startedAt: time, requests: 0 }
}
