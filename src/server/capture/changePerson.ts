import type { Properties } from '../../wire/event'
import { findPersonId } from '../store/findPerson'
import type { CaptureContext } from './captureContext'
import { ensurePerson } from './ensurePerson'
import type { PersonChange } from './eventEffects'

/**
 * Applies `$set`, `$set_once` and `$unset` to the person of an event, created when there is none. Interface section 6.
 *
 * @param change Undefined for most events: the person is only created if missing, and an existing row is not read.
 * @returns The id of the person.
 */
export async function changePerson(
  context: CaptureContext,
  distinctId: string,
  change: PersonChange | undefined,
): Promise<string> {
  const { transaction, projectId } = context
  const existingId = change ? undefined : await findPersonId(transaction, projectId, distinctId)
  if (existingId !== undefined) return existingId
  const person = await ensurePerson(context, distinctId)
  if (change) {
    const properties = changedProperties(person.properties, change)
    await transaction.put('persons', { ...person, properties })
  }
  return person.id
}

/** `$set` wins over the existing value, the existing value over `$set_once`, and `$unset` over all. */
function changedProperties(existing: Properties, change: PersonChange): Properties {
  const merged = { ...change.setOnce, ...existing, ...change.set }
  const unset = new Set(change.unset)
  return Object.fromEntries(Object.entries(merged).filter(([key]) => !unset.has(key)))
}
