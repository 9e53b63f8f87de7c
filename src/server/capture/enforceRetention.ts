import type { Transaction } from '../store/store'
import type { TableName } from '../store/tables'

/** The limits of a project. */
interface RetentionLimits {
  maxEvents: number
  maxBytes: number
}

/**
 * The part of the bytes of a project that each table may take. An answer is in the results of its survey while both its
 * event and its row of `surveyEvents` are there. See D-630.
 */
const SHARES = {
  events: 12 / 32,
  surveyEvents: 8 / 32,
  persons: 5 / 32,
  distinctIds: 4 / 32,
  groups: 1 / 32,
  warnings: 1 / 32,
  surveyRespondents: 1 / 32,
} as const satisfies { [T in TableName]?: number }

/** A store above a new limit comes down to it by so many rows at a time. */
const MAX_REMOVED = 1000

/**
 * Removes the oldest events and warnings of a project while there are more than `maxEvents` of them, and the oldest rows
 * of each table that anybody can fill while they take too many bytes. The effects of removed events on persons, groups
 * and statistics stay, and so do the totals of removed survey events and respondents. A visitor whose person was removed becomes a new
 * person. See D-253, D-254, D-374, D-404, D-630.
 *
 * A database leaves many or long rows for later events. See D-848.
 *
 * @param added How many events the transaction may have stored.
 */
export async function enforceRetention(
  transaction: Transaction,
  projectId: number,
  { maxEvents, maxBytes }: RetentionLimits,
  added: number,
): Promise<void> {
  const where = { project_id: projectId }
  const countedTables = maxEvents === Number.POSITIVE_INFINITY ? [] : (['events', 'warnings'] as const)
  for (const table of countedTables) {
    const excess = (await transaction.count(table, { where })) - maxEvents
    const rows = Math.min(excess, Math.max(MAX_REMOVED, 2 * added))
    if (excess > 0) await transaction.removeOldest(table, where, { rows })
  }
  if (maxBytes === Number.POSITIVE_INFINITY) return
  for (const table of Object.keys(SHARES) as (keyof typeof SHARES)[]) {
    const excess = (await transaction.bytes(table, where)) - maxBytes * SHARES[table]
    if (excess > 0) await transaction.removeOldest(table, where, { bytes: excess })
  }
}
