import type { SURVEY_DISMISSED, SURVEY_SENT, SURVEY_SHOWN } from './event'

/** Statistics of one kind of survey event. Interface section 4.2, rule 5; the numbers are those of D-315. */
export interface EventStats {
  total_count: number
  unique_persons: number
  /** ISO 8601. */
  first_seen: string | null
  /** ISO 8601. */
  last_seen: string | null
  unique_persons_only_seen: number
  total_count_only_seen: number
}

/** Percentages of views, or of persons who viewed. Two decimals. */
export interface SurveyRates {
  response_rate: number
  dismissal_rate: number
  unique_users_response_rate: number
  unique_users_dismissal_rate: number
}

/** The part that the replies of both statistics endpoints have in common. */
export interface SurveyStats {
  stats: Record<typeof SURVEY_SHOWN | typeof SURVEY_DISMISSED | typeof SURVEY_SENT, EventStats>
  rates: SurveyRates
}
