import { P as Properties, a as Survey } from './chunk-survey.js';
import { F as FlagValue } from './chunk-flag.js';
import { n as FlagDefinition, C as CohortDefinition, o as ReadSurvey, S as Store, d as PersonRow, i as StoredEvent, G as GroupRow, j as SurveyRow, F as FlagRow, U as UserRow, W as WarningRow } from './chunk-store.js';

/** One entry of the request log. */
interface LoggedRequest {
    method: string;
    path: string;
    query: Record<string, string>;
    /** Names in lower case. */
    headers: Record<string, string>;
    contentType: string;
    /** Encoding of the body: `plain`, `gzip`, `lz64` or `base64`. Undefined when the body was not read. */
    encoding: string | undefined;
    /** Length of the body as sent. */
    bytes: number;
    /** The decoded body. Undefined when it was not read, or is longer than a million characters. */
    body: unknown;
    /** Status of the response. 0 until there is one, and for a dropped connection. */
    status: number;
    /** Epoch ms. */
    at: number;
}

/**
 * A flag to start with: its value for everyone, or a part of its definition.
 *
 * @example
 * ```ts
 * createService({
 *   flags: { 'new-nav': true, color: 'green', beta: { filters: { groups: [{ rollout_percentage: 50 }] } } },
 * })
 * ```
 */
type FlagSeed = FlagValue | (Partial<FlagDefinition> & {
    payload?: unknown;
});
/**
 * A survey to start with, in the form for browsers or in that of the management interface.
 *
 * @example
 * ```ts
 * createService({ surveys: [{ id: 'nps', questions: [{ type: 'open', question: 'Why?' }] }] })
 * ```
 */
type SurveySeed = Partial<Omit<ReadSurvey, keyof Survey | FlagField>> & Partial<Survey> & {
    id?: string;
};
/** Fields that would need flags of their own, which a seed does not create. See D-733. */
type FlagField = 'linked_flag_id' | 'response_sampling_start_date' | 'response_sampling_interval' | 'response_sampling_limit' | 'response_sampling_daily_limits';
/**
 * A person to start with.
 *
 * @example
 * ```ts
 * createService({ persons: [{ distinct_ids: ['ann'], properties: { plan: 'pro' } }] })
 * ```
 */
interface PersonSeed {
    distinct_ids: string[];
    properties?: Properties;
    is_identified?: boolean;
}
/**
 * A group to start with.
 *
 * @example
 * ```ts
 * createService({ groupTypes: ['company'], groups: [{ type: 'company', key: 'acme', properties: { size: 40 } }] })
 * ```
 */
interface GroupSeed {
    type: string;
    key: string;
    properties?: Properties;
}
/**
 * Exhausted quotas of a project. `state.setQuota` changes them while the service runs. Interface section 7.
 *
 * @example
 * ```ts
 * createService({ quota: { events: true } })
 * ```
 */
interface Quota {
    /** Flags are not evaluated. */
    flags?: boolean;
    /** Events are accepted and dropped. */
    events?: boolean;
    /** Replies say that recordings are limited, and the configuration has no session recording. */
    recordings?: boolean;
}
/**
 * A project and its initial data.
 *
 * @example
 * ```ts
 * createService({ projects: [{ projectKey: 'phc_a' }, { projectKey: 'phc_b', flags: { 'new-nav': true } }] })
 * ```
 */
interface ProjectOptions {
    /** Default: 1, and the position in a list of projects. */
    id?: number;
    name?: string;
    /** The public key that browsers send as `api_key`. Default: `phc_demo`. */
    projectKey?: string;
    /** IANA name of the time zone of dates without an offset. Default: UTC. */
    timeZone?: string;
    flags?: Record<string, FlagSeed> | (Partial<FlagDefinition> & {
        key: string;
        payload?: unknown;
    })[];
    cohorts?: CohortDefinition[];
    surveys?: SurveySeed[];
    persons?: PersonSeed[];
    groups?: GroupSeed[];
    /** In the order of their index. At most five. */
    groupTypes?: string[];
    /** Fields of the remote configuration to replace. */
    config?: Record<string, unknown>;
    quota?: Quota;
}
/**
 * A user account to start with.
 *
 * @example
 * ```ts
 * createService({ users: [{ email: 'ann@example.com', first_name: 'Ann', is_staff: true }] })
 * ```
 */
interface UserSeed {
    /** Default: a new id. */
    uuid?: string;
    email: string;
    first_name?: string;
    last_name?: string;
    is_email_verified?: boolean;
    is_staff?: boolean;
    role_at_organization?: string | null;
    hedgehog_config?: Properties | null;
    /** A new email address that is not verified yet. */
    pending_email?: string | null;
}
/**
 * A personal key, for the management interface. Interface section 5.
 *
 * @example
 * ```ts
 * createService({ personalKeys: [{ key: 'phx_reader', scopes: ['survey:read'] }] })
 * ```
 */
interface PersonalKeySeed {
    /** The text after `Bearer `. */
    key: string;
    /** A name for lists of keys. */
    label?: string;
    /** Default: `['*']`, every scope. */
    scopes?: string[];
    /** Ids of the accessible projects. Default: all projects. */
    projects?: number[];
    /** Email address of the owner. Default: the first user. */
    user?: string;
}
/** A group of endpoints with one throttle. */
type ThrottleGroup = 'flags' | 'capture' | 'management' | 'users';
/**
 * The requests that a caller may send to a group of endpoints. Further requests get 429.
 *
 * @example
 * ```ts
 * createService({ throttles: { capture: { requests: 100, perMs: 60_000 } } })
 * ```
 */
interface Throttle {
    requests: number;
    perMs: number;
}
/** The requests that are limited by address: events, and requests with a wrong personal key. */
type AddressLimit = 'capture' | 'failedAuthentication';
/**
 * The options of `createService`. Each one has a default: without options the service
 * has one project, `phc_demo`, and one personal key, `phx_demo`.
 *
 * @example
 * ```ts
 * createService({ projectKey: 'phc_test', flags: { 'new-nav': true }, now: () => Date.UTC(2025, 9, 1) })
 * ```
 */
interface ServiceOptions extends ProjectOptions {
    /** Several projects. They replace the fields of the single project. */
    projects?: ProjectOptions[];
    users?: UserSeed[];
    personalKeys?: PersonalKeySeed[];
    /** Returns the time in epoch ms. Default: `Date.now`. */
    now?: () => number;
    /** Returns a new id. Default: a random UUID. */
    uuid?: () => string;
    /** Returns a number of random bytes, for secrets and the names of survey flags. */
    randomBytes?: (count: number) => Uint8Array;
    /** Returns person properties for an IP address, if any are known. Interface section 4.3. */
    geoip?: (ip: string) => Properties | null | undefined;
    /** Default: a store in memory. `openStore` of `earshot/store` opens one on disk. */
    store?: Store;
    /** Serves tagged flags only to requests that name their tag. See D-281. */
    strictTags?: boolean;
    /** Refuses events with an unknown project key. Otherwise they get 200 and are dropped. See D-228. */
    strictTokens?: boolean;
    /** Gives the replies of the user endpoints a body. See D-323. */
    userBodies?: boolean;
    /** Makes the user endpoints require `user:read` and `user:write`. See D-325. */
    requireUserScopes?: boolean;
    /** Answers GET on the public endpoints. See D-231. */
    publicGet?: boolean;
    /** `false` disables the routes for older clients. See D-232. */
    legacyRoutes?: boolean;
    /** Limit of a body in bytes, as sent and again as decoded. Default: 1 byte less than 20 MB. Interface section 8. */
    maxBodyBytes?: number;
    /** Limit of events, and of warnings, per project. The oldest are deleted. Default: a million in memory, none on disk. See D-481. */
    maxEvents?: number;
    /** Approximate limit of the bytes of events, persons, groups and warnings of a project. Default: 64 MB in memory, none on disk. See D-374, D-481. */
    maxBytes?: number;
    /** Milliseconds after which events, survey answers and warnings are deleted. Default: never. See D-544. */
    keepMs?: number;
    /** Throttles by group of endpoints. Default: none. */
    throttles?: Partial<Record<ThrottleGroup, Throttle>>;
    /** Throttles by the address of the client, which a server passes to `fetch`. Default: none. See D-542. */
    addressLimits?: Partial<Record<AddressLimit, Throttle>>;
    /** Number of requests that `state.requests()` returns. Default: 1000. */
    requestLogSize?: number;
}

/** Why bytes were not read: they are above their limit, or the service reads too many. */
type Unread = 'tooLarge' | 'refused';
/** The limits of a stream. */
interface StreamLimits {
    maxBytes: number;
    /** Whether there is room for a number of bytes in all. */
    hasRoom: (bytes: number) => boolean;
    /** Sets what to call when there is no room any more for what is read already. */
    onEnded?: (listener: () => void) => void;
}

/** What a server tells about the connection of a request. */
interface Connection {
    /** Address of the client. */
    ip?: string;
    /** Reads the body. Default: that of the request, as a stream. */
    readBody?: (limits: StreamLimits) => Promise<Uint8Array | Unread>;
}

/**
 * An email that the service would have sent.
 *
 * @example
 * ```ts
 * const [mail] = service.state.mails()
 * await verify(mail.token)
 * ```
 */
interface Mail {
    to: string;
    kind: 'email_verification';
    /** The token that the recipient sends back. */
    token: string;
    /** Epoch ms. */
    at: number;
}

/**
 * A person with all their distinct ids.
 *
 * @example
 * ```ts
 * const [{ distinct_ids, properties }] = await service.state.persons()
 * ```
 */
type KnownPerson = PersonRow & {
    distinct_ids: string[];
};
/**
 * Access to the data of a service, for tests. The default project is the first one.
 * Rows are frozen: change them by these methods.
 *
 * @example
 * ```ts
 * const service = createService()
 * await service.state.setFlag('new-nav', true)
 * await page.goto('/')
 * expect(await service.state.events()).toMatchObject([{ event: '$pageview' }])
 * await service.state.reset()
 * ```
 */
interface ServiceState {
    /** Returns the stored events, oldest first. */
    events(projectId?: number): Promise<StoredEvent[]>;
    persons(projectId?: number): Promise<KnownPerson[]>;
    groups(projectId?: number): Promise<GroupRow[]>;
    surveys(projectId?: number): Promise<SurveyRow[]>;
    flags(projectId?: number): Promise<FlagRow[]>;
    users(): Promise<UserRow[]>;
    /** Returns the reasons for which data was dropped or changed although the request was answered 200. */
    warnings(projectId?: number): Promise<WarningRow[]>;
    /** Returns the latest requests, oldest first. Refused requests are included. */
    requests(): LoggedRequest[];
    /** Returns the emails that would have been sent. */
    mails(): Mail[];
    /** Creates or replaces a flag, by its value for everyone or by its definition. */
    setFlag(key: string, flag: FlagSeed, projectId?: number): Promise<FlagRow>;
    /** Creates a survey, or replaces the survey with the same id. */
    addSurvey(survey: SurveySeed, projectId?: number): Promise<SurveyRow>;
    /** Changes the given quotas. */
    setQuota(quota: Quota, projectId?: number): void;
    /** Replaces the given fields of the remote configuration. */
    setConfig(config: Record<string, unknown>, projectId?: number): void;
    /** Restores the data of the options. Deletes failures, requests and emails. */
    reset(): Promise<void>;
}

/**
 * A failure to inject, to test how a client handles it.
 *
 * @example
 * ```ts
 * service.fail({ path: '/flags', status: 429, headers: { 'Retry-After': '3' }, times: 1 })
 * service.fail({ delayMs: 5000 })
 * service.fail({ path: '/batch/', drop: true })
 * ```
 */
interface Failure {
    /** Prefix of the paths that fail. Default: every path. */
    path?: string;
    /** Answers with this status and does nothing else. */
    status?: number;
    /** Headers of the response with `status`. */
    headers?: Record<string, string>;
    /** Delays the response. */
    delayMs?: number;
    /** Closes the connection without a response. */
    drop?: boolean;
    /** Serves the request, and sends half of the response. */
    truncate?: boolean;
    /** Number of requests that fail. Default: all, until the failure is ended. */
    times?: number;
}

/**
 * A service in this process. `fetch` is its HTTP interface, and the other members are for tests.
 *
 * @example
 * ```ts
 * const service: Service = createService()
 * const response = await service.fetch('/api/surveys/?token=phc_demo')
 * ```
 */
interface Service {
    /**
     * Answers a request like the global `fetch`, without a network. Works detached from the service.
     *
     * Rejects like `fetch` when the request is aborted, or when a failure drops the connection.
     *
     * @param connection The client's connection, where a server accepted one.
     */
    fetch: (input: RequestInfo | URL, init?: RequestInit, connection?: Connection) => Promise<Response>;
    state: ServiceState;
    /**
     * Adds a listener for stored events.
     *
     * @returns A function that removes the listener.
     * @example
     * ```ts
     * const unsubscribe = service.on('event', ({ event }) => console.log(event))
     * ```
     */
    on: (name: 'event', listener: (event: StoredEvent) => void) => () => void;
    /**
     * Makes requests fail.
     *
     * @returns A function that ends the failure.
     * @example
     * ```ts
     * service.fail({ path: '/i/v0/e/', status: 503, times: 2 })
     * ```
     */
    fail: (failure: Failure) => () => void;
}
/**
 * Creates a service in this process: the whole HTTP interface, and the state behind it for tests.
 *
 * Services share no state unless they share a store.
 *
 * @throws Error for a personal key without its user, a flag without a value, and a switch that is no boolean. See D-733, D-757, D-762.
 *
 * @example
 * ```ts
 * const service = createService({ projectKey: 'phc_test', flags: { 'new-checkout': true } })
 * const client = createClient('phc_test', { api_host: 'https://events.test', fetch: service.fetch })
 * ...
 * expect(await service.state.events()).toHaveLength(1)
 * ```
 */
declare function createService(options?: ServiceOptions): Service;

export { createService as g };
export type { Failure as F, GroupSeed as G, KnownPerson as K, LoggedRequest as L, Mail as M, PersonSeed as P, Quota as Q, Service as S, Throttle as T, UserSeed as U, FlagSeed as a, PersonalKeySeed as b, ProjectOptions as c, ServiceOptions as d, ServiceState as e, SurveySeed as f };
