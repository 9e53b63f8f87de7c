import type { Page } from '../page/page'
import { byteLength, type Reply, type Transport } from './transport'

/** Browsers carry 64 KiB past the end of a page, all requests of the page together; a margin is left for headers and the host's own. */
const KEEPALIVE_BYTES = 60_000

/** What of the configuration sending needs. */
export interface TransportConfig {
  fetch?: typeof fetch
  /** On every request; `sendBeacon` cannot carry them. */
  request_headers?: Record<string, string>
  /** Merged into every request, last. */
  fetch_options?: RequestInit
  disable_beacon?: boolean
}

/**
 * Sends with `fetch`.
 *
 * @param canRequest Whether anything may leave the page, whoever asks.
 */
export function fetchTransport(
  page: Page,
  config: () => TransportConfig,
  canRequest: () => boolean,
): Transport {
  let inFlight = 0

  const request = async (url: string, init: RequestInit, timeoutMs: number): Promise<Reply> => {
    if (!canRequest()) return { status: 0, json: undefined }
    const { fetch: ask = globalThis.fetch, request_headers, fetch_options } = config()
    const abort = new AbortController()
    let timedOut = false
    const cancel = page.setTimer(timeoutMs, () => {
      timedOut = true
      abort.abort()
    })
    try {
      const response = await ask(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...request_headers },
        credentials: 'omit',
        signal: abort.signal,
        ...fetch_options,
      })
      return {
        status: response.status,
        // An answer whose body is lost is an answer: what was sent has arrived.
        json: await response.json().catch(() => undefined),
        retryAfterMs: retryAfter(response.headers.get('Retry-After'), page.now()),
        redirected: response.redirected,
        timedOut,
      }
    } catch {
      return { status: 0, json: undefined, timedOut }
    } finally {
      cancel()
    }
  }

  return {
    async post(url, body, { timeoutMs, keepalive }) {
      const bytes = byteLength(body)
      const keepaliveBytes = keepalive && inFlight + bytes <= KEEPALIVE_BYTES ? bytes : 0
      inFlight += keepaliveBytes
      const headers = { 'Content-Type': body.type ?? 'text/plain' }
      const init = { method: 'POST', body: body.content as BodyInit, headers, keepalive: keepaliveBytes > 0 }
      const reply = await request(url, init, timeoutMs)
      inFlight -= keepaliveBytes
      return reply
    },
    get: (url, { timeoutMs }) => request(url, {}, timeoutMs),
    keepaliveBudget: () => KEEPALIVE_BYTES - inFlight,
    beacon(url, { content, type = 'text/plain' }) {
      try {
        return (
          !config().disable_beacon && navigator.sendBeacon(url, new Blob([content as BlobPart], { type }))
        )
      } catch {
        // There is none, or the browser takes no more.
        return false
      }
    },
  }
}

/** Seconds or a date, as HTTP allows; at most an hour is believed. */
function retryAfter(header: string | null, now: number): number | undefined {
  const ms = Number(header) * 1000 || Date.parse(header ?? '') - now
  return ms > 0 ? Math.min(ms, 3_600_000) : undefined
}
