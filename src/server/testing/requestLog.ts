import type { LoggedRequest } from '../http/loggedRequest'
import type { ParsedRequest } from '../http/parseRequest'
import { approximateBytes } from '../store/approximateBytes'

/** Creates a log of the latest requests, with a limit of their number and of their approximate bytes. */
export function createRequestLog(size: number, maxBytes: number) {
  let entries: LoggedRequest[] = []
  let counted = new Map<LoggedRequest, number>()
  let bytes = 0

  const forgetOldest = (): void => {
    const oldest = entries.shift()!
    bytes -= counted.get(oldest) ?? 0
    counted.delete(oldest)
  }

  /** Counts the size of an entry again: its body is known later than the rest. */
  const count = (entry: LoggedRequest): void => {
    const entryBytes = approximateBytes(entry)
    bytes += entryBytes - (counted.get(entry) ?? 0)
    counted.set(entry, entryBytes)
    while (bytes > maxBytes) forgetOldest()
  }

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
      count(entry)
      if (entries.length > size) forgetOldest()
      return entry
    },
    /** Counts a completed entry, and forgets the oldest ones above the limit. */
    complete(entry: LoggedRequest): void {
      if (counted.has(entry)) count(entry)
    },
    all: (): LoggedRequest[] => [...entries],
    clear(): void {
      entries = []
      counted = new Map()
      bytes = 0
    },
  }
}
