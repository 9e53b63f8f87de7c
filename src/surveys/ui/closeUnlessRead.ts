import type { Page } from '../../page/page'

/** How long a thank-you stays that closes by itself. */
const STAYS_MS = 5000

/**
 * Closes after a while in which nobody pointed at it or moved focus in it. A pointer that merely rests where the submit button
 * was, and the focus we set ourselves, are no sign of reading.
 */
export function closeUnlessRead(card: HTMLElement, after: Page['after'], close: () => void): () => void {
  let stop = after(STAYS_MS, close)
  const pause = () => stop()
  const resume = () => {
    stop()
    stop = after(STAYS_MS, close)
  }
  const rounds = [
    ['pointermove', pause],
    ['keydown', pause],
    // Focus that comes from elsewhere on the page; ours comes from a button that is gone.
    ['focus', event => (event as FocusEvent).relatedTarget && pause()],
    ['pointerleave', resume],
    ['focusout', resume],
  ] as [string, (event: Event) => void][]
  for (const [type, run] of rounds) card.addEventListener(type, run, true)
  return () => {
    stop()
    for (const [type, run] of rounds) card.removeEventListener(type, run, true)
  }
}
