import type { SurveyEventRow, SurveyRespondentRow } from '../../store/rows'
import type { Transaction } from '../../store/store'
import { emptyTotals, joinedMeetings, type Meetings, meetingsOf, movedTotals, NO_MEETINGS } from './totals'

/** The row that sums up all surveys that are not archived; no survey has this id. */
export const ALL_SURVEYS = '*'

/**
 * Counts one survey event. A second event of the same submission replaces the
 * first; a survey that does not exist counts nothing.
 */
export async function markSurvey(transaction: Transaction, mark: SurveyEventRow): Promise<void> {
  const { project_id, survey_id, kind } = mark
  const survey = await transaction.get('surveys', { project_id, id: survey_id })
  if (!survey) return
  const before = await transaction.get('surveyEvents', {
    project_id,
    survey_id,
    kind,
    dedupe_key: mark.dedupe_key,
  })
  if (before && before.at > mark.at) return
  await transaction.put('surveyEvents', mark)
  const changes = [{ respondent: mark.respondent, by: 1 }]
  if (before) changes.push({ respondent: before.respondent, by: -1 })
  for (const { respondent, by } of changes) {
    const met = { ...NO_MEETINGS, [kind]: by }
    await meet(transaction, project_id, survey_id, respondent, met)
    if (!survey.archived) await meet(transaction, project_id, ALL_SURVEYS, respondent, met)
  }
}

/** Adds to what one respondent has met, and moves the totals on. */
async function meet(
  transaction: Transaction,
  projectId: number,
  surveyId: string,
  respondent: string,
  change: Meetings,
): Promise<void> {
  const key = { project_id: projectId, survey_id: surveyId, respondent }
  const before = meetingsOf(await transaction.get('surveyRespondents', key))
  const after = joinedMeetings(before, change)
  const isGone = after.shown === 0 && after.dismissed === 0 && after.sent === 0
  if (isGone) await transaction.remove('surveyRespondents', key)
  else await transaction.put('surveyRespondents', { ...key, ...after })
  const totals =
    (await transaction.get('surveyTotals', { project_id: projectId, survey_id: surveyId })) ??
    emptyTotals(projectId, surveyId)
  await transaction.put('surveyTotals', movedTotals(totals, before, after))
}

/** Two respondents turn out to be one; costs as much as the first one met. */
export async function moveRespondent(
  transaction: Transaction,
  projectId: number,
  from: string,
  to: string,
): Promise<void> {
  const where = { project_id: projectId, respondent: from }
  for (const row of await transaction.find('surveyRespondents', { where })) {
    await meet(transaction, projectId, row.survey_id, from, negated(row))
    await meet(transaction, projectId, row.survey_id, to, meetingsOf(row))
  }
  for (const mark of await transaction.find('surveyEvents', { where })) {
    await transaction.put('surveyEvents', { ...mark, respondent: to })
  }
}

/** Adds a survey to the sum of all, or takes it out: when it is archived, brought back or deleted. */
export async function sumSurvey(
  transaction: Transaction,
  projectId: number,
  surveyId: string,
  isIncluded: boolean,
): Promise<void> {
  for (const row of await transaction.find('surveyRespondents', {
    where: { project_id: projectId, survey_id: surveyId },
  })) {
    const met = isIncluded ? meetingsOf(row) : negated(row)
    await meet(transaction, projectId, ALL_SURVEYS, row.respondent, met)
  }
}

function negated(row: SurveyRespondentRow): Meetings {
  return { shown: -row.shown, dismissed: -row.dismissed, sent: -row.sent }
}
