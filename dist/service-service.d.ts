/** What goes wrong on purpose, so that a client's way of coping can be tested. */
interface Failure {
    /** Beginning of the path it concerns; missing: every path. */
    path?: string;
    /** Answers so, without doing anything. */
    status?: number;
    /** Of the failing answer. */
    headers?: Record<string, string>;
    /** Waits so long first; by itself it only makes the true answer late. */
    delayMs?: number;
    /** True: no answer, the connection is lost. */
    drop?: boolean;
    /** True: the request is served, and half of its answer arrives. */
    truncate?: boolean;
    /** Ends after so many requests; missing: when cancelled. */
    times?: number;
}

/** A mail that the service would have sent. */
interface Mail {
    to: string;
    kind: 'email_verification';
    /** What the reader has to give back. */
    token: string;
    /** Epoch ms. */
    at: number;
}

/** Any JSON object: event properties, person properties, group properties. */
type Properties = Record<string, unknown>;

/** How a condition compares what it wants with what it sees. DECISIONS, "Match types". */
type MatchType = 'exact' | 'is_not' | 'icontains' | 'not_icontains' | 'regex' | 'not_regex' | 'gt' | 'lt';
/** Branching after a question. Interface section 2.4. */
type Branching = {
    type: 'next_question';
} | {
    type: 'end';
} | {
    type: 'specific_question';
    index: number;
} | {
    type: 'response_based';
    responseValues: Record<string, number | string>;
};
/** Fields that every question has. Interface section 2.4. */
interface QuestionBase {
    id?: string;
    question: string;
    description?: string | null;
    /** Missing means `text`. DECISIONS, "Description type". */
    descriptionContentType?: 'html' | 'text';
    /** Missing means required. */
    optional?: boolean;
    buttonText?: string | null;
    branching?: Branching | null;
    /** Language code -> translated fields. */
    translations?: Record<string, QuestionTranslation>;
}
/** Rule on the length of an open answer, in characters. */
interface LengthRule {
    type: 'min_length' | 'max_length';
    value?: number;
    errorMessage?: string;
}
interface OpenQuestion extends QuestionBase {
    type: 'open';
    validation?: LengthRule[];
}
interface LinkQuestion extends QuestionBase {
    type: 'link';
    link?: string | null;
}
interface RatingQuestion extends QuestionBase {
    type: 'rating';
    display: 'number' | 'emoji';
    /** 2, 3, 5, 7 (from 1) or 10 (from 0). */
    scale: number;
    lowerBoundLabel?: string | null;
    upperBoundLabel?: string | null;
    /** True: choosing is submitting. */
    skipSubmitButton?: boolean;
}
interface ChoiceBase extends QuestionBase {
    choices: string[];
    shuffleOptions?: boolean;
    /** True: the last choice asks for free text. */
    hasOpenChoice?: boolean;
}
interface SingleChoiceQuestion extends ChoiceBase {
    type: 'single_choice';
    skipSubmitButton?: boolean;
}
interface MultipleChoiceQuestion extends ChoiceBase {
    type: 'multiple_choice';
}
/** One question. Interface section 2.4. */
type Question = OpenQuestion | LinkQuestion | RatingQuestion | SingleChoiceQuestion | MultipleChoiceQuestion;
interface QuestionTranslation {
    question?: string;
    description?: string;
    buttonText?: string;
    link?: string;
    lowerBoundLabel?: string;
    upperBoundLabel?: string;
    choices?: string[];
}
interface SurveyTranslation {
    name?: string;
    thankYouMessageHeader?: string;
    thankYouMessageDescription?: string;
    thankYouMessageCloseButtonText?: string;
    introScreenHeader?: string;
    introScreenDescription?: string;
    introScreenButtonText?: string;
    submitButtonText?: string;
    backButtonText?: string;
    placeholder?: string;
    widgetLabel?: string;
}
/** One event that starts or cancels a survey; all filters must hold. */
interface EventTrigger {
    name: string;
    propertyFilters?: Record<string, {
        values: string[];
        operator: MatchType;
    }>;
}
/** One step of an action; every part that is given must hold. */
interface ActionStep {
    event?: string | null;
    url?: string | null;
    url_matching?: 'contains' | 'exact' | 'regex' | null;
    href?: string | null;
    href_matching?: 'contains' | 'exact' | 'regex' | null;
    text?: string | null;
    text_matching?: 'contains' | 'exact' | 'regex' | null;
    selector?: string | null;
    selector_regex?: string | null;
    properties?: {
        key: string;
        value?: unknown;
        operator?: string;
    }[] | null;
}
/** Where and when a survey may show. The interface leaves the shape open; DECISIONS, "Conditions". */
interface SurveyConditions {
    url?: string | null;
    urlMatchType?: MatchType | null;
    selector?: string | null;
    deviceTypes?: string[] | null;
    deviceTypesMatchType?: MatchType | null;
    seenSurveyWaitPeriodInDays?: number | null;
    linkedFlagVariant?: string | null;
    events?: {
        repeatedActivation?: boolean;
        values: EventTrigger[];
    } | null;
    cancelEvents?: {
        values: EventTrigger[];
    } | null;
    actions?: {
        values: {
            id?: number;
            name?: string | null;
            steps?: ActionStep[] | null;
        }[];
    } | null;
}
type SurveyPosition = 'top_left' | 'top_center' | 'top_right' | 'middle_left' | 'middle_center' | 'middle_right' | 'left' | 'center' | 'right' | 'next_to_trigger';
/** How a survey looks. The interface leaves the shape open; DECISIONS, "Appearance". Any CSS value the browser understands. */
interface SurveyAppearance extends Omit<SurveyTranslation, 'name'> {
    backgroundColor?: string;
    textColor?: string;
    textSubtleColor?: string;
    borderColor?: string;
    submitButtonColor?: string;
    submitButtonTextColor?: string;
    ratingButtonColor?: string;
    ratingButtonActiveColor?: string;
    inputBackground?: string;
    inputBackgroundColor?: string;
    inputTextColor?: string;
    outlineColor?: string;
    scrollbarThumbColor?: string;
    scrollbarTrackColor?: string;
    fontFamily?: string;
    maxWidth?: string;
    zIndex?: string | number;
    boxPadding?: string;
    boxShadow?: string;
    borderRadius?: string;
    disabledButtonOpacity?: string;
    whiteLabel?: boolean;
    position?: SurveyPosition;
    hideCancelButton?: boolean;
    disableAutofocus?: boolean;
    shuffleQuestions?: boolean;
    surveyPopupDelaySeconds?: number;
    allowGoBack?: boolean;
    displayThankYouMessage?: boolean;
    thankYouMessageDescriptionContentType?: 'html' | 'text';
    autoDisappear?: boolean;
    displayIntroScreen?: boolean;
    introScreenDescriptionContentType?: 'html' | 'text';
    widgetType?: 'tab' | 'selector' | 'button';
    widgetSelector?: string;
    widgetColor?: string;
    tabPosition?: 'top' | 'left' | 'right' | 'bottom';
}
type SurveyType = 'popover' | 'widget' | 'api' | 'external_survey';
type SurveySchedule = 'once' | 'recurring' | 'always';
/** A flag as it stands inside a survey of the management interface. Interface section 2.2; browsers need its key alone. */
interface EmbeddedFlag {
    key: string;
}
/**
 * A survey as browsers receive it. Interface section 2.1, with flag keys in place of flag objects
 * (DECISIONS, "Survey list"); the management form, with flag objects, is accepted as well.
 */
interface Survey {
    id: string;
    name?: string;
    type: SurveyType;
    schedule?: SurveySchedule | null;
    linked_flag_key?: string | null;
    targeting_flag_key?: string | null;
    internal_targeting_flag_key?: string | null;
    linked_flag?: EmbeddedFlag | null;
    targeting_flag?: EmbeddedFlag | null;
    internal_targeting_flag?: EmbeddedFlag | null;
    /** Further flags that must be on; `value` is a flag key. */
    feature_flag_keys?: {
        key: string;
        value?: string | null;
    }[] | null;
    questions: Question[];
    conditions?: SurveyConditions | null;
    appearance?: SurveyAppearance | null;
    start_date?: string | null;
    end_date?: string | null;
    current_iteration?: number | null;
    current_iteration_start_date?: string | null;
    enable_partial_responses?: boolean | null;
    base_language?: string | null;
    translations?: Record<string, SurveyTranslation>;
}

/** What a flag is worth to the page: its variant, or whether it is on. */
type FlagValue = boolean | string;

/** How a property filter compares. DECISIONS, "Operators". */
type FilterOperator = 'exact' | 'is_not' | 'icontains' | 'not_icontains' | 'icontains_multi' | 'not_icontains_multi' | 'starts_with' | 'not_starts_with' | 'ends_with' | 'not_ends_with' | 'regex' | 'not_regex' | 'gt' | 'gte' | 'lt' | 'lte' | 'between' | 'not_between' | 'is_set' | 'is_not_set' | 'is_date_before' | 'is_date_after' | 'is_date_exact' | 'semver_eq' | 'semver_neq' | 'semver_gt' | 'semver_gte' | 'semver_lt' | 'semver_lte' | 'semver_tilde' | 'semver_caret' | 'semver_wildcard' | 'in' | 'not_in' | 'flag_evaluates_to';
/** One test on a person, a group, a cohort or another flag. A missing operator means `exact`. */
interface PropertyFilter {
    key: string;
    value?: unknown;
    operator?: FilterOperator | (string & {}) | null;
    /** Missing means `person`. */
    type?: 'person' | 'group' | 'cohort' | 'flag' | (string & {});
    /** Position in the project's group types, for `type: 'group'`. */
    group_type_index?: number | null;
    /** True inverts the test; honoured inside cohorts. */
    negation?: boolean | null;
}
/** One release condition: all of its filters, then its rollout. */
interface FlagCondition {
    properties?: PropertyFilter[] | null;
    /** 0 to 100, fractions allowed; missing or null means everyone. */
    rollout_percentage?: number | null;
    /** Forces this variant, when the flag declares it. */
    variant?: string | null;
    /** Position in the project's group types; missing: as the flag; null: the person. */
    aggregation_group_type_index?: number | null;
}
/** One of the values of a multivariate flag. */
interface FlagVariant {
    key: string;
    name?: string | null;
    /** 0 to 100; the percentages of a flag should add up to 100. */
    rollout_percentage: number;
}
/** What decides a flag. The interface shows an object with arbitrary keys (section 2.2). */
interface FlagFilters {
    /** Release conditions, tried in order; the name is historic. */
    groups?: FlagCondition[] | null;
    multivariate?: {
        variants: FlagVariant[];
    } | null;
    /** `"true"` or a variant key -> JSON text. */
    payloads?: Record<string, string> | null;
    /** Position in the project's group types; missing or null: a flag of persons. */
    aggregation_group_type_index?: number | null;
    /** Early access by condition; the first one counts. */
    super_groups?: FlagCondition[] | null;
    /** Early access by the person property `$feature_enrollment/<key>`. */
    feature_enrollment?: boolean | null;
    holdout?: {
        id: number | string;
        exclusion_percentage: number;
    } | null;
    /** True: a condition whose filters hold and whose rollout does not ends the evaluation. */
    early_exit?: boolean | null;
}
/** Who receives a flag. Interface sections 2.2 and 4.3, rule 3. */
type EvaluationRuntime = 'server' | 'client' | 'all';
/** A feature flag as the service keeps it. Interface section 2.2. */
interface FlagDefinition {
    id: number;
    team_id: number;
    name: string;
    key: string;
    filters: FlagFilters;
    deleted: boolean;
    active: boolean;
    ensure_experience_continuity: boolean;
    has_encrypted_payloads: boolean;
    /** Null is reported as 0. */
    version: number | null;
    /** Null: no runtime requirement. */
    evaluation_runtime: EvaluationRuntime | null;
    evaluation_tags: string[];
    /** What the rollout counts on; missing: the distinct id. */
    bucketing_identifier?: 'device_id' | 'distinct_id' | null;
}
/** A group of filters inside a cohort, or one filter. */
type CohortNode = {
    type: 'AND' | 'OR';
    values: CohortNode[];
    negation?: boolean | null;
} | PropertyFilter;
/** A named set of persons: by filters, or by a fixed list. */
interface CohortDefinition {
    id: number;
    name?: string;
    /** What a person must meet; unused when `is_static`. */
    filters?: CohortNode | null;
    /** True: the members are `distinct_ids`. */
    is_static?: boolean;
    distinct_ids?: string[];
}

/** Who made something. Interface section 2.3. */
interface UserSummary {
    id: number;
    uuid: string;
    distinct_id: string;
    first_name: string;
    last_name: string;
    email: string;
    is_email_verified: boolean | null;
    hedgehog_config: Record<string, unknown> | null;
    role_at_organization: string | null;
}

/** Values of `response_sampling_interval_type`. DECISIONS, "Survey values". */
declare const SAMPLING_INTERVALS: readonly ["day", "week", "month"];
/** One day of response sampling. */
interface DailyLimit {
    /** `YYYY-MM-DD`. */
    date: string;
    daily_response_limit: number;
    /** 0 to 100. */
    rollout_percentage: number;
}
/** A flag that a survey refers to, and its key. */
interface SurveyFlagKey {
    key: 'linked_flag_key' | 'targeting_flag_key' | 'internal_targeting_flag_key' | 'internal_response_sampling_flag_key';
    value: string | null;
}
/** What every answer of the management interface says about a survey. Interface section 2.1. */
interface ManagedSurveyBase {
    id: string;
    name: string;
    description: string;
    type: SurveyType;
    schedule: SurveySchedule | null;
    linked_flag: EmbeddedFlagDefinition | null;
    linked_flag_id: number | null;
    targeting_flag: EmbeddedFlagDefinition | null;
    internal_targeting_flag: EmbeddedFlagDefinition | null;
    questions: Question[] | null;
    conditions: SurveyConditions | null;
    appearance: SurveyAppearance | null;
    created_at: string;
    created_by: UserSummary | null;
    start_date: string | null;
    end_date: string | null;
    archived: boolean;
    responses_limit: number | null;
    iteration_count: number | null;
    iteration_frequency_days: number | null;
    iteration_start_dates: string[] | null;
    current_iteration: number | null;
    current_iteration_start_date: string | null;
    response_sampling_start_date: string | null;
    response_sampling_interval_type: (typeof SAMPLING_INTERVALS)[number] | null;
    response_sampling_interval: number | null;
    response_sampling_limit: number | null;
    response_sampling_daily_limits: DailyLimit[] | null;
    enable_partial_responses: boolean | null;
    /** Of surveys that have some. DECISIONS, "Translations". */
    translations?: Record<string, SurveyTranslation>;
}
/** List and retrieve. Interface section 2.1. */
interface ReadSurvey extends ManagedSurveyBase {
    feature_flag_keys: SurveyFlagKey[];
    user_access_level: string;
}
/** A flag inside a survey: exactly the fields of interface section 2.2. */
type EmbeddedFlagDefinition = Omit<FlagDefinition, 'bucketing_identifier'>;

/** One stored event: as it was received, and as it is understood. Interface sections 4.4 and 6. */
interface StoredEvent {
    project_id: number;
    uuid: string;
    event: string;
    distinct_id: string;
    properties: Properties;
    /** ISO 8601, corrected by `sent_at` or `offset`. */
    timestamp: string;
    /** ISO 8601, when the service received it. */
    received_at: string;
    /** Null for an anonymous event (`$process_person_profile: false`) of nobody we know. */
    person_id: string | null;
    person_mode: 'full' | 'anonymous';
    historical_migration: boolean;
    /** Group type -> group key, from `$groups`. */
    groups: Record<string, string>;
}
/** A project: what a project key opens. */
interface ProjectRow {
    id: number;
    name: string;
    /** The key that browsers send. */
    token: string;
    organization_id: string;
    /** IANA name; how dates without an offset are read. */
    time_zone: string;
}
/** An account. Interface sections 2.3 and 4.1. */
interface UserRow {
    id: number;
    uuid: string;
    distinct_id: string;
    first_name: string;
    last_name: string;
    email: string;
    is_email_verified: boolean;
    is_staff: boolean;
    hedgehog_config: Properties | null;
    role_at_organization: string | null;
    password: string | null;
    /** The address that waits for its verification. */
    pending_email: string | null;
    /** What a verification mail carries, and until when (epoch ms) it counts. */
    verification: {
        token: string;
        expires_at: number;
    } | null;
    /** Base32; the secret of a setup that has not been validated, until `expires_at` (epoch ms). */
    two_factor_setup: {
        secret: string;
        expires_at: number;
    } | null;
    /** Base32; null: two-factor authentication is off. */
    two_factor_secret: string | null;
    backup_codes: string[];
}
/** A key of the management interface. Interface section 5. */
interface PersonalKeyRow {
    key: string;
    user_id: number;
    scopes: string[];
    /** Null: all projects. */
    project_ids: number[] | null;
}
/** Somebody whom events are about. Interface section 6. */
interface PersonRow {
    project_id: number;
    id: string;
    properties: Properties;
    is_identified: boolean;
    /** The id that names the person: the alias of `$create_alias`, the id of `$identify`. */
    main_distinct_id: string;
    created_at: string;
}
/** Whose an id is. */
interface DistinctIdRow {
    project_id: number;
    distinct_id: string;
    person_id: string;
}
/** Keeps a flag's value across `identify`. Interface section 2.2, `ensure_experience_continuity`. */
interface HashOverrideRow {
    project_id: number;
    person_id: string;
    hash_id: string;
}
/** A type of group, and its position, by which flags name it. */
interface GroupTypeRow {
    project_id: number;
    type: string;
    index: number;
}
/** A group. Interface section 6, `$groupidentify`. */
interface GroupRow {
    project_id: number;
    type: string;
    key: string;
    properties: Properties;
    created_at: string;
}
/** Why the service dropped or changed something that it answered 200 to. */
interface WarningRow {
    id: string;
    project_id: number;
    type: string;
    detail: string;
    distinct_id: string | null;
    event: string | null;
    at: string;
}
/** A flag. Interface section 2.2. */
interface FlagRow extends FlagDefinition {
    project_id: number;
}
/** A named set of persons. */
interface CohortRow extends CohortDefinition {
    project_id: number;
}
/** That an id is in a cohort with a fixed list. */
interface CohortMemberRow {
    project_id: number;
    cohort_id: number;
    distinct_id: string;
}
/** A survey. Interface section 2.1. */
interface SurveyRow {
    project_id: number;
    id: string;
    name: string;
    description: string;
    type: SurveyType;
    schedule: SurveySchedule | null;
    linked_flag_id: number | null;
    targeting_flag_id: number | null;
    internal_targeting_flag_id: number | null;
    sampling_flag_id: number | null;
    questions: Question[] | null;
    conditions: SurveyConditions | null;
    appearance: SurveyAppearance | null;
    created_at: string;
    created_by_id: number | null;
    start_date: string | null;
    end_date: string | null;
    archived: boolean;
    responses_limit: number | null;
    iteration_count: number | null;
    iteration_frequency_days: number | null;
    iteration_start_dates: string[] | null;
    current_iteration: number | null;
    current_iteration_start_date: string | null;
    response_sampling_start_date: string | null;
    response_sampling_interval_type: (typeof SAMPLING_INTERVALS)[number] | null;
    response_sampling_interval: number | null;
    response_sampling_limit: number | null;
    response_sampling_daily_limits: DailyLimit[] | null;
    enable_partial_responses: boolean;
    /** What create and update send back of their own fields. Interface section 2.1. */
    written: {
        targeting_flag_filters: unknown;
        remove_targeting_flag: boolean | null;
        _create_in_folder: string | null;
    };
    /** What browsers get beyond the management form: translations and, for a survey given at start, flag keys. */
    browser: Partial<Survey>;
}
/** One thing that was done to a survey. Interface section 4.2, activity. */
interface ActivityRow {
    id: string;
    project_id: number;
    item_id: string;
    user_id: number | null;
    activity: 'created' | 'updated' | 'deleted';
    name: string;
    changes: ActivityChange[] | null;
    created_at: string;
}
/** One field of an update. DECISIONS, "Activity". */
interface ActivityChange {
    type: 'Survey';
    action: 'created' | 'changed' | 'deleted';
    field: string;
    before: unknown;
    after: unknown;
}
/** The kinds of survey event that statistics count. Interface section 6. */
type MarkKind = 'shown' | 'dismissed' | 'sent';
/** One counted survey event; a later one of the same submission replaces it. */
interface SurveyMarkRow {
    project_id: number;
    survey_id: string;
    kind: MarkKind;
    /** The submission, or the uuid of an event without one. */
    mark: string;
    respondent: string;
    /** Epoch ms. */
    at: number;
}
/** How often one respondent met one survey; zeroes are not stored. */
interface SurveyRespondentRow {
    project_id: number;
    survey_id: string;
    respondent: string;
    shown: number;
    dismissed: number;
    sent: number;
}
/** Running totals of one survey, or of all together. */
interface SurveyTotalsRow {
    project_id: number;
    survey_id: string;
    shown: number;
    dismissed: number;
    sent: number;
    shown_persons: number;
    /** Of those who never sent. */
    dismissed_persons: number;
    sent_persons: number;
    /** Persons who neither sent nor dismissed. */
    only_shown_persons: number;
    /** Counts on with every change, so that what was computed from it can be known to be old. */
    changes: number;
}

/** Every table and what a row of it looks like. */
interface Rows {
    projects: ProjectRow;
    users: UserRow;
    personalKeys: PersonalKeyRow;
    persons: PersonRow;
    distinctIds: DistinctIdRow;
    hashOverrides: HashOverrideRow;
    groupTypes: GroupTypeRow;
    groups: GroupRow;
    events: StoredEvent;
    warnings: WarningRow;
    flags: FlagRow;
    cohorts: CohortRow;
    cohortMembers: CohortMemberRow;
    surveys: SurveyRow;
    activity: ActivityRow;
    surveyMarks: SurveyMarkRow;
    surveyRespondents: SurveyRespondentRow;
    surveyTotals: SurveyTotalsRow;
}
/** The name of a table. */
type TableName = keyof Rows;
/** A row of a table. */
type Row<T extends TableName> = Rows[T];
/** What a database needs to know of each table. */
declare const TABLES: {
    readonly projects: {
        readonly key: readonly ["id"];
        readonly indexes: readonly [readonly ["token"], readonly []];
    };
    readonly users: {
        readonly key: readonly ["id"];
        readonly indexes: readonly [readonly ["uuid"], readonly []];
    };
    readonly personalKeys: {
        readonly key: readonly ["key"];
        readonly indexes: readonly [readonly []];
    };
    readonly persons: {
        readonly key: readonly ["project_id", "id"];
        readonly indexes: readonly [readonly ["project_id"]];
    };
    readonly distinctIds: {
        readonly key: readonly ["project_id", "distinct_id"];
        readonly indexes: readonly [readonly ["project_id", "person_id"]];
    };
    readonly hashOverrides: {
        readonly key: readonly ["project_id", "person_id"];
        readonly indexes: readonly [];
    };
    readonly groupTypes: {
        readonly key: readonly ["project_id", "type"];
        readonly indexes: readonly [readonly ["project_id"]];
    };
    readonly groups: {
        readonly key: readonly ["project_id", "type", "key"];
        readonly indexes: readonly [readonly ["project_id"]];
    };
    readonly events: {
        readonly key: readonly ["project_id", "uuid"];
        readonly indexes: readonly [readonly ["project_id"], readonly ["project_id", "person_id"]];
    };
    readonly warnings: {
        readonly key: readonly ["id"];
        readonly indexes: readonly [readonly ["project_id"]];
    };
    readonly flags: {
        readonly key: readonly ["project_id", "id"];
        readonly indexes: readonly [readonly ["project_id"], readonly ["project_id", "key"]];
        readonly order: "id";
    };
    readonly cohorts: {
        readonly key: readonly ["project_id", "id"];
        readonly indexes: readonly [readonly ["project_id"]];
    };
    readonly cohortMembers: {
        readonly key: readonly ["project_id", "cohort_id", "distinct_id"];
        readonly indexes: readonly [];
    };
    readonly surveys: {
        readonly key: readonly ["project_id", "id"];
        readonly indexes: readonly [readonly ["project_id"], readonly ["project_id", "name"], readonly ["project_id", "archived"]];
        readonly text: readonly ["name", "description"];
    };
    readonly activity: {
        readonly key: readonly ["id"];
        readonly indexes: readonly [readonly ["project_id"], readonly ["project_id", "item_id"]];
    };
    readonly surveyMarks: {
        readonly key: readonly ["project_id", "survey_id", "kind", "mark"];
        readonly indexes: readonly [readonly ["project_id", "survey_id", "kind"], readonly ["project_id", "respondent"]];
        readonly order: "at";
    };
    readonly surveyRespondents: {
        readonly key: readonly ["project_id", "survey_id", "respondent"];
        readonly indexes: readonly [readonly ["project_id", "survey_id"], readonly ["project_id", "respondent"]];
    };
    readonly surveyTotals: {
        readonly key: readonly ["project_id", "survey_id"];
        readonly indexes: readonly [readonly ["project_id"]];
    };
};
/** The columns that name one row of a table, with their values. */
type Key<T extends TableName> = Pick<Rows[T], (typeof TABLES)[T]['key'][number] & keyof Rows[T]>;

/**
 * Which rows of a table: those whose columns equal `where`, which names the
 * columns of the key's beginning or of one declared index, never others.
 */
interface Query<T extends TableName> {
    where: Partial<Row<T>>;
    /** Bounds, both inclusive, on the column that orders the table (or the index). */
    from?: number;
    to?: number;
    /** Each must occur, in any case, in one of the table's text columns. */
    words?: string[];
    /** Oldest first when missing. */
    order?: 'oldest' | 'newest';
    limit?: number;
    offset?: number;
}
/** What can be read at any time. */
interface Reads {
    get<T extends TableName>(table: T, key: Key<T>): Promise<Row<T> | undefined>;
    find<T extends TableName>(table: T, query: Query<T>): Promise<Row<T>[]>;
    count<T extends TableName>(table: T, query: Query<T>): Promise<number>;
}
/** What can be done inside a transaction. */
interface Transaction extends Reads {
    /** @returns False, and nothing done, when the key is taken. */
    insert<T extends TableName>(table: T, row: Row<T>): Promise<boolean>;
    /** Inserts, or replaces the row of the same key, which keeps its place in the order. */
    put<T extends TableName>(table: T, row: Row<T>): Promise<void>;
    /** @returns False when there was no such row. */
    remove<T extends TableName>(table: T, key: Key<T>): Promise<boolean>;
}
/**
 * Where the service keeps everything: rows in tables, found by key or by a
 * declared index. Small enough that a database can stand in for the memory
 * (`test/server/storeContract.ts` is what it must pass).
 *
 * Rows are values: what is read must not be changed, what is written is kept
 * as it was at that moment.
 */
interface Store extends Reads {
    /**
     * Runs `work` alone: no other transaction runs meanwhile, and when it throws
     * nothing of it remains. Must not be nested.
     */
    transaction<R>(work: (transaction: Transaction) => Promise<R>): Promise<R>;
    /** Forgets everything. */
    clear(): Promise<void>;
}

/** A flag to begin with: its value for everyone, or as much of a definition as is needed. */
type FlagSeed = FlagValue | (Partial<FlagDefinition> & {
    payload?: unknown;
});
/** A survey to begin with, as browsers or as the management interface have it. */
type SurveySeed = Partial<Omit<ReadSurvey, keyof Survey>> & Partial<Survey> & {
    id?: string;
};
/** A person to begin with. */
interface PersonSeed {
    distinct_ids: string[];
    properties?: Properties;
    is_identified?: boolean;
}
/** A group to begin with. */
interface GroupSeed {
    type: string;
    key: string;
    properties?: Properties;
}
/** What is used up; each may be switched while the service runs, by `state.setQuota`. Interface section 7. */
interface Quota {
    /** No flag is evaluated. */
    flags?: boolean;
    /** Events are answered and dropped. */
    events?: boolean;
    /** Answers say so; the configuration has no session recording. */
    recordings?: boolean;
}
/** One project and what it starts with. */
interface ProjectOptions {
    /** 1 when missing. */
    id?: number;
    name?: string;
    /** What browsers send as `api_key`. `phc_demo` when missing. */
    projectKey?: string;
    /** IANA name; how dates without an offset are read. UTC when missing. */
    timeZone?: string;
    flags?: Record<string, FlagSeed> | (Partial<FlagDefinition> & {
        key: string;
        payload?: unknown;
    })[];
    cohorts?: CohortDefinition[];
    surveys?: SurveySeed[];
    persons?: PersonSeed[];
    groups?: GroupSeed[];
    /** In the order of their index, at most five. */
    groupTypes?: string[];
    /** Fields of the configuration answer to replace. */
    config?: Record<string, unknown>;
    quota?: Quota;
}
/** An account to begin with; a uuid is made where there is none. */
interface UserSeed {
    uuid?: string;
    email: string;
    first_name?: string;
    last_name?: string;
    is_email_verified?: boolean;
    is_staff?: boolean;
    role_at_organization?: string | null;
    hedgehog_config?: Properties | null;
    password?: string;
    /** An address that waits for its verification. */
    pending_email?: string | null;
}
/** A key of the management interface. Interface section 5. */
interface PersonalKeySeed {
    /** What goes behind `Bearer `. */
    key: string;
    /** `*` when missing: everything. */
    scopes?: string[];
    /** Ids of projects; missing: all. */
    projects?: number[];
    /** E-mail address of its user; the first user when missing. */
    user?: string;
}
/** How often a family of endpoints may be asked; beyond it the answer is 429. Off when missing. */
interface Throttle {
    requests: number;
    perMs: number;
}
/**
 * How `createService` starts. Everything may be left out: then one project,
 * `phc_demo`, and one personal key, `phx_demo`, exist and nothing else.
 */
interface ServiceOptions extends ProjectOptions {
    /** Several projects; the fields of a single one are then ignored. */
    projects?: ProjectOptions[];
    users?: UserSeed[];
    personalKeys?: PersonalKeySeed[];
    /** Epoch ms; the machine's clock when missing. */
    now?: () => number;
    /** Ids of everything that gets one; UUIDv4 when missing. */
    uuid?: () => string;
    /** So many random bytes: for secrets and the names of survey flags. */
    randomBytes?: (count: number) => Uint8Array;
    /** What is known about an address; nothing when missing. Interface section 4.3. */
    geoip?: (ip: string) => Properties | null | undefined;
    /** Where everything is kept; memory when missing. */
    store?: Store;
    /** A tagged flag is served only to requests that name its tag. DECISIONS, "Tags". */
    strictTags?: boolean;
    /** Capture refuses a key that no project has; otherwise it answers 200 and drops. DECISIONS, "Keys". */
    strictTokens?: boolean;
    /** The users' endpoints answer with bodies. DECISIONS, "User bodies". */
    userBodies?: boolean;
    /** The users' endpoints ask for `user:read` and `user:write`. DECISIONS, "User scopes". */
    requireUserScopes?: boolean;
    /** GET is answered on the public endpoints. DECISIONS, "GET on public endpoints". */
    publicGet?: boolean;
    /** False switches off the routes that older clients call. DECISIONS, "Legacy routes". */
    legacyRoutes?: boolean;
    /** Longest body, in bytes, as sent and again as unpacked; 20 MB less one. Interface section 8. */
    maxBodyBytes?: number;
    /** How many events each project keeps, and how many warnings; the oldest are forgotten. A million when missing. */
    maxEvents?: number;
    /** By family of endpoints. */
    throttles?: {
        flags?: Throttle;
        capture?: Throttle;
        management?: Throttle;
        users?: Throttle;
    };
    /** How many requests `state.requests()` remembers; 1000 when missing. */
    requestLogSize?: number;
}

/** One request as `state.requests()` tells it. */
interface LoggedRequest {
    method: string;
    path: string;
    query: Record<string, string>;
    /** Names in lower case. */
    headers: Record<string, string>;
    contentType: string;
    /** How the body was packed: `plain`, `gzip`, `lz64`, `base64`; undefined when nobody read it. */
    encoding: string | undefined;
    /** Bytes as sent. */
    bytes: number;
    /** The body, unpacked; undefined when nobody could read it, or it is longer than a million characters. */
    body: unknown;
    /** Of the answer; 0 while there is none, and for a connection that was dropped. */
    status: number;
    /** Epoch ms. */
    at: number;
}

/** A person, with the ids that are theirs. */
type KnownPerson = PersonRow & {
    distinct_ids: string[];
};
/**
 * What tests read and change behind the wire. Where a project is not named it
 * is the first one. Rows are frozen: change them by the methods here.
 */
interface ServiceState {
    /** Stored events, oldest first. */
    events(projectId?: number): Promise<StoredEvent[]>;
    persons(projectId?: number): Promise<KnownPerson[]>;
    groups(projectId?: number): Promise<GroupRow[]>;
    surveys(projectId?: number): Promise<SurveyRow[]>;
    flags(projectId?: number): Promise<FlagRow[]>;
    users(): Promise<UserRow[]>;
    /** Why something was dropped or changed although the answer was 200. */
    warnings(projectId?: number): Promise<WarningRow[]>;
    /** The latest requests, oldest first, refused ones included. */
    requests(): LoggedRequest[];
    /** Mails that would have been sent. */
    mails(): Mail[];
    /** Sets a flag to a value for everyone, or to a definition; makes it when there is none. */
    setFlag(key: string, flag: FlagSeed, projectId?: number): Promise<FlagRow>;
    /** Adds a survey, or replaces the one of the same id. */
    addSurvey(survey: SurveySeed, projectId?: number): Promise<SurveyRow>;
    setQuota(quota: Quota, projectId?: number): void;
    /** Replaces fields of the configuration answer. */
    setConfig(config: Record<string, unknown>, projectId?: number): void;
    /** Back to what the options say; failures, requests and mails are forgotten. */
    reset(): Promise<void>;
}

/** A running service: `fetch` is its wire, the rest is for those who test with it. */
interface Service {
    /**
     * Answers like the global `fetch` would, without a network. Can be taken off
     * the service and handed on. Rejects as `fetch` does: when aborted, and when
     * a failure drops the connection.
     *
     * @param connection What a server knows about where the request came from.
     */
    fetch: (input: RequestInfo | URL, init?: RequestInit, connection?: {
        ip?: string;
    }) => Promise<Response>;
    state: ServiceState;
    /** Calls back with each event as it is stored. @returns A function that ends it. */
    on: (what: 'event', listener: (event: StoredEvent) => void) => () => void;
    /** Makes requests fail on purpose. @returns A function that ends it. */
    fail: (failure: Failure) => () => void;
}
/**
 * Makes a whole service inside this process: the interface, and what tests need to see behind it.
 *
 * ```ts
 * const service = createService({ flags: { 'new-nav': true } })
 * const client = createClient('phc_demo', { fetch: service.fetch })
 * ...
 * expect(await service.state.events()).toHaveLength(1)
 * ```
 *
 * Never throws; two services share nothing.
 */
declare function createService(options?: ServiceOptions): Service;

export { createService as s };
export type { Failure as F, GroupRow as G, Key as K, LoggedRequest as L, Mail as M, PersonRow as P, Query as Q, Reads as R, Store as S, TableName as T, UserRow as U, WarningRow as W, FlagRow as a, FlagSeed as b, GroupSeed as c, KnownPerson as d, PersonSeed as e, PersonalKeySeed as f, ProjectOptions as g, Quota as h, Row as i, Service as j, ServiceOptions as k, ServiceState as l, StoredEvent as m, SurveyRow as n, SurveySeed as o, Throttle as p, Transaction as q, UserSeed as r };
