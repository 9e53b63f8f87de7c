'use strict';

var native = require('./chunk-native.cjs');
var Tab = require('./chunk-Tab.cjs');

const CHECK_FIELDS = {
  "delay over": "appearance.surveyPopupDelaySeconds",
  running: "start_date",
  type: "type",
  trigger: "conditions.events",
  url: "conditions.url",
  "device type": "conditions.deviceTypes",
  "waiting period": "conditions.seenSurveyWaitPeriodInDays",
  "already seen": "schedule",
  "linked flag": "linked_flag_key",
  selector: "conditions.selector"
};

const MAX_PATTERN = 500;
const MAX_STEPS = 1e6;
const TOKENS = /\[(?:\\.|[^\]\\])*\]|\\(?:u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|.)|\((?:\?(?:<?[=!]|:|<[^>]*>))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[\s\S]/gi;
const NOTHING = { first: [], last: [], isEmpty: true };
function isExponential(pattern) {
  if (pattern.length > MAX_PATTERN) return false;
  const { atoms, next, isDoubled } = readPattern(pattern);
  return isDoubled || hasTwoWays(atoms, next);
}
function readPattern(pattern) {
  const tokens = pattern.match(TOKENS) ?? [];
  const atoms = [];
  const next = [];
  let isDoubled = false;
  let position = 0;
  const connect = (from, to, isLoop = false) => {
    for (const atom of from)
      for (const following of to) {
        isDoubled || (isDoubled = isLoop && next[atom].has(following));
        next[atom].add(following);
      }
  };
  const sequence = (a, b) => {
    connect(a.last, b.first);
    return {
      first: a.isEmpty ? [...a.first, ...b.first] : a.first,
      last: b.isEmpty ? [...a.last, ...b.last] : b.last,
      isEmpty: a.isEmpty && b.isEmpty
    };
  };
  const repeat = (part, quantifier) => {
    if (!/^(?:\?|\{(\d+)(?:,\1)?\}|\{0,1\})/.test(quantifier)) connect(part.last, part.first, true);
    return /^[*?]|^\{0[,}]/.test(quantifier) ? { ...part, isEmpty: true } : part;
  };
  const readAtom = (token) => {
    if (/^(?:[\^$]|\\b)$/i.test(token)) return NOTHING;
    if (token.startsWith("(")) {
      const group = readAlternatives();
      position++;
      return /[=!]/.test(token) ? NOTHING : group;
    }
    const isReference = /^\\[1-9k]/.test(token);
    const atom = atoms.push(isReference ? "[^]" : token) - 1;
    next.push(/* @__PURE__ */ new Set());
    return { first: [atom], last: [atom], isEmpty: isReference };
  };
  const readSequence = () => {
    let result = NOTHING;
    while (position < tokens.length && !/^[|)]$/.test(tokens[position])) {
      let part = readAtom(tokens[position++]);
      const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??$/.exec(tokens[position] ?? "");
      if (quantifier) {
        part = repeat(part, quantifier[0]);
        position++;
      }
      result = sequence(result, part);
    }
    return result;
  };
  function readAlternatives() {
    let result = readSequence();
    while (tokens[position] === "|") {
      position++;
      const other = readSequence();
      result = {
        first: [...result.first, ...other.first],
        last: [...result.last, ...other.last],
        isEmpty: result.isEmpty || other.isEmpty
      };
    }
    return result;
  }
  readAlternatives();
  return { atoms, next, isDoubled };
}
function commonTest(atoms) {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const characters = [.../* @__PURE__ */ new Set([...ascii, "\xE9", ...atoms.join("")])];
  const masks = atoms.map((atom) => {
    const pattern = new RegExp(`^${/^[{}\]]/.test(atom) ? `\\${atom}` : atom}$`);
    return BigInt(`0b${characters.map((character) => Number(pattern.test(character))).join("")}`);
  });
  return (a, b) => (masks[a] & masks[b]) !== 0n;
}
function reachable(start, steps) {
  const reached = /* @__PURE__ */ new Set([start]);
  for (const from of reached) for (const to of steps(from)) reached.add(to);
  return reached;
}
function hasTwoWays(atoms, next) {
  const haveCommon = commonTest(atoms);
  const count = atoms.length;
  const ahead = atoms.map((_, atom) => reachable(atom, (from) => next[from]));
  const inLoop = next.map((following, atom) => [...following].filter((to) => ahead[to].has(atom)));
  const before = inLoop.map((_, atom) => [...inLoop.keys()].filter((other) => inLoop[other].includes(atom)));
  let steps = 0;
  const pairsFrom = (start, edges) => reachable(start * (count + 1), (pair) => {
    const ends = edges[pair % count];
    const begins = steps < MAX_STEPS ? edges[Math.floor(pair / count)] : [];
    steps += begins.length * ends.length;
    return begins.flatMap((a) => ends.filter((b) => haveCommon(a, b)).map((b) => a * count + b));
  });
  const isAmbiguous = atoms.some((_, start) => {
    const back = pairsFrom(start, before);
    return [...pairsFrom(start, inLoop)].some((pair) => pair % (count + 1) !== 0 && back.has(pair));
  });
  return isAmbiguous || steps >= MAX_STEPS;
}

const VERBS = {
  icontains: ["contains", "does not contain"],
  not_icontains: ["does not contain", "contains"],
  exact: ["equals", "does not equal"],
  is_not: ["does not equal", "equals"],
  regex: ["matches", "does not match"],
  not_regex: ["does not match", "matches"],
  gt: ["is greater than", "is not greater than"],
  lt: ["is less than", "is not less than"]
};
const quoteAll = (texts) => texts.map((text) => `"${text}"`).join(" or ");
function describeMatch(value, {
  targets,
  type,
  holds
}) {
  const [verb, verbOfFailure] = VERBS[type ?? "icontains"] ?? ["meets", "does not meet"];
  return `"${value}" ${holds ? verb : verbOfFailure} ${quoteAll(targets.map((target) => String(target).trim()))}.`;
}
function tryUrl(conditions, url) {
  const target = String(conditions?.url ?? "");
  if (!target.trim()) return { matches: true, message: "The survey shows at every URL." };
  const type = conditions?.urlMatchType;
  if (/regex/.test(type ?? "") && isExponential(target))
    return { matches: false, message: "The pattern can take exponential time, so it was not tried." };
  const matches = native.compileMatcher([target], type)?.(url) === true;
  return { matches, message: describeMatch(url, { targets: [target], type, holds: matches }) };
}

function describeDates({ survey, found }) {
  const { start_date: start, end_date: end } = survey;
  const now = Date.parse(found.now);
  if (!start) return { path: "start_date", message: "The survey is a draft, because it has no start date." };
  if (!(Date.parse(start) <= now))
    return { path: "start_date", message: `The survey starts at "${start}", and it is "${found.now}".` };
  if (end && !(now < Date.parse(end)))
    return { path: "end_date", message: `The survey ended at "${end}", and it is "${found.now}".` };
  return { path: "conditions", message: "A condition does not have the shape that it should." };
}
function describeFlag(key, { found }) {
  const value = found.flags[key ?? ""];
  if (value === void 0) return `The flag "${key}" is not known.`;
  return typeof value === "string" ? `The flag "${key}" has the variant "${value}".` : `The flag "${key}" is off.`;
}
function describeLinkedFlag(explanation) {
  const { survey, found } = explanation;
  const { linked_flag_key: key, conditions } = survey;
  const variant = conditions?.linkedFlagVariant;
  const value = found.flags[key ?? ""];
  return value && variant ? `The flag "${key}" has the value "${value}", not the variant "${variant}".` : describeFlag(key, explanation);
}
const SENTENCES = {
  "automatic display": () => '"disable_surveys" or "disable_surveys_automatic_display" is set, so no survey opens by itself.',
  capturing: ({ found }) => found.blockedBy === "bot" ? "The browser counts as a bot, so nothing is captured." : "The visitor has refused or not decided yet, so nothing is captured.",
  "page visible": () => "The page is in the background, or prerendered.",
  "delay over": ({ survey }) => `The delay of ${survey.appearance?.surveyPopupDelaySeconds} seconds is not over.`,
  "not cancelled or closed on this page": () => "The survey was closed or cancelled on this page.",
  "session cap": () => 'The session has shown as many surveys as "max_surveys_per_session" allows.',
  "no other popover": () => "Another survey is open.",
  "not blocked on this page": () => "The survey could not be drawn, or another tab has finished it.",
  type: ({ survey }) => `Pages show no surveys of the type "${survey.type}".`,
  trigger: ({ survey }) => {
    const { events, actions } = survey.conditions ?? {};
    const names = [...native.arrayOrEmpty(events?.values), ...native.arrayOrEmpty(actions?.values)].map((item) => item?.name);
    return `The session has captured no event that shows the survey: ${quoteAll(names.filter(Boolean))}.`;
  },
  url: ({ survey, found }) => tryUrl(survey.conditions, found.url).message,
  "device type": ({ survey, found }) => {
    const { deviceTypes, deviceTypesMatchType: type } = survey.conditions ?? {};
    return found.deviceType === void 0 ? "The device is unknown, because the browser has no user agent." : describeMatch(found.deviceType, { targets: native.arrayOrEmpty(deviceTypes), type, holds: false });
  },
  "waiting period": ({ survey, found }) => `A survey was visible at "${found.lastSeen}". The survey waits ${survey.conditions?.seenSurveyWaitPeriodInDays || 0} days, or as long as the project requires.`,
  "already seen": ({ survey }) => `The visitor has answered or closed the survey, and its schedule is "${survey.schedule ?? "once"}".`,
  "internal targeting flag": () => "The service knows that this person has answered or closed the survey.",
  "linked flag": describeLinkedFlag,
  "targeting flag": (explanation) => `The person is not in the audience. ${describeFlag(explanation.survey.targeting_flag_key, explanation)}`,
  "feature flags": ({ survey }) => `One of these flags is off: ${quoteAll(native.arrayOrEmpty(survey.feature_flag_keys).map((flag) => flag?.value))}.`,
  selector: ({ survey }) => `No element of the page matches "${survey.conditions?.selector}".`
};
function describeFailures(explanation) {
  const failed = Object.entries(explanation.checks).filter(([, passed]) => !passed);
  return failed.map(([check, passed]) => ({
    check,
    path: CHECK_FIELDS[check] ?? "",
    message: SENTENCES[check]?.(explanation) ?? `The check "${check}" fails.`,
    isPending: passed === void 0,
    ...check === "running" && describeDates(explanation)
  }));
}

function pathToQuestion$1(survey, page) {
  if (page <= 0) return [];
  const paths = /* @__PURE__ */ new Map([[0, []]]);
  for (const [reached, path] of paths) {
    if (reached === "end") continue;
    for (const step of Tab.possibleSteps(survey, reached))
      if (!paths.has(step)) paths.set(step, [...path, reached]);
  }
  return paths.get(page < survey.questions.length ? page : "end") ?? [];
}

function normalizeSurvey(survey) {
  const parsed = native.parseSurvey(survey);
  return typeof parsed === "string" ? survey : parsed;
}

const nextStep = (survey, index, answer) => Tab.nextStep(normalizeSurvey(survey), index, answer);
const skipAnswered = (survey, step, visited, answerOf) => Tab.skipAnswered(normalizeSurvey(survey), step, new Set(visited), answerOf);
const pathToQuestion = (survey, page) => pathToQuestion$1(normalizeSurvey(survey), page);

const isBlank = (text) => typeof text !== "string" || text.trim() === "";

const linkLint = {
  answers: () => [Tab.LINK_CLICKED],
  check({ link }, path, add) {
    if (isBlank(link)) add("missing_link", `${path}.link`);
    else if (!Tab.safeUrl(link, { relative: false })) add("refused_link", `${path}.link`);
  }
};

const OTHER = /^\s*other\s*([.\u2026:]*|[(,].*)$/i;
const choicesLint = {
  requirement: "The question must have choices.",
  answers: ({ choices, hasOpenChoice }) => [...choices, ...hasOpenChoice ? ["A text of my own"] : []],
  check({ choices, hasOpenChoice }, path, add) {
    if (choices.length < (hasOpenChoice ? 1 : 2)) add("too_few_choices", `${path}.choices`);
    const earlier = /* @__PURE__ */ new Set();
    choices.forEach((choice, index) => {
      if (isBlank(choice)) add("blank_choice", `${path}.choices[${index}]`);
      else if (earlier.has(choice)) add("duplicate_choice", `${path}.choices[${index}]`, choice);
      earlier.add(choice);
    });
    const open = choices.length - 1;
    const other = choices.findIndex((choice, index) => index < open && OTHER.test(choice));
    if (hasOpenChoice && other >= 0 && !OTHER.test(choices[open]))
      add("open_choice_not_last", `${path}.choices[${other}]`, choices[other], choices[open]);
  }
};

const multipleChoiceLint = choicesLint;

const MAX_TEXT = 65535;
const openLint = {
  answers({ validation }) {
    const minimums = native.arrayOrEmpty(validation).map(
      ({ type, value }) => type === "min_length" ? Number(value) || 1 : 1
    );
    return ["x".repeat(Math.min(Math.ceil(Math.max(1, ...minimums)), MAX_TEXT))];
  },
  check({ validation }, path, add) {
    const limit = (type) => validation?.find((rule) => rule.type === type)?.value;
    const [min, max] = [limit("min_length"), limit("max_length")];
    if (min !== void 0 && max !== void 0 && min > max)
      add("length_rules", `${path}.validation`, min, max);
  }
};

const SCALES = [2, 3, 5, 7, 10];
const EMOJI_SCALES = [2, 3, 5];
const ratingLint = {
  requirement: "The scale must be a whole number from 2 to 10.",
  answers: Tab.ratingValues,
  check({ scale, display }, path, add) {
    if (!SCALES.includes(scale)) add("unusual_scale", `${path}.scale`, SCALES);
    else if (display === "emoji" && !EMOJI_SCALES.includes(scale))
      add("emoji_scale", `${path}.display`, EMOJI_SCALES);
  }
};

const singleChoiceLint = choicesLint;

const LINTS = {
  open: openLint,
  link: linkLint,
  rating: ratingLint,
  single_choice: singleChoiceLint,
  multiple_choice: multipleChoiceLint
};
function lintOf(type) {
  return LINTS[type];
}

const LABELS = ["lowerBoundLabel", "upperBoundLabel"];
const translationOf = (translations, language) => translations?.[Tab.translationKey(translations, language) ?? ""] ?? {};
function questionTexts(question, language) {
  const translation = translationOf(question.translations, language);
  const texts = [...Tab.QUESTION_TEXTS, ...LABELS].map(
    (name) => [question[name], translation[name]]
  );
  if (!("choices" in question)) return texts;
  const { choices } = translation;
  const isUsed = Array.isArray(choices) && choices.length === question.choices.length;
  return [...texts, ...question.choices.map((choice, index) => [choice, isUsed && choices[index]])];
}
function surveyTexts({ name, appearance, translations }, language) {
  const translation = translationOf(translations, language);
  const { displayIntroScreen, introScreenHeader, introScreenDescription } = appearance ?? {};
  const isHidden = (field) => field.startsWith("intro") && !displayIntroScreen || field.startsWith("thankYou") && !appearance?.displayThankYouMessage || field === "widgetLabel" && appearance?.widgetType !== "tab" || field === "backButtonText" && !appearance?.allowGoBack;
  const texts = Tab.SURVEY_TEXTS.filter((field) => !isHidden(field)).map(
    (field) => [appearance?.[field], translation[field]]
  );
  const showsName = displayIntroScreen && introScreenDescription && !introScreenHeader;
  return showsName ? [...texts, [name, translation.name]] : texts;
}
function languagesOf({ translations, questions }) {
  const tables = [translations, ...questions.map((question) => question.translations)];
  return [...new Set(tables.flatMap((table) => Object.keys(table ?? {})))];
}
function countTranslations(survey) {
  const languages = languagesOf(survey).filter((language) => language !== survey.base_language);
  return new Map(
    languages.map((language) => {
      const texts = [
        ...survey.questions.flatMap((question) => questionTexts(question, language)),
        ...surveyTexts(survey, language)
      ].filter(([original]) => Tab.isUsable(original));
      const untranslated = texts.filter(([, translated]) => !Tab.isUsable(translated));
      return [
        language,
        { total: texts.length, untranslated: untranslated.map(([original]) => `${original}`) }
      ];
    })
  );
}

const BRANCHING_TYPES = [
  "next_question",
  "end",
  "response_based",
  "specific_question"
];
const stepsFrom = (survey, index) => Tab.possibleSteps(survey, index).filter((step) => step !== "end");
function lintTarget({ questions }, target, path, add) {
  const exists = Number.isInteger(target) ? questions[target] !== void 0 : target === "end" || target === "next_question";
  if (!exists) add("branch_to_nowhere", path, target);
}
function lintResponses(survey, question, values, path, add) {
  const keys = Tab.rulesOf(question).branchKeys(question).filter((key) => key !== void 0);
  if (keys.length === 0) return add("branching_type", path);
  for (const [key, target] of Object.entries(values)) {
    const valuePath = `${path}.responseValues.${key}`;
    if (!keys.includes(key)) add("unknown_response", valuePath, key, keys, "choices" in question);
    lintTarget(survey, target, valuePath, add);
  }
}
function lintBranching(survey, question, path, add) {
  const { branching } = question;
  if (!branching?.type) return;
  if (!BRANCHING_TYPES.includes(branching.type))
    add("unknown_branching", path, branching.type, BRANCHING_TYPES);
  if (branching.type === "specific_question") lintTarget(survey, branching.index, path, add);
  if (branching.type === "response_based")
    lintResponses(survey, question, branching.responseValues ?? {}, path, add);
}
function positionsAfter(survey, index) {
  const positions = new Set(stepsFrom(survey, index));
  for (const position of positions) for (const step of stepsFrom(survey, position)) positions.add(step);
  positions.delete(index);
  return positions;
}
function cyclicPositions(survey) {
  const positions = [];
  const visited = /* @__PURE__ */ new Set();
  const visit = (index, path) => {
    visited.add(index);
    for (const step of stepsFrom(survey, index)) {
      if (step === index || path.includes(step)) positions.push(index);
      else if (!visited.has(step)) visit(step, [...path, index]);
    }
  };
  visit(0, []);
  return positions;
}
function lintFlow(survey, add) {
  const { questions, appearance } = survey;
  questions.forEach((question, index) => {
    lintBranching(survey, question, `questions[${index}].branching`, add);
  });
  const reachable = positionsAfter(survey, 0).add(0);
  questions.forEach((_, index) => {
    if (!reachable.has(index)) add("unreachable", `questions[${index}]`);
  });
  for (const index of cyclicPositions(survey)) add("circle", `questions[${index}].branching`);
  if (!appearance?.shuffleQuestions) return;
  const path = "appearance.shuffleQuestions";
  if (questions.some(Tab.hasBranching)) add("shuffle_ignored", path, "a question branches");
  else if (survey.enable_partial_responses) add("shuffle_ignored", path, "partial responses are on");
}

const numbersIn = (value) => [
  ...new Set([...(JSON.stringify(value) ?? "").matchAll(Tab.PLACEHOLDER)].map(([, number]) => Number(number)))
];
function lintAnswers(survey, add) {
  const { questions, appearance, translations } = survey;
  function lintText(path, value, isAnswered) {
    for (const number of numbersIn(value)) {
      const question = questions[number - 1];
      if (!question) add("answer_of_nothing", path, number);
      else if (question.type === "link") add("answer_of_link", path, number);
      else if (!isAnswered(number - 1)) add("answer_too_early", path, number);
    }
  }
  questions.forEach((question, index) => {
    for (const [name, value] of Object.entries(question)) {
      const path = `questions[${index}].${name}`;
      if (name !== "link" && name !== "choices")
        lintText(path, value, (position) => positionsAfter(survey, position).has(index));
      else if (numbersIn(value).length > 0) add("answer_not_shown", path);
    }
  });
  const texts = Object.entries({ ...appearance }).map(([name, value]) => [`appearance.${name}`, name, value]);
  const translated = Object.entries({ ...translations }).flatMap(
    ([language, fields]) => Object.entries({ ...fields }).map(([name, value]) => [`translations.${language}`, name, value])
  );
  for (const [path, name, value] of [...texts, ...translated])
    lintText(path, value, () => !name.startsWith("intro"));
}

const NAMED_COLORS = {
  white: "#fff",
  black: "#000",
  gray: "#808080",
  grey: "#808080",
  silver: "#c0c0c0",
  red: "#f00",
  green: "#008000",
  blue: "#00f",
  navy: "#000080",
  yellow: "#ff0",
  orange: "#ffa500",
  purple: "#800080"
};
const INPUT_TEXT = ["inputTextColor", "textColor"];
const PAIRS = [
  [["textColor"], ["backgroundColor"], "background"],
  [["textSubtleColor"], ["backgroundColor"], "background"],
  [["submitButtonTextColor"], ["submitButtonColor"], "accent"],
  [INPUT_TEXT, ["inputBackground", "inputBackgroundColor"]],
  [INPUT_TEXT, ["ratingButtonColor"]]
];
const MIN_CONTRAST = 4.5;
function colorOf(value) {
  const text = String(value ?? "").trim();
  return Tab.parseColor(NAMED_COLORS[text.toLowerCase()] ?? text);
}
function lintContrast(appearance, add) {
  const isSet = (field) => !isBlank(appearance[field]);
  const card = Tab.blend(colorOf(appearance.backgroundColor) ?? Tab.WHITE, Tab.WHITE);
  const palette = Tab.contrast(Tab.WHITE, card) > Tab.contrast(Tab.BLACK, card) ? Tab.DARK : Tab.LIGHT;
  const reported = /* @__PURE__ */ new Set();
  for (const [textFields, backgroundFields, builtIn] of PAIRS) {
    const textField = textFields.find(isSet);
    const setField = backgroundFields.find(isSet);
    if (!textField || reported.has(textField) || !(setField ?? builtIn)) continue;
    const text = colorOf(appearance[textField]);
    const background = colorOf(setField ? appearance[setField] : palette[builtIn]);
    if (!text || !background) continue;
    const opaque = Tab.blend(background, Tab.WHITE);
    const ratio = Tab.contrast(Tab.blend(text, opaque), opaque);
    if (ratio >= MIN_CONTRAST) continue;
    reported.add(textField);
    const name = setField ?? `the default ${backgroundFields[0]}`;
    add("contrast", `appearance.${textField}`, name, Math.floor(ratio * 100) / 100, MIN_CONTRAST);
  }
}
function lintWidget({ type, appearance }, add) {
  const { widgetType, widgetSelector, position } = appearance ?? {};
  const isWidget = type === "widget";
  if (isWidget && widgetType !== "tab" && widgetType !== "selector")
    add("widget_without_button", "appearance.widgetType");
  if (widgetSelector) return;
  const needsSelector = isWidget ? widgetType === "selector" : type === "popover" && position === "next_to_trigger";
  if (needsSelector) add("no_widget_selector", "appearance.widgetSelector", isWidget);
}
function lintAppearance(survey, add) {
  const { logo, displayIntroScreen } = survey.appearance ?? {};
  if (logo && !Tab.isLogoUrl(logo)) add("refused_logo", "appearance.logo");
  if (displayIntroScreen && !Tab.hasIntro(survey)) add("empty_intro", "appearance.introScreenHeader");
  lintContrast(survey.appearance ?? {}, add);
  lintWidget(survey, add);
}

function asReported(text) {
  return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? native.attempt(() => new URL(text).href) : void 0;
}
function lintUrl({ url, urlMatchType: type }, add) {
  const target = String(url ?? "").trim();
  if (!target) return;
  const path = "conditions.url";
  if (type === "exact" || type === "is_not") {
    const reported = asReported(target);
    const canMatch = reported !== void 0 && native.compileMatcher([target], "exact")?.(reported);
    if (!canMatch) add("unmatchable_url", path, { target, reported, isNegated: type === "is_not" });
  }
  if ((type === "regex" || type === "not_regex") && /^\^\\?\/(?![?*{])[^|]*$/.test(target))
    add("unmatchable_pattern", path, type === "not_regex");
}

const DEVICE_TYPES = ["Desktop", "Mobile", "Tablet", "Console", "Wearable"];
const CLOSING_BRACKETS = { "(": ")", "[": "]" };
function isBalanced(selector) {
  const open = [];
  for (const [part] of selector.matchAll(/\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|["'()[\]]/g)) {
    if (part.length > 1) continue;
    if (part === '"' || part === "'") return false;
    const closing = CLOSING_BRACKETS[part];
    if (closing) open.push(closing);
    else if (open.pop() !== part) return false;
  }
  return open.length === 0;
}
const isRegex = (type) => type === "regex" || type === "not_regex";
function lintPatterns(targets, type, path, add) {
  for (const target of isRegex(type) ? targets : [])
    if (isExponential(target)) add("slow_pattern", path, target);
}
function lintMatch(targets, type, path, add) {
  const texts = targets.filter((target) => typeof target === "string" && target.trim() !== "");
  if (texts.length === 0) return;
  if (native.compileMatcher(texts, type)) return lintPatterns(texts, type, path, add);
  add("invalid_condition", path, type && !Object.keys(VERBS).includes(type) ? type : void 0);
}
function lintDates({ start_date: start, end_date: end }, add) {
  for (const [path, date] of Object.entries({ start_date: start, end_date: end })) {
    if (date && Number.isNaN(Date.parse(date))) add("invalid_date", path);
  }
  if (start && end && Date.parse(end) <= Date.parse(start)) add("never_runs", "end_date");
}
function lintTriggers(conditions, add) {
  let isInvalid = false;
  Tab.prepareTriggers(conditions, {
    compileMatcher(targets, type, maxLength) {
      const matcher = native.compileMatcher(targets, type, maxLength);
      if (matcher && !maxLength) lintPatterns(targets, type, "conditions", add);
      return matcher;
    },
    pageUrl: () => "",
    onInvalid() {
      isInvalid = true;
    }
  });
  if (isInvalid) add("invalid_trigger", "conditions");
}
function lintDevices({ deviceTypes, deviceTypesMatchType: type }, add) {
  const devices = (deviceTypes ?? []).filter((device) => device.trim());
  const matches = devices.length > 0 && native.compileMatcher(devices, type);
  if (matches && !DEVICE_TYPES.some(matches))
    add("unknown_device", "conditions.deviceTypes", devices, DEVICE_TYPES);
}
function lintCancelEvents({ events, cancelEvents }, add) {
  const isCancelledBy = (started) => (cancelling) => cancelling.name === started.name && ["{}", JSON.stringify(started.propertyFilters ?? {})].includes(
    JSON.stringify(cancelling.propertyFilters ?? {})
  );
  const cancelled = native.arrayOrEmpty(events?.values).filter(
    (started) => native.arrayOrEmpty(cancelEvents?.values).some(isCancelledBy(started))
  );
  const names = [...new Set(cancelled.map(({ name }) => name))];
  if (names.length > 0) add("cancelled_trigger", "conditions.cancelEvents", names);
}
function lintConditions(survey, add) {
  const { conditions } = survey;
  if (!native.hasValidConditions(survey))
    add("malformed", "conditions", "A condition, filter or flag does not have the shape that it should.");
  const { url, urlMatchType, deviceTypes, deviceTypesMatchType, selector, linkedFlagVariant } = conditions;
  lintDates(survey, add);
  lintMatch([url], urlMatchType, "conditions.url", add);
  lintUrl(conditions, add);
  lintMatch(deviceTypes ?? [], deviceTypesMatchType, "conditions.deviceTypes", add);
  lintDevices(conditions, add);
  if (selector && !isBalanced(selector)) add("invalid_selector", "conditions.selector");
  lintTriggers(conditions, add);
  lintCancelEvents(conditions, add);
  if (linkedFlagVariant && !survey.linked_flag_key && !survey.linked_flag)
    add("variant_without_flag", "conditions.linkedFlagVariant");
}

function lintTranslations$1(question, path, add) {
  const count = "choices" in question ? question.choices.length : 0;
  const translations = Object.entries(question.translations ?? {});
  for (const [language, { choices }] of translations) {
    if (choices && choices.length !== count)
      add("translated_choices", `${path}.translations.${language}.choices`, count);
  }
}
function lintQuestion(question, path, add) {
  if (isBlank(question.question)) add("no_text", `${path}.question`);
  lintOf(question.type).check(question, path, add);
  lintTranslations$1(question, path, add);
}
function lintIds(written, parsed, add) {
  const ids = written.map(({ id }) => native.toText(id));
  ids.forEach((id, index) => {
    const path = `questions[${index}].id`;
    if (isBlank(id)) add("missing_id", path, parsed[index].id);
    else if (ids.indexOf(id) < index) add("duplicate_id", path, id, parsed[index].id);
  });
}

function failedCheck({ survey, ...prepared }) {
  const { url, urlMatchType, linkedFlagVariant: variant } = survey.conditions;
  const urls = [String(url ?? "").trim(), "https://example.com/", "https://example.org/"];
  const matchesUrl = /regex/.test(urlMatchType ?? "") ? void 0 : prepared.url;
  const isVariant = (key) => key === survey.linked_flag_key && !!variant && variant !== "any";
  return native.firstFailedCheck(
    { survey, ...prepared, url: matchesUrl },
    {
      now: prepared.start,
      url: urls.find((candidate) => matchesUrl?.(candidate)) ?? "https://example.com/",
      device: DEVICE_TYPES.find((candidate) => prepared.device?.(candidate)) ?? "Desktop",
      flag: (key) => isVariant(key) ? variant : true,
      flagsLoaded: true,
      lastSeen: () => NaN,
      isSeen: () => false,
      isInProgress: () => false,
      isTriggered: () => true,
      matchesSelector: () => true
    }
  );
}
const MAX_ANSWERS = 200;
function acceptedAnswers(question) {
  const rules = Tab.rulesOf(question);
  return [null, ...lintOf(question.type).answers(question)].slice(0, MAX_ANSWERS).filter((answer) => rules.problem(question, rules.restore(question, answer)) === null);
}
function lintVisit(survey, add) {
  const launched = { ...survey, start_date: survey.start_date || (/* @__PURE__ */ new Date(0)).toISOString() };
  const check = failedCheck(native.prepareSurvey(launched, {}));
  if (check) add("never_shown", CHECK_FIELDS[check] ?? "", check);
  const reached = /* @__PURE__ */ new Set([0]);
  for (const index of reached) {
    const question = survey.questions[index];
    const answers = acceptedAnswers(question);
    if (answers.length === 0) add("unanswerable", `questions[${index}]`);
    for (const answer of answers) {
      const step = Tab.nextStep(survey, index, answer);
      if (step !== "end") reached.add(step);
    }
  }
}

const NEVER_SHOWN = "Visitors never see the survey.";
const NO_ANSWER = 'Visitors see a dash, or the text after "|".';
const MAX_NAMED_TEXTS = 3;
const ERRORS = {
  // Survey
  malformed: (problem, effect = NEVER_SHOWN) => `${problem} ${effect}`,
  no_questions: () => `The survey has no questions. ${NEVER_SHOWN} Add one.`,
  unknown_type: (type, types) => `"${type}" is not a survey type. ${NEVER_SHOWN} Use ${types.join(", ")}.`,
  // Questions
  duplicate_id: (duplicate, id) => `An earlier question has the id "${duplicate}". Answers to this one are reported as "${id}". Set another id.`,
  no_text: () => "The question has no text. Visitors see no question. Write one.",
  blank_choice: () => "The choice has no text. Visitors see an empty line. Write a label or remove it.",
  duplicate_choice: (choice) => `"${choice}" is listed twice. Reports cannot tell them apart. Rename or remove one.`,
  missing_link: () => "The link has no address. The button opens nothing. Enter an address.",
  refused_link: () => "The address does not begin with https:, http:, mailto: or tel:. The button opens nothing. Correct it.",
  length_rules: (min, max) => `No text has at least ${min} and at most ${max} characters. Visitors cannot answer. Change a limit.`,
  translated_choices: (count) => `The translation needs ${count} choices. Visitors see them untranslated. Add a text for each.`,
  unanswerable: () => "No answer fits the rules of this question. Visitors cannot finish the survey. Change a rule or make it optional.",
  // Flow
  branch_to_nowhere: (target) => Number.isInteger(target) ? `There is no question at position ${target}, counted from 0. Visitors get the next question. Choose another target.` : `${JSON.stringify(target) ?? "A missing target"} is not a position. Visitors get the next question. Choose a target.`,
  unknown_branching: (type, types) => `"${type}" is not a type of branching. Visitors get the next question. Use ${types.join(", ")}.`,
  branching_type: () => "Only single choice questions and ratings of 2, 3, 5, 7 or 10 can branch by response. Visitors get the next question. Branch another way.",
  unreachable: () => "No path leads to this question. Visitors never see it. Branch to it or remove it.",
  answer_of_nothing: (number) => `The text shows the answer to question ${number}, which does not exist. ${NO_ANSWER} Correct the number.`,
  answer_not_shown: () => "Links and choices show no answers. Visitors see the braces. Move the answer into the question.",
  answer_of_link: (number) => `The text shows the answer to question ${number}, which is a link. Visitors see "link clicked". Choose another question.`,
  answer_too_early: (number) => `The text shows the answer to question ${number}, which nobody has answered by then. ${NO_ANSWER} Choose an earlier question.`,
  // Conditions
  invalid_date: () => `The date cannot be read. ${NEVER_SHOWN} Write it like 2026-01-31.`,
  never_runs: () => `The survey ends before it starts. ${NEVER_SHOWN} Change one of the dates.`,
  invalid_condition: (unknownType) => unknownType ? `"${unknownType}" is not a match type. ${NEVER_SHOWN} Choose another one.` : `The pattern is not a valid regular expression. ${NEVER_SHOWN} Correct it.`,
  unknown_device: (devices, known) => `No device meets this condition with ${devices.map((device) => `"${device}"`).join(", ")}. ${NEVER_SHOWN} Use ${known.join(", ")}.`,
  cancelled_trigger: (events) => `${events.map((event) => `"${event}"`).join(", ")} both shows and cancels the survey. It never shows the survey. Remove it from one of the lists.`,
  never_shown: (check) => `No visitor passes the check "${check}". ${NEVER_SHOWN} Correct the condition.`,
  invalid_selector: () => `The selector has an unpaired bracket or quote. ${NEVER_SHOWN} Correct it.`,
  invalid_trigger: () => "An event or action has a filter that is not valid. It never triggers anything. Correct the filter.",
  // Appearance
  refused_logo: () => "The address does not begin with https: or data:image/. Visitors see no logo. Correct it.",
  widget_without_button: () => 'The widget has neither a tab nor a selector. Visitors cannot open it. Set "tab" or "selector".',
  no_widget_selector: (isWidget) => isWidget ? "The widget has no selector. Visitors cannot open it. Enter a selector." : "The survey has no selector. Visitors see it at the bottom of the window. Enter a selector."
};
const WARNINGS = {
  missing_id: (id) => `The question has no id. Its answers are reported as "${id}", which changes when questions move. Set an id.`,
  too_few_choices: () => "There is only one choice. Visitors have nothing to choose from. Add another.",
  unusual_scale: (scales) => `The scale is not one of ${scales.join(", ")}. Its answers cannot branch. Choose one of these.`,
  open_choice_not_last: (other, last) => `"${other}" is not the last choice. The text field belongs to "${last}". Move "${other}" to the end.`,
  emoji_scale: (scales) => `Emoji exist only for scales of ${scales.join(", ")}. Visitors see numbers. Choose one of these scales.`,
  unknown_response: (key, keys, byPosition) => `No answer has the key "${key}". This branch is never taken. Use ${keys.join(", ")}${byPosition ? " (positions of choices)" : ""}.`,
  circle: () => "This branch can lead back. Visitors follow the branch of the answered question instead. Branch forward.",
  shuffle_ignored: (reason) => `Questions are not shuffled, because ${reason}. Turn one off.`,
  variant_without_flag: () => "A flag variant is set, but no flag is linked. The variant is ignored. Link a flag or remove the variant.",
  unmatchable_url: (condition) => {
    const { target, reported, isNegated } = condition;
    const effect = isNegated ? "The condition holds on every page." : NEVER_SHOWN;
    const remedy = reported ? `Browsers write it "${reported}". Enter that.` : `Enter all of it, from https:// on, or choose "${isNegated ? "does not contain" : "contains"}".`;
    return `No URL of a page equals "${target}". ${effect} ${remedy}`;
  },
  unmatchable_pattern: (isNegated) => `The pattern begins with a path, and a URL begins with its scheme. ${isNegated ? "The condition holds on every page." : NEVER_SHOWN} Remove the "^".`,
  slow_pattern: (pattern) => `The pattern "${pattern}" can split a text in exponentially many ways. Pages freeze on some texts of 30 characters. Remove a repetition, or end it with a character that it does not contain.`,
  incomplete_translation: (language, total, untranslated) => {
    const count = untranslated.length;
    if (count === total)
      return `None of ${total} texts is translated (${language}). Visitors see the original texts. Translate them or remove the language.`;
    const named = untranslated.slice(0, MAX_NAMED_TEXTS).map((text) => `"${text}"`);
    const others = count > MAX_NAMED_TEXTS ? ` and ${count - MAX_NAMED_TEXTS} more` : "";
    return `${total - count} of ${total} texts are translated (${language}). Visitors see ${named.join(", ")}${others} in the original language. Translate the rest.`;
  },
  empty_intro: () => "The introduction has no text. Visitors never see it. Write one or switch it off.",
  contrast: (background, ratio, minimum) => `The contrast with ${background} is ${ratio}; text needs ${minimum}. Visitors see another shade. Choose one that stands out.`
};

const SURVEY_TYPES = ["popover", "widget", "api", "external_survey"];
function lintTranslations(survey, add) {
  for (const [language, { total, untranslated }] of countTranslations(survey))
    if (untranslated.length > 0)
      add("incomplete_translation", `translations.${language}`, language, total, untranslated);
}
function lintUnparsed(questions, problem, add) {
  if (problem === "id") return add("malformed", "id", "The survey has no id.");
  if (!problem.startsWith("questions"))
    return add("malformed", "", "The survey has a field that cannot be read.");
  if (questions.length === 0) return add("no_questions", "questions");
  questions.forEach((question, index) => {
    if (native.parseQuestion(question)) return;
    const type = String(native.objectOrEmpty(question).type);
    const requirement = native.QUESTION_TYPES.includes(type) ? lintOf(type).requirement : `"${type}" is not a question type. Use ${native.QUESTION_TYPES.join(", ")}.`;
    add("malformed", `questions[${index}]`, requirement);
  });
}
function lintSurvey(survey) {
  const findings = [];
  const add = (code, path, ...values) => {
    const text = { ...ERRORS, ...WARNINGS }[code];
    findings.push({ code, path, message: text(...values), severity: code in ERRORS ? "error" : "warning" });
  };
  const attempt = (path, check) => {
    try {
      check();
    } catch {
      add("malformed", path, "A value here has an unexpected type.", "It was not checked. Correct it.");
    }
  };
  const written = native.arrayOrEmpty(native.objectOrEmpty(survey).questions);
  const parsed = native.parseSurvey(survey);
  if (typeof parsed === "string") {
    lintUnparsed(written, parsed, add);
    return findings;
  }
  if (!SURVEY_TYPES.includes(parsed.type)) add("unknown_type", "type", parsed.type, SURVEY_TYPES);
  lintIds(written, parsed.questions, add);
  parsed.questions.forEach((question, index) => {
    const path = `questions[${index}]`;
    attempt(path, () => lintQuestion(question, path, add));
  });
  attempt("questions", () => lintFlow(parsed, add));
  attempt("questions", () => lintAnswers(parsed, add));
  attempt("conditions", () => lintConditions(parsed, add));
  attempt("appearance", () => lintAppearance(parsed, add));
  attempt("translations", () => lintTranslations(parsed, add));
  if (findings.every(({ severity }) => severity === "warning")) attempt("", () => lintVisit(parsed, add));
  return findings;
}

function withoutHtml(survey) {
  return {
    ...survey,
    questions: survey.questions.map((question) => ({ ...question, descriptionContentType: "text" })),
    appearance: {
      ...survey.appearance,
      introScreenDescriptionContentType: "text",
      thankYouMessageDescriptionContentType: "text"
    }
  };
}
function createPreviewSession({ survey: translated, language }, definition, position, options) {
  const restored = (index) => Tab.rulesOf(definition.questions[index]).restore(
    definition.questions[index],
    options.answers?.[index] ?? null
  );
  const complete = { ...translated, appearance: translated.appearance ?? {} };
  const survey = Tab.pipeAnswers(complete, (index) => {
    const asked = translated.questions[index];
    return asked && Tab.rulesOf(asked).answer(asked, restored(index));
  });
  const question = survey.questions[position] ?? null;
  const page = question ? "question" : position < 0 ? "intro" : "thanks";
  const path = options.path ?? pathToQuestion$1(survey, position);
  const answerAt = (index) => options.answers?.[index] ?? null;
  const step = path.length + 1;
  const of = question ? step + Tab.maxRemainingQuestions(survey, position, path, answerAt) : step;
  const state = {
    survey,
    page,
    index: Math.max(0, position),
    path,
    answers: {},
    submissionId: "",
    language,
    end: null
  };
  const submit = (answer) => {
    options.onSubmit?.(answer);
    return null;
  };
  return {
    state: () => state,
    subscribe: () => () => {
    },
    question: () => question,
    draft: () => question && Tab.rulesOf(question).restore(question, answerAt(position)),
    choiceOrder: () => question && "choices" in question ? question.choices.map((_, index) => index) : [],
    progress: () => ({ step, of }),
    canGoBack: () => question !== null && path.length > 0 && survey.appearance?.allowGoBack === true,
    shown: () => {
    },
    begin: () => void submit(null),
    submit: (draft) => question && (Tab.rulesOf(question).problem(question, draft) ?? submit(Tab.rulesOf(question).answer(question, draft))),
    answer: submit,
    back: () => options.onBack?.(path.at(-1)),
    dismiss: () => options.onClose?.(),
    hide: () => {
    }
  };
}
function drawPreviewTab(container, translated, words, parent, options) {
  const draw = () => Tab.drawTab(container, translated, { words, parent, onOpen: () => options.onOpen?.() });
  draw();
  const button = container.firstElementChild;
  if (options.dir) button.dir = options.dir;
  button.setAttribute("aria-expanded", String(options.isOpen === true));
  Object.assign(button.style, { position: "static", margin: "0" });
  return { draw, remove: () => Tab.Q(null, container) };
}
function renderSurveyPreview(element, survey, options) {
  const normalized = normalizeSurvey(survey);
  const translated = Tab.translate(options.plainText ? withoutHtml(normalized) : normalized, options.language);
  const appearance = translated.survey.appearance ?? {};
  for (const previous of element.querySelectorAll(":scope > .earshot-survey")) previous.remove();
  const mount = Tab.createMount(element.ownerDocument, {
    surveyId: survey.id,
    display: "inline",
    nonce: options.nonce
  });
  element.append(mount.host);
  const { page } = options;
  const words = Tab.createWords(
    {
      page: { setTimer: () => () => {
      } },
      loadWords: async () => (await Promise.resolve().then(function () { return require('./chunk-lookUpWord.cjs'); })).lookUpWord,
      // Without its file the drawing stays in English.
      emitError() {
      }
    },
    { overrides: options.words ?? {}, parent: element, onReady: () => mount.host.isConnected && draw() }
  );
  const { draw, remove } = page === "tab" ? drawPreviewTab(mount.container, translated, words, element, options) : Tab.createCard(mount.container, {
    session: createPreviewSession(translated, normalized, page, options),
    words,
    parent: element,
    display: "preview",
    position: "right",
    dir: options.dir,
    closable: appearance.hideCancelButton !== true
  });
  const stopTheme = Tab.keepThemed(mount.host, appearance, options.colorScheme ?? "light");
  mount.container.hidden = false;
  return () => {
    stopTheme();
    remove();
    mount.unmount();
  };
}

exports.describeFailures = describeFailures;
exports.lintSurvey = lintSurvey;
exports.nextStep = nextStep;
exports.pathToQuestion = pathToQuestion;
exports.renderSurveyPreview = renderSurveyPreview;
exports.skipAnswered = skipAnswered;
exports.tryUrl = tryUrl;
