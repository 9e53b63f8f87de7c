import { attempt } from '../lib/attempt'
import type { Store } from './store'

/** Options of the configuration that affect cookies. */
export interface CookieConfig {
  /** Whether one cookie is shared by all subdomains of the site. */
  cross_subdomain_cookie: boolean
  secure_cookie: boolean
  /** Days. */
  cookie_expiration: number
}

/** Browsers silently ignore a cookie above 4 kB, including its attributes. */
const MAX_COOKIE_BYTES = 3800
const PROBE_KEY = 'earshot_probe'

/**
 * Creates a store with one cookie per key. A value that is too long for a cookie is rejected. A cookie that the browser blocks,
 * as in a sandboxed frame, is missing at the next read. See D-030.
 */
export function cookieStore(config: CookieConfig): Store {
  const { cross_subdomain_cookie: crossSubdomain, secure_cookie: secure, cookie_expiration: days } = config
  let domain: string | undefined
  let written = false

  const read = (key: string): string | null => {
    try {
      const part = document.cookie.split('; ').find(text => text.startsWith(`${key}=`))
      return part ? decodeURIComponent(part.slice(key.length + 1)) : null
    } catch {
      // Cookies are blocked, or the value was not encoded by us.
      return null
    }
  }
  const setCookie = (key: string, value: string, days: number, domain: string) => {
    try {
      const flags =
        (secure && location.protocol === 'https:' ? '; secure' : '') + (domain && `; domain=${domain}`)
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in many browsers.
      document.cookie = `${key}=${value}; SameSite=Lax; path=/; max-age=${days * 86_400}${flags}`
    } catch {
      // Cookies are blocked.
    }
  }
  /**
   * Returns the widest domain for which the browser accepts a cookie. Tries each parent domain from the right, because only the
   * browser knows the list of public suffixes. Empty for a host without a parent domain: `localhost`, an IP address, an
   * intranet name.
   */
  const findWidestDomain = (): string => {
    const host = attempt(() => location.hostname, '')
    const labels = host.split('.')
    if (!crossSubdomain || /^[\d.]+$|:/.test(host)) return ''
    for (let i = labels.length - 2; i >= 0; i--) {
      const candidate = `.${labels.slice(i).join('.')}`
      setCookie(PROBE_KEY, '1', 1, candidate)
      const accepted = read(PROBE_KEY)
      setCookie(PROBE_KEY, '', 0, candidate)
      if (accepted) return candidate
    }
    return ''
  }
  const cookieDomain = () => {
    domain ??= findWidestDomain()
    return domain
  }

  return {
    read,
    write(key, value) {
      const text = encodeURIComponent(value)
      if (key.length + text.length > MAX_COOKIE_BYTES) return false
      setCookie(key, text, days, cookieDomain())
      // An older cookie of this host alone would hide ours. See D-034.
      if (!written && cookieDomain() && read(key) !== value) setCookie(key, '', 0, '')
      written = true
      return true
    },
    remove(key) {
      setCookie(key, '', 0, '')
      if (cookieDomain()) setCookie(key, '', 0, cookieDomain())
    },
    keys: () => [],
    onExternalChange: () => () => {},
  }
}
