/** How a property filter compares. DECISIONS, "Operators". */
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

/** One test on a person, a group, a cohort or another flag. A missing operator means `exact`. */
export interface PropertyFilter {
  key: string
  value?: unknown
  operator?: FilterOperator | (string & {}) | null
  /** Missing means `person`. */
  type?: 'person' | 'group' | 'cohort' | 'flag' | (string & {})
  /** Position in the project's group types, for `type: 'group'`. */
  group_type_index?: number | null
  /** True inverts the test; honoured inside cohorts. */
  negation?: boolean | null
}

/** One release condition: all of its filters, then its rollout. */
export interface FlagCondition {
  properties?: PropertyFilter[] | null
  /** 0 to 100, fractions allowed; missing or null means everyone. */
  rollout_percentage?: number | null
  /** Forces this variant, when the flag declares it. */
  variant?: string | null
  /** Position in the project's group types; missing: as the flag; null: the person. */
  aggregation_group_type_index?: number | null
}

/** One of the values of a multivariate flag. */
export interface FlagVariant {
  key: string
  name?: string | null
  /** 0 to 100; the percentages of a flag should add up to 100. */
  rollout_percentage: number
}

/** What decides a flag. The interface shows an object with arbitrary keys (section 2.2). */
export interface FlagFilters {
  /** Release conditions, tried in order; the name is historic. */
  groups?: FlagCondition[] | null
  multivariate?: { variants: FlagVariant[] } | null
  /** `"true"` or a variant key -> JSON text. */
  payloads?: Record<string, string> | null
  /** Position in the project's group types; missing or null: a flag of persons. */
  aggregation_group_type_index?: number | null
  /** Early access by condition; the first one counts. */
  super_groups?: FlagCondition[] | null
  /** Early access by the person property `$feature_enrollment/<key>`. */
  feature_enrollment?: boolean | null
  holdout?: { id: number | string; exclusion_percentage: number } | null
  /** True: a condition whose filters hold and whose rollout does not ends the evaluation. */
  early_exit?: boolean | null
}

/** Who receives a flag. Interface sections 2.2 and 4.3, rule 3. */
type EvaluationRuntime = 'server' | 'client' | 'all'

/** A feature flag as the service keeps it. Interface section 2.2. */
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
  /** Null is reported as 0. */
  version: number | null
  /** Null: no runtime requirement. */
  evaluation_runtime: EvaluationRuntime | null
  evaluation_tags: string[]
  /** What the rollout counts on; missing: the distinct id. */
  bucketing_identifier?: 'device_id' | 'distinct_id' | null
}

/** A group of filters inside a cohort, or one filter. */
export type CohortNode =
  | { type: 'AND' | 'OR'; values: CohortNode[]; negation?: boolean | null }
  | PropertyFilter

/** A named set of persons: by filters, or by a fixed list. */
export interface CohortDefinition {
  id: number
  name?: string
  /** What a person must meet; unused when `is_static`. */
  filters?: CohortNode | null
  /** True: the members are `distinct_ids`. */
  is_static?: boolean
  distinct_ids?: string[]
}

/** The properties that an address sets. Interface section 4.3. */
export const GEO_PROPERTIES = [
  '$geoip_city_name',
  '$geoip_country_name',
  '$geoip_country_code',
  '$geoip_continent_name',
  '$geoip_continent_code',
  '$geoip_postal_code',
  '$geoip_time_zone',
] as const
