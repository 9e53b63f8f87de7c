import type { Page, ScrollState } from '../page/page'
import type { Properties } from '../wire/event'
import { PAGELEAVE, PAGEVIEW } from '../wire/event'
import { partsOf } from './address'

export interface PageviewSettings {
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
  begin(): void
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
 * @param mayCapture Whether consent allows it.
 * @param capture Captures an event; `url` is the address it belongs to, which may be gone when it is captured.
 */
export function createPageviews(
  page: Page,
  settings: () => PageviewSettings,
  mayCapture: () => boolean,
  capture: (event: string, properties?: Properties, url?: string) => void,
): Pageviews {
  let view: View | undefined
  /** Where the page was when it began; `undefined` before that. */
  let first: string | undefined
  let seen = false
  let path = ''
  let flush: (() => void) | undefined
  let cancel: (() => void) | undefined
  let ends: (() => void)[] = []

  const begin = () => {
    if (!first || seen || !page.visible() || !mayCapture()) return
    seen = true
    path = partsOf(first).pathname
    if (settings().capture_pageview) capture(PAGEVIEW, undefined, first)
  }
  const navigate = (how?: string) => {
    begin()
    const url = page.url()
    const now = partsOf(url).pathname
    // A state that is replaced to remember a scroll position, or a query that changes, is no new page.
    if (!seen) first = url
    if (!seen || now === path) return
    path = now
    flush?.()
    if (settings().capture_pageview !== 'history_change') return
    // One turn later the page has its new title; a redirect before that does not swallow the view.
    flush = () => {
      cancel?.()
      flush = undefined
      capture(PAGEVIEW, { navigation_type: how }, url)
    }
    cancel = page.after(0, flush)
  }
  const leave = () => {
    begin()
    flush?.()
    const { capture_pageview, capture_pageleave } = settings()
    if (seen && (capture_pageleave === 'if_capture_pageview' ? capture_pageview : capture_pageleave))
      capture(PAGELEAVE)
  }
  const comeBack = () => {
    if (seen && settings().capture_pageview) capture(PAGEVIEW, { navigation_type: 'back_forward_cache' })
  }
  const measure = () => {
    if (!view || settings().disable_scroll_properties) return
    const last = page.scroll(settings().scroll_root_selector)
    const { maxY = 0, maxContent = 0 } = view.scroll ?? {}
    view.scroll = {
      last,
      maxY: Math.max(maxY, last.y),
      maxContent: Math.max(maxContent, last.y + last.viewportHeight),
    }
  }

  return {
    begin,
    start() {
      first = page.url()
      ends = [
        page.on('visible', begin),
        page.on('navigate', navigate),
        page.on('leave', leave),
        page.on('return', comeBack),
        page.on('scroll', measure),
        () => cancel?.(),
      ]
    },
    properties(event, uuid, pathname) {
      const isView = event === PAGEVIEW
      const properties: Properties = {}
      if (isView || event === PAGELEAVE) {
        measure()
        if (view) Object.assign(properties, previous(view, page.elapsed()))
        if (isView) view = { id: uuid, pathname, startMs: page.elapsed() }
      }
      if (view) properties.$pageview_id = view.id
      return properties
    },
    id: () => view?.id,
    reset() {
      view = undefined
    },
    stop: () => ends.forEach(end => end()),
  }
}

function previous({ id, pathname, startMs, scroll }: View, now: number): Properties {
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
