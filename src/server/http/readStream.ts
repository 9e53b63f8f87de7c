import { createByteBuffer, freeBytes } from './byteBuffer'

/** Why bytes were not read: they are above their limit, or the service reads too many. */
export type Unread = 'tooLarge' | 'refused'

/** The limits of a stream. */
export interface StreamLimits {
  maxBytes: number
  /** Whether there is room for a number of bytes in all. */
  hasRoom: (bytes: number) => boolean
  /** Sets what to call when there is no room any more for what is read already. */
  onEnded?: (listener: () => void) => void
}

/**
 * Reads a stream of bytes to its end. `freeBytes` frees them.
 *
 * @returns The reason as soon as there are too many bytes. The rest of the stream is cancelled.
 */
export async function readStream(
  stream: ReadableStream<Uint8Array>,
  { maxBytes, hasRoom, onEnded }: StreamLimits,
): Promise<Uint8Array | Unread> {
  const reader = stream.getReader()
  const buffer = createByteBuffer(maxBytes)
  let isEnded = false
  onEnded?.(() => {
    isEnded = true
    // A read in progress then resolves as at the end of the stream.
    reader.cancel().catch(() => undefined)
  })
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const length = buffer.length() + read.value.length
      const unread = length > maxBytes ? 'tooLarge' : hasRoom(length) ? undefined : 'refused'
      if (unread) {
        freeBytes(buffer.bytes())
        await reader.cancel()
        return unread
      }
      buffer.add(read.value)
    }
    if (!isEnded) return buffer.bytes()
    freeBytes(buffer.bytes())
    return 'refused'
  } catch (error) {
    freeBytes(buffer.bytes())
    throw error
  }
}
