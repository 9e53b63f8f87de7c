import { readStream } from './readStream'

/** A request, read far enough that nothing of the platform's own objects is left in it. */
export interface ParsedRequest {
  method: string
  url: URL
  /** Undefined when missing. Case does not count. */
  header: (name: string) => string | undefined
  headers: Record<string, string>
  body: Uint8Array
  /** True: reading stopped at the limit, and `body` is empty. */
  isBodyTooLarge: boolean
  signal: AbortSignal | undefined
  /** Address of the connection, where there is one. */
  ip: string | undefined
}

/** Where requests without an origin of their own go to. */
const BASE = 'http://earshot.local'

const NO_BODY = new Uint8Array(0)

/**
 * Reads what `fetch` was called with.
 *
 * Takes objects of any realm: a page simulated inside a test has its own
 * `Request`, `Headers` and `Blob`, which the platform's constructors would misread.
 *
 * @param maxBytes Longer bodies are not read to their end.
 */
export async function parseRequest(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  maxBytes: number,
): Promise<ParsedRequest> {
  const request = typeof input === 'object' && 'url' in input ? input : undefined
  const url = new URL(request ? request.url : String(input), BASE)
  const headers = { ...headerRecord(request?.headers), ...headerRecord(init?.headers) }
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
  const type = impliedContentType(init?.body)
  if (type && headers['content-type'] === undefined) headers['content-type'] = type
  const body = await readBody(request, init?.body, {
    method,
    contentLength: headers['content-length'],
    maxBytes,
  })
  return {
    method,
    url,
    headers,
    header: name => headers[name.toLowerCase()],
    body: body ?? NO_BODY,
    isBodyTooLarge: body === undefined,
    signal: (init?.signal === undefined ? request?.signal : init.signal) ?? undefined,
    ip: undefined,
  }
}

function headerRecord(headers: HeadersInit | undefined): Record<string, string> {
  if (!headers) return {}
  const record: Record<string, string> = {}
  const addHeader = (value: unknown, name: string) => {
    if (value !== undefined && value !== null) record[name.toLowerCase()] = String(value)
  }
  if (Array.isArray(headers)) for (const [name, value] of headers) addHeader(value, name!)
  else if (typeof headers.forEach === 'function') headers.forEach(addHeader)
  else for (const [name, value] of Object.entries(headers)) addHeader(value, name)
  return record
}

type BodySource = BodyInit | null | undefined

/** The type that the platform gives a body which comes without one. */
function impliedContentType(source: BodySource): string | undefined {
  if (typeof source === 'string') return 'text/plain;charset=UTF-8'
  if (isSearchParams(source)) return 'application/x-www-form-urlencoded;charset=UTF-8'
  return isBlob(source) && source.type ? source.type : undefined
}

/** What is known about a body before it is read. */
interface BodyLimits {
  method: string
  /** `Content-Length`. */
  contentLength: string | undefined
  maxBytes: number
}

/** @returns Undefined when there are more bytes than allowed. */
async function readBody(
  request: Request | undefined,
  initBody: BodySource,
  { method, contentLength, maxBytes }: BodyLimits,
): Promise<Uint8Array | undefined> {
  if (contentLength !== undefined && Number(contentLength) > maxBytes) return undefined
  if (initBody !== null && initBody !== undefined) return withinLimit(maxBytes, await bodyBytes(initBody))
  if (!request || method === 'GET' || method === 'HEAD') return NO_BODY
  // A server sees to it that a body is no longer than declared. To read it whole costs a small part of what its stream costs.
  if (contentLength !== undefined) return withinLimit(maxBytes, new Uint8Array(await request.arrayBuffer()))
  if (!request.body) return NO_BODY
  return readStream(request.body, maxBytes)
}

function withinLimit(maxBytes: number, bytes: Uint8Array): Uint8Array | undefined {
  return bytes.length > maxBytes ? undefined : bytes
}

async function bodyBytes(source: NonNullable<BodySource>): Promise<Uint8Array> {
  if (typeof source === 'string') return new TextEncoder().encode(source)
  if (isSearchParams(source)) return new TextEncoder().encode(source.toString())
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
  if (isBlob(source)) return new Uint8Array(await source.arrayBuffer())
  return new Uint8Array(await new Response(source).arrayBuffer())
}

function isSearchParams(source: BodySource): source is URLSearchParams {
  return Object.prototype.toString.call(source) === '[object URLSearchParams]'
}

function isBlob(source: BodySource): source is Blob {
  return typeof source === 'object' && source !== null && 'arrayBuffer' in source && 'type' in source
}
