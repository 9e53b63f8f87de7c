import { StoreUnavailableError } from '../store'
import type { RunStatement, SqlDatabase } from './database'

/** Work that waits for a transaction. */
interface Waiting {
  work: (run: RunStatement) => Promise<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

type Outcome = { result: unknown } | { error: unknown }

/** A group is no larger, because all its requests wait for its last one. */
const MAX_GROUP = 32

/**
 * Creates a `transaction` whose concurrent calls share a transaction of the database, one after another: a commit waits for
 * the disk, and takes longer than storing an event. Each call resolves after the commit. One that fails is undone alone.
 * See D-489.
 */
export function createGroupCommit(transaction: SqlDatabase['transaction']): SqlDatabase['transaction'] {
  let waiting: Waiting[] = []
  let isRunning = false

  const runGroup = async (group: Waiting[]): Promise<void> => {
    try {
      const outcomes = await transaction(run => runAll(run, group))
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[index]!
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.result)
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  const runWaiting = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, MAX_GROUP)
      waiting = waiting.slice(MAX_GROUP)
      await runGroup(group)
    }
    isRunning = false
  }

  return <R>(work: (run: RunStatement) => Promise<R>) =>
    new Promise<R>((resolve, reject) => {
      // The result comes from this very work.
      waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
      if (!isRunning) void runWaiting()
    })
}

async function runAll(run: RunStatement, group: Waiting[]): Promise<Outcome[]> {
  const [first] = group
  if (first && group.length === 1) return [{ result: await first.work(run) }]
  const outcomes: Outcome[] = []
  for (const { work } of group) outcomes.push(await runUndoable(run, work))
  return outcomes
}

async function runUndoable(run: RunStatement, work: Waiting['work']): Promise<Outcome> {
  await run('SAVEPOINT earshot')
  try {
    const result = await work(run)
    await run('RELEASE SAVEPOINT earshot')
    return { result }
  } catch (error) {
    // The whole transaction is lost, or in conflict and runs again.
    if (error instanceof StoreUnavailableError) throw error
    await run('ROLLBACK TO SAVEPOINT earshot')
    await run('RELEASE SAVEPOINT earshot')
    return { error }
  }
}
