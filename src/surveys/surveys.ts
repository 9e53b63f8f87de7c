import { attempt } from '../lib/attempt'
import { readableCopy } from '../lib/json'
import { log } from '../lib/log'
import { ownOptions } from '../lib/nullProtoRecord'
import { isText } from '../lib/typeGuards'
import type { Survey, SurveyConfig } from '../wire/survey'
import type { DisplayManager, DisplaySurveyOptions, SurveyExplanation } from './contract'
import type { SurveyHost } from './host'
import type { SessionOptions, SurveySession } from './session/surveySession'
import { markSeen } from './storage/seenSurveys'
import { LAST_SEEN_KEY, surveyKey } from './storage/storageKeys'
import { createEvaluator } from './targeting/evaluator'
import { parseSurvey } from './targeting/parseSurvey'
import { type PreparedSurvey, prepareSurvey } from './targeting/prepareSurvey'
import type { SurveysCallback } from './targeting/surveyList'

/** Result of `canRenderSurvey`. See D-107 to D-109. */
export interface SurveyRenderReason {
  visible: boolean
  /** Name of the check that failed, or `unknown survey`. */
  disabledReason?: string
}

/** The public methods of surveys. None of them throws; an error of a callback is reported to `on_error`. */
export interface SurveysApi {
  /**
   * Calls back with all surveys, at once if they are loaded. A list older than five minutes is then renewed.
   *
   * @param callback Receives an empty list and `{ isLoaded: false, error }` if surveys cannot be loaded.
   * @param forceReload Requests the list in any case. See D-124.
   */
  getSurveys(callback: SurveysCallback, forceReload?: boolean): void
  /** Calls back with the surveys that may show to this visitor on this page now: popovers, widgets and API surveys. */
  getActiveMatchingSurveys(callback: SurveysCallback, forceReload?: boolean): void
  /** Calls back with the surveys that may show, at once and after each change. Returns a cleanup function. */
  onActiveMatchingSurveysChanged(callback: (surveys: Survey[]) => void): () => void
  /** Calls back when surveys have loaded or failed to load, at once if they already have. Returns a cleanup function. */
  onSurveysLoaded(callback: SurveysCallback): () => void
  /** Returns whether a survey may show to this visitor on any page, and the name of the check that failed. */
  canRenderSurvey(survey: string | Survey): SurveyRenderReason
  /** Resolves to the result of `canRenderSurvey` once surveys have loaded or failed to load. */
  canRenderSurveyAsync(id: string, forceReload?: boolean): Promise<SurveyRenderReason>
  /**
   * Shows a survey, as a popover or inside an element of the page. `on_error` receives the reason if it cannot be shown.
   *
   * ```ts
   * earshot.displaySurvey(id, { displayType: 'inline', selector: '#feedback', ignoreConditions: true })
   * ```
   *
   * See D-133, D-136.
   */
  displaySurvey(id: string, options?: DisplaySurveyOptions): void
  /** Shows a survey inside an element and without conditions. The page may pass a survey of its own. */
  renderSurvey(id: string | Survey, selector: string | Element): void
  /** Cancels the delay of a survey. A survey that is open stays open. */
  cancelPendingSurvey(id: string): void
  /**
   * Resolves to every check with its result, what the survey requires and what was found; `null` for an unknown survey. Reads
   * flags without `$feature_flag_called`.
   *
   * ```ts
   * console.table((await earshot.explainSurvey(id)).checks)
   * ```
   *
   * See D-123.
   */
  explainSurvey(id: string): Promise<SurveyExplanation | null>
  /** Marks a survey as finished, for pages that draw surveys without a session. See D-112. */
  markSurveyAsSeen(id: string, options?: { iteration?: number | null }): void
  /**
   * Starts a session of a survey that the page draws itself, with the events, branching and resuming of our own interface.
   * Resolves to `null` for an unknown survey.
   *
   * ```ts
   * const session = await earshot.startSession(id)
   * session.subscribe(() => draw(session.state(), session.question()))
   * draw(session.state(), session.question())
   * session.shown()
   * button.onclick = () => explain(session.answer(field.value))
   * ```
   *
   * See D-141.
   */
  startSession(id: string, options?: SessionOptions): Promise<SurveySession | null>
}

type DisplayCallback<T> = (prepared: PreparedSurvey, display: DisplayManager) => T

/**
 * Creates the surveys of a client. This half evaluates and has the list of surveys; the half that displays is fetched when a
 * survey is about to show, a trigger has fired, or the page calls for a survey.
 *
 * Never throws: failures go to `host.emitError`. See D-107 to D-109, D-126.
 */
export function createSurveys(host: SurveyHost) {
  const evaluator = createEvaluator(host)
  const { surveyList, evaluation } = evaluator
  const isDisabled = () => host.config().disable_surveys
  /** Arguments of `receive`, kept while surveys are disabled. */
  let deferred: Parameters<typeof surveyList.receive> | undefined
  let isPreviewed = false
  /** Calls of `displaySurvey` that wait for the list or for the display. */
  const pendingDisplays = new Set<{ id: unknown }>()

  /** Guards a function of the page, or one that reads its objects. What it throws is reported as the page's error. */
  const guarded =
    <A extends unknown[]>(callback: (...args: A) => void) =>
    (...args: A) =>
      attempt(
        () => callback(...args),
        undefined,
        error => host.emitError('survey_callback_failed', error),
      )

  const findById = (id: unknown) => evaluation.prepared().find(({ survey }) => survey.id === id)

  /** Returns the survey of an id, or the prepared form of a survey that the page passes. */
  function findSurvey(surveyOrId: unknown): PreparedSurvey | undefined {
    if (isText(surveyOrId)) return findById(surveyOrId)
    const survey = parseSurvey(surveyOrId)
    return isText(survey) ? undefined : prepareSurvey(survey, {})
  }

  function getSurveys(callback: SurveysCallback, forceReload = false) {
    if (isDisabled()) guarded(callback)([], { isLoaded: false, error: 'disabled' })
    else surveyList.get(guarded(callback), forceReload)
  }

  /** Resolves once the list has loaded, or to the reason why there is none. */
  const loadError = (forceReload?: boolean) =>
    new Promise<string | undefined>(resolve =>
      getSurveys((_, context) => resolve(context.error), forceReload),
    )

  /** Passes a survey and the display to a callback, once both have loaded. Resolves to `null` if either cannot be loaded. */
  async function withDisplay<T>(surveyOrId: unknown, callback: DisplayCallback<T>): Promise<T | null> {
    try {
      const error = !findSurvey(surveyOrId) && (await loadError())
      const prepared = findSurvey(surveyOrId)
      if (prepared) return callback(prepared, await evaluator.loadDisplay())
      host.emitError('survey_unknown', { id: surveyOrId, reason: host.whyBlocked() || error })
    } catch (error) {
      host.emitError('survey_failed', error)
    }
    return null
  }

  /** Like `withDisplay`, unless the call is cancelled or the person changes: its answers are those of the former one. */
  async function whilePending<T>(id: unknown, callback: DisplayCallback<T>): Promise<T | null> {
    const pending = { id }
    pendingDisplays.add(pending)
    const result = await withDisplay(id, (...args) =>
      pendingDisplays.has(pending) ? callback(...args) : null,
    )
    pendingDisplays.delete(pending)
    return result
  }

  const displaySurvey = (id: unknown, options: DisplaySurveyOptions = {}) =>
    void whilePending(id, (prepared, display) => display.display(prepared, readableCopy(options)))

  function applyDeferred() {
    if (!deferred || isDisabled()) return
    guarded(surveyList.receive)(...deferred)
    deferred = undefined
    showPreview()
  }

  /** Shows the survey of a preview link, once a page. See D-617. */
  function showPreview() {
    if (isPreviewed || host.whyBlocked() || !/[?&]earshot_preview=./.test(host.page.url())) return
    isPreviewed = true
    evaluator
      .loadDisplay()
      .then(display => display.preview(findSurvey))
      .catch(error => {
        host.emitError('survey_failed', error, false)
        log('warn', 'earshot: preview link invalid or expired')
      })
  }

  function renderReason(prepared: PreparedSurvey | undefined): SurveyRenderReason {
    const disabledReason = prepared
      ? evaluation.firstFailedCheck(prepared, ({ scope }) => scope !== 'page')
      : 'unknown survey'
    return disabledReason ? { visible: false, disabledReason } : { visible: true }
  }

  const surveysOf = (matching: readonly PreparedSurvey[]) => matching.map(({ survey }) => survey)

  const methods: SurveysApi = {
    getSurveys,
    getActiveMatchingSurveys: (callback, forceReload) =>
      getSurveys(
        (_, context) => evaluator.getMatching(matching => guarded(callback)(surveysOf(matching), context)),
        forceReload,
      ),
    onActiveMatchingSurveysChanged(callback) {
      let lastKeys: string | undefined
      const unsubscribe = evaluator.onMatching(matching => {
        const keys = matching.map(({ key }) => key).join()
        if (keys === lastKeys) return
        lastKeys = keys
        callback(surveysOf(matching))
      })
      evaluation.evaluate()
      return unsubscribe
    },
    onSurveysLoaded: callback => surveyList.onLoaded(guarded(callback)),
    canRenderSurvey: survey => renderReason(findSurvey(survey)),
    canRenderSurveyAsync: (id, forceReload) =>
      loadError(forceReload).then(() => renderReason(findSurvey(id))),
    displaySurvey,
    renderSurvey: (id, selector) =>
      displaySurvey(id, { displayType: 'inline', selector, ignoreConditions: true }),
    cancelPendingSurvey(id) {
      for (const pending of pendingDisplays) if (pending.id === id) pendingDisplays.delete(pending)
      const prepared = findById(id)
      if (prepared) evaluator.display()?.cancelPending(prepared.key)
    },
    explainSurvey: id => withDisplay(id, (prepared, display) => display.explain(prepared)),
    markSurveyAsSeen(id, options) {
      markSeen(
        host.store,
        surveyKey(id, ownOptions(options)?.iteration ?? findById(id)?.survey.current_iteration),
      )
      host.store.write(LAST_SEEN_KEY, host.page.isoTimestamp())
      evaluation.evaluate()
    },
    startSession: (id, options) =>
      whilePending(id, (prepared, display) => display.startSession(prepared, readableCopy(options))),
  }

  return {
    /** Takes the field `surveys` of a configuration, and the project-wide defaults. */
    receive(input: unknown, config?: SurveyConfig | null) {
      deferred = [input, config]
      applyDeferred()
    },
    /** Records that the configuration could not be loaded. */
    failed: surveyList.failed,
    /** Must be called after each captured event. Costs a lookup if no survey waits for its name. */
    onCaptured: evaluator.onCaptured,
    /** Must be called when flags, consent or the configuration change. */
    onFlags() {
      applyDeferred()
      evaluation.evaluate()
    },
    /** Sets the id of the visitor's session. */
    onSession: evaluator.onSession,
    /**
     * Closes every survey and forgets the visitor.
     *
     * @param forgets `progress`: except for the surveys that were finished here. `memory`: except for what is stored, which
     *   another page has written for the new visitor. See D-435.
     */
    reset(forgets: 'all' | 'progress' | 'memory' = 'all') {
      pendingDisplays.clear()
      evaluator.reset(forgets)
    },
    /** Must be called when the URL is that of a former person, so that it prefills no survey. */
    forgetUrl: evaluator.forgetUrl,
    /** Closes every survey and removes every listener and timer. */
    stop: evaluator.stop,
    methods,
  }
}
