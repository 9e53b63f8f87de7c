import type { EarshotClient } from 'earshot'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import helpful from '../../examples/surveys/helpful.json'
import { aboutSurvey, createVisitors, focused, outside, type Visit, type Visitors } from '../support/examples'

const PROJECT = 3
const [TRUE_NOW, TRICK, TROUBLE, STEP, MORE] = helpful.questions.map(({ question }) => question) as [
  string,
  string,
  string,
  string,
  string,
]

let visitors: Visitors
let visit: Visit
beforeAll(async () => {
  visitors = await createVisitors()
})
afterEach(async () => {
  expect(visit.errors).toEqual([])
  expect(visit.reported).toEqual([])
  // Nothing of our looks, whatever has happened.
  expect(await visit.page.locator('.earshot-survey').count()).toBe(0)
  await visit.end()
})
afterAll(() => visitors.stop())

const come = async (options?: Parameters<Visitors['come']>[1]) => {
  visit = await visitors.come(PROJECT, options)
  await visit.page.goto(`${visit.url}/headless/`)
  await form(visit.page).waitFor()
  return visit.page
}
const form = (page: Page) => page.getByRole('region', { name: 'Your feedback' })
const press = (name: string) => form(visit.page).getByRole('button', { name, exact: true }).click()
const asked = (question: string) => form(visit.page).getByText(question).waitFor()
/** Scrolls down to the form, as a reader would. */
const read = () => form(visit.page).scrollIntoViewIfNeeded()
/** Ids of the surveys that may show to this visitor; the page has asked the same before, and has had its answer. */
const matching = () =>
  visit.page.evaluate(
    () =>
      new Promise<string[]>(done =>
        (window as unknown as { earshot: EarshotClient }).earshot.getActiveMatchingSurveys(surveys =>
          done(surveys.map(({ id }) => id)),
        ),
      ),
  )
/** Events of surveys that the service has heard, in order, with all they tell of the survey. */
const heard = async () =>
  (await visit.events())
    .filter(({ event }) => event.startsWith('survey '))
    .map(event => [event.event, aboutSurvey(event)])
const names = async () => (await heard()).map(([name]) => name)

const ABOUT = { $survey_id: helpful.id, $survey_name: helpful.name }
/** The questions with the answers of a path, by question id. */
const questions = (answers: Record<string, unknown> = {}) =>
  helpful.questions.map(({ id, question }) => ({
    id,
    question,
    ...(id in answers && { response: answers[id] }),
  }))

describe('a survey that the page draws', () => {
  it('counts as shown when the reader has come to it, and leaves focus where it was', async () => {
    const page = await come({ viewport: { width: 1280, height: 500 } })
    expect(await matching()).toEqual([helpful.id])
    await expect.poll(visit.names).toEqual(['$pageview'])
    await read()
    await expect.poll(heard).toEqual([['survey shown', expect.objectContaining(ABOUT)]])
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })

  it('is answered by mouse, goes where the answers lead, and is not asked again', async () => {
    const page = await come()
    await read()
    await expect.poll(names).toEqual(['survey shown'])
    await press('Yes')
    await asked(TRICK)
    await page.getByRole('textbox', { name: TRICK }).fill('A zip tie makes a fine gauge')
    await press('Send')
    await asked('Thank you.')
    await expect.poll(heard).toEqual([
      ['survey shown', expect.objectContaining(ABOUT)],
      [
        'survey sent',
        expect.objectContaining({
          ...ABOUT,
          $survey_completed: true,
          $survey_response_helpful: 1,
          $survey_response_trick: 'A zip tie makes a fine gauge',
          $survey_questions: questions({ helpful: 1, trick: 'A zip tie makes a fine gauge' }),
        }),
      ],
    ])
    await page.reload()
    await expect.poll(async () => (await visit.events('$pageview')).length).toBe(2)
    expect(await matching()).toEqual([])
    expect(await form(page).count()).toBe(0)
    expect(await names()).toEqual(['survey shown', 'survey sent'])
  })

  it('is answered by keyboard alone, focus follows each question', async () => {
    const page = await come()
    const { keyboard } = page
    await read()
    await expect.poll(names).toEqual(['survey shown'])
    while ((await focused(page)) !== 'Not yet') await keyboard.press('Tab')
    await keyboard.press('Enter')
    await asked(TROUBLE)
    await page.getByRole('group', { name: TROUBLE }).waitFor()
    expect(await focused(page)).toBe('A step lost me')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await asked(STEP)
    await keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('Find the side')
    await keyboard.press('Enter')
    await asked(MORE)
    expect(await focused(page)).toBe(MORE)
    await keyboard.type('Left of what?')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await asked('Thank you.')
    expect(await focused(page)).toContain('Thank you.')
    const answers = {
      helpful: 2,
      trouble: 'A step lost me',
      step: 'Find the side',
      more: 'Left of what?',
    }
    await expect.poll(heard).toEqual([
      ['survey shown', expect.objectContaining(ABOUT)],
      [
        'survey sent',
        expect.objectContaining({
          ...ABOUT,
          $survey_completed: true,
          $survey_response_helpful: 2,
          $survey_response_trouble: 'A step lost me',
          $survey_response_step: 'Find the side',
          $survey_response_more: 'Left of what?',
          $survey_questions: questions(answers),
        }),
      ],
    ])
  })

  it('says what is wrong with an answer, beside the control that has it', async () => {
    const page = await come()
    await press('Not yet')
    await press('Next')
    expect(await form(page).getByRole('alert').textContent()).toBe('Please choose one.')
    await page.getByLabel('My wheel is of another kind').check()
    await press('Next')
    await page.getByRole('textbox', { name: MORE }).fill('Disc')
    await press('Send')
    const alert = 'A little more, please: 8 characters at least.'
    expect(await form(page).getByRole('alert').textContent()).toBe(alert)
    expect(await focused(page)).toBe(MORE)
  })

  it('goes back to an earlier answer, and another one leads elsewhere', async () => {
    const page = await come()
    await read()
    await press('Not yet')
    await page.getByLabel('A step lost me').check()
    await press('Next')
    await asked(STEP)
    await press('Back')
    await asked(TROUBLE)
    expect(await page.getByLabel('A step lost me').isChecked()).toBe(true)
    await press('Back')
    await asked(TRUE_NOW)
    expect(await focused(page)).toBe('Not yet')
    await press('Yes')
    await asked(TRICK)
    await press('Send')
    await asked('Thank you.')
    await expect.poll(names).toEqual(['survey shown', 'survey sent'])
    const [sent] = await visit.events('survey sent')
    expect(aboutSurvey(sent!)).toMatchObject({
      $survey_response_helpful: 1,
      $survey_questions: questions({ helpful: 1, trick: null }),
    })
    expect(sent!.properties).not.toHaveProperty('$survey_response_trouble')
  })

  it('goes on after a reload where the reader was', async () => {
    const page = await come()
    await press('Not yet')
    await asked(TROUBLE)
    await page.reload()
    await asked(TROUBLE)
  })

  it('can be closed: reported as dismissed, and not asked again', async () => {
    const page = await come()
    await read()
    await expect.poll(names).toEqual(['survey shown'])
    await press('Yes')
    await press('Close these questions')
    await asked('We will not ask again.')
    await expect.poll(heard).toEqual([
      ['survey shown', expect.objectContaining(ABOUT)],
      [
        'survey dismissed',
        expect.objectContaining({
          ...ABOUT,
          $survey_partially_completed: true,
          $survey_response_helpful: 1,
        }),
      ],
    ])
    await page.reload()
    await expect.poll(async () => (await visit.events('$pageview')).length).toBe(2)
    expect(await matching()).toEqual([])
    expect(await form(page).count()).toBe(0)
  })

  it.each([320, 390, 1280])('fits %i px, on each of its pages', async width => {
    const page = await come({ viewport: { width, height: 800 } })
    expect(await outside(page)).toEqual([])
    await press('Not yet')
    await page.getByLabel('A step lost me').check()
    await press('Next')
    await asked(STEP)
    expect(await outside(page)).toEqual([])
  })
})
