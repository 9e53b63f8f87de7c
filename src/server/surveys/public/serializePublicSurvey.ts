import type { Survey } from '../../../wire/survey'
import type { SurveyRow } from '../../store/rows'

/** Keys of the flags that a survey refers to by id. */
export interface SurveyFlagKeys {
  linked: string | null
  targeting: string | null
  internal: string | null
  sampling: string | null
}

/**
 * A survey as browsers receive it: what is needed to show it to the right
 * person, and nothing that was written for colleagues.
 */
export function serializePublicSurvey(row: SurveyRow, keys: SurveyFlagKeys): Survey {
  const { browser } = row
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    schedule: row.schedule,
    linked_flag_key: keys.linked ?? browser.linked_flag_key ?? null,
    targeting_flag_key: keys.targeting ?? browser.targeting_flag_key ?? null,
    internal_targeting_flag_key: keys.internal ?? browser.internal_targeting_flag_key ?? null,
    ...additionalFlagKeys(row, keys),
    questions: row.questions ?? [],
    conditions: row.conditions,
    appearance: row.appearance,
    start_date: row.start_date,
    end_date: row.end_date,
    current_iteration: row.current_iteration,
    current_iteration_start_date: row.current_iteration_start_date,
    enable_partial_responses: row.enable_partial_responses,
    ...(browser.base_language === undefined ? {} : { base_language: browser.base_language }),
    ...(browser.translations === undefined ? {} : { translations: browser.translations }),
  }
}

/** The sampling flag has no field of its own. */
function additionalFlagKeys(row: SurveyRow, keys: SurveyFlagKeys): Pick<Survey, 'feature_flag_keys'> {
  if (keys.sampling !== null) {
    return { feature_flag_keys: [{ key: 'internal_response_sampling_flag_key', value: keys.sampling }] }
  }
  const seededKeys = row.browser.feature_flag_keys
  return seededKeys ? { feature_flag_keys: seededKeys } : {}
}
