import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import basket from '../../examples/surveys/basket.json'
import wish from '../../examples/surveys/wish.json'
import {
  type ExampleBrowser,
  launchExampleBrowser,
  overflowingElements,
  surveyProperties,
  type Visit,
} from '../support/examples'
import { createPhone, PHONE } from '../support/phone'

const PROJECT = 4

let browser: ExampleBrowser
let visit: Visit
beforeAll(async () => {
  browser = await launchExampleBrowser()
})
afterEach(async () => {
  // React logs a hydration mismatch as an error.
  expect(visit.errors).toEqual([])
  await visit.close()
})
afterAll(() => browser.close())

const open = async (options?: Parameters<ExampleBrowser['newVisit']>[1]) => {
  visit = await browser.newVisit(PROJECT, options)
  await visit.page.goto(`${visit.url}/react/`)
  return visit.page
}
const order = () => visit.page.getByRole('button', { name: /^Order for/ })

describe('a React page that is rendered on the server', () => {
  it('has the flags without a script, and the same ones in the browser', async () => {
    const plain = await open({ javaScriptEnabled: false })
    await plain.getByText('The first apples are in.').waitFor()
    expect(await order().textContent()).toMatch(/^Order for €(22|26)$/)
    await visit.close()
    const page = await open()
    const served = await order().textContent()
    await expect.poll(visit.eventNames).toContain('$feature_flag_called')
    expect(await order().textContent()).toBe(served)
    // The cookie, which tells the server who this is, is written when the page is idle.
    await expect.poll(async () => (await visit.context.cookies()).length).toBe(1)
    await page.reload()
    expect(await order().textContent()).toBe(served)
    const ids = new Set((await visit.events()).map(({ distinct_id }) => distinct_id))
    expect(ids.size).toBe(1)
  })

  it('never shows another value than that of the server when nothing has changed', async () => {
    visit = await browser.newVisit(PROJECT)
    await visit.page.addInitScript(() => {
      const texts: string[] = []
      Object.assign(window, { texts })
      const read = () => {
        const text = document.querySelector('main button')?.textContent
        if (text && text !== texts.at(-1)) texts.push(text)
      }
      new MutationObserver(read).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await visit.page.goto(`${visit.url}/react/`)
    await expect.poll(visit.eventNames).toContain('$pageview')
    expect(await visit.page.evaluate('window.texts')).toHaveLength(1)
  })

  it('captures a navigation of the router as a page view', async () => {
    const page = await open()
    await expect.poll(visit.eventNames).toContain('$pageview')
    await page.evaluate(() => history.pushState({}, '', '/react/box'))
    await expect.poll(async () => (await visit.events('$pageview')).length).toBe(2)
  })

  it('captures what the visitor does', async () => {
    await open()
    await expect.poll(visit.eventNames).toContain('$pageview')
    await order().click()
    await expect.poll(visit.eventNames).toContain('box ordered')
    expect((await visit.events('box ordered'))[0]!.properties['euros']).toBeOneOf([22, 26])
  })

  it('renders without flags when the service does not answer', async () => {
    visit = await browser.newVisit(PROJECT)
    visit.service.fail({ path: '/flags', status: 503, times: 1 })
    await visit.page.goto(`${visit.url}/react/`)
    await visit.page.getByText('The first apples are in.').waitFor()
  })
})

describe('surveys of the React page', () => {
  it('shows one in the looks of Earshot', async () => {
    const page = await open()
    await page.getByText(basket.questions[0]!.question).waitFor()
    await page.getByRole('radio', { name: /^4/ }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText(basket.appearance.thankYouMessageHeader).waitFor()
    await expect
      .poll(async () => (await visit.events('survey sent')).map(surveyProperties))
      .toEqual([expect.objectContaining({ $survey_id: basket.id, $survey_response_fruit: 4 })])
  })

  it('draws one itself, and does not show it again', async () => {
    const page = await open()
    const form = page.getByRole('form', { name: wish.name })
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('Please write an answer.').waitFor()
    await form.getByLabel('Which apple should we plant?').fill('Cox')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByLabel('What do you make of it?').waitFor()
    await form.getByRole('button', { name: 'Back' }).click()
    expect(await form.getByLabel('Which apple should we plant?').inputValue()).toBe('Cox')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByLabel('What do you make of it?').fill('Juice')
    await form.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('status').getByText('Noted for the spring.').waitFor()
    const sent = async () =>
      (await visit.events('survey sent')).map(surveyProperties).filter(one => one['$survey_id'] === wish.id)
    await expect
      .poll(sent)
      .toEqual([
        expect.objectContaining({ $survey_response_variety: 'Cox', $survey_response_reason: 'Juice' }),
      ])
    await page.reload()
    await page.getByText(basket.questions[0]!.question).waitFor()
    expect(await form.count()).toBe(0)
  })

  it('is answered by taps on a phone that is turned meanwhile', async () => {
    const page = await open(PHONE)
    const phone = await createPhone(page)
    await page.getByText(basket.questions[0]!.question).waitFor()
    await phone.rotate()
    expect(await overflowingElements(page)).toEqual([])
    await page.locator('label', { has: page.getByRole('radio', { name: /^4/ }) }).tap()
    await phone.rotate()
    await page.getByRole('button', { name: 'Submit' }).tap()
    await expect
      .poll(async () => (await visit.events('survey sent')).map(surveyProperties))
      .toEqual([expect.objectContaining({ $survey_response_fruit: 4 })])
  })

  it('fits a small phone', async () => {
    const page = await open({ viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true })
    await page.getByText(basket.questions[0]!.question).waitFor()
    expect(await overflowingElements(page)).toEqual([])
  })
})
