'use strict';

var react = require('react');
var earshot = require('earshot');

function attempt(run, fallback, onThrow) {
  try {
    return run();
  } catch (error) {
    return fallback;
  }
}

const isText = (value) => typeof value === "string";

const nullProtoRecord = (...records) => Object.assign(/* @__PURE__ */ Object.create(null), ...records);
const platformOptions = nullProtoRecord;

function readableCopy(value) {
  const source = Object(value);
  const copy = nullProtoRecord();
  const isOther = isText(value) || ArrayBuffer.isView(value);
  for (const key of isOther ? [] : attempt(() => Object.keys(source), [])) {
    const one = read(source, key);
    if (attempt(() => Array.isArray(one)) !== void 0) copy[key] = one;
  }
  return copy;
}
const read = (owner, key) => attempt(() => owner[key]);

const EarshotContext = react.createContext({ client: earshot.earshot });
const useEarshot = () => react.useContext(EarshotContext).client;

function useVisible(callback, options) {
  const [element, ref] = react.useState(null);
  const latest = react.useRef(callback);
  react.useEffect(() => {
    latest.current = callback;
  });
  const isObserved = element && callback;
  react.useEffect(() => {
    if (!isObserved) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current?.(),
      platformOptions({ threshold: 0.1, ...readableCopy(options) })
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, !isObserved]);
  return ref;
}
const Tracker = ({ onView, observerOptions, ...props }) => react.createElement("div", { ...props, ref: useVisible(onView, observerOptions) });
function useOnce() {
  const [done] = react.useState({});
  return (key, run) => {
    if (done[key]) return;
    done[key] = true;
    run();
  };
}

function CaptureOnView({
  name,
  properties,
  observerOptions,
  trackAllChildren,
  children,
  ...props
}) {
  const client = useEarshot();
  const once = useOnce();
  const tracker = (child_index) => ({
    observerOptions,
    onView: () => once(child_index ?? "all", () => {
      client.capture("$element_viewed", { element_name: name, child_index, ...readableCopy(properties) });
    })
  });
  if (!trackAllChildren) return react.createElement(Tracker, { ...props, ...tracker() }, children);
  return react.createElement(
    "div",
    props,
    react.Children.map(children, (child, index) => react.createElement(Tracker, tracker(index), child))
  );
}

class ErrorBoundary extends react.Component {
  static getDerivedStateFromError(error) {
    return { failure: { error } };
  }
  componentDidCatch(error, info) {
    report(this.context.client, error, info, this.props.additionalProperties);
    this.setState({ componentStack: info.componentStack ?? "" });
  }
  render() {
    const { children, fallback } = this.props;
    const { failure, componentStack = "" } = this.state ?? {};
    if (!failure) return typeof children === "function" ? children() : children;
    if (typeof fallback !== "function") return fallback;
    return react.createElement(fallback, {
      componentStack,
      ...failure,
      resetError: () => this.setState({ failure: void 0 })
    });
  }
}
ErrorBoundary.contextType = EarshotContext;
const setupReactErrorHandler = (client, callback) => (error, info) => {
  report(client, error, info);
  callback?.(void 0, error, info);
};
function report(client, error, info, more) {
  const properties = attempt(() => typeof more === "function" ? more(error, info) : more);
  attempt(
    () => client.config.on_error?.("react", {
      error,
      componentStack: info.componentStack,
      ...readableCopy(properties)
    })
  );
}

const isEqual = (a, b) => attempt(() => JSON.stringify(a) === JSON.stringify(b), false);

const keepEqual = () => {
  let kept;
  return (value) => {
    if (!isEqual(kept, value)) kept = value;
    return kept;
  };
};

function bootstrapReader(bootstrap) {
  const { featureFlags, featureFlagPayloads } = readableCopy(bootstrap);
  const values = readableCopy(featureFlags);
  const payloads = readableCopy(featureFlagPayloads);
  const reader = {
    getFeatureFlag: (key) => values[key],
    isFeatureEnabled: (key) => reader.getFeatureFlagResult(key)?.enabled,
    getFeatureFlagResult(key) {
      const value = values[key];
      if (value === void 0) return value;
      const enabled = value !== false;
      return {
        key,
        enabled,
        variant: value !== true && value || void 0,
        payload: enabled ? payloads[key] : void 0
      };
    },
    featureFlags: { getFlags: () => Object.keys(values).filter(reader.isFeatureEnabled) }
  };
  return reader;
}
function useFlags(read, key, exposedKey = key) {
  const { client, bootstrap } = react.useContext(EarshotContext);
  const store = react.useMemo(() => {
    const keep = keepEqual();
    const bootstrapped = () => keep(read(bootstrapReader(bootstrap ?? client.config?.bootstrap)));
    return [
      (onChange) => client.onFeatureFlags(() => {
        if (exposedKey) client.getFeatureFlag(exposedKey);
        onChange();
      }),
      () => client.__loaded === false ? bootstrapped() : keep(read(client)),
      bootstrapped
    ];
  }, [client, bootstrap, key]);
  return react.useSyncExternalStore(...store);
}
const SILENT = { send_event: false };
function useFeatureFlagEnabled(flag, defaultValue) {
  return useFlags((reader) => reader.isFeatureEnabled(flag, SILENT), flag) ?? defaultValue;
}
const useFeatureFlagVariantKey = (flag) => useFlags((reader) => reader.getFeatureFlag(flag, SILENT), flag);
const useFeatureFlagPayload = (flag) => useFlags((reader) => reader.getFeatureFlagResult(flag, SILENT)?.payload, flag, "");
const useFeatureFlagResult = (flag) => useFlags((reader) => reader.getFeatureFlagResult(flag, SILENT), flag);
const useActiveFeatureFlags = () => useFlags((reader) => reader.featureFlags.getFlags());

function FeatureFlag({
  flag,
  match,
  children,
  fallback,
  visibilityObserverOptions: observerOptions,
  trackInteraction = true,
  trackView = true,
  onClick,
  ...props
}) {
  const client = useEarshot();
  const { enabled, variant = enabled, payload } = useFeatureFlagResult(flag) ?? {};
  const once = useOnce();
  if (variant !== (match ?? (variant || true))) return toElement(fallback);
  const options = { flag, posthog: client, flagVariant: variant };
  const tracked = {
    ...props,
    observerOptions,
    onView: trackView ? () => once("view", () => captureFeatureView(options)) : void 0,
    onClick(event) {
      onClick?.(event);
      if (trackInteraction) once("click", () => captureFeatureInteraction(options));
    }
  };
  const content = typeof children === "function" ? children(payload) : children;
  return toElement(react.Children.map(content, (child) => react.createElement(Tracker, tracked, child)));
}
const toElement = (node) => node;
const captureFeature = (event, { flag, posthog, flagVariant = true }) => void posthog.capture(event, {
  feature_flag: flag,
  $set: { [`${event}/${flag}`]: flagVariant },
  feature_flag_variant: typeof flagVariant === "string" ? flagVariant : void 0
});
function captureFeatureInteraction(options) {
  captureFeature("$feature_interaction", options);
}
function captureFeatureView(options) {
  captureFeature("$feature_view", options);
}

function EarshotProvider({
  client: given,
  apiKey,
  options,
  children
}) {
  const client = given ?? earshot.earshot;
  const applied = react.useRef(null);
  react.useEffect(() => {
    if (given || (apiKey ?? options) === void 0) return;
    const last = applied.current;
    applied.current = [apiKey, options];
    if (last ? last[0] !== apiKey : !client.__loaded) client.init(apiKey, options);
    else if (last && !isEqual(last[1], options)) client.set_config(options);
  });
  const [keep] = react.useState(keepEqual);
  const bootstrap = keep(readableCopy(options).bootstrap);
  const value = react.useMemo(() => ({ client, bootstrap }), [client, bootstrap]);
  return react.createElement(EarshotContext.Provider, { value }, children);
}

function SurveyInline({ surveyId, options, ...props }) {
  const client = useEarshot();
  const ref = react.useRef(null);
  react.useEffect(() => {
    client.displaySurvey(surveyId, {
      ...readableCopy(options),
      selector: ref.current,
      displayType: "inline"
    });
    return () => client.cancelPendingSurvey(surveyId);
  }, [client, surveyId]);
  return react.createElement("div", { ...props, key: surveyId, ref });
}

function useSurvey(id, options) {
  const session = useSession(useEarshot(), id, options);
  const state = react.useSyncExternalStore(
    session?.subscribe ?? subscribeNever,
    () => session?.state(),
    () => void 0
  );
  const ref = useVisible(session?.shown, { threshold: 0.5 });
  const page = state?.page ?? (session === null ? "unavailable" : "loading");
  return { ...session, page, state, ref, question: session?.question() };
}
const subscribeNever = () => () => {
};
function useSession(client, id, options) {
  const [started, setStarted] = react.useState();
  react.useEffect(() => {
    let isCancelled = false;
    let session = null;
    const start = async () => {
      await null;
      if (isCancelled) return;
      const { ignoreConditions, ...sessionOptions } = readableCopy(options);
      const isFor = ignoreConditions || (await client.canRenderSurveyAsync(id)).visible;
      session = isFor && !isCancelled ? await client.startSession(id, sessionOptions) : null;
      if (isCancelled) session?.hide();
      else setStarted({ id, session });
    };
    void start();
    return () => {
      isCancelled = true;
      session?.hide();
      setStarted(void 0);
    };
  }, [client, id]);
  return started?.id === id ? started.session : void 0;
}

function useThumbSurvey(options) {
  const {
    surveyId,
    displayPosition = "next_to_trigger",
    properties,
    onResponse,
    disableAutoShownTracking
  } = readableCopy(options);
  const client = useEarshot();
  const [response, setResponse] = react.useState(null);
  const [trigger, triggerRef] = react.useState(null);
  const once = useOnce();
  const trackShown = () => once(`shown ${surveyId}`, () => {
    client.capture("survey shown", { $survey_id: surveyId, ...readableCopy(properties) });
  });
  react.useEffect(() => {
    if (!disableAutoShownTracking) trackShown();
  });
  const respond = (value) => once("response", () => {
    setResponse(value);
    client.displaySurvey(surveyId, {
      initialResponses: { 0: value === "up" ? 1 : 2 },
      properties,
      position: displayPosition,
      selector: trigger ?? void 0,
      ignoreConditions: true,
      ignoreDelay: true,
      skipShownEvent: true
    });
    onResponse?.(value);
  });
  return { respond, response, triggerRef, ...disableAutoShownTracking && { trackShown } };
}

exports.CaptureOnView = CaptureOnView;
exports.EarshotContext = EarshotContext;
exports.EarshotProvider = EarshotProvider;
exports.ErrorBoundary = ErrorBoundary;
exports.FeatureFlag = FeatureFlag;
exports.PostHogCaptureOnViewed = CaptureOnView;
exports.PostHogContext = EarshotContext;
exports.PostHogErrorBoundary = ErrorBoundary;
exports.PostHogFeature = FeatureFlag;
exports.PostHogProvider = EarshotProvider;
exports.SurveyInline = SurveyInline;
exports.captureFeatureInteraction = captureFeatureInteraction;
exports.captureFeatureView = captureFeatureView;
exports.setupReactErrorHandler = setupReactErrorHandler;
exports.useActiveFeatureFlags = useActiveFeatureFlags;
exports.useEarshot = useEarshot;
exports.useFeatureFlagEnabled = useFeatureFlagEnabled;
exports.useFeatureFlagPayload = useFeatureFlagPayload;
exports.useFeatureFlagResult = useFeatureFlagResult;
exports.useFeatureFlagVariantKey = useFeatureFlagVariantKey;
exports.usePostHog = useEarshot;
exports.useSurvey = useSurvey;
exports.useThumbSurvey = useThumbSurvey;
