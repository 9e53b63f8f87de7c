import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const isExecutable = path => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Not there, or not to be run.
    return false
  }
}

/**
 * Returns the path of a program, by the first of its names that is found.
 *
 * @returns {string | undefined} `undefined` when there is none.
 */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
}

/**
 * Returns the path of the browser for tests and benchmarks: the one in `CHROMIUM`, an installed one, or the one that playwright
 * has downloaded.
 *
 * @returns {string | undefined} `undefined` when there is none.
 */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const installed =
    findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
    MAC_PATHS.find(isExecutable)
  if (installed) return installed
  try {
    const downloaded = createRequire(import.meta.url)('playwright-core').chromium.executablePath()
    return existsSync(downloaded) ? downloaded : undefined
  } catch {
    // playwright-core is not installed yet.
    return undefined
  }
}

/**
 * Returns the path of the Chromium that has no window, or else that of `findChromium`. It is the same engine, and opens a page with a
 * third of the work (D-580).
 *
 * @returns {string | undefined} `undefined` when there is none.
 */
export const findHeadlessChromium = () =>
  process.env.CHROMIUM || findProgram('chromium-headless-shell') || findChromium()

/**
 * Returns the path of the Firefox in `FIREFOX`, or of an installed one.
 *
 * @returns {string | undefined} `undefined` when there is none.
 */
export const findFirefox = () => process.env.FIREFOX || findProgram('firefox', 'firefox-esr')

/**
 * Returns the path of the driver of WebKitGTK.
 *
 * @returns {string | undefined} `undefined` when there is none.
 */
export const findWebKit = () => findProgram('WebKitWebDriver')

/**
 * Returns the path of the program that gives WebKitGTK a screen.
 *
 * @returns {string | undefined} `undefined` when there is none.
 */
export const findXvfb = () => findProgram('Xvfb')
