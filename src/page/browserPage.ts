import { createHistory } from './history'
import type { Page, PageFacts, PageMoment } from './page'
import { unzoned } from './unzoned'
import { createUuid } from './uuid'

type BrandedNavigator = Navigator & {
  userAgentData?: { brands?: { brand: string }[]; platform?: string }
  globalPrivacyControl?: boolean
  msDoNotTrack?: string
  brave?: unknown
}

type Listen = (
  target: EventTarget,
  name: string,
  run: (event: Event) => void,
  options?: AddEventListenerOptions,
) => () => void

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

  const guarded = (run: () => void) => () => {
    try {
      run()
    } catch (error) {
      onThrow(error)
    }
  }
  const elapsed = () => performance.now()
  const now = () => Number(realNow.call(Clock)) || performance.timeOrigin + elapsed()
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
  const after = (ms: number, run: () => void) => {
    const timer = unzoned(window, 'setTimeout')(guarded(run), ms)
    return () => unzoned(window, 'clearTimeout')(timer)
  }
  const listen: Listen = (target, name, run, options) => {
    const listener = (event: Event) => guarded(() => run(event))()
    unzoned(target, 'addEventListener').call(target, name, listener, options)
    return () => unzoned(target, 'removeEventListener').call(target, name, listener, options)
  }
  const listenAll = (target: EventTarget, names: string[], run: () => void) => {
    const ends = names.map(name => listen(target, name, run, { passive: true, capture: true }))
    return () => ends.forEach(end => end())
  }
  const prerendering = () => (document as { prerendering?: boolean }).prerendering === true
  const hidden = () => document.visibilityState === 'hidden'
  const visible = () => !hidden() && !prerendering()

  const history = createHistory(window, listen, guarded)
  const onDocument: Partial<Record<PageMoment, (run: () => void) => () => void>> = {
    visible: run => listenAll(document, ['visibilitychange', 'prerenderingchange'], () => visible() && run()),
    hidden: run => listen(document, 'visibilitychange', () => hidden() && run()),
    leave: run => listen(window, 'pagehide', run),
    return: run => listen(window, 'pageshow', event => (event as PageTransitionEvent).persisted && run()),
    scroll: run => listenAll(window, ['scroll', 'resize'], run),
    language: run => listen(window, 'languagechange', run),
  }

  let constants:
    | Omit<PageFacts, 'language' | 'timezoneOffset' | `${'screen' | 'viewport'}${'Width' | 'Height'}`>
    | undefined
  let timezone: string | undefined
  return {
    now,
    elapsed,
    iso: (moment = now()) => {
      const date = new Clock(moment)
      // The page may have put something else in place of Date before us.
      return Number.isNaN(+date) ? new Clock(now()).toISOString() : date.toISOString()
    },
    random,
    uuid: createUuid(now, random),
    after,
    idle: run => {
      if (!window.requestIdleCallback) return after(200, run)
      const handle = requestIdleCallback(guarded(run), { timeout: 2000 })
      return () => cancelIdleCallback(handle)
    },
    url: () => location.href,
    referrer: () => document.referrer,
    title: () => document.title,
    visible,
    prerendering,
    online: () => nav.onLine !== false,
    facts: () => {
      constants ??= {
        brands: nav.userAgentData?.brands?.map(({ brand }) => brand) ?? [],
        platform: nav.userAgentData?.platform ?? '',
        userAgent: nav.userAgent || '',
        vendor: nav.vendor || '',
        touchPoints: nav.maxTouchPoints || 0,
        webdriver: nav.webdriver === true,
        brave: nav.brave !== undefined,
      }
      return {
        ...constants,
        language: nav.language,
        timezoneOffset: new Clock().getTimezoneOffset(),
        screenWidth: screen.width,
        screenHeight: screen.height,
        viewportWidth: innerWidth,
        viewportHeight: innerHeight,
      }
    },
    timezone: () => {
      // Both say the same. The first look through Intl takes 15 ms and more.
      const { Temporal } = window as { Temporal?: { Now?: { timeZoneId?(): string } } }
      timezone ??= Temporal?.Now?.timeZoneId?.() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
      return timezone
    },
    scroll: readScroll,
    doNotTrack: () =>
      [nav.doNotTrack, nav.msDoNotTrack, (window as { doNotTrack?: string }).doNotTrack].some(
        value => value === '1' || value === 'yes',
      ),
    globalPrivacyControl: () => nav.globalPrivacyControl === true,
    on: (moment, run) =>
      moment === 'navigate'
        ? history.on(run)
        : (onDocument[moment]?.(run) ?? listen(window, moment, () => run())),
    has: selector => find(selector) !== null,
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
    onClick: (selector, run) =>
      listen(
        document,
        'click',
        event => {
          const target = event.composedPath()[0]
          const match = target instanceof Element && target.closest(selector)
          if (match) run(match)
        },
        { capture: true },
      ),
    announce: (name, detail) => {
      window.dispatchEvent(new CustomEvent(name, { detail }))
    },
  }
}

/** The first match; `null` also for a selector that is none. */
function find(selector: string): Element | null {
  try {
    return document.querySelector(selector)
  } catch {
    return null
  }
}

function readScroll(rootSelector: string | string[] = []) {
  const root = document.documentElement
  const element = [rootSelector].flat().map(find).find(Boolean)
  const { scrollTop, clientHeight, scrollHeight } = element ?? root
  return { y: element ? scrollTop : scrollY, viewportHeight: clientHeight, contentHeight: scrollHeight }
}
