import { C as CapturedEvent, P as Properties, Q as Question, A as Answer, O as OpenQuestion, L as LinkQuestion, R as RatingQuestion, S as SingleChoiceQuestion, M as MultipleChoiceQuestion, a as Survey, b as SurveyConditions, c as SurveyAppearance } from './chunk-survey.js';
export { B as Branching } from './chunk-survey.js';
import { F as FlagValue, a as FlagsReply, b as FlagsRequest, E as EarlyAccessFeature } from './chunk-flag.js';
import { D as DisplaySurveyOptions } from './chunk-contract.js';
import { SurveyExplanation } from './surveys.js';

/**
 * Events of the host page.
 *
 * - `navigate`: the URL changed without a page load. The detail is `pushState`, `replaceState`, `popstate` or `hashchange`.
 * - `visible`, `hidden`: the visibility changed. A prerendered page becomes `visible` when it is activated.
 * - `pagehide`: the page is unloaded or enters the back/forward cache.
 * - `restore`: the page returns from the back/forward cache.
 * - `scroll`: an element was scrolled, or the window was resized.
 * - `online`: the browser regained its network connection.
 * - `language`: the preferred language changed.
 */
type PageEvent = 'navigate' | 'visible' | 'hidden' | 'pagehide' | 'restore' | 'scroll' | 'online' | 'language';
/** Properties of the browser and its screen. Read with each event, so access must be cheap. */
interface BrowserInfo {
    userAgent: string;
    /** `navigator.userAgentData.brands`; empty where it is not supported. */
    brands: readonly string[];
    /** `navigator.userAgentData.platform`; empty where it is not supported. */
    platform: string;
    touchPoints: number;
    webdriver: boolean;
    brave: boolean;
    language: string | undefined;
    /** Minutes, as returned by `Date.prototype.getTimezoneOffset`. */
    timezoneOffset: number;
    screenWidth: number | undefined;
    screenHeight: number | undefined;
    viewportWidth: number | undefined;
    viewportHeight: number | undefined;
}
/** Scroll position and sizes, in CSS pixels. */
interface ScrollState {
    y: number;
    viewportHeight: number;
    contentHeight: number;
}
/**
 * The boundary to the web page: time, randomness, URL, visibility and DOM events. Implemented by `browserPage`, and for tests
 * by `fakePage` in `test/support`. Unless stated otherwise, no method throws, even if the page has replaced its globals.
 */
interface Page {
    /** Milliseconds since 1970. The visitor's clock may be wrong and may jump. */
    now(): number;
    /** Milliseconds since the page started. Never decreases. */
    monotonicNow(): number;
    /** Returns an ISO 8601 timestamp. Defaults to the current time, also for an invalid date or 0. */
    isoTimestamp(time?: number | string | Date): string;
    /** Returns a number from 0 (inclusive) to 1 (exclusive). */
    random(): number;
    /** Returns a UUIDv7, which sorts by creation time. */
    uuid(): string;
    /** Calls back once after `ms` milliseconds, or 24 days if that is sooner. Returns a function that cancels the timer. */
    setTimer(ms: number, callback: () => void): () => void;
    /** Calls back when the browser is idle and returns a function that cancels the call. */
    whenIdle(callback: () => void): () => void;
    /** The full URL. */
    url(): string;
    referrer(): string;
    title(): string;
    /** Whether the visitor can see the page. False while it is prerendered. */
    visible(): boolean;
    /** Whether the browser is prerendering the page, which may never be shown. */
    prerendering(): boolean;
    /** Whether a link or the address bar has led here: not a reload, and not the way back. */
    wasOpened(): boolean;
    /** Whether there is a network, as far as the browser says. */
    isOnline(): boolean;
    /** Returns the same object until a value changes. */
    browserInfo(): BrowserInfo;
    /** IANA name of the time zone; `undefined` if the browser does not provide it. */
    timezone(): string | undefined;
    scrollState(rootSelector?: string | string[]): ScrollState;
    doNotTrack(): boolean;
    globalPrivacyControl(): boolean;
    /** Adds a listener and returns a function that removes it. */
    on(event: PageEvent, listener: (detail?: string) => void): () => void;
    /** Whether any element of the document matches. False for an invalid selector. */
    matchesSelector(selector: string): boolean;
    /** Calls back after DOM mutations, at most once per frame. */
    onMutation(listener: () => void): () => void;
    /**
     * Calls back when a matching element is clicked, including elements added later. Does not affect the click.
     *
     * @throws If the selector is invalid.
     */
    onClick(selector: string, listener: (element: Element) => void): () => void;
    /** Dispatches a custom event on the window for the host page. */
    dispatchEvent(name: string, detail?: unknown): void;
}

/** The boundary to storage: text by key. No method throws. */
interface Store {
    /** Returns the value, or `null` if it is missing or the storage is not available. */
    read(key: string): string | null;
    /** Stores a value. Returns false if the storage is full or not available. */
    write(key: string, value: string): boolean;
    remove(key: string): void;
    /** Returns all keys that start with a prefix. */
    keys(prefix: string): string[];
    /**
     * Calls back when another tab changes a key that starts with a prefix. The value is `null` for a removed key. Returns a
     * function that unsubscribes.
     */
    onExternalChange(prefix: string, listener: (key: string, value: string | null) => void): () => void;
}

/** Options of the configuration for URLs in events and flags requests. */
interface UrlConfig {
    /** Whether the fragment (`#...`) is removed. */
    disable_capture_url_hashes?: boolean;
    /** Whether the values of click ids and of `custom_personal_data_properties` are replaced by `<masked>`. */
    mask_personal_data_properties?: boolean;
    /** Further query parameters to mask. */
    custom_personal_data_properties?: string[];
    /**
     * Returns the URL to send in place of the given one. Called with every text of an event or flags request that is a URL, and
     * again with some of its results. See D-058, D-441.
     */
    mask_url?: (url: string) => string;
    /** Further query parameters that are sent as campaign properties. */
    custom_campaign_params?: string[];
}

/** Options of the configuration for the properties of page and session. */
interface EventContextConfig extends UrlConfig {
    /** Whether events and flags requests contain referrers, the first one included. See D-524. */
    save_referrer: boolean;
    /** Whether events contain campaign parameters. */
    save_campaign_params: boolean;
}

/** Where the visitor is stored: values of the option `persistence`. */
type PersistenceMode = 'localStorage+cookie' | 'localStorage' | 'cookie' | 'sessionStorage' | 'memory';

/** The outcome of a request. */
interface Reply {
    /** HTTP status; 0 without a response (network failure, ad blocker, CORS or timeout). */
    status: number;
    /** The parsed body; `undefined` if it is not JSON. */
    json: unknown;
    /** Milliseconds from the `Retry-After` header; `undefined` without one. */
    retryAfterMs?: number | undefined;
    /** Whether the response comes from another URL after a redirect. */
    redirected?: boolean;
    /** Whether the request was aborted after `limitMs`. */
    timedOut?: boolean;
}

/** Options of the configuration for page views. */
interface PageviewConfig {
    /** `history_change` (default) captures the first view and each change of the path. `true` captures only the first view. */
    capture_pageview: boolean | 'history_change';
    /** `if_capture_pageview` (default) captures `$pageleave` when page views are captured. */
    capture_pageleave: boolean | 'if_capture_pageview';
    disable_scroll_properties?: boolean;
    /** Selectors of the scrolling element; the first match is used. Default: the document. */
    scroll_root_selector?: string | string[];
}

/** Limits of the token bucket. */
interface RateLimitConfig {
    /** Sustained rate. Default: 10. */
    events_per_second: number;
    /** Size of the bucket, at least `events_per_second`. Default: ten times the rate. */
    events_burst_limit: number;
}

/** Why a session started. */
type SessionReason = 'noSessionId' | 'activityTimeout' | 'sessionPastMaximumLength' | 'crossTabAdoption';

/** A hook that runs on every event before it is sent. Returns the event, changed or not, or nothing to drop it. */
type BeforeSend = (event: CapturedEvent) => CapturedEvent | null | undefined;
/** Options of the configuration for captured events. */
interface CaptureConfig extends UrlConfig {
    /** One hook or a chain of hooks. An event whose hook throws is dropped, since it may hold what the hook was to remove. */
    before_send?: BeforeSend | BeforeSend[];
    /** Changes the properties of each event, before `before_send` does. Its first-touch properties come as the event `$set_once`. */
    sanitize_properties?: (properties: Properties, event: string) => Properties;
    /** Names of properties that are never sent. */
    property_denylist?: string[];
    /** Longest text value, in characters, at least 200. Longer text is cut. See D-503. */
    properties_string_max_length: number;
    rate_limiting?: Partial<RateLimitConfig>;
    /** Whether events of bots are captured. Events then have the property `$browser_type`. */
    opt_out_useragent_filter?: boolean;
    /** Further substrings of the user agents of bots. */
    custom_blocked_useragents?: string[];
}
/** Options of one call of `capture`. */
interface CaptureOptions {
    /** Person properties to set. */
    $set?: Properties;
    /** Person properties to set unless they are set already. */
    $set_once?: Properties;
    /** Names of person properties to remove. */
    $unset?: string[];
    /** Time of the event. Default: now. */
    timestamp?: Date | string | number;
    /** UUID of the event. An invalid UUID is replaced. */
    uuid?: string;
    /** Whether the event is exempt from the rate limit. */
    skip_client_rate_limiting?: boolean;
    /** Ignored: events are sent at once, and stay stored until they are delivered. */
    send_instantly?: boolean;
    /** Ignored likewise. */
    transport?: 'XHR' | 'fetch' | 'sendBeacon';
    /** Whether long text is sent in full. */
    _noTruncate?: boolean;
    /** URL of the event, if it is not the current URL of the page. */
    _url?: string;
    /** Time of a queued call, in milliseconds since 1970. */
    _at?: number;
    /** Whether the event may precede the first page view. */
    _first?: boolean;
}

/** One evaluated flag. Held in memory and stored in this form, so names are short. */
interface FlagEntry {
    value: FlagValue;
    /** JSON text, as sent by the service. */
    payload?: string;
    id?: number;
    version?: number;
    reason?: string;
    /** Code of the reason. */
    code?: string;
    experiment?: boolean;
}
/** Entries by flag key. */
type FlagEntries = Record<string, FlagEntry>;

/** Options of the configuration for flags. */
interface FlagsConfig {
    /** Initial values, used until the service responds. See `Bootstrap`. */
    bootstrap?: {
        featureFlags?: Record<string, FlagValue>;
        defaultFeatureFlags?: Record<string, FlagValue>;
        featureFlagPayloads?: Record<string, unknown>;
    };
    /** Whether the request asks only for the configuration, without evaluating flags. */
    advanced_disable_feature_flags?: boolean;
    /** Whether the first request waits until the page reloads flags. */
    advanced_disable_feature_flags_on_first_load?: boolean;
    /** Whether only the flags of surveys are evaluated. */
    advanced_only_evaluate_survey_feature_flags?: boolean;
    /** Whether `$feature_flag_called` is reported once per session. Default: once per person. */
    advanced_feature_flags_dedup_per_session?: boolean;
    feature_flag_request_timeout_ms: number;
    /** Maximum number of immediate retries after status 502, 504 or a timeout. */
    feature_flag_request_max_retries: number;
    /** Maximum age of flags. Older values are not used. 0 (default): no maximum. */
    feature_flag_cache_ttl_ms?: number;
    /** Interval at which flags are reloaded. 0: never. */
    remote_config_refresh_interval_ms: number;
    /** Environments whose tagged flags are evaluated. Interface 4.3, rule 1. */
    evaluation_environments?: string[];
    /** Restricts the evaluation to these flags. */
    flag_keys?: string[];
}

/** A listener of `onFeatureFlags`: called with the keys of enabled flags, their values, and whether the latest request failed. */
type FlagsCallback = (keys: string[], values: Record<string, FlagValue>, context: {
    errorsLoading: boolean;
}) => void;
/** Values that replace those of the service. See D-092. */
interface FlagOverrides {
    flags?: Record<string, FlagValue>;
    payloads?: Record<string, unknown>;
}
/** Origin of the values: none yet, the page, a response to an earlier page, or a response to this page. */
type FlagSource = 'none' | 'bootstrap' | 'stored' | 'loaded';
/** Dependencies of `createFlagStore`. */
interface FlagStoreDeps {
    page: Page;
    store: Store;
    /** Stored key. */
    key: string;
    config(): FlagsConfig;
    /** Returns a key that changes with the person and the groups. */
    identityKey(): string;
    /** Whether the page is bootstrapped for another person than the visitor. */
    isBootstrapRefused(): boolean;
    /** Called when flags of the current person were received. */
    onReceived(): void;
    /** Called with the error of a listener that threw. */
    onThrow(error: unknown): void;
    emitError(reason: string, detail?: unknown): void;
}
/** Creates the store that holds the flags of the current person, in memory and in storage. */
declare function createFlagStore({ page, store, key: storedKey, config, identityKey, ...deps }: FlagStoreDeps): {
    /** Loads the values that an earlier page has stored for the same person. Bootstrapped ones replace them. See D-397, D-445. */
    load(): void;
    /**
     * Applies a reply. All flags are replaced, unless the reply is incomplete: then they are merged. Interface 4.3 and 7.
     *
     * @param isOutdated Whether the reply is for another person or other groups. It is ignored.
     */
    receive(reply: FlagsReply, isOutdated: boolean): void;
    /** Handles a failed request: keeps the values and notifies the listeners. `reason`: a value of `$feature_flag_error`. */
    fail: (reason: string) => void;
    /** Notifies the listeners that no request is sent. Without values, flags stay unknown. See D-084. */
    skipRequest(): void;
    /** Sets values on behalf of the page. */
    update(values: Record<string, FlagValue>, payloads: Record<string, unknown> | undefined, mustMerge: unknown): void;
    /** Replaces all overrides. */
    override(next: FlagOverrides): void;
    /** Removes all values, because they belong to another person. */
    clear(): void;
    /** Records that the page depends on a flag. */
    trackRead(key: string): void;
    bootstrap: () => NonNullable<FlagsConfig['bootstrap']>;
    keys: () => string[];
    valueFor: (key: string) => FlagValue | undefined;
    payloadText: (key: string) => string | undefined;
    /** Whether the values are older than `feature_flag_cache_ttl_ms`. */
    isStale: () => boolean;
    /** Returns the values of the enabled flags. */
    enabled: () => Record<string, FlagValue>;
    /** Returns a flag's entry and its origin. */
    details: (key: string) => {
        entry: FlagEntry | undefined;
        overrides: FlagOverrides;
        error: string | undefined;
        requestId: string | undefined;
        evaluatedAt: number;
        source: FlagSource;
    };
    entries: () => Readonly<FlagEntries>;
    /** Returns the parsed payloads by flag key. */
    payloads: () => Record<string, unknown>;
    /** Whether the first request has ended, successfully or not. */
    isSettled: () => boolean;
    /** Whether the service has responded to this page. */
    isAnswered: () => boolean;
    /** Whether values for the current person are known, so that a missing flag does not exist. */
    isKnown: () => boolean;
    hasValues: () => boolean;
    source: () => FlagSource;
    /** Calls back at once if flags are known or unavailable, and after each change. Returns a function that unsubscribes. */
    on(listener: FlagsCallback): () => void;
    /** Returns the flag properties of an event. `about`: the flag that it reports. See D-079, D-800. */
    eventProperties(about?: unknown): Properties;
};
/** The flags of the current person. */
type FlagStore = ReturnType<typeof createFlagStore>;

/** Dependencies of `createEarlyAccess`. */
interface EarlyAccessDeps {
    /** Requests the list of features, with one query parameter per stage. */
    requestFeatures(stages: readonly string[]): Promise<Reply>;
    capture(event: string, properties: Properties): void;
    /** Returns a key that changes with the person and the groups. */
    identityKey(): string;
    updateFlags(flags: Record<string, FlagValue>): void;
    /** Called with the error of a callback that threw. */
    onThrow(error: unknown): void;
}

/** Dependencies of `createExposureTracker`. */
interface ExposureDeps {
    flagStore: FlagStore;
    /** Captures an event. Returns `undefined` when it was not captured. */
    capture(event: string, properties: Properties): CapturedEvent | undefined;
    /** Returns the values that were reported for this person, by flag key. */
    reportedValues(): Record<string, string[]> | undefined;
    setReportedValues(reportedValues: Record<string, string[]>): void;
}

/** Dependencies of `createFlagLoader`. */
interface LoaderDeps {
    page: Page;
    config(): FlagsConfig;
    /** Returns the current request body. Equal inputs give equal JSON. */
    requestBody(): FlagsRequest;
    /** Sends a request. `withConfig`: whether the reply should contain the configuration. */
    request(body: FlagsRequest, withConfig: boolean): Promise<Reply>;
    /** Whether requests are allowed now. */
    canRequest(): boolean;
    onReply(reply: FlagsReply, request: AnsweredRequest): void;
    /** `reason`: a value of `$feature_flag_error`. */
    onFailure(reason: string, detail?: unknown): void;
    /** Requests are not allowed now. */
    onSkipped(): void;
    /** Called before flags are loaded again. */
    onReloading(): void;
}
/** The request that a reply answers. */
interface AnsweredRequest {
    /** Whether the inputs have changed since the request was sent. Another request then follows. */
    isOutdated: boolean;
    /** Whether the reply should contain the configuration. */
    withConfig: boolean;
}
/**
 * Creates the loader that decides when flags and configuration are requested. At most one request is in flight.
 * Interface 4.3; D-085, D-086, D-089.
 */
declare function createFlagLoader(deps: LoaderDeps): {
    /** Sends the first request of the page without delay. Returns whether a request is in flight. */
    start(): boolean;
    /** Requests the flags soon. Calls in quick succession are combined. */
    reload: () => void;
    /**
     * Requests the flags in place of expired ones. Not soon after a failure: a failure notifies the listeners, and each of them
     * reads expired flags again.
     */
    reloadExpired(): void;
    /** Requests the flags unless the request would equal the latest one that was answered. */
    inputsChanged(): void;
    /** Ignores `reload` while paused. */
    setPaused(value: boolean): void;
    stop(): void;
};
/** The loader of flags and configuration. */
type FlagLoader = ReturnType<typeof createFlagLoader>;

/** What flags need from the rest of the client. */
interface FlagHost extends FlagStoreDeps, Omit<ExposureDeps, 'flagStore'>, Pick<EarlyAccessDeps, 'requestFeatures'> {
    loader: FlagLoader;
    /** Sends `POST /flags` for one flag. */
    requestFlag(key: string): Promise<Reply>;
}
/** Options of a flag read. */
interface FlagReadOptions {
    /** Whether the read is reported as `$feature_flag_called`. Default: true. */
    send_event?: boolean;
    /** Whether only values from a response to this page are used. */
    fresh?: boolean;
}
/** The result of a flag. */
interface FeatureFlag {
    key: string;
    enabled: boolean;
    variant?: string;
    payload?: unknown;
}
/** Argument of `overrideFeatureFlags`: enabled keys, values, or values and payloads. `false` removes the overrides. */
type OverrideInput = false | string[] | Record<string, FlagValue> | {
    flags?: Record<string, FlagValue> | string[] | false;
    payloads?: Record<string, unknown> | false;
};
/** Creates feature flags: stores and reads them, and reports exposures. The loader is part of the boot request. Interface 4.3. */
declare function createFlags(host: FlagHost): {
    store: {
        load(): void;
        receive(reply: FlagsReply, isOutdated: boolean): void;
        fail: (reason: string) => void;
        skipRequest(): void;
        update(values: Record<string, FlagValue>, payloads: Record<string, unknown> | undefined, mustMerge: unknown): void;
        override(next: FlagOverrides): void;
        clear(): void;
        trackRead(key: string): void;
        bootstrap: () => NonNullable<FlagsConfig['bootstrap']>;
        keys: () => string[];
        valueFor: (key: string) => FlagValue | undefined;
        payloadText: (key: string) => string | undefined;
        isStale: () => boolean;
        enabled: () => Record<string, FlagValue>;
        details: (key: string) => {
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
        isAnswered: () => boolean;
        isKnown: () => boolean;
        hasValues: () => boolean;
        source: () => FlagSource;
        on(listener: FlagsCallback): () => void;
        eventProperties(about?: unknown): Properties;
    };
    /** Methods of the client. */
    methods: {
        getEarlyAccessFeatures(callback: (features: EarlyAccessFeature[]) => void, force?: boolean, stages?: string[]): void;
        updateEarlyAccessFeatureEnrollment(key: string, isEnrolled: boolean, stage?: string): void;
        getFeatureFlag: (key: string, options?: FlagReadOptions | null) => FlagValue | undefined;
        isFeatureEnabled(key: string, options?: (FlagReadOptions & {
            defaultValue?: boolean;
        }) | null): boolean | undefined;
        getFeatureFlagPayload: (key: string) => unknown;
        getFeatureFlagResult: (key: string, options?: FlagReadOptions) => FeatureFlag | undefined;
        getAllFeatureFlags: () => FeatureFlag[];
        onFeatureFlags: (listener: FlagsCallback) => () => void;
        reloadFeatureFlags: () => void;
        updateFlags: (flags: Record<string, FlagValue>, payloads?: Record<string, unknown>, options?: {
            merge?: boolean;
        }) => void;
    };
    /** Members of `client.featureFlags`. */
    featureFlagsApi: {
        readonly hasLoadedFlags: boolean;
        getFlags: () => string[];
        getFlagVariants: () => Record<string, FlagValue>;
        getFlagPayloads: () => Record<string, unknown>;
        getFlagsWithDetails: () => Readonly<FlagEntries>;
        /** Returns the entry of a flag with the origin of the values, and why the latest request brought none. See D-466. */
        getFlagDetails: (key: string) => {
            entry: FlagEntry | undefined;
            overrides: FlagOverrides;
            error: string | undefined;
            requestId: string | undefined;
            evaluatedAt: number;
            source: FlagSource;
        };
        ensureFlagsLoaded: () => void;
        setReloadingPaused: (value: boolean) => void;
        overrideFeatureFlags: (input: OverrideInput) => void;
        getRemoteConfigPayload: (key: string, callback: (payload: unknown) => void) => void;
    };
};
/** The feature flags of the client. */
type Flags = ReturnType<typeof createFlags>;

/** Why an answer is not accepted. */
interface Problem {
    /** Key of the built-in message. `unsent`: events cannot be captured at the moment; the visitor can try again. */
    code: 'required' | 'required_choice' | 'required_other' | 'too_short' | 'too_long' | 'unsent';
    /** Number of characters, for `too_short` and `too_long`. */
    limit?: number;
    /** The author's own message, which is shown instead. */
    text?: string;
}
/**
 * The rules of one question type.
 *
 * @typeParam Draft What its control holds until the visitor submits.
 */
interface AnswerRules<Q extends Question, Draft> {
    /** The draft of an untouched control. */
    empty(question: Q): Draft;
    /**
     * The draft that shows an earlier answer again; the empty draft when the answer does not fit.
     *
     * @param picked Positions of the choices that were picked for it.
     */
    restore(question: Q, answer: Answer, picked?: readonly number[]): Draft;
    /** The answer to report; `null` for an untouched optional question. */
    answer(question: Q, draft: Draft): Answer;
    /** What keeps the draft from being accepted, if anything. */
    problem(question: Q, draft: Draft): Problem | null;
    /**
     * The key of `responseValues` for an answer; `undefined` when there is none. A single choice may also be the position that was
     * picked. Interface 2.4; D-360.
     */
    branchKey(question: Q, answer: Answer): string | undefined;
    /** Every key that an answer can have, also `undefined`; empty when the type cannot branch by response. */
    branchKeys(question: Q): readonly (string | undefined)[];
    /** The answer for values from a URL or from code; `undefined` when they do not fit. */
    prefill(question: Q, values: readonly string[]): Answer | undefined;
    /** Whether choosing an option submits. There is no submit button then, so an optional question gets one to skip. */
    submitsAtOnce(question: Q): boolean;
}

/** What the control of a choice question holds. */
interface ChoiceDraft {
    /** Positions in `question.choices`, in the order they were picked. */
    picked: readonly number[];
    /** The text of the open choice. */
    other: string;
}

/** The rules of each question type. */
declare const RULES: {
    open: AnswerRules<OpenQuestion, string>;
    link: AnswerRules<LinkQuestion, boolean>;
    rating: AnswerRules<RatingQuestion, number | null>;
    single_choice: AnswerRules<SingleChoiceQuestion, ChoiceDraft>;
    multiple_choice: AnswerRules<MultipleChoiceQuestion, ChoiceDraft>;
};
/** What the control of a question holds until the visitor submits. */
type Draft<Q extends Question = Question> = ReturnType<(typeof RULES)[Q['type']]['empty']>;

/** Page of a survey that is on display. `closed` means that none is. See D-172. */
type SessionPage = 'intro' | 'question' | 'thanks' | 'closed';
/** How a session ended: completed, closed by the person, or taken off the page. See D-186. */
type SessionEnd = 'sent' | 'dismissed' | 'hidden';
/** Snapshot of a survey session; each change creates a new object. See D-141. */
interface SessionState {
    /** In the person's language. Indexes refer to this order of questions, also when they are shuffled. */
    readonly survey: Survey;
    readonly page: SessionPage;
    /** Zero-based index of the question on display. */
    readonly index: number;
    /** Indexes of the questions answered before it, in order. */
    readonly path: readonly number[];
    /** Answers by question id, those of abandoned branches included. */
    readonly answers: Readonly<Record<string, Answer>>;
    /** `$survey_submission_id` of all events of this session. */
    readonly submissionId: string;
    /** Key of the translation on display; `null` for the base language. */
    readonly language: string | null;
    /** `null` until the survey is completed or closed. */
    readonly end: SessionEnd | null;
}
/** Options of `startSession`, which `displaySurvey` takes as well. See D-181, D-184, D-185. */
interface SessionOptions {
    /** Added to every survey event. Names that are reserved for ours are ignored. */
    properties?: Properties;
    /** Answers by question index, taken before the survey opens. */
    initialResponses?: Record<number, unknown>;
    /** Whether answers are also read from the page's URL (`?q0=9`). */
    prefillFromUrl?: boolean;
    /** Whether the caller has captured `survey shown` itself. */
    skipShownEvent?: boolean;
}
/**
 * One person's way through one survey, without a user interface: next question, validation, progress and events. What draws
 * the survey reads `state()`, subscribes to changes, and submits drafts or answers.
 *
 * ```ts
 * const session = await earshot.startSession(id)
 * session.subscribe(() => draw(session.state(), session.question()))
 * draw(session.state(), session.question())
 * session.shown()
 * ```
 *
 * See D-141.
 */
interface SurveySession {
    state(): SessionState;
    /** Calls the listener after each change. Returns a function that unsubscribes. */
    subscribe(listener: () => void): () => void;
    /** Returns the question on display, in the person's language; `null` on other pages. */
    question(): Question | null;
    /** Returns the draft a control starts with: the earlier answer, or an empty one. `null` when no question is on display. */
    draft(): Draft | null;
    /** Returns the indexes of the choices in the order to draw them; always the same for a question. */
    choiceOrder(): readonly number[];
    /** Returns the current step and the most steps there can be. `of` may shrink from step to step, but never grows. */
    progress(): {
        step: number;
        of: number;
    };
    /** Whether the survey allows going back and a question was answered before this one. */
    canGoBack(): boolean;
    /** Reports that the survey is visible. Captures `survey shown` at the first call. */
    shown(): void;
    /** Leaves the intro. */
    begin(): void;
    /** Submits a draft. @returns Why it was not accepted; `null` when the session moved on. */
    submit(draft: Draft): Problem | null;
    /** Submits an answer instead of a draft. @returns Why it was not accepted; `null` when the session moved on. */
    answer(answer: Answer): Problem | null;
    /** Returns to the question answered before. */
    back(): void;
    /** Closes the survey for the person. Captures `survey dismissed`, unless the survey was completed. */
    dismiss(): void;
    /** Closes the survey without an event and keeps its progress, for example when the page's URL changes. */
    hide(): void;
}

/** A question whose fields have the types they should, with an id that no other question of the survey has. */
type ParsedQuestion = Question & {
    id: string;
};
/** A survey in one shape, whichever form it arrived in. Everything after `parseSurvey` relies on it. */
interface ParsedSurvey extends Survey {
    questions: ParsedQuestion[];
    conditions: SurveyConditions;
    appearance: SurveyAppearance;
}

/** What surveys need from the rest of the client, and what the client fetches for them on demand. */

/** Names of the events that a page subscribes to with `on('survey:...')`. See D-186. */
type SurveyEventName = 'survey:shown' | 'survey:answered' | 'survey:sent' | 'survey:dismissed' | 'survey:closed';
/** Options of surveys in the client's configuration. Defaults are in `client/config.ts`. */
interface SurveysConfig {
    disable_surveys: boolean;
    disable_surveys_automatic_display: boolean;
    /** Minutes after which an unfinished survey expires. See D-172. */
    survey_progress_ttl_minutes: number;
    /** Most surveys that show automatically in one session; 0 means no limit. See D-131. */
    max_surveys_per_session: number;
    /** Whether to capture `survey abandoned` for surveys that expired unfinished. See D-146. */
    capture_survey_abandoned: boolean;
    surveys: {
        prefillFromUrl?: boolean;
    };
    override_display_language: string | null;
    /** Texts of the interface: language -> key -> text. `*` stands for every language. They win over the built-in texts. See D-211. */
    survey_words: Record<string, Record<string, string>>;
    /** Nonce of the style element, for browsers without constructable style sheets. */
    nonce: string | undefined;
    /** `auto`: surveys without colors of their own follow the visitor's light or dark setting. */
    survey_color_scheme: 'light' | 'auto';
}

/** Whether surveys are known, and why not. See D-124. */
interface LoadContext {
    isLoaded: boolean;
    error?: string;
}
/** Callback of the methods that load surveys. See D-124. */
type SurveysCallback = (surveys: ParsedSurvey[], context: LoadContext) => void;

/** Result of `canRenderSurvey`. See D-107 to D-109. */
interface SurveyRenderReason {
    visible: boolean;
    /** Name of the check that failed, or `unknown survey`. */
    disabledReason?: string;
}
/** The public methods of surveys. None of them throws; an error of a callback is reported to `on_error`. */
interface SurveysApi {
    /**
     * Calls back with all surveys, at once if they are loaded. A list older than five minutes is then renewed.
     *
     * @param callback Receives an empty list and `{ isLoaded: false, error }` if surveys cannot be loaded.
     * @param forceReload Requests the list in any case. See D-124.
     */
    getSurveys(callback: SurveysCallback, forceReload?: boolean): void;
    /** Calls back with the surveys that may show to this visitor on this page now: popovers, widgets and API surveys. */
    getActiveMatchingSurveys(callback: SurveysCallback, forceReload?: boolean): void;
    /** Calls back with the surveys that may show, at once and after each change. Returns a cleanup function. */
    onActiveMatchingSurveysChanged(callback: (surveys: Survey[]) => void): () => void;
    /** Calls back when surveys have loaded or failed to load, at once if they already have. Returns a cleanup function. */
    onSurveysLoaded(callback: SurveysCallback): () => void;
    /** Returns whether a survey may show to this visitor on any page, and the name of the check that failed. */
    canRenderSurvey(survey: string | Survey): SurveyRenderReason;
    /** Resolves to the result of `canRenderSurvey` once surveys have loaded or failed to load. */
    canRenderSurveyAsync(id: string, forceReload?: boolean): Promise<SurveyRenderReason>;
    /**
     * Shows a survey, as a popover or inside an element of the page. `on_error` receives the reason if it cannot be shown.
     *
     * ```ts
     * earshot.displaySurvey(id, { displayType: 'inline', selector: '#feedback', ignoreConditions: true })
     * ```
     *
     * See D-133, D-136.
     */
    displaySurvey(id: string, options?: DisplaySurveyOptions): void;
    /** Shows a survey inside an element and without conditions. The page may pass a survey of its own. */
    renderSurvey(id: string | Survey, selector: string | Element): void;
    /** Cancels the delay of a survey. A survey that is open stays open. */
    cancelPendingSurvey(id: string): void;
    /**
     * Resolves to every check with its result, what the survey requires and what was found; `null` for an unknown survey. Reads
     * flags without `$feature_flag_called`.
     *
     * ```ts
     * console.table((await earshot.explainSurvey(id)).checks)
     * ```
     *
     * See D-123.
     */
    explainSurvey(id: string): Promise<SurveyExplanation | null>;
    /** Marks a survey as finished, for pages that draw surveys without a session. See D-112. */
    markSurveyAsSeen(id: string, options?: {
        iteration?: number | null;
    }): void;
    /**
     * Starts a session of a survey that the page draws itself, with the events, branching and resuming of our own interface.
     * Resolves to `null` for an unknown survey.
     *
     * ```ts
     * const session = await earshot.startSession(id)
     * session.subscribe(() => draw(session.state(), session.question()))
     * draw(session.state(), session.question())
     * session.shown()
     * button.onclick = () => explain(session.answer(field.value))
     * ```
     *
     * See D-141.
     */
    startSession(id: string, options?: SessionOptions): Promise<SurveySession | null>;
}

type ConsentStatus = 'granted' | 'denied' | 'pending';

/** Settings of posthog-js for products that Earshot does not have. They are accepted and ignored. */
type IgnoredConfig = Partial<Record<'__add_tracing_headers' | 'autocapture' | 'capture_dead_clicks' | 'capture_exceptions' | 'capture_heatmaps' | 'capture_performance' | 'defaults' | 'disable_conversations' | 'disable_external_dependency_loading' | 'disable_product_tours' | 'disable_session_recording' | 'disable_web_experiments' | 'enable_heatmaps' | 'enable_recording_console_log' | 'error_tracking' | 'logs' | 'mask_all_element_attributes' | 'mask_all_text' | 'opt_in_site_apps' | 'rageclick' | 'request_batching' | 'session_recording' | 'tracing_headers' | 'ui_host', unknown>>;
/** Methods of posthog-js for products that Earshot does not have. They do nothing; the first call of each goes to `on_error`. */
interface UnsupportedMethods {
    addExceptionStep(...args: unknown[]): undefined;
    captureException(...args: unknown[]): undefined;
    captureTraceFeedback(...args: unknown[]): undefined;
    captureTraceMetric(...args: unknown[]): undefined;
    clearIdentity(): undefined;
    get_session_replay_url(...args: unknown[]): string;
    loadToolbar(...args: unknown[]): boolean;
    sessionRecordingStarted(): boolean;
    setIdentity(...args: unknown[]): undefined;
    startExceptionAutocapture(...args: unknown[]): undefined;
    startSessionRecording(...args: unknown[]): undefined;
    stopExceptionAutocapture(): undefined;
    stopSessionRecording(): undefined;
}
/** An integration of Sentry without an effect. */
interface SentryIntegration {
    name: string;
    setupOnce(): void;
}
/** Returns an integration that does nothing, with and without `new`: an arrow would refuse `new`. See D-470. */
declare function SentryIntegration(): SentryIntegration;

/** Identity and flags that the page knows before the service has answered. */
interface Bootstrap {
    distinctID?: string;
    /** Whether `distinctID` is that of a person who is logged in. */
    isIdentifiedID?: boolean;
    /** UUIDv7. */
    sessionID?: string;
    /** Flags that the service has evaluated for this page. They win over stored ones. */
    featureFlags?: Record<string, FlagValue>;
    /** The same values on every page, for flags that are not known. Stored ones win over them. */
    defaultFeatureFlags?: Record<string, FlagValue>;
    featureFlagPayloads?: Record<string, unknown>;
}
/** The configuration. Names are those of posthog-js; unknown names are ignored. */
interface Config extends CaptureConfig, EventContextConfig, PageviewConfig, Omit<FlagsConfig, 'bootstrap'>, Partial<Omit<SurveysConfig, 'surveys'>>, IgnoredConfig {
    /** URL of the service, or a path on this site that is proxied to it. Required. */
    api_host: string;
    /** URL for flags requests, when it differs. */
    flags_api_host?: string;
    /** `auto` (default) uses what the service supports: gzip, else lz64. */
    compression: 'auto' | 'gzip' | 'lz64' | 'none';
    disable_compression?: boolean;
    /** Replaces the browser's `fetch`. Tests pass `service.fetch`. */
    fetch?: typeof fetch;
    request_headers?: Record<string, string>;
    fetch_options?: RequestInit;
    disable_beacon?: boolean;
    request_queue_config?: {
        flush_interval_ms?: number;
    };
    /** Rewrites the URL of every request. */
    rewriteRequestPath?: (url: string) => string;
    persistence: PersistenceMode;
    /** Replaces the project key in the names of stored keys. */
    persistence_name?: string;
    disable_persistence?: boolean;
    /** Whether all subdomains of the site share one visitor. Default: true. */
    cross_subdomain_cookie: boolean;
    secure_cookie: boolean;
    /** Days; 0 until the browser closes. */
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
    /** Whether Global Privacy Control counts as an opt-out, until the visitor decides here. */
    respect_gpc?: boolean;
    cookieless_mode?: 'always' | 'on_reject';
    /** Makes no flags request: no flags, no remote configuration. */
    advanced_disable_flags?: boolean;
    /** Definitions of the page in place of those of the service, or settings of surveys. */
    surveys?: Survey[] | SurveysConfig['surveys'];
    surveys_request_timeout_ms: number;
    /** Returns the URL that URL conditions of surveys are compared with. */
    get_current_url?: (url: string) => string;
    /** Loads the survey file in parallel with the first flags request. */
    preload_surveys?: boolean;
    /** Base URL of the other files of `dist/`. Default: that of `earshot.js`. */
    asset_host?: string;
    debug?: boolean;
    loaded?: (client: EarshotClient) => void;
    /** Called for each failure and for whatever is dropped. */
    on_error?: (reason: string, detail?: unknown) => void;
    name?: string;
    /** The project key: `init` sets it. */
    token?: string;
}
/**
 * Flag keys of a site and the types of their payloads. Extend it by declaration merging.
 *
 * ```ts
 * declare module 'earshot' {
 *   interface FeatureFlags { 'new-checkout': { limit: number } }
 * }
 * ```
 */
interface FeatureFlags {
}
/**
 * Flag keys of a site and the values that they have: `'control' | 'test' | false`. Extend it by declaration merging, or let
 * `npx earshot types` write it.
 */
interface FlagVariants {
}
/** A key of `FeatureFlags` or `FlagVariants`, or any other text. */
type FlagKey = keyof FeatureFlags | keyof FlagVariants | (string & {});
type FlagValueOf<K extends FlagKey> = K extends keyof FlagVariants ? FlagVariants[K] : FlagValue;
type PayloadOf<K extends FlagKey> = K extends keyof FeatureFlags ? FeatureFlags[K] : unknown;
/** Event names of a site and the types of their properties. Extend it likewise. */
interface Events {
}
type EventName = keyof Events | (string & {});
type PropertiesOf<N extends EventName> = N extends keyof Events ? Events[N] : Properties;
/** The events of `client.on`, and what their listeners receive. */
interface ClientEvents extends Record<SurveyEventName, Properties> {
    /** The event as it is sent, after `before_send`. */
    eventCaptured: CapturedEvent;
    featureFlagsReloading: undefined;
}
type Unsubscribe = () => void;
/** The result of a flag with the type of its payload. */
type FlagResultOf<K extends FlagKey> = Omit<FeatureFlag, 'payload'> & {
    payload?: PayloadOf<K>;
};
/** The client. No method throws: failures go to `on_error`, mistakes of the page to the console too. */
interface EarshotClient extends SurveysApi, UnsupportedMethods {
    /** Whether `init` has started the client. */
    readonly __loaded: boolean;
    readonly config: Readonly<Config>;
    readonly version: string;
    /** Starts the client. With a name, starts another client, which becomes `client[name]`. */
    init(token: string, config?: Partial<Config>, name?: string): EarshotClient;
    set_config(config: Partial<Config>): void;
    get_config<K extends keyof Config>(name: K): Config[K];
    /** Logs failures to the console, on later pages too, until it is turned off. */
    debug(on?: boolean): void;
    /** Sends waiting events. Resolves when they are sent, or when they cannot be sent now. */
    flush(): Promise<void>;
    /** Sends waiting events and stops: leaves no timer, listener or element. */
    shutdown(): Promise<void>;
    /** Resolves when the first flags request has succeeded or failed. Never rejects. */
    ready(): Promise<void>;
    /** Subscribes to an event of the client. */
    on<E extends keyof ClientEvents>(event: E, listener: (detail: ClientEvents[E]) => void): Unsubscribe;
    /** Calls a method by name: `['capture', 'signed up']`. */
    push(call: unknown[]): void;
    /** Captures an event. Returns the event as it is sent, and `undefined` when it is dropped. */
    capture<N extends EventName>(event: N, properties?: PropertiesOf<N> | null, options?: CaptureOptions): CapturedEvent | undefined;
    register(properties: Properties, days?: number): void;
    register_once(properties: Properties, defaultValue?: unknown, days?: number): void;
    register_for_session(properties: Properties): void;
    unregister(name: string): void;
    unregister_for_session(name: string): void;
    get_property(name: string): unknown;
    getSessionProperty(name: string): unknown;
    getPageViewId(): string | undefined;
    /** What is stored about the visitor: ids and registered properties. */
    persistence: {
        get_property(name: string): unknown;
        /** A copy. */
        readonly props: Properties;
    };
    identify(id: string | number, set?: Properties, setOnce?: Properties): void;
    /** Returns -1 when both ids are the same, which is an `identify`. */
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
    /** Whether the visitor is a person whom the page has identified. */
    _isIdentified(): boolean;
    get_session_id(): string;
    onSessionId(callback: (sessionId: string, windowId: string, reason?: SessionReason) => void): Unsubscribe;
    /** Returns the variant, or whether the flag is on; `undefined` while that is unknown. */
    getFeatureFlag<K extends FlagKey>(key: K, options?: FlagReadOptions): FlagValueOf<K> | undefined;
    isFeatureEnabled(key: FlagKey, options?: FlagReadOptions & {
        defaultValue?: boolean;
    }): boolean | undefined;
    getFeatureFlagPayload<K extends FlagKey>(key: K): PayloadOf<K> | undefined;
    getFeatureFlagResult<K extends FlagKey>(key: K, options?: FlagReadOptions): FlagResultOf<K> | undefined;
    getAllFeatureFlags(): FeatureFlag[];
    /** Calls back when flags are known, after each change, and with `errorsLoading` when a request has failed. */
    onFeatureFlags(callback: FlagsCallback): Unsubscribe;
    reloadFeatureFlags(): void;
    updateFlags(flags: Record<string, FlagValue>, payloads?: Record<string, unknown>, options?: {
        merge?: boolean;
    }): void;
    setPersonPropertiesForFlags(properties: Properties, reload?: boolean): void;
    resetPersonPropertiesForFlags(reload?: boolean): void;
    setGroupPropertiesForFlags(properties: Record<string, Properties>, reload?: boolean): void;
    resetGroupPropertiesForFlags(type?: string): void;
    getEarlyAccessFeatures(callback: (features: EarlyAccessFeature[]) => void, force?: boolean, stages?: string[]): void;
    updateEarlyAccessFeatureEnrollment(key: string, enrolled: boolean, stage?: string): void;
    featureFlags: FeatureFlagsApi;
    /** The methods of surveys, where posthog-js has them too. */
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
    /** Returns an integration that does nothing, so that Sentry starts. */
    sentryIntegration(options?: unknown): SentryIntegration;
    SentryIntegration: new (...args: unknown[]) => SentryIntegration;
}
/** Methods on all flags at once. */
type FeatureFlagsApi = Readonly<Flags['featureFlagsApi']>;

type PostHog = EarshotClient;
type PostHogInterface = EarshotClient;
type PostHogConfig = Config;
type BootstrapConfig = Bootstrap;
type CaptureResult = CapturedEvent;
type BeforeSendFn = BeforeSend;
type FeatureFlagResult = FeatureFlag;
type FeatureFlagsCallback = FlagsCallback;
/** Payloads are `unknown` until the page checks them. */
type JsonType = unknown;
type Property = unknown;
type SurveyQuestion = Question;
/** The types of questions, for code that names them as members of an enum. */
declare const SurveyQuestionType: {
    readonly Open: 'open';
    readonly MultipleChoice: 'multiple_choice';
    readonly SingleChoice: 'single_choice';
    readonly Rating: 'rating';
    readonly Link: 'link';
};
type SurveyQuestionType = Question['type'];
/** The types of surveys, likewise. */
declare const SurveyType: {
    readonly Popover: 'popover';
    readonly API: 'api';
    readonly Widget: 'widget';
    readonly ExternalSurvey: 'external_survey';
};
type SurveyType = (typeof SurveyType)[keyof typeof SurveyType];
/** The kinds of branching, likewise. */
declare const SurveyQuestionBranchingType: {
    readonly NextQuestion: 'next_question';
    readonly End: 'end';
    readonly ResponseBased: 'response_based';
    readonly SpecificQuestion: 'specific_question';
};
type SurveyQuestionBranchingType = (typeof SurveyQuestionBranchingType)[keyof typeof SurveyQuestionBranchingType];
/** Where `displaySurvey` shows a survey, likewise. */
declare const DisplaySurveyType: {
    readonly Popover: 'popover';
    readonly Inline: 'inline';
};
type DisplaySurveyType = (typeof DisplaySurveyType)[keyof typeof DisplaySurveyType];

/**
 * Creates an independent client, for another project on the same page or for tests.
 *
 * ```ts
 * const client = createClient('phc_your_key', { api_host: 'https://events.example.com' })
 * client.capture('signed up', { plan: 'pro' })
 * ```
 *
 * Never throws. A wrong configuration is one `console.error` and a client that does nothing.
 */
declare const createClient: (token: string, config: Partial<Config>) => EarshotClient;
/** The client of the page. Calls before `init` are queued. */
declare const earshot: EarshotClient;
/**
 * Starts the client of the page. With a name, starts another client.
 *
 * ```ts
 * init('phc_your_key', { api_host: 'https://events.example.com' })
 * ```
 */
declare const init: (token: string, config: Partial<Config>, name?: string) => EarshotClient;

export { Answer, CapturedEvent, DisplaySurveyType, EarlyAccessFeature, FlagValue, Properties, Question, Survey, SurveyAppearance, SurveyConditions, SurveyQuestionBranchingType, SurveyQuestionType, SurveyType, createClient, earshot as default, earshot, init, earshot as posthog };
export type { BeforeSend, BeforeSendFn, Bootstrap, BootstrapConfig, CaptureOptions, CaptureResult, ClientEvents, Config, ConsentStatus, Draft, EarshotClient, EventName, Events, FeatureFlag, FeatureFlagResult, FeatureFlags, FeatureFlagsApi, FeatureFlagsCallback, FlagKey, FlagReadOptions, FlagValueOf, FlagVariants, FlagsCallback, JsonType, PayloadOf, PostHog, PostHogConfig, PostHogInterface, Problem, PropertiesOf, Property, SessionOptions, SessionState, SurveyEventName, SurveyQuestion, SurveyRenderReason, SurveySession, SurveysApi };
