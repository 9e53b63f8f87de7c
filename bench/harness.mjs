import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/findChromium.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const posthog = join(dirname(createRequire(import.meta.url).resolve('posthog-js/package.json')), 'dist')

/** URL prefix -> served folder: Earshot's files and those of posthog-js. */
const FILES = { '/dist/': join(root, 'dist'), '/posthog/': posthog }

/** Both libraries ignore bots, so the benchmark uses the user agent of a normal browser. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/**
 * Starts a server with an empty page and both libraries, and a browser.
 *
 * @param {Record<string, (request: import('node:http').IncomingMessage) => object | undefined>} routes Path -> JSON response.
 * @returns `visit` opens the empty page as a new visitor. `stop` closes the browser and the server.
 */
export async function openBench(routes = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://bench')
    response.setHeader('access-control-allow-origin', '*')
    for (const [prefix, folder] of Object.entries(FILES)) {
      if (!pathname.startsWith(prefix)) continue
      response.setHeader('content-type', 'text/javascript')
      return response.end(readFileSync(join(folder, pathname.slice(prefix.length))))
    }
    const route = Object.entries(routes).find(([path]) => pathname.startsWith(path))
    if (route || request.method === 'POST') {
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify(route?.[1](request) ?? { status: 'Ok' }))
    }
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>bench</title><body><h1>bench</h1>')
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${server.address().port}`
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-blink-features=AutomationControlled',
    ],
  })
  return {
    base,
    async visit() {
      const context = await browser.newContext({ userAgent: USER_AGENT })
      const page = await context.newPage()
      await page.goto(base)
      return { page, close: () => context.close() }
    },
    async stop() {
      await browser.close()
      server.close()
    },
  }
}

export const median = values => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** Prints rows as a table. The last two cells of a row are the values of Earshot and posthog-js; their ratio is added. */
export function printRatios(title, head, rows) {
  console.log(`\n${title}\n`)
  console.log(`| ${[...head, 'Earshot', 'posthog-js', 'ratio'].join(' | ')} |`)
  console.log(`|${'---|'.repeat(head.length + 3)}`)
  const format = value => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
  for (const row of rows) {
    const [ours, peer] = row.slice(-2)
    console.log(
      `| ${row.slice(0, -2).join(' | ')} | ${format(ours)} | ${format(peer)} | ${(peer / ours).toFixed(1)}x |`,
    )
  }
}
