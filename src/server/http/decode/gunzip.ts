import { freeBytes } from '../byteBuffer'
import { readStream, type StreamLimits, type Unread } from '../readStream'
import { invalidPayload } from '../reply'

/** Whether bytes begin with the two bytes of every gzip file. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/**
 * Decompresses gzip, and frees the compressed bytes.
 *
 * @returns The reason as soon as the output is too long.
 * @throws HttpError 400 for truncated or damaged bytes. Interface section 8.
 */
export async function gunzip(bytes: Uint8Array, limits: StreamLimits): Promise<Uint8Array | Unread> {
  const { readable, writable } = new DecompressionStream('gzip')
  const writer = writable.getWriter()
  // The reader fails with the same error.
  const ignore = () => {}
  writer.write(bytes as BufferSource).catch(ignore)
  writer.close().catch(ignore)
  const output = await readStream(readable, limits).catch(() => {
    throw invalidPayload('failed to decode request: gzip decompression failed')
  })
  // The stream has ended, so that its thread reads no more.
  if (typeof output !== 'string') freeBytes(bytes)
  return output
}
