import type { DisplaySurveyOptions, SurveyEvaluation } from '../contract'
import type { SurveyHost } from '../host'
import type { PreparedSurvey } from '../targeting/prepareSurvey'
import type { OpenSurveys } from './openSurveys'

/** Surveys that the page asks for by name. */
export interface ManualDisplay {
  display(prepared: PreparedSurvey, options: DisplaySurveyOptions): void
  cancel(key: string): void
  stop(): void
}

/** Shows surveys for the page; whatever keeps one from showing goes to `host.report`. DECISIONS, "displaySurvey". */
export function createManualDisplay(
  host: SurveyHost,
  openSurveys: OpenSurveys,
  evaluation: SurveyEvaluation,
): ManualDisplay {
  const { page } = host
  /** What ends the wait of a survey, by its key. */
  const pendingDisplays = new Map<string, () => void>()
  const prefilled = new Set<string>()

  function refusalReason(
    prepared: PreparedSurvey,
    { ignoreConditions, displayType, selector }: DisplaySurveyOptions,
  ) {
    const reason = evaluation.firstFailedCheck(prepared, ({ name, scope: about }) =>
      ignoreConditions ? name === 'type' : about === 'survey',
    )
    if (reason) return reason
    if (!host.canCapture()) return 'capturing'
    const isMissing = typeof selector === 'string' ? !page.matchesSelector(selector) : !selector
    return displayType === 'inline' && isMissing ? 'container' : undefined
  }

  function isAllowed(prepared: PreparedSurvey, options: DisplaySurveyOptions): boolean {
    const reason = refusalReason(prepared, options)
    if (reason) host.emitError('survey_not_displayed', { id: prepared.survey.id, reason })
    return !reason
  }

  /** An address answers for a survey once; a second container on the same page begins untouched. */
  function shouldPrefill(key: string): boolean {
    if (host.config().surveys?.prefillFromUrl !== true || prefilled.has(key)) return false
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
      // Another popover, or the same survey in another place of the page.
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
          prefillFromUrl: inline && shouldPrefill(key),
        },
      )
    })
    evaluation.evaluate()
  }

  function cancel(key: string) {
    pendingDisplays.get(key)?.()
    pendingDisplays.delete(key)
  }

  /** A page that nobody sees shows no survey. */
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
    display(prepared, options) {
      const { key, delayMs } = prepared
      cancel(key)
      const ready = () => showWhenVisible(prepared, options)
      if (options.ignoreDelay || delayMs === 0) ready()
      else if (isAllowed(prepared, options)) pendingDisplays.set(key, page.setTimer(delayMs, ready))
    },
    cancel,
    stop() {
      for (const key of [...pendingDisplays.keys()]) cancel(key)
    },
  }
}
