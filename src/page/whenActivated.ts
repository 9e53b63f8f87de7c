import type { Page } from './page'

/**
 * Runs once a prerendered page is shown, and at once on any other page. A page that was opened in a background tab counts as
 * shown: browsers do not tell the two apart.
 *
 * @returns Cancels the wait.
 */
export function whenActivated(page: Page, run: () => void): (() => void) | undefined {
  if (!page.prerendering()) return void run()
  const unsubscribe = page.on('visible', () => {
    unsubscribe()
    run()
  })
  return unsubscribe
}
