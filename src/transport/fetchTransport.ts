import type { Page } from '../page/page'
import { type Body, byteLength, type Reply, type SendOptions, type Transport } from './transport'

/** Browsers carry 64 KiB past the end of a page, all requests of the page together; a margin is left for headers and the host's own. */
const KEEPALIVE_BYTES = 60_000

/** What of the configuration sending needs. */
export interface SendingSettings {
  fetch?: typeof fetch | undefined
  /** On every request; `sendBeacon` cannot carry them. */
  headers?: Record<string, string> | undefined
  /** Merged into every request, last. */
  fetchOptions?: RequestInit | undefined
  beacon: boolean
}

/** Sends with `fetch`. */
export function fetchTransport(page: Page, settings: () => SendingSettings): Transport {
  let inFlight = 0

  const request = async (url: string, init: RequestInit, timeoutMs: number): Promise<Reply> => {
    const { fetch: ask = globalThis.fetch, headers, fetchOptions } = settings()
    const abort = new AbortController()
    let timedOut = false
    const cancel = page.after(timeoutMs, () => {
      timedOut = true
      abort.abort()
    })
    try {
      const response = await ask(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...headers },
        credentials: 'omit',
        signal: abort.signal,
        ...fetchOptions,
      })
      const text = await response.text()
      return {
        status: response.status,
        json: parse(text),
        retryAfterMs: retryAfter(response.headers.get('Retry-After'), page.now()),
        redirected: response.redirected,
      }
    } catch {
      return { status: 0, json: undefined, timedOut }
    } finally {
      cancel()
    }
  }

  return {
    async post(url, body, { timeoutMs, keepalive }: SendOptions) {
      const bytes = byteLength(body)
      const kept = keepalive === true && inFlight + bytes <= KEEPALIVE_BYTES
      if (kept) inFlight += bytes
      try {
        const headers = { 'Content-Type': body.type ?? 'text/plain' }
        const content = body.content as BodyInit
        return await request(url, { method: 'POST', body: content, headers, ...(kept && { keepalive }) }, timeoutMs)
      } finally {
        if (kept) inFlight -= bytes
      }
    },
    get: (url, { timeoutMs }) => request(url, { method: 'GET' }, timeoutMs),
    keepaliveRoom: () => KEEPALIVE_BYTES - inFlight,
    beacon(url, { content, type = 'text/plain' }: Body) {
      try {
        return settings().beacon && navigator.sendBeacon(url, new Blob([content as BlobPart], { type }))
      } catch {
        return false
      }
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds or a date, as HTTP allows; at most an hour is believed. */
function retryAfter(header: string | null, now: number): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return ms >= 0 ? Math.min(ms, 3_600_000) : undefined
}
