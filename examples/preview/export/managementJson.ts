import type { Survey } from 'earshot'

/** What create and update take. Interface 4.2, and translations. */
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

/** The survey as `POST /api/projects/:project_id/surveys` takes it. */
export function managementSurvey(survey: Survey): Record<string, unknown> {
  const fields = survey as unknown as Record<string, unknown>
  return Object.fromEntries(
    WRITABLE.filter(name => fields[name] !== undefined).map(name => [name, fields[name]]),
  )
}

/** Fields of the survey that the management interface does not take. */
export const omittedFields = (survey: Survey): string[] =>
  Object.keys(survey).filter(name => name !== 'id' && !WRITABLE.includes(name))

/** As text, for people. */
export const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A file name that says which survey it is. */
export function fileName(survey: Survey): string {
  const words = (survey.name ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['survey']
  return `${words.join('-').slice(0, 60)}.json`
}
