import { freeBytes } from '../byteBuffer'
import { invalidPayload } from '../reply'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Returns bytes as text and frees them: the longest text takes enough memory without them.
 *
 * @throws HttpError 400 for invalid UTF-8.
 */
export function takeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw invalidPayload('failed to decode request: invalid UTF-8')
  } finally {
    freeBytes(bytes)
  }
}
