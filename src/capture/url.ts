import { attempt } from '../lib/attempt'
import { cutText, parseJson, serialize, stringify } from '../lib/json'
import { isObject, isText } from '../lib/typeGuards'
import type { Properties } from '../wire/event'

/** Longest URL of a page, in characters. */
const MAX_URL_LENGTH = 2_000

/** Query parameters that are sent as campaign properties. */
export const CAMPAIGN_PARAMS =
  'utm_source,utm_medium,utm_campaign,utm_content,utm_term,gad_source,mc_cid,gclid,gclsrc,dclid,gbraid,wbraid,fbclid,msclkid,twclid,li_fat_id,igshid,ttclid,rdt_cid,epik,qclid,sccid,irclid,_kx'.split(
    ',',
  )

/** Those that identify a person rather than a campaign, such as click ids of advertisers: from `gclid` on. */
export const PERSONAL_PARAMS = /* @__PURE__ */ CAMPAIGN_PARAMS.slice(7)

/** Options of the configuration for URLs in events and flags requests. */
export interface UrlConfig {
  /** Whether the fragment (`#...`) is removed. */
  disable_capture_url_hashes?: boolean
  /** Whether the values of click ids and of `custom_personal_data_properties` are replaced by `<masked>`. */
  mask_personal_data_properties?: boolean
  /** Further query parameters to mask. */
  custom_personal_data_properties?: string[]
  /**
   * Returns the URL to send in place of the given one. Called with every text of an event or flags request that is a URL, and
   * again with some of its results. See D-058, D-441.
   */
  mask_url?: (url: string) => string
  /** Further query parameters that are sent as campaign properties. */
  custom_campaign_params?: string[]
}

/**
 * Returns a URL of bounded length without the tokens of preview links, those in the return address of a log-in included, and of a
 * `data:` URL the scheme alone. See D-442, D-617.
 */
export const boundUrl = (url: string): string =>
  cutText(
    /^data:/i.test(url) ? 'data:' : url.replace(/(earshot_preview(=|%[25]*3D))[^&#]*/gi, '$1'),
    MAX_URL_LENGTH,
  )

/** Returns the bounded URL of a page with personal data removed. */
export const sanitizeUrl = (url: string, config: UrlConfig): string => maskUrl(boundUrl(url), config)

/**
 * Matches the start of a URL as browsers read it: after blanks, control and format characters, with backslashes for slashes, and without
 * slashes after the schemes of the web. Opening quotes and brackets may precede it. See D-501, D-767.
 */
const URL_START = /^[\s\p{C}\p{Ps}\p{Pi}"'<]*(([a-z][\w+.-]*:)*[\\/]{2}|(http|ws)s?:\S)/iu
/** Browsers take these out of a URL, wherever they stand. */
const LINE_BREAKS = /[\t\r\n]/g

/** Matches a name of a property and, in the next line, its event, where the property is an id of a person or a group. See D-716. */
const ID_PROPERTY =
  /^(distinct_id|\$(device|user)_id)\n|^(alias\n\$(create_alias|merge_dangerously)|\$anon_distinct_id\n\$identify|\$group_key\n\$groupidentify)$/

/**
 * Returns a copy of properties in which personal data is removed from each text that is a URL, at any depth, and the properties
 * themselves when the configuration removes nothing. See D-441.
 *
 * @param event Name of the event whose properties these are. Its ids may be URLs and are sent as they are. See D-716.
 * @param onCut Called when properties exceed the limits of `serialize`.
 */
export function maskUrls(
  properties: Properties,
  config: UrlConfig,
  event?: string,
  onCut?: () => void,
): Properties {
  if (!config.mask_url && !config.mask_personal_data_properties && !config.disable_capture_url_hashes)
    return properties
  // Only properties of an event have such names at the top.
  const isId = (name: string) => ID_PROPERTY.test(`${name}\n${event}`)
  return maskValue(JSON.parse(serialize(properties, undefined, onCut)), config, isId)
}

/** @param isId Whether a text with this name is an id, which is sent as it is. */
function maskValue<T>(value: T, config: UrlConfig, isId?: (name: string) => boolean): T {
  if (Array.isArray(value)) return value.map(item => maskValue(item, config)) as T
  if (!isObject(value)) return maskText(value, config) as T
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      isText(inner) && isId?.(name)
        ? [name, inner]
        : // The texts in `$groups` are the keys of groups.
          [maskText(name, config), maskValue(inner, config, isId && name === '$groups' ? isText : undefined)],
    ),
  ) as T
}

/**
 * Returns a value, masked if it is the text of a URL, or JSON text with one, such as the payload of a flag. Other JSON text keeps
 * its spelling. See D-717.
 */
export function maskText<T>(value: T, config: UrlConfig): T | string {
  if (!isText(value)) return value
  const json = parseJson(/^\s*["[{]/.test(value) && value.trim())
  if (json === undefined)
    return URL_START.test(value.replace(LINE_BREAKS, '')) ? maskUrl(value, config) : value
  // Too deep to be read, so that it may hold what the hook is to remove.
  return attempt(() => {
    const masked = stringify(maskValue(json, config))
    return masked === stringify(json) ? value : masked
  }, '')
}

/** Never throws. Returns an empty string if `mask_url` throws. See D-059. */
function maskUrl(url: string, config: UrlConfig): string {
  let sanitized = config.disable_capture_url_hashes ? url.replace(/#.*/s, '') : url
  if (config.mask_personal_data_properties) {
    const names = [...PERSONAL_PARAMS, ...(config.custom_personal_data_properties ?? [])]
    let isPersonal = false
    let starts: string[] = []
    // Replaced in the text, because parsing and serializing would change the encoding of the rest.
    sanitized = sanitized
      .split(/(?=[?&#=]|%[25]*(?:3[df]|2[36]))/i)
      .map(part => {
        // A value may contain all but these, and a route in the fragment a query of its own.
        if (isPersonal && !/^[&#]/.test(part)) return ''
        isPersonal = /^(=|%[25]*3d)/i.test(part) && starts.some(start => names.includes(nameOf(start)))
        // A name may contain separators too, which are encoded once more than its own.
        starts = ['', ...(/^[%?]/.test(part) ? starts.slice(0, 8) : [])].map(start => start + part)
        return isPersonal ? '=<masked>' : part
      })
      .join('')
  }
  return attempt(() => (url && config.mask_url ? String(config.mask_url(sanitized)) : sanitized), '')
}

/** Returns the name of a parameter, whose separator is encoded once for each address around its own. See D-767. */
function nameOf(text: string): string {
  const shallow = text
    .replace(LINE_BREAKS, '')
    .replace(/%(25)+/g, '%25')
    .replaceAll('+', ' ')
  // What is badly encoded stays as it is. The page may have no `URLSearchParams`.
  const decoded = attempt(() => decodeURIComponent(shallow), text)
  return text[0] === '%' && decoded !== text ? nameOf(decoded) : decoded.replace(/^[?&#]/, '')
}

/** Returns host and path of a URL; empty strings for an invalid URL. */
export function parseUrl(url: string): { host: string; pathname: string } {
  try {
    // Skips the empty referrer of most pages, because throwing is slow.
    if (url) return new URL(url)
  } catch {
    // The URL is invalid. The inline script, which shares this function, has no other use for `attempt`.
  }
  return { host: '', pathname: '' }
}

/**
 * Returns the campaign parameters of a URL.
 *
 * @param url A sanitized URL.
 * @returns All parameter names, with `undefined` for missing ones, so that a new campaign replaces all values of the previous
 *   one. An empty object if the URL has no campaign parameter.
 */
export function getCampaignParams(url: string, { custom_campaign_params = [] }: UrlConfig): Properties {
  const params = new URLSearchParams(url.replace(/#.*/s, '').split('?')[1])
  const names = [...CAMPAIGN_PARAMS, ...custom_campaign_params]
  if (!names.some(name => params.get(name))) return {}
  return Object.fromEntries(names.map(name => [name, params.get(name) || undefined]))
}

/** Returns the referrer properties, including the search engine and keyword. An empty referrer becomes `$direct`. */
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
