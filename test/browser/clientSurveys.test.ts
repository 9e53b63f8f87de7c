import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EarshotClient } from '../../src/client/api'
import type { Properties } from '../../src/wire/event'
import type { Survey } from '../../src/wire/survey'
import { bundleClient } from '../support/browser'
import { npsSurvey, open, questions, rating, single, survey } from '../support/surveys'
import { installClock, type TestClock } from '../support/testClock'
import { type ClientSite, openPage, openSite, pageOf, waitUntil } from '../support/testSite'

declare global {
  interface Window {
    earshot: EarshotClient
  }
}

let site: ClientSite
let visitor: BrowserContext
let clock: TestClock
beforeAll(async () => {
  site = await openSite({ projects: [{ projectKey: 'phc_demo' }, { projectKey: 'phc_other' }] })
  const [chunk, full] = await Promise.all([bundleClient('src/surveysChunk.ts'), bundleClient('src/full.ts')])
  site.setPage('/earshot-surveys.js', { script: chunk })
  site.setPage('/earshot.full.js', { script: full })
})
afterAll(() => site.stop())
beforeEach(async () => {
  await visitor?.close()
  await site.renewService()
  for (const path of ['/', '/here', '/there']) site.setPage(path, { html: pageOf(site.host) })
  // None of these tests depends on motion. See D-846.
  visitor = await site.visitor({ reducedMotion: 'reduce' })
  clock = await installClock(visitor)
})

const serve = async (...surveys: Partial<Survey>[]) => {
  for (const fields of surveys) await site.service.state.addSurvey(survey(fields) as never)
}
const visit = (path = '/') => openPage(visitor, site.url + path)
const dialog = (page: Page) => page.getByRole('dialog')
/** Waits until a question is shown. */
const questionShown = async (page: Page, text: string) =>
  dialog(page).getByRole('heading', { name: text }).waitFor()
const expectNoSurvey = async (page: Page) => expect(await page.locator('.earshot-survey').count()).toBe(0)
/** Lets so much time pass that a survey would show. `held`: requests that the test keeps open. */
const wait = (ms = 700, held = 0) => clock.pass(ms, held)
const answer = async (page: Page, text: string) => {
  await dialog(page).getByRole('textbox').fill(text)
  await dialog(page).getByRole('button', { name: 'Submit' }).click()
}
const close = (page: Page) => dialog(page).getByRole('button', { name: 'Close survey' }).click()
const navigate = (page: Page, path: string) => page.evaluate(to => history.pushState({}, '', to), path)
const capture = (page: Page, event: string) => page.evaluate(name => void window.earshot.capture(name), event)
/** Returns the survey events of the service as `name id`, once there are enough. */
const surveyEvents = async (count: number) => {
  const read = async () =>
    (await site.service.state.events())
      .filter(({ event }) => event.startsWith('survey '))
      .map(({ event, properties }) => `${event} ${properties.$survey_id}`)
  return waitUntil(clock.moving(read), found => found.length >= count)
}
const sent = async (): Promise<Properties[]> =>
  (await site.service.state.events())
    .filter(({ event }) => event === 'survey sent')
    .map(({ properties }) => properties)
const flagsRequests = () => site.service.state.requests().filter(({ path }) => path === '/flags')
const delayed = (seconds: number) => ({ surveyPopupDelaySeconds: seconds })

describe('conditions', () => {
  it('show a survey after a client-side navigation to its URL, not after passing it', async () => {
    await serve({ conditions: { url: '/done' } })
    const { page, errors } = await visit()
    await page.evaluate(() => {
      history.pushState({}, '', '/done')
      history.pushState({}, '', '/cart')
    })
    await wait()
    await expectNoSurvey(page)
    await navigate(page, '/done')
    await questionShown(page, 'Why?')
    expect(await surveyEvents(1)).toEqual(['survey shown s1'])
    expect(errors).toEqual([])
  })

  it('cancel a delay when the URL changes, and start it again', async () => {
    await serve({ conditions: { url: '/search' }, appearance: delayed(2) })
    const { page } = await visit()
    await wait()
    // The clock stands still, so that only the test decides how long the visitor stays.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    await navigate(page, '/search')
    await page.clock.runFor(1_000)
    await navigate(page, '/checkout')
    await wait(1_800)
    await expectNoSurvey(page)
    await navigate(page, '/search')
    await wait(1_000)
    await expectNoSurvey(page)
    await page.clock.runFor(1_000)
    await page.clock.resume()
    await questionShown(page, 'Why?')
    expect(await surveyEvents(1)).toEqual(['survey shown s1'])
  })

  it('show a survey after an event on the same page: once, or each time with `repeatedActivation`', async () => {
    const values = [{ name: 'paid' }]
    await serve(
      { id: 'once', conditions: { events: { values } } },
      { id: 'again', conditions: { events: { values: [{ name: 'left' }], repeatedActivation: true } } },
    )
    const { page } = await visit()
    await wait()
    await expectNoSurvey(page)
    await capture(page, 'paid')
    await questionShown(page, 'Why?')
    await close(page)
    await capture(page, 'left')
    await questionShown(page, 'Why?')
    await close(page)
    await page.reload()
    await wait()
    await expectNoSurvey(page)
    await capture(page, 'paid')
    await wait()
    await expectNoSurvey(page)
    await capture(page, 'left')
    await questionShown(page, 'Why?')
    const shown = (await surveyEvents(5)).filter(text => text.startsWith('survey shown'))
    expect(shown).toEqual(['survey shown once', 'survey shown again', 'survey shown again'])
  })

  it('ignore events from before the survey was published', async () => {
    const { page } = await visit()
    // The page has its list, which a slow answer would bring after the survey is published.
    await wait()
    await capture(page, 'paid')
    await serve({ conditions: { events: { values: [{ name: 'paid' }] } } })
    await page.reload()
    await wait()
    await expectNoSurvey(page)
    await capture(page, 'paid')
    await questionShown(page, 'Why?')
  })

  it.each<[string, boolean | undefined, number]>([
    ['on shows the survey when it arrives', true, 1],
    ['off never shows the survey', false, 0],
    ['missing never shows the survey', undefined, 0],
  ])('wait for flags: a late flag that is %s', async (_, value, expected) => {
    if (value !== undefined) await site.service.state.setFlag('beta-ring', value)
    await serve({ targeting_flag_key: 'beta-ring' } as never)
    // The second page has the list of the first, and no flags yet.
    const { page } = await visit('/elsewhere')
    await page.goto(site.url)
    await page.waitForFunction(() => window.earshot?.featureFlags?.hasLoadedFlags)
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (/_flags$|seen/i.test(key)) localStorage.removeItem(key)
    })
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/\/flags\?/, async route => {
      await released
      await route.continue()
    })
    await Promise.all([page.waitForRequest(/\/flags\?/), page.goto(`${site.url}/here`)])
    await wait(1_000, 1)
    await expectNoSurvey(page)
    release()
    await wait(1_500)
    await expect.poll(() => dialog(page).count()).toBe(expected)
  })

  it('skip surveys with an invalid selector, pattern or question type, and show the others', async () => {
    await serve(
      { id: 'selector', conditions: { selector: ':::' } },
      { id: 'widget', type: 'widget', appearance: { widgetType: 'selector', widgetSelector: '###' } },
      { id: 'pattern', conditions: { url: '(', urlMatchType: 'regex' } },
      { id: 'question', questions: [{ type: 'matrix', question: '?' }] as never },
      { id: 'good' },
    )
    const { page, errors } = await visit()
    await questionShown(page, 'Why?')
    await page.click('main')
    await answer(page, 'because')
    expect(await surveyEvents(2)).toEqual(['survey shown good', 'survey sent good'])
    expect(errors).toEqual([])
  })

  it('show a survey without flags when the flags quota is used up', async () => {
    site.service.state.setQuota({ flags: true })
    await serve({})
    const { page } = await visit()
    await questionShown(page, 'Why?')
  })
})

describe('repetition', () => {
  it.each<[string, Survey['schedule'], 'close' | 'answer' | 'leave', number]>([
    ['does not show a `once` survey again after it was closed', 'once', 'close', 0],
    ['does not show a `once` survey again after it was answered', 'once', 'answer', 0],
    ['shows a `once` survey again after it was only seen', 'once', 'leave', 1],
    ['shows an `always` survey again after it was closed', 'always', 'close', 1],
    ['shows an `always` survey again after it was answered', 'always', 'answer', 1],
  ])('%s, on the next page', async (_, schedule, action, expected) => {
    await serve({ schedule })
    const { page } = await visit()
    await questionShown(page, 'Why?')
    if (action === 'close') await close(page)
    if (action === 'answer') await answer(page, 'because')
    if (action !== 'leave') await dialog(page).waitFor({ state: 'detached' })
    await wait()
    await page.goto(`${site.url}/here`)
    await wait(1_000)
    await expect.poll(() => dialog(page).count()).toBe(expected)
  })

  it('reports an answer with the next flags request', async () => {
    await serve({ conditions: { seenSurveyWaitPeriodInDays: 1 } })
    const { page } = await visit()
    await answer(page, 'because')
    const seen = await page.evaluate(() => {
      window.earshot.reloadFeatureFlags()
      return localStorage.getItem('seenSurvey_s1')
    })
    expect(seen).toBe('{"project":"phc_demo"}')
    // The service decodes a body after it has noted the request.
    const isDecoded = (found: { body?: unknown }[]) => found.length > 1 && !!found.at(-1)!.body
    const bodies = await waitUntil(flagsRequests, isDecoded)
    expect(bodies.at(-1)!.body).toMatchObject({ person_properties: { '$survey_responded/s1': true } })
    await wait()
    await expectNoSurvey(page)
  })

  it('resumes a survey after a reload, with the same submission and one `survey shown`', async () => {
    await serve(npsSurvey())
    const { page } = await visit()
    const [first, , , review] = npsSurvey().questions
    await questionShown(page, first!.question)
    await dialog(page).getByRole('radio', { name: '10' }).click()
    await questionShown(page, review!.question)
    await waitUntil(clock.moving(sent), found => found.length > 0)
    await page.reload()
    await questionShown(page, review!.question)
    await dialog(page).getByRole('radio', { name: 'No' }).click()
    const events = await waitUntil(clock.moving(sent), found => found.length > 1)
    expect(events[1]).toMatchObject({
      $survey_response_recommend: 10,
      $survey_response_review: 'No',
      $survey_submission_id: events[0]!.$survey_submission_id,
    })
    expect((await surveyEvents(3)).filter(text => text.startsWith('survey shown'))).toHaveLength(1)
  })

  it('reports `survey shown` once, when the page is visible', async () => {
    await visitor.addInitScript(() => {
      let state = 'hidden'
      Object.defineProperty(document, 'visibilityState', { get: () => state })
      Object.assign(window, {
        show() {
          state = 'visible'
          document.dispatchEvent(new Event('visibilitychange'))
        },
      })
    })
    await serve({ conditions: { url: '/here' } })
    const { page } = await visit('/here')
    await wait(1_000)
    expect(await surveyEvents(0)).toEqual([])
    await page.evaluate(() => (window as unknown as { show(): void }).show())
    await questionShown(page, 'Why?')
    for (const width of [500, 900, 1_200]) await page.setViewportSize({ width, height: 700 })
    await navigate(page, '/here/too')
    await page.evaluate(() => history.replaceState({}, '', '/here?three'))
    await wait()
    await questionShown(page, 'Why?')
    await close(page)
    expect(await surveyEvents(2)).toEqual(['survey shown s1', 'survey dismissed s1'])
  })

  it('opens a closed survey again by displaySurvey, empty and as another submission', async () => {
    await serve({ questions: questions({}, {}), enable_partial_responses: true, type: 'api' })
    const { page } = await visit()
    const display = () => page.evaluate(() => window.earshot.displaySurvey('s1', { ignoreConditions: true }))
    await page.waitForFunction(() => window.earshot?.featureFlags?.hasLoadedFlags)
    for (const text of ['first', 'second']) {
      await display()
      await questionShown(page, 'Why?')
      expect(await dialog(page).getByRole('textbox').inputValue()).toBe('')
      await answer(page, text)
      await close(page)
      await dialog(page).waitFor({ state: 'detached' })
    }
    const events = await waitUntil(clock.moving(sent), found => found.length > 1)
    expect(events.map(({ $survey_response_a }) => $survey_response_a)).toEqual(['first', 'second'])
    expect(new Set(events.map(({ $survey_submission_id }) => $survey_submission_id)).size).toBe(2)
    expect((await surveyEvents(6)).filter(text => text.startsWith('survey shown'))).toHaveLength(2)
  })
})

describe('built-in texts', () => {
  const translated = open({ translations: { de: { question: 'Warum?' } } })
  const german = { override_display_language: 'de' }
  /** Visits a page, and returns it with the paths of the words that it has requested. */
  const visitCounting = async (html: string) => {
    site.setPage('/here', { html })
    const page = await visitor.newPage()
    const requested: string[] = []
    page.on('request', request => request.url().includes('words') && requested.push(request.url()))
    await page.goto(`${site.url}/here`)
    return { page, requested }
  }

  it('come from one file for a survey in another language, in every page of the card (D-560)', async () => {
    await serve({ questions: [translated, translated] })
    const { page, requested } = await visitCounting(pageOf(site.host, german))
    await questionShown(page, 'Warum?')
    await dialog(page).getByRole('textbox', { name: 'Warum?' }).fill('Darum')
    await dialog(page).getByRole('progressbar', { name: 'Frage 1 von 2' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Absenden' }).click()
    await dialog(page).getByRole('progressbar', { name: 'Frage 2 von 2' }).waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Umfrage schließen' }).count()).toBe(1)
    expect(requested).toHaveLength(1)
  })

  it('request no file for a survey in English', async () => {
    await serve({ questions: [translated] })
    const { page, requested } = await visitCounting(pageOf(site.host))
    await questionShown(page, 'Why?')
    await answer(page, 'So')
    await wait()
    expect(requested).toEqual([])
  })

  it('are loaded while the delay of a survey runs (D-562)', async () => {
    await serve({ questions: [translated], appearance: delayed(30) })
    const { page, requested } = await visitCounting(pageOf(site.host, german))
    await waitUntil(
      () => requested.length,
      count => count > 0,
    )
    expect(requested).toHaveLength(1)
    await expectNoSurvey(page)
  })

  it('are in English when the file is missing', async () => {
    await serve({ questions: [translated] })
    await visitor.route('**/earshot-words.js*', route => route.fulfill({ status: 404 }))
    const { page } = await visitCounting(pageOf(site.host, german))
    await questionShown(page, 'Warum?')
    await dialog(page).getByRole('button', { name: 'Submit' }).waitFor()
  })

  it('come from a tag of the page with earshot.full.js, which requests nothing (D-563)', async () => {
    await serve({ questions: [translated] })
    const html = pageOf(site.host, german, '<script src="/earshot-words.js"></script>')
    const { page, requested } = await visitCounting(html.replace('/earshot.js', '/earshot.full.js'))
    await dialog(page).getByRole('button', { name: 'Absenden' }).waitFor()
    expect(requested).toHaveLength(1)
  })
})

describe('the survey of a tab', () => {
  const edges = ['left', 'right', 'top', 'bottom'] as const
  it.each(edges.flatMap(edge => [[edge, 'ltr'] as const, [edge, 'rtl'] as const]))(
    'at the %s stands beside it on a page from %s, and inside the window of a phone (D-566)',
    async (tabPosition, dir) => {
      await serve({
        type: 'widget',
        questions: [open()],
        appearance: { widgetType: 'tab', tabPosition, widgetLabel: 'Feedback', position: 'right' },
      })
      site.setPage('/here', { html: pageOf(site.host).replace('<html', `<html dir="${dir}"`) })
      const { page } = await visit('/here')
      const tab = page.getByRole('button', { name: 'Feedback' })
      await tab.click()
      await questionShown(page, 'Why?')
      const boxes = async () => {
        const [card, button] = await Promise.all([dialog(page).boundingBox(), tab.boundingBox()])
        return { card: card!, button: button! }
      }
      const { card, button } = await boxes()
      const gap = {
        left: card.x - (button.x + button.width),
        right: button.x - (card.x + card.width),
        top: card.y - (button.y + button.height),
        bottom: button.y - (card.y + card.height),
      }
      expect(Math.round(gap[tabPosition])).toBe(12)
      const isUpright = tabPosition === 'left' || tabPosition === 'right'
      const center = ({ x, y, width, height }: typeof card) => (isUpright ? y + height / 2 : x + width / 2)
      expect(Math.abs(center(card) - center(button))).toBeLessThan(2)
      await page.setViewportSize({ width: 390, height: 700 })
      const isInside = async () => {
        const { x, y, width, height } = (await boxes()).card
        return Math.min(x, y) >= 0 && x + width <= 390 && y + height <= 700
      }
      await expect.poll(isInside).toBe(true)
    },
  )

  it('stands where its author has placed it', async () => {
    await serve({
      type: 'widget',
      questions: [open()],
      appearance: { widgetType: 'tab', tabPosition: 'left', position: 'top_center' },
    })
    const { page } = await visit()
    await page.getByRole('button', { name: 'Feedback' }).click()
    await questionShown(page, 'Why?')
    expect((await dialog(page).boundingBox())!.x).toBeGreaterThan(200)
  })
})

describe('several surveys', () => {
  it('show one popover after the other, in the order of the list', async () => {
    await serve(
      { id: 'a', questions: [open({ question: 'A?' })] },
      { id: 'b', questions: [open({ question: 'B?' })] },
    )
    const { page } = await visit()
    await questionShown(page, 'A?')
    expect(await dialog(page).count()).toBe(1)
    await answer(page, 'one')
    await questionShown(page, 'B?')
    expect(await page.evaluate(() => localStorage.getItem('seenSurvey_b'))).toBeNull()
    await answer(page, 'two')
    expect(await surveyEvents(4)).toEqual([
      'survey shown a',
      'survey sent a',
      'survey shown b',
      'survey sent b',
    ])
    expect((await sent()).map(({ $survey_response_why }) => $survey_response_why)).toEqual(['one', 'two'])
  })

  it('keep text and focus of an open widget when a popover is answered', async () => {
    await serve(
      { id: 'a', questions: [single({ question: 'A?', skipSubmitButton: true })] },
      {
        id: 'b',
        type: 'widget',
        questions: [open({ question: 'B?' })],
        appearance: { widgetType: 'tab', position: 'top_left' },
      },
    )
    const { page } = await visit()
    await questionShown(page, 'A?')
    await page.getByRole('button', { name: 'Feedback' }).click()
    await questionShown(page, 'B?')
    const field = page.getByRole('textbox', { name: 'B?' })
    await field.fill('half')
    await page.evaluate(() => {
      for (const { shadowRoot } of document.querySelectorAll('.earshot-survey'))
        shadowRoot!.querySelector<HTMLElement>('input[type=radio]')?.click()
    })
    await waitUntil(
      () => dialog(page).count(),
      count => count === 1,
    )
    await page.keyboard.type(' and half')
    expect(await field.inputValue()).toBe('half and half')
    expect(await surveyEvents(3)).toEqual(['survey shown a', 'survey shown b', 'survey sent a'])
  })

  it('show one popover when `init` is called twice and the configuration is requested twice', async () => {
    await serve({})
    const config = JSON.stringify({ api_host: site.host })
    const twice = `<script>earshot.init('phc_demo', ${config}); earshot.init('phc_demo', ${config})</script>`
    site.setPage('/here', {
      html: `<!doctype html><html><head><title>Shop</title></head><body><script src="/earshot.js"></script>${twice}</body></html>`,
    })
    // The first response is slow and an error, so the client retries.
    const headers = { 'access-control-allow-origin': '*' }
    site.service.fail({ path: '/flags', status: 502, times: 1, delayMs: 800, headers })
    const { page } = await visit('/here')
    await waitUntil(
      clock.moving(() => dialog(page).count()),
      count => count > 0,
    )
    await wait(1_500)
    expect(await page.locator('.earshot-survey').count()).toBe(1)
    expect(await surveyEvents(1)).toEqual(['survey shown s1'])
  })

  it('belong to their own client, visitor and storage when two keys are on one page', async () => {
    const surveys = (question: string) => [survey({ questions: [open({ question })] })]
    const config = (question: string) => JSON.stringify({ api_host: site.host, surveys: surveys(question) })
    site.setPage('/here', {
      html: `<!doctype html><html><head><title>Shop</title></head><body><script src="/earshot.js"></script><script>
        earshot.init('phc_demo', ${config('A?')}); earshot.init('phc_other', ${config('B?')}, 'b')</script></body></html>`,
    })
    const { page, errors } = await visit('/here')
    for (const question of ['A?', 'B?']) await page.getByRole('heading', { name: question }).waitFor()
    const ids = await page.evaluate(() => {
      const { earshot } = window as unknown as { earshot: EarshotClient & { b: EarshotClient } }
      return [earshot.get_distinct_id(), earshot.b.get_distinct_id()]
    })
    expect(new Set(ids).size).toBe(2)
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys).toEqual(expect.arrayContaining(['ph_phc_demo_posthog', 'ph_phc_other_posthog']))
    // The surveys need no reply, and the service decodes a body after it has noted the request.
    const requests = await waitUntil(
      flagsRequests,
      found => found.length > 1 && found.every(({ body }) => body !== undefined),
    )
    const keysInRequests = requests.map(({ body }) => (body as { api_key: string }).api_key)
    expect(keysInRequests.sort()).toEqual(['phc_demo', 'phc_other'])
    // Both have the same id, so the visitor has seen both.
    await page.getByRole('button', { name: 'Close survey' }).last().click()
    await page.reload()
    await wait(1_500)
    await expectNoSurvey(page)
    expect(errors).toEqual([])
  })
})

describe('storage', () => {
  const blocked = `for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } });
  Object.defineProperty(document, 'cookie', { get() { throw new DOMException('no', 'SecurityError') }, set() { throw new DOMException('no', 'SecurityError') } })`
  const full = `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`

  it.each([
    ['blocked', blocked],
    ['full', full],
  ])('that is %s still allows a survey to be answered once per page', async (_, script) => {
    await visitor.addInitScript(script)
    await serve({ questions: questions({}, {}, {}), enable_partial_responses: true })
    const { page, errors } = await visit()
    for (const text of ['one', 'two', 'three']) {
      await questionShown(page, 'Why?')
      await answer(page, text)
    }
    await dialog(page).waitFor({ state: 'detached' })
    await navigate(page, '/next')
    await wait()
    await expectNoSurvey(page)
    const events = await waitUntil(clock.moving(sent), found => found.length > 2)
    expect(events.map(({ $survey_completed }) => $survey_completed)).toEqual([false, false, true])
    expect(events[2]).toMatchObject({
      $survey_response_a: 'one',
      $survey_response_b: 'two',
      $survey_response_c: 'three',
    })
    expect(errors).toEqual([])
  })
})

describe('consent and bots', () => {
  it('allow no request, survey or storage before consent, and none after it is withdrawn', async () => {
    site.setPage('/', { html: pageOf(site.host, { opt_out_capturing_by_default: true }) })
    await serve({})
    const { page } = await visit()
    await wait(2_000)
    await expectNoSurvey(page)
    const before = await page.evaluate(() => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      document.cookie,
    ])
    expect([site.service.state.requests(), before]).toEqual([[], ['']])
    await page.evaluate(() => window.earshot.opt_in_capturing())
    await questionShown(page, 'Why?')
    await surveyEvents(1)
    await wait(1_500)
    await page.evaluate(() => window.earshot.opt_out_capturing())
    const requests = site.service.state.requests().length
    await wait(1_500)
    await expectNoSurvey(page)
    expect(site.service.state.requests()).toHaveLength(requests)
    expect(await surveyEvents(1)).toEqual(['survey shown s1'])
  })

  it('hide surveys from crawlers unless `opt_out_useragent_filter` is set', async () => {
    await serve({})
    const bot = await site.visitor({ isBot: true })
    const clockOfBot = await installClock(bot)
    const { page } = await openPage(bot, site.url)
    await clockOfBot.pass(1_500)
    await expectNoSurvey(page)
    site.setPage('/', { html: pageOf(site.host, { opt_out_useragent_filter: true }) })
    await page.goto(site.url)
    await questionShown(page, 'Why?')
    await bot.close()
  })
})

describe('changing pages', () => {
  const swap = (page: Page) => page.evaluate(() => document.body.replaceWith(document.createElement('body')))

  it.each<[string, Partial<Survey>]>([
    ['no survey is open', { conditions: { url: '/there' } }],
    ['a delay is running', { appearance: delayed(1) }],
  ])('show a survey once when the body is replaced while %s', async (_, fields) => {
    await serve(fields)
    const { page, errors } = await visit()
    await page.waitForFunction(() => window.earshot?.featureFlags?.hasLoadedFlags)
    await swap(page)
    await navigate(page, '/there')
    await questionShown(page, 'Why?')
    expect(await page.locator('.earshot-survey').count()).toBe(1)
    expect(await surveyEvents(1)).toEqual(['survey shown s1'])
    expect(errors).toEqual([])
  })

  it('keep a survey open when the element that opened it is replaced or removed', async () => {
    site.setPage('/here', {
      html: pageOf(site.host).replace('<main>', '<main><p id="box"><button id="help">Help</button></p>'),
    })
    await serve({
      type: 'widget',
      schedule: 'always',
      appearance: { widgetType: 'selector', widgetSelector: '#help' },
    })
    const { page } = await visit('/here')
    await page.waitForFunction(() => window.earshot?.featureFlags?.hasLoadedFlags)
    await wait(300)
    await page.click('#help')
    await questionShown(page, 'Why?')
    await page.evaluate(() => {
      document.querySelector('#box')!.innerHTML = '<button id="help">Help again</button>'
    })
    await page.click('#help')
    await dialog(page).waitFor({ state: 'detached' })
    await page.click('#help')
    await questionShown(page, 'Why?')
    await page.evaluate(() => document.querySelector('#help')!.remove())
    await wait(300)
    await answer(page, 'because')
    expect((await waitUntil(clock.moving(sent), found => found.length > 0))[0]).toMatchObject({
      $survey_response_why: 'because',
    })
  })

  it('open a survey by a form whose fields are named like its methods (D-739)', async () => {
    const fields = ['closest', 'matches', 'id', 'attributes'].map(name => `<input name="${name}">`)
    site.setPage('/here', {
      html: pageOf(site.host).replace(
        '<main>',
        `<main><form class="help">${fields.join('')}<p>Help</p></form>`,
      ),
    })
    await serve({
      type: 'widget',
      schedule: 'always',
      appearance: { widgetType: 'selector', widgetSelector: '.help' },
    })
    const { page, errors } = await visit('/here')
    await page.waitForFunction(() => window.earshot?.featureFlags?.hasLoadedFlags)
    await wait(300)
    await page.locator('form').dispatchEvent('click')
    await questionShown(page, 'Why?')
    expect(errors).toEqual([])
  })

  it('are free of surveys, listeners and timers after shutdown, and can call init again', async () => {
    await visitor.addInitScript(() => {
      const listeners = new Set<string>()
      let number = 0
      const ids = new WeakMap<object, number>()
      const idOf = (value: object | null) => {
        if (!value) return 0
        if (!ids.has(value)) ids.set(value, ++number)
        return ids.get(value)
      }
      const { addEventListener, removeEventListener } = EventTarget.prototype
      const key = (target: EventTarget, name: string, listener: object | null, options: unknown) =>
        [
          target === window ? 'window' : 'document',
          name,
          idOf(listener),
          typeof options === 'object' ? !!(options as AddEventListenerOptions | null)?.capture : !!options,
        ].join()
      const isGlobal = (target: EventTarget) => target === window || target === document
      EventTarget.prototype.addEventListener = function (name, listener, options) {
        if (isGlobal(this)) listeners.add(key(this, name, listener, options))
        return addEventListener.call(this, name, listener, options)
      }
      EventTarget.prototype.removeEventListener = function (name, listener, options) {
        if (isGlobal(this)) listeners.delete(key(this, name, listener, options))
        return removeEventListener.call(this, name, listener, options)
      }
      const timers = new Set<number>()
      const { setTimeout, clearTimeout } = window
      Object.assign(window, {
        setTimeout(run: () => void, ms: number) {
          const id: number = setTimeout(() => {
            timers.delete(id)
            run()
          }, ms)
          timers.add(id)
          return id
        },
        clearTimeout(id: number) {
          timers.delete(id)
          clearTimeout(id)
        },
        remaining: () => [[...listeners], timers.size],
      })
    })
    await serve({})
    const { page } = await visit()
    await questionShown(page, 'Why?')
    const remaining = () => page.evaluate(() => (window as unknown as { remaining(): unknown }).remaining())
    const [listening] = (await remaining()) as [string[], number]
    expect(listening.length).toBeGreaterThan(0)
    // An unload listener would block the back/forward cache.
    expect(listening.filter(text => text.includes('unload'))).toEqual([])
    await page.evaluate(() => window.earshot.shutdown())
    await expectNoSurvey(page)
    await wait(300)
    expect(await remaining()).toEqual([[], 0])
    await page.evaluate(
      host => window.earshot.init('phc_demo', { api_host: host, disable_compression: true }),
      site.host,
    )
    await questionShown(page, 'Why?')
  })

  it('are not kept busy in a zone of zone.js: our timers and listeners run outside', async () => {
    await visitor.addInitScript(() => {
      const zoned: string[] = []
      const patch = (owner: object, name: string, isCounted: (self: unknown) => boolean) => {
        const natives = owner as Record<string, (...args: unknown[]) => unknown>
        const native = natives[name]!
        Object.defineProperty(owner, `__zone_symbol__${name}`, { value: native })
        natives[name] = function (this: unknown, ...args) {
          if (isCounted(this)) zoned.push(`${name} ${String(args[0])}`)
          return native.apply(this, args)
        }
      }
      for (const name of ['setTimeout', 'setInterval']) patch(window, name, () => true)
      patch(EventTarget.prototype, 'addEventListener', self => self === window || self === document)
      Object.assign(window, { zoned })
    })
    await serve({ appearance: { ...delayed(0.2), displayThankYouMessage: true, autoDisappear: true } })
    const { page } = await visit()
    await questionShown(page, 'Why?')
    await answer(page, 'because')
    await dialog(page).getByRole('heading', { name: 'Thank you!' }).waitFor()
    await close(page)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => (window as unknown as { zoned: string[] }).zoned)).toEqual([])
  })

  it('keep the history methods of another library when a survey closes and on shutdown', async () => {
    await serve({ conditions: { url: '/here' } })
    const { page } = await visit('/here')
    await questionShown(page, 'Why?')
    const wrapped = await page.evaluate(async () => {
      const before = history.pushState
      const wrapper = function (this: History, ...args: Parameters<History['pushState']>) {
        return before.apply(this, args)
      }
      history.pushState = wrapper
      history.pushState({}, '', '/elsewhere')
      const whileClosed = history.pushState === wrapper
      await window.earshot.shutdown()
      history.pushState({}, '', '/still')
      return [whileClosed, history.pushState === wrapper, location.pathname]
    })
    expect(wrapped).toEqual([true, true, '/still'])
  })
})

describe('unusual documents', () => {
  it('show a bundled survey from a script in the head once the body exists', async () => {
    const config = { surveys: [survey()] }
    site.setPage('/here', {
      html: `<!doctype html><html><head><title>Shop</title><script src="/earshot.full.js" data-api-key="phc_demo" data-api-host="${site.host}" data-config='${JSON.stringify(config)}'></script><script>window.initialBody = String(document.body)</script></head><body>Shop</body></html>`,
    })
    const { page, errors } = await visit('/here')
    await questionShown(page, 'Why?')
    expect(await page.evaluate(() => (window as unknown as { initialBody: string }).initialBody)).toBe('null')
    expect(errors).toEqual([])
  })

  it('show a survey after `document.write` has replaced the document', async () => {
    site.setPage('/here', {
      html: `<!doctype html><html><body><script>document.open();document.write(${JSON.stringify(pageOf(site.host)).replaceAll('</', '<\\/')});document.close()</script></body></html>`,
    })
    await serve({})
    const { page, errors } = await visit('/here')
    await questionShown(page, 'Why?')
    expect(errors).toEqual([])
  })

  it('show and submit a survey in XHTML', async () => {
    site.setPage('/here', {
      html: `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Shop</title><script src="/earshot.js" data-api-key="phc_demo" data-api-host="${site.host}"></script></head><body><p>Shop</p></body></html>`,
      headers: { 'content-type': 'application/xhtml+xml; charset=utf-8' },
    })
    await serve({ questions: [rating({ scale: 5, display: 'emoji', skipSubmitButton: true })] })
    const { page, errors } = await visit('/here')
    await questionShown(page, 'How?')
    await dialog(page).getByRole('radio', { name: 'Satisfied', exact: true }).click()
    expect((await waitUntil(clock.moving(sent), found => found.length > 0))[0]).toMatchObject({
      $survey_response_rate: 4,
    })
    expect(errors).toEqual([])
  })

  it.each([
    [
      'trusted types, no HTML strings and no styles',
      "require-trusted-types-for 'script'; trusted-types 'none'; style-src 'none'",
    ],
    ['nonces', "style-src 'nonce-n1'"],
  ])('show a survey of the one-file build under a content security policy with %s', async (_, rules) => {
    const policy = `default-src 'none'; script-src 'nonce-n1'; connect-src ${site.host}; ${rules}`
    const html = pageOf(site.host, {}, '', 'nonce="n1"').replace('/earshot.js', '/earshot.full.js')
    site.setPage('/here', { html, headers: { 'content-security-policy': policy } })
    const description = '<b>bold</b><img src="x" onerror="window.p=1">'
    await serve({ questions: [open({ description, descriptionContentType: 'html' })] })
    const { page, errors } = await visit('/here')
    await questionShown(page, 'Why?')
    expect(await dialog(page).evaluate(card => getComputedStyle(card).borderRadius)).toBe('16px')
    expect(await dialog(page).locator('b').textContent()).toBe('bold')
    expect(await page.evaluate(() => 'p' in window)).toBe(false)
    await answer(page, 'because')
    await waitUntil(clock.moving(sent), found => found.length > 0)
    expect(errors).toEqual([])
  })
})

describe('functions of the browser that the page has broken', () => {
  const refuse = "const refuse = () => { throw new Error('refused') }"

  it.each([
    ['closest', 'Element.prototype.closest = refuse'],
    ['createElementNS', 'Document.prototype.createElementNS = refuse'],
  ])('leave one line on the console when no survey can be drawn, without %s (D-704)', async (_, code) => {
    site.setPage('/here', { html: pageOf(site.host, {}, `<script>${refuse}; ${code}</script>`) })
    await serve({})
    const lines: string[] = []
    visitor.on('console', message => lines.push(message.text()))
    await visit('/here')
    await waitUntil(
      clock.moving(async () => lines),
      found => found.length > 0,
    )
    await wait(2_000)
    expect(lines).toEqual([expect.stringContaining('earshot: survey_failed Error: refused')])
  })

  it('show the survey all the same without the iterator of lists of nodes (D-710)', async () => {
    const code = `${refuse}; NodeList.prototype[Symbol.iterator] = refuse`
    site.setPage('/here', { html: pageOf(site.host, {}, `<script>${code}</script>`) })
    await serve({ questions: [open({ question: 'Why?' })] })
    const { page } = await visit('/here')
    await questionShown(page, 'Why?')
    await answer(page, 'because')
    await waitUntil(clock.moving(sent), found => found.length > 0)
  })
})

describe('documents in which a survey is not submitted as usual', () => {
  it('take the answer in a sandboxed frame that allows no forms (D-430)', async () => {
    const headers = { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' }
    site.setPage('/here', { html: pageOf(site.host), headers })
    const appearance = { displayIntroScreen: true, introScreenHeader: 'Hello', displayThankYouMessage: true }
    await serve({ questions: questions({}, {}), appearance } as Partial<Survey>)
    const { page } = await visit('/here')
    await dialog(page).getByRole('button', { name: 'Start' }).click()
    await answer(page, 'by a click')
    await dialog(page).getByRole('textbox').fill('by a key')
    await page.keyboard.press('Control+Enter')
    const [found] = await waitUntil(clock.moving(sent), all => all.length > 0)
    expect(found).toMatchObject({ $survey_response_a: 'by a click', $survey_response_b: 'by a key' })
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).click()
    await clock.pass(500)
    await expectNoSurvey(page)
  })

  it('keep no survey whose listeners `document.open` has removed (D-432)', async () => {
    await serve({})
    const { page } = await visit('/here')
    await questionShown(page, 'Why?')
    await page.evaluate(() => {
      document.open()
      document.write('<p>Closed</p>')
      document.close()
    })
    await wait()
    await expectNoSurvey(page)
  })
})

describe('two tabs', () => {
  it('store one completed answer when the second submits 300 ms after the first (R14)', async () => {
    await serve({})
    const tabs = await Promise.all([visit(), visit()])
    for (const { page } of tabs) {
      await questionShown(page, 'Why?')
      await dialog(page).getByRole('textbox').fill('because')
    }
    const moment = Date.now() + 500
    const submitAt = (page: Page, ms: number) =>
      page.evaluate(
        at =>
          new Promise<void>(resolve => {
            // The button of a survey that is gone by then does nothing.
            const button = document
              .querySelector('.earshot-survey')!
              .shadowRoot!.querySelector<HTMLElement>('button[type=submit]')!
            setTimeout(
              () => {
                // To the millisecond.
                while (Date.now() < at);
                button.click()
                resolve()
              },
              at - 20 - Date.now(),
            )
          }),
        moment + ms,
      )
    await Promise.all(tabs.map(({ page }, index) => submitAt(page, index * 300)))
    await waitUntil(clock.moving(sent), found => found.length > 0)
    await wait(1_500)
    expect(await sent()).toHaveLength(1)
    for (const { page, errors } of tabs) {
      await expectNoSurvey(page)
      expect(errors).toEqual([])
    }
  })
})

describe('frames of one origin', () => {
  it('show one popover and count it once, and none of them shows it after it was closed (R11)', async () => {
    await serve({ id: 'framed' })
    const frames = ['/here', '/there']
      .map(path => `<iframe src="${path}" width="500" height="600"></iframe>`)
      .join('')
    site.setPage('/', { html: pageOf(site.host).replace('<main>', `${frames}<main>`) })
    const { page } = await visit()
    const popovers = () =>
      Promise.all(page.frames().map(frame => frame.locator('.earshot-survey[data-display=popover]').count()))
    const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
    await waitUntil(popovers, counts => total(counts) > 0, 10_000)
    await wait(1_500)
    const counts = await popovers()
    expect(total(counts)).toBe(1)
    const frame = page.frames()[counts.indexOf(1)]!
    await frame.getByRole('button', { name: 'Close survey' }).click()
    expect(await surveyEvents(2)).toEqual(['survey shown framed', 'survey dismissed framed'])
    await wait(1_500)
    expect(total(await popovers())).toBe(0)
    expect(await surveyEvents(2)).toHaveLength(2)
  })
})
