import type { Page } from '../page/page'
import { isUuid } from '../page/uuid'
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
import { isBot } from './bots'
import type { Context } from './context'
import type { Outbox } from './outbox'
import type { Pageviews } from './pageviews'
import { createRateLimit, type RateLimitSettings } from './rateLimit'
import { serialize } from './serialize'
import type { Sessions } from './session'

/** Sees every event before it is sent, may change it, and drops it by returning nothing. */
export type BeforeSend = (event: CapturedEvent) => CapturedEvent | null | undefined

export interface CaptureSettings {
  /** One hook or a chain. One that throws drops the event: what it was to hide must not leave. */
  before_send?: BeforeSend | BeforeSend[]
  /** Names of properties that never leave. */
  property_denylist?: string[]
  /** Characters; longer text is cut. */
  properties_string_max_length: number
  rate_limiting?: Partial<RateLimitSettings>
  /** True: crawlers and test browsers are captured too, and told apart by `$browser_type`. */
  opt_out_useragent_filter?: boolean
  custom_blocked_useragents?: string[]
}

export interface CaptureOptions {
  $set?: Properties
  $set_once?: Properties
  $unset?: string[]
  /** Instead of now. */
  timestamp?: Date
  uuid?: string
  /** True: does not count against the rate limit. */
  skip_client_rate_limiting?: boolean
  /** True: long text is not cut. */
  _noTruncate?: boolean
  /** The address the event belongs to, when that is not the page's address of now. */
  _url?: string
  /** The moment the event belongs to, in epoch ms, when it had to wait for us. */
  _at?: number
}

/** What capture asks of the rest of the client. */
export interface CaptureHost {
  /** Whether consent allows it. */
  mayCapture(): boolean
  cookieless(): boolean
  distinctId(): string
  /** Id properties and super properties: before the event's own. */
  identity(): Properties
  /** Flag properties. */
  flags(): Properties
  /** Whether events make and change a person. `true` for this event and from now on. */
  processPerson(): boolean
  isIdentified(): boolean
  /** The final event, after the hooks. */
  captured(event: CapturedEvent): void
  report(reason: string, detail?: unknown): void
  /** A mistake of the caller: always visible. */
  complain(message: string): void
}

export type Capture = (event: string, properties?: Properties | null, options?: CaptureOptions) => CapturedEvent | undefined

const RATE_WARNING = '$$client_ingestion_warning'

export interface CaptureParts {
  page: Page
  token: string
  version: string
  /** How the client came to the page: `cdn` or `npm`. */
  channel: string
  settings(): CaptureSettings
  host: CaptureHost
  context: Context
  sessions: Sessions
  pageviews: Pageviews
  outbox: Outbox
}

export function createCapture(parts: CaptureParts): Capture {
  const { page, token, settings, host, context, sessions, pageviews, outbox } = parts
  const limit = createRateLimit(page.elapsed, () => {
    const { events_per_second = 10, events_burst_limit = events_per_second * 10 } = settings().rate_limiting ?? {}
    return { events_per_second, events_burst_limit }
  })
  let firstTouchSent = false
  let limited = false
  let botReported = false

  /** Groups of one event are laid over those of the visitor. */
  const groupsOf = (own: Properties | null | undefined): Properties | undefined =>
    own?.$groups ? { $groups: { ...(host.identity().$groups as Properties), ...(own.$groups as Properties) } } : undefined

  /** The hooks, in order; then what the service would refuse or drop without a word is refused here, with one. */
  const checked = (event: CapturedEvent): CapturedEvent | undefined => {
    let current: CapturedEvent | null | undefined = event
    for (const hook of [settings().before_send ?? []].flat()) {
      try {
        current = hook(current)
      } catch (error) {
        host.report('before_send', error)
        return undefined
      }
      if (!current) return undefined
    }
    const fault = faultOf(current, token)
    if (!fault) return current
    host.complain(`event "${String(event.event)}" not sent: ${fault}`)
    return undefined
  }

  return function capture(name, own, options = {}) {
    if (!host.mayCapture()) return undefined
    if (typeof name !== 'string' || !name.trim()) {
      host.complain(`capture: expected the name of an event, got ${JSON.stringify(name) ?? typeof name}`)
      return undefined
    }
    const facts = page.facts()
    const bot = isBot(facts, settings().custom_blocked_useragents)
    if (bot && !settings().opt_out_useragent_filter) {
      if (!botReported) host.report('bot', facts.userAgent)
      botReported = true
      return undefined
    }
    const left = options.skip_client_rate_limiting ? undefined : limit.take()
    if (left === -1) {
      if (!limited) host.report('rate_limited', name)
      limited = true
      return undefined
    }
    if (limited && left !== undefined) {
      limited = false
      const message = `${limit.refused()} events were not sent: more than the rate limit allows`
      capture(RATE_WARNING, { [`${RATE_WARNING}_message`]: message }, { skip_client_rate_limiting: true })
    }

    const ids = host.cookieless() ? undefined : sessions.touch()
    const uuid = isUuid(options.uuid) ? options.uuid : page.uuid()
    const process = host.processPerson()
    const denied = settings().property_denylist
    const properties: Properties = {
      token,
      ...context.environment(options._url),
      $lib: 'web',
      $lib_version: parts.version,
      $sdk_dist_channel: parts.channel,
      $insert_id: uuid.slice(-16),
      $time: page.now() / 1000,
      ...context.origin(ids?.sessionId),
      ...host.identity(),
      ...host.flags(),
      ...(ids && { $session_id: ids.sessionId, $window_id: ids.windowId }),
      ...pageviews.properties(name, uuid),
      ...(name === PAGEVIEW && { title: page.title() }),
      ...(left !== undefined && { $lib_rate_limit_remaining_tokens: left }),
      ...(settings().opt_out_useragent_filter && { $browser_type: bot ? 'bot' : 'browser' }),
      ...own,
      ...groupsOf(own),
      $is_identified: host.isIdentified(),
    }
    for (const key of denied ?? []) delete properties[key]
    properties[PROCESS_PERSON_PROFILE] = process

    const event: CapturedEvent = {
      uuid,
      event: name,
      distinct_id: host.distinctId(),
      properties,
      timestamp: page.iso(options.timestamp?.getTime() ?? options._at),
    }
    if (options.timestamp) properties.$event_time_override_provided = true
    if (options.$set) event.$set = { ...options.$set }
    if (options.$unset) event.$unset = options.$unset
    // The service applies it only to persons without these, so once a page is enough.
    const once = process && (name === IDENTIFY || !firstTouchSent) && name !== GROUP_IDENTIFY
    const setOnce = { ...(once && context.firstTouch(ids?.sessionId)), ...options.$set_once }
    if (process && Object.keys(setOnce).length > 0) event.$set_once = setOnce

    const final = checked(event)
    if (!final) return undefined
    if (once) firstTouchSent = true
    const maxText = options._noTruncate ? Number.POSITIVE_INFINITY : settings().properties_string_max_length
    outbox.add(final, serialize(final, maxText))
    host.captured(final)
    return final
  }
}

/** What the service would refuse the event for, or drop it for in silence. Interface 4.4, 7, 8. */
function faultOf(event: CapturedEvent, token: string): string | undefined {
  const { properties } = event
  if (typeof event.event !== 'string' || !event.event.trim()) return 'it has no name'
  if (typeof event.distinct_id !== 'string' || !event.distinct_id.trim()) return 'it has no distinct_id'
  if (event.distinct_id.length > DISTINCT_ID_MAX_LENGTH) return `its distinct_id has over ${DISTINCT_ID_MAX_LENGTH} characters`
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return 'its properties are no object'
  if (properties.token !== token) return 'its token was removed or changed'
  if (!isUuid(event.uuid)) return 'its uuid is none'
  if (typeof event.timestamp !== 'string' || Number.isNaN(Date.parse(event.timestamp))) return 'its timestamp is no ISO date'
  if (event.event !== GROUP_IDENTIFY) return undefined
  const tooLong = ['$group_type', '$group_key'].find(key => String(properties[key]).length > GROUP_MAX_LENGTH)
  return tooLong && `its ${tooLong} has over ${GROUP_MAX_LENGTH} characters`
}
