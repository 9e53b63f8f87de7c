import type { EventItem } from '../../wire/console'

/** Events that arrived after a list was loaded, newest first. */
export interface Arrivals {
  /** Above the list. */
  shown: readonly EventItem[]
  /** Not shown yet, because the reader has scrolled away from the top. */
  waiting: readonly EventItem[]
}

export const NO_ARRIVALS: Arrivals = { shown: [], waiting: [] }

/** Adds events, newest first. They wait while the list is held. */
export function addArrivals(
  { shown, waiting }: Arrivals,
  events: readonly EventItem[],
  { isHeld }: { isHeld: boolean },
): Arrivals {
  const all = [...events, ...waiting]
  return isHeld ? { shown, waiting: all } : { shown: [...all, ...shown], waiting: [] }
}

/** Shows the events that wait. */
export const showArrivals = (arrivals: Arrivals): Arrivals =>
  arrivals.waiting.length === 0 ? arrivals : addArrivals(arrivals, [], { isHeld: false })
