import type { BodyReservation } from './createBodyBudget'
import { memoryOfHead } from './memoryOfHead'
import { readStream, type StreamLimits, type Unread } from './readStream'

/** What a server tells about the connection of a request. */
export interface Connection {
  /** Address of the client. */
  ip?: string
  /** Reads the body. Default: that of the request, as a stream. */
  readBody?: (limits: StreamLimits) => Promise<Uint8Array | Unread>
}

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

/**
 * Parses the arguments of `fetch`.
 *
 * Objects of any realm are accepted: a simulated page in a test has its own
 * `Request`, `Headers` and `Blob`, which the constructors of the platform do not recognise.
 *
 * @param limits `maxBytes` is the size at which reading the body stops. `reservation` grows with the body, unless the caller
 *   already holds it in memory.
 */
export async function parseRequest(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  { ip, readBody }: Connection,
  { maxBytes, reservation }: Pick<BodyOptions, 'maxBytes' | 'reservation'>,
): Promise<ParsedRequest> {
  const request = typeof input === 'object' && 'url' in input ? input : undefined
  const url = new URL(request ? request.url : String(input), BASE_URL)
  const headers = { ...headerRecord(request?.headers), ...headerRecord(init?.headers) }
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
  const type = impliedContentType(init?.body)
  if (type && headers['content-type'] === undefined) headers['content-type'] = type
  const body = await bodyOf(request, init?.body, {
    method,
    contentLength: headers['content-length'],
    headBytes: memoryOfHead(url.href, Object.entries(headers).flat()),
    maxBytes,
    reservation,
    readBody,
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
    ip,
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

/** How a body is read. */
interface BodyOptions extends Pick<Connection, 'readBody'> {
  method: string
  /** The header `Content-Length`. */
  contentLength: string | undefined
  headBytes: number
  maxBytes: number
  reservation: BodyReservation
}

/** Reads a body, or returns why it was not read. */
async function bodyOf(
  request: Request | undefined,
  initBody: BodySource,
  { method, contentLength, headBytes, maxBytes, reservation, readBody }: BodyOptions,
): Promise<Uint8Array | Unread> {
  if (contentLength !== undefined && Number(contentLength) > maxBytes) return 'tooLarge'
  if (initBody !== null && initBody !== undefined) {
    const bytes = await bodyBytes(initBody)
    return bytes.length > maxBytes ? 'tooLarge' : bytes
  }
  if (!request) return NO_BODY
  if (method === 'GET' || method === 'HEAD')
    return reservation.startWithoutBody(headBytes) ? NO_BODY : 'refused'
  const stream = readBody ? undefined : request.body
  const read = readBody ?? (stream && (limits => readStream(stream, limits)))
  if (!read) return NO_BODY
  let end = () => {}
  const hasArrived = reservation.startUpload(headBytes, () => end())
  const onEnded = (listener: () => void) => {
    end = listener
  }
  try {
    if (!reservation.growTo(0)) return 'refused'
    return await read({ maxBytes, hasRoom: reservation.growTo, onEnded })
  } finally {
    hasArrived()
  }
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
