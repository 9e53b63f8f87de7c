import { yieldToRequests } from './yieldToRequests'

/** Work on more bytes than this begins in a turn of the event loop of its own. */
export const BYTES_PER_TURN = 64 * 1024

/** Work that waits. */
interface Waiting {
  bytes: number
  run: () => Promise<void>
}

/**
 * Creates a function that runs work one after another: that of one sender in order, and that of several senders in turn. Other
 * requests are answered before work on many bytes: Node reads all connections in one turn, and work may wait for nothing.
 *
 * @param max Senders whose work runs at a time.
 */
export function createFairQueue(max = 1) {
  /** Sender -> its work that waits. The sender whose turn is next comes first. */
  const waiting = new Map<string, Waiting[]>()
  const running = new Set<string>()
  let isStarting = false
  /** Bytes of the work that may still begin in this turn of the event loop. */
  let room = 0

  const nextSender = (): string | undefined => {
    if (running.size === max) return undefined
    for (const sender of waiting.keys()) if (!running.has(sender)) return sender
    return undefined
  }

  const start = (sender: string): void => {
    const works = waiting.get(sender)!
    const { bytes, run } = works.shift()!
    room -= bytes
    running.add(sender)
    if (works.length === 0) waiting.delete(sender)
    void run().then(() => {
      running.delete(sender)
      moveBehind(sender)
      void startNext()
    })
  }

  /** Gives all other senders their turn first, those too that have come meanwhile. */
  const moveBehind = (sender: string): void => {
    const works = waiting.get(sender)
    if (!works) return
    waiting.delete(sender)
    waiting.set(sender, works)
  }

  const startNext = async (): Promise<void> => {
    if (isStarting) return
    isStarting = true
    for (let sender = nextSender(); sender !== undefined; sender = nextSender()) {
      if (room < waiting.get(sender)![0]!.bytes) {
        // No other work starts meanwhile, and all of this sender stays.
        await yieldToRequests()
        room = BYTES_PER_TURN
      }
      start(sender)
    }
    if (running.size === 0) room = 0
    isStarting = false
  }

  /**
   * @param bytes Size of what the work reads.
   * @param continues Whether it is the rest of earlier work: it comes before all other work of its sender, and after all senders.
   */
  return <R>(sender: string, bytes: number, work: () => Promise<R>, continues = false): Promise<R> =>
    new Promise((resolve, reject) => {
      const item: Waiting = { bytes, run: () => work().then(resolve, reject) }
      const works = waiting.get(sender) ?? []
      if (continues) works.unshift(item)
      else works.push(item)
      waiting.set(sender, works)
      if (continues) moveBehind(sender)
      void startNext()
    })
}
