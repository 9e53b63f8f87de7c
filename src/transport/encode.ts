import type { Page } from '../page/page'
import type { Encoders } from './encoders'
import type { Body } from './transport'

/** How a body is written. `none` is JSON as text. */
export type Compression = 'gzip' | 'lz64' | 'none'

/** A body, and what the address must say of it. */
export interface Encoded extends Body {
  /** Value of the query's `compression`; `undefined` for plain JSON. */
  compression?: string
}

export interface Encoder {
  /** Never rejects; what cannot be encoded goes plain. */
  encode(json: string, compression: Compression): Promise<Encoded>
  /** Without waiting, for a page that leaves: what needs loading first goes plain. */
  encodeSync(json: string, compression: Compression): Encoded
  /** Fetches the encoders that `encodeNow` needs; safe to call often. Never rejects. */
  preload(): Promise<void>
}

/** Longer, and the native gzip of this browser is taken for one that never answers. */
const NATIVE_TIMEOUT_MS = 1_000
/** What is compressed in one go. */
const CHUNK_BYTES = 65_536

/**
 * Chooses from what the service says it can read. Interface 4.3, `supportedCompression`.
 *
 * @param supported `undefined` when the answer did not say: then nothing changes.
 */
export function negotiatedCompression(supported: unknown, current: Compression): Compression {
  if (!Array.isArray(supported)) return current
  const has = (name: string) => supported.includes(name)
  return has('gzip') || has('gzip-js') ? 'gzip' : has('lz64') ? 'lz64' : 'none'
}

/** @param load Fetches the encoders; rejects when it cannot. */
export function createEncoder(page: Page, load: () => Promise<Encoders>): Encoder {
  let encoders: Encoders | undefined
  let loading: Promise<void> | undefined
  let nativeWorks = typeof CompressionStream === 'function'

  const preload = () => {
    loading ??= load().then(
      loaded => {
        encoders = loaded
      },
      () => {
        // Asked again when it is needed again.
        loading = undefined
      },
    )
    return loading
  }
  const encodeSync = (json: string, compression: Compression): Encoded => {
    if (!encoders || compression === 'none') return { content: json }
    return compression === 'gzip' ? gzipped(json, encoders.gzip(json)) : lz64(json, encoders.lz64(json))
  }

  return {
    encodeSync,
    preload,
    async encode(json, compression) {
      if (compression === 'gzip' && nativeWorks) {
        const bytes = await nativeGzip(json, page)
        if (bytes) return gzipped(json, bytes)
        nativeWorks = false
      }
      // A service that reads lz64 alone is worth the wait once; where gzip is not sound, this body goes as it is.
      if (compression === 'lz64') await preload()
      else if (compression === 'gzip') void preload()
      return encodeSync(json, compression)
    },
  }
}

const gzipped = (json: string, bytes: Uint8Array): Encoded =>
  bytes.length < json.length ? { content: bytes, compression: 'gzip-js' } : { content: json }

function lz64(json: string, text: string): Encoded {
  const content = `data=${encodeURIComponent(text)}`
  if (content.length >= json.length) return { content: json }
  return { content, type: 'application/x-www-form-urlencoded', compression: 'lz64' }
}

/**
 * The browser's own gzip, its output checked: some browsers hand out truncated or empty bytes, or never answer.
 *
 * @returns `undefined` when it failed the check.
 */
async function nativeGzip(json: string, page: Page): Promise<Uint8Array | undefined> {
  const input = new TextEncoder().encode(json)
  let cancel = () => {}
  const late = new Promise<undefined>(resolve => {
    cancel = page.setTimer(NATIVE_TIMEOUT_MS, () => resolve(undefined))
  })
  // Broken, it throws, or it never settles.
  const bytes = await Promise.race([gzipStream(input).catch(() => undefined), late])
  cancel()
  return bytes && isGzipOf(bytes, input.length) ? bytes : undefined
}

/**
 * All that comes out of a stream. By its reader and not as a `Response`: that would take several turns of a busy page, and
 * the first request of a visit waits for this. What is long goes in piece by piece, so that the page can act in between.
 */
async function gzipStream(input: Uint8Array): Promise<Uint8Array> {
  const whole = new ReadableStream({
    start(controller) {
      controller.enqueue(input)
      controller.close()
    },
  })
  const source = input.length > CHUNK_BYTES ? new Blob([input as BlobPart]).stream() : whole
  const reader = source.pipeThrough(new CompressionStream('gzip')).getReader()
  const bytes: number[] = []
  for (;;) {
    const { value } = await reader.read()
    if (!value) return Uint8Array.from(bytes)
    for (const byte of value) bytes.push(byte)
  }
}

/** Whether bytes begin as gzip and end with the length of what they hold: a cut or empty stream has neither. */
export function isGzipOf(bytes: Uint8Array, length: number): boolean {
  if (bytes.length < 18) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return view.getUint32(0) >>> 8 === 0x1f8b08 && view.getUint32(bytes.length - 4, true) === length
}
