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

/** Rows are read in steps of this many: an event over the limit usually removes one, and a read parses each. */
const STEP = 10

/** More than a transaction stores, so that a store above a new limit comes down to it in steps. */
const MAX_REMOVED = 1000

/**
 * Removes the oldest events and warnings of a project while there are more than `maxEvents` of them, and the oldest rows
 * of each table that anybody can fill while they take too many bytes. The effects of removed events on persons, groups
 * and statistics stay, and so do the totals of removed survey events and respondents. See D-253, D-254, D-374, D-404,
 * D-630.
 */
export async function enforceRetention(
  transaction: Transaction,
  projectId: number,
  { maxEvents, maxBytes }: RetentionLimits,
): Promise<void> {
  const where = { project_id: projectId }
  const countedTables = maxEvents === Number.POSITIVE_INFINITY ? [] : (['events', 'warnings'] as const)
  for (const table of countedTables) {
    const excess = (await transaction.count(table, { where })) - maxEvents
    if (excess <= 0) continue
    for await (const rows of transaction.pages(table, { where, limit: Math.min(excess, MAX_REMOVED) }))
      for (const row of rows) await transaction.remove(table, row)
  }
  if (maxBytes === Number.POSITIVE_INFINITY) return
  for (const table of Object.keys(SHARES) as (keyof typeof SHARES)[]) {
    const isTooLarge = async () => (await transaction.bytes(table, where)) > maxBytes * SHARES[table]
    while (await isTooLarge())
      for await (const rows of transaction.pages(table, { where, limit: STEP }))
        for (const row of rows) {
          if (!(await isTooLarge())) break
          await transaction.remove(table, row)
          if (table === 'persons' && 'id' in row) await removePersonRows(transaction, projectId, row.id)
        }
  }
}

/** Removes the rows that name a removed person, so that a returning visitor becomes a new person. */
async function removePersonRows(
  transaction: Transaction,
  project_id: number,
  person_id: string,
): Promise<void> {
  await transaction.remove('hashOverrides', { project_id, person_id })
  for await (const rows of transaction.pages('distinctIds', { where: { project_id, person_id } }))
    for (const row of rows) await transaction.remove('distinctIds', row)
}
