import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SurveyResponse, SurveyResults } from '../../src/wire/console'
import type { ReadSurvey } from '../../src/wire/managedSurvey'
import type { SurveyStats } from '../../src/wire/surveyStats'
import { bundleClient } from '../support/browser'
import { type ConsoleSite, serveConsoleOf } from '../support/consoleSite'
import { focusedName, passShopDelay } from '../support/examples'
import { createPhone, PHONE } from '../support/phone'
import { keyboardUser, surveyDialog } from '../support/surveyUser'
import { type ClientSite, openSite } from '../support/testSite'

const SHOP = resolve(import.meta.dirname, '../../examples/script-tag')
const SURVEYS = '/api/projects/1/surveys'
const NAME = 'Tea after a week'
/** The questions of the template, the last one as the author changes it. */
const RATING = 'How likely are you to recommend us to a friend or colleague?'
const DISAPPOINTED = 'What disappointed you most?'
const MISSING = 'What is the one thing that would have made it a 10?'
const LOVED = 'Which tea do you like best?'
/** What has to survive CSV: a separator, quotes, and letters outside of ASCII. */
const DETRACTOR_TEXT = 'Late, and the tin was "dented"'
const PASSIVE_TEXT = 'Größere Tüten'
/** More tab stops than any of the pages has. */
const MAX_STOPS = 120

let shop: ClientSite
let site: ConsoleSite
const errors: string[] = []

beforeAll(async () => {
  shop = await openSite({ name: 'Shop' })
  site = await serveConsoleOf(shop.service)
  const html = readFileSync(`${SHOP}/index.html`, 'utf8')
    .replace('/dist/earshot.js', '/earshot.js')
    .replace('phc_second_steep', 'phc_demo')
    .replace('data-api-host="/"', `data-api-host="${site.url}"`)
  shop.setPage('/shop', { html })
  shop.setPage('/style.css', {
    html: readFileSync(`${SHOP}/style.css`, 'utf8'),
    headers: { 'content-type': 'text/css' },
  })
  shop.setPage('/earshot-surveys.js', { script: await bundleClient('src/surveysChunk.ts') })
})
afterAll(async () => {
  await site.stop()
  await shop.stop()
})

/** Collects uncaught errors and console errors, those of the content security policy among them. */
function watch(page: Page): Page {
  page.on('pageerror', error => errors.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return page
}

/** Presses Tab until an element whose name begins so has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = []
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    const isLost = await page.evaluate(() => document.activeElement === document.body)
    const focused = isLost ? '' : await focusedName(page)
    if (focused.startsWith(name)) return
    passed.push(focused)
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach "${name}", only: ${[...new Set(passed)].join(' | ')}`)
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Replaces the text of a field. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Asks the service without the console. */
async function ask<T>(path: string): Promise<T> {
  const response = await fetch(site.url + path, { headers: { authorization: 'Bearer phx_demo' } })
  return response.json()
}

/** Opens the shop as a new visitor with a phone, who waits for the survey. */
async function visitShop(): Promise<Page> {
  const page = watch(await (await shop.browser.newContext(PHONE)).newPage())
  await page.clock.install()
  await page.goto(`${shop.url}/shop`)
  await passShopDelay(page)
  await surveyDialog(page).getByText(RATING).waitFor()
  expect(await (await createPhone(page)).misplaced(surveyDialog(page))).toEqual([])
  return page
}

const tapScore = (page: Page, score: number) =>
  surveyDialog(page)
    .locator('label', { hasText: new RegExp(`^${score}$`) })
    .tap()

const stored = async (name: string) =>
  (await site.service.state.events(1)).filter(({ event }) => event === name)

/** Returns the last event of each submission, newest first. */
async function readSubmissions() {
  const sent = (await stored('survey sent')).sort((a, b) => a.timestamp.localeCompare(b.timestamp))
  const last = new Map(sent.map(event => [event.properties['$survey_submission_id'], event]))
  return [...last.values()].reverse()
}

const total = (page: Page, label: string) =>
  page.locator(`.totals > div:has(dt:text-is("${label}")) .total`).textContent()

const tableOf = async (page: Page, title: string) => {
  await press(page, `${title}: show as table`)
  const rows = await page.getByRole('table', { name: title }).locator('tbody tr').all()
  return Promise.all(rows.map(row => row.locator('th, td').allTextContents()))
}

/** Quotes cells as RFC 4180 does it. */
const csvRow = (cells: string[]) => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')

describe('the console, the editor and a shop with one service', () => {
  it('lead by keyboard from an empty service to the answers of three visitors', {
    timeout: 180_000,
  }, async () => {
    const page = watch(await (await shop.browser.newContext({ reducedMotion: 'reduce' })).newPage())

    // Signs in.
    await page.goto(site.url)
    await page.getByRole('heading', { name: 'Sign in to Earshot' }).waitFor()
    await type(page, 'Personal key', 'phx_demo')
    await page.keyboard.press('Enter')
    await page.getByText('No surveys yet').waitFor()
    expect(await page.getByLabel('Script tag of this project').inputValue()).toContain('"phc_demo"')

    // Writes the survey from a template.
    await press(page, 'New survey')
    await page.getByRole('dialog', { name: 'New survey' }).waitFor()
    await press(page, 'Net Promoter Score')
    await type(page, 'Survey name', NAME)
    await press(page, '4Open text: What do you like best')
    await type(page, 'Question', LOVED)
    const bar = page.getByRole('region', { name: 'Publishing' })
    await bar
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor()
    const preview = page.frameLocator('iframe').first()
    await preview.getByText(LOVED).waitFor()
    const id = new URL(page.url()).searchParams.get('survey')!

    // This visitor has a page from before the launch until the end.
    const early = watch(await (await shop.browser.newContext(PHONE)).newPage())
    await early.goto(`${shop.url}/shop`)
    await expect.poll(() => stored('$pageview')).toHaveLength(1)

    // Launches it.
    await press(page, 'Launch')
    await page.getByRole('dialog', { name: 'Launch the survey' }).waitFor()
    await press(page, 'Launch')
    await bar.getByText('Running', { exact: true }).waitFor()
    await expect.poll(() => focusedName(page)).toBe('Publish changes')
    const survey = await ask<ReadSurvey>(`${SURVEYS}/${id}`)
    expect(survey).toMatchObject({ name: NAME, end_date: null, enable_partial_responses: true })
    expect(Date.parse(survey.start_date!)).toBeLessThanOrEqual(Date.now())
    expect(survey.questions!.map(({ question }) => question)).toEqual([RATING, DISAPPOINTED, MISSING, LOVED])
    const ids = survey.questions!.map(question => question.id!)

    // A detractor answers by touch, a passive by keyboard, and a promoter leaves half-way.
    const detractor = await visitShop()
    await tapScore(detractor, 3)
    await surveyDialog(detractor).getByText(DISAPPOINTED).waitFor()
    await surveyDialog(detractor).getByRole('textbox').tap()
    await detractor.keyboard.type(DETRACTOR_TEXT)
    await surveyDialog(detractor).getByRole('button', { name: 'Send' }).tap()
    await surveyDialog(detractor).getByRole('heading', { name: 'Thank you' }).waitFor()

    const passive = await visitShop()
    const keys = keyboardUser(passive)
    await keys.choose(RATING, '8')
    await keys.write(MISSING, PASSIVE_TEXT)
    await keys.press(MISSING, 'Send')
    await surveyDialog(passive).getByRole('heading', { name: 'Thank you' }).waitFor()

    const promoter = await visitShop()
    await tapScore(promoter, 10)
    await surveyDialog(promoter).getByText(LOVED).waitFor()
    await promoter.goto('about:blank')

    // The store has all of it.
    await expect.poll(() => stored('survey shown')).toHaveLength(3)
    await expect.poll(() => stored('survey sent')).toHaveLength(5)
    expect(await surveyDialog(early).count()).toBe(0)
    const submissions = await readSubmissions()
    expect(
      submissions.map(({ properties }) => ids.map(key => properties[`$survey_response_${key}`])),
    ).toEqual([
      [10, undefined, undefined, undefined],
      [8, undefined, PASSIVE_TEXT, undefined],
      [3, DETRACTOR_TEXT, undefined, undefined],
    ])
    const completed = submissions.filter(({ properties }) => properties['$survey_completed'])

    // The list of the console.
    await press(page, 'Earshot console')
    const { stats, rates } = await ask<SurveyStats>(`${SURVEYS}/${id}/stats`)
    expect([stats['survey shown'].total_count, stats['survey sent'].total_count]).toEqual([
      3,
      submissions.length,
    ])
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: NAME, exact: true }) })
    const cells = async () => (await row.getByRole('cell').allTextContents()).slice(0, 4)
    await expect.poll(cells).toEqual(['Running', '3', String(submissions.length), `${rates.response_rate}%`])

    // The results.
    await press(page, NAME)
    await page.getByText('Where people leave').waitFor()
    await expect.poll(() => total(page, 'Response rate')).toBe(`${rates.response_rate}%`)
    const totals = async () => Promise.all(['Shown', 'Started', 'Completed'].map(label => total(page, label)))
    expect(await totals()).toEqual(['3', String(submissions.length), String(completed.length)])
    const card = (number: number) => page.getByRole('region', { name: `Question ${number}`, exact: true })
    expect(await card(1).locator('.nps-score strong').textContent()).toBe('0')
    expect(await card(1).locator('.nps-groups strong').allTextContents()).toEqual(['1', '1', '1'])
    expect(await card(1).locator('.figures dd').allTextContents()).toEqual(['7', '8'])
    await card(2).getByText(DETRACTOR_TEXT).waitFor()
    await card(3).getByText(PASSIVE_TEXT).waitFor()
    await card(4).getByText('No answers yet.').waitFor()

    // One path alone.
    await press(page, '1 → 3')
    await expect.poll(() => total(page, 'Started')).toBe('1')
    await card(3).getByText(PASSIVE_TEXT).waitFor()
    await card(2).getByText('No answers yet.').waitFor()
    expect(await card(1).locator('.nps-groups strong').allTextContents()).toEqual(['0', '1', '0'])
    const path = `${ids[0]},${ids[2]}`
    expect(await ask<SurveyResults>(`${SURVEYS}/${id}/results?path=${path}`)).toMatchObject({
      started: 1,
      completed: 1,
    })
    await press(page, 'Clear')
    await expect.poll(() => total(page, 'Started')).toBe('3')

    // Where the promoter left.
    expect(await tableOf(page, 'Where people leave')).toEqual([
      [RATING, '3', '3', '0', '0'],
      [DISAPPOINTED, '1', '1', '0', '0'],
      [MISSING, '1', '1', '0', '0'],
      [LOVED, '1', '0', '0', '1'],
    ])
    expect((await tableOf(page, 'Paths taken')).sort()).toEqual([
      ['1 → 2', '1', '1'],
      ['1 → 3', '1', '1'],
      ['1', '1', '0'],
    ])

    // One response in full.
    await tabTo(page, 'Summary')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('list', { name: 'Responses' }).waitFor()
    await tabTo(page, '10')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedName(page)).toContain(PASSIVE_TEXT)
    await page.keyboard.press('Enter')
    const response = page.getByRole('dialog', { name: 'Response' })
    const [, second] = submissions
    for (const text of [
      RATING,
      '8',
      MISSING,
      PASSIVE_TEXT,
      second!.distinct_id,
      'Completed',
      `${shop.url}/shop`,
    ])
      await response.getByText(text, { exact: true }).waitFor()
    const { results } = await ask<{ results: SurveyResponse[] }>(`${SURVEYS}/${id}/responses`)
    expect(results.map(({ distinct_id }) => distinct_id)).toEqual(submissions.map(event => event.distinct_id))
    await page.keyboard.press('Escape')

    // The file.
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'CSV')])
    const [head, ...rows] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(head).toBe(
      `\ufeff${csvRow(['id', 'time', 'completed', 'language', 'distinct id', 'url', RATING, DISAPPOINTED, MISSING, LOVED])}`,
    )
    expect(rows).toEqual(
      submissions.map(({ timestamp, distinct_id, properties }) =>
        csvRow([
          String(properties['$survey_submission_id']),
          timestamp,
          String(properties['$survey_completed']),
          '',
          distinct_id,
          `${shop.url}/shop`,
          ...ids.map(key => String(properties[`$survey_response_${key}`] ?? '')),
        ]),
      ),
    )
    expect(errors).toEqual([])
  })
})
