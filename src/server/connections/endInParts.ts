import type { ServerResponse } from 'node:http'

const PART_BYTES = 64 * 1024

/**
 * Makes `end` write a large body in parts, each when the system has taken the one before: each part is then seen as progress,
 * and frees its memory.
 *
 * @param onPart Called before each part, with the bytes that are kept for later ones. Those of a body that is no text are shared
 *   with other replies, and do not count.
 */
export function endInParts(outgoing: ServerResponse, onPart: (keptBytes: number) => void): void {
  const end = outgoing.end.bind(outgoing) as (...args: unknown[]) => ServerResponse
  const writeParts = (parts: Uint8Array[], isShared: boolean): void => {
    const writeNext = (): void => {
      const part = parts.shift()
      onPart(isShared ? 0 : parts.length * PART_BYTES)
      if (parts.length === 0) end(part)
      else if (outgoing.write(part)) writeNext()
      else outgoing.once('drain', writeNext)
    }
    writeNext()
  }
  outgoing.end = (...args: unknown[]) => {
    const [body] = args
    const isText = typeof body === 'string'
    if ((isText || body instanceof Uint8Array) && body.length > PART_BYTES) {
      const parts = partsOf(isText ? Buffer.from(body) : body)
      writeParts(isText ? parts.map(part => Buffer.from(part)) : parts, !isText)
      return outgoing
    }
    onPart(0)
    return end(...args)
  }
}

function partsOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / PART_BYTES)
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES),
  )
}
