import type { ParsedRequest } from './parseRequest'

const METHODS = 'GET, POST, OPTIONS, HEAD'

/**
 * Returns the headers that let pages of any origin read a response.
 *
 * The origin is echoed: credentials are allowed, and browsers refuse them together with `*`.
 */
export function corsHeaders(request: ParsedRequest): Record<string, string> {
  const origin = request.header('origin')
  if (!origin) return {}
  const requestedHeaders = request.header('access-control-request-headers')
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Methods': METHODS,
    ...(requestedHeaders ? { 'Access-Control-Allow-Headers': requestedHeaders } : {}),
    // Lets a page see when to try again.
    'Access-Control-Expose-Headers': 'Retry-After',
    Vary: 'Origin',
  }
}
