import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type ByteBuffer, createByteBuffer } from '../http/byteBuffer'

/** Chunks of half this size are handed over as they are. */
const PART_BYTES = 1024
/** A body may have so many chunks of any size. */
const MAX_TINY_CHUNKS = 1000
/** Bytes that more chunks have on average, the last one apart: each takes about the time of twenty bytes of JSON. */
const MIN_CHUNK_BYTES = 16

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * A request whose small chunks are joined when they arrive: each is an object that waits for its reader, and a client may send
 * single bytes. A body of single bytes gets 400, and its connection is closed at once: until the reply of the service is sent,
 * Node would hand over thousands of chunks more. See D-837.
 */
export class JoinedMessage extends IncomingMessage {
  #chunks = 0
  #bytes = 0
  #small: ByteBuffer | undefined

  override push(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#pushSmall()
      return super.push(null)
    }
    const { socket } = this
    if (socket.destroyed) return false
    this.#chunks++
    this.#bytes += chunk.length
    if (this.#chunks > MAX_TINY_CHUNKS && this.#bytes < (this.#chunks - 1) * MIN_CHUNK_BYTES) {
      refuse(socket)
      return false
    }
    const isPart = chunk.length > PART_BYTES / 2
    if (isPart || (this.#small?.length() ?? 0) + chunk.length > PART_BYTES) this.#pushSmall()
    if (isPart) return super.push(chunk)
    this.#small ??= createByteBuffer(PART_BYTES)
    this.#small.add(chunk)
    return true
  }

  #pushSmall(): void {
    if (this.#small) super.push(this.#small.bytes())
    this.#small = undefined
  }
}

function refuse(socket: Socket): void {
  if (socket.writable) socket.end(BAD_REQUEST)
  socket.destroy()
}
