/** The first 96 bits of an IPv6 address that stands for an IPv4 address. RFC 4291, 2.5.5.2; RFC 6052, 2.1. */
const IPV4_PREFIXES = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

/**
 * Returns the network that one sender has: an IPv4 address, or the first 64 bits of an IPv6 address. An empty text without an
 * address: a request of the same process.
 */
export function senderNetwork(ip = ''): string {
  if (!ip.includes(':')) return ip
  const address = ip.replace(/%.*/, '')
  // The parser of URLs normalises an IPv6 address to hexadecimal groups.
  const url = `http://[${address}]`
  if (!URL.canParse(url)) return address
  const groupsOf = (text = '') => (text === '' ? [] : text.split(':'))
  const [start, end] = new URL(url).hostname.slice(1, -1).split('::')
  const [first, last] = [groupsOf(start), groupsOf(end)]
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  const groups = [...first, ...zeros, ...last]
  if (IPV4_PREFIXES.includes(groups.slice(0, 6).join(':'))) return toIpv4(groups.slice(6))
  return groups.slice(0, 4).join(':')
}

/** Returns an IPv4 address from two hexadecimal groups. */
function toIpv4(groups: string[]): string {
  const bytes = groups.map(group => Number.parseInt(group, 16)).flatMap(group => [group >> 8, group & 0xff])
  return bytes.join('.')
}
