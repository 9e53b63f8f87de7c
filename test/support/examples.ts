import { resolve } from 'node:path'
import type { CapturedEvent } from 'earshot'
import type { Service, StoredEvent } from 'earshot/server'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { createExampleServer } from '../../examples/server/createExampleServer'
import { launchChromium } from './browser'

/**
 * Robots are not captured, and a browser under automation says that it is one: the tests come as a person. Arguments of the
 * browser hold until the last moment of a page; what is set for a context is gone when the page leaves.
 */
const AS_A_PERSON = [
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  '--disable-blink-features=AutomationControlled',
]

const root = resolve(import.meta.dirname, '../..')

/** Somebody who opens examples, and the service that the pages talk to. */
export interface Visit {
  page: Page
  context: BrowserContext
  service: Service
  url: string
  /** Errors of the console and uncaught ones. */
  errors: string[]
  /** Reasons that Earshot has given to `on_error`, with what it said of them. */
  reported: string[]
  /** Requests that left the page for the service, as `POST /flags?v=2`; what the panel asks for is left out. */
  requests: string[]
  /** Names of the events at the service, in order. */
  names(): Promise<string[]>
  /** Events at the service, all or those of a name. */
  events(name?: string): Promise<StoredEvent[]>
  /** Events of a name as the page sent them. */
  bodies(name: string): CapturedEvent[]
  end(): Promise<void>
}

/** The browser of a test file. */
export interface Visitors {
  /** A new visitor before a fresh service, who has opened nothing yet. */
  come(project: number, options?: BrowserContextOptions): Promise<Visit>
  stop(): Promise<void>
}

const isOfPanel = (url: string): boolean => /\/(examples|panel)\//.test(url)

/** Starts the browser; the caller stops it. */
export async function createVisitors(): Promise<Visitors> {
  const browser: Browser = await launchChromium(...AS_A_PERSON)
  return {
    async come(project, options = {}) {
      const { service, url, close } = await createExampleServer({
        examples: `${root}/examples`,
        dist: resolve(root, process.env.EARSHOT_OUT ?? 'dist'),
      })
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        ...options,
      })
      // With this, Earshot tells the console what it tells `on_error`.
      await context.addInitScript(() => localStorage.setItem('earshot_debug', 'true'))
      const page = await context.newPage()
      const errors: string[] = []
      const reported: string[] = []
      const requests: string[] = []
      page.on('pageerror', error => errors.push(String(error)))
      page.on('console', message => {
        if (message.type() === 'error') errors.push(message.text())
        if (message.type() === 'warning') reported.push(message.text().replace('earshot: ', ''))
      })
      page.on('request', request => {
        const isOurs = ['fetch', 'ping'].includes(request.resourceType()) && !isOfPanel(request.url())
        if (isOurs) requests.push(`${request.method()} ${request.url().slice(url.length)}`)
      })
      const events = async (name?: string) => {
        const all = await service.state.events(project)
        return name === undefined ? all : all.filter(({ event }) => event === name)
      }
      const bodies = (name: string) =>
        service.state
          .requests()
          .flatMap(
            ({ body }) => (body as { batch?: CapturedEvent[] } | undefined)?.batch ?? [body as CapturedEvent],
          )
          .filter(body => body?.event === name)
      return {
        page,
        context,
        service,
        url,
        errors,
        reported,
        requests,
        events,
        bodies,
        names: async () => (await events()).map(({ event }) => event),
        async end() {
          await context.close()
          await close()
        },
      }
    },
    stop: () => browser.close(),
  }
}

/** The properties of an event that tell of a survey. */
export const aboutSurvey = ({ properties }: StoredEvent): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).filter(([name]) => name.startsWith('$survey') || name === '$set'),
  )

/** Where focus is, through shadow roots: the accessible name, as far as a label or the text has it. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    const field = element as HTMLInputElement | null
    return field?.ariaLabel ?? field?.labels?.[0]?.textContent ?? element?.textContent?.trim() ?? ''
  })

/** Elements that reach out of the viewport, sideways or, when they are fixed, in any direction. */
export const outside = (page: Page): Promise<string[]> =>
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
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    return found
  })
