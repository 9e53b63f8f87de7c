import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLES } from '../../examples/projects'
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

describe('example server', () => {
  it('passes requests for unknown paths to the service', async () => {
    visit = await browser.newVisit(1)
    const response = await fetch(`${visit.url}/api/projects/1/surveys`)
    expect(response.status).toBe(401)
  })

  it.each(EXAMPLES.map(({ folder }) => folder))(
    'serves a page that fits a phone, upright and on its side, and that a finger swipes to its end: %s',
    async folder => {
      visit = await browser.newVisit(1, PHONE)
      const { page } = visit
      const phone = await createPhone(page)
      await page.goto(`${visit.url}/${folder}/`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const insets of [{ bottom: 34 }, { left: 47, right: 47, bottom: 21 }]) {
        await phone.setSafeArea(insets)
        await expect.poll(() => overflowingElements(page)).toEqual([])
        await phone.rotate()
      }
      const toEnd = () =>
        page.evaluate(() => document.documentElement.scrollHeight - innerHeight - Math.ceil(scrollY))
      for (let left = await toEnd(); left > 0; left = await toEnd()) {
        await phone.swipeUp(page.locator('body'), 400)
        await expect.poll(toEnd).toBeLessThan(left)
      }
    },
  )

  it('rejects switching an unknown flag', async () => {
    visit = await browser.newVisit(1)
    const body = JSON.stringify({ key: 'nothing', active: true })
    const response = await fetch(`${visit.url}/examples/flags?project=1`, { method: 'POST', body })
    expect(response.status).toBe(400)
  })

  it('serves no file outside its folders', async () => {
    visit = await browser.newVisit(1)
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/dist/../package.json',
      '/dist/..%2fpackage.json',
    ]) {
      expect((await fetch(visit.url + path)).status).toBe(404)
    }
  })
})
