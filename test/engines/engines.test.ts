import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from './browser'
import { ENGINES } from './engines'
import { boxesOf, chromiumBoxes, closeChromium, differences } from './looks'
import { openSite, QUESTION_NAMES, type Site } from './site'

const RECOMMEND = 'How likely are you to recommend us to a friend or colleague?'
const BETTER = 'What is the one thing that would make it better for you?'

/** What the script puts on a page, as far as these tests call it. */
declare const earshot: {
  capture(event: string, properties?: object): void
  get_distinct_id(): string
}

afterAll(closeChromium)

describe.each(ENGINES)('$name', ({ start }) => {
  let browser: Browser
  let site: Site
  beforeAll(async () => {
    browser = await start()
  })
  afterAll(() => browser?.stop())
  // Each on an address of its own, so with storage of its own.
  beforeEach(async () => {
    site = await openSite()
    await browser.resize(1280, 900)
  })
  afterEach(async () => {
    // A page that is still open would ask for the panel's events again and again.
    await browser.open('about:blank')
    await site.stop()
  })

  /** The heading of the survey; `null` when there is none. */
  const heading = () => browser.run(survey => survey?.querySelector('h2')?.textContent)
  const asks = (question: string | null) => expect.poll(heading).toBe(question)
  const inFocus = () =>
    browser.run(survey => {
      const control = survey?.activeElement as HTMLInputElement | null | undefined
      return control?.labels?.[0]?.textContent || control?.textContent
    })
  const label = (text: string) =>
    browser.click(
      (survey, wanted) =>
        [...survey!.querySelectorAll('label, button')].find(({ textContent }) => textContent === wanted),
      text,
    )
  const press = async (key: string, until: string) => {
    for (let presses = 0; (await inFocus()) !== until; presses++) {
      if (presses > 20) throw new Error(`${key} does not lead to "${until}"`)
      await browser.press(key)
    }
  }
  const sentFromShop = async () =>
    (await site.examples.service.state.events(1))
      .filter(({ event }) => event === 'survey sent')
      .map(({ properties }) => [
        properties['$survey_response_recommend'],
        properties['$survey_response_better'],
        properties['$survey_completed'],
      ])
  const visitTheShop = async () => {
    await browser.open(`${site.examples.url}/script-tag/`)
    await asks(RECOMMEND)
  }
  const numbers = async (event: string) => (await site.events(event)).map(({ properties }) => properties['n'])
  const distinctId = () => browser.run(() => earshot.get_distinct_id())
  /** Waits until the browser is on the page at a path, and the client has started there. */
  const started = (path: string) =>
    expect
      .poll(() => browser.run(() => [location.pathname, typeof earshot.get_distinct_id]))
      .toEqual([path, 'function'])
  const visit = async (path: string) => {
    await browser.open(site.url + path)
    await started(path)
  }

  it('shows the survey of a script tag, which is answered by mouse', async () => {
    await visitTheShop()
    await label('7')
    await asks(BETTER)
    await label('Easier returns')
    await label('Send')
    await expect.poll(sentFromShop).toEqual([
      [7, undefined, false],
      [7, 'Easier returns', true],
    ])
  })

  it('... and by keyboard, with focus to be seen at every step', async () => {
    await visitTheShop()
    const ring = () =>
      browser.run(survey => {
        const control = survey!.activeElement!
        const drawn = control.nextElementSibling ?? control
        return getComputedStyle(drawn).outlineStyle
      })
    await browser.run(survey => survey!.querySelector<HTMLElement>('.close')!.focus())
    await browser.press('Tab')
    await press('ArrowRight', '7')
    expect(await ring()).toBe('solid')
    expect(await heading()).toBe(RECOMMEND)
    await browser.press('Space')
    await asks(BETTER)
    await browser.press('Tab')
    await press('ArrowDown', 'Easier returns')
    expect(await ring()).toBe('solid')
    await press('Tab', 'Send')
    await browser.press('Enter')
    await expect.poll(async () => (await sentFromShop()).at(-1)).toEqual([7, 'Easier returns', true])
    await browser.press('Escape')
    await asks(null)
  })

  it('is closed by Escape, and focus goes back to where it was', async () => {
    await visitTheShop()
    await browser.run(survey => {
      document.querySelector<HTMLElement>('#member')!.focus()
      survey!.querySelector<HTMLElement>('[type=radio]')!.focus()
    })
    await browser.press('Escape')
    await asks(null)
    expect(await browser.run(() => document.activeElement?.id)).toBe('member')
    await expect
      .poll(async () => (await site.examples.service.state.events(1)).map(({ event }) => event))
      .toContain('survey dismissed')
  })

  it('writes a tab at the edge from bottom to top', async () => {
    await visitTheShop()
    const [width, height] = await browser.run(() => {
      const hosts = [...document.querySelectorAll('[data-display=tab]')]
      const box = hosts[0]!.shadowRoot!.querySelector('.tab')!.getBoundingClientRect()
      return [box.width, box.height]
    })
    expect(height).toBeGreaterThan(2 * width!)
  })

  it('keeps a survey inside a narrow window', async () => {
    await browser.resize(390, 800)
    await visitTheShop()
    const outside = () =>
      browser.run(survey =>
        [...survey!.querySelectorAll('*')]
          .filter(element => {
            const { left, right, bottom } = element.getBoundingClientRect()
            return left < 0 || right > innerWidth || bottom > innerHeight
          })
          .map(element => element.className),
      )
    // It rises as it comes.
    await expect.poll(outside).toEqual([])
  })

  it('delivers 200 events that were captured right before the page was left, each once', async () => {
    site.put('/')
    site.put('/next')
    await visit('/')
    await browser.run(() => {
      for (let n = 0; n < 200; n++) earshot.capture('burst', { n })
      location.href = '/next'
    })
    await expect.poll(async () => (await numbers('burst')).length, { timeout: 30_000 }).toBe(200)
    await started('/next')
    // The outbox sends in order, so an event that it repeats would arrive before this one.
    await browser.run(() => earshot.capture('after', { n: 0 }))
    await expect.poll(() => numbers('after')).toEqual([0])
    expect(new Set(await numbers('burst')).size).toBe(200)
    expect(await numbers('burst')).toHaveLength(200)
  })

  it('makes up on the next page for what the service did not take', async () => {
    site.put('/')
    site.put('/next')
    const recover = site.service.fail({ status: 503 })
    await visit('/')
    await browser.run(() => {
      for (let n = 0; n < 20; n++) earshot.capture('waits', { n })
    })
    await browser.open(`${site.url}/next`)
    recover()
    await expect.poll(async () => (await numbers('waits')).length, { timeout: 30_000 }).toBe(20)
    expect(new Set(await numbers('waits')).size).toBe(20)
  })

  it('packs what it sends', async () => {
    site.put('/')
    await visit('/')
    await browser.run(() => {
      for (let n = 0; n < 50; n++) earshot.capture('packed', { n, text: 'the same again '.repeat(10) })
    })
    await expect.poll(async () => (await numbers('packed')).length).toBe(50)
    const requests = site.service.state.requests().filter(({ path }) => path !== '/flags')
    expect(requests.map(({ encoding }) => encoding)).toContain('gzip')
  })

  it('knows a visitor again after a reload, and in another tab', async () => {
    site.put('/')
    await visit('/')
    const before = await distinctId()
    await browser.reload()
    await visit('/')
    expect(await distinctId()).toBe(before)
    const closeTab = await browser.newTab()
    await visit('/')
    expect(await distinctId()).toBe(before)
    await closeTab()
  })

  it('lets the browser keep a page for the way back, and goes on there', async () => {
    site.put('/')
    site.put('/next')
    await visit('/')
    await expect.poll(async () => (await site.events('$pageview')).length).toBe(1)
    const leaveAndComeBack = async () => {
      await browser.run(() => {
        addEventListener('pageshow', event => {
          document.title = event.persisted ? 'kept' : 'new'
        })
        location.href = '/next'
      })
      await expect.poll(() => browser.run(() => location.pathname)).toBe('/next')
      await browser.back()
      await expect.poll(() => browser.run(() => location.pathname)).toBe('/')
      return browser.run(() => document.title)
    }
    // No browser keeps a page whose requests are still under way, and it fetches a file when it is idle.
    await expect.poll(leaveAndComeBack, { interval: 1_000, timeout: 40_000 }).toBe('kept')
    await browser.run(() => earshot.capture('back again', { n: 1 }))
    await expect.poll(() => numbers('back again')).toEqual([1])
  })

  it('works without storage', async () => {
    const closed = `<script>for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('closed', 'SecurityError') } })
      Object.defineProperty(document, 'cookie', { get() { throw new DOMException('closed', 'SecurityError') } })</script>`
    site.put('/asks', { head: closed })
    await visit('/asks')
    await browser.run(() => earshot.capture('homeless', { n: 1 }))
    await expect.poll(() => numbers('homeless')).toEqual([1])
    await asks('Why?')
  })

  it.each([
    ['nonces', "default-src 'none'; script-src 'nonce-n1'; style-src 'nonce-n1'; connect-src SERVICE"],
    [
      'Trusted Types',
      "default-src 'none'; script-src 'nonce-n1'; style-src 'none'; connect-src SERVICE; require-trusted-types-for 'script'; trusted-types earshot",
    ],
  ])('shows a styled survey under a policy with %s, and breaks no rule', async (_, policy) => {
    site.put('/asks', {
      policy,
      attributes: 'nonce="n1"',
      head: `<link rel="icon" href="data:,"><script nonce="n1">var broken = []
        addEventListener('securitypolicyviolation', event => broken.push(event.violatedDirective))</script>`,
    })
    await visit('/asks')
    await asks('Why?')
    expect(
      await browser.run(survey => getComputedStyle(survey!.querySelector('.card')!).borderTopLeftRadius),
    ).toBe('16px')
    const broken = await browser.run(() => (window as unknown as { broken: string[] }).broken)
    expect(broken.filter(directive => directive !== 'img-src')).toEqual([])
  })

  it.each(QUESTION_NAMES)('draws the question "%s" as Chromium does', async name => {
    site.put(`/looks/${name}`)
    const path = `${site.url}/looks/${name}`
    const expected = await chromiumBoxes(path)
    await browser.open(path)
    await expect
      .poll(async () => differences(expected, (await browser.run(boxesOf)) ?? []), { timeout: 20_000 })
      .toEqual([])
  })

  it('draws the survey preview', async () => {
    await browser.open(`${site.examples.url}/preview/`)
    const questions = () =>
      browser.run(() =>
        [...document.querySelectorAll('iframe')].map(
          frame =>
            frame.contentDocument?.querySelector('.earshot-survey')?.shadowRoot?.querySelector('h2')
              ?.textContent,
        ),
      )
    await expect.poll(async () => (await questions()).filter(Boolean).length).toBeGreaterThan(0)
  })
})
