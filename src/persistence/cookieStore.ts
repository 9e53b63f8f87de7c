import { attempt } from '../lib/attempt'
import type { Store } from './store'

/** Options of the configuration that affect cookies. */
export interface CookieConfig {
  /** Whether one cookie is shared by all subdomains of the site. */
  cross_subdomain_cookie: boolean
  secure_cookie: boolean
  /** Days; 0 until the browser closes. */
  cookie_expiration: number
}

/** Browsers silently ignore a cookie above 4 kB, including its attributes. */
const MAX_COOKIE_BYTES = 3800

/**
 * Creates a store with one cookie per key. A value that is too long for a cookie is rejected. A cookie that the browser blocks,
 * as in a sandboxed frame, is missing at the next read. See D-030.
 */
export function cookieStore(config: CookieConfig): Store {
  const { cross_subdomain_cookie: crossSubdomain, secure_cookie: secure, cookie_expiration: days } = config
  /** Empty for a cookie that ends with the browser, as in posthog-js. See D-806. */
  const maxAge = days * 86_400 ? `; max-age=${days * 86_400}` : ''
  /** The widest domain for which the browser accepts a cookie. Empty: this host alone. */
  let domain: string | undefined

  // Cookies may be blocked, and a value may not have been encoded by us.
  const read = (key: string): string | null =>
    attempt(() => {
      const part = document.cookie.split('; ').find(text => text.startsWith(`${key}=`))
      return part ? decodeURIComponent(part.slice(key.length + 1)) : null
    }, null)
  const setCookie = (key: string, value: string, domain: string, maxAge = '; max-age=0') =>
    attempt(() => {
      const flags =
        (secure && location.protocol === 'https:' ? '; secure' : '') + (domain && `; domain=${domain}`)
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in many browsers.
      document.cookie = `${key}=${encodeURIComponent(value)}; SameSite=Lax; path=/${maxAge}${flags}`
    })
  /** Returns the parent domains, widest first. None for `localhost`, an IP address or an intranet name. */
  const parentDomains = (): string[] => {
    const host = attempt(() => `${location.hostname}`, '')
    const labels = host.split('.')
    if (/^[\d.]+$|:/.test(host)) return []
    return labels
      .map((_, i) => `.${labels.slice(i).join('.')}`)
      .slice(0, -1)
      .reverse()
  }
  /** Writes to the widest domain that the browser accepts, or to this host. Only the browser knows the list of public suffixes. */
  const writeFirst = (key: string, value: string) => {
    for (const candidate of crossSubdomain ? parentDomains() : []) {
      setCookie(key, value, candidate, maxAge)
      if (read(key) === value) return candidate
      // An older cookie of this host alone would hide ours. See D-034.
      setCookie(key, '', '')
      if (read(key) === value) return candidate
      setCookie(key, '', candidate)
    }
    setCookie(key, value, '', maxAge)
    // An older cookie of a wider domain would hide ours as well. See D-787.
    const wider = crossSubdomain ? null : read(key)
    if (![value, null].includes(wider))
      for (const candidate of parentDomains()) {
        setCookie(key, '', candidate)
        // A refusal still holds on other hosts. The younger cookie does not hide ours. See D-827.
        if (wider === '0' && read(key) === value) {
          setCookie(key, wider, candidate, maxAge)
          break
        }
      }
    return ''
  }

  return {
    read,
    write(key, value) {
      if (key.length + encodeURIComponent(value).length > MAX_COOKIE_BYTES) return false
      if (domain === undefined) domain = writeFirst(key, value)
      else setCookie(key, value, domain, maxAge)
      return true
    },
    remove(key) {
      // After a write to this host alone, a wider cookie is of other subdomains.
      for (const wider of ['', ...(domain === '' ? [] : parentDomains())]) setCookie(key, '', wider)
    },
    keys: () => [],
    onExternalChange: () => () => {},
  }
}
