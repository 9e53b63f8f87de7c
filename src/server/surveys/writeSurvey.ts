import type { ManagementContext } from '../http/requestContext'
import { formatIsoDate } from '../lib/isoDate'
import { findFlag } from '../store/flagRows'
import type { SurveyRow } from '../store/rows'
import { logActivity } from './activity/logActivity'
import { surveyChanges } from './activity/surveyChanges'
import { applyPatch } from './applyPatch'
import { fieldsWith } from './fields'
import { requireSurvey } from './findSurvey'
import { nonEmptyFilters } from './flags/flagFilters'
import { requireSameFlags, type SurveyBody, withNamedFlags } from './flags/namedFlags'
import {
  deleteFlag,
  deleteFlags,
  findOwnTargetingFlag,
  releaseTargetingFlag,
  syncSurveyFlags,
} from './flags/syncSurveyFlags'
import { endFullSurveys } from './schedule/endSurvey'
import { addToOverallTotals, deleteSurveyStats, removeFromOverallTotals } from './stats/surveyEvents'
import { validateSurvey } from './validateSurvey'

/** The author of a change, and the project of the survey. */
type Writer = Pick<ManagementContext, 'service' | 'project' | 'user'>

/** Creates a survey and its flags. @throws HttpError 400 when the survey as a whole is invalid. */
export async function createSurvey(writer: Writer, body: SurveyBody): Promise<SurveyRow> {
  const { service, project, user } = writer
  return service.store.transaction(async transaction => {
    const input = await withNamedFlags(transaction, project.id, body)
    const empty: SurveyRow = {
      ...fieldsWith('initial'),
      project_id: project.id,
      id: service.uuid(),
      created_at: formatIsoDate(service.now()),
      created_by_id: user.id,
    }
    const draft = applyPatch(empty, input, service.uuid)
    await validateSurvey(transaction, { before: undefined, patch: input, after: draft })
    const targeting = nonEmptyFilters(input.targeting_flag_filters)
    const survey = await syncSurveyFlags(transaction, draft, { targeting, randomBytes: service.randomBytes })
    if (targeting) {
      // A new targeting flag is inactive until the first change, also when the survey has started.
      const flag = await findFlag(transaction, project.id, survey.targeting_flag_id)
      if (flag) await transaction.put('flags', { ...flag, active: false })
    }
    await transaction.put('surveys', survey)
    await logActivity(transaction, writer, { survey, activity: 'created', changes: null })
    return survey
  })
}

/**
 * Applies a `PATCH` to a survey and its flags.
 *
 * @throws HttpError 404, or 400 when the survey as a whole would be invalid.
 */
export async function updateSurvey(
  writer: Writer,
  id: string | undefined,
  body: SurveyBody,
): Promise<SurveyRow> {
  const { service, project } = writer
  const { patch } = body
  return service.store.transaction(async transaction => {
    const before = await requireSurvey(transaction, project.id, id)
    await requireSameFlags(transaction, before, body)
    const after = applyPatch(before, patch, service.uuid)
    await validateSurvey(transaction, { before, patch, after })
    const isTargetingRemoved = patch.remove_targeting_flag === true
    if (isTargetingRemoved) {
      const flag = await findOwnTargetingFlag(transaction, after)
      if (flag) await deleteFlag(transaction, project.id, flag.id)
      after.targeting_flag_id = null
    }
    const survey = await syncSurveyFlags(transaction, after, {
      targeting: isTargetingRemoved ? null : nonEmptyFilters(patch.targeting_flag_filters),
      randomBytes: service.randomBytes,
    })
    if (survey.targeting_flag_id !== before.targeting_flag_id) await releaseTargetingFlag(transaction, before)
    await transaction.put('surveys', survey)
    // The limit may be lower than the responses that are already there.
    await endFullSurveys(transaction, project.id, [survey.id], formatIsoDate(service.now()))
    if (survey.archived && !before.archived) await removeFromOverallTotals(transaction, survey)
    if (!survey.archived && before.archived) await addToOverallTotals(transaction, survey)
    const stored = await requireSurvey(transaction, project.id, survey.id)
    const changes = surveyChanges(before, stored)
    if (changes.length > 0)
      await logActivity(transaction, writer, { survey: stored, activity: 'updated', changes })
    return stored
  })
}

/** Deletes a survey, its flags and its statistics. Its events remain. @throws HttpError 404. */
export async function deleteSurvey(writer: Writer, id: string | undefined): Promise<void> {
  const { service, project } = writer
  await service.store.transaction(async transaction => {
    const survey = await requireSurvey(transaction, project.id, id)
    if (!survey.archived) await removeFromOverallTotals(transaction, survey)
    await deleteSurveyStats(transaction, survey)
    await deleteFlags(transaction, survey)
    await transaction.remove('surveys', { project_id: project.id, id: survey.id })
    await logActivity(transaction, writer, { survey, activity: 'deleted', changes: null })
  })
}
