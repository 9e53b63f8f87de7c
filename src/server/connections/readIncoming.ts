import type { IncomingMessage } from 'node:http'
import { createByteBuffer, freeBytes } from '../http/byteBuffer'
import { SMALL_BODY_BYTES } from '../http/createBodyBudget'
import type { StreamLimits, Unread } from '../http/readStream'

/**
 * Reads the body of a message as `readStream` does. Each chunk is copied when it arrives: in a web stream, each is an object that
 * waits. See D-837.
 *
 * Rejects when the connection is closed before the end of the body.
 */
export function readIncoming(
  incoming: IncomingMessage,
  { maxBytes, hasRoom, onEnded }: StreamLimits,
): Promise<Uint8Array | Unread> {
  const buffer = createByteBuffer(maxBytes)
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      incoming.off('data', add).off('end', end).off('close', close).pause()
    }
    const giveUp = (unread: Unread): void => {
      stop()
      freeBytes(buffer.bytes())
      resolve(unread)
    }
    const add = (chunk: Buffer): void => {
      const length = buffer.length() + chunk.length
      if (length > maxBytes) giveUp('tooLarge')
      else if (hasRoom(length)) buffer.add(chunk)
      else giveUp('refused')
    }
    const end = (): void => {
      stop()
      resolve(buffer.bytes())
    }
    const close = (): void => {
      // A client may leave when it has sent everything.
      if (incoming.complete && incoming.readableLength === 0) {
        end()
        return
      }
      stop()
      freeBytes(buffer.bytes())
      reject(incoming.errored ?? new Error('the connection was closed within the body of a request'))
    }
    onEnded?.(() => giveUp('refused'))
    // `close` follows.
    incoming.on('error', () => undefined)
    incoming.on('close', close)
    if (incoming.destroyed) {
      for (let chunk = incoming.read(); chunk !== null; chunk = incoming.read()) add(chunk)
      close()
      return
    }
    incoming.on('data', add).on('end', end)
  })
}

/** Forgets the body of a message that should have none as it arrives, and closes the connection of a long one. See D-837. */
export function discardBody(incoming: IncomingMessage): void {
  let length = 0
  // `close` follows.
  incoming.on('error', () => undefined)
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > SMALL_BODY_BYTES) incoming.socket.destroy()
  })
}
