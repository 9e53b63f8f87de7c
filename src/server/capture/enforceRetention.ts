import { MAX_STATEMENTS, type Transaction } from '../store/store'
import type { Key, TableName } from '../store/tables'
import { withinBytes } from '../store/withinBytes'

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
 * A database removes no more than some statements do, and no fewer bytes than it has added. The rest goes with later events. See D-848.
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
  const leastBytes = transaction.addedBytes()
  const lastStatement = transaction.statementCount() + MAX_STATEMENTS
  const isLong = (): boolean => transaction.statementCount() > lastStatement
  const countedTables = maxEvents === Number.POSITIVE_INFINITY ? [] : (['events', 'warnings'] as const)
  for (const table of countedTables) {
    const excess = (await transaction.count(table, { where })) - maxEvents
    if (excess <= 0) continue
    const limit = Math.min(excess, Math.max(MAX_REMOVED, 2 * added))
    for await (const heads of transaction.heads(table, { where, limit })) {
      await transaction.removeMany(
        table,
        heads.map(({ key }) => key),
      )
      if (isLong()) break
    }
  }
  if (maxBytes === Number.POSITIVE_INFINITY) return
  for (const table of Object.keys(SHARES) as LimitedTable[])
    await removeOldest(transaction, table, { where, maxBytes: maxBytes * SHARES[table], leastBytes, isLong })
}

/** How far a table is brought down to its limit. */
interface Removal {
  where: { project_id: number }
  maxBytes: number
  /** What is removed at least, so that the table does not grow without end. */
  leastBytes: number
  /** Whether the rest is left to later transactions. */
  isLong: () => boolean
}

/** Removes the oldest rows of a table while its rows take too many bytes. Reads none that it leaves. See D-792. */
async function removeOldest(
  transaction: Transaction,
  table: LimitedTable,
  { where, maxBytes, leastBytes, isLong }: Removal,
): Promise<void> {
  const first = (await transaction.bytes(table, where)) - maxBytes
  let excess = first
  for (let step = FIRST_STEP; excess > 0; step = Math.min(4 * step, MAX_STEP)) {
    const before = excess
    for await (const heads of transaction.heads(table, { where, limit: step })) {
      const oldest = withinBytes(heads, excess, ({ bytes }) => bytes)
      const keys = oldest.map(({ key }) => key)
      await transaction.removeMany(table, keys)
      // The name of the table decides the type of its keys, hence the cast.
      if (table === 'persons') await removePersonRows(transaction, keys as Key<'persons'>[])
      for (const { bytes } of oldest) excess -= bytes
      if (excess <= 0 || (isLong() && first - excess >= leastBytes)) return
    }
    if (excess === before) return
  }
}

/** Removes the rows that name removed persons, so that a returning visitor becomes a new person. */
async function removePersonRows(transaction: Transaction, persons: Key<'persons'>[]): Promise<void> {
  const names = persons.map(({ project_id, id }) => ({ project_id, person_id: id }))
  await transaction.removeMany('hashOverrides', names)
  await transaction.removeAll('distinctIds', names)
}
