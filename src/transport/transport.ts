import { attempt } from '../lib/attempt'
import { isText } from '../lib/typeGuards'

/** A request body. Its content type must not cause a CORS preflight. Interface 4.4. */
export interface Body {
  content: string | Uint8Array
  /** Content type. Default: `text/plain`. */
  type?: string | undefined
}

/** The outcome of a request. */
export interface Reply {
  /** HTTP status; 0 without a response (network failure, ad blocker, CORS or timeout). */
  status: number
  /** The parsed body; `undefined` if it is not JSON. */
  json: unknown
  /** Milliseconds from the `Retry-After` header; `undefined` without one. */
  retryAfterMs?: number | undefined
  /** Whether the response comes from another URL after a redirect. */
  redirected?: boolean
  /** Whether the request was aborted after `limitMs`. */
  timedOut?: boolean
}

/** The response to a request that was made before the client loaded. */
export interface EarlyResponse {
  response: Promise<Response>
  /** Aborts the request. */
  controller: AbortController
}

/** Options of one request. */
export interface SendOptions {
  /** Takes this response in place of a request. */
  early?: EarlyResponse | undefined
  limitMs: number
  /** Whether the request outlives the page. Ignored once the browser's budget is used up. */
  keepalive?: boolean
  /** Whether the page has been left already: a failure is then reported at once, because the browser has refused the request. */
  isLeaving?: boolean
}

/** The boundary to the network. Methods never throw and never reject. */
export interface Transport {
  post(url: string, body: Body, options: SendOptions): Promise<Reply>
  get(url: string, options: SendOptions): Promise<Reply>
  /** Bytes left in the browser's budget for requests that outlive the page. */
  keepaliveBudget(): number
  /** Queues a request with `sendBeacon`. Returns false if the browser rejects it. */
  beacon(url: string, body: Body): boolean
}

/** Length of a body in bytes, or an upper bound where there is no `TextEncoder`, as in jsdom, or it throws. See D-710. */
export function byteLength({ content }: Body): number {
  if (!isText(content)) return content.length
  return attempt(() => new TextEncoder().encode(content).length, 3 * content.length)
}
