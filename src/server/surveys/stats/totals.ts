import type { SurveyEventKind, SurveyRespondentRow, SurveyTotalsRow } from '../../store/rows'

/** How often one respondent met one survey, by kind. */
export type Meetings = Record<SurveyEventKind, number>

/** Of somebody who has never met the survey. */
export const NO_MEETINGS: Meetings = { shown: 0, dismissed: 0, sent: 0 }

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
 * Moves running totals on when one respondent's meetings change: statistics
 * stay as cheap at a hundred thousand events as at ten.
 */
export function movedTotals(totals: SurveyTotalsRow, before: Meetings, after: Meetings): SurveyTotalsRow {
  const was = standing(before)
  const is = standing(after)
  return {
    ...totals,
    shown: totals.shown + after.shown - before.shown,
    dismissed: totals.dismissed + after.dismissed - before.dismissed,
    sent: totals.sent + after.sent - before.sent,
    shown_persons: totals.shown_persons + is.shown - was.shown,
    dismissed_persons: totals.dismissed_persons + is.dismissed - was.dismissed,
    sent_persons: totals.sent_persons + is.sent - was.sent,
    only_shown_persons: totals.only_shown_persons + is.onlyShown - was.onlyShown,
    changes: totals.changes + 1,
  }
}

/** What one respondent counts for; who answered is not one who dismissed. */
function standing(meetings: Meetings) {
  return {
    shown: Number(meetings.shown > 0),
    dismissed: Number(meetings.dismissed > 0 && meetings.sent === 0),
    sent: Number(meetings.sent > 0),
    onlyShown: Number(meetings.shown > 0 && meetings.dismissed === 0 && meetings.sent === 0),
  }
}

/** The counts of a stored row, or none. */
export function meetingsOf(row: SurveyRespondentRow | undefined): Meetings {
  return row ? { shown: row.shown, dismissed: row.dismissed, sent: row.sent } : NO_MEETINGS
}

/** Two respondents who turn out to be one. */
export function joinedMeetings(a: Meetings, b: Meetings): Meetings {
  return { shown: a.shown + b.shown, dismissed: a.dismissed + b.dismissed, sent: a.sent + b.sent }
}
