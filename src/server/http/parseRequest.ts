import type { BodyReservation } from './createBodyBudget'
import { readStream, type Unread } from './readStream'

/** A request whose body is read, without objects of the platform. */
export interface ParsedRequest {
  method: string
  url: URL
  /** Returns a header by its name in any case. */
  header: (name: string) => string | undefined
  /** Names in lower case. */
  headers: Record<string, string>
  body: Uint8Array
  /** Whether reading stopped at the limit. `body` is empty then. */
  isBodyTooLarge: boolean
  /** Whether the service reads too many bytes already. `body` is empty then. See D-411. */
  isBodyRefused: boolean
  /** Reserves the bytes that the body takes in all once it is unpacked. See D-721. */
  reserve: BodyReservation['growTo']
  signal: AbortSignal | undefined
  /** Address of the connection, if there is one. */
  ip: string | undefined
}

/** Base of URLs without an origin. */
const BASE_URL = 'http://earshot.local'

const NO_BODY = new Uint8Array(0)

/** A body up to this size is read as a whole. A connection takes more memory than that. */
const WHOLE_BODY_BYTES = 8 * 1024

/**
 * Parses the arguments of `fetch`.
 *
 * Objects of any realm are accepted: a simulated page in a test has its own
 * `Request`, `Headers` and `Blob`, which the constructors of the platform do not recognise.
 *
 * @param maxBytes Size at which reading the body stops.
 * @param reservation Grows with the body, unless the caller already holds it in memory.
 */
export async function parseRequest(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  maxBytes: number,
  reservation: BodyReservation,
): Promise<ParsedRequest> {
  const request = typeof input === 'object' && 'url' in input ? input : undefined
  const url = new URL(request ? request.url : String(input), BASE_URL)
  const headers = { ...headerRecord(request?.headers), ...headerRecord(init?.headers) }
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
  const type = impliedContentType(init?.body)
  if (type && headers['content-type'] === undefined) headers['content-type'] = type
  const body = await readBody(request, init?.body, {
    method,
    contentLength: headers['content-length'],
    maxBytes,
    reservation,
  })
  return {
    method,
    url,
    headers,
    header: name => headers[name.toLowerCase()],
    body: typeof body === 'string' ? NO_BODY : body,
    isBodyTooLarge: body === 'tooLarge',
    isBodyRefused: body === 'refused',
    reserve: reservation.growTo,
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

/** Returns the content type that `fetch` sets for a body. */
function impliedContentType(source: BodySource): string | undefined {
  if (typeof source === 'string') return 'text/plain;charset=UTF-8'
  if (isSearchParams(source)) return 'application/x-www-form-urlencoded;charset=UTF-8'
  return isBlob(source) && source.type ? source.type : undefined
}

/** The limits of a body. */
interface BodyLimits {
  method: string
  /** The header `Content-Length`. */
  contentLength: string | undefined
  maxBytes: number
  reservation: BodyReservation
}

/** Reads a body, or returns why it was not read. */
async function readBody(
  request: Request | undefined,
  initBody: BodySource,
  { method, contentLength, maxBytes, reservation }: BodyLimits,
): Promise<Uint8Array | Unread> {
  if (contentLength !== undefined && Number(contentLength) > maxBytes) return 'tooLarge'
  if (initBody !== null && initBody !== undefined) return withinLimit(maxBytes, await bodyBytes(initBody))
  if (!request || method === 'GET' || method === 'HEAD') return NO_BODY
  // A server enforces the declared length. Reading the whole body is much faster than reading its stream, but only the stream
  // tells how much of a large body has arrived.
  if (contentLength !== undefined && Number(contentLength) <= WHOLE_BODY_BYTES) {
    const bytes = new Uint8Array(await request.arrayBuffer())
    return reservation.growTo(bytes.length) ? withinLimit(maxBytes, bytes) : 'refused'
  }
  if (!request.body) return NO_BODY
  const ended = new AbortController()
  const hasArrived = reservation.startUpload(() => ended.abort())
  try {
    const limits = { maxBytes, hasRoom: reservation.growTo, signal: ended.signal }
    return await readStream(request.body, limits)
  } finally {
    hasArrived()
  }
}

function withinLimit(maxBytes: number, bytes: Uint8Array): Uint8Array | Unread {
  return bytes.length > maxBytes ? 'tooLarge' : bytes
}

async function bodyBytes(source: NonNullable<BodySource>): Promise<Uint8Array> {
  if (typeof source === 'string') return new TextEncoder().encode(source)
  if (isSearchParams(source)) return new TextEncoder().encode(source.toString())
  // Copied, because the bytes are the caller's.
  if (ArrayBuffer.isView(source))
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
  if (isBlob(source)) return new Uint8Array(await source.arrayBuffer())
  return new Uint8Array(await new Response(source).arrayBuffer())
}

function isSearchParams(source: BodySource): source is URLSearchParams {
  return Object.prototype.toString.call(source) === '[object URLSearchParams]'
}

function isBlob(source: BodySource): source is Blob {
  return typeof source === 'object' && source !== null && 'arrayBuffer' in source && 'type' in source
}
