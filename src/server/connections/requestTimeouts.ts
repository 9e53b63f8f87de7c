import type { ServerOptions } from 'node:http'

const HEADERS_TIMEOUT_MS = 30_000
/** A historical import of 15 MB at 250 kB/s, or a batch of 300 kB from a phone at 5 kB/s. */
const REQUEST_TIMEOUT_MS = 60_000
/** Node compares at intervals, by default each 30 s, so that requests lasted up to 30 s longer. */
const CHECKS = 12

/**
 * Returns the times after which Node answers 408 and closes the connection of a request whose headers or body have not arrived. A
 * body that arrives byte by byte would hold its connection for five minutes. See D-817.
 */
export function requestTimeouts({
  headersMs = HEADERS_TIMEOUT_MS,
  requestMs = REQUEST_TIMEOUT_MS,
} = {}): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: headersMs / CHECKS,
  }
}
