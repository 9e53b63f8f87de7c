import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import plans from '../../examples/surveys/plans.json'
import {
  type ExampleBrowser,
  launchExampleBrowser,
  overflowingElements,
  surveyProperties,
  type Visit,
} from '../support/examples'
import { createPhone, PHONE } from '../support/phone'
import { keyboardUser, mouseUser, surveyDialog } from '../support/surveyUser'

const PROJECT = 2

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

const openRoute = async (route = '/', options?: Parameters<ExampleBrowser['newVisit']>[1]) => {
  visit = await browser.newVisit(PROJECT, options)
  await visit.page.goto(`${visit.url}/spa${route}`)
  return visit.page
}
const goTo = (name: string) => visit.page.getByRole('link', { name, exact: true }).click()
const pageviews = async () =>
  (await visit.events('$pageview')).map(({ properties }) => [
    String(properties['$current_url']).slice(visit.url.length),
    properties['title'],
    properties['navigation_type'],
  ])

describe('npm package', () => {
  it('requests flags and configuration once', async () => {
    const page = await openRoute()
    await page.getByText('Notes this week').waitFor()
    const requests = visit.service.state.requests()
    expect(requests.filter(({ query }) => query['config'])).toHaveLength(1)
    expect(requests[0]).toMatchObject({ path: '/flags', encoding: 'gzip', status: 200 })
    await expect.poll(visit.eventNames).toEqual(['$pageview', '$feature_flag_called'])
    expect((await visit.events('$pageview'))[0]!.properties['$sdk_dist_channel']).toBe('npm')
  })

  it('loads the survey UI only when a survey is about to be shown', async () => {
    const page = await openRoute()
    const chunks: string[] = []
    page.on('response', response => {
      if (/\/spa\/chunk-/.test(response.url())) chunks.push(response.url())
    })
    await page.getByText('Notes this week').waitFor()
    const before = chunks.length
    await goTo('Pricing')
    await surveyDialog(page).waitFor()
    expect(chunks.length).toBeGreaterThan(before)
  })
})

describe('routes', () => {
  it('captures each route as a page view with URL and title', async () => {
    const page = await openRoute()
    await goTo('Notebooks')
    await goTo('Account')
    await page.goBack()
    await page.getByRole('heading', { name: 'Notebooks', level: 1 }).waitFor()
    await expect.poll(pageviews).toEqual([
      ['/spa/', 'Today · Fieldbook', undefined],
      ['/spa/notebooks', 'Notebooks · Fieldbook', 'pushState'],
      ['/spa/account', 'Account · Fieldbook', 'pushState'],
      ['/spa/notebooks', 'Notebooks · Fieldbook', 'popstate'],
    ])
  })

  it('references the previous page view', async () => {
    await openRoute()
    await goTo('Notebooks')
    await expect.poll(async () => (await pageviews()).length).toBe(2)
    const [first, second] = await visit.events('$pageview')
    expect(second!.properties).toMatchObject({
      $prev_pageview_id: first!.properties['$pageview_id'],
      $prev_pageview_pathname: '/spa/',
    })
  })

  it('captures the route that a visit starts at', async () => {
    await openRoute('/notebooks')
    await expect.poll(pageviews).toEqual([['/spa/notebooks', 'Notebooks · Fieldbook', undefined]])
  })
})

describe('flags', () => {
  it('changes the page and adds the flags to its events', async () => {
    const page = await openRoute()
    await page.getByText('Notes this week').waitFor()
    await page.getByRole('checkbox', { name: 'Count the swifts' }).check()
    await expect.poll(visit.eventNames).toContain('task done')
    const [done] = await visit.events('task done')
    expect(done!.properties).toMatchObject({
      task: 'Count the swifts at the mill',
      '$feature/week-strip': true,
    })
  })

  it('provides variant and payload of an experiment, and reports its exposure once', async () => {
    const page = await openRoute('/pricing')
    await expect.poll(visit.eventNames).toContain('$feature_flag_called')
    await goTo('Account')
    await goTo('Pricing')
    const calls = await visit.events('$feature_flag_called')
    expect(calls.map(({ properties }) => properties['$feature_flag'])).toEqual(['billing'])
    const isYearly = calls[0]!.properties['$feature_flag_response'] === 'yearly'
    await page
      .getByRole('main')
      .getByText(isYearly ? 'Billed once a year' : 'Billed each month')
      .waitFor()
    await page
      .getByRole('main')
      .getByText(isYearly ? '€60' : '€6')
      .waitFor()
  })

  it('evaluates person properties after sign-in and sign-out', async () => {
    const page = await openRoute('/account')
    await page.getByRole('button', { name: 'Sign in as Ines' }).click()
    await goTo('Notebooks')
    await page.getByRole('button', { name: 'Export' }).first().click()
    await expect.poll(visit.eventNames).toContain('notebook exported')
    await goTo('Account')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await goTo('Notebooks')
    await page.getByText('Export is part of the team plan').waitFor()
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
    const [exported] = await visit.events('notebook exported')
    expect(exported!.distinct_id).toBe('ines@example.com')
  })
})

describe('survey of a route', () => {
  const [FITS, IN_THE_WAY, START, CLEAR] = plans.questions.map(({ question }) => question) as [
    string,
    string,
    string,
    string,
  ]

  it('shows the survey on its route only', async () => {
    const page = await openRoute()
    await goTo('Account')
    await expect.poll(async () => (await pageviews()).length).toBe(2)
    expect(await surveyDialog(page).count()).toBe(0)
    await goTo('Pricing')
    await surveyDialog(page).waitFor()
    await expect.poll(visit.eventNames).toContain('survey shown')
    expect((await visit.events('survey shown')).map(surveyProperties)).toEqual([
      expect.objectContaining({ $survey_id: plans.id, $survey_name: plans.name }),
    ])
  })

  it.each([
    ['by mouse', mouseUser],
    ['by keyboard only', keyboardUser],
  ])('follows the branch of an answer, %s', async (_, createUser) => {
    const page = await openRoute('/pricing')
    const user = createUser(page)
    await user.choose(FITS, 'Yes')
    await user.press(FITS, 'Submit')
    await user.press(START, 'Skip')
    await surveyDialog(page).getByText('Noted, thank you.').waitFor()
    await expect.poll(visit.eventNames).toContain('survey sent')
    expect((await visit.events('survey sent')).map(surveyProperties)).toEqual([
      expect.objectContaining({
        $survey_completed: true,
        $survey_response_fits: 'Yes',
        $survey_questions: plans.questions.map(({ id, question }) => ({
          id,
          question,
          ...(id === 'fits' && { response: 'Yes' }),
          ...(id === 'start' && { response: null }),
        })),
      }),
    ])
  })

  it('follows a branch to a specific question, and ends after it', async () => {
    const page = await openRoute('/pricing')
    const survey = surveyDialog(page)
    const user = mouseUser(page)
    await user.choose(FITS, 'Not quite')
    await user.press(FITS, 'Submit')
    await survey.getByRole('checkbox', { name: 'The price' }).click()
    await user.press(IN_THE_WAY, 'Submit')
    await survey.getByText(CLEAR).waitFor()
    await survey.getByRole('radio', { name: 'Neutral' }).click()
    await user.press(CLEAR, 'Submit')
    await expect
      .poll(async () => (await visit.events('survey sent')).map(surveyProperties))
      .toEqual([
        expect.objectContaining({
          $survey_response_fits: 'Not quite',
          '$survey_response_in-the-way': ['The price'],
          $survey_response_clear: 2,
        }),
      ])
    expect((await visit.events('survey sent'))[0]!.properties).not.toHaveProperty('$survey_response_start')
  })

  it('closes the survey with its route and resumes it when the visitor returns', async () => {
    const page = await openRoute('/pricing')
    const survey = surveyDialog(page)
    await mouseUser(page).choose(FITS, 'Yes')
    await mouseUser(page).press(FITS, 'Submit')
    await survey.getByText(START).waitFor()
    await goTo('Notebooks')
    await survey.waitFor({ state: 'detached' })
    await goTo('Pricing')
    await survey.getByText(START).waitFor()
    expect(await visit.eventNames()).not.toContain('survey dismissed')
  })
})

describe('phone layout', () => {
  it.each([320, 390])('fits a viewport of %i px on every route', async width => {
    const page = await openRoute('/', { viewport: { width, height: 700 }, hasTouch: true, isMobile: true })
    for (const name of ['Today', 'Notebooks', 'Account', 'Pricing']) {
      await goTo(name)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await overflowingElements(page)).toEqual([])
    }
    await surveyDialog(page).waitFor()
    expect(await overflowingElements(page)).toEqual([])
  })

  it('keeps the survey of a route in the window when the phone is turned', async () => {
    const page = await openRoute('/', PHONE)
    const phone = await createPhone(page)
    await page.getByRole('link', { name: 'Pricing', exact: true }).tap()
    const survey = surveyDialog(page)
    await survey.waitFor()
    await phone.setSafeArea({ bottom: 34 })
    await phone.rotate()
    await expect.poll(() => phone.misplaced(survey)).toEqual([])
    await phone.rotate()
    await survey.getByRole('button', { name: 'Close survey' }).tap()
    await survey.waitFor({ state: 'detached' })
  })
})
