import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { overflowingElements } from './examples'

/** A current phone, held upright. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions

/** Touch moves of a swipe. */
const SWIPE_MOVES = 10

/** What a person does with a phone, and what its screen covers. */
export interface Phone {
  /** Swipes up on an element with a finger, so that its content scrolls down. */
  swipeUp(on: Locator, pixels: number): Promise<void>
  /** Turns the phone on its side, or upright again. */
  rotate(): Promise<void>
  /** Covers the bottom of the window by a keyboard, as iOS does: only the visual viewport gets smaller. 0 hides it. */
  showKeyboard(pixels: number): Promise<void>
  /** Sets the edges that a notch and the home indicator cover. */
  setSafeArea(insets: { top?: number; right?: number; bottom?: number; left?: number }): Promise<void>
  /** Returns what is wrong with the place of an element: outside of the window, or wider than it. */
  misplaced(element: Locator): Promise<string[]>
}

/** Returns the phone that shows a page of a context with `PHONE`. */
export async function createPhone(page: Page): Promise<Phone> {
  const session = await page.context().newCDPSession(page)
  let keyboard = 0
  return {
    async swipeUp(on, pixels) {
      const { x, y, width, height } = (await on.boundingBox())!
      const top = Math.max(y, 0)
      const bottom = Math.min(y + height, page.viewportSize()!.height - keyboard)
      const middle = (top + bottom) / 2
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
      const at = (moved: number) => ({ x: x + width / 2, y: middle + pixels / 2 - moved })
      await touch('touchStart', at(0))
      for (let move = 1; move <= SWIPE_MOVES; move++)
        await touch('touchMove', at((move / SWIPE_MOVES) * pixels))
      await touch('touchEnd')
    },
    async rotate() {
      const { width, height } = page.viewportSize()!
      await page.setViewportSize({ width: height, height: width })
    },
    async showKeyboard(pixels) {
      keyboard = pixels
      // Chromium without a window has no keyboard.
      await page.evaluate(covered => {
        const height = { get: () => innerHeight - covered, configurable: true }
        Object.defineProperty(visualViewport!, 'height', height)
        visualViewport!.dispatchEvent(new Event('resize'))
      }, pixels)
    },
    async setSafeArea(insets) {
      await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
    },
    async misplaced(element) {
      // Nothing is in its place while it enters.
      await element.evaluate(node =>
        Promise.allSettled(
          (node.getRootNode() as ShadowRoot).getAnimations().map(({ finished }) => finished),
        ),
      )
      const { y, height } = (await element.boundingBox())!
      const bottom = page.viewportSize()!.height - keyboard
      const found = await overflowingElements(page)
      if (y < 0) found.push(`starts at ${y}`)
      if (y + height > bottom) found.push(`ends at ${y + height}, below ${bottom}`)
      return found
    },
  }
}
