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

export interface CapturePipelineDeps {
  page: Page
  token: string
  /** Properties of the library, the same for every event. */
  library: Properties
  config(): CaptureConfig & EventContextConfig & PageviewConfig
  keys: StoredKeys
  store: Store
  tabStore: Store
  /** The visitor's record. */
  record: PersistedRecord
  /** The tab's record. */
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
  /** The service has accepted events. */
  onSent(): void
  /** Receives what a listener of the page has thrown. */
  onThrow(error: unknown): void
}

export type CapturePipeline = ReturnType<typeof createCapturePipeline>

/** Creates the way of an event: session and context, the event itself, the outbox, batches. */
export function createCapturePipeline(deps: CapturePipelineDeps) {
  const { page, token, config, keys, record, tab, host } = deps
  const sessions = createSessions({
    page,
    record,
    tab: deps.tabStore,
    keys,
    idleMs: deps.idleTimeoutMs,
    bootstrapId: deps.sessionId,
    onThrow: deps.onThrow,
  })
  const eventContext = createEventContext({ page, record, tab, config })
  const isBot = createBotDetector(page, config)
  const outbox = createOutbox({
    page,
    token,
    store: deps.store,
    locks: deps.locks,
    transport: deps.transport,
    encoder: deps.encoder,
    compression: deps.compression,
    prefix: keys.outbox,
    canSend: host.canCapture,
    buildUrl: deps.apiUrl,
    flushIntervalMs: deps.flushIntervalMs,
    onSent: deps.onSent,
    emitError: host.emitError,
  })
  const pageviews = createPageviews(page, config, host.canCapture, (event, properties, _url) =>
    capture(event, properties, _url === undefined ? {} : { _url }),
  )
  const capture = createCapture({
    page,
    token,
    library: deps.library,
    config,
    host,
    isBot,
    context: eventContext,
    sessions,
    pageviews,
    outbox,
  })
  return { capture, eventContext, isBot, outbox, pageviews, sessions }
}
