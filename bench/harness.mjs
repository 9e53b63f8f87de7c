import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/findBrowsers.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The measured build: `EARSHOT_OUT`, as `npm run build` writes it, or `dist/`. */
export const earshotFolder = resolve(process.env.EARSHOT_OUT ?? join(root, 'dist'))
export const posthogFolder = join(
  dirname(createRequire(import.meta.url).resolve('posthog-js/package.json')),
  'dist',
)

/** URL prefix -> served folder: Earshot's files and those of posthog-js. */
const FILES = { '/dist/': earshotFolder, '/posthog/': posthogFolder }

/** Both libraries ignore bots, so the benchmark uses the user agent of a normal browser. */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Without the features that identify an automated browser. */
export const BROWSER_ARGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-blink-features=AutomationControlled',
  // The user agent of a context does not apply to the events of a page that is left.
  `--user-agent=${USER_AGENT}`,
]

export const launch = () => chromium.launch({ executablePath: findChromium(), args: BROWSER_ARGS })

/** Returns the number of repetitions: `--reps` of the command line, or the benchmark's own. */
export function repetitions(fallback) {
  const { values } = parseArgs({ options: { reps: { type: 'string' } }, strict: false })
  const reps = Number(values.reps ?? fallback)
  if (Number.isInteger(reps) && reps > 0) return reps
  throw new Error(`bench: --reps is ${values.reps}. It must be a positive integer.`)
}

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
  const browser = await launch()
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

const format = value => {
  if (typeof value !== 'number') return value ?? '-'
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}

/** Prints rows as a table. The last two cells of a row are the values of Earshot and posthog-js; their ratio is added. */
export function printRatios(title, head, rows) {
  console.log(`\n${title}\n`)
  console.log(`| ${[...head, 'Earshot', 'posthog-js', 'ratio'].join(' | ')} |`)
  console.log(`|${'---|'.repeat(head.length + 3)}`)
  for (const row of rows) {
    const [ours, peer] = row.slice(-2)
    console.log(
      `| ${row.slice(0, -2).join(' | ')} | ${format(ours)} | ${format(peer)} | ${(peer / ours).toFixed(1)}x |`,
    )
  }
}

const ratio = (peer, ours) =>
  typeof peer === 'number' && typeof ours === 'number' ? `${(peer / ours).toFixed(1)}x` : '-'

/** Prints the rows of a comparison as one table. */
export function printComparison(rows) {
  const head = ['measure', 'Earshot', 'posthog-js', 'Formbricks', 'page by hand']
  const ratios = ['posthog-js / Earshot', 'Formbricks / Earshot']
  console.log(`\n| ${[...head, ...ratios].join(' | ')} |`)
  console.log(`|${'---|'.repeat(head.length + ratios.length)}`)
  for (const { title, earshot, posthog, formbricks, byHand } of rows) {
    const values = [earshot, posthog, formbricks, byHand].map(format)
    console.log(`| ${[title, ...values, ratio(posthog, earshot), ratio(formbricks, earshot)].join(' | ')} |`)
  }
}

/**
 * Prints the rows of a comparison and hands them to `run.mjs`, which repeats the rows of all benchmarks as one table at its end.
 *
 * @param {{ title: string, earshot?: number | string, posthog?: number | string, formbricks?: number, byHand?: number }[]} rows
 */
export function reportComparison(rows) {
  printComparison(rows)
  process.send?.(rows)
}
