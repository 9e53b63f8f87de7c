import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import nps from '../../examples/surveys/nps.json'
import {
  type ExampleBrowser,
  focusedName,
  launchExampleBrowser,
  overflowingElements,
  passShopDelay,
  pollWithClock,
  SHOP_DELAY_MS,
  surveyProperties,
  type Visit,
} from '../support/examples'
import { createPhone, PHONE } from '../support/phone'
import { keyboardUser, mouseUser, type SurveyUser, surveyDialog } from '../support/surveyUser'

const PROJECT = 1
const LOAD_EVENTS = [
  'shelf seen',
  '$pageview',
  '$feature_flag_called',
  '$feature_flag_called',
  '$feature_flag_called',
  'survey shown',
]
/** The browser's own console message for a failed request. */
const NETWORK_ERROR = /^Failed to load resource/

let browser: ExampleBrowser
let visit: Visit
let expectedError: RegExp | undefined
beforeAll(async () => {
  browser = await launchExampleBrowser()
})
beforeEach(() => {
  expectedError = undefined
})
afterEach(async () => {
  expect(visit.errors.filter(error => !expectedError?.test(error))).toEqual([])
  await visit.close()
})
afterAll(() => browser.close())

/** For tests in which nobody clicks on a survey, which enters meanwhile (D-831). */
const STILL = { reducedMotion: 'reduce' } as const

const loadPage = async () => {
  await visit.page.goto(`${visit.url}/script-tag/`)
  return visit.page
}
/** Starts a visit whose clock the test can move. The clock goes on by itself as well. */
const startVisit = async (options?: Parameters<ExampleBrowser['newVisit']>[1]) => {
  visit = await browser.newVisit(PROJECT, options)
  await visit.page.clock.install()
}
/** Waits for the survey, whose delay starts with the flags. */
const passDelay = () => passShopDelay(visit.page)
const pollMoving = <T>(ms: number, read: () => T) => pollWithClock(visit.page, ms, read)
const openPage = async (options?: Parameters<ExampleBrowser['newVisit']>[1]) => {
  await startVisit(options)
  await loadPage()
  await passDelay()
  return visit.page
}
const sentSurveys = async () => (await visit.events('survey sent')).map(surveyProperties)

describe('page load', () => {
  it('shows its survey in an automated browser too', async () => {
    const page = await openPage({
      ...STILL,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0',
    })
    await surveyDialog(page).waitFor()
    await expect.poll(async () => (await visit.events('survey shown')).length).toBe(1)
  })

  it('sends one gzipped flags request, and captures all events up to the survey in order', async () => {
    await openPage(STILL)
    await expect.poll(visit.eventNames).toEqual(LOAD_EVENTS)
    const requests = visit.service.state.requests()
    expect(requests.filter(({ query }) => query['config'])).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/flags',
      query: { v: '2', config: 'true', compression: 'gzip-js' },
      contentType: expect.stringMatching('text/plain'),
      encoding: 'gzip',
      status: 200,
    })
    expect(requests.map(({ method }) => method)).not.toContain('OPTIONS')
  })

  it('captures a page view with URL and title', async () => {
    await openPage(STILL)
    await expect.poll(visit.eventNames).toContain('$pageview')
    const [view] = await visit.events('$pageview')
    expect(view!.properties).toMatchObject({
      $current_url: `${visit.url}/script-tag/`,
      $pathname: '/script-tag/',
      title: 'Second Steep, loose tea',
      $browser: 'Chrome',
      $referrer: '$direct',
    })
  })

  it('executes calls made before the script loads, with their original time and URL', async () => {
    visit = await browser.newVisit(PROJECT, STILL)
    const { page } = visit
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/dist/earshot.js', async route => {
      await released
      await route.continue()
    })
    await page.goto(`${visit.url}/script-tag/?early`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Add to basket' }).first().click()
    await page.evaluate(() => history.replaceState(null, '', '/script-tag/?late'))
    const before = Date.now()
    release()
    await expect
      .poll(visit.eventNames)
      .toEqual(expect.arrayContaining(['shelf seen', 'added to basket', '$pageview']))
    const names = await visit.eventNames()
    expect(names.slice(0, 2)).toEqual(['shelf seen', 'added to basket'])
    // Compares the sent events, because the service adjusts timestamps by the transfer time of a batch.
    for (const name of names.slice(0, 2)) {
      const { timestamp, properties } = visit.sentEvents(name)[0]!
      expect(Date.parse(timestamp)).toBeLessThanOrEqual(before)
      expect(properties['$current_url']).toBe(`${visit.url}/script-tag/?early`)
    }
  })

  it('reports each flag on its first read only, across page loads', async () => {
    const page = await openPage(STILL)
    await expect.poll(visit.eventNames).toEqual(LOAD_EVENTS)
    const calls = await visit.events('$feature_flag_called')
    const reported = calls.map(({ properties: { $feature_flag, $feature_flag_response } }) => [
      $feature_flag,
      $feature_flag_response,
    ])
    expect(reported).toEqual([
      ['free-delivery', true],
      ['headline', expect.stringMatching(/^(morning|evening)$/)],
      ['member-price', false],
    ])
    const headline = String(reported[1]![1])
    await page.getByRole('heading', { level: 1, name: headline }).waitFor()
    await page.reload()
    await passDelay()
    await expect.poll(async () => (await visit.events('$pageview')).length).toBe(2)
    expect(await visit.events('$feature_flag_called')).toHaveLength(3)
  })
})

/** The light and the dark colours of the shop: card and text. */
const COLOURS = {
  light: ['rgb(255, 252, 244)', 'rgb(35, 40, 31)'],
  dark: ['rgb(34, 40, 31)', 'rgb(236, 230, 214)'],
}

// D-627
describe('survey of the shop', () => {
  it('waits until the visitor has seen the shop', async () => {
    await startVisit(STILL)
    const page = await loadPage()
    await page.getByText('Delivery is on us').waitFor()
    await expect.poll(visit.eventNames).toContain('$pageview')
    expect(await surveyDialog(page).count()).toBe(0)
    await page.clock.runFor(SHOP_DELAY_MS)
    await surveyDialog(page).waitFor()
  })

  it('covers no product on a desktop', async () => {
    const page = await openPage(STILL)
    const survey = surveyDialog(page)
    const covered = async () => {
      const card = (await survey.boundingBox())!
      const teas = await Promise.all((await page.locator('.tea').all()).map(tea => tea.boundingBox()))
      expect(teas).toHaveLength(3)
      return teas.filter(tea => tea!.x + tea!.width > card.x && tea!.y + tea!.height > card.y)
    }
    expect(await covered()).toEqual([])
    await page.getByRole('button', { name: 'Received events' }).click()
    await page.locator('#panel [aria-expanded=false]').waitFor()
    await expect.poll(covered).toEqual([])
  })

  it('has the colours of the page, and follows them into the dark', async () => {
    const page = await openPage({ ...STILL, colorScheme: 'light' })
    const survey = surveyDialog(page)
    const colours = () =>
      survey.evaluate(card => [
        getComputedStyle(card).backgroundColor,
        getComputedStyle(card.querySelector('h2')!).color,
      ])
    await expect.poll(colours).toEqual(COLOURS.light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(colours).toEqual(COLOURS.dark)
  })
})

const [RECOMMEND, WRONG, BETTER, REVIEW, LINK, WHY_NOT] = nps.questions.map(({ question }) => question) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
/** Paths through the survey: the input, and the answers in each `survey sent` event. */
const PATHS: {
  visitor: string
  answer(user: SurveyUser): Promise<void>
  answers: Record<string, unknown>[]
}[] = [
  {
    visitor: 'a detractor',
    async answer(user) {
      await user.choose(RECOMMEND, '0')
      await user.write(WRONG, 'It came late')
      await user.press(WRONG, 'Send')
    },
    answers: [{ recommend: 0 }, { recommend: 0, 'went-wrong': 'It came late' }],
  },
  {
    visitor: 'a passive',
    async answer(user) {
      await user.choose(RECOMMEND, '7')
      await user.choose(BETTER, 'Lower prices')
      await user.press(BETTER, 'Send')
    },
    answers: [{ recommend: 7 }, { recommend: 7, better: 'Lower prices' }],
  },
  {
    visitor: 'a passive with an open answer',
    async answer(user) {
      await user.choose(RECOMMEND, '8')
      await user.choose(BETTER, 'Something else')
      await user.write(BETTER, 'Smaller tins')
      await user.press(BETTER, 'Send')
    },
    answers: [{ recommend: 8 }, { recommend: 8, better: 'Smaller tins' }],
  },
  {
    visitor: 'a promoter who declines a review',
    async answer(user) {
      await user.choose(RECOMMEND, '10')
      await user.choose(REVIEW, 'No')
      await user.write(WHY_NOT, 'No time')
      await user.press(WHY_NOT, 'Send')
    },
    answers: [
      { recommend: 10 },
      { recommend: 10, review: 'No' },
      { recommend: 10, review: 'No', 'why-not': 'No time' },
    ],
  },
  {
    visitor: 'a promoter who writes a review',
    async answer(user) {
      await user.choose(RECOMMEND, '9')
      await user.choose(REVIEW, 'Yes')
      await user.press(LINK, 'Write a review')
    },
    answers: [
      { recommend: 9 },
      { recommend: 9, review: 'Yes' },
      { recommend: 9, review: 'Yes', 'review-link': 'link clicked' },
    ],
  },
]

const responses = (answers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(answers).map(([id, answer]) => [`$survey_response_${id}`, answer]))

describe.each([
  ['by mouse', mouseUser, {}],
  ['by keyboard only', keyboardUser, STILL],
])('NPS survey, answered %s', (_, createUser, options) => {
  it.each(PATHS)(
    '$visitor: sends an event for each answer, the last one marked as completed',
    async ({ answer, answers }) => {
      const page = await openPage(options)
      await visit.context.route('https://reviews.example/**', route =>
        route.fulfill({ body: 'A review page' }),
      )
      await answer(createUser(page))
      await surveyDialog(page).getByText('Thank you!').waitFor()
      const names = [...LOAD_EVENTS, ...answers.map(() => 'survey sent')]
      await expect.poll(visit.eventNames).toEqual(names)

      const [shown] = await visit.events('survey shown')
      const survey = {
        $survey_id: nps.id,
        $survey_name: nps.name,
        $survey_iteration: null,
        $survey_iteration_start_date: null,
      }
      expect(surveyProperties(shown!)).toEqual(survey)
      const events = await sentSurveys()
      const submission = events[0]!.$survey_submission_id
      expect(submission).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
      expect(events).toEqual(
        answers.map((expectedAnswers, index) => ({
          ...survey,
          ...responses(expectedAnswers),
          $survey_submission_id: submission,
          $survey_completed: index === answers.length - 1,
          $survey_questions: nps.questions.map(({ id, question }) =>
            id in expectedAnswers ? { id, question, response: expectedAnswers[id] } : { id, question },
          ),
        })),
      )
      const marker = { [`$survey_responded/${nps.id}`]: true }
      for (const { properties, $set } of visit.sentEvents('survey sent'))
        expect([properties['$set'], $set]).toEqual([marker, marker])
    },
  )
})

describe('after the survey', () => {
  it('does not show the survey again on the next page', async () => {
    const page = await openPage()
    await PATHS[1]!.answer(mouseUser(page))
    await surveyDialog(page).getByRole('button', { name: 'Close', exact: true }).click()
    await surveyDialog(page).waitFor({ state: 'detached' })
    await page.reload()
    await expect.poll(async () => (await visit.events('$pageview')).length).toBe(2)
    await page.getByText('Delivery is on us').waitFor()
    await page.clock.runFor(SHOP_DELAY_MS + 1000)
    expect(await surveyDialog(page).count()).toBe(0)
    expect(await visit.events('survey shown')).toHaveLength(1)
  })

  it('sets a person property that excludes an identified person from the survey', async () => {
    const page = await openPage()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await PATHS[0]!.answer(mouseUser(page))
    await expect.poll(async () => (await sentSurveys()).length).toBe(2)
    expect(await visit.service.state.persons(PROJECT)).toEqual([
      expect.objectContaining({
        properties: expect.objectContaining({ [`$survey_responded/${nps.id}`]: true }),
      }),
    ])
  })
})

describe('dismissing', () => {
  it('captures "survey dismissed" without answers when the close button is clicked', async () => {
    const page = await openPage()
    await surveyDialog(page).getByRole('button', { name: 'Close survey' }).click()
    await expect.poll(visit.eventNames).toEqual([...LOAD_EVENTS, 'survey dismissed'])
    const [dismissed] = await visit.events('survey dismissed')
    expect(surveyProperties(dismissed!)).toMatchObject({
      $survey_id: nps.id,
      $survey_name: nps.name,
      $survey_partially_completed: false,
    })
    expect(visit.sentEvents('survey dismissed')[0]!.$set).toEqual({ [`$survey_dismissed/${nps.id}`]: true })
  })

  it('captures "survey dismissed" with the answers so far on Escape, and returns the focus to the page', async () => {
    const page = await openPage()
    await page.getByRole('button', { name: 'Sign in' }).focus()
    await keyboardUser(page).choose(RECOMMEND, '3')
    await surveyDialog(page).getByText(WRONG).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(visit.eventNames).toEqual([...LOAD_EVENTS, 'survey sent', 'survey dismissed'])
    const [dismissed] = await visit.events('survey dismissed')
    expect(surveyProperties(dismissed!)).toMatchObject({
      $survey_partially_completed: true,
      $survey_response_recommend: 3,
      $survey_submission_id: (await sentSurveys())[0]!.$survey_submission_id,
    })
    // The feedback tab precedes the survey in tab order, so the focus came from there.
    const focusedText = () => document.activeElement?.shadowRoot?.activeElement?.textContent
    expect(await page.evaluate(focusedText)).toBe('Leave a note')
  })
})

describe('other surveys', () => {
  it('shows an event-triggered survey after the first survey is closed', async () => {
    const page = await openPage()
    const survey = surveyDialog(page)
    await survey.getByRole('button', { name: 'Close survey' }).click()
    await survey.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add to basket' }).nth(1).click()
    await survey.getByRole('button', { name: 'Start' }).click()
    await survey.getByRole('checkbox', { name: 'Taste' }).click()
    await survey.getByText('Something else').click()
    await page.keyboard.type('The tin')
    await survey.getByRole('button', { name: 'Submit' }).click()
    await survey.getByRole('radio', { name: 'Very dissatisfied' }).click()
    await survey.getByRole('button', { name: 'Submit' }).click()
    await survey.getByRole('textbox').fill('How long to steep')
    await survey.getByRole('button', { name: 'Send' }).click()
    await survey.getByText('Thanks, that helps.').waitFor()
    await expect
      .poll(visit.eventNames)
      .toEqual([...LOAD_EVENTS, 'survey dismissed', 'added to basket', 'survey shown', 'survey sent'])
    expect((await sentSurveys())[0]).toMatchObject({
      $survey_name: 'How was choosing?',
      $survey_completed: true,
      ...responses({ 'looked-at': ['Taste', 'The tin'], ease: 1, missing: 'How long to steep' }),
    })
  })

  it('opens a survey from its feedback tab', async () => {
    const page = await openPage()
    const survey = surveyDialog(page)
    await survey.getByRole('button', { name: 'Close survey' }).click()
    await survey.waitFor({ state: 'detached' })
    await page.locator('.earshot-survey').getByRole('button', { name: 'Leave a note' }).click()
    await expect.poll(() => focusedName(page)).toContain('What is on your mind?')
    await survey.getByRole('textbox').fill('Lovely shop')
    await survey.getByRole('button', { name: 'Send' }).click()
    await expect
      .poll(async () => (await sentSurveys()).at(-1))
      .toMatchObject(responses({ note: 'Lovely shop' }))
  })
})

describe('identity', () => {
  it('identifies the visitor on sign-in, which changes the prices, and resets on sign-out', async () => {
    const page = await openPage(STILL)
    await expect.poll(visit.eventNames).toEqual(LOAD_EVENTS)
    await page.getByText('€16').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('€13').waitFor()
    await expect.poll(visit.eventNames).toContain('$identify')
    const [identify] = await visit.events('$identify')
    expect(identify).toMatchObject({
      distinct_id: 'mara@example.com',
      properties: { $anon_distinct_id: (await visit.events('$pageview'))[0]!.distinct_id },
    })
    expect(await visit.service.state.persons(PROJECT)).toEqual([
      expect.objectContaining({ properties: expect.objectContaining({ name: 'Mara', plan: 'member' }) }),
    ])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('€16').waitFor()
    await page.getByRole('button', { name: 'Add to basket' }).first().click()
    await expect.poll(visit.eventNames).toContain('added to basket')
    const [added] = await visit.events('added to basket')
    expect([identify!.distinct_id, identify!.properties['$anon_distinct_id']]).not.toContain(
      added!.distinct_id,
    )
  })
})

describe('phone layout', () => {
  it.each([320, 390])('fits a viewport of %i px on every page of the survey', async width => {
    const page = await openPage({ viewport: { width, height: 640 }, hasTouch: true, isMobile: true })
    const survey = surveyDialog(page)
    expect(await overflowingElements(page)).toEqual([])
    await survey.locator('label', { hasText: /^7$/ }).tap()
    await survey.getByText(BETTER).waitFor()
    expect(await overflowingElements(page)).toEqual([])
    await survey.locator('label', { hasText: 'Easier returns' }).tap()
    await survey.getByRole('button', { name: 'Send' }).tap()
    await survey.getByText('Thank you!').waitFor()
    expect(await overflowingElements(page)).toEqual([])
    const box = await survey.boundingBox()
    expect(box!.y).toBeGreaterThanOrEqual(0)
    expect(box!.y + box!.height).toBeLessThanOrEqual(640)
  })
})

describe('on a phone', () => {
  /** Pixels; more than the margin of a card. */
  const HOME_INDICATOR = 60

  it('is answered by taps, above the keyboard and the home indicator', async () => {
    const page = await openPage(PHONE)
    const survey = surveyDialog(page)
    const phone = await createPhone(page)
    const bottom = async () => {
      const { y, height } = (await survey.boundingBox())!
      return y + height
    }
    await phone.setSafeArea({ bottom: HOME_INDICATOR })
    await expect.poll(bottom).toBeLessThanOrEqual(PHONE.viewport.height - HOME_INDICATOR)
    await survey.locator('label', { hasText: /^0$/ }).tap()
    await survey.getByText(WRONG).waitFor()
    await survey.getByRole('textbox').tap()
    await phone.showKeyboard(336)
    await expect.poll(() => phone.misplaced(survey)).toEqual([])
    await page.keyboard.type('It came late')
    await survey.getByRole('button', { name: 'Send' }).tap()
    await phone.showKeyboard(0)
    await survey.getByText('Thank you!').waitFor()
    await expect
      .poll(async () => (await sentSurveys()).at(-1))
      .toMatchObject(responses({ recommend: 0, 'went-wrong': 'It came late' }))
  })

  it('keeps an open survey in the window when it is turned, and scrolls inside it by a swipe', async () => {
    const page = await openPage(PHONE)
    const survey = surveyDialog(page)
    const phone = await createPhone(page)
    await survey.locator('label', { hasText: /^7$/ }).tap()
    await survey.getByText(BETTER).waitFor()
    await survey.locator('label', { hasText: 'Easier returns' }).tap()
    await phone.rotate()
    await expect.poll(() => phone.misplaced(survey)).toEqual([])
    const scrolled = () =>
      survey.evaluate(card =>
        Math.max(...[card, ...card.querySelectorAll('*')].map(({ scrollTop }) => scrollTop)),
      )
    expect(await scrolled()).toBe(0)
    const pageAt = await page.evaluate(() => scrollY)
    await phone.swipeUp(survey, 120)
    await expect.poll(scrolled).toBeGreaterThan(0)
    expect(await page.evaluate(() => scrollY)).toBe(pageAt)
    await phone.rotate()
    await expect.poll(() => phone.misplaced(survey)).toEqual([])
    await survey.getByRole('button', { name: 'Send' }).tap()
    await expect
      .poll(async () => (await sentSurveys()).at(-1))
      .toMatchObject(responses({ recommend: 7, better: 'Easier returns' }))
  })
})

describe('invalid input', () => {
  /** Opens the page with another value for an attribute of its script tag. */
  const openWith = async (attribute: string, value: string) => {
    visit = await browser.newVisit(PROJECT, STILL)
    await visit.page.route('**/script-tag/', async route => {
      const response = await route.fetch()
      const html = (await response.text()).replace(
        new RegExp(`${attribute}="[^"]*"`),
        `${attribute}="${value}"`,
      )
      await route.fulfill({ response, body: html })
    })
    return loadPage()
  }
  const expectPageWorks = async () => {
    const { page } = visit
    await page.getByRole('button', { name: 'Add to basket' }).first().click()
    expect(await page.locator('#basket').textContent()).toBe('1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  }

  it('reports an unknown project key to on_error, and the page works', async () => {
    expectedError = NETWORK_ERROR
    await openWith('data-api-key', 'phc_nobody')
    await expectPageWorks()
    await expect.poll(() => visit.warnings).toContainEqual(expect.stringMatching(/^flags/))
    expect(await visit.eventNames()).toEqual([])
  })

  it('reports an unreachable host to on_error, and the page works', async () => {
    expectedError = NETWORK_ERROR
    await openWith('data-api-host', 'http://127.0.0.1:9')
    await expectPageWorks()
    await expect
      .poll(() => visit.warnings, { timeout: 15_000 })
      .toContainEqual(expect.stringMatching(/^flags/))
  })

  it('logs one error that names the setting for an invalid host, and disables the client', async () => {
    expectedError = /^earshot\.init: api_host is wrong/
    await openWith('data-api-host', 'shop')
    await expectPageWorks()
    expect(visit.errors).toHaveLength(1)
    expect(visit.requests).toEqual([])
  })

  it.each([
    ['fields of wrong types', { surveys: 'yes', supportedCompression: 5, config: 'none' }],
    ['null values', { surveys: null, supportedCompression: null, config: null, sessionRecording: null }],
    ['invalid surveys', { surveys: [null, 5, 'survey', [], {}] }],
  ])('evaluates flags and captures events despite %s in the configuration', async (_, config) => {
    visit = await browser.newVisit(PROJECT, STILL)
    visit.service.state.setConfig(config, PROJECT)
    await loadPage()
    await visit.page.getByText('Delivery is on us').waitFor()
    await expectPageWorks()
    await expect.poll(visit.eventNames).toContain('added to basket')
  })

  it('reports a truncated flags response to on_error, and sends events', async () => {
    visit = await browser.newVisit(PROJECT, STILL)
    visit.service.fail({ path: '/flags', truncate: true })
    await loadPage()
    await expectPageWorks()
    await expect.poll(visit.eventNames).toContain('added to basket')
    expect(visit.warnings).toContainEqual(expect.stringMatching(/^flags/))
  })

  it('reports a survey with an unknown question type to on_error, and shows the others', async () => {
    await startVisit(STILL)
    await visit.service.state.addSurvey(
      { id: 'strange', name: 'Strange', questions: [{ type: 'hologram', question: 'Which?' } as never] },
      PROJECT,
    )
    await loadPage()
    await passDelay()
    await surveyDialog(visit.page).getByText(RECOMMEND).waitFor()
    expect(visit.warnings).toContainEqual(expect.stringMatching(/^survey_malformed.*/))
  })

  it.each([
    ['a question that does not exist', { type: 'specific_question', index: 99 }],
    ['a negative position', { type: 'specific_question', index: -1 }],
    ['a kind that does not exist', { type: 'sideways' }],
    ['unknown answers', { type: 'response_based', responseValues: { purple: 7 } }],
    ['itself', { type: 'specific_question', index: 0 }],
  ])('completes a survey with branching to %s', async (_, branching) => {
    visit = await browser.newVisit(PROJECT)
    const { state } = visit.service
    await state.addSurvey({ ...nps, archived: true } as never, PROJECT)
    const questions = [{ id: 'only', type: 'open', question: 'Where to?', branching }]
    await state.addSurvey({ id: 'broken', name: 'Broken', questions } as never, PROJECT)
    const page = await loadPage()
    const survey = surveyDialog(page)
    await survey.getByRole('textbox').fill('Home')
    await survey.getByRole('button', { name: 'Submit' }).click()
    await expect
      .poll(sentSurveys)
      .toEqual([expect.objectContaining({ $survey_completed: true, $survey_response_only: 'Home' })])
    await survey.waitFor({ state: 'detached' })
  })
})

describe('service failures', () => {
  /** Milliseconds. The client tries again after seconds. */
  const STEP = 1000
  /** Makes capture requests fail. Flags requests succeed. */
  const failCapture = (failure: object) => {
    const ends = ['/i/v0/e/', '/batch/'].map(path => visit.service.fail({ ...failure, path }))
    return () => ends.forEach(end => end())
  }
  const captureRequests = () => visit.requests.filter(request => /\/(e|batch)\//.test(request)).length

  it.each([
    ['status 500', { status: 500 }],
    ['dropped connections', { drop: true }],
  ])(
    'delivers all events in order after recovery from %s, without affecting the page',
    async (_, failure) => {
      expectedError = NETWORK_ERROR
      await startVisit(STILL)
      const recover = failCapture(failure)
      const page = await loadPage()
      await passDelay()
      await page.getByRole('button', { name: 'Add to basket' }).first().click()
      await pollMoving(STEP, captureRequests).toBeGreaterThan(1)
      expect(await visit.eventNames()).toEqual([])
      recover()
      await pollMoving(STEP, visit.eventNames).toEqual([...LOAD_EVENTS, 'added to basket'])
      expect(visit.warnings).toContainEqual(expect.stringMatching(/^unreachable/))
    },
  )

  it('loses and duplicates no event during a reload', async () => {
    expectedError = NETWORK_ERROR
    await startVisit(STILL)
    const recover = failCapture({ status: 500 })
    const page = await loadPage()
    await passDelay()
    await page.getByRole('button', { name: 'Add to basket' }).first().click()
    await page.reload()
    await passDelay()
    recover()
    const all = [
      ...LOAD_EVENTS,
      'added to basket',
      '$pageleave',
      'shelf seen',
      '$pageview',
      'survey shown',
    ].sort()
    await pollMoving(STEP, async () => (await visit.eventNames()).sort()).toEqual(all)
    const stored = (await visit.events()).map(({ uuid }) => uuid)
    expect(new Set(stored).size).toBe(stored.length)
  })

  it('keeps the page working when all endpoints fail', async () => {
    expectedError = NETWORK_ERROR
    await startVisit(STILL)
    const recover = visit.service.fail({ status: 500 })
    const page = await loadPage()
    await page.getByRole('button', { name: 'Add to basket' }).first().click()
    expect(await page.locator('#basket').textContent()).toBe('1')
    await pollMoving(STEP, () => visit.warnings).toContainEqual(expect.stringMatching(/^flags/))
    recover()
    await pollMoving(STEP, visit.eventNames).toEqual(
      expect.arrayContaining(['shelf seen', '$pageview', 'added to basket']),
    )
  })
})
