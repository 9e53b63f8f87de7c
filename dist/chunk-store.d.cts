import { d as SurveyType, e as SurveySchedule, Q as Question, b as SurveyConditions, c as SurveyAppearance, f as SurveyTranslation, P as Properties, a as Survey } from './chunk-survey.cjs';

/** The operator of a property filter. See D-273. */
type FilterOperator = 'exact' | 'is_not' | 'icontains' | 'not_icontains' | 'icontains_multi' | 'not_icontains_multi' | 'starts_with' | 'not_starts_with' | 'ends_with' | 'not_ends_with' | 'regex' | 'not_regex' | 'gt' | 'gte' | 'lt' | 'lte' | 'between' | 'not_between' | 'is_set' | 'is_not_set' | 'is_date_before' | 'is_date_after' | 'is_date_exact' | 'semver_eq' | 'semver_neq' | 'semver_gt' | 'semver_gte' | 'semver_lt' | 'semver_lte' | 'semver_tilde' | 'semver_caret' | 'semver_wildcard' | 'in' | 'not_in' | 'flag_evaluates_to';
/** A filter on a person, a group, a cohort or another flag. */
interface PropertyFilter {
    key: string;
    value?: unknown;
    /** `exact` when missing. */
    operator?: FilterOperator | (string & {}) | null;
    /** `person` when missing. */
    type?: 'person' | 'group' | 'cohort' | 'flag' | (string & {});
    /** Index of the group type, for `type: 'group'`. */
    group_type_index?: number | null;
    /** Inverts the filter. Only cohorts read it. */
    negation?: boolean | null;
}
/** A release condition: all its filters must match, then the rollout decides. */
interface FlagCondition {
    properties?: PropertyFilter[] | null;
    /** 0 to 100, fractions allowed; everyone when missing or null. */
    rollout_percentage?: number | null;
    /** Forces this variant if the flag declares it. */
    variant?: string | null;
    /** Index of the group type that the condition is about. Missing means that of the flag, null means the person. */
    aggregation_group_type_index?: number | null;
}
/** A value of a multivariate flag. */
interface FlagVariant {
    key: string;
    name?: string | null;
    /** 0 to 100; the percentages of a flag should add up to 100. */
    rollout_percentage: number;
}
/** The rules of a flag. The interface shows an object with arbitrary keys (section 2.2). */
interface FlagFilters {
    /** Release conditions, in the order of evaluation. The name is historic: they are no groups. */
    groups?: FlagCondition[] | null;
    multivariate?: {
        variants: FlagVariant[];
    } | null;
    /** `"true"` or a variant key -> JSON text. */
    payloads?: Record<string, string> | null;
    /** Index of the group type that the flag is about; persons when missing or null. */
    aggregation_group_type_index?: number | null;
    /** Early access by condition. Only the first condition counts. */
    super_groups?: FlagCondition[] | null;
    /** Early access by the person property `$feature_enrollment/<key>`. */
    feature_enrollment?: boolean | null;
    holdout?: {
        id: number | string;
        exclusion_percentage: number;
    } | null;
    /** The older form of `holdout`. Only the first one counts, and it has no filters. */
    holdout_groups?: {
        properties?: never[] | null;
        rollout_percentage: number;
        variant: string;
    }[] | null;
    /** Whether the evaluation ends at a condition whose filters match and whose rollout excludes the person. */
    early_exit?: boolean | null;
}
/** The kind of client that receives a flag. Interface sections 2.2 and 4.3, rule 3. */
type EvaluationRuntime = 'server' | 'client' | 'all';
/** A feature flag as it is stored. Interface section 2.2. */
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
    /** Replies have 0 for null. */
    version: number | null;
    /** Null means no runtime requirement. */
    evaluation_runtime: EvaluationRuntime | null;
    evaluation_tags: string[];
    /** The identifier that the rollout is computed from; the distinct id when missing. */
    bucketing_identifier?: 'device_id' | 'distinct_id' | null;
}
/** A group of filters inside a cohort, or one filter. */
type CohortNode = {
    type: 'AND' | 'OR';
    values: CohortNode[];
    negation?: boolean | null;
} | PropertyFilter;
/** A named set of persons, defined by filters or by a list. */
interface CohortDefinition {
    id: number;
    name?: string;
    /** The filters that a member matches. Unused when `is_static`; otherwise required. See D-371. */
    filters?: CohortNode | null;
    /** Whether the members are `distinct_ids`. */
    is_static?: boolean;
    /** A deleted cohort counts as missing. */
    deleted?: boolean;
    distinct_ids?: string[];
}

/** The user who created a resource. Interface section 2.3. */
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

/** Values of `response_sampling_interval_type`. See D-296. */
declare const SAMPLING_INTERVALS: readonly ['day', 'week', 'month'];
/** The fields of a survey that clients of the management interface write. Interface section 2.1. */
interface SurveyFields {
    name: string;
    description: string;
    type: SurveyType;
    schedule: SurveySchedule | null;
    linked_flag_id: number | null;
    targeting_flag_id: number | null;
    targeting_flag_filters: FlagFilters | null;
    questions: Question[] | null;
    conditions: SurveyConditions | null;
    appearance: SurveyAppearance | null;
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
    /** The service writes a list of `DailyLimit`. Clients may write any JSON value. */
    response_sampling_daily_limits: unknown;
    enable_partial_responses: boolean;
    /** By language. See D-294. */
    translations: Record<string, SurveyTranslation> | null;
    _create_in_folder: string | null;
}
/** Fields that only the replies of create and update contain. */
type WriteReplyField = 'targeting_flag_id' | 'targeting_flag_filters' | '_create_in_folder';
/** The part that all replies of the management interface have in common. Interface section 2.1. */
interface SurveyReply extends Omit<SurveyFields, WriteReplyField | 'translations'> {
    id: string;
    linked_flag: EmbeddedFlagDefinition | null;
    targeting_flag: EmbeddedFlagDefinition | null;
    internal_targeting_flag: EmbeddedFlagDefinition | null;
    created_at: string;
    created_by: UserSummary | null;
    /** Missing when there are none. See D-294. */
    translations?: Record<string, SurveyTranslation>;
}
/** A survey in the replies of list and retrieve. Interface section 2.1. */
interface ReadSurvey extends SurveyReply {
    feature_flag_keys: SurveyFlagKey[];
    user_access_level: string;
}
/** The key of a flag that a survey refers to, and the field that names it. */
interface SurveyFlagKey {
    key: 'linked_flag_key' | 'targeting_flag_key' | 'internal_targeting_flag_key' | 'internal_response_sampling_flag_key';
    value: string | null;
}
/** A flag inside a survey: exactly the fields of interface section 2.2. */
type EmbeddedFlagDefinition = Omit<FlagDefinition, 'bucketing_identifier'>;

/** A stored event. Interface sections 4.4 and 6. */
interface StoredEvent {
    project_id: number;
    uuid: string;
    event: string;
    distinct_id: string;
    properties: Properties;
    /** ISO 8601; the client's time, corrected by `sent_at` or `offset`. */
    timestamp: string;
    /** ISO 8601; the time at which the service received the event. */
    received_at: string;
    /** Null for an anonymous event (`$process_person_profile: false`) of an unknown person. */
    person_id: string | null;
    person_mode: 'full' | 'anonymous';
    historical_migration: boolean;
    /** Group type -> group key, from `$groups`. */
    groups: Record<string, string>;
}
/** A project, with its project key. */
interface ProjectRow {
    id: number;
    name: string;
    /** The key that browsers send. */
    token: string;
    organization_id: string;
    /** IANA name; dates without an offset are read in it. */
    time_zone: string;
    /** Signs preview tokens: random bytes in hex. Missing until the first token. See D-616. */
    preview_secret?: string;
}
/** An account. Interface sections 2.3 and 4.1. */
interface UserRow extends UserSummary {
    is_email_verified: boolean;
    is_staff: boolean;
    /** The new email address, until it is verified. */
    pending_email: string | null;
    /** The token of the verification mail, valid until `expires_at` (epoch ms). */
    verification: {
        token: string;
        expires_at: number;
    } | null;
    /** The secret (base32) of a setup that is not validated yet, valid until `expires_at` (epoch ms). */
    two_factor_setup: {
        secret: string;
        expires_at: number;
    } | null;
    /** Base32; null when two-factor authentication is off. */
    two_factor_secret: string | null;
    backup_codes: string[];
}
/** A personal key for the management endpoints. Interface section 5. The key itself is stored nowhere. See D-530. */
interface PersonalKeyRow {
    /** The first digits of the hash. Not secret. */
    id: string;
    /** `sha256$` and the SHA-256 of the key in hex. */
    hash: string;
    /** The ends of the key, for display. Null when only its hash is known. */
    mask: string | null;
    label: string;
    user_id: number;
    scopes: string[];
    /** Ids of the projects that the key may access; null for all. */
    project_ids: number[] | null;
    /** ISO 8601. */
    created_at: string;
}
/** A person that events are about. Interface section 6. */
interface PersonRow {
    project_id: number;
    id: string;
    properties: Properties;
    is_identified: boolean;
    /** The id of the last merge: the alias of `$create_alias`, or the distinct id of `$identify`. */
    main_distinct_id: string;
    created_at: string;
}
/** The person that a distinct id belongs to. */
interface DistinctIdRow {
    project_id: number;
    distinct_id: string;
    person_id: string;
}
/** The id that keeps flag values across `identify`. Interface section 2.2, `ensure_experience_continuity`. */
interface HashOverrideRow {
    project_id: number;
    person_id: string;
    hash_id: string;
}
/** A group type. Flags refer to it by its index. */
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
/** A problem with an event of a request that was answered with 200. */
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
/** A cohort: a named set of persons. */
interface CohortRow extends CohortDefinition {
    project_id: number;
}
/** A member of a static cohort. */
interface CohortMemberRow {
    project_id: number;
    cohort_id: number;
    distinct_id: string;
}
/** A survey. Interface section 2.1. */
interface SurveyRow extends SurveyFields {
    project_id: number;
    id: string;
    internal_targeting_flag_id: number | null;
    sampling_flag_id: number | null;
    created_at: string;
    created_by_id: number | null;
    /** Keys of flags that the service need not have. Only seeded surveys have them. */
    linked_flag_key: string | null;
    targeting_flag_key: string | null;
    internal_targeting_flag_key: string | null;
    feature_flag_keys: NonNullable<Survey['feature_flag_keys']> | null;
    /** Only seeded surveys have one. */
    base_language: string | null;
}
/** An entry of the activity log of surveys. Interface section 4.2, activity. */
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
/** A changed field of an update. See D-318. */
interface ActivityChange {
    type: 'Survey';
    action: 'created' | 'changed' | 'deleted';
    field: string;
    before: unknown;
    after: unknown;
}
/** The kinds of survey event that statistics count. Interface section 6. */
type SurveyEventKind = 'shown' | 'dismissed' | 'sent';
/** A counted survey event. A later event of the same submission replaces it. */
interface SurveyEventRow {
    project_id: number;
    survey_id: string;
    kind: SurveyEventKind;
    /** The submission id, or the uuid of an event without a submission id. */
    dedupe_key: string;
    respondent: string;
    /** Epoch ms. */
    at: number;
    /** The event itself. Missing in rows of earlier versions. See D-587. */
    event_uuid?: string;
    /** Other events of the submission, such as partial answers, so that all of them go with their person. See D-634. */
    other_uuids?: string[];
}
/** Number of events of one respondent and one survey. A row of zeros is not stored. */
interface SurveyRespondentRow {
    project_id: number;
    survey_id: string;
    respondent: string;
    shown: number;
    dismissed: number;
    sent: number;
}
/** Running totals of one survey, or of all surveys together. */
interface SurveyTotalsRow {
    project_id: number;
    survey_id: string;
    shown: number;
    dismissed: number;
    sent: number;
    shown_persons: number;
    /** Persons who dismissed and did not send. */
    dismissed_persons: number;
    sent_persons: number;
    /** Persons who were shown the survey and neither sent nor dismissed. */
    only_shown_persons: number;
    /** Incremented with each change, so that caches can detect stale statistics. */
    changes: number;
}

/** The tables with their row types. */
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
    surveyEvents: SurveyEventRow;
    surveyRespondents: SurveyRespondentRow;
    surveyTotals: SurveyTotalsRow;
}
/** The name of a table. */
type TableName = keyof Rows;
/** A row of a table. */
type Row<T extends TableName> = Rows[T];
/** A row of any table, with the name of the table. */
type TableRow = {
    [T in TableName]: {
        table: T;
        row: Rows[T];
    };
}[TableName];
/** Keys and indexes of the tables, for every implementation of `Store`. */
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
        readonly key: readonly ["id"];
        readonly indexes: readonly [readonly []];
    };
    readonly persons: {
        readonly key: readonly ["project_id", "id"];
        readonly indexes: readonly [readonly ["project_id"]];
    };
    readonly distinctIds: {
        readonly key: readonly ["project_id", "distinct_id"];
        readonly indexes: readonly [readonly ["project_id", "person_id"], readonly ["project_id"]];
        readonly person: 'person_id';
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
        readonly time: 'received_at';
        readonly person: 'person_id';
    };
    readonly warnings: {
        readonly key: readonly ["id"];
        readonly indexes: readonly [readonly ["project_id"]];
        readonly time: 'at';
    };
    readonly flags: {
        readonly key: readonly ["project_id", "id"];
        readonly indexes: readonly [readonly ["project_id"], readonly ["project_id", "key"]];
        readonly order: 'id';
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
    readonly surveyEvents: {
        readonly key: readonly ["project_id", "survey_id", "kind", "dedupe_key"];
        readonly indexes: readonly [readonly ["project_id", "survey_id", "kind"], readonly ["project_id", "respondent"], readonly ["project_id"]];
        readonly order: 'at';
        readonly person: 'respondent';
    };
    readonly surveyRespondents: {
        readonly key: readonly ["project_id", "survey_id", "respondent"];
        readonly indexes: readonly [readonly ["project_id", "survey_id"], readonly ["project_id", "respondent"], readonly ["project_id"]];
    };
    readonly surveyTotals: {
        readonly key: readonly ["project_id", "survey_id"];
        readonly indexes: readonly [readonly ["project_id"]];
    };
};
/** The values of the primary key of a row. */
type Key<T extends TableName> = Pick<Rows[T], (typeof TABLES)[T]['key'][number] & keyof Rows[T]>;
/** The tables whose rows have a `person`. */
type TableOfPersons = {
    [T in TableName]: (typeof TABLES)[T] extends {
        person: string;
    } ? T : never;
}[TableName];

/** Selects rows of a table by the columns of one declared index. */
interface Query<T extends TableName> {
    /** Each column must have this value. The names must be exactly those of a declared index. */
    where: Partial<Row<T>>;
    /** Inclusive bounds on the column that orders the table. */
    from?: number;
    to?: number;
    /** Each term must occur in one of the text columns. Case is ignored. */
    terms?: string[];
    /** `oldest` when missing. */
    order?: 'oldest' | 'newest';
    limit?: number;
    offset?: number;
}
/** Selects rows that are read in pages. */
interface PageQuery<T extends TableName> extends Pick<Query<T>, 'where' | 'from' | 'to' | 'order' | 'limit'> {
    /** No rows follow the one with which the rows reach this size. */
    maxBytes?: number;
    /** Only the rows that follow the row of this key in the order. None when there is no such row. */
    after?: Key<T>;
}
/** What is known of a row that is not read as a whole: an event may be as large as a body. See D-790. */
interface RowHead<T extends TableName> {
    key: Key<T>;
    /** The position in the order of insertion. See `Store.position`. */
    position: number;
    /** When the row was added, in ISO 8601. Events and warnings have it. */
    time: string | undefined;
    /** What the row adds to `bytes`. */
    bytes: number;
}
/** The operations that need no transaction. */
interface StoreReader {
    get<T extends TableName>(table: T, key: Key<T>): Promise<Row<T> | undefined>;
    /** Returns rows, all at once: for tables whose rows are few or short. `pages` is for all others. */
    find<T extends TableName>(table: T, query: Query<T>): Promise<Row<T>[]>;
    /**
     * Yields the rows of a query in pages of about a megabyte at most, or of one row, because an event may be as large as a
     * body. Other requests are answered between two pages. Rows that change meanwhile may be missing. See D-725.
     */
    pages<T extends TableName>(table: T, query: PageQuery<T>): AsyncIterable<Row<T>[]>;
    /** Yields the heads of the rows of a query, in pages as those of `pages`, and reads no more of long rows. See D-790. */
    heads<T extends TableName>(table: T, query: PageQuery<T>): AsyncIterable<RowHead<T>[]>;
    /** Returns the number of rows, or `limit` when there are more: counting takes time that grows with the number. */
    count<T extends TableName>(table: T, query: Query<T>): Promise<number>;
    /** Returns about how many bytes the rows of one declared index take. Retention limits them. See D-374. */
    bytes<T extends TableName>(table: T, where: Partial<Row<T>>): Promise<number>;
}
/** What a transaction will read, so that a database can read it at once. Keys and conditions of no row do no harm. */
interface Announced {
    /** Rows that `get` will read one by one. */
    rows?: {
        [T in TableName]?: Key<T>[];
    };
    /** Rows that `has` or `insert` will look for one by one. */
    keys?: {
        [T in TableName]?: Key<T>[];
    };
    /** Conditions of queries that most likely find nothing. Those of a table have the columns of one declared index. */
    conditions?: {
        [T in TableName]?: Partial<Row<T>>[];
    };
}
/** The announced rows that a transaction has read so far, of which it may leave some out. */
interface KnownRows {
    /** Whether there is a row of a key. Undefined when that is not known. */
    has<T extends TableName>(table: T, key: Key<T>): boolean | undefined;
    /** Returns the row of a key when it is known. */
    get<T extends TableName>(table: T, key: Key<T>): Row<T> | undefined;
}
/** Returns what a transaction will read, which may depend on what was announced before. */
type Announce = (known: KnownRows) => Announced;
/** Two persons of a project, by their ids, or by the names under which they answer surveys. */
interface PersonMove {
    project_id: number;
    from: string;
    to: string;
}
/** How many rows are meant, in rows and in bytes. */
interface RowLimits {
    rows?: number;
    bytes?: number;
}
/** What a store knows of a transaction before it runs. */
interface TransactionOptions {
    /** What it will read, step by step, which a database reads at once for several transactions. See D-488. */
    announce?: Announce[];
    /** Whether it takes so long that it should share no transaction of a database with others. See D-497. */
    isLong?: boolean;
    /**
     * Who has sent the request. The transactions of several senders have their turn one after another; those without one are of one
     * sender. See D-569, D-854.
     */
    sender?: string;
    end?: TransactionEnd;
}
/** What a transaction does last. Several that share a transaction of a database run an end of one name together, one time. See D-848. */
interface TransactionEnd {
    name: string;
    /** The number of rows that the transaction may add. */
    rows: number;
    /** @param rows Those of all transactions of the end. */
    work: (transaction: Transaction, rows: number) => Promise<void>;
}
/** The operations of a transaction. */
interface Transaction extends StoreReader {
    /** Returns the rows of some hundred keys in their order, undefined for an unknown key. A database reads them at once. */
    getMany<T extends TableName>(table: T, keys: Key<T>[]): Promise<(Row<T> | undefined)[]>;
    /** Whether there is a row of a key. Does not read it. */
    has<T extends TableName>(table: T, key: Key<T>): Promise<boolean>;
    /** Inserts a row. Returns false, and changes nothing, when its key exists. */
    insert<T extends TableName>(table: T, row: Row<T>): Promise<boolean>;
    /** Inserts a row whose key is new, such as a new UUID. It is not looked for. */
    add<T extends TableName>(table: T, row: Row<T>): Promise<void>;
    /** Inserts a row, or replaces the row of the same key, which keeps its position in the order. */
    put<T extends TableName>(table: T, row: Row<T>): Promise<void>;
    /** Changes columns of a row that are not in its key. Returns false when there is no such row. */
    update<T extends TableName>(table: T, key: Key<T>, columns: Partial<Row<T>>): Promise<boolean>;
    /** Gives all rows of one person in a table to another, without reading them. See D-847. */
    movePerson(table: TableOfPersons, move: PersonMove): Promise<void>;
    /** Removes a row. Returns false when there is no such row. */
    remove<T extends TableName>(table: T, key: Key<T>): Promise<boolean>;
    /** Removes the rows of many keys. A database looks for some hundred at once. */
    removeMany<T extends TableName>(table: T, keys: Key<T>[]): Promise<void>;
    /**
     * Removes all rows that meet one of some conditions, without reading them. The conditions are about one project, and have the columns
     * of one declared index. See D-847.
     */
    removeAll<T extends TableName>(table: T, conditions: Partial<Row<T>>[]): Promise<void>;
    /**
     * Removes the oldest rows of one declared index, up to the one with which they reach a limit, without reading them, and with persons
     * the rows about them. A database leaves many or long rows to later transactions, but removes as many bytes as this one has added to the table.
     *
     * @returns The number of removed rows.
     */
    removeOldest<T extends TableName>(table: T, where: Partial<Row<T>>, limits: RowLimits): Promise<number>;
    /**
     * Notes that no row has these values, such as the id of a person that the transaction has created. Until one is written, none
     * is looked for. The columns are those of one declared index.
     */
    assumeNone<T extends TableName>(table: T, where: Partial<Row<T>>): void;
    /**
     * Returns the number of statements so far, each of which waits for a database; 0 where rows are in memory. One that moves or removes
     * many or long rows counts as several. See D-499.
     */
    statementCount(): number;
}
/**
 * The storage of the service: rows in tables, found by key or by a declared index.
 *
 * The interface is small, so that a database can implement it. Every implementation must pass
 * `test/server/store/storeContract.ts`.
 *
 * Rows are values. A row that was read must not be changed, and later changes to a row that was written have no effect.
 */
interface Store extends StoreReader {
    /**
     * Runs `work` while no other transaction runs. When it rejects, all its changes are undone. Must not be nested.
     *
     * Resolves when the changes are committed. A database may run `work` again after a conflict, so that `work` must have
     * no effects but those on its transaction.
     *
     * @throws StoreUnavailableError when the database cannot be used at the moment.
     */
    transaction<R>(work: (transaction: Transaction) => Promise<R>, options?: TransactionOptions): Promise<R>;
    /** Yields the rows of keys in their order, undefined for an unknown key, in pages as those of `pages`. */
    getPages<T extends TableName>(table: T, keys: Key<T>[]): AsyncIterable<(Row<T> | undefined)[]>;
    /**
     * Returns the position of a row in the order of insertion, which it keeps: a bound of queries of a table without a column
     * for its order. Undefined when there is no such row. See D-589.
     */
    position<T extends TableName>(table: T, key: Key<T>): Promise<number | undefined>;
    /** Removes all rows. */
    clear(): Promise<void>;
    /** @throws StoreUnavailableError while a database answers and takes no rows, such as a standby. See D-495, D-709. */
    requireWritable?: () => Promise<void>;
    /** The kind of store, for operators; `other` when missing. */
    kind?: 'memory' | 'sqlite' | 'postgres';
    /** Whether the rows are kept on disk, where their number and size have no limit unless one is set. See D-481. */
    isPersistent?: boolean;
}
/** A store that can be read as a whole, to export it. */
interface ExportableStore extends Store {
    /** Yields a snapshot of all rows: table by table, each in the order of insertion. Other calls may write meanwhile. */
    rows(): AsyncIterable<TableRow>;
}
/**
 * The error of a store whose database cannot be used at the moment: a full disk, a lost connection, a lock held too long.
 * The service answers 503 with `Retry-After`, so that clients keep their events. See D-484.
 */
declare class StoreUnavailableError extends Error {
    name: string;
}

export { StoreUnavailableError as h };
export type { Announce as A, CohortDefinition as C, ExportableStore as E, FlagRow as F, GroupRow as G, Key as K, PageQuery as P, Query as Q, Row as R, Store as S, TableName as T, UserRow as U, WarningRow as W, Announced as a, KnownRows as b, PersonMove as c, PersonRow as d, RowHead as e, RowLimits as f, StoreReader as g, StoredEvent as i, SurveyRow as j, Transaction as k, TransactionEnd as l, TransactionOptions as m, FlagDefinition as n, ReadSurvey as o };
