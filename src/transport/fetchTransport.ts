import { attempt } from '../lib/attempt'
import { ownOptions, platformOptions } from '../lib/nullProtoRecord'
import type { Page } from '../page/page'
import { byteLength, type Reply, type SendOptions, type Transport } from './transport'

/** Browsers allow 64 KiB for all `keepalive` requests of a page together. Leaves a margin for headers and requests of the page. */
const KEEPALIVE_BYTES = 60_000
/** A failure counts when the page is still there after this time. See D-343. */
const LEAVING_MS = 100

/** Options of the configuration that affect requests. */
export interface TransportConfig {
  fetch?: typeof fetch
  /** Added to every request, except beacons, which do not support headers. */
  request_headers?: Record<string, string>
  /** Merged into the options of every request, with the highest precedence. */
  fetch_options?: RequestInit
  disable_beacon?: boolean
  mask_url?: unknown
  mask_personal_data_properties?: boolean
}

/** What the transport needs from the rest of the client. */
export interface TransportHost {
  /** Whether consent allows any request. */
  canRequest(): boolean
  /** Called after each request. `startedAt`: milliseconds since 1970. `isAnswered`: whether the service itself has responded. */
  onRequest(startedAt: number, isAnswered: boolean): void
}

/** Creates a transport based on `fetch`. */
export function fetchTransport(
  page: Page,
  config: () => TransportConfig,
  { canRequest, onRequest }: TransportHost,
): Transport {
  let inFlight = 0

  const request = async (url: string, init: RequestInit, options: SendOptions): Promise<Reply> => {
    let reply: Reply = { status: 0, json: undefined }
    if (!canRequest()) return reply
    const startedAt = page.now()
    let isAnswered = false
    let timedOut = false
    const { early } = options
    const controller = early ? early.controller : attempt(() => new AbortController())
    const cancelTimeout = page.setTimer(options.limitMs, () => {
      timedOut = true
      controller?.abort()
    })
    try {
      const {
        fetch = globalThis.fetch,
        request_headers,
        fetch_options,
        mask_url,
        mask_personal_data_properties,
      } = config()
      const response = await (early?.response ??
        fetch(
          url,
          ownOptions<RequestInit>({
            ...init,
            headers: { ...(init.headers as Record<string, string>), ...request_headers },
            credentials: 'omit',
            signal: controller?.signal,
            // A masked URL must not leave as the referrer. The browser names the origin in any case. See D-768.
            referrerPolicy: mask_url || mask_personal_data_properties ? 'strict-origin' : '',
            ...fetch_options,
          }),
        ))
      // A patched fetch may return less than a response.
      const { status, redirected, headers } = response as Partial<Response>
      reply = {
        status: Number(status) || 0,
        // Without a readable body the status still shows that the request has arrived.
        json: ownOptions(await readJson(response)),
        retryAfterMs: parseRetryAfter(
          attempt(() => headers?.get?.('Retry-After')),
          page.now(),
        ),
        redirected: !!redirected,
      }
      isAnswered = status! < 500 && !redirected
    } catch {
      // No response: the network, an ad blocker, CORS, the timeout, or a fetch that is none. Browsers also reject every request of
      // a page that is left, even those with `keepalive` that they continue.
      if (!timedOut && !options.isLeaving)
        await new Promise<void>(resolve => page.setTimer(LEAVING_MS, resolve))
    }
    cancelTimeout()
    onRequest(startedAt, isAnswered)
    return { ...reply, timedOut }
  }

  return {
    async post(url, body, options) {
      const bytes = byteLength(body)
      const keepaliveBytes = options.keepalive && inFlight + bytes <= KEEPALIVE_BYTES ? bytes : 0
      inFlight += keepaliveBytes
      const init = {
        method: 'POST',
        body: body.content as BodyInit,
        headers: { 'Content-Type': body.type ?? 'text/plain' },
        keepalive: keepaliveBytes > 0,
      }
      const reply = await request(url, init, options)
      inFlight -= keepaliveBytes
      return reply
    },
    get: (url, options) => request(url, {}, options),
    keepaliveBudget: () => KEEPALIVE_BYTES - inFlight,
    beacon(url, { content, type = 'text/plain' }) {
      // `sendBeacon` may be missing, and throws for a URL that is not allowed.
      return attempt(
        () =>
          !config().disable_beacon &&
          navigator.sendBeacon(url, new Blob([content as BlobPart], platformOptions({ type }))),
        false,
      )
    },
  }
}

/** Returns the parsed body, or `undefined` if it cannot be read. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/** Milliseconds until the time of a `Retry-After` header, which holds seconds or a date. At most one hour. */
function parseRetryAfter(header: string | null | undefined, now: number): number | undefined {
  const ms = Number(header) * 1000 || +new Date(header ?? '') - now
  return ms > 0 ? Math.min(ms, 3_600_000) : undefined
}
