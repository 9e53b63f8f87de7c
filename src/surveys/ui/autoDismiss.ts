import { listen } from '../../lib/native'
import type { Page } from '../../page/page'

/** How long a thank-you stays that closes by itself. */
const DISMISS_AFTER_MS = 5000

/**
 * Closes after a while in which nobody pointed at it or moved focus in it. A pointer that merely rests where the submit button
 * was, and the focus we set ourselves, are no sign of reading.
 */
export function autoDismiss(card: HTMLElement, setTimer: Page['setTimer'], close: () => void): () => void {
  let stop = setTimer(DISMISS_AFTER_MS, close)
  const pause = () => stop()
  const resume = () => {
    stop()
    stop = setTimer(DISMISS_AFTER_MS, close)
  }
  // Focus that comes from elsewhere on the page; ours comes from a button that is gone.
  const arrive = (event: Event) => (event as FocusEvent).relatedTarget && pause()
  const cleanups = [
    listen(card, 'pointermove keydown', pause, true),
    listen(card, 'focus', arrive, true),
    listen(card, 'pointerleave focusout', resume, true),
  ]
  return () => {
    stop()
    for (const off of cleanups) off()
  }
}
