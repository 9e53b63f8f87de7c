import type { ServiceOptions, Throttle, ThrottleGroup } from '../options'
import { tooManyRequests } from './reply'

/** Above this number of callers, ended windows are removed. */
const MAX_CALLERS = 10_000

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
    const key = `${group} ${caller}`
    const window = currentWindow(windows.get(key), limit, time)
    if (windows.size > MAX_CALLERS)
      windows = new Map([...windows].filter(([, other]) => time - other.startedAt < limit.perMs))
    windows.set(key, window)
    window.requests++
    if (window.requests > limit.requests) throw tooManyRequests(window.startedAt + limit.perMs - time)
  }
}

function currentWindow(window: ThrottleWindow | undefined, limit: Throttle, time: number): ThrottleWindow {
  return window && time - window.startedAt < limit.perMs ? window : { startedAt: time, requests: 0 }
}
