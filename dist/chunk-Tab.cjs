'use strict';

var native = require('./chunk-native.cjs');

const LINK_CLICKED = "link clicked";
const linkRules = {
  empty: () => false,
  restore: (_, answer) => answer === LINK_CLICKED,
  answer: (_, draft) => draft ? LINK_CLICKED : null,
  problem: (question, draft) => draft || question.optional ? null : { code: "required" },
  branchKey: () => void 0,
  branchKeys: () => [],
  prefill: () => void 0,
  submitsAtOnce: () => false
};

const INVISIBLE = /[\s\u200b-\u200d\u2060\ufeff]/;
function trimInvisible(text) {
  let start = 0;
  let end = text.length;
  while (start < end && INVISIBLE.test(text[start])) start++;
  while (start < end && INVISIBLE.test(text[end - 1])) end--;
  return text.slice(start, end);
}

const openChoiceOf = (question) => question.hasOpenChoice ? question.choices.length - 1 : -1;
function pickedTexts(question, draft) {
  const open = openChoiceOf(question);
  const labels = draft.picked.filter((position) => position !== open).map((position) => question.choices[position]);
  const typed = draft.picked.includes(open) ? trimInvisible(draft.other) : "";
  return [.../* @__PURE__ */ new Set([...labels, typed])].filter(Boolean);
}
function draftOf(question, answer, picked) {
  const texts = [answer ?? []].flat().map(String);
  const open = openChoiceOf(question);
  const positionOf = /* @__PURE__ */ new Map();
  question.choices.forEach((label, position) => {
    if (position !== open && !positionOf.has(label)) positionOf.set(label, position);
  });
  const typed = texts.find((text) => trimInvisible(text) && !positionOf.has(text));
  if (picked) {
    const other = picked.includes(open) ? typed ?? texts[texts.length - 1] ?? "" : "";
    if (pickedTexts(question, { picked, other }).join("\n") === texts.join("\n")) return { picked, other };
  }
  const positions = texts.map((text) => positionOf.get(text)).filter((position) => position !== void 0);
  return typed && open >= 0 ? { picked: [...positions, open], other: typed } : { picked: positions, other: "" };
}
const lacksText = (question, draft) => draft.picked.includes(openChoiceOf(question)) && !trimInvisible(draft.other);
function labelAt(question, text) {
  return /^\d+$/.test(text) ? question.choices[Number(text)] : void 0;
}

const multipleChoiceRules = {
  empty: () => ({ picked: [], other: "" }),
  restore: draftOf,
  answer(question, draft) {
    const texts = pickedTexts(question, draft);
    return texts[0] ? texts : null;
  },
  problem(question, draft) {
    if (question.optional) return null;
    if (lacksText(question, draft)) return { code: "required_other" };
    return pickedTexts(question, draft)[0] ? null : { code: "required_choice" };
  },
  branchKey: () => void 0,
  branchKeys: () => [],
  prefill(question, values) {
    const labels = values.map((value) => labelAt(question, value)).filter((label) => label !== void 0);
    return labels.length > 0 ? [...new Set(labels)] : void 0;
  },
  submitsAtOnce: () => false
};

const lengthOf = (text) => [...text].length;
function lengthProblem(rule, length) {
  const limit = rule.value;
  if (typeof limit !== "number") return null;
  const text = rule.errorMessage || void 0;
  if (rule.type === "min_length" && length < limit) return { code: "too_short", limit, text };
  if (rule.type === "max_length" && length > limit) return { code: "too_long", limit, text };
  return null;
}
const openRules = {
  empty: () => "",
  restore: (_, answer) => typeof answer === "string" ? answer : "",
  answer: (_, draft) => trimInvisible(draft) || null,
  problem(question, draft) {
    const text = trimInvisible(draft);
    if (!text) return question.optional ? null : { code: "required" };
    const length = lengthOf(text);
    for (const rule of question.validation ?? []) {
      const problem = lengthProblem(rule, length);
      if (problem) return problem;
    }
    return null;
  },
  branchKey: () => void 0,
  branchKeys: () => [],
  prefill: () => void 0,
  submitsAtOnce: () => false
};

const RATING_BUCKETS = {
  2: [
    ["positive", 1],
    ["negative", 2]
  ],
  3: [
    ["negative", 1],
    ["neutral", 2],
    ["positive", 3]
  ],
  5: [
    ["negative", 2],
    ["neutral", 3],
    ["positive", 5]
  ],
  7: [
    ["negative", 3],
    ["neutral", 4],
    ["positive", 7]
  ],
  10: [
    ["detractors", 6],
    ["passives", 8],
    ["promoters", 10]
  ]
};

function ratingValues(question) {
  const first = question.scale === 10 ? 0 : 1;
  return [...Array(question.scale - first + 1)].map((_, step) => first + step);
}
function ratingOf(question, answer) {
  const single = Array.isArray(answer) ? answer.length === 1 ? answer[0] : "" : answer;
  if (single === null || single === "") return null;
  const value = Number(single);
  return ratingValues(question).includes(value) ? value : null;
}
const literalKeys = ({ branching }) => branching?.type === "response_based" ? Object.keys(branching.responseValues ?? {}) : [];
const bucketOf = (scale, value) => RATING_BUCKETS[scale]?.find(([, upTo]) => value <= upTo)?.[0];
const ratingRules = {
  empty: () => null,
  restore: ratingOf,
  answer: ratingOf,
  problem: (question, draft) => ratingOf(question, draft) !== null || question.optional ? null : { code: "required" },
  branchKey(question, answer) {
    const value = ratingOf(question, answer);
    if (value === null) return void 0;
    const literal = String(value);
    return literalKeys(question).includes(literal) ? literal : bucketOf(question.scale, value);
  },
  branchKeys: (question) => [
    ...new Set(ratingValues(question).map((value) => ratingRules.branchKey(question, value)))
  ],
  prefill: (question, values) => ratingOf(question, values[0] ?? null) ?? void 0,
  submitsAtOnce: (question) => question.skipSubmitButton === true
};

const singleChoiceRules = {
  empty: () => ({ picked: [], other: "" }),
  restore(question, answer, picked) {
    const draft = draftOf(question, answer, picked);
    return { picked: draft.picked.slice(0, 1), other: draft.other };
  },
  answer: (question, draft) => pickedTexts(question, draft)[0] ?? null,
  problem(question, draft) {
    if (question.optional || pickedTexts(question, draft)[0]) return null;
    return { code: lacksText(question, draft) ? "required_other" : "required_choice" };
  },
  branchKey(question, answer) {
    if (typeof answer === "number") return String(answer);
    if (typeof answer !== "string") return void 0;
    const position = question.choices.indexOf(answer);
    const key = position >= 0 ? position : openChoiceOf(question);
    return key >= 0 ? String(key) : void 0;
  },
  branchKeys: (question) => question.choices.map((_, position) => String(position)),
  prefill: (question, values) => labelAt(question, values[0] ?? ""),
  submitsAtOnce: (question) => question.skipSubmitButton === true && !question.hasOpenChoice
};

const RULES = {
  open: openRules,
  link: linkRules,
  rating: ratingRules,
  single_choice: singleChoiceRules,
  multiple_choice: multipleChoiceRules
};
function rulesOf(question) {
  return RULES[question.type];
}

const following = ({ questions }, index) => index + 1 < questions.length ? index + 1 : "end";
const parseStep = (survey, index, value) => value === "end" || Number.isInteger(value) && survey.questions[value] ? value : following(survey, index);
const ownValue = (values, key) => key && Object.getOwnPropertyDescriptor(values ?? {}, key)?.value;
function nextStep(survey, index, answer) {
  const question = survey.questions[index];
  const branching = question?.branching;
  switch (branching?.type) {
    case "end":
      return "end";
    case "specific_question":
      return parseStep(survey, index, branching.index);
    case "response_based": {
      const key = rulesOf(question).branchKey(question, answer);
      return parseStep(survey, index, ownValue(branching.responseValues, key));
    }
    default:
      return following(survey, index);
  }
}
function skipAnswered(survey, step, answered, answerOf) {
  let reached = step;
  for (let skipped = 0; reached !== "end" && answered.has(reached); skipped++) {
    if (skipped >= answered.size) return "end";
    reached = nextStep(survey, reached, answerOf(reached));
  }
  return reached;
}
const hasBranching = ({ branching }) => !!branching?.type && branching.type !== "next_question";
function possibleSteps(survey, index) {
  const question = survey.questions[index];
  const { branching, optional } = question;
  if (branching?.type !== "response_based") return [nextStep(survey, index, null)];
  const steps = rulesOf(question).branchKeys(question).map((key) => parseStep(survey, index, ownValue(branching.responseValues, key)));
  if (optional || steps.length === 0) steps.push(following(survey, index));
  return [...new Set(steps)];
}

function safeUrl(url, options) {
  if (typeof url !== "string") return void 0;
  const trimmed = url.replace(/[\u0000-\u001f\u007f]/g, "").trim();
  const plain = options.relative ? trimmed.replace(/^[/\\]{2,}/, "https://") : trimmed;
  const isRelative = !/^[^/?#]*?:/.test(plain);
  if (isRelative) return options.relative && plain ? plain : void 0;
  return /^(https?:\/*|mailto:|tel:)[^/]/i.test(plain) ? plain : void 0;
}

const SURVEY_TEXTS = [
  "thankYouMessageHeader",
  "thankYouMessageDescription",
  "thankYouMessageCloseButtonText",
  "introScreenHeader",
  "introScreenDescription",
  "introScreenButtonText",
  "submitButtonText",
  "backButtonText",
  "placeholder",
  "widgetLabel"
];
const QUESTION_TEXTS = ["question", "description", "buttonText"];
const TYPE_TEXTS = ["link", "lowerBoundLabel", "upperBoundLabel"];
const preferredLanguage = (preferences) => preferences.map((preference) => typeof preference === "string" ? preference.trim() : "").find((preference) => preference !== "");
const translateForVisitor = (survey, host) => translate(
  survey,
  preferredLanguage([
    host.config().override_display_language,
    host.personLanguage(),
    host.page.browserInfo().language
  ])
);
function translationKey(translations, requested) {
  const find = (tag2) => Object.keys(translations ?? {}).find((key) => key.toLowerCase() === tag2);
  const tag = requested.toLowerCase();
  return find(tag) ?? find(tag.split("-")[0]);
}
const isUsable = (text) => typeof text === "string" && text.trim() !== "";
const isEmpty = (changes) => Object.keys(changes).length === 0;
const textsOf = (translation, names) => Object.fromEntries(
  names.filter((name) => isUsable(translation[name])).map((name) => [name, translation[name]])
);
function choicesOf(question, { choices }) {
  const { choices: original } = question;
  return Array.isArray(choices) && choices.length === original?.length && choices.some(isUsable) ? { choices: choices.map((choice, index) => isUsable(choice) ? choice : original[index]) } : {};
}
const questionChanges = (question, translation) => ({
  ...textsOf(translation, QUESTION_TEXTS),
  ...textsOf(
    translation,
    TYPE_TEXTS.filter((name) => isUsable(question[name]))
  ),
  ...choicesOf(question, translation)
});
function surveyChanges({ appearance }, translation) {
  const texts = textsOf(translation, SURVEY_TEXTS);
  return {
    ...textsOf(translation, ["name"]),
    ...isEmpty(texts) ? {} : { appearance: { ...appearance, ...texts } }
  };
}
function translate(survey, requested) {
  if (requested === void 0) return { survey, language: null };
  let language = null;
  function apply(definition, changesOf) {
    const key = translationKey(definition.translations, requested);
    const translation = key === void 0 ? void 0 : definition.translations[key];
    const changes = translation ? changesOf(definition, translation) : {};
    if (isEmpty(changes)) return definition;
    language ?? (language = key);
    return { ...definition, ...changes };
  }
  const translated = apply(survey, surveyChanges);
  const questions = survey.questions.map(
    (question) => apply(question, questionChanges)
  );
  return { survey: language === null ? survey : { ...translated, questions }, language };
}

const PLACEHOLDER = /{{answer:(\d+)(?:\|([^{}]*))?}}/g;
function pipeAnswers(survey, answerAt) {
  const pipeIn = (texts) => native.ownOptions(
    Object.fromEntries(
      Object.entries(texts).map(([key, value]) => [
        key,
        typeof value === "string" && key !== "link" ? value.replace(PLACEHOLDER, (_, number, missing = "\u2014") => {
          const text = [answerAt(number - 1) ?? []].flat().join(", ") || missing;
          return texts[`${key}ContentType`] === "html" ? text.replace(/["'&<]/g, (character) => `&#${character.charCodeAt(0)};`) : text;
        }) : value
      ])
    )
  );
  return { ...survey, appearance: pipeIn(survey.appearance), questions: survey.questions.map(pipeIn) };
}

const hasIntro = ({ appearance }) => !!appearance?.displayIntroScreen && !!(appearance.introScreenHeader || appearance.introScreenDescription);

const WHITE = [255, 255, 255, 1];
const BLACK = [0, 0, 0, 1];
function parseColor(text) {
  const hex = /^#(?:([\da-f]{3,4})|([\da-f]{6}(?:[\da-f]{2})?))$/i.exec(text.trim());
  if (hex) {
    const digits = hex[2] ?? hex[1].replace(/./g, "$&$&");
    const byteAt = (index) => parseInt(digits.slice(index, index + 2), 16);
    return [byteAt(0), byteAt(2), byteAt(4), digits.length > 6 ? byteAt(6) / 255 : 1];
  }
  const call = /^(rgba?\(|color\(srgb )([^()]+)\)$/i.exec(text.trim());
  if (!call) return void 0;
  const unit = call[1][0].toLowerCase() === "c" ? 1 : 255;
  const [red, green, blue, alpha = 1] = call[2].trim().split(/[\s,/]+/).map((part, index) => {
    const value = part === "none" ? 0 : parseFloat(part);
    const max = index < 3 ? unit : 1;
    return Math.min(Math.max(part.endsWith("%") ? value / 100 * max : value, 0), max) * (index < 3 ? 255 / unit : 1);
  });
  const color = [red, green, blue, alpha];
  return color.every((value) => value >= 0) ? color : void 0;
}
const blend = (top, background) => mix([top[0], top[1], top[2], 1], background, 1 - top[3]);
function mix(from, to, part) {
  const channelAt = (channel) => from[channel] + (to[channel] - from[channel]) * part;
  return [channelAt(0), channelAt(1), channelAt(2), from[3]];
}
function luminance([red, green, blue]) {
  const linear = (channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
function withContrast(color, background, ratio) {
  const end = contrast(WHITE, background) >= contrast(BLACK, background) ? WHITE : BLACK;
  const seen = blend(color, background);
  if (contrast(seen, background) >= ratio) return color;
  for (let step = 1; step < 16; step++) {
    const candidate = mix(seen, end, step / 16);
    if (contrast(candidate, background) >= ratio) return candidate;
  }
  return end;
}
const toCssColor = ([red, green, blue, alpha]) => `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${Math.round(alpha * 1e3) / 1e3})`;

const isLogoUrl = (logo) => typeof logo === "string" && /^(https:|data:image\/)/.test(logo);

const mediaQuery = (preference) => native.attempt(() => matchMedia(`(prefers-${preference})`));

const LIGHT = {
  background: "#ffffff",
  text: "#1f1c28",
  accent: "#29253a",
  ring: "#6e56cf",
  error: "#c2273a"
};
const DARK = {
  background: "#1d1b24",
  text: "#f4f2f8",
  accent: "#f4f2f8",
  ring: "#a290ff",
  error: "#ff8f96"
};
const CSS_PROPERTIES = {
  fontFamily: "font-family",
  maxWidth: "width",
  zIndex: "z-index",
  boxPadding: "padding",
  boxShadow: "box-shadow",
  borderRadius: "border-radius",
  disabledButtonOpacity: "opacity"
};
function applyTheme(host, appearance, options) {
  const styles = native.attempt(() => getComputedStyle(host));
  const configured = (field) => native.attempt(() => styles.getPropertyValue(customProperty(field)).trim()) || appearance[field];
  const variables = colorVariables(host, configured, options.dark);
  for (const [field, property] of Object.entries(CSS_PROPERTIES)) {
    const css = `${configured(field) ?? ""}`;
    variables[property] = native.attempt(() => CSS.supports(property, css)) === false ? "" : css;
  }
  for (const name in variables) host.style.setProperty(`--e-${name}`, variables[name]);
}
const customProperty = (field) => `--earshot-${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
function colorVariables(host, configured, prefersDark) {
  const variables = native.nullProtoRecord();
  const probe = createProbe(host);
  const colorOf = (css, ...fields) => {
    for (const field2 of fields) {
      const color = resolveColor(probe, configured(field2));
      if (color) return color;
    }
    return { css, rgb: parseColor(css) };
  };
  const setBackground = (name, { css, rgb }, below) => {
    const seen = blend(rgb, below);
    variables[name] = rgb[3] < 1 ? toCssColor(seen) : css;
    return seen;
  };
  const setForeground = (name, { css, rgb }, background2, ratio = 4.5) => {
    const readable = withContrast(rgb, background2, ratio);
    variables[name] = readable === rgb ? css : toCssColor(readable);
  };
  const textColorOn = (background2) => contrast(WHITE, background2) < 4.5 ? LIGHT.text : LIGHT.background;
  const background = setBackground(
    "bg",
    colorOf((prefersDark ? DARK : LIGHT).background, "backgroundColor"),
    WHITE
  );
  const isDark = contrast(WHITE, background) > contrast(BLACK, background);
  const palette = isDark ? DARK : LIGHT;
  const text = colorOf(palette.text, "textColor");
  const tint = (part) => toCssColor(mix(background, text.rgb, part));
  const subtle = colorOf(toCssColor(mix(text.rgb, background, 0.34)), "textSubtleColor");
  const accent = colorOf(palette.accent, "ratingButtonActiveColor");
  const input = colorOf(palette.text, "inputTextColor", "textColor");
  variables.scheme = isDark ? "dark" : "light";
  setForeground("text", text, background);
  setForeground("subtle", subtle, background);
  setForeground("error", colorOf(palette.error), background);
  setForeground("ring", colorOf(palette.ring, "outlineColor"), background, 3);
  setForeground("edge", colorOf(tint(0.48), "borderColor"), background, 3);
  setForeground("accent-edge", accent, background, 3);
  variables.line = colorOf(tint(0.12), "borderColor").css;
  variables.thumb = colorOf(tint(0.3), "scrollbarThumbColor", "borderColor").css;
  variables.track = colorOf("#0000", "scrollbarTrackColor").css;
  const active = setBackground("accent", accent, background);
  setForeground("on-accent", colorOf(textColorOn(active)), active);
  const button = setBackground("button", colorOf(palette.accent, "submitButtonColor"), background);
  setForeground("on-button", colorOf(textColorOn(button), "submitButtonTextColor"), button);
  const fieldColor = toCssColor(mix(background, WHITE, isDark ? 0.05 : 0.7));
  const field = setBackground(
    "field",
    colorOf(fieldColor, "inputBackground", "inputBackgroundColor"),
    background
  );
  setForeground("on-field", input, field);
  setForeground("on-field-subtle", subtle, field);
  const muted = setBackground("muted", colorOf(tint(0.05), "ratingButtonColor"), background);
  setForeground("on-muted", input, muted);
  const tab = setBackground("tab", colorOf(LIGHT.accent, "widgetColor"), WHITE);
  setForeground("on-tab", colorOf(textColorOn(tab)), tab);
  probe.parentElement.remove();
  return variables;
}
const UNSET = "rgb(1, 2, 3)";
function createProbe(host) {
  const parent = document.createElement("i");
  parent.hidden = true;
  parent.style.color = UNSET;
  host.shadowRoot.append(parent);
  return parent.appendChild(document.createElement("i"));
}
function resolveColor(probe, value) {
  const compute = (css2) => {
    probe.style.color = "";
    probe.style.color = css2;
    return probe.style.color && native.attempt(() => getComputedStyle(probe).color, "");
  };
  if (typeof value !== "string") return void 0;
  const css = value.trim();
  const computed = compute(css);
  if (computed === UNSET) return void 0;
  const rgb = parseColor(computed || css) ?? (computed && parseColor(compute(`color-mix(in srgb, ${computed}, ${computed})`)));
  return rgb ? { css, rgb } : void 0;
}
function keepThemed(host, appearance, scheme) {
  const prefersDark = mediaQuery("color-scheme: dark");
  const apply = () => applyTheme(host, appearance, { dark: scheme === "auto" ? !!prefersDark?.matches : scheme === "dark" });
  apply();
  return native.attempt(
    () => native.listen(prefersDark, "change", apply),
    () => {
    }
  );
}

const MAX_CHAIN = 1e4;
const toTexts = (value) => [value].flat().map(String);
const anyOf = (triggers) => (event) => triggers.some((fires) => fires(event));
const triggerOf = (name, matchers) => ({ event, properties }) => (!name || name === event) && matchers.every((matches) => matches(native.nullProtoRecord(properties)));
function compileWildcard(target) {
  const parts = target.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/_/g, ".").split("%").map((part) => new RegExp(part, "gis"));
  return (value) => {
    let from = 0;
    return parts.every((part) => {
      part.lastIndex = from;
      const isFound = part.test(value);
      from = part.lastIndex;
      return isFound;
    });
  };
}
function elementValues({ $elements, $elements_chain }, name) {
  if (Array.isArray($elements)) {
    return $elements.flatMap((element) => [element?.[name], element?.[`attr__${name}`], element?.[`$el_${name}`]]).filter((value) => typeof value === "string");
  }
  const pattern = new RegExp(`(?:attr__)?${name}="((?:\\\\.|[^"\\\\])*)"`, "g");
  const values = [];
  for (const [, value] of String($elements_chain ?? "").matchAll(pattern))
    values.push(value.replace(/\\(.)/g, "$1"));
  return values;
}
function prepareTriggers(conditions, { compileMatcher, pageUrl, onInvalid }) {
  function compile(targets, type, maxLength) {
    const matcher = compileMatcher(targets, type, maxLength);
    if (!matcher) onInvalid();
    return matcher;
  }
  function propertyMatcher(name, values, operator) {
    const type = operator || "exact";
    const matcher = compile(toTexts(values), type);
    const isNegated = /not/.test(type) && matcher !== void 0;
    return (properties) => {
      const value = properties[name];
      return value === void 0 || value === null ? isNegated : toTexts(value).some(matcher ?? native.matchNothing);
    };
  }
  const compileActionText = (target, matching) => matching === "contains" ? compileWildcard(target) : compile([target], matching ?? "exact") ?? native.matchNothing;
  function selectorMatcher(selector, regex) {
    const matchesChain = regex && compile([regex], "regex", MAX_CHAIN) || native.matchNothing;
    return ({ $element_selectors, $elements_chain }) => Array.isArray($element_selectors) && $element_selectors.includes(selector) || matchesChain(String($elements_chain ?? ""));
  }
  const eventTriggers = (condition) => native.arrayOrEmpty(condition?.values).filter((trigger) => trigger?.name).map(
    ({ name, propertyFilters }) => triggerOf(
      name,
      Object.entries(propertyFilters ?? {}).map(
        ([property, filter]) => propertyMatcher(property, filter?.values, filter?.operator)
      )
    )
  );
  function actionTrigger(step) {
    const matchers = [];
    if (step.url) {
      const matches = compileActionText(step.url, step.url_matching ?? "contains");
      matchers.push(({ $current_url }) => matches(String($current_url ?? pageUrl())));
    }
    for (const attribute of ["href", "text"]) {
      const target = step[attribute];
      if (!target) continue;
      const matches = compileActionText(target, step[`${attribute}_matching`]);
      matchers.push((properties) => elementValues(properties, attribute).some(matches));
    }
    if (step.selector) matchers.push(selectorMatcher(step.selector, step.selector_regex));
    for (const { key, value, operator } of native.arrayOrEmpty(step.properties))
      matchers.push(propertyMatcher(key, value, operator));
    return triggerOf(step.event, matchers);
  }
  const steps = native.arrayOrEmpty(conditions.actions?.values).flatMap((action) => native.arrayOrEmpty(action?.steps));
  return {
    start: anyOf([...eventTriggers(conditions.events), ...steps.map(actionTrigger)]),
    cancel: anyOf(eventTriggers(conditions.cancelEvents))
  };
}

var n,t,u,i,f,o,e,l,c,a,h=Symbol.for("pv"),p={},y=[],v=/^m(i|n|o|s|text|space)$/,w=Array.isArray,d=y.slice,_=Object.assign;function g(n){n&&n.parentNode&&n.remove();}function k(n,t,r){var u,i,f,o={},e=arguments.length;for(f in t)"key"==f?u=t[f]:"ref"==f&&"function"!=typeof n?i=t[f]:o[f]=t[f];return e>2&&(o.children=e>3?d.call(arguments,2):r),m(n,o,u,i,null)}function m(r,u,i,f,o){var e={type:r,props:u,key:i,ref:f,__k:null,__:null,__b:0,__e:null,__c:null,constructor:h,__v:o||++t,__i:-1,__u:0};return !o&&n.vnode&&n.vnode(e),e}function $(n){return n.children}function x(n,t){this.props=n,this.context=t,this.__g=0;}function S(n,t){if(null==t)return n.__&&S(n.__,n.__i+1);for(var r;t<n.__k.length;t++)if((r=n.__k[t])&&r.__e)return r.__e;return "function"!=typeof n.type||n.props.__P?null:S(n)}function C(t){var r,u=t.__v,i=u.__e,f=[],o=[],e=t.__P;e&&((r=_({constructor:h},u)).__v=u.__v+1,n.vnode&&n.vnode(r),z(e,r,u,t.__n,e.namespaceURI,32&u.__u?[i]:null,f,i||S(u),32&u.__u,o),r.__v=u.__v,r.__.__k[r.__i]=r,E(f,r,o),u.__=u.__e=null,r.__e!=i&&j(r));}function j(n){if((n=n.__)&&n.__c&&!n.props.__P)return n.__e=null,n.__k.some(function(t){return t&&(n.__e=t.__e)}),j(n)}function L(t){(8&t.__g||(t.__g|=8,u.push(t),f++))&&i==n.debounceRendering||((i=n.debounceRendering)||queueMicrotask)(H);}function H(){try{for(var n,t=1;u.length;)u.length>t&&u.sort(o),n=u.shift(),t=u.length,8&n.__g&&C(n);}finally{(f=u.length)&&(i||queueMicrotask)(H);}}function I(n,t,r,u,i,f,o,e,l,c,a){var s,h,v,w,d,_,g=u.__k||y,k=t.length;for(l=q(r,t,g,l,k),s=0;s<k;s++)null!=(v=r.__k[s])&&(h=~v.__i&&g[v.__i]||p,v.__i=s,_=z(n,v,h,i,f,o,e,l,c,a),w=v.__e,(h.ref!=v.ref||8&h.__u)&&(h.ref&&G(h.ref,null,v,h),v.ref&&a.push(v.ref,v.__c||w,v)),d=d||w,4&v.__u?(l=A(v,l,n,!h.__v),h.__e&&(h.__e=null)):"function"==typeof v.type&&void 0!==_?l=_:w&&(l=w.nextSibling),v.__u&=-21);return r.__e=d,l}function q(n,t,r,u,i){var f,o,e,l,c,a,s,p,y,v=r.length,d=v,_=0,g=0,k=n.__k=Array(i);for(f=0;f<i;f++)null!=(o=t[f])&&"boolean"!=typeof o&&"function"!=typeof o?("object"!=typeof o||o.constructor===String?o=k[f]=m(null,o):w(o)?o=k[f]=m($,{children:o}):o.constructor===h&&o.__b?o=k[f]=m(o.type,o.props,o.key,o.ref,o.__v):k[f]=o,l=f+_,o.__=n,o.__b=n.__b+1,e=null,~(c=o.__i=P(o,r,l,d))&&(d--,(e=r[c])&&(e.__u|=2)),e&&e.__v?(o.__u|=16,c==l-1?_--:c==l+1?_++:c!=l&&(c>l?_--:_++,g=1)):(~c||(i>v?_--:i<v&&_++),"function"!=typeof o.type&&(o.__u|=4))):k[f]=null;if(g){for(a=[],s=[],f=0;f<i;f++)if((o=k[f])&&16&o.__u){for(_=0,p=a.length;_<p;)a[y=_+p>>1]<o.__i?_=y+1:p=y;a[_]=o.__i,s[f]=_+1;}for(_=a.length;f--;)s[f]&&(s[f]==_?_--:k[f].__u|=4);}if(d)for(f=0;f<v;f++)!(e=r[f])||2&e.__u||(e.__e==u&&(u=S(e)),J(e,e));return u}function A(n,t,r,u){var i,f,o,e;if("function"==typeof n.type){if(n.props.__P)return t;if(i=n.__k)for(f=0;f<i.length;f++)i[f]&&(i[f].__=n,t=A(i[f],t,r,false));return t}for(t&&!t.parentNode&&(t=S(n))&&!t.parentNode&&(t=null),o=n.__e,e=t;e&&8==e.nodeType;)e=e.nextSibling;for(o!=e&&(!u&&r.moveBefore&&o.parentNode?r.moveBefore(o,t):r.insertBefore(o,t||null)),t=o;(t=t&&t.nextSibling)&&8==t.nodeType&&!t.data.startsWith("$s"););return t}function P(n,t,r,u){var i,f=n.key,o=n.type,e=t[r],l=e&&!(2&e.__u);if(null===e&&null==f||l&&f==e.key&&o==e.type)return r;if(u>(l?1:0)){for(i=r-1;i>=0;i--)if((e=t[i])&&!(2&e.__u)&&f==e.key&&o==e.type)return i;for(i=r+1;i<t.length;i++)if((e=t[i])&&!(2&e.__u)&&f==e.key&&o==e.type)return i}return  -1}function T(n,t,r){null==r&&(r=""),"-"==t[0]?n.setProperty(t,r):n[t]=r;}function N(n,t,r,u,i){var f,o;if("style"==t)if("string"==typeof r)n.style.cssText=r;else {if("string"==typeof u&&(n.style.cssText=u=""),u)for(t in u)r&&t in r||T(n.style,t);if(r)for(t in r)u&&r[t]==u[t]||T(n.style,t,r[t]);}else if("o"==t[0]&&"n"==t[1])"function"!=typeof r&&(r=null),"function"!=typeof u&&(u=null),(n.__e||(n.__e={}))[t]=r,r&&u||(o=a[t]||(a[t]=V(t)),(n.__a||(n.__a={}))[t]=c,f=t!=(t=t.replace(l,"$1")),(t=t.slice(2))[0]<"a"&&(t=t.toLowerCase()),r?n.addEventListener(t,o,f):n.removeEventListener(t,o,f));else {if("http://www.w3.org/2000/svg"==i)t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if("width"!=t&&"height"!=t&&"href"!=t&&"list"!=t&&"form"!=t&&"tabIndex"!=t&&"download"!=t&&"rowSpan"!=t&&"colSpan"!=t&&"role"!=t&&"popover"!=t&&t in n)try{return void(n[t]=null==r?"":r)}catch(n){}if("function"==typeof r)return;null==r||false===r&&"-"!=t[4]?n.removeAttribute(t):n.setAttribute(t,"popover"==t&&1==r?"":r);}}function V(t){return function(r){var u=this.__e;if(u){if(u=u[t],null==r[e])r[e]=c++;else if(r[e]<this.__a[t])return;return u(n.event?n.event(r):r)}}}function z(t,r,u,i,f,o,e,l,c,a){var s,p,v,d,k,b,m,M,C,j,L,H,q,A,O,P,T,N,V=r.type;if(r.constructor!==h)return null;128&u.__u&&(c=32&u.__u,s=u.__c.__z)&&(r.__u|=c,p=o=[],8==s.nodeType?l=B(s,o):o.push(s),l=o[0]||l),(s=n.__b)&&s(r);n:if("function"==typeof V){v=e.length;try{if(M=r.props,C=(s=V.prototype)&&s.render,j=(s=V.contextType)&&i[s.__c],L=s?j?j.props.value:s.__:i,(d=u.__c)?(r.__c=d,2&d.__g&&(d.__g|=1)):(C?r.__c=d=new V(M,L):(r.__c=d=new x(M,L),d.constructor=V,d.render=K),j&&j.sub(d),d.state||(d.state={}),d.__n=i,d.__g|=8,d.__h=[],d.__k=[]),C&&(d.__s||(d.__s=d.state),V.getDerivedStateFromProps&&(d.__s==d.state&&(d.__s=_({},d.__s)),_(d.__s,V.getDerivedStateFromProps(M,d.__s)))),k=d.props,b=d.state,d.__v=r,u.__c){if(M!==k&&C&&!V.getDerivedStateFromProps&&d.componentWillReceiveProps&&d.componentWillReceiveProps(M,L),r.__v==u.__v&&!(8&d.__g)||!(4&d.__g)&&d.shouldComponentUpdate&&!1===d.shouldComponentUpdate(M,d.__s,L)){r.__v!=u.__v&&(d.props=M,d.state=d.__s,d.__g&=-9),r.__e=u.__e,r.__k=u.__k,r.__k.some(function(n){n&&(n.__=r);}),y.push.apply(d.__h,d.__k),d.__k=[],d.__h.length&&e.push(d),l=S(u);break n}d.componentWillUpdate&&d.componentWillUpdate(M,d.__s,L),C&&d.componentDidUpdate&&d.__h.push(function(){d.componentDidUpdate(k,b,m);});}else C&&!V.getDerivedStateFromProps&&d.componentWillMount&&d.componentWillMount(),C&&d.componentDidMount&&d.__h.push(d.componentDidMount);d.context=L,d.props=M,d.__P=t,d.__g&=-5,H=n.__r,q=C?25:0;do{d.__g&=-9,H&&H(r),s=d.render(d.props,d.state=d.__s,d.context);}while(8&d.__g&&++q<25);C&&(y.push.apply(d.__h,d.__k),d.__k=[]),d.state=d.__s,d.getChildContext&&(i=_({},i,d.getChildContext())),C&&u.__c&&d.getSnapshotBeforeUpdate&&(m=d.getSnapshotBeforeUpdate(k,b)),A=s&&s.type===$&&null==s.key?s.props.children:s,M.__P&&(s=l,f=(t=M.__P).namespaceURI,c=o=null,u.props&&u.props.__P!=t&&(u.__k.some(function(n){n&&J(n,n);}),u.__k=null),l=u.__k?S(u,0):null),l=I(t,w(A)?A:[A],r,u,i,f,o,e,l,c,a),M.__P&&(r.__e=null,l=s),r.__u&=-161,p&&p.some(g),d.__h.length&&e.push(d),1&d.__g&&(d.__g&=-4);}catch(t){if(e.length=v,r.__v=null,c||o)if(t&&t.then){if(r.__u|=128|c,o){for(~(T=o.indexOf(l||void 0))||(T=o.length);(N=o[T-1])&&8==N.nodeType;)T--;for(;T<o.length;T++)if(N=o[T])if(o[T]=null,O){if(N==P)break}else {if(8!=N.nodeType)break;N.data.startsWith("$s")&&(P=B(O=N));}}if(!O){for(;l&&8==l.nodeType&&l.nextSibling;)l=l.nextSibling;O=l;}(s=B(O=r.__c.__z||(r.__c.__z=O)))?(r.__e=O,l=s):r.__e=l,l=l&&l.nextSibling;}else o&&o.some(g);else r.__e=u.__e;r.__k||(r.__k=u.__k||[]),t&&t.then||D(r),n.__e(t,r,u);}}else l=r.__e=F(u.__e,r,u,i,f,o,e,c,a,t);return (s=n.diffed)&&s(r),l}function B(n,t){if(n&&8==n.nodeType&&n.data.startsWith("$s"))for(var r=1;n=n.nextSibling;){if(8==n.nodeType)if(n.data.startsWith("$s"))r++;else if(n.data.startsWith("/$s")&&!--r)return n;t&&t.push(n);}}function D(n){n&&(n.__c&&(n.__c.__g|=4),n.__k&&n.__k.some(D));}function E(t,r,u){for(var i=0;i<u.length;)G(u[i++],u[i++],u[i++]);n.__c&&n.__c(r,t),t.some(function(r){try{t=r.__h,r.__h=[],t.some(function(n){n.call(r);});}catch(t){n.__e(t,r.__v);}});}function F(t,r,u,i,f,o,e,l,c,a){var s,h,y,_,k,b,m,M,$=u.props||p,x=r.props,C=r.type;if("svg"==C?f="http://www.w3.org/2000/svg":"math"==C?f="http://www.w3.org/1998/Math/MathML":f||(f="http://www.w3.org/1999/xhtml"),o)for(s=0;s<o.length;s++)if((k=o[s])&&(C?k.localName==C:3==k.nodeType)){t=k,o[s]=null;break}if(!t){if(M=a.ownerDocument||document,!C)return M.createTextNode(x);t=M.createElementNS(f,C         ),l&&(n.__m&&n.__m(r,o),l=false),o=null;}if(C){if(a="template"==C&&t.content||t,o="textarea"==C&&null!=x.defaultValue?null:o&&d.call(a.childNodes),!l&&o)for($={},s=0;s<t.attributes.length;s++)$[(k=t.attributes[s]).name]=k.value;for(s in $)k=$[s],"dangerouslySetInnerHTML"==s?y=k:"children"==s||s in x||"value"==s&&"defaultValue"in x||"checked"==s&&"defaultChecked"in x||N(t,s,null,k,f);for(s in x)k=x[s],"children"==s?_=k:"dangerouslySetInnerHTML"==s?h=k:"value"==s?b=k:"checked"==s?m=k:l&&"function"!=typeof k||$[s]===k||N(t,s,k,$[s],f);h?(l||y&&(h.__html==y.__html||h.__html==t.innerHTML)||(t.innerHTML=h.__html),r.__k=[]):(y&&(t.textContent=""),("foreignObject"==C||"http://www.w3.org/1998/Math/MathML"==f&&v.test(C))&&(f="http://www.w3.org/1999/xhtml"),I(a,w(_)?_:[_],r,u,i,f,o,e,o?o[0]:u.__k&&S(u,0),l,c),o&&o.some(g)),l&&"textarea"!=C||(s="value","progress"==C&&null==b?t.removeAttribute(s):null==b||b===t[s]&&("progress"!=C||b)||N(t,s,b,$[s],f),s="checked",null!=m&&m!=t[s]&&N(t,s,m,$[s],f));}else $===x||l&&t.data==x||(t.data=x);return t}function G(t,r,u,i){try{"function"==typeof t?r?r.__x=t(r)||1:i&&(i=i.__c||i.__e)&&(r=i.__x)&&(i.__x=null,"function"==typeof r?r():t(null)):t.current=r;}catch(t){n.__e(t,u);}}function J(t,r,u){var i,f,o,e;if(n.unmount&&n.unmount(t),!(i=t.ref)||i.current&&i.current!=t.__e||G(i,null,r,t),i=t.__c){if(i.componentWillUnmount)try{i.componentWillUnmount();}catch(t){n.__e(t,r);}i.__P=i.__n=null;}if(i=t.__k)for(e=0;e<i.length;e++)i[e]&&J(i[e],r,"function"!=typeof t.type||u&&!t.props.__P);!u&&(i=t.__c)&&(i=i.__z)&&(f=B(i,o=[]))&&(i==t.__e&&o.some(g),g(f),g(i)),u||g(t.__e),t.__e=t.__c=t.__=null;}function K(n,t,r){return this.constructor(n,r)}function Q(t,r){var u,i,f,o;n.__&&n.__(t,r),9==r.nodeType&&(r=r.documentElement),i=(u=t&&32&t.__u)?null:r.__k,r.__k=m($,{children:[t]}),f=[],o=[],z(r,r.__k,i||p,p,r.namespaceURI,i?null:r.firstChild?d.call(r.childNodes):null,f,i?i.__e:r.firstChild,u,o),E(f,r.__k,o),r.__k.props.children=null;}n={__e:function(n,t,r,u){for(var i,o,e;t=t.__;)if((i=t.__c)&&!(1&i.__g)){i.__g|=4;try{if((e=(o=i.constructor)&&o.getDerivedStateFromError)&&i.setState(o.getDerivedStateFromError(n)),i.componentDidCatch&&(i.componentDidCatch(n,u||{}),e=1),e&&8&i.__g)return void(i.__g|=2)}catch(t){n=t;}}throw f=0,n}},t=0,x.prototype.setState=function(n,t){var r=this.__s;r&&r!=this.state||(r=this.__s=_({},this.state)),"function"==typeof n&&(n=n(_({},r),this.props)),n&&(_(r,n),this.__v&&(t&&this.__k.push(t),L(this)));},x.prototype.forceUpdate=function(n){this.__v&&(this.__g|=4,n&&this.__h.push(n),L(this));},x.prototype.render=$,u=[],f=0,o=function(n,t){return n.__v.__b-t.__v.__b},e=Symbol(),l=/(PointerCapture)$|Capture$/i,c=0,a={};

function maxRemainingQuestions(survey, index, path, answerOf) {
  const answered = new Set(path);
  const reached = /* @__PURE__ */ new Set([index]);
  const followers = /* @__PURE__ */ new Map();
  const incoming = /* @__PURE__ */ new Map();
  for (const current of reached) {
    const steps = possibleSteps(survey, current).map((step) => skipAnswered(survey, step, answered, answerOf)).filter((step) => step !== "end");
    followers.set(current, steps);
    for (const step of steps) {
      reached.add(step);
      incoming.set(step, (incoming.get(step) ?? 0) + 1);
    }
  }
  let layers = 0;
  let layered = 0;
  let layer = incoming.has(index) ? [] : [index];
  while (layer.length > 0) {
    layers++;
    layered += layer.length;
    layer = layer.flatMap((current) => followers.get(current)).filter((step) => {
      const left = incoming.get(step) - 1;
      incoming.set(step, left);
      return left === 0;
    });
  }
  return (layered < reached.size ? reached.size : layers) - 1;
}

const isEnglish = (language) => /^(en\b|$)/i.test(language);
function languageOf({ survey, language }, pageLanguage = "") {
  const base = survey.base_language ?? "";
  const isTranslated = [survey, ...survey.questions].some(
    ({ translations }) => Object.keys(translations ?? {})[0]
  );
  return language ?? (isTranslated || !isEnglish(base) ? base : pageLanguage);
}

const TIMING = native.platformOptions({ duration: 240, easing: "cubic-bezier(.2,.9,.3,1)" });
function animateHeight(element, change) {
  const before = element.offsetHeight;
  change();
  const after = element.offsetHeight;
  if (before === after || mediaQuery("reduced-motion: reduce")?.matches) return;
  element.animate?.(native.platformOptions({ height: [`${before}px`, `${after}px`] }), TIMING);
}

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|ks|ku-arab|ps|sd|ug|ur|yi)\b/i;
const STARTS_RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufefc]/u;
function directionOf(language, text, parent) {
  const isRightToLeft = language ? RIGHT_TO_LEFT.test(language) : /\p{L}/u.test(text) ? STARTS_RIGHT_TO_LEFT.test(text) : isRightToLeftIn(parent);
  return isRightToLeft ? "rtl" : "ltr";
}
const isRightToLeftIn = (element) => (element.closest("[dir=rtl],[dir=ltr]")?.dir ?? native.attempt(() => getComputedStyle(element).direction)) === "rtl";

const HOTKEY = "F8";
function onHotkey(view, listener) {
  const onKeyDown = (event) => {
    const { key, defaultPrevented, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (key === HOTKEY && !(defaultPrevented || ctrlKey || altKey || metaKey || shiftKey)) listener();
  };
  return native.listen(view, "keydown", onKeyDown);
}

const PATHS = {
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  external: "M8 16l8-8M9 8h7v7",
  thumb: "M7 11v9H4v-9h3l4-7.5a2.2 2.2 0 0 1 2.5 2.8L13 10h5.2a2 2 0 0 1 2 2.4l-1.3 6A2 2 0 0 1 17 20H7"
};
function Icon({ name, size, flipped }) {
  return /* @__PURE__ */ k("svg", { viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" }, /* @__PURE__ */ k("path", { d: PATHS[name], transform: flipped ? "matrix(1 0 0 -1 0 24)" : void 0 }));
}
function Face({ mood }) {
  const corner = 15.4 - mood * 0.7;
  const mouth = mood > 1 ? "M7.6 13.4h8.8a4.4 4.4 0 0 1-8.8 0z" : `M8 ${corner}Q12 ${corner + mood * 2.6} 16 ${corner}`;
  return /* @__PURE__ */ k("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, /* @__PURE__ */ k("circle", { class: "disc", cx: "12", cy: "12", r: "11.7" }), /* @__PURE__ */ k(
    "path",
    {
      fill: mood > 1 ? "currentColor" : void 0,
      d: `M8.6 9.4v.7M15.4 9.4v.7${mouth}${mood < -1 ? "M6.8 6.3l2.8 1.2M17.2 6.3l-2.8 1.2" : ""}`
    }
  ));
}

const isComposing = (event) => event.isComposing || event.keyCode === 229;

const MAX_TEXT = 65535;
const TEXT_FIELD = {
  class: "text",
  maxLength: MAX_TEXT,
  autocomplete: "off",
  "data-1p-ignore": "",
  "data-lpignore": "true",
  "data-bwignore": "",
  "data-form-type": "other"
};
const IDS = {
  title: "title",
  desc: "desc",
  field: "field",
  hint: "hint",
  problem: "problem",
  progress: "progress"
};

function Frame({ context, page, isFollowUp, children }) {
  const { session, translate, closable, display, dir } = context;
  const isQuestion = session.state().page === "question";
  const { step, of } = session.progress();
  const logo = session.state().survey.appearance?.logo;
  const progress = isQuestion && of > 1 ? translate("progress", step, of) : "";
  return (
    // biome-ignore-start lint/a11y: it has one of two roles, and both take a name and keys; a dialog element would bring its own.
    /* @__PURE__ */ k(
      "div",
      {
        class: `card ${display} ${context.position}`,
        part: "card",
        role: display === "popover" ? "dialog" : "region",
        "aria-labelledby": IDS.title,
        dir,
        lang: context.language,
        "aria-keyshortcuts": display === "popover" ? HOTKEY : void 0,
        onKeyDown: (event) => {
          if (event.key !== "Escape" || isComposing(event) || display !== "popover") return;
          session.dismiss();
        }
      },
      isLogoUrl(logo) && // The policy first: an image is requested as soon as it has a source.
      /* @__PURE__ */ k("img", { class: "logo", part: "logo", alt: "", referrerpolicy: "no-referrer", src: logo }),
      progress && /* @__PURE__ */ k(
        "div",
        {
          class: "progress",
          role: "progressbar",
          "aria-labelledby": IDS.progress,
          "aria-valuemax": of,
          "aria-valuenow": step,
          part: "progress"
        },
        /* @__PURE__ */ k("span", { hidden: true, id: IDS.progress, key: progress }, progress),
        /* @__PURE__ */ k("i", { style: { width: `${100 * step / of}%` } })
      ),
      closable && /* @__PURE__ */ k(
        "button",
        {
          type: "button",
          class: "close",
          part: "close",
          "aria-label": translate("close_survey"),
          onClick: () => session.dismiss()
        },
        /* @__PURE__ */ k(Icon, { name: "close", size: 18 })
      ),
      /* @__PURE__ */ k("div", { key: page, class: isFollowUp ? "page next" : "page" }, children),
      context.isPreview && /* @__PURE__ */ k("p", { class: "hint", lang: "en" }, "Preview: answers are not sent")
    )
  );
}

const onSubmit = (run) => {
  const submit = (event) => {
    if (event.type === "click" && event.target.type !== "submit") return;
    event.preventDefault();
    run(event.currentTarget);
  };
  return { onSubmit: submit, onClick: submit };
};

const ALLOWED = new Set(
  "a b blockquote br code div em h2 h3 h4 hr i img li ol p pre s small span strong sub sup u ul".split(" ")
);
const DROPPED = /^(audio|button|canvas|form|iframe|math|noembed|noframes|noscript|object|option|plaintext|script|select|style|svg|template|textarea|title|video|xmp)$/;
const REPLACEMENTS = native.nullProtoRecord({ h1: "h2", h5: "h4", h6: "h4", del: "s", strike: "s" });
const ENTITIES = native.nullProtoRecord({
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\xA0",
  copy: "\xA9",
  reg: "\xAE",
  trade: "\u2122",
  hellip: "\u2026",
  mdash: "\u2014",
  ndash: "\u2013",
  lsquo: "\u2018",
  rsquo: "\u2019",
  ldquo: "\u201C",
  rdquo: "\u201D",
  bull: "\u2022",
  middot: "\xB7",
  euro: "\u20AC",
  rarr: "\u2192",
  larr: "\u2190"
});
const TOKEN = /<!--[\s\S]*?(?:-->|$)|<(?:(\/?)([a-z][^\s/<>]*(?=[\s/>]))|[!?])((?:"[^"]*"|'[^']*'|[^<>"'])*)["']?>|[^<]+|</gi;
const ATTRIBUTE = /([^\s"'/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;
const MAX_DEPTH = 32;
const decode = (text) => text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));?/gi, (whole, decimal, hex, name) => {
  if (name) return ENTITIES[name] ?? whole;
  const code = decimal ? Number(decimal) : parseInt(hex, 16);
  return code > 0 && code <= 1114111 ? String.fromCodePoint(code) : "";
});
function allowedProps(tag, text) {
  var _a;
  const attributes = {};
  for (const [, name, double, single, bare] of text.matchAll(ATTRIBUTE)) {
    attributes[_a = `$${name.toLowerCase()}`] ?? (attributes[_a] = decode(double ?? single ?? bare ?? ""));
  }
  if (tag === "a") {
    const href = safeUrl(attributes.$href, { relative: true });
    return href ? { href, target: "_blank", rel: "noopener noreferrer" } : {};
  }
  if (tag !== "img") return {};
  const src = safeUrl(attributes.$src, { relative: false });
  return src?.startsWith("https:") ? { src, alt: attributes.$alt ?? "", referrerpolicy: "no-referrer" } : null;
}
function parseHtml(html) {
  const root = { tag: "", props: {}, children: [] };
  const open = [root];
  let dropped = "";
  let depth = 0;
  const innermost = () => open[open.length - 1];
  function close() {
    const { tag, props, children } = open.pop();
    innermost().children.push(k(tag, props, children));
  }
  function onStartTag(tag, attributes) {
    if ((tag === "p" || tag === "li") && innermost().tag === tag) close();
    const props = allowedProps(tag, attributes);
    if (!props || open.length > MAX_DEPTH) return;
    open.push({ tag, props, children: [] });
    if (/^([bh]r|img)$/.test(tag)) close();
  }
  function onEndTag(tag) {
    if (!open.some((element) => element.tag === tag)) return;
    while (innermost().tag !== tag) close();
    close();
  }
  for (const [token, slash, name, attributes = ""] of html.matchAll(TOKEN)) {
    const lower = name?.toLowerCase() ?? "";
    const tag = REPLACEMENTS[lower] ?? lower;
    if (dropped) {
      if (lower === dropped) depth += slash ? -1 : 1;
      if (depth === 0) dropped = "";
    } else if (!token.startsWith("<") || token.length === 1) innermost().children.push(decode(token));
    else if (!slash && DROPPED.test(tag)) {
      dropped = tag;
      depth = 1;
    } else if (ALLOWED.has(tag)) {
      if (slash) onEndTag(tag);
      else onStartTag(tag, attributes);
    }
  }
  while (open.length > 1) close();
  return root.children;
}

function RichText({ text, type }) {
  if (!text) return null;
  return /* @__PURE__ */ k("div", { class: "desc", id: IDS.desc, part: "description" }, type === "html" ? parseHtml(`${text}`) : text);
}

function Intro({ context }) {
  const { session, translate, act } = context;
  const appearance = session.state().survey.appearance ?? {};
  return /* @__PURE__ */ k("form", { ...onSubmit(() => act(() => session.begin())) }, /* @__PURE__ */ k("div", { class: "body" }, /* @__PURE__ */ k("h2", { class: "title", id: IDS.title, tabIndex: -1, part: "question", "data-focus": true }, appearance.introScreenHeader || session.state().survey.name), /* @__PURE__ */ k(
    RichText,
    {
      text: appearance.introScreenDescription,
      type: appearance.introScreenDescriptionContentType
    }
  )), /* @__PURE__ */ k("div", { class: "footer" }, /* @__PURE__ */ k("button", { type: "submit", class: "btn solid", part: "button submit" }, appearance.introScreenButtonText || translate("start"))));
}

function Action({ question, submitLabel, onSubmit, translate }) {
  const href = safeUrl(question.link, { relative: false });
  const submit = () => onSubmit(true);
  if (!href) {
    return /* @__PURE__ */ k("button", { type: "button", class: "btn solid", part: "button submit", onClick: submit }, submitLabel);
  }
  return /* @__PURE__ */ k(
    "a",
    {
      class: "btn solid",
      part: "button submit",
      href,
      target: "_blank",
      rel: "noopener noreferrer",
      "aria-describedby": IDS.hint,
      onClick: submit
    },
    /* @__PURE__ */ k("span", null, submitLabel),
    /* @__PURE__ */ k(Icon, { name: "external", size: 16 }),
    /* @__PURE__ */ k("span", { hidden: true, id: IDS.hint }, translate("new_tab"))
  );
}
const linkView = { labelling: "nothing", Action };

const Choice = ({ kind, value, checked, class: className, children }) => /* @__PURE__ */ k("label", { class: className }, /* @__PURE__ */ k("input", { type: kind, name: "answer", value, checked }), children);
const onChoice = (pick) => ({
  onClick({ target }) {
    if (isChoice(target)) pick(Number(target.value), target);
  },
  onKeyDown(event) {
    const { target, key } = event;
    if (!isChoice(target) || target.type !== "radio") return;
    const submits = target.checked && target.form?.querySelector("[type=submit]");
    if (key !== " " && (key !== "Enter" || submits)) return;
    event.preventDefault();
    target.click();
  }
});
const isChoice = (target) => target.name === "answer";
const DIGITS_MS = 1e3;
function pickByDigit(event) {
  const { key, timeStamp, ctrlKey, altKey, metaKey, currentTarget } = event;
  if (ctrlKey || altKey || metaKey) return;
  const controlOf = (text) => [...currentTarget.querySelectorAll(".tile")].find((tile) => tile.textContent === text)?.previousElementSibling;
  const { value, dataset } = event.target;
  const follows = timeStamp - Number(dataset.typedAt) < DIGITS_MS;
  const control = follows && controlOf(value + key) || controlOf(key);
  if (!control) return;
  control.dataset.typedAt = `${timeStamp}`;
  control.focus();
  control.click();
}

function ChoiceList({
  kind,
  question,
  draft,
  order,
  onChange,
  onPick,
  selectsByKey,
  invalid,
  placeholder,
  translate
}) {
  const open = openChoiceOf(question);
  const pickedPositions = new Set(draft.picked);
  const withPicked = (position) => kind === "radio" ? [position] : pickedPositions.has(position) ? draft.picked : [...draft.picked, position];
  const pick = (position, control) => {
    const unpicks = kind === "checkbox" && pickedPositions.has(position);
    const picked = unpicks ? draft.picked.filter((other) => other !== position) : withPicked(position);
    const focusesText = position === open && !unpicks && !selectsByKey();
    onPick({ ...draft, picked });
    if (focusesText) control.closest(".option")?.querySelector(".text")?.focus();
  };
  return /* @__PURE__ */ k("div", { class: "control list", part: "options", ...onChoice(pick) }, order.map((position) => {
    const checked = pickedPositions.has(position);
    return /* @__PURE__ */ k("div", { key: position, class: `option${checked ? " checked" : ""}`, part: "option" }, /* @__PURE__ */ k(Choice, { kind, value: position, checked, class: "row" }, /* @__PURE__ */ k("span", { class: kind === "radio" ? "mark" : "mark box" }), /* @__PURE__ */ k("span", null, question.choices[position])), position === open && /* @__PURE__ */ k(
      "input",
      {
        ...TEXT_FIELD,
        "aria-label": question.choices[position],
        placeholder: placeholder ?? translate("placeholder"),
        value: draft.other,
        dir: draft.other ? "auto" : void 0,
        "aria-invalid": invalid && checked,
        onPointerDown: () => onChange({ ...draft, picked: withPicked(position) }),
        onInput: (event) => onChange({ other: event.currentTarget.value, picked: withPicked(position) })
      }
    ));
  }));
}

const multipleChoiceView = {
  labelling: "group",
  Control: (props) => /* @__PURE__ */ k(ChoiceList, { kind: "checkbox", ...props })
};

function limitsOf({ validation }) {
  const limit = (type) => validation?.find((rule) => rule.type === type)?.value;
  const min = limit("min_length");
  return { min: min && min > 1 ? min : void 0, max: limit("max_length") };
}
function limitsText(question, translate) {
  const { min, max } = limitsOf(question);
  if (min && max) return translate("between", min, max);
  if (min) return translate("at_least", min);
  return max ? translate("at_most", max) : "";
}
function Control$1({
  question,
  draft,
  onChange,
  translate,
  placeholder,
  invalid,
  describedBy
}) {
  const limits = limitsText(question, translate);
  const direction = draft ? "auto" : "";
  return /* @__PURE__ */ k("div", { class: "control" }, /* @__PURE__ */ k(
    "textarea",
    {
      id: IDS.field,
      ...TEXT_FIELD,
      part: "field",
      rows: 4,
      value: draft,
      placeholder: placeholder ?? translate("placeholder"),
      ref: (field) => {
        if (field && field.dir !== direction) field.dir = direction;
      },
      "aria-required": !question.optional,
      "aria-invalid": invalid,
      "aria-describedby": describedBy,
      "data-focus": true,
      onInput: (event) => onChange(event.currentTarget.value),
      onKeyDown: (event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
        event.preventDefault();
        event.currentTarget.form?.querySelector("[type=submit]")?.click();
      }
    }
  ), limits && /* @__PURE__ */ k("span", { class: "hint", id: IDS.hint }, limits));
}
const openView = {
  labelling: "field",
  hasHint: (question) => Object.values(limitsOf(question)).some(Boolean),
  Control: Control$1
};

const FACES = {
  3: [
    ["bad", -1],
    ["neutral", 0],
    ["good", 1]
  ],
  5: [
    ["worst", -2],
    ["bad", -1],
    ["neutral", 0],
    ["good", 1],
    ["best", 2]
  ]
};
const THUMBS = [
  ["thumbs_up", false],
  ["thumbs_down", true]
];
const boundLabels = ({ display, scale, lowerBoundLabel, upperBoundLabel }) => display === "emoji" && scale === 2 ? [] : [lowerBoundLabel, upperBoundLabel];
function Control({ question, draft, onPick, translate }) {
  const isEmoji = question.display === "emoji";
  const faces = isEmoji ? FACES[question.scale] : void 0;
  const emoji = isEmoji && question.scale === 2 ? THUMBS : faces;
  const drawEmoji = (index) => {
    const entry = emoji?.[index];
    if (!entry) return void 0;
    const [name, look] = entry;
    return [
      typeof look === "number" ? /* @__PURE__ */ k(Face, { mood: look }) : /* @__PURE__ */ k(Icon, { name: "thumb", size: 28, flipped: look }),
      /* @__PURE__ */ k("span", { class: "sr-only" }, translate(name))
    ];
  };
  const values = ratingValues(question);
  const [lower, upper] = boundLabels(question);
  return /* @__PURE__ */ k("div", { class: "control" }, /* @__PURE__ */ k(
    "div",
    {
      class: `scale ${faces ? "emoji" : values.length > 6 ? "dense" : ""}`,
      style: { "--e-count": values.length },
      part: "options",
      ...onChoice(onPick)
    },
    values.map((value, index) => /* @__PURE__ */ k(Choice, { key: value, kind: "radio", class: "cell", value, checked: draft === value }, /* @__PURE__ */ k("span", { class: "tile", part: "option" }, drawEmoji(index) ?? value)))
  ), (lower || upper) && /* @__PURE__ */ k("div", { class: "labels", id: IDS.hint }, /* @__PURE__ */ k("span", null, lower), /* @__PURE__ */ k("span", null, upper)));
}
const ratingView = {
  labelling: "radiogroup",
  hasHint: (question) => boundLabels(question).some(Boolean),
  Control
};

const singleChoiceView = {
  labelling: "radiogroup",
  Control: (props) => /* @__PURE__ */ k(ChoiceList, { kind: "radio", ...props })
};

const VIEWS = {
  open: openView,
  link: linkView,
  rating: ratingView,
  single_choice: singleChoiceView,
  multiple_choice: multipleChoiceView
};
function viewOf(question) {
  return VIEWS[question.type];
}

function LabelledControl({ view, props, children }) {
  const { question, describedBy, invalid, hasProgress } = props;
  const { labelling } = view;
  const isField = labelling === "field";
  const title = /* @__PURE__ */ k(
    "h2",
    {
      class: "title",
      id: IDS.title,
      part: "question",
      tabIndex: -1,
      "aria-describedby": hasProgress ? IDS.progress : void 0,
      "data-focus": isField ? void 0 : true
    },
    isField ? /* @__PURE__ */ k("label", { for: IDS.field }, question.question) : question.question
  );
  if (isField || labelling === "nothing")
    return /* @__PURE__ */ k("div", null, title, children);
  const isRadioGroup = labelling === "radiogroup";
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role, a radio group, has both `aria-required` and `aria-invalid`.
    /* @__PURE__ */ k(
      "fieldset",
      {
        role: labelling,
        "aria-labelledby": IDS.title,
        "aria-describedby": describedBy || void 0,
        "aria-required": isRadioGroup ? !question.optional : void 0,
        "aria-invalid": isRadioGroup ? invalid : void 0
      },
      /* @__PURE__ */ k("legend", null, title),
      children
    )
  );
}

const createPageState = (session) => ({
  draft: session.draft(),
  refused: null,
  selectsByKey: false,
  order: session.choiceOrder(),
  canGoBack: session.canGoBack()
});
function QuestionPage({ context, question, pageState, redraw }) {
  const { session, translate, act } = context;
  const { appearance } = session.state().survey;
  const rules = rulesOf(question);
  const view = viewOf(question);
  const { Control, Action } = view;
  const draft = pageState.draft ?? rules.empty(question);
  const submitsAtOnce = rules.submitsAtOnce(question);
  const hasSubmit = !submitsAtOnce || pageState.draft !== null;
  const hasProgress = session.progress().of > 1;
  const problem = rules.problem(question, draft);
  const { refused } = pageState;
  const visibleProblem = refused && (problem ?? (refused.draft === draft ? refused.problem : null));
  const change = (next) => {
    pageState.draft = next;
    redraw();
  };
  const submit = (submitted) => act(() => {
    const refusal = session.submit(submitted);
    if (!refusal) return;
    pageState.refused = { draft: submitted, problem: refusal };
    redraw();
  });
  const props = {
    question,
    draft,
    onChange: change,
    onPick(next) {
      if (!submitsAtOnce || pageState.selectsByKey) return change(next);
      pageState.draft = next;
      submit(next);
    },
    selectsByKey: () => pageState.selectsByKey,
    onSubmit: submit,
    order: pageState.order,
    translate,
    placeholder: appearance?.placeholder,
    submitLabel: question.buttonText || appearance?.submitButtonText || translate("submit"),
    invalid: visibleProblem !== null,
    hasProgress,
    describedBy: [
      hasProgress && view.labelling === "field" && IDS.progress,
      question.description && IDS.desc,
      view.hasHint?.(question) && IDS.hint,
      visibleProblem && IDS.problem
    ].filter(Boolean).join(" ")
  };
  return /* @__PURE__ */ k(
    "form",
    {
      noValidate: true,
      onKeyDownCapture: (event) => {
        pageState.selectsByKey = /^(Arrow.*|\d)$/.test(event.key);
        if (pageState.selectsByKey) event.currentTarget.dataset.keys = "";
        pickByDigit(event);
      },
      onPointerDownCapture: (event) => {
        pageState.selectsByKey = false;
        delete event.currentTarget.dataset.keys;
      },
      ...onSubmit((form) => {
        submit(draft);
        const find = (selector) => form.querySelector(selector);
        if (pageState.refused) (find("textarea,.checked .text") ?? find(":checked") ?? find("input"))?.focus();
      })
    },
    /* @__PURE__ */ k("div", { class: "body" }, /* @__PURE__ */ k(LabelledControl, { view, props }, /* @__PURE__ */ k(RichText, { text: question.description, type: question.descriptionContentType }), Control && /* @__PURE__ */ k(Control, { ...props }))),
    /* @__PURE__ */ k("div", { class: "footer" }, /* @__PURE__ */ k("div", { role: "alert" }, visibleProblem && /* @__PURE__ */ k("span", { class: "problem", id: IDS.problem, key: visibleProblem.code, part: "problem" }, visibleProblem.text ?? translate(visibleProblem.code, visibleProblem.limit))), pageState.canGoBack && /* @__PURE__ */ k(
      "button",
      {
        type: "button",
        class: "btn ghost back",
        part: "button back",
        onClick: () => act(() => session.back())
      },
      appearance?.backButtonText || translate("back")
    ), question.optional && (submitsAtOnce || Action) && /* @__PURE__ */ k(
      "button",
      {
        type: "button",
        class: "btn ghost",
        part: "button skip",
        onClick: () => submit(rules.empty(question))
      },
      translate("skip")
    ), Action ? /* @__PURE__ */ k(Action, { ...props }) : hasSubmit && /* @__PURE__ */ k("button", { type: "submit", class: "btn solid", part: "button submit", "aria-disabled": problem !== null }, props.submitLabel))
  );
}

function ThankYou({ context }) {
  const { session, translate } = context;
  const hasButton = context.display !== "inline";
  const appearance = session.state().survey.appearance ?? {};
  return /* @__PURE__ */ k("form", { ...onSubmit(session.dismiss) }, /* @__PURE__ */ k("div", { class: "body", role: "status" }, /* @__PURE__ */ k("div", { class: "badge" }, /* @__PURE__ */ k(Icon, { name: "check", size: 20 })), /* @__PURE__ */ k(
    "h2",
    {
      class: "title",
      id: IDS.title,
      tabIndex: -1,
      part: "question",
      "data-focus": hasButton ? void 0 : true
    },
    appearance.thankYouMessageHeader || translate("thanks")
  ), /* @__PURE__ */ k(
    RichText,
    {
      text: appearance.thankYouMessageDescription,
      type: appearance.thankYouMessageDescriptionContentType
    }
  )), /* @__PURE__ */ k("div", { class: "footer" }, hasButton && /* @__PURE__ */ k(
    "button",
    {
      type: "submit",
      class: "btn solid",
      part: "button submit",
      "aria-describedby": `${IDS.title} ${IDS.desc}`,
      "data-focus": true
    },
    appearance.thankYouMessageCloseButtonText || translate("close")
  )));
}

const pageKey = ({ page, index, path }) => `${page} ${index} ${path.length}`;
function createCard(container, given) {
  const options = native.platformOptions(given);
  const { session, parent } = options;
  let drawnState = session.state();
  let isFollowUp = false;
  let pageState = createPageState(session);
  function draw() {
    const state = session.state();
    if (state.page === "closed") return;
    const isNextPage = pageKey(state) !== pageKey(drawnState);
    if (isNextPage) {
      isFollowUp = true;
      pageState = createPageState(session);
    }
    drawnState = state;
    const language = languageOf(state);
    const text = `${state.survey.questions[0]?.question}`;
    const context = {
      ...options,
      translate: options.words.translateFor(state),
      dir: options.dir ?? directionOf(language, text, parent),
      language: language || void 0,
      act
    };
    const drawPage = () => Q(
      /* @__PURE__ */ k(Frame, { context, page: pageKey(state), isFollowUp }, renderPage(context, pageState, draw)),
      container
    );
    if (isNextPage) animateHeight(container.firstElementChild, drawPage);
    else drawPage();
  }
  function focus() {
    const target = drawnState.survey.appearance?.disableAutofocus ? ".title" : "[data-focus]";
    container.querySelector(target)?.focus(native.platformOptions({ preventScroll: true }));
  }
  function act(action) {
    const before = pageKey(drawnState);
    action();
    if (pageKey(drawnState) !== before) focus();
  }
  draw();
  const unsubscribe = session.subscribe(draw);
  return {
    element: container.firstElementChild,
    draw,
    /** Focuses the first control of the page, or its title when the author disabled autofocus. */
    focus,
    remove() {
      unsubscribe();
      Q(null, container);
    }
  };
}
function renderPage(context, pageState, redraw) {
  const { session } = context;
  switch (session.state().page) {
    case "intro":
      return /* @__PURE__ */ k(Intro, { context });
    case "question": {
      const question = session.question();
      return question && /* @__PURE__ */ k(QuestionPage, { context, question, pageState, redraw });
    }
    case "thanks":
      return /* @__PURE__ */ k(ThankYou, { context });
    case "closed":
      return null;
  }
}

const STYLES = `
:host{all:initial!important;display:block!important;position:relative!important;color-scheme:var(--e-scheme)!important}:host(:not([data-display=inline])){position:fixed!important;inset:0 auto auto 0!important;z-index:var(--e-z-index,2147483645)!important}:host([hidden]){display:none!important}*,::before,::after{box-sizing:border-box}div,span,p,h2,h3,h4,li,pre,button{unicode-bidi:plaintext}h2,h3,h4,p,ul,ol,form,fieldset,legend,button,input,textarea,blockquote{margin:0;padding:0;border:0;min-width:0;font:inherit;color:inherit;background:none}button,label{cursor:pointer;-webkit-tap-highlight-color:transparent}:focus-visible,:is(:focus-visible,[data-keys] :focus)~:is(.mark,.tile){outline:2px solid var(--e-ring);outline-offset:2px}.card,.tab{font:400 .9375em/1.5 var(--e-font-family,system-ui),system-ui,sans-serif;-webkit-text-size-adjust:100%}.card,.page,form{display:flex;flex-direction:column;flex:auto;min-height:0}.card{--e-pad:24px;position:relative;overflow:hidden;width:min(var(--e-width,24em),100vw - 32px);color:var(--e-text);background:var(--e-bg);border:1px solid var(--e-line);border-radius:var(--e-border-radius,16px);overflow-wrap:anywhere;hyphens:auto;hyphenate-limit-chars:10}.popover,.preview{box-shadow:var(--e-box-shadow,0 1px 2px #16131f0f,0 16px 40px -8px #16131f3d)}.inline{width:100%;max-width:var(--e-width,32em)}.popover{--e-margin:24px;position:fixed;inset:max(var(--e-margin),env(safe-area-inset-top)) var(--e-margin) calc(max(var(--e-margin),env(safe-area-inset-bottom)) + var(--e-lift,0px));margin:auto 0 0;padding:0;height:fit-content;max-height:calc(100% - 2*var(--e-margin) - var(--e-lift,0px))}.popover[class*=top]{bottom:auto}@media (min-width:481px){.popover{margin-inline:auto 0}.popover[class*=left]{right:auto}.popover[class*=right]{left:auto}.popover[class*=center]{margin-inline:auto}.popover[class*=middle]{margin-block:auto}:host([data-placed]) .popover{inset:var(--e-y) auto auto var(--e-x);margin:0}}@media (max-width:480px),(max-height:480px){.popover{--e-margin:8px}}@media (max-width:480px){.card{--e-pad:20px}.popover{width:auto;border-radius:var(--e-border-radius,20px)}}.body{flex:auto;overflow:auto;overscroll-behavior:contain;scroll-padding:16px;scrollbar-width:thin;scrollbar-color:var(--e-thumb) var(--e-track)}.body,.footer{padding:var(--e-padding,var(--e-pad))}.body{padding-bottom:16px;mask:linear-gradient(#000 calc(100% - 16px),#0000)}.footer{flex:none;display:flex;flex-wrap:wrap;justify-content:flex-end;align-items:center;gap:8px;padding-top:4px}.footer:not(:has(.btn,span)){margin-top:-16px}.footer>div{flex:1 0 100%}.footer>:empty{position:absolute}.close:first-child~.page .title{padding-inline-end:32px}.title{font-size:1.13em;line-height:1.4;font-weight:600;text-wrap:pretty;outline:0}.desc{margin-top:4px;color:var(--e-subtle)}.desc pre{margin:0;white-space:pre-wrap}.desc *+:not(li,div){margin-top:8px}.desc :is(h2,h3,h4){font-weight:600;color:var(--e-text)}.desc :is(ul,ol){padding-inline-start:20px}.desc blockquote{padding-inline-start:12px;border-inline-start:2px solid var(--e-line)}.desc a{color:var(--e-text);text-underline-offset:3px}.desc img{display:block;max-width:100%;height:auto;border-radius:8px}.control{margin-top:16px}.hint,.labels,.problem{display:block;margin-top:8px;font-size:.87em;color:var(--e-subtle)}.page+.hint{margin:0 var(--e-pad) 16px}.problem{margin:-4px 0 4px;font-size:.93em;font-weight:500;color:var(--e-error)}.labels{display:flex;justify-content:space-between;gap:16px}.labels :last-child{text-align:end}.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}.btn{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:40px;padding:8px 16px;border-radius:10px;font-weight:600;line-height:1.3;text-align:center;text-decoration:none}.solid{color:var(--e-on-button);background:var(--e-button);border:1px solid transparent}.solid[aria-disabled=true]{color:var(--e-text);background:none;border-color:currentColor;opacity:var(--e-opacity,.8)}.ghost{padding-inline:12px;font-weight:500;color:var(--e-subtle)}.ghost:not(.back):last-child{margin-inline-end:-12px}.back{margin-inline:-12px auto}[dir=rtl] a svg{scale:-1 1}.close{position:absolute;z-index:1;top:16px;inset-inline-end:16px;display:grid;place-items:center;width:32px;height:32px;border-radius:8px;color:var(--e-subtle);background:var(--e-bg)}.close::after{content:"";position:absolute;inset:-6px}.logo{flex:none;align-self:start;height:2em;max-width:60%;margin:var(--e-pad) var(--e-pad) calc(12px - var(--e-pad));object-fit:contain}.progress{flex:none;overflow:hidden;height:4px;margin-block:30px calc(16px - var(--e-pad));margin-inline:var(--e-pad) calc(var(--e-pad) + 48px);border-radius:2px;background:var(--e-muted)}.progress i{display:block;height:100%;background:var(--e-accent-edge)}svg{display:block;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}.text{display:block;width:100%;padding:10px 12px;color:var(--e-on-field);background:var(--e-field);border:1px solid var(--e-edge);border-radius:10px;appearance:none}.text::placeholder{color:var(--e-on-field-subtle);opacity:1}textarea:focus-visible{outline-offset:-1px}.text[aria-invalid=true]{border-color:var(--e-error)}textarea.text{resize:vertical;min-height:6.4em;field-sizing:content;max-height:14.4em}.scale{--e-gap:8px;display:grid;row-gap:8px;grid-template-columns:repeat(auto-fit,minmax(clamp(99%/var(--e-count),(1.715em*var(--e-count) - 100%)*999,max(199%/(var(--e-count) + 1),1.715em)),1fr));margin-inline:calc(var(--e-gap)/-2)}.cell,.option{position:relative}.cell{padding-inline:calc(var(--e-gap)/2)}label input{position:absolute;z-index:1;inset:0;width:100%;height:100%;opacity:0;cursor:pointer}.row input{inset:12px;width:1.2em;height:1.2em}.tile{display:grid;place-items:center;min-height:44px;border-radius:8px;font-weight:500;white-space:nowrap;color:var(--e-on-muted);background:var(--e-muted);border:1px solid var(--e-edge)}.dense{--e-gap:3px;font-size:.93em}.emoji{--e-gap:0px;display:flex;justify-content:space-between}.emoji .cell{flex:0 1 3.2em}.emoji .tile{background:none!important;border:0;min-height:0;border-radius:50%}.emoji svg{width:100%;stroke-width:1.6}.disc{fill:var(--e-muted);stroke:var(--e-edge);stroke-width:.6}.emoji :checked~.tile .disc{fill:var(--e-accent);stroke:var(--e-accent-edge)}.list{display:grid;gap:8px}.option{color:var(--e-on-field);background:var(--e-field);border:1px solid var(--e-edge);border-radius:10px}.option.checked{border-color:var(--e-accent-edge);box-shadow:inset 0 0 0 1px var(--e-accent-edge)}.row{display:flex;gap:12px;padding:10px 12px}.option .text{width:calc(100% - 1.2em - 36px);margin:-6px 12px 10px;margin-inline-start:auto;padding:2px 0;background:none;border-width:0 0 1px;border-radius:2px}.mark{flex:none;display:grid;place-items:center;width:1.2em;height:1.2em;margin-top:.15em;border:1.5px solid var(--e-on-field-subtle);border-radius:50%}.box{border-radius:5px}:checked~:is(.mark,.tile){color:var(--e-on-accent);background:var(--e-accent);border-color:var(--e-accent-edge)}:checked~.mark::after{content:"";width:.53em;height:.53em;border-radius:50%;background:currentColor}:checked~.box::after{width:.33em;height:.6em;margin-top:-2px;border:solid;border-width:0 2px 2px 0;border-radius:0;background:none;rotate:45deg}.badge{display:grid;place-items:center;width:40px;height:40px;margin-bottom:16px;border-radius:50%;color:var(--e-on-accent);background:var(--e-accent)}.tab{position:fixed;inset:0;margin:auto;width:fit-content;height:fit-content;padding:10px 16px;font-weight:600;line-height:1.3;color:var(--e-on-tab);background:var(--e-tab);border:1px solid #ffffff29;border-radius:10px 10px 0 0;box-shadow:0 16px 40px -8px #16131f3d}.tab.top{margin-top:0;border-radius:0 0 10px 10px}.tab.bottom{margin-bottom:0}.tab.left,.tab.right{padding:16px 10px;border-radius:0 10px 10px 0}:is(.left,.right)>span{display:block;max-height:calc(100vh - 36px);writing-mode:vertical-rl}.tab.left{margin-left:0}.tab.right{margin-right:0;rotate:180deg}@media (max-width:300px){.card{--e-pad:12px}.btn{padding-inline:12px}}:host([data-low]) .page{display:block;overflow:auto}@media (hover:hover){.solid:not([aria-disabled=true]):hover,.tab:hover{filter:brightness(1.12)}.ghost:hover,.close:hover{color:var(--e-text);background:var(--e-muted)}.option:not(.checked):hover,.cell:hover :not(:checked)~.tile{border-color:var(--e-text)}}@media (pointer:coarse){.btn,.tab{min-height:44px}.text{font-size:max(16px,1em)}}@media (prefers-reduced-motion:no-preference){.popover{animation:e-enter .32s cubic-bezier(.2,.9,.3,1);transition:opacity .16s,transform .16s}:host([data-leaving]) .popover{opacity:0;transform:translateY(8px)}.next{animation:e-fade .24s cubic-bezier(.2,.9,.3,1)}.body{animation:e-still .24s}.progress i{transition:.3s cubic-bezier(.2,.9,.3,1)}.btn,.close,.tile,.option,.mark,.disc,.tab{transition:.12s}.emoji .cell:hover .tile{scale:1.08}.emoji :checked~.tile{scale:1.12}:is(button,a,.cell):active{scale:.96}}@keyframes e-enter{from{opacity:.3;transform:translateY(16px) scale(.98)}}@keyframes e-fade{from{opacity:.3}}@keyframes e-still{0%,to{overflow:hidden}}@media (prefers-contrast:more){.card{--e-line:var(--e-text);--e-edge:var(--e-text);--e-subtle:var(--e-text);--e-opacity:1}.btn,.close,.tab{border:1px solid}.progress{outline:1px solid}}@media (forced-colors:active){.card{--e-edge:CanvasText;--e-accent:Highlight;--e-accent-edge:Highlight;--e-on-accent:HighlightText;--e-muted:Canvas}.progress i,.badge,:checked~:is(.mark,.tile){forced-color-adjust:none}}@media print{:host{display:none!important}}`;

const CONTAINED_EVENTS = "keydown keypress keyup beforeinput input compositionstart compositionupdate compositionend copy cut paste pointerdown pointerup mousedown mouseup touchstart touchend click dblclick contextmenu focusin focusout";
function createMount(doc, options) {
  const host = doc.createElement("div");
  host.className = "earshot-survey";
  host.dataset.surveyId = options.surveyId;
  host.dataset.display = options.display;
  const root = host.attachShadow(native.platformOptions({ mode: "open" }));
  const style = attachStyles(doc, root, options.nonce);
  const container = root.appendChild(doc.createElement("div"));
  container.hidden = true;
  native.listen(host, CONTAINED_EVENTS, (event) => event.key !== HOTKEY && event.stopPropagation());
  const unlisten = native.listen(
    window,
    "focusin wheel touchmove",
    (event) => {
      if (event.target === host && (event.type === "focusin" || scrollsInside(event)))
        event.stopImmediatePropagation();
    },
    true
  );
  return {
    /** The element to insert into the document. */
    host,
    root,
    /** The element to draw in. Hidden until the theme is set, because colors would fade in from nothing. */
    container,
    /** Whether the website's content security policy blocks the styles. Known once `host` is in the document. */
    isUnstyled: () => style?.sheet === null,
    /** Removes `host` from the document, and all listeners. */
    unmount() {
      unlisten();
      host.remove();
    }
  };
}
const scrollsInside = (event) => event.composedPath().some(
  (node) => node instanceof Element && node.matches(".body, .page, textarea") && node.scrollHeight > node.clientHeight
);
function attachStyles(doc, root, nonce) {
  try {
    const sheet = new doc.defaultView.CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
    return void 0;
  } catch {
    const style = doc.createElement("style");
    if (nonce) style.setAttribute("nonce", nonce);
    style.textContent = STYLES;
    root.append(style);
    return style;
  }
}

const ENGLISH = {
  submit: "Submit",
  skip: "Skip",
  back: "Back",
  start: "Get started",
  thanks: "Thank you!",
  close: "Close",
  close_survey: "Close survey",
  feedback: "Feedback",
  placeholder: "Type your answer",
  new_tab: "opens in a new tab",
  announce: "Survey: {n}",
  hotkey: "Press F8 to move there and back",
  progress: "Question {n} of {of}",
  at_least: "At least {n} characters",
  at_most: "At most {n} characters",
  between: "{n} to {of} characters",
  required: "Please answer this question",
  required_choice: "Please choose an option",
  required_other: "Please fill in your own answer",
  too_short: "Please write at least {n} characters",
  too_long: "Please write at most {n} characters",
  unsent: "Your answer could not be sent. Please try again",
  worst: "Very dissatisfied",
  bad: "Dissatisfied",
  neutral: "Neutral",
  good: "Satisfied",
  best: "Very satisfied",
  thumbs_up: "Thumbs up",
  thumbs_down: "Thumbs down"
};

function createTranslate(overrides, language, lookUp) {
  const lower = language.toLowerCase();
  const tables = [lower, lower.split("-")[0], "*"].map(
    (name) => Object.entries(overrides ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]
  );
  return (key, n = "", of = "") => {
    const override = tables.map((table) => table?.[key]).find((text2) => typeof text2 === "string");
    const text = override ?? lookUp?.(language, key, +(of || n)) ?? ENGLISH[key];
    return text.replace(/\{(n|of)\}/g, (_, name) => `${name === "n" ? n : of}`);
  };
}

const MAX_WAIT_MS = 1500;
function createWords({
  page,
  loadWords,
  emitError
}, { overrides, parent, onReady }) {
  let lookUp;
  let isRequested = false;
  let isLoading = false;
  function onSettled() {
    if (!isLoading) return;
    isLoading = false;
    onReady();
  }
  return {
    isLoading: () => isLoading,
    translateFor(state) {
      const language = languageOf(state, parent.closest("[lang]")?.lang);
      if (!isRequested && !isEnglish(language)) {
        isRequested = isLoading = true;
        page.setTimer(MAX_WAIT_MS, onSettled);
        loadWords().then(
          (loaded) => {
            lookUp = loaded;
          },
          (error) => emitError("survey_words_failed", error)
        ).then(onSettled);
      }
      return createTranslate(overrides, language, lookUp);
    }
  };
}

const MAX_RESTORES = 8;
const CHILDLESS = "video, audio, canvas, iframe, img, object, embed";
function blockerOf(doc) {
  const candidates = native.attempt(() => [...doc.querySelectorAll(":modal")]) ?? [doc.fullscreenElement];
  return candidates.filter((element) => element && !element.contains(doc.body)).pop() ?? void 0;
}
function keepMounted(host, options) {
  const doc = host.ownerDocument;
  let previousParent;
  let reinsertions = 0;
  let restores = 0;
  const createObserver = () => native.attempt(() => new MutationObserver(update));
  const observer = createObserver();
  const documentObserver = createObserver();
  function observe(isBlocked) {
    documentObserver.observe(doc, native.platformOptions({ childList: true }));
    observer.disconnect();
    observer.observe(
      doc,
      native.platformOptions({ attributeFilter: ["open"], childList: isBlocked, subtree: true })
    );
    for (const parent of [doc.documentElement, doc.body])
      if (parent) observer.observe(parent, native.platformOptions({ childList: true }));
    observer.observe(host, native.platformOptions({ attributeFilter: ["inert", "aria-hidden"] }));
  }
  function update() {
    native.attempt(() => {
      for (const copy of doc.querySelectorAll(".earshot-survey")) if (!copy.shadowRoot) copy.remove();
    });
    const blocker = blockerOf(doc);
    const dialog = options.joins && blocker && !blocker.matches(CHILDLESS) ? blocker : void 0;
    const parent = dialog ?? native.attempt(() => doc.body);
    if (parent !== previousParent) reinsertions = 0;
    previousParent = parent;
    if (host.onabort && parent && host.parentNode !== parent && reinsertions++ < MAX_RESTORES) {
      parent.append(host);
      moveToTop(host);
    }
    for (const name of ["inert", "aria-hidden"]) {
      if (host.hasAttribute(name) && restores++ < MAX_RESTORES) host.removeAttribute(name);
    }
    host.hidden = !!blocker && !dialog;
    native.attempt(() => observe(!!blocker));
    options.onChange(host.isConnected && !host.hidden);
  }
  host.onabort = () => {
  };
  update();
  const unlisten = native.listen(doc, "fullscreenchange", () => {
    update();
    moveToTop(host);
  });
  return () => {
    unlisten();
    native.attempt(() => {
      observer.disconnect();
      documentObserver.disconnect();
    });
  };
}
function moveToTop(host) {
  const element = host.shadowRoot.querySelector(".card, .tab");
  if (!host.isConnected || !element?.showPopover) return;
  native.attempt(() => {
    element.popover = "manual";
    element.hidePopover();
    element.showPopover();
  });
}

function drawTab(container, translated, { words, parent, onOpen }) {
  const { tabPosition, widgetLabel } = translated.survey.appearance ?? {};
  const language = languageOf(translated);
  const label = widgetLabel || words.translateFor(translated)("feedback");
  Q(
    /* @__PURE__ */ k(
      "button",
      {
        type: "button",
        class: `tab ${tabPosition ?? "right"}`,
        part: "tab",
        lang: language || void 0,
        dir: directionOf(language, label, parent),
        "aria-haspopup": "dialog",
        "aria-expanded": "false",
        onClick: (event) => onOpen(event.currentTarget)
      },
      /* @__PURE__ */ k("span", null, label)
    ),
    container
  );
}
function showTab(translated, host, onOpen) {
  const settings = host.config();
  const { survey } = translated;
  const parent = native.attempt(() => document.documentElement) ?? document.body;
  const mount = createMount(document, { surveyId: survey.id, display: "tab", nonce: settings.nonce });
  let stopTheme;
  const words = createWords(host, {
    overrides: settings.survey_words,
    parent,
    onReady() {
      draw();
      showWhenReady();
    }
  });
  const draw = () => drawTab(mount.container, translated, { words, parent, onOpen });
  const showWhenReady = () => {
    if (stopTheme || words.isLoading() || !mount.host.isConnected) return;
    stopTheme = keepThemed(mount.host, survey.appearance ?? {}, settings.survey_color_scheme);
    mount.container.hidden = mount.isUnstyled();
  };
  draw();
  const stopMounting = keepMounted(mount.host, { joins: false, onChange: showWhenReady });
  return () => {
    stopMounting();
    stopTheme?.();
    Q(null, mount.container);
    mount.unmount();
  };
}

exports.BLACK = BLACK;
exports.DARK = DARK;
exports.LIGHT = LIGHT;
exports.LINK_CLICKED = LINK_CLICKED;
exports.PLACEHOLDER = PLACEHOLDER;
exports.Q = Q;
exports.QUESTION_TEXTS = QUESTION_TEXTS;
exports.SURVEY_TEXTS = SURVEY_TEXTS;
exports.WHITE = WHITE;
exports.blend = blend;
exports.contrast = contrast;
exports.createCard = createCard;
exports.createMount = createMount;
exports.createWords = createWords;
exports.drawTab = drawTab;
exports.hasBranching = hasBranching;
exports.hasIntro = hasIntro;
exports.isEnglish = isEnglish;
exports.isLogoUrl = isLogoUrl;
exports.isRightToLeftIn = isRightToLeftIn;
exports.isUsable = isUsable;
exports.keepMounted = keepMounted;
exports.keepThemed = keepThemed;
exports.languageOf = languageOf;
exports.maxRemainingQuestions = maxRemainingQuestions;
exports.mediaQuery = mediaQuery;
exports.nextStep = nextStep;
exports.onHotkey = onHotkey;
exports.parseColor = parseColor;
exports.pipeAnswers = pipeAnswers;
exports.possibleSteps = possibleSteps;
exports.prepareTriggers = prepareTriggers;
exports.ratingValues = ratingValues;
exports.rulesOf = rulesOf;
exports.safeUrl = safeUrl;
exports.showTab = showTab;
exports.skipAnswered = skipAnswered;
exports.translate = translate;
exports.translateForVisitor = translateForVisitor;
exports.translationKey = translationKey;
