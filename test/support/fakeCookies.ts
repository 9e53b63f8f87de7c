/** Cookies of one host, as a browser keeps them; `document` and `location` are what `cookieStore` looks at. */
export interface FakeCookies {
  document: { cookie: string }
  location: { hostname: string; protocol: string }
  /** What is kept: name, domain (the host itself, or with a dot for all below it), value. */
  stored(): [name: string, domain: string, value: string][]
  /** Everything that was written, as it was written. */
  written: string[]
  /** Puts a cookie there as another page of the site would. */
  set(name: string, domain: string, value: string): void
}

/** No browser takes a cookie for these: they belong to many sites. */
const PUBLIC_SUFFIXES = ['com', 'test', 'uk', 'co.uk', 'io', 'github.io']

/** @param open False: cookies are off, so that what is written is not there. */
export function fakeCookies(hostname: string, { protocol = 'https:', open = true } = {}): FakeCookies {
  const jar = new Map<string, [name: string, domain: string, value: string]>()
  const written: string[] = []
  const document = {
    // Of two of one name the older one comes first, as browsers have it.
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
      if (!open || !isOurs || PUBLIC_SUFFIXES.includes(domain.slice(1))) return
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
