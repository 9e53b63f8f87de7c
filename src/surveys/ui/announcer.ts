import type { Page } from '../../page/page'

/** A screen reader hears only what comes into a live region after the region itself; and it should not find it there later. */
const AFTER_MS = 100
const FOR_MS = 1000

/**
 * Makes a place for what is said to people who do not see it come.
 *
 * @returns What says a text, once; its result takes it back.
 */
export function createAnnouncer(root: ShadowRoot, after: Page['setTimer']) {
  const region = root.ownerDocument.createElement('div')
  region.className = 'sr'
  region.setAttribute('aria-live', 'polite')
  root.append(region)
  return (text: string, language: string | null): (() => void) => {
    if (language) region.lang = language
    const write = (words: string) => {
      region.textContent = words
    }
    const stops = [after(AFTER_MS, () => write(text)), after(AFTER_MS + FOR_MS, () => write(''))]
    return () => {
      for (const stop of stops) stop()
    }
  }
}
