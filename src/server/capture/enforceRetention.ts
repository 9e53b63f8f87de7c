import type { Transaction } from '../store/store'

/**
 * Forgets the oldest events of a project, and the oldest warnings, when there are more than `max` of them. What they have
 * changed stays: persons, groups, statistics. DECISIONS, "Kept events".
 */
export async function enforceRetention(
  transaction: Transaction,
  projectId: number,
  max: number,
): Promise<void> {
  const where = { project_id: projectId }
  const excessEvents = (await transaction.count('events', { where })) - max
  if (excessEvents > 0) {
    for (const row of await transaction.find('events', { where, limit: excessEvents }))
      await transaction.remove('events', row)
  }
  const excessWarnings = (await transaction.count('warnings', { where })) - max
  if (excessWarnings > 0) {
    for (const row of await transaction.find('warnings', { where, limit: excessWarnings }))
      await transaction.remove('warnings', row)
  }
}
