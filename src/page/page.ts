/**
 * What can happen to the page we are guests on.
 *
 * - `navigate`: the address changed without a load; the detail says how (`pushState`, `replaceState`, `popstate`, `hashchange`).
 * - `visible`, `hidden`: the visitor came or went; a prerendered page becomes `visible` when it is shown.
 * - `leave`: `pagehide`. It may come back: then `return` follows (back/forward cache).
 * - `scroll`: something was scrolled, or the window got another size.
 * - `online`, `language`: as the browser says.
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

/** What the browser says of itself and its screen; read with each event, so cheap. Missing values are `undefined`. */
export interface BrowserInfo {
  userAgent: string
  /** `navigator.userAgentData.brands`, where there is one. */
  brands: readonly string[]
  /** `navigator.userAgentData.platform`, where there is one. */
  platform: string
  touchPoints: number
  webdriver: boolean
  brave: boolean
  language: string | undefined
  /** Minutes, as `Date.prototype.getTimezoneOffset` gives them. */
  timezoneOffset: number
  screenWidth: number | undefined
  screenHeight: number | undefined
  viewportWidth: number | undefined
  viewportHeight: number | undefined
}

/** Where the visitor has scrolled to, in CSS px. */
export interface ScrollState {
  y: number
  viewportHeight: number
  contentHeight: number
}

/**
 * Door 1: time, chance and the web page. `browserPage` is the real one, `fakePage` in `test/support` the one of the tests.
 * Nothing here throws, whatever the page has done to its globals.
 */
export interface Page {
  /** Milliseconds since 1970, by the visitor's clock, which may be wrong and may jump. */
  now(): number
  /** Milliseconds since the page began, never going back. */
  monotonicNow(): number
  /** ISO 8601, always valid: the moment of now for what is no moment, or 0. */
  isoTimestamp(event?: number | string | Date): string
  /** 0 <= n < 1. */
  random(): number
  /** UUIDv7: sorts by the time it was made. */
  uuid(): string
  /** Calls back once, after `ms`; returns what cancels it. */
  setTimer(ms: number, run: () => void): () => void
  /** Calls back when the page has nothing better to do. */
  whenIdle(run: () => void): () => void

  /** The full address. */
  url(): string
  referrer(): string
  title(): string
  /** False also while the page is only being prerendered. */
  visible(): boolean
  /** True while the browser only prepares a page that the visitor may never open. */
  prerendering(): boolean
  online(): boolean
  /** The same object as the last time while it says the same. */
  browserInfo(): BrowserInfo
  /** IANA name; `undefined` where the browser cannot tell. */
  timezone(): string | undefined
  scrollState(rootSelector?: string | string[]): ScrollState
  doNotTrack(): boolean
  globalPrivacyControl(): boolean

  /** Subscribes to a moment; returns the end of the subscription. */
  on(event: PageEvent, run: (detail?: string) => void): () => void
  /** Whether the document has a match; false for a selector that is not one. */
  matchesSelector(selector: string): boolean
  /** Calls back, at most once a frame, after the document's nodes changed. */
  onMutation(run: () => void): () => void
  /**
   * Calls back when a match of the selector is clicked, also one that is added later; the click itself is left alone. Throws
   * for a selector that is none.
   */
  onClick(selector: string, run: (element: Element) => void): () => void
  /** Dispatches an event on the window that the host page can listen to. */
  dispatchEvent(name: string, detail?: unknown): void
}
