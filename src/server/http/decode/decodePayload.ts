import { invalidPayload, payloadTooLarge } from '../reply'
import { decodeBase64 } from './decodeBase64'
import { decompressLz64 } from './decompressLz64'
import { gunzip, isGzip } from './gunzip'
import { parseJson } from './parseJson'

/** A body as it came, and what came with it that says how to read it. */
interface EncodedBody {
  bytes: Uint8Array
  contentType: string
  /** Of the header; empty when missing. */
  contentEncoding: string
  /** Of the query, `compression`; empty when missing. */
  compression: string
}

/** How strict the reading is; capture and flags differ. */
export interface DecodeOptions {
  maxBytes: number
  /** True refuses a compression that nobody knows; capture reads such a body as it is. */
  strictCompression: boolean
  /** True tries base64 on text that is not JSON, without having been told. */
  guessBase64: boolean
}

/** What was in the body, how it was packed (`plain`, `gzip`, `lz64`, `base64`), and how long it is unpacked. */
interface DecodedBody {
  json: unknown
  encoding: string
  length: number
}

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
 * Reads the body of a public endpoint.
 *
 * gzip shows itself by its first two bytes, whatever else was said; then what
 * the query, the form or `Content-Encoding` says, in that order; then text.
 * A form carries the body in its field `data`. DECISIONS, "Encodings".
 *
 * @throws HttpError 400 for what cannot be read, 413 for what is too long once unpacked.
 */
export async function decodePayload(encodedBody: EncodedBody, options: DecodeOptions): Promise<DecodedBody> {
  if (encodedBody.bytes.length === 0) throw invalidPayload('request missing data payload')
  const hint = encodedBody.compression || encodedBody.contentEncoding
  if (isGzip(encodedBody.bytes)) return fromGzip(encodedBody.bytes, options)

  const text = utf8(encodedBody.bytes)
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
  // Characters are counted here, at least one byte each.
  if (kind === 'lz64') return decoded(decompressLz64(text, options.maxBytes), 'lz64')
  if (kind === 'gzip') return fromGzip(inForm ? fromBase64(text) : encoder.encode(text), options)
  if (kind === 'base64') return fromBytes(fromBase64(text), options)
  const start = text.trimStart()[0]
  const mayBeBase64 = (inForm || options.guessBase64) && start !== '{' && start !== '['
  const bytes = mayBeBase64 ? decodeBase64(text) : undefined
  return bytes && bytes.length > 0 ? fromBytes(bytes, options) : decoded(text, 'plain')
}

async function fromGzip(bytes: Uint8Array, options: DecodeOptions): Promise<DecodedBody> {
  return decoded(utf8(await gunzip(bytes, options.maxBytes)), 'gzip')
}

/** What base64 held: gzip again, or JSON. */
async function fromBytes(bytes: Uint8Array, options: DecodeOptions): Promise<DecodedBody> {
  if (bytes.length > options.maxBytes) throw payloadTooLarge(options.maxBytes)
  return isGzip(bytes) ? fromGzip(bytes, options) : decoded(utf8(bytes), 'base64')
}

function decoded(text: string, encoding: string): DecodedBody {
  return { json: parseJson(text), encoding, length: text.length }
}

function fromBase64(text: string): Uint8Array {
  const bytes = decodeBase64(text)
  if (!bytes) throw invalidPayload('failed to decode request: invalid base64')
  return bytes
}

/** A form by its type, or by the `data=` that a form without its type starts with. */
function isForm(contentType: string, text: string): boolean {
  return contentType.startsWith('application/x-www-form-urlencoded') || text.startsWith('data=')
}

function utf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw invalidPayload('failed to decode request: invalid UTF-8')
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })
