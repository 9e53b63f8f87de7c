import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleClient } from '../support/browser'
import { rating, survey } from '../support/surveys'
import { type ClientSite, openPage, openSite, pageOf, waitUntil } from '../support/testSite'

let site: ClientSite
beforeAll(async () => {
  site = await openSite()
  site.setPage('/earshot-surveys.js', { script: await bundleClient('src/surveysChunk.ts') })
  await site.service.state.addSurvey(survey({ questions: [rating()] }) as never)
})
afterAll(() => site.stop())

/** Counts what a page costs the browser, from before its first script on. */
const RECORDER = `<script>
window.cost = { cookieReads: 0, cookieWrites: 0, reads: [], writes: [], listeners: 0 };
(function (cost) {
  var cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  Object.defineProperty(document, 'cookie', {
    get: function () { cost.cookieReads++; return cookie.get.call(document) },
    set: function (text) { cost.cookieWrites++; cookie.set.call(document, text) }
  });
  var getItem = Storage.prototype.getItem, setItem = Storage.prototype.setItem;
  Storage.prototype.getItem = function (key) { cost.reads.push(key); return getItem.call(this, key) };
  Storage.prototype.setItem = function (key, text) { cost.writes.push(key); return setItem.call(this, key, text) };
  var add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function () { cost.listeners++; return add.apply(this, arguments) };
  var fetch = window.fetch;
  window.fetch = function (url) {
    if (/\\/i\\/v0\\/e\\//.test(url)) cost.beforeView = cost.beforeView || { reads: cost.reads.slice(), writes: cost.writes.slice() };
    return fetch.apply(this, arguments)
  };
})(window.cost)</script>`

interface Cost {
  cookieReads: number
  cookieWrites: number
  listeners: number
  beforeView: { reads: string[]; writes: string[] }
}
const costOf = (page: Page) => page.evaluate(() => (window as unknown as { cost: Cost }).cost)
const repeated = (keys: string[]) => keys.filter((key, index) => keys.indexOf(key) !== index)

describe('the load of a page', () => {
  it('reads and writes the cookie once, stores each key once, and adds at most 50 listeners with a survey', async () => {
    site.setPage('/', { html: pageOf(site.host, {}, RECORDER) })
    const visitor = await site.visitor()
    const { page } = await openPage(visitor, site.url)
    await page.locator('.earshot-survey').waitFor({ state: 'attached' })
    const cost = await waitUntil(
      () => costOf(page),
      ({ cookieWrites, beforeView }) => cookieWrites > 0 && !!beforeView,
    )
    expect([cost.cookieReads, cost.cookieWrites]).toEqual([1, 1])
    expect(repeated(cost.beforeView.writes)).toEqual([])
    // Consent can change at any time, and a new visitor looks for one that another tab has stored.
    expect(new Set(repeated(cost.beforeView.reads.filter(key => !/opt_in_out|_posthog$/.test(key))))).toEqual(
      new Set(),
    )
    expect(cost.listeners).toBeLessThanOrEqual(50)
    await visitor.close()
  })
})
