import type { SurveyEventRow } from '../../store/rows'
import type { Transaction } from '../../store/store'
import { markStatsChanged } from './expireSurveyEvents'
import { subtractRespondent } from './surveyEvents'

/**
 * Removes some of the survey events of a respondent, so that statistics between dates no longer count them.
 *
 * @returns The uuids of their rows, `limit` at most.
 */
export async function removeRespondentEvents(
  transaction: Transaction,
  project_id: number,
  { respondent, limit }: { respondent: string; limit: number },
): Promise<Pick<SurveyEventRow, 'survey_id' | 'event_uuid' | 'other_uuids'>[]> {
  const removed: Pick<SurveyEventRow, 'survey_id' | 'event_uuid' | 'other_uuids'>[] = []
  for await (const rows of transaction.pages('surveyEvents', { where: { project_id, respondent }, limit }))
    for (const { survey_id, event_uuid, other_uuids, ...row } of rows) {
      await transaction.remove('surveyEvents', { ...row, survey_id })
      removed.push({ survey_id, event_uuid, other_uuids })
    }
  await markStatsChanged(transaction, project_id, removed)
  return removed
}

/** Subtracts a respondent from the totals of all surveys, those of all surveys together included. See D-592. */
export async function removeRespondent(
  transaction: Transaction,
  project_id: number,
  respondent: string,
): Promise<void> {
  for (const row of await transaction.find('surveyRespondents', { where: { project_id, respondent } }))
    await subtractRespondent(transaction, row)
}
