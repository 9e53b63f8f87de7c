import { findPersonId } from '../store/findPerson'
import type { CaptureContext } from './captureContext'
import { ensurePerson } from './ensurePerson'
import type { PersonChange } from './eventEffects'
import type { EventWarning } from './normalizeEvent'

/**
 * Applies `$set`, `$set_once` and `$unset` to the person of an event, created when there is none. Interface section 6.
 *
 * @param change Undefined for most events: the person is only created if missing, and an existing row is not read.
 * @returns The id of the person, with a warning when there was no room for a property.
 */
export async function changePerson(
  context: CaptureContext,
  distinctId: string,
  change: PersonChange | undefined,
): Promise<{ personId: string; warning?: EventWarning }> {
  const existingId = change
    ? undefined
    : await findPersonId(context.transaction, context.projectId, distinctId)
  if (existingId !== undefined) return { personId: existingId }
  const person = await ensurePerson(context, distinctId)
  const personId = person.fields().id
  if (!change) return { personId }
  const unset = new Set(change.unset)
  for (const name of unset) person.unset(name)
  // `$set` wins over the existing value, the existing value over `$set_once`, and `$unset` over all.
  const changes = [
    ...Object.entries(change.set),
    ...Object.entries(change.setOnce).filter(
      ([name]) => !person.has(name) && !Object.hasOwn(change.set, name),
    ),
  ].filter(([name]) => !unset.has(name))
  // Stops at the first without room: an event may have a million of them.
  if (changes.every(([name, value]) => person.set(name, value))) return { personId }
  return {
    personId,
    warning: { type: 'person_properties_too_large', detail: 'the person has no room for more properties' },
  }
}
