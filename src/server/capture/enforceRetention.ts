import type { Transaction } from '../store/store'

/**
 * Removes the oldest events and the oldest warnings of a project while there are more than `max` of them. Their effects on
 * persons, groups and statistics stay. See D-253, D-254.
 */
export async function enforceRetention(
  transaction: Transaction,
  projectId: number,
  max: number,
): Promise<void> {
  const where = { project_id: projectId }
  for (const table of ['events', 'warnings'] as const) {
    const excess = (await transaction.count(table, { where })) - max
    if (excess <= 0) continue
    for (const row of await transaction.find(table, { where, limit: excess }))
      await transaction.remove(table, row)
  }
}
