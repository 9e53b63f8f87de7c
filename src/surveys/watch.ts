import type { Page } from '../page/page'

/** Watches the document for selectors, for as long as there are any to watch for. */
export interface Watch {
  /** Selectors that decide about something now, and whether they match. */
  set(matches: ReadonlyMap<string, boolean>): void
}

/** `onChange` is called when one of the selectors matches and did not, or the other way round. */
export function createWatch(page: Page, onChange: () => void): Watch {
  let current: ReadonlyMap<string, boolean> = new Map()
  let stop: (() => void) | undefined

  const look = () => {
    if ([...current].some(([selector, matched]) => page.has(selector) !== matched)) onChange()
  }

  return {
    set(matches) {
      current = matches
      if (matches.size > 0) stop ??= page.onMutation(look)
      else {
        stop?.()
        stop = undefined
      }
    },
  }
}
