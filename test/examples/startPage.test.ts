import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codeBlocks } from '../support/docs'
import {
  type ExampleBrowser,
  focusedName,
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

/** The page has a picture that moves (D-831). */
const STILL = { reducedMotion: 'reduce' } as const

describe('start page', () => {
  it('links to every example page', async () => {
    visit = await browser.newVisit(1, STILL)
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
    visit = await browser.newVisit(1, { ...STILL, ...PHONE })
    const { page, url } = visit
    const phone = await createPhone(page)
    await page.goto(url)
    await phone.rotate()
    expect(await overflowingElements(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Examples' }).getByRole('link').first().tap()
    await page.waitForURL(`${url}/script-tag/`)
  })

  // D-628
  it('shows the code of the README and of docs/react.md for each way to add Earshot', async () => {
    visit = await browser.newVisit(1, STILL)
    await visit.page.goto(visit.url)
    expect(await visit.page.locator('summary strong').allTextContents()).toEqual([
      'Script tag',
      'npm',
      'React',
      'Tests',
    ])
    const shown = await visit.page.locator('.code code').allTextContents()
    const block = (page: string, start: string) =>
      codeBlocks(page)
        .find(({ code }) => code.startsWith(start))
        ?.code.trimEnd()
    expect(shown).toEqual([
      block('README', '<script async'),
      block('README', 'npm install'),
      block('README', "import { init } from 'earshot'"),
      block('react', 'import { EarshotProvider'),
      block('README', '// @vitest-environment'),
    ])
  })

  it('copies code by keyboard, and announces it', async () => {
    visit = await browser.newVisit(1, { ...STILL, permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visit
    await page.goto(visit.url)
    await page.locator('summary', { hasText: 'Tests' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Copy the test')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await page.locator('.code code').last().textContent(),
    )
    await page.getByText('Copied').first().waitFor({ state: 'detached' })
  })

  it('selects the code where the clipboard is not allowed', async () => {
    visit = await browser.newVisit(1, STILL)
    const { page } = visit
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject() } }),
    )
    await page.goto(visit.url)
    await page.getByRole('button', { name: 'Copy the script tag' }).click()
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Selected')
    const selected = await page.evaluate(() => String(getSelection()))
    expect(selected.trim()).toBe(await page.locator('.code code').first().textContent())
  })

  it.each([
    ['small phone', 320],
    ['phone', 390],
    ['desktop', 1280],
  ])('fits a %s', async (_, width) => {
    visit = await browser.newVisit(1, { ...STILL, viewport: { width, height: 700 } })
    await visit.page.goto(visit.url)
    expect(await overflowingElements(visit.page)).toEqual([])
    for (const way of await visit.page.locator('details:not([open]) summary').all()) {
      await way.click()
      expect(await overflowingElements(visit.page)).toEqual([])
    }
  })
})
