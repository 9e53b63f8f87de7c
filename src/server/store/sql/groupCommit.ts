import { yieldToRequests } from '../../lib/yieldToRequests'
import { type Announce, StoreUnavailableError, type Transaction } from '../store'

type Work<R> = (transaction: Transaction) => Promise<R>

/** A call of `transaction`. */
export interface Call {
  work: Work<unknown>
  announce: Announce[]
  isLong: boolean
}

/** A call that waits for a transaction. */
interface Waiting extends Call {
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** A group is no larger, because all its calls wait for its last one. */
const MAX_GROUP = 32

/**
 * Creates a `transaction` whose concurrent calls share a transaction of the database, one after another: a commit waits for
 * the disk, and rows that several of them write are written once. Each call resolves after the commit. When one fails,
 * the whole group is undone, and each of its calls has a transaction of its own. See D-489, D-546.
 *
 * A long call has a transaction of its own, in turn with all others together, which wait for no more than one. See D-497.
 *
 * @param runTogether Runs calls one after another in one transaction: one or more of the first. Returns their results.
 */
export function createGroupCommit(runTogether: (calls: Call[]) => Promise<unknown[]>) {
  let waiting: Waiting[] = []
  let isRunning = false
  let wasLong = false

  const takeGroup = (): Waiting[] => {
    const short = waiting.filter(call => !call.isLong)
    const long = waiting.find(call => call.isLong)
    wasLong = short.length === 0 || (long !== undefined && !wasLong)
    const group = wasLong ? [long!] : short.slice(0, MAX_GROUP)
    const taken = new Set(group)
    waiting = waiting.filter(call => !taken.has(call))
    return group
  }

  const runGroup = async (group: Waiting[]): Promise<void> => {
    try {
      const results = await runTogether(group)
      for (const [index, result] of results.entries()) group[index]!.resolve(result)
      waiting.unshift(...group.slice(results.length))
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
      await runGroup(takeGroup())
    }
    isRunning = false
  }

  return <R>(work: Work<R>, announce: Announce[] = [], isLong = false) =>
    new Promise<R>((resolve, reject) => {
      // The result comes from this very work.
      waiting.push({ work, announce, isLong, resolve: resolve as (result: unknown) => void, reject })
      if (!isRunning) void runWaiting()
    })
}
