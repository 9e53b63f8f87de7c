import { callAll } from '../lib/callAll'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import type { Page, ScrollState } from '../page/page'
import { PAGELEAVE, PAGEVIEW, type Properties } from '../wire/event'
import { parseUrl } from './url'
import { withPrefix } from './withPrefix'

/** Options of the configuration for page views. */
export interface PageviewConfig {
  /** `history_change` (default) captures the first view and each change of the path. `true` captures only the first view. */
  capture_pageview: boolean | 'history_change'
  /** `if_capture_pageview` (default) captures `$pageleave` when page views are captured. */
  capture_pageleave: boolean | 'if_capture_pageview'
  disable_scroll_properties?: boolean
  /** Selectors of the scrolling element; the first match is used. Default: the document. */
  scroll_root_selector?: string | string[]
}

/** The page view that later events belong to. */
interface View {
  id: string
  pathname: unknown
  /** Time of `Page.monotonicNow`. */
  startMs: number
  scroll: { last: ScrollState; maxY: number; maxContent: number } | undefined
}

/** What page views need from the client. */
export interface PageviewDeps {
  page: Page
  config(): PageviewConfig
  /** Whether consent allows capturing. */
  canCapture(): boolean
  /** Captures an event. `url` is the URL the event belongs to, if the page may have moved on. */
  capture(event: string, properties?: Properties, url?: string): void
}

/** Creates the tracker that captures `$pageview` and `$pageleave`. See D-044. */
export function createPageviews({ page, config, canCapture, capture }: PageviewDeps) {
  let view: View | undefined
  /** URL at the start; `undefined` before the start. */
  let firstUrl: string | undefined
  let firstViewCaptured = false
  let path = ''
  let capturePending: (() => void) | undefined
  let cancelTimer: (() => void) | undefined
  let cleanups: (() => void)[] = []

  /** Captures the first view once the page is started and visible and consent allows it. */
  const captureFirstView = () => {
    if (!firstUrl || firstViewCaptured || !page.visible() || !canCapture()) return
    firstViewCaptured = true
    path = parseUrl(firstUrl).pathname
    if (config().capture_pageview) capture(PAGEVIEW, undefined, firstUrl)
  }
  const onNavigate = (navigationType?: string) => {
    captureFirstView()
    const url = page.url()
    const { pathname } = parseUrl(url)
    if (!firstViewCaptured) firstUrl = url
    // A new query, or a state replaced to store a scroll position, is not a new page.
    if (!firstViewCaptured || pathname === path) return
    path = pathname
    capturePending?.()
    if (config().capture_pageview !== 'history_change') return
    // The title is updated only after the navigation. A redirect before the timer fires captures this view first.
    capturePending = () => {
      cancelTimer?.()
      capturePending = undefined
      capture(PAGEVIEW, { navigation_type: navigationType }, url)
    }
    cancelTimer = page.setTimer(0, capturePending)
  }
  const onPagehide = () => {
    captureFirstView()
    capturePending?.()
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
    const { maxY, maxContent } = view.scroll ?? { maxY: 0, maxContent: 0 }
    view.scroll = {
      last,
      maxY: Math.max(maxY, last.y),
      maxContent: Math.max(maxContent, last.y + last.viewportHeight),
    }
  }

  return {
    captureFirstView,
    /** Starts to observe navigation and scrolling. */
    start() {
      firstUrl = page.url()
      cleanups = [
        page.on('visible', captureFirstView),
        page.on('navigate', onNavigate),
        page.on('pagehide', onPagehide),
        page.on('restore', onRestore),
        page.on('scroll', measureScroll),
        () => cancelTimer?.(),
      ]
    },
    /**
     * Returns the page view properties of an event. `$pageview` and `$pageleave` describe the previous view; every event has the
     * id of the current view. A `$pageview` starts the next view.
     *
     * @param pathname Sanitized path of the event's URL.
     */
    properties(event: string, uuid: string, pathname: unknown): Properties {
      const isView = event === PAGEVIEW
      let previous: Properties | undefined
      if (isView || event === PAGELEAVE) {
        measureScroll()
        previous = view && previousPageviewProperties(view, page.monotonicNow())
        if (isView) view = { id: uuid, pathname, startMs: page.monotonicNow(), scroll: undefined }
      }
      return { ...previous, $pageview_id: view?.id }
    },
    /** Returns the id of the current view. */
    id: () => view?.id,
    /** Removes the current view, because the first view of a session has no previous one. */
    reset() {
      view = undefined
    },
    stop: () => callAll(cleanups)(),
  }
}

/** The tracker of page views. */
export type Pageviews = ReturnType<typeof createPageviews>

function previousPageviewProperties({ id, pathname, startMs, scroll }: View, now: number): Properties {
  const properties = nullProtoRecord<unknown>({ id, pathname, duration: (now - startMs) / 1000 })
  if (scroll) {
    const { last, maxY, maxContent } = scroll
    const add = (name: string, px: number, totalPx: number) => {
      properties[name] = Math.ceil(px)
      properties[`${name}_percentage`] = totalPx <= 1 ? 1 : Math.min(1, Math.max(0, px / totalPx))
    }
    const scrollable = last.contentHeight - last.viewportHeight
    add('last_scroll', last.y, scrollable)
    add('max_scroll', maxY, scrollable)
    add('last_content', last.y + last.viewportHeight, last.contentHeight)
    add('max_content', maxContent, last.contentHeight)
  }
  return withPrefix('$prev_pageview_', properties)
}
