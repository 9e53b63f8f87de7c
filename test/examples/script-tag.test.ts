import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import nps from '../../examples/surveys/nps.json'
import { aboutSurvey, createVisitors, focused, outside, type Visit, type Visitors } from '../support/examples'
import { keyboardUser, mouseUser, type SurveyUser, surveyDialog } from '../support/surveyUser'

const PROJECT = 1
const ARRIVAL = [
  'shelf seen',
  '$pageview',
  '$feature_flag_called',
  '$feature_flag_called',
  '$feature_flag_called',
  'survey shown',
]
/** What the browser itself says of an answer that is no success, and of none. */
const NETWORK = /^Failed to load resource/

let visitors: Visitors
let visit: Visit
let expected: RegExp | undefined
beforeAll(async () => {
  visitors = await createVisitors()
})
beforeEach(() => {
  expected = undefined
})
afterEach(async () => {
  expect(visit.errors.filter(error => !expected?.test(error))).toEqual([])
  await visit.end()
})
afterAll(() => visitors.stop())

const open = async () => {
  await visit.page.goto(`${visit.url}/script-tag/`)
  return visit.page
}
const come = async (options?: Parameters<Visitors['come']>[1]) => {
  visit = await visitors.come(PROJECT, options)
  return open()
}
const sent = async () => (await visit.events('survey sent')).map(aboutSurvey)

describe('arriving', () => {
  it('shows its survey to a browser that a program drives, too', async () => {
    const page = await come({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0' })
    await surveyDialog(page).waitFor()
    await expect.poll(async () => (await visit.events('survey shown')).length).toBe(1)
  })

  it('asks once, gzipped, and tells in order what happens until the survey is there', async () => {
    const page = await come()
    await surveyDialog(page).waitFor()
    await expect.poll(visit.names).toEqual(ARRIVAL)
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

  it('counts a page view with address and title', async () => {
    const page = await come()
    await surveyDialog(page).waitFor()
    await expect.poll(visit.names).toContain('$pageview')
    const [view] = await visit.events('$pageview')
    expect(view!.properties).toMatchObject({
      $current_url: `${visit.url}/script-tag/`,
      $pathname: '/script-tag/',
      title: 'Second Steep, loose tea',
      $browser: 'Chrome',
      $referrer: '$direct',
    })
  })

  it('makes up for calls that came before the script, with the time and the page of each call', async () => {
    visit = await visitors.come(PROJECT)
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
      .poll(visit.names)
      .toEqual(expect.arrayContaining(['shelf seen', 'added to basket', '$pageview']))
    const names = await visit.names()
    expect(names.slice(0, 2)).toEqual(['shelf seen', 'added to basket'])
    // As they were sent: the service moves times by how long a batch was under way.
    for (const name of names.slice(0, 2)) {
      const { timestamp, properties } = visit.bodies(name)[0]!
      expect(Date.parse(timestamp)).toBeLessThanOrEqual(before)
      expect(properties['$current_url']).toBe(`${visit.url}/script-tag/?early`)
    }
  })

  it('reports each flag on its first read, and not again, also on the next page', async () => {
    const page = await come()
    await expect.poll(visit.names).toEqual(ARRIVAL)
    const calls = await visit.events('$feature_flag_called')
    const told = calls.map(({ properties: { $feature_flag, $feature_flag_response } }) => [
      $feature_flag,
      $feature_flag_response,
    ])
    expect(told).toEqual([
      ['free-delivery', true],
      ['headline', expect.stringMatching(/^(morning|evening)$/)],
      ['member-price', false],
    ])
    const headline = String(told[1]![1])
    await page.getByRole('heading', { level: 1, name: headline }).waitFor()
    await page.reload()
    await expect.poll(async () => (await visit.events('$pageview')).length).toBe(2)
    await surveyDialog(page).waitFor()
    expect(await visit.events('$feature_flag_called')).toHaveLength(3)
  })
})

/** Each way through the survey: what is done, and what each `survey sent` holds. */
const [RECOMMEND, WRONG, BETTER, REVIEW, LINK, WHY_NOT] = nps.questions.map(({ question }) => question) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const PATHS: { who: string; answer(hand: SurveyUser): Promise<void>; answers: Record<string, unknown>[] }[] =
  [
    {
      who: 'a detractor',
      async answer(hand) {
        await hand.choose(RECOMMEND, '0')
        await hand.write(WRONG, 'It came late')
        await hand.press(WRONG, 'Send')
      },
      answers: [{ recommend: 0 }, { recommend: 0, 'went-wrong': 'It came late' }],
    },
    {
      who: 'a passive',
      async answer(hand) {
        await hand.choose(RECOMMEND, '7')
        await hand.choose(BETTER, 'Lower prices')
        await hand.press(BETTER, 'Send')
      },
      answers: [{ recommend: 7 }, { recommend: 7, better: 'Lower prices' }],
    },
    {
      who: 'a passive with words of their own',
      async answer(hand) {
        await hand.choose(RECOMMEND, '8')
        await hand.choose(BETTER, 'Something else')
        await hand.write(BETTER, 'Smaller tins')
        await hand.press(BETTER, 'Send')
      },
      answers: [{ recommend: 8 }, { recommend: 8, better: 'Smaller tins' }],
    },
    {
      who: 'a promoter who would rather not',
      async answer(hand) {
        await hand.choose(RECOMMEND, '10')
        await hand.choose(REVIEW, 'No')
        await hand.write(WHY_NOT, 'No time')
        await hand.press(WHY_NOT, 'Send')
      },
      answers: [
        { recommend: 10 },
        { recommend: 10, review: 'No' },
        { recommend: 10, review: 'No', 'why-not': 'No time' },
      ],
    },
    {
      who: 'a promoter who writes a review',
      async answer(hand) {
        await hand.choose(RECOMMEND, '9')
        await hand.choose(REVIEW, 'Yes')
        await hand.press(LINK, 'Write a review')
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
  ['by mouse', mouseUser],
  ['by keyboard alone', keyboardUser],
])('"Would you recommend us?", answered %s', (_, handOn) => {
  it.each(PATHS)('$who: the events tell each step, and the end', async ({ answer, answers }) => {
    const page = await come()
    await visit.context.route('https://reviews.example/**', route => route.fulfill({ body: 'A review page' }))
    await answer(handOn(page))
    await surveyDialog(page).getByText('Thank you!').waitFor()
    const names = [...ARRIVAL, ...answers.map(() => 'survey sent')]
    await expect.poll(visit.names).toEqual(names)

    const [shown] = await visit.events('survey shown')
    const of = {
      $survey_id: nps.id,
      $survey_name: nps.name,
      $survey_iteration: null,
      $survey_iteration_start_date: null,
    }
    expect(aboutSurvey(shown!)).toEqual(of)
    const events = await sent()
    const submission = events[0]!.$survey_submission_id
    expect(submission).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(events).toEqual(
      answers.map((given, index) => ({
        ...of,
        ...responses(given),
        $survey_submission_id: submission,
        $survey_completed: index === answers.length - 1,
        $survey_questions: nps.questions.map(({ id, question }) =>
          id in given ? { id, question, response: given[id] } : { id, question },
        ),
      })),
    )
    const mark = { [`$survey_responded/${nps.id}`]: true }
    for (const { properties, $set } of visit.bodies('survey sent'))
      expect([properties['$set'], $set]).toEqual([mark, mark])
  })
})

describe('afterwards', () => {
  it('is not asked again on the next page', async () => {
    const page = await come()
    await PATHS[1]!.answer(mouseUser(page))
    await surveyDialog(page).getByRole('button', { name: 'Close', exact: true }).click()
    await surveyDialog(page).waitFor({ state: 'detached' })
    await page.reload()
    await expect.poll(async () => (await visit.events('$pageview')).length).toBe(2)
    await page.getByText('Delivery is on us').waitFor()
    expect(await surveyDialog(page).count()).toBe(0)
    expect(await visit.events('survey shown')).toHaveLength(1)
  })

  it('has marked a person who is known, so that the service need not ask again', async () => {
    const page = await come()
    await surveyDialog(page).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await PATHS[0]!.answer(mouseUser(page))
    await expect.poll(async () => (await sent()).length).toBe(2)
    expect(await visit.service.state.persons(PROJECT)).toEqual([
      expect.objectContaining({
        properties: expect.objectContaining({ [`$survey_responded/${nps.id}`]: true }),
      }),
    ])
  })
})

describe('closing', () => {
  it('by the X, unanswered: dismissed, and nothing was answered', async () => {
    const page = await come()
    await surveyDialog(page).getByRole('button', { name: 'Close survey' }).click()
    await expect.poll(visit.names).toEqual([...ARRIVAL, 'survey dismissed'])
    const [dismissed] = await visit.events('survey dismissed')
    expect(aboutSurvey(dismissed!)).toMatchObject({
      $survey_id: nps.id,
      $survey_name: nps.name,
      $survey_partially_completed: false,
    })
    expect(visit.bodies('survey dismissed')[0]!.$set).toEqual({ [`$survey_dismissed/${nps.id}`]: true })
  })

  it('by Escape, half answered: dismissed, with the answers so far; and the page has focus again', async () => {
    const page = await come()
    await page.getByRole('button', { name: 'Sign in' }).focus()
    await keyboardUser(page).choose(RECOMMEND, '3')
    await surveyDialog(page).getByText(WRONG).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(visit.names).toEqual([...ARRIVAL, 'survey sent', 'survey dismissed'])
    const [dismissed] = await visit.events('survey dismissed')
    expect(aboutSurvey(dismissed!)).toMatchObject({
      $survey_partially_completed: true,
      $survey_response_recommend: 3,
      $survey_submission_id: (await sent())[0]!.$survey_submission_id,
    })
    // By Tab it came from the note of the shop, which stands before the survey.
    const focused = () => document.activeElement?.shadowRoot?.activeElement?.textContent
    expect(await page.evaluate(focused)).toBe('Leave a note')
  })
})

describe('the other surveys', () => {
  it('asks about choosing once something is in the basket, and the first survey is out of the way', async () => {
    const page = await come()
    const survey = surveyDialog(page)
    await survey.getByRole('button', { name: 'Close survey' }).click()
    await survey.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add to basket' }).nth(1).click()
    await survey.getByRole('button', { name: 'Ask away' }).click()
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
      .poll(visit.names)
      .toEqual([...ARRIVAL, 'survey dismissed', 'added to basket', 'survey shown', 'survey sent'])
    expect((await sent())[0]).toMatchObject({
      $survey_name: 'How was choosing?',
      $survey_completed: true,
      ...responses({ 'looked-at': ['Taste', 'The tin'], ease: 1, missing: 'How long to steep' }),
    })
  })

  it('takes a note at any time by the tab at the edge', async () => {
    const page = await come()
    const survey = surveyDialog(page)
    await survey.getByRole('button', { name: 'Close survey' }).click()
    await survey.waitFor({ state: 'detached' })
    await page.locator('.earshot-survey').getByRole('button', { name: 'Leave a note' }).click()
    await expect.poll(() => focused(page)).toContain('What is on your mind?')
    await survey.getByRole('textbox').fill('Lovely shop')
    await survey.getByRole('button', { name: 'Send' }).click()
    await expect.poll(async () => (await sent()).at(-1)).toMatchObject(responses({ note: 'Lovely shop' }))
  })
})

describe('who somebody is', () => {
  it('is known after signing in, which changes the prices, and forgotten after signing out', async () => {
    const page = await come()
    await expect.poll(visit.names).toEqual(ARRIVAL)
    await page.getByText('€16').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('€13').waitFor()
    await expect.poll(visit.names).toContain('$identify')
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
    await expect.poll(visit.names).toContain('added to basket')
    const [added] = await visit.events('added to basket')
    expect([identify!.distinct_id, identify!.properties['$anon_distinct_id']]).not.toContain(
      added!.distinct_id,
    )
  })
})

describe('on a phone', () => {
  it.each([320, 390])(
    'everything is inside the viewport at %i px, on every page of the survey',
    async width => {
      const page = await come({ viewport: { width, height: 640 }, hasTouch: true, isMobile: true })
      const survey = surveyDialog(page)
      await survey.waitFor()
      expect(await outside(page)).toEqual([])
      await survey.locator('label', { hasText: /^7$/ }).tap()
      await survey.getByText(BETTER).waitFor()
      expect(await outside(page)).toEqual([])
      await survey.locator('label', { hasText: 'Easier returns' }).tap()
      await survey.getByRole('button', { name: 'Send' }).tap()
      await survey.getByText('Thank you!').waitFor()
      expect(await outside(page)).toEqual([])
      const box = await survey.boundingBox()
      expect(box!.y).toBeGreaterThanOrEqual(0)
      expect(box!.y + box!.height).toBeLessThanOrEqual(640)
    },
  )
})

describe('bad input', () => {
  /** The page with other attributes on its script tag. */
  const comeWith = async (attribute: string, value: string) => {
    visit = await visitors.come(PROJECT)
    await visit.page.route('**/script-tag/', async route => {
      const response = await route.fetch()
      const html = (await response.text()).replace(
        new RegExp(`${attribute}="[^"]*"`),
        `${attribute}="${value}"`,
      )
      await route.fulfill({ response, body: html })
    })
    return open()
  }
  const pageGoesOn = async () => {
    const { page } = visit
    await page.getByRole('button', { name: 'Add to basket' }).first().click()
    expect(await page.locator('#basket').textContent()).toBe('1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  }

  it('a key that no project has: the page goes on, on_error tells, nothing is stored', async () => {
    expected = NETWORK
    await comeWith('data-api-key', 'phc_nobody')
    await pageGoesOn()
    await expect.poll(() => visit.reported).toContainEqual(expect.stringMatching(/^flags/))
    expect(await visit.names()).toEqual([])
  })

  it('a host that does not answer: the page goes on, on_error tells', async () => {
    expected = NETWORK
    await comeWith('data-api-host', 'http://127.0.0.1:9')
    await pageGoesOn()
    await expect
      .poll(() => visit.reported, { timeout: 15_000 })
      .toContainEqual(expect.stringMatching(/^flags/))
  })

  it('a host that is none: one message that names the field, and a client that does nothing', async () => {
    expected = /^earshot\.init: api_host is wrong/
    await comeWith('data-api-host', 'shop')
    await pageGoesOn()
    expect(visit.errors).toHaveLength(1)
    expect(visit.requests).toEqual([])
  })

  it.each([
    ['fields of other types', { surveys: 'yes', supportedCompression: 5, config: 'none' }],
    [
      'null for everything',
      { surveys: null, supportedCompression: null, config: null, sessionRecording: null },
    ],
    ['a list of things that are no surveys', { surveys: [null, 5, 'survey', [], {}] }],
  ])('a configuration with %s: flags and events work', async (_, config) => {
    visit = await visitors.come(PROJECT)
    visit.service.state.setConfig(config, PROJECT)
    await open()
    await visit.page.getByText('Delivery is on us').waitFor()
    await pageGoesOn()
    await expect.poll(visit.names).toContain('added to basket')
  })

  it('half an answer: the page goes on, on_error tells, events arrive', async () => {
    visit = await visitors.come(PROJECT)
    visit.service.fail({ path: '/flags', truncate: true })
    await open()
    await pageGoesOn()
    await expect.poll(visit.names).toContain('added to basket')
    expect(visit.reported).toContainEqual(expect.stringMatching(/^flags/))
  })

  it('a question of an unknown type: on_error names the survey, the others show', async () => {
    visit = await visitors.come(PROJECT)
    await visit.service.state.addSurvey(
      { id: 'strange', name: 'Strange', questions: [{ type: 'hologram', question: 'Which?' } as never] },
      PROJECT,
    )
    await open()
    await surveyDialog(visit.page).getByText(RECOMMEND).waitFor()
    expect(visit.reported).toContainEqual(expect.stringMatching(/^survey_malformed.*/))
  })

  it.each([
    ['a question that is not there', { type: 'specific_question', index: 99 }],
    ['a negative position', { type: 'specific_question', index: -1 }],
    ['a kind that does not exist', { type: 'sideways' }],
    ['answers that nobody can give', { type: 'response_based', responseValues: { purple: 7 } }],
    ['itself', { type: 'specific_question', index: 0 }],
  ])('branching to %s: the survey can be finished', async (_, branching) => {
    visit = await visitors.come(PROJECT)
    const { state } = visit.service
    await state.addSurvey({ ...nps, archived: true } as never, PROJECT)
    const questions = [{ id: 'only', type: 'open', question: 'Where to?', branching }]
    await state.addSurvey({ id: 'broken', name: 'Broken', questions } as never, PROJECT)
    const page = await open()
    const survey = surveyDialog(page)
    await survey.getByRole('textbox').fill('Home')
    await survey.getByRole('button', { name: 'Submit' }).click()
    await expect
      .poll(sent)
      .toEqual([expect.objectContaining({ $survey_completed: true, $survey_response_only: 'Home' })])
    await survey.waitFor({ state: 'detached' })
  })
})

describe('a service in trouble', () => {
  const eventually = { timeout: 25_000 }
  /** Flags are answered, events are not. */
  const failCapture = (failure: object) => {
    const ends = ['/i/v0/e/', '/batch/'].map(path => visit.service.fail({ ...failure, path }))
    return () => ends.forEach(end => end())
  }
  const tried = () => visit.requests.filter(request => /\/(e|batch)\//.test(request)).length

  it.each([
    ['500', { status: 500 }],
    ['nothing', { drop: true }],
  ])(
    'that answers %s: the page goes on, and all events arrive in order once it is well',
    async (_, failure) => {
      expected = NETWORK
      visit = await visitors.come(PROJECT)
      const recover = failCapture(failure)
      const page = await open()
      await surveyDialog(page).waitFor()
      await page.getByRole('button', { name: 'Add to basket' }).first().click()
      await expect.poll(tried).toBeGreaterThan(1)
      expect(await visit.names()).toEqual([])
      recover()
      await expect.poll(visit.names, eventually).toEqual([...ARRIVAL, 'added to basket'])
      expect(visit.reported).toContainEqual(expect.stringMatching(/^unreachable/))
    },
  )

  it('loses no event over a reload, and sends none twice', async () => {
    expected = NETWORK
    visit = await visitors.come(PROJECT)
    const recover = failCapture({ status: 500 })
    const page = await open()
    await surveyDialog(page).waitFor()
    await page.getByRole('button', { name: 'Add to basket' }).first().click()
    await page.reload()
    await surveyDialog(page).waitFor()
    recover()
    const all = [
      ...ARRIVAL,
      'added to basket',
      '$pageleave',
      'shelf seen',
      '$pageview',
      'survey shown',
    ].sort()
    await expect.poll(async () => (await visit.names()).sort(), eventually).toEqual(all)
    const stored = (await visit.events()).map(({ uuid }) => uuid)
    expect(new Set(stored).size).toBe(stored.length)
  })

  it('that is down altogether does not keep the page from working', async () => {
    expected = NETWORK
    visit = await visitors.come(PROJECT)
    const recover = visit.service.fail({ status: 500 })
    const page = await open()
    await page.getByRole('button', { name: 'Add to basket' }).first().click()
    expect(await page.locator('#basket').textContent()).toBe('1')
    await expect.poll(() => visit.reported, eventually).toContainEqual(expect.stringMatching(/^flags/))
    recover()
    await expect
      .poll(visit.names, eventually)
      .toEqual(expect.arrayContaining(['shelf seen', '$pageview', 'added to basket']))
  })
})
