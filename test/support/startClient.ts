import type { Config, EarshotClient } from '../../src/client/api'
import { createUninitializedClient } from '../../src/client/client'
import { createService, type Service, type ServiceOptions } from '../../src/server/index'
import type { SurveyRuntime } from '../../src/surveys/host'
import { encoders } from '../../src/transport/encoders'
import { type FakeBrowser, type FakeTab, fakeBrowser } from './fakeBrowser'
import { type FakePage, type FakePageOptions, fakePage } from './fakePage'

export const TOKEN = 'phc_demo'
export const HOST = 'https://events.test'

/** A client on a fake page that talks to a service of its own, and what a test needs to look at both. */
export interface Started {
  client: EarshotClient
  page: FakePage
  service: Service
  browser: FakeBrowser
  tab: FakeTab
  errors: { reason: string; detail: unknown }[]
  /** Lets requests and their answers come through, and the timers that come due meanwhile. */
  settle(ms?: number): Promise<void>
  /** Events that the service has stored, in order. */
  events(): Promise<Awaited<ReturnType<Service['state']['events']>>>
}

export interface StartOptions {
  config?: Partial<Config>
  service?: Service | ServiceOptions
  page?: FakePageOptions | FakePage
  /** The browser of another client: then this one is a second tab, or a later page. */
  browser?: FakeBrowser
  /** The tab of an earlier page: then this one is its next page. */
  tab?: FakeTab
  runtime?: SurveyRuntime
  /** False: the test calls `init` itself. */
  init?: boolean
}

const isService = (given: Service | ServiceOptions | undefined): given is Service =>
  given !== undefined && 'fetch' in given
const isPage = (given: FakePageOptions | FakePage | undefined): given is FakePage =>
  given !== undefined && 'advance' in given

/** Starts a client as a page would, with the service in place of the network. */
export function startClient({
  config,
  service: given,
  page: where,
  browser = fakeBrowser(),
  tab = browser.tab(),
  runtime,
  init = true,
}: StartOptions = {}): Started {
  const page = isPage(where) ? where : fakePage(where)
  const service = isService(given) ? given : createService({ now: page.now, ...given })
  const errors: Started['errors'] = []
  const client = createUninitializedClient({
    page,
    stores: tab.stores,
    chunkLoader: {
      channel: 'npm',
      loadSurveys: async () => {
        if (!runtime) throw new Error('this test draws no surveys')
        return runtime
      },
      loadEncoders: async () => encoders,
    },
  })
  const settings: Partial<Config> = {
    api_host: HOST,
    // Node packs in other threads, whenever they get to it; a test that is about packing says so.
    compression: 'none',
    fetch: service.fetch as typeof fetch,
    on_error: (reason, detail) => errors.push({ reason, detail }),
    ...config,
  }
  if (init) client.init(TOKEN, settings)
  const turns = async () => {
    for (let turn = 0; turn < 12; turn++) {
      await new Promise(resolve => setTimeout(resolve, 0))
      page.advance(0)
    }
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
    events: () => service.state.events(),
  }
}
