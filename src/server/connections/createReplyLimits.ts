import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endInParts, type KeptBytes } from './endInParts'

/** The system takes no more until a client has read some 1.6 MB: at 2.7 kB/s or more, which is a modem, in this time. */
const TIMEOUT_MS = 600_000
/** A client that reads makes progress within this time, unless its line is slow. */
const STALLED_MS = 1000
/** Replies that the system has no room for yet, of all connections. */
const MAX_STALLED_BYTES = 32 * 1024 * 1024
/** The same while all of their clients read. */
const MAX_BYTES = 2 * MAX_STALLED_BYTES

/** A reply in progress. */
interface OpenReply {
  socket: Socket
  /** What is not handed to the socket yet. */
  kept: KeptBytes | undefined
  /** Time of the last progress. */
  at: number
}

/** The limits of replies that clients do not read. */
export interface ReplyLimits {
  /** Begins to watch a reply. Its connection is closed when the client has read nothing of what waits for ten minutes. */
  watch: (outgoing: ServerResponse) => void
  /**
   * Closes the connections without progress for the longest time while more than 32 MB wait in all, apart from those with
   * progress in the last second while less than 64 MB do. A reply may be larger alone.
   */
  makeRoom: () => void
}

/** Creates the limits of a server. See D-750, D-748. */
export function createReplyLimits({
  timeoutMs = TIMEOUT_MS,
  stalledMs = STALLED_MS,
  maxStalledBytes = MAX_STALLED_BYTES,
  maxBytes = MAX_BYTES,
  now = () => performance.now(),
} = {}): ReplyLimits {
  /** Those without progress for the longest time first. */
  const open = new Set<OpenReply>()
  return {
    watch(outgoing) {
      const { socket } = outgoing
      // `close` has been emitted when the client has left.
      if (!socket || socket.destroyed) return
      const reply: OpenReply = { socket, kept: undefined, at: now() }
      open.add(reply)
      outgoing.once('close', () => open.delete(reply))
      const noteProgress = (kept: KeptBytes | undefined): void => {
        // The client may leave while the reply is computed.
        if (open.delete(reply)) open.add(Object.assign(reply, { kept, at: now() }))
      }
      endInParts(outgoing, noteProgress)
      // A stream is written in parts of its own.
      outgoing.on('drain', () => noteProgress(reply.kept))
      // Also while a reply is computed, which may take longer. Node begins again with each part.
      outgoing.setTimeout(timeoutMs, () => {
        if (socket.writableLength > 0) socket.destroy()
      })
    },
    makeRoom() {
      /** Memory -> the replies that keep it. Only the last of them frees it. */
      const keepers = new Map<object, number>()
      let bytes = 0
      for (const { socket, kept } of open) {
        bytes += socket.writableLength
        if (!kept) continue
        const count = keepers.get(kept.memory) ?? 0
        if (count === 0) bytes += kept.bytes
        keepers.set(kept.memory, count + 1)
      }
      for (const { socket, kept, at } of open) {
        const count = kept ? keepers.get(kept.memory)! : 0
        const freed = socket.writableLength + (kept && count === 1 ? kept.bytes : 0)
        const limit = now() - at < stalledMs ? maxBytes : maxStalledBytes
        if (bytes <= limit || bytes === freed) return
        if (freed === 0) continue
        bytes -= freed
        if (kept) keepers.set(kept.memory, count - 1)
        socket.destroy()
      }
    },
  }
}
