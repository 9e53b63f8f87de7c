import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { axeViolations } from './axe'
import { bundle, bundleClient } from './browser'
import { installClock, type TestClock } from './testClock'
import { type ClientSite, openPage, openSite, pageOf } from './testSite'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

/** The policy that the console is served with: nothing inline, and no request to another origin. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; base-uri 'none'; form-action 'none'"
const PERSONAL_KEY = 'phx_demo'

/** A site with a shop at `/shop`, the editor at `/console/editor.html`, and the service behind both. */
export interface EditorSite extends ClientSite {
  /** Opens the editor, signed in as the console does it. */
  openEditor(query: string, options?: BrowserContextOptions): Promise<OpenEditor>
  /** Opens the shop as a new visitor with a phone. `query` begins with `?`. */
  openShop(query?: string): Promise<{ page: Page; errors: string[]; clock: TestClock }>
  /** Lets a browser without `openEditor` reach the service from the origin of the editor. */
  route(context: BrowserContext): Promise<void>
  /** Calls the management interface. */
  call(method: string, path: string, body?: object): Promise<{ status: number; body: never }>
}

/** An open editor. */
export interface OpenEditor {
  page: Page
  errors: string[]
  context: BrowserContext
  clock: TestClock
  /** Cuts the connection between the editor and the service, or restores it. */
  setConnected(isConnected: boolean): void
  /** Returns the violations that axe finds outside of the preview frame. */
  violations(): Promise<string[]>
}

export async function openEditorSite(): Promise<EditorSite> {
  const site = await openSite({
    projects: [{ projectKey: 'phc_demo' }],
    users: [{ email: 'ann@example.com', first_name: 'Ann' } as never],
    personalKeys: [{ key: PERSONAL_KEY }],
  })
  const editor = await bundle('src/editor/main.tsx', {
    minify: true,
    alias: {
      'earshot/server': resolve(root, 'src/server/index.ts'),
      'earshot/surveys': resolve(root, 'src/surveys.ts'),
      earshot: resolve(root, 'src/index.ts'),
    },
  })
  const headers = { 'content-security-policy': POLICY }
  site.setPage('/console/editor.html', { html: read('src/editor/editor.html'), headers })
  const boot = `<script id="boot" type="application/json">{"key":"${PERSONAL_KEY}","demo":true}</script></body>`
  site.setPage('/console/demo.html', {
    html: read('src/editor/editor.html').replace('</body>', boot),
    headers,
  })
  site.setPage('/console/editor.js', { script: editor })
  site.setPage('/console/editor.css', {
    html: await bundle('src/editor/editor.css'),
    headers: { 'content-type': 'text/css' },
  })
  site.setPage('/earshot-surveys.js', { script: await bundleClient('src/surveysChunk.ts') })
  site.setPage('/shop', { html: pageOf(site.host) })

  /** The service and the console have one origin. It has another port here. */
  async function route(context: BrowserContext, isConnected = () => true) {
    await context.route('**/api/projects/**', async handled => {
      if (!isConnected()) return handled.abort('connectionrefused')
      const request = handled.request()
      const { pathname, search } = new URL(request.url())
      const response = await site.service.fetch(pathname + search, {
        method: request.method(),
        headers: await request.allHeaders(),
        body: request.postData(),
      })
      await handled.fulfill({
        status: response.status,
        contentType: 'application/json',
        body: await response.text(),
      })
    })
  }

  return {
    ...site,
    route,
    async openEditor(query, options = {}) {
      let isConnected = true
      const context = await site.browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        ...options,
      })
      await context.addInitScript(
        `sessionStorage.setItem('earshot_console', '{"key":"${PERSONAL_KEY}","projectId":1}')`,
      )
      const clock = await installClock(context)
      await route(context, () => isConnected)
      const { page, errors } = await openPage(context, `${site.url}/console/editor.html?project=1${query}`)
      return {
        page,
        errors,
        context,
        clock,
        setConnected(connected) {
          isConnected = connected
        },
        violations: () => axeViolations(page, ['iframe']),
      }
    },
    async openShop(query = '') {
      const context = await site.visitor({ viewport: { width: 390, height: 844 } } as never)
      const clock = await installClock(context)
      return { ...(await openPage(context, `${site.url}/shop${query}`)), clock }
    },
    async call(method, path, body) {
      const response = await site.service.fetch(`/api/projects/1/surveys/${path}`, {
        method,
        headers: { authorization: `Bearer ${PERSONAL_KEY}`, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      })
      return { status: response.status, body: (await response.json()) as never }
    },
  }
}
