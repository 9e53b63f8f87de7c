import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const isExecutable = path => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the path of the browser for tests and benchmarks: the one in `CHROMIUM`, an installed one, or the one that playwright
 * has downloaded.
 *
 * @returns {string | undefined} `undefined` when there is none.
 */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = [
    ...COMMANDS.flatMap(name => folders.map(folder => join(folder, name))),
    ...MAC_PATHS,
  ].find(isExecutable)
  if (installed) return installed
  try {
    const downloaded = createRequire(import.meta.url)('playwright-core').chromium.executablePath()
    return existsSync(downloaded) ? downloaded : undefined
  } catch {
    // playwright-core is not installed yet.
    return undefined
  }
}
