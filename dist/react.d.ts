import { Properties, EarshotClient, Bootstrap, FlagValue, FlagKey, PayloadOf, earshot, FlagValueOf, Config, SurveySession, SessionState, Question, SessionOptions } from 'earshot';
export { EarshotClient, EarshotClient as PostHog } from 'earshot';
import * as react from 'react';
import { HTMLProps, ReactElement, Component, ReactNode, FunctionComponent, ErrorInfo, ContextType, RefCallback } from 'react';

/** Props of `CaptureOnView`. Others are passed to its `div`. */
type CaptureOnViewProps = Omit<HTMLProps<HTMLDivElement>, 'ref'> & {
    /** `element_name` of the event. */
    name?: string;
    properties?: Properties;
    observerOptions?: IntersectionObserverInit;
    /** Whether each child is captured on its own, with its `child_index`. */
    trackAllChildren?: boolean;
};
/** Renders a `div` and captures `$element_viewed` once it is visible. */
declare function CaptureOnView({ name, properties, observerOptions, trackAllChildren, children, ...props }: CaptureOnViewProps): ReactElement;

/** The client of a part of the tree, and the values that the server has rendered it with. */
interface EarshotContextValue {
    client: EarshotClient;
    /** Default: `bootstrap` of the client's configuration. */
    bootstrap?: Bootstrap;
}
/** The context of `EarshotProvider`. Without a provider, it has the client of the page. */
declare const EarshotContext: react.Context<EarshotContextValue>;
/**
 * Returns the client of the nearest provider.
 *
 * ```ts
 * const earshot = useEarshot()
 * earshot.capture('signed up', { plan: 'pro' })
 * ```
 */
declare const useEarshot: () => EarshotClient;

/** Props of a fallback component. */
interface ErrorFallbackProps {
    error: unknown;
    componentStack: string;
    /** Renders the children again. */
    resetError(): void;
    /** Always undefined: Earshot captures no exceptions. Components written for posthog-js read it. */
    exceptionEvent?: undefined;
}
/** Props of `ErrorBoundary`. */
interface ErrorBoundaryProps {
    children?: ReactNode | (() => ReactNode);
    fallback?: ReactNode | FunctionComponent<ErrorFallbackProps>;
    /** Added to what `on_error` receives. */
    additionalProperties?: Properties | ((error: unknown, info: ErrorInfo) => Properties);
}
interface State {
    failure?: {
        error: unknown;
    };
    componentStack?: string;
}
/**
 * Renders `fallback` when a component below it throws, and reports the error to `on_error` with the reason `react`. See D-462.
 *
 * ```tsx
 * <ErrorBoundary fallback={({ resetError }) => <button onClick={resetError}>Try again</button>}>
 *   <Checkout />
 * </ErrorBoundary>
 * ```
 */
declare class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
    context: ContextType<typeof EarshotContext>;
    state: State;
    static getDerivedStateFromError(error: unknown): State;
    componentDidCatch(error: unknown, info: ErrorInfo): void;
    render(): ReactNode;
}
/**
 * Returns a handler for the error options of `createRoot` and `hydrateRoot`, which reports to `on_error`.
 *
 * ```ts
 * createRoot(element, { onUncaughtError: setupReactErrorHandler(earshot) })
 * ```
 *
 * @param callback Called after the report. Its first argument is always undefined.
 */
declare const setupReactErrorHandler: (client: EarshotClient, callback?: (event: undefined, error: unknown, info: ErrorInfo) => void) => (error: unknown, info: ErrorInfo) => void;

type DivProps = Omit<HTMLProps<HTMLDivElement>, 'children' | 'ref'>;

/** Props of `FeatureFlag`. Others are passed to the `div` around each child. */
type FeatureFlagProps = DivProps & {
    flag: FlagKey;
    /** Variant, or state of the flag, at which the children show. Default: any but `false`. */
    match?: FlagValue;
    children?: ReactNode | ((payload: any) => ReactNode);
    /** Shown in place of the children otherwise. */
    fallback?: ReactNode;
    visibilityObserverOptions?: IntersectionObserverInit;
    /** Whether the first click is captured as `$feature_interaction`. Default: true. */
    trackInteraction?: boolean;
    /** Whether `$feature_view` is captured once the children are visible. Default: true. */
    trackView?: boolean;
};
/**
 * Renders its children if a flag has a value, and `fallback` otherwise. The exposure is reported in both cases.
 *
 * ```tsx
 * <FeatureFlag flag="new-checkout" match="short" fallback={<Checkout />}>
 *   {payload => <ShortCheckout limit={payload.limit} />}
 * </FeatureFlag>
 * ```
 */
declare function FeatureFlag({ flag, match, children, fallback, visibilityObserverOptions: observerOptions, trackInteraction, trackView, onClick, ...props }: FeatureFlagProps): ReactElement;
/** Arguments of `captureFeatureView` and `captureFeatureInteraction`. */
interface CaptureFeatureOptions {
    flag: string;
    /** The client. */
    posthog: EarshotClient;
    flagVariant?: FlagValue;
}
/** Captures that a person has used what a flag shows. */
declare function captureFeatureInteraction(options: CaptureFeatureOptions): void;
/** Captures that a person has seen what a flag shows. */
declare function captureFeatureView(options: CaptureFeatureOptions): void;

type FlagResult<K extends FlagKey = string> = ReturnType<typeof earshot.getFeatureFlagResult<K>>;
/**
 * Returns whether a flag is enabled; `defaultValue` while that is unknown.
 *
 * ```ts
 * const isNew = useFeatureFlagEnabled('new-checkout', false)
 * ```
 */
declare function useFeatureFlagEnabled(flag: FlagKey): boolean | undefined;
declare function useFeatureFlagEnabled(flag: FlagKey, defaultValue: boolean): boolean;
/** Returns the variant of a flag, or whether it is enabled; `undefined` while that is unknown. */
declare const useFeatureFlagVariantKey: <K extends FlagKey>(flag: K) => FlagValueOf<K> | undefined;
/** Returns the payload of a flag. Does not report the exposure. */
declare const useFeatureFlagPayload: <K extends FlagKey>(flag: K) => PayloadOf<K> | undefined;
/** Returns value and payload of a flag; `undefined` while they are unknown. */
declare const useFeatureFlagResult: <K extends FlagKey>(flag: K) => FlagResult<K> | undefined;
/** Returns the keys of the enabled flags. */
declare const useActiveFeatureFlags: () => string[];

/** Props of `EarshotProvider`: a client that the page has started, or the key and the options to start one with. */
type EarshotProviderProps = {
    children?: ReactNode;
} & ({
    client: EarshotClient;
    apiKey?: never;
    options?: never;
} | {
    client?: never;
    apiKey?: string;
    options?: Partial<Config>;
});
/**
 * Provides a client to the components below it.
 *
 * With `apiKey`, starts the client of the page after the first render, and passes later changes of `options` to `set_config`. Calls
 * before the start are queued. Unmounting leaves the client running, because it belongs to the page. See D-460.
 *
 * ```tsx
 * <EarshotProvider apiKey="phc_your_project_key" options={{ api_host: 'https://events.example.com' }}>
 *   <App />
 * </EarshotProvider>
 * ```
 */
declare function EarshotProvider({ client: given, apiKey, options, children, }: EarshotProviderProps): ReactElement;

type DisplayOptions$1 = NonNullable<Parameters<EarshotClient['displaySurvey']>[1]>;
/** Props of `SurveyInline`. Others are passed to its `div`. */
interface SurveyInlineProps extends Omit<HTMLProps<HTMLDivElement>, 'ref' | 'children'> {
    surveyId: string;
    /** Options of `displaySurvey`, read when the survey shows. */
    options?: Omit<DisplayOptions$1, 'displayType' | 'selector'>;
}
/**
 * Renders a `div` with a survey in the looks of Earshot inside. The survey closes with the component and keeps its progress.
 *
 * ```tsx
 * <SurveyInline surveyId="survey-id" className="feedback" />
 * ```
 */
declare function SurveyInline({ surveyId, options, ...props }: SurveyInlineProps): ReactElement;

/** Options of `useSurvey`. Read when the session starts. */
interface UseSurveyOptions extends SessionOptions {
    /** Whether the survey starts for a visitor who has finished it, or who it is not for. */
    ignoreConditions?: boolean;
}
/** What `useSurvey` returns beside the functions of the session. */
interface SurveyView {
    page: SessionState['page'];
    state: SessionState;
    /** The question on display, in the language of the visitor; `null` on other pages. */
    question: Question | null;
}
type StartedSurvey = Omit<SurveySession, keyof SurveyView | 'subscribe'> & SurveyView;
/**
 * A survey session as state, with its functions. They are undefined while the session loads, and when the survey is unknown or not
 * for this visitor (`unavailable`).
 */
type SurveyHook = {
    /** Ref of the element that has the survey. `survey shown` is captured once half of it is visible. */
    ref: RefCallback<Element>;
} & (StartedSurvey | (Partial<Record<Exclude<keyof StartedSurvey, 'page'>, undefined>> & {
    page: 'loading' | 'unavailable';
}));
/**
 * Starts a session of a survey that the component draws itself. Unmounting keeps its progress. See D-463.
 *
 * ```tsx
 * const { page, question, answer, ref } = useSurvey('survey-id')
 * if (page !== 'question') return null
 * return <form ref={ref} action={data => answer(String(data.get('text')))}>{question.question} …</form>
 * ```
 */
declare function useSurvey(id: string, options?: UseSurveyOptions): SurveyHook;

type DisplayOptions = NonNullable<Parameters<EarshotClient['displaySurvey']>[1]>;
/** Options of `useThumbSurvey`. */
interface UseThumbSurveyOptions {
    /** A survey whose first question is a thumb rating. */
    surveyId: string;
    /** Position of the popover with the further questions. Default: next to the trigger. */
    displayPosition?: DisplayOptions['position'];
    properties?: Properties;
    onResponse?: (response: 'up' | 'down') => void;
    /** Whether the component calls `trackShown` itself. Default: the survey counts as shown when the component mounts. */
    disableAutoShownTracking?: boolean;
}
/** Result of `useThumbSurvey`. */
interface UseThumbSurveyResult {
    respond: (value: 'up' | 'down') => void;
    response: 'up' | 'down' | null;
    /** Ref of the element that the popover stands next to. */
    triggerRef: RefCallback<HTMLElement>;
    trackShown?: () => void;
}
/**
 * Asks for a thumb up or down with the page's own buttons, and opens the survey at its next question after the answer.
 *
 * ```tsx
 * const { respond, response, triggerRef } = useThumbSurvey({ surveyId: 'survey-id' })
 * ```
 */
declare function useThumbSurvey(options: UseThumbSurveyOptions): UseThumbSurveyResult;

export { CaptureOnView, EarshotContext, EarshotProvider, ErrorBoundary, FeatureFlag, CaptureOnView as PostHogCaptureOnViewed, EarshotContext as PostHogContext, ErrorBoundary as PostHogErrorBoundary, FeatureFlag as PostHogFeature, EarshotProvider as PostHogProvider, SurveyInline, captureFeatureInteraction, captureFeatureView, setupReactErrorHandler, useActiveFeatureFlags, useEarshot, useFeatureFlagEnabled, useFeatureFlagPayload, useFeatureFlagResult, useFeatureFlagVariantKey, useEarshot as usePostHog, useSurvey, useThumbSurvey };
export type { CaptureFeatureOptions, CaptureOnViewProps, EarshotContextValue, EarshotProviderProps, ErrorBoundaryProps, ErrorFallbackProps, FeatureFlagProps, CaptureOnViewProps as PostHogCaptureOnViewedProps, ErrorFallbackProps as PostHogErrorBoundaryFallbackProps, ErrorBoundaryProps as PostHogErrorBoundaryProps, FeatureFlagProps as PostHogFeatureProps, EarshotProviderProps as PostHogProviderProps, SurveyHook, SurveyInlineProps, UseSurveyOptions, UseThumbSurveyOptions, UseThumbSurveyResult };
