import type { Survey, SurveyConfig } from '../wire/survey'
import type { SurveysCallback } from './catalogue'
import { readDefinition } from './definitions'
import type { Director, DisplaySurveyOptions, HeardEvent, SurveyExplanation } from './director'
import { type Candidate, prepareCandidate } from './eligibility'
import { createEngine } from './engine'
import type { SurveyHost } from './host'
import { keyFor, LAST_SEEN, markSeen } from './seen'
import type { SessionOptions, SurveySession } from './session'

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
  onCaptured(event: HeardEvent): void
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
  const engine = createEngine(host)
  const { catalogue, decisions } = engine
  const isOff = () => host.settings().disable_surveys
  /** What was received while surveys were off. */
  let held: Parameters<typeof catalogue.receive> | undefined
  /** Displays that wait for the list or for the acting part. */
  const wishes = new Set<{ id: unknown }>()
  const find = (id: unknown) => decisions.candidates().find(({ survey }) => survey.id === id)

  /** Runs what depends on the page's own functions and objects: its errors are its own. */
  function call<A extends unknown[]>(callback: (...given: A) => void, ...given: A) {
    try {
      callback(...given)
    } catch (error) {
      host.report('survey_callback_failed', error)
    }
  }

  /** The survey of an id, or one that the page brings along. */
  function candidateOf(wanted: unknown): Candidate | undefined {
    if (typeof wanted === 'string') return find(wanted)
    const survey = readDefinition(wanted)
    return typeof survey === 'string' ? undefined : prepareCandidate(survey, {}, () => {})
  }

  function get(callback: SurveysCallback, force: boolean) {
    if (isOff()) call(callback, [], { isLoaded: false, error: 'disabled' })
    else catalogue.get((surveys, context) => call(callback, surveys, context), force)
  }

  /** What `run` makes of a survey, once surveys are known and the acting part is there; `null` without either. */
  async function ask<T>(
    wanted: unknown,
    run: (candidate: Candidate, director: Director) => T,
  ): Promise<T | null> {
    try {
      if (!candidateOf(wanted)) await new Promise<void>(done => get(() => done(), false))
      const candidate = candidateOf(wanted)
      if (candidate) return run(candidate, await engine.direct())
      host.report('survey_unknown', { id: wanted })
    } catch (error) {
      host.report('survey_failed', error)
    }
    return null
  }

  async function display(wanted: unknown, options: DisplaySurveyOptions) {
    const wish = { id: wanted }
    wishes.add(wish)
    await ask(wanted, (candidate, director) => {
      if (wishes.has(wish)) director.display(candidate, options)
    })
    wishes.delete(wish)
  }

  function takeHeld() {
    if (!held || isOff()) return
    call(catalogue.receive, ...held)
    held = undefined
  }

  function renderReason(candidate: Candidate | undefined): SurveyRenderReason {
    const reason = candidate
      ? decisions.against(candidate, ({ about }) => about !== 'place')
      : 'unknown survey'
    return reason ? { visible: false, disabledReason: reason } : { visible: true }
  }

  const surveysOf = (matching: readonly Candidate[]) => matching.map(({ survey }) => survey)

  return {
    receive(...given) {
      held = given
      takeHeld()
    },
    failed: catalogue.failed,
    onCaptured: engine.onCaptured,
    onFlags() {
      takeHeld()
      engine.evaluate()
    },
    onSession: engine.onSession,
    reset() {
      wishes.clear()
      engine.reset()
    },
    stop: engine.stop,
    methods: {
      getSurveys: (callback, force = false) => get(callback, force),
      getActiveMatchingSurveys: (callback, force = false) =>
        get(
          (_, context) => engine.whenHeard(() => call(callback, surveysOf(engine.matching()), context)),
          force,
        ),
      onActiveMatchingSurveysChanged(callback) {
        let last: string | undefined
        const watcher = (matching: readonly Candidate[]) => {
          const keys = matching.map(({ key }) => key).join()
          if (keys !== last) call(callback, surveysOf(matching))
          last = keys
        }
        engine.watchers.add(watcher)
        engine.evaluate()
        return () => void engine.watchers.delete(watcher)
      },
      onSurveysLoaded: callback => catalogue.onLoaded((...given) => call(callback, ...given)),
      canRenderSurvey: survey => renderReason(candidateOf(survey)),
      canRenderSurveyAsync: (id, force = false) =>
        new Promise(resolve => get(() => resolve(renderReason(candidateOf(id))), force)),
      displaySurvey: (id, options) => void display(id, options ?? {}),
      renderSurvey: (id, selector) =>
        void display(id, { displayType: 'inline', selector, ignoreConditions: true }),
      cancelPendingSurvey(id) {
        for (const wish of wishes) if (wish.id === id) wishes.delete(wish)
        const key = find(id)?.key
        if (key !== undefined) engine.director()?.cancel(key)
      },
      explainSurvey: id => ask(id, (candidate, director) => director.explain(candidate)),
      markSurveyAsSeen(id, options) {
        markSeen(host.store, keyFor(id, options?.iteration ?? find(id)?.survey.current_iteration))
        host.store.write(LAST_SEEN, host.page.iso())
        engine.evaluate()
      },
      startSession: (id, options) =>
        ask(id, (candidate, director) => director.startSession(candidate, options ?? {})),
    },
  }
}
