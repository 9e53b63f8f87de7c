import type { Survey } from '../../../wire/survey'
import type { SurveyRow } from '../../store/rows'
import type { StoreReader } from '../../store/store'
import { type SurveyFlagKeys, serializePublicSurvey } from './serializePublicSurvey'

/** Returns the surveys of a project as browsers receive them: all that are not archived, oldest first. */
export async function listPublicSurveys(store: StoreReader, projectId: number): Promise<Survey[]> {
  const rows = await store.find('surveys', { where: { project_id: projectId, archived: false } })
  return Promise.all(rows.map(row => publicSurvey(store, row)))
}

/** A survey as browsers receive it, with the keys of its flags as JSON. */
interface Serialized {
  keys: string
  survey: Survey
}

/** A row keeps its identity until it changes, so that all requests that wait share its survey. See D-856. */
const serialized = new WeakMap<SurveyRow, Serialized>()

/** Returns a survey as browsers receive it, which nobody may change. */
export async function publicSurvey(store: StoreReader, row: SurveyRow): Promise<Readonly<Survey>> {
  const flagKeys = await findFlagKeys(store, row)
  const keys = JSON.stringify(flagKeys)
  const known = serialized.get(row)
  if (known?.keys === keys) return known.survey
  const survey = serializePublicSurvey(row, flagKeys)
  serialized.set(row, { keys, survey })
  return survey
}

async function findFlagKeys(store: StoreReader, row: SurveyRow): Promise<SurveyFlagKeys> {
  // Deleted flags count, unlike in `findFlag`: without the key the survey would show to everybody.
  const findKey = async (id: number | null): Promise<string | null> => {
    const flag = id === null ? undefined : await store.get('flags', { project_id: row.project_id, id })
    return flag?.key ?? null
  }
  return {
    linked: await findKey(row.linked_flag_id),
    targeting: await findKey(row.targeting_flag_id),
    internal: await findKey(row.internal_targeting_flag_id),
    sampling: await findKey(row.sampling_flag_id),
  }
}
