import type { Store } from './store'

/** How a cookie is written. */
export interface CookieSettings {
  /** True: one cookie for all subdomains of the site. */
  crossSubdomain: boolean
  secure: boolean
  days: number
}

/** Browsers silently refuse a cookie above 4 kB, attributes included. */
const MAX_COOKIE_BYTES = 3800

/** Cookies as a store; each key is one cookie. What is too long for a cookie is refused. */
export function cookieStore(settings: CookieSettings): Store | undefined {
  const read = (key: string): string | null => {
    const head = `${key}=`
    for (const part of cookies().split('; ')) {
      if (!part.startsWith(head)) continue
      try {
        return decodeURIComponent(part.slice(head.length))
      } catch {
        // Not written by us, or cut: as good as absent.
        return null
      }
    }
    return null
  }
  const put = (key: string, value: string, age: number, domain: string) => {
    try {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in many browsers.
      document.cookie = `${key}=${value}; SameSite=Lax; path=/; max-age=${age}${settings.secure && location.protocol === 'https:' ? '; secure' : ''}${domain && `; domain=${domain}`}`
    } catch {
      // A sandboxed frame: the caller sees that it cannot be read back.
    }
  }
  if (typeof document === 'undefined') return undefined
  let domain: string | undefined
  const site = () => {
    domain ??= settings.crossSubdomain ? widestDomain(location.hostname, put, read) : ''
    return domain
  }
  return {
    read,
    write: (key, value) => {
      const text = encodeURIComponent(value)
      if (key.length + text.length > MAX_COOKIE_BYTES) return false
      put(key, text, settings.days * 86_400, site())
      return read(key) !== null
    },
    remove: key => {
      put(key, '', 0, '')
      if (site()) put(key, '', 0, site())
    },
    keys: prefix =>
      cookies()
        .split('; ')
        .map(part => part.split('=', 1)[0]!)
        .filter(key => key.startsWith(prefix)),
    onForeignChange: () => () => {},
  }
}

function cookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

/**
 * The widest domain of a host that browsers take a cookie for, found by trying from the right: the list of public suffixes
 * is theirs, not ours.
 *
 * @returns Empty for a host that has no parent: `localhost`, an address, an intranet name.
 */
function widestDomain(
  host: string,
  put: (key: string, value: string, age: number, domain: string) => void,
  read: (key: string) => string | null,
): string {
  const labels = host.split('.')
  if (labels.length < 2 || /^[\d.]+$|:/.test(host)) return ''
  for (let i = labels.length - 2; i >= 0; i--) {
    const domain = `.${labels.slice(i).join('.')}`
    put('earshot_probe', '1', 3, domain)
    if (read('earshot_probe')) {
      put('earshot_probe', '', 0, domain)
      return domain
    }
  }
  return ''
}
