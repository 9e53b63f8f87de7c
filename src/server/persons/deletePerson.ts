import { yieldToRequests } from '../lib/yieldToRequests'
import type { Store, Transaction } from '../store/store'
import type { Key } from '../store/tables'
import type { PersonsHost } from './host'

/** Rows of each table that one transaction removes. Other requests are answered between two of them. */
const STEP = 200

/**
 * Deletes a person with all distinct ids, overrides and memberships. With `withEvents`, the events and survey answers too:
 * statistics then no longer count them. Otherwise both stay as they are. See D-592.
 *
 * A request that fails half-way can be repeated: the person itself is removed last.
 */
export async function deletePerson(
  { store, host }: { store: Store; host: PersonsHost },
  person: Key<'persons'>,
  { withEvents }: { withEvents: boolean },
): Promise<void> {
  const removeStep = async (transaction: Transaction): Promise<boolean> => {
    if (withEvents && (await removeEvents(transaction, person, host))) return true
    if (await removeDistinctIds(transaction, person)) return true
    if (withEvents) await host.removeRespondent(transaction, person.project_id, person.id)
    await transaction.remove('hashOverrides', { project_id: person.project_id, person_id: person.id })
    await transaction.remove('persons', person)
    return false
  }
  while (await store.transaction(removeStep)) await yieldToRequests()
}

/** Removes some of the events. @returns Whether there may be more. */
async function removeEvents(
  transaction: Transaction,
  { project_id, id }: Key<'persons'>,
  { removeRespondentEvents }: PersonsHost,
): Promise<boolean> {
  const answers = await removeRespondentEvents(transaction, project_id, { respondent: id, limit: STEP })
  // An answer that was captured before the person was known names no person, and is found by its row alone.
  const uuids = answers.flatMap(({ event_uuid = [], other_uuids = [] }) => [event_uuid, other_uuids].flat())
  const keys = uuids.map(uuid => ({ project_id, uuid }))
  await transaction.removeMany('events', keys)
  const removed = await transaction.removeOldest('events', { project_id, person_id: id }, { rows: STEP })
  return answers.length + removed > 0
}

/** Removes some of the distinct ids, with their places in static cohorts. @returns Whether there may be more. */
async function removeDistinctIds(
  transaction: Transaction,
  { project_id, id }: Key<'persons'>,
): Promise<boolean> {
  const where = { project_id, person_id: id }
  const rows = await transaction.find('distinctIds', { where, limit: STEP })
  const cohorts = await transaction.find('cohorts', { where: { project_id } })
  for (const row of rows) await transaction.remove('distinctIds', row)
  for (const { id: cohort_id, is_static } of cohorts)
    if (is_static) {
      const keys = rows.map(({ distinct_id }) => ({ project_id, cohort_id, distinct_id }))
      await transaction.removeMany('cohortMembers', keys)
    }
  return rows.length === STEP
}
