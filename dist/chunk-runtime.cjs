'use strict';

var Tab = require('./chunk-Tab.cjs');
var native = require('./chunk-native.cjs');
var index = require('./chunk-index.cjs');

const DELAY_MS = 100;
const CLEAR_AFTER_MS = 1e3;
function createAnnouncer(root, setTimer) {
  const region = root.ownerDocument.createElement("div");
  region.className = "sr-only";
  region.setAttribute("aria-live", "polite");
  root.append(region);
  return (text, language) => {
    if (language) region.lang = language;
    const write = (content) => {
      region.textContent = content;
    };
    return index.callAll([
      setTimer(DELAY_MS, () => write(text)),
      setTimer(DELAY_MS + CLEAR_AFTER_MS, () => write(""))
    ]);
  };
}

const DISMISS_AFTER_MS = 5e3;
function autoDismiss(card, setTimer, dismiss) {
  let cancel = setTimer(DISMISS_AFTER_MS, dismiss);
  const pause = () => cancel();
  const resume = () => {
    cancel();
    cancel = setTimer(DISMISS_AFTER_MS, dismiss);
  };
  const onFocus = (event) => event.relatedTarget && pause();
  return index.callAll([
    () => cancel(),
    native.listen(card, "pointermove keydown", pause, true),
    native.listen(card, "focus", onFocus, true),
    native.listen(card, "pointerleave focusout", resume, true)
  ]);
}

const GAP = 12;
const MARGIN = 16;
const clamp = (value, min, max) => Math.max(min, Math.min(value, max));
function positionNextTo(anchor, card, viewport) {
  const below = viewport.height - anchor.bottom;
  const fitsBelow = below >= card.height + GAP + MARGIN || below >= anchor.top;
  const isAtRight = anchor.right > viewport.width - GAP;
  const beside = anchor.height > anchor.width && (anchor.left < GAP ? anchor.right + GAP : isAtRight && anchor.left - GAP - card.width);
  const x = beside || anchor.left + (anchor.width - card.width) / 2;
  const y = beside ? anchor.top + (anchor.height - card.height) / 2 : fitsBelow ? anchor.bottom + GAP : anchor.top - GAP - card.height;
  return {
    x: clamp(x, MARGIN, viewport.width - card.width - MARGIN),
    y: clamp(y, MARGIN, Math.max(MARGIN, viewport.height - card.height - MARGIN))
  };
}
const coveredHeight = () => native.attempt(() => {
  const { scale, height, offsetTop } = visualViewport;
  return scale < 1.01 ? innerHeight - height - offsetTop : 0;
}, 0);
const listenToViewport = (listener) => native.listen(native.attempt(() => visualViewport) ?? window, "scroll resize", listener);
function followAnchor(host, card, anchorOf) {
  let anchor;
  const update = () => {
    const current = anchorOf();
    if (current !== anchor) {
      if (anchor) observer?.unobserve(anchor);
      if (current) observer?.observe(current);
      anchor = current;
    }
    const rect = anchor?.getBoundingClientRect();
    const isPlaced = native.attempt(() => {
      if (!rect?.width && !rect?.height) return;
      const { x, y } = positionNextTo(
        rect,
        { width: card.offsetWidth, height: card.offsetHeight },
        { width: innerWidth, height: innerHeight - coveredHeight() }
      );
      host.style.setProperty("--e-x", `${x}px`);
      host.style.setProperty("--e-y", `${y}px`);
      return true;
    });
    host.toggleAttribute("data-placed", !!isPlaced);
  };
  const observer = native.attempt(() => new ResizeObserver(update));
  observer?.observe(card);
  update();
  return index.callAll([
    () => observer?.disconnect(),
    native.listen(window, "scroll resize", update, true),
    listenToViewport(update)
  ]);
}
const LOW = 300;
function revealFocus(root) {
  native.attempt(
    () => root.querySelector(":focus-visible")?.scrollIntoView(native.platformOptions({ block: "nearest" }))
  );
}
function liftAboveKeyboard(host) {
  const update = () => {
    const covered = coveredHeight();
    host.style.setProperty("--e-lift", covered >= 1 ? `${covered}px` : "");
    host.toggleAttribute(
      "data-low",
      native.attempt(() => innerHeight - covered < LOW, false)
    );
    revealFocus(host.shadowRoot);
  };
  update();
  return listenToViewport(update);
}

const deepActiveElement = (element) => element?.shadowRoot?.activeElement ? deepActiveElement(element.shadowRoot.activeElement) : element;
function restoreFocus(root, fallbackOf) {
  const doc = root.ownerDocument;
  let origin = native.attempt(() => deepActiveElement(doc.activeElement));
  let lastFocused;
  const unlisten = native.listen(
    doc,
    "focusout",
    (event) => {
      lastFocused = event.composedPath()[0];
    },
    true
  );
  native.listen(
    root,
    "focus",
    (event) => {
      revealFocus(root);
      const from = event.relatedTarget;
      if (from && !root.contains(from)) origin = lastFocused;
    },
    true
  );
  function giveBack() {
    const focused = native.attempt(() => root.activeElement);
    for (const target of [origin, fallbackOf()]) {
      if (focused && root.activeElement && target !== doc.body)
        target?.focus?.(native.platformOptions({ preventScroll: true }));
    }
    focused?.blur();
    return !!focused;
  }
  return { giveBack, stop: unlisten };
}

const FADE_MS = 160;
function showSurvey(session, host, options) {
  const { page } = host;
  const settings = host.config();
  const { survey } = session.state();
  const appearance = survey.appearance ?? {};
  const isInline = options.display === "inline";
  const isOpenedByVisitor = options.opened === true;
  const container = resolveElement(options.container);
  const parent = container ?? native.attempt(() => document.body) ?? document.documentElement;
  const position = options.position ?? appearance.position ?? (Tab.isRightToLeftIn(parent) ? "left" : "right");
  let anchor = resolveElement(options.anchor);
  function currentAnchor() {
    if (!anchor?.isConnected) {
      const { anchor: given } = options;
      anchor = resolveElement(typeof given === "string" ? given : appearance.widgetSelector) ?? anchor;
    }
    return anchor;
  }
  const mount = Tab.createMount(document, {
    surveyId: survey.id,
    display: options.display,
    nonce: settings.nonce
  });
  const announce = createAnnouncer(mount.root, page.setTimer);
  const focusOfPage = restoreFocus(mount.root, currentAnchor);
  const words = Tab.createWords(host, {
    overrides: settings.survey_words,
    parent,
    onReady() {
      card.draw();
      showWhenUsable();
    }
  });
  const card = Tab.createCard(mount.container, {
    session,
    words,
    display: options.display,
    position,
    parent,
    closable: !isInline && appearance.hideCancelButton !== true,
    isPreview: options.isPreview
  });
  const cleanups = [focusOfPage.stop];
  let isUsable = false;
  let isAttached = false;
  let isShown = false;
  let isDismissing = false;
  let isRemoved = false;
  let mayMeasure = isInline || isOpenedByVisitor;
  function attach() {
    isAttached = true;
    cleanups.push(Tab.keepThemed(mount.host, appearance, settings.survey_color_scheme));
    mount.container.hidden = mount.isUnstyled();
    if (isInline) return;
    const measure = () => {
      mayMeasure = true;
      cleanups.push(liftAboveKeyboard(mount.host));
      showWhenUsable();
    };
    cleanups.push(page.setTimer(0, measure), observeVisibility(card.element, showWhenUsable));
    cleanups.push(Tab.onHotkey(window, () => focusOfPage.giveBack() || card.focus()));
    if (position === "next_to_trigger") cleanups.push(followAnchor(mount.host, card.element, currentAnchor));
  }
  function showWhenUsable() {
    if (!isAttached && !words.isLoading() && mount.host.isConnected) attach();
    if (isAttached && mount.isUnstyled()) {
      host.emitError("survey_styles_blocked");
      options.onBlocked?.();
      return session.hide();
    }
    if (!isAttached || !mayMeasure || isShown || !isUsable || !page.visible()) return;
    if (!isInline && card.element.checkVisibility?.() === false) return;
    isShown = true;
    session.shown();
    if (isOpenedByVisitor) {
      card.focus();
      cleanups.push(setExpanded(anchor));
    } else if (!isInline) announceTitle();
  }
  function announceTitle() {
    const state = session.state();
    const translate = words.translateFor(state);
    const text = `${translate("announce", titleOf(state))}. ${translate("hotkey")}`;
    cleanups.push(announce(text, state.language));
  }
  function onSessionChange() {
    const { page: current } = session.state();
    if (current === "closed") close();
    if (current !== "thanks" || !appearance.autoDisappear || isDismissing) return;
    isDismissing = true;
    cleanups.push(autoDismiss(card.element, page.setTimer, session.dismiss));
  }
  function close() {
    focusOfPage.giveBack();
    mount.container.inert = true;
    mount.host.dataset.leaving = "";
    const fades = !isInline && isShown && !Tab.mediaQuery("reduced-motion: reduce")?.matches;
    cleanups.push(page.setTimer(fades ? FADE_MS : 0, remove));
  }
  function remove() {
    if (isRemoved) return;
    isRemoved = true;
    for (const cleanup of cleanups) cleanup();
    focusOfPage.giveBack();
    card.remove();
    mount.unmount();
    options.onClosed?.();
  }
  const setUsable = (usable) => {
    isUsable = usable;
    showWhenUsable();
  };
  cleanups.push(session.subscribe(onSessionChange), page.on("visible", showWhenUsable));
  onSessionChange();
  if (session.state().page === "closed") return { session, remove };
  if (isInline) {
    container?.append(mount.host);
    setUsable(mount.host.isConnected);
  } else cleanups.push(Tab.keepMounted(mount.host, { joins: isOpenedByVisitor, onChange: setUsable }));
  return { session, remove };
}
const observeVisibility = (element, callback) => native.attempt(
  () => {
    const observer = new IntersectionObserver(callback);
    observer.observe(element);
    return () => observer.disconnect();
  },
  () => {
  }
);
const resolveElement = (target) => typeof target === "string" ? native.attempt(() => document.querySelector(target)) ?? void 0 : target;
function setExpanded(button) {
  if (!button?.matches("button, [role=button]")) return () => {
  };
  button.setAttribute("aria-expanded", "true");
  return () => button.setAttribute("aria-expanded", "false");
}
const titleOf = ({ survey, page, index }) => (page === "intro" ? survey.appearance?.introScreenHeader : survey.questions[index]?.question) || survey.name || "";

const responseKey = (questionId) => `${index.SURVEY_RESPONSE_PREFIX}${questionId}`;
const customProperties = (properties) => Object.fromEntries(
  native.attempt(() => Object.keys(properties), []).filter((name) => !/^\$(survey|set|unset)/.test(name)).map((name) => [name, native.attempt(() => properties[name])])
);
const surveyProperties = ({ survey, language }) => ({
  [index.SURVEY_ID]: survey.id,
  $survey_name: survey.name ?? "",
  [index.SURVEY_ITERATION]: survey.current_iteration ?? null,
  $survey_iteration_start_date: survey.current_iteration_start_date ?? null,
  ...language !== null && { $survey_language: language }
});
const copyAnswer = (answer) => Array.isArray(answer) ? [...answer] : answer;
function legacyKey(question) {
  const { originalQuestionIndex: index } = question;
  if (typeof index !== "number") return void 0;
  return index === 0 ? "$survey_response" : responseKey(String(index));
}
function answerProperties(report) {
  const responses = native.nullProtoRecord();
  const questions = report.survey.questions.map((question) => {
    const id = question.id;
    const entry = { id, question: report.questionTexts[id] ?? question.question };
    const answer = report.answers[id];
    if (answer === void 0) return entry;
    for (const key of [responseKey(id), legacyKey(question)]) if (key) responses[key] = copyAnswer(answer);
    return { ...entry, response: copyAnswer(answer) };
  });
  return {
    ...surveyProperties(report),
    [index.SURVEY_SUBMISSION_ID]: report.submissionId,
    [index.SURVEY_QUESTIONS]: questions,
    ...responses
  };
}
const sentProperties = (report, completed) => ({
  ...answerProperties(report),
  [index.SURVEY_COMPLETED]: completed
});
const unfinishedProperties = (report) => ({
  ...answerProperties(report),
  $survey_partially_completed: Object.values(report.answers).some((answer) => answer !== null)
});

function reduce(survey, data, event) {
  switch (event.type) {
    case "begin":
      return data.page === "intro" ? { ...data, page: "question" } : data;
    case "answer":
      return data.page === "question" ? afterAnswer(survey, data, event) : data;
    case "back":
      return data.page === "question" ? afterBack(data) : data;
    case "prefill":
      return event.answers.some((answer) => answer !== void 0) ? afterPrefill(survey, data, event) : data;
    case "close":
      return data.page === "closed" ? data : { ...data, page: "closed", end: data.end ?? event.end };
  }
}
const idAt = (survey, index) => survey.questions[index].id;
const answerAt = (survey, data, index) => data.answers[idAt(survey, index)] ?? null;
const typeOf = (question) => question.type + question.scale;
function draftAt(survey, data, index) {
  const question = survey.questions[index];
  return Tab.rulesOf(question).restore(question, answerAt(survey, data, index), data.picks[question.id]);
}
function fittingDraft(question, answer, picked) {
  const rules = Tab.rulesOf(question);
  const draft = rules.restore(question, answer, picked);
  return isBlank(answer) || rules.answer(question, draft) !== null ? draft : void 0;
}
function branchAnswerAt(survey, data, index) {
  const answer = answerAt(survey, data, index);
  const draft = draftAt(survey, data, index);
  return (typeof draft === "object" ? draft?.picked[0] : void 0) ?? answer;
}
const answeredPath = ({ end, path, index }) => end === "sent" ? [...path, index] : path;
function afterAnswer(survey, data, { answer, picked, translated }) {
  const { index, path, answers, picks, questionTexts } = data;
  const id = idAt(survey, index);
  const answered = {
    ...data,
    answers: native.nullProtoRecord(answers, { [id]: answer }),
    picks: native.nullProtoRecord(picks, { [id]: picked }),
    questionTexts: native.nullProtoRecord(questionTexts, { [id]: translated.survey.questions[index].question })
  };
  const step = stepAfter(survey, answered, /* @__PURE__ */ new Set([...path, index]));
  if (step !== "end") return { ...answered, page: "question", index: step, path: [...path, index] };
  return { ...answered, page: survey.appearance?.displayThankYouMessage ? "thanks" : "closed", end: "sent" };
}
function stepAfter(survey, data, answered) {
  const { index, path, order } = data;
  if (order) return order[path.length + 1] ?? "end";
  const answerOf = (position) => branchAnswerAt(survey, data, position);
  return Tab.skipAnswered(survey, Tab.nextStep(survey, index, answerOf(index)), answered, answerOf);
}
function afterBack(data) {
  const last = data.path[data.path.length - 1];
  return last === void 0 ? data : { ...data, index: last, path: data.path.slice(0, -1) };
}
function afterPrefill(survey, data, { answers, translated }) {
  const prefilled = native.nullProtoRecord(data.answers);
  answers.forEach((answer, index) => {
    if (answer !== void 0) prefilled[idAt(survey, index)] = answer;
  });
  let current = { ...data, index: data.order?.[0] ?? 0, path: [], answers: prefilled };
  while (current.end === null) {
    const answer = answers[current.index];
    const question = survey.questions[current.index];
    if (answer === void 0 || !Tab.rulesOf(question).submitsAtOnce(question)) break;
    current = afterAnswer(survey, current, { answer, translated });
  }
  return current;
}
const newSession = (survey, order) => ({
  page: Tab.hasIntro(survey) ? "intro" : "question",
  index: order?.[0] ?? 0,
  path: [],
  answers: native.nullProtoRecord(),
  picks: native.nullProtoRecord(),
  questionTexts: native.nullProtoRecord(),
  order,
  end: null
});
const isBlank = (answer) => (answer ?? "").length === 0;
const isAnswer = (value) => typeof value === "number" || value === null || [value].flat().every((part) => typeof part === "string");
const isPick = (value) => Array.isArray(value) && value.every(Number.isInteger);
function originalAnswer(question, shown, answer) {
  const { choices = [] } = question;
  const { choices: labels = [] } = shown;
  const toOriginal = (text) => choices.includes(text) ? text : choices[labels.indexOf(text)] ?? text;
  if (shown === question) return answer;
  return Array.isArray(answer) ? answer.map(toOriginal) : toOriginal(answer);
}
function resumedSession(survey, order, saved) {
  const { lastQuestionIndex, responses, picks, questionTypes, surveyLanguage } = saved;
  const answers = native.nullProtoRecord();
  const picked = native.nullProtoRecord();
  const shown = Tab.translate(survey, native.isText(surveyLanguage) ? surveyLanguage : void 0).survey;
  survey.questions.forEach((question, index2) => {
    const id = question.id;
    const positions = [picks?.[id]].find(isPick);
    const stored = responses?.[responseKey(id)];
    const answer = positions ? stored : originalAnswer(question, shown.questions[index2], stored);
    const rules = Tab.rulesOf(question);
    const draft = isAnswer(answer) ? fittingDraft(question, answer, positions) : void 0;
    const type = typeOf(question);
    if (draft === void 0 || rules.problem(question, draft) || (questionTypes?.[id] ?? type) !== type)
      return;
    answers[id] = rules.answer(question, draft);
    picked[id] = positions;
  });
  const first = {
    ...newSession(survey, order),
    page: "question",
    answers,
    picks: picked,
    questionTexts: native.nullProtoRecord(
      Object.fromEntries(Object.entries(saved.questionSnapshots ?? {}).filter(([, text]) => native.isText(text)))
    )
  };
  const path = [];
  const answered = /* @__PURE__ */ new Set();
  let { index } = first;
  while (index !== lastQuestionIndex) {
    answered.add(index);
    const step = idAt(survey, index) in answers ? stepAfter(survey, { ...first, index, path }, answered) : "end";
    if (step === "end") return first;
    path.push(index);
    index = step;
  }
  return { ...first, index, path };
}

function reportAbandoned(host, surveys) {
  const { store } = host;
  const config = host.config();
  const clock = { now: host.page.now(), ttlMinutes: config.survey_progress_ttl_minutes };
  for (const stored of store.keys(native.PROGRESS_PREFIX)) {
    const saved = index.readRecord(store, stored);
    if (!saved || index.isCurrent(saved, clock)) continue;
    const report = () => {
      const prepared = surveys.find(({ key }) => native.PROGRESS_PREFIX + key === stored);
      if (!prepared || !config.capture_survey_abandoned) return;
      const { surveyLanguage: language, surveySubmissionId: submissionId } = saved;
      host.capture(
        index.SURVEY_ABANDONED,
        unfinishedProperties({
          ...Tab.translate(prepared.survey, native.isText(language) ? language : void 0),
          ...resumedSession(prepared.survey, null, saved),
          submissionId
        })
      );
    };
    native.attempt(
      () => {
        report();
        store.remove(stored);
      },
      void 0,
      (error) => host.emitError("survey_failed", error)
    );
  }
}

const toIsoString = (ms) => ms ? new Date(ms).toISOString() : void 0;
function explainSurvey(prepared, evaluation, displayChecks, blockedBy) {
  const { survey, key } = prepared;
  const context = evaluation.currentContext({ silent: true });
  const checks = { ...displayChecks };
  for (const { name, passes } of evaluation.checks) checks[name] = passes(prepared, context);
  const flags = [survey.linked_flag_key, survey.targeting_flag_key, survey.internal_targeting_flag_key];
  return {
    visible: Object.values(checks).every(Boolean),
    checks,
    survey,
    found: {
      blockedBy,
      now: toIsoString(context.now),
      url: context.url,
      deviceType: context.device,
      flags: Object.fromEntries(flags.filter(Boolean).map((flag) => [flag, context.flag(flag)])),
      lastSeen: toIsoString(context.lastSeen()),
      alreadySeen: context.isSeen(key),
      triggered: context.isTriggered(prepared)
    }
  };
}

const conditionOf = ({ survey: { conditions, start_date } }) => index.stringify([conditions.events, conditions.actions, start_date]);
function createFiredTriggers(store) {
  const fired = /* @__PURE__ */ new Map();
  let sessionId;
  function persist(key) {
    const { firedAt = null, condition } = fired.get(key);
    if (sessionId !== void 0) store.write(native.TRIGGER_PREFIX + key, index.stringify([sessionId, firedAt, condition]));
  }
  function restore(storedKey) {
    const { 0: storedId, 1: firedAt, 2: condition } = Object(index.parseJson(store.read(storedKey)));
    if (storedId !== sessionId || sessionId === void 0) return store.remove(storedKey);
    fired.set(storedKey.slice(native.TRIGGER_PREFIX.length), { firedAt: Number(firedAt) || void 0, condition });
  }
  function remove(key) {
    if (fired.delete(key)) store.remove(native.TRIGGER_PREFIX + key);
  }
  function find(prepared) {
    const trigger = fired.get(prepared.key);
    if (!trigger || trigger.condition === conditionOf(prepared)) return trigger;
    remove(prepared.key);
    return void 0;
  }
  function onShown(key, prepared) {
    const trigger = fired.get(key);
    if (!trigger) return;
    if (!prepared || prepared.repeatable) return remove(key);
    trigger.firedAt = void 0;
    persist(key);
  }
  return {
    has: (prepared) => find(prepared) !== void 0,
    /** Returns milliseconds since 1970; `undefined` when the survey was shown since, so that its delay starts over. */
    firedAt: (prepared) => find(prepared)?.firedAt,
    /** Adds a survey. The first of several events counts. A trigger with a delay is stored, so that a reload keeps it. */
    add(prepared, firedAt) {
      if (find(prepared)?.firedAt !== void 0) return;
      fired.set(prepared.key, { firedAt, condition: conditionOf(prepared) });
      if (prepared.delayMs > 0) persist(prepared.key);
    },
    remove,
    /** Removes a survey that was completed or dismissed. A partial response changes nothing. */
    recordEvent({ event, properties }, surveys) {
      const finishedKey = index.finishedSurveyKey(event, properties);
      if (finishedKey !== void 0 && properties[index.SURVEY_COMPLETED] !== false) remove(finishedKey);
      if (event !== index.SURVEY_SHOWN) return;
      const shownKey = native.surveyKey(String(properties[index.SURVEY_ID]), properties[index.SURVEY_ITERATION]);
      onShown(
        shownKey,
        surveys.find(({ key }) => key === shownKey)
      );
    },
    /** Changes the visitor session: restores what its earlier pages stored, and removes all that other sessions stored. */
    setSessionId(id) {
      if (sessionId !== void 0) fired.clear();
      sessionId = id;
      for (const storedKey of store.keys(native.TRIGGER_PREFIX)) restore(storedKey);
    },
    clear: () => fired.clear()
  };
}

function createHeadlessSessions(runtime, host) {
  const sessions = /* @__PURE__ */ new Set();
  return {
    start({ survey, key }, options) {
      const entry = { key };
      sessions.add(entry);
      const session = runtime.session(survey, host, options);
      entry.session = session;
      if (!sessions.has(entry)) session.hide();
      session.subscribe(() => session.state().page === "closed" && sessions.delete(entry));
      return session;
    },
    /** Hides the sessions of the surveys whose key passes the filter. */
    hide(filter) {
      for (const entry of sessions) {
        if (!filter(entry.key)) continue;
        sessions.delete(entry);
        entry.session?.hide();
      }
    }
  };
}

function createManualDisplay(host, openSurveys, evaluation, urlPrefill) {
  const { page } = host;
  const pendingDisplays = /* @__PURE__ */ new Map();
  const prefilled = /* @__PURE__ */ new Set();
  function refusalReason(prepared, { ignoreConditions, displayType, selector }) {
    const failed = evaluation.firstFailedCheck(
      prepared,
      ({ name, scope }) => ignoreConditions ? name === "type" : scope === "survey"
    );
    const isMissing = typeof selector === "string" ? !page.matchesSelector(selector) : !selector;
    return failed || host.whyBlocked() || displayType === "inline" && isMissing && "container";
  }
  function isAllowed(prepared, options) {
    const reason = refusalReason(prepared, options);
    if (reason) host.emitError("survey_not_displayed", { id: prepared.survey.id, reason });
    return !reason;
  }
  function shouldPrefill({ key, survey }) {
    if (host.config().surveys?.prefillFromUrl !== true || prefilled.has(key) || !urlPrefill(survey))
      return false;
    prefilled.add(key);
    return true;
  }
  function show(prepared, options) {
    const { key, survey } = prepared;
    const { properties, initialResponses, skipShownEvent, position, selector } = options;
    const inline = options.displayType === "inline";
    const role = inline ? "inline" : "popover";
    if (!inline && openSurveys.find(key, role)) return;
    evaluation.batch(() => {
      openSurveys.hide((other) => other.role === role && (!inline || other.prepared.key === key));
      openSurveys.open(
        { prepared, role, automatic: false },
        {
          properties,
          initialResponses,
          skipShownEvent,
          position,
          display: role,
          container: inline ? selector : void 0,
          anchor: inline ? void 0 : selector ?? survey.appearance.widgetSelector,
          prefillFromUrl: inline && shouldPrefill(prepared)
        }
      );
    });
    evaluation.evaluate();
  }
  function cancel(key) {
    pendingDisplays.get(key)?.();
    pendingDisplays.delete(key);
  }
  function showWhenVisible(prepared, options) {
    const { key } = prepared;
    cancel(key);
    if (!isAllowed(prepared, options)) return;
    if (page.visible()) return show(prepared, options);
    pendingDisplays.set(
      key,
      page.on("visible", () => showWhenVisible(prepared, options))
    );
  }
  return {
    /** Shows a survey after its delay. A second request restarts the delay. */
    display(prepared, options) {
      const { key, delayMs } = prepared;
      cancel(key);
      const onDue = () => showWhenVisible(prepared, options);
      if (options.ignoreDelay || delayMs === 0) onDue();
      else if (isAllowed(prepared, options)) pendingDisplays.set(key, page.setTimer(delayMs, onDue));
    },
    cancel,
    stop() {
      for (const key of pendingDisplays.keys()) cancel(key);
    }
  };
}

const previewHost = (host) => ({
  ...host,
  page: { ...host.page, dispatchEvent() {
  } },
  store: { ...host.store, read: () => null, write: () => true, remove() {
  } },
  capture: () => true,
  emit() {
  },
  reloadFlags() {
  }
});

function createOpenSurveys(runtime, host, onRemoved) {
  const openSurveys = /* @__PURE__ */ new Set();
  const started = /* @__PURE__ */ new Set();
  const blocked = /* @__PURE__ */ new Set();
  let areStylesBlocked = false;
  function remove(openSurvey) {
    if (!openSurveys.delete(openSurvey)) return;
    const { key } = openSurvey.prepared;
    const ended = openSurvey.shown?.session.state().end !== "hidden";
    if (ended) started.delete(key);
    else started.add(key);
    onRemoved({ key, ended });
  }
  function hideShown({ session, remove: remove2 }) {
    session.hide();
    remove2();
  }
  return {
    /** Opens a survey. One that cannot be drawn is reported and blocked. */
    open(placement, given) {
      const options = native.nullProtoRecord(given);
      const { survey, key } = placement.prepared;
      const openSurvey = { ...placement, shown: void 0 };
      openSurveys.add(openSurvey);
      try {
        if (started.has(key)) options.skipShownEvent = true;
        options.onBlocked = () => {
          areStylesBlocked = true;
        };
        options.onClosed = () => remove(openSurvey);
        const shown = runtime.show(survey, options.isPreview ? previewHost(host) : host, options);
        openSurvey.shown = shown;
        if (!openSurveys.has(openSurvey)) hideShown(shown);
      } catch (error) {
        openSurveys.delete(openSurvey);
        blocked.add(key);
        host.emitError("survey_failed", error);
      }
    },
    find: (key, role) => [...openSurveys].find(({ prepared, role: other }) => prepared.key === key && other === role),
    /** Returns the open popover; there is one at most. */
    popover: () => [...openSurveys].find(({ role }) => role === "popover"),
    hasPopoverInOtherFrame: runtime.hasPopoverInOtherFrame,
    /** Removes the surveys that pass the filter from the page. Captures nothing and keeps their progress. */
    hide(filter) {
      for (const openSurvey of [...openSurveys].filter(filter)) {
        if (openSurvey.shown) hideShown(openSurvey.shown);
        remove(openSurvey);
      }
    },
    /** Whether the survey was opened on this page and then hidden, so that opening it again is no new display. */
    isStarted: (key) => started.has(key),
    /** Makes the survey no longer count as started. */
    forget(key) {
      started.delete(key);
    },
    /** Whether the survey must not open again on this page. */
    isBlocked: (key) => areStylesBlocked || blocked.has(key),
    /** Keeps the survey from opening again on this page. */
    block(key) {
      blocked.add(key);
    },
    reset() {
      started.clear();
      blocked.clear();
    }
  };
}

function createSessionCap({ store, config, sessionId, recordActivity }) {
  const key = () => native.SHOWN_COUNT_PREFIX + sessionId();
  const count = () => Number(Object(index.parseJson(store.read(key())))[0]) || 0;
  return {
    /** Whether no further popover may open by itself. A maximum of 0 is no limit. */
    isReached() {
      const max = config().max_surveys_per_session;
      return max > 0 && count() >= max;
    },
    /** Counts one popover, and forgets other sessions. */
    add() {
      recordActivity();
      const next = count() + 1;
      native.removeByPrefix(store, native.SHOWN_COUNT_PREFIX);
      store.write(key(), index.stringify([next]));
    }
  };
}

function byPriority(isInProgress) {
  const rank = (prepared) => isInProgress(prepared) ? 0 : prepared.survey.schedule === "always" ? 2 : 1;
  return (a, b) => rank(a) - rank(b) || a.delayMs - b.delayMs;
}
function createPopoverQueue({ host, openSurveys, firedTriggers, evaluate }) {
  const { page } = host;
  const sessionCap = createSessionCap(host);
  const delays = /* @__PURE__ */ new Map();
  const suppressed = /* @__PURE__ */ new Set();
  function startDelay(prepared) {
    const { key, delayMs, survey } = prepared;
    const firedAt = firedTriggers.firedAt(prepared);
    const elapsedMs = firedAt === void 0 ? 0 : Math.max(page.now() - firedAt, 0);
    const remainingMs = Math.max(delayMs - elapsedMs, 0);
    const delay = { due: page.monotonicNow() + remainingMs, cancel: page.setTimer(remainingMs, evaluate) };
    delays.set(key, delay);
    if (!Tab.isEnglish(Tab.languageOf(Tab.translateForVisitor(survey, host)))) void host.loadWords().catch(() => {
    });
    return delay;
  }
  function isDue(prepared) {
    if (prepared.delayMs === 0) return true;
    const { due } = delays.get(prepared.key) ?? startDelay(prepared);
    return page.monotonicNow() >= due;
  }
  function cancelDelay(key) {
    delays.get(key)?.cancel();
    delays.delete(key);
  }
  const canOpen = ({ survey, key }) => survey.type === "popover" && !suppressed.has(key) && !openSurveys.isBlocked(key) && !openSurveys.find(key, "popover");
  return {
    /** Opens the next survey that is due, and starts and cancels delays. */
    update(eligible, { isInProgress }) {
      const keys = new Set(eligible.map(({ key }) => key));
      for (const key of delays.keys()) if (!keys.has(key)) cancelDelay(key);
      for (const key of suppressed) if (!keys.has(key)) suppressed.delete(key);
      const next = eligible.filter(canOpen).sort(byPriority(isInProgress)).filter(isDue)[0];
      if (!next || openSurveys.popover() || openSurveys.hasPopoverInOtherFrame()) return;
      if (!isInProgress(next)) {
        if (sessionCap.isReached()) return;
        sessionCap.add();
      }
      cancelDelay(next.key);
      const anchor = next.survey.appearance.widgetSelector;
      openSurveys.open({ prepared: next, role: "popover", automatic: true }, { display: "popover", anchor });
    },
    /** Cancels the delay of a survey and suppresses it. Does nothing when no delay is running, as for an open survey. */
    cancel(key) {
      if (!delays.has(key)) return;
      cancelDelay(key);
      suppressed.add(key);
    },
    /** Keeps a survey from opening until it has stopped being eligible, or is triggered again. */
    suppress(key) {
      suppressed.add(key);
    },
    /** Lets a suppressed survey open again. */
    unsuppress(key) {
      suppressed.delete(key);
    },
    /** Returns the checks that a survey must pass to open, by the names that `explainSurvey` shows. */
    checks: (key) => ({
      "delay over": (delays.get(key)?.due ?? 0) <= page.monotonicNow(),
      "not cancelled or closed on this page": !suppressed.has(key),
      "session cap": !sessionCap.isReached()
    }),
    stop() {
      for (const key of delays.keys()) cancelDelay(key);
      suppressed.clear();
    }
  };
}

function createTriggerLookup(host, evaluation) {
  const cache = /* @__PURE__ */ new WeakMap();
  function prepare({ survey }) {
    const deps = {
      compileMatcher: evaluation.compileMatcher,
      pageUrl: host.page.url,
      onInvalid: () => host.emitError("survey_condition_invalid", { id: survey.id })
    };
    return native.attempt(() => Tab.prepareTriggers(survey.conditions, deps), void 0, deps.onInvalid) ?? Tab.prepareTriggers({}, deps);
  }
  function triggersOf(prepared) {
    const triggers = cache.get(prepared) ?? prepare(prepared);
    cache.set(prepared, triggers);
    return triggers;
  }
  return (kind, event) => evaluation.prepared().filter((prepared) => triggersOf(prepared)[kind](event));
}

const isEqual = (a, b) => native.attempt(() => JSON.stringify(a) === JSON.stringify(b), false);

function answersInUrl({ questions }, url) {
  const valuesOf = (name) => native.attempt(() => new URL(url).searchParams.getAll(name), []);
  return questions.map((question, index) => Tab.rulesOf(question).prefill(question, valuesOf(`q${index}`)));
}
function answerFromCode(question, input) {
  const values = [input].flat().filter((value) => ["string", "number"].includes(typeof value)).map(String);
  const rules = Tab.rulesOf(question);
  const prefilled = rules.prefill(question, values);
  if (prefilled !== void 0) return prefilled;
  const draft = rules.restore(question, Array.isArray(input) ? values : values[0]);
  return rules.problem(question, draft) ? void 0 : rules.answer(question, draft) ?? void 0;
}
const answersFromCode = ({ questions }, input) => questions.map((question, index) => native.attempt(() => answerFromCode(question, input[index])));

const createUrlPrefill = ({ page }, { formerUrl }) => (
  /** Whether the URL may prefill a survey. Its path and hash may have changed since, and its answers are the same. */
  (survey) => formerUrl() === void 0 || !isEqual(answersInUrl(survey, page.url()), answersInUrl(survey, formerUrl()))
);

function createWidgets(runtime, host, openSurveys) {
  const buttons = /* @__PURE__ */ new Map();
  function toggle(prepared, anchor, isTab = false) {
    const { position } = prepared.survey.appearance;
    const open = openSurveys.find(prepared.key, "widget");
    if (open) openSurveys.hide((placement) => placement === open);
    else
      openSurveys.open(
        { prepared, role: "widget", automatic: true },
        {
          display: "popover",
          anchor,
          opened: true,
          // `right` is what the service sets where the author has chosen nothing.
          position: isTab && (position ?? "right") === "right" ? "next_to_trigger" : void 0
        }
      );
  }
  function createButton(prepared) {
    const { widgetType, widgetSelector } = prepared.survey.appearance;
    const onOpen = (anchor) => toggle(prepared, anchor, widgetType === "tab");
    if (widgetType === "tab") return runtime.tab(prepared.survey, host, onOpen);
    if (widgetType !== "selector" || !widgetSelector) return void 0;
    return native.attempt(
      () => host.page.onClick(widgetSelector, onOpen),
      () => {
      },
      () => host.emitError("survey_condition_invalid", { id: prepared.survey.id })
    );
  }
  const unsubscribe = runtime.onWidgetToggle((id) => {
    for (const { prepared } of buttons.values())
      if (prepared.survey.id === id) toggle(prepared, prepared.survey.appearance.widgetSelector);
  });
  function update(surveys) {
    for (const [key, { prepared, remove }] of buttons) {
      if (surveys.includes(prepared) || openSurveys.find(key, "widget")) continue;
      buttons.delete(key);
      remove();
    }
    for (const prepared of surveys) {
      const remove = buttons.has(prepared.key) ? void 0 : createButton(prepared);
      if (remove) buttons.set(prepared.key, { prepared, remove });
    }
  }
  return {
    update,
    stop() {
      unsubscribe();
      update([]);
    }
  };
}

function createDisplay(runtime, host, evaluation) {
  const { page } = host;
  const { evaluate } = evaluation;
  const findTriggered = createTriggerLookup(host, evaluation);
  const firedTriggers = createFiredTriggers(host.store);
  const openSurveys = createOpenSurveys(runtime, host, ({ key, ended }) => {
    if (ended) popoverQueue.suppress(key);
    evaluate();
  });
  const widgets = createWidgets(runtime, host, openSurveys);
  const popoverQueue = createPopoverQueue({ host, openSurveys, firedTriggers, evaluate });
  const urlPrefill = createUrlPrefill(host, evaluation);
  const manualDisplay = createManualDisplay(host, openSurveys, evaluation, urlPrefill);
  const headlessSessions = createHeadlessSessions(runtime, host);
  function hide(filter) {
    evaluation.batch(() => {
      openSurveys.hide(({ prepared }) => filter(prepared.key));
      headlessSessions.hide(filter);
    });
  }
  firedTriggers.setSessionId(host.sessionId());
  reportAbandoned(host, evaluation.prepared());
  return {
    update(eligible, context) {
      const isBlocked = !!host.whyBlocked();
      openSurveys.hide(
        ({ automatic, prepared }) => isBlocked || automatic && prepared.url?.(context.url) === false
      );
      widgets.update(
        eligible.filter(({ survey, key }) => survey.type === "widget" && !openSurveys.isBlocked(key))
      );
      popoverQueue.update(eligible, context);
    },
    handleEvent(event, at) {
      const started = findTriggered("start", event).filter(({ start, end }) => start <= at && at < end);
      for (const prepared of started) {
        firedTriggers.add(prepared, at);
        popoverQueue.unsuppress(prepared.key);
      }
      const cancelled = findTriggered("cancel", event);
      for (const { key } of cancelled) {
        firedTriggers.remove(key);
        popoverQueue.cancel(key);
      }
      firedTriggers.recordEvent(event, evaluation.prepared());
      return started.length + cancelled.length > 0;
    },
    isTriggered: firedTriggers.has,
    isStarted: openSurveys.isStarted,
    display: manualDisplay.display,
    cancelPending(key) {
      manualDisplay.cancel(key);
      popoverQueue.cancel(key);
    },
    explain(prepared) {
      const { key, survey } = prepared;
      const config = host.config();
      const popover = openSurveys.popover();
      const checks = {
        "automatic display": !(config.disable_surveys || config.disable_surveys_automatic_display),
        capturing: !host.whyBlocked(),
        "page visible": page.visible(),
        ...popoverQueue.checks(key),
        "no other popover": survey.type !== "popover" || !popover || popover.prepared.key === key,
        "not blocked on this page": !openSurveys.isBlocked(key)
      };
      return explainSurvey(prepared, evaluation, checks, host.whyBlocked());
    },
    async preview(prepare) {
      const token = new URL(page.url()).searchParams.get("earshot_preview");
      if (!token) return;
      const { surveys } = await host.fetchSurveys(token);
      const prepared = prepare(surveys?.[0]);
      if (!prepared) throw new Error("invalid survey");
      evaluation.batch(() => {
        openSurveys.hide(({ role }) => role === "popover");
        openSurveys.open(
          // A key of its own: the survey itself may be open, or be finished in another tab.
          { prepared: { ...prepared, key: "preview" }, role: "popover", automatic: false },
          { display: "popover", isPreview: true }
        );
      });
    },
    startSession(prepared, options) {
      options.prefillFromUrl && (options.prefillFromUrl = urlPrefill(prepared.survey));
      return headlessSessions.start(prepared, options);
    },
    close(key) {
      hide((other) => other === key);
      openSurveys.forget(key);
      if (evaluation.prepared().some((prepared) => prepared.key === key && !prepared.repeatable))
        openSurveys.block(key);
    },
    onSession: firedTriggers.setSessionId,
    reset() {
      hide(() => true);
      openSurveys.reset();
      popoverQueue.stop();
      firedTriggers.clear();
      manualDisplay.stop();
    },
    stop() {
      hide(() => true);
      manualDisplay.stop();
      popoverQueue.stop();
      widgets.stop();
    }
  };
}

function createSessionReporter(survey, host, options, saved) {
  const { page, store } = host;
  const submissionId = saved?.surveySubmissionId ?? page.uuid();
  const ids = { [index.SURVEY_ID]: survey.id, [index.SURVEY_SUBMISSION_ID]: submissionId };
  const key = native.keyOfSurvey(survey);
  let isMarked = index.isMarkedSeen(store, key);
  const questionId = (index) => survey.questions[index].id;
  let isShownReported = options.skipShownEvent === true || saved?.shown === true;
  function capture(event, properties, personProperties = index.surveyPersonProperties(event, properties)) {
    host.capture(event, { ...customProperties(options.properties), ...properties }, personProperties);
  }
  function mark() {
    isMarked = true;
    index.markSeen(store, key);
  }
  return {
    submissionId,
    /** Whether another session has answered or dismissed the survey since this one began. See D-426. */
    isFinishedElsewhere: () => !isMarked && index.isMarkedSeen(store, key),
    /** Reports that the survey is visible. The event is captured once a session, the signals each time. */
    shown(translated) {
      store.write(native.LAST_SEEN_KEY, page.isoTimestamp());
      const properties = surveyProperties(translated);
      if (!isShownReported)
        capture(index.SURVEY_SHOWN, properties, { [index.SURVEY_LAST_SEEN_DATE]: page.isoTimestamp() });
      isShownReported = true;
      host.emit("survey:shown", { ...properties, ...ids });
      page.dispatchEvent("PHSurveyShown");
    },
    /** Signals the answer to the question at an index. */
    answered(index, answer) {
      host.emit("survey:answered", {
        ...ids,
        question_id: questionId(index),
        question_index: index,
        answer
      });
    },
    /** Stores the session, so that a later page can resume it. */
    saveProgress: (data, { language }) => index.writeProgress(store, survey, {
      surveySubmissionId: submissionId,
      responses: Object.fromEntries(
        Object.entries(data.answers).map(([id, answer]) => [responseKey(id), answer])
      ),
      picks: data.picks,
      questionTypes: Object.fromEntries(survey.questions.map((question) => [question.id, typeOf(question)])),
      lastQuestionIndex: data.index,
      visitedIndices: data.path,
      surveyLanguage: language,
      questionOrder: data.order?.map(questionId),
      questionSnapshots: data.questionTexts,
      savedAt: page.now(),
      shown: isShownReported
    }),
    /** Reports the answers along the path: all of them when the session is complete, else those so far. */
    sent(data, translated) {
      const completed = data.end === "sent";
      const answers = native.nullProtoRecord();
      for (const id of answeredPath(data).map(questionId)) answers[id] = data.answers[id] ?? null;
      const properties = sentProperties({ ...data, ...translated, submissionId, answers }, completed);
      mark();
      if (completed) index.removeProgress(store, survey);
      capture(index.SURVEY_SENT, properties);
      host.emit("survey:sent", properties);
      if (!completed) return;
      page.dispatchEvent("PHSurveySent", { surveyId: survey.id });
      host.reloadFlags();
    },
    /** Reports that the person closed the survey, with all answers, those of abandoned branches included. */
    dismissed(data, translated) {
      const properties = unfinishedProperties({ ...data, ...translated, submissionId });
      mark();
      index.removeProgress(store, survey);
      capture(index.SURVEY_DISMISSED, properties);
      host.emit("survey:dismissed", properties);
    },
    /** Signals that the session is over. */
    closed({ end }) {
      host.emit("survey:closed", { ...ids, end });
      page.dispatchEvent("PHSurveyClosed", { surveyId: survey.id });
    }
  };
}

function shuffledIndexes(count, random) {
  const order = [...Array(count)].map((_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const moved = order[last];
    order[last] = order[other];
    order[other] = moved;
  }
  return order;
}
function choiceOrder(question, random) {
  if (!("choices" in question)) return [];
  const { choices, shuffleOptions, hasOpenChoice } = question;
  const count = shuffleOptions ? choices.length - (hasOpenChoice ? 1 : 0) : 0;
  const shuffled = shuffledIndexes(Math.max(count, 0), random);
  return choices.map((_, index) => shuffled[index] ?? index);
}
function questionOrder(survey, random, savedIds) {
  const { questions, appearance } = survey;
  if (!appearance?.shuffleQuestions || survey.enable_partial_responses || questions.some(Tab.hasBranching))
    return null;
  const saved = native.arrayOrEmpty(savedIds).map((id) => questions.findIndex((question) => question.id === id));
  const isComplete = saved.length === questions.length && new Set(saved).size === saved.length && !saved.includes(-1);
  return isComplete ? saved : shuffledIndexes(questions.length, random);
}

function createSession(survey, host, options = {}) {
  const { page } = host;
  const clock = { now: page.now(), ttlMinutes: host.config().survey_progress_ttl_minutes };
  const key = index.progressKey(survey);
  const saved = index.readProgress(host.store, key, clock);
  const reporter = createSessionReporter(survey, host, options, saved);
  const order = questionOrder(survey, page.random, saved?.questionOrder);
  const choiceOrders = /* @__PURE__ */ new Map();
  const changes = index.createEmitter((error) => host.emitError("survey_callback_failed", error));
  let data = saved ? resumedSession(survey, order, saved) : newSession(survey, order);
  if (saved && saved.lastQuestionIndex !== data.index) host.emitError("survey_not_resumed", { id: survey.id });
  let translated = Tab.translateForVisitor(survey, host);
  let state = snapshot();
  let isShown = false;
  const unsubscribe = index.callAll([
    page.on("language", () => setData(data)),
    // A page in the back/forward cache is not told when another page ends the session. See D-433.
    page.on("restore", () => {
      const id = index.readRecord(host.store, key)?.surveySubmissionId;
      if (id ? id !== reporter.submissionId : data.path.length) hide();
    })
  ]);
  function snapshot() {
    const { page: page2, index, path, answers: answers2, end } = data;
    const shown = Tab.pipeAnswers(translated.survey, (position) => {
      const question = translated.survey.questions[position];
      return question && Tab.rulesOf(question).answer(question, draftAt(survey, data, position));
    });
    return {
      ...translated,
      survey: shown,
      page: page2,
      index,
      path,
      answers: answers2,
      submissionId: reporter.submissionId,
      end
    };
  }
  function setData(next) {
    if (data.page === "closed") return;
    const isClosing = next.page === "closed";
    data = next;
    translated = Tab.translateForVisitor(survey, host);
    state = snapshot();
    if (isClosing) {
      unsubscribe();
      reporter.closed(data);
    }
    changes.emit();
  }
  function dispatch(event) {
    const next = reduce(survey, data, event);
    if (next === data) return false;
    setData(next);
    return true;
  }
  function hide() {
    dispatch({ type: "close", end: "hidden" });
  }
  function advance(next, sendsPartial = survey.enable_partial_responses) {
    if (!next.end) reporter.saveProgress(next, translated);
    if (next.end || sendsPartial) reporter.sent(next, translated);
    setData(next);
  }
  const currentQuestion = () => data.page === "question" ? survey.questions[data.index] : null;
  const answerOf = (index) => branchAnswerAt(survey, data, index);
  function submit(read) {
    host.refresh();
    const question = currentQuestion();
    if (!question) return null;
    const rules = Tab.rulesOf(question);
    let answer;
    let picked;
    try {
      const draft = read(question);
      if (draft === void 0) return { code: "required" };
      const problem = rules.problem(question, draft);
      if (problem) return problem;
      answer = rules.answer(question, draft);
      picked = Object(draft).picked;
    } catch {
      return { code: "required" };
    }
    if (host.whyBlocked()) return { code: "unsent" };
    if (reporter.isFinishedElsewhere()) {
      hide();
      return null;
    }
    const next = reduce(survey, data, { type: "answer", answer, picked, translated });
    reporter.answered(data.index, answer);
    if (data.page !== "closed") advance(next);
    return null;
  }
  const url = options.prefillFromUrl && !saved ? page.url() : "";
  const answers = options.initialResponses ? answersFromCode(survey, options.initialResponses) : answersInUrl(survey, url);
  const prefilled = reduce(survey, data, { type: "prefill", answers, translated });
  if (prefilled !== data) {
    const isSubmitted = prefilled.path.length > 0 || prefilled.end !== null;
    if (isSubmitted) advance(prefilled, true);
    else setData(prefilled);
  }
  return {
    state: () => state,
    subscribe: changes.on,
    question: () => data.page === "question" ? state.survey.questions[data.index] : null,
    draft: () => data.page === "question" ? draftAt(survey, data, data.index) : null,
    choiceOrder() {
      const question = currentQuestion();
      if (!question) return [];
      const order2 = choiceOrders.get(question.id) ?? choiceOrder(question, page.random);
      choiceOrders.set(question.id, order2);
      return order2;
    },
    progress() {
      const { index, path, order: order2 } = data;
      const step = path.length + 1;
      return { step, of: order2 ? order2.length : step + Tab.maxRemainingQuestions(survey, index, path, answerOf) };
    },
    canGoBack: () => data.page === "question" && data.path.length > 0 && survey.appearance.allowGoBack === true,
    shown() {
      if (isShown || data.page === "closed") return;
      isShown = true;
      reporter.shown(translated);
    },
    begin() {
      dispatch({ type: "begin" });
    },
    submit: (draft) => submit(() => draft),
    // An answer that does not fit the question must not count as a skip.
    answer: (answer) => submit((question) => fittingDraft(question, answer)),
    back() {
      if (dispatch({ type: "back" }) && !data.end) reporter.saveProgress(data, translated);
    },
    dismiss() {
      host.refresh();
      if (!data.end && reporter.isFinishedElsewhere()) return hide();
      if (!data.end) reporter.dismissed(data, translated);
      dispatch({ type: "close", end: "dismissed" });
    },
    hide
  };
}

function hasPopoverInOtherFrame() {
  const isOpenIn = (frame) => {
    const popover = native.attempt(() => frame.document.querySelector(".earshot-survey[data-display=popover]"));
    if (popover && frame !== window) return true;
    const frames = native.attempt(() => frame.length, 0);
    for (let i = 0; i < frames; i++) if (isOpenIn(frame[i])) return true;
    return false;
  };
  return isOpenIn(window.top ?? window);
}

const TOGGLE_EVENT = "ph:show_survey_widget";
const onWidgetToggle = (listener) => native.listen(
  window,
  TOGGLE_EVENT,
  (event) => listener(event.detail?.surveyId)
);

const surveyRuntime = {
  createDisplay,
  show: (survey, host, options) => showSurvey(createSession(survey, host, options), host, options),
  tab: (survey, host, onOpen) => Tab.showTab(Tab.translateForVisitor(survey, host), host, onOpen),
  onWidgetToggle,
  hasPopoverInOtherFrame,
  session: createSession
};

exports.surveyRuntime = surveyRuntime;
