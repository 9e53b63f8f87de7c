/**
 * Events of the host page.
 *
 * - `navigate`: the URL changed without a page load. The detail is `pushState`, `replaceState`, `popstate` or `hashchange`.
 * - `visible`, `hidden`: the visibility changed. A prerendered page becomes `visible` when it is activated.
 * - `pagehide`: the page is unloaded or enters the back/forward cache.
 * - `restore`: the page returns from the back/forward cache.
 * - `scroll`: an element was scrolled, or the window was resized.
 * - `online`: the browser regained its network connection.
 * - `language`: the preferred language changed.
 */
export type PageEvent =
  | 'navigate'
  | 'visible'
  | 'hidden'
  | 'pagehide'
  | 'restore'
  | 'scroll'
  | 'online'
  | 'language'

/** Properties of the browser and its screen. Read with each event, so access must be cheap. */
export interface BrowserInfo {
  userAgent: string
  /** `navigator.userAgentData.brands`; empty where it is not supported. */
  brands: readonly string[]
  /** `navigator.userAgentData.platform`; empty where it is not supported. */
  platform: string
  touchPoints: number
  webdriver: boolean
  brave: boolean
  language: string | undefined
  /** Minutes, as returned by `Date.prototype.getTimezoneOffset`. */
  timezoneOffset: number
  screenWidth: number | undefined
  screenHeight: number | undefined
  viewportWidth: number | undefined
  viewportHeight: number | undefined
}

/** Scroll position and sizes, in CSS pixels. */
export interface ScrollState {
  y: number
  viewportHeight: number
  contentHeight: number
}

/**
 * The boundary to the web page: time, randomness, URL, visibility and DOM events. Implemented by `browserPage`, and for tests
 * by `fakePage` in `test/support`. Unless stated otherwise, no method throws, even if the page has replaced its globals.
 */
export interface Page {
  /** Milliseconds since 1970. The visitor's clock may be wrong and may jump. */
  now(): number
  /** Milliseconds since the page started. Never decreases. */
  monotonicNow(): number
  /** Returns an ISO 8601 timestamp. Defaults to the current time, also for an invalid date or 0. */
  isoTimestamp(time?: number | string | Date): string
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random(): number
  /** Returns a UUIDv7, which sorts by creation time. */
  uuid(): string
  /** Calls back once after `ms` milliseconds, or 24 days if that is sooner. Returns a function that cancels the timer. */
  setTimer(ms: number, callback: () => void): () => void
  /** Calls back when the browser is idle and returns a function that cancels the call. */
  whenIdle(callback: () => void): () => void

  /** The full URL. */
  url(): string
  referrer(): string
  title(): string
  /** Whether the visitor can see the page. False while it is prerendered. */
  visible(): boolean
  /** Whether the browser is prerendering the page, which may never be shown. */
  prerendering(): boolean
  /** Whether a link or the address bar has led here: not a reload, and not the way back. */
  wasOpened(): boolean
  /** Whether there is a network, as far as the browser says. */
  isOnline(): boolean
  /** Returns the same object until a value changes. */
  browserInfo(): BrowserInfo
  /** IANA name of the time zone; `undefined` if the browser does not provide it. */
  timezone(): string | undefined
  scrollState(rootSelector?: string | string[]): ScrollState
  doNotTrack(): boolean
  globalPrivacyControl(): boolean

  /** Adds a listener and returns a function that removes it. */
  on(event: PageEvent, listener: (detail?: string) => void): () => void
  /** Whether any element of the document matches. False for an invalid selector. */
  matchesSelector(selector: string): boolean
  /** Calls back after DOM mutations, at most once per frame. */
  onMutation(listener: () => void): () => void
  /**
   * Calls back when a matching element is clicked, including elements added later. Does not affect the click.
   *
   * @throws If the selector is invalid.
   */
  onClick(selector: string, listener: (element: Element) => void): () => void
  /** Dispatches a custom event on the window for the host page. */
  dispatchEvent(name: string, detail?: unknown): void
}
