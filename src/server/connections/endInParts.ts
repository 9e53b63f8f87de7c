import type { ServerResponse } from 'node:http'

const PART_BYTES = 64 * 1024

/** What a reply keeps in memory for later parts. */
export interface KeptBytes {
  /** The memory itself, which other replies may keep too: a file that is served from memory is one for all. */
  memory: object
  bytes: number
}

/** A body in parts. */
interface Parts {
  parts: Uint8Array[]
  memory: object
  /** Bytes of the memory that all parts share. Undefined for parts with memory of their own. */
  sharedBytes?: number
}

/**
 * Makes `end` write a large body in parts, each when the system has taken the one before: each part is then seen as progress.
 * A text frees the memory of each part, and bytes that of all of them with the last.
 *
 * @param onPart Called before each part, with what is kept for later ones.
 */
export function endInParts(outgoing: ServerResponse, onPart: (kept: KeptBytes | undefined) => void): void {
  const end = outgoing.end.bind(outgoing) as (...args: unknown[]) => ServerResponse
  const writeParts = ({ parts, memory, sharedBytes }: Parts): void => {
    const writeNext = (): void => {
      const part = parts.shift()
      const bytes = sharedBytes ?? parts.length * PART_BYTES
      onPart(parts.length === 0 ? undefined : { memory, bytes })
      if (parts.length === 0) end(part)
      else if (outgoing.write(part)) writeNext()
      else outgoing.once('drain', writeNext)
    }
    writeNext()
  }
  // A closure in here would keep a text in memory as long as any of its parts waits. See D-748.
  outgoing.end = (...args: unknown[]) => {
    const [body] = args
    if (typeof body === 'string' && body.length > PART_BYTES) {
      writeParts(textParts(body))
      return outgoing
    }
    if (body instanceof Uint8Array && body.length > PART_BYTES) {
      writeParts({ parts: partsOf(body), memory: body.buffer, sharedBytes: body.length })
      return outgoing
    }
    onPart(undefined)
    return end(...args)
  }
}

function textParts(text: string): Parts {
  const parts = partsOf(Buffer.from(text)).map(part => Buffer.from(part))
  return { parts, memory: parts }
}

function partsOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / PART_BYTES)
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES),
  )
}
