'use strict';

var webSdk = require('@openfeature/web-sdk');

function attempt(run, fallback, onThrow) {
  try {
    return run();
  } catch (error) {
    return fallback;
  }
}

const isEqual = (a, b) => attempt(() => JSON.stringify(a) === JSON.stringify(b), false);

function toInputs({ targetingKey, groups, groupProperties, ...properties }) {
  return {
    targetingKey,
    groups: { ...groups },
    groupProperties: { ...groupProperties },
    properties
  };
}
const STORED_PROPERTIES = "$stored_person_properties";
const clientInputs = (client) => [
  client.get_distinct_id(),
  client.getGroups(),
  client.get_property(STORED_PROPERTIES),
  client.get_property("$stored_group_properties")
];
const hasNames = (record) => !!Object.keys(record)[0];
const without = (record, names) => Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !(name in names)));
function createContextWriter(client, identify) {
  let last = toInputs({});
  return (context) => {
    const next = toInputs(context);
    const { targetingKey, properties, groups, groupProperties } = next;
    const before = clientInputs(client);
    if (identify && targetingKey !== last.targetingKey) {
      if (targetingKey) client.identify(targetingKey);
      else client.reset();
    }
    if (hasNames(without(last.properties, properties))) {
      const stored = client.get_property(STORED_PROPERTIES);
      client.resetPersonPropertiesForFlags(false);
      client.setPersonPropertiesForFlags(without(stored, last.properties), false);
    }
    if (hasNames(properties)) client.setPersonPropertiesForFlags(properties, false);
    const left = without(last.groups, groups);
    const kept = without(client.getGroups(), left);
    if (hasNames(left)) client.resetGroups();
    for (const [type, key] of Object.entries({ ...kept, ...groups }))
      client.group(type, key, groupProperties[type]);
    last = next;
    return !isEqual(before, clientInputs(client));
  };
}

const REASONS = {
  condition_match: "TARGETING_MATCH",
  super_condition_value: "TARGETING_MATCH",
  holdout_condition_value: "SPLIT",
  out_of_rollout_bound: "SPLIT",
  no_condition_match: "DEFAULT",
  no_group_type: "DEFAULT",
  flag_disabled: "DISABLED"
};
function resolveFlag(client, key, defaultValue, type, send_event) {
  const result = client.getFeatureFlagResult(key, { send_event });
  if (!result) {
    if (client.featureFlags.hasLoadedFlags) throw new webSdk.FlagNotFoundError(`no flag "${key}"`);
    throw new webSdk.ProviderNotReadyError("no flags are known");
  }
  const { enabled, variant, payload } = result;
  const { entry, overrides, requestId, source } = client.featureFlags.getFlagDetails(key);
  const code = entry?.code;
  const fromVariant = {
    boolean: enabled,
    string: variant,
    number: variant && Number(variant),
    object: void 0
  };
  const value = typeof payload === type && payload !== null ? payload : fromVariant[type];
  const isDefault = code === "flag_disabled" || !enabled && type !== "boolean";
  if (!isDefault && (typeof value !== type || Number.isNaN(value)))
    throw new webSdk.TypeMismatchError(`flag "${key}" has no ${type}`);
  const isBootstrapped = source === "bootstrap" && key in { ...client.config.bootstrap?.featureFlags };
  const isStatic = isBootstrapped || overrides.flags?.[key] !== void 0;
  return {
    value: isDefault ? defaultValue : value,
    variant,
    reason: isStatic ? "STATIC" : source === "loaded" ? REASONS[code ?? ""] ?? "UNKNOWN" : "CACHED",
    // Members that the service has not sent are undefined.
    flagMetadata: { id: entry?.id, version: entry?.version, reason: code, requestId }
  };
}

class EarshotProvider {
  constructor(client, options = {}) {
    Object.assign(this, createProvider(client, options));
  }
}
function createProvider(client, { identify = false, sendEvents = true, trackedAttributes = [], timeoutMs = 5e3 }) {
  const events = new webSdk.OpenFeatureEventEmitter();
  const applyContext = createContextWriter(client, identify);
  const waiting = [];
  let unsubscribers = [];
  let known = {};
  let isReloading = false;
  let isStale = false;
  let isInitialized = false;
  const isKnown = () => client.featureFlags.hasLoadedFlags;
  const settle = (error) => {
    for (const done of waiting.splice(0)) done(error);
  };
  const answered = () => new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(new webSdk.GeneralError("no answer in time")), timeoutMs);
    waiting.push((error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    });
  });
  const readAll = () => Object.fromEntries(client.getAllFeatureFlags().map((flag) => [flag.key, flag]));
  const setStale = (next) => {
    if (next !== isStale) events.emit(next ? webSdk.ProviderEvents.Stale : webSdk.ProviderEvents.Ready);
    isStale = next;
  };
  const emitChanges = () => {
    const before = known;
    known = readAll();
    const flagsChanged = Object.keys({ ...before, ...known }).filter((key) => !isEqual(before[key], known[key]));
    if (isInitialized && flagsChanged[0] && !waiting[0])
      events.emit(webSdk.ProviderEvents.ConfigurationChanged, { flagsChanged });
  };
  const failure = () => {
    const reason = client.featureFlags.getFlagDetails("").error;
    const message = `no flags: ${reason}`;
    return reason === "api_error_401" ? new webSdk.ProviderFatalError(message) : new webSdk.GeneralError(message);
  };
  const onFailure = () => {
    if (isReloading) return;
    settle(failure());
    if (isKnown()) setStale(true);
  };
  const subscribe = () => {
    unsubscribers = [
      client.on("featureFlagsReloading", () => {
        isReloading = true;
        if (Object.keys(known)[0] && !Object.keys(readAll())[0]) setStale(true);
      }),
      client.onFeatureFlags((_keys, _values, { errorsLoading }) => {
        isReloading = false;
        if (errorsLoading) return void setTimeout(onFailure);
        emitChanges();
        settle();
        setStale(false);
      })
    ];
    known = readAll();
  };
  const resolver = (type) => (key, defaultValue) => resolveFlag(client, key, defaultValue, type, sendEvents);
  return {
    metadata: { name: "earshot" },
    runsOn: "client",
    // A client is one visitor.
    domainScoped: true,
    events,
    async initialize(context = {}) {
      subscribe();
      if (applyContext(context)) {
        client.reloadFeatureFlags();
        await answered();
      } else if (!isKnown()) await client.ready();
      isInitialized = true;
      if (!isKnown()) throw failure();
      setTimeout(() => client.flagsEndpointWasHit || setStale(true));
    },
    onContextChange(_, context) {
      const isChanged = applyContext(context);
      if (isChanged) client.reloadFeatureFlags();
      return isChanged || waiting[0] ? answered() : void 0;
    },
    resolveBooleanEvaluation: resolver("boolean"),
    resolveStringEvaluation: resolver("string"),
    resolveNumberEvaluation: resolver("number"),
    resolveObjectEvaluation: resolver("object"),
    track(name, context, details) {
      const attributes = trackedAttributes.filter((key) => key in context).map((key) => [key, context[key]]);
      client.capture(name, { ...Object.fromEntries(attributes), ...details });
    },
    async onClose() {
      for (const unsubscribe of unsubscribers.splice(0)) unsubscribe();
      settle();
    }
  };
}

exports.EarshotProvider = EarshotProvider;
