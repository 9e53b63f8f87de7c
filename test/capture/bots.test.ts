import { describe, expect, it } from 'vitest'
import { isBot } from '../../src/capture/bots'
import { fakePage } from '../support/fakePage'

const facts = fakePage().browserInfo()

describe('no visitor', () => {
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
    [facts.userAgent, false],
  ]
  it.each(agents)('%s: %j', (userAgent, expected) => expect(isBot({ ...facts, userAgent })).toBe(expected))

  it('is a browser under remote control', () => expect(isBot({ ...facts, webdriver: true })).toBe(true))
  it('is told by brand', () => expect(isBot({ ...facts, brands: ['HeadlessChrome'] })).toBe(true))
  it('is whoever the configuration names', () => {
    expect(isBot({ ...facts, userAgent: 'OurMonitor/1' }, ['ourmonitor'])).toBe(true)
    expect(isBot(facts, [''])).toBe(false)
  })
})
