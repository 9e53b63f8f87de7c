import { attempt } from '../lib/attempt'
import { copyOf, cutText } from '../lib/json'
import { memoizeLast } from '../lib/memoizeLast'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import { isText } from '../lib/typeGuards'
import type { BrowserInfo, Page } from '../page/page'
import type { PersistedRecord } from '../persistence/record'
import type { Properties } from '../wire/event'
import { detectDevice } from './device'
import { getCampaignParams, getReferrerProperties, parseUrl, sanitizeUrl, type UrlConfig } from './url'
import { withPrefix } from './withPrefix'

/** Options of the configuration for the properties of page and session. */
export interface EventContextConfig extends UrlConfig {
  /** Whether events and flags requests contain referrers, the first one included. See D-524. */
  save_referrer: boolean
  /** Whether events contain campaign parameters. */
  save_campaign_params: boolean
}

/** The entry page of a session, in the record of the tab. */
interface SessionEntry {
  /** Session id. */
  id: string
  properties: Properties
}

/** Key in the tab's record of the properties that `register_for_session` has set. */
export const SESSION_PROPERTIES = '$registered'

/** Stands for an empty referrer. */
const DIRECT = '$direct'

/** Longest user agent and longest URL for `$initial_...`, in characters. */
const MAX_LENGTH = 1000

/** What the event context needs from the client. */
export interface EventContextDeps {
  page: Page
  /** Record of the visitor. Holds the first page. */
  record: PersistedRecord
  /** Record of the tab. Holds campaign, referrer and the entry page of the session. */
  tab: PersistedRecord
  config(): EventContextConfig
}

/**
 * Creates a source of event properties for page, browser and session. Properties that rarely change are memoized, so that an
 * event does not parse the user agent again. See D-060 to D-063.
 */
export function createEventContext({ page, record, tab, config }: EventContextDeps) {
  let recordedUrlProperties: unknown

  const sanitize = (url: string) => sanitizeUrl(url, config())
  const device = memoizeLast(detectDevice)
  // The configuration is an argument only so that a change of it invalidates the memoized value.
  const toUrlProperties = memoizeLast((url: string, _config: EventContextConfig): Properties => {
    const $current_url = sanitize(url)
    const { host, pathname } = parseUrl($current_url)
    return { $current_url, $host: host, $pathname: pathname }
  })
  // A page may pass a `URL`, or anything else, with an event.
  const urlProperties = (url?: unknown) => toUrlProperties(isText(url) ? url : page.url(), config())
  const campaign = (url: unknown) =>
    config().save_campaign_params && attempt(() => getCampaignParams(url as string, config()))
  const referrer = (url = page.referrer()) =>
    config().save_referrer && attempt(() => getReferrerProperties(sanitize(url === DIRECT ? '' : url)))

  /** Records the campaign of a new URL, the first referrer of the tab and the first page of the visitor. */
  const recordEntry = () => {
    const current = urlProperties()
    const first = record.get('$initial_person_info')
    // The tab forgets the visit of a former person, and the visitor's first page may be known all the same. See D-738.
    const isNoted = tab.get('$referrer') || !config().save_referrer
    if (first && isNoted && current === recordedUrlProperties) return
    recordedUrlProperties = current
    // The first referrer of the tab. An earlier page may have stored it with other settings. See D-719.
    const changes = { ...campaign(current.$current_url), ...referrer(tab.get('$referrer')) }
    if (Object.keys(changes)[0]) tab.set(changes)
    if (first) return
    const [u, r] = [current.$current_url as string, sanitize(page.referrer()) || DIRECT].map(text =>
      cutText(text, MAX_LENGTH),
    )
    record.set({ $initial_person_info: { r, u } })
  }
  const initialProperties = (): Properties => {
    recordEntry()
    const { r = '', u = '' } = nullProtoRecord(record.get<Record<string, string>>('$initial_person_info'))
    // URLs stored by an older version or by posthog-js may not be sanitized.
    const firstUrl = urlProperties(u)
    return withPrefix('$initial_', {
      ...campaign(firstUrl.$current_url),
      ...referrer(r),
      ...(u && firstUrl),
    })
  }
  const sessionEntry = (sessionId: string): Properties => {
    const stored = tab.get<SessionEntry>('$session_entry')
    const isStored = stored?.id === sessionId
    // An earlier page may have stored them with other settings. See D-719.
    const { $session_entry_url: entryUrl, $session_entry_referrer: entryReferrer } = nullProtoRecord(
      isStored ? (stored.properties as Record<string, string | undefined>) : undefined,
    )
    const { $current_url: url, ...rest } = urlProperties(entryUrl)
    const properties = withPrefix('$session_entry_', {
      url,
      ...rest,
      ...campaign(url),
      ...referrer(entryReferrer),
    })
    if (!isStored) tab.set({ $session_entry: { id: sessionId, properties } satisfies SessionEntry })
    return properties
  }

  const toSessionProperties = memoizeLast((all: Properties): Properties => {
    const { $session_entry: _entry, $person: _person, [SESSION_PROPERTIES]: registered, ...rest } = all
    // What was unregistered hides no automatic value.
    return { ...rest, ...copyOf(registered as Properties) }
  })

  return {
    device,
    /**
     * Returns the properties of the page and the browser.
     *
     * @param url Replaces the current URL of the page.
     */
    environment: (browser: BrowserInfo, url?: string): Properties => ({
      ...device(browser),
      $raw_user_agent: browser.userAgent.slice(0, MAX_LENGTH),
      $browser_language: browser.language,
      $browser_language_prefix: browser.language?.split('-')[0],
      $screen_height: browser.screenHeight,
      $screen_width: browser.screenWidth,
      $viewport_height: browser.viewportHeight,
      $viewport_width: browser.viewportWidth,
      $timezone: page.timezone(),
      $timezone_offset: browser.timezoneOffset,
      ...urlProperties(url),
    }),
    /** Returns campaign, referrer and registered properties of the session. Records the entry page of a new session. */
    sessionProperties(sessionId: string | undefined): Properties {
      recordEntry()
      if (sessionId) sessionEntry(sessionId)
      return toSessionProperties(tab.all())
    },
    /** Returns the `$initial_...` properties of the visitor's first page. */
    initialProperties,
    /** Returns `$set_once` for the first event of a page. */
    firstTouch: (sessionId: string | undefined): Properties => ({
      ...initialProperties(),
      ...(sessionId && sessionEntry(sessionId)),
    }),
  }
}

/** A source of event properties for page, browser and session. */
export type EventContext = ReturnType<typeof createEventContext>
