import type { Transaction } from '../store/store'
import type { Effect } from './eventEffects'
import type { EventWarning } from './normalizeEvent'

/** A project has so many group types; further ones are ignored. */
const MAX_GROUP_TYPES = 5

/**
 * Creates or updates a group, and its type when it is new. Interface section 6, `$groupidentify`.
 *
 * @returns A warning when the project has no room for another type.
 */
export async function upsertGroup(
  transaction: Transaction,
  projectId: number,
  now: string,
  { type, key, set }: Extract<Effect, { kind: 'group' }>,
): Promise<EventWarning | undefined> {
  const existingType = await transaction.get('groupTypes', { project_id: projectId, type })
  if (!existingType) {
    const index = await transaction.count('groupTypes', { where: { project_id: projectId } })
    if (index >= MAX_GROUP_TYPES)
      return { type: 'group_type_limit_exceeded', detail: `${type} is one type too many` }
    await transaction.put('groupTypes', { project_id: projectId, type, index })
  }
  const before = await transaction.get('groups', { project_id: projectId, type, key })
  await transaction.put('groups', {
    project_id: projectId,
    type,
    key,
    properties: { ...before?.properties, ...set },
    created_at: before?.created_at ?? now,
  })
  return undefined
}
