import type { Config, EarshotClient } from '../../src/client/api'
import { createUninitializedClient } from '../../src/client/client'
import { createService, type Service, type ServiceOptions } from '../../src/server/index'
import type { SurveyRuntime } from '../../src/surveys/host'
import { lookUpWord } from '../../src/surveys/words/lookUpWord'
import { encoders } from '../../src/transport/encoders'
import { chunksOf } from './chunksOf'
import { type FakeBrowser, type FakeTab, fakeBrowser } from './fakeBrowser'
import { type FakePage, type FakePageOptions, fakePage } from './fakePage'

export const TOKEN = 'phc_demo'
export const HOST = 'https://events.test'

/** A client on a fake page with its own service. */
export interface Started {
  client: EarshotClient
  page: FakePage
  service: Service
  browser: FakeBrowser
  tab: FakeTab
  errors: { reason: string; detail: unknown }[]
  /** Waits for requests and their responses, and runs the timers that are due within `ms`. */
  settle(ms?: number): Promise<void>
  /** Waits until no request is in progress: before time passes, for requests that the service reads for long. */
  answered(): Promise<void>
  /** Returns the events that the service has stored, in order. */
  events(): Promise<Awaited<ReturnType<Service['state']['events']>>>
}

/** Options of `startClient`. */
export interface StartOptions {
  config?: Partial<Config>
  service?: Service | ServiceOptions
  page?: FakePageOptions | FakePage
  /** The browser of another client, for a second tab or a later page. */
  browser?: FakeBrowser
  /** The tab of an earlier page, for its next page. */
  tab?: FakeTab
  runtime?: SurveyRuntime
  /** Whether `init` is called. Default: true. */
  init?: boolean
}

/**
 * Time and turns of the event loop for which `settle` waits for a request that is not answered: a test may keep it open. In a process
 * that has to wait for a processor, the time may pass in one turn.
 */
const ANSWER_MS = 200
const ANSWER_TURNS = 1000

const isService = (service: Service | ServiceOptions | undefined): service is Service =>
  service !== undefined && 'fetch' in service
const isPage = (page: FakePageOptions | FakePage | undefined): page is FakePage =>
  page !== undefined && 'advance' in page

/** Starts a client on a fake page, with the service in place of the network. */
export function startClient({
  config,
  service: serviceOptions,
  page: pageOptions,
  browser = fakeBrowser(),
  tab = browser.tab(),
  runtime,
  init = true,
}: StartOptions = {}): Started {
  const page = isPage(pageOptions) ? pageOptions : fakePage(pageOptions)
  const served = isService(serviceOptions)
    ? serviceOptions
    : createService({ now: page.now, ...serviceOptions })
  let openRequests = 0
  const counted =
    <A extends unknown[], R>(request: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      openRequests++
      try {
        return await request(...args)
      } finally {
        openRequests--
      }
    }
  const service: Service = { ...served, fetch: counted(served.fetch) }
  const errors: Started['errors'] = []
  const client = createUninitializedClient({
    page,
    stores: tab.stores,
    chunkLoader: {
      channel: 'npm',
      load: chunksOf({ surveys: runtime, encoders, words: lookUpWord }),
    },
  })
  const settings: Partial<Config> = {
    api_host: HOST,
    // Node compresses in other threads, at no defined time. Tests of compression enable it.
    compression: 'none',
    fetch: service.fetch as typeof fetch,
    on_error: (reason, detail) => errors.push({ reason, detail }),
    ...config,
  }
  if (typeof config?.fetch === 'function') settings.fetch = counted(config.fetch)
  if (init) client.init(TOKEN, settings)
  const turns = async () => {
    const end = performance.now() + ANSWER_MS
    for (let left = 12, taken = 1; left > 0; left--, taken++) {
      await new Promise(resolve => setImmediate(resolve))
      page.advance(0)
      const isInTime = taken < ANSWER_TURNS || performance.now() < end
      if (openRequests > 0 && isInTime) left = 12
    }
    // For timers of libraries that run with the client.
    await new Promise(resolve => setTimeout(resolve))
    page.advance(0)
  }
  return {
    client,
    page,
    service,
    browser,
    tab,
    errors,
    async settle(ms = 0) {
      await turns()
      if (ms === 0) return
      page.advance(ms)
      await turns()
    },
    async answered() {
      do await turns()
      while (openRequests > 0)
    },
    events: () => service.state.events(),
  }
}
