import { yieldToRequests } from '../../lib/yieldToRequests'
import { type Announced, StoreUnavailableError, type Transaction } from '../store'

type Work<R> = (transaction: Transaction) => Promise<R>

/** A call of `transaction`. */
export interface Call {
  work: Work<unknown>
  announced: Announced
}

/** A call that waits for a transaction. */
interface Waiting extends Call {
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** A group is no larger, because all its requests wait for its last one. */
const MAX_GROUP = 32

/**
 * Creates a `transaction` whose concurrent calls share a transaction of the database, one after another: a commit waits for
 * the disk, and rows that several of them write are written once. Each call resolves after the commit. When one fails,
 * the whole group is undone, and each of its calls has a transaction of its own. See D-489, D-546.
 *
 * @param runTogether Runs calls one after another in one transaction. Returns their results.
 */
export function createGroupCommit(runTogether: (calls: Call[]) => Promise<unknown[]>) {
  let waiting: Waiting[] = []
  let isRunning = false

  const runGroup = async (group: Waiting[]): Promise<void> => {
    try {
      const results = await runTogether(group)
      for (const [index, { resolve }] of group.entries()) resolve(results[index])
    } catch (error) {
      if (group.length > 1 && !(error instanceof StoreUnavailableError))
        for (const call of group) await runGroup([call])
      else for (const { reject } of group) reject(error)
    }
  }

  const runWaiting = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      // A transaction of SQLite waits for nothing, so that the requests that have arrived meanwhile would not share it.
      await yieldToRequests()
      const group = waiting.slice(0, MAX_GROUP)
      waiting = waiting.slice(MAX_GROUP)
      await runGroup(group)
    }
    isRunning = false
  }

  return <R>(work: Work<R>, announced: Announced = {}) =>
    new Promise<R>((resolve, reject) => {
      // The result comes from this very work.
      waiting.push({ work, announced, resolve: resolve as (result: unknown) => void, reject })
      if (!isRunning) void runWaiting()
    })
}
