import { notFound } from '../http/reply'
import { findFlag } from '../store/flagRows'
import type { SurveyRow } from '../store/rows'
import type { StoreReader } from '../store/store'
import type { SurveyRelations } from './serializeSurvey'

/**
 * Returns a survey by its id: a UUID in upper or lower case, or any text for a seeded survey.
 *
 * @throws HttpError 404.
 */
export async function requireSurvey(
  store: StoreReader,
  projectId: number,
  id: string | undefined,
): Promise<SurveyRow> {
  const find = (id: string) => store.get('surveys', { project_id: projectId, id })
  const survey = id && ((await find(id)) ?? (await find(id.toLowerCase())))
  if (!survey) throw notFound()
  return survey
}

/** Returns the rows that a survey refers to. */
export async function findRelations(store: StoreReader, row: SurveyRow): Promise<SurveyRelations> {
  const flag = (id: number | null) => findFlag(store, row.project_id, id)
  return {
    linked: await flag(row.linked_flag_id),
    targeting: await flag(row.targeting_flag_id),
    internal: await flag(row.internal_targeting_flag_id),
    sampling: await flag(row.sampling_flag_id),
    createdBy: row.created_by_id === null ? undefined : await store.get('users', { id: row.created_by_id }),
  }
}
