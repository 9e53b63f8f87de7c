import type { ReadSurvey } from '../../wire/managedSurvey'

export const SURVEY_STATES = ['running', 'scheduled', 'draft', 'ended', 'archived'] as const

/** Where a survey is in its life. */
export type SurveyState = (typeof SURVEY_STATES)[number]

/**
 * Returns the state of a survey.
 *
 * @param now Milliseconds since 1970.
 */
export function surveyState(
  { archived, start_date, end_date }: Pick<ReadSurvey, 'archived' | 'start_date' | 'end_date'>,
  now: number,
): SurveyState {
  if (archived) return 'archived'
  if (start_date === null) return 'draft'
  if (end_date !== null && Date.parse(end_date) <= now) return 'ended'
  return Date.parse(start_date) > now ? 'scheduled' : 'running'
}
