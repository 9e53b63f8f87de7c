import { yieldToRequests } from './yieldToRequests'

/** Work on more bytes than this begins in a turn of the event loop of its own. */
const BYTES_PER_TURN = 64 * 1024

/** Work that waits. */
interface Waiting {
  bytes: number
  run: () => Promise<void>
}

/**
 * Creates a function that runs work one after another: that of one sender in order, and that of several senders in turn. Other
 * requests are answered before work on many bytes: Node reads all connections in one turn, and work may wait for nothing.
 */
export function createFairQueue() {
  /** Sender -> its work that waits. The sender whose turn is next comes first. */
  const waiting = new Map<string, Waiting[]>()
  let isRunning = false

  const runAll = async (): Promise<void> => {
    isRunning = true
    let room = 0
    for (const [sender, works] of waiting) {
      if (room < works[0]!.bytes) {
        await yieldToRequests()
        room = BYTES_PER_TURN
      }
      const { bytes, run } = works.shift()!
      room -= bytes
      waiting.delete(sender)
      // Behind all others, and the loop comes to it again.
      if (works.length > 0) waiting.set(sender, works)
      await run()
    }
    isRunning = false
  }

  /**
   * @param bytes Size of what the work reads.
   * @param continues Whether it is the rest of earlier work: it comes before all other work of its sender, and after all senders.
   */
  return <R>(sender: string, bytes: number, work: () => Promise<R>, continues = false): Promise<R> =>
    new Promise((resolve, reject) => {
      const item: Waiting = { bytes, run: () => work().then(resolve, reject) }
      const works = waiting.get(sender) ?? []
      if (continues) {
        works.unshift(item)
        waiting.delete(sender)
      } else {
        works.push(item)
      }
      waiting.set(sender, works)
      if (!isRunning) void runAll()
    })
}
