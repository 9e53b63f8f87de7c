import { memoizeLast } from '../lib/memoizeLast'
import type { Page, PageFacts } from '../page/page'
import type { PersistedRecord } from '../persistence/record'
import type { Properties } from '../wire/event'
import { type AddressSettings, campaignOf, cleanAddress, partsOf, referrerOf } from './address'
import { type Device, deviceOf } from './device'

/** Where an event happens, as properties. */
export interface Context {
  device(facts: PageFacts): Device
  /** The page and the browser. `url`: instead of the page's address of now. */
  environment(facts: PageFacts, url?: string): Properties
  /** The campaign and the referrer of this tab, and what was registered for the session, whose beginning is noted. */
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

/** In the tab's record: what was registered for the session. */
export const REGISTERED = '$registered'

/** Longest text that is kept of a user agent, and of an address for `$initial_...`. */
const MAX_LENGTH = 1000

export interface ContextParts {
  page: Page
  /** The visitor's; holds the first page. */
  record: PersistedRecord
  /** The tab's; holds campaign, referrer and the beginning of the session. */
  tab: PersistedRecord
  settings(): ContextSettings
}

// What seldom changes is worked out once: an event costs microseconds, not the parsing of a user agent.
export function createContext({ page, record, tab, settings }: ContextParts): Context {
  let noted: unknown

  const clean = (url: string) => cleanAddress(url, settings())
  const device = memoizeLast(deviceOf)
  const place = memoizeLast((url: string, _settings: ContextSettings): Properties => {
    const $current_url = clean(url)
    const { host, pathname } = partsOf($current_url)
    return { $current_url, $host: host, $pathname: pathname }
  })
  const placeOf = (url = page.url()) => place(url, settings())
  const campaign = (url: unknown) =>
    settings().save_campaign_params ? campaignOf(String(url), settings()) : {}
  const referrer = () => (settings().save_referrer ? referrerOf(clean(page.referrer())) : {})

  /** Notes a new campaign when the address has changed; the referrer of the tab is the first one. */
  const note = () => {
    const here = placeOf()
    if (here === noted) return
    noted = here
    const found = { ...campaign(here.$current_url), ...(!tab.get('$referrer') && referrer()) }
    if (Object.keys(found)[0]) tab.set(found)
    if (record.get('$initial_person_info')) return
    const [u, r] = [here.$current_url, clean(page.referrer()) || '$direct'].map(text =>
      String(text).slice(0, MAX_LENGTH),
    )
    record.set({ $initial_person_info: { r, u } })
  }
  const initial = (): Properties => {
    note()
    const { r = '', u = '' } = record.get<{ r?: string; u?: string }>('$initial_person_info') ?? {}
    // Stored by an older version or by posthog-js, it may not have been masked.
    const from = referrerOf(r === '$direct' ? '' : clean(r))
    const first = placeOf(u)
    return named('$initial_', { ...campaign(first.$current_url), ...from, ...(u && first) })
  }
  const entry = (session: string): Properties => {
    const stored = tab.get<Entry>('$session_entry')
    if (stored?.id === session) return stored.properties
    const { $current_url: url, ...rest } = placeOf()
    const properties = named('$session_entry_', { url, ...rest, ...campaign(url), ...referrer() })
    tab.set({ $session_entry: { id: session, properties } satisfies Entry })
    return properties
  }

  const originOf = memoizeLast((all: Properties): Properties => {
    const { $session_entry: _, [REGISTERED]: registered, ...rest } = all
    return { ...rest, ...(registered as Properties) }
  })

  return {
    device,
    environment: (facts, url) => ({
      ...device(facts),
      $raw_user_agent: facts.userAgent.slice(0, MAX_LENGTH),
      $browser_language: facts.language,
      $browser_language_prefix: facts.language?.split('-')[0],
      $screen_height: facts.screenHeight,
      $screen_width: facts.screenWidth,
      $viewport_height: facts.viewportHeight,
      $viewport_width: facts.viewportWidth,
      $timezone: page.timezone(),
      $timezone_offset: facts.timezoneOffset,
      ...placeOf(url),
    }),
    origin(session) {
      note()
      if (session) entry(session)
      return originOf(tab.all())
    },
    initial,
    firstTouch: session => ({ ...initial(), ...(session && entry(session)) }),
  }
}

/** The properties under other names: the prefix in place of `$`. */
const named = (prefix: string, properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [prefix + name.replace('$', ''), value]),
  )
