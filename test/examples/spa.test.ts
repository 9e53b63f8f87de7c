import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import plans from '../../examples/surveys/plans.json'
import { aboutSurvey, createVisitors, outside, type Visit, type Visitors } from '../support/examples'
import { keyboardUser, mouseUser, surveyDialog } from '../support/surveyUser'

const PROJECT = 2

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

const come = async (route = '/', options?: Parameters<Visitors['come']>[1]) => {
  visit = await visitors.come(PROJECT, options)
  await visit.page.goto(`${visit.url}/spa${route}`)
  return visit.page
}
const to = (name: string) => visit.page.getByRole('link', { name, exact: true }).click()
const views = async () =>
  (await visit.events('$pageview')).map(({ properties }) => [
    String(properties['$current_url']).slice(visit.url.length),
    properties['title'],
    properties['navigation_type'],
  ])

describe('the package in a bundle', () => {
  it('asks once for flags and configuration, and is not loaded twice', async () => {
    const page = await come()
    await page.getByText('Notes this week').waitFor()
    const requests = visit.service.state.requests()
    expect(requests.filter(({ query }) => query['config'])).toHaveLength(1)
    expect(requests[0]).toMatchObject({ path: '/flags', encoding: 'gzip', status: 200 })
    await expect.poll(visit.names).toEqual(['$pageview', '$feature_flag_called'])
    expect((await visit.events('$pageview'))[0]!.properties['$sdk_dist_channel']).toBe('npm')
  })

  it('loads the looks of surveys when one is about to show, and not before', async () => {
    const page = await come()
    const parts: string[] = []
    page.on('response', response => {
      if (/\/spa\/part-/.test(response.url())) parts.push(response.url())
    })
    await page.getByText('Notes this week').waitFor()
    const before = parts.length
    await to('Pricing')
    await surveyDialog(page).waitFor()
    expect(parts.length).toBeGreaterThan(before)
  })
})

describe('routes', () => {
  it('count as page views, with the address and the title of the route', async () => {
    const page = await come()
    await to('Notebooks')
    await to('Account')
    await page.goBack()
    await page.getByRole('heading', { name: 'Notebooks', level: 1 }).waitFor()
    await expect.poll(views).toEqual([
      ['/spa/', 'Today · Fieldbook', undefined],
      ['/spa/notebooks', 'Notebooks · Fieldbook', 'pushState'],
      ['/spa/account', 'Account · Fieldbook', 'pushState'],
      ['/spa/notebooks', 'Notebooks · Fieldbook', 'popstate'],
    ])
  })

  it('know the view before', async () => {
    await come()
    await to('Notebooks')
    await expect.poll(async () => (await views()).length).toBe(2)
    const [first, second] = await visit.events('$pageview')
    expect(second!.properties).toMatchObject({
      $prev_pageview_id: first!.properties['$pageview_id'],
      $prev_pageview_pathname: '/spa/',
    })
  })

  it('can be where the visit begins', async () => {
    await come('/notebooks')
    await expect.poll(views).toEqual([['/spa/notebooks', 'Notebooks · Fieldbook', undefined]])
  })
})

describe('flags', () => {
  it('change the page, and go with its events', async () => {
    const page = await come()
    await page.getByText('Notes this week').waitFor()
    await page.getByRole('checkbox', { name: 'Count the swifts' }).check()
    await expect.poll(visit.names).toContain('task done')
    const [done] = await visit.events('task done')
    expect(done!.properties).toMatchObject({
      task: 'Count the swifts at the mill',
      '$feature/week-strip': true,
    })
  })

  it('show the variant of the experiment with its payload, and report it once however often it is read', async () => {
    const page = await come('/pricing')
    await expect.poll(visit.names).toContain('$feature_flag_called')
    await to('Account')
    await to('Pricing')
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

  it('depend on who somebody is', async () => {
    const page = await come('/account')
    await page.getByRole('button', { name: 'Sign in as Ines' }).click()
    await to('Notebooks')
    await page.getByRole('button', { name: 'Export' }).first().click()
    await expect.poll(visit.names).toContain('notebook exported')
    await to('Account')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await to('Notebooks')
    await page.getByText('Export comes with the team plan').waitFor()
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
    const [exported] = await visit.events('notebook exported')
    expect(exported!.distinct_id).toBe('ines@example.com')
  })
})

describe('the survey of a route', () => {
  const [FITS, IN_THE_WAY, START, CLEAR] = plans.questions.map(({ question }) => question) as [
    string,
    string,
    string,
    string,
  ]

  it('shows there, and only there', async () => {
    const page = await come()
    await to('Account')
    await expect.poll(async () => (await views()).length).toBe(2)
    expect(await surveyDialog(page).count()).toBe(0)
    await to('Pricing')
    await surveyDialog(page).waitFor()
    await expect.poll(visit.names).toContain('survey shown')
    expect((await visit.events('survey shown')).map(aboutSurvey)).toEqual([
      expect.objectContaining({ $survey_id: plans.id, $survey_name: plans.name }),
    ])
  })

  it.each([
    ['by mouse', mouseUser],
    ['by keyboard alone', keyboardUser],
  ])('goes on with another one than the next, %s', async (_, handOn) => {
    const page = await come('/pricing')
    const hand = handOn(page)
    await hand.choose(FITS, 'Yes')
    await hand.press(FITS, 'Submit')
    await hand.press(START, 'Skip')
    await surveyDialog(page).getByText('Noted, thank you.').waitFor()
    await expect.poll(visit.names).toContain('survey sent')
    expect((await visit.events('survey sent')).map(aboutSurvey)).toEqual([
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

  it('jumps to a certain question, and ends where an answer says so', async () => {
    const page = await come('/pricing')
    const survey = surveyDialog(page)
    const hand = mouseUser(page)
    await hand.choose(FITS, 'Not quite')
    await hand.press(FITS, 'Submit')
    await survey.getByRole('checkbox', { name: 'The price' }).click()
    await hand.press(IN_THE_WAY, 'Submit')
    await survey.getByText(CLEAR).waitFor()
    await survey.getByRole('radio', { name: 'Neutral' }).click()
    await hand.press(CLEAR, 'Submit')
    await expect
      .poll(async () => (await visit.events('survey sent')).map(aboutSurvey))
      .toEqual([
        expect.objectContaining({
          $survey_response_fits: 'Not quite',
          '$survey_response_in-the-way': ['The price'],
          $survey_response_clear: 2,
        }),
      ])
    expect((await visit.events('survey sent'))[0]!.properties).not.toHaveProperty('$survey_response_start')
  })

  it('leaves with its route, and goes on where it was when the visitor comes back', async () => {
    const page = await come('/pricing')
    const survey = surveyDialog(page)
    await mouseUser(page).choose(FITS, 'Yes')
    await mouseUser(page).press(FITS, 'Submit')
    await survey.getByText(START).waitFor()
    await to('Notebooks')
    await survey.waitFor({ state: 'detached' })
    await to('Pricing')
    await survey.getByText(START).waitFor()
    expect(await visit.names()).not.toContain('survey dismissed')
  })
})

describe('on a phone', () => {
  it.each([320, 390])('everything is inside the viewport at %i px, on every route', async width => {
    const page = await come('/', { viewport: { width, height: 700 }, hasTouch: true, isMobile: true })
    for (const name of ['Today', 'Notebooks', 'Account', 'Pricing']) {
      await to(name)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await outside(page)).toEqual([])
    }
    await surveyDialog(page).waitFor()
    expect(await outside(page)).toEqual([])
  })
})
