import type { Candidate } from './eligibility'
import type { SurveyHost, SurveyRuntime } from './host'
import type { Stage } from './stage'

/** Buttons of widgets: tabs that we draw, and elements of the page that open a survey. */
export interface Widgets {
  /** Makes the buttons those of exactly these surveys; one whose survey is open stays. */
  update(candidates: readonly Candidate[]): void
  stop(): void
}

/** Makes no buttons yet. */
export function createWidgets(runtime: SurveyRuntime, host: SurveyHost, stage: Stage): Widgets {
  const buttons = new Map<string, { candidate: Candidate; remove: () => void }>()

  /** A second click closes; any number of widgets can be open beside each other. */
  function toggle(candidate: Candidate, anchor: Element | string | undefined) {
    const open = stage.find(candidate.key, 'widget')
    if (open) stage.hide(billing => billing === open)
    else
      stage.open({ candidate, role: 'widget', automatic: true }, { display: 'popover', anchor, opened: true })
  }

  /** The older `button` widget has nothing to draw. */
  function button(candidate: Candidate): (() => void) | undefined {
    const { widgetType, widgetSelector } = candidate.survey.appearance
    const open = (anchor: Element) => toggle(candidate, anchor)
    if (widgetType === 'tab') return runtime.tab(candidate.survey, host, open)
    if (widgetType !== 'selector' || !widgetSelector) return undefined
    try {
      return host.page.onClick(widgetSelector, open)
    } catch {
      // Not a selector; said once for each list, as of other conditions.
      host.report('survey_condition_invalid', { id: candidate.survey.id })
      return () => {}
    }
  }

  const stopCalls = runtime.onCall(id => {
    for (const { candidate } of buttons.values())
      if (candidate.survey.id === id) toggle(candidate, candidate.survey.appearance.widgetSelector)
  })

  function update(candidates: readonly Candidate[]) {
    for (const [key, { candidate, remove }] of buttons) {
      // The same survey in a newer list is another candidate, whose button may say something else.
      if (candidates.includes(candidate) || stage.find(key, 'widget')) continue
      buttons.delete(key)
      remove()
    }
    for (const candidate of candidates) {
      const remove = buttons.has(candidate.key) ? undefined : button(candidate)
      if (remove) buttons.set(candidate.key, { candidate, remove })
    }
  }

  return {
    update,
    stop() {
      stopCalls()
      update([])
    },
  }
}
