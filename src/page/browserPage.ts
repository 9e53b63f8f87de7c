import { memoizeLast } from '../lib/memoizeLast'
import { getNative, listen } from '../lib/native'
import { createUuid } from '../lib/uuid'
import { createHistoryObserver } from './historyObserver'
import type { BrowserInfo, Page, PageEvent } from './page'

type BrandedNavigator = Navigator & {
  userAgentData?: { brands?: { brand: string }[]; platform?: string }
  globalPrivacyControl?: boolean
  msDoNotTrack?: string
  brave?: unknown
}

/**
 * Creates the `Page` of the current document. Keeps references to globals that the host page may replace later.
 *
 * @param onThrow Called with an error that one of our callbacks threw inside a browser event.
 * @returns `undefined` on a server, where there is no document.
 */
export function browserPage(onThrow: (error: unknown) => void): Page | undefined {
  if (typeof window === 'undefined' || typeof document === 'undefined') return undefined

  const NativeDate = Date
  const dateNow = NativeDate.now
  const nav = navigator as BrandedNavigator

  const guarded =
    <A extends unknown[]>(callback: (...args: A) => void) =>
    (...args: A) => {
      try {
        callback(...args)
      } catch (error) {
        onThrow(error)
      }
    }
  const monotonicNow = () => performance.now()
  const now = () => Number(dateNow.call(NativeDate)) || performance.timeOrigin + monotonicNow()
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
    const timer = getNative(window, 'setTimeout')(guarded(callback), ms)
    return () => getNative(window, 'clearTimeout')(timer)
  }
  const listenSafely: typeof listen = (target, types, listener, capture) =>
    listen(target, types, guarded(listener), capture)
  const prerendering = () => (document as { prerendering?: boolean }).prerendering === true
  const hidden = () => document.visibilityState === 'hidden'
  const visible = () => !hidden() && !prerendering()

  const history = createHistoryObserver(window, listenSafely, onThrow)
  const subscribers: Partial<Record<PageEvent, (listener: () => void) => () => void>> = {
    visible: listener =>
      listenSafely(document, 'visibilitychange prerenderingchange', () => visible() && listener()),
    hidden: listener => listenSafely(document, 'visibilitychange', () => hidden() && listener()),
    restore: listener =>
      listenSafely(window, 'pageshow', event => (event as PageTransitionEvent).persisted && listener()),
    scroll: listener => listenSafely(window, 'scroll resize', () => listener(), true),
    language: listener => listenSafely(window, 'languagechange', () => listener()),
  }

  const toBrowserInfo = memoizeLast(
    (
      language: string,
      timezoneOffset: number,
      screenWidth: number,
      screenHeight: number,
      viewportWidth: number,
      viewportHeight: number,
    ): BrowserInfo => ({
      language,
      timezoneOffset,
      screenWidth,
      screenHeight,
      viewportWidth,
      viewportHeight,
      brands: nav.userAgentData?.brands?.map(({ brand }) => brand) ?? [],
      platform: nav.userAgentData?.platform ?? '',
      userAgent: nav.userAgent || '',
      touchPoints: nav.maxTouchPoints || 0,
      webdriver: nav.webdriver === true,
      brave: nav.brave !== undefined,
    }),
  )
  let timezone: string | undefined
  return {
    now,
    monotonicNow,
    isoTimestamp: (time = now()) => {
      try {
        return new NativeDate(+new NativeDate(time) || now()).toISOString()
      } catch {
        // The page passed an object that cannot be read.
        return new NativeDate(now()).toISOString()
      }
    },
    random,
    uuid: createUuid(now, random),
    setTimer,
    whenIdle: callback => {
      if (!window.requestIdleCallback) return setTimer(200, callback)
      const handle = requestIdleCallback(guarded(callback), { timeout: 2000 })
      return () => cancelIdleCallback(handle)
    },
    url: () => location.href,
    referrer: () => document.referrer,
    title: () => document.title,
    visible,
    prerendering,
    online: () => nav.onLine !== false,
    browserInfo: () =>
      toBrowserInfo(
        nav.language,
        new NativeDate().getTimezoneOffset(),
        screen.width,
        screen.height,
        innerWidth,
        innerHeight,
      ),
    timezone: () => {
      // Both return the same name. The first use of `Intl` takes 15 ms or more, so `Temporal` is preferred.
      const { Temporal } = window as { Temporal?: { Now?: { timeZoneId?(): string } } }
      try {
        timezone ??= Temporal?.Now?.timeZoneId?.() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
      } catch {
        // A browser started with an unsupported locale (`en-US@posix`) throws at each call.
        timezone = ''
      }
      return timezone || undefined
    },
    scrollState: readScroll,
    doNotTrack: () =>
      [nav.doNotTrack, nav.msDoNotTrack, (window as { doNotTrack?: string }).doNotTrack].some(
        value => value === '1' || value === 'yes',
      ),
    globalPrivacyControl: () => nav.globalPrivacyControl === true,
    on: (event, listener) =>
      event === 'navigate'
        ? history.on(listener)
        : (subscribers[event]?.(listener) ?? listenSafely(window, event, () => listener())),
    matchesSelector: selector => querySelector(selector) !== null,
    onMutation: listener => {
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
      observer.observe(document, { subtree: true, childList: true, attributes: true })
      return () => observer.disconnect()
    },
    // Listens on the document in the capture phase, so that stopped propagation and replaced nodes do not matter.
    onClick: (selector, listener) => {
      // Throws for an invalid selector now rather than at each click.
      document.querySelector(selector)
      return listenSafely(
        document,
        'click',
        event => {
          const target = event.composedPath()[0]
          const match = target instanceof Element && target.closest(selector)
          if (match) listener(match)
        },
        true,
      )
    },
    dispatchEvent: (name, detail) => {
      window.dispatchEvent(new CustomEvent(name, { detail }))
    },
  }
}

/** Returns the first match, or `null` when there is none or the selector is invalid. */
function querySelector(selector: string): Element | null {
  try {
    return document.querySelector(selector)
  } catch {
    return null
  }
}

function readScroll(rootSelector: string | string[] = []) {
  const root = document.documentElement
  const element = [rootSelector].flat().map(querySelector).find(Boolean)
  const { scrollTop, clientHeight, scrollHeight } = element ?? root
  return { y: element ? scrollTop : scrollY, viewportHeight: clientHeight, contentHeight: scrollHeight }
}
