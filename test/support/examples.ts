import { resolve } from 'node:path'
import type { CapturedEvent } from 'earshot'
import type { Service, StoredEvent } from 'earshot/server'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { createBundler } from '../../examples/server/bundler'
import { createExampleServer } from '../../examples/server/createExampleServer'
import { launchChromium } from './browser'
import { bundleOnce } from './bundleOnce'
import { surveyDialog } from './surveyUser'

/**
 * Arguments that hide the automation, because events of bots are not captured.
 *
 * Options of a browser context would not do: they no longer apply while a page unloads.
 */
const NOT_AUTOMATED = [
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  '--disable-blink-features=AutomationControlled',
]

const root = resolve(import.meta.dirname, '../..')
const examples = `${root}/examples`
const dist = resolve(root, process.env.EARSHOT_OUT ?? 'dist')

/** A visitor of the examples, and the service that the pages use. */
export interface Visit {
  page: Page
  context: BrowserContext
  service: Service
  url: string
  /** Console errors and uncaught errors. */
  errors: string[]
  /** Messages that Earshot passed to `on_error`, starting with the reason. */
  warnings: string[]
  /** Requests of the page to the service, such as `POST /flags?v=2`. Those of the panel are excluded. */
  requests: string[]
  /** Returns the names of the stored events, in order. */
  eventNames(): Promise<string[]>
  /** Returns the stored events, or those with a name. */
  events(name?: string): Promise<StoredEvent[]>
  /** Returns the events with a name as the page sent them. */
  sentEvents(name: string): CapturedEvent[]
  close(): Promise<void>
}

/** The browser of a test file. */
export interface ExampleBrowser {
  /** Starts a new visitor with a new service. No page is open yet. */
  newVisit(project: number, options?: BrowserContextOptions): Promise<Visit>
  /**
   * Starts a visit in the page and with the service of an earlier one with the same options, because a page of its own starts a process
   * and compiles the scripts again (D-830). For tests that change no more than storage, media and viewport.
   */
  nextVisit(project: number, options?: BrowserContextOptions): Promise<Visit>
  close(): Promise<void>
}

const isPanelRequest = (url: string): boolean => /\/(examples|panel)\//.test(url)

const VIEWPORT = { width: 1280, height: 860 }

/** For all test files of this process. */
const bundler = bundleOnce(createBundler(examples, dist))

/** Empties the storage of a page, which may save there once more when it is left. */
const emptyStorage = () => {
  localStorage.clear()
  sessionStorage.clear()
  Storage.prototype.setItem = () => {}
}

/** Launches the browser. The caller closes it. */
export async function launchExampleBrowser(): Promise<ExampleBrowser> {
  const browser = await launchChromium(...NOT_AUTOMATED)
  const newVisit = async (project: number, options: BrowserContextOptions = {}): Promise<Visit> => {
    const server = await createExampleServer({ examples, dist, bundler })
    const { service, url } = server
    const context = await browser.newContext({ viewport: VIEWPORT, ...options })
    // In debug mode, Earshot logs everything that it passes to `on_error`.
    await context.addInitScript(() => localStorage.setItem('earshot_debug', 'true'))
    const page = await context.newPage()
    const errors: string[] = []
    const warnings: string[] = []
    const requests: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    page.on('console', message => {
      if (message.type() === 'error') errors.push(message.text())
      if (message.type() === 'warning') warnings.push(message.text().replace('earshot: ', ''))
    })
    page.on('request', request => {
      const isOurs = ['fetch', 'ping'].includes(request.resourceType()) && !isPanelRequest(request.url())
      if (isOurs) requests.push(`${request.method()} ${request.url().slice(url.length)}`)
    })
    const events = async (name?: string) => {
      const all = await service.state.events(project)
      return name === undefined ? all : all.filter(({ event }) => event === name)
    }
    return {
      page,
      context,
      service,
      url,
      errors,
      warnings,
      requests,
      events,
      eventNames: async () => (await events()).map(({ event }) => event),
      sentEvents: name =>
        service.state
          .requests()
          .flatMap(
            ({ body }) => (body as { batch?: CapturedEvent[] } | undefined)?.batch ?? [body as CapturedEvent],
          )
          .filter(body => body?.event === name),
      async close() {
        await context.close()
        await server.close()
      },
    }
  }
  const shared = new Map<string, Visit>()
  return {
    newVisit,
    async nextVisit(project, options = {}) {
      const {
        viewport = VIEWPORT,
        colorScheme = 'light',
        reducedMotion = 'no-preference',
        ...fixed
      } = options
      const key = JSON.stringify([project, fixed])
      const visit = shared.get(key) ?? (await newVisit(project, fixed))
      shared.set(key, visit)
      const { page, context, service } = visit
      await service.state.reset()
      if (viewport) await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion })
      // Outside of the window, where it hovers over nothing.
      await page.mouse.move(-1, -1)
      for (const list of [visit.errors, visit.warnings, visit.requests]) list.length = 0
      return {
        ...visit,
        async close() {
          await page.evaluate(emptyStorage)
          await context.clearCookies()
        },
      }
    },
    async close() {
      for (const visit of shared.values()) await visit.close()
      await browser.close()
    },
  }
}

/** Returns the properties of an event that describe a survey. */
export const surveyProperties = ({ properties }: StoredEvent): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).filter(([name]) => name.startsWith('$survey') || name === '$set'),
  )

/** Returns the accessible name of the focused element, shadow roots included: its label or its text. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    const field = element as HTMLInputElement | null
    const name = field?.ariaLabel ?? field?.labels?.[0]?.textContent ?? field?.textContent ?? ''
    return name.trim()
  })

/** Returns the elements that exceed the width of the viewport. */
export const overflowingElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const visit = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) visit(element.shadowRoot)
        const { left, right, width, height } = element.getBoundingClientRect()
        const isHidden = width * height <= 1 || getComputedStyle(element).visibility === 'hidden'
        if (isHidden || element.closest('svg')) continue
        if (left < -0.5 || right > innerWidth + 0.5) found.push(`${element.tagName}.${element.className}`)
      }
    }
    visit(document)
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls horizontally')
    return found
  })

/** Time until the survey of the shop opens. */
export const SHOP_DELAY_MS = 4000

/** Polls a value for an expectation. Before each read, moves the clock of the page, which is installed. */
export const pollWithClock = <T>(page: Page, ms: number, read: () => T) =>
  expect.poll(
    async () => {
      await page.clock.runFor(ms)
      return read()
    },
    { interval: 200, timeout: 25_000 },
  )

/** Waits for the survey of the shop. Its delay starts with the flags; the clock of the page is installed. */
export async function passShopDelay(page: Page): Promise<void> {
  await page.waitForFunction('window.earshot?.featureFlags?.hasLoadedFlags')
  await pollWithClock(page, SHOP_DELAY_MS, () => surveyDialog(page).count()).toBe(1)
}
