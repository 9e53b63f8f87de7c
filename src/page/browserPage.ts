import { attempt } from '../lib/attempt'
import { createEmitter, type Emitter } from '../lib/emitter'
import { isoDate } from '../lib/isoDate'
import { memoizeLast } from '../lib/memoizeLast'
import { getNative, listen } from '../lib/native'
import { platformOptions } from '../lib/nullProtoRecord'
import { isText } from '../lib/typeGuards'
import { createUuid } from '../lib/uuid'
import { createHistoryObserver } from './historyObserver'
import type { BrowserInfo, Page, PageEvent } from './page'
import { readTimezone } from './timezone'

type BrandedNavigator = Navigator & {
  userAgentData?: { brands?: { brand: string }[]; platform?: string }
  globalPrivacyControl?: boolean
  brave?: unknown
}

/**
 * Creates the `Page` of the current document. Keeps references to globals that the host page may replace later.
 *
 * @param onThrow Called with an error that one of our callbacks threw inside a browser event.
 * @returns `undefined` on a server, where there is no document.
 */
export function browserPage(onThrow: (error: unknown) => void): Page | undefined {
  if (attempt(() => typeof window === 'undefined' || typeof document === 'undefined', true)) return undefined

  const NativeDate = Date
  const dateNow = NativeDate.now
  const nav = () => navigator as BrandedNavigator
  let hasReported = false
  const report = (error: unknown) => {
    if (hasReported) return
    hasReported = true
    // Later, because the page's `on_error` is not known before `init`.
    setTimer(0, () => onThrow(error))
  }
  /** Reads from the browser. Privacy extensions put getters there that throw: as if the property were missing. See D-356. */
  const safely = <T, F = undefined>(read: () => T, fallback?: F) => attempt<T, F>(read, fallback, report)

  /** Reads a text. Privacy extensions also put values of other types there. See D-504. */
  const text = (read: () => unknown): string => {
    const value = safely(read)
    return isText(value) ? value : ''
  }

  const guarded =
    <A extends unknown[]>(callback: (...args: A) => void) =>
    (...args: A) =>
      attempt(() => callback(...args), undefined, onThrow)
  const startedAt = dateNow.call(NativeDate)
  const monotonicNow = () =>
    safely(() => performance.now(), Math.max(0, dateNow.call(NativeDate) - startedAt))
  const now = () => Number(dateNow.call(NativeDate)) || performance.timeOrigin + monotonicNow()
  const toIso = (time: number) => isoDate(new NativeDate(time))
  // Filled in bulk because each call of `getRandomValues` costs as much as the rest of an id.
  const pool = new Uint32Array(64)
  let remaining = 0
  const random = () => {
    try {
      if (remaining === 0) {
        crypto.getRandomValues(pool)
        remaining = pool.length
      }
      return pool[--remaining]! / 0x100000000
    } catch {
      // `crypto` is missing. Ids must be unlikely to collide but need not be secret.
      return Math.random()
    }
  }
  const setTimer = (ms: number, callback: () => void) => {
    // Browsers fire a longer timer at once, and `Infinity` would be a loop of requests.
    const timer = safely(() => getNative(window, 'setTimeout')(guarded(callback), Math.min(ms, 0x7fffffff)))
    return () => safely(() => getNative(window, 'clearTimeout')(timer))
  }
  const listenSafely: typeof listen = (target, types, listener, capture) =>
    listen(target, types, guarded(listener), capture, report)
  const isTrue = (read: () => unknown) => safely(read) === true
  const prerendering = () => isTrue(() => (document as { prerendering?: boolean }).prerendering)
  const hidden = () => text(() => document.visibilityState) === 'hidden'
  const visible = () => !hidden() && !prerendering()

  const history = createHistoryObserver(window, listenSafely, onThrow)
  /** One listener of the browser for all of ours, because each of them costs memory and time. */
  const emitterOf = (target: EventTarget, types: string, capture?: boolean) =>
    createEmitter<Event>(onThrow, emit => listenSafely(target, types, emit, capture))
  const visibility = emitterOf(document, `visibilitychange${prerendering() ? ' prerenderingchange' : ''}`)
  /** Returns a function that subscribes to those events for which the condition holds. */
  const subscribeTo =
    ({ on }: Emitter<Event>, condition: (event: Event) => unknown = () => true) =>
    (listener: () => void) =>
      on(event => condition(event) && listener())
  const subscribe: Record<PageEvent, (listener: (detail?: string) => void) => () => void> = {
    navigate: history.on,
    visible: subscribeTo(visibility, visible),
    hidden: subscribeTo(visibility, hidden),
    restore: subscribeTo(emitterOf(window, 'pageshow'), event => (event as PageTransitionEvent).persisted),
    pagehide: subscribeTo(emitterOf(window, 'pagehide')),
    online: subscribeTo(emitterOf(window, 'online')),
    scroll: subscribeTo(emitterOf(window, 'scroll resize', true)),
    language: subscribeTo(emitterOf(window, 'languagechange')),
  }

  const toBrowserInfo = memoizeLast(
    (
      language: string | undefined,
      timezoneOffset: number,
      screenWidth: number | undefined,
      screenHeight: number | undefined,
      viewportWidth: number | undefined,
      viewportHeight: number | undefined,
    ): BrowserInfo => ({
      language,
      timezoneOffset,
      screenWidth,
      screenHeight,
      viewportWidth,
      viewportHeight,
      brands: safely(() => nav().userAgentData?.brands?.map(({ brand }) => `${brand}`)) ?? [],
      platform: text(() => nav().userAgentData?.platform),
      userAgent: text(() => nav().userAgent),
      touchPoints: safely(() => nav().maxTouchPoints) || 0,
      webdriver: isTrue(() => nav().webdriver),
      brave: safely(() => nav().brave) !== undefined,
    }),
  )
  let timezone: string | undefined
  return {
    now,
    monotonicNow,
    isoTimestamp: (time = now()) => {
      // The page may pass an object that cannot be read. The service refuses a year of more than four digits, which has a sign.
      const text = attempt(() => toIso(+new NativeDate(time) || now()), '')
      return /^\d/.test(text) ? text : toIso(now())
    },
    random,
    uuid: createUuid(now, random),
    setTimer,
    whenIdle: callback => {
      const handle = safely(() =>
        window.requestIdleCallback?.(guarded(callback), platformOptions({ timeout: 2000 })),
      )
      if (!handle) return setTimer(200, callback)
      return () => safely(() => cancelIdleCallback(handle))
    },
    url: () => text(() => location.href),
    referrer: () => text(() => document.referrer),
    title: () => text(() => document.title),
    visible,
    prerendering,
    wasOpened: () => isTrue(() => performance.navigation?.type === 0),
    isOnline: () => safely(() => nav().onLine) !== false,
    browserInfo: () =>
      toBrowserInfo(
        text(() => nav().language) || undefined,
        safely(() => new NativeDate().getTimezoneOffset()) ?? 0,
        safely(() => +screen.width || undefined),
        safely(() => +screen.height || undefined),
        safely(() => +innerWidth || undefined),
        safely(() => +innerHeight || undefined),
      ),
    timezone: () => {
      timezone ??= attempt(readTimezone, '')
      return timezone || undefined
    },
    scrollState: rootSelector =>
      safely(() => readScroll(rootSelector), { y: 0, viewportHeight: 0, contentHeight: 0 }),
    doNotTrack: () => isTrue(() => nav().doNotTrack === '1'),
    globalPrivacyControl: () => isTrue(() => nav().globalPrivacyControl),
    on: (event, listener) => subscribe[event](listener),
    matchesSelector: selector => querySelector(selector) !== null,
    onMutation: listener =>
      safely(
        () => {
          let scheduled = false
          const observer = new MutationObserver(() => {
            if (scheduled) return
            scheduled = true
            requestAnimationFrame(
              guarded(() => {
                scheduled = false
                listener()
              }),
            )
          })
          observer.observe(document, platformOptions({ subtree: true, childList: true, attributes: true }))
          return () => observer.disconnect()
        },
        () => {},
      ),
    // Listens on the document in the capture phase, so that stopped propagation and replaced nodes do not matter.
    onClick: (selector, listener) => {
      // Throws for an invalid selector now rather than at each click.
      document.querySelector(selector)
      return listenSafely(
        document,
        'click',
        event => {
          const target = event.composedPath()[0]
          // A form has its fields in place of methods with their names.
          const match = target instanceof Element && Element.prototype.closest.call(target, selector)
          if (match) listener(match)
        },
        true,
      )
    },
    dispatchEvent: (name, detail) =>
      safely(() => window.dispatchEvent(new CustomEvent(name, platformOptions({ detail })))),
  }
}

/** Returns the first match, or `null` when there is none or the selector is invalid. */
const querySelector = (selector: string): Element | null =>
  attempt(() => document.querySelector(selector), null)

function readScroll(rootSelector: string | string[] = []) {
  const root = document.documentElement
  const element = [rootSelector].flat().map(querySelector).find(Boolean)
  const { scrollTop, clientHeight, scrollHeight } = element ?? root
  return { y: element ? scrollTop : scrollY, viewportHeight: clientHeight, contentHeight: scrollHeight }
}
