import type { Properties } from '../wire/event'

/** Click ids and other parameters of advertisers, which name a person rather than a campaign. */
export const PERSONAL_PARAMS = (
  'gclid gclsrc dclid gbraid wbraid fbclid msclkid twclid li_fat_id igshid ttclid rdt_cid epik qclid sccid irclid _kx'
).split(' ')

const CAMPAIGN_PARAMS = [
  ...'utm_source utm_medium utm_campaign utm_content utm_term gad_source mc_cid'.split(' '),
  ...PERSONAL_PARAMS,
]

/** Search engine -> the part of its host, and the parameter that holds what was searched for. */
const ENGINES: [name: string, host: RegExp, param: string][] = [
  ['google', /(^|\.)google\./, 'q'],
  ['bing', /(^|\.)bing\.com$/, 'q'],
  ['yahoo', /(^|\.)yahoo\.com$/, 'p'],
  ['duckduckgo', /(^|\.)duckduckgo\.com$/, 'q'],
]

/** How addresses are made fit to leave the page. */
export interface AddressSettings {
  /** True: what stands after `#` is left out. */
  disable_capture_url_hashes?: boolean
  /** True: the values of click ids and of `custom_personal_data_properties` are replaced by `<masked>`. */
  mask_personal_data_properties?: boolean
  custom_personal_data_properties?: string[]
  /** Gets every address before it goes into an event or a flags request, and returns what may be known of it. */
  mask_url?: (url: string) => string
  /** Further query parameters that are kept as campaign properties. */
  custom_campaign_params?: string[]
}

const MASKED = '<masked>'

/** An address with its secrets taken out. Never throws; a masking function that does gives an empty text, never the original. */
export function cleanAddress(url: string, settings: AddressSettings): string {
  if (!url) return url
  let clean = settings.disable_capture_url_hashes ? url.replace(/#.*$/s, '') : url
  if (settings.mask_personal_data_properties) {
    const names = new Set([...PERSONAL_PARAMS, ...(settings.custom_personal_data_properties ?? [])])
    // Replaced in the text: parsing and printing would change how the rest is written.
    clean = clean.replace(/([?&#])([^=&#?]+)=([^&#]*)/g, (whole, before: string, name: string) =>
      names.has(decoded(name)) ? `${before}${name}=${MASKED}` : whole,
    )
  }
  if (!settings.mask_url) return clean
  try {
    return String(settings.mask_url(clean))
  } catch {
    return ''
  }
}

/** Host and path of an address; empty for what is none. */
export function partsOf(url: string): { host: string; pathname: string } {
  try {
    const { host, pathname } = new URL(url)
    return { host, pathname }
  } catch {
    return { host: '', pathname: '' }
  }
}

/** Campaign parameters of an address, those that are there. Expects the address cleaned already. */
export function campaignOf(url: string, settings: AddressSettings): Properties {
  const found: Properties = {}
  const query = /\?([^#]*)/.exec(url)?.[1]
  if (!query) return found
  const params = new URLSearchParams(query)
  for (const name of [...CAMPAIGN_PARAMS, ...(settings.custom_campaign_params ?? [])]) {
    const value = params.get(name)
    if (value) found[name] = value
  }
  return found
}

/** Where the visitor came from, and what they searched for. `$direct` when from nowhere. */
export function referrerOf(referrer: string): Properties {
  const { host } = partsOf(referrer)
  const properties: Properties = { $referrer: referrer || '$direct', $referring_domain: host || '$direct' }
  const engine = ENGINES.find(([, pattern]) => pattern.test(host))
  if (!engine) return properties
  properties.$search_engine = engine[0]
  const keyword = new URLSearchParams(referrer.split('?')[1]).get(engine[2])
  if (keyword) properties.ph_keyword = keyword
  return properties
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
