import { SURVEY_DISMISSED, SURVEY_SENT, SURVEY_SHOWN } from '../../../wire/event'
import type { EventStats, SurveyRates, SurveyStats } from '../../../wire/surveyStats'
import type { SurveyEventKind, SurveyTotalsRow } from '../../store/rows'

/** Times of the first and the last event of each kind, ISO 8601. */
export type SeenDates = Record<SurveyEventKind, { first: string | null; last: string | null }>

/** Returns the statistics that follow from totals. Interface section 4.2, rule 5. */
export function surveyStats(totals: SurveyTotalsRow, seen: SeenDates): SurveyStats {
  const eventStats = (name: SurveyEventKind, total_count: number, unique_persons: number): EventStats => ({
    total_count,
    unique_persons,
    first_seen: seen[name].first,
    last_seen: seen[name].last,
    unique_persons_only_seen: name === 'shown' ? totals.only_shown_persons : 0,
    total_count_only_seen: name === 'shown' ? Math.max(0, totals.shown - totals.dismissed - totals.sent) : 0,
  })
  return {
    stats: {
      [SURVEY_SHOWN]: eventStats('shown', totals.shown, totals.shown_persons),
      [SURVEY_DISMISSED]: eventStats('dismissed', totals.dismissed, totals.dismissed_persons),
      [SURVEY_SENT]: eventStats('sent', totals.sent, totals.sent_persons),
    },
    rates: surveyRates(totals),
  }
}

/** Returns the shares of views that led to an answer or a dismissal. */
export function surveyRates(totals: SurveyTotalsRow): SurveyRates {
  return {
    response_rate: percent(totals.sent, totals.shown),
    dismissal_rate: percent(totals.dismissed, totals.shown),
    unique_users_response_rate: percent(totals.sent_persons, totals.shown_persons),
    unique_users_dismissal_rate: percent(totals.dismissed_persons, totals.shown_persons),
  }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 100
}
