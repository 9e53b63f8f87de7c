'use strict';

function attempt(run, fallback, onThrow) {
  try {
    return run();
  } catch (error) {
    onThrow?.(error);
    return fallback;
  }
}

const nullProtoRecord = (...records) => Object.assign(/* @__PURE__ */ Object.create(null), ...records);
const LANGUAGE_PROPERTIES = 12;
function ownOptions(value) {
  if (!isPrototypeExtended() || typeof value !== "object" || !value) return value;
  if (Array.isArray(value)) return value.map(ownOptions);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, ownOptions(inner)]);
  return nullProtoRecord(Object.fromEntries(entries));
}
const isPrototypeExtended = () => Object.getOwnPropertyNames(Object.prototype).length > LANGUAGE_PROPERTIES;

function getNative(owner, name) {
  return owner[`__zone_symbol__${name}`] ?? owner[name];
}
function listen(target, types, listener, capture = false) {
  const each = (method) => {
    for (const type of types.split(" "))
      getNative(target, method).call(target, type, listener, { capture, passive: true });
  };
  each("addEventListener");
  return () => each("removeEventListener");
}

const objectOrEmpty = (value) => typeof value === "object" && value !== null && !Array.isArray(value) ? value : /* @__PURE__ */ Object.create(null);

const arrayOrEmpty = (list) => Array.isArray(list) ? list : [];

const matchNothing = () => false;
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
  regex: (target) => {
    const pattern = new RegExp(target);
    return (value) => pattern.test(value);
  },
  gt: (target) => (value) => toNumber(value) > toNumber(target),
  lt: (target) => (value) => toNumber(value) < toNumber(target)
};
const NEGATIONS = { is_not: "exact", not_icontains: "icontains", not_regex: "regex" };
function compileMatcher(targets, type) {
  const matchType = type ?? "icontains";
  const negated = NEGATIONS[matchType];
  const create = MATCHERS[negated ?? matchType];
  if (!create) return void 0;
  const matchers = attempt(() => targets.map((target) => create(target.trim())));
  const matchesAny = (value) => matchers.some((matches) => matches(value));
  return matchers && (negated ? (value) => !matchesAny(value) : matchesAny);
}

const toText = (value) => typeof value === "string" || typeof value === "number" ? String(value) : "";
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

const FLAG_KEY_FIELDS = ["linked_flag_key", "targeting_flag_key", "internal_targeting_flag_key"];
function flagKeys(raw) {
  const keys = FLAG_KEY_FIELDS.map((name) => [
    name,
    raw[name] || objectOrEmpty(raw[name.slice(0, -4)]).key || null
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
  attempt(() => ownOptions(parse(objectOrEmpty(input))), "unreadable")
);
function parseSurveys(list, onInvalid) {
  const surveys = /* @__PURE__ */ new Map();
  for (const raw of list) {
    const { archived, id } = objectOrEmpty(raw);
    if (archived) continue;
    const survey = parseSurvey(raw);
    if (typeof survey === "string") onInvalid(id, survey);
    else if (!surveys.has(survey.id)) surveys.set(survey.id, survey);
  }
  return [...surveys.values()];
}

exports.QUESTION_TYPES = QUESTION_TYPES;
exports.arrayOrEmpty = arrayOrEmpty;
exports.attempt = attempt;
exports.compileMatcher = compileMatcher;
exports.getNative = getNative;
exports.listen = listen;
exports.matchNothing = matchNothing;
exports.nullProtoRecord = nullProtoRecord;
exports.objectOrEmpty = objectOrEmpty;
exports.ownOptions = ownOptions;
exports.parseQuestion = parseQuestion;
exports.parseSurvey = parseSurvey;
exports.parseSurveys = parseSurveys;
exports.toText = toText;
