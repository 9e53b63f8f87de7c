import { corsHeaders } from '../http/cors'
import type { ParsedRequest } from '../http/parseRequest'

/** What goes wrong on purpose, so that a client's way of coping can be tested. */
export interface Failure {
  /** Beginning of the path it concerns; missing: every path. */
  path?: string
  /** Answers so, without doing anything. */
  status?: number
  /** Of the failing answer. */
  headers?: Record<string, string>
  /** Waits so long first; by itself it only makes the true answer late. */
  delayMs?: number
  /** True: no answer, the connection is lost. */
  drop?: boolean
  /** True: the request is served, and half of its answer arrives. */
  truncate?: boolean
  /** Ends after so many requests; missing: when cancelled. */
  times?: number
}

/** Thrown by `fetch` where a network would lose the connection. */
export class ConnectionLostError extends TypeError {
  constructor() {
    super('fetch failed: the connection was lost on purpose')
  }
}

/** Keeps the failures that are switched on. */
export function createFailureInjector() {
  let active: { failure: Failure; remaining: number }[] = []
  return {
    /** @returns A function that switches it off. */
    add(failure: Failure): () => void {
      const entry = { failure, remaining: failure.times ?? Number.POSITIVE_INFINITY }
      active.push(entry)
      return () => {
        active = active.filter(other => other !== entry)
      }
    },
    /** The failure that meets a request, counted as used. */
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
 * Plays a failure out around the true answer.
 *
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
      // Or a page of another origin would see no answer at all.
      headers: { ...corsHeaders(request), ...failure.headers },
    })
  const response = await respond()
  if (!failure.truncate) return response
  const text = await response.text()
  response.headers.delete('content-length')
  return new Response(text.slice(0, text.length / 2), response)
}
