import type { Page } from './page'

/**
 * Calls back when a prerendered page is activated, and immediately on any other page. A page in a background tab counts as
 * activated. See D-047, D-048.
 *
 * @returns A function that cancels the call, or `undefined` after an immediate call.
 */
export function whenActivated(page: Page, callback: () => void): (() => void) | undefined {
  if (!page.prerendering()) return void callback()
  const unsubscribe = page.on('visible', () => {
    unsubscribe()
    callback()
  })
  return unsubscribe
}
