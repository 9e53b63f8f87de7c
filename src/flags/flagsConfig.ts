import type { FlagValue } from '../wire/flag'

/** The part of the configuration that is about flags. */
export interface FlagsConfig {
  /** Values to begin with, before the service has answered. */
  bootstrap?: { featureFlags?: Record<string, FlagValue>; featureFlagPayloads?: Record<string, unknown> }
  /** True: nothing is evaluated; the configuration is still asked for. */
  advanced_disable_feature_flags?: boolean
  /** True: evaluated only once something asks for it. */
  advanced_disable_feature_flags_on_first_load?: boolean
  advanced_only_evaluate_survey_feature_flags?: boolean
  /** True: `$feature_flag_called` is reported again in each session. */
  advanced_feature_flags_dedup_per_session?: boolean
  feature_flag_request_timeout_ms: number
  /** How often a request that met 502, 504 or our own timeout is repeated at once. */
  feature_flag_request_max_retries: number
  /** Older answers are not used; 0: any age will do. */
  feature_flag_cache_ttl_ms?: number
  /** Flags are asked for again after so long; 0: never by themselves. */
  remote_config_refresh_interval_ms: number
  /** The environments whose tagged flags are wanted. Interface 4.3 rule 1. */
  evaluation_environments?: string[]
  flag_keys?: string[]
}
