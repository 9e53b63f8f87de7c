import type { SurveyHost } from '../host'
import { translateForVisitor } from '../session/translate'
import type { EvaluationContext } from '../targeting/checks'
import type { PreparedSurvey } from '../targeting/prepareSurvey'
import { isEnglish, languageOf } from '../words/languageOf'
import type { FiredTriggers } from './firedTriggers'
import type { OpenSurveys } from './openSurveys'
import { createSessionCap } from './sessionCap'

interface PopoverQueueDeps {
  host: SurveyHost
  openSurveys: OpenSurveys
  firedTriggers: FiredTriggers
  /** Re-evaluates surveys when a delay is over. */
  evaluate(): void
}

/** Orders surveys: unfinished ones first, `always` ones last, then by delay. A stable sort keeps the service's order. */
function byPriority(isInProgress: (prepared: PreparedSurvey) => boolean) {
  const rank = (prepared: PreparedSurvey) =>
    isInProgress(prepared) ? 0 : prepared.survey.schedule === 'always' ? 2 : 1
  return (a: PreparedSurvey, b: PreparedSurvey): number => rank(a) - rank(b) || a.delayMs - b.delayMs
}

/** Creates the queue of surveys that open by themselves, one popover at a time. See D-129, D-130. */
export function createPopoverQueue({ host, openSurveys, firedTriggers, evaluate }: PopoverQueueDeps) {
  const { page } = host
  const sessionCap = createSessionCap(host)
  /** Delays that are running or over, by survey key. `due` is a time of `page.monotonicNow()`. */
  const delays = new Map<string, { due: number; cancel: () => void }>()
  const suppressed = new Set<string>()

  /** Starts a delay. Time that has passed since the trigger fired counts. */
  function startDelay(prepared: PreparedSurvey) {
    const { key, delayMs, survey } = prepared
    const firedAt = firedTriggers.firedAt(prepared)
    const elapsedMs = firedAt === undefined ? 0 : Math.max(page.now() - firedAt, 0)
    const remainingMs = Math.max(delayMs - elapsedMs, 0)
    const delay = { due: page.monotonicNow() + remainingMs, cancel: page.setTimer(remainingMs, evaluate) }
    delays.set(key, delay)
    // The words are there when the delay is over. A failure is reported by the card.
    if (!isEnglish(languageOf(translateForVisitor(survey, host)))) void host.loadWords().catch(() => {})
    return delay
  }

  function isDue(prepared: PreparedSurvey): boolean {
    if (prepared.delayMs === 0) return true
    const { due } = delays.get(prepared.key) ?? startDelay(prepared)
    return page.monotonicNow() >= due
  }

  function cancelDelay(key: string) {
    delays.get(key)?.cancel()
    delays.delete(key)
  }

  const canOpen = ({ survey, key }: PreparedSurvey): boolean =>
    survey.type === 'popover' &&
    !suppressed.has(key) &&
    !openSurveys.isBlocked(key) &&
    !openSurveys.find(key, 'popover')

  return {
    /** Opens the next survey that is due, and starts and cancels delays. */
    update(eligible: readonly PreparedSurvey[], { isInProgress }: EvaluationContext) {
      const keys = new Set(eligible.map(({ key }) => key))
      for (const key of delays.keys()) if (!keys.has(key)) cancelDelay(key)
      for (const key of suppressed) if (!keys.has(key)) suppressed.delete(key)
      // All delays start now, so that a long one runs while another survey is open.
      const next = eligible.filter(canOpen).sort(byPriority(isInProgress)).filter(isDue)[0]
      if (!next || openSurveys.popover() || openSurveys.hasPopoverInOtherFrame()) return
      if (!isInProgress(next)) {
        if (sessionCap.isReached()) return
        sessionCap.add()
      }
      cancelDelay(next.key)
      const anchor = next.survey.appearance.widgetSelector
      openSurveys.open({ prepared: next, role: 'popover', automatic: true }, { display: 'popover', anchor })
    },
    /** Cancels the delay of a survey and suppresses it. Does nothing when no delay is running, as for an open survey. */
    cancel(key: string) {
      if (!delays.has(key)) return
      cancelDelay(key)
      suppressed.add(key)
    },
    /** Keeps a survey from opening until it has stopped being eligible, or is triggered again. */
    suppress(key: string) {
      suppressed.add(key)
    },
    /** Lets a suppressed survey open again. */
    unsuppress(key: string) {
      suppressed.delete(key)
    },
    /** Returns the checks that a survey must pass to open, by the names that `explainSurvey` shows. */
    checks: (key: string) => ({
      'delay over': (delays.get(key)?.due ?? 0) <= page.monotonicNow(),
      'not cancelled or closed on this page': !suppressed.has(key),
      'session cap': !sessionCap.isReached(),
    }),
    stop() {
      for (const key of delays.keys()) cancelDelay(key)
      suppressed.clear()
    },
  }
}
