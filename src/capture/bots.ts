import { memoizeLast } from '../lib/memoizeLast'
import type { BrowserInfo, Page } from '../page/page'

/**
 * Matches user agents of bots that run scripts: those that follow the convention of `(compatible; …bot` or of a link to their
 * page, and the known ones that do not. A word such as `Bot` or `Preview` alone is the name of a desktop program, an in-app
 * browser or a phone. See D-054, D-443.
 */
const BOTS =
  /compatible;[^;)]*(bot|spider|crawl|slurp|gpt)|\+http|(twitter|slack)bot|seo spider|bingpreview|prerender|headless|lighthouse|cypress|pagespeed|gtmetrix|pingdom|statuscake|site24x7|datadog|google(other|-)|-google|externalhit|sitebulb/i

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
      extraPatterns.some(pattern => pattern && name.toLowerCase().includes(String(pattern).toLowerCase())),
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
