import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createService, type Service, type ServiceOptions } from '../../src/server/index'
import { type RunningServer, serve } from '../../src/server/node'
import { bundleClient, launchChromium } from './browser'

/** The user agent of somebody who is no test. */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

/** Hides the automation, which a browser without a window also names among its brands. */
const AS_A_PERSON = `{
  const { brands, platform } = navigator.userAgentData ?? {}
  const own = brands?.filter(({ brand }) => !brand.includes('Headless'))
  Object.defineProperty(navigator, 'webdriver', { get: () => false })
  if (own) Object.defineProperty(navigator, 'userAgentData', { get: () => ({ brands: own, platform }) })
}`

/** What the site answers at a path. */
export interface SitePage {
  html?: string
  script?: string
  headers?: Record<string, string>
}

/** A site with the script tag on it, the service on another origin, and the browser that visits. */
export interface ClientSite {
  url: string
  readonly service: Service
  /** Address of the service. */
  readonly host: string
  browser: Browser
  /** A visitor of their own: new storage. `isBot`: says that it is a test browser. */
  visitor(options?: {
    isBot?: boolean
    timezoneId?: string
    reducedMotion?: 'reduce'
  }): Promise<BrowserContext>
  /** Puts a page at a path. */
  setPage(path: string, page: SitePage): void
  /** The service cannot be reached any more, and then again, at the same address. */
  disconnect(): Promise<void>
  reconnect(): Promise<void>
  /** Puts a new service at another address, where no late request of an earlier page arrives. */
  renewService(): Promise<void>
  stop(): Promise<void>
}

const bundled = new Map<string, Promise<string>>()
/** Bundles a file once for all test files of this process. */
function bundleFile(entry: string): Promise<string> {
  const script = bundled.get(entry) ?? bundleClient(entry, { minify: true, define: { __INTEGRITY__: '{}' } })
  bundled.set(entry, script)
  return script
}

/** A document whose script tag starts the client; `config` is JSON for `data-config`, `head` comes before it. */
export function pageOf(host: string, config: object = {}, head = '', attributes = ''): string {
  const settings = JSON.stringify({ rate_limiting: { events_per_second: 1e6 }, ...config })
  const escaped = settings.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<!doctype html><html lang="en"><head><title>Shop</title>${head}<script src="/earshot.js" crossorigin data-api-key="phc_demo" data-api-host="${host}" data-config="${escaped}" ${attributes}></script></head><body><main>Shop</main></body></html>`
}

export async function openSite(options: ServiceOptions = {}, launch = launchChromium): Promise<ClientSite> {
  const [script, encoders, words, browser] = await Promise.all([
    bundleFile('src/script.ts'),
    bundleFile('src/encodersChunk.ts'),
    bundleFile('src/wordsChunk.ts'),
    launch(),
  ])
  const newService = () => createService({ requestLogSize: 20_000, ...options })
  let service = newService()
  let serving: RunningServer | undefined = await serve(service)
  let host = serving.url
  const pages = new Map<string, SitePage>([
    ['/earshot.js', { script }],
    ['/earshot-encoders.js', { script: encoders }],
    ['/earshot-words.js', { script: words }],
  ])
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]!
    const page = pages.get(path)
    if (!page) return void response.writeHead(404).end()
    response.setHeader(
      'content-type',
      page.script !== undefined ? 'text/javascript' : 'text/html; charset=utf-8',
    )
    for (const [name, value] of Object.entries(page.headers ?? {})) response.setHeader(name, value)
    response.end(page.script ?? page.html)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  pages.set('/', { html: pageOf(host) })
  pages.set('/elsewhere', { html: '<!doctype html><title>Elsewhere</title>' })

  return {
    url,
    get service() {
      return service
    },
    get host() {
      return host
    },
    browser,
    async visitor({ isBot = false, ...options } = {}) {
      const context = await browser.newContext(isBot ? options : { userAgent: USER_AGENT, ...options })
      if (!isBot) await context.addInitScript(AS_A_PERSON)
      return context
    },
    setPage: (path, page) => void pages.set(path, page),
    async disconnect() {
      await serving?.close()
      serving = undefined
    },
    async reconnect() {
      serving = await serve(service, { port: Number(new URL(host).port) })
    },
    async renewService() {
      await serving?.close()
      service = newService()
      serving = await serve(service)
      host = serving.url
    },
    async stop() {
      await browser.close()
      await serving?.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Waits until something is so; the last value is the test's to judge. */
export async function waitUntil<T>(
  read: () => Promise<T> | T,
  condition: (value: T) => boolean,
  ms = 15_000,
): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const value = await read()
    if (condition(value) || Date.now() > end) return value
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Opens a page and collects what it complains about. */
export async function openPage(
  context: BrowserContext,
  url: string,
): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  page.on('console', message => {
    if (
      message.type() === 'error' &&
      !/favicon|ERR_CONNECTION|ERR_EMPTY_RESPONSE|status of/.test(message.text())
    )
      errors.push(message.text())
  })
  await page.goto(url)
  return { page, errors }
}
