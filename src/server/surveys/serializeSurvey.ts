import type { FlagFilters } from '../../wire/flagDefinition'
import type {
  EmbeddedFlagDefinition,
  ManagedSurveyBase,
  ReadSurvey,
  SurveyFlagKey,
  WrittenSurvey,
} from '../../wire/managedSurvey'
import type { UserSummary } from '../../wire/user'
import type { FlagRow, SurveyRow, UserRow } from '../store/rows'

/** What a survey refers to, looked up. */
export interface SurveyRelations {
  linked: FlagRow | undefined
  targeting: FlagRow | undefined
  internal: FlagRow | undefined
  sampling: FlagRow | undefined
  createdBy: UserRow | undefined
}

/** List and retrieve. Interface section 2.1. */
export function serializeSurvey(row: SurveyRow, relations: SurveyRelations): ReadSurvey {
  return {
    ...serializeBase(row, relations),
    feature_flag_keys: flagKeys(row, relations),
    user_access_level: 'manager',
  }
}

/** Create and update, which say what was written. Interface section 2.1. */
export function serializeWrittenSurvey(row: SurveyRow, relations: SurveyRelations): WrittenSurvey {
  const { targeting_flag_filters, remove_targeting_flag, _create_in_folder } = row.written
  return {
    ...serializeBase(row, relations),
    targeting_flag_id: row.targeting_flag_id,
    targeting_flag_filters: (targeting_flag_filters ?? null) as FlagFilters | null,
    remove_targeting_flag,
    _create_in_folder,
  }
}

function serializeBase(
  row: SurveyRow,
  { linked, targeting, internal, createdBy }: SurveyRelations,
): ManagedSurveyBase {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    schedule: row.schedule,
    linked_flag: embeddedFlag(linked),
    linked_flag_id: row.linked_flag_id,
    targeting_flag: embeddedFlag(targeting),
    internal_targeting_flag: embeddedFlag(internal),
    questions: row.questions,
    conditions: row.conditions,
    appearance: row.appearance,
    created_at: row.created_at,
    created_by: userSummary(createdBy),
    start_date: row.start_date,
    end_date: row.end_date,
    archived: row.archived,
    responses_limit: row.responses_limit,
    iteration_count: row.iteration_count,
    iteration_frequency_days: row.iteration_frequency_days,
    iteration_start_dates: row.iteration_start_dates,
    current_iteration: row.current_iteration,
    current_iteration_start_date: row.current_iteration_start_date,
    response_sampling_start_date: row.response_sampling_start_date,
    response_sampling_interval_type: row.response_sampling_interval_type,
    response_sampling_interval: row.response_sampling_interval,
    response_sampling_limit: row.response_sampling_limit,
    response_sampling_daily_limits: row.response_sampling_daily_limits,
    enable_partial_responses: row.enable_partial_responses,
    ...(row.browser.translations ? { translations: row.browser.translations } : {}),
  }
}

/** Interface section 2.2. */
function embeddedFlag(flag: FlagRow | undefined): EmbeddedFlagDefinition | null {
  if (!flag) return null
  return {
    id: flag.id,
    team_id: flag.team_id,
    name: flag.name,
    key: flag.key,
    filters: flag.filters,
    deleted: flag.deleted,
    active: flag.active,
    ensure_experience_continuity: flag.ensure_experience_continuity,
    has_encrypted_payloads: flag.has_encrypted_payloads,
    version: flag.version,
    evaluation_runtime: flag.evaluation_runtime,
    evaluation_tags: flag.evaluation_tags,
  }
}

/** Interface section 2.3. */
function userSummary(user: UserRow | undefined): UserSummary | null {
  if (!user) return null
  return {
    id: user.id,
    uuid: user.uuid,
    distinct_id: user.distinct_id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    is_email_verified: user.is_email_verified,
    hedgehog_config: user.hedgehog_config,
    role_at_organization: user.role_at_organization,
  }
}

function flagKeys(
  { browser }: SurveyRow,
  { linked, targeting, internal, sampling }: SurveyRelations,
): SurveyFlagKey[] {
  return [
    { key: 'linked_flag_key', value: linked?.key ?? browser.linked_flag_key ?? null },
    { key: 'targeting_flag_key', value: targeting?.key ?? browser.targeting_flag_key ?? null },
    {
      key: 'internal_targeting_flag_key',
      value: internal?.key ?? browser.internal_targeting_flag_key ?? null,
    },
    { key: 'internal_response_sampling_flag_key', value: sampling?.key ?? null },
  ]
}
