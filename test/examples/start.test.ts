import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createVisitors, focused, outside, type Visit, type Visitors } from '../support/examples'
import { surveyDialog } from '../support/surveyUser'

let visitors: Visitors
let visit: Visit
beforeAll(async () => {
  visitors = await createVisitors()
})
afterEach(async () => {
  expect(visit.errors).toEqual([])
  await visit.end()
})
afterAll(() => visitors.stop())

describe('the start page', () => {
  it('lists every example, and each link opens a page', async () => {
    visit = await visitors.come(1)
    const { page, url } = visit
    await page.goto(url)
    const links = page.getByRole('navigation', { name: 'Examples' }).getByRole('link')
    const addresses = await links.evaluateAll(all => all.map(link => link.getAttribute('href')!))
    expect(addresses).toEqual(['/script-tag/', '/spa/', '/headless/', '/preview/'])
    for (const address of addresses) {
      expect((await page.goto(url + address))?.status()).toBe(200)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
  })

  it.each([
    ['a small phone', 320],
    ['a phone', 390],
    ['a desk', 1280],
  ])('fits %s', async (_, width) => {
    visit = await visitors.come(1, { viewport: { width, height: 700 } })
    await visit.page.goto(visit.url)
    expect(await outside(visit.page)).toEqual([])
  })
})

describe('the panel', () => {
  const panel = () => visit.page.getByRole('complementary', { name: 'What the service hears' })
  const rows = () => panel().getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')

  it('shows each event as the service stores it, and its whole body on demand', async () => {
    visit = await visitors.come(1)
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

  it('shows what came before it was opened', async () => {
    visit = await visitors.come(1)
    const { page } = visit
    await page.goto(`${visit.url}/script-tag/`)
    await rows().filter({ hasText: 'survey shown' }).waitFor()
    const before = await rows().count()
    await page.reload()
    await expect.poll(() => rows().count()).toBeGreaterThan(before)
  })

  it('switches a flag at the service, and the page follows', async () => {
    visit = await visitors.come(1)
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

  it('shows a survey again, and "Forget me" makes a new visitor who is asked anew', async () => {
    visit = await visitors.come(1)
    const { page } = visit
    await page.goto(`${visit.url}/script-tag/`)
    const survey = page.getByRole('dialog')
    const close = () => survey.getByRole('button', { name: 'Close survey' }).click()
    await survey.waitFor()
    await close()
    await survey.waitFor({ state: 'detached' })
    await panel().getByRole('button', { name: 'Would you recommend us?' }).click()
    await survey.waitFor()
    await close()
    await survey.waitFor({ state: 'detached' })
    await panel().getByRole('button', { name: 'Forget me' }).click()
    await survey.waitFor()
    await expect.poll(async () => (await visit.events('survey shown')).length).toBe(3)
    const people = (await visit.events('survey shown')).map(({ distinct_id }) => distinct_id)
    expect(new Set(people).size).toBe(2)
  })

  it('offers no survey that the page draws itself', async () => {
    visit = await visitors.come(3)
    const { page } = visit
    const known = page.waitForResponse(response => response.url().includes('/examples/project'))
    await page.goto(`${visit.url}/headless/`)
    await (await known).finished()
    await rows().first().waitFor()
    expect(await panel().getByRole('group', { name: 'Show a survey' }).count()).toBe(0)
    await page.getByRole('region', { name: 'Your feedback' }).waitFor()
  })

  it('stands behind the survey in the order of Tab, however much it has heard', async () => {
    visit = await visitors.come(1)
    const { page } = visit
    await page.goto(`${visit.url}/script-tag/`)
    await surveyDialog(page).waitFor()
    await rows().first().waitFor()
    await page.getByRole('button', { name: 'Tell us how we do' }).focus()
    const stops: string[] = []
    for (let stop = 0; stop < 4; stop++) {
      await page.keyboard.press('Tab')
      stops.push(await focused(page))
    }
    expect(stops).toEqual([
      'Leave a note',
      'Close survey',
      '0',
      expect.stringMatching(/^What the service hears/),
    ])
  })

  it('folds away, and is closed to begin with where there is no room beside the page', async () => {
    visit = await visitors.come(1, { viewport: { width: 390, height: 844 } })
    await visit.page.goto(`${visit.url}/script-tag/`)
    const toggle = panel().getByRole('button', { name: 'What the service hears' })
    expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    await toggle.click()
    await rows().first().waitFor()
    await toggle.click()
    await expect.poll(() => rows().count()).toBe(0)
  })
})

describe('the server', () => {
  it('answers what is no file as the service does', async () => {
    visit = await visitors.come(1)
    const answer = await fetch(`${visit.url}/api/projects/1/surveys`)
    expect(answer.status).toBe(401)
  })

  it('refuses to switch a flag that is not there', async () => {
    visit = await visitors.come(1)
    const body = JSON.stringify({ key: 'nothing', active: true })
    const answer = await fetch(`${visit.url}/examples/flags?project=1`, { method: 'POST', body })
    expect(answer.status).toBe(400)
  })

  it('serves nothing outside of its folders', async () => {
    visit = await visitors.come(1)
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
