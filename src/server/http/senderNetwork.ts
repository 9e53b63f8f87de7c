/**
 * Returns the network that one sender has: an IPv4 address, or the first 64 bits of an IPv6 address. An empty text without an
 * address: a request of the same process.
 */
export function senderNetwork(ip = ''): string {
  if (!ip.includes(':')) return ip
  const address = ip.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*/, '')
  // The parser of URLs normalises an IPv6 address to hexadecimal groups.
  const url = `http://[${address}]`
  if (!URL.canParse(url)) return address
  const groupsOf = (text = '') => (text === '' ? [] : text.split(':'))
  const [start, end] = new URL(url).hostname.slice(1, -1).split('::')
  const [first, last] = [groupsOf(start), groupsOf(end)]
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
