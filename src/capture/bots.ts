import type { PageFacts } from '../page/page'

/**
 * Parts of the user agents of those that run scripts and are no visitors: search engines, previews of shared links, SEO
 * tools, AI crawlers, uptime monitors, test and headless browsers. CUBOT makes phones.
 */
const BOTS =
  /([^u]|^)bot(\b|_)|crawl|spider|slurp|scrap|archiver|preview|prerender|headless|phantom|lighthouse|cypress|playwright|puppeteer|pagespeed|gtmetrix|pingdom|uptime|statuscake|site24x7|datadog|google(other|-)|-google|externalhit|meta-external|embedly|whatsapp\/|chatgpt|perplexity|ahrefs|semrush|screaming frog|sitebulb/i

/**
 * Whether a page view is no person's. Electron is not blocked: desktop programs are people too.
 *
 * @param more Further parts of user agents, from the configuration.
 */
export const isBot = ({ userAgent, brands, webdriver }: PageFacts, more: readonly string[] = []): boolean =>
  webdriver ||
  [userAgent, ...brands].some(
    name => BOTS.test(name) || more.some(part => part && name.toLowerCase().includes(part.toLowerCase())),
  )
