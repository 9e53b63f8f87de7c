import { memoizeLast } from '../lib/memoizeLast'
import type { BrowserInfo, Page } from '../page/page'

/**
 * Parts of the user agents of those that run scripts and are no visitors: search engines, previews of shared links, SEO
 * tools, AI crawlers, uptime monitors, test and headless browsers; most of them say `bot` or `spider`, and a browser under
 * remote control says so by itself. CUBOT makes phones.
 */
const BOTS =
  /([^u]|^)bot(\b|_)|crawl|spider|slurp|archiver|preview|prerender|headless|lighthouse|cypress|pagespeed|gtmetrix|pingdom|uptime|statuscake|site24x7|datadog|google(other|-)|-google|externalhit|meta-external|gpt|perplexity|sitebulb/i

/**
 * Whether a page view is no person's. Electron is not blocked: desktop programs are people too.
 *
 * @param extraPatterns Further parts of user agents, from the configuration.
 */
export const isBot = (
  { userAgent, brands, webdriver }: BrowserInfo,
  extraPatterns: readonly string[] = [],
): boolean =>
  webdriver ||
  [userAgent, ...brands].some(
    name =>
      BOTS.test(name) || extraPatterns.some(part => part && name.toLowerCase().includes(part.toLowerCase())),
  )

export type BotDetector = ReturnType<typeof createBotDetector>

/** The same question of the visitor of a page, for as often as it is asked: a user agent is long, and the list as well. */
export function createBotDetector(
  page: Page,
  config: () => { custom_blocked_useragents?: string[] },
): () => boolean {
  const test = memoizeLast(isBot)
  return () => test(page.browserInfo(), config().custom_blocked_useragents)
}
