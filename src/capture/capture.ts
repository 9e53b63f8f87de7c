import { serialize } from '../lib/json'
import { isUuid } from '../lib/uuid'
import type { Page } from '../page/page'
import {
  type CapturedEvent,
  DISTINCT_ID_MAX_LENGTH,
  GROUP_IDENTIFY,
  GROUP_MAX_LENGTH,
  IDENTIFY,
  PAGEVIEW,
  PROCESS_PERSON_PROFILE,
  type Properties,
} from '../wire/event'
import type { EventContext } from './eventContext'
import type { Outbox } from './outbox'
import type { Pageviews } from './pageviews'
import { createRateLimiter, type RateLimitConfig } from './rateLimiter'
import type { Sessions } from './session'
import { sanitizeUrl, type UrlConfig } from './url'

/** Sees every event before it is sent, may change it, and drops it by returning nothing. */
export type BeforeSend = (event: CapturedEvent) => CapturedEvent | null | undefined

export interface CaptureConfig extends UrlConfig {
  /** One hook or a chain. One that throws drops the event: what it was to hide must not leave. */
  before_send?: BeforeSend | BeforeSend[]
  /** Names of properties that never leave. */
  property_denylist?: string[]
  /** Characters; longer text is cut. */
  properties_string_max_length: number
  rate_limiting?: Partial<RateLimitConfig>
  /** True: crawlers and test browsers are captured too, and told apart by `$browser_type`. */
  opt_out_useragent_filter?: boolean
  custom_blocked_useragents?: string[]
}

export interface CaptureOptions {
  $set?: Properties
  $set_once?: Properties
  $unset?: string[]
  /** Instead of now. */
  timestamp?: Date | string | number
  uuid?: string
  /** True: does not count against the rate limit. */
  skip_client_rate_limiting?: boolean
  /** True: long text is not cut. */
  _noTruncate?: boolean
  /** The address the event belongs to, when that is not the page's address of now. */
  _url?: string
  /** The moment the event belongs to, in epoch ms, when it had to wait for us. */
  _at?: number
  /** True: comes before the first page view, if that is still to come. */
  _first?: boolean
}

/** What capture asks of the rest of the client. */
export interface CaptureHost {
  /** Whether consent allows it. */
  canCapture(): boolean
  isCookieless(): boolean
  distinctId(): string
  /** Id properties and super properties: before the event's own. */
  identity(): Properties
  /** Flag properties. */
  flags(): Properties
  /** Whether events make and change a person. */
  shouldProcessPerson(): boolean
  isIdentified(): boolean
  /** The final event, after the hooks. */
  onCaptured(event: CapturedEvent): void
  emitError(reason: string, detail?: unknown): void
  /** A mistake of the caller: always visible. */
  logUsageError(message: string): void
}

export type Capture = (
  event: string,
  properties?: Properties | null,
  options?: CaptureOptions,
) => CapturedEvent | undefined

const RATE_WARNING = '$$client_ingestion_warning'

export interface CaptureDeps {
  page: Page
  token: string
  /** Of the client and its way to the page: the same with every event. */
  library: Properties
  config(): CaptureConfig
  host: CaptureHost
  /** Whether the visitor is no person. */
  isBot(): boolean
  context: EventContext
  sessions: Sessions
  pageviews: Pageviews
  outbox: Outbox
}

export function createCapture(deps: CaptureDeps): Capture {
  const { page, token, library, config, host, isBot, context, sessions, pageviews, outbox } = deps
  const takeToken = createRateLimiter(page.monotonicNow, () => config().rate_limiting)
  let firstTouchSent = false
  let limitedCount = 0
  let botReported = false

  /** The hooks, in order; then what the service would refuse or drop without a word is refused here, with one. */
  const runBeforeSend = (event: CapturedEvent): CapturedEvent | null | undefined => {
    let current: CapturedEvent | null | undefined = event
    try {
      for (const hook of [config().before_send ?? []].flat()) current = current && hook(current)
    } catch (error) {
      host.emitError('before_send', error)
      return undefined
    }
    const fault = current && validateEvent(current, token)
    if (fault) host.logUsageError(`event "${event.event}" not sent: ${fault}`)
    return fault ? undefined : current
  }

  return function capture(name, input, options = {}) {
    if (!host.canCapture()) return undefined
    // The first view comes before what happens in it.
    if (name !== PAGEVIEW && !options._first) pageviews.captureFirstView()
    if (!isName(name)) {
      host.logUsageError(`capture: expected the name of an event, got ${serialize(name)}`)
      return undefined
    }
    const { opt_out_useragent_filter: allowsBots, property_denylist } = config()
    const browser = page.browserInfo()
    const bot = isBot()
    if (bot && !allowsBots) {
      if (!botReported) {
        // Only robots see it, and those who test with one and wonder.
        console.warn('[earshot] taken for a robot: nothing is captured. See opt_out_useragent_filter')
        host.emitError('bot', browser.userAgent)
      }
      botReported = true
      return undefined
    }
    const tokensLeft = options.skip_client_rate_limiting ? undefined : takeToken()
    if (tokensLeft === -1) {
      if (limitedCount++ === 0) {
        const message = 'More events were captured than the rate limit allows: some are not sent'
        capture(RATE_WARNING, { [`${RATE_WARNING}_message`]: message }, { skip_client_rate_limiting: true })
      }
      return undefined
    }
    if (limitedCount > 0 && tokensLeft !== undefined) {
      host.emitError('rate_limited', { dropped: limitedCount })
      limitedCount = 0
    }

    const ids = host.isCookieless() ? undefined : sessions.recordActivity()
    const uuid = isUuid(options.uuid) ? options.uuid : page.uuid()
    const process = host.shouldProcessPerson()
    const eventProperties: Properties = { ...input }
    const identityProperties = host.identity()
    // A manual page view carries an address too.
    if (typeof eventProperties.$current_url === 'string')
      eventProperties.$current_url = sanitizeUrl(eventProperties.$current_url, config())
    // Groups of one event are laid over those of the visitor.
    if (eventProperties.$groups)
      eventProperties.$groups = {
        ...(identityProperties.$groups as object),
        ...(eventProperties.$groups as object),
      }
    const environment = context.environment(browser, options._url)
    const properties: Properties = {
      token,
      ...environment,
      ...library,
      ...context.sessionProperties(ids?.sessionId),
      ...identityProperties,
      ...host.flags(),
      ...(ids && { $session_id: ids.sessionId, $window_id: ids.windowId }),
      ...pageviews.properties(name, uuid, environment.$pathname),
    }
    if (name === PAGEVIEW) properties.title = page.title()
    if (tokensLeft !== undefined) properties.$lib_rate_limit_remaining_tokens = tokensLeft
    if (allowsBots) properties.$browser_type = bot ? 'bot' : 'browser'
    if (options.timestamp) {
      properties.$event_time_override_provided = true
      properties.$event_time_override_system_time = page.isoTimestamp()
    }
    Object.assign(properties, eventProperties, { $is_identified: host.isIdentified() })
    for (const key of property_denylist ?? []) delete properties[key]
    properties[PROCESS_PERSON_PROFILE] = process

    const event: CapturedEvent = {
      uuid,
      event: name,
      distinct_id:
        typeof eventProperties.distinct_id === 'string' ? eventProperties.distinct_id : host.distinctId(),
      properties,
      timestamp: page.isoTimestamp(options.timestamp ?? options._at),
    }
    if (options.$set) event.$set = { ...options.$set }
    if (options.$unset) event.$unset = options.$unset
    // The service applies it only to persons without these, so once a page is enough.
    const once = process && (name === IDENTIFY || !firstTouchSent) && name !== GROUP_IDENTIFY
    const setOnce = { ...(once && context.firstTouch(ids?.sessionId)), ...options.$set_once }
    if (process && Object.keys(setOnce)[0]) event.$set_once = setOnce

    const final = runBeforeSend(event)
    if (!final) return undefined
    if (once) firstTouchSent = true
    outbox.add(
      final,
      serialize(final, options._noTruncate ? undefined : config().properties_string_max_length),
    )
    host.onCaptured(final)
    return final
  }
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** What the service would refuse the event for, or drop it for in silence. Interface 4.4, 7, 8. */
function validateEvent({ event, distinct_id, properties, uuid, timestamp }: CapturedEvent, token: string) {
  if (!isName(event)) return 'it has no name'
  if (!isName(distinct_id)) return 'it has no distinct_id'
  if (distinct_id.length > DISTINCT_ID_MAX_LENGTH)
    return `its distinct_id has over ${DISTINCT_ID_MAX_LENGTH} characters`
  if (properties?.token !== token) return 'its properties.token is missing or another one'
  if (!isUuid(uuid)) return 'its uuid is none'
  if (!/^\d{4}-\d\d-\d\d/.test(timestamp)) return 'its timestamp is no ISO date'
  const tooLong = ['$group_type', '$group_key'].find(
    key => String(properties[key] ?? '').length > GROUP_MAX_LENGTH,
  )
  return event === GROUP_IDENTIFY && tooLong && `its ${tooLong} has over ${GROUP_MAX_LENGTH} characters`
}
