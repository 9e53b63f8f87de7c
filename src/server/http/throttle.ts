import type { ServiceOptions, Throttle } from '../options'
import { throttled } from './reply'

/** What is throttled together. */
type Family = keyof NonNullable<ServiceOptions['throttles']>

/** Windows of callers that have long gone are swept when there are so many. */
const MAX_CALLERS = 10_000

interface Window {
  startedAt: number
  requests: number
}

/**
 * Counts requests by family and caller, in windows of the option's length.
 *
 * @throws HttpError 429, with the time until the window ends, for one too many.
 */
export function createThrottle(limits: ServiceOptions['throttles'], now: () => number) {
  let windows = new Map<string, Window>()
  return (family: Family, caller: string): void => {
    const limit = limits?.[family]
    if (!limit) return
    const at = now()
    const key = `${family} ${caller}`
    const window = currentWindow(windows.get(key), limit, at)
    if (windows.size > MAX_CALLERS)
      windows = new Map([...windows].filter(([, one]) => at - one.startedAt < limit.perMs))
    windows.set(key, window)
    window.requests++
    if (window.requests > limit.requests) throw throttled(window.startedAt + limit.perMs - at)
  }
}

function currentWindow(window: Window | undefined, limit: Throttle, at: number): Window {
  return window && at - window.startedAt < limit.perMs ? window : { startedAt: at, requests: 0 }
}

/** See `createThrottle`. */
export type RequestThrottle = ReturnType<typeof createThrottle>
