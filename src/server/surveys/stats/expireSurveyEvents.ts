import type { SurveyEventRow } from '../../store/rows'
import type { Transaction } from '../../store/store'
import { ALL_SURVEYS } from './surveyEvents'
import { emptyTotals } from './totals'

/**
 * Removes some of the survey events before a time, and the counts of respondents who have no other. The totals stay: a
 * respondent who returns counts again. See D-404, D-544.
 *
 * @param before Epoch ms.
 * @returns The number of removed events, `limit` at most.
 */
export async function expireSurveyEvents(
  transaction: Transaction,
  project_id: number,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const expired: Pick<SurveyEventRow, 'survey_id' | 'respondent'>[] = []
  for await (const rows of transaction.pages('surveyEvents', {
    where: { project_id },
    to: before - 1,
    limit,
  }))
    for (const row of rows) {
      await transaction.remove('surveyEvents', row)
      expired.push({ survey_id: row.survey_id, respondent: row.respondent })
    }
  if (expired.length === 0) return 0
  for (const respondent of new Set(expired.map(row => row.respondent)))
    await forgetRespondent(transaction, project_id, respondent)
  await markStatsChanged(transaction, project_id, expired)
  return expired.length
}

async function forgetRespondent(
  transaction: Transaction,
  project_id: number,
  respondent: string,
): Promise<void> {
  const where = { project_id, respondent }
  if ((await transaction.count('surveyEvents', { where, limit: 1 })) > 0) return
  await transaction.removeAll('surveyRespondents', [where])
}

/** Makes cached statistics of the surveys of removed events stale. */
export async function markStatsChanged(
  transaction: Transaction,
  project_id: number,
  removed: Pick<SurveyEventRow, 'survey_id'>[],
): Promise<void> {
  if (removed.length === 0) return
  for (const survey_id of new Set([ALL_SURVEYS, ...removed.map(row => row.survey_id)])) {
    const key = { project_id, survey_id }
    const totals = (await transaction.get('surveyTotals', key)) ?? emptyTotals(project_id, survey_id)
    await transaction.put('surveyTotals', { ...totals, changes: totals.changes + 1 })
  }
}
