// biome-ignore-all lint/performance/useDomNodeTextContent: layout separates the texts of a table.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Service, ServiceOptions } from '../../src/server'
import { fillDemo } from '../../src/server/cli/fillDemo'
import { createMemoryStore } from '../../src/server/store/memoryStore'
import { createDemo } from '../../src/server/testing/demo/createDemo'
import { axeViolations } from '../support/axe'
import { launchChromium } from '../support/browser'
import { type ConsoleSite, startConsoleSite } from '../support/consoleSite'
import { installClock, type TestClock } from '../support/testClock'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

const OPTIONS: ServiceOptions = {
  name: 'Shop',
  flags: {
    'new-nav': { name: 'Navigation', filters: { groups: [{ properties: [], rollout_percentage: 100 }] } },
    paid: { filters: { groups: [{ properties: [{ key: 'plan', value: 'pro' }], rollout_percentage: 100 }] } },
  },
  persons: [
    {
      distinct_ids: ['ann', 'ann-phone'],
      properties: { email: 'ann@example.com', plan: 'pro' },
      is_identified: true,
    },
    { distinct_ids: ['bob'], properties: { name: 'Bob', email: 'bob@example.com' } },
  ],
}

async function start(options: ServiceOptions = OPTIONS): Promise<ConsoleSite> {
  const site = await startConsoleSite(options, 'phx_demo')
  onTestFinished(async () => void (await site.stop()))
  return site
}

/** The clock of the page of the test. */
let clock: TestClock

interface Opened {
  page: Page
  clock: TestClock
  /** Errors of the page and of its policy. */
  problems: string[]
  close(): Promise<void>
}

async function load(
  { url }: ConsoleSite,
  fragment: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const problems: string[] = []
  const clock = await installClock(context)
  const page = await context.newPage()
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', message => {
    if (/Content Security Policy|Trusted/.test(message.text())) problems.push(message.text())
  })
  await page.goto(`${url}/#/${fragment}`)
  await page.locator('main h1').waitFor()
  return { page, clock, problems, close: () => context.close() }
}

/** Opens a page of the console. Errors of the page and of its policy fail the test. */
async function open(...args: Parameters<typeof load>): Promise<Page> {
  const opened = await load(...args)
  clock = opened.clock
  onTestFinished(async () => {
    await opened.close()
    expect(opened.problems).toEqual([])
  })
  return opened.page
}

/** Moves the clock, because the page looks for new events every two seconds. */
const eventually = <T>(read: () => Promise<T> | T) => expect.poll(clock.moving(read), { timeout: 10_000 })

const capture = (service: Service, ...batch: object[]) =>
  service.fetch('/batch/', { method: 'POST', body: JSON.stringify({ api_key: 'phc_demo', batch }) })

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ event: `event ${index}`, distinct_id: 'ann' }))

const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true })

describe('the events of the console (D-603)', () => {
  it('show an event as it arrives, without a reload', async () => {
    const site = await start()
    await capture(site.service, { event: 'first', distinct_id: 'ann' })
    const page = await open(site, 'events')
    await list(page, 'Events').getByText('first').waitFor()
    await capture(site.service, { event: 'second', distinct_id: 'ann', properties: { total: 12 } })
    const top = list(page, 'Events').getByRole('button').first()
    await eventually(() => top.textContent()).toContain('secondtotal: 12ann')
  })

  it('let new events wait while the reader has scrolled', async () => {
    const site = await start()
    await capture(site.service, ...numbered(60))
    const page = await open(site, 'events')
    const feed = page.locator('.virtual-list')
    await feed.evaluate(element => element.scrollTo(0, 400))
    await clock.pass(100)
    await capture(
      site.service,
      { event: 'newer', distinct_id: 'ann' },
      { event: 'newest', distinct_id: 'ann' },
    )
    const button = page.getByRole('button', { name: '2 new events' })
    await eventually(() => button.count()).toBe(1)
    expect(await feed.evaluate(element => element.scrollTop)).toBe(400)
    await button.click()
    await eventually(() => feed.evaluate(element => element.scrollTop)).toBe(0)
    await eventually(() => feed.getByRole('button').first().textContent()).toContain('newest')
    expect(await button.count()).toBe(0)
  })

  it('stop when they are paused, and have all events when they go on', async () => {
    const site = await start()
    await capture(site.service, { event: 'first', distinct_id: 'ann' })
    const page = await open(site, 'events')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused').waitFor()
    await capture(site.service, { event: 'meanwhile', distinct_id: 'ann' })
    await clock.pass(5_000)
    expect(await page.getByText('meanwhile').count()).toBe(0)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('meanwhile').waitFor()
  })

  it('start again when more events arrive than one reply has', async () => {
    const site = await start()
    await capture(site.service, { event: 'old', distinct_id: 'ann' })
    const page = await open(site, 'events')
    await page.getByText('old', { exact: true }).waitFor()
    await capture(site.service, ...numbered(450))
    await eventually(() => list(page, 'Events').getByRole('button').first().textContent()).toContain(
      'event 449',
    )
    const feed = page.locator('.virtual-list')
    const oldest = async () => {
      await feed.evaluate(element => element.scrollTo(0, element.scrollHeight))
      return (await feed.locator('[data-index="450"]').allTextContents()).join()
    }
    await eventually(oldest).toContain('old')
    expect((await feed.evaluate(element => element.scrollHeight)) / 56).toBe(451)
  })

  it('are filtered by name, distinct id and text, which the address keeps', async () => {
    const site = await start()
    await capture(
      site.service,
      { event: 'order', distinct_id: 'ann', properties: { city: 'Köln' } },
      { event: 'order', distinct_id: 'bob' },
      { event: 'search', distinct_id: 'ann' },
    )
    const page = await open(site, 'events')
    const rows = list(page, 'Events').getByRole('button')
    await eventually(() => rows.count()).toBe(3)
    await page.getByRole('searchbox', { name: 'Event name' }).fill('order')
    await eventually(() => rows.count()).toBe(2)
    await page.getByRole('searchbox', { name: 'Text in an event' }).fill('köln')
    await eventually(() => rows.count()).toBe(1)
    expect(page.url()).toContain('#/events?event=order&search=k%C3%B6ln')
    await page.reload()
    await eventually(() => rows.count()).toBe(1)
    await page.getByRole('searchbox', { name: 'Distinct id' }).fill('bob')
    await page.getByText('No event matches').waitFor()
    await page.getByRole('button', { name: 'Show all events' }).click()
    await eventually(() => rows.count()).toBe(3)
  })

  it('open one event in full by keyboard, and lead to its person', async () => {
    const site = await start()
    await capture(site.service, ...numbered(3))
    const page = await open(site, 'events')
    await list(page, 'Events').getByRole('button').first().focus()
    await page.keyboard.press('ArrowDown')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await eventually(focused).toContain('event 1')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'event 1' })
    await dialog.waitFor()
    const json = await dialog.getByRole('textbox', { name: 'Event as JSON' }).inputValue()
    expect(JSON.parse(json)).toMatchObject({ event: 'event 1', distinct_id: 'ann' })
    await page.keyboard.press('Escape')
    await eventually(() => page.locator('dialog').count()).toBe(0)
    await eventually(focused).toContain('event 1')
    await page.keyboard.press('Enter')
    await dialog.getByRole('link', { name: 'Open this person' }).click()
    await page.getByRole('heading', { name: 'ann@example.com', level: 1 }).waitFor()
  })

  it('say that the connection is lost, keep the list, and go on when it is back', async () => {
    const site = await start()
    await capture(site.service, { event: 'before', distinct_id: 'ann' })
    const page = await open(site, 'events')
    await page.getByText('before').waitFor()
    await page.context().setOffline(true)
    await eventually(() => page.getByText('The service does not answer.').count()).toBe(1)
    expect(await page.getByText('before').count()).toBe(1)
    await capture(site.service, { event: 'during', distinct_id: 'ann' })
    await page.context().setOffline(false)
    await eventually(() => page.getByText('during').count()).toBe(1)
    await eventually(() => page.getByText('The service does not answer.').count()).toBe(0)
  })
})

describe('the flags of the console', () => {
  const flag = async ({ service }: ConsoleSite, key: string) =>
    (await service.state.flags()).find(row => row.key === key)!

  it('are switched, and say who gets what and why', async () => {
    const site = await start()
    const page = await open(site, 'flags')
    await page.getByRole('searchbox', { name: 'Distinct id of a visitor' }).fill('bob')
    const values = list(page, 'Flags of bob')
    await eventually(() => values.innerText()).toContain(
      'new-nav is on, because condition 1 applies.\npaid is off, because no condition applies.',
    )
    await page.getByRole('switch', { name: 'new-nav is on' }).click()
    await page.getByText('new-nav is off.', { exact: true }).waitFor()
    expect((await flag(site, 'new-nav')).active).toBe(false)
    await eventually(() => values.innerText()).toContain('new-nav is off, because the flag is switched off.')
    await page.getByRole('searchbox', { name: 'Distinct id of a visitor' }).fill('ann')
    await eventually(() => list(page, 'Flags of ann').innerText()).toContain(
      'paid is on, because condition 1',
    )
  })

  it('have a rollout that the slider and the number change', async () => {
    const site = await start()
    const page = await open(site, 'flags')
    const rollout = async () => (await flag(site, 'new-nav')).filters.groups![0]!.rollout_percentage
    const number = page.getByRole('spinbutton', { name: 'Rollout of new-nav, Everyone' })
    await number.fill('12.5')
    await number.press('Enter')
    await eventually(rollout).toBe(12.5)
    const slider = page.getByRole('slider', { name: 'Rollout of new-nav, Everyone' })
    await slider.fill('40')
    await eventually(rollout).toBe(40)
    expect(await number.inputValue()).toBe('40')
    await number.fill('700')
    await number.press('Enter')
    await eventually(rollout).toBe(100)
    expect((await flag(site, 'paid')).filters.groups![0]!.rollout_percentage).toBe(100)
  })

  it('go back to what they were when the service refuses a change', async () => {
    const site = await start()
    const page = await open(site, 'flags')
    const toggle = page.getByRole('switch', { name: 'paid is on' })
    await toggle.waitFor()
    site.service.fail({ path: '/api/projects/1/feature_flags', status: 503, times: 1 })
    await toggle.click()
    await page.getByText('paid stays as it was.').waitFor()
    expect(await toggle.isChecked()).toBe(true)
    expect((await flag(site, 'paid')).active).toBe(true)
  })

  it('cannot be changed with a key that may only read', async () => {
    const scopes = ['feature_flag:read', 'survey:read', 'project:read']
    const site = await start({ ...OPTIONS, personalKeys: [{ key: 'phx_demo', scopes }] })
    const page = await open(site, 'flags')
    const toggle = page.getByRole('switch', { name: 'paid is on' })
    await toggle.waitFor()
    expect(await toggle.isDisabled()).toBe(true)
    expect(await page.getByRole('slider').first().isDisabled()).toBe(true)
  })
})

describe('the people of the console', () => {
  it('are found by email and by distinct id', async () => {
    const site = await start()
    const page = await open(site, 'people')
    const rows = list(page, 'People').getByRole('button')
    await eventually(() => rows.count()).toBe(2)
    const search = page.getByRole('searchbox', { name: 'Distinct id or email' })
    for (const [text, found] of [
      ['BOB@example', 'Bob'],
      ['ann-phone', 'ann@example.com'],
    ] as const) {
      await search.fill(text)
      await eventually(async () => (await rows.allTextContents()).join()).toContain(found)
      await eventually(() => rows.count()).toBe(1)
    }
    await search.fill('nobody')
    await page.getByText('Nobody matches').waitFor()
    await page.getByRole('button', { name: 'Look in the events' }).click()
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
    expect(page.url()).toContain('#/events?distinct_id=nobody')
  })

  it('have properties, distinct ids, flags, answers and events', async () => {
    const site = await start()
    const asked = { id: 'score', question: 'Score?' }
    const properties = { $survey_id: 's1', $survey_name: 'NPS', $survey_submission_id: 'x' }
    await capture(site.service, {
      event: 'survey sent',
      distinct_id: 'ann',
      properties: {
        ...properties,
        $survey_questions: [{ ...asked, response: 9 }],
        $survey_response_score: 9,
      },
    })
    const page = await open(site, 'people?search=ann')
    await list(page, 'People').getByRole('button').first().click()
    const section = (name: string) => page.getByRole('region', { name, exact: true })
    await eventually(() => section('Properties').innerText()).toMatch(/email\s+ann@example\.com\s+plan\s+pro/)
    expect(await section('Distinct ids').innerText()).toMatch(/ann\s+ann-phone/)
    await eventually(() => section('Flags').innerText()).toContain('paid is on, because condition 1 applies.')
    await eventually(() => section('Answers').innerText()).toMatch(/NPS.*\s+Score\?\s+9/)
    await eventually(() => section('Events').innerText()).toContain('survey sent')
    await section('Events').getByRole('link', { name: 'All' }).click()
    await page.getByRole('button', { name: 'Of one person' }).waitFor()
  })

  it('are deleted after a question, with or without their events', async () => {
    const site = await start()
    await capture(site.service, { event: 'a', distinct_id: 'ann' }, { event: 'b', distinct_id: 'bob' })
    const page = await open(site, 'people?search=bob')
    const names = async () => (await site.service.state.persons()).map(person => person.main_distinct_id)
    await list(page, 'People').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Keep' }).click()
    expect(await names()).toEqual(['ann', 'bob'])
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Bob?' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Bob is deleted.').waitFor()
    expect(await names()).toEqual(['ann'])
    expect(await site.service.state.events()).toHaveLength(2)
    await list(page, 'People').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('checkbox', { name: /Delete the events too/ }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nobody yet').waitFor()
    expect((await site.service.state.events()).map(({ event }) => event)).toEqual(['b'])
  })
})

describe('the status of the console', () => {
  it('shows events per minute as a chart with a text and a table', async () => {
    const site = await start()
    await capture(site.service, ...numbered(7))
    const page = await open(site, 'status')
    const chart = page.getByRole('img', { name: /^7 events in the last hour, at most 7 a minute, at / })
    await chart.waitFor()
    await page.getByText('Show as table').click()
    const rows = page.getByRole('table', { name: 'Events per minute' }).getByRole('row')
    expect(await rows.count()).toBe(61)
    expect(await rows.nth(1).innerText()).toMatch(/^\d\d:\d\d\s+[07]$/)
  })

  it('says what was dropped, why, and what to do, and what is stored', async () => {
    const site = await start()
    await capture(
      site.service,
      { event: 'nobody' },
      { event: 'nobody' },
      { event: 'fine', distinct_id: 'ann' },
    )
    const page = await open(site, 'status')
    const warnings = list(page, 'Warnings')
    await eventually(() => warnings.innerText()).toContain('Events without a distinct id were dropped')
    const text = await warnings.innerText()
    expect(text).toContain('2 times')
    expect(text).toContain('Code on your server must pass the id of the user.')
    await page.getByText('Details').click()
    await page.getByText('nobody has no distinct_id').first().waitFor()
    expect(await page.locator('.status-facts').innerText()).toMatch(
      /Events\s+1\s+People\s+2\s+Storage\s+In memory\s+Size, about\s+\d.*B\s+Version\s+\d+\.\d+\.\d+/,
    )
  })
})

describe('the pages of a project without data', () => {
  it.each(['events', 'flags', 'people', 'status'])('have the snippet of the project: %s', async name => {
    const site = await start({ projectKey: 'phc_mine', personalKeys: [{ key: 'phx_demo' }] })
    const page = await open(site, name)
    const snippet = page.getByRole('textbox', { name: 'Script tag of this project' })
    await snippet.waitFor()
    expect(await snippet.inputValue()).toBe(
      `<script async crossorigin src="${site.url}/earshot.js" data-api-key="phc_mine" data-api-host="${site.url}"></script>`,
    )
  })
})

describe('the pages of the demo', () => {
  let site: ConsoleSite
  let personId: string
  beforeAll(async () => {
    const demo = createDemo(Date.now())
    const store = createMemoryStore()
    site = await startConsoleSite({ ...demo.options, store }, 'phx_demo')
    await site.service.state.events()
    await fillDemo(store, demo)
    personId = (await site.service.state.persons()).find(({ distinct_ids }) =>
      distinct_ids.includes('user_1000'),
    )!.id
  })
  let shown: (Opened & { name: string }) | undefined
  afterAll(async () => {
    await shown?.close()
    await site.stop()
  })

  const PAGES = ['events', 'flags?distinct_id=user_1007', 'people', 'people/person', 'status']
  const pathOf = (name: string) => name.replace('/person', `/${personId}`)
  const loaded = async (page: Page) => {
    await eventually(() => page.locator('.skeleton').count()).toBe(0)
    await clock.pass(200)
  }

  /** Shows a page in a window and a color scheme. Tests of one page share its document: loading it takes longer than they do. */
  const show = async (name: string, width: number, colorScheme: 'light' | 'dark' = 'light') => {
    if (shown?.name !== name) {
      await shown?.close()
      shown = { name, ...(await load(site, pathOf(name))) }
    }
    const { page, problems } = shown
    clock = shown.clock
    onTestFinished(() => expect(problems.splice(0)).toEqual([]))
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await loaded(page)
    return page
  }

  for (const name of PAGES) {
    it.each(
      (['light', 'dark'] as const).flatMap(scheme =>
        [1280, 390].map(width => [name, scheme, width] as const),
      ),
    )('pass axe: %s, %s, %i px', async (name, colorScheme, width) => {
      const page = await show(name, width, colorScheme)
      expect(await axeViolations(page)).toEqual([])
    })

    it.each([name])('fit from 320 to 1920 px, in both directions: %s', async name => {
      const page = await show(name, 1280)
      for (const direction of ['ltr', 'rtl']) {
        await page.evaluate(dir => document.documentElement.setAttribute('dir', dir), direction)
        for (const width of [320, 780, 1280, 1920]) {
          await page.setViewportSize({ width, height: 800 })
          await loaded(page)
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect([width, direction, Math.max(0, excess)]).toEqual([width, direction, 0])
        }
      }
    })
  }

  it('have few elements, however many events there are', async () => {
    const page = await open(site, 'events')
    await loaded(page)
    const count = () => page.locator('.virtual-item').count()
    expect(await count()).toBeLessThan(40)
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      await page.locator('.virtual-list').evaluate(element => element.scrollTo(0, element.scrollHeight))
      await clock.pass(150)
    }
    const size = await page.locator('.virtual-list').evaluate(element => element.scrollHeight)
    expect(size / 56).toBeGreaterThan(300)
    expect(await count()).toBeLessThan(40)
  })
})
