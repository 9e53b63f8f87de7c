/** The answer to every failure, management and public endpoints alike. DECISIONS, "Errors". */
interface ErrorBody {
  type: 'authentication_error' | 'invalid_request' | 'validation_error' | 'throttled_error' | 'server_error'
  code: string
  /** A sentence for people. */
  detail: string
  /** The field that is wrong, nested names joined by `__`; null when it is no field's fault. */
  attr: string | null
}

/** What a route answers: `undefined` as body means none at all. */
export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** The one way for a route or a decoder to refuse; `errorResponse` turns it into a response. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Record<string, string> = {},
  ) {
    super(body.detail)
  }
}

/** 400 for a body or parameter that breaks a rule. */
export function invalidInput(detail: string, attr: string | null = null, code = 'invalid_input'): HttpError {
  return new HttpError(400, { type: 'validation_error', code, detail, attr })
}

/** 400 for bytes that cannot be read at all. */
export function invalidPayload(detail: string): HttpError {
  return invalidInput(detail, null, 'invalid_payload')
}

/** 401; `not_authenticated` when nothing was presented, `authentication_failed` when it was wrong. */
export function unauthenticated(
  code: string,
  detail: string,
  headers: Record<string, string> = {},
): HttpError {
  return new HttpError(401, { type: 'authentication_error', code, detail, attr: null }, headers)
}

/** 403. */
export function forbidden(detail: string, attr: string | null = null): HttpError {
  return new HttpError(403, { type: 'authentication_error', code: 'permission_denied', detail, attr })
}

/** 404. */
export function notFound(detail = 'Not found.'): HttpError {
  return new HttpError(404, { type: 'invalid_request', code: 'not_found', detail, attr: null })
}

/** 405, naming what is allowed. */
export function methodNotAllowed(method: string, allowed: string[]): HttpError {
  const detail = `Method "${method}" not allowed.`
  const headers = { Allow: allowed.join(', ') }
  return new HttpError(
    405,
    { type: 'invalid_request', code: 'method_not_allowed', detail, attr: null },
    headers,
  )
}

/** 413. */
export function payloadTooLarge(maxBytes: number): HttpError {
  const detail = `maximum event size exceeded: the limit is ${maxBytes} bytes`
  return new HttpError(413, { type: 'validation_error', code: 'payload_too_large', detail, attr: null })
}

/** 415. */
export function unsupportedMediaType(contentType: string): HttpError {
  const detail = `Unsupported media type "${contentType}" in request.`
  return new HttpError(415, { type: 'invalid_request', code: 'unsupported_media_type', detail, attr: null })
}

/** 429 with `Retry-After`, in whole seconds. */
export function tooManyRequests(retryAfterMs: number): HttpError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const detail = `Request was throttled. Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`
  const body: ErrorBody = { type: 'throttled_error', code: 'throttled', detail, attr: null }
  return new HttpError(429, body, { 'Retry-After': String(seconds) })
}

/** Turns what a route returned into a response. */
export function toResponse(reply: Reply): Response {
  if (reply.body === undefined) {
    const length: Record<string, string> =
      reply.status === 204 || reply.status === 304 ? {} : { 'Content-Length': '0' }
    return new Response(null, { status: reply.status, headers: { ...length, ...reply.headers } })
  }
  const headers = { 'Content-Type': 'application/json', ...reply.headers }
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  return new Response(text, { status: reply.status, headers })
}

/** Turns whatever was thrown into a reply; what is not an `HttpError` is our own fault and says no more. */
export function errorReply(error: unknown): Reply {
  if (error instanceof HttpError) return { status: error.status, body: error.body, headers: error.headers }
  const body: ErrorBody = {
    type: 'server_error',
    code: 'error',
    detail: 'A server error occurred.',
    attr: null,
  }
  return { status: 500, body }
}
