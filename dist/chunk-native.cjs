'use strict';

function attempt(run, fallback, onThrow) {
  try {
    return run();
  } catch (error) {
    onThrow?.(error);
    return fallback;
  }
}

const isText = (value) => typeof value === "string";
const isFunction = (value) => typeof value === "function";
const isObject = (value) => typeof value === "object" && value !== null;

const nullProtoRecord = (...records) => Object.assign(/* @__PURE__ */ Object.create(null), ...records);
const platformOptions = nullProtoRecord;
const LANGUAGE_PROPERTIES = 12;
function ownOptions(value) {
  if (!isPrototypeExtended() || !isObject(value)) return value;
  if (Array.isArray(value)) return value.map(ownOptions);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, ownOptions(inner)]);
  return nullProtoRecord(Object.fromEntries(entries));
}
const isPrototypeExtended = () => Object.getOwnPropertyNames(Object.prototype).length > LANGUAGE_PROPERTIES;

const objectOrEmpty = (value) => isObject(value) && !Array.isArray(value) ? value : nullProtoRecord();

const arrayOrEmpty = (list) => Array.isArray(list) ? list : [];

const SEEN_PREFIX = "seenSurvey_";
const LAST_SEEN_KEY = "lastSeenSurveyDate";
const PROGRESS_PREFIX = "inProgressSurvey_";
const TRIGGER_PREFIX = "surveyTrigger_";
const SHOWN_COUNT_PREFIX = "surveysShown_";
const MOVED_PREFIXES = [
  SEEN_PREFIX,
  LAST_SEEN_KEY,
  PROGRESS_PREFIX,
  TRIGGER_PREFIX,
  SHOWN_COUNT_PREFIX
];
const MARKS = /^(s|lastS)een/;
const OF_A_VISITOR = /^(inP|surveyT)/;
const surveyKey = (id, iteration, separator = "_") => Number(iteration) > 0 ? id + separator + iteration : id;
const keyOfSurvey = (survey) => surveyKey(survey.id, survey.current_iteration);
const removeByPrefix = (store, ...prefixes) => prefixes.flatMap(store.keys).forEach(store.remove);

const isFlagOn = (key, context) => {
  if (!key) return true;
  const value = context.flag(key);
  return value === void 0 ? context.flagsLoaded ? false : void 0 : value !== false;
};
function passesLinkedFlag({ survey }, context) {
  const key = survey.linked_flag_key;
  const variant = survey.conditions.linkedFlagVariant;
  const isOn = isFlagOn(key, context);
  return isOn && key && variant && variant !== "any" ? context.flag(key) === variant : isOn;
}
function passesInternalFlag(prepared, context) {
  const { survey, repeatable } = prepared;
  const key = survey.internal_targeting_flag_key;
  if (repeatable || !key) return true;
  const isIterated = survey.schedule === "recurring" || Number(survey.current_iteration) > 0;
  const isOn = isIterated && !context.flagsLoaded ? void 0 : isFlagOn(key, context);
  return isOn || context.isInProgress(prepared) || isOn;
}
function passesWaitPeriod(prepared, context) {
  if (prepared.waitMs === 0 || context.isInProgress(prepared)) return true;
  const elapsedMs = context.now - context.lastSeen();
  return !(elapsedMs >= -864e5 && elapsedMs <= prepared.waitMs);
}
const passesFeatureFlags = ({ survey }, context) => arrayOrEmpty(survey.feature_flag_keys).every((flag) => isFlagOn(flag?.key && flag.value, context));
const CHECKS = [
  { name: "running", scope: "survey", passes: ({ start, end }, { now }) => start <= now && now < end },
  { name: "type", scope: "survey", passes: ({ survey }) => /^(popover|widget|api)$/.test(survey.type) },
  {
    name: "trigger",
    scope: "event",
    passes: (prepared, context) => prepared.startEvents.length === 0 || context.isTriggered(prepared)
  },
  { name: "url", scope: "page", passes: ({ url }, context) => !url || url(context.url) },
  {
    name: "device type",
    scope: "page",
    passes: ({ device }, context) => !device || context.device !== void 0 && device(context.device)
  },
  { name: "waiting period", scope: "survey", passes: passesWaitPeriod },
  {
    name: "already seen",
    scope: "survey",
    passes: (prepared, context) => prepared.repeatable || !context.isSeen(prepared.key) || context.isInProgress(prepared)
  },
  { name: "internal targeting flag", scope: "survey", passes: passesInternalFlag },
  { name: "linked flag", scope: "survey", passes: passesLinkedFlag },
  {
    name: "targeting flag",
    scope: "survey",
    passes: ({ survey }, context) => isFlagOn(survey.targeting_flag_key, context)
  },
  { name: "feature flags", scope: "page", passes: passesFeatureFlags },
  {
    name: "selector",
    scope: "page",
    passes: ({ survey }, context) => !survey.conditions.selector || context.matchesSelector(survey.conditions.selector)
  }
];
function firstFailedCheck(prepared, context, filter = () => true) {
  return attempt(
    () => CHECKS.find((check) => filter(check) && !check.passes(prepared, context))?.name,
    "malformed"
  );
}

const matchNothing = () => false;
const MAX_PATTERN_TEXT = 2e3;
const toNumber = (text) => text.trim() === "" ? NaN : Number(text);
const withSlash = (url) => /^\w+:\/\/[^/?#]+$/.test(url) ? `${url}/` : url;
const MATCHERS = {
  exact: (target) => {
    const withPath = withSlash(target);
    return (value) => value === target || value === withPath;
  },
  icontains: (target) => {
    const lower = target.toLowerCase();
    return (value) => value.toLowerCase().includes(lower);
  },
  regex: (target, maxLength) => {
    const pattern = new RegExp(target);
    return (value) => pattern.test(value.slice(0, maxLength));
  },
  gt: (target) => (value) => toNumber(value) > toNumber(target),
  lt: (target) => (value) => toNumber(value) < toNumber(target)
};
const NEGATIONS = { is_not: "exact", not_icontains: "icontains", not_regex: "regex" };
function compileMatcher(targets, type, maxLength = MAX_PATTERN_TEXT) {
  const matchType = type ?? "icontains";
  const negated = nullProtoRecord(NEGATIONS)[matchType];
  const create = nullProtoRecord(MATCHERS)[negated ?? matchType];
  if (!create) return void 0;
  const matchers = attempt(() => targets.map((target) => create(target.trim(), maxLength)));
  const matchesAny = (value) => matchers.some((matches) => matches(value));
  return matchers && (negated ? (value) => !matchesAny(value) : matchesAny);
}

const toText = (value) => isText(value) || typeof value === "number" ? String(value) : "";
const parseChoices = ({ choices }) => Array.isArray(choices) && choices.length > 0 ? { choices: choices.map(toText) } : void 0;

const parseLink = () => ({});

const parseMultipleChoice = parseChoices;

const parseOpen = () => ({});

const parseRating = (raw) => {
  const scale = Number(raw.scale ?? 10);
  if (!Number.isInteger(scale) || scale < 2 || scale > 10) return void 0;
  return { scale, display: raw.display === "emoji" ? "emoji" : "number" };
};

const parseSingleChoice = parseChoices;

const PARSERS = {
  open: parseOpen,
  link: parseLink,
  rating: parseRating,
  single_choice: parseSingleChoice,
  multiple_choice: parseMultipleChoice
};
const QUESTION_TYPES = Object.keys(PARSERS);
function parseQuestion(input) {
  const raw = objectOrEmpty(input);
  const type = String(raw.type);
  if (!QUESTION_TYPES.includes(type)) return void 0;
  const fields = PARSERS[type](raw);
  return fields && { ...raw, ...fields, type, question: toText(raw.question) };
}

const FLAG_FIELDS = ["linked_flag", "targeting_flag", "internal_targeting_flag"];
function flagKeys(raw) {
  const keys = FLAG_FIELDS.map((name) => [
    `${name}_key`,
    raw[`${name}_key`] || objectOrEmpty(raw[name]).key || null
  ]);
  return Object.fromEntries(keys);
}
function withUniqueIds(questions) {
  const ids = questions.map(({ id }) => toText(id));
  const used = new Set(ids);
  const seen = /* @__PURE__ */ new Set([""]);
  return questions.map((question, index) => {
    let id = ids[index];
    if (seen.has(id)) {
      id = `q${index}`;
      while (used.has(id)) id += "_";
      used.add(id);
    }
    seen.add(id);
    return { ...question, id };
  });
}
function parse(raw) {
  if (!raw.id) return "id";
  const questions = arrayOrEmpty(raw.questions).map(parseQuestion);
  const invalidIndex = questions.indexOf(void 0);
  if (invalidIndex >= 0 || questions.length === 0) return `questions[${Math.max(invalidIndex, 0)}]`;
  return {
    ...raw,
    id: String(raw.id),
    questions: withUniqueIds(questions),
    // One of a wrong shape stays as it is, so that it is reported. See D-363.
    conditions: raw.conditions ?? {},
    appearance: objectOrEmpty(raw.appearance),
    ...flagKeys(raw)
  };
}
const parseSurvey = (input) => (
  // An object may refuse to become text or a number, where one of these belongs.
  attempt(() => ownOptions(parse(objectOrEmpty(ownOptions(input)))), "unreadable")
);
function parseSurveys(list, onInvalid) {
  const surveys = /* @__PURE__ */ new Map();
  for (const raw of list) {
    const { archived, id } = objectOrEmpty(raw);
    if (archived) continue;
    const survey = parseSurvey(raw);
    if (isText(survey)) onInvalid(id, survey);
    else if (!surveys.has(survey.id)) surveys.set(survey.id, survey);
  }
  return [...surveys.values()];
}

const isPlain = (value) => /^(string|number|boolean)$/.test(typeof value);
const isNumeric = (value) => isPlain(value) && !Number.isNaN(Number(value));
const listOf = (test) => (value) => Array.isArray(value) && value.every(test);
const partsOf = (testOf) => (value) => typeof value === "object" && Object.entries(value ?? {}).every(
  ([name, part]) => !Array.isArray(value) && (part == null || (testOf(name)?.(part) ?? true))
);
const shape = (tests) => partsOf((name) => nullProtoRecord(tests)[name]);
const triggers = (test, canFire) => {
  const fits = shape({
    values: (values) => listOf(test)(values) && (!values.length || values.some(canFire))
  });
  return (condition) => fits(condition) && (condition.values != null || Object.keys(condition).every((name) => /^(values|repeatedActivation)$/.test(name)));
};
const isFilter = shape({ values: (value) => isPlain(value) || listOf(isPlain)(value), operator: isText });
const eventTriggers = triggers(
  shape({
    name: isText,
    propertyFilters: partsOf(() => (filter) => isFilter(filter) && filter?.values != null)
  }),
  (trigger) => trigger?.name
);
const STEP_TEXT = /^(event|(url|href|text)(_matching)?|selector(_regex)?)$/;
const isStepProperties = listOf(shape({ key: isText, operator: isText }));
const testOfStep = (name) => STEP_TEXT.test(name) ? isText : name === "properties" ? isStepProperties : void 0;
const isStep = partsOf(testOfStep);
const isUsedStep = (step) => isStep(step) && Object.entries(step ?? {}).some(([name, part]) => testOfStep(name) && !/_/.test(name) && part?.length);
const CONDITIONS = shape({
  url: isText,
  urlMatchType: isText,
  selector: isText,
  deviceTypes: listOf(isText),
  deviceTypesMatchType: isText,
  seenSurveyWaitPeriodInDays: isNumeric,
  linkedFlagVariant: isText,
  events: eventTriggers,
  cancelEvents: eventTriggers,
  actions: triggers(shape({ steps: listOf(isUsedStep) }), (action) => action?.steps?.length)
});
const FLAGS = listOf(shape({ key: isText, value: isText }));
const hasValidConditions = (survey) => CONDITIONS(survey.conditions) && FLAGS(survey.feature_flag_keys ?? []) && FLAG_FIELDS.every((name) => {
  const key = survey[`${name}_key`];
  return key ? isText(key) : !survey[name];
});

const ANY_EVENT = "";
const DAY_MS = 864e5;
const parseDate = (text) => text ? +new Date(String(text)) : Infinity;
function compileCondition(values, type) {
  const targets = values.map((value) => String(value ?? "")).filter((target) => target.trim());
  return targets.length > 0 ? compileMatcher(targets, type) ?? matchNothing : void 0;
}
const eventNames = (condition) => arrayOrEmpty(condition?.values).flatMap((trigger) => trigger?.name || []);
const actionEventNames = ({ actions }) => arrayOrEmpty(actions?.values).flatMap(
  (action) => arrayOrEmpty(action?.steps).map((step) => step?.event || ANY_EVENT)
);
function prepareSurvey(survey, config) {
  const { conditions, schedule, appearance } = survey;
  const events = eventNames(conditions.events);
  const waitDays = [conditions, ownOptions(config)].map(
    (source) => Number(source.seenSurveyWaitPeriodInDays) || 0
  );
  const isValid = hasValidConditions(survey);
  return {
    survey,
    key: keyOfSurvey(survey),
    hasValidConditions: isValid,
    // NaN never comes: a condition of a wrong shape must not mean "everybody".
    start: isValid ? parseDate(survey.start_date) : NaN,
    end: parseDate(survey.end_date),
    repeatable: schedule === "always" || conditions.events?.repeatedActivation === true && events.length > 0,
    waitMs: Math.max(...waitDays) * DAY_MS,
    delayMs: Math.max(Number(appearance.surveyPopupDelaySeconds) || 0, 0) * 1e3,
    url: compileCondition([conditions.url], conditions.urlMatchType),
    device: compileCondition(arrayOrEmpty(conditions.deviceTypes), conditions.deviceTypesMatchType),
    startEvents: [...events, ...actionEventNames(conditions)],
    cancelEvents: eventNames(conditions.cancelEvents)
  };
}

function getNative(owner, name) {
  return owner[`__zone_symbol__${name}`] ?? owner[name];
}
function listen(target, types, listener, capture = false, onThrow) {
  const each = (method) => {
    for (const type of types.split(" "))
      attempt(
        () => getNative(target, method).call(target, type, listener, platformOptions({ capture, passive: true })),
        void 0,
        onThrow
      );
  };
  each("addEventListener");
  return () => each("removeEventListener");
}

exports.ANY_EVENT = ANY_EVENT;
exports.CHECKS = CHECKS;
exports.LAST_SEEN_KEY = LAST_SEEN_KEY;
exports.MARKS = MARKS;
exports.MOVED_PREFIXES = MOVED_PREFIXES;
exports.OF_A_VISITOR = OF_A_VISITOR;
exports.PROGRESS_PREFIX = PROGRESS_PREFIX;
exports.QUESTION_TYPES = QUESTION_TYPES;
exports.SEEN_PREFIX = SEEN_PREFIX;
exports.SHOWN_COUNT_PREFIX = SHOWN_COUNT_PREFIX;
exports.TRIGGER_PREFIX = TRIGGER_PREFIX;
exports.arrayOrEmpty = arrayOrEmpty;
exports.attempt = attempt;
exports.compileMatcher = compileMatcher;
exports.firstFailedCheck = firstFailedCheck;
exports.getNative = getNative;
exports.hasValidConditions = hasValidConditions;
exports.isFunction = isFunction;
exports.isObject = isObject;
exports.isText = isText;
exports.keyOfSurvey = keyOfSurvey;
exports.listen = listen;
exports.matchNothing = matchNothing;
exports.nullProtoRecord = nullProtoRecord;
exports.objectOrEmpty = objectOrEmpty;
exports.ownOptions = ownOptions;
exports.parseQuestion = parseQuestion;
exports.parseSurvey = parseSurvey;
exports.parseSurveys = parseSurveys;
exports.platformOptions = platformOptions;
exports.prepareSurvey = prepareSurvey;
exports.removeByPrefix = removeByPrefix;
exports.surveyKey = surveyKey;
exports.toText = toText;
