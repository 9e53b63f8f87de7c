import { yieldToRequests } from './yieldToRequests'

/** What a sender has in progress, and its work that waits in the order of its calls. */
interface Sender {
  weight: number
  waiting: { weight: number; start: () => void }[]
}

/** A limit of what each sender has in progress. */
export interface SenderLimit {
  /** Whether work of this weight would begin at once. */
  hasRoom: (sender: string, weight: number) => boolean
  /** Runs work when the sender has room for it, or at once when others wait for it. */
  run: <R>(sender: string, weight: number, work: () => Promise<R>, isAwaited?: boolean) => Promise<R>
}

/**
 * Creates a limit: the work of one sender runs together up to `max` in weight, so that the work of another one waits for no more
 * than that. Heavier work runs alone, and other requests are answered before work that had to wait. See D-840.
 */
export function createSenderLimit(max: number): SenderLimit {
  const senders = new Map<string, Sender>()

  const fits = ({ weight }: Sender, more: number): boolean => weight === 0 || weight + more <= max

  const startWaiting = (id: string, sender: Sender): void => {
    for (let next = sender.waiting[0]; next && fits(sender, next.weight); next = sender.waiting[0]) {
      sender.waiting.shift()
      sender.weight += next.weight
      next.start()
    }
    if (sender.weight === 0) senders.delete(id)
  }

  return {
    hasRoom: (id, weight) => {
      const sender = senders.get(id)
      return !sender || (sender.waiting.length === 0 && fits(sender, weight))
    },
    run: async (id, weight, work, isAwaited = false) => {
      const sender = senders.get(id) ?? { weight: 0, waiting: [] }
      senders.set(id, sender)
      const waits = !isAwaited && (sender.waiting.length > 0 || !fits(sender, weight))
      if (waits) {
        await new Promise<void>(start => sender.waiting.push({ weight, start }))
        // Work may wait for nothing, and all would be done in one turn of the event loop.
        await yieldToRequests()
      } else {
        sender.weight += weight
      }
      try {
        return await work()
      } finally {
        sender.weight -= weight
        startWaiting(id, sender)
      }
    },
  }
}
