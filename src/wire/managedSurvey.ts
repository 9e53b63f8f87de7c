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

/** Values of `type`. Interface section 2.1; the list is in D-296. */
export const SURVEY_TYPES = ['popover', 'widget', 'external_survey', 'api'] as const satisfies SurveyType[]

/** Values of `response_sampling_interval_type`. See D-296. */
export const SAMPLING_INTERVALS = ['day', 'week', 'month'] as const

/** One day of response sampling. */
export interface DailyLimit {
  /** `YYYY-MM-DD`. */
  date: string
  daily_response_limit: number
  /** 0 to 100. */
  rollout_percentage: number
}

/** The fields of a survey that clients of the management interface write. Interface section 2.1. */
export interface SurveyFields {
  name: string
  description: string
  type: SurveyType
  schedule: SurveySchedule | null
  linked_flag_id: number | null
  targeting_flag_id: number | null
  targeting_flag_filters: FlagFilters | null
  questions: Question[] | null
  conditions: SurveyConditions | null
  appearance: SurveyAppearance | null
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
  /** The service writes a list of `DailyLimit`. Clients may write any JSON value. */
  response_sampling_daily_limits: unknown
  enable_partial_responses: boolean
  /** By language. See D-294. */
  translations: Record<string, SurveyTranslation> | null
  _create_in_folder: string | null
}

/** Fields that only the replies of create and update contain. */
type WriteReplyField = 'targeting_flag_id' | 'targeting_flag_filters' | '_create_in_folder'

/** The part that all replies of the management interface have in common. Interface section 2.1. */
interface SurveyReply extends Omit<SurveyFields, WriteReplyField | 'translations'> {
  id: string
  linked_flag: EmbeddedFlagDefinition | null
  targeting_flag: EmbeddedFlagDefinition | null
  internal_targeting_flag: EmbeddedFlagDefinition | null
  created_at: string
  created_by: UserSummary | null
  /** Missing when there are none. See D-294. */
  translations?: Record<string, SurveyTranslation>
}

/** A survey in the replies of list and retrieve. Interface section 2.1. */
export interface ReadSurvey extends SurveyReply {
  feature_flag_keys: SurveyFlagKey[]
  user_access_level: string
}

/** A survey in the replies of create and update. Interface section 2.1. */
export interface WrittenSurvey extends SurveyReply, Pick<SurveyFields, WriteReplyField> {
  remove_targeting_flag: boolean | null
}

/** The key of a flag that a survey refers to, and the field that names it. */
interface SurveyFlagKey {
  key:
    | 'linked_flag_key'
    | 'targeting_flag_key'
    | 'internal_targeting_flag_key'
    | 'internal_response_sampling_flag_key'
  value: string | null
}

/** A flag inside a survey: exactly the fields of interface section 2.2. */
type EmbeddedFlagDefinition = Omit<FlagDefinition, 'bucketing_identifier'>
