import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleClient } from '../support/browser'
import { LANGUAGE_GLOBALS } from '../support/languageGlobals'
import { open, single, survey } from '../support/surveys'
import { type ClientSite, openSite, pageOf, waitUntil } from '../support/testSite'

/** A card waits for the body, and is removed after its fade. */
const INCOMPLETE = ['document.body', 'window.setTimeout']
/** Without these no survey arrives, and nothing can be drawn. */
const NEEDED = [
  'window.fetch',
  'document.createElement',
  'document.createElementNS',
  'document.createTextNode',
]

/**
 * Replaces properties by getters, where our files are what reads them: all of them by one that notes its name, or the one of
 * `?throws=` by one that throws. Removes what the page before has stored.
 */
function replaceGetters(language: readonly string[]): void {
  const given = new URLSearchParams(location.search).get('throws')
  const read = new Set<string>()
  const errors: unknown[] = []
  const earshotConfig = { on_error: (...error: unknown[]) => errors.push(error.map(String)) }
  localStorage.clear()
  sessionStorage.clear()
  const isOurs = () => (new Error().stack ?? '').split('\n')[3]?.includes('/earshot')
  const owners = { window, document, navigator, screen, history, performance, visualViewport }
  for (const [owner, object] of Object.entries(owners)) {
    const names = new Set<string>()
    for (let level: object = object!; level !== Object.prototype; level = Object.getPrototypeOf(level))
      for (const name of Object.getOwnPropertyNames(level)) names.add(name)
    for (const name of names) {
      const path = `${owner}.${name}`
      const own = Object.getOwnPropertyDescriptor(object, name)
      if (own?.configurable === false || name === 'constructor' || (given && given !== path)) continue
      if (owner === 'window' && language.includes(name)) continue
      const valueNow = () =>
        own
          ? own.get
            ? own.get.call(object)
            : own.value
          : Reflect.get(Object.getPrototypeOf(object), name, object)
      Object.defineProperty(object, name, {
        configurable: true,
        get() {
          if (isOurs()) {
            if (given) throw new Error(`blocked: ${path}`)
            read.add(path)
          }
          return valueNow()
        },
        set: value => Object.defineProperty(object, name, { value, configurable: true, writable: true }),
      })
    }
  }
  Object.assign(window, { read, errors, earshotConfig })
}

/** Answers both questions of the popover. Returns what did not come in time. */
async function answerSurvey(): Promise<string | undefined> {
  const rootOf = (display: string) =>
    document.querySelector(`.earshot-survey[data-display=${display}]`)?.shadowRoot
  const find = <T extends Element>(selector: string) => rootOf('popover')?.querySelector<T>(selector)
  const submit = () => find<HTMLElement>('.submit, button[type=submit]')!.click()
  const until = async (name: string, condition: () => unknown) => {
    for (let turn = 0; turn < 150; turn++) {
      if (condition()) return
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    throw new Error(name)
  }
  try {
    await until('tab', () => rootOf('tab')?.querySelector('.tab'))
    await until('popover', () => find('textarea'))
    const field = find<HTMLTextAreaElement>('textarea')!
    field.value = 'because'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    submit()
    await until('second question', () => find('input[type=radio]'))
    find<HTMLElement>('input[type=radio]')!.click()
    submit()
    await until('end', () => !find('input[type=radio]'))
    return undefined
  } catch (error) {
    return String(error)
  }
}

let site: ClientSite
beforeAll(async () => {
  site = await openSite()
  site.setPage('/earshot-surveys.js', { script: await bundleClient('src/surveysChunk.ts') })
  const script = `(${replaceGetters})(${JSON.stringify(LANGUAGE_GLOBALS)})`
  site.setPage('/', { html: pageOf(site.host, {}, `<script>${script}</script>`) })
  const questions = [open(), single({ choices: ['Red', 'Blue'] })]
  await site.service.state.addSurvey(survey({ questions }) as never)
  await site.service.state.addSurvey(
    survey({ id: 'w1', type: 'widget', appearance: { widgetType: 'tab' } }) as never,
  )
})
afterAll(() => site.stop())

/** Answers the survey on a page of its own. Returns what went wrong, and what was reported. */
async function run(page: Page, path: string) {
  await page.goto(`${site.url}/?throws=${path}`)
  const late = await page.evaluate(answerSurvey)
  const errors = await page.evaluate(() => (window as unknown as { errors: unknown[] }).errors)
  return { late, errors }
}

describe('a page whose browser has getters that throw', () => {
  it('shows a survey and sends its answers when any property that the client reads throws (R31)', async () => {
    const page = await (await site.visitor()).newPage()
    // Drawing cards that come and go would be a sixth of the work. D-736
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await run(page, '')
    const read = await page.evaluate(() => [...(window as unknown as { read: Set<string> }).read])
    expect(read).toEqual(
      expect.arrayContaining(['document.currentScript', 'window.length', 'window.CSS', 'window.innerHeight']),
    )
    const paths = read.filter(path => !NEEDED.includes(path))
    const failed: unknown[] = []
    for (const path of paths) {
      const { late, errors } = await run(page, path)
      if ((late && !INCOMPLETE.includes(path)) || errors.length > 1 || /survey_/.test(String(errors)))
        failed.push([path, late, errors])
    }
    expect(failed).toEqual([])
    const complete = paths.filter(path => !INCOMPLETE.includes(path))
    // The last page has sent its events by now.
    await page.goto('about:blank')
    const pathOf = (url: unknown) => new URL(String(url)).searchParams.get('throws')
    const sent = await waitUntil(
      async () => {
        const events = await site.service.state.events()
        return events
          .filter(({ event }) => event === 'survey sent')
          .map(event => pathOf(event.properties.$current_url))
      },
      list => ['', ...complete].every(path => list.includes(path)),
    )
    expect(sent).toEqual(expect.arrayContaining(['', ...complete]))
  }, 120_000)
})
