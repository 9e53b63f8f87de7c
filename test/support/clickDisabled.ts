import type { Locator } from 'playwright-core'

/** Clicks an element that says that it is disabled, once it no longer moves: `force` alone clicks where it was. */
export async function clickDisabled(element: Locator): Promise<void> {
  await element.hover()
  await element.click({ force: true })
}
