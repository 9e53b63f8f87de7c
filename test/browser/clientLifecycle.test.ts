import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchWithBackForwardCache, openWithoutDriver } from '../support/browser'
import { type ClientSite, openPage, openSite, pageOf, USER_AGENT, waitUntil } from '../support/testSite'

let site: ClientSite
let visitor: BrowserContext
beforeAll(async () => {
  site = await openSite({}, launchWithBackForwardCache)
})
afterAll(() => site.stop())
beforeEach(async () => {
  await visitor?.close()
  await site.renewService()
  site.setPage('/', { html: pageOf(site.host) })
  visitor = await site.visitor()
})

const events = () => site.service.state.events()
const capture = (page: Page, event: string) => page.evaluate(name => void window.earshot.capture(name), event)

/** Goes back. Does not wait for a load, because a page in the back/forward cache loads nothing. */
async function goBack(page: Page): Promise<boolean> {
  await page.evaluate(() => setTimeout(() => history.back(), 0))
  await page.waitForURL(`${site.url}/`, { waitUntil: 'commit' })
  return waitUntil(
    () => page.evaluate(() => (window as { wasRestored?: boolean }).wasRestored === true).catch(() => false),
    wasRestored => wasRestored,
    5_000,
  )
}

describe('back/forward cache', () => {
  it.each([
    ['', false],
    [' after an outage', true],
  ])('counts another pageview on restore, and neither loses nor repeats an event%s', async (_, isAway) => {
    const { page, errors } = await openPage(visitor, site.url)
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { wasRestored: persisted })),
    )
    await waitUntil(events, found => found.length >= 1)
    if (isAway) await site.disconnect()
    await capture(page, 'before')
    await page.goto(`${site.url}/elsewhere`)
    expect(await goBack(page)).toBe(true)
    await capture(page, 'after')
    if (isAway) await site.reconnect()
    await waitUntil(events, found => found.length >= 5, 30_000)
    // A repeated event would arrive now.
    await page.waitForTimeout(1_500)
    const found = await events()
    expect(found.map(({ event }) => event).sort()).toEqual(
      ['$pageleave', '$pageview', '$pageview', 'after', 'before'].sort(),
    )
    expect(
      found.filter(({ event }) => event === '$pageview').map(({ properties }) => properties.navigation_type),
    ).toEqual([undefined, 'back_forward_cache'])
    expect(errors).toEqual([])
  })
})

describe('prerendering', () => {
  it('sends no request before activation, then counts one pageview', async () => {
    // Unique in each attempt, because pages stay at their path.
    const signal = `/now-${Date.now()}`
    const rules = JSON.stringify({ prerender: [{ urls: ['/shop'], eagerness: 'immediate' }] })
    site.setPage('/list', {
      html: `<!doctype html><title>List</title><script type="speculationrules">${rules}</script><script>
        const visitShop = async () => (await fetch('${signal}')).ok ? location.href = '/shop' : setTimeout(visitShop, 100)
        visitShop()
      </script>`,
    })
    const shop = `<script>
      const report = () => fetch('${site.host}/prerendering/' + document.prerendering, { mode: 'no-cors' })
      setTimeout(() => { earshot.capture('early'); setTimeout(report, 500) }, 500)
    </script>`
    site.setPage('/shop', { html: pageOf(site.host).replace('</body>', `${shop}</body>`) })
    const closeBrowser = openWithoutDriver(`${site.url}/list`, USER_AGENT)
    try {
      const paths = () => site.service.state.requests().map(({ path }) => path)
      await waitUntil(paths, found => found.length > 0, 30_000)
      expect(paths()).toEqual(['/prerendering/true'])
      site.setPage(signal, { html: '' })
      await waitUntil(events, found => found.length >= 2)
      await new Promise(resolve => setTimeout(resolve, 1_500))
      expect((await events()).map(({ event, properties }) => [event, properties.$pathname]).sort()).toEqual([
        ['$pageview', '/shop'],
        ['early', '/shop'],
      ])
      expect(paths().filter(path => path === '/flags')).toHaveLength(1)
    } finally {
      await closeBrowser()
    }
  })
})
