import type { SurveyRow } from '../store/rows'
import { dailySamplingLimits, iterationFields } from './schedule/schedule'
import type { SurveyPatch } from './schema'

const ITERATION_FIELDS = ['iteration_count', 'iteration_frequency_days', 'start_date'] as const

const SAMPLING_FIELDS = [
  'response_sampling_start_date',
  'response_sampling_interval_type',
  'response_sampling_interval',
  'response_sampling_limit',
] as const

/**
 * Returns a survey with the fields of a create or update request, and with the fields that are
 * computed from them: ids of questions, iterations, sampling. Interface section 4.2, rule 1.
 */
export function applyPatch(before: SurveyRow, patch: SurveyPatch, uuid: () => string): SurveyRow {
  const { remove_targeting_flag: _, ...fields } = patch
  const after: SurveyRow = {
    ...before,
    ...fields,
    // Null leaves these two as they are.
    targeting_flag_filters: patch.targeting_flag_filters ?? before.targeting_flag_filters,
    _create_in_folder: patch._create_in_folder ?? before._create_in_folder,
  }
  if (patch.questions) {
    after.questions = patch.questions.map(question => ({ ...question, id: question.id || uuid() }))
  }
  if (ITERATION_FIELDS.some(field => patch[field] !== undefined)) {
    Object.assign(after, iterationFields(after))
  }
  if (SAMPLING_FIELDS.some(field => patch[field] !== undefined)) {
    after.response_sampling_daily_limits = dailySamplingLimits(after)
  }
  return after
}
