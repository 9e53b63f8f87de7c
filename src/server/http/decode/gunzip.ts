import { freeBytes } from '../byteBuffer'
import { readStream } from '../readStream'
import { invalidPayload, payloadTooLarge } from '../reply'

/** Whether bytes begin with the two bytes of every gzip file. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/**
 * Decompresses gzip, stops reading at `maxBytes`, and frees the compressed bytes.
 *
 * @throws HttpError 413 for a longer output, 400 for truncated or damaged bytes. Interface section 8.
 */
export async function gunzip(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const { readable, writable } = new DecompressionStream('gzip')
  const writer = writable.getWriter()
  // The reader fails with the same error.
  const ignore = () => {}
  writer.write(bytes as BufferSource).catch(ignore)
  writer.close().catch(ignore)
  const output = await readStream(readable, { maxBytes, hasRoom: () => true }).catch(() => {
    throw invalidPayload('failed to decode request: gzip decompression failed')
  })
  if (typeof output === 'string') throw payloadTooLarge(maxBytes)
  // The stream has ended, so that its thread reads no more.
  freeBytes(bytes)
  return output
}
