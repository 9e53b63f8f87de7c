import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type ExampleBrowser,
  focusedName,
  launchExampleBrowser,
  passShopDelay,
  type Visit,
} from '../support/examples'
import { createPhone, PHONE } from '../support/phone'
import { surveyDialog } from '../support/surveyUser'

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

/** Opens the shop, and waits for its survey. */
const openShop = async (options?: Parameters<ExampleBrowser['newVisit']>[1]) => {
  visit = await browser.newVisit(1, options)
  const { page } = visit
  await page.clock.install()
  await page.goto(`${visit.url}/script-tag/`)
  await passShopDelay(page)
  return page
}

describe('panel', () => {
  const panel = () => visit.page.getByRole('complementary', { name: 'Received events' })
  const rows = () => panel().getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')

  it('lists each stored event, with its JSON when it is expanded', async () => {
    visit = await browser.newVisit(1)
    const { page } = visit
    await page.goto(`${visit.url}/script-tag/`)
    await page.getByRole('button', { name: 'Add to basket' }).first().click()
    const row = rows().filter({ hasText: 'added to basket' })
    await row.waitFor()
    expect(await row.textContent()).toContain('tea High Mountain Oolong')
    await row.locator('summary').click()
    expect(JSON.parse((await row.locator('pre').textContent())!)).toMatchObject({
      event: 'added to basket',
      properties: { tea: 'High Mountain Oolong', basket: 1 },
    })
  })

  it('lists the events before its page was loaded', async () => {
    const page = await openShop()
    await rows().filter({ hasText: 'survey shown' }).waitFor()
    const before = await rows().count()
    await page.reload()
    await expect.poll(() => rows().count()).toBeGreaterThan(before)
  })

  it('switches a flag in the service and reloads the flags of the page', async () => {
    visit = await browser.newVisit(1)
    const { page } = visit
    await page.goto(`${visit.url}/script-tag/`)
    const notice = page.getByText('Delivery is on us')
    await notice.waitFor()
    await panel().getByText('member-price if plan is member').waitFor()
    await panel().getByLabel('free-delivery').uncheck()
    await notice.waitFor({ state: 'hidden' })
    await panel().getByLabel('free-delivery').check()
    await notice.waitFor()
  })

  it('shows a switch as it was clicked until the service has replied, whatever events arrive', async () => {
    visit = await browser.newVisit(1)
    const { page } = visit
    await page.goto(`${visit.url}/script-tag/`)
    const toggle = panel().getByLabel('free-delivery')
    await toggle.waitFor()
    await page.route('**/examples/flags?*', () => {})
    await toggle.uncheck()
    await page.getByRole('button', { name: 'Add to basket' }).first().click()
    await rows().filter({ hasText: 'added to basket' }).waitFor()
    expect(await toggle.isChecked()).toBe(false)
  })

  it('shows a survey again, also to a new visitor after "New visitor"', async () => {
    const page = await openShop()
    const survey = surveyDialog(page)
    const close = () => survey.getByRole('button', { name: 'Close survey' }).click()
    await close()
    await survey.waitFor({ state: 'detached' })
    await panel().getByRole('button', { name: 'Would you recommend us?' }).click()
    await survey.waitFor()
    await close()
    await survey.waitFor({ state: 'detached' })
    await panel().getByRole('button', { name: 'New visitor' }).click()
    await passShopDelay(page)
    await expect.poll(async () => (await visit.events('survey shown')).length).toBe(3)
    const visitorIds = (await visit.events('survey shown')).map(({ distinct_id }) => distinct_id)
    expect(new Set(visitorIds).size).toBe(2)
  })

  it('does not offer surveys that the page renders itself', async () => {
    visit = await browser.newVisit(3)
    const { page } = visit
    const projectLoaded = page.waitForResponse(response => response.url().includes('/examples/project'))
    await page.goto(`${visit.url}/headless/`)
    await (await projectLoaded).finished()
    await rows().first().waitFor()
    expect(await panel().getByRole('group', { name: 'Show a survey' }).count()).toBe(0)
    await page.getByRole('region', { name: 'Your feedback' }).waitFor()
  })

  it('follows the survey in tab order, regardless of the number of events', async () => {
    const page = await openShop()
    await rows().first().waitFor()
    await page.getByRole('button', { name: 'Give feedback' }).focus()
    const stops: string[] = []
    for (let stop = 0; stop < 4; stop++) {
      await page.keyboard.press('Tab')
      stops.push(await focusedName(page))
    }
    expect(stops).toEqual(['Leave a note', 'Close survey', '0', expect.stringMatching(/^Received events/)])
  })

  it('can be collapsed, and starts collapsed on a narrow screen', async () => {
    visit = await browser.newVisit(1, { viewport: { width: 390, height: 844 } })
    await visit.page.goto(`${visit.url}/script-tag/`)
    const toggle = panel().getByRole('button', { name: 'Received events' })
    expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    await toggle.click()
    await rows().first().waitFor()
    await toggle.click()
    await expect.poll(() => rows().count()).toBe(0)
  })

  it('opens by a tap on a phone, and fits when the phone is turned', async () => {
    const page = await openShop(PHONE)
    const phone = await createPhone(page)
    await surveyDialog(page).getByRole('button', { name: 'Close survey' }).tap()
    await panel().getByRole('button', { name: 'Received events' }).tap()
    await rows().filter({ hasText: 'survey dismissed' }).waitFor()
    await phone.rotate()
    await expect.poll(() => phone.misplaced(panel())).toEqual([])
  })
})
