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
  await site.service.state.reset()
  site.setPage('/', { html: pageOf(site.host) })
  visitor = await site.visitor()
})

const events = () => site.service.state.events()
const capture = (page: Page, event: string) => page.evaluate(name => void window.earshot.capture(name), event)

/** Back, as with the button; a page that is kept by the browser loads nothing, so there is no load to wait for. */
async function goBack(page: Page): Promise<boolean> {
  await page.evaluate(() => setTimeout(() => history.back(), 0))
  await page.waitForURL(`${site.url}/`, { waitUntil: 'commit' })
  return waitUntil(
    () => page.evaluate(() => (window as { wasKept?: boolean }).wasKept === true).catch(() => false),
    kept => kept,
    5_000,
  )
}

describe('a page that the browser keeps for the way back', () => {
  it.each([
    ['', false],
    [', though the service was away meanwhile', true],
  ])('is viewed again, and no event is lost or doubled%s', async (_, isAway) => {
    const { page, errors } = await openPage(visitor, site.url)
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { wasKept: persisted })),
    )
    await waitUntil(events, found => found.length >= 1)
    if (isAway) await site.disconnect()
    await capture(page, 'before')
    await page.goto(`${site.url}/elsewhere`)
    expect(await goBack(page)).toBe(true)
    await capture(page, 'after')
    if (isAway) await site.reconnect()
    await waitUntil(events, found => found.length >= 5, 30_000)
    // A second copy would come now.
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

describe('a page that the browser prerenders', () => {
  it('asks nothing before it is shown; then it is viewed, once', async () => {
    // Its own in each attempt: what is put at a path stays there.
    const signal = `/now-${Date.now()}`
    const rules = JSON.stringify({ prerender: [{ urls: ['/shop'], eagerness: 'immediate' }] })
    site.setPage('/list', {
      html: `<!doctype html><title>List</title><script type="speculationrules">${rules}</script><script>
        const goOn = async () => (await fetch('${signal}')).ok ? location.href = '/shop' : setTimeout(goOn, 100)
        goOn()
      </script>`,
    })
    const shop = `<script>
      const tell = () => fetch('${site.host}/told/' + document.prerendering, { mode: 'no-cors' })
      setTimeout(() => { earshot.capture('early'); setTimeout(tell, 500) }, 500)
    </script>`
    site.setPage('/shop', { html: pageOf(site.host).replace('</body>', `${shop}</body>`) })
    const end = openWithoutDriver(`${site.url}/list`, USER_AGENT)
    try {
      const paths = () => site.service.state.requests().map(({ path }) => path)
      await waitUntil(paths, found => found.length > 0, 30_000)
      expect(paths()).toEqual(['/told/true'])
      site.setPage(signal, { html: '' })
      await waitUntil(events, found => found.length >= 2)
      await new Promise(resolve => setTimeout(resolve, 1_500))
      expect((await events()).map(({ event, properties }) => [event, properties.$pathname]).sort()).toEqual([
        ['$pageview', '/shop'],
        ['early', '/shop'],
      ])
      expect(paths().filter(path => path === '/flags')).toHaveLength(1)
    } finally {
      await end()
    }
  })
})
