'use strict';

var native = require('./chunk-native.cjs');

const { toISOString } = Date.prototype;
const isoDate = (date) => toISOString.call(date);

const MAX_DEPTH = 64;
const MAX_VALUES = 2e4;
const MAX_LENGTH$1 = 1e6;
const SHORT_TEXT = 200;
function serialize(value, maxText = Infinity, onCut) {
  const { copy, length, isCut } = plainCopy(value, maxText);
  const isTooLong = length > MAX_LENGTH$1 && maxText > SHORT_TEXT;
  if (isCut || isTooLong) onCut?.();
  if (isTooLong) return serialize(value, Math.max(SHORT_TEXT, Math.min(maxText, MAX_LENGTH$1) / 2));
  const text = stringify(copy) ?? "null";
  return text.includes("\\ud") ? text.replace(/\\\\|\\ud[\da-f]{3}/g, (part) => part[1] === "u" ? "\uFFFD" : part) : text;
}
const stringify = (value) => JSON.stringify("toJSON" in [] ? withoutHooks(value) : value);
const stringifyStored = (value) => {
  try {
    return stringify(value);
  } catch {
    return serialize(value);
  }
};
const withoutHooks = (value) => native.isObject(value) ? Object.setPrototypeOf(
  Array.isArray(value) ? value.map(withoutHooks) : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutHooks(inner)])),
  null
) : value;
function copyOf(value) {
  const copy = JSON.parse(serialize(value));
  return native.isObject(copy) && !ArrayBuffer.isView(value) ? copy : {};
}
const parseJson = (text, fallback) => text ? native.attempt(() => JSON.parse(text), fallback) : fallback;
function readableCopy(value) {
  const source = Object(value);
  const copy = native.nullProtoRecord();
  const isOther = native.isText(value) || ArrayBuffer.isView(value);
  for (const key of isOther ? [] : native.attempt(() => Object.keys(source), [])) {
    const one = read(source, key);
    if (native.attempt(() => Array.isArray(one)) !== void 0) copy[key] = one;
  }
  return copy;
}
const read = (owner, key) => native.attempt(() => owner[key]);
function cutText(text, max) {
  if (text.length <= max) return text;
  const end = native.attempt(() => new Intl.Segmenter().segment(text.slice(0, max + 2)).containing(max).index, max);
  return text.slice(0, end > max - 100 ? end : max).replace(/[\ud800-\udbff]$/, "");
}
const BUILT_IN = [Object, Array, Date, Map, Set, Error, RegExp];
const hasToJson = (value) => !!value && !BUILT_IN.some(({ prototype }) => prototype === value) && (!!Object.getOwnPropertyDescriptor(value, "toJSON") || hasToJson(Object.getPrototypeOf(value)));
function plainCopy(root, maxText) {
  const queue = [];
  let count = 0;
  let length = 0;
  let isCut = false;
  const cut = (text) => {
    const kept = cutText(text, maxText);
    length += kept.length;
    return kept;
  };
  const copy = (value, ancestors, isJson = false) => {
    if (native.isText(value)) return cut(value);
    if (typeof value === "bigint") return String(value);
    if (native.isFunction(value)) return void 0;
    if (!native.isObject(value)) return value;
    if (!isJson && ancestors.includes(value)) return "[Circular]";
    if (ancestors.length > MAX_DEPTH) return void 0;
    return native.attempt(() => copyObject(value, [...ancestors, value], isJson));
  };
  const copyObject = (value, path, isJson) => {
    if ([String, Number, Boolean].some((type) => value instanceof type)) return copy(value.valueOf(), path);
    const isBytes = ArrayBuffer.isView(value);
    const toJSON = read(value, "toJSON");
    if (!isJson && !isBytes && native.isFunction(toJSON) && hasToJson(value))
      return copy(toJSON.call(value), path, true);
    if (value instanceof Date) return native.attempt(() => isoDate(value), null);
    const size = read(value, "length");
    const isList = Array.isArray(value) && (size <= MAX_VALUES || MAX_VALUES - 1 in value);
    const isIndexed = isList || isBytes && size;
    const names = isIndexed ? [...Array(Math.min(size, MAX_VALUES + 1))].map((_, index2) => index2) : Object.keys(value);
    const nodeName = read(value, "nodeName");
    if (native.isText(nodeName) && !names.includes("nodeName") && nodeName !== read({}, "nodeName"))
      return `[${nodeName.toLowerCase()}]`;
    if (value instanceof Error) names.push("name", "message");
    const result2 = isList ? [] : native.nullProtoRecord();
    let index = 0;
    const fill = () => {
      const name = names[index++];
      if (name === void 0) return;
      if (++count > MAX_VALUES || length > MAX_LENGTH$1) {
        isCut = true;
        return;
      }
      result2[native.isText(name) ? cut(name) : name] = copy(read(value, name), path);
      queue.push(fill);
    };
    queue.push(fill);
    return result2;
  };
  const result = copy(root, []);
  for (const fill of queue) fill();
  return { copy: result, length, isCut };
}

function createEarlyAccess({
  requestFeatures,
  capture,
  identityKey,
  updateFlags,
  onThrow
}) {
  let features;
  return {
    /**
     * Calls back with the features, or with an empty list if the request fails.
     *
     * @param force Whether the list is requested again.
     * @param stages Restricts the list to these stages.
     */
    getEarlyAccessFeatures(callback, force, stages = []) {
      if (features && !force) return callback(features);
      void requestFeatures(stages).then(({ json }) => {
        features = json?.earlyAccessFeatures;
        callback(features ?? []);
      }).catch(onThrow);
    },
    /** Enrolls the visitor in a feature, or removes them from it. Captures an event and sets the flag at once. */
    updateEarlyAccessFeatureEnrollment(key, isEnrolled, stage) {
      const person = identityKey();
      const name = features?.find(({ flagKey }) => flagKey === key)?.name;
      capture("$feature_enrollment_update", {
        $feature_flag: key,
        $feature_enrollment: isEnrolled,
        ...name && { $early_access_feature_name: name },
        ...stage && { $feature_enrollment_stage: stage },
        $set: { [`$feature_enrollment/${key}`]: isEnrolled }
      });
      if (identityKey() === person) updateFlags({ [key]: isEnrolled });
    }
  };
}

const isFlagValue = (value) => typeof value === "boolean" || native.isText(value);
function toEntry(result) {
  const { enabled, variant, reason, metadata } = native.ownOptions(result);
  const isOn = enabled === true;
  const { id, version, payload, has_experiment } = native.ownOptions({ ...metadata });
  return {
    value: isOn ? variant || true : false,
    // A disabled flag has no payload, even if the service sends one.
    payload: isOn ? toPayloadText(payload) : void 0,
    id,
    version,
    reason: reason?.description ?? reason?.code,
    code: reason?.code,
    experiment: has_experiment
  };
}
function toEntries(results) {
  const entries = native.nullProtoRecord();
  for (const [key, result] of Object.entries(results)) {
    if (!native.isObject(result) || result.failed) continue;
    const entry = toEntry(result);
    if (isFlagValue(entry.value)) entries[key] = entry;
  }
  return entries;
}
function entriesOf(values, payloads) {
  const entries = native.nullProtoRecord();
  const safePayloads = native.nullProtoRecord(payloads);
  for (const [key, value] of Object.entries(copyOf(values)))
    if (isFlagValue(value))
      entries[key] = native.ownOptions({
        value,
        ...value !== false && key in safePayloads && { payload: serialize(safePayloads[key]) }
      });
  return entries;
}
function storedEntries(stored) {
  const entries = native.nullProtoRecord();
  for (const [key, entry] of Object.entries(native.objectOrEmpty(stored))) {
    const { value, payload } = native.objectOrEmpty(entry);
    if (isFlagValue(value) && (payload === void 0 || native.isText(payload))) entries[key] = entry;
  }
  return entries;
}
function toPayloadText(payload) {
  if (payload == null) return void 0;
  return native.isText(payload) ? payload : stringifyStored(payload);
}
const parsePayload = (text) => parseJson(text, text);

const ALIAS = "$create_alias";
const GROUP_IDENTIFY = "$groupidentify";
const IDENTIFY = "$identify";
const SET = "$set";
const PAGEVIEW = "$pageview";
const PAGELEAVE = "$pageleave";
const FLAG_CALLED = "$feature_flag_called";
const SURVEY_SHOWN = "survey shown";
const SURVEY_DISMISSED = "survey dismissed";
const SURVEY_SENT = "survey sent";
const SURVEY_ABANDONED = "survey abandoned";
const GROUP_MAX_LENGTH = 400;
const DISTINCT_ID_MAX_LENGTH = 200;
const PROCESS_PERSON_PROFILE = "$process_person_profile";
const SURVEY_ID = "$survey_id";
const SURVEY_ITERATION = "$survey_iteration";
const SURVEY_SUBMISSION_ID = "$survey_submission_id";
const SURVEY_COMPLETED = "$survey_completed";
const SURVEY_QUESTIONS = "$survey_questions";
const SURVEY_RESPONSE_PREFIX = "$survey_response_";
const SURVEY_LAST_SEEN_DATE = "$survey_last_seen_date";
const SURVEY_RESPONDED_PREFIX = "$survey_responded/";
const SURVEY_DISMISSED_PREFIX = "$survey_dismissed/";

function createExposureTracker({
  flagStore,
  capture,
  reportedValues,
  setReportedValues
}) {
  return (key, value) => {
    const before = native.nullProtoRecord(reportedValues());
    const values = before[key] ?? [];
    if (values.includes(String(value))) return;
    const reported = { ...before, [key]: [...values, String(value)] };
    setReportedValues(Object.fromEntries(Object.entries(reported).slice(-200)));
    const { entry, overrides, error, requestId, evaluatedAt, source } = flagStore.details(key);
    const errors = [error, value === void 0 && "flag_missing"].filter(Boolean);
    const { defaultFeatureFlags, featureFlags, featureFlagPayloads } = flagStore.bootstrap();
    const has = (values2) => Object.getOwnPropertyDescriptor(Object(values2), key);
    const bootstrapped = [featureFlags, defaultFeatureFlags].find(has);
    const captured = capture(FLAG_CALLED, {
      $feature_flag: key,
      $feature_flag_response: value,
      $feature_flag_payload: flagStore.payloadText(key) ?? null,
      $feature_flag_request_id: requestId,
      $feature_flag_evaluated_at: evaluatedAt || void 0,
      $feature_flag_id: entry?.id,
      $feature_flag_version: entry?.version,
      $feature_flag_reason: entry?.reason,
      $feature_flag_has_experiment: entry?.experiment,
      ...bootstrapped && {
        $feature_flag_bootstrapped_response: bootstrapped[key],
        $feature_flag_bootstrapped_payload: (has(featureFlagPayloads) && featureFlagPayloads[key]) ?? null
      },
      $used_bootstrap_value: source === "bootstrap" && !!bootstrapped,
      ...overrides.flags?.[key] !== void 0 && { $feature_flag_original_response: entry?.value ?? null },
      ...overrides.payloads && { $feature_flag_original_payload: entry?.payload ?? null },
      $feature_flag_error: errors.join() || void 0
    });
    if (!captured) setReportedValues(before);
  };
}

function createEmitter(onThrow, start) {
  const listeners = /* @__PURE__ */ new Set();
  let stop;
  const emit = (detail) => {
    for (const listener of [...listeners]) native.attempt(() => listener(detail), void 0, onThrow);
  };
  return {
    on(listener) {
      const wrapper = (detail) => listener(detail);
      listeners.add(wrapper);
      stop ?? (stop = start?.(emit));
      return () => {
        listeners.delete(wrapper);
        if (listeners.size > 0) return;
        stop?.();
        stop = void 0;
      };
    },
    emit
  };
}

const parseObject = (text) => native.objectOrEmpty(native.ownOptions(parseJson(text)));

const MAX_EVENT_CHARACTERS = 400;
const PARTIAL_ERROR = "errors_while_computing_flags";
function createFlagStore({
  page,
  store,
  key: storedKey,
  config,
  identityKey,
  ...deps
}) {
  const change = createEmitter(deps.onThrow);
  let entries = native.nullProtoRecord();
  let overrides = native.nullProtoRecord();
  let cachedFor = "";
  let requestId;
  let evaluatedAt = 0;
  let loadedAt = 0;
  let source = "none";
  let status = "pending";
  let isSettledForPerson = false;
  let error;
  const readKeys = /* @__PURE__ */ new Set();
  let cachedEventProperties;
  let isLong;
  let isBootstrapOver = false;
  const bootstrap = () => {
    const given = readableCopy(config().bootstrap);
    return isBootstrapOver || deps.isBootstrapRefused() ? { defaultFeatureFlags: given.defaultFeatureFlags } : given;
  };
  const save = () => {
    cachedFor = identityKey();
    store.write(
      storedKey,
      stringifyStored({ flags: entries, owner: cachedFor, requestId, at: loadedAt })
    );
  };
  const isStale = () => {
    const { feature_flag_cache_ttl_ms: ttl = 0 } = config();
    return ttl > 0 && source !== "bootstrap" && Math.abs(page.now() - loadedAt) > ttl;
  };
  const current = () => isStale() ? native.nullProtoRecord() : entries;
  const keys = () => [.../* @__PURE__ */ new Set([...Object.keys(current()), ...Object.keys(overrides.flags ?? {})])];
  const valueFor = (key) => {
    const value = overrides.flags?.[key] ?? current()[key]?.value;
    return value === "" ? true : value;
  };
  const payloadText = (key) => overrides.payloads && key in overrides.payloads ? serialize(overrides.payloads[key]) : current()[key]?.payload;
  const enabled = () => {
    const values = native.nullProtoRecord();
    for (const key of keys()) if (valueFor(key)) values[key] = valueFor(key);
    return values;
  };
  const currentSource = () => isStale() ? "none" : source;
  const hasValues = () => currentSource() !== "none" || !!overrides.flags;
  const receiveEntries = (next, mustMerge, at = page.now()) => {
    const kept = mustMerge ? current() : {};
    if (Object.keys(kept).every((key) => key in next)) loadedAt = page.now();
    evaluatedAt = at;
    entries = native.nullProtoRecord(kept, next);
  };
  const eventPropertiesFor = (sentKeys) => {
    const properties = native.nullProtoRecord();
    for (const key of sentKeys) if (valueFor(key) !== void 0) properties[`$feature/${key}`] = valueFor(key);
    if (isLong && !isStale() || sentKeys[0]) properties.$active_feature_flags = sentKeys.filter(valueFor);
    return properties;
  };
  const settle = (problem) => {
    cachedEventProperties = isLong = void 0;
    error = problem;
    if (status === "pending") status = "settled";
    isSettledForPerson = true;
    change.emit();
  };
  return {
    /** Loads the values that an earlier page has stored for the same person. Bootstrapped ones replace them. See D-397, D-445. */
    load() {
      isBootstrapOver = false;
      cachedFor = identityKey();
      const saved = parseObject(store.read(storedKey));
      if (saved.flags && saved.owner === cachedFor) {
        entries = storedEntries(saved.flags);
        evaluatedAt = loadedAt = Number(saved.at) || 0;
        requestId = native.isText(saved.requestId) ? saved.requestId : void 0;
        source = "stored";
      }
      const { defaultFeatureFlags, featureFlags, featureFlagPayloads } = bootstrap();
      if (!featureFlags && !defaultFeatureFlags) return;
      const isStored = currentSource() !== "none";
      entries = native.nullProtoRecord(
        entriesOf(defaultFeatureFlags, featureFlagPayloads),
        current(),
        entriesOf(featureFlags, featureFlagPayloads)
      );
      if (isStored && !featureFlags) return;
      requestId = void 0;
      evaluatedAt = 0;
      loadedAt = page.now();
      source = "bootstrap";
    },
    /**
     * Applies a reply. All flags are replaced, unless the reply is incomplete: then they are merged. Interface 4.3 and 7.
     *
     * @param isOutdated Whether the reply is for another person or other groups. It is ignored.
     */
    receive(reply, isOutdated) {
      if (isOutdated) return;
      const { flags, errorsWhileComputingFlags: isPartial, quotaLimited } = reply;
      const isLimited = native.arrayOrEmpty(quotaLimited).includes("feature_flags");
      if (isLimited) deps.emitError("quota_limited", quotaLimited);
      else status = "answered";
      const {
        advanced_only_evaluate_survey_feature_flags: onlySurveyFlags,
        flag_keys: flagKeys,
        advanced_disable_feature_flags: isDisabled
      } = config();
      if (isDisabled || isLimited || !native.isObject(flags)) return settle(isLimited ? "quota_limited" : void 0);
      const mustMerge = (onlySurveyFlags || flagKeys || isPartial) && cachedFor === identityKey();
      receiveEntries(toEntries(flags), mustMerge, reply.evaluatedAt);
      requestId = reply.requestId;
      source = "loaded";
      save();
      settle(isPartial ? PARTIAL_ERROR : void 0);
      deps.onReceived();
    },
    /** Handles a failed request: keeps the values and notifies the listeners. `reason`: a value of `$feature_flag_error`. */
    fail: settle,
    /** Notifies the listeners that no request is sent. Without values, flags stay unknown. See D-084. */
    skipRequest() {
      if (currentSource() === "none") error = "not_requested";
      change.emit();
    },
    /** Sets values on behalf of the page. */
    update(values, payloads, mustMerge) {
      receiveEntries(entriesOf(values, payloads), mustMerge);
      if (source === "none") source = "stored";
      save();
      settle();
    },
    /** Replaces all overrides. */
    override(next) {
      overrides = next;
      settle();
    },
    /** Removes all values, because they belong to another person. */
    clear() {
      entries = native.nullProtoRecord();
      isSettledForPerson = false;
      isBootstrapOver = true;
      source = "none";
      evaluatedAt = 0;
      requestId = void 0;
      cachedEventProperties = isLong = void 0;
      readKeys.clear();
      store.remove(storedKey);
    },
    /** Records that the page depends on a flag. */
    trackRead(key) {
      if (!readKeys.has(key)) cachedEventProperties = void 0;
      readKeys.add(key);
    },
    bootstrap,
    keys,
    valueFor,
    payloadText,
    /** Whether the values are older than `feature_flag_cache_ttl_ms`. */
    isStale,
    /** Returns the values of the enabled flags. */
    enabled,
    /** Returns a flag's entry and its origin. */
    details: (key) => ({ entry: current()[key], overrides, error, requestId, evaluatedAt, source }),
    entries: () => current(),
    /** Returns the parsed payloads by flag key. */
    payloads: () => {
      const payloads = native.nullProtoRecord();
      for (const key of keys())
        if (payloadText(key) !== void 0) payloads[key] = parsePayload(payloadText(key));
      return payloads;
    },
    /** Whether the first request has ended, successfully or not. */
    isSettled: () => status !== "pending",
    /** Whether the service has responded to this page. */
    isAnswered: () => status === "answered",
    /** Whether values for the current person are known, so that a missing flag does not exist. */
    isKnown: () => isSettledForPerson || hasValues(),
    hasValues,
    source: currentSource,
    /** Calls back at once if flags are known or unavailable, and after each change. Returns a function that unsubscribes. */
    on(listener) {
      const notify = () => {
        const values = enabled();
        listener(Object.keys(values), values, { errorsLoading: !!error && error !== PARTIAL_ERROR });
      };
      if (currentSource() !== "none" || status !== "pending" || error)
        native.attempt(notify, void 0, deps.onThrow);
      return change.on(notify);
    },
    /** Returns the flag properties of an event. `about`: the flag that it reports. See D-079, D-800. */
    eventProperties(about) {
      isLong ?? (isLong = serialize(eventPropertiesFor(keys())).length > MAX_EVENT_CHARACTERS);
      const isOfOne = isLong && native.isText(about);
      const mustCache = !isOfOne && !isStale();
      if (mustCache && cachedEventProperties) return cachedEventProperties;
      const properties = eventPropertiesFor(isOfOne ? [about] : isLong ? [...readKeys] : keys());
      if (mustCache && requestId) properties.$feature_flag_request_id = requestId;
      if (overrides.flags) properties.$override_feature_flags = overrides.flags;
      if (mustCache) cachedEventProperties = properties;
      return properties;
    }
  };
}

function createFlags(host) {
  const { loader } = host;
  const flagStore = createFlagStore(host);
  const trackExposure = createExposureTracker({ ...host, flagStore });
  const reloadIfStale = () => {
    const isStale = flagStore.isStale();
    if (isStale) loader.reloadExpired();
    return isStale;
  };
  const reloading = (read) => (...args) => {
    reloadIfStale();
    return read(...args);
  };
  const readFlag = (key, options) => {
    const { send_event = true, fresh } = readableCopy(options);
    const isStale = reloadIfStale();
    const value = flagStore.valueFor(key);
    if (isStale && value === void 0) return void 0;
    if (!flagStore.isKnown() || fresh && flagStore.source() !== "loaded") return void 0;
    flagStore.trackRead(key);
    if (send_event) trackExposure(key, value);
    return value;
  };
  const readResult = (key, options) => {
    const value = readFlag(key, options);
    if (value === void 0) return void 0;
    return {
      key,
      enabled: value !== false,
      variant: native.isText(value) ? value : void 0,
      payload: parsePayload(flagStore.payloadText(key))
    };
  };
  function getRemoteConfigPayload(key, callback) {
    const person = host.identityKey();
    void host.requestFlag(key).then(({ json }) => {
      if (host.identityKey() !== person) return getRemoteConfigPayload(key, callback);
      const { flags } = json ?? {};
      callback(parsePayload(toPayloadText(flags?.[key]?.metadata?.payload)));
    }).catch(host.onThrow);
  }
  return {
    store: flagStore,
    /** Methods of the client. */
    methods: {
      getFeatureFlag: readFlag,
      isFeatureEnabled(key, options) {
        const value = readFlag(key, options);
        return value === void 0 ? readableCopy(options).defaultValue : value !== false;
      },
      getFeatureFlagPayload: reloading((key) => parsePayload(flagStore.payloadText(key))),
      getFeatureFlagResult: readResult,
      getAllFeatureFlags: reloading(
        () => flagStore.keys().flatMap((key) => readResult(key, { send_event: false }) ?? [])
      ),
      onFeatureFlags: reloading(flagStore.on),
      reloadFeatureFlags: loader.reload,
      updateFlags: (flags, payloads, options) => flagStore.update(flags, payloads, readableCopy(options).merge),
      ...createEarlyAccess({
        ...host,
        updateFlags: (flags) => flagStore.update(flags, {}, true)
      })
    },
    /** Members of `client.featureFlags`. */
    featureFlagsApi: {
      get hasLoadedFlags() {
        return flagStore.isAnswered() || flagStore.hasValues();
      },
      getFlags: reloading(() => Object.keys(flagStore.enabled())),
      getFlagVariants: reloading(flagStore.enabled),
      getFlagPayloads: reloading(flagStore.payloads),
      getFlagsWithDetails: reloading(flagStore.entries),
      /** Returns the entry of a flag with the origin of the values, and why the latest request brought none. See D-466. */
      getFlagDetails: flagStore.details,
      ensureFlagsLoaded: () => {
        if (!flagStore.isAnswered()) loader.reload();
      },
      setReloadingPaused: loader.setPaused,
      overrideFeatureFlags: (input) => flagStore.override(parseOverrides(input)),
      getRemoteConfigPayload
    }
  };
}
function parseOverrides(input) {
  const record = readableCopy(input);
  const hasBoth = !Array.isArray(input) && [record.flags, record.payloads].some((part) => typeof part === "object" || part === false);
  const { flags, payloads } = hasBoth ? record : { flags: input, payloads: void 0 };
  return {
    flags: flags ? native.nullProtoRecord(Array.isArray(flags) ? Object.fromEntries(flags.map((key) => [key, true])) : flags) : void 0,
    payloads: payloads ? native.nullProtoRecord(payloads) : void 0
  };
}

const ignore = () => {
};
function createServerMethods(config) {
  if ("WorkerNavigator" in globalThis)
    console.warn("earshot.init: nothing is captured in a worker. Call init on the page");
  const { store, methods, featureFlagsApi } = createFlags({
    page: { now: () => 0 },
    store: { read: () => null, write: () => false, remove: ignore },
    loader: { reloadExpired: ignore },
    key: "",
    config: () => config,
    identityKey: () => "",
    isBootstrapRefused: () => false,
    capture: () => false,
    reportedValues: () => ({}),
    setReportedValues: ignore,
    onThrow: ignore,
    emitError: ignore
    // Reads need no more of the host than this.
  });
  store.load();
  const {
    getFeatureFlag,
    isFeatureEnabled,
    getFeatureFlagPayload,
    getFeatureFlagResult,
    getAllFeatureFlags
  } = methods;
  const { getFlags, getFlagVariants, getFlagPayloads } = featureFlagsApi;
  return {
    getFeatureFlag,
    isFeatureEnabled,
    getFeatureFlagPayload,
    getFeatureFlagResult,
    getAllFeatureFlags,
    // A server renders many pages: no listener may stay.
    onFeatureFlags: (callback) => {
      methods.onFeatureFlags(callback)();
      return ignore;
    },
    featureFlags: { getFlags, getFlagVariants, getFlagPayloads },
    get_distinct_id: () => config.bootstrap?.distinctID ?? ""
  };
}

const CONSENT_PREFIX = "__ph_opt_in_out_";
function storedKeys(token, name) {
  const safeToken = token.replaceAll("+", "PL").replaceAll("/", "SL").replaceAll("=", "EQ");
  return {
    /** Names whose values of surveys are: two names of one project are two visitors. See D-803. */
    project: token + name,
    main: name ? `ph_${name}` : `ph_${safeToken}_posthog`,
    window: `ph_${name || safeToken}_window_id`,
    primaryWindow: `ph_${name || safeToken}_primary_window_exists`,
    consent: CONSENT_PREFIX + token,
    flags: `earshot_${safeToken}_flags`,
    tab: `earshot_${safeToken}_tab`,
    config: `earshot_${safeToken}_config`,
    outbox: `earshot_${safeToken}_out_`
  };
}
const DEBUG_KEY = "earshot_debug";

function SentryIntegration() {
  return { name: "earshot", setupOnce() {
  } };
}

const BROWSERS = "Opera Mini,Opera=OPR|Opera,Oculus Browser=OculusBrowser,Samsung Internet=SamsungBrowser,Microsoft Edge=Edg(?:e|A|iOS)?,Vivaldi,Yandex=YaBrowser,Whale Browser=Whale,DuckDuckGo=DuckDuckGo|Ddg,Facebook Mobile=FBIOS,UC Browser=UC(?:Browser|WEB),Chrome iOS=CriOS,Firefox iOS=FxiOS,Chrome,Firefox,Mobile Safari=Mobile.*Safari=Version,Safari==Version";
const SYSTEMS = "Xbox,PlayStation,Nintendo,watchOS=Watch ?OS,iOS=iP(?:hone|ad|od)= OS,Android,Windows==NT,Mac OS X=Macintosh=OS X,Chrome OS=CrOS=CrOS \\S+,Linux=Linux|X11";
const DEVICES = "Xbox==Console,PlayStation==Console,Nintendo==Console,Apple Watch=Watch ?OS=Wearable,iPad==Tablet,iPod Touch=iPod,iPhone,Kindle Fire=Silk|KF[A-Z]+ =Tablet,Android Tablet=Android(?!.*Mobile)=Tablet,Android,Generic tablet=Tablet(?! PC)=Tablet,Generic mobile=Mobile";
const WINDOWS = { "6.1": "7", "6.2": "8", "6.3": "8.1", "10.0": "10" };
const TABLET_PX = 600;
function matchingRow(table, userAgent) {
  const rows = table.split(",").map((row) => row.split("="));
  return rows.find(([name, token]) => new RegExp(token || name, "i").test(userAgent)) ?? [];
}
const versionIn = ([name, token, version = token || name], userAgent) => name && new RegExp(`(?:${version})[ /]?(\\d[\\d._]*)`, "i").exec(userAgent)?.[1]?.replaceAll("_", ".");
function detectDevice({
  userAgent,
  brave,
  platform,
  touchPoints,
  screenWidth,
  screenHeight
}) {
  const browser = brave ? ["Brave", "Chrome"] : matchingRow(BROWSERS, userAgent);
  const system = matchingRow(SYSTEMS, userAgent);
  const [device, , type = "Mobile"] = matchingRow(DEVICES, userAgent);
  const version = versionIn(system, userAgent);
  const isAndroidDesktopMode = platform === "Android" && touchPoints > 0;
  const androidDeviceType = Math.min(screenWidth ?? 0, screenHeight ?? 0) >= TABLET_PX ? "Tablet" : "Mobile";
  return {
    $browser: browser[0],
    $browser_version: parseFloat(versionIn(browser, userAgent)) || void 0,
    $os: system[0],
    $os_version: version && (system[0] === "Windows" ? WINDOWS[version] ?? version : threeParts(version)),
    $device: device,
    $device_type: device ? type : isAndroidDesktopMode ? androidDeviceType : "Desktop"
  };
}
const threeParts = (version) => version + ".0.0".slice(2 * (version.split(".").length - 1));

function memoizeLast(compute) {
  let lastArgs;
  let result;
  return (...args) => {
    if (!lastArgs || args.some((arg, i) => arg !== lastArgs[i])) {
      result = compute(...args);
      lastArgs = args;
    }
    return result;
  };
}

const BOTS = /compatible;[^;)]*(bot|spider|crawl|slurp|gpt)|\+http|(twitter|slack)bot|seo spider|bingpreview|prerender|headless|lighthouse|cypress|pagespeed|gtmetrix|pingdom|statuscake|site24x7|datadog|google(other|-)|-google|externalhit|sitebulb/i;
const isBot = ({ userAgent, brands, webdriver }, extraPatterns = []) => webdriver || [userAgent, ...brands].some(
  (name) => BOTS.test(name) || extraPatterns.some((pattern) => pattern && name.toLowerCase().includes(String(pattern).toLowerCase()))
);
function createBotDetector(page, config) {
  const memoizedIsBot = memoizeLast(isBot);
  return () => memoizedIsBot(page.browserInfo(), config().custom_blocked_useragents);
}

const log = (level, ...parts) => native.attempt(() => console[level](...parts));

function finishedSurveyKey(event, properties, separator) {
  const id = properties[SURVEY_ID];
  if (event !== SURVEY_SENT && event !== SURVEY_DISMISSED || !native.isText(id) || !id) return void 0;
  return native.surveyKey(id, properties[SURVEY_ITERATION], separator);
}
function surveyPersonProperties(event, properties) {
  const key = finishedSurveyKey(event, properties, "/");
  const prefix = event === SURVEY_SENT ? SURVEY_RESPONDED_PREFIX : SURVEY_DISMISSED_PREFIX;
  return key === void 0 ? void 0 : { [prefix + key]: true };
}

const markSeen = (store, key) => store.write(native.SEEN_PREFIX + key, "true");
const isMarkedSeen = (store, key) => store.read(native.SEEN_PREFIX + key) !== null;
const createSeenSurveys = (page, store) => ({
  /** Whether the survey was answered or dismissed. */
  isSeen: (key) => isMarkedSeen(store, key),
  /** Milliseconds since 1970 when a survey was last visible; NaN if none was. */
  lastSeenAt: () => +new Date(store.read(native.LAST_SEEN_KEY) ?? ""),
  /** Records a captured event. Returns whether it changed the record. */
  recordEvent(event, properties) {
    const key = finishedSurveyKey(event, properties);
    if (key !== void 0) markSeen(store, key);
    else if (event === SURVEY_SHOWN) store.write(native.LAST_SEEN_KEY, page.isoTimestamp());
    else return false;
    return true;
  }
});

const callAll = (functions) => () => {
  for (const call of functions) call();
};

const MAX_PASSES = 20;
function createEvaluationLoop(pass, canEvaluate, onThrow) {
  let isBusy = false;
  let isStale = false;
  function evaluate() {
    isStale = true;
    if (isBusy || !canEvaluate()) return;
    batch(() => {
      for (let count = 0; isStale && count < MAX_PASSES; count++) {
        isStale = false;
        pass();
      }
    });
  }
  function batch(callback) {
    const isOutermost = !isBusy;
    isBusy = true;
    native.attempt(callback, void 0, onThrow);
    if (isOutermost) isBusy = false;
  }
  return [evaluate, batch];
}

const SURVEY_FLAG_PREFIX = "survey-targeting-";

const ROLLBACK_MS = 1e4;
const hex = (value, digits) => Math.floor(value).toString(16).padStart(digits, "0");
function createUuid(now, random) {
  let time = 0;
  let counter = 0;
  return () => {
    const current = Math.floor(now());
    if (current > time || current < time - ROLLBACK_MS) {
      time = current;
      counter = random() * 1024;
    } else if (++counter >= 4096) {
      time++;
      counter = 0;
    }
    const timestamp = hex(time, 12);
    return `${timestamp.slice(0, 8)}-${timestamp.slice(8)}-7${hex(counter, 3)}-${hex(32768 + random() * 16384, 4)}-${hex(random() * 65536, 4)}${hex(random() * 4294967296, 8)}`;
  };
}
const uuidTime = (uuid) => parseInt(uuid.slice(0, 13).replace("-", ""), 16);
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isUuid = (text) => native.isText(text) && UUID.test(text);

const progressKey = (survey) => native.PROGRESS_PREFIX + native.keyOfSurvey(survey);
function readRecord(store, key) {
  const record = native.nullProtoRecord(parseJson(store.read(key)));
  return native.isText(record.surveySubmissionId) ? record : null;
}
const savedAt = (record) => record.savedAt ?? uuidTime(record.surveySubmissionId);
const isCurrent = (record, { now, ttlMinutes }) => Math.abs(now - savedAt(record)) < ttlMinutes * 6e4;
function readProgress(store, key, expiry) {
  const record = readRecord(store, key);
  return record && isCurrent(record, expiry) ? record : null;
}
const writeProgress = (store, survey, record) => store.write(progressKey(survey), stringify(record));
const removeProgress = (store, survey) => store.remove(progressKey(survey));

function readContext(host, seenSurveys, display, options) {
  const { page, store } = host;
  const expiry = { now: page.now(), ttlMinutes: host.config().survey_progress_ttl_minutes };
  const isStarted = (key) => display?.isStarted(key) === true;
  return {
    now: expiry.now,
    url: host.conditionUrl(),
    device: host.deviceType(),
    flag: (key) => host.flag(key, options?.silent || key.startsWith(SURVEY_FLAG_PREFIX)),
    flagsLoaded: host.flagsLoaded(),
    lastSeen: seenSurveys.lastSeenAt,
    isSeen: seenSurveys.isSeen,
    isInProgress: ({ key }) => isStarted(key) || readProgress(store, native.PROGRESS_PREFIX + key, expiry) !== null,
    isTriggered: (prepared) => display?.isTriggered(prepared) === true || isStarted(prepared.key),
    matchesSelector: page.matchesSelector
  };
}

function createSelectorObserver(page, onChange) {
  let current = /* @__PURE__ */ new Map();
  let unsubscribe;
  const check = () => {
    if ([...current].some(([selector, matched]) => page.matchesSelector(selector) !== matched)) onChange();
  };
  return {
    /** Replaces the observed selectors: selector -> whether it matches now. */
    observe(matches) {
      current = matches;
      if (matches.size > 0) unsubscribe ?? (unsubscribe = page.onMutation(check));
      else {
        unsubscribe?.();
        unsubscribe = void 0;
      }
    }
  };
}

function surveyIndex(parsed, config, onInvalid) {
  const surveys = parsed.flatMap((survey) => {
    const prepare = () => {
      const prepared = native.prepareSurvey(survey, config);
      if ([prepared.url, prepared.device].includes(native.matchNothing) || !prepared.hasValidConditions)
        onInvalid(survey.id);
      return prepared;
    };
    return native.attempt(prepare, [], () => onInvalid(survey.id));
  });
  return {
    surveys,
    startEvents: new Set(surveys.flatMap(({ startEvents }) => startEvents)),
    cancelEvents: new Set(surveys.flatMap(({ cancelEvents }) => cancelEvents))
  };
}
const nextTransition = (surveys, now) => surveys.flatMap(({ start, end }) => [start, end]).filter((timestamp) => timestamp > now).sort((a, b) => a - b)[0] ?? Infinity;

const MAX_AGE_MS = 3e5;
const FIRST_RETRY_MS$1 = 5e3;
function createSurveyList(host, onChange) {
  const { page } = host;
  const waiting = /* @__PURE__ */ new Set();
  const listeners = /* @__PURE__ */ new Set();
  let list;
  let loadedAt = 0;
  let context;
  let isPromised = false;
  let appliedJson;
  let isRequesting = false;
  let failures = 0;
  let retryAt = 0;
  const notify = (callback) => callback([...list ?? []], context ?? { isLoaded: false });
  function settle(error) {
    const isChange = !list || error === void 0;
    if (isChange) context = { isLoaded: error === void 0, error };
    const callbacks = [...waiting, ...isChange ? listeners : []];
    waiting.clear();
    callbacks.forEach(notify);
  }
  function apply(input, config) {
    const json = stringify([input, config]);
    const isNew = json !== appliedJson;
    appliedJson = json;
    failures = 0;
    loadedAt = page.now();
    if (isNew) {
      list = input && native.parseSurveys(input, (id, fault) => host.emitError("survey_malformed", { id, fault }));
      onChange(list ?? [], config ?? {});
    }
    settle();
  }
  function load(force) {
    if (isRequesting || host.whyBlocked() || !force && page.monotonicNow() < retryAt) return isRequesting;
    isRequesting = true;
    host.fetchSurveys().then(onReply).catch(onFailure);
    return true;
  }
  function onReply(reply) {
    const input = reply?.surveys ?? [];
    if (!Array.isArray(input)) throw new Error("surveys is not an array");
    isRequesting = false;
    apply(input, reply?.survey_config);
  }
  function onFailure(error) {
    isRequesting = false;
    retryAt = page.monotonicNow() + (list ? MAX_AGE_MS : Math.min(FIRST_RETRY_MS$1 * 2 ** failures++, MAX_AGE_MS));
    host.emitError("surveys_request_failed", error);
    settle(error.message);
  }
  return {
    /** Takes the field `surveys` of a configuration: a list, `true` for "request it", anything else for "none". */
    receive(input, config) {
      isPromised = input === true;
      if (!isPromised) apply(Array.isArray(input) && input.length > 0 ? input : void 0, config);
      else load();
    },
    /** Records that the configuration could not be loaded. */
    failed: settle,
    /** Calls back with the list, at once if it is loaded. A list older than five minutes is then renewed. */
    get(callback, force) {
      if (list && !force) {
        notify(callback);
        if (page.now() - loadedAt >= MAX_AGE_MS) load();
      } else if (load(force)) waiting.add(callback);
      else notify(callback);
    },
    /** Requests a list that the configuration promised and that is not loaded, unless a pause after a failure lasts. */
    retry() {
      if (isPromised && !list) load();
    },
    /** Calls back with each result, at once if there is one already. Returns a cleanup function. */
    onLoaded(callback) {
      listeners.add(callback);
      if (context) notify(callback);
      return () => void listeners.delete(callback);
    }
  };
}

const MAX_KEPT_EVENTS = 100;
const FIRST_RETRY_MS = 2e3;
const MAX_RETRY_MS = 6e5;
function createEvaluator(host) {
  const { page, store } = host;
  const seenSurveys = createSeenSurveys(page, store);
  const matchingEmitter = createEmitter((error) => host.emitError("survey_callback_failed", error));
  let index = surveyIndex([], {}, () => {
  });
  let hasStoredWork = false;
  let earlyEvents = [];
  let pendingEvents = [];
  let display;
  let displayState = "idle";
  let failures = 0;
  let cancelRetry = () => {
  };
  let cancelTransition = () => {
  };
  let formerUrl;
  const [evaluate, batch] = createEvaluationLoop(
    evaluateOnce,
    () => displayState !== "stopped" && page.visible(),
    (error) => host.emitError("survey_failed", error)
  );
  const surveyList = createSurveyList(host, onListChange);
  const selectorObserver = createSelectorObserver(page, evaluate);
  const currentContext = (options) => readContext(host, seenSurveys, display, options);
  const evaluation = {
    prepared: () => index.surveys,
    checks: native.CHECKS,
    compileMatcher: native.compileMatcher,
    currentContext,
    firstFailedCheck: (prepared, filter) => native.firstFailedCheck(prepared, currentContext(), filter),
    formerUrl: () => formerUrl,
    evaluate,
    batch
  };
  const forgetUrl = () => {
    formerUrl = page.url();
  };
  function onListChange(surveys, config) {
    index = surveyIndex(surveys, config, (id) => host.emitError("survey_condition_invalid", { id }));
    const isStored = (prefix) => !!store.keys(prefix)[0];
    hasStoredWork = index.startEvents.size > 0 && isStored(native.TRIGGER_PREFIX) || host.config().capture_survey_abandoned && isStored(native.PROGRESS_PREFIX);
    for (const entry of earlyEvents ?? []) handleEvent(...entry);
    earlyEvents = void 0;
    evaluate();
  }
  function handleEvent(event, timestamp, isSurveyEvent = false) {
    const { startEvents, cancelEvents } = index;
    const canStart = startEvents.has(event.event) || startEvents.has(native.ANY_EVENT);
    const isRelevant = canStart || cancelEvents.has(event.event);
    if (display) return (isRelevant || isSurveyEvent) && display.handleEvent(event, timestamp);
    const isKept = canStart || isRelevant && (displayState === "loading" || pendingEvents.length > 0);
    if (isKept && pendingEvents.length < MAX_KEPT_EVENTS) pendingEvents.push([event, timestamp]);
    return isKept;
  }
  function evaluateOnce() {
    surveyList.retry();
    const context = currentContext();
    const config = host.config();
    const canShow = !(config.disable_surveys || config.disable_surveys_automatic_display || host.whyBlocked());
    const eligible = [];
    const selectors = /* @__PURE__ */ new Map();
    for (const prepared of canShow ? index.surveys : []) {
      const { type, conditions } = prepared.survey;
      if (type === "api") continue;
      const failedCheck = native.firstFailedCheck(prepared, context);
      if (!failedCheck) eligible.push(prepared);
      if (conditions.selector && (!failedCheck || failedCheck === "selector"))
        selectors.set(conditions.selector, !failedCheck);
    }
    selectorObserver.observe(selectors);
    if (display) display.update(eligible, context);
    else if (eligible[0] || canShow && (hasStoredWork || pendingEvents[0])) ensureDisplayLoads();
    matchingEmitter.emit();
    scheduleTransition();
  }
  function matching() {
    const context = currentContext();
    return index.surveys.filter((prepared) => !native.firstFailedCheck(prepared, context));
  }
  function scheduleTransition() {
    cancelTransition();
    const now = page.now();
    const delayMs = nextTransition(index.surveys, now) - now;
    if (delayMs < Infinity) cancelTransition = page.setTimer(delayMs, evaluate);
  }
  async function loadDisplay() {
    const runtime = display ? void 0 : await host.loadRuntime();
    if (displayState === "stopped") throw new Error("stopped");
    if (!runtime) return display;
    display ?? (display = runtime.createDisplay(runtime, host, evaluation));
    displayState = "ready";
    for (const entry of pendingEvents) display.handleEvent(...entry);
    pendingEvents = [];
    evaluate();
    return display;
  }
  function ensureDisplayLoads() {
    if (displayState !== "idle") return;
    displayState = "loading";
    loadDisplay().catch((error) => {
      if (displayState === "stopped") return;
      const retry = () => {
        cancelRetry();
        displayState = "idle";
        evaluate();
      };
      cancelRetry = callAll([
        page.setTimer(Math.min(FIRST_RETRY_MS * 2 ** failures++, MAX_RETRY_MS), retry),
        page.on("online", retry)
      ]);
      host.emitError("survey_ui_failed", error);
    });
  }
  function closeSurvey(key) {
    display?.close(key);
    evaluate();
  }
  const stopListening = callAll([
    ...["navigate", "visible", "restore", "online"].map((event) => page.on(event, evaluate)),
    // Another tab has finished the survey, or has ended the session that both tabs had in progress.
    store.onExternalChange(
      native.SEEN_PREFIX,
      (stored, value) => value !== null && closeSurvey(stored.slice(native.SEEN_PREFIX.length))
    ),
    store.onExternalChange(
      native.PROGRESS_PREFIX,
      (stored, value) => value ?? closeSurvey(stored.slice(native.PROGRESS_PREFIX.length))
    )
  ]);
  return {
    surveyList,
    evaluation,
    /** Calls back with the matching surveys after each evaluation. Returns a cleanup function. */
    onMatching: (listener) => matchingEmitter.on(() => listener(matching())),
    /** Returns the display; `undefined` unless it is ready. */
    display: () => display,
    loadDisplay,
    onCaptured(captured) {
      const now = page.now();
      if (earlyEvents && earlyEvents.length < MAX_KEPT_EVENTS) earlyEvents.push([captured, now]);
      const isSurveyEvent = seenSurveys.recordEvent(captured.event, captured.properties);
      if (handleEvent(captured, now, isSurveyEvent) || isSurveyEvent) evaluate();
    },
    /** Calls back with the matching surveys, once captured events have reached the triggers or cannot reach them. */
    getMatching(callback) {
      const notify = () => callback(matching());
      if (pendingEvents.length === 0) notify();
      else loadDisplay().then(notify, notify);
    },
    onSession(id) {
      display?.onSession(id);
      evaluate();
    },
    forgetUrl,
    reset(forgets) {
      batch(() => {
        if (display) forgetUrl();
        display?.reset();
        pendingEvents = [];
        earlyEvents && (earlyEvents = []);
        if (forgets === "all") native.removeByPrefix(store, native.SEEN_PREFIX, native.LAST_SEEN_KEY, native.SHOWN_COUNT_PREFIX);
        if (forgets !== "memory") native.removeByPrefix(store, native.PROGRESS_PREFIX, native.TRIGGER_PREFIX);
      });
      evaluate();
    },
    stop() {
      displayState = "stopped";
      stopListening();
      batch(() => display?.stop());
      selectorObserver.observe(/* @__PURE__ */ new Map());
      cancelTransition();
      cancelRetry();
    }
  };
}

function createSurveys(host) {
  const evaluator = createEvaluator(host);
  const { surveyList, evaluation } = evaluator;
  const isDisabled = () => host.config().disable_surveys;
  let deferred;
  let isPreviewed = false;
  const pendingDisplays = /* @__PURE__ */ new Set();
  const guarded = (callback) => (...args) => native.attempt(
    () => callback(...args),
    void 0,
    (error) => host.emitError("survey_callback_failed", error)
  );
  const findById = (id) => evaluation.prepared().find(({ survey }) => survey.id === id);
  function findSurvey(surveyOrId) {
    if (native.isText(surveyOrId)) return findById(surveyOrId);
    const survey = native.parseSurvey(surveyOrId);
    return native.isText(survey) ? void 0 : native.prepareSurvey(survey, {});
  }
  function getSurveys(callback, forceReload = false) {
    if (isDisabled()) guarded(callback)([], { isLoaded: false, error: "disabled" });
    else surveyList.get(guarded(callback), forceReload);
  }
  const loadError = (forceReload) => new Promise(
    (resolve) => getSurveys((_, context) => resolve(context.error), forceReload)
  );
  async function withDisplay(surveyOrId, callback) {
    try {
      const error = !findSurvey(surveyOrId) && await loadError();
      const prepared = findSurvey(surveyOrId);
      if (prepared) return callback(prepared, await evaluator.loadDisplay());
      host.emitError("survey_unknown", { id: surveyOrId, reason: host.whyBlocked() || error });
    } catch (error) {
      host.emitError("survey_failed", error);
    }
    return null;
  }
  async function whilePending(id, callback) {
    const pending = { id };
    pendingDisplays.add(pending);
    const result = await withDisplay(
      id,
      (...args) => pendingDisplays.has(pending) ? callback(...args) : null
    );
    pendingDisplays.delete(pending);
    return result;
  }
  const displaySurvey = (id, options = {}) => void whilePending(id, (prepared, display) => display.display(prepared, readableCopy(options)));
  function applyDeferred() {
    if (!deferred || isDisabled()) return;
    guarded(surveyList.receive)(...deferred);
    deferred = void 0;
    showPreview();
  }
  function showPreview() {
    if (isPreviewed || host.whyBlocked() || !/[?&]earshot_preview=./.test(host.page.url())) return;
    isPreviewed = true;
    evaluator.loadDisplay().then((display) => display.preview(findSurvey)).catch((error) => {
      host.emitError("survey_failed", error, false);
      log("warn", "earshot: preview link invalid or expired");
    });
  }
  function renderReason(prepared) {
    const disabledReason = prepared ? evaluation.firstFailedCheck(prepared, ({ scope }) => scope !== "page") : "unknown survey";
    return disabledReason ? { visible: false, disabledReason } : { visible: true };
  }
  const surveysOf = (matching) => matching.map(({ survey }) => survey);
  const methods = {
    getSurveys,
    getActiveMatchingSurveys: (callback, forceReload) => getSurveys(
      (_, context) => evaluator.getMatching((matching) => guarded(callback)(surveysOf(matching), context)),
      forceReload
    ),
    onActiveMatchingSurveysChanged(callback) {
      let lastKeys;
      const unsubscribe = evaluator.onMatching((matching) => {
        const keys = matching.map(({ key }) => key).join();
        if (keys === lastKeys) return;
        lastKeys = keys;
        callback(surveysOf(matching));
      });
      evaluation.evaluate();
      return unsubscribe;
    },
    onSurveysLoaded: (callback) => surveyList.onLoaded(guarded(callback)),
    canRenderSurvey: (survey) => renderReason(findSurvey(survey)),
    canRenderSurveyAsync: (id, forceReload) => loadError(forceReload).then(() => renderReason(findSurvey(id))),
    displaySurvey,
    renderSurvey: (id, selector) => displaySurvey(id, { displayType: "inline", selector, ignoreConditions: true }),
    cancelPendingSurvey(id) {
      for (const pending of pendingDisplays) if (pending.id === id) pendingDisplays.delete(pending);
      const prepared = findById(id);
      if (prepared) evaluator.display()?.cancelPending(prepared.key);
    },
    explainSurvey: (id) => withDisplay(id, (prepared, display) => display.explain(prepared)),
    markSurveyAsSeen(id, options) {
      markSeen(
        host.store,
        native.surveyKey(id, native.ownOptions(options)?.iteration ?? findById(id)?.survey.current_iteration)
      );
      host.store.write(native.LAST_SEEN_KEY, host.page.isoTimestamp());
      evaluation.evaluate();
    },
    startSession: (id, options) => whilePending(id, (prepared, display) => display.startSession(prepared, readableCopy(options)))
  };
  return {
    /** Takes the field `surveys` of a configuration, and the project-wide defaults. */
    receive(input, config) {
      deferred = [input, config];
      applyDeferred();
    },
    /** Records that the configuration could not be loaded. */
    failed: surveyList.failed,
    /** Must be called after each captured event. Costs a lookup if no survey waits for its name. */
    onCaptured: evaluator.onCaptured,
    /** Must be called when flags, consent or the configuration change. */
    onFlags() {
      applyDeferred();
      evaluation.evaluate();
    },
    /** Sets the id of the visitor's session. */
    onSession: evaluator.onSession,
    /**
     * Closes every survey and forgets the visitor.
     *
     * @param forgets `progress`: except for the surveys that were finished here. `memory`: except for what is stored, which
     *   another page has written for the new visitor. See D-435.
     */
    reset(forgets = "all") {
      pendingDisplays.clear();
      evaluator.reset(forgets);
    },
    /** Must be called when the URL is that of a former person, so that it prefills no survey. */
    forgetUrl: evaluator.forgetUrl,
    /** Closes every survey and removes every listener and timer. */
    stop: evaluator.stop,
    methods
  };
}

const MAX_URL_LENGTH = 2e3;
const CAMPAIGN_PARAMS = "utm_source,utm_medium,utm_campaign,utm_content,utm_term,gad_source,mc_cid,gclid,gclsrc,dclid,gbraid,wbraid,fbclid,msclkid,twclid,li_fat_id,igshid,ttclid,rdt_cid,epik,qclid,sccid,irclid,_kx".split(
  ","
);
const PERSONAL_PARAMS = /* @__PURE__ */ CAMPAIGN_PARAMS.slice(7);
const boundUrl = (url) => cutText(
  /^data:/i.test(url) ? "data:" : url.replace(/(earshot_preview(=|%[25]*3D))[^&#]*/gi, "$1"),
  MAX_URL_LENGTH
);
const sanitizeUrl = (url, config) => maskUrl(boundUrl(url), config);
const URL_START = /^[\s\p{C}\p{Ps}\p{Pi}"'<]*(([a-z][\w+.-]*:)*[\\/]{2}|(http|ws)s?:\S)/iu;
const LINE_BREAKS = /[\t\r\n]/g;
const ID_PROPERTY = /^(distinct_id|\$(device|user)_id)\n|^(alias\n\$(create_alias|merge_dangerously)|\$anon_distinct_id\n\$identify|\$group_key\n\$groupidentify)$/;
function maskUrls(properties, config, event, onCut) {
  if (!config.mask_url && !config.mask_personal_data_properties && !config.disable_capture_url_hashes)
    return properties;
  const isId = (name) => ID_PROPERTY.test(`${name}
${event}`);
  return maskValue(JSON.parse(serialize(properties, void 0, onCut)), config, isId);
}
function maskValue(value, config, isId) {
  if (Array.isArray(value)) return value.map((item) => maskValue(item, config));
  if (!native.isObject(value)) return maskText(value, config);
  return Object.fromEntries(
    Object.entries(value).map(
      ([name, inner]) => native.isText(inner) && isId?.(name) ? [name, inner] : (
        // The texts in `$groups` are the keys of groups.
        [maskText(name, config), maskValue(inner, config, isId && name === "$groups" ? native.isText : void 0)]
      )
    )
  );
}
function maskText(value, config) {
  if (!native.isText(value)) return value;
  const json = parseJson(/^\s*["[{]/.test(value) && value.trim());
  if (json === void 0)
    return URL_START.test(value.replace(LINE_BREAKS, "")) ? maskUrl(value, config) : value;
  return native.attempt(() => {
    const masked = stringify(maskValue(json, config));
    return masked === stringify(json) ? value : masked;
  }, "");
}
function maskUrl(url, config) {
  let sanitized = config.disable_capture_url_hashes ? url.replace(/#.*/s, "") : url;
  if (config.mask_personal_data_properties) {
    const names = [...PERSONAL_PARAMS, ...config.custom_personal_data_properties ?? []];
    let isPersonal = false;
    let starts = [];
    sanitized = sanitized.split(/(?=[?&#=]|%[25]*(?:3[df]|2[36]))/i).map((part) => {
      if (isPersonal && !/^[&#]/.test(part)) return "";
      isPersonal = /^(=|%[25]*3d)/i.test(part) && starts.some((start) => names.includes(nameOf(start)));
      starts = ["", .../^[%?]/.test(part) ? starts.slice(0, 8) : []].map((start) => start + part);
      return isPersonal ? "=<masked>" : part;
    }).join("");
  }
  return native.attempt(() => url && config.mask_url ? String(config.mask_url(sanitized)) : sanitized, "");
}
function nameOf(text) {
  const shallow = text.replace(LINE_BREAKS, "").replace(/%(25)+/g, "%25").replaceAll("+", " ");
  const decoded = native.attempt(() => decodeURIComponent(shallow), text);
  return text[0] === "%" && decoded !== text ? nameOf(decoded) : decoded.replace(/^[?&#]/, "");
}
function parseUrl(url) {
  try {
    if (url) return new URL(url);
  } catch {
  }
  return { host: "", pathname: "" };
}
function getCampaignParams(url, { custom_campaign_params = [] }) {
  const params = new URLSearchParams(url.replace(/#.*/s, "").split("?")[1]);
  const names = [...CAMPAIGN_PARAMS, ...custom_campaign_params];
  if (!names.some((name) => params.get(name))) return {};
  return Object.fromEntries(names.map((name) => [name, params.get(name) || void 0]));
}
function getReferrerProperties(referrer) {
  const { host } = parseUrl(referrer);
  const [, name] = /(?:^|\.)(google(?=\.)|(?:bing|yahoo|duckduckgo)(?=\.com$))/.exec(host) ?? [];
  return {
    $referrer: referrer || "$direct",
    $referring_domain: host || "$direct",
    $search_engine: name,
    ph_keyword: name && new URLSearchParams(referrer.split("?")[1]).get(name === "yahoo" ? "p" : "q") || void 0
  };
}

const withPrefix = (prefix, properties) => Object.fromEntries(
  Object.entries(properties).filter(([, value]) => value !== void 0).map(([name, value]) => [prefix + name.replace("$", ""), value])
);

const SESSION_PROPERTIES = "$registered";
const DIRECT = "$direct";
const MAX_LENGTH = 1e3;
function createEventContext({ page, record, tab, config }) {
  let recordedUrlProperties;
  const sanitize = (url) => sanitizeUrl(url, config());
  const device = memoizeLast(detectDevice);
  const toUrlProperties = memoizeLast((url, _config) => {
    const $current_url = sanitize(url);
    const { host, pathname } = parseUrl($current_url);
    return { $current_url, $host: host, $pathname: pathname };
  });
  const urlProperties = (url) => toUrlProperties(native.isText(url) ? url : page.url(), config());
  const campaign = (url) => config().save_campaign_params && native.attempt(() => getCampaignParams(url, config()));
  const referrer = (url = page.referrer()) => config().save_referrer && native.attempt(() => getReferrerProperties(sanitize(url === DIRECT ? "" : url)));
  const recordEntry = () => {
    const current = urlProperties();
    const first = record.get("$initial_person_info");
    const isNoted = tab.get("$referrer") || !config().save_referrer;
    if (first && isNoted && current === recordedUrlProperties) return;
    recordedUrlProperties = current;
    const changes = { ...campaign(current.$current_url), ...referrer(tab.get("$referrer")) };
    if (Object.keys(changes)[0]) tab.set(changes);
    if (first) return;
    const [u, r] = [current.$current_url, sanitize(page.referrer()) || DIRECT].map(
      (text) => cutText(text, MAX_LENGTH)
    );
    record.set({ $initial_person_info: { r, u } });
  };
  const initialProperties = () => {
    recordEntry();
    const { r = "", u = "" } = native.nullProtoRecord(record.get("$initial_person_info"));
    const firstUrl = urlProperties(u);
    return withPrefix("$initial_", {
      ...campaign(firstUrl.$current_url),
      ...referrer(r),
      ...u && firstUrl
    });
  };
  const sessionEntry = (sessionId) => {
    const stored = tab.get("$session_entry");
    const isStored = stored?.id === sessionId;
    const { $session_entry_url: entryUrl, $session_entry_referrer: entryReferrer } = native.nullProtoRecord(
      isStored ? stored.properties : void 0
    );
    const { $current_url: url, ...rest } = urlProperties(entryUrl);
    const properties = withPrefix("$session_entry_", {
      url,
      ...rest,
      ...campaign(url),
      ...referrer(entryReferrer)
    });
    if (!isStored) tab.set({ $session_entry: { id: sessionId, properties } });
    return properties;
  };
  const toSessionProperties = memoizeLast((all) => {
    const { $session_entry: _entry, $person: _person, [SESSION_PROPERTIES]: registered, ...rest } = all;
    return { ...rest, ...copyOf(registered) };
  });
  return {
    device,
    /**
     * Returns the properties of the page and the browser.
     *
     * @param url Replaces the current URL of the page.
     */
    environment: (browser, url) => ({
      ...device(browser),
      $raw_user_agent: browser.userAgent.slice(0, MAX_LENGTH),
      $browser_language: browser.language,
      $browser_language_prefix: browser.language?.split("-")[0],
      $screen_height: browser.screenHeight,
      $screen_width: browser.screenWidth,
      $viewport_height: browser.viewportHeight,
      $viewport_width: browser.viewportWidth,
      $timezone: page.timezone(),
      $timezone_offset: browser.timezoneOffset,
      ...urlProperties(url)
    }),
    /** Returns campaign, referrer and registered properties of the session. Records the entry page of a new session. */
    sessionProperties(sessionId) {
      recordEntry();
      if (sessionId) sessionEntry(sessionId);
      return toSessionProperties(tab.all());
    },
    /** Returns the `$initial_...` properties of the visitor's first page. */
    initialProperties,
    /** Returns `$set_once` for the first event of a page. */
    firstTouch: (sessionId) => ({
      ...initialProperties(),
      ...sessionId && sessionEntry(sessionId)
    })
  };
}

const COOKIE_KEYS = ["distinct_id", "$device_id", "$sesid", "$epp", "$user_state", "__alias"];
const isIdentityKey = (name) => name === "$user_id" || COOKIE_KEYS.includes(name);
function createRegisteredProperties({ record, tab, logUsageError }) {
  const sessionProperties = () => tab.get(SESSION_PROPERTIES);
  const setForSession = (patch) => tab.set({ [SESSION_PROPERTIES]: { ...sessionProperties(), ...patch } });
  const withoutIdentity = (properties) => {
    const copy = copyOf(properties);
    for (const name of Object.keys(copy).filter(isIdentityKey)) {
      delete copy[name];
      logUsageError(`register: ${name} ignored. Call identify()`);
    }
    return copy;
  };
  return {
    register: (properties) => record.set(withoutIdentity(properties)),
    register_once(properties, standard = "None") {
      const missing = withoutIdentity(properties);
      for (const name of Object.keys(missing))
        if (![void 0, standard].includes(record.get(name))) delete missing[name];
      record.set(missing, true);
    },
    unregister(name) {
      if (!isIdentityKey(name)) record.set({ [name]: void 0 });
    },
    get_property: (name) => record.get(name),
    register_for_session: (properties) => setForSession(copyOf(properties)),
    // Another store may have it. See D-455.
    unregister_for_session: (name) => setForSession({ [name]: void 0 }),
    getSessionProperty: (name) => sessionProperties()?.[name] ?? tab.get(name)
  };
}

const encode = (value) => encodeURIComponent(String(value).replace(/\p{Cs}/gu, "\uFFFD"));
function buildUrl(host, path, query = {}) {
  const search = Object.entries(query).flatMap(([key, value]) => [value ?? []].flat().map((one) => `${key}=${encode(one)}`)).join("&");
  return (/^[^?#]*[^/?#]/.exec(host.trim()) ?? [""])[0] + path + (search && `?${search}`);
}

const FLAGS_PATH = "/flags";
const CAPTURE_PATH = "/i/v0/e/";
const BATCH_PATH = "/batch/";
const SURVEY_LIST_PATH = "/api/surveys/";
const EARLY_ACCESS_PATH = "/api/early_access_features/";
const SURVEY_PREVIEW_PATH = "/api/surveys/preview/";

const createApiUrl = (config) => (path, query) => {
  const { api_host, flags_api_host, rewriteRequestPath } = config();
  const host = path === FLAGS_PATH && flags_api_host || api_host;
  return applyUrlHook(rewriteRequestPath, buildUrl(host, path, query));
};
const applyUrlHook = (hook, url) => native.attempt(() => hook?.(url)) || url;

const FIRST_DELAY_MS = 1e3;
const MAX_DELAY_MS = 5 * 6e4;
function classifyResponse(status, count) {
  if (status >= 200 && status < 300) return "done";
  if (status === 413 || status === 400) return count > 1 ? "split" : "drop";
  if ([0, 408, 425, 429].includes(status) || status >= 500) return "retry";
  return "drop";
}
function retryDelay(failures, random, retryAfterMs = 0) {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS);
  return Math.max(retryAfterMs, delay * (0.75 + random / 2));
}

function byteLength({ content }) {
  if (!native.isText(content)) return content.length;
  return native.attempt(() => new TextEncoder().encode(content).length, 3 * content.length);
}

const MAX_SINGLE_EVENTS = 5;
const MAX_BATCH_LENGTH = 5e5;
const isSmall = (json) => json.length < 1400;
function batchSize(events, limit, maxLength = MAX_BATCH_LENGTH) {
  let count = 0;
  let total = 0;
  for (const { length } of events) {
    total += length + 1;
    if (count > 0 && (total > maxLength || count >= limit)) break;
    count++;
  }
  return count;
}
const nextBatchSize = (events, limit) => batchSize(events, events.length <= MAX_SINGLE_EVENTS ? 1 : limit);
function captureBody(token, events, sentAt) {
  return stringifyStored(
    events.length === 1 ? { api_key: token, ...events[0] } : { api_key: token, batch: events, sent_at: sentAt }
  );
}
const captureEndpoint = (count, now) => count === 1 ? [CAPTURE_PATH, { _: now }] : [BATCH_PATH, {}];

const LEASE = "lease";
const LEASE_MS = 18e4;
const RENEW_MS = 6e4;
function createLocks(page, store, manager) {
  let releases = [];
  const acquireLock = (name) => new Promise((resolve, reject) => {
    const initialReleases = releases;
    manager.request(name, native.platformOptions({ ifAvailable: true }), (lock) => {
      const isOurs = lock !== null && initialReleases === releases;
      resolve(isOurs);
      return isOurs ? new Promise((release) => releases.push(release)) : void 0;
    }).catch(reject);
  }).catch(() => true);
  const acquireLease = (name) => {
    const key = `${name}_${LEASE}`;
    let cancelTimer = () => {
    };
    const write = () => store.write(key, `${page.now() + LEASE_MS}`);
    const remainingMs = Number(store.read(key)) - page.now();
    if (remainingMs > LEASE_MS) write();
    if (remainingMs > 0) return false;
    const renew = () => {
      write();
      cancelTimer = page.setTimer(RENEW_MS, renew);
    };
    renew();
    releases.push(() => {
      cancelTimer();
      store.remove(key);
    });
    return true;
  };
  return {
    /** Acquires a lock if it is free. Resolves to whether this tab holds it. Never rejects. */
    acquire: async (name) => manager ? acquireLock(name) : acquireLease(name),
    /** Releases all locks, including those that are still being acquired. */
    release() {
      callAll(releases)();
      releases = [];
    }
  };
}

const MAX_DIFFERENCES = 3;
function sharedPropertiesOf(event, common, toJson = serialize) {
  const names = Object.keys(common).filter((name) => name in event.properties);
  const shared = Object.fromEntries(names.map((name) => [name, event.properties[name]]));
  return parseShared(toJson(shared));
}
function parseShared(text) {
  const properties = native.nullProtoRecord(JSON.parse(text));
  const texts = native.nullProtoRecord();
  for (const [name, value] of Object.entries(properties))
    if (typeof value === "object") texts[name] = stringifyStored(value);
  return { properties, texts, text };
}
const isShared = ({ properties, texts }, name, value) => native.isObject(value) ? texts[name] !== void 0 && texts[name] === serialize(value) : value === properties[name];
function needsNewShare(shared, { properties }, common) {
  const differences = Object.keys(common).filter((name) => !isShared(shared, name, properties[name]));
  return differences.length > MAX_DIFFERENCES;
}
function compactEvent(shared, event, toJson = serialize) {
  const { uuid, event: name, timestamp, properties, distinct_id, ...rest } = event;
  const own = native.nullProtoRecord();
  for (const key of Object.keys(properties))
    if (!isShared(shared, key, properties[key])) own[key] = properties[key];
  const omitted = Object.keys(shared.properties).filter((key) => properties[key] === void 0);
  const more = native.nullProtoRecord(rest);
  if (distinct_id !== properties.distinct_id) more.distinct_id = distinct_id;
  if (omitted[0]) more.omitted = omitted;
  const stored = [uuid, name, timestamp, own];
  if (Object.keys(more)[0]) stored.push(more);
  return toJson(stored);
}
function expandEvent(shared, text) {
  const [uuid, event, timestamp, own, more] = JSON.parse(text);
  const { omitted = [], ...rest } = native.nullProtoRecord(more);
  const properties = { ...shared.properties, ...own };
  for (const key of omitted) delete properties[key];
  return { uuid, event, distinct_id: properties.distinct_id, properties, timestamp, ...rest };
}
const isIntact = ({ uuid, event, distinct_id, properties, timestamp }) => isUuid(uuid) && !!(event && distinct_id && properties.token && timestamp);

const HANDOVER = "handover";
const isHandoverNote = (key) => key.endsWith(HANDOVER);
function createHandovers({ store, prefix, tab }) {
  let noteKey = "";
  const keyOf = (owner) => `${prefix}${owner}_${HANDOVER}`;
  function remove() {
    if (noteKey) store.remove(noteKey);
    noteKey = "";
  }
  function write(text) {
    noteKey = keyOf(tab());
    if (!store.write(noteKey, text)) remove();
  }
  return {
    /** Removes the note of this page. */
    remove,
    /** `keys`: those of the events that the browser has accepted. `now`: epoch ms. */
    save(keys, now) {
      write(stringify([now, keys.map((key) => key.slice(prefix.length))]));
    },
    /**
     * The page has come back, and waits for the answers: the next page finds nothing in its note, which a failure in another tab
     * still withdraws. Returns the key of the note, or an empty one when it has been withdrawn.
     */
    awaitAnswers() {
      const isValid = noteKey !== "" && store.read(noteKey) !== null;
      remove();
      if (isValid) write("[]");
      return noteKey;
    },
    /** A request has failed: nothing that was handed over counts as delivered. */
    discardAll() {
      store.keys(prefix).filter(isHandoverNote).forEach(store.remove);
    },
    /** Returns what a dead tab has handed over and nobody has decided on, by the key of the event. */
    ofTab(owner) {
      const key = keyOf(owner);
      const { 0: at, 1: names } = Object(parseJson(store.read(key)));
      const keys = Number(at) && Array.isArray(names) ? names.map((name) => prefix + name) : [];
      const left = keys.filter((name) => store.read(name) !== null);
      if (!left[0]) store.remove(key);
      return new Map(left.map((name) => [name, { at, key }]));
    }
  };
}

function createTakeovers(store, key, tab) {
  const read = () => store.read(key) ?? "";
  const isElsewhere = (owner) => read().split(` ${owner}:`).slice(1).pop()?.startsWith(tab()) === false;
  const add = (owner) => void store.write(key, `${read()} ${owner}:${tab()}`.slice(-1800));
  return {
    /** Whether another tab was the latest to take over the events of a tab. */
    isElsewhere,
    /** This tab has taken over the events of another one. */
    add,
    /** This tab still has events of a tab, or has delivered some, whoever has taken them over since. */
    claim(owner) {
      if (isElsewhere(owner)) add(owner);
    }
  };
}

const MAX_STORED_CHARACTERS = 25e5;
const CHECK_MS = 6e4;
function createEventQueue({ store, prefix, tab, now }) {
  let events = /* @__PURE__ */ new Map();
  let storedCharacters = 0;
  let eventCount = 0;
  let shareCount = 0;
  let current;
  let checkedAt = now();
  const handovers = createHandovers({ store, prefix, tab });
  const takeovers = createTakeovers(store, `${prefix}taken`, tab);
  const listed = () => [...events.values()];
  const stored = () => listed().filter(({ key }) => key);
  const tabKey = (name) => `${prefix}${tab()}_${name}`;
  const isMissing = (key) => !!key && store.read(key) === null;
  const sizeOf = ({ key, text }) => key.length + text.length;
  const ownerOf = (key) => key.slice(prefix.length).split("_")[0];
  function reconcile(minMs = CHECK_MS) {
    const all = stored();
    if (!isMissing(all[0]?.key) && Math.abs(now() - checkedAt) < minMs) return;
    checkedAt = now();
    const isShareMissing = memoizeLast(isMissing);
    const kept = [];
    for (const event of all) {
      const { key, share } = event;
      const isGone = isMissing(key);
      if (isGone && takeovers.isElsewhere(ownerOf(key))) remove(event);
      else {
        kept.push(key);
        if (isGone || isShareMissing(share.key)) storeAgain(event);
      }
    }
    claim(kept);
  }
  function claim(keys) {
    new Set(keys.filter((key) => key).map(ownerOf)).forEach(takeovers.claim);
  }
  function storeAgain(event) {
    moveToMemory(event);
    const { share } = event;
    if (!share.key || isMissing(share.key)) storeShare(share);
    writeCompact(event);
  }
  function removeUnused(share) {
    if (share.uses === 0 && share.key) store.remove(share.key);
  }
  function remove(event) {
    const { uuid, share } = event;
    if (!events.delete(uuid)) return;
    share.uses--;
    if (share !== current) removeUnused(share);
    if (event.key) moveToMemory(event);
  }
  function removeDelivered(delivered) {
    claim(delivered.map(({ key }) => key));
    delivered.forEach(remove);
  }
  function moveToMemory(event) {
    storedCharacters -= sizeOf(event);
    store.remove(event.key);
    event.key = "";
  }
  function shareFor(event, common, toJson) {
    if (!current || isMissing(current.key)) {
      reconcile(current && 0);
      setCurrent();
    }
    if (current && !needsNewShare(current, event, common)) return current;
    const share = { ...sharedPropertiesOf(event, common, toJson), key: "", uses: 0 };
    storeShare(share);
    setCurrent(share);
    return share;
  }
  function storeShare(share) {
    const key = tabKey(`s${shareCount}`);
    share.key = store.write(key, share.text) && !isMissing(key) ? key : "";
    shareCount++;
  }
  function setCurrent(share) {
    if (current) removeUnused(current);
    current = share;
  }
  const writeCompact = (event) => write(event, `${shareNumber(event.share)} ${event.text}`);
  function write(event, text) {
    event.key = tabKey(`e${(eventCount++).toString(36)}`);
    storedCharacters += sizeOf(event);
    const hasRoom = (event.share.key || text[0] === "{") && storedCharacters <= MAX_STORED_CHARACTERS;
    if (!hasRoom || !store.write(event.key, text)) moveToMemory(event);
  }
  function enqueue(given) {
    const { uuid, text, share, lastHandover } = given;
    share.uses++;
    const event = {
      ...given,
      length: text.length + share.text.length,
      state: lastHandover ? "handedOver" : "queued",
      // Not left out: `Object.prototype` of the page may have it. See D-357, D-500.
      isKeptAlive: void 0
    };
    events.set(uuid, event);
    return event;
  }
  function adoptEvent(key, shares, lastHandover) {
    const json = store.read(key) ?? "";
    try {
      const end = json[0] === "{" ? 0 : json.indexOf(" ");
      const share = shares.get(json.slice(0, end));
      const text = end ? json.slice(end + 1) : compactEvent(share, JSON.parse(json));
      const expanded = expandEvent(share, text);
      const { uuid } = expanded;
      if (events.has(uuid) || !isIntact(expanded)) return store.remove(key);
      storedCharacters += sizeOf(enqueue({ uuid, text, share, key, lastHandover }));
    } catch {
      store.remove(key);
    }
  }
  const readShare = (key) => ({
    ...native.attempt(() => parseShared(store.read(key) ?? "{}")) ?? parseShared("{}"),
    key,
    uses: 0
  });
  function oldestQueued() {
    for (const event of events.values()) if (event.state === "queued") return event;
  }
  const isInBeacon = ({ state, lastHandover }) => state === "handedOver" && !lastHandover;
  function requeue(event) {
    event.state = "queued";
    event.lastHandover = void 0;
  }
  return {
    size: () => events.size,
    hasQueued: () => !!oldestQueued(),
    /** Returns the events that wait to be sent. */
    queued: () => listed().filter((event) => event.state === "queued"),
    isQueued: (event) => events.get(event.uuid) === event && event.state === "queued",
    expand: ({ share, text }) => expandEvent(share, text),
    /**
     * Adds an event. Returns false when it is in memory alone, because storage is full or closed.
     *
     * @param common Has the names of the properties that every event of the page has.
     */
    add(event, common, toJson) {
      const { uuid } = event;
      const share = shareFor(event, common, toJson);
      const text = compactEvent(share, event, toJson);
      const queued = enqueue({ uuid, text, share, key: "", lastHandover: void 0 });
      writeCompact(queued);
      return queued.key !== "";
    },
    removeDelivered,
    reconcile,
    /** The service has not accepted the event: it waits again. */
    requeue,
    /** Removes the oldest event that is not being sent. Returns false when there is none. */
    removeOldest() {
      const oldest = oldestQueued();
      if (oldest) remove(oldest);
      return !!oldest;
    },
    /** Moves the newest stored events to memory. Returns false when none is stored. */
    evictNewest(count) {
      const newest = stored().slice(-count);
      newest.forEach(moveToMemory);
      return newest.length > 0;
    },
    /** Removes everything, the outboxes of other tabs included. */
    clear() {
      events.clear();
      storedCharacters = 0;
      current = void 0;
      for (const key of store.keys(prefix)) store.remove(key);
    },
    /** The page is left: stores which events the browser has accepted, and removes what no event needs. */
    saveHandover(isHealthy) {
      const accepted = stored().filter((event) => event.state === "sending" ? event.isKeptAlive : isInBeacon(event)).map(({ key }) => key);
      if (isHealthy && accepted[0]) handovers.save(accepted, now());
      else handovers.remove();
      setCurrent();
    },
    /**
     * A request has failed: nothing that was handed over counts as delivered, in other tabs neither. Those that adopt it, or have
     * adopted it, may know of later requests alone. See D-691, D-654.
     */
    discardHandovers: handovers.discardAll,
    /** Decides on what was handed over: it has arrived, or it is sent again. `answeredAt`: start of a request, epoch ms. */
    settleHandedOver(answeredAt) {
      const delivered = [];
      const isNoteMissing = memoizeLast(isMissing);
      for (const event of listed()) {
        const { lastHandover } = event;
        if (!lastHandover) continue;
        const isWithdrawn = isNoteMissing(lastHandover.key);
        if (!isWithdrawn && !(lastHandover.at < answeredAt)) continue;
        if (isMissing(event.key) && takeovers.isElsewhere(ownerOf(event.key))) remove(event);
        else if (isWithdrawn) requeue(event);
        else delivered.push(event);
      }
      removeDelivered(delivered);
      new Set(delivered.map(({ lastHandover }) => lastHandover.key)).forEach(store.remove);
    },
    /** The page has come back: its own answers count again, and the events of a beacon, which has none, are queued again. */
    resume() {
      if (listed().some((event) => event.state === "sending" && event.lastHandover)) handovers.awaitAnswers();
      else handovers.remove();
      listed().filter(isInBeacon).forEach(requeue);
    },
    /**
     * After the back/forward cache, under a new tab name: the answers to what was handed over may never come, requests without
     * keepalive were dropped, and another tab may have sent what was stored. Returns a function to call when no answer comes any more:
     * requests made later decide. A time that is computed before is wrong when the clock is set. See D-783.
     */
    resync() {
      reconcile(0);
      const lastHandover = { at: NaN, key: handovers.awaitAnswers() };
      for (const event of listed()) {
        if (event.state !== "sending") continue;
        if (lastHandover.key && event.isKeptAlive) {
          event.lastHandover = lastHandover;
          if (event.key) moveToMemory(event);
          write(event, stringifyStored(expandEvent(event.share, event.text)));
        } else requeue(event);
      }
      return () => {
        lastHandover.at = now();
      };
    },
    /** Returns the keys of this tab in a store, and those of what it has adopted. A tab that is still alive may go on under its name. */
    tabKeys({ keys }) {
      const held = new Set(listed().flatMap(({ key, share }) => [key, share.key]));
      return keys(prefix).filter((key) => held.has(key) || ownerOf(key) === tab() && !isHandoverNote(key));
    },
    /** Returns the stored keys of other tabs, by tab; removes leases that have run out. */
    otherOutboxes() {
      const outboxes = /* @__PURE__ */ new Map();
      for (const key of store.keys(prefix)) {
        const [owner = "", name] = key.slice(prefix.length).split("_");
        if (owner === tab() || !name) continue;
        if (name !== LEASE) (outboxes.get(owner) ?? outboxes.set(owner, []).get(owner)).push(key);
        else if (Number(store.read(key)) < now()) store.remove(key);
      }
      return outboxes;
    },
    /** Takes over the outboxes of dead tabs. Their events are older, so they come first. */
    adopt(outboxes) {
      const newer = events;
      events = /* @__PURE__ */ new Map();
      for (const [owner, keys] of outboxes) {
        const { size } = events;
        const handedOver = handovers.ofTab(owner);
        const isShare = (key) => key.startsWith(`${prefix}${owner}_s`);
        const shares = /* @__PURE__ */ new Map([["", readShare("")]]);
        for (const key of keys.filter(isShare)) shares.set(shareNumber({ key }), readShare(key));
        for (const key of keys.sort(inCaptureOrder)) {
          if (!isShare(key) && !isHandoverNote(key)) adoptEvent(key, shares, handedOver.get(key));
        }
        if (events.size > size) takeovers.add(owner);
        shares.forEach(removeUnused);
      }
      for (const [uuid, event] of newer) events.set(uuid, event);
    }
  };
}
const shareNumber = ({ key }) => key.slice(key.lastIndexOf("_s") + 2);
const inCaptureOrder = (a, b) => a.length - b.length || (a < b ? -1 : 1);

const QUOTA_PAUSE_MS = 6e4;
const initialSendState = (maxBatchEvents) => ({
  failures: 0,
  pausedUntil: 0,
  maxBatchEvents
});
const afterAccepted = (state, count) => ({
  ...state,
  failures: 0,
  // A whole batch went through: a longer one may too.
  maxBatchEvents: state.maxBatchEvents * (count < state.maxBatchEvents ? 1 : 2)
});
const afterRefused = (state) => ({ ...state, failures: 0 });
const afterTooLarge = (state, count) => ({
  ...state,
  failures: 0,
  maxBatchEvents: Math.ceil(count / 2)
});
const afterOverQuota = (state, now) => ({
  ...state,
  pausedUntil: now + QUOTA_PAUSE_MS
});
function afterFailure(state, now, random, retryAfterMs) {
  const failures = state.failures + 1;
  return { ...state, failures, pausedUntil: now + retryDelay(failures, random, retryAfterMs) };
}
const afterWakeUp = (state) => state.failures > 0 ? { ...state, pausedUntil: 0 } : state;
const isOverQuota = ({ failures, pausedUntil }, now) => failures === 0 && pausedUntil > now;

const MAX_EVENTS = 1e4;
const TIMEOUT_MS = 6e4;
const ADOPTION_INTERVAL_MS = 1e4;
const MIN_EVENT_BYTES = 700;
const MAX_LEAVING_BODIES = 9;
const GZIP_RATIO = 16;
const BEACON_RESERVE_BYTES = 5500;
function createOutbox(deps) {
  const { page, token, store, locks, transport, encoder, compression, prefix, emitError } = deps;
  const newTabName = () => page.uuid().slice(19).replace("-", "");
  let tab = newTabName();
  const queue = createEventQueue({ store, prefix, tab: () => tab, now: page.now });
  let phase = "stopped";
  let sendState = initialSendState(MAX_EVENTS);
  let nextFlush = 0;
  let nextAdoption = 0;
  let droppedCount = 0;
  let draining;
  let cancelTimer;
  let cancelAdoption;
  let unsubscribes = [];
  let answeredAt = 0;
  const bodyOf = (events) => captureBody(token, events.map(queue.expand), page.isoTimestamp());
  const urlFor = (count, { compression: compression2 }) => {
    const [path, query] = captureEndpoint(count, page.now());
    return deps.buildUrl(path, { compression: compression2, ...query });
  };
  function schedule() {
    if (phase === "stopped" || draining || cancelTimer || !queue.hasQueued() || !page.isOnline()) return;
    const delay = Math.max(sendState.pausedUntil, nextFlush) - page.monotonicNow();
    if (delay <= 0) return void drain();
    cancelTimer = page.setTimer(delay, () => {
      cancelTimer = void 0;
      void drain();
    });
  }
  function drain() {
    if (draining) return draining;
    const isCurrent = () => draining === own;
    const end = () => {
      if (isCurrent()) draining = void 0;
      if (droppedCount > 0) emitError("outbox_full", { dropped: droppedCount });
      droppedCount = 0;
      schedule();
      if (sendState.failures === 0) adoptWhenIdle();
    };
    const own = flushAll(isCurrent).then(end, end);
    draining = own;
    return own;
  }
  async function flushAll(isCurrent) {
    await void 0;
    nextFlush = page.monotonicNow() + deps.flushIntervalMs();
    if (!deps.canSend()) return queue.clear();
    queue.reconcile();
    for (let waiting = queue.queued(); waiting.length > 0; waiting = waiting.filter(queue.isQueued)) {
      if (phase === "stopped" || !isCurrent() || !page.isOnline()) return;
      const events = waiting.slice(0, nextBatchSize(waiting, sendState.maxBatchEvents));
      const json = bodyOf(events);
      const body = await encoder.encode(json, isSmall(json) ? "none" : compression());
      const isStillQueued = isCurrent() && events.every(queue.isQueued);
      const mayKeepAlive = phase === "left" || sendState.failures === 0;
      if (isStillQueued && !await post(events, body, mayKeepAlive)) return;
    }
  }
  async function post(events, body, mayKeepAlive) {
    const isKeptAlive = mayKeepAlive && byteLength(body) <= transport.keepaliveBudget();
    for (const event of events) Object.assign(event, { state: "sending", isKeptAlive });
    const options = { limitMs: TIMEOUT_MS, keepalive: isKeptAlive, isLeaving: phase === "left" };
    return settle(events, await transport.post(urlFor(events.length, body), body, options));
  }
  function settle(events, reply) {
    const { status, retryAfterMs } = reply;
    const json = reply.json;
    const now = page.monotonicNow();
    const count = events.length;
    events.forEach(queue.requeue);
    const wasRedirected = reply.redirected && json?.status === void 0;
    const outcome = wasRedirected ? "retry" : classifyResponse(status, count);
    switch (outcome) {
      case "retry":
        sendState = afterFailure(sendState, now, page.random(), retryAfterMs);
        if (phase === "left") queue.saveHandover(false);
        emitError(wasRedirected ? "redirected" : "unreachable", { status, failures: sendState.failures });
        return false;
      case "split":
        sendState = afterTooLarge(sendState, count);
        return true;
      case "drop":
        sendState = afterRefused(sendState);
        queue.removeDelivered(events);
        emitError("refused", { status, events: count, detail: json });
        return true;
      case "done": {
        sendState = afterAccepted(sendState, count);
        queue.removeDelivered(events);
        if (!json?.quota_limited?.includes?.("events")) return true;
        sendState = afterOverQuota(sendState, now);
        emitError("quota_limited", json.quota_limited);
        return false;
      }
    }
  }
  function flushOnUnload() {
    if (!deps.canSend()) return;
    queue.reconcile();
    settleHandedOver();
    const isHealthy = sendState.failures === 0 && page.isOnline();
    if (!isOverQuota(sendState, page.monotonicNow())) {
      sendWithKeepalive();
      sendBeacon();
    }
    queue.saveHandover(isHealthy);
  }
  const encodeSync = (events) => encoder.encodeSync(bodyOf(events), compression());
  function sendWithKeepalive() {
    const isStored = ({ key }) => Number(key !== "");
    let waiting = queue.queued().sort((a, b) => isStored(a) - isStored(b));
    for (let left = MAX_LEAVING_BODIES; left > 0 && waiting[0]; left--) {
      const budget = transport.keepaliveBudget();
      if (budget < MIN_EVENT_BYTES) return;
      const [count, body] = fitInto(waiting, budget);
      if (byteLength(body) <= budget) void post(waiting.slice(0, count), body, true).then(schedule);
      waiting = waiting.slice(count);
    }
  }
  function fitInto(events, bytes) {
    let ratio = GZIP_RATIO;
    let count = batchSize(events, MAX_EVENTS, bytes * ratio);
    let body = encodeSync(events.slice(0, count));
    while (count > 1 && byteLength(body) > bytes) {
      ratio *= bytes / byteLength(body);
      count = batchSize(events, count >> 1, bytes * ratio);
      body = encodeSync(events.slice(0, count));
    }
    return [count, body];
  }
  function sendBeacon() {
    const waiting = queue.queued();
    if (!waiting[0]) return;
    const budget = transport.keepaliveBudget() + BEACON_RESERVE_BYTES;
    const [count, body] = fitInto(waiting, budget);
    if (byteLength(body) > budget || !transport.beacon(urlFor(count, body), body)) return;
    for (const event of waiting.slice(0, count)) event.state = "handedOver";
  }
  function adoptWhenIdle() {
    if (phase === "stopped" || page.monotonicNow() < nextAdoption) return;
    cancelAdoption?.();
    cancelAdoption = page.whenIdle(() => void adopt());
  }
  async function adopt() {
    nextAdoption = page.monotonicNow() + ADOPTION_INTERVAL_MS;
    const outboxes = queue.otherOutboxes();
    for (const owner of outboxes.keys()) if (!await locks.acquire(prefix + owner)) outboxes.delete(owner);
    queue.adopt(outboxes);
    settleHandedOver();
  }
  function settleHandedOver() {
    if (answeredAt > page.now()) answeredAt = 0;
    queue.settleHandedOver(answeredAt);
    schedule();
  }
  function claimTab() {
    phase = "running";
    void locks.acquire(prefix + tab);
    adoptWhenIdle();
  }
  function onResume() {
    if (phase === "left") return;
    queue.resume();
    sendState = afterWakeUp(sendState);
    cancelTimer?.();
    cancelTimer = void 0;
    schedule();
  }
  return {
    /** Removes everything, what other tabs have left included. */
    clear: queue.clear,
    /** Returns the keys of this tab in a store, and of those that it has adopted. */
    tabKeys: queue.tabKeys,
    /** Moves the newest events out of storage, which has no room for what matters more. Returns false when none is stored. */
    evictNewest(count) {
      void encoder.preload();
      return queue.evictNewest(count);
    },
    /**
     * Stores an event and sends it soon.
     *
     * @param common Has the names of the properties that every event of the page has.
     */
    add(event, common, toJson) {
      if (!queue.add(event, common, toJson)) void encoder.preload();
      if (queue.size() > MAX_EVENTS && queue.removeOldest()) droppedCount++;
      if (phase === "left") flushOnUnload();
      else schedule();
    },
    /** Sends what waits. Resolves when nothing waits any more, or when the service cannot be reached now. */
    async flush() {
      await draining;
      sendState = afterWakeUp(sendState);
      if (queue.hasQueued()) await drain();
    },
    /** A request of the page, of whatever kind, has ended. `startedAt`: epoch ms. */
    onRequest(startedAt, isAnswered) {
      if (isAnswered) answeredAt = startedAt;
      else queue.discardHandovers();
      settleHandedOver();
    },
    /** The page comes back from the back/forward cache. */
    onRestore() {
      claimTab();
      tab = newTabName();
      claimTab();
      page.setTimer(TIMEOUT_MS, queue.resync());
      draining = void 0;
      onResume();
    },
    /** Begins to send; before, events only gather. Adopts what dead tabs have left. */
    start() {
      claimTab();
      unsubscribes = [
        page.on("hidden", flushOnUnload),
        page.on("pagehide", () => {
          phase = "left";
          flushOnUnload();
          locks.release();
        }),
        page.on("online", onResume),
        page.on("visible", onResume)
      ];
      schedule();
    },
    stop() {
      phase = "stopped";
      cancelTimer?.();
      cancelAdoption?.();
      locks.release();
      callAll(unsubscribes)();
    }
  };
}

const MAX_COOKIE_BYTES = 3800;
function cookieStore(config) {
  const { cross_subdomain_cookie: crossSubdomain, secure_cookie: secure, cookie_expiration: days } = config;
  const maxAge = days * 86400 ? `; max-age=${days * 86400}` : "";
  let domain;
  const read = (key) => native.attempt(() => {
    const part = document.cookie.split("; ").find((text) => text.startsWith(`${key}=`));
    return part ? decodeURIComponent(part.slice(key.length + 1)) : null;
  }, null);
  const setCookie = (key, value, domain2, maxAge2 = "; max-age=0") => native.attempt(() => {
    const flags = (secure && location.protocol === "https:" ? "; secure" : "") + (domain2 && `; domain=${domain2}`);
    document.cookie = `${key}=${encodeURIComponent(value)}; SameSite=Lax; path=/${maxAge2}${flags}`;
  });
  const parentDomains = () => {
    const host = native.attempt(() => `${location.hostname}`, "");
    const labels = host.split(".");
    if (/^[\d.]+$|:/.test(host)) return [];
    return labels.map((_, i) => `.${labels.slice(i).join(".")}`).slice(0, -1).reverse();
  };
  const writeFirst = (key, value) => {
    for (const candidate of crossSubdomain ? parentDomains() : []) {
      setCookie(key, value, candidate, maxAge);
      if (read(key) === value) return candidate;
      setCookie(key, "", "");
      if (read(key) === value) return candidate;
      setCookie(key, "", candidate);
    }
    setCookie(key, value, "", maxAge);
    const wider = crossSubdomain ? null : read(key);
    if (![value, null].includes(wider))
      for (const candidate of parentDomains()) {
        setCookie(key, "", candidate);
        if (wider === "0" && read(key) === value) {
          setCookie(key, wider, candidate, maxAge);
          break;
        }
      }
    return "";
  };
  return {
    read,
    write(key, value) {
      if (key.length + encodeURIComponent(value).length > MAX_COOKIE_BYTES) return false;
      if (domain === void 0) domain = writeFirst(key, value);
      else setCookie(key, value, domain, maxAge);
      return true;
    },
    remove(key) {
      for (const wider of ["", ...domain === "" ? [] : parentDomains()]) setCookie(key, "", wider);
    },
    keys: () => [],
    onExternalChange: () => () => {
    }
  };
}

function webStore(kind, changes) {
  const storage = native.attempt(() => window[kind]);
  if (!storage) return void 0;
  return {
    read: (key) => native.attempt(() => storage.getItem(key) ?? null, null),
    write: (key, value) => native.attempt(() => {
      storage.setItem(key, value);
      return true;
    }, false),
    remove: (key) => native.attempt(() => storage.removeItem(key)),
    keys: (prefix) => native.attempt(() => Object.keys(storage).filter((key) => key.startsWith(prefix)), []),
    onExternalChange: (prefix, listener) => changes.on((event) => {
      const { storageArea, key, newValue } = event;
      if (storageArea === storage && key?.startsWith(prefix)) listener(key, newValue);
    })
  };
}

function browserStores(onThrow) {
  const changes = createEmitter(onThrow, (emit) => native.listen(window, "storage", emit));
  return {
    local: memoizeLast(() => webStore("localStorage", changes)),
    session: memoizeLast(() => webStore("sessionStorage", changes)),
    cookie: cookieStore,
    // Firefox, detected by `mozInnerScreenX`, does not put a page that holds a lock into the back/forward cache. Releasing the
    // lock at `pagehide` is too late.
    locks: native.attempt(() => "mozInnerScreenX" in window ? void 0 : navigator.locks)
  };
}
const openStores = (mode, stores, cookies) => {
  const tab = mode === "memory" ? void 0 : stores.session();
  return {
    main: mode.startsWith("local") && stores.local() || tab,
    cookie: mode.endsWith("cookie") ? stores.cookie(cookies) : void 0,
    tab
  };
};

const isLoggedIn = (person) => person.$user_state === "identified";
const forgottenOf = (former, next, wasStored) => {
  if (former.distinct_id === next.distinct_id) return false;
  if (isLoggedIn(former)) return "all";
  if (former.$device_id !== next.$device_id) return wasStored && "progress";
  const isOther = Array.isArray(next.__alias) && next.__alias[0] !== former.distinct_id;
  return (isOther || !isLoggedIn(next)) && "all";
};

const SAVE_DELAY_MS = 250;
const COOKIE_MAX_AGE_MS = 5e3;
const LATE_EVENT_MS = 1e4;
const OF_THE_STORE = /^(__|distinct_id$|\$(device_id|user_|sesid|flag_|initial|person$|refer))/;
const LISTS = /^\$(groups|stored_|registered)/;
const ANONYMOUS_ID = /^([\da-f]{8}-[\da-f]{4}-7|[\da-f]{11,}-)/;
function createRecord({
  page,
  key,
  main,
  cookie,
  cookieKeys = [],
  activityKey = "",
  fits = () => true,
  onPerson
}) {
  let values = native.nullProtoRecord();
  let former;
  let savedText = null;
  let savedCookieText = null;
  let savedCookiePerson;
  let cookieReadAt = -Infinity;
  let changedKeys = /* @__PURE__ */ new Set();
  let isCleared = false;
  let named;
  let isNew = false;
  const once = /* @__PURE__ */ new Set();
  const removed = /* @__PURE__ */ new Set();
  let cancelSave;
  let cancelCookieWrite;
  let replacedId;
  let replacedAt = 0;
  const readCookie = (maxAgeMs) => {
    const now = page.monotonicNow();
    if (now - cookieReadAt < maxAgeMs) return savedCookieText;
    cookieReadAt = now;
    return cookie?.()?.read(key);
  };
  const lastActivity = (stored) => stored[activityKey]?.[0] ?? 0;
  const readChanges = (cookieMaxAgeMs) => {
    const text = main.read(key);
    const cookieText2 = readCookie(text === savedText ? cookieMaxAgeMs : 0);
    if (text === savedText && cookieText2 === savedCookieText) return void 0;
    savedText = text;
    savedCookieText = cookieText2;
    const mainValues = text ? parse(text, fits) : values;
    const cookieValues = parse(cookieText2, fits);
    const id = cookieValues.distinct_id;
    former = id && mainValues.distinct_id && id !== mainValues.distinct_id ? mainValues : void 0;
    const ownValues = former ? {} : mainValues;
    const state = id && !ANONYMOUS_ID.test(id) ? { $user_state: "identified" } : void 0;
    const merged = native.nullProtoRecord(state, ownValues, cookieValues);
    if (lastActivity(ownValues) > lastActivity(cookieValues)) merged[activityKey] = ownValues[activityKey];
    return merged;
  };
  values = readChanges(0) ?? values;
  const personKey = () => stringifyStored([values.distinct_id, values.$groups]);
  const cookieText = (names) => stringifyStored(Object.fromEntries(names.map((name) => [name, values[name]])));
  const personText = () => cookieText(cookieKeys.filter((name) => name !== activityKey));
  savedCookiePerson = personText();
  const writeCookie = () => {
    cancelCookieWrite?.();
    cancelCookieWrite = void 0;
    for (const names = [...cookieKeys], store = cookie?.(); store && names[0]; names.pop()) {
      const text = cookieText(names);
      if (text === savedCookieText) return;
      if (store.write(key, text)) {
        isNew = false;
        savedCookieText = text;
        savedCookiePerson = personText();
        return;
      }
    }
  };
  const save = (withCookie = false) => {
    cancelSave?.();
    cancelSave = void 0;
    isCleared = false;
    changedKeys = /* @__PURE__ */ new Set();
    if (withCookie || savedCookieText && personText() !== savedCookiePerson) writeCookie();
    else if (!savedCookieText && cookie?.()) cancelCookieWrite ?? (cancelCookieWrite = page.whenIdle(writeCookie));
    const text = stringifyStored(values);
    if (text === savedText) return;
    savedText = text;
    if (main.write(key, text, !!named)) isNew = false;
  };
  const refresh = (cookieMaxAgeMs = COOKIE_MAX_AGE_MS, keeps) => {
    const before = values;
    const stored = readChanges(cookieMaxAgeMs);
    if (!stored) return;
    const previousPersonKey = personKey();
    const isLogOut = isLoggedIn(before) && !isLoggedIn(stored);
    const wasStored = !isNew && !keeps;
    if (keeps === "named" && named && stored.distinct_id !== before.distinct_id && (isLoggedIn(stored) || named === "reset"))
      onPerson?.("all");
    else if ((stored.distinct_id || !before.distinct_id) && !isCleared) {
      values = stored;
      const isLate = stored.distinct_id === replacedId && page.monotonicNow() - replacedAt < LATE_EVENT_MS;
      const heldNames = () => {
        const names = Object.keys(before);
        if (isLogOut && (keeps || isLate)) return names;
        if (forgottenOf(before, stored, wasStored) && !changedKeys.has("distinct_id")) return [];
        if (!keeps) return changedKeys;
        return names.filter(
          (name) => !(OF_THE_STORE.test(name) || name in stored && (keeps === "login" || once.has(name)))
        );
      };
      changedKeys = new Set(heldNames());
      for (const name of changedKeys) {
        const value = before[name];
        const isAdded = keeps && value && LISTS.test(name) && !removed.has(name);
        assign(name, isAdded ? { ...stored[name], ...value } : value);
      }
    }
    if (personKey() !== previousPersonKey) {
      named = void 0;
      isNew = false;
      const forgotten = forgottenOf(before, values, wasStored);
      onPerson?.(forgotten && (former ? forgotten : "memory"));
    }
  };
  const sync = (...options) => {
    refresh(...options);
    save(true);
  };
  const assign = (name, value) => {
    if (value === void 0 || fits(name, value)) values[name] = value;
  };
  const saveSoon = () => {
    cancelSave ?? (cancelSave = page.setTimer(SAVE_DELAY_MS, () => {
      refresh(Infinity);
      save();
    }));
  };
  const stopListening = callAll([
    main.onExternalChange(key, (changedKey, value) => {
      if (changedKey !== key || value === savedText) return;
      refresh(0);
      if (changedKeys.size) save();
    }),
    // Browsers send no event when another subdomain changes a cookie.
    page.on("visible", () => sync(0)),
    page.on("restore", () => sync(0)),
    page.on("hidden", () => sync()),
    page.on("pagehide", () => sync())
  ]);
  return {
    /** The visitor whom an earlier page of this host has stored, when another subdomain has changed the visitor since. */
    former,
    get: (name) => values[name],
    /** Returns all values. The object is replaced with each change. */
    all: () => values,
    /**
     * Sets values and stores them after a short delay. `undefined` removes a value.
     *
     * @param isOnce Whether a value of another store holds, when one is opened.
     */
    set(patch, isOnce = false) {
      if (patch.distinct_id) {
        named ?? (named = "login");
        replacedId = values.distinct_id;
        replacedAt = page.monotonicNow();
      }
      values = native.nullProtoRecord(values);
      for (const name of Object.keys(patch)) {
        changedKeys.add(name);
        if (isOnce) once.add(name);
        else once.delete(name);
        if (patch[name] === void 0) removed.add(name);
        assign(name, patch[name]);
      }
      saveSoon();
    },
    /** Whether this page has logged the visitor in or out, and no other page has replaced them since. */
    isNamed: () => !!named,
    /** Sets values like `set`, unless another tab stores a visitor first. See D-035. */
    setIfUnclaimed(patch) {
      isNew = true;
      values = native.nullProtoRecord(values, patch);
      saveSoon();
    },
    /** Removes all values except the named ones, including the values that other tabs have stored. */
    clear(keep = []) {
      const before = values;
      values = native.nullProtoRecord();
      for (const name of keep) assign(name, before[name]);
      isCleared = true;
      named = "reset";
      saveSoon();
    },
    refresh,
    save,
    /** Applies the changes of other tabs and subdomains, and stores pending changes now. */
    sync,
    /** Stores pending changes and removes all listeners. */
    stop() {
      sync();
      stopListening();
    }
  };
}
function parse(text, fits) {
  const { __proto__: _, ...own } = parseObject(text);
  const clean = native.nullProtoRecord(own);
  if (clean.$user_id && clean.$user_state !== "anonymous") clean.$user_state = "identified";
  for (const name of Object.keys(clean)) if (!fits(name, clean[name])) delete clean[name];
  return clean;
}

const LOAD_TIMEOUT_MS = 2e4;

const VERSION = "0.1.0";

const NAVIGATION_TYPES = native.nullProtoRecord({ replace: "replaceState", traverse: "popstate" });
function createHistoryObserver(window, listenSafely, onThrow) {
  const start = (emit) => {
    let lastUrl = native.attempt(() => window.location.href, "");
    const check = (type) => {
      const href = native.attempt(() => window.location.href, lastUrl);
      if (href === lastUrl) return;
      lastUrl = href;
      emit(type);
    };
    const navigation = native.attempt(() => {
      const { navigation: navigation2 } = window;
      return navigation2?.currentEntry && navigation2;
    });
    if (navigation)
      return listenSafely(
        navigation,
        "currententrychange",
        (event) => check(NAVIGATION_TYPES[String(event.navigationType)] ?? "pushState")
      );
    const restoreMethods = ["pushState", "replaceState"].map((name) => {
      const original = native.attempt(() => window.history[name]);
      if (!native.isFunction(original)) return () => {
      };
      const wrapped = new Proxy(
        original,
        native.platformOptions({
          apply(target, self, args) {
            const result = Reflect.apply(target, self, args);
            check(name);
            return result;
          }
        })
      );
      native.attempt(() => window.history[name] = wrapped);
      return () => {
        native.attempt(() => {
          if (window.history[name] === wrapped) window.history[name] = original;
        });
      };
    });
    const unlisten = listenSafely(window, "popstate hashchange", ({ type }) => check(type));
    return callAll([...restoreMethods, unlisten]);
  };
  return createEmitter(onThrow, start);
}

const readTimezone = () => window.Temporal?.Now?.timeZoneId?.() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

function browserPage(onThrow) {
  if (native.attempt(() => typeof window === "undefined" || typeof document === "undefined", true)) return void 0;
  const NativeDate = Date;
  const dateNow = NativeDate.now;
  const nav = () => navigator;
  let hasReported = false;
  const report = (error) => {
    if (hasReported) return;
    hasReported = true;
    setTimer(0, () => onThrow(error));
  };
  const safely = (read, fallback) => native.attempt(read, fallback, report);
  const text = (read) => {
    const value = safely(read);
    return native.isText(value) ? value : "";
  };
  const guarded = (callback) => (...args) => native.attempt(() => callback(...args), void 0, onThrow);
  const startedAt = dateNow.call(NativeDate);
  const monotonicNow = () => safely(() => performance.now(), Math.max(0, dateNow.call(NativeDate) - startedAt));
  const now = () => Number(dateNow.call(NativeDate)) || performance.timeOrigin + monotonicNow();
  const toIso = (time) => isoDate(new NativeDate(time));
  const pool = new Uint32Array(64);
  let remaining = 0;
  const random = () => {
    try {
      if (remaining === 0) {
        crypto.getRandomValues(pool);
        remaining = pool.length;
      }
      return pool[--remaining] / 4294967296;
    } catch {
      return Math.random();
    }
  };
  const setTimer = (ms, callback) => {
    const timer = safely(() => native.getNative(window, "setTimeout")(guarded(callback), Math.min(ms, 2147483647)));
    return () => safely(() => native.getNative(window, "clearTimeout")(timer));
  };
  const listenSafely = (target, types, listener, capture) => native.listen(target, types, guarded(listener), capture, report);
  const isTrue = (read) => safely(read) === true;
  const prerendering = () => isTrue(() => document.prerendering);
  const hidden = () => text(() => document.visibilityState) === "hidden";
  const visible = () => !hidden() && !prerendering();
  const history = createHistoryObserver(window, listenSafely, onThrow);
  const emitterOf = (target, types, capture) => createEmitter(onThrow, (emit) => listenSafely(target, types, emit, capture));
  const visibility = emitterOf(document, `visibilitychange${prerendering() ? " prerenderingchange" : ""}`);
  const subscribeTo = ({ on }, condition = () => true) => (listener) => on((event) => condition(event) && listener());
  const subscribe = {
    navigate: history.on,
    visible: subscribeTo(visibility, visible),
    hidden: subscribeTo(visibility, hidden),
    restore: subscribeTo(emitterOf(window, "pageshow"), (event) => event.persisted),
    pagehide: subscribeTo(emitterOf(window, "pagehide")),
    online: subscribeTo(emitterOf(window, "online")),
    scroll: subscribeTo(emitterOf(window, "scroll resize", true)),
    language: subscribeTo(emitterOf(window, "languagechange"))
  };
  const toBrowserInfo = memoizeLast(
    (language, timezoneOffset, screenWidth, screenHeight, viewportWidth, viewportHeight) => ({
      language,
      timezoneOffset,
      screenWidth,
      screenHeight,
      viewportWidth,
      viewportHeight,
      brands: safely(() => nav().userAgentData?.brands?.map(({ brand }) => `${brand}`)) ?? [],
      platform: text(() => nav().userAgentData?.platform),
      userAgent: text(() => nav().userAgent),
      touchPoints: safely(() => nav().maxTouchPoints) || 0,
      webdriver: isTrue(() => nav().webdriver),
      brave: safely(() => nav().brave) !== void 0
    })
  );
  let timezone;
  return {
    now,
    monotonicNow,
    isoTimestamp: (time = now()) => {
      const text2 = native.attempt(() => toIso(+new NativeDate(time) || now()), "");
      return /^\d/.test(text2) ? text2 : toIso(now());
    },
    random,
    uuid: createUuid(now, random),
    setTimer,
    whenIdle: (callback) => {
      const handle = safely(
        () => window.requestIdleCallback?.(guarded(callback), native.platformOptions({ timeout: 2e3 }))
      );
      if (!handle) return setTimer(200, callback);
      return () => safely(() => cancelIdleCallback(handle));
    },
    url: () => text(() => location.href),
    referrer: () => text(() => document.referrer),
    title: () => text(() => document.title),
    visible,
    prerendering,
    wasOpened: () => isTrue(() => performance.navigation?.type === 0),
    isOnline: () => safely(() => nav().onLine) !== false,
    browserInfo: () => toBrowserInfo(
      text(() => nav().language) || void 0,
      safely(() => new NativeDate().getTimezoneOffset()) ?? 0,
      safely(() => +screen.width || void 0),
      safely(() => +screen.height || void 0),
      safely(() => +innerWidth || void 0),
      safely(() => +innerHeight || void 0)
    ),
    timezone: () => {
      timezone ?? (timezone = native.attempt(readTimezone, ""));
      return timezone || void 0;
    },
    scrollState: (rootSelector) => safely(() => readScroll(rootSelector), { y: 0, viewportHeight: 0, contentHeight: 0 }),
    doNotTrack: () => isTrue(() => nav().doNotTrack === "1"),
    globalPrivacyControl: () => isTrue(() => nav().globalPrivacyControl),
    on: (event, listener) => subscribe[event](listener),
    matchesSelector: (selector) => querySelector(selector) !== null,
    onMutation: (listener) => safely(
      () => {
        let scheduled = false;
        const observer = new MutationObserver(() => {
          if (scheduled) return;
          scheduled = true;
          requestAnimationFrame(
            guarded(() => {
              scheduled = false;
              listener();
            })
          );
        });
        observer.observe(document, native.platformOptions({ subtree: true, childList: true, attributes: true }));
        return () => observer.disconnect();
      },
      () => {
      }
    ),
    // Listens on the document in the capture phase, so that stopped propagation and replaced nodes do not matter.
    onClick: (selector, listener) => {
      document.querySelector(selector);
      return listenSafely(
        document,
        "click",
        (event) => {
          const target = event.composedPath()[0];
          const match = target instanceof Element && Element.prototype.closest.call(target, selector);
          if (match) listener(match);
        },
        true
      );
    },
    dispatchEvent: (name, detail) => safely(() => window.dispatchEvent(new CustomEvent(name, native.platformOptions({ detail }))))
  };
}
const querySelector = (selector) => native.attempt(() => document.querySelector(selector), null);
function readScroll(rootSelector = []) {
  const root = document.documentElement;
  const element = [rootSelector].flat().map(querySelector).find(Boolean);
  const { scrollTop, clientHeight, scrollHeight } = element ?? root;
  return { y: element ? scrollTop : scrollY, viewportHeight: clientHeight, contentHeight: scrollHeight };
}

const DEFAULTS = native.nullProtoRecord({
  api_host: "",
  compression: "auto",
  persistence: "localStorage+cookie",
  cross_subdomain_cookie: true,
  secure_cookie: true,
  cookie_expiration: 365,
  session_idle_timeout_seconds: 1800,
  person_profiles: "identified_only",
  properties_string_max_length: 65535,
  save_referrer: true,
  save_campaign_params: true,
  capture_pageview: "history_change",
  capture_pageleave: "if_capture_pageview",
  feature_flag_request_timeout_ms: 3e3,
  feature_flag_request_max_retries: 1,
  remote_config_refresh_interval_ms: 3e5,
  surveys_request_timeout_ms: 1e4,
  survey_progress_ttl_minutes: 7 * 24 * 60
});
const CONFIG_ALIASES = native.nullProtoRecord({
  cookie_name: "persistence_name",
  disable_cookie: "disable_persistence",
  process_person: "person_profiles",
  property_blacklist: "property_denylist",
  store_google: "save_campaign_params",
  xhr_headers: "request_headers",
  verbose: "debug",
  advanced_disable_decide: "advanced_disable_flags",
  evaluation_contexts: "evaluation_environments",
  opt_out_capturing_cookie_prefix: "consent_persistence_name"
});
const oneOf = (name, ...values) => [
  new RegExp(`^${name}$`),
  `one of ${values.join(", ")}`,
  (value) => values.includes(String(value))
];
const isObjectOrNull = (value) => typeof value === "object";
const isAmount = (value) => parseFloat(value) >= 0 && value - 1 < Infinity;
const RULES = [
  [/^(flags_)?api_host$/, "a URL or a path", (value) => /^\s*(https?:\/\/[^/]|\/(?!\/))/.test(String(value))],
  [
    /^(sanitize_properties|loaded|on_error|mask_url|get_\w+|fetch|rewriteRequestPath)$/,
    "a function",
    native.isFunction
  ],
  // It may be a chain.
  [/^before_send$/, "a function", (value) => [value].flat().every(native.isFunction)],
  [
    /^(property_denylist|custom_\w+|evaluation_environments|flag_keys|cookie_persisted_properties)$/,
    "an array",
    Array.isArray
  ],
  [/(^|_)name$|^(asset_host|nonce)$/, "text", (value) => /string|number/.test(typeof value)],
  oneOf("persistence", "localStorage+cookie", "localStorage", "cookie", "sessionStorage", "memory"),
  oneOf("person_profiles", "identified_only", "always", "never"),
  oneOf("compression", "auto", "gzip", "lz64", "none"),
  oneOf("cookieless_mode", "always", "on_reject"),
  oneOf("opt_out_capturing_persistence_type", "localStorage", "cookie"),
  [/_(seconds|minutes|ms|length|retries|expiration)$|^max_/, "a number of at least 0", isAmount, true],
  [
    /^(rate_limiting|request_queue_config)$/,
    "numbers of at least 0",
    (value) => isObjectOrNull(value) && Object.values(value).every((one) => one === void 0 || isAmount(one)),
    true
  ],
  [/^(bootstrap|request_headers|fetch_options|surveys|survey_words)$/, "an object", isObjectOrNull, true]
];
function mergeConfig(base, input, report) {
  const config = native.nullProtoRecord(base);
  const given = readableCopy(input);
  for (const [name, value] of Object.entries(given)) {
    const current = CONFIG_ALIASES[name] ?? name;
    if (value !== void 0 && (current === name || !(current in given))) config[current] = native.ownOptions(value);
  }
  for (const [name, value] of Object.entries(config)) {
    for (const [names, expected, fits, isIgnored] of RULES) {
      if (!names.test(name) || native.attempt(() => fits(value))) continue;
      const problem = `${name} is wrong. Expected ${expected}`;
      if (isIgnored) {
        report(`config: ${problem}`);
        config[name] = base[name];
      } else if (value || DEFAULTS[name]) return problem;
      else config[name] = DEFAULTS[name];
    }
  }
  return config;
}
function initError(token, config) {
  if (!token) return 'the project key is missing. Expected text such as "phc_..."';
  if (token.startsWith("phx_")) return "the key is a personal key. Expected the project key";
  if (native.isText(config)) return config;
  return config.api_host ? void 0 : "api_host is missing. Expected the URL of the service";
}
const idleTimeoutMs = ({ session_idle_timeout_seconds: seconds }) => Math.min(36e3, Math.max(60, seconds)) * 1e3;
const flushIntervalMs = ({ request_queue_config }) => Math.min(5e3, Math.max(250, request_queue_config?.flush_interval_ms ?? 1e3));

function createRateLimiter(monotonicNow, config) {
  let tokens = Infinity;
  let lastRefill = monotonicNow();
  return () => {
    const { events_per_second: rate = 10, events_burst_limit: burst = rate * 10 } = native.ownOptions({ ...config() });
    const now = monotonicNow();
    tokens = Math.min(Math.max(rate, burst), tokens + (now - lastRefill) / 1e3 * rate);
    lastRefill = now;
    return tokens < 1 ? -1 : Math.floor(--tokens);
  };
}

const RATE_WARNING = "$$client_ingestion_warning";
function createCapture(deps) {
  const { page, token, library, config, record, host, isBot, context, sessions, pageviews, outbox } = deps;
  const takeToken = createRateLimiter(page.monotonicNow, () => config().rate_limiting);
  let firstTouchSent = false;
  let limitedCount = 0;
  let botReported = false;
  let isCut;
  const onCut = () => {
    isCut ?? (isCut = true);
  };
  const reportBot = () => {
    if (botReported) return;
    botReported = true;
    log("warn", "earshot.capture: bots are not captured. See opt_out_useragent_filter");
    host.emitError("bot", page.browserInfo().userAgent);
  };
  const maxTextLength = () => Math.max(DISTINCT_ID_MAX_LENGTH, config().properties_string_max_length);
  const logDropped = (name, [field, expected]) => host.logUsageError(`capture: event ${serialize(name)} dropped. \`${field}\` must be ${expected}.`);
  const runBeforeSend = (event) => {
    let current = event;
    const { before_send, sanitize_properties: sanitize } = config();
    try {
      if (sanitize) {
        event.properties = sanitize(event.properties, event.event);
        if (event.$set_once) event.$set_once = sanitize(event.$set_once, "$set_once");
      }
      for (const hook of [before_send ?? []].flat()) current = current && hook(current);
      const problem = current && findProblem({ ...current }, token);
      if (problem) logDropped(event.event, problem);
      return problem ? void 0 : current;
    } catch (error) {
      host.emitError("before_send", error);
      return void 0;
    }
  };
  return function capture(name, input, given) {
    if (!host.canCapture()) return void 0;
    record.refresh(Infinity);
    const options = readableCopy(given);
    if (name !== PAGEVIEW && !options._first) pageviews.captureFirstView();
    if (!isName(name)) return void logDropped(name, ["event", NON_EMPTY]);
    const { opt_out_useragent_filter: allowsBots, property_denylist } = config();
    const bot = isBot();
    if (bot && !allowsBots) return void reportBot();
    const tokensLeft = options.skip_client_rate_limiting ? void 0 : takeToken();
    if (tokensLeft === -1) {
      if (limitedCount++ === 0) {
        const message = "Rate limit exceeded";
        capture(RATE_WARNING, { [`${RATE_WARNING}_message`]: message }, { skip_client_rate_limiting: true });
      }
      return void 0;
    }
    if (limitedCount > 0 && tokensLeft !== void 0) {
      host.emitError("rate_limited", { dropped: limitedCount });
      limitedCount = 0;
    }
    const ids = host.isCookieless() ? void 0 : sessions.recordActivity();
    const uuid = isUuid(options.uuid) ? options.uuid : page.uuid();
    const mask = (values, event2) => maskUrls(values, config(), event2, onCut);
    const processPerson = host.shouldProcessPerson();
    const eventProperties = readableCopy(input);
    const identityProperties = host.identity();
    if (native.isText(eventProperties.$current_url))
      eventProperties.$current_url = boundUrl(eventProperties.$current_url);
    if (eventProperties.$groups)
      eventProperties.$groups = {
        ...identityProperties.$groups,
        ...readableCopy(eventProperties.$groups)
      };
    const environment = context.environment(page.browserInfo(), options._url);
    const pageview = pageviews.properties(name, uuid, environment.$pathname);
    const common = {
      ...environment,
      ...library,
      ...context.sessionProperties(ids?.sessionId),
      ...identityProperties,
      token,
      ...host.flags(name === FLAG_CALLED && eventProperties.$feature_flag),
      ...ids && { $session_id: ids.sessionId, $window_id: ids.windowId },
      $pageview_id: pageview.$pageview_id,
      $is_identified: host.isIdentified(),
      [PROCESS_PERSON_PROFILE]: processPerson
    };
    const properties = {
      ...common,
      ...pageview,
      ...name === PAGEVIEW && { title: page.title() },
      $lib_rate_limit_remaining_tokens: tokensLeft,
      ...allowsBots && { $browser_type: bot ? "bot" : "browser" },
      ...options.timestamp && {
        $event_time_override_provided: true,
        $event_time_override_system_time: page.isoTimestamp()
      },
      ...eventProperties,
      $is_identified: common.$is_identified
    };
    for (const key of property_denylist ?? []) delete properties[key];
    const { distinct_id } = isName(eventProperties.distinct_id) ? eventProperties : identityProperties;
    const isFirstTouch = processPerson && (name === IDENTIFY || !firstTouchSent) && name !== GROUP_IDENTIFY && distinct_id === identityProperties.distinct_id;
    const setOnce = {
      ...isFirstTouch && context.firstTouch(ids?.sessionId),
      ...readableCopy(options.$set_once)
    };
    const event = {
      uuid,
      event: maskText(name, config()),
      distinct_id,
      // Pages have properties of this name, and lists of names that they never send. See D-765.
      properties: mask({ ...properties, token, [PROCESS_PERSON_PROFILE]: processPerson }, name),
      timestamp: page.isoTimestamp(options.timestamp ?? options._at),
      // Within, so that an `alias` of the person is no id. See D-690.
      ...options.$set && mask({ $set: { ...readableCopy(options.$set) } }),
      ...options.$unset && mask({ $unset: options.$unset }),
      ...processPerson && Object.keys(setOnce)[0] && mask({ $set_once: setOnce })
    };
    const person = record.all();
    const finalEvent = runBeforeSend(event);
    if (!finalEvent) return void 0;
    if (isFirstTouch) firstTouchSent = true;
    const maxText = options._noTruncate ? void 0 : maxTextLength();
    const own = { ...finalEvent, properties: readableCopy(finalEvent.properties) };
    outbox.add(own, common, (value) => serialize(value, maxText, onCut));
    if (isCut) {
      isCut = false;
      host.emitError("event_cut", finalEvent.event);
    }
    try {
      host.onCaptured(finalEvent, !!forgottenOf(person, record.all(), true));
    } catch (error) {
      host.emitError("callback", error);
    }
    return finalEvent;
  };
}
const NON_EMPTY = "non-empty text";
const isName = (value) => native.isText(value) && value.trim() !== "";
function findProblem({ event, distinct_id, properties, uuid, timestamp }, token) {
  if (!isName(event)) return ["event", NON_EMPTY];
  if (!isName(distinct_id)) return ["distinct_id", NON_EMPTY];
  if (distinct_id.length > DISTINCT_ID_MAX_LENGTH)
    return ["distinct_id", `at most ${DISTINCT_ID_MAX_LENGTH} characters`];
  if (properties?.token !== token) return ["properties.token", "the project key"];
  if (!isUuid(uuid)) return ["uuid", "a UUID"];
  if (!/^\d{4}-\d\d-\d\d/.test(timestamp)) return ["timestamp", "an ISO date"];
  for (const key of event === GROUP_IDENTIFY ? ["$group_type", "$group_key"] : [])
    if (String(properties[key]).length > GROUP_MAX_LENGTH)
      return [key, `at most ${GROUP_MAX_LENGTH} characters`];
  return void 0;
}

function createPageviews({ page, config, canCapture, capture }) {
  let view;
  let firstUrl;
  let firstViewCaptured = false;
  let path = "";
  let capturePending;
  let cancelTimer;
  let cleanups = [];
  const captureFirstView = () => {
    if (!firstUrl || firstViewCaptured || !page.visible() || !canCapture()) return;
    firstViewCaptured = true;
    path = parseUrl(firstUrl).pathname;
    if (config().capture_pageview) capture(PAGEVIEW, void 0, firstUrl);
  };
  const onNavigate = (navigationType) => {
    captureFirstView();
    const url = page.url();
    const { pathname } = parseUrl(url);
    if (!firstViewCaptured) firstUrl = url;
    if (!firstViewCaptured || pathname === path) return;
    path = pathname;
    capturePending?.();
    if (config().capture_pageview !== "history_change") return;
    capturePending = () => {
      cancelTimer?.();
      capturePending = void 0;
      capture(PAGEVIEW, { navigation_type: navigationType }, url);
    };
    cancelTimer = page.setTimer(0, capturePending);
  };
  const onPagehide = () => {
    captureFirstView();
    capturePending?.();
    const { capture_pageview, capture_pageleave } = config();
    if (firstViewCaptured && (capture_pageleave === "if_capture_pageview" ? capture_pageview : capture_pageleave))
      capture(PAGELEAVE);
  };
  const onRestore = () => {
    if (firstViewCaptured && config().capture_pageview)
      capture(PAGEVIEW, { navigation_type: "back_forward_cache" });
  };
  const measureScroll = () => {
    if (!view || config().disable_scroll_properties) return;
    const last = page.scrollState(config().scroll_root_selector);
    const { maxY, maxContent } = view.scroll ?? { maxY: 0, maxContent: 0 };
    view.scroll = {
      last,
      maxY: Math.max(maxY, last.y),
      maxContent: Math.max(maxContent, last.y + last.viewportHeight)
    };
  };
  return {
    captureFirstView,
    /** Starts to observe navigation and scrolling. */
    start() {
      firstUrl = page.url();
      cleanups = [
        page.on("visible", captureFirstView),
        page.on("navigate", onNavigate),
        page.on("pagehide", onPagehide),
        page.on("restore", onRestore),
        page.on("scroll", measureScroll),
        () => cancelTimer?.()
      ];
    },
    /**
     * Returns the page view properties of an event. `$pageview` and `$pageleave` describe the previous view; every event has the
     * id of the current view. A `$pageview` starts the next view.
     *
     * @param pathname Sanitized path of the event's URL.
     */
    properties(event, uuid, pathname) {
      const isView = event === PAGEVIEW;
      let previous;
      if (isView || event === PAGELEAVE) {
        measureScroll();
        previous = view && previousPageviewProperties(view, page.monotonicNow());
        if (isView) view = { id: uuid, pathname, startMs: page.monotonicNow(), scroll: void 0 };
      }
      return { ...previous, $pageview_id: view?.id };
    },
    /** Returns the id of the current view. */
    id: () => view?.id,
    /** Removes the current view, because the first view of a session has no previous one. */
    reset() {
      view = void 0;
    },
    stop: () => callAll(cleanups)()
  };
}
function previousPageviewProperties({ id, pathname, startMs, scroll }, now) {
  const properties = native.nullProtoRecord({ id, pathname, duration: (now - startMs) / 1e3 });
  if (scroll) {
    const { last, maxY, maxContent } = scroll;
    const add = (name, px, totalPx) => {
      properties[name] = Math.ceil(px);
      properties[`${name}_percentage`] = totalPx <= 1 ? 1 : Math.min(1, Math.max(0, px / totalPx));
    };
    const scrollable = last.contentHeight - last.viewportHeight;
    add("last_scroll", last.y, scrollable);
    add("max_scroll", maxY, scrollable);
    add("last_content", last.y + last.viewportHeight, last.contentHeight);
    add("max_content", maxContent, last.contentHeight);
  }
  return withPrefix("$prev_pageview_", properties);
}

const MAX_DURATION_MS = 24 * 36e5;
const STORE_INTERVAL_MS = 5e3;
function createSessions({
  page,
  record,
  tabStore,
  keys,
  idleTimeoutMs,
  sessionId,
  onThrow
}) {
  const change = createEmitter(onThrow);
  const stored = () => record.get("$sesid") ?? [0, null, 0];
  let [lastMs, id, startMs] = stored();
  let storedMs = 0;
  const storedWindowId = tabStore.read(keys.window);
  let windowId = !tabStore.read(keys.primaryWindow) && isUuid(storedWindowId) ? storedWindowId : null;
  const claimWindow = () => tabStore.write(keys.primaryWindow, "1");
  const createWindowId = () => {
    windowId = page.uuid();
    tabStore.write(keys.window, windowId);
    return windowId;
  };
  const ids = () => ({ sessionId: id, windowId: windowId ?? createWindowId() });
  const persist = () => {
    record.set({ $sesid: [lastMs, id, startMs] });
    storedMs = lastMs;
  };
  const expiryReason = (now) => {
    if (!id) return "noSessionId";
    if (now - lastMs > idleTimeoutMs()) return "activityTimeout";
    return now - startMs > MAX_DURATION_MS ? "sessionPastMaximumLength" : void 0;
  };
  if (!id && isUuid(sessionId)) {
    id = sessionId;
    lastMs = page.now();
    startMs = Math.min(lastMs, uuidTime(id));
    persist();
  }
  claimWindow();
  const stop = callAll([
    page.on("pagehide", () => {
      if (id) persist();
      tabStore.remove(keys.primaryWindow);
    }),
    page.on("restore", claimWindow)
  ]);
  return {
    /** Returns the ids for an event that happens now. Counts as activity, and replaces an expired session. */
    recordActivity() {
      const now = page.now();
      const previousId = id;
      const [, storedId, storedStart] = stored();
      if (!storedId) id = null;
      let reason = expiryReason(now);
      if (reason || storedId !== id && storedStart > startMs) {
        record.refresh();
        [lastMs, id, startMs] = stored();
        reason = expiryReason(now);
        if (reason) {
          id = page.uuid();
          startMs = now;
        } else if (id !== previousId) reason = previousId ? "crossTabAdoption" : "noSessionId";
        if (reason && previousId) createWindowId();
      }
      lastMs = now;
      if (reason || now - storedMs >= STORE_INTERVAL_MS) persist();
      if (reason) record.save();
      const current = ids();
      if (reason) change.emit([current, reason]);
      return current;
    },
    /** Returns the current ids without counting as activity; `undefined` before the first session. */
    current: () => id ? ids() : void 0,
    /** Calls back with the current ids if there are any, and after each change. Returns a function that unsubscribes. */
    on(listener) {
      const unsubscribe = change.on(([current, reason]) => listener(current, reason));
      if (id) listener(ids(), void 0);
      return unsubscribe;
    },
    /** Ends the session. The next activity starts a new one. */
    end() {
      id = null;
      windowId = null;
      record.set({ $sesid: void 0 });
    },
    stop
  };
}

function createCapturePipeline(deps) {
  const { page, config, keys, host } = deps;
  const sessions = createSessions(deps);
  const eventContext = createEventContext(deps);
  const isBot = createBotDetector(page, config);
  const outbox = createOutbox({
    ...deps,
    prefix: keys.outbox,
    canSend: host.canCapture,
    buildUrl: deps.apiUrl,
    emitError: host.emitError
  });
  const pageviews = createPageviews({
    page,
    config,
    canCapture: host.canCapture,
    capture: (event, properties, _url) => capture(event, properties, _url === void 0 ? {} : { _url })
  });
  const capture = createCapture({ ...deps, isBot, context: eventContext, sessions, pageviews, outbox });
  return { capture, eventContext, isBot, outbox, pageviews, sessions };
}

const within = (page, ms, promise) => new Promise((resolve, reject) => {
  const cancel = page.setTimer(ms, () => reject(new Error(`no result after ${ms} ms`)));
  void promise.then(resolve, reject).then(cancel);
});

const NATIVE_TIMEOUT_MS = 1e3;
const MAX_LOADS = 3;
const CHUNK_BYTES = 65536;
function negotiatedCompression(supported, current) {
  if (!Array.isArray(supported)) return current;
  const has = (name) => supported.includes(name);
  return has("gzip") || has("gzip-js") ? "gzip" : has("lz64") ? "lz64" : "none";
}
function createEncoder(page, load, onFailure) {
  let encoders;
  let loading;
  let failures = 0;
  let latest = Promise.resolve();
  let nativeWorks = true;
  const preload = () => loading ?? (loading = load().then(
    (loaded) => {
      encoders = loaded;
    },
    (error) => {
      if (page.isOnline() && ++failures >= MAX_LOADS) onFailure?.(error);
      else loading = void 0;
    }
  ));
  const encodeNext = async (json, compression) => {
    if (compression === "gzip" && nativeWorks) {
      const bytes = await within(page, NATIVE_TIMEOUT_MS, gzipStream(json)).catch(() => void 0);
      if (bytes) return gzipped(json, bytes);
      nativeWorks = false;
    }
    if (compression === "lz64") await preload();
    else if (compression === "gzip") void preload();
    return encodeSync(json, compression);
  };
  const encodeSync = (json, compression) => {
    if (!encoders || compression === "none") return toBody(json, json);
    return compression === "gzip" ? gzipped(json, encoders.gzip(json)) : lz64(json, encoders.lz64(json));
  };
  return {
    encodeSync,
    preload,
    encode(json, compression) {
      const next = () => encodeNext(json, compression);
      const encoded = latest.then(next, next);
      latest = encoded;
      return encoded;
    }
  };
}
const toBody = (json, content, compression, type) => content.length < json.length ? { content, compression, type } : { content: json, compression: void 0, type: void 0 };
const gzipped = (json, bytes) => toBody(json, bytes, "gzip-js");
const lz64 = (json, text) => toBody(json, `data=${encodeURIComponent(text)}`, "lz64", "application/x-www-form-urlencoded");
async function gzipStream(json) {
  const input = new TextEncoder().encode(json);
  const { readable, writable } = new CompressionStream("gzip");
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const ignore = () => {
  };
  for (let start = 0; start < input.length; start += CHUNK_BYTES)
    writer.write(input.subarray(start, start + CHUNK_BYTES)).catch(ignore);
  writer.close().catch(ignore);
  const bytes = [];
  for (; ; ) {
    const { value } = await reader.read();
    if (!value) {
      const output = Uint8Array.from(bytes);
      return isGzipOf(output, input.length) ? output : void 0;
    }
    for (const byte of value) bytes.push(byte);
  }
}
function isGzipOf(bytes, length) {
  if (bytes.length < 18) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(0) >>> 8 === 2067208 && view.getUint32(bytes.length - 4, true) === length;
}

const KEEPALIVE_BYTES = 6e4;
const LEAVING_MS = 100;
function fetchTransport(page, config, { canRequest, onRequest }) {
  let inFlight = 0;
  const request = async (url, init, options) => {
    let reply = { status: 0, json: void 0 };
    if (!canRequest()) return reply;
    const startedAt = page.now();
    let isAnswered = false;
    let timedOut = false;
    const { early } = options;
    const controller = early ? early.controller : native.attempt(() => new AbortController());
    const cancelTimeout = page.setTimer(options.limitMs, () => {
      timedOut = true;
      controller?.abort();
    });
    try {
      const {
        fetch = globalThis.fetch,
        request_headers,
        fetch_options,
        mask_url,
        mask_personal_data_properties
      } = config();
      const response = await (early?.response ?? fetch(
        url,
        native.ownOptions({
          ...init,
          headers: { ...init.headers, ...request_headers },
          credentials: "omit",
          signal: controller?.signal,
          // A masked URL must not leave as the referrer. The browser names the origin in any case. See D-768.
          referrerPolicy: mask_url || mask_personal_data_properties ? "strict-origin" : "",
          ...fetch_options
        })
      ));
      const { status, redirected, headers } = response;
      reply = {
        status: Number(status) || 0,
        // Without a readable body the status still shows that the request has arrived.
        json: native.ownOptions(await readJson(response)),
        retryAfterMs: parseRetryAfter(
          native.attempt(() => headers?.get?.("Retry-After")),
          page.now()
        ),
        redirected: !!redirected
      };
      isAnswered = status < 500 && !redirected;
    } catch {
      if (!timedOut && !options.isLeaving)
        await new Promise((resolve) => page.setTimer(LEAVING_MS, resolve));
    }
    cancelTimeout();
    onRequest(startedAt, isAnswered);
    return { ...reply, timedOut };
  };
  return {
    async post(url, body, options) {
      const bytes = byteLength(body);
      const keepaliveBytes = options.keepalive && inFlight + bytes <= KEEPALIVE_BYTES ? bytes : 0;
      inFlight += keepaliveBytes;
      const init = {
        method: "POST",
        body: body.content,
        headers: { "Content-Type": body.type ?? "text/plain" },
        keepalive: keepaliveBytes > 0
      };
      const reply = await request(url, init, options);
      inFlight -= keepaliveBytes;
      return reply;
    },
    get: (url, options) => request(url, {}, options),
    keepaliveBudget: () => KEEPALIVE_BYTES - inFlight,
    beacon(url, { content, type = "text/plain" }) {
      return native.attempt(
        () => !config().disable_beacon && navigator.sendBeacon(url, new Blob([content], native.platformOptions({ type }))),
        false
      );
    }
  };
}
async function readJson(response) {
  try {
    return await response.json();
  } catch {
    return void 0;
  }
}
function parseRetryAfter(header, now) {
  const ms = Number(header) * 1e3 || +new Date(header ?? "") - now;
  return ms > 0 ? Math.min(ms, 36e5) : void 0;
}

const DEBOUNCE_MS = 5;
const RETRY_MS = 500;
const FIRST_REFRESH_MS = 5e3;
const MAX_SILENT_FAILURES = 3;
const TIMER_TOLERANCE_MS = 1e3;
function createFlagLoader(deps) {
  const { page, config, requestBody } = deps;
  let state = "idle";
  let isOutdated = false;
  let paused = false;
  let silentFailures = 0;
  let earlyRefreshes = 0;
  let answeredBody;
  let configuredAt = 0;
  let failedAt = -Infinity;
  let cancelReload;
  let cancelRefresh;
  const isStopped = () => state === "stopped";
  const fail = (reason, detail) => {
    failedAt = page.monotonicNow();
    deps.onFailure(reason, detail);
  };
  const send = async (attempt) => {
    const body = requestBody();
    const bodyText = stringifyStored(body);
    const { remote_config_refresh_interval_ms: interval, advanced_disable_feature_flags: isDisabled } = config();
    const age = page.monotonicNow() - configuredAt;
    const withConfig = answeredBody === void 0 || interval > 0 && age >= interval - TIMER_TOLERANCE_MS;
    isOutdated = false;
    const reply = await deps.request(isDisabled ? { ...body, disable_flags: true } : body, withConfig);
    if (isStopped()) return;
    if (reply.status === 200 && native.isObject(reply.json)) {
      silentFailures = 0;
      answeredBody = bodyText;
      if (withConfig) configuredAt = page.monotonicNow();
      deps.onReply(reply.json, {
        isOutdated: isOutdated && bodyText !== stringifyStored(requestBody()),
        withConfig
      });
      return;
    }
    const isRetryable = reply.timedOut || reply.status === 502 || reply.status === 504;
    if (isRetryable && attempt < config().feature_flag_request_max_retries) {
      cancelRefresh?.();
      await new Promise((resolve) => {
        cancelRefresh = page.setTimer(RETRY_MS, resolve);
      });
      return send(attempt + 1);
    }
    silentFailures = reply.status === 0 && page.isOnline() ? silentFailures + 1 : 0;
    fail(failureReason(reply), reply.json);
  };
  const load = async () => {
    if (state === "loading") return;
    cancelReload?.();
    state = "idle";
    if (!deps.canRequest()) return deps.onSkipped();
    if (!page.isOnline()) silentFailures = MAX_SILENT_FAILURES;
    if (silentFailures >= MAX_SILENT_FAILURES) {
      cancelRefresh?.();
      return fail("connection_error");
    }
    state = "loading";
    await send(0).catch((error) => fail("unknown_error", error));
    if (isStopped()) return;
    state = "idle";
    scheduleRefresh();
    if (isOutdated) reload();
  };
  const reload = () => {
    isOutdated = true;
    if (paused || state !== "idle") return;
    state = "waiting";
    deps.onReloading();
    cancelReload = page.setTimer(DEBOUNCE_MS, () => void load());
  };
  const scheduleRefresh = () => {
    cancelRefresh?.();
    const { remote_config_refresh_interval_ms: interval } = config();
    if (interval <= 0) return;
    const delay = answeredBody ? interval : Math.min(interval, FIRST_REFRESH_MS * 4 ** earlyRefreshes++);
    cancelRefresh = page.setTimer(delay, () => {
      if (page.visible()) return reload();
      cancelRefresh = page.on("visible", () => {
        cancelRefresh?.();
        reload();
      });
    });
  };
  const unsubscribe = page.on("online", () => {
    if (silentFailures < MAX_SILENT_FAILURES) return;
    silentFailures = 0;
    reload();
  });
  return {
    /** Sends the first request of the page without delay. Returns whether a request is in flight. */
    start() {
      if (config().advanced_disable_feature_flags_on_first_load) deps.onSkipped();
      else void load();
      return state === "loading";
    },
    /** Requests the flags soon. Calls in quick succession are combined. */
    reload,
    /**
     * Requests the flags in place of expired ones. Not soon after a failure: a failure notifies the listeners, and each of them
     * reads expired flags again.
     */
    reloadExpired() {
      if (page.monotonicNow() - failedAt >= FIRST_REFRESH_MS) reload();
    },
    /** Requests the flags unless the request would equal the latest one that was answered. */
    inputsChanged() {
      if (paused || state !== "idle" || stringifyStored(requestBody()) !== answeredBody) reload();
    },
    /** Ignores `reload` while paused. */
    setPaused(value) {
      paused = value;
    },
    stop() {
      state = "stopped";
      cancelReload?.();
      cancelRefresh?.();
      unsubscribe();
    }
  };
}
function failureReason({ status, timedOut }) {
  if (timedOut) return "timeout";
  if (status === 0) return "connection_error";
  return status === 200 ? "unknown_error" : `api_error_${status}`;
}

function flagsRequestBody(inputs, flagKeys) {
  const nonEmpty = Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => value && Object.keys(value)[0])
  );
  return { ...nonEmpty, flag_keys: flagKeys };
}

function createBootRequest(deps) {
  const { page, token, config, apiUrl, encoder, transport, remoteConfig, identity } = deps;
  let { earlyRequest } = deps;
  let isMissingReported = false;
  const body = () => flagsRequestBody(
    {
      api_key: token,
      distinct_id: identity.distinctId(),
      $anon_distinct_id: identity.anonymousId(),
      $device_id: identity.deviceId(),
      groups: identity.groups(),
      ...maskUrls(
        {
          person_properties: { ...deps.eventContext.initialProperties(), ...identity.personProperties() },
          group_properties: identity.groupProperties()
        },
        config()
      ),
      timezone: page.timezone(),
      evaluation_environments: (config().evaluation_environments ?? []).filter(
        (name) => native.isText(name) && name.trim()
      )
    },
    config().flag_keys
  );
  const post = async (request, withConfig) => {
    const {
      feature_flag_request_timeout_ms: limitMs,
      advanced_only_evaluate_survey_feature_flags: isSurveyOnly,
      fetch,
      request_headers,
      fetch_options
    } = config();
    const json = serialize(request);
    const urlOf = (compression) => apiUrl(FLAGS_PATH, {
      v: 2,
      config: withConfig ? "true" : void 0,
      only_evaluate_survey_feature_flags: isSurveyOnly ? "true" : void 0,
      compression
    });
    const isSame = earlyRequest?.text === urlOf() + json && !fetch && !request_headers && !fetch_options;
    const early = isSame ? earlyRequest : void 0;
    earlyRequest = void 0;
    const encoded = early ? { content: json } : await encoder.encode(json, remoteConfig.compression());
    const reply = transport.post(urlOf(encoded.compression), encoded, { limitMs, early });
    page.setTimer(0, deps.onSent);
    return reply;
  };
  return createFlagLoader({
    ...deps,
    requestBody: body,
    request: post,
    onReply(reply, { isOutdated, withConfig }) {
      const isMissing = !remoteConfig.receive(reply);
      if (isMissing && withConfig && !isMissingReported) {
        isMissingReported = true;
        deps.onConfigMissing();
      }
      if ((withConfig || !isMissing) && !Array.isArray(config().surveys))
        deps.onSurveys(isMissing || remoteConfig.surveys(), remoteConfig.surveyConfig());
      deps.onFlags(reply, isOutdated);
    }
  });
}

function createChanges(deps) {
  const { page, config, events, storage, record, tab, identity, boot, flags, surveys, isStarted } = deps;
  const { canCapture, isCookieless } = storage.consent;
  let wasCookieless = isCookieless();
  let couldCapture = canCapture();
  const onConsent = (keeps = "named") => {
    if (!canCapture()) deps.outbox.clear();
    storage.sync();
    if (isCookieless() !== wasCookieless) {
      if (isCookieless() || identity.isIdentified()) {
        identity.methods.resetGroups();
        identity.methods.resetPersonPropertiesForFlags(false);
        if (couldCapture || identity.isIdentified()) forgetVisit();
      }
      if (identity.isIdentified()) {
        identity.forgetAnonymousId();
        flags.store.clear();
      }
      surveys.reset("progress");
    }
    wasCookieless = isCookieless();
    couldCapture || (couldCapture = canCapture());
    surveys.onFlags();
    if (!canCapture()) return;
    record.sync(0, keeps);
    tab.sync(0, keeps);
    notePerson();
    identity.begin();
    if (isStarted()) boot.reload();
  };
  const forgetVisit = () => {
    tab.clear();
    deps.pageviews.reset();
    if (flags.store.isSettled() || config().advanced_disable_flags || !page.wasOpened()) surveys.forgetUrl();
  };
  const notePerson = (wasStored = true) => {
    const person = record.all();
    const { distinct_id, $device_id, $user_state } = person;
    if (forgottenOf(tab.get("$person") ?? person, person, wasStored)) forgetVisit();
    tab.set({ $person: { distinct_id, $device_id, $user_state } });
  };
  return {
    onConsent,
    notePerson,
    onExternalConsent() {
      onConsent("login");
      deps.pageviews.captureFirstView();
    },
    /** An event has been captured. `isFormer`: the hooks of the page have replaced its person. */
    onCaptured(event, isFormer) {
      const { $set } = native.nullProtoRecord(event);
      const set = { ...readableCopy(native.nullProtoRecord(event.properties).$set), ...readableCopy($set) };
      const reload = !event.event.startsWith("survey ");
      if (Object.keys(set)[0] && event.distinct_id === identity.distinctId())
        identity.methods.setPersonPropertiesForFlags(set, reload);
      if (!isFormer) surveys.onCaptured(event);
      events.emit("eventCaptured", event);
    },
    /**
     * The person is another one.
     *
     * @param forgets Set when flags and open surveys of the former must go at once. `memory`: what is stored of surveys is that of
     *   the new person. `progress`: marks of finished surveys stay.
     */
    onPerson(forgets) {
      notePerson(!!forgets);
      if (forgets) {
        identity.forgetAnonymousId();
        flags.store.clear();
        if (forgets === "memory") storage.store.forget();
        else if (record.isNamed()) storage.tabStore.remove(storage.keys.tab);
        surveys.reset(forgets);
      }
      if (isStarted()) boot.inputsChanged();
    },
    onSession({ sessionId }, reason) {
      if (!reason) return;
      deps.pageviews.reset();
      if (reason !== "noSessionId") tab.set({ [SESSION_PROPERTIES]: void 0 });
      if (config().advanced_feature_flags_dedup_per_session) record.set({ $flag_call_reported: void 0 });
      surveys.onSession(sessionId);
    }
  };
}

function createClientEvents(onThrow) {
  const emitter = createEmitter(onThrow);
  return {
    on: (name, listener) => emitter.on(([emitted, detail]) => {
      if (emitted === name) listener(detail);
    }),
    emit: (name, detail) => emitter.emit([name, detail])
  };
}

const EARLY_ACCESS_TIMEOUT_MS = 1e4;
const createFlagRequests = ({ token, config, apiUrl, transport, identity }) => ({
  /** `GET` of the early-access features, restricted to the stages if there are any. */
  requestFeatures: (stage) => transport.get(apiUrl(EARLY_ACCESS_PATH, { token, stage }), { limitMs: EARLY_ACCESS_TIMEOUT_MS }),
  /** `POST /flags` for one flag. */
  requestFlag(key) {
    const { feature_flag_request_timeout_ms: limitMs } = config();
    const body = { api_key: token, distinct_id: identity.distinctId(), flag_keys: [key] };
    return transport.post(apiUrl(FLAGS_PATH, { v: 2 }), { content: serialize(body) }, { limitMs });
  }
});

const ILLEGAL_IDS = /^["']?(|anonymous|guest|distinct_?id|id|not_authenticated|email|undefined|true|false|null|none|nan|0|\[object object\])["']?$/i;

const COOKIELESS_ID = "$posthog_cookieless";
const INTERNAL_KEYS = /^(__|distinct_id$|\$(device_id|user_|ses|epp$|groups$|stored_|initial|flag_|client_|enabled_|active_f|feature_|over|surveys|capture_|early|people|debug|configured|had_|last_))/;
const FORGOTTEN = {
  $flag_call_reported: void 0,
  $initial_person_info: void 0,
  $stored_person_properties: void 0,
  $stored_group_properties: void 0
};
const toText = (id) => Number.isFinite(id) ? String(id) : id;
const isOn = (value) => !/^"?\s*(false|0|no|off|none|nil|null|undefined|nan)?\s*"?$/i.test(serialize(value));
function normalizeDistinctId(id) {
  const text = toText(id);
  if (!native.isText(text) || text === COOKIELESS_ID || ILLEGAL_IDS.test(text.trim())) return void 0;
  return text.length <= DISTINCT_ID_MAX_LENGTH ? text : void 0;
}
function createIdentity({ page, record, tab, sessions, newVisitorId, config, host }) {
  let anonymousId;
  let lastSet = "";
  let lastGroups = native.nullProtoRecord();
  let refusedId;
  let hasBegun = false;
  const distinctId = () => host.isCookieless() ? COOKIELESS_ID : record.get("distinct_id");
  const isIdentified = () => isLoggedIn(record.all());
  const groups = () => record.get("$groups") ?? {};
  const personProperties = () => record.get("$stored_person_properties") ?? {};
  const groupProperties = () => record.get("$stored_group_properties") ?? {};
  const onFlagInputs = (reload = true) => {
    if (reload) host.onFlagInputs();
  };
  const propertiesOf = memoizeLast((all) => {
    const { distinct_id, $device_id, $groups = {} } = all;
    return {
      ...Object.fromEntries(
        Object.entries(all).filter(([name, value]) => value !== void 0 && !INTERNAL_KEYS.test(name))
      ),
      distinct_id,
      $device_id,
      ...isIdentified() && { $user_id: all.$user_id ?? distinct_id },
      ...Object.keys($groups)[0] && { $groups }
    };
  });
  const bootstrap = (input, uuid = page.uuid(), device = record.get("$device_id")) => {
    const { distinctID, isIdentifiedID } = readableCopy(input);
    const isPerson = isOn(isIdentifiedID);
    const current = record.get("distinct_id");
    let id = normalizeDistinctId(distinctID);
    if (current && (!id || id === current || hasBegun && !isIdentified())) return;
    if (current && isIdentified()) {
      if (id !== refusedId) host.logUsageError("init: bootstrap.distinctID ignored. Call reset() first");
      refusedId = id;
      return;
    }
    if (current && isPerson) return identify(id);
    if (record.get("__alias") && id === device && !isPerson) {
      refusedId = id;
      if (current) return;
      id = void 0;
    }
    const made = native.attempt(() => normalizeDistinctId(config().get_device_id?.(uuid))) ?? uuid;
    const isKnown = id && isPerson;
    const store = current ? record.set : record.setIfUnclaimed;
    store({
      distinct_id: id ?? (made === device ? uuid : made),
      $device_id: !current && record.get("$device_id") || (isKnown ? made : id ?? made),
      $user_state: isKnown ? "identified" : "anonymous",
      __alias: isKnown ? [] : record.get("__alias"),
      ...current && FORGOTTEN
    });
    if (current) host.onPerson("progress");
  };
  const allowsProfiles = () => config().person_profiles !== "never" && !host.isCookieless();
  const shouldProcessPerson = () => allowsProfiles() && (config().person_profiles === "always" || isIdentified() || record.get("$epp") === true || !!Object.keys(groups())[0]);
  const requireProfiles = (method) => {
    const isAllowed = allowsProfiles();
    if (isAllowed) record.set({ $epp: true });
    else host.logUsageError(`${method}: ignored. See person_profiles and cookieless_mode`);
    return isAllowed;
  };
  const requireId = (method, id) => normalizeDistinctId(id) || void host.logUsageError(`${method}: ${serialize(id)} ignored. Expected the id of one person`);
  const capture = (event, properties) => host.capture(event, properties, { skip_client_rate_limiting: true });
  const storePersonProperties = (set, once) => record.set({ $stored_person_properties: { ...copyOf(once), ...personProperties(), ...copyOf(set) } });
  function setPersonProperties(set, once) {
    if (!set && !once || !requireProfiles("setPersonProperties")) return;
    const serialized = serialize([distinctId(), set, once]);
    if (serialized === lastSet) return;
    storePersonProperties(set, once);
    if (capture(SET, { $set: copyOf(set), $set_once: copyOf(once) })) lastSet = serialized;
    host.onFlagInputs();
  }
  function identify(id, set, once) {
    const next = requireId("identify", id);
    if (!next) return;
    if (!requireProfiles("identify")) {
      if (isIdentified() && record.get("distinct_id") !== next) reset();
      return;
    }
    record.refresh();
    const previous = distinctId();
    const isAnonymous = !isIdentified();
    const isSame = next === previous;
    if (isSame && !isAnonymous) return setPersonProperties(set, once);
    record.set({
      distinct_id: next,
      $user_id: next,
      $user_state: "identified",
      $device_id: record.get("$device_id") ?? previous,
      $flag_call_reported: void 0,
      // Properties of the anonymous visitor belong to the person who logs in. Those of another person do not.
      ...!isAnonymous && FORGOTTEN,
      // The visitor who has become this person. Nobody has, when another person was logged in. See D-785.
      __alias: isAnonymous ? [previous] : []
    });
    record.sync();
    if (isSame || !isAnonymous) {
      if (!isSame) host.onPerson("all");
      lastSet = "";
      if (isSame || set || once) setPersonProperties(set ?? {}, once);
    } else {
      anonymousId = previous;
      storePersonProperties(set, once);
      const properties = {
        $anon_distinct_id: previous,
        $set: copyOf(set),
        $set_once: copyOf(once)
      };
      if (capture(IDENTIFY, properties)) lastSet = serialize([next, set, once]);
    }
    if (isAnonymous) host.onPerson();
  }
  function alias(other, original = distinctId()) {
    const id = requireId("alias", other);
    if (!id || !requireProfiles("alias")) return void 0;
    if (id === original) {
      identify(id);
      return -1;
    }
    return capture(ALIAS, { alias: id, distinct_id: original });
  }
  function group(type, key, properties) {
    const [name, id] = [type, key].map(toText);
    const fits = (text) => native.isText(text) && !!text && text.length <= GROUP_MAX_LENGTH;
    if (!fits(name) || !fits(id)) {
      return host.logUsageError(
        `group: ignored. Expected a type and a key of 1 to ${GROUP_MAX_LENGTH} characters`
      );
    }
    const isNew = groups()[name] !== id;
    const serialized = serialize([id, properties]);
    const stored = groupProperties()[name];
    if (!isNew && (!properties || stored && lastGroups[name] === serialized)) return;
    record.set({
      $groups: { ...groups(), [name]: id },
      $stored_group_properties: {
        ...groupProperties(),
        [name]: { ...!isNew && stored, ...copyOf(properties) }
      }
    });
    if (config().person_profiles !== "never" && requireProfiles("group")) {
      const set = properties && { $group_set: copyOf(properties) };
      if (capture(GROUP_IDENTIFY, { $group_type: name, $group_key: id, ...set }))
        lastGroups[name] = serialized;
    }
    host.onFlagInputs();
  }
  function reset(options = false) {
    const given = readableCopy(options);
    lastSet = "";
    lastGroups = native.nullProtoRecord();
    tab.clear(isIdentified() ? ["$person"] : []);
    const device = record.get("$device_id");
    record.clear(options === true || isOn(given.resetDeviceID) ? ["__alias"] : ["$device_id", "__alias"]);
    sessions.end();
    bootstrap(given.bootstrap, void 0, device);
    record.sync();
    host.onPerson("all");
  }
  return {
    begin() {
      if (!record.isNamed()) bootstrap(config().bootstrap, normalizeDistinctId(newVisitorId));
      hasBegun = true;
    },
    /** Whether `bootstrap.distinctID` names another person than the visitor. */
    isBootstrapRefused: () => !!refusedId,
    distinctId,
    isIdentified,
    shouldProcessPerson,
    groups,
    groupProperties,
    personProperties,
    /** Returns the id before `identify`, until the service has evaluated flags with it. */
    anonymousId: () => anonymousId,
    forgetAnonymousId() {
      anonymousId = void 0;
    },
    /** Identifies whom flags are evaluated for: changes with the person and the groups. */
    flagsKey: () => stringify([distinctId(), groups()]),
    /** Returns a copy of all that is stored about the visitor. */
    stored: () => copyOf(record.all()),
    deviceId: () => host.isCookieless() ? void 0 : record.get("$device_id"),
    /** Returns the properties of every event: ids, groups and what the page has registered. */
    eventProperties() {
      if (host.isCookieless()) return { distinct_id: COOKIELESS_ID, $cookieless_mode: true, $device_id: null };
      return propertiesOf(record.all());
    },
    /** The public methods. */
    methods: {
      identify,
      alias,
      group,
      reset,
      setPersonProperties,
      unsetPersonProperties(names) {
        if (!requireProfiles("unsetPersonProperties")) return;
        const gone = [names].flat();
        const known = { ...personProperties() };
        for (const name of gone) known[name] = void 0;
        record.set({ $stored_person_properties: known });
        lastSet = "";
        capture(SET, { $unset: gone });
        host.onFlagInputs();
      },
      createPersonProfile() {
        if (!shouldProcessPerson() && requireProfiles("createPersonProfile"))
          capture(SET, { $set: {}, $set_once: {} });
      },
      setInternalOrTestUser: () => setPersonProperties({ $internal_or_test_user: true }),
      getGroups: groups,
      resetGroups() {
        record.set({ $groups: void 0, $stored_group_properties: void 0 });
        host.onFlagInputs();
      },
      get_distinct_id: distinctId,
      _isIdentified: isIdentified,
      ...createRegisteredProperties({ record, tab, logUsageError: host.logUsageError }),
      /** Sets properties that flags are evaluated with and that no event carries. `reload`: requests the flags again. */
      setPersonPropertiesForFlags(properties, reload) {
        storePersonProperties(properties);
        onFlagInputs(reload);
      },
      resetPersonPropertiesForFlags(reload) {
        record.set({ $stored_person_properties: void 0 });
        onFlagInputs(reload);
      },
      setGroupPropertiesForFlags(properties, reload) {
        const merged = native.nullProtoRecord(groupProperties());
        for (const [type, own] of Object.entries(copyOf(properties)))
          merged[type] = { ...merged[type], ...own };
        record.set({ $stored_group_properties: merged });
        onFlagInputs(reload);
      },
      resetGroupPropertiesForFlags(type) {
        const others = type && { ...groupProperties(), [type]: void 0 };
        record.set({ $stored_group_properties: others || void 0 });
      }
    }
  };
}

function whenActivated(page, callback) {
  if (!page.prerendering()) return void callback();
  const unsubscribe = page.on("visible", () => {
    unsubscribe();
    callback();
  });
  return unsubscribe;
}

function createLifecycle(deps) {
  const { page, config, remoteConfig, storage, record, tab, boot, flags, surveys, changes } = deps;
  const { outbox, pageviews, sessions } = deps;
  let isStarted = false;
  let cancelActivation;
  const unsubscribes = [sessions.on(changes.onSession)];
  return {
    isStarted: () => isStarted,
    /** Reads what earlier pages have stored; a bootstrapped identity may capture events. */
    load() {
      const { former } = record;
      const forgotten = former && forgottenOf(former, record.all(), true);
      if (forgotten) changes.onPerson(forgotten);
      else if (!record.get("distinct_id")) surveys.reset("progress");
      deps.identity.begin();
      changes.notePerson();
      flags.store.load();
    },
    /** Begins to request, to send and to count page views, as soon as the page is shown. */
    start() {
      isStarted = true;
      const { surveys: ownSurveys } = config();
      const cachedSurveys = remoteConfig.cachedSurveys();
      if (Array.isArray(ownSurveys)) surveys.receive(ownSurveys);
      else if (cachedSurveys) surveys.receive(cachedSurveys, remoteConfig.surveyConfig());
      flags.store.on(surveys.onFlags);
      cancelActivation = whenActivated(page, () => {
        unsubscribes.push(page.on("restore", outbox.onRestore));
        pageviews.start();
        outbox.start();
        if (!boot.start()) pageviews.captureFirstView();
      });
    },
    stop() {
      isStarted = false;
      cancelActivation?.();
      callAll(unsubscribes)();
      for (const part of [surveys, boot, pageviews, sessions, outbox, record, tab, storage]) part.stop();
    }
  };
}

const COMPRESSIONS = ["gzip", "lz64", "none"];
const MAX_SURVEYS_AGE_MS = 5 * 6e4;
function createRemoteConfig({ page, store, key, config }) {
  const listOrPromise = (surveys) => typeof surveys === "boolean" || Array.isArray(surveys) ? surveys : void 0;
  const stored = parseObject(store.read(key));
  let cached = {
    compression: COMPRESSIONS.find((name) => name === stored.compression) ?? "gzip",
    surveys: listOrPromise(stored.surveys),
    surveyConfig: native.objectOrEmpty(stored.surveyConfig),
    at: Number(stored.at) || 0
  };
  return {
    /** Takes the configuration of a reply. Returns whether the reply has any. */
    receive(reply) {
      const compression = negotiatedCompression(reply.supportedCompression, cached.compression);
      const surveys = listOrPromise(reply.surveys ?? reply.config?.surveys);
      const changes = surveys !== void 0 && { surveys, surveyConfig: reply.survey_config, at: page.now() };
      cached = { ...cached, compression, ...changes };
      store.write(key, stringifyStored(cached));
      return surveys !== void 0;
    },
    compression() {
      const { compression, disable_compression: isDisabled } = config();
      if (isDisabled) return "none";
      return compression === "auto" ? cached.compression : compression;
    },
    /** Returns the definitions; `true` when they must be requested, `false` when there are none, `undefined` when unknown. */
    surveys: () => cached.surveys,
    /** Returns what holds for all surveys of the project, as far as the reply had it. */
    surveyConfig: () => cached.surveyConfig,
    /** Returns the definitions of an earlier page if they are recent. An empty list is not returned: there may be some by now. */
    cachedSurveys() {
      const { surveys, at } = cached;
      const isRecent = Math.abs(page.now() - at) < MAX_SURVEYS_AGE_MS;
      return isRecent && Array.isArray(surveys) && surveys[0] ? surveys : void 0;
    },
    /** Whether a survey is likely to show. */
    hasSurveys: () => !![cached.surveys].flat()[0]
  };
}

function switchableStore(backend, evict) {
  const memory = /* @__PURE__ */ new Map();
  const subscriptions = /* @__PURE__ */ new Set();
  const readStored = (key) => backend?.read(key) ?? null;
  const write = (key, value, isUrgent) => {
    for (let count = 1; backend; count *= 2) {
      if (backend.write(key, value) && (!isUrgent || backend.read(key) === value)) {
        memory.delete(key);
        return true;
      }
      if (!evict?.(key, count)) break;
    }
    if (isUrgent) backend?.remove(key);
    memory.set(key, [value, readStored(key)]);
    return false;
  };
  return {
    write,
    read(key) {
      const stored = readStored(key);
      const kept = memory.get(key);
      if (kept?.[1] === stored) return kept[0];
      memory.delete(key);
      return stored;
    },
    remove: (key) => {
      memory.delete(key);
      backend?.remove(key);
    },
    keys: (prefix) => [.../* @__PURE__ */ new Set([...memory.keys(), ...backend?.keys(prefix) ?? []])].filter(
      (key) => key.startsWith(prefix)
    ),
    forget: () => memory.clear(),
    onExternalChange(prefix, listener) {
      let unsubscribe;
      const subscribe = () => {
        unsubscribe?.();
        unsubscribe = backend?.onExternalChange(prefix, listener);
      };
      subscribe();
      subscriptions.add(subscribe);
      return () => {
        unsubscribe?.();
        subscriptions.delete(subscribe);
      };
    },
    setBackend(next) {
      const wasClosed = !backend;
      backend = next;
      callAll(subscriptions)();
      for (const [key, [value]] of memory) if (!wasClosed || readStored(key) === null) write(key, value);
    }
  };
}

const projectStore = (store, project) => {
  const isOwn = (text) => (parseObject(text).project ?? project) === project;
  return {
    ...store,
    read(key) {
      const text = store.read(key);
      return native.OF_A_VISITOR.test(key) && !isOwn(text) ? null : text;
    },
    write(key, value) {
      const json = parseJson(value);
      return store.write(key, json ? stringifyStored({ ...json, project }) : value);
    },
    keys: (prefix) => store.keys(prefix).filter((key) => isOwn(store.read(key)))
  };
};

const GRANTED = /^("?)(1|true|yes)\1$/i;
const DENIED = /^("?)(0|false|no)\1$/i;
function createConsent({ page, store, key, config }) {
  const status = () => {
    const { respect_dnt, respect_gpc } = config();
    if (respect_dnt && page.doNotTrack()) return "denied";
    const stored = store.read(key) ?? "";
    if (GRANTED.test(stored)) return "granted";
    return DENIED.test(stored) || respect_gpc && page.globalPrivacyControl() ? "denied" : "pending";
  };
  return {
    status,
    /** Whether anything may be stored or sent. */
    canCapture() {
      const { cookieless_mode: mode, opt_out_capturing_by_default: isOptedOutByDefault } = config();
      if (mode === "always") return true;
      const current = status();
      if (mode === "on_reject") return current !== "pending";
      return current === "granted" || current === "pending" && !isOptedOutByDefault;
    },
    /** Whether events must not identify the visitor. */
    isCookieless() {
      const { cookieless_mode: mode } = config();
      return mode === "always" || mode === "on_reject" && status() === "denied";
    },
    set(isGranted) {
      if (config().cookieless_mode !== "always") store.write(key, isGranted ? "1" : "0", true);
    },
    clear: () => store.remove(key)
  };
}

function createStoragePolicy(deps) {
  const { page, token, stores, config, evictEvents, ownOutboxKeys } = deps;
  const keys = storedKeys(token, config().persistence_name ?? "");
  const { consent_persistence_name: consentName, opt_out_capturing_persistence_type: consentType } = config();
  const consentKey = consentName ? consentName + token : keys.consent;
  const consentStore = consentType === "cookie" ? switchableStore(stores.cookie(config())) : switchableStore(stores.local(), evict);
  const consent = createConsent({ page, store: consentStore, key: consentKey, config });
  const store = switchableStore(void 0, evict);
  const tabStore = switchableStore();
  let otherStore;
  const caches = [keys.flags, keys.config];
  let open = openStores("memory", stores, config());
  let former = open;
  let applied = consent.status();
  function evict(key, count) {
    if (caches.includes(key)) return false;
    const cache = caches.find(store.read);
    if (!cache) return !key.startsWith(keys.outbox) && evictEvents(count);
    store.remove(cache);
    return !store.read(cache);
  }
  function sync() {
    applied = consent.status();
    const { disable_persistence: isDisabled, persistence } = config();
    const isAllowed = consent.canCapture() && !consent.isCookieless() && !isDisabled;
    former = open;
    open = openStores(isAllowed ? persistence : "memory", stores, config());
    otherStore = isAllowed && open.main !== stores.local() ? stores.local() : void 0;
    store.setBackend(open.main);
    tabStore.setBackend(open.tab);
    if (isAllowed)
      eraseStored([
        former.main !== open.main && former.main,
        !open.cookie && former.cookie,
        !open.tab && former.tab
      ]);
    else if (isDisabled || applied !== "pending")
      eraseStored([stores.local(), stores.session(), stores.cookie(config())], true);
  }
  function eraseStored(backends, isRefused) {
    for (const backend of backends) {
      if (!backend) continue;
      if (isRefused) for (const key of backend.keys(keys.outbox)) backend.remove(key);
      const erased = [keys.main, ...caches];
      const outboxKeys = isRefused ? [] : ownOutboxKeys(backend);
      if (!open.tab) erased.push(keys.tab, keys.window, keys.primaryWindow);
      for (const key of [
        ...outboxKeys,
        ...native.MOVED_PREFIXES.flatMap(projectStore(backend, keys.project).keys)
      ]) {
        const value = backend.read(key);
        if (former.main && value > (store.read(key) ?? "")) store.write(key, value);
        if (!native.MARKS.test(key)) erased.push(key);
      }
      for (const key of erased) if (backend.read(key) != null) backend.remove(key);
    }
  }
  function refresh() {
    if (consent.status() !== applied) deps.onConsentChange();
  }
  sync();
  const stop = callAll([
    consentStore.onExternalChange(consentKey, refresh),
    page.on("restore", refresh),
    page.on("visible", refresh)
  ]);
  return {
    keys,
    consent,
    /** The main store: identity, flags, configuration, outbox, surveys. */
    store,
    /** The main store, and for reading what tabs with another setting have left in `localStorage`. See D-696. */
    outboxStore: {
      ...store,
      read: (key) => store.read(key) ?? otherStore?.read(key) ?? null,
      remove(key) {
        store.remove(key);
        otherStore?.remove(key);
      },
      keys: (prefix) => [...store.keys(prefix), ...otherStore?.keys(prefix) ?? []]
    },
    /** Lives as long as the tab. */
    tabStore,
    cookie: () => open.cookie,
    sync,
    refresh,
    stop
  };
}

const isObject = (value) => native.objectOrEmpty(value) === value;
const isId = (value) => value === normalizeDistinctId(value);
const isObjectOf = (fits) => (value) => (
  // What has been removed stays as `undefined`, which has no JSON. See D-455.
  isObject(value) && Object.values(value).every((one) => one === void 0 || fits(one))
);
const CHECKS = native.nullProtoRecord({
  distinct_id: isId,
  $device_id: isId,
  $user_id: isId,
  // posthog-js stores numbers as they are.
  $groups: isObjectOf((value) => native.isText(value) || typeof value === "number"),
  $stored_person_properties: isObject,
  $stored_group_properties: isObjectOf(isObject),
  $flag_call_reported: isObjectOf(Array.isArray),
  $initial_person_info: isObjectOf(native.isText),
  $sesid: (value) => Array.isArray(value) && (value[1] === null || native.isText(value[1])) && [value[0], value[2]].every(Number.isFinite),
  $session_entry: (value) => {
    const { id, properties } = native.objectOrEmpty(value);
    return native.isText(id) && isObject(properties);
  },
  [SESSION_PROPERTIES]: isObject
});
const isStoredField = (name, value) => CHECKS[name]?.(value) ?? true;

const createSurveyHost = (deps) => {
  const { page, config, flags, consent } = deps;
  return {
    page,
    store: projectStore(deps.store, deps.keys.project),
    // A switch that the page has not set is `undefined` here, which means off as well.
    config,
    capture(event, properties, set) {
      const $set = set && { $set: set };
      const options = { skip_client_rate_limiting: true, ...$set };
      return !!deps.capture(event, { ...properties, ...$set }, options);
    },
    refresh: () => deps.record.refresh(),
    // A survey that is shown to a bot must not count as shown.
    whyBlocked: () => consent.canCapture() ? !config().opt_out_useragent_filter && deps.isBot() && "bot" : "consent",
    flag: (key, isSilent) => isSilent ? flags.store.valueFor(key) : flags.methods.getFeatureFlag(key),
    flagsLoaded: () => flags.store.source() === "loaded",
    reloadFlags: deps.boot.reload,
    deviceType() {
      const browser = page.browserInfo();
      return browser.userAgent ? deps.eventContext.device(browser).$device_type : void 0;
    },
    personLanguage: () => deps.identity.personProperties().language,
    sessionId: () => deps.sessions.current()?.sessionId,
    recordActivity: () => void (consent.isCookieless() || deps.sessions.recordActivity()),
    conditionUrl: () => applyUrlHook(config().get_current_url, page.url()),
    async fetchSurveys(preview) {
      const url = deps.apiUrl(preview ? SURVEY_PREVIEW_PATH : SURVEY_LIST_PATH, {
        token: deps.token,
        preview
      });
      const { status, json } = await deps.transport.get(url, {
        limitMs: config().surveys_request_timeout_ms
      });
      if (status !== 200 || !native.isObject(json)) throw new Error(`surveys could not be loaded: status ${status}`);
      return json;
    },
    ...deps.surveyLoader,
    emit: deps.events.emit,
    emitError: deps.emitError
  };
};

function createSurveyLoader(chunkLoader, config, page, expectsSurveys) {
  const loaderOf = (name) => () => chunkLoader.load(name, config(), page);
  const loadRuntime = loaderOf("surveys");
  const { surveys, preload_surveys: preload, disable_surveys: isDisabled } = config();
  if (!isDisabled && (preload || expectsSurveys || Array.isArray(surveys))) void loadRuntime().catch(() => {
  });
  return { loadRuntime, loadWords: loaderOf("words") };
}

function createCore(coreDeps) {
  const { page, chunkLoader, stores, config, emitError } = coreDeps;
  const storage = createStoragePolicy({
    ...coreDeps,
    evictEvents: (count) => outbox.evictNewest(count),
    ownOutboxKeys: (from) => outbox.tabKeys(from),
    onConsentChange: () => changes.onExternalConsent()
  });
  const { keys, consent, store } = storage;
  const remoteConfig = createRemoteConfig({ page, store, key: keys.config, config });
  const surveyLoader = createSurveyLoader(chunkLoader, config, page, remoteConfig.hasSurveys());
  const events = createClientEvents(coreDeps.onThrow);
  const onPerson = (forgets) => changes.onPerson(forgets);
  const record = createRecord({
    page,
    key: keys.main,
    main: store,
    cookie: storage.cookie,
    fits: isStoredField,
    cookieKeys: [...COOKIE_KEYS, ...config().cookie_persisted_properties ?? []],
    activityKey: "$sesid",
    onPerson
  });
  const tab = createRecord(native.ownOptions({ page, key: keys.tab, main: storage.tabStore, fits: isStoredField }));
  const shared = {
    ...coreDeps,
    ...storage,
    record,
    tab,
    apiUrl: createApiUrl(config),
    transport: fetchTransport(page, config, {
      canRequest: consent.canCapture,
      onRequest: (...args) => outbox.onRequest(...args)
    }),
    encoder: createEncoder(
      page,
      () => chunkLoader.load("encoders", config(), page),
      (error) => emitError("encoders_failed", error)
    )
  };
  const pipeline = createCapturePipeline({
    ...shared,
    store: storage.outboxStore,
    library: { $lib: "web", $lib_version: VERSION, $sdk_dist_channel: chunkLoader.channel },
    locks: createLocks(page, storage.outboxStore, stores.locks),
    compression: remoteConfig.compression,
    flushIntervalMs: () => flushIntervalMs(config()),
    idleTimeoutMs: () => idleTimeoutMs(config()),
    sessionId: config().bootstrap?.sessionID,
    host: {
      ...shared,
      ...consent,
      canCapture() {
        storage.refresh();
        return consent.canCapture();
      },
      identity: () => identity.eventProperties(),
      flags: (about) => flags.store.eventProperties(about),
      shouldProcessPerson: () => identity.shouldProcessPerson(),
      isIdentified: () => !consent.isCookieless() && identity.isIdentified(),
      onCaptured: (event, isFormer) => changes.onCaptured(event, isFormer)
    }
  });
  const { capture, outbox, pageviews, sessions } = pipeline;
  const identity = createIdentity({
    ...shared,
    sessions,
    newVisitorId: coreDeps.earlyRequest?.id,
    host: {
      ...shared,
      ...consent,
      capture,
      onFlagInputs: () => lifecycle.isStarted() && boot.inputsChanged(),
      onPerson
    }
  });
  const boot = createBootRequest({
    ...shared,
    ...pipeline,
    remoteConfig,
    identity,
    canRequest: () => lifecycle.isStarted() && consent.canCapture() && !config().advanced_disable_flags,
    onSkipped: () => flags.store.skipRequest(),
    onReloading: () => events.emit("featureFlagsReloading", void 0),
    onSent: pageviews.captureFirstView,
    onFlags: (...args) => flags.store.receive(...args),
    onSurveys: (...args) => surveys.receive(...args),
    onConfigMissing: () => emitError("config_missing"),
    onFailure(reason, detail) {
      emitError("flags", { error: reason, detail });
      surveys.failed(reason);
      flags.store.fail(reason);
    }
  });
  const flags = createFlags({
    ...shared,
    key: keys.flags,
    identityKey: identity.flagsKey,
    isBootstrapRefused: identity.isBootstrapRefused,
    reportedValues: () => record.get("$flag_call_reported"),
    setReportedValues: (reported) => record.set({ $flag_call_reported: reported }),
    capture,
    loader: boot,
    ...createFlagRequests({ ...shared, identity }),
    onReceived: identity.forgetAnonymousId
  });
  const parts = { ...shared, ...pipeline, remoteConfig, surveyLoader, storage, events, identity, boot, flags };
  const surveys = createSurveys(createSurveyHost(parts));
  const changes = createChanges({ ...parts, surveys, isStarted: () => lifecycle.isStarted() });
  const lifecycle = createLifecycle({ ...parts, surveys, changes });
  lifecycle.load();
  const { on } = events;
  return { ...pipeline, ...lifecycle, consent, identity, flags, surveys, on, onConsent: changes.onConsent };
}

const NOTHING = 0;
const PROMISE = 1;
const SUBSCRIPTION = 2;
const CALLBACK = 3;
const SURVEY_METHODS = {
  getSurveys: CALLBACK,
  getActiveMatchingSurveys: CALLBACK,
  onActiveMatchingSurveysChanged: SUBSCRIPTION,
  onSurveysLoaded: SUBSCRIPTION,
  canRenderSurvey: { visible: false },
  canRenderSurveyAsync: PROMISE,
  displaySurvey: NOTHING,
  renderSurvey: NOTHING,
  cancelPendingSurvey: NOTHING,
  explainSurvey: PROMISE,
  markSurveyAsSeen: NOTHING,
  startSession: PROMISE
};
const PEOPLE_METHODS = { set: NOTHING, set_once: NOTHING };
const FLAG_METHODS = {
  getFlags: [],
  getFlagVariants: {},
  getFlagPayloads: {},
  getFlagsWithDetails: {},
  getFlagDetails: NOTHING,
  ensureFlagsLoaded: NOTHING,
  setReloadingPaused: NOTHING,
  overrideFeatureFlags: NOTHING,
  getRemoteConfigPayload: CALLBACK
};
const METHODS = {
  ...SURVEY_METHODS,
  flush: PROMISE,
  ready: PROMISE,
  on: SUBSCRIPTION,
  capture: NOTHING,
  register: NOTHING,
  register_once: NOTHING,
  register_for_session: NOTHING,
  unregister: NOTHING,
  unregister_for_session: NOTHING,
  get_property: NOTHING,
  getSessionProperty: NOTHING,
  getPageViewId: NOTHING,
  identify: NOTHING,
  alias: NOTHING,
  group: NOTHING,
  getGroups: {},
  resetGroups: NOTHING,
  reset: NOTHING,
  setPersonProperties: NOTHING,
  unsetPersonProperties: NOTHING,
  createPersonProfile: NOTHING,
  setInternalOrTestUser: NOTHING,
  get_distinct_id: "",
  _isIdentified: false,
  get_session_id: "",
  onSessionId: SUBSCRIPTION,
  getFeatureFlag: NOTHING,
  isFeatureEnabled: NOTHING,
  getFeatureFlagPayload: NOTHING,
  getFeatureFlagResult: NOTHING,
  getAllFeatureFlags: [],
  onFeatureFlags: SUBSCRIPTION,
  reloadFeatureFlags: NOTHING,
  updateFlags: NOTHING,
  setPersonPropertiesForFlags: NOTHING,
  resetPersonPropertiesForFlags: NOTHING,
  setGroupPropertiesForFlags: NOTHING,
  resetGroupPropertiesForFlags: NOTHING,
  getEarlyAccessFeatures: CALLBACK,
  updateEarlyAccessFeatureEnrollment: NOTHING,
  opt_in_capturing: NOTHING,
  opt_out_capturing: NOTHING,
  has_opted_in_capturing: false,
  has_opted_out_capturing: false,
  get_explicit_consent_status: "pending",
  is_capturing: false,
  clear_opt_in_out_capturing: NOTHING
};
const STUBS = {
  addExceptionStep: NOTHING,
  captureException: NOTHING,
  captureTraceFeedback: NOTHING,
  captureTraceMetric: NOTHING,
  clearIdentity: NOTHING,
  get_session_replay_url: "",
  loadToolbar: false,
  sessionRecordingStarted: false,
  setIdentity: NOTHING,
  startExceptionAutocapture: NOTHING,
  startSessionRecording: NOTHING,
  stopExceptionAutocapture: NOTHING,
  stopSessionRecording: NOTHING
};
function createMethods(core, config) {
  const { capture, consent, flags, identity, sessions, surveys } = core;
  const { setPersonProperties } = identity.methods;
  const toProperties = (name, value) => native.isText(name) ? { [name]: value } : name;
  return {
    ...surveys.methods,
    ...identity.methods,
    // The types of payloads are declared by the page; at run time they are unknown.
    ...flags.methods,
    capture(event, input, given) {
      const properties = readableCopy(input);
      const options = readableCopy(given);
      const set = surveyPersonProperties(event, properties);
      return capture(
        event,
        properties,
        set ? { ...options, $set: { ...set, ...readableCopy(options.$set) } } : options
      );
    },
    flush: core.outbox.flush,
    async ready() {
      let unsubscribe = () => {
      };
      await new Promise((resolve) => {
        const { advanced_disable_flags: never, advanced_disable_feature_flags_on_first_load: later } = config();
        if (!consent.canCapture() || never || later) resolve();
        unsubscribe = flags.store.on(() => flags.store.isSettled() && resolve());
      });
      unsubscribe();
    },
    on: core.on,
    getPageViewId: core.pageviews.id,
    get_session_id: () => sessions.current()?.sessionId ?? "",
    onSessionId: (callback) => sessions.on((ids, reason) => callback(ids.sessionId, ids.windowId, reason)),
    people: {
      set: (name, value) => setPersonProperties(toProperties(name, value)),
      set_once: (name, value) => setPersonProperties(void 0, toProperties(name, value))
    },
    featureFlags: flags.featureFlagsApi,
    surveys: surveys.methods,
    opt_in_capturing(options) {
      const { captureEventName = "$opt_in", captureProperties } = readableCopy(options);
      consent.set(true);
      core.onConsent();
      if (captureEventName) capture(captureEventName, captureProperties, { _first: true });
      core.pageviews.captureFirstView();
    },
    opt_out_capturing() {
      consent.set(false);
      core.onConsent();
      consent.set(false);
    },
    has_opted_in_capturing: () => consent.status() === "granted",
    has_opted_out_capturing: () => consent.status() === "denied" || !consent.canCapture(),
    get_explicit_consent_status: consent.status,
    is_capturing: consent.canCapture,
    clear_opt_in_out_capturing() {
      consent.clear();
      core.onConsent();
    }
  };
}
function methodAt(methods, path) {
  let method = methods;
  for (const name of path.split(".")) method = method?.[name];
  return native.isFunction(method) ? method : void 0;
}

const MAX_QUEUED_CALLS = 1e4;
const rank = ({ name, run }) => {
  if (name.startsWith("people.")) return 0;
  if (run) return 1;
  if (name === "alias") return 2;
  return name.includes("capture") ? 4 : 3;
};
const inReplayOrder = (calls) => [...calls].sort((a, b) => rank(a) - rank(b));
function createCallQueue(page) {
  const calls = [];
  return {
    /**
     * Queues a call and answers it as far as possible.
     *
     * @param answer The row of the method in the tables of `methods.ts`.
     */
    add(name, args, answer) {
      const call = {
        name,
        args,
        at: page.now(),
        url: page.url(),
        run: void 0,
        onResult: void 0
      };
      if (calls.length >= MAX_QUEUED_CALLS) return answerWithoutCall(answer);
      calls.push(call);
      if (answer === PROMISE) return new Promise((resolve) => call.onResult = resolve);
      return answer === SUBSCRIPTION ? unsubscribeOf(call) : answerWithoutCall(answer);
    },
    /** Empties the queue and returns what it held. */
    takeAll: () => calls.splice(0)
  };
}
function answerWithoutCall(answer) {
  if (answer === PROMISE) return Promise.resolve();
  if (answer === SUBSCRIPTION) return () => {
  };
  return typeof answer === "number" ? void 0 : answer;
}
function unsubscribeOf(call) {
  const end = (unsubscribe2) => native.isFunction(unsubscribe2) && unsubscribe2();
  let unsubscribe;
  call.onResult = (result) => {
    unsubscribe = result;
  };
  return () => {
    end(unsubscribe);
    call.onResult = end;
  };
}

function createUninitializedClient(given) {
  const deps = native.nullProtoRecord(given);
  const defaults = { ...DEFAULTS, nonce: deps.nonce };
  let config = defaults;
  let isDebugging = false;
  const emitError = (reason, detail, isLogged = reason === "survey_failed") => {
    if (isDebugging || isLogged) log("warn", "earshot:", reason, detail ?? "");
    try {
      config.on_error?.(reason, detail);
    } catch {
    }
  };
  const logUsageError = (message) => {
    log("error", `earshot.${message}`);
    emitError("usage", message);
  };
  const attempt = (run, name, args = []) => {
    try {
      return run();
    } catch (error) {
      try {
        args.slice(0, 1).join();
        emitError("internal", error);
      } catch {
        logUsageError(`${name}: ignored. Expected arguments that can be read`);
      }
      return void 0;
    }
  };
  const onThrow = (error) => emitError("callback", error);
  const page = deps.page ?? browserPage(onThrow);
  const stores = page && (deps.stores ?? browserStores(onThrow));
  const queue = page && createCallQueue(page);
  let state = { name: page ? "queueing" : "inert" };
  const unsupported = /* @__PURE__ */ new Set();
  const core = () => state.name === "started" ? state.core : void 0;
  function call(path, args, answer) {
    const callback = args[/^on$|load$/.test(path) ? 1 : 0];
    if (answer >= SUBSCRIPTION && !native.isFunction(callback)) {
      logUsageError(`${path}: ignored. Expected a function`);
      return answerWithoutCall(answer);
    }
    const method = state.name !== "queueing" && state.methods && methodAt(state.methods, path);
    if (method) return method(...args);
    if (state.name === "started") {
      if (!unsupported.has(path)) emitError("unsupported", path);
      unsupported.add(path);
      return answerWithoutCall(answer);
    }
    if (typeof answer === "object") answer = copyOf(answer);
    if (path === "isFeatureEnabled") answer = readableCopy(args[1]).defaultValue;
    return state.name === "queueing" ? queue.add(path, args, answer) : answerWithoutCall(answer);
  }
  const bind = (table, path = "") => Object.fromEntries(
    Object.entries(table).map(([name, answer]) => [
      name,
      (...args) => attempt(() => call(path + name, args, answer), path + name, args)
    ])
  );
  const withGetter = (methods, name, get) => Object.defineProperty(methods, name, native.platformOptions({ get, set() {
  }, configurable: true }));
  function replay({ name, args, at, url, run, onResult }) {
    if (run) return attempt(() => run.call(client));
    const [event, properties, options] = args;
    const isEvent = name === "capture" && at;
    const input = isEvent ? [event, properties, { _at: at, _url: url, ...readableCopy(options) }] : args;
    const result = attempt(() => call(name, input, METHODS[name]), name, input);
    onResult?.(result);
  }
  function disable() {
    state = { name: "inert" };
    for (const { onResult } of queue.takeAll()) onResult?.(void 0);
  }
  function refuse(problem) {
    logUsageError(`init: ${problem}. Nothing is captured`);
    disable();
  }
  function start(input, settings) {
    const token = native.isText(input) ? input.trim() : "";
    const next = mergeConfig(defaults, { ...settings, token }, logUsageError);
    const error = initError(token, next);
    if (native.isText(next) || error) return refuse(error);
    config = next;
    isDebugging = config.debug || stores.local()?.read(DEBUG_KEY) === "true";
    const started = createCore({
      page,
      stores,
      token,
      chunkLoader: deps.chunkLoader,
      earlyRequest: attempt(() => deps.takeEarlyRequest?.(token)),
      config: () => config,
      emitError,
      onThrow,
      logUsageError
    });
    const { set_config, debug } = client;
    const methods = { ...createMethods(started, () => config), set_config, debug };
    state = { name: "started", core: started, methods };
    const calls = [...inReplayOrder(deps.takeSnippetCalls?.(config.name ?? "") ?? []), ...queue.takeAll()];
    if (config.loaded) attempt(() => config.loaded(client));
    calls.forEach(replay);
    started.start();
  }
  const namedClients = native.nullProtoRecord();
  function initNamed(name, token, settings) {
    if (!namedClients[name] && name in client) {
      logUsageError(`init: the name "${name}" is taken`);
      return client;
    }
    namedClients[name] ?? (namedClients[name] = createUninitializedClient(deps));
    attempt(() => Object.assign(client, { [name]: namedClients[name] }));
    return namedClients[name].init(token, { ...settings, name });
  }
  const client = {
    ...bind(STUBS),
    ...bind(METHODS),
    people: bind(PEOPLE_METHODS, "people."),
    featureFlags: withGetter(
      bind(FLAG_METHODS, "featureFlags."),
      "hasLoadedFlags",
      () => core()?.flags.featureFlagsApi.hasLoadedFlags ?? false
    ),
    surveys: bind(SURVEY_METHODS),
    persistence: withGetter(bind({ get_property: NOTHING }), "props", () => core()?.identity.stored() ?? {}),
    SentryIntegration,
    sentryIntegration: SentryIntegration,
    version: VERSION,
    // The snippet of posthog-js has it too: it is not to run again.
    __SV: 1,
    // The setters do nothing: a merge into the client must not throw.
    get __loaded() {
      return state.name === "started";
    },
    set __loaded(_) {
    },
    get config() {
      return config;
    },
    set config(_) {
    },
    get flagsEndpointWasHit() {
      return core()?.flags.store.isAnswered() ?? false;
    },
    set flagsEndpointWasHit(_) {
    },
    toString: () => config.name ? `earshot.${config.name}` : "earshot",
    init(token, given2, name) {
      const settings = readableCopy(given2);
      if (native.isText(name) && name && name !== config.name && name !== "earshot")
        return initNamed(name, token, settings);
      if (state.name === "started") log("warn", "earshot.init: started already");
      else if (page)
        try {
          start(token, settings);
        } catch (error) {
          attempt(() => core()?.stop());
          refuse(error);
        }
      else
        attempt(() => {
          config = { ...defaults, ...settings, token };
          state = { name: "inert", methods: deps.createServerMethods?.(config) };
        });
      return client;
    },
    set_config(given2) {
      attempt(() => {
        const settings = readableCopy(given2);
        const next = mergeConfig(config, settings, logUsageError);
        if (native.isText(next)) return logUsageError(`set_config: ${next}`);
        config = next;
        const isConsent = /persist|opt_out|cookieless|respect/.test(Object.keys(settings).join());
        if (isConsent) core()?.onConsent();
        core()?.surveys.onFlags();
      });
    },
    get_config: (name) => attempt(() => config[name], "get_config", [name]),
    debug(isOn = true) {
      isDebugging = isOn;
      const store = stores?.local();
      if (isOn) store?.write(DEBUG_KEY, "true");
      else store?.remove(DEBUG_KEY);
    },
    push(call2) {
      attempt(
        () => {
          const method = Array.isArray(call2) && client[call2[0]];
          if (native.isFunction(method)) method(...call2.slice(1));
          else logUsageError("push: expected [method, ...args]");
        },
        "push",
        [call2]
      );
    },
    async shutdown() {
      await core()?.outbox.flush();
      attempt(() => core()?.stop());
      if (page) disable();
    }
  };
  return client;
}

const SurveyQuestionType = {
  Open: "open",
  MultipleChoice: "multiple_choice",
  SingleChoice: "single_choice",
  Rating: "rating",
  Link: "link"
};
const SurveyType = {
  Popover: "popover",
  API: "api",
  Widget: "widget",
  ExternalSurvey: "external_survey"
};
const SurveyQuestionBranchingType = {
  NextQuestion: "next_question",
  End: "end",
  ResponseBased: "response_based",
  SpecificQuestion: "specific_question"
};
const DisplaySurveyType = { Popover: "popover", Inline: "inline" };

const IMPORTS = {
  surveys: async () => (await Promise.resolve().then(function () { return require('./chunk-runtime.cjs'); })).surveyRuntime,
  encoders: async () => (await Promise.resolve().then(function () { return require('./chunk-encoders.cjs'); })).encoders,
  words: async () => (await Promise.resolve().then(function () { return require('./chunk-lookUpWord.cjs'); })).lookUpWord
};
const chunkLoader = {
  channel: "npm",
  load: (name, _, page) => within(page, LOAD_TIMEOUT_MS, IMPORTS[name]())
};
const createClient = (token, config) => createUninitializedClient({ chunkLoader, createServerMethods }).init(token, config);
const earshot = createUninitializedClient({ chunkLoader, createServerMethods });
const init = (token, config, name) => earshot.init(token, config, name);

exports.DisplaySurveyType = DisplaySurveyType;
exports.SURVEY_ABANDONED = SURVEY_ABANDONED;
exports.SURVEY_COMPLETED = SURVEY_COMPLETED;
exports.SURVEY_DISMISSED = SURVEY_DISMISSED;
exports.SURVEY_ID = SURVEY_ID;
exports.SURVEY_ITERATION = SURVEY_ITERATION;
exports.SURVEY_LAST_SEEN_DATE = SURVEY_LAST_SEEN_DATE;
exports.SURVEY_QUESTIONS = SURVEY_QUESTIONS;
exports.SURVEY_RESPONSE_PREFIX = SURVEY_RESPONSE_PREFIX;
exports.SURVEY_SENT = SURVEY_SENT;
exports.SURVEY_SHOWN = SURVEY_SHOWN;
exports.SURVEY_SUBMISSION_ID = SURVEY_SUBMISSION_ID;
exports.SurveyQuestionBranchingType = SurveyQuestionBranchingType;
exports.SurveyQuestionType = SurveyQuestionType;
exports.SurveyType = SurveyType;
exports.callAll = callAll;
exports.createClient = createClient;
exports.createEmitter = createEmitter;
exports.earshot = earshot;
exports.finishedSurveyKey = finishedSurveyKey;
exports.init = init;
exports.isCurrent = isCurrent;
exports.isMarkedSeen = isMarkedSeen;
exports.markSeen = markSeen;
exports.parseJson = parseJson;
exports.progressKey = progressKey;
exports.readProgress = readProgress;
exports.readRecord = readRecord;
exports.removeProgress = removeProgress;
exports.stringify = stringify;
exports.surveyPersonProperties = surveyPersonProperties;
exports.writeProgress = writeProgress;
