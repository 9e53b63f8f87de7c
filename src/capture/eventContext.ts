import { memoizeLast } from '../lib/memoizeLast'
import type { BrowserInfo, Page } from '../page/page'
import type { PersistedRecord } from '../persistence/record'
import type { Properties } from '../wire/event'
import { type Device, detectDevice } from './device'
import { getCampaignParams, getReferrerProperties, parseUrl, sanitizeUrl, type UrlConfig } from './url'

/** Where an event happens, as properties. */
export interface EventContext {
  device(browser: BrowserInfo): Device
  /** The page and the browser. `url`: instead of the page's address of now. */
  environment(browser: BrowserInfo, url?: string): Properties
  /** The campaign and the referrer of this tab, and what was registered for the session, whose beginning is noted. */
  sessionProperties(session: string | undefined): Properties
  /** `$initial_...` of the visitor's first page. */
  initialProperties(): Properties
  /** `$set_once` of the first event that makes a person. */
  firstTouch(session: string | undefined): Properties
}

export interface EventContextConfig extends UrlConfig {
  save_referrer: boolean
  save_campaign_params: boolean
}

/** In the tab's record: session id -> how it began. */
interface SessionEntry {
  id: string
  properties: Properties
}

/** In the tab's record: what was registered for the session. */
export const SESSION_PROPERTIES = '$registered'

/** Longest text that is kept of a user agent, and of an address for `$initial_...`. */
const MAX_LENGTH = 1000

export interface EventContextDeps {
  page: Page
  /** The visitor's; holds the first page. */
  record: PersistedRecord
  /** The tab's; holds campaign, referrer and the beginning of the session. */
  tab: PersistedRecord
  config(): EventContextConfig
}

// What seldom changes is worked out once: an event costs microseconds, not the parsing of a user agent.
export function createEventContext({ page, record, tab, config }: EventContextDeps): EventContext {
  let recorded: unknown

  const sanitize = (url: string) => sanitizeUrl(url, config())
  const device = memoizeLast(detectDevice)
  const urlProperties = memoizeLast((url: string, _settings: EventContextConfig): Properties => {
    const $current_url = sanitize(url)
    const { host, pathname } = parseUrl($current_url)
    return { $current_url, $host: host, $pathname: pathname }
  })
  const urlPropertiesOf = (url = page.url()) => urlProperties(url, config())
  const campaign = (url: unknown) =>
    config().save_campaign_params ? getCampaignParams(String(url), config()) : {}
  const referrer = () => (config().save_referrer ? getReferrerProperties(sanitize(page.referrer())) : {})

  /** Notes a new campaign when the address has changed; the referrer of the tab is the first one. */
  const recordEntry = () => {
    const here = urlPropertiesOf()
    if (here === recorded) return
    recorded = here
    const found = { ...campaign(here.$current_url), ...(!tab.get('$referrer') && referrer()) }
    if (Object.keys(found)[0]) tab.set(found)
    if (record.get('$initial_person_info')) return
    const [u, r] = [here.$current_url, sanitize(page.referrer()) || '$direct'].map(text =>
      String(text).slice(0, MAX_LENGTH),
    )
    record.set({ $initial_person_info: { r, u } })
  }
  const initialProperties = (): Properties => {
    recordEntry()
    const { r = '', u = '' } = record.get<{ r?: string; u?: string }>('$initial_person_info') ?? {}
    // Stored by an older version or by posthog-js, it may not have been masked.
    const from = getReferrerProperties(r === '$direct' ? '' : sanitize(r))
    const first = urlPropertiesOf(u)
    return withPrefix('$initial_', { ...campaign(first.$current_url), ...from, ...(u && first) })
  }
  const sessionEntry = (session: string): Properties => {
    const stored = tab.get<SessionEntry>('$session_entry')
    if (stored?.id === session) return stored.properties
    const { $current_url: url, ...rest } = urlPropertiesOf()
    const properties = withPrefix('$session_entry_', { url, ...rest, ...campaign(url), ...referrer() })
    tab.set({ $session_entry: { id: session, properties } satisfies SessionEntry })
    return properties
  }

  const sessionPropertiesOf = memoizeLast((all: Properties): Properties => {
    const { $session_entry: _, [SESSION_PROPERTIES]: registered, ...rest } = all
    return { ...rest, ...(registered as Properties) }
  })

  return {
    device,
    environment: (browser, url) => ({
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
      ...urlPropertiesOf(url),
    }),
    sessionProperties(session) {
      recordEntry()
      if (session) sessionEntry(session)
      return sessionPropertiesOf(tab.all())
    },
    initialProperties,
    firstTouch: session => ({ ...initialProperties(), ...(session && sessionEntry(session)) }),
  }
}

/** The properties under other names: the prefix in place of `$`. */
const withPrefix = (prefix: string, properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [prefix + name.replace('$', ''), value]),
  )
