import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium, findHeadlessChromium } from '../../scripts/findBrowsers.mjs'
import { esbuildNames } from '../../scripts/privateProperties.mjs'

const ARGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  // A page of a test ends before its faster code has paid for itself. See D-845.
  '--js-flags=--no-opt --no-maglev',
]

/** Launches Chromium with additional arguments. The caller closes it. */
export const launchChromium = (...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: findHeadlessChromium(), args: [...ARGS, ...args] })

/** Launches the Chromium that people use. The one without a window calls itself headless in `userAgentData`: a bot. */
export const launchFullChromium = (...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: [...ARGS, ...args] })

/** Launches Chromium with the back/forward cache, which automation disables by default. */
export const launchWithBackForwardCache = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ARGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })

/**
 * Opens a URL in a Chromium without automation, because Chromium does not prerender pages under automation.
 *
 * @returns A function that ends the browser.
 */
export function openWithoutDriver(url: string, userAgent: string): () => Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'earshot-'))
  const own = ['--headless=new', '--no-sandbox', `--user-agent=${userAgent}`, `--user-data-dir=${profile}`]
  const child = spawn(findChromium()!, [...ARGS, ...own, url], { stdio: 'ignore', detached: true })
  const ended = new Promise(resolve => child.once('exit', resolve))
  return async () => {
    // Kills the process group. A remaining process would write to the profile while it is removed.
    process.kill(-child.pid!, 'SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Bundles an entry into one script without source maps. */
export async function bundle(entry: string, options: BuildOptions = {}): Promise<string> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target: 'es2020',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    ...options,
    write: false,
  })
  return result.outputFiles[0]!.text
}

/** Bundles a file of the client. Files that load each other need the same short names, which are those of the build. */
export const bundleClient = (entry: string, options: BuildOptions = {}): Promise<string> =>
  bundle(entry, { ...esbuildNames(), ...options })

/** The content of a test page. */
export interface Site {
  /** The HTML document. It loads the bundled entry from `/bundle.js`. */
  html: string
  headers?: Record<string, string>
}

/** An open test page with its errors. */
export interface OpenPage {
  page: Page
  /** Console errors and uncaught errors. */
  errors: string[]
  close(): Promise<void>
}

/** How a visitor opens a page. */
export interface VisitOptions extends BrowserContextOptions {
  /** For a test that changes more than a document, its window and its media: clock, full screen, other pages, developer tools. */
  ownPage?: boolean
}

/** A server with one page, and a browser that opens it. */
export interface Visitor {
  /** Opens a new document. Tests with the same options share the page, because a page of its own starts a process (D-659). */
  open(site?: Partial<Site>, options?: VisitOptions): Promise<OpenPage>
  stop(): Promise<void>
}

const BLANK =
  '<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1></main><script src="/bundle.js"></script></body></html>'

const VIEWPORT = { width: 1280, height: 800 }

/** Starts the browser and the server for the tests of a file. */
export async function createVisitor(entry: string): Promise<Visitor> {
  const [script, browser] = await Promise.all([bundle(entry), launchChromium()])
  let site: Site = { html: BLANK }
  const server = createServer((request, response) => {
    const isScript = request.url === '/bundle.js'
    if (!isScript && request.url !== '/') return void response.writeHead(204).end()
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    for (const [name, value] of Object.entries(site.headers ?? {})) response.setHeader(name, value)
    response.end(isScript ? script : site.html)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const newPage = async (options: BrowserContextOptions): Promise<OpenPage> => {
    const context = await browser.newContext({ viewport: VIEWPORT, ...options })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    page.on('console', message => {
      if (message.type() === 'error' && !message.text().includes('favicon')) errors.push(message.text())
    })
    return { page, errors, close: () => context.close() }
  }
  const shared = new Map<string, OpenPage>()
  const sharedPage = async (options: BrowserContextOptions): Promise<OpenPage> => {
    const { viewport = VIEWPORT, colorScheme = 'light', reducedMotion = 'no-preference', ...fixed } = options
    const key = JSON.stringify(fixed)
    const opened = shared.get(key) ?? (await newPage(fixed))
    shared.set(key, opened)
    const { page, errors } = opened
    if (viewport) await page.setViewportSize(viewport)
    await page.emulateMedia({ media: null, contrast: null, forcedColors: null, colorScheme, reducedMotion })
    // Outside of the window, where it hovers over nothing.
    await page.mouse.move(-1, -1)
    errors.length = 0
    return { page, errors, close: async () => {} }
  }
  return {
    async open(wanted = {}, { ownPage = false, ...options } = {}) {
      site = { html: BLANK, ...wanted }
      const opened = await (ownPage ? newPage(options) : sharedPage(options))
      await opened.page.goto(address)
      return opened
    },
    async stop() {
      await browser.close()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
