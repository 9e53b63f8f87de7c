import { managementSurvey } from '../../editor/export/managementJson'
import type { ReadSurvey, SurveyFields } from '../../wire/managedSurvey'

/** Fields of a run of the survey, which the copy has not had. */
const RUN_FIELDS = new Set([
  'start_date',
  'end_date',
  'archived',
  'iteration_start_dates',
  'current_iteration',
  'current_iteration_start_date',
  'response_sampling_start_date',
  'response_sampling_daily_limits',
])

/**
 * Returns the body that creates a draft like a survey. Questions get new ids, so that no answer belongs to two surveys.
 *
 * @param names Names of all surveys: the service accepts each only once.
 */
export function copyOf(survey: ReadSurvey, names: readonly string[]): Partial<SurveyFields> {
  const questions = survey.questions?.map(({ id, ...question }) => question) ?? []
  const fields = Object.entries(managementSurvey({ ...survey, questions })).filter(
    ([name]) => !RUN_FIELDS.has(name),
  )
  return {
    ...Object.fromEntries(fields),
    name: copyName(survey.name, names),
    targeting_flag_filters: survey.targeting_flag?.filters ?? null,
  }
}

/** Returns the first free name of `Copy of X`, `Copy of X 2`, `Copy of X 3`. */
function copyName(name: string, names: readonly string[]): string {
  const base = `Copy of ${name}`
  for (let number = 2, candidate = base; ; number++) {
    if (!names.includes(candidate)) return candidate
    candidate = `${base} ${number}`
  }
}
