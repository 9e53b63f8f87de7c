/** The IP address of a client. */
interface ClientAddress {
  ip: string | undefined
  /** Whether the address is from a forwarding header. It then wins over everything else. */
  fromHeader: boolean
}

const IPV4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/
/** An IPv6 address with a port. One pattern that also checks the address takes quadratic time. */
const IN_BRACKETS = /^\[(.*)\]:\d+$/

/**
 * Returns the address for GeoIP: the first entry of the forwarding header, or
 * the address of the connection. Interface section 4.3.
 *
 * The header has the name in the interface, or the one that proxies use: a caller sets the former on purpose. Ports and brackets are dropped.
 */
export function clientAddress(
  header: (name: string) => string | null | undefined,
  connection: string | undefined,
): ClientAddress {
  const forwarded = header('http_x_forwarded_for') ?? header('x-forwarded-for')
  const first = withoutPort(forwarded?.split(',')[0]?.trim())
  if (first) return { ip: first, fromHeader: true }
  return { ip: withoutPort(connection), fromHeader: false }
}

/** Returns an IP address without brackets and port. Undefined for other texts. */
export function withoutPort(text: string | undefined): string | undefined {
  if (!text) return undefined
  return IPV4.exec(text)?.[1] ?? plainIpv6(IN_BRACKETS.exec(text)?.[1] ?? text)
}

function plainIpv6(text: string): string | undefined {
  const address = text.replace(/^\[|\]$/g, '')
  return address.includes(':') && /^[0-9a-fA-F:.]+$/.test(address) ? address : undefined
}
