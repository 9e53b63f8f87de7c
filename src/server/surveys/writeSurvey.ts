import { invalidInput, notFound } from '../http/reply'
import { formatIsoDate } from '../lib/isoDate'
import type { ServiceContext } from '../serviceContext'
import type { ActivityRow, SurveyRow, UserRow } from '../store/rows'
import type { StoreReader, Transaction } from '../store/store'
import { surveyChanges } from './activity/surveyChanges'
import { blankSurvey, type SurveyFields, targetingOf, withInput } from './applyPatch'
import { deleteFlag, flagById, keepFlags } from './flags/syncSurveyFlags'
import type { SurveyRelations } from './serializeSurvey'
import { sumSurvey } from './stats/surveyEvents'
import { surveyFault } from './validateSurvey'

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
export async function existingSurvey(store: StoreReader, projectId: number, id: string): Promise<SurveyRow> {
  const key = { project_id: projectId, id }
  const survey =
    (await store.get('surveys', key)) ?? (await store.get('surveys', { ...key, id: id.toLowerCase() }))
  if (!survey) throw notFound()
  return survey
}

/** What a survey's answer shows beside itself. */
export async function relationsOf(store: StoreReader, row: SurveyRow): Promise<SurveyRelations> {
  const flag = (id: number | null) => flagById(store, row.project_id, id)
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
  parts: ServiceContext,
  { projectId, user }: Writer,
  input: SurveyFields,
): Promise<SurveyRow> {
  return parts.store.transaction(async transaction => {
    const blank = blankSurvey(projectId, parts.uuid(), user.id, parts.now())
    const made = withInput(blank, input, parts.uuid)
    await refuseFaults(transaction, parts, undefined, input, made)
    const survey = await keepFlags(transaction, made, targetingOf(input), parts.randomBytes)
    // A targeting flag waits for the first change, even when the survey runs at once.
    await pauseTargeting(transaction, survey, targetingOf(input) !== null)
    await transaction.put('surveys', survey)
    await note(transaction, parts, { projectId, user }, survey, 'created', null)
    return survey
  })
}

async function pauseTargeting(transaction: Transaction, survey: SurveyRow, isNew: boolean): Promise<void> {
  const flag = isNew ? await flagById(transaction, survey.project_id, survey.targeting_flag_id) : undefined
  if (flag) await transaction.put('flags', { ...flag, active: false })
}

/** @throws HttpError 404, or 400 when the survey as a whole would break a rule. */
export async function changeSurvey(
  parts: ServiceContext,
  writer: Writer,
  id: string,
  input: SurveyFields,
): Promise<SurveyRow> {
  const { projectId } = writer
  return parts.store.transaction(async transaction => {
    const before = await existingSurvey(transaction, projectId, id)
    const changed = withInput(before, input, parts.uuid)
    await refuseFaults(transaction, parts, before, input, changed)
    if (input.remove_targeting_flag === true) {
      await deleteFlag(transaction, projectId, changed.targeting_flag_id)
      changed.targeting_flag_id = null
    }
    const targeting = input.remove_targeting_flag === true ? null : targetingOf(input)
    const survey = await keepFlags(transaction, changed, targeting, parts.randomBytes)
    await transaction.put('surveys', survey)
    if (before.archived !== survey.archived)
      await sumSurvey(transaction, projectId, survey.id, !survey.archived)
    const changes = surveyChanges(before, survey)
    if (changes.length > 0) await note(transaction, parts, writer, survey, 'updated', changes)
    return survey
  })
}

/** Deletes a survey, its flags and what was counted for it; its events stay. @throws HttpError 404. */
export async function deleteSurvey(parts: ServiceContext, writer: Writer, id: string): Promise<void> {
  const { projectId } = writer
  await parts.store.transaction(async transaction => {
    const survey = await existingSurvey(transaction, projectId, id)
    if (!survey.archived) await sumSurvey(transaction, projectId, survey.id, false)
    await forgetMarks(transaction, projectId, survey.id)
    for (const flag of [
      survey.targeting_flag_id,
      survey.internal_targeting_flag_id,
      survey.sampling_flag_id,
    ]) {
      await deleteFlag(transaction, projectId, flag)
    }
    await transaction.remove('surveys', { project_id: projectId, id: survey.id })
    await note(transaction, parts, writer, survey, 'deleted', null)
  })
}

async function forgetMarks(transaction: Transaction, project_id: number, survey_id: string): Promise<void> {
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

async function refuseFaults(
  transaction: Transaction,
  parts: ServiceContext,
  before: SurveyRow | undefined,
  input: SurveyFields,
  after: SurveyRow,
): Promise<void> {
  const { project_id, name } = after
  const namesakes = await transaction.find('surveys', { where: { project_id, name }, limit: 2 })
  const fault = surveyFault({
    before,
    input,
    after,
    linkedFlag: await flagById(transaction, project_id, after.linked_flag_id),
    targetingFlag: await flagById(transaction, project_id, after.targeting_flag_id),
    isNameTaken: namesakes.some(other => other.id !== after.id),
    now: parts.now(),
  })
  if (fault) throw invalidInput(fault.detail, fault.attr, fault.code)
}

async function note(
  transaction: Transaction,
  parts: ServiceContext,
  { projectId, user }: Writer,
  survey: SurveyRow,
  activity: ActivityRow['activity'],
  changes: ActivityRow['changes'],
): Promise<void> {
  await transaction.put('activity', {
    id: parts.uuid(),
    project_id: projectId,
    item_id: survey.id,
    user_id: user.id,
    activity,
    name: survey.name,
    changes,
    created_at: formatIsoDate(parts.now()),
  })
}
