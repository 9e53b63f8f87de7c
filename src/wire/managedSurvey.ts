import type { FlagDefinition, FlagFilters } from './flagDefinition'
import type {
  Question,
  SurveyAppearance,
  SurveyConditions,
  SurveySchedule,
  SurveyTranslation,
  SurveyType,
} from './survey'
import type { UserSummary } from './user'

/** Values of `type`. Interface section 2.1; the list is in DECISIONS, "Survey values". */
export const SURVEY_TYPES = ['popover', 'widget', 'external_survey', 'api'] as const satisfies SurveyType[]

/** Values of `schedule`. DECISIONS, "Survey values". */
export const SURVEY_SCHEDULES = ['once', 'recurring', 'always'] as const satisfies SurveySchedule[]

/** Values of `response_sampling_interval_type`. DECISIONS, "Survey values". */
export const SAMPLING_INTERVALS = ['day', 'week', 'month'] as const

/** One day of response sampling. */
export interface DailyLimit {
  /** `YYYY-MM-DD`. */
  date: string
  daily_response_limit: number
  /** 0 to 100. */
  rollout_percentage: number
}

/** A flag that a survey refers to, and its key. */
export interface SurveyFlagKey {
  key:
    | 'linked_flag_key'
    | 'targeting_flag_key'
    | 'internal_targeting_flag_key'
    | 'internal_response_sampling_flag_key'
  value: string | null
}

/** What every answer of the management interface says about a survey. Interface section 2.1. */
export interface ManagedSurveyBase {
  id: string
  name: string
  description: string
  type: SurveyType
  schedule: SurveySchedule | null
  linked_flag: EmbeddedFlagDefinition | null
  linked_flag_id: number | null
  targeting_flag: EmbeddedFlagDefinition | null
  internal_targeting_flag: EmbeddedFlagDefinition | null
  questions: Question[] | null
  conditions: SurveyConditions | null
  appearance: SurveyAppearance | null
  created_at: string
  created_by: UserSummary | null
  start_date: string | null
  end_date: string | null
  archived: boolean
  responses_limit: number | null
  iteration_count: number | null
  iteration_frequency_days: number | null
  iteration_start_dates: string[] | null
  current_iteration: number | null
  current_iteration_start_date: string | null
  response_sampling_start_date: string | null
  response_sampling_interval_type: (typeof SAMPLING_INTERVALS)[number] | null
  response_sampling_interval: number | null
  response_sampling_limit: number | null
  response_sampling_daily_limits: DailyLimit[] | null
  enable_partial_responses: boolean | null
  /** Of surveys that have some. DECISIONS, "Translations". */
  translations?: Record<string, SurveyTranslation>
}

/** List and retrieve. Interface section 2.1. */
export interface ReadSurvey extends ManagedSurveyBase {
  feature_flag_keys: SurveyFlagKey[]
  user_access_level: string
}

/** Create and update. Interface section 2.1. */
export interface WrittenSurvey extends ManagedSurveyBase {
  targeting_flag_id: number | null
  targeting_flag_filters: FlagFilters | null
  remove_targeting_flag: boolean | null
  _create_in_folder: string | null
}

/** A flag inside a survey: exactly the fields of interface section 2.2. */
export type EmbeddedFlagDefinition = Omit<FlagDefinition, 'bucketing_identifier'>
