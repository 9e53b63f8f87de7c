import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type ExampleBrowser,
  launchExampleBrowser,
  overflowingElements,
  type Visit,
} from '../support/examples'
import { createPhone, PHONE } from '../support/phone'

let browser: ExampleBrowser
let visit: Visit
beforeAll(async () => {
  browser = await launchExampleBrowser()
})
afterEach(async () => {
  expect(visit.errors).toEqual([])
  await visit.close()
})
afterAll(() => browser.close())

describe('start page', () => {
  it('links to every example page', async () => {
    visit = await browser.newVisit(1)
    const { page, url } = visit
    await page.goto(url)
    const links = page.getByRole('navigation', { name: 'Examples' }).getByRole('link')
    const addresses = await links.evaluateAll(all => all.map(link => link.getAttribute('href')!))
    expect(addresses).toEqual(['/script-tag/', '/spa/', '/headless/', '/react/', '/preview/'])
    for (const address of addresses) {
      expect((await page.goto(url + address))?.status()).toBe(200)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
  })

  it('opens an example by a tap on a phone, also on its side', async () => {
    visit = await browser.newVisit(1, PHONE)
    const { page, url } = visit
    const phone = await createPhone(page)
    await page.goto(url)
    await phone.rotate()
    expect(await overflowingElements(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Examples' }).getByRole('link').first().tap()
    await page.waitForURL(`${url}/script-tag/`)
  })

  it.each([
    ['small phone', 320],
    ['phone', 390],
    ['desktop', 1280],
  ])('fits a %s', async (_, width) => {
    visit = await browser.newVisit(1, { viewport: { width, height: 700 } })
    await visit.page.goto(visit.url)
    expect(await overflowingElements(visit.page)).toEqual([])
  })
})
