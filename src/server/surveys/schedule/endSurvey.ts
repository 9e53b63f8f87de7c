import type { SurveyRow } from '../../store/rows'
import type { Transaction } from '../../store/store'
import { deactivateFlags } from '../flags/syncSurveyFlags'
import { isPositive } from './schedule'

/**
 * Ends those of the given surveys that have reached their `responses_limit`. Called after events
 * were stored, with the surveys that were answered, and after a change of a survey. See D-310.
 *
 * @param now ISO 8601.
 */
export async function endFullSurveys(
  transaction: Transaction,
  projectId: number,
  surveyIds: string[],
  now: string,
): Promise<void> {
  for (const id of surveyIds) {
    const survey = await transaction.get('surveys', { project_id: projectId, id })
    if (!survey || !isPositive(survey.responses_limit) || survey.end_date !== null) continue
    const totals = await transaction.get('surveyTotals', { project_id: projectId, survey_id: id })
    if ((totals?.sent ?? 0) >= survey.responses_limit) await endSurvey(transaction, survey, now)
  }
}

/** Sets the end of a survey and deactivates its flags. */
export async function endSurvey(transaction: Transaction, survey: SurveyRow, now: string): Promise<void> {
  await transaction.put('surveys', { ...survey, end_date: now })
  await deactivateFlags(transaction, survey)
}
