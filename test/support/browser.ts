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

const ARGS = ['--disable-gpu', '--disable-background-networking', '--no-first-run']

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

/** A server with one page, and a browser that opens it. */
export interface Visitor {
  open(site?: Partial<Site>, options?: BrowserContextOptions): Promise<OpenPage>
  stop(): Promise<void>
}

const BLANK =
  '<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1></main><script src="/bundle.js"></script></body></html>'

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
  return {
    async open(wanted = {}, options = {}) {
      site = { html: BLANK, ...wanted }
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', error => errors.push(String(error)))
      page.on('console', message => {
        if (message.type() === 'error' && !message.text().includes('favicon')) errors.push(message.text())
      })
      await page.goto(address)
      return { page, errors, close: () => context.close() }
    },
    async stop() {
      await browser.close()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
