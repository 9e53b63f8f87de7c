import type { LoggedRequest } from '../http/loggedRequest'
import type { ParsedRequest } from '../http/parseRequest'

/** Creates a log of the latest requests. */
export function createRequestLog(size: number) {
  let entries: LoggedRequest[] = []
  return {
    /** Adds a request. @returns Its entry, which the caller completes. */
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
