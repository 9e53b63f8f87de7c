import type { Transaction } from '../store/store'

/**
 * Forgets the oldest events of a project, and the oldest warnings, when there are more than `max` of them. What they have
 * changed stays: persons, groups, statistics. DECISIONS, "Kept events".
 */
export async function forgetOldest(transaction: Transaction, projectId: number, max: number): Promise<void> {
  const where = { project_id: projectId }
  const events = (await transaction.count('events', { where })) - max
  if (events > 0) {
    for (const row of await transaction.find('events', { where, limit: events }))
      await transaction.remove('events', row)
  }
  const warnings = (await transaction.count('warnings', { where })) - max
  if (warnings > 0) {
    for (const row of await transaction.find('warnings', { where, limit: warnings }))
      await transaction.remove('warnings', row)
  }
}
