import type { Survey } from 'earshot'

/** Writable fields of a survey. Interface 4.2, and translations. */
const WRITABLE = [
  'name',
  'description',
  'type',
  'schedule',
  'linked_flag_id',
  'targeting_flag_id',
  'targeting_flag_filters',
  'remove_targeting_flag',
  'questions',
  'conditions',
  'appearance',
  'start_date',
  'end_date',
  'archived',
  'responses_limit',
  'iteration_count',
  'iteration_frequency_days',
  'iteration_start_dates',
  'current_iteration',
  'current_iteration_start_date',
  'response_sampling_start_date',
  'response_sampling_interval_type',
  'response_sampling_interval',
  'response_sampling_limit',
  'response_sampling_daily_limits',
  'enable_partial_responses',
  'translations',
  '_create_in_folder',
]

/** Returns the body of `POST /api/projects/:project_id/surveys/` that creates a survey. */
export function managementSurvey(survey: Survey): Record<string, unknown> {
  const fields = survey as unknown as Record<string, unknown>
  return Object.fromEntries(
    WRITABLE.filter(name => fields[name] !== undefined).map(name => [name, fields[name]]),
  )
}

/** Returns the names of the fields that the management API does not accept. */
export const omittedFields = (survey: Survey): string[] =>
  Object.keys(survey).filter(name => name !== 'id' && !WRITABLE.includes(name))

/** Returns indented JSON. */
export const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Returns a file name derived from the name of the survey. */
export function fileName(survey: Survey): string {
  const words = (survey.name ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['survey']
  return `${words.join('-').slice(0, 60)}.json`
}
