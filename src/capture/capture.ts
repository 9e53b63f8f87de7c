import { readableCopy, serialize } from '../lib/json'
import { log } from '../lib/log'
import { isText } from '../lib/typeGuards'
import { isUuid } from '../lib/uuid'
import type { Page } from '../page/page'
import { forgottenOf } from '../persistence/person'
import type { PersistedRecord } from '../persistence/record'
import {
  type CapturedEvent,
  DISTINCT_ID_MAX_LENGTH,
  FLAG_CALLED,
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
import { boundUrl, maskText, maskUrls, type UrlConfig } from './url'

/** A hook that runs on every event before it is sent. Returns the event, changed or not, or nothing to drop it. */
export type BeforeSend = (event: CapturedEvent) => CapturedEvent | null | undefined

/** Options of the configuration for captured events. */
export interface CaptureConfig extends UrlConfig {
  /** One hook or a chain of hooks. An event whose hook throws is dropped, since it may hold what the hook was to remove. */
  before_send?: BeforeSend | BeforeSend[]
  /** Changes the properties of each event, before `before_send` does. Its first-touch properties come as the event `$set_once`. */
  sanitize_properties?: (properties: Properties, event: string) => Properties
  /** Names of properties that are never sent. */
  property_denylist?: string[]
  /** Longest text value, in characters, at least 200. Longer text is cut. See D-503. */
  properties_string_max_length: number
  rate_limiting?: Partial<RateLimitConfig>
  /** Whether events of bots are captured. Events then have the property `$browser_type`. */
  opt_out_useragent_filter?: boolean
  /** Further substrings of the user agents of bots. */
  custom_blocked_useragents?: string[]
}

/** Options of one call of `capture`. */
export interface CaptureOptions {
  /** Person properties to set. */
  $set?: Properties
  /** Person properties to set unless they are set already. */
  $set_once?: Properties
  /** Names of person properties to remove. */
  $unset?: string[]
  /** Time of the event. Default: now. */
  timestamp?: Date | string | number
  /** UUID of the event. An invalid UUID is replaced. */
  uuid?: string
  /** Whether the event is exempt from the rate limit. */
  skip_client_rate_limiting?: boolean
  /** Ignored: events are sent at once, and stay stored until they are delivered. */
  send_instantly?: boolean
  /** Ignored likewise. */
  transport?: 'XHR' | 'fetch' | 'sendBeacon'
  /** Whether long text is sent in full. */
  _noTruncate?: boolean
  /** URL of the event, if it is not the current URL of the page. */
  _url?: string
  /** Time of a queued call, in milliseconds since 1970. */
  _at?: number
  /** Whether the event may precede the first page view. */
  _first?: boolean
}

/** What capture needs from the rest of the client. */
export interface CaptureHost {
  /** Whether consent allows capturing. */
  canCapture(): boolean
  isCookieless(): boolean
  /** Returns the distinct id, further ids and super properties. Properties of the event override them. */
  identity(): Properties
  /** Returns the flag properties of an event. `about`: the flag that a `$feature_flag_called` reports. See D-800. */
  flags(about: unknown): Properties
  /** Whether events create and update a person profile. */
  shouldProcessPerson(): boolean
  isIdentified(): boolean
  /** Called with the final event, after the hooks. `isFormer`: they have replaced its person. */
  onCaptured(event: CapturedEvent, isFormer: boolean): void
  emitError(reason: string, detail?: unknown): void
  /** Logs a mistake of the caller, also without debug mode. */
  logUsageError(message: string): void
}

/** Captures an event. Returns the event that is sent, or `undefined` if none is. Interface 4.4. */
export type Capture = (
  event: string,
  properties?: Properties | null,
  options?: CaptureOptions,
) => CapturedEvent | undefined

const RATE_WARNING = '$$client_ingestion_warning'

/** Dependencies of `createCapture`. */
export interface CaptureDeps {
  page: Page
  token: string
  /** Properties that describe the client: the same for every event. */
  library: Properties
  config(): CaptureConfig
  /** Record of the visitor. */
  record: PersistedRecord
  host: CaptureHost
  isBot(): boolean
  context: EventContext
  sessions: Sessions
  pageviews: Pageviews
  outbox: Outbox
}

/** Creates the `capture` function, which builds an event, runs the hooks and hands the event to the outbox. */
export function createCapture(deps: CaptureDeps): Capture {
  const { page, token, library, config, record, host, isBot, context, sessions, pageviews, outbox } = deps
  const takeToken = createRateLimiter(page.monotonicNow, () => config().rate_limiting)
  let firstTouchSent = false
  let limitedCount = 0
  let botReported = false
  /** Whether an event has been cut since the start. False once it is reported. */
  let isCut: boolean | undefined
  const onCut = () => {
    isCut ??= true
  }

  const reportBot = () => {
    if (botReported) return
    botReported = true
    // Only bots see this message, and developers who test with one.
    log('warn', 'earshot.capture: bots are not captured. See opt_out_useragent_filter')
    host.emitError('bot', page.browserInfo().userAgent)
  }
  // Ids and names are as long, and a part of an id is the id of another person. See D-503.
  const maxTextLength = () => Math.max(DISTINCT_ID_MAX_LENGTH, config().properties_string_max_length)
  const logDropped = (name: unknown, [field, expected]: Problem) =>
    host.logUsageError(`capture: event ${serialize(name)} dropped. \`${field}\` must be ${expected}.`)
  /** Runs the hooks in order. Drops an event that the service would reject or ignore. See D-056, D-057, D-515. */
  const runBeforeSend = (event: CapturedEvent): CapturedEvent | null | undefined => {
    let current: CapturedEvent | null | undefined = event
    const { before_send, sanitize_properties: sanitize } = config()
    try {
      if (sanitize) {
        event.properties = sanitize(event.properties, event.event)
        if (event.$set_once) event.$set_once = sanitize(event.$set_once, '$set_once')
      }
      for (const hook of [before_send ?? []].flat()) current = current && hook(current)
      const problem = current && findProblem({ ...current }, token)
      if (problem) logDropped(event.event, problem)
      return problem ? undefined : current
    } catch (error) {
      host.emitError('before_send', error)
      return undefined
    }
  }

  return function capture(name, input, given) {
    if (!host.canCapture()) return undefined
    // No storage event tells of a change by another client of this page, and those of other tabs come late. See D-700.
    record.refresh(Infinity)
    const options: CaptureOptions = readableCopy(given)
    // The first page view precedes the events that happen in it.
    if (name !== PAGEVIEW && !options._first) pageviews.captureFirstView()
    if (!isName(name)) return void logDropped(name, ['event', NON_EMPTY])
    const { opt_out_useragent_filter: allowsBots, property_denylist } = config()
    const bot = isBot()
    if (bot && !allowsBots) return void reportBot()
    const tokensLeft = options.skip_client_rate_limiting ? undefined : takeToken()
    if (tokensLeft === -1) {
      if (limitedCount++ === 0) {
        const message = 'Rate limit exceeded'
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
    const mask = (values: Properties, event?: string) => maskUrls(values, config(), event, onCut)
    const processPerson = host.shouldProcessPerson()
    const eventProperties = readableCopy(input)
    const identityProperties = host.identity()
    // A page view captured by the page may contain the URL of a document of any size.
    if (isText(eventProperties.$current_url))
      eventProperties.$current_url = boundUrl(eventProperties.$current_url)
    // Groups of the event are merged into the groups of the visitor.
    if (eventProperties.$groups)
      eventProperties.$groups = {
        ...(identityProperties.$groups as object),
        ...readableCopy(eventProperties.$groups),
      }
    const environment = context.environment(page.browserInfo(), options._url)
    const pageview = pageviews.properties(name, uuid, environment.$pathname)
    const common: Properties = {
      ...environment,
      ...library,
      ...context.sessionProperties(ids?.sessionId),
      ...identityProperties,
      token,
      ...host.flags(name === FLAG_CALLED && eventProperties.$feature_flag),
      ...(ids && { $session_id: ids.sessionId, $window_id: ids.windowId }),
      $pageview_id: pageview.$pageview_id,
      $is_identified: host.isIdentified(),
      [PROCESS_PERSON_PROFILE]: processPerson,
    }
    // Literals and spreads: an assignment throws for a name that is read-only on `Object.prototype`. See D-500.
    const properties: Properties = {
      ...common,
      ...pageview,
      ...(name === PAGEVIEW && { title: page.title() }),
      $lib_rate_limit_remaining_tokens: tokensLeft,
      ...(allowsBots && { $browser_type: bot ? 'bot' : 'browser' }),
      ...(options.timestamp && {
        $event_time_override_provided: true,
        $event_time_override_system_time: page.isoTimestamp(),
      }),
      ...eventProperties,
      $is_identified: common.$is_identified,
    }
    for (const key of property_denylist ?? []) delete properties[key]

    const { distinct_id } = isName(eventProperties.distinct_id) ? eventProperties : identityProperties
    // The service sets `$set_once` only if it is missing, so once per page is enough. Not with an event of somebody else, who has not
    // come with this visit. See D-766.
    const isFirstTouch =
      processPerson &&
      (name === IDENTIFY || !firstTouchSent) &&
      name !== GROUP_IDENTIFY &&
      distinct_id === identityProperties.distinct_id
    const setOnce = {
      ...(isFirstTouch && context.firstTouch(ids?.sessionId)),
      ...readableCopy(options.$set_once),
    }
    const event: CapturedEvent = {
      uuid,
      event: maskText(name, config()),
      distinct_id: distinct_id as string,
      // Pages have properties of this name, and lists of names that they never send. See D-765.
      properties: mask({ ...properties, token, [PROCESS_PERSON_PROFILE]: processPerson }, name),
      timestamp: page.isoTimestamp(options.timestamp ?? options._at),
      // Within, so that an `alias` of the person is no id. See D-690.
      ...(options.$set && mask({ $set: { ...readableCopy(options.$set) } })),
      ...(options.$unset && mask({ $unset: options.$unset })),
      ...(processPerson && Object.keys(setOnce)[0] && mask({ $set_once: setOnce })),
    }

    const person = record.all()
    const finalEvent = runBeforeSend(event)
    if (!finalEvent) return undefined
    if (isFirstTouch) firstTouchSent = true
    const maxText = options._noTruncate ? undefined : maxTextLength()
    // What events inherit from the page is no property of theirs.
    const own = { ...finalEvent, properties: readableCopy(finalEvent.properties) }
    outbox.add(own, common, value => serialize(value, maxText, onCut))
    if (isCut) {
      isCut = false
      host.emitError('event_cut', finalEvent.event)
    }
    try {
      host.onCaptured(finalEvent, !!forgottenOf(person, record.all(), true))
    } catch (error) {
      // A value that cannot be compared with a condition. The event is on its way.
      host.emitError('callback', error)
    }
    return finalEvent
  }
}

const NON_EMPTY = 'non-empty text'

const isName = (value: unknown): value is string => isText(value) && value.trim() !== ''

/** An invalid field, and what it must be. */
type Problem = [field: string, expected: string]

/** Returns why the service would reject or ignore an event, if it would. Interface 4.4, 7, 8. */
function findProblem(
  { event, distinct_id, properties, uuid, timestamp }: CapturedEvent,
  token: string,
): Problem | undefined {
  if (!isName(event)) return ['event', NON_EMPTY]
  if (!isName(distinct_id)) return ['distinct_id', NON_EMPTY]
  if (distinct_id.length > DISTINCT_ID_MAX_LENGTH)
    return ['distinct_id', `at most ${DISTINCT_ID_MAX_LENGTH} characters`]
  if (properties?.token !== token) return ['properties.token', 'the project key']
  if (!isUuid(uuid)) return ['uuid', 'a UUID']
  if (!/^\d{4}-\d\d-\d\d/.test(timestamp)) return ['timestamp', 'an ISO date']
  for (const key of event === GROUP_IDENTIFY ? ['$group_type', '$group_key'] : [])
    if (String(properties[key]).length > GROUP_MAX_LENGTH)
      return [key, `at most ${GROUP_MAX_LENGTH} characters`]
  return undefined
}
