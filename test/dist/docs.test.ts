import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createService, type Service } from '../../src/server/index'
import { launchFullChromium } from '../support/browser'
import { codeBlocks, codeOf, modulePath, readPage } from '../support/docs'

const dist = join(import.meta.dirname, '../../dist')
const file = (name: string) => readFileSync(join(dist, name), 'utf8')
const { version, files } = JSON.parse(file('manifest.json')) as {
  version: string
  files: Record<string, { integrity: string }>
}
const { routeToService } = (await import(modulePath('testing', 'routeToService.ts'))) as {
  routeToService(page: Page, host: string, service: Service): Promise<unknown>
}

const CDN = 'https://cdn.example.com'
const SITE = 'https://www.example.com/'
const NOT_AUTOMATED = [
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  '--disable-blink-features=AutomationControlled',
]
const survey = {
  id: 'why',
  questions: [{ id: 'why', type: 'open' as const, question: 'What brings you here?' }],
}
/** A survey that does not show. */
const hidden = { ...survey, id: 'survey-id', conditions: { url: '/pricing' } }

let browser: Browser
let context: BrowserContext | undefined
beforeAll(async () => {
  browser = await launchFullChromium(...NOT_AUTOMATED)
})
afterEach(() => context?.close())
afterAll(() => browser.close())

interface Visit {
  tag: string
  policy?: string
  /** Headers of a file of the CDN. */
  headersOf?: (path: string) => Record<string, string>
  /** Content of a file of the CDN, where it is not that of `dist/`. */
  change?: (path: string, text: string) => string
}

/** Opens a page with a tag. `dist/` is in each folder of the CDN. */
async function visit({
  tag,
  policy,
  headersOf = () => ({ 'access-control-allow-origin': '*' }),
  change,
}: Visit) {
  const service = createService({ projectKey: 'phc_your_project_key', surveys: [survey, hidden] })
  context = await browser.newContext()
  const page = await context.newPage()
  const problems: string[] = []
  const loaded: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('favicon')) problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(String(error)))
  await routeToService(page, 'https://events.example.com', service)
  await page.route(`${CDN}/**`, route => {
    const { pathname } = new URL(route.request().url())
    loaded.push(pathname)
    const text = file(pathname.split('/').at(-1)!)
    return route.fulfill({
      body: change?.(pathname, text) ?? text,
      contentType: 'text/javascript',
      headers: headersOf(pathname),
    })
  })
  await page.route(SITE, route =>
    route.fulfill({
      body: `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${tag}`,
      contentType: 'text/html',
      headers: policy ? { 'content-security-policy': policy } : {},
    }),
  )
  await page.goto(SITE)
  return {
    page,
    service,
    problems,
    loaded,
    surveyShown: () => page.getByRole('dialog', { name: 'What brings you here?' }).waitFor(),
    eventNames: async () => (await service.state.events()).map(({ event }) => event),
  }
}

/** Answers the survey, and returns the color of its button: that of the browser, if the style sheet is blocked. */
async function answer(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'What brings you here?' })
  await dialog.getByRole('textbox').fill('A friend')
  const submit = dialog.getByRole('button', { name: 'Submit' })
  const color = await submit.evaluate(button => getComputedStyle(button).borderRadius)
  await submit.click()
  return color
}

const html = (page: string) => codeBlocks(page).filter(({ language }) => language === 'html')
/** The policies of docs/csp.md, in order. */
const policies = codeBlocks('csp').flatMap(
  ({ code }) => /^Content-Security-Policy: (.*)$/m.exec(code)?.[1] ?? [],
)

/** Reads headers by path as hosts with a `_headers` file do. */
function readHeaders(text: string) {
  const rules = text
    .split(/\n(?=\/)/)
    .slice(1)
    .map(rule => {
      const [pattern, ...lines] = rule.trim().split('\n')
      const headers = lines.map(
        line =>
          line
            .trim()
            .split(/: (.*)/)
            .slice(0, 2) as [string, string],
      )
      return { pattern: new RegExp(`^${pattern!.replaceAll('.', '\\.').replaceAll('*', '.*')}$`), headers }
    })
  return (path: string) =>
    Object.fromEntries(rules.filter(({ pattern }) => pattern.test(path)).flatMap(({ headers }) => headers))
}

describe('docs/surveys.md', () => {
  it('says in the console of a page with the script tag why a survey does not show (D-648)', async () => {
    const [tag] = html('hosting').map(({ code }) => code)
    const { page, surveyShown } = await visit({ tag: tag! })
    await surveyShown()
    // The console shows the value of the last expression.
    const code = codeOf('surveys', '2.js').replace(/^describe/m, 'return describe')
    expect(await page.evaluate(`(async () => {${code}})()`)).toMatchObject([
      { check: 'no other popover' },
      { check: 'url', message: `"${SITE}" does not contain "/pricing".` },
    ])
  })
})

describe('docs/hosting.md', () => {
  const [tag] = html('hosting').map(({ code }) => code)
  const [inFolders, inOne] = codeBlocks('hosting')
    .filter(({ name }) => name === '_headers')
    .map(({ code }) => readHeaders(code))

  it('lists the files with their hashes', () => {
    for (const name of ['earshot.js', 'earshot-surveys.js', 'earshot-encoders.js', 'earshot.full.js'])
      expect(readPage('hosting')).toContain(`\`${files[name]!.integrity}\``)
  })

  it('loads the files of its folder with the tag and the headers, and shows a survey', async () => {
    const { loaded, surveyShown, eventNames, problems } = await visit({ tag: tag!, headersOf: inFolders! })
    await surveyShown()
    expect(loaded).toEqual(['earshot.js', 'earshot-surveys.js'].map(name => `/earshot/${version}/${name}`))
    await expect.poll(eventNames).toContain('survey shown')
    expect(problems).toEqual([])
  })

  it('refuses a changed file', async () => {
    const { page, problems } = await visit({
      tag: tag!,
      headersOf: inFolders!,
      change: (_, text) => `${text}//`,
    })
    await expect.poll(() => problems.join()).toContain('integrity')
    expect(await page.evaluate('typeof window.earshot')).toBe('undefined')
  })

  it('reports a survey file of another release, where all releases have one folder', async () => {
    const { page, loaded } = await visit({
      tag: `<script>earshotConfig = { on_error: (reason, detail) => { window.reported = [reason, String(detail)] } }</script>
        <script crossorigin src="${CDN}/earshot.js" data-api-key="phc_your_project_key" data-api-host="https://events.example.com"></script>`,
      change: (path, text) => (path.includes('surveys') ? `${text}//` : text),
    })
    await page.waitForFunction('window.reported')
    expect(await page.evaluate('window.reported')).toEqual([
      'survey_ui_failed',
      expect.stringContaining(`Expected version ${version}`),
    ])
    expect(loaded).toEqual(['/earshot.js', '/earshot-surveys.js', '/earshot-surveys.js'])
  })

  it('has headers for each file of one folder', () => {
    expect(inOne!('/earshot.js')).toEqual({ 'Cache-Control': 'public, max-age=300' })
    expect(inOne!('/earshot-surveys.js')['Cache-Control']).toContain('immutable')
  })
})

describe('docs/csp.md', () => {
  const [withNonce, withFull] = html('csp').map(({ code }) => code)
  const [noncePolicy, hashPolicy, fullPolicy] = policies

  it.each([
    ['a nonce', () => [withNonce, noncePolicy]],
    ['hashes', () => [html('hosting')[0]!.code, hashPolicy]],
    ['no remote code', () => [withFull, fullPolicy]],
  ])('shows a styled survey and sends its answer under the policy with %s', async (_, pick) => {
    const [tag, policy] = pick()
    const { page, surveyShown, eventNames, problems } = await visit({ tag: tag!, policy: policy! })
    await surveyShown()
    expect(await answer(page)).not.toBe('0px')
    await expect.poll(eventNames).toContain('survey sent')
    expect(problems).toEqual([])
  })

  it.each([
    ['script-src', /script-src [^;]*/],
    ['connect-src', /connect-src [^;]*; /],
    ['trusted-types', /trusted-types earshot/],
  ])('asks for no more than is needed: %s', async (directive, pattern) => {
    const policy = noncePolicy!.replace(pattern, directive === 'trusted-types' ? "trusted-types 'none'" : '')
    expect(policy).not.toBe(noncePolicy)
    const { eventNames, problems, page } = await visit({ tag: withNonce!, policy })
    await expect.poll(() => problems.join()).toMatch(/Content Security Policy|TrustedTypes|policy/i)
    await page.waitForTimeout(300)
    expect(await eventNames()).not.toContain('survey shown')
  })
})

describe('the README', () => {
  it('starts the client with the tag, after the calls that the snippet has queued', async () => {
    const [tag, snippet] = html('README').map(({ code }) => code)
    const call = "<script>earshot.capture('early')</script>"
    const { surveyShown, eventNames, problems } = await visit({ tag: `${snippet}${call}${tag}` })
    await surveyShown()
    await expect.poll(eventNames).toContain('early')
    expect(problems).toEqual([])
  })
})

describe('docs/browsers.md', () => {
  it('starts the client of a module script', async () => {
    const { surveyShown, problems } = await visit({ tag: html('browsers')[0]!.code })
    await surveyShown()
    expect(problems).toEqual([])
  })
})
