import type { SurveyRow } from '../../store/rows'
import type { Transaction } from '../../store/store'

/**
 * Ends the surveys, of those that have just been answered, whose
 * `responses_limit` is reached. The limit itself stays readable. DECISIONS, "Responses limit".
 */
export async function endFullSurveys(
  transaction: Transaction,
  projectId: number,
  surveyIds: string[],
  now: string,
): Promise<void> {
  for (const id of surveyIds) {
    const survey = await transaction.get('surveys', { project_id: projectId, id })
    if (!survey?.responses_limit || survey.end_date !== null) continue
    const totals = await transaction.get('surveyTotals', { project_id: projectId, survey_id: id })
    if ((totals?.sent ?? 0) >= survey.responses_limit) await endSurvey(transaction, survey, now)
  }
}

/** Sets the end, and switches off the flags that the survey has made. */
export async function endSurvey(transaction: Transaction, survey: SurveyRow, now: string): Promise<void> {
  await transaction.put('surveys', { ...survey, end_date: now })
  for (const id of [survey.targeting_flag_id, survey.internal_targeting_flag_id, survey.sampling_flag_id]) {
    const flag =
      id === null ? undefined : await transaction.get('flags', { project_id: survey.project_id, id })
    if (flag) await transaction.put('flags', { ...flag, active: false })
  }
}
