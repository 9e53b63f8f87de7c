import type { Page, PageFacts } from '../page/page'
import type { PersistedRecord } from '../persistence/record'
import type { Properties } from '../wire/event'
import { type AddressSettings, campaignOf, cleanAddress, partsOf, referrerOf } from './address'
import { type Device, deviceOf } from './device'

/** Where an event happens, as properties. */
export interface Context {
  device(): Device
  /** The page and the browser. `url`: instead of the page's address of now. */
  environment(url?: string): Properties
  /** The campaign and the referrer of this tab, and how its session began. `session`: id of the session. */
  origin(session: string | undefined): Properties
  /** `$initial_...` of the visitor's first page. */
  initial(): Properties
  /** `$set_once` of the first event that makes a person. */
  firstTouch(session: string | undefined): Properties
}

export interface ContextSettings extends AddressSettings {
  save_referrer: boolean
  save_campaign_params: boolean
}

/** In the tab's record: session id -> how it began. */
interface Entry {
  id: string
  properties: Properties
}

const USER_AGENT_MAX = 1000

/** Longest address that is kept for `$initial_...`. */
const INITIAL_MAX = 1000

export interface ContextParts {
  page: Page
  /** The visitor's; holds the first page. */
  record: PersistedRecord
  /** The tab's; holds campaign, referrer and the beginning of the session. */
  tab: PersistedRecord
  settings(): ContextSettings
}

export function createContext({ page, record, tab, settings }: ContextParts): Context {
  let known: PageFacts | undefined
  let device: Device | undefined
  let constant: Properties = {}
  let lastUrl = ''

  // What cannot change while the page lives is read once: an event costs microseconds, not the parsing of a user agent.
  const facts = () => {
    const now = page.facts()
    if (now.userAgent === known?.userAgent && now.screenWidth === known.screenWidth) return now
    known = now
    device = deviceOf(now)
    constant = {
      ...device,
      $raw_user_agent:
        now.userAgent.length > USER_AGENT_MAX ? `${now.userAgent.slice(0, USER_AGENT_MAX - 3)}...` : now.userAgent,
      $screen_height: now.screenHeight,
      $screen_width: now.screenWidth,
      $timezone: now.timezone,
    }
    return now
  }
  const clean = (url: string) => cleanAddress(url, settings())
  const place = (url: string): Properties => {
    const { host, pathname } = partsOf(url)
    return { $current_url: url, $host: host, $pathname: pathname }
  }
  const named = (prefix: string, properties: Properties): Properties => {
    const renamed: Properties = {}
    for (const [name, value] of Object.entries(properties)) renamed[prefix + name.replace(/^\$/, '')] = value
    return renamed
  }
  const originNow = (url: string): Properties => ({
    ...(settings().save_campaign_params && campaignOf(url, settings())),
    ...(settings().save_referrer && referrerOf(clean(page.referrer()))),
  })

  /** Notes a new campaign when the address has changed; the referrer of the tab is the first one. */
  const note = () => {
    const url = clean(page.url())
    if (url === lastUrl) return
    lastUrl = url
    const found = originNow(url)
    if (tab.get('$referrer') !== undefined) {
      delete found.$referrer
      delete found.$referring_domain
    }
    if (Object.keys(found).length > 0) tab.set(found)
    if (record.get('$initial_person_info')) return
    const first = { r: clean(page.referrer()) || '$direct', u: url }
    record.set({ $initial_person_info: { r: first.r.slice(0, INITIAL_MAX), u: first.u.slice(0, INITIAL_MAX) } })
  }

  const initial = (): Properties => {
    note()
    const { r, u } = record.get<{ r: string; u?: string }>('$initial_person_info') ?? { r: '' }
    const origin = { ...campaignOf(u ?? '', settings()), ...referrerOf(r === '$direct' ? '' : r), ...(u && place(u)) }
    return named('$initial_', origin)
  }
  const entry = (session: string): Properties => {
    const stored = tab.get<Entry>('$session_entry')
    if (stored?.id === session) return stored.properties
    const { $current_url: url, ...rest } = { ...place(clean(page.url())), ...originNow(clean(page.url())) }
    const properties = named('$session_entry_', { url, ...rest })
    tab.set({ $session_entry: { id: session, properties } satisfies Entry })
    return properties
  }

  return {
    device: () => {
      facts()
      return device!
    },
    environment(url = page.url()) {
      const { language, timezoneOffset, viewportWidth, viewportHeight } = facts()
      return {
        ...constant,
        $browser_language: language,
        $browser_language_prefix: language?.split('-')[0],
        $timezone_offset: timezoneOffset,
        $viewport_height: viewportHeight,
        $viewport_width: viewportWidth,
        ...place(clean(url)),
      }
    },
    origin(session) {
      note()
      const { $session_entry: _, ...origin } = tab.all()
      return session ? { ...entry(session), ...origin } : origin
    },
    initial,
    firstTouch: session => ({ ...initial(), ...(session && entry(session)) }),
  }
}
