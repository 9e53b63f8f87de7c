import type { ServiceOptions, Throttle, ThrottleGroup } from '../options'
import { tooManyRequests } from './reply'

/** Windows of callers that have long gone are swept when there are so many. */
const MAX_CALLERS = 10_000

interface ThrottleWindow {
  startedAt: number
  requests: number
}

/**
 * Counts requests by family and caller, in windows of the option's length.
 *
 * @throws HttpError 429, with the time until the window ends, for one too many.
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
