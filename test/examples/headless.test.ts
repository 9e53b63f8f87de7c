import type { EarshotClient } from 'earshot'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import helpful from '../../examples/surveys/helpful.json'
import {
  type ExampleBrowser,
  focusedName,
  launchExampleBrowser,
  overflowingElements,
  surveyProperties,
  type Visit,
} from '../support/examples'
import { createPhone, PHONE } from '../support/phone'

const PROJECT = 3
const [TRUE_NOW, TRICK, TROUBLE, STEP, MORE] = helpful.questions.map(({ question }) => question) as [
  string,
  string,
  string,
  string,
  string,
]

let browser: ExampleBrowser
let visit: Visit
beforeAll(async () => {
  browser = await launchExampleBrowser()
})
afterEach(async () => {
  expect(visit.errors).toEqual([])
  expect(visit.warnings).toEqual([])
  // The page renders the survey itself, so Earshot's own UI must never appear.
  expect(await visit.page.locator('.earshot-survey').count()).toBe(0)
  await visit.close()
})
afterAll(() => browser.close())

const openPage = async (options?: Parameters<ExampleBrowser['newVisit']>[1]) => {
  visit = await browser.newVisit(PROJECT, options)
  await visit.page.goto(`${visit.url}/headless/`)
  await form(visit.page).waitFor()
  return visit.page
}
const form = (page: Page) => page.getByRole('region', { name: 'Your feedback' })
const press = (name: string) => form(visit.page).getByRole('button', { name, exact: true }).click()
const waitForText = (question: string) => form(visit.page).getByText(question).waitFor()
/** Scrolls down to the form. */
const scrollToForm = () => form(visit.page).scrollIntoViewIfNeeded()
/** Returns the ids of the surveys that may be shown to this visitor. The page has already made the same call. */
const matchingSurveys = () =>
  visit.page.evaluate(
    () =>
      new Promise<string[]>(done =>
        (window as unknown as { earshot: EarshotClient }).earshot.getActiveMatchingSurveys(surveys =>
          done(surveys.map(({ id }) => id)),
        ),
      ),
  )
/** Returns the stored survey events in order, with their survey properties. */
const surveyEvents = async () =>
  (await visit.events())
    .filter(({ event }) => event.startsWith('survey '))
    .map(event => [event.event, surveyProperties(event)])
const surveyEventNames = async () => (await surveyEvents()).map(([name]) => name)

const SURVEY = { $survey_id: helpful.id, $survey_name: helpful.name }
/** Returns the questions with the answers of a path, by question id. */
const questions = (answers: Record<string, unknown> = {}) =>
  helpful.questions.map(({ id, question }) => ({
    id,
    question,
    ...(id in answers && { response: answers[id] }),
  }))

describe('headless survey', () => {
  it('reports the survey as shown when it is scrolled into view, without moving the focus', async () => {
    const page = await openPage({ viewport: { width: 1280, height: 500 } })
    expect(await matchingSurveys()).toEqual([helpful.id])
    await expect.poll(visit.eventNames).toEqual(['$pageview'])
    await scrollToForm()
    await expect.poll(surveyEvents).toEqual([['survey shown', expect.objectContaining(SURVEY)]])
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })

  it('follows the branching when answered by mouse, and is not shown again', async () => {
    const page = await openPage()
    await scrollToForm()
    await expect.poll(surveyEventNames).toEqual(['survey shown'])
    await press('Yes')
    await waitForText(TRICK)
    await page.getByRole('textbox', { name: TRICK }).fill('A zip tie makes a fine gauge')
    await press('Send')
    await waitForText('Thank you.')
    await expect.poll(surveyEvents).toEqual([
      ['survey shown', expect.objectContaining(SURVEY)],
      [
        'survey sent',
        expect.objectContaining({
          ...SURVEY,
          $survey_completed: true,
          $survey_response_helpful: 1,
          $survey_response_trick: 'A zip tie makes a fine gauge',
          $survey_questions: questions({ helpful: 1, trick: 'A zip tie makes a fine gauge' }),
        }),
      ],
    ])
    await page.reload()
    await expect.poll(async () => (await visit.events('$pageview')).length).toBe(2)
    expect(await matchingSurveys()).toEqual([])
    expect(await form(page).count()).toBe(0)
    expect(await surveyEventNames()).toEqual(['survey shown', 'survey sent'])
  })

  it('focuses each question when answered by keyboard only', async () => {
    const page = await openPage()
    const { keyboard } = page
    await scrollToForm()
    await expect.poll(surveyEventNames).toEqual(['survey shown'])
    while ((await focusedName(page)) !== 'Not yet') await keyboard.press('Tab')
    await keyboard.press('Enter')
    await waitForText(TROUBLE)
    await page.getByRole('group', { name: TROUBLE }).waitFor()
    expect(await focusedName(page)).toBe('I got stuck at a step')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await waitForText(STEP)
    await keyboard.press('ArrowDown')
    expect(await focusedName(page)).toBe('Find the side')
    await keyboard.press('Enter')
    await waitForText(MORE)
    expect(await focusedName(page)).toBe(MORE)
    await keyboard.type('Left of what?')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await waitForText('Thank you.')
    expect(await focusedName(page)).toContain('Thank you.')
    const answers = {
      helpful: 2,
      trouble: 'I got stuck at a step',
      step: 'Find the side',
      more: 'Left of what?',
    }
    await expect.poll(surveyEvents).toEqual([
      ['survey shown', expect.objectContaining(SURVEY)],
      [
        'survey sent',
        expect.objectContaining({
          ...SURVEY,
          $survey_completed: true,
          $survey_response_helpful: 2,
          $survey_response_trouble: 'I got stuck at a step',
          $survey_response_step: 'Find the side',
          $survey_response_more: 'Left of what?',
          $survey_questions: questions(answers),
        }),
      ],
    ])
  })

  it('shows validation errors next to the control', async () => {
    const page = await openPage()
    await press('Not yet')
    await press('Next')
    expect(await form(page).getByRole('alert').textContent()).toBe('Please choose an option.')
    await page.getByLabel('I have a different kind of wheel').check()
    await press('Next')
    await page.getByRole('textbox', { name: MORE }).fill('Disc')
    await press('Send')
    const alert = 'Please write at least 8 characters.'
    expect(await form(page).getByRole('alert').textContent()).toBe(alert)
    expect(await focusedName(page)).toBe(MORE)
  })

  it('goes back to an earlier question, and follows another branch after another answer', async () => {
    const page = await openPage()
    await scrollToForm()
    await press('Not yet')
    await page.getByLabel('I got stuck at a step').check()
    await press('Next')
    await waitForText(STEP)
    await press('Back')
    await waitForText(TROUBLE)
    expect(await page.getByLabel('I got stuck at a step').isChecked()).toBe(true)
    await press('Back')
    await waitForText(TRUE_NOW)
    expect(await focusedName(page)).toBe('Not yet')
    await press('Yes')
    await waitForText(TRICK)
    await press('Send')
    await waitForText('Thank you.')
    await expect.poll(surveyEventNames).toEqual(['survey shown', 'survey sent'])
    const [sent] = await visit.events('survey sent')
    expect(surveyProperties(sent!)).toMatchObject({
      $survey_response_helpful: 1,
      $survey_questions: questions({ helpful: 1, trick: null }),
    })
    expect(sent!.properties).not.toHaveProperty('$survey_response_trouble')
  })

  it('resumes at the same question after a reload', async () => {
    const page = await openPage()
    await press('Not yet')
    await waitForText(TROUBLE)
    await page.reload()
    await waitForText(TROUBLE)
  })

  it('reports the survey as dismissed when it is closed, and does not show it again', async () => {
    const page = await openPage()
    await scrollToForm()
    await expect.poll(surveyEventNames).toEqual(['survey shown'])
    await press('Yes')
    await press('Close survey')
    await waitForText('This survey will not be shown again.')
    await expect.poll(surveyEvents).toEqual([
      ['survey shown', expect.objectContaining(SURVEY)],
      [
        'survey dismissed',
        expect.objectContaining({
          ...SURVEY,
          $survey_partially_completed: true,
          $survey_response_helpful: 1,
        }),
      ],
    ])
    await page.reload()
    await expect.poll(async () => (await visit.events('$pageview')).length).toBe(2)
    expect(await matchingSurveys()).toEqual([])
    expect(await form(page).count()).toBe(0)
  })

  it('is reached by swipes and answered by taps on a phone', async () => {
    const page = await openPage(PHONE)
    const phone = await createPhone(page)
    expect(await surveyEventNames()).toEqual([])
    const isInView = () =>
      form(page).evaluate(element => {
        const { top, height } = element.getBoundingClientRect()
        return top + height / 2 < innerHeight
      })
    for (let swipes = 0; !(await isInView()); swipes++) {
      if (swipes > 20) throw new Error('No swipe reaches the survey')
      await phone.swipeUp(page.locator('html'), 300)
    }
    await expect.poll(surveyEventNames).toEqual(['survey shown'])
    await form(page).getByRole('button', { name: 'Not yet', exact: true }).tap()
    await page.getByLabel('I got stuck at a step').check()
    await phone.rotate()
    expect(await overflowingElements(page)).toEqual([])
    await form(page).getByRole('button', { name: 'Next', exact: true }).tap()
    await waitForText(STEP)
  })

  it.each([320, 390, 1280])('fits a viewport of %i px, with every question type', async width => {
    const page = await openPage({ viewport: { width, height: 800 } })
    expect(await overflowingElements(page)).toEqual([])
    await press('Not yet')
    await page.getByLabel('I got stuck at a step').check()
    await press('Next')
    await waitForText(STEP)
    expect(await overflowingElements(page)).toEqual([])
  })
})
