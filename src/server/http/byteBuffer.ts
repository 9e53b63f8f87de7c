import { SMALL_BODY_BYTES } from './createBodyBudget'

/** Bytes that are collected part by part. */
export interface ByteBuffer {
  /** Number of bytes so far. */
  length: () => number
  add: (part: Uint8Array) => void
  /** Returns all bytes. `freeBytes` frees them. */
  bytes: () => Uint8Array
}

/**
 * Creates a buffer for at most `maxBytes`. Many bytes grow in place: parts that are joined at the end take twice the memory, and
 * the allocator of the process keeps it. See D-490.
 */
export function createByteBuffer(maxBytes: number): ByteBuffer {
  let parts: Uint8Array[] = []
  let length = 0
  let copied = 0
  let buffer: ArrayBuffer | undefined

  /** Each buffer that can grow reserves addresses for its largest size, so that a small one is of a fixed size. */
  const copyParts = (): Uint8Array => {
    if (length > SMALL_BODY_BYTES) buffer ??= new ArrayBuffer(0, { maxByteLength: maxBytes })
    buffer?.resize(length)
    const bytes = new Uint8Array(buffer ?? new ArrayBuffer(length))
    for (const part of parts) {
      bytes.set(part, copied)
      copied += part.length
    }
    parts = []
    return bytes
  }

  return {
    length: () => length,
    add: part => {
      parts.push(part)
      length += part.length
      if (length - copied > SMALL_BODY_BYTES) copyParts()
    },
    bytes: copyParts,
  }
}

/**
 * Frees bytes that nothing reads any more, also in another thread: their length is 0 from now on. A buffer outside of the heap is
 * otherwise kept until the next full garbage collection.
 */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0)
}
