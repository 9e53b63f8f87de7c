import type { FlagCondition, FlagFilters, PropertyFilter } from '../../../wire/flagDefinition'
import type { SurveyRow } from '../../store/rows'

/** Name and key of the flags that a survey makes. DECISIONS, "Survey flags". */
export function surveyFlagName(survey: Pick<SurveyRow, 'name'>): string {
  return `Targeting flag for survey ${survey.name}`
}

/** Ten characters of 0-9a-f from five bytes. */
export function surveyFlagKey(bytes: Uint8Array, suffix: '' | '-custom' | '-sampling'): string {
  const hex = Array.from(bytes.slice(0, 5), byte => byte.toString(16).padStart(2, '0')).join('')
  return `survey-targeting-${hex}${suffix}`
}

/** Whether a survey runs: it has started and has not ended. */
export function isRunning(survey: Pick<SurveyRow, 'start_date' | 'end_date'>): boolean {
  return survey.start_date !== null && survey.end_date === null
}

/** Lets through who has neither answered nor dismissed, in this iteration where there are several. */
export function internalFilters(survey: SurveyRow): FlagFilters {
  const iteration = survey.iteration_count ? `/${survey.current_iteration ?? 1}` : ''
  const untouched = [
    `$survey_dismissed/${survey.id}${iteration}`,
    `$survey_responded/${survey.id}${iteration}`,
  ].map(isNotSet)
  const waitDays = survey.conditions?.seenSurveyWaitPeriodInDays
  if (!waitDays || waitDays <= 0) return { groups: [everyone(untouched)] }
  const seenLongAgo: PropertyFilter = {
    key: '$survey_last_seen_date',
    type: 'person',
    operator: 'is_date_before',
    value: `${waitDays}d`,
  }
  return {
    groups: [
      everyone([...untouched, isNotSet('$survey_last_seen_date')]),
      everyone([...untouched, seenLongAgo]),
    ],
  }
}

/** All of one set of persons. */
function everyone(properties: PropertyFilter[]): FlagCondition {
  return { variant: '', rollout_percentage: 100, properties }
}

function isNotSet(key: string): PropertyFilter {
  return { key, type: 'person', operator: 'is_not_set', value: 'is_not_set' }
}

/** So many percent of everyone. */
export function samplingFilters(rollout: number): FlagFilters {
  return { groups: [{ variant: '', rollout_percentage: rollout, properties: [] }] }
}

/** Whether targeting filters target nobody in particular. */
export function coversEveryone(filters: FlagFilters): boolean {
  return (filters.groups ?? []).some(
    group => (group.properties ?? []).length === 0 && (group.rollout_percentage ?? 100) >= 100,
  )
}
