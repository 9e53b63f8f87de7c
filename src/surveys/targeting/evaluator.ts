import type { DisplayManager, SurveyEvaluation, TriggerEvent } from '../contract'
import type { SurveyHost } from '../host'
import { createSeenSurveys } from '../storage/seenSurveys'
import { PROGRESS_PREFIX, SEEN_PREFIX, TRIGGER_PREFIX } from '../storage/storageKeys'
import {
  ANY_EVENT,
  CHECKS,
  type EvaluationContext,
  firstFailedCheck,
  type PreparedSurvey,
  prepareSurvey,
} from './checks'
import { readContext } from './evaluationContext'
import { compileMatcher } from './match'
import { createSelectorObserver } from './selectorObserver'
import { createSurveyList } from './surveyList'

/** The longest that `setTimeout` can wait; a later moment takes another turn. */
const MAX_TIMER_MS = 2_147_483_647
/** Evaluations that one evaluation may cause; more would be two surveys that chase each other. */
const MAX_PASSES = 20
/** Events kept for triggers while the list or the acting part is on its way. */
const MAX_PENDING_EVENTS = 100
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 600_000

type TimedEvent = [event: TriggerEvent, at: number]

/**
 * Decides which surveys may show, whenever something happened that can matter and never otherwise. The part that acts is
 * fetched when there is something for it to do; until then this knows no trigger that has fired and no survey that is open.
 */
export function createEvaluator(host: SurveyHost) {
  const { page, store } = host
  const surveyList = createSurveyList(host, prepare)
  /** Who wants to know which surveys match. */
  const subscribers = new Set<(matching: readonly PreparedSurvey[]) => void>()
  const seenSurveys = createSeenSurveys(page, store)
  const selectorObserver = createSelectorObserver(page, evaluate)

  let prepared: PreparedSurvey[] = []
  /** Those that show by themselves. */
  let automaticSurveys: PreparedSurvey[] = []
  /** When surveys start and end, in order. */
  let transitionTimes: number[] = []
  /** True: earlier pages left something for the acting part to do. */
  let hasStoredWork = false
  let startEvents = new Set<string>()
  let cancelEvents = new Set<string>()
  let display: DisplayManager | undefined
  /** Events captured before there was a list, which may be triggers in it; `undefined` from then on. */
  let earlyEvents: TimedEvent[] | undefined = []
  let pendingEvents: TimedEvent[] = []
  let fetching = false
  let failures = 0
  let pauseUntil = 0
  let cancelTransition = () => {}
  let isEvaluating = false
  let isDirty = false
  let isStopped = false

  const currentContext = (options?: { silent: boolean }): EvaluationContext =>
    readContext(host, seenSurveys, display, options)

  const evaluation: SurveyEvaluation = {
    prepared: () => prepared,
    checks: CHECKS,
    prepareTest: compileMatcher,
    currentContext,
    firstFailedCheck: (candidate, among) => firstFailedCheck(candidate, currentContext(), among),
    evaluate,
    batch,
  }

  function prepare() {
    prepared = surveyList.surveys().flatMap(survey => {
      const onFault = () => host.emitError('survey_condition_invalid', { id: survey.id })
      try {
        return prepareSurvey(survey, surveyList.config(), onFault)
      } catch {
        // Something in it is of a kind that nobody foresaw: this survey is left out, and no other.
        onFault()
        return []
      }
    })
    automaticSurveys = prepared.filter(({ survey }) => survey.type === 'popover' || survey.type === 'widget')
    startEvents = new Set(prepared.flatMap(({ startEvents: startedBy }) => startedBy))
    cancelEvents = new Set(prepared.flatMap(({ cancelEvents: cancelledBy }) => cancelledBy))
    transitionTimes = prepared
      .flatMap(({ start, end }) => [start, end])
      .filter(Number.isFinite)
      .sort((a, b) => a - b)
    const isLeft = (prefix: string) => store.keys(prefix).length > 0
    hasStoredWork =
      (startEvents.size > 0 && isLeft(TRIGGER_PREFIX)) ||
      (host.config().capture_survey_abandoned && isLeft(PROGRESS_PREFIX))
    for (const given of earlyEvents ?? []) handleEvent(...given)
    earlyEvents = undefined
    evaluate()
  }

  /** The acting part; each call while it is not there is a new try to fetch it. */
  async function loadDisplay(): Promise<DisplayManager> {
    const runtime = display ? undefined : await host.loadRuntime()
    if (isStopped) throw new Error('stopped')
    if (!runtime) return display!
    display ??= runtime.createDisplay(runtime, host, evaluation)
    for (const given of pendingEvents) display.handleEvent(...given)
    pendingEvents = []
    evaluate()
    return display
  }

  function fetchDisplay() {
    if (fetching || page.monotonicNow() < pauseUntil) return
    fetching = true
    loadDisplay()
      .catch(error => {
        if (isStopped) return
        host.emitError('survey_ui_failed', error)
        pauseUntil = page.monotonicNow() + Math.min(FIRST_RETRY_MS * 2 ** failures++, MAX_RETRY_MS)
      })
      .finally(() => {
        fetching = false
      })
  }

  /** Surveys start and end at moments that are known: one timer, for the next of them. */
  function scheduleTransition() {
    cancelTransition()
    const now = page.now()
    const next = transitionTimes.find(moment => moment > now)
    if (next) cancelTransition = page.setTimer(Math.min(next - now, MAX_TIMER_MS), evaluate)
  }

  function update() {
    surveyList.retry()
    const now = currentContext()
    const settings = host.config()
    const quiet = settings.disable_surveys || settings.disable_surveys_automatic_display
    const open = !quiet && host.canCapture()
    const eligible: PreparedSurvey[] = []
    const matches = new Map<string, boolean>()
    for (const candidate of open ? automaticSurveys : []) {
      const against = firstFailedCheck(candidate, now)
      const { selector } = candidate.survey.conditions
      if (!against) eligible.push(candidate)
      if (selector && (!against || against === 'selector')) matches.set(selector, !against)
    }
    selectorObserver.observe(matches)
    if (display) display.update(eligible, now)
    else if (eligible.length > 0 || (open && (hasStoredWork || pendingEvents.length > 0))) fetchDisplay()
    for (const watcher of subscribers) watcher(matching())
    scheduleTransition()
  }

  function matching(): PreparedSurvey[] {
    const now = currentContext()
    return prepared.filter(candidate => !firstFailedCheck(candidate, now))
  }

  /** Decides anew, as often as deciding causes it. Nobody is asked while the page is hidden. */
  function evaluate() {
    isDirty = true
    if (isEvaluating || isStopped || !page.visible()) return
    batch(() => {
      for (let round = 0; isDirty && round < MAX_PASSES; round++) {
        isDirty = false
        update()
      }
    })
  }

  function batch(run: () => void) {
    const outermost = !isEvaluating
    isEvaluating = true
    try {
      run()
    } catch (error) {
      host.emitError('survey_failed', error)
    }
    if (outermost) isEvaluating = false
  }

  /** Gives an event to the triggers; `noted`: it is one of a survey. @returns Whether triggers changed. */
  function handleEvent(event: TriggerEvent, at: number, isSurveyEvent = false): boolean {
    const starts = startEvents.has(event.event) || startEvents.has(ANY_EVENT)
    const awaited = starts || cancelEvents.has(event.event)
    if (display) return (awaited || isSurveyEvent) && display.handleEvent(event, at)
    // What takes a survey back matters only after what started it.
    const kept = starts || (awaited && (fetching || pendingEvents.length > 0))
    if (kept && pendingEvents.length < MAX_PENDING_EVENTS) pendingEvents.push([event, at])
    return kept
  }

  function onCaptured(captured: TriggerEvent) {
    const now = page.now()
    if (earlyEvents && earlyEvents.length < MAX_PENDING_EVENTS) earlyEvents.push([captured, now])
    const isSurveyEvent = seenSurveys.recordEvent(captured.event, captured.properties)
    if (handleEvent(captured, now, isSurveyEvent) || isSurveyEvent) evaluate()
  }

  function closeSurvey(key: string) {
    display?.close(key)
    evaluate()
  }

  const cleanups = [
    page.on('navigate', evaluate),
    page.on('visible', evaluate),
    page.on('restore', evaluate),
    page.on('online', evaluate),
    // Answered or closed in another tab: marked there, or the run that both were in has been ended there.
    store.onExternalChange(
      SEEN_PREFIX,
      (stored, value) => value !== null && closeSurvey(stored.slice(SEEN_PREFIX.length)),
    ),
    store.onExternalChange(
      PROGRESS_PREFIX,
      (stored, value) => value ?? closeSurvey(stored.slice(PROGRESS_PREFIX.length)),
    ),
  ]

  return {
    surveyList,
    evaluation,
    subscribers,
    matching,
    evaluate,
    loadDisplay,
    onCaptured,
    /** The acting part, if it is there. */
    display: () => display,
    /** Runs when no trigger is in the balance any more. */
    whenEventsHandled(run: () => void) {
      if (pendingEvents.length === 0) run()
      else loadDisplay().then(run, run)
    },
    onSession(id: string | undefined) {
      display?.onSession(id)
      evaluate()
    },
    reset() {
      batch(() => {
        display?.reset()
        pendingEvents = []
        earlyEvents &&= []
        seenSurveys.clear()
        for (const stored of [...store.keys(PROGRESS_PREFIX), ...store.keys(TRIGGER_PREFIX)])
          store.remove(stored)
      })
      evaluate()
    },
    stop() {
      isStopped = true
      for (const off of cleanups) off()
      batch(() => display?.stop())
      selectorObserver.observe(new Map())
      cancelTransition()
      subscribers.clear()
    },
  }
}
