import { yieldToRequests } from '../../lib/yieldToRequests'
import {
  MAX_STATEMENTS,
  StoreUnavailableError,
  type Transaction,
  type TransactionEnd,
  type TransactionOptions,
} from '../store'

type Work<R> = (transaction: Transaction) => Promise<R>

/** A call of `transaction`. */
export interface Call extends Required<Omit<TransactionOptions, 'end'>> {
  work: Work<unknown>
  end: TransactionEnd | undefined
}

/** What a call has returned, and how many statements it has taken. */
export interface Outcome {
  value: unknown
  statements: number
}

type Lane = 'short' | 'long'

/** A call that waits for a transaction. */
interface Waiting extends Call {
  /** Its turn among the short and among the long calls: it may be found to be long while it waits. */
  turns: Record<Lane, number>
  /** The number of calls that came before it. */
  order: number
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** Senders of whom it is known that their latest calls were long. */
const MAX_SENDERS = 1000

/** A group is no larger, because all its calls wait for its last one. */
const MAX_GROUP = 32

/**
 * Creates a `transaction` whose concurrent calls share a transaction of the database, one after another: a commit waits for
 * the disk, and rows that several of them write are written once. Each call resolves after the commit. When one fails,
 * the whole group is undone, and each of its calls has a transaction of its own. See D-489, D-546.
 *
 * Calls of several senders run in turn, because a group may end after any of them. See D-499.
 *
 * A long call has a transaction of its own, in turn with all others together, which wait for no more than one. So has the next call
 * of a sender whose latest ones took more than `MAX_STATEMENTS` in a group. See D-497, D-569.
 *
 * @param runTogether Runs calls one after another in one transaction: one or more of the first. Returns their outcomes.
 */
export function createGroupCommit(runTogether: (calls: Call[]) => Promise<Outcome[]>) {
  let waiting: Waiting[] = []
  let isRunning = false
  /** Short calls of a lower `order` waited for the latest long one, and come before the next. */
  let waitedForLong = 0
  /** How many turns there were so far. A group of short calls is one, a long call as much of one as its sender is of those who wait. */
  const turns: Record<Lane, number> = { short: 0, long: 0 }
  let arrivals = 0
  /** Senders whose latest calls were long. */
  const longSenders = new Set<string>()

  const isLong = (call: Waiting): boolean => call.isLong || longSenders.has(call.sender)

  /** Returns the turn of a call that arrives now. It keeps it whoever comes later, so that no number of others keeps it waiting. */
  const nextTurn = (lane: Lane, sender: string): number =>
    waiting.reduce(
      (turn, call) => (call.sender === sender ? Math.max(turn, call.turns[lane] + 1) : turn),
      turns[lane],
    )

  const inTurn = (lane: Lane, calls: Waiting[]): Waiting[] =>
    calls.sort((a, b) => a.turns[lane] - b.turns[lane] || a.order - b.order)

  const countRun = (calls: Waiting[], outcomes: Outcome[]): void => {
    if (longSenders.size > MAX_SENDERS) longSenders.clear()
    const sums = new Map<string, number>()
    for (const [index, { statements }] of outcomes.entries()) {
      const { sender } = calls[index]!
      sums.set(sender, (sums.get(sender) ?? 0) + statements)
    }
    for (const [sender, statements] of sums) {
      const wereLong = statements > MAX_STATEMENTS
      if (wereLong) waitedForLong = arrivals
      if (wereLong && sender) longSenders.add(sender)
      else longSenders.delete(sender)
    }
  }

  const takeGroup = (): { group: Waiting[]; lane: Lane } => {
    const short = waiting.filter(call => !isLong(call))
    const long = waiting.filter(isLong)
    const takesLong = long.length > 0 && short.every(({ order }) => order >= waitedForLong)
    const lane = takesLong ? 'long' : 'short'
    const calls = inTurn(lane, takesLong ? long : short)
    const group = calls.slice(0, takesLong ? 1 : MAX_GROUP)
    turns[lane] += takesLong ? 1 / new Set(calls.map(({ sender }) => sender)).size : 1
    const taken = new Set(group)
    waiting = waiting.filter(call => !taken.has(call))
    return { group, lane }
  }

  const runGroup = async (group: Waiting[], lane: Lane): Promise<void> => {
    try {
      const outcomes = await runTogether(group)
      for (const [index, { value }] of outcomes.entries()) group[index]!.resolve(value)
      countRun(group, outcomes)
      waiting.push(...group.slice(outcomes.length))
    } catch (error) {
      if (group.length > 1 && !(error instanceof StoreUnavailableError))
        for (const call of group) await runGroup([call], lane)
      else for (const { reject } of group) reject(error)
    } finally {
      if (lane === 'long') waitedForLong = arrivals
    }
  }

  const runWaiting = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      // A transaction of SQLite waits for nothing, so that the requests that have arrived meanwhile would not share it.
      await yieldToRequests()
      const { group, lane } = takeGroup()
      await runGroup(group, lane)
    }
    isRunning = false
  }

  return <R>(work: Work<R>, { announce = [], isLong = false, sender = '', end }: TransactionOptions = {}) =>
    new Promise<R>((resolve, reject) => {
      // The result comes from this very work.
      waiting.push({
        work,
        announce,
        isLong,
        sender,
        end,
        turns: { short: nextTurn('short', sender), long: nextTurn('long', sender) },
        order: arrivals++,
        resolve: resolve as (result: unknown) => void,
        reject,
      })
      if (!isRunning) void runWaiting()
    })
}
