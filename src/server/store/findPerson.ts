import type { PersonRow } from './rows'
import type { StoreReader } from './store'

/** Returns the id of the person that a distinct id belongs to. */
export async function findPersonId(
  store: StoreReader,
  projectId: number,
  distinctId: string,
): Promise<string | undefined> {
  const row = await store.get('distinctIds', { project_id: projectId, distinct_id: distinctId })
  return row?.person_id
}

/** Returns the person that a distinct id belongs to. */
export async function findPerson(
  store: StoreReader,
  projectId: number,
  distinctId: string,
): Promise<PersonRow | undefined> {
  const id = await findPersonId(store, projectId, distinctId)
  return id === undefined ? undefined : store.get('persons', { project_id: projectId, id })
}
