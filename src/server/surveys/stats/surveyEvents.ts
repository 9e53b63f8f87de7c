import { inParts } from '../../lib/inParts'
import type { SurveyEventKind, SurveyEventRow, SurveyRespondentRow, SurveyRow } from '../../store/rows'
import type { PersonMove, Transaction } from '../../store/store'
import type { Key } from '../../store/tables'
import { type EventCounts, emptyTotals, eventCounts, NO_EVENTS, sumCounts, updatedTotals } from './totals'

/** Stands for all surveys that are not archived, in place of a survey id. */
export const ALL_SURVEYS = '*'

/** The kinds of survey event that are counted. */
export const EVENT_KINDS: SurveyEventKind[] = ['shown', 'dismissed', 'sent']

/**
 * Counts a survey event. A later event of the same submission replaces the earlier one. An event
 * of a survey that does not exist is ignored.
 */
export async function recordSurveyEvent(transaction: Transaction, event: SurveyEventRow): Promise<void> {
  const { project_id, survey_id, kind, dedupe_key } = event
  const survey = await transaction.get('surveys', { project_id, id: survey_id })
  if (!survey) return
  const before = await transaction.get('surveyEvents', { project_id, survey_id, kind, dedupe_key })
  if (before && before.at > event.at) return transaction.put('surveyEvents', withOther(before, event))
  await transaction.put('surveyEvents', before ? withOther(event, before) : event)
  const changes = [{ respondent: event.respondent, by: 1 }]
  if (before) changes.push({ respondent: before.respondent, by: -1 })
  for (const { respondent, by } of changes) {
    const counts = { ...NO_EVENTS, [kind]: by }
    const surveyIds = survey.archived ? [survey_id] : [survey_id, ALL_SURVEYS]
    const keys = surveyIds.map(survey_id => ({ project_id, survey_id, respondent }))
    // All are read before one is written, so that who is known to have no row needs no statement. See D-499.
    for (const key of keys) await transaction.has('surveyRespondents', key)
    for (const key of keys) await addCounts(transaction, key, counts)
  }
}

/** A submission has one event for each answer, and a few more for answers that were changed. */
const MAX_OTHER_UUIDS = 100

/** Adds the events of another row of the submission to a row, unless somebody else has sent them. See D-634. */
function withOther(row: SurveyEventRow, other: SurveyEventRow): SurveyEventRow {
  if (row.respondent !== other.respondent) return row
  const uuids = [row, other].flatMap(({ other_uuids = [] }) => other_uuids)
  return { ...row, other_uuids: [...uuids, other.event_uuid ?? []].flat().slice(-MAX_OTHER_UUIDS) }
}

/** Adds to the counts of one respondent, and updates the totals of the survey. */
function addCounts(
  transaction: Transaction,
  { project_id, survey_id, respondent }: Key<'surveyRespondents'>,
  counts: EventCounts,
): Promise<void> {
  return addAllCounts(transaction, { project_id, survey_id }, [{ respondent, counts }])
}

/** Adds to the counts of some hundred respondents, and updates the totals of the survey. */
async function addAllCounts(
  transaction: Transaction,
  survey: Key<'surveyTotals'>,
  changes: { respondent: string; counts: EventCounts }[],
): Promise<void> {
  const { project_id, survey_id } = survey
  const keys = changes.map(({ respondent }) => ({ project_id, survey_id, respondent }))
  const respondents = await transaction.getMany('surveyRespondents', keys)
  let totals = (await transaction.get('surveyTotals', survey)) ?? emptyTotals(project_id, survey_id)
  for (const [index, key] of keys.entries()) {
    const before = eventCounts(respondents[index])
    const after = sumCounts(before, changes[index]!.counts)
    const isZero = EVENT_KINDS.every(kind => after[kind] === 0)
    if (isZero) await transaction.remove('surveyRespondents', key)
    else await transaction.put('surveyRespondents', { ...key, ...after })
    totals = updatedTotals(totals, before, after)
  }
  await transaction.put('surveyTotals', totals)
}

/** Removes the counts of one respondent of a survey, and subtracts them from its totals. */
export function subtractRespondent(transaction: Transaction, row: SurveyRespondentRow): Promise<void> {
  return addCounts(transaction, row, negatedCounts(row))
}

/** Moves events and counts of one respondent to another, because both turned out to be one person. */
export async function moveRespondent(transaction: Transaction, move: PersonMove): Promise<void> {
  const { project_id, from, to } = move
  const where = { project_id, respondent: from }
  for (const row of await transaction.find('surveyRespondents', { where })) {
    await subtractRespondent(transaction, row)
    await addCounts(transaction, { ...row, respondent: to }, eventCounts(row))
  }
  await transaction.movePerson('surveyEvents', move)
}

/** Adds a survey that is no longer archived to the totals of all surveys. */
export function addToOverallTotals(transaction: Transaction, survey: SurveyRow): Promise<void> {
  return changeOverallTotals(transaction, survey, eventCounts)
}

/** Subtracts a survey that is archived or deleted from the totals of all surveys. */
export function removeFromOverallTotals(transaction: Transaction, survey: SurveyRow): Promise<void> {
  return changeOverallTotals(transaction, survey, negatedCounts)
}

/** Respondents whose counts change at once. */
const RESPONDENTS_AT_ONCE = 512

async function changeOverallTotals(
  transaction: Transaction,
  { project_id, id }: SurveyRow,
  countsOf: (row: SurveyRespondentRow) => EventCounts,
): Promise<void> {
  const where = { project_id, survey_id: id }
  for await (const rows of transaction.pages('surveyRespondents', { where }))
    for (const part of inParts(rows, RESPONDENTS_AT_ONCE)) {
      const changes = part.map(row => ({ respondent: row.respondent, counts: countsOf(row) }))
      await addAllCounts(transaction, { project_id, survey_id: ALL_SURVEYS }, changes)
    }
}

/** Deletes events, counts and totals of a survey. */
export async function deleteSurveyStats(transaction: Transaction, survey: SurveyRow): Promise<void> {
  const key = { project_id: survey.project_id, survey_id: survey.id }
  await transaction.removeAll('surveyRespondents', [key])
  for (const kind of EVENT_KINDS) await transaction.removeAll('surveyEvents', [{ ...key, kind }])
  await transaction.remove('surveyTotals', key)
}

function negatedCounts(row: SurveyRespondentRow): EventCounts {
  return { shown: -row.shown, dismissed: -row.dismissed, sent: -row.sent }
}
