import type { Properties } from './event'
import type { Survey, SurveyConfig } from './survey'

/** What a flag is worth to the page: its variant, or whether it is on. */
export type FlagValue = boolean | string

/** Body of `POST /flags?v=2`. Interface section 4.3. */
export interface FlagsRequest {
  api_key: string
  distinct_id: string
  groups?: Record<string, string | number>
  evaluation_environments?: string[]
  person_properties?: Properties
  group_properties?: Record<string, Properties>
  /** The id before `identify`, so that a flag with experience continuity keeps its value. */
  $anon_distinct_id?: string
  $device_id?: string
  /** IANA name. */
  timezone?: string
  /** Restricts the answer to these flags. */
  flag_keys?: string[]
  /** True: configuration only, no flag is evaluated. */
  disable_flags?: boolean
}

/** Why a flag has its value. Interface section 4.3. */
export interface FlagReason {
  code: string
  condition_index: number | null
  description?: string | null
}

/** One evaluation result. Interface section 4.3. */
export interface FlagResult {
  key: string
  enabled: boolean
  variant?: string | null
  /** True: the service could not compute this flag. */
  failed?: boolean
  reason?: FlagReason
  metadata?: {
    id?: number
    version?: number
    description?: string | null
    /** JSON text. */
    payload?: string | null
    has_experiment?: boolean
  }
}

/** What `config=true` adds to a flags answer. Interface section 4.3; further fields in D-288. */
export interface RemoteConfig {
  supportedCompression?: string[]
  config?: { enable_collect_everything?: boolean; surveys?: boolean | Survey[] } & Properties
  toolbarParams?: Properties
  isAuthenticated?: boolean
  /** Definitions; `true` means: ask `/api/surveys/`; `false`: there are none. */
  surveys?: boolean | Survey[]
  survey_config?: SurveyConfig | null
  analytics?: { endpoint?: string } | false
}

/** Answer of `POST /flags?v=2`. Interface section 4.3. */
export interface FlagsReply extends RemoteConfig {
  flags?: Record<string, FlagResult>
  /** True: some flags could not be computed; keep what you had of the others. */
  errorsWhileComputingFlags?: boolean
  requestId?: string
  evaluatedAt?: number
  /** Contains `feature_flags` when the quota is used up. Interface section 7. */
  quotaLimited?: string[]
}

/** An early-access feature, as the service lists it. See D-292. */
export interface EarlyAccessFeature {
  name: string
  description: string
  stage: string
  documentationUrl: string | null
  flagKey: string | null
  payload?: unknown
}
