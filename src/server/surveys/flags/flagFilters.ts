import { SURVEY_DISMISSED_PREFIX, SURVEY_LAST_SEEN_DATE, SURVEY_RESPONDED_PREFIX } from '../../../wire/event'
import type { FlagCondition, FlagFilters, PropertyFilter } from '../../../wire/flagDefinition'
import { SURVEY_FLAG_PREFIX } from '../../../wire/survey'
import { isObject } from '../../lib/values'
import type { SurveyRow } from '../../store/rows'
import { isPositive } from '../schedule/schedule'

/** Returns the name of the flags of a survey. See D-303. */
export function surveyFlagName(survey: Pick<SurveyRow, 'name'>): string {
  return `Targeting flag for survey ${survey.name}`
}

/** Returns the key of a survey flag: the prefix, five bytes in hexadecimal, the suffix. See D-303. */
export function surveyFlagKey(bytes: Uint8Array, suffix: '' | '-custom' | '-sampling'): string {
  const hex = Array.from(bytes.slice(0, 5), byte => byte.toString(16).padStart(2, '0')).join('')
  return SURVEY_FLAG_PREFIX + hex + suffix
}

/** Whether a survey has a start and no end, and is not archived. See D-304. */
export function isRunning(survey: Pick<SurveyRow, 'start_date' | 'end_date' | 'archived'>): boolean {
  return survey.start_date !== null && survey.end_date === null && !survey.archived
}

/**
 * Returns filters that match persons who have neither answered nor dismissed the survey, in its
 * current iteration if it has iterations, and whose waiting period is over.
 */
export function internalTargetingFilters(survey: SurveyRow): FlagFilters {
  const iteration = isPositive(survey.iteration_count) ? `/${survey.current_iteration ?? 1}` : ''
  const notReacted = [
    SURVEY_DISMISSED_PREFIX + survey.id + iteration,
    SURVEY_RESPONDED_PREFIX + survey.id + iteration,
  ].map(isNotSet)
  const waitDays = parseWaitDays(survey.conditions)
  // Browsers do not show such a survey either.
  if (waitDays === undefined) return { groups: [] }
  if (waitDays <= 0) return { groups: [fullRollout(notReacted)] }
  const seenLongAgo: PropertyFilter = {
    key: SURVEY_LAST_SEEN_DATE,
    type: 'person',
    operator: 'is_date_before',
    value: `${waitDays}d`,
  }
  return {
    groups: [
      fullRollout([...notReacted, isNotSet(SURVEY_LAST_SEEN_DATE)]),
      fullRollout([...notReacted, seenLongAgo]),
    ],
  }
}

/** Relative dates have up to four digits. */
const MAX_WAIT_DAYS = 9999

/**
 * Returns the waiting period of a survey in whole days, read as browsers read it: a number or its text, 0 for none.
 *
 * @returns Undefined for a value that is no number.
 */
function parseWaitDays(conditions: unknown): number | undefined {
  const value = isObject(conditions) ? (conditions['seenSurveyWaitPeriodInDays'] ?? 0) : 0
  const days = typeof value === 'object' ? Number.NaN : Number(value)
  return Number.isNaN(days) ? undefined : Math.min(Math.ceil(days), MAX_WAIT_DAYS)
}

function fullRollout(properties: PropertyFilter[]): FlagCondition {
  return { variant: '', rollout_percentage: 100, properties }
}

function isNotSet(key: string): PropertyFilter {
  return { key, type: 'person', operator: 'is_not_set', value: 'is_not_set' }
}

/**
 * Returns filters that match a percentage of all persons. Null stands for limits that cannot be read: the flag then matches
 * nobody and fails, by an operator that does not exist. See D-313.
 */
export function samplingFilters(rollout: number | null): FlagFilters {
  const unreadable: PropertyFilter = { key: 'response_sampling_daily_limits', operator: 'unreadable' }
  const properties = rollout === null ? [unreadable] : []
  return { groups: [{ variant: '', rollout_percentage: rollout ?? 0, properties }] }
}

/**
 * Returns the filters of a targeting flag: null for filters without any field, which count as no filters, and filters that
 * match nobody for a value that is no object. See D-400.
 */
export function nonEmptyFilters(filters: unknown): FlagFilters | null {
  if (filters === null || filters === undefined) return null
  if (!isObject(filters)) return { groups: [] }
  // The shape inside the object is checked when the flag is evaluated.
  return Object.keys(filters).length > 0 ? (filters as unknown as FlagFilters) : null
}

/** Whether a condition of the filters matches all persons. */
export function targetsEveryone(filters: FlagFilters): boolean {
  const groups: unknown = filters.groups
  if (!Array.isArray(groups)) return false
  return groups.filter(isObject).some(group => {
    const { properties, rollout_percentage } = group
    return isEmptyList(properties ?? []) && Number(rollout_percentage ?? 100) >= 100
  })
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
