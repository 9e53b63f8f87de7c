import type { SurveyEventKind, SurveyRespondentRow, SurveyTotalsRow } from '../../store/rows'

/** How often one respondent met one survey, by kind. */
export type EventCounts = Record<SurveyEventKind, number>

/** Of somebody who has never met the survey. */
export const NO_EVENTS: EventCounts = { shown: 0, dismissed: 0, sent: 0 }

/** Totals of a survey that nobody has met. */
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
 * Moves running totals on when one respondent's counts change: statistics
 * stay as cheap at a hundred thousand events as at ten.
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

/** What one respondent counts for; who answered is not one who dismissed. */
function uniqueCounts(counts: EventCounts) {
  return {
    shown: Number(counts.shown > 0),
    dismissed: Number(counts.dismissed > 0 && counts.sent === 0),
    sent: Number(counts.sent > 0),
    onlyShown: Number(counts.shown > 0 && counts.dismissed === 0 && counts.sent === 0),
  }
}

/** The counts of a stored row, or none. */
export function eventCounts(row: SurveyRespondentRow | undefined): EventCounts {
  return row ? { shown: row.shown, dismissed: row.dismissed, sent: row.sent } : NO_EVENTS
}

/** Two respondents who turn out to be one. */
export function sumCounts(a: EventCounts, b: EventCounts): EventCounts {
  return { shown: a.shown + b.shown, dismissed: a.dismissed + b.dismissed, sent: a.sent + b.sent }
}
