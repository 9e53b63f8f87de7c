import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { serve } from 'earshot/node'
import { createService, type Service, type StoredEvent, type SurveySeed } from 'earshot/server'
import { createBundler } from '../../examples/server/bundler'
import { createExampleServer } from '../../examples/server/createExampleServer'
import nps from '../../examples/surveys/nps.json'
import { bundleOnce } from '../support/bundleOnce'
import { QUESTIONS, surveyOf } from '../support/sampleSurveys'

const root = resolve(import.meta.dirname, '../..')
const dist = resolve(root, process.env.EARSHOT_OUT ?? 'dist')
const bundler = bundleOnce(createBundler(`${root}/examples`, dist))
/** Id of the shop's project. */
const SHOP = 1

/** A browser under automation says that it is one, and robots are not captured. */
const AS_A_PERSON = 'data-opt-out-useragent-filter'

/** Names of the surveys with one question each, on the page `/looks/<name>`. */
export const QUESTION_NAMES = Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]

/** The examples, and pages of our own whose service is at another address. */
export interface Site {
  /** Of our own pages. */
  url: string
  /** Behind our own pages. */
  service: Service
  /** The examples; the tea shop lets robots in. */
  examples: { url: string; service: Service }
  /** Puts a page at a path; `head` comes before its script tag, `attributes` into it. */
  put(path: string, page?: { head?: string; attributes?: string; policy?: string }): void
  /** Events of our own pages, all or those of a name. */
  events(name?: string): Promise<StoredEvent[]>
  stop(): Promise<void>
}

/** Starts all of it; the caller stops it. */
export async function openSite(): Promise<Site> {
  const service = createService({
    projectKey: 'phc_engines',
    surveys: [
      {
        id: 'why',
        name: 'Why',
        type: 'popover',
        conditions: { url: '/asks' },
        questions: [{ id: 'reason', type: 'open', question: 'Why?' }],
      },
      ...QUESTION_NAMES.map(name => ({
        ...surveyOf([QUESTIONS[name]], { fontFamily: 'Liberation Sans' }),
        id: name,
        conditions: { url: `/looks/${name}` },
      })),
    ],
  })
  const examples = await createExampleServer({ examples: `${root}/examples`, dist, bundler })
  // The drivers cannot move the clock of a page, so the survey of the shop opens without its delay. D-657
  await examples.service.state.addSurvey(nps as SurveySeed, SHOP)
  const api = await serve(service)
  const pages = new Map<string, { html: string; policy?: string }>()

  /** What the examples answer, with a script tag that lets robots in. */
  const throughToExamples = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const response = await fetch(examples.url + pathname + search, {
      method: request.method,
      headers: request.headers,
      body: request.method === 'POST' ? await request.arrayBuffer() : undefined,
    })
    const headers = new Headers(response.headers)
    // Node has unpacked it.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    const isPage = headers.get('content-type')?.startsWith('text/html')
    const body = isPage
      ? (await response.text()).replace('data-api-key', `${AS_A_PERSON} data-api-key`)
      : response.body
    return new Response(body, { status: response.status, headers })
  }
  const shop = await serve({ fetch: request => throughToExamples(request as Request) })
  const own = await serve({
    async fetch(request) {
      const { pathname } = new URL((request as Request).url)
      const file = /^\/(earshot[\w.-]*\.js)$/.exec(pathname)?.[1]
      if (file)
        return new Response(await readFile(resolve(dist, file)), {
          headers: { 'content-type': 'text/javascript' },
        })
      const page = pages.get(pathname)
      if (!page) return new Response(null, { status: 404 })
      const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
      if (page.policy) headers.set('content-security-policy', page.policy.replace('SERVICE', api.url))
      return new Response(page.html, { headers })
    },
  })

  return {
    url: own.url,
    service,
    examples: { url: shop.url, service: examples.service },
    put: (path, { head = '', attributes = '', policy } = {}) =>
      void pages.set(path, {
        policy,
        html: `<!doctype html><html lang="en"><head><title>A page</title>${head}<script src="/earshot.js" crossorigin data-api-key="phc_engines" data-api-host="${api.url}" ${AS_A_PERSON} data-rate-limiting='{"events_per_second":1000000}' ${attributes}></script></head><body><main><h1>A page</h1><button id="elsewhere">Go</button></main></body></html>`,
      }),
    events: async name =>
      (await service.state.events()).filter(({ event }) => name === undefined || event === name),
    async stop() {
      for (const server of [own, shop, api, examples]) await server.close()
    },
  }
}
