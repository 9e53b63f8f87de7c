import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type RunningServer, serve } from 'earshot/node'
import { createService, type Service } from 'earshot/server'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

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

it('shows the survey and stores the answer', async () => {
  const page = await browser.newPage()
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)

  const survey = page.getByRole('dialog', { name: 'What brings you here?' })
  await survey.getByRole('textbox').fill('A friend')
  await survey.getByRole('button', { name: 'Submit' }).click()

  const answers = async () => {
    const sent = (await service.state.events()).filter(({ event }) => event === 'survey sent')
    return sent.map(({ properties }) => properties.$survey_response_why)
  }
  await expect.poll(answers).toEqual(['A friend'])
})

/** Serves a minimal site: one page and the files of Earshot. */
function serveSite(apiHost: string): Promise<Server> {
  const files = new URL('.', import.meta.resolve('earshot'))
  const html = `<!doctype html><html lang="en"><title>My site</title><h1>My site</h1>
    <script async src="/earshot.js" data-api-key="phc_demo" data-api-host="${apiHost}"></script>`
  const server = createServer(async ({ url = '/' }, response) => {
    const path = url.replace(/\?.*/, '')
    const isScript = /^\/earshot[\w-]*\.js$/.test(path)
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? await readFile(fileURLToPath(new URL(`.${path}`, files))) : html)
  })
  return new Promise(resolve => server.listen(0, () => resolve(server)))
}
