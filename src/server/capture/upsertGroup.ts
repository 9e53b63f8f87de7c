import type { CaptureContext } from './captureContext'
import type { Effect } from './eventEffects'
import type { EventWarning } from './normalizeEvent'

/** Further group types of a project are ignored. */
const MAX_GROUP_TYPES = 5

/**
 * Creates or updates a group, and its type when it is new. Interface section 6, `$groupidentify`.
 *
 * @returns A warning when the project already has the maximum number of other types, or the group has no room.
 */
export async function upsertGroup(
  { transaction, projectId, now, groups }: CaptureContext,
  { type, key, set }: Extract<Effect, { kind: 'group' }>,
): Promise<EventWarning | undefined> {
  const where = { project_id: projectId }
  if (!(await transaction.get('groupTypes', { ...where, type }))) {
    const index = await transaction.count('groupTypes', { where })
    if (index >= MAX_GROUP_TYPES)
      return {
        type: 'group_type_limit_exceeded',
        detail: `${type} exceeds the limit of ${MAX_GROUP_TYPES} types`,
      }
    await transaction.put('groupTypes', { ...where, type, index })
  }
  const id = JSON.stringify([type, key])
  const group =
    (await groups.open(id, () => transaction.get('groups', { ...where, type, key }))) ??
    groups.add(id, { ...where, type, key, properties: {}, created_at: now })
  const accepted = Object.entries(set).map(([name, value]) => group.set(name, value))
  if (!accepted.includes(false)) return undefined
  return { type: 'group_properties_too_large', detail: 'the group has no room for more properties' }
}
