import { callAll } from '../../lib/callAll'
import { createEmitter } from '../../lib/emitter'
import type { SurveyConfig } from '../../wire/survey'
import type { DisplayManager, SurveyEvaluation, TriggerEvent } from '../contract'
import type { SurveyHost } from '../host'
import { createSeenSurveys } from '../storage/seenSurveys'
import {
  LAST_SEEN_KEY,
  PROGRESS_PREFIX,
  removeByPrefix,
  SEEN_PREFIX,
  SHOWN_COUNT_PREFIX,
  TRIGGER_PREFIX,
} from '../storage/storageKeys'
import { CHECKS, firstFailedCheck } from './checks'
import { createEvaluationLoop } from './evaluationLoop'
import { compileMatcher } from './match'
import type { ParsedSurvey } from './parseSurvey'
import { ANY_EVENT, type PreparedSurvey } from './prepareSurvey'
import { readContext } from './readContext'
import { createSelectorObserver } from './selectorObserver'
import { nextTransition, surveyIndex } from './surveyIndex'
import { createSurveyList } from './surveyList'

/** Events kept while the list of surveys or the display loads. */
const MAX_KEPT_EVENTS = 100
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 600_000

type TimedEvent = [event: TriggerEvent, timestamp: number]

/**
 * Creates the evaluator: re-evaluates surveys when a relevant event occurs, and never polls. The display is loaded when there
 * is something for it to do; until then no trigger has fired and no survey is open. See D-107 to D-109, D-126.
 */
export function createEvaluator(host: SurveyHost) {
  const { page, store } = host
  const seenSurveys = createSeenSurveys(page, store)
  const matchingEmitter = createEmitter<void>(error => host.emitError('survey_callback_failed', error))

  let index = surveyIndex([], {}, () => {})
  /** Whether earlier pages left work for the display: fired triggers, or abandoned surveys to report. */
  let hasStoredWork = false
  /** Events captured before the list of surveys arrived; `undefined` afterwards. */
  let earlyEvents: TimedEvent[] | undefined = []
  /** Events that can start or cancel a survey, captured before the display was ready. */
  let pendingEvents: TimedEvent[] = []
  let display: DisplayManager | undefined
  /** State of the display. After a failure it is `idle` again, when a pause is over. */
  let displayState: 'idle' | 'loading' | 'ready' | 'stopped' = 'idle'
  let failures = 0
  let cancelRetry = () => {}
  let cancelTransition = () => {}
  let formerUrl: string | undefined

  const [evaluate, batch] = createEvaluationLoop(
    evaluateOnce,
    () => displayState !== 'stopped' && page.visible(),
    error => host.emitError('survey_failed', error),
  )
  const surveyList = createSurveyList(host, onListChange)
  const selectorObserver = createSelectorObserver(page, evaluate)

  const currentContext = (options?: { silent: boolean }) => readContext(host, seenSurveys, display, options)

  const evaluation: SurveyEvaluation = {
    prepared: () => index.surveys,
    checks: CHECKS,
    compileMatcher,
    currentContext,
    firstFailedCheck: (prepared, filter) => firstFailedCheck(prepared, currentContext(), filter),
    formerUrl: () => formerUrl,
    evaluate,
    batch,
  }
  /** The answers in the URL are those of a former person. See D-771. */
  const forgetUrl = () => {
    formerUrl = page.url()
  }

  function onListChange(surveys: readonly ParsedSurvey[], config: SurveyConfig) {
    index = surveyIndex(surveys, config, id => host.emitError('survey_condition_invalid', { id }))
    const isStored = (prefix: string) => !!store.keys(prefix)[0]
    hasStoredWork =
      (index.startEvents.size > 0 && isStored(TRIGGER_PREFIX)) ||
      (host.config().capture_survey_abandoned && isStored(PROGRESS_PREFIX))
    for (const entry of earlyEvents ?? []) handleEvent(...entry)
    earlyEvents = undefined
    evaluate()
  }

  /** Passes an event to the triggers, or keeps it for them. Returns whether triggers may have changed. */
  function handleEvent(event: TriggerEvent, timestamp: number, isSurveyEvent = false): boolean {
    const { startEvents, cancelEvents } = index
    const canStart = startEvents.has(event.event) || startEvents.has(ANY_EVENT)
    const isRelevant = canStart || cancelEvents.has(event.event)
    if (display) return (isRelevant || isSurveyEvent) && display.handleEvent(event, timestamp)
    // A cancel event matters only after an event that started a survey, on this page or an earlier one.
    const isKept = canStart || (isRelevant && (displayState === 'loading' || pendingEvents.length > 0))
    if (isKept && pendingEvents.length < MAX_KEPT_EVENTS) pendingEvents.push([event, timestamp])
    return isKept
  }

  function evaluateOnce() {
    surveyList.retry()
    const context = currentContext()
    const config = host.config()
    const canShow = !(config.disable_surveys || config.disable_surveys_automatic_display || host.whyBlocked())
    const eligible: PreparedSurvey[] = []
    /** Selectors that alone decide whether a survey may show, and whether they match. */
    const selectors = new Map<string, boolean>()
    for (const prepared of canShow ? index.surveys : []) {
      const { type, conditions } = prepared.survey
      // The page shows these itself.
      if (type === 'api') continue
      const failedCheck = firstFailedCheck(prepared, context)
      if (!failedCheck) eligible.push(prepared)
      if (conditions.selector && (!failedCheck || failedCheck === 'selector'))
        selectors.set(conditions.selector, !failedCheck)
    }
    selectorObserver.observe(selectors)
    if (display) display.update(eligible, context)
    else if (eligible[0] || (canShow && (hasStoredWork || pendingEvents[0]))) ensureDisplayLoads()
    matchingEmitter.emit()
    scheduleTransition()
  }

  /** Returns the surveys that pass every check now. */
  function matching(): PreparedSurvey[] {
    const context = currentContext()
    return index.surveys.filter(prepared => !firstFailedCheck(prepared, context))
  }

  /** Surveys start and end at known times, so one timer waits for the next of them, or several when it is far away. */
  function scheduleTransition() {
    cancelTransition()
    const now = page.now()
    const delayMs = nextTransition(index.surveys, now) - now
    if (delayMs < Infinity) cancelTransition = page.setTimer(delayMs, evaluate)
  }

  /** Loads the display now. Rejects on failure, and when surveys have stopped. */
  async function loadDisplay(): Promise<DisplayManager> {
    const runtime = display ? undefined : await host.loadRuntime()
    if (displayState === 'stopped') throw new Error('stopped')
    if (!runtime) return display!
    // Another call may have created it, after waiting for the same file.
    display ??= runtime.createDisplay(runtime, host, evaluation)
    displayState = 'ready'
    for (const entry of pendingEvents) display.handleEvent(...entry)
    pendingEvents = []
    evaluate()
    return display
  }

  /**
   * Loads the display in the background. After a failure it does so again when a pause is over or the network is back, and calls
   * have no effect until then.
   */
  function ensureDisplayLoads() {
    if (displayState !== 'idle') return
    displayState = 'loading'
    loadDisplay().catch(error => {
      if (displayState === 'stopped') return
      const retry = () => {
        cancelRetry()
        displayState = 'idle'
        evaluate()
      }
      cancelRetry = callAll([
        page.setTimer(Math.min(FIRST_RETRY_MS * 2 ** failures++, MAX_RETRY_MS), retry),
        page.on('online', retry),
      ])
      host.emitError('survey_ui_failed', error)
    })
  }

  function closeSurvey(key: string) {
    display?.close(key)
    evaluate()
  }

  const stopListening = callAll([
    ...(['navigate', 'visible', 'restore', 'online'] as const).map(event => page.on(event, evaluate)),
    // Another tab has finished the survey, or has ended the session that both tabs had in progress.
    store.onExternalChange(
      SEEN_PREFIX,
      (stored, value) => value !== null && closeSurvey(stored.slice(SEEN_PREFIX.length)),
    ),
    store.onExternalChange(
      PROGRESS_PREFIX,
      (stored, value) => value ?? closeSurvey(stored.slice(PROGRESS_PREFIX.length)),
    ),
  ])

  return {
    surveyList,
    evaluation,
    /** Calls back with the matching surveys after each evaluation. Returns a cleanup function. */
    onMatching: (listener: (matching: PreparedSurvey[]) => void) =>
      matchingEmitter.on(() => listener(matching())),
    /** Returns the display; `undefined` unless it is ready. */
    display: () => display,
    loadDisplay,
    onCaptured(captured: TriggerEvent) {
      const now = page.now()
      if (earlyEvents && earlyEvents.length < MAX_KEPT_EVENTS) earlyEvents.push([captured, now])
      const isSurveyEvent = seenSurveys.recordEvent(captured.event, captured.properties)
      if (handleEvent(captured, now, isSurveyEvent) || isSurveyEvent) evaluate()
    },
    /** Calls back with the matching surveys, once captured events have reached the triggers or cannot reach them. */
    getMatching(callback: (matching: PreparedSurvey[]) => void) {
      const notify = () => callback(matching())
      if (pendingEvents.length === 0) notify()
      else loadDisplay().then(notify, notify)
    },
    onSession(id: string | undefined) {
      display?.onSession(id)
      evaluate()
    },
    forgetUrl,
    reset(forgets: 'all' | 'progress' | 'memory') {
      batch(() => {
        // Pages without a log-in reset the visitor while they load, who may have opened a link. See D-428.
        if (display) forgetUrl()
        display?.reset()
        pendingEvents = []
        earlyEvents &&= []
        if (forgets === 'all') removeByPrefix(store, SEEN_PREFIX, LAST_SEEN_KEY, SHOWN_COUNT_PREFIX)
        if (forgets !== 'memory') removeByPrefix(store, PROGRESS_PREFIX, TRIGGER_PREFIX)
      })
      evaluate()
    },
    stop() {
      displayState = 'stopped'
      stopListening()
      batch(() => display?.stop())
      selectorObserver.observe(new Map())
      cancelTransition()
      cancelRetry()
    },
  }
}
