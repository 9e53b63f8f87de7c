import type { Store } from './store'

/** How a cookie is written. */
export interface CookieConfig {
  /** True: one cookie for all subdomains of the site. */
  cross_subdomain_cookie: boolean
  secure_cookie: boolean
  /** Days. */
  cookie_expiration: number
}

/** Browsers silently refuse a cookie above 4 kB, attributes included. */
const MAX_COOKIE_BYTES = 3800

/**
 * Cookies as a store; each key is one cookie. What is too long for a cookie is refused. What the browser refuses, as in a
 * sandboxed frame, is simply not there at the next reading.
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
      // Closed, or not written by us: as good as absent.
      return null
    }
  }
  const setCookie = (key: string, value: string, days: number, at: string) => {
    const flags = (secure && location.protocol === 'https:' ? '; secure' : '') + (at && `; domain=${at}`)
    try {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in many browsers.
      document.cookie = `${key}=${value}; SameSite=Lax; path=/; max-age=${days * 86_400}${flags}`
    } catch {
      // Closed.
    }
  }
  /**
   * The widest domain that the browser takes a cookie for, found by trying from the right: the list of public suffixes is
   * its, not ours. Empty for a host that has no parent: `localhost`, an address, an intranet name.
   */
  const findWidestDomain = (): string => {
    const labels = location.hostname.split('.')
    if (!crossSubdomain || /^[\d.]+$|:/.test(location.hostname)) return ''
    for (let i = labels.length - 2; i >= 0; i--) {
      const at = `.${labels.slice(i).join('.')}`
      setCookie(PROBE, '1', 1, at)
      const taken = read(PROBE)
      setCookie(PROBE, '', 0, at)
      if (taken) return at
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
      // An older cookie of this host alone would be read in place of ours.
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

const PROBE = 'earshot_probe'
