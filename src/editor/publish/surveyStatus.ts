import type { ServiceSurvey } from './surveyFields'

/** Whether visitors see a survey. */
export type SurveyStatus = 'draft' | 'scheduled' | 'running' | 'stopped' | 'archived'

/** Display names of the states. */
export const STATUS_NAMES: Record<SurveyStatus, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  running: 'Running',
  stopped: 'Stopped',
  archived: 'Archived',
}

/**
 * Returns whether visitors see a survey.
 *
 * @param now Milliseconds since 1970.
 */
export function surveyStatus(
  survey: Pick<ServiceSurvey, 'start_date' | 'end_date' | 'archived'> | null,
  now: number,
): SurveyStatus {
  if (survey?.archived) return 'archived'
  if (!survey?.start_date) return 'draft'
  if (survey.end_date && Date.parse(survey.end_date) <= now) return 'stopped'
  return Date.parse(survey.start_date) > now ? 'scheduled' : 'running'
}
