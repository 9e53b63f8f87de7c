import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endInParts } from './endInParts'

/** The system takes no more until a client has read some 2 MB, which a modem does in seven minutes. */
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
  /** Bytes that are not handed to the socket yet. */
  keptBytes: number
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
  const waitingBytes = ({ socket, keptBytes }: OpenReply): number => socket.writableLength + keptBytes
  return {
    watch(outgoing) {
      const { socket } = outgoing
      if (!socket) return
      const reply: OpenReply = { socket, keptBytes: 0, at: now() }
      open.add(reply)
      outgoing.once('close', () => open.delete(reply))
      const noteProgress = (keptBytes = reply.keptBytes): void => {
        // The client may leave while the reply is computed.
        if (open.delete(reply)) open.add(Object.assign(reply, { keptBytes, at: now() }))
      }
      endInParts(outgoing, noteProgress)
      // A stream is written in parts of its own.
      outgoing.on('drain', () => noteProgress())
      // Also while a reply is computed, which may take longer. Node begins again with each part.
      outgoing.setTimeout(timeoutMs, () => {
        if (socket.writableLength > 0) socket.destroy()
      })
    },
    makeRoom() {
      let bytes = 0
      for (const reply of open) bytes += waitingBytes(reply)
      for (const reply of open) {
        const waiting = waitingBytes(reply)
        const limit = now() - reply.at < stalledMs ? maxBytes : maxStalledBytes
        if (bytes <= limit || bytes === waiting) return
        bytes -= waiting
        if (waiting > 0) reply.socket.destroy()
      }
    },
  }
}
