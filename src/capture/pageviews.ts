import type { Page, ScrollState } from '../page/page'
import type { Properties } from '../wire/event'
import { PAGELEAVE, PAGEVIEW } from '../wire/event'
import { parseUrl } from './url'

export interface PageviewConfig {
  /** `history_change` (default): the first view and each change of the path. `true`: the first alone. */
  capture_pageview: boolean | 'history_change'
  /** `if_capture_pageview` (default): when page views are captured. */
  capture_pageleave: boolean | 'if_capture_pageview'
  disable_scroll_properties?: boolean
  scroll_root_selector?: string | string[]
}

export interface Pageviews {
  /** Captures the first view, as soon as somebody sees the page and consent allows it, and follows the navigation. */
  start(): void
  /** Consent may have come: captures the first view if it has waited for that. */
  captureFirstView(): void
  /**
   * What `$pageview` and `$pageleave` say of the view before, and every event of the view it happens in.
   *
   * @param pathname That of the event, fit to leave the page.
   */
  properties(event: string, uuid: string, pathname: unknown): Properties
  /** Id of the view on display. */
  id(): string | undefined
  /** Forgets the view: a new session has none before it. */
  reset(): void
  stop(): void
}

interface View {
  id: string
  pathname: unknown
  /** Of `Page.elapsed`. */
  startMs: number
  scroll?: { last: ScrollState; maxY: number; maxContent: number }
}

/**
 * @param canCapture Whether consent allows it.
 * @param capture Captures an event; `url` is the address it belongs to, which may be gone when it is captured.
 */
export function createPageviews(
  page: Page,
  config: () => PageviewConfig,
  canCapture: () => boolean,
  capture: (event: string, properties?: Properties, url?: string) => void,
): Pageviews {
  let view: View | undefined
  /** Where the page was when it began; `undefined` before that. */
  let firstUrl: string | undefined
  let firstViewCaptured = false
  let path = ''
  let flush: (() => void) | undefined
  let cancel: (() => void) | undefined
  let cleanups: (() => void)[] = []

  const captureFirstView = () => {
    if (!firstUrl || firstViewCaptured || !page.visible() || !canCapture()) return
    firstViewCaptured = true
    path = parseUrl(firstUrl).pathname
    if (config().capture_pageview) capture(PAGEVIEW, undefined, firstUrl)
  }
  const onNavigate = (navigationType?: string) => {
    captureFirstView()
    const url = page.url()
    const now = parseUrl(url).pathname
    // A state that is replaced to remember a scroll position, or a query that changes, is no new page.
    if (!firstViewCaptured) firstUrl = url
    if (!firstViewCaptured || now === path) return
    path = now
    flush?.()
    if (config().capture_pageview !== 'history_change') return
    // One turn later the page has its new title; a redirect before that does not swallow the view.
    flush = () => {
      cancel?.()
      flush = undefined
      capture(PAGEVIEW, { navigation_type: navigationType }, url)
    }
    cancel = page.setTimer(0, flush)
  }
  const onPagehide = () => {
    captureFirstView()
    flush?.()
    const { capture_pageview, capture_pageleave } = config()
    if (
      firstViewCaptured &&
      (capture_pageleave === 'if_capture_pageview' ? capture_pageview : capture_pageleave)
    )
      capture(PAGELEAVE)
  }
  const onRestore = () => {
    if (firstViewCaptured && config().capture_pageview)
      capture(PAGEVIEW, { navigation_type: 'back_forward_cache' })
  }
  const measureScroll = () => {
    if (!view || config().disable_scroll_properties) return
    const last = page.scrollState(config().scroll_root_selector)
    const { maxY = 0, maxContent = 0 } = view.scroll ?? {}
    view.scroll = {
      last,
      maxY: Math.max(maxY, last.y),
      maxContent: Math.max(maxContent, last.y + last.viewportHeight),
    }
  }

  return {
    captureFirstView,
    start() {
      firstUrl = page.url()
      cleanups = [
        page.on('visible', captureFirstView),
        page.on('navigate', onNavigate),
        page.on('pagehide', onPagehide),
        page.on('restore', onRestore),
        page.on('scroll', measureScroll),
        () => cancel?.(),
      ]
    },
    properties(event, uuid, pathname) {
      const isView = event === PAGEVIEW
      const properties: Properties = {}
      if (isView || event === PAGELEAVE) {
        measureScroll()
        if (view) Object.assign(properties, previousPageviewProperties(view, page.monotonicNow()))
        if (isView) view = { id: uuid, pathname, startMs: page.monotonicNow() }
      }
      if (view) properties.$pageview_id = view.id
      return properties
    },
    id: () => view?.id,
    reset() {
      view = undefined
    },
    stop: () => cleanups.forEach(end => end()),
  }
}

function previousPageviewProperties({ id, pathname, startMs, scroll }: View, now: number): Properties {
  const properties: Properties = { id, pathname, duration: (now - startMs) / 1000 }
  if (scroll) {
    const { last, maxY, maxContent } = scroll
    const add = (name: string, px: number, whole: number) => {
      properties[name] = Math.ceil(px)
      properties[`${name}_percentage`] = whole <= 1 ? 1 : Math.min(1, Math.max(0, px / whole))
    }
    const scrollable = last.contentHeight - last.viewportHeight
    add('last_scroll', last.y, scrollable)
    add('max_scroll', maxY, scrollable)
    add('last_content', last.y + last.viewportHeight, last.contentHeight)
    add('max_content', maxContent, last.contentHeight)
  }
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [`$prev_pageview_${name}`, value]),
  )
}
