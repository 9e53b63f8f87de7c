import { describe, expect, it } from 'vitest'
import { isBot } from '../../src/capture/bots'
import { fakePage } from '../support/fakePage'

const browserInfo = fakePage().browserInfo()

describe('isBot', () => {
  const agents: [userAgent: string, expected: boolean][] = [
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    ['Mozilla/5.0 (compatible; bingbot/2.0)', true],
    ['Mozilla/5.0 (compatible; YandexBot/3.0)', true],
    ['Mozilla/5.0 (compatible; Baiduspider/2.0)', true],
    ['Mozilla/5.0 (compatible; Yahoo! Slurp)', true],
    ['Mozilla/5.0 (compatible; Applebot/0.1)', true],
    ['Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)', true],
    ['facebookexternalhit/1.1', true],
    ['Twitterbot/1.0', true],
    ['Slackbot-LinkExpanding 1.0', true],
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0)', true],
    ['Screaming Frog SEO Spider/19.0', true],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0)', true],
    ['Mozilla/5.0 AppleWebKit/537.36 (compatible; ChatGPT-User/1.0)', true],
    ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/120.0', true],
    ['Mozilla/5.0 (Linux; Android 11) Chrome/119.0 Chrome-Lighthouse', true],
    ['Mozilla/5.0 Chrome/118.0 Cypress/13.0', true],
    ['Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) Chrome/100.0 Mobile', false],
    ['Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Slack/4.29 Chrome/100 Electron/20.0', false],
    ['Mozilla/5.0 (X11) Chrome/130.0 Safari/537.36 OurCrawler/1.0 (+https://crawler.test/about)', true],
    ['AdsBot-Google (+http://www.google.com/adsbot.html)', true],
    ['Mozilla/5.0 (Windows NT 6.1) Chrome/41 Safari/537.36 BingPreview/1.0b', true],
    // Names of programs with human users (R34).
    ['AcmeBot/1.2 (Macintosh) AppleWebKit/537.36 Chrome/140 Electron/40 Safari/537.36', false],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140 MailPreview/3.1 Electron/40 Safari/537.36', false],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Mobile/15E148 ChatBot/5.0', false],
    ['Mozilla/5.0 (Macintosh) AppleWebKit/605 Version/26 Safari/605 Technology Preview', false],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140 SpiderNote/2 Safari/537.36', false],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140 FileArchiver/2 UptimeClock/1 Safari/537.36', false],
    [browserInfo.userAgent, false],
  ]
  it.each(agents)('returns for the user agent %s: %j', (userAgent, expected) =>
    expect(isBot({ ...browserInfo, userAgent })).toBe(expected),
  )

  it('returns true for a browser under automation', () =>
    expect(isBot({ ...browserInfo, webdriver: true })).toBe(true))
  it('returns true for a brand of a bot', () =>
    expect(isBot({ ...browserInfo, brands: ['HeadlessChrome'] })).toBe(true))
  it('returns true for a user agent that matches an extra pattern', () => {
    expect(isBot({ ...browserInfo, userAgent: 'OurMonitor/1' }, ['ourmonitor'])).toBe(true)
    expect(isBot(browserInfo, [''])).toBe(false)
    expect(isBot(browserInfo, [/mozilla/i, null] as never)).toBe(false)
  })
})
