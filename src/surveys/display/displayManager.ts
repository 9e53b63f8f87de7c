import type { DisplayManager, SurveyEvaluation } from '../contract'
import type { SurveyHost, SurveyRuntime } from '../host'
import { reportAbandoned } from '../session/reportAbandoned'
import { explainSurvey } from './explainSurvey'
import { createFiredTriggers } from './firedTriggers'
import { createHeadlessSessions } from './headlessSessions'
import { createManualDisplay } from './manualDisplay'
import { createOpenSurveys } from './openSurveys'
import { createPopoverQueue } from './popoverQueue'
import { createTriggerLookup } from './triggerLookup'
import { createUrlPrefill } from './urlPrefill'
import { createWidgets } from './widgets'

/**
 * Creates the display manager, which opens and hides surveys, runs their delays and tracks fired triggers. Restores the
 * triggers that earlier pages of this session stored, and reports surveys that were abandoned on earlier pages.
 *
 * See D-126.
 */
export function createDisplay(
  runtime: SurveyRuntime,
  host: SurveyHost,
  evaluation: SurveyEvaluation,
): DisplayManager {
  const { page } = host
  const { evaluate } = evaluation
  const findTriggered = createTriggerLookup(host, evaluation)
  const firedTriggers = createFiredTriggers(host.store)
  const openSurveys = createOpenSurveys(runtime, host, ({ key, ended }) => {
    // A survey that was just answered or closed must not open again at once, not even one of schedule `always`.
    if (ended) popoverQueue.suppress(key)
    evaluate()
  })
  const widgets = createWidgets(runtime, host, openSurveys)
  const popoverQueue = createPopoverQueue({ host, openSurveys, firedTriggers, evaluate })
  const urlPrefill = createUrlPrefill(host, evaluation)
  const manualDisplay = createManualDisplay(host, openSurveys, evaluation, urlPrefill)
  const headlessSessions = createHeadlessSessions(runtime, host)

  /** Hides the surveys whose key passes the filter, those that the page draws included. */
  function hide(filter: (key: string) => boolean) {
    evaluation.batch(() => {
      openSurveys.hide(({ prepared }) => filter(prepared.key))
      headlessSessions.hide(filter)
    })
  }

  firedTriggers.setSessionId(host.sessionId())
  reportAbandoned(host, evaluation.prepared())

  return {
    update(eligible, context) {
      // A visitor who opts out sees no survey. Its progress is kept, in case they opt in again.
      const isBlocked = !!host.whyBlocked()
      openSurveys.hide(
        ({ automatic, prepared }) => isBlocked || (automatic && prepared.url?.(context.url) === false),
      )
      widgets.update(
        eligible.filter(({ survey, key }) => survey.type === 'widget' && !openSurveys.isBlocked(key)),
      )
      popoverQueue.update(eligible, context)
    },
    handleEvent(event, at) {
      const started = findTriggered('start', event).filter(({ start, end }) => start <= at && at < end)
      for (const prepared of started) {
        firedTriggers.add(prepared, at)
        popoverQueue.unsuppress(prepared.key)
      }
      const cancelled = findTriggered('cancel', event)
      for (const { key } of cancelled) {
        firedTriggers.remove(key)
        popoverQueue.cancel(key)
      }
      firedTriggers.recordEvent(event, evaluation.prepared())
      return started.length + cancelled.length > 0
    },
    isTriggered: firedTriggers.has,
    isStarted: openSurveys.isStarted,
    display: manualDisplay.display,
    cancelPending(key) {
      manualDisplay.cancel(key)
      popoverQueue.cancel(key)
    },
    explain(prepared) {
      const { key, survey } = prepared
      const config = host.config()
      const popover = openSurveys.popover()
      const checks = {
        'automatic display': !(config.disable_surveys || config.disable_surveys_automatic_display),
        capturing: !host.whyBlocked(),
        'page visible': page.visible(),
        ...popoverQueue.checks(key),
        'no other popover': survey.type !== 'popover' || !popover || popover.prepared.key === key,
        'not blocked on this page': !openSurveys.isBlocked(key),
      }
      return explainSurvey(prepared, evaluation, checks, host.whyBlocked())
    },
    async preview(prepare) {
      const token = new URL(page.url()).searchParams.get('earshot_preview')
      // Without a token the request would be one for the surveys of all visitors, whose answers a preview does not send. See D-631.
      if (!token) return
      const { surveys } = await host.fetchSurveys(token)
      const prepared = prepare(surveys?.[0])
      if (!prepared) throw new Error('invalid survey')
      evaluation.batch(() => {
        openSurveys.hide(({ role }) => role === 'popover')
        openSurveys.open(
          // A key of its own: the survey itself may be open, or be finished in another tab.
          { prepared: { ...prepared, key: 'preview' }, role: 'popover', automatic: false },
          { display: 'popover', isPreview: true },
        )
      })
    },
    startSession(prepared, options) {
      // The options are a copy.
      options.prefillFromUrl &&= urlPrefill(prepared.survey)
      return headlessSessions.start(prepared, options)
    },
    close(key) {
      hide(other => other === key)
      openSurveys.forget(key)
      // The session continues in another tab, so this page must not resume it.
      if (evaluation.prepared().some(prepared => prepared.key === key && !prepared.repeatable))
        openSurveys.block(key)
    },
    onSession: firedTriggers.setSessionId,
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
