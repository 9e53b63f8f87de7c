import { callAll } from '../../lib/callAll'
import type { Page } from '../../page/page'

/** Screen readers read only what enters a live region that exists already. */
const DELAY_MS = 100
/** Nobody should come across the text later. */
const CLEAR_AFTER_MS = 1000

/**
 * Creates a live region for announcements to screen readers.
 *
 * @returns A function that announces a text once, and returns a function that cancels it.
 */
export function createAnnouncer(root: ShadowRoot, setTimer: Page['setTimer']) {
  const region = root.ownerDocument.createElement('div')
  region.className = 'sr-only'
  region.setAttribute('aria-live', 'polite')
  root.append(region)
  return (text: string, language: string | null): (() => void) => {
    if (language) region.lang = language
    const write = (content: string) => {
      region.textContent = content
    }
    return callAll([
      setTimer(DELAY_MS, () => write(text)),
      setTimer(DELAY_MS + CLEAR_AFTER_MS, () => write('')),
    ])
  }
}
