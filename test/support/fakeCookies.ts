/** The cookies of one host. `document` and `location` replace the globals that `cookieStore` uses. */
export interface FakeCookies {
  document: { cookie: string }
  location: { hostname: string; protocol: string }
  /** Returns the stored cookies. The domain is the host itself, or starts with a dot to include subdomains. */
  stored(): [name: string, domain: string, value: string][]
  /** All texts written to `document.cookie`. */
  written: string[]
  /** Sets a cookie as another page of the site would. */
  set(name: string, domain: string, value: string): void
}

/** Domains for which browsers reject cookies, because they belong to many sites. */
const PUBLIC_SUFFIXES = ['com', 'test', 'uk', 'co.uk', 'io', 'github.io']

/**
 * Creates the cookies of a host.
 *
 * @param isEnabled Whether the browser stores cookies.
 */
export function fakeCookies(hostname: string, { protocol = 'https:', isEnabled = true } = {}): FakeCookies {
  const jar = new Map<string, [name: string, domain: string, value: string]>()
  const written: string[] = []
  const document = {
    // Like in browsers, the older of two cookies with the same name comes first.
    get cookie() {
      return [...jar.values()].map(([name, , value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      written.push(text)
      const [pair = '', ...attributes] = text.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/)
      const of = (attribute: string) =>
        attributes.find(part => part.startsWith(`${attribute}=`))?.slice(attribute.length + 1)
      const domain = of('domain') ?? hostname
      const isOurs = domain === hostname || `.${hostname}`.endsWith(domain)
      if (!isEnabled || !isOurs || PUBLIC_SUFFIXES.includes(domain.slice(1))) return
      const key = `${name} ${domain}`
      if (Number(of('max-age')) <= 0) jar.delete(key)
      else jar.set(key, [name, domain, value])
    },
  }
  return {
    document,
    location: { hostname, protocol },
    stored: () => [...jar.values()],
    written,
    set: (name, domain, value) => void jar.set(`${name} ${domain}`, [name, domain, value]),
  }
}
