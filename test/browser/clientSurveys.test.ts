import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EarshotClient } from '../../src/client/api'
import type { Properties } from '../../src/wire/event'
import type { Survey } from '../../src/wire/survey'
import { bundle } from '../support/browser'
import { npsSurvey, open, questions, rating, single, survey } from '../support/surveys'
import { type ClientSite, openPage, openSite, pageOf, waitUntil } from '../support/testSite'

declare global {
  interface Window {
    earshot: EarshotClient
  }
}

let site: ClientSite
let visitor: BrowserContext
beforeAll(async () => {
  site = await openSite({ projects: [{ projectKey: 'phc_demo' }, { projectKey: 'phc_other' }] })
  const [looks, full] = await Promise.all([bundle('src/lazySurveys.ts'), bundle('src/full.ts')])
  site.setPage('/earshot-surveys.js', { script: looks })
  site.setPage('/earshot.full.js', { script: full })
})
afterAll(() => site.stop())
beforeEach(async () => {
  await visitor?.close()
  await site.service.state.reset()
  for (const path of ['/', '/here', '/there']) site.setPage(path, { html: pageOf(site.host) })
  visitor = await site.visitor()
})

const serve = async (...surveys: Partial<Survey>[]) => {
  for (const given of surveys) await site.service.state.addSurvey(survey(given) as never)
}
const come = (path = '/') => openPage(visitor, site.url + path)
const on = (page: Page) => page.getByRole('dialog')
/** The question on display; waits for it. */
const asked = async (page: Page, question: string) =>
  on(page).getByRole('heading', { name: question }).waitFor()
const none = async (page: Page) => expect(await page.locator('.earshot-survey').count()).toBe(0)
/** Long enough for whatever is about to show. */
const later = (page: Page, ms = 700) => page.waitForTimeout(ms)
const answer = async (page: Page, text: string) => {
  await on(page).getByRole('textbox').fill(text)
  await on(page).getByRole('button', { name: 'Submit' }).click()
}
const close = (page: Page) => on(page).getByRole('button', { name: 'Close survey' }).click()
const go = (page: Page, path: string) => page.evaluate(to => history.pushState({}, '', to), path)
const capture = (page: Page, event: string) => page.evaluate(name => void window.earshot.capture(name), event)
/** Survey events that the service has, as `name id`, once there are so many. */
const told = async (count: number) => {
  const read = async () =>
    (await site.service.state.events())
      .filter(({ event }) => event.startsWith('survey '))
      .map(({ event, properties }) => `${event} ${properties.$survey_id}`)
  return waitUntil(read, found => found.length >= count, 5_000)
}
const sent = async (): Promise<Properties[]> =>
  (await site.service.state.events())
    .filter(({ event }) => event === 'survey sent')
    .map(({ properties }) => properties)
const flagsAsked = () => site.service.state.requests().filter(({ path }) => path === '/flags')
const delayed = (seconds: number) => ({ surveyPopupDelaySeconds: seconds })

describe('where and when', () => {
  it('a survey of another address shows after client-side navigation, and none is left pending where one only passed', async () => {
    await serve({ conditions: { url: '/done' } })
    const { page, errors } = await come()
    await page.evaluate(() => {
      history.pushState({}, '', '/done')
      history.pushState({}, '', '/cart')
    })
    await later(page)
    await none(page)
    await go(page, '/done')
    await asked(page, 'Why?')
    expect(await told(1)).toEqual(['survey shown s1'])
    expect(errors).toEqual([])
  })

  it('a delay ends with the address that started it, and begins anew', async () => {
    await serve({ conditions: { url: '/search' }, appearance: delayed(2) })
    const { page } = await come()
    await go(page, '/search')
    await later(page, 1_000)
    await go(page, '/checkout')
    await later(page, 1_800)
    await none(page)
    await go(page, '/search')
    await later(page, 1_000)
    await none(page)
    await asked(page, 'Why?')
    expect(await told(1)).toEqual(['survey shown s1'])
  })

  it('an event starts a survey on its own page alone, once, and again only where it repeats', async () => {
    const values = [{ name: 'paid' }]
    await serve(
      { id: 'once', conditions: { events: { values } } },
      { id: 'again', conditions: { events: { values: [{ name: 'left' }], repeatedActivation: true } } },
    )
    const { page } = await come()
    await later(page)
    await none(page)
    await capture(page, 'paid')
    await asked(page, 'Why?')
    await close(page)
    await capture(page, 'left')
    await asked(page, 'Why?')
    await close(page)
    await page.reload()
    await later(page)
    await none(page)
    await capture(page, 'paid')
    await later(page)
    await none(page)
    await capture(page, 'left')
    await asked(page, 'Why?')
    const shown = (await told(5)).filter(text => text.startsWith('survey shown'))
    expect(shown).toEqual(['survey shown once', 'survey shown again', 'survey shown again'])
  })

  it('an event of before the survey was published starts nothing', async () => {
    const { page } = await come()
    await capture(page, 'paid')
    await serve({ conditions: { events: { values: [{ name: 'paid' }] } } })
    await page.reload()
    await later(page)
    await none(page)
    await capture(page, 'paid')
    await asked(page, 'Why?')
  })

  it.each<[string, boolean | undefined, number]>([
    ['on: shows then, without a reload', true, 1],
    ['off: never shows', false, 0],
    ['missing: never shows', undefined, 0],
  ])('a flag that is late is neither on nor off; %s', async (_, value, expected) => {
    if (value !== undefined) await site.service.state.setFlag('beta-ring', value)
    await serve({ targeting_flag_key: 'beta-ring' } as never)
    // The second page has the list of the first, and no flags yet.
    const { page } = await come('/elsewhere')
    await page.goto(site.url)
    await page.waitForFunction(() => window.earshot.featureFlags.hasLoadedFlags)
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (/_flags$|seen/i.test(key)) localStorage.removeItem(key)
    })
    const end = site.service.fail({ path: '/flags', delayMs: 1_500 })
    await page.goto(`${site.url}/here`)
    await later(page, 1_000)
    await none(page)
    await later(page, 1_500)
    end()
    await waitUntil(
      () => on(page).count(),
      count => count === expected,
      3_000,
    )
    expect(await on(page).count()).toBe(expected)
  })

  it('a selector that is none, a pattern that is none and an unknown type of question hold no other survey back', async () => {
    await serve(
      { id: 'selector', conditions: { selector: ':::' } },
      { id: 'widget', type: 'widget', appearance: { widgetType: 'selector', widgetSelector: '###' } },
      { id: 'pattern', conditions: { url: '(', urlMatchType: 'regex' } },
      { id: 'question', questions: [{ type: 'matrix', question: '?' }] as never },
      { id: 'good' },
    )
    const { page, errors } = await come()
    await asked(page, 'Why?')
    await page.click('main')
    await answer(page, 'because')
    expect(await told(2)).toEqual(['survey shown good', 'survey sent good'])
    expect(errors).toEqual([])
  })

  it('a quota of flags that is used up holds no survey back that asks for none', async () => {
    site.service.state.setQuota({ flags: true })
    await serve({})
    const { page } = await come()
    await asked(page, 'Why?')
  })
})

describe('once is once', () => {
  it.each<[string, Survey['schedule'], 'close' | 'answer' | 'leave', number]>([
    ['once, closed: not again', 'once', 'close', 0],
    ['once, answered: not again', 'once', 'answer', 0],
    ['once, merely seen: again', 'once', 'leave', 1],
    ['always, closed: again', 'always', 'close', 1],
    ['always, answered: again', 'always', 'answer', 1],
  ])('%s on the next page', async (_, schedule, how, expected) => {
    await serve({ schedule })
    const { page } = await come()
    await asked(page, 'Why?')
    if (how === 'close') await close(page)
    if (how === 'answer') await answer(page, 'because')
    if (how !== 'leave') await on(page).waitFor({ state: 'detached' })
    await later(page)
    await page.goto(`${site.url}/here`)
    await later(page, 1_000)
    expect(await on(page).count()).toBe(expected)
  })

  it('the flags request that follows an answer knows of it', async () => {
    await serve({ conditions: { seenSurveyWaitPeriodInDays: 1 } })
    const { page } = await come()
    await answer(page, 'because')
    const seen = await page.evaluate(() => {
      window.earshot.reloadFeatureFlags()
      return localStorage.getItem('seenSurvey_s1')
    })
    expect(seen).toBe('true')
    const bodies = await waitUntil(flagsAsked, found => found.length > 1)
    expect(bodies.at(-1)!.body).toMatchObject({ person_properties: { '$survey_responded/s1': true } })
    await later(page)
    await none(page)
  })

  it('a run goes on after a reload where its branching had led, under the same submission, and is not shown twice', async () => {
    await serve(npsSurvey())
    const { page } = await come()
    const [first, , , review] = npsSurvey().questions
    await asked(page, first!.question)
    await on(page).getByRole('radio', { name: '10' }).click()
    await asked(page, review!.question)
    await waitUntil(sent, found => found.length > 0)
    await page.reload()
    await asked(page, review!.question)
    await on(page).getByRole('radio', { name: 'No' }).click()
    const events = await waitUntil(sent, found => found.length > 1)
    expect(events[1]).toMatchObject({
      $survey_response_recommend: 10,
      $survey_response_review: 'No',
      $survey_submission_id: events[0]!.$survey_submission_id,
    })
    expect((await told(3)).filter(text => text.startsWith('survey shown'))).toHaveLength(1)
  })

  it('`survey shown` is told once, however often the page is drawn, resized or moved on, and not before it is looked at', async () => {
    await visitor.addInitScript(() => {
      let state = 'hidden'
      Object.defineProperty(document, 'visibilityState', { get: () => state })
      Object.assign(window, {
        look() {
          state = 'visible'
          document.dispatchEvent(new Event('visibilitychange'))
        },
      })
    })
    await serve({ conditions: { url: '/here' } })
    const { page } = await come('/here')
    await later(page, 1_000)
    expect(await told(0)).toEqual([])
    await page.evaluate(() => (window as unknown as { look(): void }).look())
    await asked(page, 'Why?')
    for (const width of [500, 900, 1_200]) await page.setViewportSize({ width, height: 700 })
    await go(page, '/here/too')
    await page.evaluate(() => history.replaceState({}, '', '/here?three'))
    await later(page)
    await asked(page, 'Why?')
    await close(page)
    expect(await told(2)).toEqual(['survey shown s1', 'survey dismissed s1'])
  })

  it('a page that displays a closed survey again opens it at the first call, empty, as another submission', async () => {
    await serve({ questions: questions({}, {}), enable_partial_responses: true, type: 'api' })
    const { page } = await come()
    const display = () => page.evaluate(() => window.earshot.displaySurvey('s1', { ignoreConditions: true }))
    await page.waitForFunction(() => window.earshot.featureFlags.hasLoadedFlags)
    for (const text of ['first', 'second']) {
      await display()
      await asked(page, 'Why?')
      expect(await on(page).getByRole('textbox').inputValue()).toBe('')
      await answer(page, text)
      await close(page)
      await on(page).waitFor({ state: 'detached' })
    }
    const events = await waitUntil(sent, found => found.length > 1)
    expect(events.map(({ $survey_response_a }) => $survey_response_a)).toEqual(['first', 'second'])
    expect(new Set(events.map(({ $survey_submission_id }) => $survey_submission_id)).size).toBe(2)
    expect((await told(6)).filter(text => text.startsWith('survey shown'))).toHaveLength(2)
  })
})

describe('more than one', () => {
  it('of two popovers the first of the list shows, and its end neither closes nor marks the other', async () => {
    await serve(
      { id: 'a', questions: [open({ question: 'A?' })] },
      { id: 'b', questions: [open({ question: 'B?' })] },
    )
    const { page } = await come()
    await asked(page, 'A?')
    expect(await on(page).count()).toBe(1)
    await answer(page, 'one')
    await asked(page, 'B?')
    expect(await page.evaluate(() => localStorage.getItem('seenSurvey_b'))).toBeNull()
    await answer(page, 'two')
    expect(await told(4)).toEqual(['survey shown a', 'survey sent a', 'survey shown b', 'survey sent b'])
    expect((await sent()).map(({ $survey_response_why }) => $survey_response_why)).toEqual(['one', 'two'])
  })

  it('a tab that is opened beside a popover keeps its text and its focus when the popover is answered', async () => {
    await serve(
      { id: 'a', questions: [single({ question: 'A?', skipSubmitButton: true })] },
      {
        id: 'b',
        type: 'widget',
        questions: [open({ question: 'B?' })],
        appearance: { widgetType: 'tab', position: 'top_left' },
      },
    )
    const { page } = await come()
    await asked(page, 'A?')
    await page.getByRole('button', { name: 'Feedback' }).click()
    await asked(page, 'B?')
    const field = page.getByRole('textbox', { name: 'B?' })
    await field.fill('half')
    await page.evaluate(() => {
      for (const { shadowRoot } of document.querySelectorAll('.earshot-survey'))
        shadowRoot!.querySelector<HTMLElement>('input[type=radio]')?.click()
    })
    await waitUntil(
      () => on(page).count(),
      count => count === 1,
    )
    await page.keyboard.type(' and half')
    expect(await field.inputValue()).toBe('half and half')
    expect(await told(3)).toEqual(['survey shown a', 'survey shown b', 'survey sent a'])
  })

  it('starts of the client that race, and a configuration that is slow and asked for twice, make one popover', async () => {
    await serve({})
    const config = JSON.stringify({ api_host: site.host })
    const twice = `<script>earshot.init('phc_demo', ${config}); earshot.init('phc_demo', ${config})</script>`
    site.setPage('/here', {
      html: `<!doctype html><html><head><title>Shop</title></head><body><script src="/earshot.js"></script>${twice}</body></html>`,
    })
    // The first answer is slow and an error, so the client asks again.
    const headers = { 'access-control-allow-origin': '*' }
    site.service.fail({ path: '/flags', status: 502, times: 1, delayMs: 800, headers })
    const { page } = await come('/here')
    await asked(page, 'Why?')
    await later(page, 1_500)
    expect(await page.locator('.earshot-survey').count()).toBe(1)
    expect(await told(1)).toEqual(['survey shown s1'])
  })

  it('two keys on one page have a visitor, a storage and a survey each', async () => {
    const surveys = (question: string) => [survey({ questions: [open({ question })] })]
    const config = (question: string) => JSON.stringify({ api_host: site.host, surveys: surveys(question) })
    site.setPage('/here', {
      html: `<!doctype html><html><head><title>Shop</title></head><body><script src="/earshot.js"></script><script>
        earshot.init('phc_demo', ${config('A?')}); earshot.init('phc_other', ${config('B?')}, 'b')</script></body></html>`,
    })
    const { page, errors } = await come('/here')
    for (const question of ['A?', 'B?']) await page.getByRole('heading', { name: question }).waitFor()
    const ids = await page.evaluate(() => {
      const { earshot } = window as unknown as { earshot: EarshotClient & { b: EarshotClient } }
      return [earshot.get_distinct_id(), earshot.b.get_distinct_id()]
    })
    expect(new Set(ids).size).toBe(2)
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys).toEqual(expect.arrayContaining(['ph_phc_demo_posthog', 'ph_phc_other_posthog']))
    const asking = flagsAsked().map(({ body }) => (body as { api_key: string }).api_key)
    expect(asking.sort()).toEqual(['phc_demo', 'phc_other'])
    // Of one id they are one survey to the visitor.
    await page.getByRole('button', { name: 'Close survey' }).last().click()
    await page.reload()
    await later(page, 1_500)
    await none(page)
    expect(errors).toEqual([])
  })
})

describe('storage', () => {
  const closed = `for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } });
  Object.defineProperty(document, 'cookie', { get() { throw new DOMException('no', 'SecurityError') }, set() { throw new DOMException('no', 'SecurityError') } })`
  const full = `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`

  it.each([
    ['closed', closed],
    ['full', full],
  ])(
    'that is %s: a survey is answered step by step, and does not come again on this page',
    async (_, script) => {
      await visitor.addInitScript(script)
      await serve({ questions: questions({}, {}, {}), enable_partial_responses: true })
      const { page, errors } = await come()
      for (const text of ['one', 'two', 'three']) {
        await asked(page, 'Why?')
        await answer(page, text)
      }
      await on(page).waitFor({ state: 'detached' })
      await go(page, '/next')
      await later(page)
      await none(page)
      const events = await waitUntil(sent, found => found.length > 2)
      expect(events.map(({ $survey_completed }) => $survey_completed)).toEqual([false, false, true])
      expect(events[2]).toMatchObject({
        $survey_response_a: 'one',
        $survey_response_b: 'two',
        $survey_response_c: 'three',
      })
      expect(errors).toEqual([])
    },
  )
})

describe('consent', () => {
  it('before it no request, no survey, nothing stored; after it is taken back the survey goes, and no request follows', async () => {
    site.setPage('/', { html: pageOf(site.host, { opt_out_capturing_by_default: true }) })
    await serve({})
    const { page } = await come()
    await later(page, 2_000)
    await none(page)
    const before = await page.evaluate(() => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      document.cookie,
    ])
    expect([site.service.state.requests(), before]).toEqual([[], ['']])
    await page.evaluate(() => window.earshot.opt_in_capturing())
    await asked(page, 'Why?')
    await told(1)
    await later(page, 1_500)
    await page.evaluate(() => window.earshot.opt_out_capturing())
    const requests = site.service.state.requests().length
    await later(page, 1_500)
    await none(page)
    expect(site.service.state.requests()).toHaveLength(requests)
    expect(await told(1)).toEqual(['survey shown s1'])
  })

  it('whoever says to be a crawler gets no survey, unless the filter is off', async () => {
    await serve({})
    const bot = await site.visitor({ isBot: true })
    const { page } = await openPage(bot, site.url)
    await later(page, 1_500)
    await none(page)
    site.setPage('/', { html: pageOf(site.host, { opt_out_useragent_filter: true }) })
    await page.goto(site.url)
    await asked(page, 'Why?')
    await bot.close()
  })
})

describe('pages that change under us', () => {
  const swap = (page: Page) => page.evaluate(() => document.body.replaceWith(document.createElement('body')))

  it.each<[string, Partial<Survey>]>([
    ['nothing is open', { conditions: { url: '/there' } }],
    ['a delay runs', { appearance: delayed(1) }],
  ])('a body that is replaced while %s: the survey still opens, once', async (_, given) => {
    await serve(given)
    const { page, errors } = await come()
    await page.waitForFunction(() => window.earshot.featureFlags.hasLoadedFlags)
    await swap(page)
    await go(page, '/there')
    await asked(page, 'Why?')
    expect(await page.locator('.earshot-survey').count()).toBe(1)
    expect(await told(1)).toEqual(['survey shown s1'])
    expect(errors).toEqual([])
  })

  it('an element that opens a survey may be replaced while it is open; one that is taken away leaves it open', async () => {
    site.setPage('/here', {
      html: pageOf(site.host).replace('<main>', '<main><p id="box"><button id="help">Help</button></p>'),
    })
    await serve({
      type: 'widget',
      schedule: 'always',
      appearance: { widgetType: 'selector', widgetSelector: '#help' },
    })
    const { page } = await come('/here')
    await page.waitForFunction(() => window.earshot.featureFlags.hasLoadedFlags)
    await later(page, 300)
    await page.click('#help')
    await asked(page, 'Why?')
    await page.evaluate(() => {
      document.querySelector('#box')!.innerHTML = '<button id="help">Help again</button>'
    })
    await page.click('#help')
    await on(page).waitFor({ state: 'detached' })
    await page.click('#help')
    await asked(page, 'Why?')
    await page.evaluate(() => document.querySelector('#help')!.remove())
    await later(page, 300)
    await answer(page, 'because')
    expect((await waitUntil(sent, found => found.length > 0))[0]).toMatchObject({
      $survey_response_why: 'because',
    })
  })

  it('shutdown takes the survey, our listeners and our timers away, and another init begins as the first', async () => {
    await visitor.addInitScript(() => {
      const live = new Set<string>()
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
      const ours = (target: EventTarget) => target === window || target === document
      EventTarget.prototype.addEventListener = function (name, listener, options) {
        if (ours(this)) live.add(key(this, name, listener, options))
        return addEventListener.call(this, name, listener, options)
      }
      EventTarget.prototype.removeEventListener = function (name, listener, options) {
        if (ours(this)) live.delete(key(this, name, listener, options))
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
        left: () => [[...live], timers.size],
      })
    })
    await serve({})
    const { page } = await come()
    await asked(page, 'Why?')
    const left = () => page.evaluate(() => (window as unknown as { left(): unknown }).left())
    const [listening] = (await left()) as [string[], number]
    expect(listening.length).toBeGreaterThan(0)
    // Such a listener would keep the page from the back/forward cache.
    expect(listening.filter(text => text.includes('unload'))).toEqual([])
    await page.evaluate(() => window.earshot.shutdown())
    await none(page)
    await later(page, 300)
    expect(await left()).toEqual([[], 0])
    await page.evaluate(
      host => window.earshot.init('phc_demo', { api_host: host, disable_compression: true }),
      site.host,
    )
    await asked(page, 'Why?')
  })

  it('a page that runs in a zone is not woken: no timer of a survey, no listener on window or document is in it', async () => {
    await visitor.addInitScript(() => {
      const zoned: string[] = []
      const patch = (owner: object, name: string, counts: (self: unknown) => boolean) => {
        const natives = owner as Record<string, (...given: unknown[]) => unknown>
        const native = natives[name]!
        Object.defineProperty(owner, `__zone_symbol__${name}`, { value: native })
        natives[name] = function (this: unknown, ...given) {
          if (counts(this)) zoned.push(`${name} ${String(given[0])}`)
          return native.apply(this, given)
        }
      }
      for (const name of ['setTimeout', 'setInterval']) patch(window, name, () => true)
      patch(EventTarget.prototype, 'addEventListener', self => self === window || self === document)
      Object.assign(window, { zoned })
    })
    await serve({ appearance: { ...delayed(0.2), displayThankYouMessage: true, autoDisappear: true } })
    const { page } = await come()
    await asked(page, 'Why?')
    await answer(page, 'because')
    await on(page).getByRole('heading', { name: 'Thank you!' }).waitFor()
    await close(page)
    await on(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => (window as unknown as { zoned: string[] }).zoned)).toEqual([])
  })

  it("leaves another library's wrapping of the history in place when a survey closes and when the client stops", async () => {
    await serve({ conditions: { url: '/here' } })
    const { page } = await come('/here')
    await asked(page, 'Why?')
    const wrapped = await page.evaluate(async () => {
      const before = history.pushState
      const theirs = function (this: History, ...given: Parameters<History['pushState']>) {
        return before.apply(this, given)
      }
      history.pushState = theirs
      history.pushState({}, '', '/elsewhere')
      const whileClosed = history.pushState === theirs
      await window.earshot.shutdown()
      history.pushState({}, '', '/still')
      return [whileClosed, history.pushState === theirs, location.pathname]
    })
    expect(wrapped).toEqual([true, true, '/still'])
  })
})

describe('documents of every kind', () => {
  it('a script in the head with a survey that is known at once waits for the body', async () => {
    const known = { surveys: [survey()] }
    site.setPage('/here', {
      html: `<!doctype html><html><head><title>Shop</title><script src="/earshot.full.js" data-api-key="phc_demo" data-api-host="${site.host}" data-config='${JSON.stringify(known)}'></script><script>window.bodyThen = String(document.body)</script></head><body>Shop</body></html>`,
    })
    const { page, errors } = await come('/here')
    await asked(page, 'Why?')
    expect(await page.evaluate(() => (window as unknown as { bodyThen: string }).bodyThen)).toBe('null')
    expect(errors).toEqual([])
  })

  it('one that is written anew by `document.write` shows it as well', async () => {
    site.setPage('/here', {
      html: `<!doctype html><html><body><script>document.open();document.write(${JSON.stringify(pageOf(site.host)).replaceAll('</', '<\\/')});document.close()</script></body></html>`,
    })
    await serve({})
    const { page, errors } = await come('/here')
    await asked(page, 'Why?')
    expect(errors).toEqual([])
  })

  it('XHTML shows it, and takes its answer', async () => {
    site.setPage('/here', {
      html: `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Shop</title><script src="/earshot.js" data-api-key="phc_demo" data-api-host="${site.host}"></script></head><body><p>Shop</p></body></html>`,
      headers: { 'content-type': 'application/xhtml+xml; charset=utf-8' },
    })
    await serve({ questions: [rating({ scale: 5, display: 'emoji', skipSubmitButton: true })] })
    const { page, errors } = await come('/here')
    await asked(page, 'How?')
    await on(page).getByRole('radio', { name: 'Satisfied', exact: true }).click()
    expect((await waitUntil(sent, found => found.length > 0))[0]).toMatchObject({ $survey_response_rate: 4 })
    expect(errors).toEqual([])
  })

  it.each([
    [
      'that takes no policy of ours, and strings of HTML from nobody',
      "require-trusted-types-for 'script'; trusted-types 'none'; style-src 'none'",
    ],
    ['that wants nonces', "style-src 'nonce-n1'"],
  ])('the one-file build shows a survey under a policy %s, and breaks no rule', async (_, rules) => {
    const policy = `default-src 'none'; script-src 'nonce-n1'; connect-src ${site.host}; ${rules}`
    const html = pageOf(site.host, {}, '', 'nonce="n1"').replace('/earshot.js', '/earshot.full.js')
    site.setPage('/here', { html, headers: { 'content-security-policy': policy } })
    const description = '<b>bold</b><img src="x" onerror="window.p=1">'
    await serve({ questions: [open({ description, descriptionContentType: 'html' })] })
    const { page, errors } = await come('/here')
    await asked(page, 'Why?')
    expect(await on(page).evaluate(card => getComputedStyle(card).borderRadius)).toBe('16px')
    expect(await on(page).locator('b').textContent()).toBe('bold')
    expect(await page.evaluate(() => 'p' in window)).toBe(false)
    await answer(page, 'because')
    await waitUntil(sent, found => found.length > 0)
    expect(errors).toEqual([])
  })
})
