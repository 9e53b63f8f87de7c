import { findPersonId } from '../store/findPerson'
import type { PersonRow } from '../store/rows'
import type { Key } from '../store/tables'
import type { CaptureContext } from './captureContext'
import type { Draft } from './propertyDrafts'

/** Returns the person of a distinct id, if there is one. */
export async function openPerson(
  { transaction, projectId, persons }: CaptureContext,
  distinctId: string,
): Promise<Draft<PersonRow> | undefined> {
  const id = await findPersonId(transaction, projectId, distinctId)
  if (id === undefined) return undefined
  return persons.open(id, () => transaction.get('persons', { project_id: projectId, id }))
}

/** Returns the person of a distinct id, created when there is none. */
export async function ensurePerson(context: CaptureContext, distinctId: string): Promise<Draft<PersonRow>> {
  const existing = await openPerson(context, distinctId)
  if (existing) return existing
  const person: PersonRow = {
    project_id: context.projectId,
    id: context.uuid(),
    properties: {},
    is_identified: false,
    main_distinct_id: distinctId,
    created_at: context.now,
  }
  context.transaction.assumeNone('surveyRespondents', {
    project_id: person.project_id,
    respondent: person.id,
  })
  await assignDistinctId(context, person, distinctId)
  context.newHashIds.set(person.id, undefined)
  return context.persons.add(person.id, person)
}

/** Assigns a distinct id to a person, together with the survey statistics that the id had anonymously. */
export async function assignDistinctId(
  { transaction, moveRespondent }: CaptureContext,
  { project_id, id }: Key<'persons'>,
  distinctId: string,
): Promise<void> {
  await transaction.put('distinctIds', { project_id, distinct_id: distinctId, person_id: id })
  await moveRespondent(transaction, { project_id, from: distinctId, to: id })
}
