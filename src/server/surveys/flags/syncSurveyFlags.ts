import type { FlagFilters } from '../../../wire/flagDefinition'
import { SURVEY_FLAG_PREFIX } from '../../../wire/survey'
import { findFlag, flagRow, nextFlagId } from '../../store/flagRows'
import type { FlagRow, SurveyRow } from '../../store/rows'
import type { StoreReader, Transaction } from '../../store/store'
import { isSampled } from '../schedule/schedule'
import {
  internalTargetingFilters,
  isRunning,
  samplingFilters,
  surveyFlagKey,
  surveyFlagName,
} from './flagFilters'

type RandomBytes = (count: number) => Uint8Array

/** Returns the ids of the flags that a survey names as its own. The targeting flag may also be one of the site. */
const surveyFlagIds = (survey: SurveyRow): (number | null)[] => [
  survey.targeting_flag_id,
  survey.internal_targeting_flag_id,
  survey.sampling_flag_id,
]

/**
 * Returns the targeting flag of a survey if the service created it and no other survey names it. Others have users of their
 * own, and are neither changed nor deleted. See D-623.
 */
export async function findOwnTargetingFlag(
  store: StoreReader,
  { project_id, id, targeting_flag_id }: SurveyRow,
): Promise<FlagRow | undefined> {
  const flag = await findFlag(store, project_id, targeting_flag_id)
  if (!flag?.key.startsWith(SURVEY_FLAG_PREFIX)) return undefined
  const surveys = await store.find('surveys', { where: { project_id } })
  const isShared = surveys.some(other => other.id !== id && surveyFlagIds(other).includes(flag.id))
  return isShared ? undefined : flag
}

/** Returns the ids of the flags that belong to a survey alone. */
export async function ownFlagIds(store: StoreReader, survey: SurveyRow): Promise<(number | null)[]> {
  const targeting = await findOwnTargetingFlag(store, survey)
  return surveyFlagIds({ ...survey, targeting_flag_id: targeting?.id ?? null })
}

/** Changes a flag and increments its version. Does nothing when the flag does not exist or nothing would change. */
async function updateFlag(
  transaction: Transaction,
  { project_id, id }: { project_id: number; id: number | null },
  change: Partial<FlagRow>,
): Promise<void> {
  const flag = await findFlag(transaction, project_id, id)
  if (!flag) return
  const updated = { ...flag, ...change }
  if (JSON.stringify(updated) === JSON.stringify(flag)) return
  await transaction.put('flags', { ...updated, version: (flag.version ?? 0) + 1 })
}

/** Marks a flag as deleted. Its row stays, so that its id is not used again. */
export async function deleteFlag(
  transaction: Transaction,
  projectId: number,
  id: number | null,
): Promise<void> {
  await updateFlag(transaction, { project_id: projectId, id }, { deleted: true, active: false })
}

/**
 * Creates the flags that a survey lacks, and updates the filters and the state of the others.
 * See D-303.
 *
 * @param targeting Filters of the targeting flag. Null leaves them unchanged.
 * @returns The survey with the ids of its flags.
 */
export async function syncSurveyFlags(
  transaction: Transaction,
  survey: SurveyRow,
  { targeting, randomBytes }: { targeting: FlagFilters | null; randomBytes: RandomBytes },
): Promise<SurveyRow> {
  const { project_id } = survey
  const active = isRunning(survey)
  const synced = { ...survey }
  const createFlag = async (suffix: '' | '-custom' | '-sampling', filters: FlagFilters): Promise<number> => {
    const id = await nextFlagId(transaction, project_id)
    const key = surveyFlagKey(randomBytes(5), suffix)
    const definition = { name: surveyFlagName(survey), filters, active }
    await transaction.put('flags', flagRow(project_id, key, definition, id))
    return id
  }

  const targetingFlag = await findOwnTargetingFlag(transaction, synced)
  if (targetingFlag) {
    const filters = { ...targetingFlag.filters, ...targeting }
    await updateFlag(transaction, targetingFlag, { filters, active })
  } else if (targeting) {
    synced.targeting_flag_id = await createFlag('', targeting)
  }

  const filters = internalTargetingFilters(survey)
  if (synced.internal_targeting_flag_id === null) {
    synced.internal_targeting_flag_id = await createFlag('-custom', filters)
  } else {
    await updateFlag(transaction, { project_id, id: synced.internal_targeting_flag_id }, { filters, active })
  }

  if (isSampled(survey) && synced.sampling_flag_id === null) {
    synced.sampling_flag_id = await createFlag('-sampling', samplingFilters(100))
  } else {
    await updateFlag(transaction, { project_id, id: synced.sampling_flag_id }, { active })
  }
  return synced
}

/** Sets the percentage of persons that sampling admits. */
export async function setSamplingRollout(
  transaction: Transaction,
  { project_id, sampling_flag_id }: SurveyRow,
  rollout: number | null,
): Promise<void> {
  await updateFlag(transaction, { project_id, id: sampling_flag_id }, { filters: samplingFilters(rollout) })
}
