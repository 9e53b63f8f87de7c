import type { Browser } from './browser'
import { startFirefox } from './firefox'
import { findProgram } from './processes'
import { startWebKit } from './webkit'

/** A browser that can be tested here. */
export interface Engine {
  name: string
  start(): Promise<Browser>
}

function missing(name: string, what: string): undefined {
  console.log(`${name} is not tested: no ${what} found`)
}

function firefox(): Engine | undefined {
  const path = process.env.FIREFOX ?? findProgram('firefox', 'firefox-esr')
  return path ? { name: 'Firefox', start: () => startFirefox(path) } : missing('Firefox', 'firefox')
}

function webkit(): Engine | undefined {
  const driver = findProgram('WebKitWebDriver')
  const xvfb = findProgram('Xvfb')
  if (!driver) return missing('WebKit', 'WebKitWebDriver')
  if (!xvfb && !process.env.DISPLAY) return missing('WebKit', 'screen (DISPLAY or Xvfb)')
  return { name: 'WebKit', start: () => startWebKit(driver, xvfb) }
}

/** Those of this machine; a line tells which are missing. */
export const ENGINES: Engine[] = [firefox(), webkit()].filter(engine => engine !== undefined)
