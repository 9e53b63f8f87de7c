import type { PageFacts } from '../page/page'

/**
 * Parts of the user agents of those that are no visitors: search engines, previews of shared links, SEO tools, AI crawlers,
 * uptime monitors, test and headless browsers.
 */
const BOTS = new RegExp(
  'bot\\b|bot[/;_.)]|crawl|spider|slurp|archiver|scrap|fetcher|' +
    'googleother|google-|mediapartners|apis-google|feedfetcher|bingpreview|baidu|yandeximages|duckduckgo-favicons|petal|' +
    'facebookexternalhit|meta-external|twitter|linkedin|slack-img|embedly|pinterest/|whatsapp/|skypeuripreview|vkshare|' +
    'ahrefs|semrush|mj12|screaming frog|dataforseo|sitebulb|deepcrawl|' +
    'gptbot|chatgpt-user|oai-search|claude|anthropic|perplexity|bytespider|cohere-ai|' +
    'pingdom|uptimerobot|statuscake|site24x7|gtmetrix|newrelic|datadog|better uptime|' +
    'headlesschrome|phantomjs|cypress|chrome-lighthouse|pagespeed|prerender|puppeteer|playwright|' +
    'python-requests|curl/|wget/|axios/|node-fetch|go-http-client|java/|okhttp|libwww|httpclient',
)

/**
 * Whether a page view is no person's. Electron is not blocked: desktop programs are people too.
 *
 * @param more Further parts of user agents, from the configuration.
 */
export function isBot({ userAgent, brands, webdriver }: PageFacts, more: readonly string[] = []): boolean {
  const names = [userAgent, ...brands].map(name => name.toLowerCase())
  const blocked = (name: string) => BOTS.test(name) || more.some(part => part && name.includes(part.toLowerCase()))
  return webdriver || names.some(blocked)
}
