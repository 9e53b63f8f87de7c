import type { ParsedRequest } from '../http/parseRequest'

/** One request as `state.requests()` tells it. */
export interface LoggedRequest {
  method: string
  path: string
  query: Record<string, string>
  /** Names in lower case. */
  headers: Record<string, string>
  contentType: string
  /** How the body was packed: `plain`, `gzip`, `lz64`, `base64`; undefined when nobody read it. */
  encoding: string | undefined
  /** Bytes as sent. */
  bytes: number
  /** The body, unpacked; undefined when nobody could read it, or it is longer than a million characters. */
  body: unknown
  /** Of the answer; 0 while there is none, and for a connection that was dropped. */
  status: number
  /** Epoch ms. */
  at: number
}

/** Remembers the latest requests. */
export function createRequestLog(size: number) {
  let entries: LoggedRequest[] = []
  return {
    /** @returns The entry, to be completed when more is known. */
    add(request: ParsedRequest, at: number): LoggedRequest {
      const entry: LoggedRequest = {
        method: request.method,
        path: request.url.pathname,
        query: Object.fromEntries(request.url.searchParams),
        headers: request.headers,
        contentType: request.header('content-type') ?? '',
        encoding: undefined,
        bytes: request.body.length,
        body: undefined,
        status: 0,
        at,
      }
      entries.push(entry)
      if (entries.length > size) entries.shift()
      return entry
    },
    all: (): LoggedRequest[] => [...entries],
    clear(): void {
      entries = []
    },
  }
}
