import type { BrowserInfo, Page, PageEvent, ScrollState } from '../../src/page/page'

/** Initial state of a fake page. */
export interface FakePageOptions {
  url?: string
  /** Milliseconds since 1970. */
  now?: number
  visible?: boolean
  prerendering?: boolean
  online?: boolean
  /** Whether the page was opened by a link. Default: true. */
  opened?: boolean
  referrer?: string
  title?: string
  browserInfo?: Partial<BrowserInfo>
  /** Seed of `random()` and `uuid()`. */
  seed?: number
}

/** A page whose clock, URL, visibility, network, randomness and DOM events are controlled by a test. */
export interface FakePage extends Page {
  /** Advances the clock and runs the due timers in order, including those set meanwhile. */
  advance(ms: number): void
  /** Sets the visitor's clock: `now()` jumps, and no timer runs. */
  setClock(ms: number): void
  /** Runs the pending idle callbacks. */
  runIdle(): void
  /** Number of pending timers. */
  timers(): number
  /** Number of listeners of any kind; 0 after a clean stop. */
  listeners(): number
  /** Changes the URL as a client-side navigation does. */
  navigate(url: string, type?: 'pushState' | 'replaceState' | 'popstate' | 'hashchange'): void
  setVisible(visible: boolean): void
  /** Activates a prerendered page. */
  activate(): void
  goOnline(): void
  goOffline(): void
  /** Emits `pagehide`. */
  pagehide(): void
  /** Emits `restore`: the page returns from the back/forward cache. */
  restore(): void
  setBrowserInfo(browserInfo: Partial<BrowserInfo>): void
  setScroll(scroll: Partial<ScrollState>): void
  setTitle(title: string): void
  setPrivacy(signals: { doNotTrack?: boolean; globalPrivacyControl?: boolean }): void
  /** Emits an event. */
  emit(event: PageEvent, detail?: string): void
  /** Sets whether a selector matches, and calls the mutation listeners. */
  setMatches(selector: string, matches: boolean): void
  /** Clicks a match of a selector. Returns the number of listeners. */
  click(selector: string, element?: Element): number
  /** Number of calls of `matchesSelector`. */
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

/** Creates a deterministic random generator: the `mulberry32` algorithm. Adjacent seeds give unrelated sequences. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Creates a set of listeners. `add` returns a function that removes the listener. Errors are not caught, so that a test fails. */
function listenerSet<A extends unknown[]>() {
  const entries = new Set<{ listener: (...args: A) => void }>()
  return {
    add(listener: (...args: A) => void) {
      const entry = { listener }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
    call(...args: A) {
      for (const entry of [...entries]) if (entries.has(entry)) entry.listener(...args)
    },
    size: () => entries.size,
  }
}

/** Creates a page that starts on 2026-01-05 at 12:00 UTC, visible and online, at `https://shop.test/`. */
export function fakePage(options: FakePageOptions = {}): FakePage {
  const start = options.now ?? Date.UTC(2026, 0, 5, 12)
  const random = seeded(options.seed ?? 1)
  const listeners = new Map<PageEvent, ReturnType<typeof listenerSet<[string?]>>>()
  const mutations = listenerSet<[]>()
  const clicks = new Map<string, ReturnType<typeof listenerSet<[Element]>>>()
  const matches = new Set<string>()
  const dispatchedEvents: { name: string; detail?: unknown }[] = []
  const timers: { dueAt: number; order: number; callback: () => void }[] = []
  let idleCallbacks: (() => void)[] = []
  let elapsed = 0
  let clockOffset = 0
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

  const now = () => start + clockOffset + elapsed
  const setOf = <K, A extends unknown[]>(map: Map<K, ReturnType<typeof listenerSet<A>>>, key: K) => {
    const set = map.get(key) ?? listenerSet<A>()
    map.set(key, set)
    return set
  }
  const emit = (event: PageEvent, detail?: string) => listeners.get(event)?.call(detail)

  return {
    now,
    monotonicNow: () => elapsed,
    isoTimestamp(time = now()) {
      try {
        return new Date(time).toISOString()
      } catch {
        return new Date(now()).toISOString()
      }
    },
    random,
    uuid() {
      const time = Math.floor(now()).toString(16).padStart(12, '0')
      const count = (uuids++).toString(16).padStart(12, '0')
      // Pages with different seeds create different ids, as browsers do.
      const page = (0x8000 + (options.seed ?? 1) - 1).toString(16)
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-${page}-${count}`
    },
    setTimer(ms, callback) {
      const timer = { dueAt: elapsed + Math.max(0, ms), order: order++, callback }
      timers.push(timer)
      return () => {
        const index = timers.indexOf(timer)
        if (index >= 0) timers.splice(index, 1)
      }
    },
    whenIdle(callback) {
      idleCallbacks.push(callback)
      return () => {
        idleCallbacks = idleCallbacks.filter(other => other !== callback)
      }
    },
    url: () => url,
    referrer: () => options.referrer ?? '',
    title: () => title,
    visible: () => visible && !prerendering,
    prerendering: () => prerendering,
    wasOpened: () => options.opened ?? true,
    isOnline: () => online,
    browserInfo: () => browserInfo,
    timezone: () => 'Europe/Berlin',
    scrollState: () => scroll,
    doNotTrack: () => privacy.doNotTrack,
    globalPrivacyControl: () => privacy.globalPrivacyControl,
    on: (event, listener) => setOf(listeners, event).add(listener),
    matchesSelector(selector) {
      selectorQueries++
      return matches.has(selector)
    },
    onMutation: listener => mutations.add(listener),
    onClick: (selector, listener) => setOf(clicks, selector).add(listener),
    dispatchEvent: (name, detail) =>
      void dispatchedEvents.push(detail === undefined ? { name } : { name, detail }),

    dispatchedEvents,
    emit,
    advance(ms) {
      const until = elapsed + ms
      for (;;) {
        const next = timers
          .filter(timer => timer.dueAt <= until)
          .sort((a, b) => a.dueAt - b.dueAt || a.order - b.order)[0]
        if (!next) break
        timers.splice(timers.indexOf(next), 1)
        elapsed = Math.max(elapsed, next.dueAt)
        next.callback()
      }
      elapsed = until
    },
    setClock(ms) {
      clockOffset = ms - start - elapsed
    },
    runIdle() {
      const pending = idleCallbacks
      idleCallbacks = []
      for (const callback of pending) callback()
    },
    timers: () => timers.length,
    listeners: () =>
      [...listeners.values(), ...clicks.values(), mutations].reduce((sum, set) => sum + set.size(), 0),
    navigate(to, type = 'pushState') {
      url = new URL(to, url).href
      emit('navigate', type)
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
    setMatches(selector, isMatch) {
      if (isMatch) matches.add(selector)
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
