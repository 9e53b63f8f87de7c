import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SurveyResponse, SurveyResults } from '../../src/wire/console'
import type { SurveyStats } from '../../src/wire/surveyStats'
import { axeViolations } from '../support/axe'
import { launchChromium } from '../support/browser'
import { answerNps, consoleOptions, NPS_ID } from '../support/consoleData'
import { type ConsoleSite, startConsoleSite } from '../support/consoleSite'
import { focusedName } from '../support/examples'
import { installClock, type TestClock } from '../support/testClock'

const DESKTOP = { viewport: { width: 1280, height: 860 } }
const PHONE = { viewport: { width: 390, height: 844 } }
const SURVEYS = '/api/projects/1/surveys'
const RESULTS = `#/surveys/${NPS_ID}`

let browser: Awaited<ReturnType<typeof launchChromium>>
let site: ConsoleSite
let clock: TestClock
let errors: string[] = []
beforeAll(async () => {
  browser = await launchChromium()
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
  await site.stop()
  expect(errors).toEqual([])
})
afterAll(() => browser.close())

interface StartOptions {
  /** Opens the sign-in form, rather than signing in by itself. */
  isSignedOut?: boolean
  /** Starts without surveys. */
  isEmpty?: boolean
  visitors?: number
  context?: BrowserContextOptions
}

/** Starts a service with answers, and opens its console. Console errors fail the test, those of the policy among them. */
async function open(hash = '', options: StartOptions = {}): Promise<Page> {
  const { isSignedOut = false, isEmpty = false, visitors = 60, context = DESKTOP } = options
  const now = Date.now()
  site = await startConsoleSite(
    isEmpty ? { name: 'Shop' } : consoleOptions(now),
    isSignedOut ? undefined : 'phx_demo',
  )
  if (!isEmpty) await answerNps((path, init) => fetch(site.url + path, init), now, { visitors })
  const visitor = await browser.newContext({ ...context, reducedMotion: 'reduce' })
  clock = await installClock(visitor)
  const page = await visitor.newPage()
  errors = []
  page.on('pageerror', error => errors.push(String(error)))
  page.on('console', message => {
    // The browser reports each status of 400 and more, and each request without a connection.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      errors.push(message.text())
  })
  page.on('request', request => {
    if (!request.url().startsWith(site.url) && !/^(data|blob):/.test(request.url()))
      errors.push(`request to ${request.url()}`)
  })
  await page.goto(`${site.url}/${hash}`)
  return page
}

/** Asks the service without the console. */
async function ask<T>(path: string): Promise<T> {
  const response = await fetch(site.url + path, { headers: { authorization: 'Bearer phx_demo' } })
  return response.json()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
const cells = async (page: Page, name: string) =>
  (await row(page, name).getByRole('cell').allTextContents()).slice(0, 5)
const act = async (page: Page, survey: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${survey}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

describe('signing in', () => {
  it('asks for a key, refuses a wrong one with a sentence, and keeps a right one for the tab', async () => {
    const page = await open('', { isSignedOut: true })
    await heading(page, 'Sign in to Earshot')
    expect(await focusedName(page)).toBe('Personal key')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a personal key.').waitFor()
    await page.keyboard.type('phx_wrong')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByText('Personal API key found in request Authorization header is invalid.')
      .waitFor()
    await page.getByLabel('Personal key').fill('phx_demo')
    await page.keyboard.press('Enter')
    await heading(page, 'Surveys')
    await page.reload()
    await heading(page, 'Surveys')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in to Earshot')
    await page.reload()
    await heading(page, 'Sign in to Earshot')
  })

  it('says which scope a key lacks', async () => {
    const page = await open('', { isSignedOut: true })
    await site.stop()
    site = await startConsoleSite({ personalKeys: [{ key: 'phx_flags', scopes: ['feature_flag:read'] }] })
    await page.goto(site.url)
    await page.getByLabel('Personal key').fill('phx_flags')
    await page.keyboard.press('Enter')
    await page.getByText('earshot keys create --scope survey:read').waitFor()
  })

  it('hides what a key may not do', async () => {
    const page = await open('', { isSignedOut: true })
    await site.stop()
    site = await startConsoleSite({
      ...consoleOptions(Date.now()),
      personalKeys: [{ key: 'phx_reader', scopes: ['survey:read'] }],
    })
    await page.goto(site.url)
    await page.getByLabel('Personal key').fill('phx_reader')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Actions for Quarterly NPS' }).click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['JSON'])
    expect(await page.getByRole('link', { name: 'New survey' }).count()).toBe(0)
  })

  it('changes the project', async () => {
    const page = await open('', { isSignedOut: true })
    await site.stop()
    const [shop, blog] = [consoleOptions(Date.now()), { name: 'Blog' }]
    site = await startConsoleSite({ projects: [shop, blog] }, 'phx_demo')
    await page.goto(site.url)
    await row(page, 'Quarterly NPS').waitFor()
    await page.getByLabel('Project').selectOption('Blog')
    await page.getByText('No surveys yet').waitFor()
    await page.reload()
    await page.getByText('No surveys yet').waitFor()
    expect(await page.getByLabel('Script tag of this project').inputValue()).toContain(
      'data-api-key="phc_demo_2"',
    )
  })
})

describe('the list of surveys', () => {
  it('shows the state of each survey and the numbers of the statistics', async () => {
    const page = await open()
    await expect.poll(() => cells(page, 'Quarterly NPS')).toContain('70%')
    const { stats, rates } = await ask<SurveyStats>(`${SURVEYS}/${NPS_ID}/stats`)
    expect(rates.response_rate).toBe(70)
    expect(await cells(page, 'Quarterly NPS')).toEqual([
      'Running',
      String(stats['survey shown'].total_count),
      String(stats['survey sent'].total_count),
      '70%',
      expect.stringMatching(/ago|yesterday/),
    ])
    expect((await cells(page, 'Checkout feedback'))[0]).toBe('Draft')
    expect((await cells(page, 'Pricing page'))[0]).toBe('Ended')
    expect((await cells(page, 'Spring sale'))[0]).toBe('Scheduled')
    expect(await row(page, 'Beta interest').count()).toBe(0)
  })

  it('searches, filters and sorts, and keeps search and filter in the address', async () => {
    const page = await open()
    await page.getByRole('searchbox').fill('stopped')
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
    await page.reload()
    await expect
      .poll(() => page.getByRole('rowheader').allTextContents())
      .toEqual(['Checkout feedbackWhat nearly stopped you?'])
    await page.getByRole('searchbox').fill('')
    await page.getByRole('radio', { name: 'Archived' }).check()
    await row(page, 'Beta interest').waitFor()
    await page.getByRole('radio', { name: 'All' }).check()
    await page.getByRole('button', { name: 'Survey', exact: true }).click()
    const names = await page.getByRole('rowheader').getByRole('link').allTextContents()
    expect(names).toEqual(['Checkout feedback', 'Pricing page', 'Quarterly NPS', 'Spring sale'])
    expect(await page.getByRole('columnheader', { name: 'Survey' }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
  })

  it('starts, stops, duplicates, archives and deletes', async () => {
    const page = await open()
    await act(page, 'Checkout feedback', 'Start…')
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    await expect.poll(async () => (await cells(page, 'Checkout feedback'))[0]).toBe('Running')
    await act(page, 'Quarterly NPS', 'Stop')
    await expect.poll(async () => (await cells(page, 'Quarterly NPS'))[0]).toBe('Ended')
    await act(page, 'Quarterly NPS', 'Resume')
    await expect.poll(async () => (await cells(page, 'Quarterly NPS'))[0]).toBe('Running')
    await act(page, 'Spring sale', 'Back to draft')
    await expect.poll(async () => (await cells(page, 'Spring sale'))[0]).toBe('Draft')
    await act(page, 'Quarterly NPS', 'Duplicate')
    await row(page, 'Copy of Quarterly NPS').waitFor()
    await act(page, 'Quarterly NPS', 'Duplicate')
    await row(page, 'Copy of Quarterly NPS 2').waitFor()
    await act(page, 'Copy of Quarterly NPS 2', 'Archive')
    await expect.poll(() => row(page, 'Copy of Quarterly NPS 2').count()).toBe(0)
    await act(page, 'Copy of Quarterly NPS', 'Delete…')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => row(page, 'Copy of Quarterly NPS').count()).toBe(0)
    const { results } = await ask<{ results: Record<string, unknown>[] }>(SURVEYS)
    const states = results.map(({ name, start_date, end_date, archived }) => [
      name,
      start_date !== null,
      end_date !== null,
      archived,
    ])
    expect(states).toEqual(
      expect.arrayContaining([
        ['Checkout feedback', true, false, false],
        ['Quarterly NPS', true, false, false],
        ['Copy of Quarterly NPS 2', false, false, true],
      ]),
    )
    expect(results.map(({ name }) => name)).not.toContain('Copy of Quarterly NPS')
  })

  it('does not start a survey that lintSurvey finds broken', async () => {
    const page = await open()
    await fetch(`${site.url}${SURVEYS}/00000000-0000-4000-8000-000000000002/`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer phx_demo', 'content-type': 'application/json' },
      body: JSON.stringify({ questions: [{ type: 'link', question: 'Read more', link: '' }] }),
    })
    await page.reload()
    await act(page, 'Checkout feedback', 'Start…')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Mend this in the editor first').waitFor()
    expect(await dialog.getByRole('button', { name: 'Start' }).count()).toBe(0)
    expect(await dialog.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
      'console/editor.html?project=1&survey=00000000-0000-4000-8000-000000000002',
    )
  })

  it('is operated by keyboard: skip link, menu, dialog', async () => {
    const page = await open()
    await row(page, 'Quarterly NPS').waitFor()
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('New survey')
    await page.getByRole('button', { name: 'Actions for Pricing page' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedName(page)).toBe('Resume')
    await page.keyboard.press('ArrowUp')
    expect(await focusedName(page)).toBe('Delete…')
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toBe('Actions for Pricing page')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedName(page)).toBe('Resume')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Delete “Pricing page”?' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await row(page, 'Pricing page').waitFor()
  })

  it('offers the script tag of the project when there is nothing', async () => {
    const page = await open('', { isEmpty: true })
    await page.getByText('No surveys yet').waitFor()
    expect(await page.getByLabel('Script tag of this project').inputValue()).toBe(
      `<script async crossorigin src="${site.url}/earshot.js" data-api-key="phc_demo" data-api-host="${site.url}"></script>`,
    )
  })
})

const total = (page: Page, label: string) =>
  page.locator(`.totals > div:has(dt:text-is("${label}")) .total`).textContent()

describe('the results of a survey', () => {
  it('shows the numbers of the service', async () => {
    const page = await open(RESULTS)
    await page.getByText('Where people leave').waitFor()
    const results = await ask<SurveyResults>(`${SURVEYS}/${NPS_ID}/results`)
    const { rates, stats } = await ask<SurveyStats>(`${SURVEYS}/${NPS_ID}/stats`)
    await expect.poll(() => total(page, 'Response rate')).toBe(`${rates.response_rate}%`)
    expect(await total(page, 'Shown')).toBe(String(stats['survey shown'].total_count))
    expect(await total(page, 'Started')).toBe(String(results.started))
    expect(await total(page, 'Completed')).toBe(String(results.completed))
    expect([results.started, results.completed]).toEqual([42, 36])
    const first = results.questions[0]!
    if (first.type !== 'rating' || !first.nps) throw new Error('the first question is a score')
    const score = page.getByRole('region', { name: 'Question 1' })
    expect(await score.locator('.nps-score strong').textContent()).toBe(`+${first.nps.score}`)
    expect(await score.locator('.nps-groups strong').allTextContents()).toEqual(
      [first.nps.detractors, first.nps.passives, first.nps.promoters].map(String),
    )
    expect(await score.locator('.figures dd').allTextContents()).toEqual(
      [first.average, first.median].map(String),
    )
    const last = results.questions[3]!
    if (last.type !== 'multiple_choice') throw new Error('the last question has choices')
    const bars = await page
      .getByRole('region', { name: 'Question 4' })
      .locator('li.bar-row')
      .allTextContents()
    expect(bars.map(text => text.replace(/\s*·.*/, ''))).toEqual(
      last.choices.map(({ choice, count, is_open }) => `${choice}${is_open ? ' (own words)' : ''}${count}`),
    )
  })

  it('has a table behind each chart', async () => {
    const page = await open(RESULTS)
    await page.getByText('Where people leave').waitFor()
    const { funnel } = await ask<SurveyResults>(`${SURVEYS}/${NPS_ID}/results`)
    await page.getByRole('button', { name: 'Where people leave: show as table' }).click()
    const rows = page.getByRole('table', { name: 'Where people leave' }).locator('tbody tr')
    expect(await Promise.all((await rows.all()).map(row => row.locator('th, td').allTextContents()))).toEqual(
      funnel.map(({ question, reached, answered, skipped, lost }) =>
        [question, reached, answered, skipped, lost].map(String),
      ),
    )
    for (const title of [
      'Paths taken',
      'Distribution',
      'Score over time',
      'Choices, of which people make several',
    ]) {
      await page.getByRole('button', { name: `${title}: show as table` }).click()
      await page.getByRole('table', { name: title }).waitFor()
    }
  })

  it('filters by path, completion, language, person and dates, in the address and in the numbers', async () => {
    const page = await open(RESULTS)
    await page.getByText('Where people leave').waitFor()
    const startedFor = async (query: string) =>
      String((await ask<SurveyResults>(`${SURVEYS}/${NPS_ID}/results?${query}`)).started)
    const shows = async (query: string) => {
      const expected = await startedFor(query)
      await expect.poll(() => total(page, 'Started')).toBe(expected)
      return expected
    }
    const seen = new Set([await shows('')])
    await page.getByRole('button', { name: '1 → 2 → 4' }).click()
    seen.add(await shows('path=score,wrong,reasons'))
    await page.reload()
    await shows('path=score,wrong,reasons')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Completion').selectOption('Partial')
    seen.add(await shows('completion=partial'))
    await page.getByLabel('Completion').selectOption('All answers')
    await page.getByLabel('Language').selectOption('German')
    seen.add(await shows('language=de'))
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Person property, as key=value').fill('plan=pro')
    await page.keyboard.press('Enter')
    seen.add(await shows('person_property=plan%3Dpro'))
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Dates').selectOption('Last 7 days')
    const from = new Date()
    from.setHours(0, 0, 0, 0)
    from.setDate(from.getDate() - 6)
    seen.add(await shows(`date_from=${encodeURIComponent(from.toISOString())}`))
    expect(seen.size).toBeGreaterThanOrEqual(5)
  })

  it('hides the filters of a phone behind a button that counts them', async () => {
    const page = await open(`${RESULTS}?completion=partial`, { context: PHONE })
    const button = page.getByRole('button', { name: 'Filters (1)' })
    await button.waitFor()
    expect(await page.getByLabel('Completion').isVisible()).toBe(false)
    await button.click()
    await page.getByLabel('Dates').selectOption('Last 90 days')
    await page.getByRole('button', { name: 'Filters (2)', expanded: true }).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => total(page, 'Started')).toBe('42')
  })

  it('searches written answers, and opens a response from one', async () => {
    const page = await open(RESULTS)
    const wrong = page.getByRole('region', { name: 'Question 2' })
    await wrong.getByRole('searchbox').fill('EXPORT TAKES')
    await wrong.getByText(/^\d+ found/).waitFor()
    await wrong
      .getByRole('button', { name: /The export takes minutes/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Response' })
    await dialog.getByText('What do you use most?').waitFor()
    await dialog.getByText('https://shop.example/checkout').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Completion').selectOption('Completed')
    await expect.poll(() => total(page, 'Started')).toBe('36')
    expect(await wrong.getByRole('searchbox').inputValue()).toBe('EXPORT TAKES')
    await wrong.getByRole('searchbox').fill('nothing like this')
    await wrong.getByText('No answer contains “nothing like this”.').waitFor()
  })

  it('shows each response in full, by keyboard', async () => {
    const page = await open(`${RESULTS}?view=responses`)
    const list = page.getByRole('list', { name: 'Responses' })
    await list.getByRole('button').first().focus()
    const { results } = await ask<{ results: SurveyResponse[] }>(`${SURVEYS}/${NPS_ID}/responses`)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const third = results[2]!
    await expect.poll(() => focusedName(page)).toContain(third.distinct_id)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Response' })
    for (const { question, answer } of third.answers) {
      await dialog.getByText(question).waitFor()
      await dialog.getByText([answer].flat().join('')).first().waitFor()
    }
    expect(await dialog.getByRole('link').getAttribute('href')).toBe(`#/people/${third.person_id}`)
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toContain(third.distinct_id)
  })

  it('saves CSV without formulas, and JSON, of the filtered responses', async () => {
    const page = await open(`${RESULTS}?completion=completed`)
    const save = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ])
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
    }
    const csv = await save('CSV')
    expect(csv.name).toBe('quarterly-nps.csv')
    expect(csv.text).toContain(`"'=HYPERLINK(""https://example.com"")"`)
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(37)
    const json = await save('JSON')
    expect(json.name).toBe('quarterly-nps.json')
    const { results } = await ask<{ results: SurveyResponse[] }>(
      `${SURVEYS}/${NPS_ID}/responses?completion=completed`,
    )
    expect(JSON.parse(json.text)).toEqual(results)
  })

  it('has only the visible responses of a long list in the document, and loads more at its end', async () => {
    const page = await open(`${RESULTS}?view=responses`, { visitors: 2000 })
    const list = page.getByRole('list', { name: 'Responses' })
    await list.getByRole('button').first().focus()
    const height = () => list.evaluate(element => element.scrollHeight)
    for (let before = await height(); before < 1400 * 64; before = await height()) {
      await page.keyboard.press('End')
      await expect.poll(height).toBeGreaterThan(before)
      expect(await list.getByRole('listitem').count()).toBeLessThan(60)
    }
    const { results } = await ask<{ results: SurveyResponse[] }>(`${SURVEYS}/${NPS_ID}/responses`)
    expect(results.length).toBeLessThan(400)
    expect(await height()).toBe(1400 * 64)
  })
})

describe('who sees a survey', () => {
  const WIDTH = 320
  const answer = (page: Page) => page.getByRole('region', { name: 'Who sees it' }).getByRole('status')

  async function startSurvey(): Promise<string> {
    const plan = (value: string, rollout_percentage: number) => ({
      properties: [{ key: 'plan', type: 'person', operator: 'exact', value }],
      rollout_percentage,
    })
    const write = (path: string, method: string, body: object) =>
      fetch(`${site.url}${SURVEYS}/${path}`, {
        method,
        headers: { authorization: 'Bearer phx_demo', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const response = await write('', 'POST', {
      name: 'Cart',
      type: 'popover',
      questions: [{ type: 'open', question: 'What is missing?' }],
      conditions: { url: '/cart' },
      targeting_flag_filters: { groups: [plan('pro', 0), plan('free', 100)] },
    })
    const { id } = (await response.json()) as { id: string }
    await write(`${id}/`, 'PATCH', { start_date: new Date(Date.now() - 60_000).toISOString() })
    return id
  }

  const capture = (...batch: object[]) =>
    fetch(`${site.url}/batch/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: 'phc_demo', batch }),
    })

  it('says what keeps a visitor from it, what the page decides, and whom the service does not know', async () => {
    const page = await open('', { isEmpty: true, context: { viewport: { width: WIDTH, height: 800 } } })
    const id = await startSurvey()
    const visitor = (distinct_id: string, $set: object) => ({
      event: 'visited',
      distinct_id,
      properties: { $set: { email: `${distinct_id}@example.com`, ...$set } },
    })
    const $survey_questions = [{ id: 'q', question: 'What is missing?', response: 'Tea' }]
    await capture(
      visitor('ann', { plan: 'free' }),
      visitor('bob', { plan: 'pro' }),
      visitor('cid', { plan: 'free' }),
      {
        event: 'survey sent',
        distinct_id: 'ann',
        properties: { $survey_id: id, $survey_questions, $set: { [`$survey_responded/${id}`]: true } },
      },
    )
    await page.goto(`${site.url}/#/surveys/${id}`)
    await page.getByRole('radio', { name: 'Who sees it' }).focus()
    await page.keyboard.press('Space')
    const field = page.getByRole('searchbox', { name: 'Distinct id or email' })
    await field.fill('ann@example.com')
    await answer(page)
      .getByText(/has answered this survey on \w+ \d/)
      .waitFor()
    await field.fill('bob')
    await answer(page)
      .getByText(/not in the audience.*condition 1 applies, and its rollout leaves this id out/)
      .waitFor()
    await answer(page).getByText('The page decides:').waitFor()
    await field.fill('cid')
    await answer(page).getByText('The service lets this visitor see it.').waitFor()
    await answer(page).getByText('The URL contains /cart.').waitFor()
    await answer(page).getByText(`await earshot.explainSurvey('${id}')`).waitFor()
    await field.fill('dan')
    await answer(page).getByText('The service knows no person “dan”.').waitFor()
    await answer(page)
      .getByText(/The visitor has no plan/)
      .waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTH)
    await page.reload()
    await answer(page).getByText('The service knows no person “dan”.').waitFor()
    await field.fill('example.com')
    await answer(page).getByRole('button', { name: 'bob@example.com' }).click()
    await answer(page)
      .getByText(/rollout leaves this id out/)
      .waitFor()
  })
})

describe('a lost connection', () => {
  const NOTICE = 'What you see may be out of date.'

  it('leaves what was seen before on the page, says so, and loads the rest by itself', async () => {
    const page = await open(RESULTS)
    await page.getByText('Where people leave').waitFor()
    await page.getByRole('link', { name: 'Surveys' }).first().click()
    await expect.poll(() => cells(page, 'Quarterly NPS')).toContain('70%')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Quarterly NPS', exact: true }).click()
    await page.getByText(NOTICE).waitFor()
    expect(await total(page, 'Started')).toBe('42')
    await page.goBack()
    await expect.poll(() => cells(page, 'Quarterly NPS')).toContain('70%')
    await page.getByRole('link', { name: 'Pricing page', exact: true }).click()
    await page.getByText('No connection').waitFor()
    await page.context().setOffline(false)
    await heading(page, 'Pricing page')
    await expect.poll(() => page.getByText(NOTICE).count()).toBe(0)
  })

  it('repeats a filter that could not be applied', async () => {
    const page = await open(RESULTS)
    await page.getByText('Where people leave').waitFor()
    await page.context().setOffline(true)
    await page.getByLabel('Completion').selectOption('Partial')
    await page.getByText(NOTICE).waitFor()
    expect(await total(page, 'Started')).toBe('42')
    await page.context().setOffline(false)
    await expect.poll(() => total(page, 'Started')).toBe('6')
  })
})

describe('layout and accessibility', () => {
  const PAGES = {
    list: '',
    results: RESULTS,
    responses: `${RESULTS}?view=responses`,
    visibility: `${RESULTS}?view=visibility&visitor=visitor-1`,
    'results without answers': '#/surveys/00000000-0000-4000-8000-000000000002',
    'no such page': '#/nothing',
  }
  const settle = async (page: Page) => {
    await clock.pass(200)
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
  }

  it.each([
    ['desktop, light', { ...DESKTOP, colorScheme: 'light' }],
    ['desktop, dark', { ...DESKTOP, colorScheme: 'dark' }],
    ['phone, light', { ...PHONE, colorScheme: 'light' }],
    ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
  ] as const)('has no axe violations: %s', async (_, context) => {
    const page = await open('', { context })
    for (const [name, hash] of Object.entries(PAGES)) {
      await page.goto(`${site.url}/${hash}`)
      await settle(page)
      expect(await axeViolations(page), name).toEqual([])
    }
    await page.goto(`${site.url}/${PAGES.responses}`)
    await page.getByRole('list', { name: 'Responses' }).getByRole('button').first().click()
    await page.getByRole('dialog').waitFor()
    expect(await axeViolations(page), 'response').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menu').waitFor()
    expect(await axeViolations(page), 'menu').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in to Earshot')
    expect(await axeViolations(page), 'sign-in').toEqual([])
  })

  it.each([320, 390, 781, 1024, 1280, 1920])('fits into %i pixels', async width => {
    const page = await open('', { context: { viewport: { width, height: 800 } } })
    for (const dir of ['ltr', 'rtl']) {
      for (const [name, hash] of Object.entries(PAGES)) {
        await page.goto(`${site.url}/${hash}`)
        await settle(page)
        await page.evaluate(dir => {
          document.documentElement.dir = dir
        }, dir)
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} ${dir}`).toBe(width)
      }
    }
  })

  it('does not move anything while it loads', async () => {
    const page = await open()
    for (const hash of [PAGES.list, PAGES.results]) {
      await page.goto('about:blank')
      await page.goto(`${site.url}/${hash}`)
      await settle(page)
      const moved = await page.evaluate(
        () =>
          new Promise<number>(resolve => {
            new PerformanceObserver(list => {
              resolve(
                list
                  .getEntries()
                  .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
              )
            }).observe({ type: 'layout-shift', buffered: true })
            setTimeout(() => resolve(0), 300)
          }),
      )
      expect(moved, hash).toBeLessThan(0.02)
    }
  })
})
