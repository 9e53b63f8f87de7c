import { formatIsoDate } from '../lib/isoDate'

/** A request that was answered, or whose connection was closed before. */
export interface ServedRequest {
  /** Epoch ms at which it arrived. */
  at: number
  method: string
  path: string
  /** 0 when the connection was closed before the response was sent. */
  status: number
  /** Milliseconds until the response was sent. */
  ms: number
  /** Bytes of the response, with its headers. */
  bytes: number
}

/** The format of the access log. */
export type LogFormat = 'text' | 'json'

/**
 * Creates a function that returns the line of a request in the access log.
 *
 * A line names no person, key or address: of the path it has the words of the interface alone, and no query. See D-541.
 *
 * @param paths The paths of the interface, in the syntax of `wire/paths.ts`.
 */
export function createAccessLog(format: LogFormat, paths: string[]): (request: ServedRequest) => string {
  const words = new Set(paths.flatMap(path => path.split('/')).filter(word => !word.startsWith(':')))
  const masked = (path: string) =>
    path
      .split('/')
      .map(word => (words.has(word) || WELL_KNOWN.has(word) ? word : '*'))
      .join('/')
  return ({ at, ms, ...request }) => {
    const line = { time: formatIsoDate(at), ...request, path: masked(request.path), ms: Math.round(ms) }
    if (format === 'json') return JSON.stringify(line)
    return `${line.time} ${line.method} ${line.path} ${line.status} ${line.ms}ms ${line.bytes}B`
  }
}

/** Words in the place of an id that name nobody. */
const WELL_KNOWN = new Set(['@me', '@current'])
