import { formatIsoDate } from '../../lib/isoDate'
import type { ServiceContext } from '../../serviceContext'
import type { SurveyRow } from '../../store/rows'
import type { StoreReader } from '../../store/store'
import { hasSamplingRollout, setSamplingRollout, syncSurveyFlags } from '../flags/syncSurveyFlags'
import { endSurvey } from './endSurvey'
import { iterationChange, samplingRollout } from './schedule'

/**
 * Advances iterations and sampling of the surveys of a project to the current time, and ends
 * surveys whose last iteration is over. Called before surveys or flags are read, so that the
 * service needs no timer. Takes no transaction unless something is due. See D-851.
 */
export async function advanceSchedules(service: ServiceContext, projectId: number): Promise<void> {
  const where = { project_id: projectId, archived: false }
  const surveys = await service.store.find('surveys', { where })
  for (const survey of surveys.filter(hasSchedule)) await advanceSurvey(service, survey)
}

function hasSchedule(survey: SurveyRow): boolean {
  if (survey.end_date !== null) return false
  return (survey.iteration_start_dates ?? []).length > 0 || survey.sampling_flag_id !== null
}

async function advanceSurvey(service: ServiceContext, listed: SurveyRow): Promise<void> {
  const now = service.now()
  if (!(await isDue(service.store, listed, now))) return
  await service.store.transaction(async transaction => {
    // Another request may have changed the survey before this transaction began.
    const survey = await transaction.get('surveys', { project_id: listed.project_id, id: listed.id })
    if (!survey) return
    const change = iterationChange(survey, now)
    if (change === 'ended') await endSurvey(transaction, survey, formatIsoDate(now))
    else if (change) {
      const advanced = await syncSurveyFlags(
        transaction,
        { ...survey, ...change },
        { targeting: null, randomBytes: service.randomBytes },
      )
      await transaction.put('surveys', advanced)
    }
    await setSamplingRollout(transaction, survey, samplingRollout(survey, now))
  })
}

async function isDue(store: StoreReader, survey: SurveyRow, now: number): Promise<boolean> {
  if (iterationChange(survey, now)) return true
  return !(await hasSamplingRollout(store, survey, samplingRollout(survey, now)))
}
