import type { Candidate } from './eligibility'
import type { SurveyHost, SurveyRuntime } from './host'
import type { Stage } from './stage'

/** Buttons of widgets: tabs that we draw, and elements of the page that open a survey. */
export interface Widgets {
  /** Makes the buttons those of exactly these surveys; one whose survey is open stays. */
  update(candidates: readonly Candidate[]): void
}

/** Makes no buttons yet. */
export function createWidgets(host: SurveyHost, stage: Stage): Widgets {
  const buttons = new Map<string, () => void>()

  /** A second click closes; any number of widgets can be open beside each other. */
  function toggle(runtime: SurveyRuntime, candidate: Candidate, anchor: Element) {
    const open = stage.find(candidate.key, 'widget')
    if (open) return stage.hide(billing => billing === open)
    const options = { display: 'popover', anchor, opened: true } as const
    stage.open(runtime, { candidate, role: 'widget', automatic: true }, options)
  }

  function selectorButton(candidate: Candidate, selector: string) {
    return host.page.onClick(selector, anchor => {
      host.loadRuntime().then(
        runtime => toggle(runtime, candidate, anchor),
        error => host.report('survey_ui_failed', error),
      )
    })
  }

  function button(candidate: Candidate): (() => void) | undefined {
    const { widgetType, widgetSelector } = candidate.survey.appearance
    if (widgetType === 'selector')
      return widgetSelector ? selectorButton(candidate, widgetSelector) : undefined
    const runtime = widgetType === 'tab' ? stage.runtime() : undefined
    return runtime?.tab(candidate.survey, host, anchor => toggle(runtime, candidate, anchor))
  }

  return {
    update(candidates) {
      for (const [key, remove] of buttons) {
        if (candidates.some(candidate => candidate.key === key) || stage.find(key, 'widget')) continue
        buttons.delete(key)
        remove()
      }
      for (const candidate of candidates) {
        if (buttons.has(candidate.key) || stage.isBroken(candidate.key)) continue
        const remove = button(candidate)
        if (remove) buttons.set(candidate.key, remove)
      }
    },
  }
}
