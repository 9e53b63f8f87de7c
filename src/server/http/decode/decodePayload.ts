import { freeBytes } from '../byteBuffer'
import { invalidPayload, payloadTooLarge } from '../reply'
import { decodeBase64 } from './decodeBase64'
import { decompressLz64 } from './decompressLz64'
import { gunzip, isGzip } from './gunzip'
import { parseJson } from './parseJson'
import { splitBatch } from './splitBatch'

/** A body as sent, with the hints to its encoding. */
interface EncodedBody {
  bytes: Uint8Array
  contentType: string
  /** The header `Content-Encoding`, or an empty text. */
  contentEncoding: string
  /** The query parameter `compression`, or an empty text. */
  compression: string
}

/** Options in which capture and flags differ. */
export interface DecodeOptions {
  maxBytes: number
  /** Whether an unknown `compression` is an error. Otherwise the body is read as text. */
  strictCompression: boolean
  /** Whether text that is not JSON is tried as base64 without a hint. */
  guessBase64: boolean
  /** Whether a long batch is split into its events. See D-558. */
  splitsBatch?: boolean
  /** Limit of JSON values. Default: that of `parseJson`. */
  maxValues?: number
}

/** The content of a body. */
interface DecodedBody {
  json: unknown
  encoding: 'plain' | 'gzip' | 'lz64' | 'base64'
  /** Decoded length in characters. */
  length: number
}

/** Longer batches are split. A shorter text has no more values than `parseJson` accepts: each takes two characters. */
const MAX_WHOLE_LENGTH = 1_000_000

const ENCODINGS: Record<string, 'gzip' | 'lz64' | 'base64' | 'plain'> = {
  '': 'plain',
  identity: 'plain',
  none: 'plain',
  gzip: 'gzip',
  'gzip-js': 'gzip',
  lz64: 'lz64',
  'lz-string': 'lz64',
  base64: 'base64',
  b64: 'base64',
}

/**
 * Decodes the body of a public endpoint. See D-242, D-243.
 *
 * gzip is detected by its first two bytes, whatever the hints. Otherwise `compression` of the
 * form, of the query, or `Content-Encoding` names the encoding, in that order. A form has the
 * body in its field `data`.
 *
 * @throws HttpError 400 for a body that cannot be decoded, 413 for a decoded body above the limit.
 */
export async function decodePayload(encodedBody: EncodedBody, options: DecodeOptions): Promise<DecodedBody> {
  if (encodedBody.bytes.length === 0) throw invalidPayload('request missing data payload')
  const hint = encodedBody.compression || encodedBody.contentEncoding
  if (isGzip(encodedBody.bytes)) return fromGzip(encodedBody.bytes, options)

  const text = takeText(encodedBody.bytes)
  const form = isForm(encodedBody.contentType, text) ? new URLSearchParams(text) : undefined
  const data = form?.get('data')
  if (data === undefined || data === null) return fromText(text, { hint, inForm: false }, options)
  return fromText(data, { hint: form?.get('compression') || hint, inForm: true }, options)
}

async function fromText(
  text: string,
  { hint, inForm }: { hint: string; inForm: boolean },
  options: DecodeOptions,
): Promise<DecodedBody> {
  const kind = ENCODINGS[hint.toLowerCase()]
  if (kind === undefined && options.strictCompression) {
    throw invalidPayload(`Failed to decode request: unsupported compression: ${hint}`)
  }
  // The limit counts characters here. Each is at least one byte.
  if (kind === 'lz64') return decoded(decompressLz64(text, options.maxBytes), 'lz64', options)
  if (kind === 'gzip') return fromGzip(inForm ? fromBase64(text) : encoder.encode(text), options)
  if (kind === 'base64') return fromBytes(fromBase64(text), options)
  const start = text.trimStart()[0]
  const mayBeBase64 = (inForm || options.guessBase64) && start !== '{' && start !== '['
  const bytes = mayBeBase64 ? decodeBase64(text) : undefined
  return bytes && bytes.length > 0 ? fromBytes(bytes, options) : decoded(text, 'plain', options)
}

async function fromGzip(bytes: Uint8Array, options: DecodeOptions): Promise<DecodedBody> {
  return decoded(takeText(await gunzip(bytes, options.maxBytes)), 'gzip', options)
}

/** Reads decoded base64: gzip or JSON. */
async function fromBytes(bytes: Uint8Array, options: DecodeOptions): Promise<DecodedBody> {
  if (bytes.length > options.maxBytes) throw payloadTooLarge(options.maxBytes)
  return isGzip(bytes) ? fromGzip(bytes, options) : decoded(takeText(bytes), 'base64', options)
}

async function decoded(
  text: string,
  encoding: DecodedBody['encoding'],
  options: DecodeOptions,
): Promise<DecodedBody> {
  return { json: await parse(text, options), encoding, length: text.length }
}

/** The values of a long batch take many times the memory of its text, and are never in memory together. See D-558. */
async function parse(text: string, { splitsBatch = false, maxValues }: DecodeOptions): Promise<unknown> {
  const body = splitsBatch && text.length > MAX_WHOLE_LENGTH ? await splitBatch(text) : undefined
  return body ?? parseJson(text, { cutsDepth: true, maxValues })
}

function fromBase64(text: string): Uint8Array {
  const bytes = decodeBase64(text)
  if (!bytes) throw invalidPayload('failed to decode request: invalid base64')
  return bytes
}

/** Whether a body is a form. Clients send forms with another content type too. */
function isForm(contentType: string, text: string): boolean {
  return contentType.startsWith('application/x-www-form-urlencoded') || text.startsWith('data=')
}

/** Returns bytes as text and frees them: the longest text takes enough memory without them. */
function takeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw invalidPayload('failed to decode request: invalid UTF-8')
  } finally {
    freeBytes(bytes)
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })
