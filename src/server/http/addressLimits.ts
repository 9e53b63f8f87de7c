import type { AddressLimit, Throttle } from '../options'
import type { ServiceContext } from '../serviceContext'
import { authenticate, type Caller } from './auth'
import type { ParsedRequest } from './parseRequest'
import { HttpError } from './reply'
import { createThrottles, type Throttles } from './throttle'

/** Creates the limits of addresses. A request of the same process has no address and no limit. See D-542. */
export function createAddressLimits(
  limits: Partial<Record<AddressLimit, Throttle>> | undefined,
  now: () => number,
): Record<keyof Throttles<AddressLimit>, (limit: AddressLimit, ip: string | undefined) => void> {
  const { check, count } = createThrottles(limits, now)
  return {
    check: (limit, ip) => ip && check(limit, network(ip)),
    count: (limit, ip) => ip && count(limit, network(ip)),
  }
}

/**
 * Returns the caller of a request like `authenticate`, unless its address has sent too many wrong keys.
 *
 * @throws HttpError 401 or 429.
 */
export async function authenticateWithinLimit(
  service: ServiceContext,
  request: ParsedRequest,
): Promise<Caller> {
  service.addressLimits.check('failedAuthentication', request.ip)
  try {
    return await authenticate(service, request)
  } catch (error) {
    const isWrongKey = error instanceof HttpError && error.status === 401 && request.header('authorization')
    if (isWrongKey) service.addressLimits.count('failedAuthentication', request.ip)
    throw error
  }
}

/** Returns the network that one caller has: an IPv4 address, or the first 64 bits of an IPv6 address. */
function network(ip: string): string {
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
