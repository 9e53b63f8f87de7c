import { yieldToRequests } from '../lib/yieldToRequests'
import type { ServiceContext } from '../serviceContext'
import { MAX_STATEMENTS, type Transaction } from '../store/store'

/** The service looks for expired rows this often. */
const INTERVAL_MS = 60_000

/** Rows of each table that one transaction removes. Other requests are answered between two of them. */
const STEP = 200

/** Everything that the expiry needs of its service. */
interface ExpiryDeps extends Pick<ServiceContext, 'store' | 'now'> {
  keepMs: number | undefined
  /** Removes some of the survey events before a time. Returns their number. */
  expireSurveyEvents: (
    transaction: Transaction,
    projectId: number,
    options: { before: number; limit: number },
  ) => Promise<number>
}

/**
 * Creates a function that removes, in the background, the events, survey events and warnings that are older than `keepMs`.
 * Each request calls it, so that the service needs no timer. See D-544.
 */
export function createExpiry({ store, now, keepMs, expireSurveyEvents }: ExpiryDeps): () => void {
  if (keepMs === undefined) return () => undefined
  let nextAt = Number.NEGATIVE_INFINITY
  let isRunning = false

  /** Returns whether there may be more. */
  const removeStep = async (
    transaction: Transaction,
    projectId: number,
    before: number,
  ): Promise<boolean> => {
    const isMore = await removeEvents(transaction, projectId, { before, now: now() })
    return (await expireSurveyEvents(transaction, projectId, { before, limit: STEP })) === STEP || isMore
  }

  const removeAll = async (): Promise<void> => {
    const before = now() - keepMs
    for (const { id } of await store.find('projects', { where: {} }))
      while (await store.transaction(transaction => removeStep(transaction, id, before)))
        await yieldToRequests()
  }

  return () => {
    if (isRunning || now() < nextAt) return
    isRunning = true
    nextAt = now() + INTERVAL_MS
    removeAll()
      // A database that is gone comes back, and a later request begins again.
      .catch(() => undefined)
      .finally(() => {
        isRunning = false
      })
  }
}

/** Removes some of the expired events and warnings of a project. @returns Whether there may be more. */
async function removeEvents(
  transaction: Transaction,
  project_id: number,
  times: ExpiryTimes,
): Promise<boolean> {
  let removed = 0
  for (const table of ['events', 'warnings'] as const)
    removed += await removeExpired(transaction, table, { where: { project_id }, ...times })
  return removed > 0
}

/** Epoch ms. */
interface ExpiryTimes {
  before: number
  now: number
}

/**
 * Removes some of the expired rows of a table, and reads the first one that has not expired and none after it. One of the
 * future is no end: the clock was wrong when it came, and would keep all later ones. See D-791.
 *
 * @returns The number of removed rows.
 */
async function removeExpired(
  transaction: Transaction,
  table: 'events' | 'warnings',
  { where, before, now }: ExpiryTimes & { where: { project_id: number } },
): Promise<number> {
  let removed = 0
  // The first row mostly has not expired.
  for (const limit of [1, STEP])
    for await (const heads of transaction.heads(table, { where, limit })) {
      for (const { key, time } of heads) {
        const at = Date.parse(time!)
        if (at < before && (await transaction.remove(table, key))) removed++
        else if (at <= now) return removed
      }
      if (transaction.statementCount() > MAX_STATEMENTS) return removed
    }
  return removed
}
