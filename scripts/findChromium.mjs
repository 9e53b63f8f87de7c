import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const runs = path => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The browser that tests and benchmarks use: the one `CHROMIUM` names, an installed one, or the one playwright has fetched.
 *
 * @returns {string | undefined} Its path; `undefined` when there is none.
 */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = [...NAMES.flatMap(name => folders.map(folder => join(folder, name))), ...PLACES].find(runs)
  if (found) return found
  try {
    const own = createRequire(import.meta.url)('playwright-core').chromium.executablePath()
    return existsSync(own) ? own : undefined
  } catch {
    // Nothing is installed yet.
    return undefined
  }
}
