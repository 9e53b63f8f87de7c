import { useEffect, useState } from 'preact/hooks'
import type { EventFilter, EventItem, Page } from '../../wire/console'
import { EVENTS_PATH } from '../../wire/paths'
import { useConsole } from '../ui/consoleContext'
import { isPageHidden } from '../ui/isPageHidden'
import { type Pages, usePages } from '../ui/usePages'
import { addArrivals, NO_ARRIVALS, showArrivals } from './arrivals'

/** Conditions that the events of the feed meet. */
export type FeedFilter = Pick<EventFilter, 'event' | 'distinct_id' | 'person_id' | 'search'>

/** The events of a project, which become more by themselves. */
export interface EventFeed extends Omit<Pages<EventItem>, 'items'> {
  items: EventItem[] | undefined
  /** Number of events that arrived while the feed was held. */
  waiting: number
}

/** Milliseconds between two looks for new events. */
const POLL_MS = 2000
const PAGE_SIZE = 100
/** More new events than this replace the list. */
const MAX_NEW = 200

/**
 * Loads events, and looks for new ones until it is paused. New ones wait while the feed is held, so that the list does not move
 * under the reader. See D-603.
 */
export function useEventFeed(
  filter: FeedFilter,
  { isPaused, isHeld }: { isPaused: boolean; isHeld: boolean },
): EventFeed {
  const { api } = useConsole()
  const pages = usePages<EventItem>(EVENTS_PATH, { ...filter, limit: PAGE_SIZE })
  const [arrivals, setArrivals] = useState(NO_ARRIVALS)
  const key = JSON.stringify(filter)
  const reload = () => {
    setArrivals(NO_ARRIVALS)
    pages.reload()
  }
  useEffect(() => setArrivals(NO_ARRIVALS), [key])
  useEffect(() => {
    if (!isHeld) setArrivals(showArrivals)
  }, [isHeld])

  const newest = (arrivals.waiting[0] ?? arrivals.shown[0] ?? pages.items?.[0])?.uuid
  useEffect(() => {
    if (isPaused || pages.isLoading) return
    const controller = new AbortController()
    const { signal } = controller
    const poll = async () => {
      const query = { ...filter, limit: MAX_NEW, ...(newest && { after: newest }) }
      const result = isPageHidden()
        ? undefined
        : await api.get<Page<EventItem>>(EVENTS_PATH, { query, signal })
      if (signal.aborted) return
      // The newest event was deleted, or more arrived than one page has.
      if (result?.ok ? result.value.next !== null : result?.error.kind === 'invalid') return reload()
      if (result?.ok && result.value.results.length > 0) {
        const { results } = result.value
        return setArrivals(before => addArrivals(before, results, { isHeld }))
      }
      timer = setTimeout(poll, POLL_MS)
    }
    let timer = setTimeout(poll, POLL_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, key, newest, isPaused, isHeld, pages.isLoading])

  return {
    ...pages,
    reload,
    items: pages.items && [...arrivals.shown, ...pages.items],
    waiting: arrivals.waiting.length,
  }
}
