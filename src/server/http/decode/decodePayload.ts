import { type BodyReservation, SMALL_BODY_BYTES, TINY_BODY_BYTES } from '../createBodyBudget'
import type { Turn } from '../createTurns'
import type { StreamLimits, Unread } from '../readStream'
import { busy, invalidPayload, payloadTooLarge } from '../reply'
import { decodeBase64 } from './decodeBase64'
import { decodeFormValue } from './decodeFormValue'
import { decompressLz64 } from './decompressLz64'
import { gunzip, isGzip } from './gunzip'
import { parseJson } from './parseJson'
import { splitBatch } from './splitBatch'
import { takeText } from './takeText'

/** A body as sent, with the hints to its encoding. */
interface EncodedBody {
  bytes: Uint8Array
  contentType: string
  /** The header `Content-Encoding`, or an empty text. */
  contentEncoding: string
  /** The query parameter `compression`, or an empty text. */
  compression: string
}

/** The limits of a request, and options in which capture and flags differ. */
export interface DecodeOptions {
  maxBytes: number
  reserve: BodyReservation['growTo']
  turn: Turn
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

/** A request that waits without a turn holds no more JSON values, so that it takes no more memory than it counts for. See D-857. */
const MAX_TINY_VALUES = 64
/** Each value but the first follows one of these. */
const BEFORE_VALUE = /[[{,]/

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
  const data = isForm(encodedBody.contentType, text) ? formField(text, 'data') : undefined
  if (data === undefined) return fromText(text, { hint, inForm: false }, options)
  return fromText(data, { hint: formField(text, 'compression') || hint, inForm: true }, options)
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
  if (kind === 'lz64') {
    const unpacked = await unpack(text.length, options, limits => decompressLz64(text, limits))
    return decoded(unpacked.text, 'lz64', options)
  }
  if (kind === 'gzip') return fromGzip(inForm ? fromBase64(text) : encoder.encode(text), options)
  if (kind === 'base64') return fromBytes(fromBase64(text), options)
  const start = text.trimStart()[0]
  const mayBeBase64 = (inForm || options.guessBase64) && start !== '{' && start !== '['
  const bytes = mayBeBase64 ? decodeBase64(text) : undefined
  return bytes && bytes.length > 0 ? fromBytes(bytes, options) : decoded(text, 'plain', options)
}

async function fromGzip(bytes: Uint8Array, options: DecodeOptions): Promise<DecodedBody> {
  const unpacked = await unpack(bytes.length, options, limits => gunzip(bytes, limits))
  return decoded(takeText(unpacked), 'gzip', options)
}

/**
 * Unpacks a body. A request waits for the turn of larger bodies when the body turns out to be one once it is unpacked. The body is
 * then unpacked again, so that a request that waits holds nothing but the body as sent. See D-721.
 *
 * @throws HttpError 413 for an output above the limit, 503 for one that does not fit into the budget of bodies.
 */
async function unpack<T extends object>(
  sentBytes: number,
  { maxBytes, reserve, turn }: DecodeOptions,
  unpackWithin: (limits: StreamLimits) => Promise<T | Unread>,
): Promise<T> {
  const hasRoom = (length: number) => reserve(sentBytes + length)
  for (let laneBytes = turn.maxBytes(); ; laneBytes = turn.maxBytes()) {
    const work = () => unpackWithin({ maxBytes: Math.min(laneBytes, maxBytes), hasRoom })
    const unpacked = await (laneBytes === SMALL_BODY_BYTES ? turn.runSmall(sentBytes, work) : work())
    if (typeof unpacked !== 'string') return unpacked
    if (laneBytes >= maxBytes) throw unpacked === 'refused' ? busy() : payloadTooLarge(maxBytes)
    reserve(sentBytes)
    await turn.take(laneBytes + 1)
  }
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
  // Some hundred bytes as sent may have been packed.
  if (text.length > TINY_BODY_BYTES || hasManyValues(text)) await options.turn.take(text.length)
  return { json: await parse(text, options), encoding, length: text.length }
}

function hasManyValues(text: string): boolean {
  return text.split(BEFORE_VALUE, MAX_TINY_VALUES + 1).length > MAX_TINY_VALUES
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

/**
 * Returns the first field of a form with a name. `URLSearchParams` holds millions of others, and an object for each `+`. See D-720.
 *
 * @param name Letters alone, which no client encodes.
 */
function formField(form: string, name: string): string | undefined {
  const isFirst = form.startsWith(`${name}=`)
  const separator = isFirst ? -1 : form.indexOf(`&${name}=`)
  if (!isFirst && separator < 0) return undefined
  const start = separator + 1 + name.length + 1
  const end = form.indexOf('&', start)
  return decodeFormValue(form.slice(start, end < 0 ? form.length : end))
}

const encoder = new TextEncoder()
