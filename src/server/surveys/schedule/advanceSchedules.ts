import { formatIsoDate } from '../../lib/isoDate'
import type { ServiceContext } from '../../serviceContext'
import type { SurveyRow } from '../../store/rows'
import { keepFlags, sampleTo } from '../flags/syncSurveyFlags'
import { endSurvey } from './endSurvey'
import { iterationAt, samplingRollout } from './schedule'

/**
 * Does what a clock would: moves repeating surveys on, ends those whose last
 * iteration has passed, opens sampling day by day. Called before surveys or
 * flags are read, so that no timer is needed.
 */
export async function keepTime(parts: ServiceContext, projectId: number): Promise<void> {
  const where = { project_id: projectId, archived: false }
  const surveys = await parts.store.find('surveys', { where })
  const due = surveys.filter(survey => isTimed(survey))
  for (const survey of due) await catchUp(parts, survey)
}

function isTimed(survey: SurveyRow): boolean {
  if (survey.end_date !== null) return false
  return (survey.iteration_start_dates ?? []).length > 0 || survey.sampling_flag_id !== null
}

async function catchUp(parts: ServiceContext, seen: SurveyRow): Promise<void> {
  const now = parts.now()
  if (!isDue(seen, now)) return
  await parts.store.transaction(async transaction => {
    // Once more inside: somebody may have changed it meanwhile.
    const survey = await transaction.get('surveys', { project_id: seen.project_id, id: seen.id })
    if (!survey) return
    const change = iterationAt(survey, now)
    const rollout = samplingRollout(survey.response_sampling_daily_limits ?? [], now)
    if (change === 'over') await endSurvey(transaction, survey, formatIsoDate(now))
    else if (change) {
      const moved = await keepFlags(transaction, { ...survey, ...change }, null, parts.randomBytes)
      await transaction.put('surveys', moved)
    }
    if (rollout !== undefined) await sampleTo(transaction, survey, rollout)
  })
}

function isDue(survey: SurveyRow, now: number): boolean {
  return (
    iterationAt(survey, now) !== undefined ||
    samplingRollout(survey.response_sampling_daily_limits ?? [], now) !== undefined
  )
}
