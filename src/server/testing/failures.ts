import { corsHeaders } from '../http/cors'
import type { ParsedRequest } from '../http/parseRequest'

/**
 * A failure to inject, to test how a client handles it.
 *
 * @example
 * ```ts
 * service.fail({ path: '/flags', status: 429, headers: { 'Retry-After': '3' }, times: 1 })
 * service.fail({ delayMs: 5000 })
 * service.fail({ path: '/batch/', drop: true })
 * ```
 */
export interface Failure {
  /** Prefix of the paths that fail. Default: every path. */
  path?: string
  /** Answers with this status and does nothing else. */
  status?: number
  /** Headers of the response with `status`. */
  headers?: Record<string, string>
  /** Delays the response. */
  delayMs?: number
  /** Closes the connection without a response. */
  drop?: boolean
  /** Serves the request, and sends half of the response. */
  truncate?: boolean
  /** Number of requests that fail. Default: all, until the failure is ended. */
  times?: number
}

/** The error of `fetch` when a failure drops the connection. */
export class ConnectionLostError extends TypeError {
  constructor() {
    super('fetch failed: service.fail dropped the connection')
  }
}

/** Creates a list of active failures. */
export function createFailureInjector() {
  let active: { failure: Failure; remaining: number }[] = []
  return {
    /** Activates a failure. @returns A function that ends it. */
    add(failure: Failure): () => void {
      const entry = { failure, remaining: failure.times ?? Number.POSITIVE_INFINITY }
      active.push(entry)
      return () => {
        active = active.filter(other => other !== entry)
      }
    },
    /** Returns the failure of a request, and counts the request. */
    next(request: ParsedRequest): Failure | undefined {
      const entry = active.find(({ failure }) => request.url.pathname.startsWith(failure.path ?? '/'))
      if (!entry) return undefined
      entry.remaining--
      if (entry.remaining <= 0) active = active.filter(other => other !== entry)
      return entry.failure
    },
    clear(): void {
      active = []
    },
  }
}

/**
 * Answers a request with a failure.
 *
 * @param respond Returns the real response.
 * @throws ConnectionLostError when the failure drops the connection.
 */
export async function respondWithFailure(
  failure: Failure,
  request: ParsedRequest,
  respond: () => Promise<Response>,
): Promise<Response> {
  if (failure.delayMs) await new Promise(resolve => setTimeout(resolve, failure.delayMs))
  if (failure.drop) throw new ConnectionLostError()
  if (failure.status !== undefined)
    return new Response(null, {
      status: failure.status,
      // Pages of other origins can read the status too.
      headers: { ...corsHeaders(request), ...failure.headers },
    })
  const response = await respond()
  if (!failure.truncate) return response
  const text = await response.text()
  response.headers.delete('content-length')
  return new Response(text.slice(0, text.length / 2), response)
}
