import type { SurveyEventRow, SurveyRespondentRow } from '../../store/rows'
import type { Transaction } from '../../store/store'
import { type EventCounts, emptyTotals, eventCounts, NO_EVENTS, sumCounts, updatedTotals } from './totals'

/** The row that sums up all surveys that are not archived; no survey has this id. */
export const ALL_SURVEYS = '*'

/**
 * Counts one survey event. A second event of the same submission replaces the
 * first; a survey that does not exist counts nothing.
 */
export async function recordSurveyEvent(transaction: Transaction, event: SurveyEventRow): Promise<void> {
  const { project_id, survey_id, kind } = event
  const survey = await transaction.get('surveys', { project_id, id: survey_id })
  if (!survey) return
  const before = await transaction.get('surveyEvents', {
    project_id,
    survey_id,
    kind,
    dedupe_key: event.dedupe_key,
  })
  if (before && before.at > event.at) return
  await transaction.put('surveyEvents', event)
  const changes = [{ respondent: event.respondent, by: 1 }]
  if (before) changes.push({ respondent: before.respondent, by: -1 })
  for (const { respondent, by } of changes) {
    const counts = { ...NO_EVENTS, [kind]: by }
    await addCounts(transaction, project_id, survey_id, respondent, counts)
    if (!survey.archived) await addCounts(transaction, project_id, ALL_SURVEYS, respondent, counts)
  }
}

/** Adds to what one respondent has met, and moves the totals on. */
async function addCounts(
  transaction: Transaction,
  projectId: number,
  surveyId: string,
  respondent: string,
  change: EventCounts,
): Promise<void> {
  const key = { project_id: projectId, survey_id: surveyId, respondent }
  const before = eventCounts(await transaction.get('surveyRespondents', key))
  const after = sumCounts(before, change)
  const isZero = after.shown === 0 && after.dismissed === 0 && after.sent === 0
  if (isZero) await transaction.remove('surveyRespondents', key)
  else await transaction.put('surveyRespondents', { ...key, ...after })
  const totals =
    (await transaction.get('surveyTotals', { project_id: projectId, survey_id: surveyId })) ??
    emptyTotals(projectId, surveyId)
  await transaction.put('surveyTotals', updatedTotals(totals, before, after))
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
    await addCounts(transaction, projectId, row.survey_id, from, negatedCounts(row))
    await addCounts(transaction, projectId, row.survey_id, to, eventCounts(row))
  }
  for (const event of await transaction.find('surveyEvents', { where })) {
    await transaction.put('surveyEvents', { ...event, respondent: to })
  }
}

/** Adds a survey to the sum of all, or takes it out: when it is archived, brought back or deleted. */
export async function setInOverallTotals(
  transaction: Transaction,
  projectId: number,
  surveyId: string,
  isIncluded: boolean,
): Promise<void> {
  for (const row of await transaction.find('surveyRespondents', {
    where: { project_id: projectId, survey_id: surveyId },
  })) {
    const counts = isIncluded ? eventCounts(row) : negatedCounts(row)
    await addCounts(transaction, projectId, ALL_SURVEYS, row.respondent, counts)
  }
}

function negatedCounts(row: SurveyRespondentRow): EventCounts {
  return { shown: -row.shown, dismissed: -row.dismissed, sent: -row.sent }
}
