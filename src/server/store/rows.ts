import type { Properties } from '../../wire/event'
import type { CohortDefinition, FlagDefinition } from '../../wire/flagDefinition'
import type { SurveyFields } from '../../wire/managedSurvey'
import type { Survey } from '../../wire/survey'
import type { UserSummary } from '../../wire/user'

/** A stored event. Interface sections 4.4 and 6. */
export interface StoredEvent {
  project_id: number
  uuid: string
  event: string
  distinct_id: string
  properties: Properties
  /** ISO 8601; the client's time, corrected by `sent_at` or `offset`. */
  timestamp: string
  /** ISO 8601; the time at which the service received the event. */
  received_at: string
  /** Null for an anonymous event (`$process_person_profile: false`) of an unknown person. */
  person_id: string | null
  person_mode: 'full' | 'anonymous'
  historical_migration: boolean
  /** Group type -> group key, from `$groups`. */
  groups: Record<string, string>
}

/** A project, with its project key. */
export interface ProjectRow {
  id: number
  name: string
  /** The key that browsers send. */
  token: string
  organization_id: string
  /** IANA name; dates without an offset are read in it. */
  time_zone: string
  /** Signs preview tokens: random bytes in hex. Missing until the first token. See D-616. */
  preview_secret?: string
}

/** An account. Interface sections 2.3 and 4.1. */
export interface UserRow extends UserSummary {
  is_email_verified: boolean
  is_staff: boolean
  /** The new email address, until it is verified. */
  pending_email: string | null
  /** The token of the verification mail, valid until `expires_at` (epoch ms). */
  verification: { token: string; expires_at: number } | null
  /** The secret (base32) of a setup that is not validated yet, valid until `expires_at` (epoch ms). */
  two_factor_setup: { secret: string; expires_at: number } | null
  /** Base32; null when two-factor authentication is off. */
  two_factor_secret: string | null
  backup_codes: string[]
}

/** A personal key for the management endpoints. Interface section 5. The key itself is stored nowhere. See D-530. */
export interface PersonalKeyRow {
  /** The first digits of the hash. Not secret. */
  id: string
  /** `sha256$` and the SHA-256 of the key in hex. */
  hash: string
  /** The ends of the key, for display. Null when only its hash is known. */
  mask: string | null
  label: string
  user_id: number
  scopes: string[]
  /** Ids of the projects that the key may access; null for all. */
  project_ids: number[] | null
  /** ISO 8601. */
  created_at: string
}

/** A person that events are about. Interface section 6. */
export interface PersonRow {
  project_id: number
  id: string
  properties: Properties
  is_identified: boolean
  /** The id of the last merge: the alias of `$create_alias`, or the distinct id of `$identify`. */
  main_distinct_id: string
  created_at: string
}

/** The person that a distinct id belongs to. */
export interface DistinctIdRow {
  project_id: number
  distinct_id: string
  person_id: string
}

/** The id that keeps flag values across `identify`. Interface section 2.2, `ensure_experience_continuity`. */
export interface HashOverrideRow {
  project_id: number
  person_id: string
  hash_id: string
}

/** A group type. Flags refer to it by its index. */
export interface GroupTypeRow {
  project_id: number
  type: string
  index: number
}

/** A group. Interface section 6, `$groupidentify`. */
export interface GroupRow {
  project_id: number
  type: string
  key: string
  properties: Properties
  created_at: string
}

/** A problem with an event of a request that was answered with 200. */
export interface WarningRow {
  id: string
  project_id: number
  type: string
  detail: string
  distinct_id: string | null
  event: string | null
  at: string
}

/** A flag. Interface section 2.2. */
export interface FlagRow extends FlagDefinition {
  project_id: number
}

/** A cohort: a named set of persons. */
export interface CohortRow extends CohortDefinition {
  project_id: number
}

/** A member of a static cohort. */
export interface CohortMemberRow {
  project_id: number
  cohort_id: number
  distinct_id: string
}

/** A survey. Interface section 2.1. */
export interface SurveyRow extends SurveyFields {
  project_id: number
  id: string
  internal_targeting_flag_id: number | null
  sampling_flag_id: number | null
  created_at: string
  created_by_id: number | null
  /** Keys of flags that the service need not have. Only seeded surveys have them. */
  linked_flag_key: string | null
  targeting_flag_key: string | null
  internal_targeting_flag_key: string | null
  feature_flag_keys: NonNullable<Survey['feature_flag_keys']> | null
  /** Only seeded surveys have one. */
  base_language: string | null
}

/** An entry of the activity log of surveys. Interface section 4.2, activity. */
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

/** A changed field of an update. See D-318. */
export interface ActivityChange {
  type: 'Survey'
  action: 'created' | 'changed' | 'deleted'
  field: string
  before: unknown
  after: unknown
}

/** The kinds of survey event that statistics count. Interface section 6. */
export type SurveyEventKind = 'shown' | 'dismissed' | 'sent'

/** A counted survey event. A later event of the same submission replaces it. */
export interface SurveyEventRow {
  project_id: number
  survey_id: string
  kind: SurveyEventKind
  /** The submission id, or the uuid of an event without a submission id. */
  dedupe_key: string
  respondent: string
  /** Epoch ms. */
  at: number
  /** The event itself. Missing in rows of earlier versions. See D-587. */
  event_uuid?: string
  /** Other events of the submission, such as partial answers, so that all of them go with their person. See D-634. */
  other_uuids?: string[]
}

/** Number of events of one respondent and one survey. A row of zeros is not stored. */
export interface SurveyRespondentRow {
  project_id: number
  survey_id: string
  respondent: string
  shown: number
  dismissed: number
  sent: number
}

/** Running totals of one survey, or of all surveys together. */
export interface SurveyTotalsRow {
  project_id: number
  survey_id: string
  shown: number
  dismissed: number
  sent: number
  shown_persons: number
  /** Persons who dismissed and did not send. */
  dismissed_persons: number
  sent_persons: number
  /** Persons who were shown the survey and neither sent nor dismissed. */
  only_shown_persons: number
  /** Incremented with each change, so that caches can detect stale statistics. */
  changes: number
}
