/** Where a request comes from, and whether the header that overrides everything said so. */
interface ClientAddress {
  ip: string | undefined
  fromHeader: boolean
}

const IPV4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/
const IPV6 = /^\[?([0-9a-fA-F:.]*:[0-9a-fA-F:.]*)\]?(?::\d+)?$/

/**
 * The address that GeoIP looks up: the first entry of the forwarding header,
 * which may be spelled as in the interface or as browsers and proxies do, else
 * the connection's. Ports and brackets are dropped. Interface section 4.3.
 */
export function clientAddress(
  header: (name: string) => string | null | undefined,
  connection: string | undefined,
): ClientAddress {
  const forwarded = header('x-forwarded-for') ?? header('http_x_forwarded_for')
  const first = withoutPort(forwarded?.split(',')[0]?.trim())
  if (first) return { ip: first, fromHeader: true }
  return { ip: withoutPort(connection), fromHeader: false }
}

function withoutPort(text: string | undefined): string | undefined {
  if (!text) return undefined
  return IPV4.exec(text)?.[1] ?? (/^\[.*\]:\d+$/.test(text) ? IPV6.exec(text)?.[1] : plainIpv6(text))
}

function plainIpv6(text: string): string | undefined {
  const address = text.replace(/^\[|\]$/g, '')
  return address.includes(':') && /^[0-9a-fA-F:.]+$/.test(address) ? address : undefined
}
