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
 * The page we are loaded into. Host pages replace globals, so what could be replaced later is taken hold of here.
 *
 * @param onThrow Hears of a callback of ours that threw inside a browser event.
 * @returns `undefined` on a server, where there is no page.
 */
export function browserPage(onThrow: (error: unknown) => void): Page | undefined {
  if (typeof window === 'undefined' || typeof document === 'undefined') return undefined

  const Clock = Date
  const realNow = Clock.now
  const nav = navigator as BrandedNavigator

  const guarded =
    <A extends unknown[]>(run: (...given: A) => void) =>
    (...given: A) => {
      try {
        run(...given)
      } catch (error) {
        onThrow(error)
      }
    }
  const monotonicNow = () => performance.now()
  const now = () => Number(realNow.call(Clock)) || performance.timeOrigin + monotonicNow()
  // Asked for in bulk: each call of the browser's costs as much as all the rest of an id.
  const pool = new Uint32Array(64)
  let left = 0
  const random = () => {
    try {
      if (left === 0) {
        crypto.getRandomValues(pool)
        left = pool.length
      }
      return pool[--left]! / 0x100000000
    } catch {
      // No crypto in a very old context: ids need to be unlikely to meet, not secret.
      return Math.random()
    }
  }
  const setTimer = (ms: number, run: () => void) => {
    const timer = getNative(window, 'setTimeout')(guarded(run), ms)
    return () => getNative(window, 'clearTimeout')(timer)
  }
  const listenSafely: typeof listen = (target, names, run, capture) =>
    listen(target, names, guarded(run), capture)
  const prerendering = () => (document as { prerendering?: boolean }).prerendering === true
  const hidden = () => document.visibilityState === 'hidden'
  const visible = () => !hidden() && !prerendering()

  const history = createHistoryObserver(window, listenSafely, onThrow)
  const onDocument: Partial<Record<PageEvent, (run: () => void) => () => void>> = {
    visible: run => listenSafely(document, 'visibilitychange prerenderingchange', () => visible() && run()),
    hidden: run => listenSafely(document, 'visibilitychange', () => hidden() && run()),
    pagehide: run => listenSafely(window, 'pagehide', () => run()),
    restore: run =>
      listenSafely(window, 'pageshow', event => (event as PageTransitionEvent).persisted && run()),
    scroll: run => listenSafely(window, 'scroll resize', () => run(), true),
    language: run => listenSafely(window, 'languagechange', () => run()),
  }

  const browserInfoOf = memoizeLast(
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
    isoTimestamp: (moment = now()) => new Clock(+new Clock(moment) || now()).toISOString(),
    random,
    uuid: createUuid(now, random),
    setTimer,
    whenIdle: run => {
      if (!window.requestIdleCallback) return setTimer(200, run)
      const handle = requestIdleCallback(guarded(run), { timeout: 2000 })
      return () => cancelIdleCallback(handle)
    },
    url: () => location.href,
    referrer: () => document.referrer,
    title: () => document.title,
    visible,
    prerendering,
    online: () => nav.onLine !== false,
    browserInfo: () =>
      browserInfoOf(
        nav.language,
        new Clock().getTimezoneOffset(),
        screen.width,
        screen.height,
        innerWidth,
        innerHeight,
      ),
    timezone: () => {
      // Both say the same. The first look through Intl takes 15 ms and more.
      const { Temporal } = window as { Temporal?: { Now?: { timeZoneId?(): string } } }
      try {
        timezone ??= Temporal?.Now?.timeZoneId?.() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
      } catch {
        // A browser that was started in a language it cannot format (`en-US@posix`) throws at each call.
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
    on: (moment, run) =>
      moment === 'navigate'
        ? history.on(run)
        : (onDocument[moment]?.(run) ?? listenSafely(window, moment, () => run())),
    matchesSelector: selector => querySelector(selector) !== null,
    onMutation: run => {
      let waiting = false
      const observer = new MutationObserver(() => {
        if (waiting) return
        waiting = true
        requestAnimationFrame(
          guarded(() => {
            waiting = false
            run()
          }),
        )
      })
      observer.observe(document, { subtree: true, childList: true, attributes: true })
      return () => observer.disconnect()
    },
    // Capturing, on the document: a handler of the page that stops the click, or a node that is replaced, changes nothing.
    onClick: (selector, run) => {
      // Throws for one that is none: now, and not at each click.
      document.querySelector(selector)
      return listenSafely(
        document,
        'click',
        event => {
          const target = event.composedPath()[0]
          const match = target instanceof Element && target.closest(selector)
          if (match) run(match)
        },
        true,
      )
    },
    dispatchEvent: (name, detail) => {
      window.dispatchEvent(new CustomEvent(name, { detail }))
    },
  }
}

/** The first match; `null` also for a selector that is none. */
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
