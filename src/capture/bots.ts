import { memoizeLast } from '../lib/memoizeLast'
import type { BrowserInfo, Page } from '../page/page'

/**
 * Matches user agents of bots that run scripts: search engines, link previews, SEO tools, AI crawlers, uptime monitors, test
 * and headless browsers. Most contain `bot` or `spider`. CUBOT is a brand of phones. See D-054.
 */
const BOTS =
  /([^u]|^)bot(\b|_)|crawl|spider|slurp|archiver|preview|prerender|headless|lighthouse|cypress|pagespeed|gtmetrix|pingdom|uptime|statuscake|site24x7|datadog|google(other|-)|-google|externalhit|meta-external|gpt|perplexity|sitebulb/i

/**
 * Whether a browser is a bot. Electron is not a bot, because desktop applications have human users. See D-052.
 *
 * @param extraPatterns Further substrings of user agents, from the configuration.
 */
export const isBot = (
  { userAgent, brands, webdriver }: BrowserInfo,
  extraPatterns: readonly string[] = [],
): boolean =>
  webdriver ||
  [userAgent, ...brands].some(
    name =>
      BOTS.test(name) ||
      extraPatterns.some(pattern => pattern && name.toLowerCase().includes(pattern.toLowerCase())),
  )

/** Returns whether the current browser is a bot. */
export type BotDetector = ReturnType<typeof createBotDetector>

/** Creates a function that returns whether the current browser is a bot. Memoized, because matching a user agent is slow. */
export function createBotDetector(
  page: Page,
  config: () => { custom_blocked_useragents?: string[] },
): () => boolean {
  const memoizedIsBot = memoizeLast(isBot)
  return () => memoizedIsBot(page.browserInfo(), config().custom_blocked_useragents)
}
