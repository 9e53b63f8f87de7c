import type { Transaction } from '../store/store'
import type { Key, TableName } from '../store/tables'

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

type LimitedTable = keyof typeof SHARES

/** Rows are read in steps of this many: an event over the limit usually removes one. */
const FIRST_STEP = 10

/** Each further step is four times as large, up to this. */
const MAX_STEP = 640

/** A store above a new limit comes down to it by so many rows at a time. */
const MAX_REMOVED = 1000

/**
 * Removes the oldest events and warnings of a project while there are more than `maxEvents` of them, and the oldest rows
 * of each table that anybody can fill while they take too many bytes. The effects of removed events on persons, groups
 * and statistics stay, and so do the totals of removed survey events and respondents. See D-253, D-254, D-374, D-404,
 * D-630.
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
    if (excess <= 0) continue
    for await (const heads of transaction.heads(table, {
      where,
      limit: Math.min(excess, Math.max(MAX_REMOVED, 2 * added)),
    }))
      for (const { key } of heads) await transaction.remove(table, key)
  }
  if (maxBytes === Number.POSITIVE_INFINITY) return
  for (const table of Object.keys(SHARES) as LimitedTable[])
    await removeOldest(transaction, table, { project_id: projectId, maxBytes: maxBytes * SHARES[table] })
}

/** Removes the oldest rows of a table while its rows take too many bytes. Reads none that it leaves. See D-792. */
async function removeOldest(
  transaction: Transaction,
  table: LimitedTable,
  { project_id, maxBytes }: { project_id: number; maxBytes: number },
): Promise<void> {
  const where = { project_id }
  let excess = (await transaction.bytes(table, where)) - maxBytes
  for (let step = FIRST_STEP; excess > 0; step = Math.min(4 * step, MAX_STEP)) {
    const before = excess
    for await (const heads of transaction.heads(table, { where, limit: step }))
      for (const { key, bytes } of heads) {
        if (excess <= 0) return
        await transaction.remove(table, key)
        // The name of the table decides the type of its keys, hence the cast.
        if (table === 'persons') await removePersonRows(transaction, key as Key<'persons'>)
        excess -= bytes
      }
    if (excess === before) return
  }
}

/** Removes the rows that name a removed person, so that a returning visitor becomes a new person. */
async function removePersonRows(
  transaction: Transaction,
  { project_id, id: person_id }: Key<'persons'>,
): Promise<void> {
  await transaction.remove('hashOverrides', { project_id, person_id })
  await transaction.removeAll('distinctIds', { project_id, person_id })
}
