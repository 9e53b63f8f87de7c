import type { Page, ScrollState } from '../page/page'
import type { Properties } from '../wire/event'
import { PAGELEAVE, PAGEVIEW } from '../wire/event'

export interface PageviewSettings {
  /** `history_change` (default): the first view and each change of the path. `true`: the first alone. */
  capture_pageview: boolean | 'history_change'
  /** `if_capture_pageview` (default): when page views are captured. */
  capture_pageleave: boolean | 'if_capture_pageview'
  disable_scroll_properties?: boolean
  scroll_root_selector?: string | string[]
}

export interface Pageviews {
  /** Captures the first view, as soon as somebody sees the page, and follows the navigation. */
  start(): void
  /** What `$pageview` and `$pageleave` say of the view before, and every event of the view it happens in. */
  properties(event: string, uuid: string): Properties
  /** Id of the view on display. */
  id(): string | undefined
  /** Forgets the view: a new session has none before it. */
  reset(): void
  stop(): void
}

interface View {
  id: string
  pathname: string
  startMs: number
  scroll?: { last: ScrollState; maxY: number; maxContent: number }
}

/** @param capture Captures an event; `url` is the address it belongs to, which may be gone when it is captured. */
export function createPageviews(
  page: Page,
  settings: () => PageviewSettings,
  capture: (event: string, properties?: Properties, url?: string) => void,
): Pageviews {
  let view: View | undefined
  let seen = false
  let path = ''
  let flush: (() => void) | undefined
  const ends: (() => void)[] = []

  const pathname = () => new URL(page.url()).pathname
  const first = () => {
    if (seen || !page.visible()) return
    seen = true
    path = pathname()
    if (settings().capture_pageview) capture(PAGEVIEW)
  }
  const measure = () => {
    if (!view || settings().disable_scroll_properties) return
    const last = page.scroll(settings().scroll_root_selector)
    view.scroll = {
      last,
      maxY: Math.max(view.scroll?.maxY ?? 0, last.y),
      maxContent: Math.max(view.scroll?.maxContent ?? 0, last.y + last.viewportHeight),
    }
  }

  return {
    start() {
      first()
      ends.push(
        page.on('visible', first),
        page.on('navigate', how => {
          const url = page.url()
          const now = pathname()
          // A state that is replaced to remember a scroll position, or a query that changes, is no new page.
          if (!seen || now === path) return
          path = now
          flush?.()
          if (settings().capture_pageview !== 'history_change') return
          const cancel = page.after(0, () => flush?.())
          // One turn later the page has its new title; a redirect before that does not swallow the view.
          flush = () => {
            cancel()
            flush = undefined
            capture(PAGEVIEW, { navigation_type: how }, url)
          }
        }),
        page.on('leave', () => {
          flush?.()
          const { capture_pageview, capture_pageleave } = settings()
          const wanted = capture_pageleave === 'if_capture_pageview' ? capture_pageview : capture_pageleave
          if (wanted && seen) capture(PAGELEAVE)
        }),
        page.on('return', () => {
          if (seen && settings().capture_pageview) capture(PAGEVIEW, { navigation_type: 'back_forward_cache' })
        }),
        page.on('scroll', measure),
      )
    },
    properties(event, uuid) {
      if (event !== PAGEVIEW && event !== PAGELEAVE) return view ? { $pageview_id: view.id } : {}
      measure()
      const properties = { ...previous(view, page.now()), $pageview_id: event === PAGEVIEW ? uuid : view?.id }
      if (event === PAGEVIEW) view = { id: uuid, pathname: pathname(), startMs: page.now() }
      return properties
    },
    id: () => view?.id,
    reset() {
      view = undefined
    },
    stop: () => ends.forEach(end => end()),
  }
}

function previous(view: View | undefined, now: number): Properties {
  if (!view) return {}
  const properties: Properties = {
    $prev_pageview_id: view.id,
    $prev_pageview_pathname: view.pathname,
    $prev_pageview_duration: Math.max(0, now - view.startMs) / 1000,
  }
  if (!view.scroll) return properties
  const { last, maxY, maxContent } = view.scroll
  const scrollable = last.contentHeight - last.viewportHeight
  const add = (name: string, px: number, whole: number) => {
    properties[`$prev_pageview_${name}`] = Math.ceil(px)
    properties[`$prev_pageview_${name}_percentage`] = whole <= 1 ? 1 : Math.min(1, Math.max(0, px / whole))
  }
  add('last_scroll', last.y, scrollable)
  add('max_scroll', maxY, scrollable)
  add('last_content', last.y + last.viewportHeight, last.contentHeight)
  add('max_content', maxContent, last.contentHeight)
  return properties
}
