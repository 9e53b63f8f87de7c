import type { Page } from '../page/page'
import type { StoredKeys } from '../persistence/keys'
import type { Locks } from '../persistence/locks'
import type { PersistedRecord } from '../persistence/record'
import type { Store } from '../persistence/store'
import type { Compression, Encoder } from '../transport/encode'
import type { Transport } from '../transport/transport'
import type { Properties } from '../wire/event'
import { createBotDetector } from './bots'
import { type CaptureConfig, type CaptureHost, createCapture } from './capture'
import { createEventContext, type EventContextConfig } from './eventContext'
import { createOutbox, type OutboxDeps } from './outbox'
import { createPageviews, type PageviewConfig } from './pageviews'
import { createSessions } from './session'

/** Dependencies of `createCapturePipeline`. */
export interface CapturePipelineDeps {
  page: Page
  token: string
  /** Properties that describe the client: the same for every event. */
  library: Properties
  config(): CaptureConfig & EventContextConfig & PageviewConfig
  keys: StoredKeys
  store: Store
  tabStore: Store
  /** Record of the visitor. */
  record: PersistedRecord
  /** Record of the tab. */
  tab: PersistedRecord
  locks: Locks
  transport: Transport
  encoder: Encoder
  compression(): Compression
  apiUrl: OutboxDeps['buildUrl']
  flushIntervalMs(): number
  idleTimeoutMs(): number
  /** UUIDv7 of a session to continue when none is stored. */
  sessionId: string | undefined
  host: CaptureHost
  /** Called with the error of a listener that threw. */
  onThrow(error: unknown): void
}

/** The parts that capture and send events. */
export type CapturePipeline = ReturnType<typeof createCapturePipeline>

/** Creates the parts that capture and send events: sessions, event context, page views, `capture` and the outbox. */
export function createCapturePipeline(deps: CapturePipelineDeps) {
  const { page, config, keys, host } = deps
  const sessions = createSessions(deps)
  const eventContext = createEventContext(deps)
  const isBot = createBotDetector(page, config)
  const outbox = createOutbox({
    ...deps,
    prefix: keys.outbox,
    canSend: host.canCapture,
    buildUrl: deps.apiUrl,
    emitError: host.emitError,
  })
  const pageviews = createPageviews({
    page,
    config,
    canCapture: host.canCapture,
    capture: (event, properties, _url) => capture(event, properties, _url === undefined ? {} : { _url }),
  })
  const capture = createCapture({ ...deps, isBot, context: eventContext, sessions, pageviews, outbox })
  return { capture, eventContext, isBot, outbox, pageviews, sessions }
}
