import type { FlagDefinition } from '../../wire/flagDefinition'
import type { FlagRow } from './rows'
import type { StoreReader } from './store'

/** Builds a flag row; fields that the definition lacks get their defaults. */
export function flagRow(
  projectId: number,
  key: string,
  definition: Partial<FlagDefinition> & Pick<FlagDefinition, 'filters'>,
  id: number,
): FlagRow {
  return {
    id,
    team_id: projectId,
    name: key,
    deleted: false,
    active: true,
    ensure_experience_continuity: false,
    has_encrypted_payloads: false,
    version: 1,
    evaluation_runtime: 'all',
    evaluation_tags: [],
    ...definition,
    key,
    project_id: projectId,
  }
}

/** Returns the next free flag id of a project. Deleted flags keep theirs, so no id is used twice. */
export async function nextFlagId(store: StoreReader, projectId: number): Promise<number> {
  const [latest] = await store.find('flags', { where: { project_id: projectId }, order: 'newest', limit: 1 })
  return (latest?.id ?? 0) + 1
}

/** Returns a flag by its id, unless it is deleted. */
export async function findFlag(
  store: StoreReader,
  projectId: number,
  id: number | null,
): Promise<FlagRow | undefined> {
  const flag = id === null ? undefined : await store.get('flags', { project_id: projectId, id })
  return flag?.deleted === true ? undefined : flag
}
