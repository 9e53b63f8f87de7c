import type { Properties } from '../../wire/event'
import type { CohortDefinition, FlagDefinition } from '../../wire/flagDefinition'
import type { DailyLimit, SAMPLING_INTERVALS } from '../../wire/managedSurvey'
import type {
  Question,
  Survey,
  SurveyAppearance,
  SurveyConditions,
  SurveySchedule,
  SurveyType,
} from '../../wire/survey'

/** One stored event: as it was received, and as it is understood. Interface sections 4.4 and 6. */
export interface StoredEvent {
  project_id: number
  uuid: string
  event: string
  distinct_id: string
  properties: Properties
  /** ISO 8601, corrected by `sent_at` or `offset`. */
  timestamp: string
  /** ISO 8601, when the service received it. */
  received_at: string
  /** Null for an anonymous event (`$process_person_profile: false`) of nobody we know. */
  person_id: string | null
  person_mode: 'full' | 'anonymous'
  historical_migration: boolean
  /** Group type -> group key, from `$groups`. */
  groups: Record<string, string>
}

export interface ProjectRow {
  id: number
  name: string
  /** The key that browsers send. */
  token: string
  organization_id: string
  /** IANA name; how dates without an offset are read. */
  time_zone: string
}

export interface UserRow {
  id: number
  uuid: string
  distinct_id: string
  first_name: string
  last_name: string
  email: string
  is_email_verified: boolean
  is_staff: boolean
  hedgehog_config: Properties | null
  role_at_organization: string | null
  password: string | null
  /** The address that waits for its verification. */
  pending_email: string | null
  /** What a verification mail carries, and until when (epoch ms) it counts. */
  verification: { token: string; expires_at: number } | null
  /** Base32; the secret of a setup that has not been validated, until `expires_at` (epoch ms). */
  two_factor_setup: { secret: string; expires_at: number } | null
  /** Base32; null: two-factor authentication is off. */
  two_factor_secret: string | null
  backup_codes: string[]
}

export interface PersonalKeyRow {
  key: string
  user_id: number
  scopes: string[]
  /** Null: all projects. */
  project_ids: number[] | null
}

export interface PersonRow {
  project_id: number
  id: string
  properties: Properties
  is_identified: boolean
  /** The id that names the person: the alias of `$create_alias`, the id of `$identify`. */
  main_distinct_id: string
  created_at: string
}

export interface DistinctIdRow {
  project_id: number
  distinct_id: string
  person_id: string
}

/** Keeps a flag's value across `identify`. Interface section 2.2, `ensure_experience_continuity`. */
export interface HashOverrideRow {
  project_id: number
  person_id: string
  hash_id: string
}

export interface GroupTypeRow {
  project_id: number
  type: string
  index: number
}

export interface GroupRow {
  project_id: number
  type: string
  key: string
  properties: Properties
  created_at: string
}

/** Why the service dropped or changed something that it answered 200 to. */
export interface WarningRow {
  id: string
  project_id: number
  type: string
  detail: string
  distinct_id: string | null
  event: string | null
  at: string
}

export interface FlagRow extends FlagDefinition {
  project_id: number
}

export interface CohortRow extends CohortDefinition {
  project_id: number
}

export interface CohortMemberRow {
  project_id: number
  cohort_id: number
  distinct_id: string
}

export interface SurveyRow {
  project_id: number
  id: string
  name: string
  description: string
  type: SurveyType
  schedule: SurveySchedule | null
  linked_flag_id: number | null
  targeting_flag_id: number | null
  internal_targeting_flag_id: number | null
  sampling_flag_id: number | null
  questions: Question[] | null
  conditions: SurveyConditions | null
  appearance: SurveyAppearance | null
  created_at: string
  created_by_id: number | null
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
  enable_partial_responses: boolean
  /** What create and update send back of their own fields. Interface section 2.1. */
  written: {
    targeting_flag_filters: unknown
    remove_targeting_flag: boolean | null
    _create_in_folder: string | null
  }
  /** What a survey given at start carries beyond the management form: flag keys and translations, for browsers. */
  browser: Partial<Survey>
}

export interface ActivityRow {
  id: string
  project_id: number
  item_id: string
  user_id: number | null
  activity: 'created' | 'updated' | 'deleted'
  name: string
  changes: ActivityChange[] | null
  created_at: string
}

/** One field of an update. DECISIONS, "Activity". */
export interface ActivityChange {
  type: 'Survey'
  action: 'created' | 'changed' | 'deleted'
  field: string
  before: unknown
  after: unknown
}

/** The kinds of survey event that statistics count. Interface section 6. */
export type MarkKind = 'shown' | 'dismissed' | 'sent'

/** One counted survey event; a later one of the same submission replaces it. */
export interface SurveyMarkRow {
  project_id: number
  survey_id: string
  kind: MarkKind
  /** The submission, or the uuid of an event without one. */
  mark: string
  respondent: string
  /** Epoch ms. */
  at: number
}

/** How often one respondent met one survey; zeroes are not stored. */
export interface SurveyRespondentRow {
  project_id: number
  survey_id: string
  respondent: string
  shown: number
  dismissed: number
  sent: number
}

/** Running totals of one survey, or of all together. */
export interface SurveyTotalsRow {
  project_id: number
  survey_id: string
  shown: number
  dismissed: number
  sent: number
  shown_persons: number
  /** Of those who never sent. */
  dismissed_persons: number
  sent_persons: number
  /** Persons who neither sent nor dismissed. */
  only_shown_persons: number
  /** Counts on with every change, so that what was computed from it can be known to be old. */
  changes: number
}

/** Every table and what a row of it looks like. */
export interface Rows {
  projects: ProjectRow
  users: UserRow
  personalKeys: PersonalKeyRow
  persons: PersonRow
  distinctIds: DistinctIdRow
  hashOverrides: HashOverrideRow
  groupTypes: GroupTypeRow
  groups: GroupRow
  events: StoredEvent
  warnings: WarningRow
  flags: FlagRow
  cohorts: CohortRow
  cohortMembers: CohortMemberRow
  surveys: SurveyRow
  activity: ActivityRow
  surveyMarks: SurveyMarkRow
  surveyRespondents: SurveyRespondentRow
  surveyTotals: SurveyTotalsRow
}

export type TableName = keyof Rows
export type Row<T extends TableName> = Rows[T]

interface TableShape<R> {
  /** Columns that together name one row. */
  key: readonly (keyof R & string)[]
  /** Further sets of columns that rows are found by; the key's beginning needs no index if it is listed here. */
  indexes: readonly (readonly (keyof R & string)[])[]
  /** The numeric column that orders and bounds; missing: the order of insertion. */
  order?: keyof R & string
  /** Columns that `words` look into. */
  text?: readonly (keyof R & string)[]
}

/** What a database needs to know of each table. */
export const TABLES = {
  projects: { key: ['id'], indexes: [['token'], []] },
  users: { key: ['id'], indexes: [['uuid'], []] },
  personalKeys: { key: ['key'], indexes: [[]] },
  persons: { key: ['project_id', 'id'], indexes: [['project_id']] },
  distinctIds: { key: ['project_id', 'distinct_id'], indexes: [['project_id', 'person_id']] },
  hashOverrides: { key: ['project_id', 'person_id'], indexes: [] },
  groupTypes: { key: ['project_id', 'type'], indexes: [['project_id']] },
  groups: { key: ['project_id', 'type', 'key'], indexes: [['project_id']] },
  events: { key: ['project_id', 'uuid'], indexes: [['project_id'], ['project_id', 'person_id']] },
  warnings: { key: ['id'], indexes: [['project_id']] },
  flags: { key: ['project_id', 'id'], indexes: [['project_id'], ['project_id', 'key']], order: 'id' },
  cohorts: { key: ['project_id', 'id'], indexes: [['project_id']] },
  cohortMembers: { key: ['project_id', 'cohort_id', 'distinct_id'], indexes: [] },
  surveys: {
    key: ['project_id', 'id'],
    indexes: [['project_id'], ['project_id', 'name'], ['project_id', 'archived']],
    text: ['name', 'description'],
  },
  activity: { key: ['id'], indexes: [['project_id'], ['project_id', 'item_id']] },
  surveyMarks: {
    key: ['project_id', 'survey_id', 'kind', 'mark'],
    indexes: [
      ['project_id', 'survey_id', 'kind'],
      ['project_id', 'respondent'],
    ],
    order: 'at',
  },
  surveyRespondents: {
    key: ['project_id', 'survey_id', 'respondent'],
    indexes: [
      ['project_id', 'survey_id'],
      ['project_id', 'respondent'],
    ],
  },
  surveyTotals: { key: ['project_id', 'survey_id'], indexes: [['project_id']] },
} as const satisfies { [T in TableName]: TableShape<Rows[T]> }

/** The columns that name one row of a table, with their values. */
export type Key<T extends TableName> = Pick<Rows[T], (typeof TABLES)[T]['key'][number] & keyof Rows[T]>
