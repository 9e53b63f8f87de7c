import { invalidInput, notFound } from '../http/reply'
import { formatIsoDate } from '../lib/isoDate'
import type { ServiceContext } from '../serviceContext'
import { findFlag } from '../store/flagRows'
import type { ActivityRow, SurveyRow, UserRow } from '../store/rows'
import type { StoreReader, Transaction } from '../store/store'
import { surveyChanges } from './activity/surveyChanges'
import { applyPatch } from './applyPatch'
import { fieldsWith } from './fields'
import { nonEmptyFilters } from './flags/flagFilters'
import { deleteFlag, syncSurveyFlags } from './flags/syncSurveyFlags'
import type { SurveyPatch } from './schema'
import type { SurveyRelations } from './serializeSurvey'
import { setInOverallTotals } from './stats/surveyEvents'
import { validateSurvey } from './validateSurvey'

/** Who writes, and into which project. */
interface Writer {
  projectId: number
  user: UserRow
}

/**
 * A survey by its id, a UUID in any case; one given at start may have any text as id.
 *
 * @throws HttpError 404.
 */
export async function requireSurvey(store: StoreReader, projectId: number, id: string): Promise<SurveyRow> {
  const key = { project_id: projectId, id }
  const survey =
    (await store.get('surveys', key)) ?? (await store.get('surveys', { ...key, id: id.toLowerCase() }))
  if (!survey) throw notFound()
  return survey
}

/** What a survey's answer shows beside itself. */
export async function findRelations(store: StoreReader, row: SurveyRow): Promise<SurveyRelations> {
  const flag = (id: number | null) => findFlag(store, row.project_id, id)
  return {
    linked: await flag(row.linked_flag_id),
    targeting: await flag(row.targeting_flag_id),
    internal: await flag(row.internal_targeting_flag_id),
    sampling: await flag(row.sampling_flag_id),
    createdBy: row.created_by_id === null ? undefined : await store.get('users', { id: row.created_by_id }),
  }
}

/** @throws HttpError 400 when the survey as a whole breaks a rule. */
export async function createSurvey(
  service: ServiceContext,
  { projectId, user }: Writer,
  input: SurveyPatch,
): Promise<SurveyRow> {
  return service.store.transaction(async transaction => {
    const empty: SurveyRow = {
      ...fieldsWith('initial'),
      project_id: projectId,
      id: service.uuid(),
      created_at: formatIsoDate(service.now()),
      created_by_id: user.id,
    }
    const draft = applyPatch(empty, input, service.uuid)
    await requireValid(transaction, service, undefined, input, draft)
    const targeting = nonEmptyFilters(input.targeting_flag_filters)
    const survey = await syncSurveyFlags(transaction, draft, targeting, service.randomBytes)
    // A targeting flag waits for the first change, even when the survey runs at once.
    await deactivateTargetingFlag(transaction, survey, targeting !== null)
    await transaction.put('surveys', survey)
    await logActivity(transaction, service, { projectId, user }, survey, 'created', null)
    return survey
  })
}

async function deactivateTargetingFlag(
  transaction: Transaction,
  survey: SurveyRow,
  isNew: boolean,
): Promise<void> {
  const flag = isNew ? await findFlag(transaction, survey.project_id, survey.targeting_flag_id) : undefined
  if (flag) await transaction.put('flags', { ...flag, active: false })
}

/** @throws HttpError 404, or 400 when the survey as a whole would break a rule. */
export async function updateSurvey(
  service: ServiceContext,
  writer: Writer,
  id: string,
  input: SurveyPatch,
): Promise<SurveyRow> {
  const { projectId } = writer
  return service.store.transaction(async transaction => {
    const before = await requireSurvey(transaction, projectId, id)
    const patched = applyPatch(before, input, service.uuid)
    await requireValid(transaction, service, before, input, patched)
    if (input.remove_targeting_flag === true) {
      await deleteFlag(transaction, projectId, patched.targeting_flag_id)
      patched.targeting_flag_id = null
    }
    const targeting =
      input.remove_targeting_flag === true ? null : nonEmptyFilters(input.targeting_flag_filters)
    const survey = await syncSurveyFlags(transaction, patched, targeting, service.randomBytes)
    await transaction.put('surveys', survey)
    if (before.archived !== survey.archived)
      await setInOverallTotals(transaction, projectId, survey.id, !survey.archived)
    const changes = surveyChanges(before, survey)
    if (changes.length > 0) await logActivity(transaction, service, writer, survey, 'updated', changes)
    return survey
  })
}

/** Deletes a survey, its flags and what was counted for it; its events stay. @throws HttpError 404. */
export async function deleteSurvey(service: ServiceContext, writer: Writer, id: string): Promise<void> {
  const { projectId } = writer
  await service.store.transaction(async transaction => {
    const survey = await requireSurvey(transaction, projectId, id)
    if (!survey.archived) await setInOverallTotals(transaction, projectId, survey.id, false)
    await deleteStats(transaction, projectId, survey.id)
    for (const flag of [
      survey.targeting_flag_id,
      survey.internal_targeting_flag_id,
      survey.sampling_flag_id,
    ]) {
      await deleteFlag(transaction, projectId, flag)
    }
    await transaction.remove('surveys', { project_id: projectId, id: survey.id })
    await logActivity(transaction, service, writer, survey, 'deleted', null)
  })
}

async function deleteStats(transaction: Transaction, project_id: number, survey_id: string): Promise<void> {
  for (const row of await transaction.find('surveyRespondents', { where: { project_id, survey_id } })) {
    await transaction.remove('surveyRespondents', row)
  }
  for (const kind of ['shown', 'dismissed', 'sent'] as const) {
    for (const row of await transaction.find('surveyEvents', { where: { project_id, survey_id, kind } })) {
      await transaction.remove('surveyEvents', row)
    }
  }
  await transaction.remove('surveyTotals', { project_id, survey_id })
}

async function requireValid(
  transaction: Transaction,
  service: ServiceContext,
  before: SurveyRow | undefined,
  input: SurveyPatch,
  after: SurveyRow,
): Promise<void> {
  const { project_id, name } = after
  const sameName = await transaction.find('surveys', { where: { project_id, name }, limit: 2 })
  const error = validateSurvey({
    before,
    input,
    after,
    linkedFlag: await findFlag(transaction, project_id, after.linked_flag_id),
    targetingFlag: await findFlag(transaction, project_id, after.targeting_flag_id),
    isNameTaken: sameName.some(other => other.id !== after.id),
    now: service.now(),
  })
  if (error) throw invalidInput(error.detail, error.attr, error.code)
}

async function logActivity(
  transaction: Transaction,
  service: ServiceContext,
  { projectId, user }: Writer,
  survey: SurveyRow,
  activity: ActivityRow['activity'],
  changes: ActivityRow['changes'],
): Promise<void> {
  await transaction.put('activity', {
    id: service.uuid(),
    project_id: projectId,
    item_id: survey.id,
    user_id: user.id,
    activity,
    name: survey.name,
    changes,
    created_at: formatIsoDate(service.now()),
  })
}
