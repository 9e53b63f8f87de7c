import type { CapturedEvent } from '../wire/event'
import type { Survey, SurveyConfig } from '../wire/survey'
import type { DisplaySurveyOptions } from './asked'
import type { SurveysCallback } from './catalogue'
import { readDefinition } from './definitions'
import { type Candidate, isAboutRendering, prepareCandidate, reasonAgainst } from './eligibility'
import { createEngine } from './engine'
import { explanation, type SurveyExplanation } from './explain'
import type { SurveyHost } from './host'
import { keyFor, LAST_SEEN, markSeen } from './seen'
import type { SessionOptions, SurveySession } from './session'

/** Answer of `canRenderSurvey`. */
export interface SurveyRenderReason {
  visible: boolean
  disabledReason?: string
}

/** Surveys of one client: what the client tells them, and what the page may ask of them. */
export interface Surveys {
  /** The field `surveys` of a configuration. `stored`: from an earlier page, so a "none" does not count yet. */
  receive(given: unknown, options?: { stored?: boolean; config?: SurveyConfig | null }): void
  /** The configuration did not come. */
  failed(error: string): void
  /** To be called after each captured event; costs a look-up when nobody waits for its name. */
  onCaptured(event: Pick<CapturedEvent, 'event' | 'properties'>): void
  /** Flags, consent or settings changed. */
  onFlags(): void
  /** The session has this id from now on. */
  onSession(id: string | undefined): void
  reset(): void
  stop(): void

  getSurveys(callback: SurveysCallback, forceReload?: boolean): void
  getActiveMatchingSurveys(callback: SurveysCallback, forceReload?: boolean): void
  onActiveMatchingSurveysChanged(callback: (surveys: Survey[]) => void): () => void
  onSurveysLoaded(callback: SurveysCallback): () => void
  canRenderSurvey(survey: string | Survey): SurveyRenderReason
  canRenderSurveyAsync(id: string, forceReload?: boolean): Promise<SurveyRenderReason>
  displaySurvey(id: string, options?: DisplaySurveyOptions): void
  renderSurvey(id: string | Survey, selector: string | Element): void
  cancelPendingSurvey(id: string): void
  explainSurvey(id: string): SurveyExplanation | null
  markSurveyAsSeen(id: string, options?: { iteration?: number | null }): void
  /** A session without looks, for pages that draw surveys themselves; `null` when there is no such survey. */
  startSession(id: string, options?: SessionOptions): Promise<SurveySession | null>
}

/**
 * Makes the surveys of a client. Without looks and sessions: those are fetched when a survey is about to open.
 *
 * Nothing here throws; what goes wrong goes to `host.report`. DECISIONS, "Eligibility".
 */
export function createSurveys(host: SurveyHost): Surveys {
  const engine = createEngine(host)
  const { catalogue, automatic, asked, stage } = engine
  const isOff = () => host.settings().disable_surveys === true

  /** A callback of the page: its errors are its own. */
  function call<A extends unknown[]>(callback: (...given: A) => void, ...given: A) {
    try {
      callback(...given)
    } catch (error) {
      host.report('survey_callback_failed', error)
    }
  }

  /** The survey of an id, or one that the page brings along. */
  function candidateOf(wanted: unknown): Candidate | undefined {
    if (typeof wanted === 'string') return engine.find(wanted)
    const survey = readDefinition(wanted)
    return typeof survey === 'string' ? undefined : prepareCandidate(survey, {}, host.conditionUrl, () => {})
  }

  /** Runs with a survey once surveys are known. */
  function withSurvey(wanted: unknown, run: (candidate: Candidate) => void, otherwise = () => {}) {
    const proceed = () => {
      const candidate = candidateOf(wanted)
      if (candidate) return run(candidate)
      host.report('survey_unknown', { id: wanted })
      otherwise()
    }
    if (isOff()) otherwise()
    else if (candidateOf(wanted)) proceed()
    else catalogue.get(proceed, false)
  }

  const get = (callback: SurveysCallback, force: boolean) => {
    if (typeof callback !== 'function') return
    if (isOff()) call(callback, [], { isLoaded: false, error: 'surveys are disabled' })
    else catalogue.get((surveys, context) => call(callback, surveys, context), force)
  }

  function renderReason(candidate: Candidate | undefined): SurveyRenderReason {
    if (!candidate) return { visible: false, disabledReason: 'no such survey' }
    const reason = reasonAgainst(candidate, engine.around(false), isAboutRendering)
    return reason ? { visible: false, disabledReason: reason } : { visible: true }
  }

  return {
    receive(given, { stored, config } = {}) {
      if (isOff() || (stored && !given)) return
      catalogue.receive(given, config)
    },
    failed: error => catalogue.failed(error),
    onCaptured: engine.onCaptured,
    onFlags: engine.evaluate,
    onSession: engine.onSession,
    reset: engine.reset,
    stop: engine.stop,

    getSurveys: (callback, force = false) => get(callback, force),
    getActiveMatchingSurveys(callback, force = false) {
      const answer: SurveysCallback = (_, context) =>
        callback(
          engine.matching().map(({ survey }) => survey),
          context,
        )
      get(answer, force)
    },
    onActiveMatchingSurveysChanged(callback) {
      let last: string | undefined
      const watcher = (matching: readonly Candidate[]) => {
        const keys = matching.map(({ key }) => key).join()
        if (keys === last) return
        last = keys
        call(
          callback,
          matching.map(({ survey }) => survey),
        )
      }
      engine.watchers.add(watcher)
      engine.evaluate()
      return () => void engine.watchers.delete(watcher)
    },
    onSurveysLoaded: callback => catalogue.onLoaded(callback),
    canRenderSurvey: survey => renderReason(candidateOf(survey)),
    canRenderSurveyAsync: (id, force = false) =>
      new Promise(resolve => get(() => resolve(renderReason(candidateOf(id))), force)),
    displaySurvey: (id, options) => withSurvey(id, candidate => asked.display(candidate, options ?? {})),
    renderSurvey: (id, selector) =>
      withSurvey(id, candidate =>
        asked.display(candidate, { displayType: 'inline', selector, ignoreConditions: true }),
      ),
    cancelPendingSurvey(id) {
      const key = engine.find(id)?.key
      if (key === undefined) return
      asked.cancel(key)
      automatic.cancel(key)
    },
    explainSurvey(id) {
      const candidate = engine.find(id)
      if (!candidate) return null
      const other = stage.popover()
      const alone = candidate.survey.type !== 'popover' || !other || other.candidate.key === candidate.key
      return explanation(candidate, engine.around(true), [
        { check: 'automatic display', holds: !host.settings().disable_surveys_automatic_display },
        { check: 'capturing', holds: host.canCapture() },
        { check: 'page visible', holds: host.page.visible() },
        { check: 'delay over', holds: !automatic.isWaiting(candidate.key) },
        { check: 'no other popover', holds: alone, sees: other?.candidate.survey.id },
        { check: 'drawn without error', holds: !stage.isBroken(candidate.key) },
      ])
    },
    markSurveyAsSeen(id, { iteration } = {}) {
      const key = keyFor(id, iteration ?? engine.find(id)?.survey.current_iteration)
      markSeen(host.store, key)
      host.store.write(LAST_SEEN, host.page.iso())
      engine.evaluate()
    },
    startSession: (id, options) =>
      new Promise(resolve => {
        const none = () => resolve(null)
        withSurvey(
          id,
          ({ survey }) => {
            host.loadRuntime().then(
              runtime => resolve(runtime.session(survey, host, options ?? {})),
              error => {
                host.report('survey_ui_failed', error)
                none()
              },
            )
          },
          none,
        )
      }),
  }
}
