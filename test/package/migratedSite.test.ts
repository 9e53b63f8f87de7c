import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from 'earshot/node'
import { createService, type ServiceOptions } from 'earshot/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTree } from '../migrate/site'
import { launchFullChromium } from '../support/browser'
import { USER_AGENT } from '../support/testSite'
import { installPackage } from './installPackage'

const root = join(import.meta.dirname, '../..')
const fixture = join(root, 'test/fixtures/migrate/react-site')

/** Packages that the site uses, before and after. */
const PACKAGES = ['posthog-js', 'react', 'react-dom', 'vite', 'vitest', 'happy-dom']

let site: string
const files = () => {
  const tree = readTree(site)
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !/^(node_modules|built)\//.test(path)))
}

beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'earshot-migrated-'))
  cpSync(join(fixture, 'before'), site, { recursive: true })
  mkdirSync(join(site, 'node_modules'))
  for (const name of PACKAGES) symlinkSync(join(root, 'node_modules', name), join(site, 'node_modules', name))
  installPackage(site)
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

/** Runs a program in the site. */
const run = (...args: string[]) => {
  const env = { ...process.env, VITEST: '', NO_COLOR: '1' }
  return spawnSync(process.execPath, args, { cwd: site, encoding: 'utf8', env })
}

/** Runs the tests of the site, and returns their numbers. */
function runTests() {
  const { stdout, stderr } = run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=json',
    '--outputFile=report.json',
  )
  try {
    const report = readFileSync(join(site, 'report.json'), 'utf8')
    const { numTotalTests, numPassedTests, success } = JSON.parse(report)
    rmSync(join(site, 'report.json'))
    return { numTotalTests, numPassedTests, success, detail: success ? '' : report }
  } catch {
    throw new Error(stdout + stderr)
  }
}
const ALL_PASSED = { numTotalTests: 12, numPassedTests: 12, success: true, detail: '' }

describe('a React site of posthog-js', () => {
  it('has tests that pass with posthog-js', () => {
    expect(runTests()).toEqual(ALL_PASSED)
  })

  it('is rewritten by earshot migrate --write of the installed package', () => {
    const { status, stderr } = run('node_modules/earshot/dist/cli.js', 'migrate', '--write')
    expect([status, stderr.trimEnd()]).toEqual([
      0,
      readFileSync(join(fixture, 'report.txt'), 'utf8').trimEnd(),
    ])
    expect(files()).toEqual(readTree(join(fixture, 'after')))
    unlinkSync(join(site, 'node_modules/posthog-js'))
  })

  it('passes its tests with Earshot, as the command has left them, without posthog-js', () => {
    expect(runTests()).toEqual(ALL_PASSED)
  })

  it.each([
    ['/', 'its own client'],
    ['/embed/', 'the client of the provider'],
  ])('sends its events from Chromium at %s, with %s', async path => {
    const built = await buildSite()
    const flags = { 'fast-checkout': true }
    const { click, names, events, close } = await open(path, { projectKey: 'phc_orchard', flags }, built)
    try {
      await click('Buy at once')
      await click('Sign in')
      await click('Sign out')
      await click('Buy at once')
      const known = ['$pageview', 'bought', '$identify', 'signed out']
      const order = ['$pageview', 'bought', '$identify', 'signed out', 'bought']
      await expect.poll(() => names(known), { timeout: 10_000 }).toEqual(order)
      await click('Leave me out')
      await click('Buy at once')
      await click('Count me in')
      await expect.poll(() => names(['$opt_in']), { timeout: 10_000 }).toHaveLength(1)
      const [bought, boughtLater, ...others] = await events('bought')
      expect(bought!.properties).toMatchObject({ fruit: 'pear', variant: 'fast', app: 'orchard' })
      expect(boughtLater!.distinct_id).not.toBe('ann')
      expect(others).toEqual([])
      expect(await events('signed out')).toMatchObject([{ distinct_id: 'ann', groups: { company: 'acme' } }])
    } finally {
      expect(await close()).toEqual([])
    }
  })
})

describe('a page with the snippet of posthog-js, after earshot migrate', () => {
  it('sends its events from Chromium, those before the script included', async () => {
    const html = readFileSync(join(root, 'test/fixtures/migrate/html-snippet/after/index.html'), 'utf8')
    const script = readFileSync(join(site, 'node_modules/earshot/dist/earshot.js'), 'utf8')
    const { click, names, events, close } = await open(
      '/',
      { projectKey: 'phc_shop', flags: { fast: true } },
      file =>
        file === '/earshot.js' ? script : html.replace("'https://eu.i.posthog.com'", 'location.origin'),
    )
    try {
      await click('Buy')
      const known = ['$pageview', 'shop opened', 'buy clicked', '$feature_flag_called']
      await expect.poll(async () => (await names(known)).sort(), { timeout: 10_000 }).toEqual(known.sort())
      expect(await events('shop opened')).toMatchObject([{ properties: { shop: 'fruit' } }])
    } finally {
      expect(await close()).toEqual([])
    }
  })
})

/** Returns the text of a file at a path. */
type ReadFile = (path: string) => string

/** Builds the site with Vite, for the service of its own origin. */
async function buildSite(): Promise<ReadFile> {
  const outDir = join(site, 'built')
  if (!existsSync(outDir)) {
    const vite = await import('vite' as string)
    const define = { 'import.meta.env.VITE_POSTHOG_HOST': 'location.origin' }
    await vite.build({ root: site, logLevel: 'error', define, build: { outDir } })
  }
  return path => readFileSync(join(outDir, path.endsWith('.js') ? path : 'index.html'), 'utf8')
}

/** Serves a site and the service from one origin, and opens the site in Chromium. */
async function open(path: string, options: ServiceOptions, read: ReadFile) {
  const service = createService(options)
  const serving = await serve({
    async fetch(input, ...rest) {
      const { method, url } = input as Request
      const file = new URL(url).pathname
      if (method !== 'GET') return service.fetch(input, ...rest)
      const type = file.endsWith('.js') ? 'text/javascript' : 'text/html'
      return new Response(read(file), { headers: { 'content-type': type } })
    },
  })
  const browser = await launchFullChromium(
    `--user-agent=${USER_AGENT}`,
    '--disable-blink-features=AutomationControlled',
  )
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  await page.goto(serving.url + path)
  const events = async (name: string) => (await service.state.events()).filter(({ event }) => event === name)
  return {
    events,
    names: async (known: string[]) =>
      (await service.state.events()).map(({ event }) => event).filter(event => known.includes(event)),
    click: (name: string) => page.getByRole('button', { name }).click(),
    /** Returns the errors of the page. */
    async close() {
      await browser.close()
      await serving.close()
      return errors
    },
  }
}
