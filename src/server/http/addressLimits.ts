import type { AddressLimit, Throttle } from '../options'
import type { ServiceContext } from '../serviceContext'
import { authenticate, type Caller } from './auth'
import type { ParsedRequest } from './parseRequest'
import { HttpError } from './reply'
import { senderNetwork } from './senderNetwork'
import { createThrottles, type Throttles } from './throttle'

/** Creates the limits of addresses. A request of the same process has no address and no limit. See D-542. */
export function createAddressLimits(
  limits: Partial<Record<AddressLimit, Throttle>> | undefined,
  now: () => number,
): Record<keyof Throttles<AddressLimit>, (limit: AddressLimit, ip: string | undefined) => void> {
  const { check, count } = createThrottles(limits, now)
  return {
    check: (limit, ip) => ip && check(limit, senderNetwork(ip)),
    count: (limit, ip) => ip && count(limit, senderNetwork(ip)),
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
