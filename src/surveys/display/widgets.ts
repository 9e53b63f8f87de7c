import type { SurveyHost, SurveyRuntime } from '../host'
import type { PreparedSurvey } from '../targeting/prepareSurvey'
import type { OpenSurveys } from './openSurveys'

/** Buttons of widgets: tabs that we draw, and elements of the page that open a survey. */
export interface Widgets {
  /** Makes the buttons those of exactly these surveys; one whose survey is open stays. */
  update(candidates: readonly PreparedSurvey[]): void
  stop(): void
}

/** Makes no buttons yet. */
export function createWidgets(runtime: SurveyRuntime, host: SurveyHost, openSurveys: OpenSurveys): Widgets {
  const buttons = new Map<string, { candidate: PreparedSurvey; remove: () => void }>()

  /** A second click closes; any number of widgets can be open beside each other. */
  function toggle(candidate: PreparedSurvey, anchor: Element | string | undefined) {
    const open = openSurveys.find(candidate.key, 'widget')
    if (open) openSurveys.hide(billing => billing === open)
    else
      openSurveys.open(
        { prepared: candidate, role: 'widget', automatic: true },
        { display: 'popover', anchor, opened: true },
      )
  }

  /** The older `button` widget has nothing to draw. */
  function createButton(candidate: PreparedSurvey): (() => void) | undefined {
    const { widgetType, widgetSelector } = candidate.survey.appearance
    const open = (anchor: Element) => toggle(candidate, anchor)
    if (widgetType === 'tab') return runtime.tab(candidate.survey, host, open)
    if (widgetType !== 'selector' || !widgetSelector) return undefined
    try {
      return host.page.onClick(widgetSelector, open)
    } catch {
      // Not a selector; said once for each list, as of other conditions.
      host.emitError('survey_condition_invalid', { id: candidate.survey.id })
      return () => {}
    }
  }

  const stopToggles = runtime.onWidgetToggle(id => {
    for (const { candidate } of buttons.values())
      if (candidate.survey.id === id) toggle(candidate, candidate.survey.appearance.widgetSelector)
  })

  function update(candidates: readonly PreparedSurvey[]) {
    for (const [key, { candidate, remove }] of buttons) {
      // The same survey in a newer list is another candidate, whose button may say something else.
      if (candidates.includes(candidate) || openSurveys.find(key, 'widget')) continue
      buttons.delete(key)
      remove()
    }
    for (const candidate of candidates) {
      const remove = buttons.has(candidate.key) ? undefined : createButton(candidate)
      if (remove) buttons.set(candidate.key, { candidate, remove })
    }
  }

  return {
    update,
    stop() {
      stopToggles()
      update([])
    },
  }
}
