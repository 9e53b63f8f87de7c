import type { Page } from '../../page/page'

/**
 * Observes whether selectors match an element of the document. The document is observed only while there are selectors.
 *
 * @param onChange Called when one of the selectors starts or stops matching. See D-094.
 */
export function createSelectorObserver(page: Page, onChange: () => void) {
  let current: ReadonlyMap<string, boolean> = new Map()
  let unsubscribe: (() => void) | undefined

  const check = () => {
    if ([...current].some(([selector, matched]) => page.matchesSelector(selector) !== matched)) onChange()
  }

  return {
    /** Replaces the observed selectors: selector -> whether it matches now. */
    observe(matches: ReadonlyMap<string, boolean>) {
      current = matches
      if (matches.size > 0) unsubscribe ??= page.onMutation(check)
      else {
        unsubscribe?.()
        unsubscribe = undefined
      }
    },
  }
}
