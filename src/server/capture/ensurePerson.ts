import { findPerson } from '../store/findPerson'
import type { PersonRow } from '../store/rows'
import type { CaptureContext } from './captureContext'

/** Returns the person of a distinct id, created when there is none. */
export async function ensurePerson(context: CaptureContext, distinctId: string): Promise<PersonRow> {
  const existing = await findPerson(context.transaction, context.projectId, distinctId)
  if (existing) return existing
  const person: PersonRow = {
    project_id: context.projectId,
    id: context.uuid(),
    properties: {},
    is_identified: false,
    main_distinct_id: distinctId,
    created_at: context.now,
  }
  await context.transaction.put('persons', person)
  await assignDistinctId(context, person, distinctId)
  return person
}

/** Assigns a distinct id to a person, together with the survey statistics that the id had anonymously. */
export async function assignDistinctId(
  { transaction, moveRespondent }: CaptureContext,
  { project_id, id }: PersonRow,
  distinctId: string,
): Promise<void> {
  await transaction.put('distinctIds', { project_id, distinct_id: distinctId, person_id: id })
  await moveRespondent(transaction, project_id, distinctId, id)
}
