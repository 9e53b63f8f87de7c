import type { Page } from '../../page/page'

/** Watches the document for selectors, for as long as there are any to watch for. */
export interface SelectorObserver {
  /** Selectors that decide about something now, and whether they match. */
  observe(matches: ReadonlyMap<string, boolean>): void
}

/** `onChange` is called when one of the selectors matches and did not, or the other way round. */
export function createSelectorObserver(page: Page, onChange: () => void): SelectorObserver {
  let current: ReadonlyMap<string, boolean> = new Map()
  let stop: (() => void) | undefined

  const check = () => {
    if ([...current].some(([selector, matched]) => page.matchesSelector(selector) !== matched)) onChange()
  }

  return {
    observe(matches) {
      current = matches
      if (matches.size > 0) stop ??= page.onMutation(check)
      else {
        stop?.()
        stop = undefined
      }
    },
  }
}
