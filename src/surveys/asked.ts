import type { Decisions, DisplaySurveyOptions } from './director'
import type { Candidate } from './eligibility'
import type { SurveyHost } from './host'
import type { Stage } from './stage'

/** Surveys that the page asks for by name. */
export interface Asked {
  display(candidate: Candidate, options: DisplaySurveyOptions): void
  cancel(key: string): void
  stop(): void
}

/** Shows surveys for the page; whatever keeps one from showing goes to `host.report`. DECISIONS, "displaySurvey". */
export function createAsked(host: SurveyHost, stage: Stage, decisions: Decisions): Asked {
  const { page } = host
  /** What ends the wait of a survey, by its key. */
  const waits = new Map<string, () => void>()
  const prefilled = new Set<string>()

  function refusal(candidate: Candidate, { ignoreConditions, displayType, selector }: DisplaySurveyOptions) {
    const reason = decisions.against(candidate, ({ name, about }) =>
      ignoreConditions ? name === 'type' : about === 'survey',
    )
    if (reason) return reason
    if (!host.canCapture()) return 'capturing'
    const lost = typeof selector === 'string' ? !page.has(selector) : !selector
    return displayType === 'inline' && lost ? 'container' : undefined
  }

  function isAllowed(candidate: Candidate, options: DisplaySurveyOptions): boolean {
    const reason = refusal(candidate, options)
    if (reason) host.report('survey_not_displayed', { id: candidate.survey.id, reason })
    return !reason
  }

  /** An address answers for a survey once; a second container on the same page begins untouched. */
  function prefills(key: string): boolean {
    if (host.settings().surveys?.prefillFromUrl !== true || prefilled.has(key)) return false
    prefilled.add(key)
    return true
  }

  function show(candidate: Candidate, options: DisplaySurveyOptions) {
    const { key, survey } = candidate
    const { properties, initialResponses, skipShownEvent, position, selector } = options
    const inline = options.displayType === 'inline'
    const role = inline ? 'inline' : 'popover'
    if (!inline && stage.find(key, role)) return
    decisions.atOnce(() => {
      // Another popover, or the same survey in another place of the page.
      stage.hide(other => other.role === role && (!inline || other.candidate.key === key))
      stage.open(
        { candidate, role, automatic: false },
        {
          properties,
          initialResponses,
          skipShownEvent,
          position,
          display: role,
          container: inline ? selector : undefined,
          anchor: inline ? undefined : (selector ?? survey.appearance.widgetSelector),
          prefillFromUrl: inline && prefills(key),
        },
      )
    })
    decisions.evaluate()
  }

  function cancel(key: string) {
    waits.get(key)?.()
    waits.delete(key)
  }

  /** A page that nobody sees shows no survey. */
  function showWhenVisible(candidate: Candidate, options: DisplaySurveyOptions) {
    const { key } = candidate
    cancel(key)
    if (!isAllowed(candidate, options)) return
    if (page.visible()) return show(candidate, options)
    waits.set(
      key,
      page.on('visible', () => showWhenVisible(candidate, options)),
    )
  }

  return {
    display(candidate, options) {
      const { key, delayMs } = candidate
      cancel(key)
      const ready = () => showWhenVisible(candidate, options)
      if (options.ignoreDelay || delayMs === 0) ready()
      else if (isAllowed(candidate, options)) waits.set(key, page.after(delayMs, ready))
    },
    cancel,
    stop() {
      for (const key of [...waits.keys()]) cancel(key)
    },
  }
}
