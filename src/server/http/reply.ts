import { truncate } from '../lib/truncate'
import { StoreUnavailableError } from '../store/store'

/**
 * A route's answer. Without `body` the response has none. A text, bytes or a stream is sent as it is, the text that a function
 * returns when there is room for it, and all else as JSON.
 */
export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** The body of every error response, of management and public endpoints alike. See D-224. */
interface ErrorBody {
  type:
    | 'authentication_error'
    | 'invalid_request'
    | 'validation_error'
    | 'throttled_error'
    | 'quota_limited'
    | 'server_error'
  code: string
  /** A sentence for people. */
  detail: string
  /** Name of the invalid field, nested names joined by `__`. */
  attr: string | null
}

/** A value of the request that is in an error may be as long as the request. See D-722. */
const MAX_TEXT_LENGTH = 1000

/** A reply that a route or a decoder throws instead of returning. */
export class HttpError extends Error implements Reply {
  readonly body: ErrorBody

  constructor(
    readonly status: number,
    body: Omit<ErrorBody, 'attr'> & { attr?: string | null },
    readonly headers: Record<string, string> = {},
  ) {
    const detail = truncate(body.detail, MAX_TEXT_LENGTH)
    super(detail)
    const attr = body.attr ?? null
    this.body = { ...body, detail, attr: attr && truncate(attr, MAX_TEXT_LENGTH) }
  }
}

/** 400 for a body or parameter that breaks a rule. */
export function invalidInput(detail: string, attr: string | null = null, code = 'invalid_input'): HttpError {
  return new HttpError(400, { type: 'validation_error', code, detail, attr })
}

/** 400 for bytes that cannot be decoded. */
export function invalidPayload(detail: string): HttpError {
  return invalidInput(detail, null, 'invalid_payload')
}

/** 401. The code is `not_authenticated` without credentials, `authentication_failed` with wrong ones. */
export function unauthenticated(
  code: string,
  detail: string,
  headers: Record<string, string> = {},
): HttpError {
  return new HttpError(401, { type: 'authentication_error', code, detail }, headers)
}

/** 402. SDKs that evaluate locally then take all flags for missing. See D-730. */
export function quotaExceeded(): HttpError {
  const detail = 'The quota of feature flag requests is used up.'
  return new HttpError(402, { type: 'quota_limited', code: 'payment_required', detail })
}

/** 403. */
export function forbidden(detail: string): HttpError {
  return new HttpError(403, { type: 'authentication_error', code: 'permission_denied', detail })
}

/** 404. */
export function notFound(detail = 'Not found.'): HttpError {
  return new HttpError(404, { type: 'invalid_request', code: 'not_found', detail })
}

/** 405, with the allowed methods in `Allow`. */
export function methodNotAllowed(method: string, allowed: string[]): HttpError {
  const detail = `Method "${method}" not allowed.`
  const headers = { Allow: allowed.join(', ') }
  return new HttpError(405, { type: 'invalid_request', code: 'method_not_allowed', detail }, headers)
}

/** 413. */
export function payloadTooLarge(maxBytes: number): HttpError {
  const detail = `maximum event size exceeded: the limit is ${maxBytes} bytes`
  return new HttpError(413, { type: 'validation_error', code: 'payload_too_large', detail })
}

/** 414 for a query of too many parameters. */
export function uriTooLong(maxParameters: number): HttpError {
  const detail = `the query has more than ${maxParameters} parameters`
  return new HttpError(414, { type: 'invalid_request', code: 'uri_too_long', detail })
}

/** 415. */
export function unsupportedMediaType(contentType: string): HttpError {
  const detail = `Unsupported media type "${contentType}" in request.`
  return new HttpError(415, { type: 'invalid_request', code: 'unsupported_media_type', detail })
}

/** 429, with `Retry-After` in whole seconds. */
export function tooManyRequests(retryAfterMs: number): HttpError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const detail = `Request was throttled. Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`
  const headers = { 'Retry-After': String(seconds) }
  return new HttpError(429, { type: 'throttled_error', code: 'throttled', detail }, headers)
}

/** Clients keep their events and send them again after this time. */
const RETRY_AFTER_SECONDS = 2

/** 503, with `Retry-After`: nothing of the request was stored. See D-484. */
export function serviceUnavailable(detail: string): HttpError {
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) }
  return new HttpError(503, { type: 'server_error', code: 'unavailable', detail }, headers)
}

/** 503 while too many bytes of bodies are in memory. See D-411. */
export const busy = () =>
  serviceUnavailable('Too many large requests are in progress. Please try again later.')

/** Returns the reply to a request whose route has thrown. */
export function errorReply(error: unknown): Reply {
  if (error instanceof HttpError) return error
  return error instanceof StoreUnavailableError
    ? serviceUnavailable('The database is not available. Please try again later.')
    : serverError()
}

/** 500 for an error of our own. It tells no more than that. */
function serverError(): HttpError {
  return new HttpError(500, { type: 'server_error', code: 'error', detail: 'A server error occurred.' })
}
