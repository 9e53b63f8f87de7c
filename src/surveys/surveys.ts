import type { Survey, SurveyConfig } from '../wire/survey'
import type { DisplayManager, DisplaySurveyOptions, SurveyExplanation, TriggerEvent } from './contract'
import type { SurveyHost } from './host'
import type { SessionOptions, SurveySession } from './session/surveySession'
import { markSeen } from './storage/seenSurveys'
import { LAST_SEEN_KEY, surveyKey } from './storage/storageKeys'
import { type PreparedSurvey, prepareSurvey } from './targeting/checks'
import { createEvaluator } from './targeting/evaluator'
import { parseSurvey } from './targeting/parseSurvey'
import type { SurveysCallback } from './targeting/surveyList'

/** Answer of `canRenderSurvey`. */
export interface SurveyRenderReason {
  visible: boolean
  disabledReason?: string
}

/** What the page may ask of surveys. */
export interface SurveysApi {
  /**
   * All surveys there are. At once when they are known; a list older than five minutes is renewed behind it.
   *
   * @param callback Hears an empty list and `{ isLoaded: false, error }` when they cannot be had.
   * @param forceReload Asks the service in any case.
   */
  getSurveys(callback: SurveysCallback, forceReload?: boolean): void
  /** The surveys that may show to this visitor on this page now: popovers, widgets, and those the page draws itself. */
  getActiveMatchingSurveys(callback: SurveysCallback, forceReload?: boolean): void
  /** The same at once and after each change. Returns what ends it. */
  onActiveMatchingSurveysChanged(callback: (surveys: Survey[]) => void): () => void
  /** Calls back when the surveys are known or cannot be had; at once when that is so already. Returns what ends it. */
  onSurveysLoaded(callback: SurveysCallback): () => void
  /** Whether a survey may show to this visitor, on whatever page; with the name of the check that does not hold. */
  canRenderSurvey(survey: string | Survey): SurveyRenderReason
  /** The same, once surveys are known. */
  canRenderSurveyAsync(id: string, forceReload?: boolean): Promise<SurveyRenderReason>
  /**
   * Shows a survey, as a popover or inside an element of the page. What keeps it from showing goes to `on_error`.
   *
   * ```ts
   * earshot.displaySurvey(id, { displayType: 'inline', selector: '#feedback', ignoreConditions: true })
   * ```
   *
   * DECISIONS, "displaySurvey".
   */
  displaySurvey(id: string, options?: DisplaySurveyOptions): void
  /** The same, inside an element and without conditions; the page may bring the survey along. */
  renderSurvey(id: string | Survey, selector: string | Element): void
  /** Ends the delay of a survey; one that is open stays. */
  cancelPendingSurvey(id: string): void
  /**
   * Every check with its outcome, what the survey wants and what is found; `null` when there is no such survey. No flag counts
   * as looked at.
   *
   * ```ts
   * console.table((await earshot.explainSurvey(id)).checks)
   * ```
   */
  explainSurvey(id: string): Promise<SurveyExplanation | null>
  /** Marks a survey as dealt with, for pages that draw surveys without a session. */
  markSurveyAsSeen(id: string, options?: { iteration?: number | null }): void
  /**
   * Takes the visitor through a survey that the page draws itself, with the events, the branching and the resuming of our own
   * looks; `null` when there is no such survey.
   *
   * ```ts
   * const session = await earshot.startSession(id)
   * session.subscribe(() => draw(session.state(), session.question()))
   * draw(session.state(), session.question())
   * session.shown()
   * button.onclick = () => explain(session.answer(field.value))
   * ```
   */
  startSession(id: string, options?: SessionOptions): Promise<SurveySession | null>
}

/** Surveys of one client: what the client tells them, and what the page may ask of them. */
export interface Surveys {
  /** The field `surveys` of a configuration, and what holds for all of them. */
  receive(given: unknown, config?: SurveyConfig | null): void
  /** The configuration did not come. */
  failed(error: string): void
  /** To be called after each captured event; costs a look-up when nobody waits for its name. */
  onCaptured(event: TriggerEvent): void
  /** Flags, consent or settings changed. */
  onFlags(): void
  /** The session has this id from now on. */
  onSession(id: string | undefined): void
  reset(): void
  stop(): void
  methods: SurveysApi
}

/**
 * Makes the surveys of a client. The part that acts is fetched when a survey is about to show, a trigger has fired or the
 * page asks for a survey; what is here decides, and knows the list.
 *
 * Nothing here throws; what goes wrong goes to `host.report`. DECISIONS, "Eligibility".
 */
export function createSurveys(host: SurveyHost): Surveys {
  const evaluator = createEvaluator(host)
  const { surveyList: catalogue, evaluation: decisions } = evaluator
  const isDisabled = () => host.config().disable_surveys
  /** What was received while surveys were off. */
  let deferred: Parameters<typeof catalogue.receive> | undefined
  /** Displays that wait for the list or for the acting part. */
  const pendingDisplays = new Set<{ id: unknown }>()
  const findById = (id: unknown) => decisions.prepared().find(({ survey }) => survey.id === id)

  /** Runs what depends on the page's own functions and objects: its errors are its own. */
  function runCallback<A extends unknown[]>(callback: (...given: A) => void, ...given: A) {
    try {
      callback(...given)
    } catch (error) {
      host.emitError('survey_callback_failed', error)
    }
  }

  /** The survey of an id, or one that the page brings along. */
  function findSurvey(surveyOrId: unknown): PreparedSurvey | undefined {
    if (typeof surveyOrId === 'string') return findById(surveyOrId)
    const survey = parseSurvey(surveyOrId)
    return typeof survey === 'string' ? undefined : prepareSurvey(survey, {}, () => {})
  }

  function get(callback: SurveysCallback, force: boolean) {
    if (isDisabled()) runCallback(callback, [], { isLoaded: false, error: 'disabled' })
    else catalogue.get((surveys, context) => runCallback(callback, surveys, context), force)
  }

  /** What `run` makes of a survey, once surveys are known and the acting part is there; `null` without either. */
  async function withDisplay<T>(
    surveyOrId: unknown,
    run: (prepared: PreparedSurvey, display: DisplayManager) => T,
  ): Promise<T | null> {
    try {
      if (!findSurvey(surveyOrId)) await new Promise<void>(done => get(() => done(), false))
      const prepared = findSurvey(surveyOrId)
      if (prepared) return run(prepared, await evaluator.loadDisplay())
      host.emitError('survey_unknown', { id: surveyOrId })
    } catch (error) {
      host.emitError('survey_failed', error)
    }
    return null
  }

  async function display(surveyOrId: unknown, options: DisplaySurveyOptions) {
    const pending = { id: surveyOrId }
    pendingDisplays.add(pending)
    await withDisplay(surveyOrId, (prepared, display) => {
      if (pendingDisplays.has(pending)) display.display(prepared, options)
    })
    pendingDisplays.delete(pending)
  }

  function applyDeferred() {
    if (!deferred || isDisabled()) return
    runCallback(catalogue.receive, ...deferred)
    deferred = undefined
  }

  function renderReason(prepared: PreparedSurvey | undefined): SurveyRenderReason {
    const reason = prepared
      ? decisions.firstFailedCheck(prepared, ({ scope: about }) => about !== 'place')
      : 'unknown survey'
    return reason ? { visible: false, disabledReason: reason } : { visible: true }
  }

  const surveysOf = (matching: readonly PreparedSurvey[]) => matching.map(({ survey }) => survey)

  return {
    receive(...given) {
      deferred = given
      applyDeferred()
    },
    failed: catalogue.failed,
    onCaptured: evaluator.onCaptured,
    onFlags() {
      applyDeferred()
      evaluator.evaluate()
    },
    onSession: evaluator.onSession,
    reset() {
      pendingDisplays.clear()
      evaluator.reset()
    },
    stop: evaluator.stop,
    methods: {
      getSurveys: (callback, force = false) => get(callback, force),
      getActiveMatchingSurveys: (callback, force = false) =>
        get(
          (_, context) =>
            evaluator.whenEventsHandled(() =>
              runCallback(callback, surveysOf(evaluator.matching()), context),
            ),
          force,
        ),
      onActiveMatchingSurveysChanged(callback) {
        let last: string | undefined
        const watcher = (matching: readonly PreparedSurvey[]) => {
          const keys = matching.map(({ key }) => key).join()
          if (keys !== last) runCallback(callback, surveysOf(matching))
          last = keys
        }
        evaluator.subscribers.add(watcher)
        evaluator.evaluate()
        return () => void evaluator.subscribers.delete(watcher)
      },
      onSurveysLoaded: callback => catalogue.onLoaded((...given) => runCallback(callback, ...given)),
      canRenderSurvey: survey => renderReason(findSurvey(survey)),
      canRenderSurveyAsync: (id, force = false) =>
        new Promise(resolve => get(() => resolve(renderReason(findSurvey(id))), force)),
      displaySurvey: (id, options) => void display(id, options ?? {}),
      renderSurvey: (id, selector) =>
        void display(id, { displayType: 'inline', selector, ignoreConditions: true }),
      cancelPendingSurvey(id) {
        for (const pending of pendingDisplays) if (pending.id === id) pendingDisplays.delete(pending)
        const key = findById(id)?.key
        if (key !== undefined) evaluator.display()?.cancelPending(key)
      },
      explainSurvey: id => withDisplay(id, (prepared, display) => display.explain(prepared)),
      markSurveyAsSeen(id, options) {
        markSeen(host.store, surveyKey(id, options?.iteration ?? findById(id)?.survey.current_iteration))
        host.store.write(LAST_SEEN_KEY, host.page.isoTimestamp())
        evaluator.evaluate()
      },
      startSession: (id, options) =>
        withDisplay(id, (prepared, display) => display.startSession(prepared, options ?? {})),
    },
  }
}
