import type { DisplaySurveyOptions, SurveyEvaluation } from '../contract'
import type { SurveyHost } from '../host'
import type { PreparedSurvey } from '../targeting/prepareSurvey'
import type { OpenSurveys } from './openSurveys'
import type { UrlPrefill } from './urlPrefill'

/**
 * Creates the display of surveys that the page requests. A refused request is reported to `host.emitError` with its reason.
 *
 * See D-133, D-136.
 */
export function createManualDisplay(
  host: SurveyHost,
  openSurveys: OpenSurveys,
  evaluation: SurveyEvaluation,
  urlPrefill: UrlPrefill,
) {
  const { page } = host
  /** Functions that cancel a pending display, by survey key. */
  const pendingDisplays = new Map<string, () => void>()
  const prefilled = new Set<string>()

  function refusalReason(
    prepared: PreparedSurvey,
    { ignoreConditions, displayType, selector }: DisplaySurveyOptions,
  ): string | undefined | false {
    const failed = evaluation.firstFailedCheck(prepared, ({ name, scope }) =>
      ignoreConditions ? name === 'type' : scope === 'survey',
    )
    const isMissing = typeof selector === 'string' ? !page.matchesSelector(selector) : !selector
    return failed || host.whyBlocked() || (displayType === 'inline' && isMissing && 'container')
  }

  function isAllowed(prepared: PreparedSurvey, options: DisplaySurveyOptions): boolean {
    const reason = refusalReason(prepared, options)
    if (reason) host.emitError('survey_not_displayed', { id: prepared.survey.id, reason })
    return !reason
  }

  /** The URL prefills a survey once: a second container on the same page starts empty. */
  function shouldPrefill({ key, survey }: PreparedSurvey): boolean {
    if (host.config().surveys?.prefillFromUrl !== true || prefilled.has(key) || !urlPrefill(survey))
      return false
    prefilled.add(key)
    return true
  }

  function show(prepared: PreparedSurvey, options: DisplaySurveyOptions) {
    const { key, survey } = prepared
    const { properties, initialResponses, skipShownEvent, position, selector } = options
    const inline = options.displayType === 'inline'
    const role = inline ? 'inline' : 'popover'
    if (!inline && openSurveys.find(key, role)) return
    evaluation.batch(() => {
      // Hides another popover, or the same survey in another container.
      openSurveys.hide(other => other.role === role && (!inline || other.prepared.key === key))
      openSurveys.open(
        { prepared, role, automatic: false },
        {
          properties,
          initialResponses,
          skipShownEvent,
          position,
          display: role,
          container: inline ? selector : undefined,
          anchor: inline ? undefined : (selector ?? survey.appearance.widgetSelector),
          prefillFromUrl: inline && shouldPrefill(prepared),
        },
      )
    })
    evaluation.evaluate()
  }

  /** Cancels a display that waits for its delay or for the page to be visible. An open survey stays. */
  function cancel(key: string) {
    pendingDisplays.get(key)?.()
    pendingDisplays.delete(key)
  }

  /** Checks the conditions again, because a delay may have passed since the request. */
  function showWhenVisible(prepared: PreparedSurvey, options: DisplaySurveyOptions) {
    const { key } = prepared
    cancel(key)
    if (!isAllowed(prepared, options)) return
    if (page.visible()) return show(prepared, options)
    pendingDisplays.set(
      key,
      page.on('visible', () => showWhenVisible(prepared, options)),
    )
  }

  return {
    /** Shows a survey after its delay. A second request restarts the delay. */
    display(prepared: PreparedSurvey, options: DisplaySurveyOptions) {
      const { key, delayMs } = prepared
      cancel(key)
      const onDue = () => showWhenVisible(prepared, options)
      if (options.ignoreDelay || delayMs === 0) onDue()
      else if (isAllowed(prepared, options)) pendingDisplays.set(key, page.setTimer(delayMs, onDue))
    },
    cancel,
    stop() {
      for (const key of pendingDisplays.keys()) cancel(key)
    },
  }
}
