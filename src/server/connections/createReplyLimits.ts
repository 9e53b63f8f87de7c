import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Node sees no progress until the system has sent a good part of its buffer, which takes a slow reader a minute. */
const TIMEOUT_MS = 120_000
/** Replies that no operating system has room for yet, of all connections. */
const MAX_UNSENT_BYTES = 32 * 1024 * 1024

/** The limits of replies that clients do not read. */
export interface ReplyLimits {
  /** Begins to watch a reply. Its connection is closed when the client has read nothing of what waits for two minutes. */
  watch: (outgoing: ServerResponse) => void
  /** Closes the connections whose replies have waited longest, while more than 32 MB wait in all. A reply may be larger alone. */
  makeRoom: () => void
}

/** Creates the limits of a server. See D-750. */
export function createReplyLimits(timeoutMs = TIMEOUT_MS, maxUnsentBytes = MAX_UNSENT_BYTES): ReplyLimits {
  /** The connections with a request in progress, oldest request first. */
  const open = new Set<Socket>()
  return {
    watch(outgoing) {
      const { socket } = outgoing
      if (!socket) return
      open.add(socket)
      outgoing.once('close', () => open.delete(socket))
      // Also while a reply is computed, which may take longer. Node begins again with each part that the client reads.
      outgoing.setTimeout(timeoutMs, () => {
        if (socket.writableLength > 0) socket.destroy()
      })
    },
    makeRoom() {
      let bytes = 0
      for (const socket of open) bytes += socket.writableLength
      for (const socket of open) {
        const { writableLength } = socket
        if (bytes <= maxUnsentBytes || bytes === writableLength) return
        bytes -= writableLength
        if (writableLength > 0) socket.destroy()
      }
    },
  }
}
