import type { Properties } from '../wire/event'

/** Click ids and other parameters of advertisers, which name a person rather than a campaign. */
export const PERSONAL_PARAMS =
  'gclid,gclsrc,dclid,gbraid,wbraid,fbclid,msclkid,twclid,li_fat_id,igshid,ttclid,rdt_cid,epik,qclid,sccid,irclid,_kx'.split(
    ',',
  )

const CAMPAIGN_PARAMS = 'utm_source,utm_medium,utm_campaign,utm_content,utm_term,gad_source,mc_cid'
  .split(',')
  .concat(PERSONAL_PARAMS)

/** How addresses are made fit to leave the page. */
export interface UrlConfig {
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

/** An address with its secrets taken out. Never throws; a masking function that does gives an empty text, never the original. */
export function sanitizeUrl(url: string, config: UrlConfig): string {
  const {
    disable_capture_url_hashes,
    mask_personal_data_properties,
    custom_personal_data_properties = [],
  } = config
  let clean = disable_capture_url_hashes ? url.replace(/#.*/s, '') : url
  if (mask_personal_data_properties) {
    const names = [...PERSONAL_PARAMS, ...custom_personal_data_properties]
    // Replaced in the text: parsing and printing would change how the rest is written.
    clean = clean.replace(/([?&#])([^=&#?]+)=[^&#]*/g, (whole, before: string, name: string) =>
      names.some(personal => new URLSearchParams(name).has(personal)) ? `${before}${name}=<masked>` : whole,
    )
  }
  try {
    return url && config.mask_url ? String(config.mask_url(clean)) : clean
  } catch {
    return ''
  }
}

/** Host and path of an address; empty for what is none. */
export function parseUrl(url: string): { host: string; pathname: string } {
  try {
    // Most pages have no referrer, and an error costs the browser more than all the rest of this.
    if (url) return new URL(url)
  } catch {
    // Not an address.
  }
  return { host: '', pathname: '' }
}

/**
 * Campaign parameters of an address. Expects the address cleaned already.
 *
 * @returns All names, those that are missing as `undefined`: a new campaign takes nothing over from the one before. Empty
 *   without any.
 */
export function getCampaignParams(url: string, { custom_campaign_params = [] }: UrlConfig): Properties {
  const params = new URLSearchParams(url.replace(/#.*/s, '').split('?')[1])
  const names = [...CAMPAIGN_PARAMS, ...custom_campaign_params]
  if (!names.some(name => params.get(name))) return {}
  return Object.fromEntries(names.map(name => [name, params.get(name) || undefined]))
}

/** Where the visitor came from, and what they searched for. `$direct` when from nowhere. */
export function getReferrerProperties(referrer: string): Properties {
  const { host } = parseUrl(referrer)
  const [, name] = /(?:^|\.)(google(?=\.)|(?:bing|yahoo|duckduckgo)(?=\.com$))/.exec(host) ?? []
  return {
    $referrer: referrer || '$direct',
    $referring_domain: host || '$direct',
    $search_engine: name,
    ph_keyword:
      (name && new URLSearchParams(referrer.split('?')[1]).get(name === 'yahoo' ? 'p' : 'q')) || undefined,
  }
}
