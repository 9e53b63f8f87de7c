import { findFirefox, findWebKit, findXvfb } from '../../scripts/findBrowsers.mjs'
import type { Browser } from './browser'
import { startFirefox } from './firefox'
import { startWebKit } from './webkit'

const PACKAGES = 'On Debian, install firefox-esr, webkit2gtk-driver and xvfb.'

/** The browser engines other than Chromium. `start` rejects where one is missing, so that none is skipped unseen (D-581). */
export const ENGINES: { name: string; start(): Promise<Browser> }[] = [
  {
    name: 'Firefox',
    async start() {
      const path = findFirefox()
      if (!path) throw new Error(`Firefox is missing. ${PACKAGES}`)
      return startFirefox(path)
    },
  },
  {
    name: 'WebKit',
    async start() {
      const driver = findWebKit()
      const xvfb = findXvfb()
      if (!driver) throw new Error(`WebKitWebDriver is missing. ${PACKAGES}`)
      if (!xvfb && !process.env.DISPLAY)
        throw new Error(`Xvfb is missing, and there is no DISPLAY. ${PACKAGES}`)
      return startWebKit(driver, xvfb)
    },
  },
]
