import type { FlagFilters } from '../../../wire/flagDefinition'
import type { FlagRow, SurveyRow } from '../../store/rows'
import type { StoreReader, Transaction } from '../../store/store'
import { seedFlagRow } from '../../testing/seed'
import { internalFilters, isRunning, samplingFilters, surveyFlagKey, surveyFlagName } from './flagFilters'

/** An id that no flag of the project has had: deleted flags keep theirs. */
export async function nextFlagId(store: StoreReader, projectId: number): Promise<number> {
  const [latest] = await store.find('flags', { where: { project_id: projectId }, order: 'newest', limit: 1 })
  return (latest?.id ?? 0) + 1
}

/** A flag by its id, unless it is deleted. */
export async function flagById(
  store: StoreReader,
  projectId: number,
  id: number | null,
): Promise<FlagRow | undefined> {
  const flag = id === null ? undefined : await store.get('flags', { project_id: projectId, id })
  return flag?.deleted ? undefined : flag
}

type RandomBytes = (count: number) => Uint8Array

/** Makes a flag for a survey. @returns Its id. */
async function makeFlag(
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
    seedFlagRow(project_id, key, { name: surveyFlagName(survey), filters, active }, id),
  )
  return id
}

/** Changes a flag, and counts its version on; nothing when there is no such flag. */
async function changeFlag(
  transaction: Transaction,
  projectId: number,
  id: number | null,
  change: Partial<FlagRow>,
): Promise<void> {
  const flag = await flagById(transaction, projectId, id)
  if (!flag) return
  const changed = { ...flag, ...change }
  if (JSON.stringify(changed) === JSON.stringify(flag)) return
  await transaction.put('flags', { ...changed, version: (flag.version ?? 0) + 1 })
}

/** Marks a flag as deleted: it decides nothing any more, and its id stays taken. */
export async function deleteFlag(
  transaction: Transaction,
  projectId: number,
  id: number | null,
): Promise<void> {
  await changeFlag(transaction, projectId, id, { deleted: true, active: false })
}

/**
 * Brings the flags of a survey in line with it: makes those that are missing,
 * recomputes their filters, and has them active while the survey runs. DECISIONS, "Survey flags".
 *
 * @param targeting Filters of the targeting flag; null leaves it as it is.
 * @returns The survey with the ids of its flags.
 */
export async function keepFlags(
  transaction: Transaction,
  survey: SurveyRow,
  targeting: FlagFilters | null,
  randomBytes: RandomBytes,
): Promise<SurveyRow> {
  const { project_id } = survey
  const active = isRunning(survey)
  const kept = { ...survey }
  const known = await flagById(transaction, project_id, kept.targeting_flag_id)
  if (targeting && !known) {
    kept.targeting_flag_id = await makeFlag(transaction, survey, '', targeting, active, randomBytes)
  } else if (known && ownsFlag(known)) {
    const filters = targeting ? { ...known.filters, ...targeting } : known.filters
    await changeFlag(transaction, project_id, known.id, { filters, active })
  }

  const filters = internalFilters(survey)
  if (kept.internal_targeting_flag_id === null) {
    kept.internal_targeting_flag_id = await makeFlag(
      transaction,
      survey,
      '-custom',
      filters,
      active,
      randomBytes,
    )
  } else {
    await changeFlag(transaction, project_id, kept.internal_targeting_flag_id, { filters, active })
  }

  if (survey.response_sampling_daily_limits && kept.sampling_flag_id === null) {
    kept.sampling_flag_id = await makeFlag(
      transaction,
      survey,
      '-sampling',
      samplingFilters(100),
      active,
      randomBytes,
    )
  } else {
    await changeFlag(transaction, project_id, kept.sampling_flag_id, { active })
  }
  return kept
}

/** A flag that somebody else made and linked is not the survey's to switch. */
function ownsFlag(flag: FlagRow): boolean {
  return flag.key.startsWith('survey-targeting-')
}

/** Sets the share of persons that sampling lets through. */
export async function sampleTo(transaction: Transaction, survey: SurveyRow, rollout: number): Promise<void> {
  await changeFlag(transaction, survey.project_id, survey.sampling_flag_id, {
    filters: samplingFilters(rollout),
  })
}
