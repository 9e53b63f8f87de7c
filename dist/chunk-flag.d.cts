import { a as Survey, P as Properties, h as SurveyConfig } from './chunk-survey.cjs';

/** The value of a flag: its variant, or whether it is enabled. */
type FlagValue = boolean | string;
/** Body of `POST /flags?v=2`. Interface section 4.3. */
interface FlagsRequest {
    api_key: string;
    distinct_id: string;
    groups?: Record<string, string | number>;
    evaluation_environments?: string[];
    person_properties?: Properties;
    group_properties?: Record<string, Properties>;
    /** The anonymous id before `identify`. Keeps the values of flags with experience continuity. */
    $anon_distinct_id?: string;
    $device_id?: string;
    /** IANA name of the visitor's time zone. */
    timezone?: string;
    /** Restricts the evaluation to these flags. */
    flag_keys?: string[];
    /** Whether the request asks only for the configuration. */
    disable_flags?: boolean;
}
/** The reason for a flag's value. Interface section 4.3. */
interface FlagReason {
    code: string;
    condition_index: number | null;
    description?: string | null;
}
/** The evaluation result of one flag. Interface section 4.3. */
interface FlagResult {
    key: string;
    enabled: boolean;
    variant?: string | null;
    /** Whether the service could not compute the flag. */
    failed?: boolean;
    reason?: FlagReason;
    metadata?: {
        id?: number;
        version?: number;
        description?: string | null;
        /** JSON text. */
        payload?: string | null;
        has_experiment?: boolean;
    };
}
/** The part of a flags reply that `config=true` adds. Interface section 4.3; further fields in D-288. */
interface RemoteConfig {
    supportedCompression?: string[];
    config?: {
        enable_collect_everything?: boolean;
        surveys?: boolean | Survey[];
    } & Properties;
    toolbarParams?: Properties;
    isAuthenticated?: boolean;
    /** Survey definitions, or whether `/api/surveys/` has any. */
    surveys?: boolean | Survey[];
    survey_config?: SurveyConfig | null;
    analytics?: {
        endpoint?: string;
    } | false;
}
/** Reply of `POST /flags?v=2`. Interface section 4.3. */
interface FlagsReply extends RemoteConfig {
    flags?: Record<string, FlagResult>;
    /** Whether some flags could not be computed. Clients keep the previous values of those. */
    errorsWhileComputingFlags?: boolean;
    requestId?: string;
    /** Milliseconds since 1970. */
    evaluatedAt?: number;
    /** Contains `feature_flags` when their quota is exceeded. Interface section 7. */
    quotaLimited?: string[];
}
/** An early-access feature in the list of the service. See D-292. */
interface EarlyAccessFeature {
    name: string;
    description: string;
    stage: string;
    documentationUrl: string | null;
    flagKey: string | null;
    payload?: unknown;
}

export type { EarlyAccessFeature as E, FlagValue as F, FlagsReply as a, FlagsRequest as b };
