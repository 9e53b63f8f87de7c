import { SMALL_BODY_BYTES } from './createBodyBudget'

/** Bytes that are collected part by part. */
export interface ByteBuffer {
  /** Number of bytes so far. */
  length: () => number
  add: (part: Uint8Array) => void
  /** Returns all bytes. `freeBytes` frees them. */
  bytes: () => Uint8Array
}

const FIRST_BYTES = 1024

/**
 * Creates a buffer for at most `maxBytes`. Parts are copied, because each may be one byte in an object of its own. Many bytes grow
 * in place: those that are joined at the end take twice the memory, and the allocator of the process keeps it. See D-490, D-837.
 */
export function createByteBuffer(maxBytes: number): ByteBuffer {
  let buffer = new ArrayBuffer(0)
  let length = 0

  /** A buffer that can grow reserves addresses for its largest size, so that a small one is of a fixed size. */
  const grow = (bytes: number): void => {
    if (buffer.resizable) {
      buffer.resize(bytes)
      return
    }
    const larger =
      bytes > SMALL_BODY_BYTES
        ? new ArrayBuffer(bytes, { maxByteLength: maxBytes })
        : new ArrayBuffer(Math.max(bytes, Math.min(2 * buffer.byteLength, SMALL_BODY_BYTES), FIRST_BYTES))
    new Uint8Array(larger).set(new Uint8Array(buffer, 0, length))
    buffer = larger
  }

  return {
    length: () => length,
    add: part => {
      if (length + part.length > buffer.byteLength) grow(length + part.length)
      new Uint8Array(buffer).set(part, length)
      length += part.length
    },
    bytes: () => new Uint8Array(buffer, 0, length),
  }
}

/**
 * Frees bytes that nothing reads any more, also in another thread: their length is 0 from now on. A buffer outside of the heap is
 * otherwise kept until the next full garbage collection.
 */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0)
}
