/** What goes out: text as `text/plain`, bytes with their own type; both spare the browser a CORS preflight. */
export interface Body {
  content: string | Uint8Array
  /** Missing: `text/plain`. */
  type?: string
}

/** What came back. `status` 0: nothing did (network, blocker, CORS, our own timeout). */
export interface Reply {
  status: number
  /** The body as JSON; `undefined` when it is none. */
  json: unknown
  /** From `Retry-After`; `undefined` without one. */
  retryAfterMs?: number | undefined
  /** True: the answer is that of another address. */
  redirected?: boolean
  /** True: given up by our own clock. */
  timedOut?: boolean
}

export interface SendOptions {
  timeoutMs: number
  /** True: should arrive even if the page goes away now. Honoured while the browser's budget lasts. */
  keepalive?: boolean
}

/** Door 2: requests. Never rejects, never throws. */
export interface Transport {
  post(url: string, body: Body, options: SendOptions): Promise<Reply>
  get(url: string, options: SendOptions): Promise<Reply>
  /** How many bytes the browser would still carry past the end of the page. */
  keepaliveBudget(): number
  /** Hands a body to the browser to send when it likes. @returns False: it would not take it. */
  beacon(url: string, body: Body): boolean
}

/** Bytes of a body on the wire; text is counted by its worst case only when it is not plain ASCII. */
export const byteLength = ({ content }: Body): number =>
  typeof content === 'string' ? new TextEncoder().encode(content).length : content.length
