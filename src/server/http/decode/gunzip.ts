import { Gunzip } from 'fflate'
import { tooLarge, undecodable } from '../reply'

/** Input is fed in slices, so that a bomb is noticed after one slice's worth of output. */
const SLICE_BYTES = 4096

/** Header and trailer of the smallest gzip member. */
const MINIMUM_BYTES = 18

/** No gzip unpacks to more: a trailer that says so is the middle of a body that was cut. */
const MAX_RATIO = 1032

const BROKEN = 'failed to decode request: gzip decompression failed'

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
  if (!isGzip(bytes) || bytes.length < MINIMUM_BYTES) throw undecodable(BROKEN)
  const trailer = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8, 8)
  const declared = trailer.getUint32(4, true)
  if (declared > bytes.length * MAX_RATIO) throw undecodable(BROKEN)
  if (declared > maxBytes) throw tooLarge(maxBytes)

  const parts: Uint8Array[] = []
  let length = 0
  let members = 0
  const stream = new Gunzip(part => {
    length += part.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    if (part.length > 0) parts.push(part)
  })
  stream.onmember = () => {
    members++
  }
  feed(stream, bytes)

  const whole = joined(parts, length)
  // The trailer speaks of the last member alone; bodies have one.
  const sound = members > 1 || (declared === length && trailer.getUint32(0, true) === crc32(whole))
  if (!sound) throw undecodable(BROKEN)
  return whole
}

function feed(stream: Gunzip, bytes: Uint8Array): void {
  try {
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      const end = Math.min(start + SLICE_BYTES, bytes.length)
      stream.push(bytes.subarray(start, end), end === bytes.length)
    }
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error
    throw undecodable(BROKEN)
  }
}

function joined(parts: Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0]!
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
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
