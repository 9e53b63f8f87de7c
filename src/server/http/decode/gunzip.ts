import { Gunzip } from 'fflate'
import { invalidPayload, payloadTooLarge } from '../reply'

/** Input is fed in slices, so that a bomb is noticed after one slice's worth of output. */
const SLICE_BYTES = 4096

/** Header and trailer of the smallest gzip member. */
const MINIMUM_BYTES = 18

/** No gzip unpacks to more: a trailer that says so is the middle of a body that was cut. */
const MAX_RATIO = 1032

const CORRUPT = 'failed to decode request: gzip decompression failed'

/** Whether bytes start like gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b
}

/**
 * Unpacks gzip, never holding much more than `maxBytes`.
 *
 * @throws HttpError 413 as soon as the output is too long (at once when the
 *   trailer says so), 400 when the bytes are truncated or damaged. Interface section 8.
 */
export function gunzip(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (!isGzip(bytes) || bytes.length < MINIMUM_BYTES) throw invalidPayload(CORRUPT)
  const trailer = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8, 8)
  const declaredLength = trailer.getUint32(4, true)
  if (declaredLength > bytes.length * MAX_RATIO) throw invalidPayload(CORRUPT)
  if (declaredLength > maxBytes) throw payloadTooLarge(maxBytes)

  const chunks: Uint8Array[] = []
  let length = 0
  let members = 0
  const stream = new Gunzip(chunk => {
    length += chunk.length
    if (length > maxBytes) throw payloadTooLarge(maxBytes)
    if (chunk.length > 0) chunks.push(chunk)
  })
  stream.onmember = () => {
    members++
  }
  pushSlices(stream, bytes)

  const output = concatenated(chunks, length)
  // The trailer speaks of the last member alone; bodies have one.
  const isValid = members > 1 || (declaredLength === length && trailer.getUint32(0, true) === crc32(output))
  if (!isValid) throw invalidPayload(CORRUPT)
  return output
}

function pushSlices(stream: Gunzip, bytes: Uint8Array): void {
  try {
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      const end = Math.min(start + SLICE_BYTES, bytes.length)
      stream.push(bytes.subarray(start, end), end === bytes.length)
    }
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error
    throw invalidPayload(CORRUPT)
  }
}

function concatenated(chunks: Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!
  const output = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    output.set(chunk, offset)
    offset += chunk.length
  }
  return output
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
