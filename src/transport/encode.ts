import type { Page } from '../page/page'
import { within } from '../page/within'
import type { Encoders } from './encoders'
import type { Body } from './transport'

/** Compression of a request body. `none` sends JSON text. Interface 4.4. */
export type Compression = 'gzip' | 'lz64' | 'none'

/** An encoded body with its query parameter. Interface 4.4. */
export interface Encoded extends Body {
  /** Value of the query parameter `compression`; `undefined` for plain JSON. */
  compression?: string | undefined
}

/** Compresses request bodies. */
export interface Encoder {
  /**
   * Encodes JSON, one text after the other, so that a short one does not overtake the flags request. Never rejects; falls back to
   * plain JSON.
   */
  encode(json: string, compression: Compression): Promise<Encoded>
  /** Encodes JSON synchronously, for a page that unloads. Returns plain JSON until the encoders are loaded. */
  encodeSync(json: string, compression: Compression): Encoded
  /** Loads the encoders for `encodeSync` once. Never rejects. */
  preload(): Promise<void>
}

/** Native gzip that takes longer is treated as broken. */
const NATIVE_TIMEOUT_MS = 1_000
/** The encoders are not requested more often on one page. See D-769. */
const MAX_LOADS = 3
/** Longest input that is compressed in one chunk. */
const CHUNK_BYTES = 65_536

/**
 * Returns the best compression that the service supports. Interface 4.3, `supportedCompression`.
 *
 * @param supported List sent by the service. Without a list, the current compression is kept.
 */
export function negotiatedCompression(supported: unknown, current: Compression): Compression {
  if (!Array.isArray(supported)) return current
  const has = (name: string) => supported.includes(name)
  return has('gzip') || has('gzip-js') ? 'gzip' : has('lz64') ? 'lz64' : 'none'
}

/**
 * Creates an encoder that prefers the native gzip of the browser.
 *
 * @param load Loads the fallback encoders; may reject.
 * @param onFailure Called once when they cannot be loaded, after several attempts.
 */
export function createEncoder(
  page: Page,
  load: () => Promise<Encoders>,
  onFailure?: (error: unknown) => void,
): Encoder {
  let encoders: Encoders | undefined
  let loading: Promise<void> | undefined
  let failures = 0
  let latest: Promise<unknown> = Promise.resolve()
  let nativeWorks = true

  const preload = () =>
    (loading ??= load().then(
      loaded => {
        encoders = loaded
      },
      error => {
        // A file that is missing would be requested for each event. Without a network none is missing.
        if (page.isOnline() && ++failures >= MAX_LOADS) onFailure?.(error)
        else loading = undefined
      },
    ))
  const encodeNext = async (json: string, compression: Compression): Promise<Encoded> => {
    if (compression === 'gzip' && nativeWorks) {
      // One that is missing or broken throws, or never settles.
      const bytes = await within(page, NATIVE_TIMEOUT_MS, gzipStream(json)).catch(() => undefined)
      if (bytes) return gzipped(json, bytes)
      nativeWorks = false
    }
    // Only lz64 waits for the encoders. If native gzip is broken, this body is sent as plain JSON instead.
    if (compression === 'lz64') await preload()
    else if (compression === 'gzip') void preload()
    return encodeSync(json, compression)
  }
  const encodeSync = (json: string, compression: Compression): Encoded => {
    if (!encoders || compression === 'none') return toBody(json, json)
    return compression === 'gzip' ? gzipped(json, encoders.gzip(json)) : lz64(json, encoders.lz64(json))
  }

  return {
    encodeSync,
    preload,
    encode(json, compression) {
      const next = () => encodeNext(json, compression)
      const encoded = latest.then(next, next)
      latest = encoded
      return encoded
    },
  }
}

/** Returns the shorter of a JSON text and its compressed form. It has all fields, so that it inherits none of the page. See D-357. */
const toBody = (json: string, content: string | Uint8Array, compression?: string, type?: string): Encoded =>
  content.length < json.length
    ? { content, compression, type }
    : { content: json, compression: undefined, type: undefined }

const gzipped = (json: string, bytes: Uint8Array) => toBody(json, bytes, 'gzip-js')

const lz64 = (json: string, text: string) =>
  toBody(json, `data=${encodeURIComponent(text)}`, 'lz64', 'application/x-www-form-urlencoded')

/**
 * Returns the gzip output for a text, verified: some browsers return truncated or empty bytes. Uses a writer and a reader rather
 * than `pipeThrough` and `Response`, which cost ten times as much before the first request. Long input is written in chunks so that
 * the page stays responsive.
 */
async function gzipStream(json: string): Promise<Uint8Array | undefined> {
  const input = new TextEncoder().encode(json)
  const { readable, writable } = new CompressionStream('gzip')
  const writer = writable.getWriter()
  const reader = readable.getReader()
  // The reader reports the same failure.
  const ignore = () => {}
  for (let start = 0; start < input.length; start += CHUNK_BYTES)
    writer.write(input.subarray(start, start + CHUNK_BYTES) as BufferSource).catch(ignore)
  writer.close().catch(ignore)
  const bytes: number[] = []
  for (;;) {
    const { value } = await reader.read()
    if (!value) {
      const output = Uint8Array.from(bytes)
      return isGzipOf(output, input.length) ? output : undefined
    }
    for (const byte of value) bytes.push(byte)
  }
}

/**
 * Whether the bytes are complete gzip data: they start with the magic number and end with the length of the content.
 *
 * @param length Length of the uncompressed content, in bytes.
 */
export function isGzipOf(bytes: Uint8Array, length: number): boolean {
  if (bytes.length < 18) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return view.getUint32(0) >>> 8 === 0x1f8b08 && view.getUint32(bytes.length - 4, true) === length
}
