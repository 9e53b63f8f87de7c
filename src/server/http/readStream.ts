/**
 * Reads a stream of bytes to its end.
 *
 * @param refusal Returns why a length is refused, or `undefined` when it is accepted.
 * @returns The reason as soon as a length is refused. The rest of the stream is cancelled.
 */
export async function readStream<Reason>(
  stream: ReadableStream<Uint8Array>,
  refusal: (length: number) => Reason | undefined,
): Promise<Uint8Array | Reason> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length
    const reason = refusal(length)
    if (reason !== undefined) {
      await reader.cancel()
      return reason
    }
    chunks.push(read.value)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
