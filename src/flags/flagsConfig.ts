import type { FlagValue } from '../wire/flag'

/** Options of the configuration for flags. */
export interface FlagsConfig {
  /** Initial values, used until the service responds. See `Bootstrap`. */
  bootstrap?: {
    featureFlags?: Record<string, FlagValue>
    defaultFeatureFlags?: Record<string, FlagValue>
    featureFlagPayloads?: Record<string, unknown>
  }
  /** Whether the request asks only for the configuration, without evaluating flags. */
  advanced_disable_feature_flags?: boolean
  /** Whether the first request waits until the page reloads flags. */
  advanced_disable_feature_flags_on_first_load?: boolean
  /** Whether only the flags of surveys are evaluated. */
  advanced_only_evaluate_survey_feature_flags?: boolean
  /** Whether `$feature_flag_called` is reported once per session. Default: once per person. */
  advanced_feature_flags_dedup_per_session?: boolean
  feature_flag_request_timeout_ms: number
  /** Maximum number of immediate retries after status 502, 504 or a timeout. */
  feature_flag_request_max_retries: number
  /** Maximum age of flags. Older values are not used. 0 (default): no maximum. */
  feature_flag_cache_ttl_ms?: number
  /** Interval at which flags are reloaded. 0: never. */
  remote_config_refresh_interval_ms: number
  /** Environments whose tagged flags are evaluated. Interface 4.3, rule 1. */
  evaluation_environments?: string[]
  /** Restricts the evaluation to these flags. */
  flag_keys?: string[]
}
