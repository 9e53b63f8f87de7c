import type { Survey } from '../../../wire/survey'
import type { SurveyRow } from '../../store/rows'
import { fieldsWith } from '../fields'
import { pick } from '../pick'

const PUBLIC_FIELDS = fieldsWith('isPublic')

/** Keys of the flags that a survey refers to by id. */
export interface SurveyFlagKeys {
  linked: string | null
  targeting: string | null
  internal: string | null
  sampling: string | null
}

/** Returns a survey as browsers receive it, without the fields that are meant for colleagues. */
export function serializePublicSurvey(row: SurveyRow, keys: SurveyFlagKeys): Survey {
  const samplingKey = keys.sampling && { key: 'internal_response_sampling_flag_key', value: keys.sampling }
  const values = {
    ...row,
    linked_flag_key: keys.linked ?? row.linked_flag_key,
    targeting_flag_key: keys.targeting ?? row.targeting_flag_key,
    internal_targeting_flag_key: keys.internal ?? row.internal_targeting_flag_key,
    // The sampling flag has no field of its own.
    feature_flag_keys: samplingKey ? [samplingKey] : (row.feature_flag_keys ?? undefined),
    questions: row.questions ?? [],
    base_language: row.base_language ?? undefined,
    translations: row.translations ?? undefined,
  }
  return pick(values, PUBLIC_FIELDS)
}
