import { SURVEY_ID, SURVEY_ITERATION, SURVEY_SHOWN } from '../../wire/event'
import type { DisplayManager, SurveyEvaluation, TriggerEvent } from '../contract'
import type { SurveyHost, SurveyRuntime } from '../host'
import { reportAbandoned } from '../session/reportAbandoned'
import type { SessionOptions, SurveySession } from '../session/surveySession'
import { finishedSurveyKey } from '../storage/finishedSurvey'
import { surveyKey } from '../storage/storageKeys'
import type { PreparedSurvey } from '../targeting/prepareSurvey'
import { explainSurvey } from './explainSurvey'
import { createFiredTriggers } from './firedTriggers'
import { createManualDisplay } from './manualDisplay'
import { createOpenSurveys } from './openSurveys'
import { createPopoverQueue } from './popoverQueue'
import { prepareTriggers, triggerIndex } from './triggers'
import { createWidgets } from './widgets'

/** Makes the part that acts. It begins with the triggers that earlier pages of this session left. */
export function createDisplay(
  runtime: SurveyRuntime,
  host: SurveyHost,
  evaluation: SurveyEvaluation,
): DisplayManager {
  const { page } = host
  const { evaluate, batch: atOnce, compileMatcher: prepareTest } = evaluation
  const firedTriggers = createFiredTriggers(host.store)
  const openSurveys = createOpenSurveys(runtime, host, ({ prepared: indexedSurveys }, ended) => {
    // What the visitor has just answered or closed must not pop up again before their eyes, `always` or not.
    if (ended) popoverQueue.suppress(indexedSurveys.key)
    evaluate()
  })
  const widgets = createWidgets(runtime, host, openSurveys)
  const popoverQueue = createPopoverQueue({ host, openSurveys, firedTriggers, evaluate })
  const manualDisplay = createManualDisplay(host, openSurveys, evaluation)

  /** Sessions without looks that go on, and the keys of their surveys. */
  const headlessSessions = new Map<SurveySession, string>()
  let indexedSurveys: readonly PreparedSurvey[] = []
  let startTriggers = triggerIndex<PreparedSurvey>([])
  let cancelTriggers = triggerIndex<PreparedSurvey>([])

  /** Triggers are prepared once for each list of surveys. */
  function prepare() {
    const surveys = evaluation.prepared()
    if (surveys === indexedSurveys) return
    indexedSurveys = surveys
    const triggers = surveys.flatMap(owner => {
      const onFault = () => host.emitError('survey_condition_invalid', { id: owner.survey.id })
      try {
        return {
          owner,
          ...prepareTriggers(owner.survey.conditions, { prepareTest, pageUrl: page.url, onInvalid: onFault }),
        }
      } catch {
        // As with its other conditions: it never matches, and the others do.
        onFault()
        return []
      }
    })
    startTriggers = triggerIndex(triggers.map(({ owner, start }) => ({ owner, triggers: start })))
    cancelTriggers = triggerIndex(triggers.map(({ owner, cancel }) => ({ owner, triggers: cancel })))
  }

  /** A survey that has been dealt with waits for its trigger again; a partial answer leaves it as it is. */
  function settleTriggers({ event, properties }: TriggerEvent) {
    const finishedKey = finishedSurveyKey(event, properties)
    if (finishedKey !== undefined && properties.$survey_completed !== false) firedTriggers.remove(finishedKey)
    if (event !== SURVEY_SHOWN) return
    const shown = surveyKey(String(properties[SURVEY_ID]), properties[SURVEY_ITERATION])
    firedTriggers.onShown(
      shown,
      indexedSurveys.find(({ key }) => key === shown),
    )
  }

  function startSession({ survey, key }: PreparedSurvey, options: SessionOptions): SurveySession {
    const session = runtime.session(survey, host, options)
    headlessSessions.set(session, key)
    session.subscribe(() => session.state().page === 'closed' && headlessSessions.delete(session))
    return session
  }

  /** Hides what is under way, whoever draws it. */
  function hide(which: (key: string) => boolean) {
    atOnce(() => {
      openSurveys.hide(({ prepared: indexedSurveys }) => which(indexedSurveys.key))
      for (const [session, key] of headlessSessions) if (which(key)) session.hide()
    })
  }

  firedTriggers.startSession(host.sessionId())
  reportAbandoned(
    host,
    evaluation.prepared().map(({ survey }) => survey),
  )

  return {
    update(eligible, around) {
      // A visitor who opts out has done with it; the run goes on if they change their mind.
      const canCapture = host.canCapture()
      openSurveys.hide(
        ({ automatic, prepared: indexedSurveys }) =>
          !canCapture || (automatic && indexedSurveys.url?.(around.url) === false),
      )
      widgets.update(
        eligible.filter(({ survey, key }) => survey.type === 'widget' && !openSurveys.isBlocked(key)),
      )
      popoverQueue.update(eligible, around)
    },
    handleEvent(event, at) {
      prepare()
      const started = startTriggers(event).filter(({ start, end }) => start <= at && at < end)
      for (const indexedSurveys of started) {
        firedTriggers.add(indexedSurveys, at)
        popoverQueue.unsuppress(indexedSurveys.key)
      }
      const cancelled = cancelTriggers(event)
      for (const { key } of cancelled) {
        firedTriggers.remove(key)
        popoverQueue.cancel(key)
      }
      settleTriggers(event)
      return started.length + cancelled.length > 0
    },
    isTriggered: firedTriggers.has,
    isStarted: openSurveys.isStarted,
    display: manualDisplay.display,
    cancelPending(key) {
      manualDisplay.cancel(key)
      popoverQueue.cancel(key)
    },
    explain(indexedSurveys) {
      const { key, survey } = indexedSurveys
      const settings = host.config()
      const other = openSurveys.popover()
      return explainSurvey(indexedSurveys, evaluation, {
        'automatic display': !settings.disable_surveys && !settings.disable_surveys_automatic_display,
        capturing: host.canCapture(),
        'page visible': page.visible(),
        'delay over': !popoverQueue.isDelayed(key),
        'not cancelled or closed on this page': !popoverQueue.isSuppressed(key),
        'session cap': !popoverQueue.isCapReached(),
        'no other popover': survey.type !== 'popover' || !other || other.prepared.key === key,
        'not barred on this page': !openSurveys.isBlocked(key),
      })
    },
    startSession,
    close(key) {
      hide(other => other === key)
      openSurveys.forget(key)
      // A run that another tab goes on with must not be taken up here as well.
      if (
        evaluation.prepared().some(indexedSurveys => indexedSurveys.key === key && !indexedSurveys.repeatable)
      )
        openSurveys.block(key)
    },
    onSession: firedTriggers.startSession,
    reset() {
      hide(() => true)
      openSurveys.reset()
      popoverQueue.stop()
      firedTriggers.clear()
      manualDisplay.stop()
    },
    stop() {
      hide(() => true)
      manualDisplay.stop()
      popoverQueue.stop()
      widgets.stop()
    },
  }
}
