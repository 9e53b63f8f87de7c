import { S as Survey, a as SurveyConfig, b as SurveyConditions, c as SurveyAppearance, A as Answer, Q as Question, D as Draft, P as Problem, d as SurveyPosition } from './chunk-answer.js';
export { B as Branching } from './chunk-answer.js';

/**
 * What can happen to the page we are guests on.
 *
 * - `navigate`: the address changed without a load; the detail says how (`pushState`, `replaceState`, `popstate`, `hashchange`).
 * - `visible`, `hidden`: the visitor came or went; a prerendered page becomes `visible` when it is shown.
 * - `leave`: `pagehide`. It may come back: then `return` follows (back/forward cache).
 * - `scroll`: something was scrolled, or the window got another size.
 * - `online`, `language`: as the browser says.
 */
type PageMoment = 'navigate' | 'visible' | 'hidden' | 'leave' | 'return' | 'scroll' | 'online' | 'language';
/** What the browser says of itself and its screen; read with each event, so cheap. Missing values are `undefined`. */
interface PageFacts {
    userAgent: string;
    /** `navigator.userAgentData.brands`, where there is one. */
    brands: readonly string[];
    /** `navigator.userAgentData.platform`, where there is one. */
    platform: string;
    touchPoints: number;
    webdriver: boolean;
    brave: boolean;
    language: string | undefined;
    /** Minutes, as `Date.prototype.getTimezoneOffset` gives them. */
    timezoneOffset: number;
    screenWidth: number | undefined;
    screenHeight: number | undefined;
    viewportWidth: number | undefined;
    viewportHeight: number | undefined;
}
/** Where the visitor has scrolled to, in CSS px. */
interface ScrollState {
    y: number;
    viewportHeight: number;
    contentHeight: number;
}
/**
 * Door 1: time, chance and the web page. `browserPage` is the real one, `fakePage` in `test/support` the one of the tests.
 * Nothing here throws, whatever the page has done to its globals.
 */
interface Page {
    /** Milliseconds since 1970, by the visitor's clock, which may be wrong and may jump. */
    now(): number;
    /** Milliseconds since the page began, never going back. */
    elapsed(): number;
    /** ISO 8601, always valid: the moment of now for what is no moment, or 0. */
    iso(moment?: number | string | Date): string;
    /** 0 <= n < 1. */
    random(): number;
    /** UUIDv7: sorts by the time it was made. */
    uuid(): string;
    /** Calls back once, after `ms`; returns what cancels it. */
    after(ms: number, run: () => void): () => void;
    /** Calls back when the page has nothing better to do. */
    idle(run: () => void): () => void;
    /** The full address. */
    url(): string;
    referrer(): string;
    title(): string;
    /** False also while the page is only being prerendered. */
    visible(): boolean;
    /** True while the browser only prepares a page that the visitor may never open. */
    prerendering(): boolean;
    online(): boolean;
    /** The same object as the last time while it says the same. */
    facts(): PageFacts;
    /** IANA name; `undefined` where the browser cannot tell. */
    timezone(): string | undefined;
    scroll(rootSelector?: string | string[]): ScrollState;
    doNotTrack(): boolean;
    globalPrivacyControl(): boolean;
    /** Subscribes to a moment; returns the end of the subscription. */
    on(moment: PageMoment, run: (detail?: string) => void): () => void;
    /** Whether the document has a match; false for a selector that is not one. */
    has(selector: string): boolean;
    /** Calls back, at most once a frame, after the document's nodes changed. */
    onMutation(run: () => void): () => void;
    /**
     * Calls back when a match of the selector is clicked, also one that is added later; the click itself is left alone. Throws
     * for a selector that is none.
     */
    onClick(selector: string, run: (element: Element) => void): () => void;
    /** Dispatches an event on the window that the host page can listen to. */
    announce(name: string, detail?: unknown): void;
}

/** Any JSON object: event properties, person properties, group properties. */
type Properties = Record<string, unknown>;
/** One captured event, as it lies in the outbox and in a batch. Interface section 4.4. */
interface CapturedEvent {
    /** UUIDv7, fixed at capture: the service keeps one event per uuid. */
    uuid: string;
    event: string;
    distinct_id: string;
    properties: Properties;
    /** ISO 8601, the moment of the call. */
    timestamp: string;
    $set?: Properties;
    $set_once?: Properties;
    $unset?: string[];
}

/** How addresses are made fit to leave the page. */
interface AddressSettings {
    /** True: what stands after `#` is left out. */
    disable_capture_url_hashes?: boolean;
    /** True: the values of click ids and of `custom_personal_data_properties` are replaced by `<masked>`. */
    mask_personal_data_properties?: boolean;
    custom_personal_data_properties?: string[];
    /** Gets every address before it goes into an event or a flags request, and returns what may be known of it. */
    mask_url?: (url: string) => string;
    /** Further query parameters that are kept as campaign properties. */
    custom_campaign_params?: string[];
}

/**
 * Door 3: text under keys. Nothing here throws: a store that refuses answers `null` and `false`, and the caller goes on with
 * what it has in memory.
 */
interface Store {
    read(key: string): string | null;
    /** @returns Whether it is kept now; false when the store is full or closed. */
    write(key: string, value: string): boolean;
    remove(key: string): void;
    /** All keys that begin so. */
    keys(prefix: string): string[];
    /** Calls back when another tab writes or removes a key that begins so; `null` when removed. Returns the end of the subscription. */
    onForeignChange(prefix: string, run: (key: string, value: string | null) => void): () => void;
}

interface ContextSettings extends AddressSettings {
    save_referrer: boolean;
    save_campaign_params: boolean;
}

/** Where the visitor may be remembered. */
type PersistenceMode = 'localStorage+cookie' | 'localStorage' | 'cookie' | 'sessionStorage' | 'memory';

/** What came back. `status` 0: nothing did (network, blocker, CORS, our own timeout). */
interface Reply {
    status: number;
    /** The body as JSON; `undefined` when it is none. */
    json: unknown;
    /** From `Retry-After`; `undefined` without one. */
    retryAfterMs?: number | undefined;
    /** True: the answer is that of another address. */
    redirected?: boolean;
    /** True: given up by our own clock. */
    timedOut?: boolean;
}

interface PageviewSettings {
    /** `history_change` (default): the first view and each change of the path. `true`: the first alone. */
    capture_pageview: boolean | 'history_change';
    /** `if_capture_pageview` (default): when page views are captured. */
    capture_pageleave: boolean | 'if_capture_pageview';
    disable_scroll_properties?: boolean;
    scroll_root_selector?: string | string[];
}

/** So many events at once, and so many a second after that. */
interface RateLimitSettings {
    events_per_second: number;
    /** At least `events_per_second`. */
    events_burst_limit: number;
}

/** Why a session began. */
type SessionReason = 'noSessionId' | 'activityTimeout' | 'sessionPastMaximumLength' | 'crossTabAdoption';

/** Sees every event before it is sent, may change it, and drops it by returning nothing. */
type BeforeSend = (event: CapturedEvent) => CapturedEvent | null | undefined;
interface CaptureSettings extends AddressSettings {
    /** One hook or a chain. One that throws drops the event: what it was to hide must not leave. */
    before_send?: BeforeSend | BeforeSend[];
    /** Names of properties that never leave. */
    property_denylist?: string[];
    /** Characters; longer text is cut. */
    properties_string_max_length: number;
    rate_limiting?: Partial<RateLimitSettings>;
    /** True: crawlers and test browsers are captured too, and told apart by `$browser_type`. */
    opt_out_useragent_filter?: boolean;
    custom_blocked_useragents?: string[];
}
interface CaptureOptions {
    $set?: Properties;
    $set_once?: Properties;
    $unset?: string[];
    /** Instead of now. */
    timestamp?: Date | string | number;
    uuid?: string;
    /** True: does not count against the rate limit. */
    skip_client_rate_limiting?: boolean;
    /** True: long text is not cut. */
    _noTruncate?: boolean;
    /** The address the event belongs to, when that is not the page's address of now. */
    _url?: string;
    /** The moment the event belongs to, in epoch ms, when it had to wait for us. */
    _at?: number;
    /** True: comes before the first page view, if that is still to come. */
    _first?: boolean;
}

/** What a flag is worth to the page: its variant, or whether it is on. */
type FlagValue = boolean | string;
/** Body of `POST /flags?v=2`. Interface section 4.3. */
interface FlagsRequest {
    api_key: string;
    distinct_id: string;
    groups?: Record<string, string | number>;
    evaluation_environments?: string[];
    person_properties?: Properties;
    group_properties?: Record<string, Properties>;
    /** The id before `identify`, so that a flag with experience continuity keeps its value. */
    $anon_distinct_id?: string;
    $device_id?: string;
    /** IANA name. */
    timezone?: string;
    /** Restricts the answer to these flags. */
    flag_keys?: string[];
    /** True: configuration only, no flag is evaluated. */
    disable_flags?: boolean;
}
/** Why a flag has its value. Interface section 4.3. */
interface FlagReason {
    code: string;
    condition_index: number | null;
    description?: string | null;
}
/** One evaluation result. Interface section 4.3. */
interface FlagResult {
    key: string;
    enabled: boolean;
    variant?: string | null;
    /** True: the service could not compute this flag. */
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
/** What `config=true` adds to a flags answer. Interface section 4.3; further fields in `DECISIONS.md`, "Config answer". */
interface RemoteConfig {
    supportedCompression?: string[];
    config?: {
        enable_collect_everything?: boolean;
        surveys?: boolean | Survey[];
    } & Properties;
    toolbarParams?: Properties;
    isAuthenticated?: boolean;
    /** Definitions; `true` means: ask `/api/surveys/`; `false`: there are none. */
    surveys?: boolean | Survey[];
    survey_config?: SurveyConfig | null;
    analytics?: {
        endpoint?: string;
    } | false;
}
/** Answer of `POST /flags?v=2`. Interface section 4.3. */
interface FlagsReply extends RemoteConfig {
    flags?: Record<string, FlagResult>;
    /** True: some flags could not be computed; keep what you had of the others. */
    errorsWhileComputingFlags?: boolean;
    requestId?: string;
    evaluatedAt?: number;
    /** Contains `feature_flags` when the quota is used up. Interface section 7. */
    quotaLimited?: string[];
}

/** What is kept of one evaluation result: the same in memory and in storage, so it is short. */
interface FlagEntry {
    value: FlagValue;
    /** JSON text, as the service gave it. */
    payload?: string;
    id?: number;
    version?: number;
    reason?: string;
    experiment?: boolean;
}
/** Flag key -> entry. */
type FlagEntries = Record<string, FlagEntry>;

/** The part of the configuration that is about flags. */
interface FlagSettings {
    /** Values to begin with, before the service has answered. */
    bootstrap?: {
        featureFlags?: Record<string, FlagValue>;
        featureFlagPayloads?: Record<string, unknown>;
    };
    /** True: nothing is evaluated; the configuration is still asked for. */
    advanced_disable_feature_flags?: boolean;
    /** True: evaluated only once something asks for it. */
    advanced_disable_feature_flags_on_first_load?: boolean;
    advanced_only_evaluate_survey_feature_flags?: boolean;
    /** True: `$feature_flag_called` is reported again in each session. */
    advanced_feature_flags_dedup_per_session?: boolean;
    feature_flag_request_timeout_ms: number;
    /** How often a request that met 502, 504 or our own timeout is repeated at once. */
    feature_flag_request_max_retries: number;
    /** Older answers are not used; 0: any age will do. */
    feature_flag_cache_ttl_ms?: number;
    /** Flags are asked for again after so long; 0: never by themselves. */
    remote_config_refresh_interval_ms: number;
    /** The environments whose tagged flags are wanted. Interface 4.3 rule 1. */
    evaluation_environments?: string[];
    flag_keys?: string[];
}

/** Hears of the flags: the enabled keys, their values, and whether the last request failed. */
type FlagsCallback = (keys: string[], values: Record<string, FlagValue>, context: {
    errorsLoading: boolean;
}) => void;
/** Values that the page forces. */
interface FlagOverrides {
    flags?: Record<string, FlagValue>;
    payloads?: Record<string, unknown>;
}
/** Where the values come from: nowhere yet, the page, an earlier page's answer, or this page's. */
type FlagSource = 'none' | 'bootstrap' | 'stored' | 'loaded';
interface ValueParts {
    page: Page;
    store: Store;
    key: string;
    settings(): FlagSettings;
    /** Whom values are for: changes with the person and the groups. */
    owner(): string;
    onThrow(error: unknown): void;
}
/** What is known of the flags: one map, in memory and in storage. */
declare function createFlagValues({ page, store, key, settings, owner, onThrow }: ValueParts): {
    /** What an earlier page has left for the same person; else what the page brings along. */
    load(): void;
    /** Takes an answer for the person of now. */
    take(reply: FlagsReply, partial: boolean): void;
    settle: (what?: string) => void;
    /** No request is made: whoever waits for one is told so. Nothing counts as known, so that no call is reported. */
    skip(): void;
    update(values: Record<string, FlagValue>, payloads: Record<string, unknown>, merge: boolean): void;
    override(next: FlagOverrides): void;
    /** The person is another one: what was known is not about them. */
    forget(): void;
    /** Notes that the page depends on a flag. */
    noteRead(name: string): void;
    names: () => string[];
    valueFor: (name: string) => FlagValue | undefined;
    payloadText: (name: string) => string | undefined;
    isStale: () => boolean;
    enabled: () => Record<string, FlagValue>;
    /** What is known of one flag, and of the answer it comes from. */
    about: (name: string) => {
        entry: FlagEntry | undefined;
        overrides: FlagOverrides;
        error: string | undefined;
        requestId: string | undefined;
        evaluatedAt: number;
        source: FlagSource;
    };
    entries: () => Readonly<FlagEntries>;
    payloads: () => Record<string, unknown>;
    /** Whether the first request has come to an end, good or bad. */
    isSettled: () => boolean;
    isKnown: () => boolean;
    hasValues: () => boolean;
    source: () => FlagSource;
    /** Calls back at once when there is something to say, then after each change. */
    on(run: FlagsCallback): () => void;
    /** For every event: `$feature/<key>` of all flags while they are few; of those the page has read, when they are many. */
    eventProperties(): Properties;
};
type FlagValues = ReturnType<typeof createFlagValues>;

interface CallParts {
    values: FlagValues;
    settings(): FlagSettings;
    capture(event: string, properties: Properties): boolean;
    /** Calls that were reported for this person: flag -> values. */
    reported(): Record<string, string[]>;
    setReported(reported: Record<string, string[]>): void;
}

interface LoaderParts {
    page: Page;
    settings(): FlagSettings;
    /** Body of a request as of now; the same text for the same person. */
    body(): FlagsRequest;
    /** Posts it. `config`: with the configuration. */
    ask(body: FlagsRequest, config: boolean): Promise<Reply>;
    /** Whether the service may be asked now. */
    mayAsk(): boolean;
    /** `outdated`: the person has changed since it was asked, and the next request is on its way. */
    onReply(reply: FlagsReply, outdated: boolean): void;
    onFailure(error: string, reply: Reply): void;
    onReloading(): void;
}

/** What flags ask of the rest of the client. */
interface FlagHost extends ValueParts, Omit<CallParts, 'values'>, Omit<LoaderParts, 'onReply' | 'onFailure'> {
    /** The configuration part of an answer; `undefined`: the request failed. */
    onConfig(reply: FlagsReply | undefined, error?: string): void;
    /** An answer for the current person arrived: the anonymous id needs not be told any more. */
    onSettled(): void;
    report(reason: string, detail?: unknown): void;
}
interface FlagReadOptions {
    /** False: does not report the call. */
    send_event?: boolean;
    /** True: only from an answer of this page. */
    fresh?: boolean;
}
/** One flag, with what hangs on it. */
interface FeatureFlag {
    key: string;
    enabled: boolean;
    variant?: string;
    payload?: unknown;
}
/** What `overrideFeatureFlags` takes: keys to turn on, values, or both values and payloads; `false` ends it. */
type OverrideInput = false | string[] | Record<string, FlagValue> | {
    flags?: Record<string, FlagValue> | string[] | false;
    payloads?: Record<string, unknown> | false;
};
/** Flags: asked for, kept, read. `methods` is what the page may call. */
declare function createFlags(host: FlagHost): {
    values: {
        load(): void;
        take(reply: FlagsReply, partial: boolean): void;
        settle: (what?: string) => void;
        skip(): void;
        update(values: Record<string, FlagValue>, payloads: Record<string, unknown>, merge: boolean): void;
        override(next: FlagOverrides): void;
        forget(): void;
        noteRead(name: string): void;
        names: () => string[];
        valueFor: (name: string) => FlagValue | undefined;
        payloadText: (name: string) => string | undefined;
        isStale: () => boolean;
        enabled: () => Record<string, FlagValue>;
        about: (name: string) => {
            entry: FlagEntry | undefined;
            overrides: FlagOverrides;
            error: string | undefined;
            requestId: string | undefined;
            evaluatedAt: number;
            source: FlagSource;
        };
        entries: () => Readonly<FlagEntries>;
        payloads: () => Record<string, unknown>;
        isSettled: () => boolean;
        isKnown: () => boolean;
        hasValues: () => boolean;
        source: () => FlagSource;
        on(run: FlagsCallback): () => void;
        eventProperties(): Properties;
    };
    start(): boolean;
    /** The bare value; nothing is reported. */
    peek: (key: string) => FlagValue | undefined;
    isAnswered: () => boolean;
    methods: {
        getFeatureFlag: (key: string, options?: FlagReadOptions | null) => FlagValue | undefined;
        isFeatureEnabled(key: string, options?: (FlagReadOptions & {
            defaultValue?: boolean;
        }) | null): boolean | undefined;
        getFeatureFlagPayload: (key: string) => unknown;
        getFeatureFlagResult: (key: string, options?: FlagReadOptions) => FeatureFlag | undefined;
        getAllFeatureFlags: () => FeatureFlag[];
        onFeatureFlags: (run: FlagsCallback) => () => void;
        reloadFeatureFlags: () => void;
        updateFlags: (flags: Record<string, FlagValue>, payloads?: {}, { merge }?: {
            merge?: boolean | undefined;
        }) => void;
    };
    /** What the page may call on `featureFlags`. */
    bulk: {
        readonly hasLoadedFlags: boolean;
        getFlags: () => string[];
        getFlagVariants: () => Record<string, FlagValue>;
        getFlagPayloads: () => Record<string, unknown>;
        getFlagsWithDetails: () => Readonly<FlagEntries>;
        ensureFlagsLoaded: () => void;
        setReloadingPaused: (paused: boolean) => void;
        overrideFeatureFlags: (given: OverrideInput) => void;
    };
    reload(): void;
    inputsChanged(): void;
    setPaused(paused: boolean): void;
    stop(): void;
};
type Flags = ReturnType<typeof createFlags>;

/** A survey in one shape, with nothing missing that deciding reads. What sessions read is the business of `readQuestions`. */
interface Definition extends Survey {
    conditions: SurveyConditions;
    appearance: SurveyAppearance;
}

/** What the person sees. */
type SessionPage = 'intro' | 'question' | 'thanks' | 'closed';
/** How a session ended. */
type SessionEnd = 'sent' | 'dismissed' | 'hidden';
/** One person going through one survey, at one moment. A new object for each change. */
interface SessionState {
    /** In the visitor's language. The position of a question is that of the definition, also when questions are shuffled. */
    readonly survey: Survey;
    readonly page: SessionPage;
    /** Position of the question on display. */
    readonly index: number;
    /** Positions before it on the path taken, in order. */
    readonly path: readonly number[];
    /** Answers by question id, those of abandoned branches included. */
    readonly answers: Readonly<Record<string, Answer>>;
    readonly submissionId: string;
    /** The key of the translation in use; `null` for the base language. */
    readonly language: string | null;
    /** How it ended; `null` while it goes on. */
    readonly end: SessionEnd | null;
}
/** What the caller of a display may set. DECISIONS, "displaySurvey". */
interface SessionOptions {
    /** Added to every survey event; never over our own. */
    properties?: Properties;
    /** Answers given before the survey opened, by position. */
    initialResponses?: Record<number, unknown>;
    /** True: answers may come from the page's address (`?q0=9`). */
    prefillFromUrl?: boolean;
    skipShownEvent?: boolean;
}
/**
 * One person going through one survey: the whole of it, but for its looks. What draws it reads `state()`, subscribes, and
 * sends up drafts; what is asked next, kept and reported is decided here. The headless API is this object as well.
 */
interface SurveySession {
    state(): SessionState;
    /** Calls back after each change; returns the end of the subscription. */
    subscribe(run: () => void): () => void;
    /** The question on display; `null` on the other pages. */
    question(): Question | null;
    /** The draft to begin with: the earlier answer, or an untouched control. */
    draft(): Draft | null;
    /** Positions of the choices of the question on display, in the order to draw them; the same at each call. */
    choiceOrder(): readonly number[];
    /** How far the person is. `of` is the longest way to the end from here, so it may shrink, never grow. */
    progress(): {
        step: number;
        of: number;
    };
    canGoBack(): boolean;
    /** The survey can be seen now: reports `survey shown`, once. */
    shown(): void;
    /** Leaves the intro. */
    begin(): void;
    /** Takes what the control holds. @returns What is wrong with it; `null` when the session went on. */
    submit(draft: Draft): Problem | null;
    /** Takes an answer instead of a draft, for people who draw their own controls. */
    answer(answer: Answer): Problem | null;
    back(): void;
    /** The person closed it: reports `survey dismissed`, unless it was sent already. */
    dismiss(): void;
    /** It must go away without the person having said so (address changed): reports nothing, keeps the progress. */
    hide(): void;
}

/** How `displaySurvey` shows a survey. DECISIONS, "displaySurvey". */
interface DisplaySurveyOptions {
    /** Missing means `popover`. */
    displayType?: 'popover' | 'inline';
    /** True: neither dates nor flags nor earlier answers count. */
    ignoreConditions?: boolean;
    /** True: `surveyPopupDelaySeconds` does not count. */
    ignoreDelay?: boolean;
    /** Added to every event of this survey; never over our own. */
    properties?: Properties;
    /** Answers by position: places of choices, values of ratings, or the answers themselves. */
    initialResponses?: Record<number, unknown>;
    position?: SurveyPosition;
    /** Inline: where it goes. Popover: what `next_to_trigger` stands next to. */
    selector?: string | Element;
    /** True: the page has reported `survey shown` itself. */
    skipShownEvent?: boolean;
}
/** Why a survey shows or does not. */
interface SurveyExplanation {
    /** True: every check holds. */
    visible: boolean;
    /** By name; `undefined` is "not known yet". */
    checks: Record<string, boolean | undefined>;
    /** What the checks want, in the author's words. */
    survey: Survey;
    /** What they find. Flags by their key; dates as ISO text. */
    found: {
        now: string;
        url: string;
        deviceType: string | undefined;
        flags: Record<string, FlagValue | undefined>;
        lastSeen: string | undefined;
        alreadySeen: boolean;
        triggered: boolean;
    };
}

/** What a host page can listen to with `on('survey:...')`. */
type SurveySignal = 'survey:shown' | 'survey:answered' | 'survey:sent' | 'survey:dismissed' | 'survey:closed';
/** Settings of surveys, as they stand in the client's configuration. */
interface SurveySettings {
    disable_surveys: boolean;
    disable_surveys_automatic_display: boolean;
    /** Minutes after which an unfinished survey is forgotten. */
    survey_progress_ttl_minutes: number;
    /** At most so many surveys are shown by themselves in one session; 0 is no cap. */
    max_surveys_per_session: number;
    /** True: reports `survey abandoned` when a page is left for good with a survey unfinished. */
    capture_survey_abandoned: boolean;
    surveys: {
        prefillFromUrl?: boolean;
    };
    override_display_language: string | null;
    /** Words of the interface in other languages or other words: language -> key -> text. `*` is every language. */
    survey_words: Record<string, Record<string, string>>;
    /** Nonce for the style element of browsers without constructable style sheets. */
    nonce: string | undefined;
    /** `auto`: surveys without own colours follow the visitor's light or dark setting. */
    survey_color_scheme: 'light' | 'auto';
}

/** What a callback learns beside the surveys. */
interface LoadContext {
    isLoaded: boolean;
    error?: string;
}
type SurveysCallback = (surveys: Definition[], context: LoadContext) => void;

/** Answer of `canRenderSurvey`. */
interface SurveyRenderReason {
    visible: boolean;
    disabledReason?: string;
}
/** What the page may ask of surveys. */
interface SurveysApi {
    /**
     * All surveys there are. At once when they are known; a list older than five minutes is renewed behind it.
     *
     * @param callback Hears an empty list and `{ isLoaded: false, error }` when they cannot be had.
     * @param forceReload Asks the service in any case.
     */
    getSurveys(callback: SurveysCallback, forceReload?: boolean): void;
    /** The surveys that may show to this visitor on this page now: popovers, widgets, and those the page draws itself. */
    getActiveMatchingSurveys(callback: SurveysCallback, forceReload?: boolean): void;
    /** The same at once and after each change. Returns what ends it. */
    onActiveMatchingSurveysChanged(callback: (surveys: Survey[]) => void): () => void;
    /** Calls back when the surveys are known or cannot be had; at once when that is so already. Returns what ends it. */
    onSurveysLoaded(callback: SurveysCallback): () => void;
    /** Whether a survey may show to this visitor, on whatever page; with the name of the check that does not hold. */
    canRenderSurvey(survey: string | Survey): SurveyRenderReason;
    /** The same, once surveys are known. */
    canRenderSurveyAsync(id: string, forceReload?: boolean): Promise<SurveyRenderReason>;
    /**
     * Shows a survey, as a popover or inside an element of the page. What keeps it from showing goes to `on_error`.
     *
     * ```ts
     * earshot.displaySurvey(id, { displayType: 'inline', selector: '#feedback', ignoreConditions: true })
     * ```
     *
     * DECISIONS, "displaySurvey".
     */
    displaySurvey(id: string, options?: DisplaySurveyOptions): void;
    /** The same, inside an element and without conditions; the page may bring the survey along. */
    renderSurvey(id: string | Survey, selector: string | Element): void;
    /** Ends the delay of a survey; one that is open stays. */
    cancelPendingSurvey(id: string): void;
    /**
     * Every check with its outcome, what the survey wants and what is found; `null` when there is no such survey. No flag counts
     * as looked at.
     *
     * ```ts
     * console.table((await earshot.explainSurvey(id)).checks)
     * ```
     */
    explainSurvey(id: string): Promise<SurveyExplanation | null>;
    /** Marks a survey as dealt with, for pages that draw surveys without a session. */
    markSurveyAsSeen(id: string, options?: {
        iteration?: number | null;
    }): void;
    /**
     * Takes the visitor through a survey that the page draws itself, with the events, the branching and the resuming of our own
     * looks; `null` when there is no such survey.
     *
     * ```ts
     * const session = await earshot.startSession(id)
     * session.subscribe(() => draw(session.state(), session.question()))
     * draw(session.state(), session.question())
     * session.shown()
     * button.onclick = () => explain(session.answer(field.value))
     * ```
     */
    startSession(id: string, options?: SessionOptions): Promise<SurveySession | null>;
}

type ConsentStatus = 'granted' | 'denied' | 'pending';

/** Who the visitor is and what their flags are, known before the service has answered. */
interface Bootstrap {
    distinctID?: string;
    /** True: `distinctID` is that of a person who is logged in. */
    isIdentifiedID?: boolean;
    /** UUIDv7. */
    sessionID?: string;
    featureFlags?: Record<string, FlagValue>;
    featureFlagPayloads?: Record<string, unknown>;
}
/** Everything that can be configured. Names are those that users of this protocol know; unknown ones are ignored. */
interface Config extends CaptureSettings, ContextSettings, PageviewSettings, Omit<FlagSettings, 'bootstrap'>, Partial<Omit<SurveySettings, 'surveys'>> {
    /** Address of the service, or a path on this site that is relayed to it. Required. */
    api_host: string;
    /** Another address for flags alone. */
    flags_api_host?: string;
    /** `auto` (default) uses what the service says it reads: gzip, else lz64. */
    compression: 'auto' | 'gzip' | 'lz64' | 'none';
    disable_compression?: boolean;
    /** Replaces the browser's `fetch`; tests hand in that of the reference service. */
    fetch?: typeof fetch;
    request_headers?: Record<string, string>;
    fetch_options?: RequestInit;
    disable_beacon?: boolean;
    request_queue_config?: {
        flush_interval_ms?: number;
    };
    /** Rewrites every address before it is asked. */
    rewriteRequestPath?: (url: string) => string;
    persistence: PersistenceMode;
    /** Names the stored keys, in place of the project key. */
    persistence_name?: string;
    disable_persistence?: boolean;
    /** True (default): one visitor for all subdomains of the site. */
    cross_subdomain_cookie: boolean;
    secure_cookie: boolean;
    /** Days. */
    cookie_expiration: number;
    cookie_persisted_properties?: string[];
    bootstrap?: Bootstrap;
    get_device_id?: (uuid: string) => string;
    session_idle_timeout_seconds: number;
    person_profiles: 'identified_only' | 'always' | 'never';
    opt_out_capturing_by_default?: boolean;
    opt_out_capturing_persistence_type?: 'localStorage' | 'cookie';
    consent_persistence_name?: string;
    respect_dnt?: boolean;
    /** True: Global Privacy Control counts as an opt-out until the visitor says otherwise. */
    respect_gpc?: boolean;
    cookieless_mode?: 'always' | 'on_reject';
    /** True: neither flags nor configuration are asked for. */
    advanced_disable_flags?: boolean;
    /** Definitions from the host page, in place of those of the service; or settings of surveys. */
    surveys?: Survey[] | SurveySettings['surveys'];
    surveys_request_timeout_ms: number;
    /** The address that URL conditions of surveys are compared with, in place of the page's. */
    get_current_url?: (url: string) => string;
    /** Fetches the survey file beside the first flags request. */
    preload_surveys?: boolean;
    /** Where the files beside `earshot.js` are fetched from; by default where it came from. */
    asset_host?: string;
    debug?: boolean;
    loaded?: (client: EarshotClient) => void;
    /** Hears of what went wrong and of what was dropped. */
    on_error?: (reason: string, detail?: unknown) => void;
    name?: string;
}
/**
 * The flags of a site, for whoever wants them typed: key -> type of the payload. Narrow it by declaration merging.
 *
 * ```ts
 * declare module 'earshot' {
 *   interface FeatureFlags { 'new-checkout': { limit: number } }
 * }
 * ```
 */
interface FeatureFlags {
}
/** The keys of `FeatureFlags`, and any other text. */
type FlagKey = keyof FeatureFlags | (string & {});
type PayloadOf<K extends FlagKey> = K extends keyof FeatureFlags ? FeatureFlags[K] : unknown;
/** The events of a site, likewise: name -> its properties. */
interface Events {
}
type EventName = keyof Events | (string & {});
type PropertiesOf<N extends EventName> = N extends keyof Events ? Events[N] : Properties;
/** What `on` listens to. */
interface ClientSignals extends Record<SurveySignal, Properties> {
    /** The final event, after the hooks. */
    eventCaptured: CapturedEvent;
    featureFlagsReloading: undefined;
}
/** An early-access feature, as the service describes it. */
interface EarlyAccessFeature {
    name: string;
    description: string;
    stage: string;
    documentationUrl: string | null;
    flagKey: string | null;
    payload?: unknown;
}
type Unsubscribe = () => void;
/** A flag's result with a typed payload. */
type FlagResultOf<K extends FlagKey> = Omit<FeatureFlag, 'payload'> & {
    payload?: PayloadOf<K>;
};
/** The client. Nothing here throws: what is wrong is told on the console or to `on_error`. */
interface EarshotClient extends SurveysApi {
    /** True once `init` was given a usable configuration. */
    readonly __loaded: boolean;
    readonly config: Readonly<Config>;
    readonly version: string;
    /** Starts the client; with a name, makes another one, which is found under that name. */
    init(token: string, config?: Partial<Config>, name?: string): EarshotClient;
    set_config(config: Partial<Config>): void;
    /** Logs what happens to the console; remembered until it is turned off. */
    debug(on?: boolean): void;
    /** Sends what waits; resolves when it is sent or cannot be now. */
    flush(): Promise<void>;
    /** Sends what waits and stops: no timer, listener or element of ours is left. */
    shutdown(): Promise<void>;
    /** Resolves when the first flags answer has come, or has failed. Never rejects. */
    ready(): Promise<void>;
    on<S extends keyof ClientSignals>(signal: S, run: (detail: ClientSignals[S]) => void): Unsubscribe;
    /** Calls a method by name, as the script tag's queue does. */
    push(call: unknown[]): void;
    /** Captures an event. @returns What is sent; `undefined` when nothing is. */
    capture<N extends EventName>(event: N, properties?: PropertiesOf<N> | null, options?: CaptureOptions): CapturedEvent | undefined;
    register(properties: Properties, days?: number): void;
    register_once(properties: Properties, defaultValue?: unknown, days?: number): void;
    register_for_session(properties: Properties): void;
    unregister(name: string): void;
    unregister_for_session(name: string): void;
    get_property(name: string): unknown;
    getSessionProperty(name: string): unknown;
    getPageViewId(): string | undefined;
    identify(id: string | number, set?: Properties, setOnce?: Properties): void;
    /** @returns -1 when the two ids are one, so that this was an `identify`. */
    alias(alias: string, original?: string): CapturedEvent | -1 | undefined;
    group(type: string, key: string | number, properties?: Properties): void;
    getGroups(): Record<string, string>;
    resetGroups(): void;
    reset(options?: boolean | {
        resetDeviceID?: boolean;
        bootstrap?: Bootstrap;
    }): void;
    setPersonProperties(set?: Properties, setOnce?: Properties): void;
    unsetPersonProperties(names: string | string[]): void;
    createPersonProfile(): void;
    setInternalOrTestUser(): void;
    people: {
        set(name: string | Properties, value?: unknown): void;
        set_once(name: string | Properties, value?: unknown): void;
    };
    get_distinct_id(): string;
    get_session_id(): string;
    onSessionId(run: (sessionId: string, windowId: string, reason?: SessionReason) => void): Unsubscribe;
    /** A variant, or whether the flag is on; `undefined` while it is not known. */
    getFeatureFlag(key: FlagKey, options?: FlagReadOptions): FlagValue | undefined;
    isFeatureEnabled(key: FlagKey, options?: FlagReadOptions & {
        defaultValue?: boolean;
    }): boolean | undefined;
    getFeatureFlagPayload<K extends FlagKey>(key: K): PayloadOf<K> | undefined;
    getFeatureFlagResult<K extends FlagKey>(key: K, options?: FlagReadOptions): FlagResultOf<K> | undefined;
    getAllFeatureFlags(): FeatureFlag[];
    /** Calls back when flags are known, and after each change; also when they cannot be had, with `errorsLoading`. */
    onFeatureFlags(run: FlagsCallback): Unsubscribe;
    reloadFeatureFlags(): void;
    updateFlags(flags: Record<string, FlagValue>, payloads?: Record<string, unknown>, options?: {
        merge?: boolean;
    }): void;
    setPersonPropertiesForFlags(properties: Properties, reload?: boolean): void;
    resetPersonPropertiesForFlags(reload?: boolean): void;
    setGroupPropertiesForFlags(properties: Record<string, Properties>, reload?: boolean): void;
    resetGroupPropertiesForFlags(type?: string): void;
    getEarlyAccessFeatures(run: (features: EarlyAccessFeature[]) => void, force?: boolean, stages?: string[]): void;
    updateEarlyAccessFeatureEnrollment(key: string, enrolled: boolean, stage?: string): void;
    featureFlags: FeatureFlagsApi;
    /** The surveys functions once more, where posthog-js has them as well. */
    surveys: SurveysApi;
    flagsEndpointWasHit: boolean;
    opt_in_capturing(options?: {
        captureEventName?: string | null | false;
        captureProperties?: Properties;
    }): void;
    opt_out_capturing(): void;
    has_opted_in_capturing(): boolean;
    has_opted_out_capturing(): boolean;
    get_explicit_consent_status(): ConsentStatus;
    is_capturing(): boolean;
    clear_opt_in_out_capturing(): void;
}
/** Flags in bulk. */
interface FeatureFlagsApi extends Readonly<Flags['bulk']> {
    getRemoteConfigPayload(key: string, run: (payload: unknown) => void): void;
}

/**
 * Makes a client of its own: other projects on the same page, and tests.
 *
 * ```ts
 * const client = createClient('phc_your_key', { api_host: 'https://events.example.com' })
 * client.capture('signed up', { plan: 'pro' })
 * ```
 *
 * Never throws: a configuration that cannot work is one `console.error`, and a client that does nothing.
 */
declare const createClient: (token: string, config: Partial<Config>) => EarshotClient;
/** The client of the page. Calls made before `init` wait for it. */
declare const earshot: EarshotClient;
/**
 * Starts the client of the page; with a name, another one beside it.
 *
 * ```ts
 * init('phc_your_key', { api_host: 'https://events.example.com' })
 * ```
 */
declare const init: (token: string, config: Partial<Config>, name?: string) => EarshotClient;

export { Answer, Draft, Problem, Question, Survey, SurveyAppearance, SurveyConditions, createClient, earshot as default, earshot, init };
export type { BeforeSend, Bootstrap, CaptureOptions, CapturedEvent, ClientSignals, Config, ConsentStatus, EarlyAccessFeature, EarshotClient, EventName, Events, FeatureFlag, FeatureFlags, FeatureFlagsApi, FlagKey, FlagReadOptions, FlagValue, FlagsCallback, PayloadOf, Properties, PropertiesOf, SessionOptions, SessionState, SurveyRenderReason, SurveySession, SurveySignal, SurveysApi };
