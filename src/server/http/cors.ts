import type { ParsedRequest } from './parseRequest'

const METHODS = 'GET, POST, OPTIONS, HEAD'

/**
 * Lets pages of any origin read a public answer. The origin is echoed, never
 * `*`: credentials are allowed, and browsers refuse the two together.
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
    // Without this a page cannot see how long to wait.
    'Access-Control-Expose-Headers': 'Retry-After',
    Vary: 'Origin',
  }
}
