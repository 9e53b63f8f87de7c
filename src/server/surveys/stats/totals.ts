import type { SurveyEventKind, SurveyRespondentRow, SurveyTotalsRow } from '../../store/rows'

/** Number of events of one respondent and one survey, by kind. */
export type EventCounts = Record<SurveyEventKind, number>

/** Counts of a respondent without events. */
export const NO_EVENTS: EventCounts = { shown: 0, dismissed: 0, sent: 0 }

/** Returns the totals of a survey without events. */
export function emptyTotals(projectId: number, surveyId: string): SurveyTotalsRow {
  return {
    project_id: projectId,
    survey_id: surveyId,
    shown: 0,
    dismissed: 0,
    sent: 0,
    shown_persons: 0,
    dismissed_persons: 0,
    sent_persons: 0,
    only_shown_persons: 0,
    changes: 0,
  }
}

/**
 * Returns the totals after the counts of one respondent have changed. Totals that are updated with
 * each event make the cost of statistics independent of the number of events.
 */
export function updatedTotals(
  totals: SurveyTotalsRow,
  before: EventCounts,
  after: EventCounts,
): SurveyTotalsRow {
  const oldUnique = uniqueCounts(before)
  const newUnique = uniqueCounts(after)
  return {
    ...totals,
    shown: totals.shown + after.shown - before.shown,
    dismissed: totals.dismissed + after.dismissed - before.dismissed,
    sent: totals.sent + after.sent - before.sent,
    shown_persons: totals.shown_persons + newUnique.shown - oldUnique.shown,
    dismissed_persons: totals.dismissed_persons + newUnique.dismissed - oldUnique.dismissed,
    sent_persons: totals.sent_persons + newUnique.sent - oldUnique.sent,
    only_shown_persons: totals.only_shown_persons + newUnique.onlyShown - oldUnique.onlyShown,
    changes: totals.changes + 1,
  }
}

/** Returns the contribution of one respondent. A respondent who has answered does not count as dismissed. */
function uniqueCounts(counts: EventCounts) {
  return {
    shown: Number(counts.shown > 0),
    dismissed: Number(counts.dismissed > 0 && counts.sent === 0),
    sent: Number(counts.sent > 0),
    onlyShown: Number(counts.shown > 0 && counts.dismissed === 0 && counts.sent === 0),
  }
}

/** Returns the counts of a stored row. */
export function eventCounts(row: SurveyRespondentRow | undefined): EventCounts {
  return row ? { shown: row.shown, dismissed: row.dismissed, sent: row.sent } : NO_EVENTS
}

/** Returns the sums of two counts. */
export function sumCounts(a: EventCounts, b: EventCounts): EventCounts {
  return { shown: a.shown + b.shown, dismissed: a.dismissed + b.dismissed, sent: a.sent + b.sent }
}
