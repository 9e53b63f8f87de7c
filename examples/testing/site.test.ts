import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type RunningServer, serve } from 'earshot/node'
import { createService, type Service } from 'earshot/server'
import { type Browser, type BrowserContextOptions, chromium, devices } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

/** Hides the automation of the browser, because events of bots are not captured. */
const NOT_AUTOMATED = [
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  '--disable-blink-features=AutomationControlled',
]

let service: Service
let events: RunningServer
let site: Server
let browser: Browser

beforeAll(async () => {
  service = createService({
    surveys: [
      { id: 'why', name: 'Why', questions: [{ id: 'why', type: 'open', question: 'What brings you here?' }] },
    ],
  })
  events = await serve(service)
  site = await serveSite(events.url)
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: NOT_AUTOMATED })
})
afterAll(async () => {
  await browser.close()
  site.close()
  await events.close()
})

beforeEach(() => service.state.reset())

it('shows the survey and stores the answer', async () => {
  const { survey } = await openSite()
  await survey.getByRole('textbox').fill('A friend')
  await survey.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(storedAnswers).toEqual(['A friend'])
})

it('keeps a typed answer when a phone is turned', async () => {
  const { page, survey } = await openSite(devices['Pixel 7'])
  await survey.getByRole('textbox').tap()
  await page.keyboard.type('A friend')
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width: height, height: width })
  await survey.getByRole('button', { name: 'Submit' }).tap()
  await expect.poll(storedAnswers).toEqual(['A friend'])
})

/** Opens the site as a new visitor. */
async function openSite(options?: BrowserContextOptions) {
  const page = await browser.newPage(options)
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
  return { page, survey: page.getByRole('dialog', { name: 'What brings you here?' }) }
}

async function storedAnswers() {
  const sent = (await service.state.events()).filter(({ event }) => event === 'survey sent')
  return sent.map(({ properties }) => properties.$survey_response_why)
}

/** Serves a minimal site: one page and the files of Earshot. */
function serveSite(apiHost: string): Promise<Server> {
  const files = new URL('.', import.meta.resolve('earshot'))
  const html = `<!doctype html><html lang="en"><title>My site</title>
    <meta name="viewport" content="width=device-width"><h1>My site</h1>
    <script async src="/earshot.js" data-api-key="phc_demo" data-api-host="${apiHost}"></script>`
  const server = createServer(async ({ url = '/' }, response) => {
    const path = url.replace(/\?.*/, '')
    const isScript = /^\/earshot[\w-]*\.js$/.test(path)
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? await readFile(fileURLToPath(new URL(`.${path}`, files))) : html)
  })
  return new Promise(resolve => server.listen(0, () => resolve(server)))
}
