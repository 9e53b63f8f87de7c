import { createHistory } from './history'
import type { Page, PageFacts, PageMoment } from './page'
import { createUuid } from './uuid'

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
  const began = Clock.now()
  const nav = navigator as BrandedNavigator

  const guarded = (run: () => void) => () => {
    try {
      run()
    } catch (error) {
      onThrow(error)
    }
  }
  const elapsed = () => performance.now()
  const now = () => {
    const ms = Number(realNow.call(Clock))
    return Number.isFinite(ms) ? ms : Number(began) + elapsed()
  }
  const random = () => {
    try {
      return crypto.getRandomValues(new Uint32Array(1))[0]! / 0x100000000
    } catch {
      // No crypto in an insecure or very old context: ids need to be unlikely to meet, not secret.
      return Math.random()
    }
  }
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(guarded(run), ms)
    return () => clearTimeout(timer)
  }
  const listen = (target: EventTarget, name: string, run: (event: Event) => void, options?: AddEventListenerOptions) => {
    const listener = (event: Event) => guarded(() => run(event))()
    target.addEventListener(name, listener, options)
    return () => target.removeEventListener(name, listener, options)
  }
  const prerendering = () => (document as { prerendering?: boolean }).prerendering === true
  const visible = () => document.visibilityState !== 'hidden' && !prerendering()

  const history = createHistory(window, listen, guarded)
  const moments: Record<PageMoment, (run: (detail?: string) => void) => () => void> = {
    navigate: run => history.on(run),
    visible: run => {
      const check = () => visible() && run()
      const ends = ['visibilitychange', 'prerenderingchange'].map(name => listen(document, name, check))
      return () => ends.forEach(end => end())
    },
    hidden: run => listen(document, 'visibilitychange', () => document.visibilityState === 'hidden' && run()),
    leave: run => listen(window, 'pagehide', () => run()),
    return: run => listen(window, 'pageshow', event => (event as PageTransitionEvent).persisted && run()),
    scroll: run => {
      const ends = ['scroll', 'resize'].map(name => listen(window, name, () => run(), { passive: true, capture: true }))
      return () => ends.forEach(end => end())
    },
    online: run => listen(window, 'online', () => run()),
    offline: run => listen(window, 'offline', () => run()),
    language: run => listen(window, 'languagechange', () => run()),
  }

  return {
    now,
    elapsed,
    iso: (ms = now()) => {
      try {
        return new Clock(ms).toISOString()
      } catch {
        return new Clock(Number(began)).toISOString()
      }
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
    facts: () => readFacts(nav),
    scroll: readScroll,
    doNotTrack: () =>
      [nav.doNotTrack, nav.msDoNotTrack, (window as { doNotTrack?: string }).doNotTrack].some(
        value => value === '1' || value === 'yes',
      ),
    globalPrivacyControl: () => nav.globalPrivacyControl === true,
    on: (moment, run) => moments[moment](run),
    has: selector => {
      try {
        return document.querySelector(selector) !== null
      } catch {
        return false
      }
    },
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

function readFacts(nav: BrandedNavigator): PageFacts {
  const format = Intl.DateTimeFormat().resolvedOptions()
  return {
    userAgent: nav.userAgent || '',
    vendor: nav.vendor || '',
    brands: nav.userAgentData?.brands?.map(({ brand }) => brand) ?? [],
    platform: nav.userAgentData?.platform ?? '',
    touchPoints: nav.maxTouchPoints || 0,
    webdriver: nav.webdriver === true,
    brave: nav.brave !== undefined,
    language: nav.language,
    timezone: format.timeZone,
    timezoneOffset: new Date().getTimezoneOffset(),
    screenWidth: window.screen?.width,
    screenHeight: window.screen?.height,
    viewportWidth: window.innerWidth,
    viewportHeight: window.innerHeight,
  }
}

function readScroll(rootSelector?: string | string[]) {
  const root = document.documentElement
  for (const selector of rootSelector ? [rootSelector].flat() : []) {
    const element = document.querySelector(selector)
    if (element) return { y: element.scrollTop, viewportHeight: element.clientHeight, contentHeight: element.scrollHeight }
  }
  return { y: window.scrollY || root.scrollTop, viewportHeight: root.clientHeight, contentHeight: root.scrollHeight }
}
