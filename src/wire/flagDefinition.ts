/** The operator of a property filter. See D-273. */
type FilterOperator =
  | 'exact'
  | 'is_not'
  | 'icontains'
  | 'not_icontains'
  | 'icontains_multi'
  | 'not_icontains_multi'
  | 'starts_with'
  | 'not_starts_with'
  | 'ends_with'
  | 'not_ends_with'
  | 'regex'
  | 'not_regex'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'not_between'
  | 'is_set'
  | 'is_not_set'
  | 'is_date_before'
  | 'is_date_after'
  | 'is_date_exact'
  | 'semver_eq'
  | 'semver_neq'
  | 'semver_gt'
  | 'semver_gte'
  | 'semver_lt'
  | 'semver_lte'
  | 'semver_tilde'
  | 'semver_caret'
  | 'semver_wildcard'
  | 'in'
  | 'not_in'
  | 'flag_evaluates_to'

/** A filter on a person, a group, a cohort or another flag. */
export interface PropertyFilter {
  key: string
  value?: unknown
  /** `exact` when missing. */
  operator?: FilterOperator | (string & {}) | null
  /** `person` when missing. */
  type?: 'person' | 'group' | 'cohort' | 'flag' | (string & {})
  /** Index of the group type, for `type: 'group'`. */
  group_type_index?: number | null
  /** Inverts the filter. Only cohorts read it. */
  negation?: boolean | null
}

/** A release condition: all its filters must match, then the rollout decides. */
export interface FlagCondition {
  properties?: PropertyFilter[] | null
  /** 0 to 100, fractions allowed; everyone when missing or null. */
  rollout_percentage?: number | null
  /** Forces this variant if the flag declares it. */
  variant?: string | null
  /** Index of the group type that the condition is about. Missing means that of the flag, null means the person. */
  aggregation_group_type_index?: number | null
}

/** A value of a multivariate flag. */
export interface FlagVariant {
  key: string
  name?: string | null
  /** 0 to 100; the percentages of a flag should add up to 100. */
  rollout_percentage: number
}

/** The rules of a flag. The interface shows an object with arbitrary keys (section 2.2). */
export interface FlagFilters {
  /** Release conditions, in the order of evaluation. The name is historic: they are no groups. */
  groups?: FlagCondition[] | null
  multivariate?: { variants: FlagVariant[] } | null
  /** `"true"` or a variant key -> JSON text. */
  payloads?: Record<string, string> | null
  /** Index of the group type that the flag is about; persons when missing or null. */
  aggregation_group_type_index?: number | null
  /** Early access by condition. Only the first condition counts. */
  super_groups?: FlagCondition[] | null
  /** Early access by the person property `$feature_enrollment/<key>`. */
  feature_enrollment?: boolean | null
  holdout?: { id: number | string; exclusion_percentage: number } | null
  /** The older form of `holdout`. Only the first one counts, and it has no filters. */
  holdout_groups?: { properties?: never[] | null; rollout_percentage: number; variant: string }[] | null
  /** Whether the evaluation ends at a condition whose filters match and whose rollout excludes the person. */
  early_exit?: boolean | null
}

/** The kind of client that receives a flag. Interface sections 2.2 and 4.3, rule 3. */
type EvaluationRuntime = 'server' | 'client' | 'all'

/** A feature flag as it is stored. Interface section 2.2. */
export interface FlagDefinition {
  id: number
  team_id: number
  name: string
  key: string
  filters: FlagFilters
  deleted: boolean
  active: boolean
  ensure_experience_continuity: boolean
  has_encrypted_payloads: boolean
  /** Replies have 0 for null. */
  version: number | null
  /** Null means no runtime requirement. */
  evaluation_runtime: EvaluationRuntime | null
  evaluation_tags: string[]
  /** The identifier that the rollout is computed from; the distinct id when missing. */
  bucketing_identifier?: 'device_id' | 'distinct_id' | null
}

/** A group of filters inside a cohort, or one filter. */
export type CohortNode =
  | { type: 'AND' | 'OR'; values: CohortNode[]; negation?: boolean | null }
  | PropertyFilter

/** A named set of persons, defined by filters or by a list. */
export interface CohortDefinition {
  id: number
  name?: string
  /** The filters that a member matches. Unused when `is_static`; otherwise required. See D-371. */
  filters?: CohortNode | null
  /** Whether the members are `distinct_ids`. */
  is_static?: boolean
  /** A deleted cohort counts as missing. */
  deleted?: boolean
  distinct_ids?: string[]
}

/** The person properties that GeoIP sets. Interface section 4.3. */
export const GEO_PROPERTIES = [
  '$geoip_city_name',
  '$geoip_country_name',
  '$geoip_country_code',
  '$geoip_continent_name',
  '$geoip_continent_code',
  '$geoip_postal_code',
  '$geoip_time_zone',
] as const
