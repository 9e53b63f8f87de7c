import type { SurveyRow } from '../store/rows'
import { cleanTexts } from './cleanTexts'
import { dailySamplingLimits, iterationFields } from './schedule/schedule'
import type { SurveyPatch } from './schema'

const ITERATION_FIELDS = ['iteration_count', 'iteration_frequency_days', 'start_date'] as const

const COMPUTED_ITERATION_FIELDS = [
  'iteration_start_dates',
  'current_iteration',
  'current_iteration_start_date',
] as const

const SAMPLING_FIELDS = [
  'response_sampling_start_date',
  'response_sampling_interval_type',
  'response_sampling_interval',
  'response_sampling_limit',
] as const

/**
 * Returns a survey with the fields of a create or update request, and with the fields that are
 * computed from them: ids of questions, iterations, sampling. A computed field that the request
 * changes itself keeps the value of the request. Interface section 4.2, rule 1; D-400.
 */
export function applyPatch(before: SurveyRow, patch: SurveyPatch, uuid: () => string): SurveyRow {
  const { remove_targeting_flag, ...fields } = patch
  const { targeting_flag_id: flagId = before.targeting_flag_id } = patch
  // The filters are those of the flag that the survey had.
  const keptFilters = flagId === before.targeting_flag_id ? before.targeting_flag_filters : null
  const after: SurveyRow = {
    ...before,
    ...fields,
    // Null leaves these two as they are.
    targeting_flag_filters: remove_targeting_flag ? null : (patch.targeting_flag_filters ?? keptFilters),
    _create_in_folder: patch._create_in_folder ?? before._create_in_folder,
  }
  if (patch.questions) {
    after.questions = patch.questions.map(question => ({ ...question, id: question.id || uuid() }))
  }
  if (ITERATION_FIELDS.some(field => patch[field] !== undefined)) {
    const written = COMPUTED_ITERATION_FIELDS.filter(field => hasValue(patch[field]))
    Object.assign(after, iterationFields(after), changedFields(before, patch, written))
  }
  if (SAMPLING_FIELDS.some(field => patch[field] !== undefined)) {
    const computed = { response_sampling_daily_limits: dailySamplingLimits(after) }
    Object.assign(after, computed, changedFields(before, patch, ['response_sampling_daily_limits']))
  }
  return cleanTexts(after)
}

/** Whether a request has iterations of its own: without any, a survey with a count would never reach its next one. See D-732. */
function hasValue(value: unknown): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0)
}

/** Returns those of the fields that a request changes. A client that sends back what it has read changes nothing. */
function changedFields(
  before: SurveyRow,
  patch: SurveyPatch,
  fields: readonly (keyof SurveyPatch & keyof SurveyRow)[],
): Partial<SurveyRow> {
  const changed = fields.filter(
    field => patch[field] !== undefined && JSON.stringify(patch[field]) !== JSON.stringify(before[field]),
  )
  return Object.fromEntries(changed.map(field => [field, patch[field]]))
}
