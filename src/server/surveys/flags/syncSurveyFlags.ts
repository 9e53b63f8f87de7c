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

/** A targeting flag that the service created, and the other surveys that name it. */
interface TargetingFlag {
  flag: FlagRow
  others: SurveyRow[]
}

/** The flags that each survey has for itself. */
const INTERNAL_FLAG = /-(custom|sampling)$/

/** Returns the targeting flag of a survey. Undefined for one of the site, which has users of its own. See D-623. */
async function findTargetingFlag(
  store: StoreReader,
  { project_id, id, targeting_flag_id }: SurveyRow,
): Promise<TargetingFlag | undefined> {
  const flag = await findFlag(store, project_id, targeting_flag_id)
  if (!flag?.key.startsWith(SURVEY_FLAG_PREFIX) || INTERNAL_FLAG.test(flag.key)) return undefined
  const surveys = await store.find('surveys', { where: { project_id } })
  return { flag, others: surveys.filter(other => other.id !== id && other.targeting_flag_id === flag.id) }
}

/** Returns the targeting flag of a survey if it belongs to it alone. Only this one is deleted with it, or gets its filters. */
export async function findOwnTargetingFlag(
  store: StoreReader,
  survey: SurveyRow,
): Promise<FlagRow | undefined> {
  const found = await findTargetingFlag(store, survey)
  return found?.others.length === 0 ? found.flag : undefined
}

/**
 * Deactivates the targeting flag of a survey that does not use it any more, unless another survey that names it runs. The flag
 * stays, so that it can be named again. See D-707.
 */
export async function releaseTargetingFlag(transaction: Transaction, survey: SurveyRow): Promise<void> {
  const found = await findTargetingFlag(transaction, survey)
  if (found) await updateFlag(transaction, found.flag, { active: found.others.some(isRunning) })
}

/** Deactivates the flags of a survey that has ended. */
export async function deactivateFlags(transaction: Transaction, survey: SurveyRow): Promise<void> {
  await releaseTargetingFlag(transaction, survey)
  for (const id of internalFlagIds(survey))
    await updateFlag(transaction, { project_id: survey.project_id, id }, { active: false })
}

/** Deletes the flags of a survey, apart from a targeting flag that other surveys name. */
export async function deleteFlags(transaction: Transaction, survey: SurveyRow): Promise<void> {
  const targeting = await findOwnTargetingFlag(transaction, survey)
  if (!targeting) await releaseTargetingFlag(transaction, survey)
  for (const id of [targeting?.id ?? null, ...internalFlagIds(survey)])
    await deleteFlag(transaction, survey.project_id, id)
}

const internalFlagIds = (survey: SurveyRow): (number | null)[] => [
  survey.internal_targeting_flag_id,
  survey.sampling_flag_id,
]

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

  const found = await findTargetingFlag(transaction, synced)
  if (targeting && found?.others.length !== 0) {
    synced.targeting_flag_id = await createFlag('', targeting)
  } else if (found) {
    const filters = { ...found.flag.filters, ...targeting }
    await updateFlag(transaction, found.flag, { filters, active: active || found.others.some(isRunning) })
  }

  const filters = internalTargetingFilters(survey)
  if (synced.internal_targeting_flag_id === null) {
    synced.internal_targeting_flag_id = await createFlag('-custom', filters)
  } else {
    await updateFlag(transaction, { project_id, id: synced.internal_targeting_flag_id }, { filters, active })
  }

  const hasLimits = isSampled(survey)
  if (hasLimits && synced.sampling_flag_id === null) {
    synced.sampling_flag_id = await createFlag('-sampling', samplingFilters(100))
  } else {
    // Without limits nothing raises the percentage any more.
    const change = hasLimits ? { active } : { active, filters: samplingFilters(100) }
    await updateFlag(transaction, { project_id, id: synced.sampling_flag_id }, change)
  }
  return synced
}

/** Whether the sampling flag of a survey admits a percentage of persons, or does not exist. */
export async function hasSamplingRollout(
  store: StoreReader,
  { project_id, sampling_flag_id }: SurveyRow,
  rollout: number | null,
): Promise<boolean> {
  const flag = await findFlag(store, project_id, sampling_flag_id)
  return !flag || JSON.stringify(flag.filters) === JSON.stringify(samplingFilters(rollout))
}

/** Sets the percentage of persons that sampling admits. */
export async function setSamplingRollout(
  transaction: Transaction,
  { project_id, sampling_flag_id }: SurveyRow,
  rollout: number | null,
): Promise<void> {
  await updateFlag(transaction, { project_id, id: sampling_flag_id }, { filters: samplingFilters(rollout) })
}
