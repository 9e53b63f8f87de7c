import { callAll } from '../../lib/callAll'
import { listen } from '../../lib/native'
import type { Page } from '../../page/page'

const DISMISS_AFTER_MS = 5000

/**
 * Dismisses a card after a while, and pauses while the visitor moves the pointer over it or focus in it. A pointer that rests
 * where the submit button was, and focus that we set, do not count as reading.
 *
 * @returns A function that cancels it.
 */
export function autoDismiss(card: HTMLElement, setTimer: Page['setTimer'], dismiss: () => void): () => void {
  let cancel = setTimer(DISMISS_AFTER_MS, dismiss)
  const pause = () => cancel()
  const resume = () => {
    cancel()
    cancel = setTimer(DISMISS_AFTER_MS, dismiss)
  }
  // Only focus that comes from elsewhere on the website: ours comes from a button that no longer exists.
  const onFocus = (event: Event) => (event as FocusEvent).relatedTarget && pause()
  return callAll([
    () => cancel(),
    listen(card, 'pointermove keydown', pause, true),
    listen(card, 'focus', onFocus, true),
    listen(card, 'pointerleave focusout', resume, true),
  ])
}
