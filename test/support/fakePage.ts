import type { BrowserInfo, Page, PageEvent, ScrollState } from '../../src/page/page'

/** What a test sets before the page begins. */
export interface FakePageOptions {
  url?: string
  /** Milliseconds since 1970. */
  now?: number
  visible?: boolean
  prerendering?: boolean
  online?: boolean
  referrer?: string
  title?: string
  browserInfo?: Partial<BrowserInfo>
  /** Seed of `random()` and `uuid()`. */
  seed?: number
}

/** A page whose clock, address, visibility, network, chance and document a test holds in its hand. */
export interface FakePage extends Page {
  /** Moves the clock and runs the timers that come due, in order, those they set as well. */
  advance(ms: number): void
  /** Sets the clock the visitor could set: `now()` jumps, no timer runs. */
  setClock(ms: number): void
  /** Runs what waits for an idle moment. */
  runIdle(): void
  /** Timers that wait. */
  timers(): number
  /** Subscriptions, mutation observers and click handlers that live: 0 after a clean stop. */
  listeners(): number
  /** Changes the address as a client-side navigation does. */
  navigate(url: string, how?: 'pushState' | 'replaceState' | 'popstate' | 'hashchange'): void
  setVisible(visible: boolean): void
  /** Ends prerendering: the visitor has opened the page. */
  activate(): void
  goOnline(): void
  goOffline(): void
  /** `pagehide`, and back again. */
  pagehide(): void
  restore(): void
  setBrowserInfo(browserInfo: Partial<BrowserInfo>): void
  setScroll(scroll: Partial<ScrollState>): void
  setTitle(title: string): void
  setPrivacy(signals: { doNotTrack?: boolean; globalPrivacyControl?: boolean }): void
  /** Any moment, by hand. */
  emit(event: PageEvent, detail?: string): void
  /** Makes selectors match, or not any more, and tells who observes the document. */
  setMatches(selector: string, matches: boolean): void
  /** Clicks a match of the selector. @returns How many handlers heard of it. */
  click(selector: string, element?: Element): number
  /** How often the document was asked for a selector. */
  selectorQueries(): number
  dispatchedEvents: { name: string; detail?: unknown }[]
}

const BROWSER_INFO: BrowserInfo = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  brands: [],
  platform: '',
  touchPoints: 0,
  webdriver: false,
  brave: false,
  language: 'en-US',
  timezoneOffset: -60,
  screenWidth: 1920,
  screenHeight: 1080,
  viewportWidth: 1280,
  viewportHeight: 720,
}

/** Equal seeds give equal tests; neighbouring seeds give unlike ones. The constants are those of the `mulberry32` generator. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** A set of callbacks; adding one returns what removes it. A throwing callback is a failing test, so it is not caught. */
function listenerSet<A extends unknown[]>() {
  const all = new Set<{ run: (...given: A) => void }>()
  return {
    add(run: (...given: A) => void) {
      const entry = { run }
      all.add(entry)
      return () => void all.delete(entry)
    },
    call(...given: A) {
      for (const entry of [...all]) if (all.has(entry)) entry.run(...given)
    },
    size: () => all.size,
  }
}

/** Makes a page; it begins on 2026-01-05 at 12:00 UTC, visible and online, at `https://shop.test/`. */
export function fakePage(options: FakePageOptions = {}): FakePage {
  const start = options.now ?? Date.UTC(2026, 0, 5, 12)
  const random = seeded(options.seed ?? 1)
  const moments = new Map<PageEvent, ReturnType<typeof listenerSet<[string?]>>>()
  const mutations = listenerSet<[]>()
  const clicks = new Map<string, ReturnType<typeof listenerSet<[Element]>>>()
  const matches = new Set<string>()
  const dispatchedEvents: { name: string; detail?: unknown }[] = []
  const timers: { at: number; order: number; run: () => void }[] = []
  let idle: (() => void)[] = []
  let elapsed = 0
  let jump = 0
  let order = 0
  let uuids = 0
  let selectorQueries = 0
  let url = options.url ?? 'https://shop.test/'
  let title = options.title ?? 'Shop'
  let visible = options.visible ?? true
  let online = options.online ?? true
  let prerendering = options.prerendering ?? false
  let browserInfo: BrowserInfo = { ...BROWSER_INFO, ...options.browserInfo }
  let scroll: ScrollState = { y: 0, viewportHeight: 720, contentHeight: 720 }
  let privacy = { doNotTrack: false, globalPrivacyControl: false }

  const now = () => start + jump + elapsed
  const setOf = <K, A extends unknown[]>(map: Map<K, ReturnType<typeof listenerSet<A>>>, key: K) => {
    const found = map.get(key) ?? listenerSet<A>()
    map.set(key, found)
    return found
  }
  const emit = (event: PageEvent, detail?: string) => moments.get(event)?.call(detail)

  return {
    now,
    monotonicNow: () => elapsed,
    isoTimestamp(event = now()) {
      const date = new Date(event)
      return (Number.isNaN(+date) ? new Date(now()) : date).toISOString()
    },
    random,
    uuid() {
      const time = Math.floor(now()).toString(16).padStart(12, '0')
      const count = (uuids++).toString(16).padStart(12, '0')
      // Pages of different seeds make different ids, as browsers do.
      const own = (0x8000 + (options.seed ?? 1) - 1).toString(16)
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-${own}-${count}`
    },
    setTimer(ms, run) {
      const timer = { at: elapsed + Math.max(0, ms), order: order++, run }
      timers.push(timer)
      return () => {
        const place = timers.indexOf(timer)
        if (place >= 0) timers.splice(place, 1)
      }
    },
    whenIdle(run) {
      idle.push(run)
      return () => {
        idle = idle.filter(other => other !== run)
      }
    },
    url: () => url,
    referrer: () => options.referrer ?? '',
    title: () => title,
    visible: () => visible && !prerendering,
    prerendering: () => prerendering,
    online: () => online,
    browserInfo: () => browserInfo,
    timezone: () => 'Europe/Berlin',
    scrollState: () => scroll,
    doNotTrack: () => privacy.doNotTrack,
    globalPrivacyControl: () => privacy.globalPrivacyControl,
    on: (event, run) => setOf(moments, event).add(run),
    matchesSelector(selector) {
      selectorQueries++
      return matches.has(selector)
    },
    onMutation: run => mutations.add(run),
    onClick: (selector, run) => setOf(clicks, selector).add(run),
    dispatchEvent: (name, detail) =>
      void dispatchedEvents.push(detail === undefined ? { name } : { name, detail }),

    dispatchedEvents: dispatchedEvents,
    emit,
    advance(ms) {
      const until = elapsed + ms
      for (;;) {
        const next = timers
          .filter(timer => timer.at <= until)
          .sort((a, b) => a.at - b.at || a.order - b.order)[0]
        if (!next) break
        timers.splice(timers.indexOf(next), 1)
        elapsed = Math.max(elapsed, next.at)
        next.run()
      }
      elapsed = until
    },
    setClock(ms) {
      jump = ms - start - elapsed
    },
    runIdle() {
      const waiting = idle
      idle = []
      for (const run of waiting) run()
    },
    timers: () => timers.length,
    listeners: () =>
      [...moments.values(), ...clicks.values(), mutations].reduce((sum, set) => sum + set.size(), 0),
    navigate(to, how = 'pushState') {
      url = new URL(to, url).href
      emit('navigate', how)
    },
    setVisible(next) {
      if (next === visible) return
      visible = next
      emit(next ? 'visible' : 'hidden')
    },
    activate() {
      prerendering = false
      emit('visible')
    },
    goOnline() {
      online = true
      emit('online')
    },
    goOffline() {
      online = false
    },
    pagehide: () => emit('pagehide'),
    restore: () => emit('restore'),
    setBrowserInfo(next) {
      browserInfo = { ...browserInfo, ...next }
      if ('language' in next) emit('language')
    },
    setScroll(next) {
      scroll = { ...scroll, ...next }
    },
    setTitle(next) {
      title = next
    },
    setPrivacy(signals) {
      privacy = { ...privacy, ...signals }
    },
    setMatches(selector, is) {
      if (is) matches.add(selector)
      else matches.delete(selector)
      mutations.call()
    },
    click(selector, element = {} as Element) {
      const set = clicks.get(selector)
      set?.call(element)
      return set?.size() ?? 0
    },
    selectorQueries: () => selectorQueries,
  }
}
