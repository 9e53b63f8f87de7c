import type { FlagFilters } from '../../../wire/flagDefinition'
import { SURVEY_FLAG_PREFIX } from '../../../wire/survey'
import { findFlag, flagRow, nextFlagId } from '../../store/flagRows'
import type { FlagRow, SurveyRow } from '../../store/rows'
import type { Transaction } from '../../store/store'
import {
  internalTargetingFilters,
  isRunning,
  samplingFilters,
  surveyFlagKey,
  surveyFlagName,
} from './flagFilters'

type RandomBytes = (count: number) => Uint8Array

/** Makes a flag for a survey. @returns Its id. */
async function createFlag(
  transaction: Transaction,
  survey: SurveyRow,
  suffix: '' | '-custom' | '-sampling',
  filters: FlagFilters,
  active: boolean,
  randomBytes: RandomBytes,
): Promise<number> {
  const { project_id } = survey
  const id = await nextFlagId(transaction, project_id)
  const key = surveyFlagKey(randomBytes(5), suffix)
  await transaction.put(
    'flags',
    flagRow(project_id, key, { name: surveyFlagName(survey), filters, active }, id),
  )
  return id
}

/** Changes a flag, and counts its version on; nothing when there is no such flag. */
async function updateFlag(
  transaction: Transaction,
  projectId: number,
  id: number | null,
  change: Partial<FlagRow>,
): Promise<void> {
  const flag = await findFlag(transaction, projectId, id)
  if (!flag) return
  const updated = { ...flag, ...change }
  if (JSON.stringify(updated) === JSON.stringify(flag)) return
  await transaction.put('flags', { ...updated, version: (flag.version ?? 0) + 1 })
}

/** Marks a flag as deleted: it decides nothing any more, and its id stays taken. */
export async function deleteFlag(
  transaction: Transaction,
  projectId: number,
  id: number | null,
): Promise<void> {
  await updateFlag(transaction, projectId, id, { deleted: true, active: false })
}

/**
 * Brings the flags of a survey in line with it: makes those that are missing,
 * recomputes their filters, and has them active while the survey runs. DECISIONS, "Survey flags".
 *
 * @param targeting Filters of the targeting flag; null leaves it as it is.
 * @returns The survey with the ids of its flags.
 */
export async function syncSurveyFlags(
  transaction: Transaction,
  survey: SurveyRow,
  targeting: FlagFilters | null,
  randomBytes: RandomBytes,
): Promise<SurveyRow> {
  const { project_id } = survey
  const active = isRunning(survey)
  const synced = { ...survey }
  const targetingFlag = await findFlag(transaction, project_id, synced.targeting_flag_id)
  if (targeting && !targetingFlag) {
    synced.targeting_flag_id = await createFlag(transaction, survey, '', targeting, active, randomBytes)
  } else if (targetingFlag && isSurveyFlag(targetingFlag)) {
    const filters = targeting ? { ...targetingFlag.filters, ...targeting } : targetingFlag.filters
    await updateFlag(transaction, project_id, targetingFlag.id, { filters, active })
  }

  const filters = internalTargetingFilters(survey)
  if (synced.internal_targeting_flag_id === null) {
    synced.internal_targeting_flag_id = await createFlag(
      transaction,
      survey,
      '-custom',
      filters,
      active,
      randomBytes,
    )
  } else {
    await updateFlag(transaction, project_id, synced.internal_targeting_flag_id, { filters, active })
  }

  if (survey.response_sampling_daily_limits && synced.sampling_flag_id === null) {
    synced.sampling_flag_id = await createFlag(
      transaction,
      survey,
      '-sampling',
      samplingFilters(100),
      active,
      randomBytes,
    )
  } else {
    await updateFlag(transaction, project_id, synced.sampling_flag_id, { active })
  }
  return synced
}

/** A flag that somebody else made and linked is not the survey's to switch. */
function isSurveyFlag(flag: FlagRow): boolean {
  return flag.key.startsWith(SURVEY_FLAG_PREFIX)
}

/** Sets the share of persons that sampling lets through. */
export async function setSamplingRollout(
  transaction: Transaction,
  survey: SurveyRow,
  rollout: number,
): Promise<void> {
  await updateFlag(transaction, survey.project_id, survey.sampling_flag_id, {
    filters: samplingFilters(rollout),
  })
}
