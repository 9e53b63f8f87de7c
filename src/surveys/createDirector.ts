import { SURVEY_ID, SURVEY_ITERATION, SURVEY_SHOWN } from '../wire/event'
import { reportAbandoned } from './abandoned'
import { createActivations } from './activations'
import { createAsked } from './asked'
import { createAutomatic } from './automatic'
import type { Decisions, Director, HeardEvent } from './director'
import type { Candidate } from './eligibility'
import { explanation } from './explain'
import type { SurveyHost, SurveyRuntime } from './host'
import { keyDealtWith, keyFor } from './seen'
import type { SessionOptions, SurveySession } from './session'
import { createStage } from './stage'
import { prepareTriggers, triggerIndex } from './triggers'
import { createWidgets } from './widgets'

/** Makes the part that acts. It begins with the triggers that earlier pages of this session left. */
export function createDirector(runtime: SurveyRuntime, host: SurveyHost, decisions: Decisions): Director {
  const { page } = host
  const { evaluate, atOnce, prepareTest } = decisions
  const activations = createActivations(host.store)
  const stage = createStage(runtime, host, ({ candidate }, ended) => {
    // What the visitor has just answered or closed must not pop up again before their eyes, `always` or not.
    if (ended) automatic.rest(candidate.key)
    evaluate()
  })
  const widgets = createWidgets(runtime, host, stage)
  const automatic = createAutomatic({ host, stage, activations, evaluate })
  const asked = createAsked(host, stage, decisions)

  /** Sessions without looks that go on, and the keys of their surveys. */
  const headless = new Map<SurveySession, string>()
  let prepared: readonly Candidate[] = []
  let waiting = triggerIndex<Candidate>([])
  let revoking = triggerIndex<Candidate>([])

  /** Triggers are prepared once for each list of surveys. */
  function prepare() {
    const candidates = decisions.candidates()
    if (candidates === prepared) return
    prepared = candidates
    const triggers = candidates.flatMap(owner => {
      const onFault = () => host.report('survey_condition_invalid', { id: owner.survey.id })
      try {
        return {
          owner,
          ...prepareTriggers(owner.survey.conditions, { prepareTest, pageUrl: page.url, onFault }),
        }
      } catch {
        // As with its other conditions: it never matches, and the others do.
        onFault()
        return []
      }
    })
    waiting = triggerIndex(triggers.map(({ owner, start }) => ({ owner, triggers: start })))
    revoking = triggerIndex(triggers.map(({ owner, cancel }) => ({ owner, triggers: cancel })))
  }

  /** A survey that has been dealt with waits for its trigger again; a partial answer leaves it as it is. */
  function settle({ event, properties }: HeardEvent) {
    const dealtWith = keyDealtWith(event, properties)
    if (dealtWith !== undefined && properties.$survey_completed !== false) activations.end(dealtWith)
    if (event !== SURVEY_SHOWN) return
    const shown = keyFor(String(properties[SURVEY_ID]), properties[SURVEY_ITERATION])
    activations.shown(
      shown,
      prepared.find(({ key }) => key === shown),
    )
  }

  function startSession({ survey, key }: Candidate, options: SessionOptions): SurveySession {
    const session = runtime.session(survey, host, options)
    headless.set(session, key)
    session.subscribe(() => session.state().page === 'closed' && headless.delete(session))
    return session
  }

  /** Hides what is under way, whoever draws it. */
  function hide(which: (key: string) => boolean) {
    atOnce(() => {
      stage.hide(({ candidate }) => which(candidate.key))
      for (const [session, key] of headless) if (which(key)) session.hide()
    })
  }

  activations.restart(host.sessionId())
  reportAbandoned(
    host,
    decisions.candidates().map(({ survey }) => survey),
  )

  return {
    update(eligible, around) {
      // A visitor who opts out has done with it; the run goes on if they change their mind.
      const mayStay = host.canCapture()
      stage.hide(
        ({ automatic, candidate }) => !mayStay || (automatic && candidate.url?.(around.url) === false),
      )
      widgets.update(eligible.filter(({ survey, key }) => survey.type === 'widget' && !stage.isBarred(key)))
      automatic.update(eligible, around)
    },
    hear(event, at) {
      prepare()
      const started = waiting(event).filter(({ start, end }) => start <= at && at < end)
      for (const candidate of started) {
        activations.start(candidate, at)
        automatic.renew(candidate.key)
      }
      const revoked = revoking(event)
      for (const { key } of revoked) {
        activations.end(key)
        automatic.cancel(key)
      }
      settle(event)
      return started.length + revoked.length > 0
    },
    isTriggered: activations.has,
    isBegun: stage.isBegun,
    display: asked.display,
    cancel(key) {
      asked.cancel(key)
      automatic.cancel(key)
    },
    explain(candidate) {
      const { key, survey } = candidate
      const settings = host.settings()
      const other = stage.popover()
      return explanation(candidate, decisions, {
        'automatic display': !settings.disable_surveys && !settings.disable_surveys_automatic_display,
        capturing: host.canCapture(),
        'page visible': page.visible(),
        'delay over': !automatic.isWaiting(key),
        'not cancelled or closed on this page': !automatic.rests(key),
        'session cap': !automatic.isFull(),
        'no other popover': survey.type !== 'popover' || !other || other.candidate.key === key,
        'not barred on this page': !stage.isBarred(key),
      })
    },
    startSession,
    close(key) {
      hide(other => other === key)
      stage.forget(key)
      // A run that another tab goes on with must not be taken up here as well.
      if (decisions.candidates().some(candidate => candidate.key === key && !candidate.repeatable))
        stage.bar(key)
    },
    onSession: activations.restart,
    reset() {
      hide(() => true)
      stage.reset()
      automatic.stop()
      activations.clear()
      asked.stop()
    },
    stop() {
      hide(() => true)
      asked.stop()
      automatic.stop()
      widgets.stop()
    },
  }
}
